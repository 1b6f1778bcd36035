"""A record from outside is a position of its game or is refused, whoever brings it; every position of play passes."""

from __future__ import annotations

import copy
import json
import pickle
import random
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from some_options import all_options

from gosu_env import Game, make_batch
from gosu_env.armies import state as a
from gosu_env.engine.errors import DataError
from gosu_env.engine.game import MAGIC
from gosu_env.engine.recorder import Recorder
from gosu_env.engine.replay import Replay
from gosu_env.gosu import state as s
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.state import KAMAKOR_STATE, STATE
from gosu_env.gosu.validate import ASKED, Validator

Harm = Callable[[Any], Any]


def put(name: str, value: int, *at: Any) -> Harm:
    """Writes a value into a field of a record."""

    def harm(st: Any) -> None:
        if at:
            st[name][at] = value
        else:
            st[name] = value

    return harm


@pytest.mark.parametrize("kamakor", [False, True])
def test_every_field_has_a_range(kamakor: bool) -> None:
    game = Game("gosu", kamakor=kamakor, seed=1)
    rules: Any = game.rules
    validator = Validator(2, GosuOptions(kamakor=kamakor), rules.tables, rules.record)
    assert set((KAMAKOR_STATE if kamakor else STATE).names or ()) <= set(validator.ranges)


def test_every_decision_has_an_instruction_that_asks_for_it() -> None:
    assert {row[0] for row in ASKED} == set(range(len(v.DECISIONS))) - {v.NONE, v.DECIDE_ORDER}


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("kamakor", [False, True])
def test_every_position_of_play_passes(n: int, kamakor: bool) -> None:
    """At every decision and at the end, by all options, with the worlds that players think of; many at once."""
    pick = random.Random(n)
    asked: set[int] = set()
    for number, options in enumerate(each for each in all_options(n) if ("kamakor" in each) == kamakor):
        for max_decisions in (2000, 25):
            forced = (number + max_decisions) % 3 > 0
            game = Game("gosu", n, pick.randrange(2**63), auto_forced=forced, max_decisions=max_decisions, **options)
            seen = [game.states.copy()]
            while not game.is_over:
                game.apply(pick.choice(game.legal_actions()))
                seen.append(game.states.copy())
                if len(seen) % 7 == 0:
                    seen.append(game.determinize(pick.randrange(n), pick.randrange(2**63)).states)
            states = np.concatenate(seen)
            game.rules.check(states)
            asked |= set(states["decision"].tolist())
    assert len(asked) >= 12


HARMS: dict[str, tuple[Harm, str]] = {
    "a number out of range": (
        lambda st: (put("decision", 12)(st), put("stack", 32767, 0, a.COUNT)(st)),
        "an effect has impossible registers",
    ),
    "another decision": (put("decision", v.DECIDE_NUMBER), "the decision is not one of the instruction that asks"),
    "another player": (
        lambda st: put("decider", 1 - int(st.decider))(st),
        "decider is not the player whom the instruction asks",
    ),
    "an answer": (put("answer", 5), "answer is outside -1 … -1"),
    "no random numbers": (put("rng", 0, slice(None)), "random generator has no state"),
    "another game": (put("num_players", 3), "num_players is outside 2 … 2"),
    "an instruction that is none": (put("stack", 639, 0, a.PC), "an effect points nowhere"),
    "an instruction of a card": (put("stack", 20, 0, a.PC), "an effect points nowhere"),
    "a card too many": (put("discard", 1, 3), "cards are not conserved"),
    "a deck too large": (put("deck_size", 100), "cards are not conserved"),
    "a row with a hole": (put("row_size", 1, 0, 0), "a row has a hole"),
    "a seat that is not there": (put("tokens", 2, 3), "tokens is outside"),
    "a hand of its own size": (put("hand_size", 3, 0), "a hand's counts are wrong"),
    "a card that arrives never": (put("face", a.ARRIVING, 0, 0), "something lies where no card is"),
    "cards looked at by nobody": (
        lambda st: (put("look", 0, 0)(st), put("look_size", 1)(st)),
        "nobody looks at the cards that are looked at",
    ),
    "other options": (put("auto_forced", 0), "auto_forced is outside 1 … 1"),
    "a draft": (put("draft", 7), "draft is outside 0 … 0"),
    "more known than there is": (put("known", 255, 0, slice(None)), "more is known of a hand than it holds"),
}


@pytest.mark.parametrize("name", HARMS)
def test_a_harmed_record_is_refused(name: str) -> None:
    harm, reason = HARMS[name]
    game = Game(seed=1)
    assert int(game.state.decision) == v.DECIDE_MAIN
    harm(game.state)
    with pytest.raises(DataError, match=reason):
        Game.from_bytes(game.to_bytes())


def drafted_game() -> tuple[Game, int]:
    """A game with three players after a draft, and a card of one copy that was shown: it left a trace."""
    game = Game("gosu", 3, seed=1, draft=True)
    while not (game.state.holder[:, 1] >= s.TRACE).any():
        game.apply(game.legal_actions()[-1])
    return game, int(np.flatnonzero(game.state.holder[:, 1] >= s.TRACE)[0])


def test_a_trace_is_taken_as_it_is() -> None:
    game, _ = drafted_game()
    assert Game.from_bytes(game.to_bytes()) == game


TRACES = {  # which entry, and the tag there
    "of nobody": (1, 3 * s.TRACE_SEAT + 1),
    "of no pack": (1, 3 * s.OPENING_HAND + 1),
    "of no place": (1, 0),
    "of a later pile": (1, s.EPOCHS + 1),
    "as the first entry": (0, 1),
}


