"""The eleven cards of Phoenix: extra turns and cards to draw."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.card("Arpia")
def test_arpia_draws_a_card(x_table: Any) -> None:
    t = x_table({"hand": ["Arpia"], "deck": ["Muraena"]})
    t.do("place Arpia")
    assert t.hand(0) == ["Muraena"]
    assert t.seat == 1


@pytest.mark.card("Arpia")
def test_arpia_gives_an_extra_turn_beside_timer(x_table: Any) -> None:
    t = x_table({"hand": ["Arpia"], "army": [["Timer"]], "deck": ["Muraena"]})
    t.do("place Arpia")
    assert t.seat == 0
