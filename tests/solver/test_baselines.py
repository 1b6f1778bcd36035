"""The baselines learn, are the same for a seed, and are measured over the tree."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from gosu_env.engine.errors import DataError, OptionError  # noqa: E402
from gosu_env.solver import passes  # noqa: E402
from gosu_env.solver.exploitability import Responder, check_policy  # noqa: E402
from gosu_env.solver.solution import Solution  # noqa: E402
from gosu_env.solver.tree import GameTree, enumerate_game  # noqa: E402
from gosu_env.training.baselines import budget, curves, deep_cfr, full, nfsp, psro, rnad  # noqa: E402
from gosu_env.training.baselines.full_picture import draw_full  # noqa: E402
from gosu_env.training.baselines.games import Played, Tables, random_actions, sample_actions  # noqa: E402
from gosu_env.training.baselines.reservoir import Reservoir  # noqa: E402
from gosu_env.training.baselines.search import measure_search  # noqa: E402
from gosu_env.training.match import score_of  # noqa: E402

TINY: dict[str, Any] = {"size": "mini", "hand_size": 1, "columns": 1}


@cache
def tree() -> GameTree:
    return enumerate_game("gosu", TINY)


def made(name: str, seed: int = 3) -> Any:
    """A baseline with little to do in an iteration."""
    if name == "nfsp":
        return nfsp.NFSP("gosu", TINY, seed, nfsp.Settings(games=64, steps=4))
    if name == "psro":
        return psro.PSRO("gosu", TINY, seed, psro.Settings(games=64, rounds=15, steps=8, measured=4))
    if name == "rnad":
        return rnad.RNaD("gosu", TINY, seed, replace(rnad.Settings(), games=64, phase=10))
    if name == "deep_cfr":
        return deep_cfr.DeepCFR("gosu", TINY, seed, deep_cfr.Settings(steps=40, average_steps=20))
    return curves.make_baseline(name, "gosu", TINY, seed)


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize(
    ("name", "iterations"),
    [("nfsp", 20), ("psro", 1), ("rnad", 30), ("ppo", 4), ("deep_cfr", 6)],
)
def test_a_baseline_learns(name: str, iterations: int) -> None:
    baseline, responder = made(name), Responder(tree())
    assert all(baseline.learn() > 0 for _ in range(iterations))
    policy = baseline.policy(tree())
    check_policy(tree(), policy)
    assert responder.exploitability(policy) < 0.8 * responder.exploitability(tree().uniform())


@pytest.mark.parametrize("name", ["nfsp", "rnad", "deep_cfr"])
def test_a_seed_repeats_a_baseline(name: str) -> None:
    found = []
    for _ in range(2):
        baseline = made(name)
        for _ in range(2):
            baseline.learn()
        found.append(baseline.policy(tree()))
    assert (found[0] == found[1]).all()


def test_games_are_told_in_order() -> None:
    rng = np.random.default_rng(0)
    played = Tables("gosu", TINY, 40, 1).play(lambda obs, mask, seat: random_actions(mask, rng))
    assert (played.mask[np.arange(len(played)), played.action] == 1).all()
    assert len({(game, seat) for game, seat in zip(played.game, played.seat, strict=True)}) == played.last.sum()
    for game in range(40):
        own = played.game == game
        gains = dict(zip(played.seat[own].tolist(), played.gain[own].tolist(), strict=True))
        assert len(gains) < 2 or sum(gains.values()) == 0
        assert sorted(played.time[own]) == list(range(int(own.sum())))


def test_what_is_paid_later_goes_to_the_other() -> None:
    rows = {"obs": np.zeros((3, 1), np.int8), "mask": np.ones((3, 2), np.int8), "action": np.zeros(3, np.int64)}
    order = {"game": np.zeros(3, np.int64), "seat": np.array([0, 0, 1]), "time": np.array([0, 2, 1])}
    played = Played(**rows, **order, gain=np.float32([1, 1, -1]), last=np.array([False, True, True]))
    later = rnad.gains_after(played, np.float32([0.5, 0.25, 0.125]))
    assert later.tolist() == [1 + 0.125 - 0.25, 1, -1 + 0.25]


def test_actions_are_as_likely_as_they_should_be() -> None:
    rng = np.random.default_rng(0)
    drawn = sample_actions(np.tile([0.0, 0.25, 0.75], (4000, 1)), rng)
    assert np.bincount(drawn, minlength=3) / 4000 == pytest.approx([0, 0.25, 0.75], abs=0.03)


def test_a_reservoir_keeps_a_uniform_sample() -> None:
    reservoir = Reservoir(200, np.random.default_rng(1))
    for start in range(0, 100):
        number = torch.full((20, 1), float(start))
        reservoir.add(number=number, twice=2 * number)
    assert reservoir.added == 2000
    kept = reservoir.rows["number"]
    assert float(kept.mean()) == pytest.approx(49.5, abs=8)
    assert (reservoir.rows["twice"] == 2 * kept).all()
    drawn = reservoir.sample(50)
    assert (drawn["twice"] == 2 * drawn["number"]).all()


def test_nfsp_waits_for_responses_to_imitate() -> None:
    baseline = nfsp.NFSP("gosu", TINY, 3, nfsp.Settings(games=8, steps=1, anticipation=0.0))
    before = baseline.policy(tree())
    assert baseline.learn() > 0
    assert baseline.reservoir.added == 0
    assert (baseline.policy(tree()) == before).all()


def test_rows_of_a_reservoir_stay_together_with_several_threads() -> None:
    """Many rows of one call have the same place there: the last of them is kept, in all tensors."""
    torch.set_num_threads(4)
    for seed in range(5):
        reservoir = Reservoir(50, np.random.default_rng(seed))
        number = torch.arange(20_000.0)[:, None]
        reservoir.add(number=number, wide=number.repeat(1, 300))
        assert (reservoir.rows["wide"] == reservoir.rows["number"]).all()
        assert len(reservoir.rows["number"].unique()) == 50


def test_a_league_learns_among_its_members() -> None:
    baseline, responder = made("league"), Responder(tree())
    for _ in range(6):
        assert baseline.learn() > baseline.league.learner.rollout.fresh  # the exploiter's decisions count
    assert [member.name for member in baseline.league.members] == ["self 1"]
    assert len(baseline.league.guests) == 4
    assert responder.exploitability(baseline.policy(tree())) < 0.8 * responder.exploitability(tree().uniform())


def test_advantages_are_what_actions_are_worth_beyond_the_policy() -> None:
    policy = np.float32([[0.25, 0.75, 0], [0, 1, 0]])
    level = deep_cfr.Level(
        *(np.zeros((2, 1), np.int8), np.int8([[1, 1, 0], [1, 1, 1]]), np.array([True, False]), policy),
        *(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([1.0, -1.0, 0.5]), np.zeros(0, np.int64)),
    )
    value, advantage = deep_cfr.worth(level)
    assert value.tolist() == [0.25 - 0.75, 0.5]
    assert advantage[0].tolist() == [1.5, -0.5, 0]


def test_traversals_are_unbiased() -> None:
    """Under the uniform policy, what the seat that decides first gets is on average what the tree says."""
    all_of, value = tree(), tree().value.copy()
    passes.expect(all_of.parent, all_of.mover, all_of.slot, all_of.chance, all_of.uniform(), value)
    deals = np.flatnonzero((all_of.parent == 0) & ~all_of.ends)
    decider = np.array([all_of.mover[np.flatnonzero(all_of.parent == deal)[0]] for deal in deals])
    expected = np.average(value[deals] * (1 - 2 * decider), weights=all_of.chance[deals])
    baseline = made("deep_cfr")
    for traverser in range(2):
        first = baseline._traverse(traverser, 800)[0]
        values = deep_cfr.worth(first)[0]
        for own, sign in ((first.own, 1), (~first.own, -1)):
            error = values[own].std() / own.sum() ** 0.5
            assert 0 < error < 0.1
            assert values[own].mean() == pytest.approx(sign * expected, abs=4 * error)


def test_traversals_that_grow_too_large_are_refused() -> None:
    baseline = deep_cfr.DeepCFR("gosu", TINY, 0, deep_cfr.Settings(most=40))
    with pytest.raises(OptionError, match="choose a smaller game"):
        baseline.learn()


def test_search_is_measured(tmp_path: Path) -> None:
    solution = Solution(tmp_path, "gosu", TINY)
    solution.enumerate()
    solution.solve(20)
    found = measure_search(solution, 20, 2)
    assert (found.simulations, len(found.once)) == (20, 2)
    random = solution.measure("random", solution.tree.uniform()).exploitability
    assert all(0 <= each < random for each in (*found.once, found.together))


def test_as_many_points_of_a_run_are_measured_as_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "make_baseline", lambda name, game, options, seed: made(name, seed))
    solution = Solution(tmp_path, "gosu", TINY)
    points = curves.learn_curve(solution, "rnad", 0, curves.Settings(("rnad",), decisions=1200, points=2))
    assert len(points) == 2
    assert 600 <= points[0].decisions < 1200 <= points[1].decisions
    assert solution.curve == []  # nothing is solved for it
    uniform = solution.tree.uniform()
    assert points[-1].exploitability < solution.exploitability(uniform)
    assert solution.exploitability(uniform) == solution.measure("random", uniform).exploitability
    with pytest.raises(OptionError, match="points must be 1 or more"):
        curves.Settings(points=0)


@pytest.mark.slow
def test_runs_at_the_same_time_are_those_of_one_after_the_other(tmp_path: Path) -> None:
    given = ["--algorithms", "rnad", "--decisions", "600", "--seeds", "1", "--search", ""]
    given += [word for name, value in TINY.items() for word in ("--option", f"{name}={value}")]
    found = [curves.main([*given, "--jobs", jobs, "--out", str(tmp_path / jobs)]) for jobs in ("1", "2")]
    told = [{run: [p.exploitability for p in points] for run, points in each.runs.items()} for each in found]
    assert told[0] == told[1]
    assert sorted(told[0]) == ["rnad-0"]


def test_curves_are_drawn_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "make_baseline", lambda name, game, options, seed: made(name, seed))
    given = ["--algorithms", "rnad", "--decisions", "900", "--seeds", "1", "--search", "2", "--out", str(tmp_path)]
    given += [word for name, value in TINY.items() for word in ("--option", f"{name}={value}")]
    first = curves.main(given)
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    kept = json.loads((tmp_path / "curves.json").read_text(encoding="utf-8"))
    assert [point["decisions"] for point in kept["runs"]["rnad-0"]] == sorted(p.decisions for p in first.runs["rnad-0"])
    monkeypatch.setattr(curves, "make_baseline", lambda *_: pytest.fail("it is there already"))
    assert curves.main(given).runs == first.runs
    searched = curves.main([*given, "--algorithms", "", "--search", "2,3"])  # searches alone
    assert (searched.runs, sorted(searched.search)) == (first.runs, [2, 3])
    with pytest.raises(OptionError, match="another game or length"):
        curves.main([*given, "--decisions", "1000"])
    (tmp_path / "curves.json").write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match="damaged"):
        curves.main(given)
    with pytest.raises(OptionError, match="unknown algorithm 'nsfp'"):
        curves.main(["--algorithms", "nsfp"])
    with pytest.raises(OptionError, match="search: expected whole numbers"):
        curves.main(["--search", "ten"])
    with pytest.raises(OptionError, match="search: simulations must be 1 or more"):
        curves.main(["--search", "0,10"])


def test_a_mixture_plays_as_likely_as_its_weights() -> None:
    mixed = made("psro")
    mixed.population, mixed.weights = [None, None, None], np.array([0.2, 0.0, 0.8])
    met: list[int] = []
    mixed._act = lambda who, obs, mask: met.append(len(obs)) or random_actions(mask, mixed.rng)
    batch = Tables("gosu", TINY, 3000, 1).batch
    player = mixed.player()
    actions = player.answer(batch, np.arange(3000))
    assert (batch.mask[np.arange(3000), actions] == 1).all()
    assert np.array(met) / 3000 == pytest.approx([0.2, 0.8], abs=0.03)


def test_a_response_of_psro_can_start_from_the_one_before() -> None:
    """With nothing to learn in a round, it stays what it was."""
    settings = psro.Settings(games=16, rounds=2, steps=2, measured=1, goes_on=True)
    learned = psro.PSRO("gosu", TINY, 3, settings)
    learned.learn()
    learned.settings = replace(settings, steps=0)
    learned.learn()
    _, first, second = (who.state_dict() if who is not None else {} for who in learned.population)
    assert first
    assert all(torch.equal(second[name], weight) for name, weight in first.items())
    learned.settings = replace(settings, steps=0, goes_on=False)
    learned.learn()
    assert learned.population[3] is not None
    assert not all(torch.equal(weight, first[name]) for name, weight in learned.population[3].state_dict().items())


def test_psro_counts_games_in_which_a_response_never_decides() -> None:
    """With a card each and forced moves made alone, a seat may have no decision at all; its game counts even so."""
    learned = psro.PSRO("gosu", TINY, 3, psro.Settings(games=256, rounds=1, steps=1, measured=2))
    expected, meet, undecided = [], learned._meet, 0

    def watch(act: Any, own: Any, rival: Any) -> Played:
        nonlocal undecided
        played, gains = meet(act, own, rival), np.zeros(256)
        gains[played.game] = np.where(played.seat == own[played.game], played.gain, -played.gain)
        undecided += 256 - len(np.unique(played.game[played.seat == own[played.game]]))
        expected.append(gains.mean())
        return played

    learned._meet = watch  # type: ignore[method-assign]
    learned.learn()
    assert undecided > 0
    assert learned.payoff[1, 0] == pytest.approx(np.mean(expected[1:]))  # the first were to learn from
    assert learned.payoff[0, 1] == -learned.payoff[1, 0]


def test_psro_stops_between_games_and_drops_what_is_not_complete() -> None:
    asked = iter(range(10**6))
    stopped = psro.PSRO(
        "gosu", TINY, 3, psro.Settings(games=16, rounds=4, steps=2, measured=3), lambda: next(asked) > 5
    )
    assert stopped.learn() > 0  # four rounds, and two matches of three
    assert next(asked) == 7
    assert (len(stopped.population), stopped.payoff.shape, stopped.weights.tolist()) == (1, (1, 1), [1.0])
    stopped.over = lambda: False
    stopped.learn()
    assert (len(stopped.population), stopped.payoff.shape) == (2, (2, 2))


def test_memories_keep_a_byte_for_each_entry() -> None:
    baseline = made("nfsp")
    baseline.learn()
    entries = baseline.tables.batch.obs.shape[1]
    assert (baseline.response.obs.dtype, baseline.response.obs.shape) == (np.int8, (100_000, entries))
    kept = baseline.reservoir.rows["obs"]
    assert (kept.dtype, tuple(kept.shape)) == (torch.int8, (200_000, entries))


def test_a_budget_counts_what_the_process_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(budget.time, "process_time", lambda: now[0])
    given = budget.Budget(5)
    now[0] += 4
    assert (given.spent, given.over()) == (4, False)
    given.begin()
    assert given.spent == 0
    now[0] += 5
    assert given.over()


def test_ratings_and_bounds_of_the_full_game_are_kept(tmp_path: Path) -> None:
    settings = full.Settings(("ppo",), deals=2)
    found = full.Full(tmp_path, settings)
    found.add("ppo-0", full.Learned(1000, 1.0, {"random": [2.0, 2.0], "greedy": [1.0, 1.0]}, (0.75, 0.7, 0.9), 500))
    found.add("td-0", full.Learned(1000, 1.0, {"random": [2.0, 1.0], "greedy": [2.0, 2.0]}, (0.1, 0.0, 0.3), 500))
    found.add("nfsp-0", full.Learned(1000, 1.0, {"random": [2.0, 2.0], "greedy": [0.0, 0.0]}, (0.2, 0.1, 0.3), 500))
    found.add("greedy-0", full.Learned(0, 0.0, {}, (0.6, 0.55, 0.9), 500))
    again = full.Full(tmp_path, settings)
    assert again.learned == found.learned
    lost = score_of(np.ones((2, 1))).low  # 2 of 2 deals: the lower end, as everywhere
    assert {name: row.bound for name, row in again.learned.items()} == {
        "ppo-0": pytest.approx(2 * 0.7 - 1),  # by the response
        "td-0": 0,
        "nfsp-0": pytest.approx(max(2 * lost - 1, 0)),  # by a rung, which wins all
        "greedy-0": pytest.approx(0.1),
    }
    assert again.learned["nfsp-0"].hardest[0] == "greedy"
    told = {row.name: row for row in again.rows()}
    assert told["nfsp"].rating[0] < told["ppo"].rating[0] < told["td"].rating[0]
    elo, low, high = told["greedy"].rating
    assert low < elo < high  # as on the ladder
    assert told["greedy"].cells[3:] == ("–", "60 % (55 to 90)", "–", "0.10")
    assert again.table().row_count == 4
    assert draw_full(again.rows()).startswith(b"\x89PNG")
    with pytest.raises(OptionError, match="other settings"):
        full.Full(tmp_path, full.Settings(("ppo",), deals=3))
    (tmp_path / "baselines.json").write_text("[", encoding="utf-8")
    with pytest.raises(DataError, match="damaged"):
        full.Full(tmp_path, settings)
    with pytest.raises(OptionError, match="unknown algorithm 'deep_cfr'"):
        full.Settings(("deep_cfr",))
    with pytest.raises(OptionError, match="'gready' is not on the ladder of gosu; did you mean 'greedy'"):
        full.Settings(rungs=("gready",))


def test_runs_with_several_seeds_are_one_row(tmp_path: Path) -> None:
    found = full.Full(tmp_path, full.Settings(("ppo",), deals=2, seeds=2))
    found.add("ppo-0", full.Learned(1000, 1.0, {"random": [2.0, 2.0], "greedy": [1.0, 1.0]}, (0.8, 0.7, 0.9), 500))
    found.add("ppo-1", full.Learned(3000, 1.0, {"random": [2.0, 2.0], "greedy": [0.0, 1.0]}, (0.2, 0.1, 0.3), 500))
    (row,) = found.rows()
    elo, low, high = row.rating
    each = [full.rate("ppo", learned, full.ladder_of("gosu"))[0] for learned in found.learned.values()]
    assert (elo, low, high) == (pytest.approx(sum(each) / 2), min(each), max(each))
    assert row.hardest == ("greedy", (0.625, 0.5, 0.75))
    told = "50 % (20 to 80)", "greedy: 62 % (50 to 75)"
    assert (row.cells[1], *row.cells[3:]) == ("2", "2,000", *told, "0.20")  # 0.4 by a response, none by two games
    assert draw_full([row]).startswith(b"\x89PNG")
    full.Full(tmp_path, full.Settings(("td",), deals=2, seed=5, seeds=7))  # other runs may join


def test_an_algorithm_learns_the_full_game_and_is_answered() -> None:
    short = full.Settings(("ppo",), seconds=0.01, response_seconds=0.01, deals=2, rungs=("random",))
    learned = full.learn_one("ppo", short)
    assert learned.decisions > 0
    assert len(learned.wins["random"]) == 2
    assert 0 <= learned.response[1] <= learned.response[0] <= learned.response[2] <= 1
    assert learned.response_decisions > 0


def test_a_player_of_the_ladder_is_answered() -> None:
    answered = full.learn_one("random", full.Settings((), response_seconds=0.01, deals=2))
    assert (answered.decisions, answered.wins) == (0, {})
    assert answered.response_decisions > 0


SLEEPER = """
import time
from functools import partial
from gosu_env.agents.processes import run_together
from gosu_env.training.command import start

def main():
    for done in run_together({"short": partial(pow, 2, 3), "long": partial(time.sleep, 600)}, 2):
        print(done, flush=True)

if __name__ == "__main__":
    start(main)
"""


@pytest.mark.slow
def test_an_interruption_is_one_line_and_ends_all_processes() -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(
        [sys.executable, "-c", SLEEPER],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (a shell may have begun deaf to it)
        **pipes,
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "('short', 8)\n"
            running.send_signal(signal.SIGINT)
            out, errors = running.communicate(timeout=60)  # ends only when no process holds the pipes any more
        finally:
            running.kill()
    assert running.returncode == 130
    assert (out, errors) == ("", "interrupted; run the same command to resume from the last checkpoint\n")