@pytest.mark.parametrize("name", TRACES)
def test_a_harmed_trace_is_refused(name: str) -> None:
    game, kind = drafted_game()
    at, tag = TRACES[name]
    game.state.holder[kind, at], game.state.born[kind, at] = s.TRACE, tag
    with pytest.raises(DataError, match="a hidden card is remembered from no pool"):
        Game.from_bytes(game.to_bytes())


def test_a_trace_of_a_card_with_two_copies_is_refused() -> None:
    game, _ = drafted_game()
    double = int(np.flatnonzero(game.rules.tables["copies"][0] == 2)[0])
    game.state.holder[double, 1], game.state.born[double, 1] = s.TRACE, s.EPOCHS
    with pytest.raises(DataError, match="a hidden card is remembered from no pool"):
        Game.from_bytes(game.to_bytes())


def test_a_trace_without_a_draft_is_refused() -> None:
    game = Game("gosu", 3, seed=1)
    single = int(np.flatnonzero(game.rules.tables["copies"][0] == 1)[0])
    game.state.holder[single, 1], game.state.born[single, 1] = s.TRACE, s.EPOCHS
    with pytest.raises(DataError, match="a hidden card is remembered from no pool"):
        Game.from_bytes(game.to_bytes())


def test_a_price_that_cannot_be_paid_is_refused() -> None:
    players = [{"hand": ["Garsh", "Ember", "Bolt", "Murk"], "army": [["Dom"]]}, {}]
    game = Game.position(players=players, options={"auto_forced": False})
    game.apply(game.parse_action("place Bolt"))
    assert int(game.state.decision) == v.DECIDE_PAY
    assert Game.from_bytes(game.to_bytes()) == game
    game.state.stack[1, a.COUNT] = 4
    with pytest.raises(DataError, match="higher than the hand can pay"):
        Game.from_bytes(game.to_bytes())


def bad_game() -> Game:
    game = Game(seed=1)
    game.state.decision = v.DECIDE_NUMBER
    game.state.stack[0, a.COUNT] = 32767
    return game


def test_no_door_lets_a_bad_record_in() -> None:
    bad = bad_game()
    with pytest.raises(DataError, match="damaged"):
        Game.from_bytes(bad.to_bytes())
    with pytest.raises(DataError, match="damaged"):
        pickle.loads(pickle.dumps(bad))
    good = Game.from_bytes(Game(seed=1).to_bytes())
    replay = Recorder(good).replay()
    harmed = copy.deepcopy(replay.header)
    object.__setattr__(harmed, "start", bad.to_bytes())
    object.__setattr__(replay, "header", harmed)
    with pytest.raises(DataError, match="damaged"):
        Replay.from_bytes(replay.to_bytes())


def test_a_batch_takes_no_bad_game_and_stays_as_it_was() -> None:
    batch = make_batch(num_envs=5, seed=3)
    before = batch.snapshot()
    harms: tuple[tuple[str, Harm, str], ...] = (
        (
            "states",
            lambda a: a.__setitem__(2, np.frombuffer(bad_game().states.tobytes(), np.uint8)),
            "game 2 of 5 is dam",
        ),
        ("streams", lambda a: a.__setitem__(4, 0), "a random stream has an all-zero state"),
        ("seeds", lambda a: a.__setitem__(1, -1), "seeds are from 0"),
    )
    for name, harm, reason in harms:
        harmed = batch.snapshot()
        harm(harmed[name])
        with pytest.raises(DataError, match=reason):
            batch.restore(harmed)
    over = Game(seed=4, max_decisions=1)
    while not over.is_over:
        over.apply(over.legal_actions()[0])
    over.state.max_decisions = 2000
    harmed = batch.snapshot()
    harmed["states"][0] = np.frombuffer(over.states.tobytes(), np.uint8)
    with pytest.raises(DataError, match="game 0 of 5 is damaged: the game is over"):
        batch.restore(harmed)
    after = batch.snapshot()
    assert all((before[name] == after[name]).all() for name in before)
    batch.restore(before)


def test_a_large_batch_is_checked_in_no_time() -> None:
    batch = make_batch(num_envs=5000, seed=3, observe=False)
    batch.rollout(40)
    batch.restore(batch.snapshot())


def sealed(head: bytes, game: Game) -> bytes:
    body = head + b"\n" + game.states.tobytes()
    return MAGIC + zlib.crc32(body).to_bytes(4, "little") + body


def test_a_save_without_a_head_is_refused() -> None:
    game = Game(seed=1)
    head: dict[str, Any] = {"game": "gosu", "num_players": 2, "digest": game.rules.digest, "options": {}}
    assert Game.from_bytes(sealed(json.dumps(head).encode(), game)) == game
    for harm, reason in (
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "has no 'game'"),
        (json.dumps(head | {"options": []}).encode(), "has no 'options'"),
        (json.dumps(head | {"num_players": True}).encode(), "has no 'num_players'"),
        (json.dumps(head | {"num_players": 9}).encode(), "num_players must be 2, 3 or 4"),
        (json.dumps(head | {"game": "chess"}).encode(), "unknown game 'chess'"),
        (json.dumps(head | {"options": {"drafts": True}}).encode(), "unknown option 'drafts'"),
        (json.dumps(head | {"options": {"cards": "/dev/zero"}}).encode(), "card file '/dev/zero'; pass that file as"),
    ):
        with pytest.raises(DataError, match=reason):
            Game.from_bytes(sealed(harm, game))
    with pytest.raises(DataError, match="bytes, not str"):
        Game.from_bytes("GOSU-ENV/1")  # type: ignore[arg-type]
