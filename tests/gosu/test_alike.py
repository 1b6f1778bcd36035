"""Two deals that a seat cannot tell apart: what it believes, and the worlds that it is dealt, are the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.engine.events import Event, Teller
from gosu_env.gosu import events as e
from gosu_env.gosu.state import EPOCHS, OPENING_HAND

STEPS = 60


def dealt(n: int, seed: int, draft: bool, declined: bool) -> Game | None:
    """A game before its first turn; ``declined``: None unless somebody was offered a mulligan and kept the hand."""
    game = Game("gosu", n, seed, draft=draft, auto_forced=False)
    rng = np.random.default_rng(seed)
    offered = game.to_json()["decision"]["kind"] == "mulligan"
    if declined and not offered:
        return None
    while game.state.round_number == 0:
        mulligan = game.to_json()["decision"]["kind"] == "mulligan"
        game.apply(game.parse_action("no") if mulligan else int(rng.choice(game.legal_actions())))
    return game


def seen_by(events: list[Event], seat: int) -> list[Event]:
    return [seen for event in events if (seen := event.for_seat(seat)) is not None]


def line_of(game: Game, rng: np.random.Generator, seat: int) -> tuple[list[int], list[int]]:
    """How a game goes on at random, and the cards that a seat draws until the draw pile is exhausted."""
    teller, actions, drawn = Teller(game), [], []
    while len(actions) < STEPS and not teller.is_over:
        legal = teller.game().legal_actions()
        drawing = [action for action in legal if game.action_text(action).startswith("draw")]
        actions.append(int(rng.choice(drawing if drawing and rng.random() < 0.5 else legal)))
        for event in teller.apply(actions[-1]):
            if event.to_zone == e.HANDS + seat and event.from_zone == e.DECK and event.card is not None:
                drawn.append(event.card)
    return actions, drawn


def entries(record: Any, kind: int) -> list[tuple[int, int]]:
    return [(int(h), int(b)) for h, b in zip(record.holder[kind], record.born[kind], strict=True) if h]


def put_entries(record: Any, kind: int, found: list[tuple[int, int]]) -> None:
    for copy, (holder, born) in enumerate([*sorted(found), (0, 0), (0, 0)][:2]):
        record.holder[kind, copy], record.born[kind, copy] = holder, born


def exchanged(game: Game, seat: int, mine: int, tag: int, at: int) -> Game:
    """The same game, but for a card of a hand, of that tag, that lies in the draw pile, and the one there in hand."""
    other = game.clone()
    record, cards = other.state, other.rules.cards  # type: ignore[attr-defined]
    theirs = int(record.deck[at])
    record.deck[at] = mine
    for kind, change in ((mine, -1), (theirs, 1)):
        record.hand[seat, kind] += change
        for level in cards[kind].levels:
            record.hand_level[seat, level - 1] += change
    if tag != EPOCHS:
        left = entries(record, mine)
        left.remove((seat + 1, tag))
        put_entries(record, mine, left)
        put_entries(record, theirs, [*entries(record, theirs), (seat + 1, tag)])
    return other


def pack_of(tag: int) -> int:
    return (tag - 1) // OPENING_HAND


def is_unseen(n: int, tag: int, observer: int) -> bool:
    """Whether a card of the draft was kept before the observer saw its pack. Two cards are kept of the first."""
    return max((tag - 1) % OPENING_HAND - 1, 0) < (observer - pack_of(tag)) % n


def pairs(game: Game, rng: np.random.Generator) -> Iterator[tuple[Game, Game, int]]:
    """Such a game and another that one observer cannot tell from it, from decision to decision."""
    n, record, cards = game.num_players, game.state, game.rules.cards  # type: ignore[attr-defined]
    observer = int(rng.integers(n))
    seat = (observer + int(rng.integers(1, n))) % n
    actions, drawn = line_of(game, rng, seat)
    held = [(kind, tag) for kind in range(len(cards)) for holder, tag in entries(record, kind) if holder == seat + 1]
    if not held:  # no draft
        held = [(kind, EPOCHS) for kind in range(len(cards)) if record.hand[seat, kind] > 0]
    choices = [
        (kind, tag, new)
        for kind, tag in held
        for new in drawn
        if (tag == EPOCHS or is_unseen(n, tag, observer))
        and (not record.plain[seat if tag == EPOCHS else pack_of(tag)] or 1 not in cards[new].levels)
    ]
    if not choices:
        return
    mine, tag, new = choices[int(rng.integers(len(choices)))]
    at = max(i for i in range(record.deck_size) if record.deck[i] == new)
    one, two = Teller(game), Teller(exchanged(game, seat, mine, tag, at))
    for action in actions:
        a, b = one.game(), two.game()
        if (a.seat, a.decision_text()) != (b.seat, b.decision_text()) or action not in b.legal_actions():
            return
        if a.seat == observer and a.legal_actions() != b.legal_actions():
            return
        yield a, b, observer
        if seen_by(one.apply(action), observer) != seen_by(two.apply(action), observer):
            return
        if one.is_over or two.is_over:
            return


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "draft", "declined", "games"),
    [
        (2, False, True, 30),  # a draft between two players shows most cards
        (2, False, False, 30),
        *((n, *more) for n in (3, 4) for more in ((True, True, 20), (True, False, 60), (False, True, 20))),
        (3, False, False, 30),
        (4, False, False, 30),
    ],
)
def test_what_is_hidden_makes_no_difference(n: int, draft: bool, declined: bool, games: int) -> None:
    rng = np.random.default_rng(n)
    compared = different = seed = 0
    while games:
        seed += 1
        game = dealt(n, seed, draft, declined)
        if game is None:
            continue
        games -= 1
        for one, two, observer in pairs(game, rng):
            assert (one.observe(observer) == two.observe(observer)).all(), seed
            if one.seat == observer or one.decision_text() == "choose an action":
                assert one.belief(observer).tobytes() == two.belief(observer).tobytes(), seed
                assert one.known(observer).tobytes() == two.known(observer).tobytes(), seed
                assert one.determinize(observer, 5) == two.determinize(observer, 5), seed
                compared += 1
                different += one.state.hand[:n].tolist() == two.state.hand[:n].tolist()
    assert compared > 100
    assert different > 20  # both cards have come into the hand, or left it: only where they lay is not the same
