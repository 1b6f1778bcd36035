"""A record from outside is a position of its game or is refused; every position of play passes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.armies import state as a
from gosu_env.engine.errors import DataError
from gosu_env.engine.game import Game as EngineGame
from gosu_env.engine.rules import find_rules
from gosu_env.gosux import state as s
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.options import XOptions
from gosu_env.gosux.ruleset import x_rules
from gosu_env.gosux.validate import ASKED, Validator

Harm = Callable[[Any], Any]


def put(name: str, value: int, *at: Any) -> Harm:
    """Writes a value into a field of a record."""

    def harm(st: Any) -> None:
        if at:
            st[name][at] = value
        else:
            st[name] = value

    return harm


def test_every_field_has_a_range() -> None:
    rules = x_rules(Game("gosux"))
    assert set(s.STATE.names or ()) <= set(Validator(XOptions(), rules.tables).ranges)


def test_every_decision_has_an_instruction_that_asks_for_it() -> None:
    assert {row[0] for row in ASKED} == set(range(len(v.DECISIONS))) - {v.NONE, v.DECIDE_ORDER}


def test_every_position_of_play_passes() -> None:
    """At every decision and at the end, with the worlds that players think of; many at once."""
    pick = random.Random(1)
    asked: set[int] = set()
    for seed in range(16):
        limit = 40 if seed % 8 == 7 else 2000
        game = Game("gosux", 2, seed, auto_forced=seed % 2 == 0, clans_dealt=seed % 5 == 4, max_decisions=limit)
        seen = [game.states.copy()]
        while not game.is_over:
            game.apply(pick.choice(game.legal_actions()))
            seen.append(game.states.copy())
            if len(seen) % 7 == 0:
                seen.append(game.determinize(pick.randrange(2), pick.randrange(2**63)).states)
        states = np.concatenate(seen)
        game.rules.check(states)
        asked |= set(states["decision"].tolist())
    assert len(asked) >= 18


# ------------------------------------------------------------------------------------------------ harm by hand

HARMS: dict[str, tuple[Harm, str]] = {
    "a number out of range": (put("stack", 32767, 0, a.COUNT), "an effect has impossible registers"),
    "another decision": (put("decision", v.DECIDE_MAY), "the decision is not one of the instruction that asks"),
    "another player": (
        lambda st: put("decider", 1 - int(st.decider))(st),
        "decider is not the player whom the instruction asks",
    ),
    "an answer": (put("answer", 5), "answer is outside -1 … -1"),
    "no random numbers": (put("rng", 0, slice(None)), "random generator has no state"),
    "another game": (put("num_players", 3), "num_players is outside 2 … 2"),
    "other options": (put("auto_forced", 0), "auto_forced is outside 1 … 1"),
    "an instruction that is none": (put("stack", 511, 0, a.PC), "an effect points nowhere"),
    "an instruction of a card": (put("stack", v.CARD_CODE, 0, a.PC), "an effect points nowhere"),
    "a card too many": (put("discard", 1, 0, 3), "cards are not conserved"),
    "a card of nobody": (put("removed", 2, 0), "cards are not conserved"),
    "a deck too large": (put("deck_size", 45, 0), "cards are not conserved"),
    "a row with a hole": (put("row_size", 1, 0, 0), "a row has a hole"),
    "a hand of its own size": (put("hand_size", 3, 0), "hand_size is wrong"),
    "tokens of the other player": (put("owned", 5, 0), "owned is outside 2 … 4"),
    "a card that arrives nowhere": (put("face", a.ARRIVING, 0, 0), "something lies where no card is"),
    "cards that nobody reveals": (put("look_size", 1), "a card that is revealed is none"),
    "a clan of both": (put("clans", 255, 0), "clans are not those of their owners"),
    "a tile of nobody": (put("tile", 0, slice(None)), "tiles do not fit the clans"),
    "a round too many": (put("round_number", 3), "round_number does not fit the Supremacy tokens"),
    "turns left of nobody": (put("turns_left", 2), "turns_left does not fit who has passed"),
    "old cards": (put("from_discard", 2, 0), "cards of a discard may be played at another time"),
    "a card forbidden for ever": (put("forbidden", 3, 0, 1), "a card is forbidden for no time"),
    "a winner": (put("winners", 1), "winners do not fit the ending"),
    "an end": (put("ending", a.TRUNCATED), "waits for nobody, or one that is over for somebody"),
    "a turn that goes on": (put("stack", 3, 0, a.STEP), "an effect is not at the step of its decision"),
    "an effect below": (put("depth", 2), "an effect points nowhere"),
    "hidden cards elsewhere": (put("secret", 0, 0), "hidden cards are remembered where they are not"),
    "a ghost": (put("ghosts_size", 1, 0), "a card that was shown is remembered from no time"),
    "a law": (put("laws", 0, 0), "the permanent effects in force are wrong"),
    "a token too many": (put("tokens", 4, 0), "tokens are not conserved"),
}


@pytest.mark.parametrize("name", HARMS)
def test_a_harmed_record_is_refused(name: str) -> None:
    harm, reason = HARMS[name]
    game = Game.position("gosux", players=[{"hand": ["Shard"]}, {"hand": ["Timer"]}])
    assert int(game.state.decision) == v.DECIDE_MAIN
    game.rules.check(game.states)
    harm(game.state)
    with pytest.raises(DataError, match=reason):
        Game.from_bytes(game.to_bytes())


@pytest.mark.parametrize("harm", [put("known", 1, 56), put("born", 1, 3, 0), put("arrived", 3, 3, 0)])
def test_nothing_is_known_of_cards_before_they_are_dealt(harm: Harm) -> None:
    """Whoever picks their clan would have them in mind, and not in hand."""
    game = Game("gosux", 2, 1)
    assert int(game.state.decision) == v.DECIDE_DRAFT
    harm(game.state)
    with pytest.raises(DataError, match="cards that nobody has are known"):
        Game.from_bytes(game.to_bytes())


def test_a_price_that_cannot_be_paid_is_refused() -> None:
    """Two cards for a Troop of another clan (X-4.2), the cost of a shift and a newcomer for it (X-5.1)."""
    hand = ["Les apôtres de la nuit", "Shard", "Kan Te", "Un'Go"]
    for words, most, reason in (
        ("place Les apôtres de la nuit", 3, "a price cannot be paid"),
        ("shift Troop 1", 3, "a price cannot be paid"),
    ):
        game = Game.position("gosux", players=[{"hand": hand, "army": [["Bun To"]]}], options={"auto_forced": False})
        shift = next((x for x in game.legal_actions() if game.action_text(x).startswith("shift")), None)
        action = shift if words.startswith("shift") else game.parse_action(words)
        assert action is not None
        game.apply(action)
        if int(game.state.decision) != v.DECIDE_PAY:
            continue
        assert Game.from_bytes(game.to_bytes()) == game
        game.state.stack[1, a.COUNT] = most + 1
        with pytest.raises(DataError, match=reason):
            Game.from_bytes(game.to_bytes())


# ------------------------------------------------------------------------------------------------ any harm


def some_positions(games: int) -> list[Any]:
    """Positions of random games: of every decision alike."""
    found: dict[int, list[Any]] = {}
    for seed in range(games):
        pick = random.Random(seed)
        game = Game("gosux", 2, seed)
        while not game.is_over:
            found.setdefault(int(game.state.decision), []).append(game.states.copy())
            game.apply(pick.choice(game.legal_actions()))
        found.setdefault(v.NONE, []).append(game.states.copy())
    return [random.Random(len(kept)).choice(kept) for kept in found.values() for _ in range(4)]


def harm_field(st: Any, pick: random.Random) -> None:
    """Another value in one place of one field; of the stack, of frames in use."""
    names = [name for name in st.dtype.names if st[name].size]
    name = "stack" if pick.random() < 0.3 else pick.choice(names)
    field = np.asarray(st[name])
    at = tuple(pick.randrange(size) for size in field.shape)
    if name == "stack":
        at = pick.randrange(min(max(int(st.depth), 1), s.STACK_DEPTH)), at[1]
    info = np.iinfo(field.dtype)
    old = int(field[at])
    near = (0, 1, 2, -1, old + 1, old - 1, old ^ 1, pick.randrange(-3, 90), pick.randint(info.min, info.max))
    value = min(max(pick.choice(near), info.min), info.max)
    if field.shape:
        st[name][at] = value
    else:
        st[name] = value


def harm_decision(st: Any, pick: random.Random, code: Any, program: Any) -> None:
    """Another decision, with a frame that could ask for it."""
    decision, op, first, last, few, many, _ = pick.choice(ASKED)
    rows = np.flatnonzero(code[:, v.OP] == op).tolist()
    if rows:
        pc = pick.choice(rows)
        frame = st.stack[int(st.depth) - 1]
        frame[a.PC] = pc
        if pc >= v.CARD_CODE:
            frame[a.KIND] = np.where(program <= pc, program, -1).max(axis=1).argmax()
        frame[a.STEP], frame[a.COUNT] = pick.randint(first, last), pick.randint(few, min(many, 5))
        st.decision = decision
        st.decider = int(frame[a.OWNER]) ^ int(pick.random() > 0.7)


def add_frame(st: Any, pick: random.Random, code: Any, program: Any) -> None:
    """One more effect in the stack, of any card: one that waits, or one under way."""
    depth = int(st.depth)
    if not 1 <= depth < s.STACK_DEPTH:
        return
    kind, trigger = pick.choice(np.argwhere(program >= 0).tolist())
    at, place = pick.randint(1, depth), pick.randrange(s.PLAYERS * a.SLOTS)
    st.stack[at + 1 : depth + 1] = st.stack[at:depth].copy()
    frame = st.stack[at]
    frame[...] = 0
    frame[a.PC], frame[a.KIND], frame[a.OWNER], frame[a.PLACE] = program[kind, trigger], kind, place // a.SLOTS, place
    frame[a.SEAT] = frame[a.TARGET] = a.NO_PLACE
    if pick.random() < 0.5:
        frame[a.GROUP] = pick.randint(1, 3)
    else:
        frame[a.PC] += pick.randint(0, 2)
        frame[a.TARGET], frame[s.CARD] = pick.randrange(-1, place + 1), pick.randrange(-1, s.KINDS)
        if code[frame[a.PC], v.OP] in (v.AIM, v.DESTROY_CLAN):
            frame[a.STEP], frame[a.COUNT], frame[a.X] = 1, pick.randrange(3), pick.randrange(64)
    st.depth = depth + 1


def use(game: Game, pick: random.Random) -> None:
    """All that may be done with a game, to its end."""
    steps = 0
    while not game.is_over:
        legal = game.legal_actions()
        assert legal, "a running game without a legal action"
        if steps < 5:
            for seat in range(2):
                game.observe(seat)
                game.describe(seat)
            game.to_json()
            world = game.determinize(pick.randrange(2), pick.randrange(2**63))
            world.rules.check(world.states)
            assert all(game.action_text(action) for action in legal)
        game.apply(pick.choice(legal))
        if steps < 5:
            game.rules.check(game.states)
        steps += 1


@pytest.mark.slow
def test_a_damaged_record_is_refused_or_can_be_played_on() -> None:
    """Any field, any value, several at once: compiled code is never led astray."""
    pick = random.Random(1)
    saved = some_positions(40)
    rules = find_rules("gosux", 2, {})
    code, program = rules.tables[0].code, rules.tables[0].program
    refused = 0
    for _ in range(1500):
        states = pick.choice(saved).copy()
        for _ in range(pick.choice((1, 1, 1, 2, 3))):
            which = pick.random()
            if which < 0.7:
                harm_field(states[0], pick)
            elif which < 0.85:
                harm_decision(states[0], pick, code, program)
            else:
                add_frame(states[0], pick, code, program)
        try:
            rules.check(states)
        except DataError:
            refused += 1
            continue
        use(EngineGame.of_record(rules, states), pick)
    assert 700 < refused < 1400
