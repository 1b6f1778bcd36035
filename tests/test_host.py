"""Rules as C++ on the CPU: what they mean in Python, they mean there, and the games are the same bytes."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from gosu_env.engine import belief_loops, entries
from gosu_env.engine.batch import Batch
from gosu_env.engine.compile import build
from gosu_env.engine.compile.dispatch import Entry
from gosu_env.engine.compile.translate import Program, python_of
from gosu_env.engine.cpp import TranslationError
from gosu_env.engine.layout import record_dtype
from gosu_env.engine.rules import find_rules
from tests.test_cpp import LARGE, SMALL, least, line_of, mixed_rest, quotient, rest, wide_quotient, wide_rest

pytestmark = pytest.mark.skipif(build.find_compiler() is None, reason="there is no C++ compiler")
PAIR = record_dtype([("share", "f8"), ("age", "i4"), ("small", "i1", (3,)), ("room", "i1")])
FACTOR = np.float32(0.1)
PRIMES = np.array([2, 3, 5, 7], np.int16)


class Lists(NamedTuple):
    """Arrays by name."""

    whole: Any
    real: Any
    limit: int


# ------------------------------------------------------------------------------------------------ numbers


def shifted(a: int, b: int) -> int:
    return (1 << (abs(b) % 60)) + (a >> 3) + ~a


def count_down(a: int, b: int) -> int:
    total = 0
    for i in range(abs(a) % 50, -1, -3):
        total += i * i - b
    return total + i


def both(a: int, b: int) -> int:
    found, other = b, a
    found, other = other, found + 1
    return (found and other) - (found or other)


def middling(a: int, b: int) -> bool:
    return -5 < a <= b or a in (7, b, 9) or not (a or b)


def shares(a: int, b: int) -> float:
    half: float = 0
    for _ in range(3):
        half = half / 2 + a * 0.1
    return half + math.sqrt(abs(a)) * math.exp(-abs(b) / 1e9) + max(a / 7, b, 0.5) + float(a) ** 3


def of_constants(a: int, b: int) -> int:
    total = len(PRIMES) * b
    for i in range(len(PRIMES)):
        total += int(PRIMES[i]) * a
    return int(total)


@pytest.mark.parametrize(
    ("function", "first"),
    [
        *((function, SMALL) for function in (quotient, rest, least, shifted, count_down, both, middling, shares)),
        *((function, LARGE) for function in (wide_quotient, wide_rest, mixed_rest)),
        (of_constants, SMALL),
    ],
)
def test_numbers_come_out_as_in_python(function: Any, first: list[int]) -> None:
    made = Entry(function)
    for a in first:
        for b in SMALL:
            try:
                wanted = function(a, b)
            except ZeroDivisionError:
                continue
            assert made(a, b) == wanted, (a, b)


def single(numbers: Any, out: Any) -> float:
    total = np.float32(0)
    for i in range(numbers.shape[0]):
        total += numbers[i] * FACTOR
        out[i] = numbers[i] * i + total
    return float(total)


def test_arrays_with_gaps_between_their_items_can_be_passed() -> None:
    table = np.arange(24, dtype=np.float32).reshape(6, 4)
    wanted, out = np.zeros(6, np.float32), np.zeros((6, 2), np.float32)
    made = Entry(single)
    assert made(table[:, 1], out[:, 1]) == made(table[:, 1].copy(), wanted)
    assert out[:, 1].tolist() == wanted.tolist()
    assert not out[:, 0].any()


def test_numbers_of_32_bits_are_added_up_as_such() -> None:
    numbers = np.random.default_rng(1).random(50, np.float32)
    out = np.zeros(50, np.float32)
    total = np.float32(0)
    for i in range(50):
        total += numbers[i] * FACTOR
    assert Entry(single)(numbers, out) == float(total)
    assert out[-1] == np.float32(float(numbers[-1]) * 49 + float(total))


# ------------------------------------------------------------------------------------------------ arrays and records


def work(lists: Lists, pairs: Any, rows: Any) -> int:
    made = np.full((3, lists.limit), 4, np.int16)
    made[1, :] = -1
    part = rows[1:][0]
    part[: lists.limit] = 9
    order = np.zeros(lists.whole.shape, np.int64)
    for i in range(order.shape[0]):
        order[i] = lists.whole[i]
    order[: order.shape[0]].sort()
    pair = pairs[1]
    pair.age += 300
    pair.small[2] -= 2
    pair.share = made[1, 0] / 3
    pairs[0] = pair
    this = pairs[0]
    lists.real[0] += this.share + this.small[-1]
    return int(order[0] * 1000 + made[2, 1] + part[0] + rows[1, 0])


def worked(function: Callable[..., Any]) -> list[Any]:
    lists = Lists(np.array([5, -3, 8, 1], np.int32), np.ones(2), 3)
    pairs = np.zeros(2, PAIR)
    rows = np.arange(12, dtype=np.int8).reshape(2, 6)[:, :5]  # with gaps between the rows
    return [function(lists, pairs, rows), pairs.tobytes(), lists.real.tolist(), rows.tolist()]


def test_arrays_and_records_are_as_in_python() -> None:
    assert worked(Entry(work)) == worked(work)


@pytest.mark.parametrize(
    ("value", "why"),
    [(np.zeros(3, np.complex128), "complex128"), ("a", "value='a'")],
)
def test_what_compiled_code_cannot_take_is_refused(value: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        Entry(taken)(value)


def taken(value: Any) -> int:
    return 1


# ------------------------------------------------------------------------------------------------ refusals


def two_kinds(numbers: Any) -> int:
    found = 1
    found = numbers
    return found + 1  # type: ignore[no-any-return]


def fraction(a: int) -> int:
    return a / 2  # type: ignore[return-value]


def over_items(numbers: Any) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


@pytest.mark.parametrize(
    ("function", "text", "why"),
    [
        (two_kinds, "found = numbers", "the variable found is of two kinds"),
        (fraction, "a / 2", "a fraction where a whole number is wanted"),
        (over_items, "in numbers", "a loop over something else than a range"),
    ],
)
def test_what_has_no_translation_is_refused_with_its_file_and_line(function: Any, text: str, why: str) -> None:
    given: Any = 1 if function is fraction else np.zeros(3, np.int64)
    with pytest.raises(TranslationError) as error:
        Program().add(function, (given,), "entry")
    assert str(error.value).startswith(f"{__file__}, line {line_of(function, text)}: {why}")


def test_an_error_of_the_compiler_names_the_line_of_the_rule() -> None:
    program = Program()
    program.add(shifted, (1, 2), "entry")
    broken = program.source().replace("(a >> 3)", "(a >> nothing)")
    with pytest.raises(build.BuildError) as error:
        build.library(broken, "broken", build.flags_for())
    assert f"{__file__}:{line_of(shifted, '>> 3')}" in str(error.value)


BEYOND = """
import numpy as np
from gosu_env.engine.compile.dispatch import Entry
from tests.test_host import single
Entry(single)(np.zeros(5, np.float32), np.zeros(3, np.float32))
"""


def test_checked_code_stops_at_an_index_out_of_range() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BEYOND],
        env=os.environ | {"GOSU_CHECKED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode < 0
    assert f"{__file__}:{line_of(single, 'out[i] =')}: index out of range: 3 of 3" in done.stderr


# ------------------------------------------------------------------------------------------------ the same games

TABLES = [
    *(("gosu", 2, {}), ("gosu", 3, {"kamakor": True}), ("gosu", 4, {"auto_forced": False})),
    *(("gosux", 2, {}), ("laundromat", 2, {}), ("laundromat", 5, {})),
]


def native(function: Any) -> Any:
    plain = python_of(function)
    assert plain is not None
    return Entry(plain)


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_games_are_the_same_bytes(game: str, players: int, options: dict[str, Any]) -> None:
    """States, lists, masks, observations, rewards, extras: of the engine that runs, and of C++."""
    rules = find_rules(game, players, options)
    one, other = (Batch(rules, 24, 7, threads=1, extras=("final_obs", "central_state", "hidden")) for _ in range(2))
    step, sample = native(rules.extras.step), native(rules.batch.sample)
    rollout = native(rules.batch.rollout)
    for turn in range(300):
        if turn % 50 == 49:
            one.rollout(40)
            rollout(other._arrays, 40, other.games, 0, 24)
            native(rules.extras.show)(*other._show_arguments, 0, 24)
        else:
            one.step(one.sample())
            sample(other._arrays, other._actions, 0, 24)
            other.illegal[...] = False
            step(*other._step_arguments, 0, 24)
        for name in ("states", "mask", "obs", "seat", "reward", "done", "truncated", "seeds", "final_obs", "hidden"):
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), (name, turn)
        assert one.central_state.tobytes() == other.central_state.tobytes()
        assert one._legal.tobytes() == other._legal.tobytes()


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_worlds_and_beliefs_are_the_same_bytes(game: str, players: int, options: dict[str, Any]) -> None:
    rules = find_rules(game, players, options)
    batch = Batch(rules, 12, 3, threads=1)
    bound, beliefs = rules.bind(entries), rules.bind(belief_loops)
    legal = np.zeros(rules.max_legal, np.int16)
    for _ in range(6):
        batch.rollout(17)
        for i in range(12):
            for seat in range(players):
                worlds = rules.new_states(2)
                for j, deal in enumerate((bound.determinize, native(bound.determinize))):
                    deal(batch.states, worlds, rules.tables, i, j, seat, 5, legal)
                assert worlds[0].tobytes() == worlds[1].tobytes()
            size = rules.belief_spec.size
            seen = [(np.zeros(size, np.int8), np.zeros(size, np.float32)) for _ in range(2)]
            exact = [
                believe(batch.states, rules.tables, i, int(batch.seat[i]), rules.new_states(1), legal, *room)
                for believe, room in zip((beliefs.belief, native(beliefs.belief)), seen, strict=True)
            ]
            assert exact[0] == exact[1]
            assert [part.tobytes() for part in seen[0]] == [part.tobytes() for part in seen[1]]
