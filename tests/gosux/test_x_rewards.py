"""What players of GOSU X get for a game, by the option ``reward``."""

from __future__ import annotations

from typing import Any

import pytest

from gosu_env import Game


@pytest.mark.parametrize(("other", "lead"), [(0, 1.0), (1, 0.5)])
def test_a_return_may_be_the_lead_in_supremacy_tokens(other: int, lead: float) -> None:
    for reward, returns in (("win", [1.0, -1.0]), ("supremacy", [lead, -lead])):
        army: list[Any] = [["Timer", "Timer"]]
        players = [{"army": army, "tokens": 0, "supremacy": 1}, {"tokens": 0, "supremacy": other, "passed": True}]
        options = {"reward": reward}
        game = Game.position("gosux", 2, options=options, players=players, turns_left=1)
        while not game.is_over:
            game.apply(game.parse_action("pass"))
        assert game.ending == ("supremacy", None)
        assert game.returns() == returns


def test_who_wins_in_another_way_counts_as_having_two_tokens() -> None:
    players = [
        {"hand": ["Nezha"], "army": [["Volantis"], ["Elle"], ["Byun Hyung Ja (Galmi)"]], "clans": ["galmi"]},
        {"supremacy": 1},
    ]
    players[0] |= {"tokens": 0, "owned": 4}
    options = {"reward": "supremacy", "auto_forced": False}
    game = Game.position("gosux", 2, options=options, players=players)
    game.apply(game.parse_action("pass"))
    assert game.ending == ("fifth token", "Byun Hyung Ja (Galmi)")
    assert game.returns() == [0.5, -0.5]
