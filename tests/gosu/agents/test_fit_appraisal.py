"""The weights of the search: pairs of games that one move sets apart, and what is learnt from them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gosu_env import DataError
from gosu_env.agents.gosu.appraisal import FILE, JUDGEMENT, TEAM_JUDGEMENT, WEIGHTS, read_weights, weights_text
from gosu_env.agents.gosu.fit_appraisal import Pairs, collect, fit, main
from gosu_env.armies.state import RUNNING
from gosu_env.gosu.vocabulary import DECIDE_MAIN


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    return collect(60, num_players=2, seed=3)


def test_every_weight_was_fitted() -> None:
    assert list(TEAM_JUDGEMENT) == list(JUDGEMENT) == list(WEIGHTS)


def test_a_table_is_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("".join(map(weights_text, ("b", "a"), (JUDGEMENT, WEIGHTS))))
    assert read_weights(path, ["a", "b"]) == [WEIGHTS, JUDGEMENT]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("vp_1 = 4.0", ""), r"\[greedy\]: weights are missing or too many: vp_1"),
        (("vp_1 = 4.0", "vp_1 = 4.0\nvp_3 = 1"), r"\[greedy\]: weights are missing or too many: vp_3"),
        (("vp_1 = 4.0", "vp_1 = nan"), r"\[greedy\]: vp_1 is nan, not a number"),
        (("vp_1 = 4.0", "vp_1 = true"), r"\[greedy\]: vp_1 is True, not a number"),
        (("vp_1 = 4.0", "vp_1 = '4'"), r"\[greedy\]: vp_1 is '4', not a number"),
        (("[team_judgement]", "[teams]"), r"\[team_judgement\] is missing"),
        (("[greedy]", "[greedy"), "not a file of weights: "),
    ],
)
def test_damaged_files_of_weights_are_refused(change: tuple[str, str], told: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(FILE.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    with pytest.raises(DataError, match=f"weights.toml: {told}"):
        read_weights(path)


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


@pytest.mark.slow
@pytest.mark.parametrize("players", ["2", "4"])
def test_the_command_tells_weights_and_how_good_they_are(
    players: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--pairs", "10", "--players", players])
    told = capsys.readouterr().out
    table, _, _ = told[told.index("[judgement]") :].partition("\n\n")
    (tmp_path / "fitted.toml").write_text(table)
    assert list(read_weights(tmp_path / "fitted.toml", ["judgement"])[0]) == list(WEIGHTS)
    assert "before: squared error" in told
    assert "after: squared error" in told
