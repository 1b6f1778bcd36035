"""Rules for plain and for told records: the same, but that told ones have room for what happens."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env.engine.compile import entry, rule, shared_rule
from gosu_env.engine.events import write_event
from gosu_env.engine.layout import record_dtype, told_record
from gosu_env.engine.records import empty_records

PLAIN = record_dtype([("coins", "i2", (3,)), ("turn", "i1")], 0)
TOLD = told_record(PLAIN, 4)
SHORT = told_record(PLAIN, 1)
BORDER = 2  # records beside the one that is played


@rule
def pay(st: Any, seat: int) -> None:
    st.coins[seat] -= 1
    write_event(st, 20, seat, -1, -1, -1, -1, 255, int(st.coins[seat]))


@shared_rule
def earn(st: Any, seat: int) -> None:
    st.coins[seat] += 1
    write_event(st, 21, seat, -1, -1, -1, -1, 255, int(st.coins[seat]))


@shared_rule
def count(st: Any) -> int:
    return int(st.coins[0] + st.coins[1] + st.coins[2])


@entry
def trade(states: Any, i: int, giver: int, taker: int) -> int:
    pay(states[i], giver)
    earn(states[i], taker)
    states[i].turn += 1
    return count(states[i])


def played(dtype: np.dtype[Any]) -> Any:
    states = empty_records(dtype, 2 * BORDER + 1)
    states["coins"] = 5
    assert trade(states, BORDER, 0, 2) == 15
    return states


@pytest.mark.parametrize("dtype", [PLAIN, TOLD, SHORT])
def test_a_record_is_played_alike_whether_it_is_told_or_not(dtype: np.dtype[Any]) -> None:
    states = played(dtype)
    assert states["coins"].tolist() == [[5, 5, 5]] * BORDER + [[4, 5, 6]] + [[5, 5, 5]] * BORDER
    assert states["turn"].tolist() == [0, 0, 1, 0, 0]


def test_what_happens_is_told_in_records_with_room_for_it_and_nowhere_else() -> None:
    events = played(TOLD)["events"]
    assert events[BORDER, 0, 0] == 2
    assert events[BORDER, 1:3, [0, 1, 7]].T.tolist() == [[20, 0, 4], [21, 2, 6]]
    assert not events[:BORDER].any()
    assert not events[BORDER + 1 :].any()
    assert not events[BORDER, 3:].any()


def test_what_finds_no_room_is_lost_in_a_shorter_record() -> None:
    events = played(SHORT)["events"]
    assert events[BORDER, :, 0].tolist() == [1, 0]  # one event, which says that something is lost
    assert events[BORDER, 1, 1:3].tolist() == [2, -1]
