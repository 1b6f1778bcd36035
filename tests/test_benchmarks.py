"""The comparison with peers: its clock, ratios, tables and files on made-up figures; every runner for a blink."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import compare, learning, table
from benchmarks.case import FAMILIES, OURS, Case, Facts, Family, Setup, find_family
from benchmarks.clock import Timing, Window, measure
from benchmarks.machine import machine
from benchmarks.plot import bars, label
from benchmarks.row import Absence, Row, best_ratio, style_ratio, summaries
from benchmarks.worker import measure_case
from gosu_env import OptionError

GAME = Row(
    library=OURS,
    game="gosu",
    driven="Game: mask, observe, apply",
    kind="play",
    style="one game",
    batch=1,
    spread="one core",
    cores=1,
    observation=True,
    mask=True,
    rate=100_000.0,
    rate_spread=0.02,
    games_per_second=2_500.0,
    decisions_per_game=40.0,
    num_actions=240,
    observation_size=493,
    forced_share=0.0,
    compile_seconds=None,
    cached=True,
)
BATCH = replace(GAME, driven="Batch: step", style="batch", batch=1024, rate=2_000_000.0, compile_seconds=40.4)
BATCH_2 = replace(BATCH, cores=2, spread="threads", rate=3_800_000.0)
LOOP = replace(GAME, driven="compiled loop", style="native", rate=5_000_000.0)
BLIND = replace(LOOP, driven="rollout", observation=False, mask=False, rate=6_000_000.0)
CLONE = replace(BLIND, driven="clone", kind="clone", style="one game", rate=400_000.0, decisions_per_game=None)
PEER = replace(GAME, library="Peer", game="rummy", driven="loop", rate=20_000.0, forced_share=0.4, cached=False)
PEER_SLOW = replace(PEER, game="whist", rate=5_000.0)
PEER_2 = replace(PEER, cores=2, spread="processes", rate=38_000.0)
PEER_BLIND = replace(PEER, style="native", observation=False, mask=False, rate=300_000.0)
PEER_CLONE = replace(PEER_BLIND, kind="clone", style="one game", rate=800_000.0)
ROWS = [GAME, BATCH, BATCH_2, LOOP, BLIND, CLONE, PEER, PEER_SLOW, PEER_2, PEER_BLIND, PEER_CLONE]


# ------------------------------------------------------------------------------------------------ ratios


@pytest.mark.parametrize(
    ("row", "best", "same_style"),
    [
        (PEER, 100, 5),  # against the batch, and against one game from Python
        (PEER_SLOW, 400, 20),
        (PEER_2, 100, None),  # on two cores there is only the batch
        (PEER_BLIND, 20, 20),  # a loop that shows nothing, against one that shows nothing
        (PEER_CLONE, 0.5, 0.5),
        (GAME, 20, 1),
        (LOOP, 1, 1),
    ],
)
def test_a_row_is_compared_with_the_same_work_on_as_many_cores(row: Row, best: float, same_style: float | None) -> None:
    assert best_ratio(row, ROWS) == best
    assert style_ratio(row, ROWS) == same_style


def test_without_our_rows_there_is_no_ratio() -> None:
    assert best_ratio(PEER, [PEER, PEER_SLOW]) is None
    assert [found.best for found in summaries([PEER, PEER_SLOW])] == [None]


def test_a_peer_is_summed_up_by_its_fastest_row_with_observation_and_mask() -> None:
    assert [(found.row, found.best) for found in summaries(ROWS)] == [(PEER, 100), (PEER_2, 100)]


# ------------------------------------------------------------------------------------------------ the clock


def test_the_middle_window_counts() -> None:
    timing = Timing.of([Window(100, 2, 1.0), Window(400, 8, 2.0), Window(50, 1, 1.0)])
    assert timing == Timing(rate=100.0, spread=0.75, count=550, games=11)


def test_processes_add_up() -> None:
    one, other = Timing(100.0, 0.1, 1000, 10), Timing(80.0, 0.3, 700, 8)
    assert Timing.of_processes([one, other]) == Timing(180.0, 0.3, 1700, 18)


def test_the_warm_up_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    slow = True

    def work(amount: int) -> tuple[int, int]:
        """Ten units a second while it is cold, a hundred afterwards; every tenth unit ends a game."""
        nonlocal now, slow
        now += amount / (10 if slow else 100)
        slow = slow and now < 1
        return amount, amount // 10

    monkeypatch.setattr("benchmarks.clock.perf_counter", lambda: now)
    timing = measure(work, seconds=30.0, windows=3)
    assert timing.rate == pytest.approx(100)
    assert timing.count >= 3000
    assert now < 45


def test_a_row_takes_decisions_per_game_from_what_was_played() -> None:
    case = Case(OURS, "gosu", "loop", "one game", lambda seed: Setup(lambda amount: (amount, 0), Facts(3, 4)))
    row = Row.of(case, 2, Facts(3, 4), Timing(rate=1000.0, spread=0.0, count=8400, games=200))
    assert (row.decisions_per_game, row.cores) == (42.0, 1)
    assert row.games_per_second == pytest.approx(1000 / 42)
    clones = Row.of(replace(case, kind="clone"), 2, Facts(3, 4), Timing(rate=9.0, spread=0.0, count=9, games=0))
    assert (clones.decisions_per_game, clones.games_per_second) == (None, 0)
    threads = Row.of(replace(case, spread="threads"), 2, Facts(3, 4), Timing(9.0, 0.0, 9, 0))
    assert threads.cores == 2


# ------------------------------------------------------------------------------------------------ tables and files


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1_694_321, "1,690,000"),
        (119_450, "119,000"),
        (999.6, "1,000"),
        (99.96, "100"),
        (21.34, "21.3"),
        (0.5249, "0.525"),
    ],
)
def test_numbers_show_three_digits(number: float, text: str) -> None:
    assert table.number_text(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.5, "2.5 s"), (0.0047, "4.7 ms"), (2.84e-6, "2.84 µs"), (4e-8, "40 ns")]
)
def test_durations_have_a_unit(seconds: float, text: str) -> None:
    assert table.duration_text(seconds) == text


def _cell(grid: table.Grid, line: int, column: str) -> str:
    return grid.lines[line][grid.head.index(column)]


def test_the_table_of_random_play_tells_all() -> None:
    grid = table.play_grid(ROWS)
    peer = [line[:2] for line in grid.lines].index(("Peer", "rummy"))
    assert _cell(grid, peer, "decisions/s") == "20,000"
    assert _cell(grid, peer, "ours is") == "100 ×"
    assert _cell(grid, peer, "same style") == "5 ×"
    assert _cell(grid, peer, "compile") == "–"
    assert (_cell(grid, peer, "forced"), _cell(grid, peer, "choices/s")) == ("40%", "12,000")
    assert [_cell(grid, 0, name) for name in ("cores", "obs.", "mask", "compile")] == ["1", "493", "240", "from disk"]
    assert _cell(grid, 1, "compile") == "40 s"
    assert _cell(grid, 2, "cores") == "2 threads"
    assert _cell(grid, 4, "obs.") == "no"
    assert grid.ours == {0, 1, 2, 3, 4}
    assert len(grid.lines) == 9  # clones stand in a table of their own


def test_other_work_says_how_long_one_takes() -> None:
    grid = table.other_grid(ROWS)
    assert [_cell(grid, line, "one takes") for line in (0, 1)] == ["2.5 µs", "1.25 µs"]
    assert [_cell(grid, line, "ours is") for line in (0, 1)] == ["1 ×", "0.5 ×"]
    assert grid.ours == {0}


def test_every_line_of_markdown_has_all_columns() -> None:
    for grid in table.grids(ROWS):
        lines = [line for line in grid.markdown().splitlines() if line.startswith("|")]
        assert len(lines) == len(grid.lines) + 2
        assert {line.count("|") for line in lines} == {len(grid.head) + 1}


def test_bars_are_our_styles_and_the_games_of_peers_slowest_first() -> None:
    faster = replace(PEER, driven="other loop", rate=25_000.0)
    assert bars([*ROWS, faster], 1) == [PEER_SLOW, faster, GAME, BATCH, LOOP]
    assert bars(ROWS, 2) == [PEER_2, BATCH_2]
    assert label(BATCH, "gosu") == "gosu-env · Batch of 1024"
    assert label(PEER) == "Peer · rummy"


def test_our_other_games_are_shown_but_not_compared_with() -> None:
    """However fast they are: peers are compared with the first of our games."""
    other = replace(LOOP, game="laundromat, 4 players", rate=50_000_000.0)
    quick = replace(BATCH, game="laundromat, 4 players", rate=40_000_000.0)
    rows = [*ROWS, other, quick]
    assert best_ratio(PEER, rows) == 100
    assert best_ratio(quick, rows) == 1
    assert [row for row in bars(rows, 1) if row.game == other.game] == [other]
    assert label(other, "gosu") == "gosu-env · laundromat, 4 players · compiled loop"
    assert {case.game for case in find_family(OURS).cases(1)} == {
        "gosu, 2 players",
        "gosux, 2 players",
        "laundromat, 2 players",
        "laundromat, 4 players",
    }


def test_a_picture_can_be_drawn() -> None:
    pytest.importorskip("matplotlib")
    from benchmarks.plot import draw  # noqa: PLC0415

    assert draw(ROWS, "a footnote").startswith(b"\x89PNG")


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "compare.json"
    compare.write_whole(path, b"old")
    compare.write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_a_report_can_be_read_again(tmp_path: Path) -> None:
    absence = Absence("Other", "", "not installed: pip install other")
    ours = [row for row in ROWS if row.is_ours]
    content = compare.report(ours, [absence], 3.0, "a trial", machine())
    path = tmp_path / "compare.json"
    compare.write_whole(path, json.dumps(content).encode())
    kept = json.loads(path.read_text())
    assert compare.rows_of(kept) == ours
    assert compare.absences_of(kept) == [absence]
    assert content["provisional"] is True
    assert set(content["machine"]) >= {"system", "processor", "cores", "python", "load_average"}
    assert content["versions"]["numpy"]
    assert compare.footnote(content).startswith("PROVISIONAL: a trial")
    text = compare.markdown(kept, "compare.png")
    assert "- Other: not installed: pip install other" in text
    assert content["decision"][OURS] in text


# ------------------------------------------------------------------------------------------------ the runners


def _numbered(library: str) -> list[Any]:
    family = find_family(library)
    if not family.is_installed:
        return [pytest.param(library, 0, id=library, marks=pytest.mark.skip(f"{library} is not installed"))]
    cases = [(number, case) for number, case in enumerate(family.cases(2)) if case.spread != "processes"]
    if library == "Pgx":  # compiling takes long: one case
        cases = [(number, case) for number, case in cases if case.game == "kuhn_poker"][:1]
    return [pytest.param(library, number, id=f"{library}-{number}-{case.game}") for number, case in cases]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("library", "number"), [case for family in FAMILIES for case in _numbered(family.library)])
def test_every_runner_plays_whole_games(library: str, number: int) -> None:
    case = find_family(library).cases(2)[number]
    try:
        row = measure_case(case, 2, seconds=0.05)
    except ImportError as error:
        assert library != OURS
        pytest.skip(f"{library}: {error}")  # the library is here, but not what this game of it needs
    assert row.rate > 0
    assert row.num_actions > 1
    assert row.observation_size > 1
    if row.decisions_per_game is not None:
        assert row.decisions_per_game > 1  # in so short a time few games of a large batch end
        assert row.games_per_second * row.decisions_per_game == pytest.approx(row.rate)
    if row.kind == "clone":
        assert row.games_per_second == 0
    elif case.batch < 1024:  # of a large batch perhaps none has ended
        assert row.games_per_second > 0


@pytest.mark.slow
@pytest.mark.parametrize("spread", ["one core", "processes"])
def test_a_case_runs_in_processes_of_its_own(spread: str) -> None:
    family = find_family(OURS)
    number, case = next(
        (n, case) for n, case in enumerate(family.cases(2)) if (case.style, case.spread) == ("one game", spread)
    )
    row = compare.run_case(family, number, case, 2, 0.05, 300.0, {})
    assert isinstance(row, Row), row
    assert (row.library, row.driven, row.cores) == (OURS, case.driven, 1 if spread == "one core" else 2)


def test_what_takes_too_long_is_given_up_and_said() -> None:
    family = find_family(OURS)
    absence = compare.run_case(family, 0, family.cases(1)[0], 1, 60.0, 0.2, {})
    assert isinstance(absence, Absence)
    assert "not done after 0.2 s" in str(absence)


def test_what_fails_is_said() -> None:
    family = find_family(OURS)
    absence = compare.run_case(family, 999, family.cases(1)[0], 1, 0.1, 60.0, {})
    assert isinstance(absence, Absence)
    assert "IndexError" in absence.reason


def test_what_is_not_installed_does_not_stop_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Family("Nowhere", "peers_nowhere", "a_module_that_nobody_has", "pip install nowhere")
    monkeypatch.setattr(compare, "FAMILIES", [missing])
    found = list(compare.measure_all(["Nowhere"], 0.1, 10.0, cold=False))
    assert found == [Absence("Nowhere", "", "not installed: pip install nowhere")]


def test_strength_over_time_is_told_and_drawn(capsys, monkeypatch, tmp_path) -> None:
    rows = [
        {"decisions": 1000 * k, "seconds": 2.0 * k, "won": 0.1 * k, "interval": [0.0, 0.5], "games": 400}
        for k in (1, 2, 3)
    ]
    monkeypatch.setattr(learning, "learn", lambda *_: iter(rows))
    monkeypatch.setattr(learning, "RESULTS", tmp_path)
    learning.main(["--runs", "td-0,ppo-0,maskable-0", "--only", "td-0", "--parts", str(tmp_path / "parts")])
    assert not (tmp_path / "learning.json").exists()  # two runs are missing
    learning.main(["--runs", "td-0,ppo-0,maskable-0", "--parts", str(tmp_path / "parts")])
    assert (tmp_path / "learning.png").read_bytes().startswith(b"\x89PNG")
    kept = json.loads((tmp_path / "learning.json").read_bytes())
    assert [run["algorithm"] for run in kept["runs"]] == ["td", "ppo", "maskable"]
    assert "30.0 %" in capsys.readouterr().out
    with pytest.raises(OptionError, match="expected ALGORITHM-SEED"):
        learning.main(["--only", "sarsa-0", "--parts", str(tmp_path / "parts")])
