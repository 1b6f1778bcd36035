"""The draw pile is exhausted while somebody looks at cards: whoever sees the same believes the same.

All deals of a few hidden cards are played, with many reshuffles and every answer. What somebody else has seen of a game
is its history; two games with the same history are the same to that player.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from zlib import crc32

import numpy as np
import pytest
from test_alike import seen_by

from gosu_env import DataError, Game
from gosu_env.engine.events import Event, Teller
from gosu_env.gosu.state import GHOST_LOOKED, GHOST_WHEN, LOOK_SIZE

OBSERVER, LOOKER = 0, 1
STEPS = 10
OLD = {2: ("Murk", "Shade", "Cinder", "Nyx"), 3: ("Murk", "Shade", "Cinder", "Nyx", "Murk")}
NEW = ("Shade", "Cinder", "Ember", "Garsh", "Bolt")


def table(n: int, looker: str, old: tuple[str, ...], seed: int) -> Game:
    """The observer holds nearly all cards; the others and the draw pile have a few, and one of them is to look."""
    names = [card.name for card in Game("gosu", n, seed=0).rules.cards.cards for _ in range(card.copies)]  # type: ignore[attr-defined]
    hands, deck = [[looker, *old[:2]], list(old[2:-1])][: n - 1], [old[-1]]
    if n == 2:
        deck = list(old[2:])
    standing = ["Wisp", "Kikyo", "Cog"][:n]
    for name in (*standing, *NEW, *old, looker):
        names.remove(name)
    players = [{"hand": hand, "army": [[name]]} for hand, name in zip([names, *hands], standing, strict=True)]
    return Game.position(
        num_players=n,
        players=players,
        deck=deck,
        discard=list(NEW),
        turn=LOOKER,
        seed=seed,
        options={"auto_forced": False},
    )


def answer(game: Game, history: str, first: str, keep: int) -> int:
    """An action that depends, as far as it can, on what was seen: of all words, in an order of its own, the first."""
    texts = {game.action_text(action): action for action in game.legal_actions()}
    if game.seat == LOOKER and first in texts:
        return texts[first]
    if game.to_json()["decision"]["kind"] == "keep":
        return sorted(texts.items())[keep % len(texts)][1]
    if game.seat == OBSERVER and "pass" in texts:
        return texts["pass"]
    return min(texts.items(), key=lambda item: crc32(f"{history} {keep} {item[0]}".encode()))[1]


def told(events: list[Event]) -> str:
    return ";".join(
        f"{event.word} {event.seat} {event.card} {event.from_zone} {event.to_zone} {event.number}"
        for event in seen_by(events, OBSERVER)
    )


@pytest.mark.slow
@pytest.mark.parametrize("looker", ["Tamo", "Mokuso"])
@pytest.mark.parametrize("n", [2, 3])
def test_who_sees_the_same_believes_the_same(n: int, looker: str) -> None:
    seen: dict[str, bytes] = {}
    hands: dict[str, set[bytes]] = defaultdict(set)
    doubtful = set()
    records = []
    for old in sorted(set(permutations(OLD[n]))):
        for seed in range(12):
            for keep in range(3):
                teller, history = Teller(table(n, looker, old, seed)), ""
                for _ in range(STEPS):
                    game = teller.game()
                    if game.is_over:
                        break
                    history += "|" + game.decision_text() + f" {game.seat}"
                    state = game.state
                    believes = (
                        game.observe(OBSERVER).tobytes()
                        + game.belief(OBSERVER).tobytes()
                        + game.known(OBSERVER).tobytes()
                        + (world := game.determinize(OBSERVER, 5)).state.tobytes()
                    )
                    records += [game.states, world.states]
                    assert seen.setdefault(history, believes) == believes, (old, seed, keep, history)
                    hands[history].add(state.hand[:n].tobytes())
                    if state.ghosts[: state.ghosts_size, GHOST_LOOKED].any():
                        doubtful.add(history)
                    history += "|" + told(teller.apply(answer(game, history, f"place {looker}", keep)))
    game.rules.check(np.concatenate(records))
    several = {history for history in seen if len(hands[history]) > 1}
    assert len(several) > 100
    assert len(several & doubtful) > 20


def in_doubt(n: int) -> Game:
    """A game after such a look: a card was discarded that may be of either pile."""
    for seed in range(100):
        game = table(n, "Tamo", OLD[n], seed)
        game.apply(game.parse_action("place Tamo"))
        game.apply(game.legal_actions()[0])
        if game.state.ghosts_size:
            return game
    raise AssertionError("no such game")


@pytest.mark.parametrize("n", [2, 3])
def test_a_save_keeps_what_a_look_left_open(n: int) -> None:
    game = in_doubt(n)
    other = Game.from_bytes(game.to_bytes())
    assert other == game
    assert other.belief(OBSERVER).tobytes() == game.belief(OBSERVER).tobytes()


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize(("column", "number"), [(GHOST_LOOKED, LOOK_SIZE + 1), (GHOST_WHEN, 0)])
def test_a_ghost_of_no_look_is_refused(n: int, column: int, number: int) -> None:
    game = in_doubt(n)
    game.state.ghosts[0, column] = number
    with pytest.raises(DataError, match="a card that was shown is remembered from no pool"):
        Game.from_bytes(game.to_bytes())


def test_with_three_players_no_card_is_familiar() -> None:
    game = in_doubt(3)
    game.state.familiar[1] = 1
    with pytest.raises(DataError, match="familiar"):
        Game.from_bytes(game.to_bytes())
