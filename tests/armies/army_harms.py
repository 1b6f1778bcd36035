"""Harms to games of armies: their stack of effects, and their card files. See ``tests/fuzzing.py``."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gosu_env import Game
from gosu_env.armies import state as a
from gosu_env.armies.vocabulary import OP
from tests.fuzzing import other_value

# ------------------------------------------------------------------------------------------------ the stack


class Asked(NamedTuple):
    """A decision, the instruction that asks for it, at which step and with how many left to choose."""

    decision: int
    op: int
    step: int
    few: int
    many: int


def height(game: Game) -> int:
    """How many frames are in use, also when that number is harmed already."""
    return min(max(int(game.state.depth), 1), len(game.state.stack))


def harm_stack(game: Game, pick: random.Random) -> None:
    """Another value in a frame that is in use."""
    stack = game.state.stack
    at = pick.randrange(height(game)), pick.randrange(stack.shape[1])
    stack[at] = other_value(stack, at, pick)


def harm_decision(game: Game, pick: random.Random, asked: Sequence[Asked]) -> None:
    """Another decision, with a frame that could ask for it."""
    st = game.state
    tables = game.rules.tables[0]
    one = pick.choice(asked)
    rows = np.flatnonzero(tables.code[:, OP] == one.op).tolist()
    if rows:
        pc = pick.choice(rows)
        frame = st.stack[height(game) - 1]
        frame[a.PC] = pc
        started = np.where(tables.program <= pc, tables.program, -1).max(axis=1)
        if started.max() >= 0:
            frame[a.KIND] = started.argmax()
        frame[a.STEP], frame[a.COUNT] = one.step, pick.randint(one.few, min(one.many, 5))
        st.decision = one.decision
        if pick.random() < 0.7:
            st.decider = frame[a.OWNER]


def add_frame(game: Game, pick: random.Random) -> None:
    """One more effect on the stack or in it, of any card: one that waits, or one under way."""
    st = game.state
    depth = height(game)
    if depth == len(st.stack):
        return
    program = game.rules.tables[0].program
    kind, trigger = (int(each) for each in pick.choice(np.argwhere(program >= 0).tolist()))
    at = pick.randint(1, depth)
    st.stack[at + 1 : depth + 1] = st.stack[at:depth].copy()
    place = pick.randrange(a.SLOTS * game.num_players)
    frame = st.stack[at]
    frame[...] = 0
    frame[a.PC], frame[a.KIND], frame[a.OWNER], frame[a.PLACE] = program[kind, trigger], kind, place // a.SLOTS, place
    frame[a.SEAT] = frame[a.TARGET] = a.NO_CARD
    if pick.random() < 0.5:
        frame[a.GROUP] = pick.randint(1, 3)
    else:
        frame[a.PC] += pick.randint(0, 2)
    st.depth = depth + 1


def exchange(values: Any, one: int, other: int) -> None:
    """One number stands where the other stood."""
    first, second = values == one, values == other
    values[first], values[second] = other, one


# ------------------------------------------------------------------------------------------------ card files

LONG = "9" * 5000
NAMED = {"clan=named": "name clan", "level=named": "name level"}  # words, and the effect that must come before


def some_line(
    pick: random.Random,
    verbs: Mapping[str, Any],
    conditions: Sequence[str],
    wild_words: Sequence[str],
    wild: bool,
    before: Mapping[str, str] = NAMED,
) -> str:
    """A line of the language; a wild one only nearly."""
    effects = []
    for _ in range(pick.choice((1, 1, 2, 3))):
        verb = pick.choice(list(verbs))
        if wild and pick.random() < 0.5:
            effects.append(" ".join([verb, *pick.sample(wild_words, pick.randint(0, 3))]))
        else:
            effect = pick.choice(verbs[verb].example.split(" · "))
            effects += [first for word, first in before.items() if word in effect.split()] + [effect]
    chosen = pick.sample(conditions, pick.randint(1, 2)) if pick.random() < 0.3 else []
    return ", ".join(chosen) + ": " * bool(chosen) + "; ".join(effects)
