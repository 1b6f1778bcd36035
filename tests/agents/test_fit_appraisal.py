"""The weights of the search: pairs of games that one move sets apart, and what is learnt from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gosu_env.agents.appraisal import JUDGEMENT, TEAM_JUDGEMENT, WEIGHTS
from gosu_env.agents.fit_appraisal import Pairs, collect, fit, main
from gosu_env.gosu.state import RUNNING
from gosu_env.gosu.vocabulary import DECIDE_MAIN


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    return collect(60, num_players=2, seed=3)


def test_every_weight_was_fitted() -> None:
    assert list(TEAM_JUDGEMENT) == list(JUDGEMENT) == list(WEIGHTS)


def test_pairs_are_positions_between_turns_that_a_move_sets_apart(pairs: Pairs) -> None:
    assert len(pairs.seats) >= 60
    one, other = pairs.states
    for states in (one, other):
        assert ((states["decision"] == DECIDE_MAIN) | (states["ending"] != RUNNING)).all()
    assert all(a.tobytes() != b.tobytes() for a, b in zip(one, other, strict=True))
    assert set(np.unique(pairs.returns)) <= {-1.0, 0.0, 1.0}
    assert len(np.unique(pairs.returns)) > 1


def test_the_same_seed_gives_the_same_pairs(pairs: Pairs) -> None:
    again = collect(60, num_players=2, seed=3)
    assert (again.returns == pairs.returns).all()
    assert again.states[1].tobytes() == pairs.states[1].tobytes()


def test_a_fit_finds_the_weights_that_made_the_returns(pairs: Pairs) -> None:
    truth = WEIGHTS | {"decisive": 0.08, "army": 1.5, "doubt": 4.0}
    made = replace(pairs, returns=pairs.values(truth))
    found = fit(made, WEIGHTS)
    before, after = (np.square(made.errors(made.values(weights))).sum() for weights in (WEIGHTS, found))
    assert after < before / 20
    assert found["decisive"] < WEIGHTS["decisive"]


@pytest.mark.parametrize("players", ["2", "4"])
def test_the_command_tells_weights_and_how_good_they_are(players: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--pairs", "10", "--players", players])
    told = capsys.readouterr().out
    assert "'vp_1': " in told
    assert "before: squared error" in told
    assert "after: squared error" in told
