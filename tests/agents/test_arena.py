"""The arena: the same games on any number of cores and after any interruption, and tables that tell the truth."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import arena_bots
import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from gosu_env import DataError, GosuError, OptionError, Replay
from gosu_env.agents.arena import AgentError, Arena, Outcome, Settings, Standings
from gosu_env.agents.arena.journal import write_line
from gosu_env.agents.arena.plots import payoffs_png, ratings_png, shorten
from gosu_env.agents.arena.schedule import Schedule
from gosu_env.agents.policy import PolicyWarning
from gosu_env.cli import app

THREE = "random,eager=arena_bots:Eager,first=arena_bots:First"
FILES = ("results.json", "games.parquet", "settings.json")


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


def invented(players: str, winner: Any, games: int = 24, seats: int = 2, **more: Any) -> Standings:
    """Standings of games that nobody played: ``winner(fixture)`` names the seats that win."""
    schedule = Schedule(Settings.make(players, games, seats, **more))
    outcomes = [
        Outcome(index, winner(schedule.fixture(index)), "battle", None, 4, [20 + index % 3, 20, 20, 20][:seats], [])
        for index in range(len(schedule))
    ]
    return Standings(schedule, outcomes)


# ------------------------------------------------------------------------------------------------ playing


@pytest.fixture(scope="module")
def played() -> Arena:
    arena = Arena(THREE, games=20)
    arena.run(jobs=1, progress=False)
    return arena


@pytest.mark.slow
def test_games_do_not_depend_on_the_number_of_processes(played: Arena) -> None:
    arena = Arena(THREE, games=20)
    standings = arena.run(jobs=2, progress=False)
    assert arena.outcomes == played.outcomes
    assert standings.as_dict() == played.standings().as_dict()


def test_one_game_can_be_played_again(played: Arena) -> None:
    arena = Arena(THREE, games=20)
    assert arena.play(37) == played.outcomes[37]
    fixture = arena.schedule.fixture(37)
    game = arena.settings.empty_game.deal(fixture.deal_seed)
    for action in played.outcomes[37].actions:
        game.apply(action)
    assert game.is_over
    assert game.winners == played.outcomes[37].winners
    with pytest.raises(OptionError, match="game 60: games are numbered from 0 to 59"):
        arena.play(60)


def test_the_stronger_player_has_the_higher_rating(played: Arena) -> None:
    ratings = played.standings().ratings
    assert set(ratings["player"][:2]) == {"random", "eager"}
    rows = {row["player"]: row for row in ratings.to_dicts()}
    assert rows["random"]["elo"] == rows["random"]["elo_low"] == rows["random"]["elo_high"] == 0
    assert rows["first"]["elo_high"] < -200
    assert rows["first"]["mu"] < rows["random"]["mu"]


@pytest.mark.parametrize(("seats", "tables"), [(3, "mixed"), (3, "solo"), (4, "solo")])
def test_tables_of_three_and_four(seats: int, tables: str) -> None:
    arena = Arena(THREE, games=4, seats=seats, tables=tables)
    standings = arena.run(jobs=1, progress=False)
    assert len(standings.outcomes) == len(arena.schedule)
    assert standings.seats["win_rate"].sum() == pytest.approx(1)
    for row in standings.games.to_dicts():
        assert len(row["players"]) == len(row["scores"]) == len(row["decisions"]) == seats
        assert sum(row["scores"]) == pytest.approx(0)


def test_players_that_answer_together_are_asked_together() -> None:
    arena_bots.Together.calls.clear()
    arena = Arena("random,both=arena_bots:Together", games=40)
    arena.run(jobs=1, progress=False)
    assert max(arena_bots.Together.calls) > 8
    again = Arena("random,both=arena_bots:Together", games=40)
    assert again.play(21) == arena.outcomes[21]  # though all games of a chunk draw from one generator


# ------------------------------------------------------------------------------------------------ failing players


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("Broken", r"failed: ZeroDivisionError: no plan \(.+, line \d+\); decision: seat 0: .+"),
        ("Cheat", r": action \d+ .*is not legal; decision: .+; legal: .+"),
        ("Short", r": act_many gave 7 answers to 8 decisions"),
    ],
)
def test_a_failing_player_is_named(bot: str, told: str) -> None:
    arena = Arena(f"bad=arena_bots:{bot},b=arena_bots:Eager", games=40)
    where = r"player 'bad' \(arena_bots:\w+\) at seat 0 of game 0 \(match 0, seating 0, deal seed \d+, agent seed \d+\)"
    with pytest.raises(AgentError, match=rf"^{where}.*{told}"):
        arena.run(jobs=1, progress=False)


def test_a_player_that_fails_in_another_process_is_named(tmp_path: Path) -> None:
    arena = Arena("random,bad=arena_bots:Broken", games=8, out=tmp_path)
    with pytest.raises(AgentError, match=r"player 'bad' \(arena_bots:Broken\) at seat"):
        arena.run(jobs=2, progress=False)


def test_a_player_that_kills_its_process_is_told() -> None:
    with pytest.raises(GosuError, match="a worker died during a game with exit code 3"):
        Arena("random,bad=arena_bots:Dying", games=4).run(jobs=2, progress=False)


# ------------------------------------------------------------------------------------------------ interruptions

SLOW = ["--players", "random,slow=arena_bots:Slow", "--games", "120", "--jobs", "2"]


def start(folder: Path) -> subprocess.Popen[str]:
    """The command in a process of its own, with a few games played."""
    before = len((folder / "games.journal").read_bytes().splitlines()) if (folder / "games.journal").exists() else 0
    command = [sys.executable, "-m", "gosu_env", "arena", *SLOW, "--out", str(folder)]
    paths = os.pathsep.join([str(Path(__file__).parents[2]), str(Path(__file__).parent)])
    run = subprocess.Popen(
        command,
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (a shell may have begun deaf to it)
    )
    journal = folder / "games.journal"
    while run.poll() is None and (not journal.exists() or len(journal.read_bytes().splitlines()) < before + 8):
        time.sleep(0.01)
    return run


@pytest.mark.slow
def test_interrupted_runs_end_with_the_same_tables(tmp_path: Path) -> None:
    """Ctrl-C, then a kill in the middle of a line, then to the end: the same bytes as without."""
    folder, journal = tmp_path / "stopped", tmp_path / "stopped" / "games.journal"
    run = start(folder)
    os.killpg(run.pid, signal.SIGINT)
    _, told = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "run the same command to resume" in told
    assert "Traceback" not in told

    run = start(folder)
    run.kill()
    run.communicate(timeout=60)
    with journal.open("ab") as file:
        file.write(b'0badc0de {"index":3,"winn')
    assert 16 <= len(journal.read_bytes().splitlines()) < 120
    assert not (folder / "results.json").exists()

    words = {"players": SLOW[1], "games": 120}
    resumed = Arena(**words, out=folder).run(jobs=1, progress=False)
    whole = Arena(**words, out=tmp_path / "whole").run(jobs=1, progress=False)
    assert contents(folder) == contents(tmp_path / "whole")
    assert resumed.outcomes == whole.outcomes


def test_other_settings_are_refused_in_a_folder(tmp_path: Path) -> None:
    words: dict[str, Any] = {"players": "random,b=random", "games": 4, "out": tmp_path}
    Arena(**words).run(jobs=1, progress=False)
    before = contents(tmp_path)
    for change, told in [
        ({"seed": 5}, "seed 0, now 5"),
        ({"players": "random,c=random"}, "players random,b=random, now random,c=random"),
        ({"games": 2}, "games 4, now 2"),
        ({"seats": 3, "games": 6}, "games 4, now 6; seats 2, now 3"),
    ]:
        with pytest.raises(OptionError, match=told):
            Arena(**(words | change)).run(jobs=1, progress=False)
        with pytest.raises(OptionError, match=told):
            Arena(**(words | change)).play(0)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("bot", ["Eager", "Together"])
def test_an_arena_may_grow(tmp_path: Path, bot: str) -> None:
    words: dict[str, Any] = {"players": f"random,b=arena_bots:{bot}"}
    Arena(**words, games=10, out=tmp_path / "grown").run(jobs=1, progress=False)
    Arena(**words, games=24, out=tmp_path / "grown").run(jobs=1, progress=False)
    Arena(**words, games=24, out=tmp_path / "whole").run(jobs=1, progress=False)
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")


def test_a_finished_arena_plays_nothing_again(tmp_path: Path) -> None:
    words: dict[str, Any] = {"players": "random,b=random", "games": 4, "out": tmp_path}
    Arena(**words).run(jobs=1, progress=False)
    journal = (tmp_path / "games.journal").read_bytes()
    arena = Arena(**words)
    arena.run(jobs=1, progress=False)
    assert (tmp_path / "games.journal").read_bytes() == journal
    assert Arena(**words).play(2) == arena.outcomes[2]  # from the journal


def test_a_fresh_arena_forgets_what_was_played(tmp_path: Path) -> None:
    """Also games of other players, and a journal that is damaged."""
    Arena("random,b=random", games=4, out=tmp_path).run(jobs=1, progress=False)
    journal = tmp_path / "games.journal"
    journal.write_bytes(b"damaged\n" + journal.read_bytes())
    arena = Arena("random,c=random", games=2, out=tmp_path, fresh=True)
    assert arena.run(jobs=1, progress=False).names == ["random", "c"]
    assert arena.earlier == 0
    assert len(journal.read_bytes().splitlines()) == 2
    arena.run(jobs=1, progress=False)  # it is fresh once
    assert arena.earlier == 2


def test_games_with_other_options_are_refused_in_a_folder(tmp_path: Path) -> None:
    words: dict[str, Any] = {"players": "random,b=random", "games": 2, "out": tmp_path}
    Arena(**words, turn_limit=True).run(jobs=1, progress=False)
    with pytest.raises(OptionError, match=r"options \{'turn_limit': True\}, now none"):
        Arena(**words).run(jobs=1, progress=False)


HELPED = """
import json
from pathlib import Path

from helped_package import taste


class Helped:
    def __init__(self, file=None, seed=0):
        self.weights = json.loads((Path(__file__).parent / "weights.json").read_text())
        self.files = [Path(__file__).parent / "later.txt"]

    def act(self, view):
        return taste.choose(view)
"""
TASTE = """
def choose(view):
    from . import depth
    return view.legal_actions()[depth.DEPTH]
"""


@pytest.fixture
def helped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A bot in the working folder that is made of several files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    (tmp_path / "helped_package").mkdir()
    for name, text in {
        "helped_bot.py": HELPED,
        "helped_package/__init__.py": "",
        "helped_package/taste.py": TASTE,
        "helped_package/depth.py": "DEPTH = 0\n",
        "weights.json": "[1]",
        "later.txt": "1",
        "given.txt": "1",
        "other.py": "",
    }.items():
        (tmp_path / name).write_text(text)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("helped_")]:
        del sys.modules[name]


def test_all_files_of_a_bot_count(helped: Path) -> None:
    def digests() -> dict[str, str]:
        return Settings.make("random,me=helped_bot:Helped:given.txt", 2).as_dict()["files"]["me"]

    before = digests()
    assert set(before) == {str(path.relative_to(helped)) for path in helped.rglob("*.*") if path.name != "other.py"}
    for name in before:
        (helped / name).write_bytes((helped / name).read_bytes() + b" ")
        after = digests()
        assert [file for file in before if after[file] != before[file]] == [name]
        before = after
    (helped / "other.py").write_text("changed")
    assert digests() == before


def test_a_changed_bot_is_noticed(helped: Path) -> None:
    words: dict[str, Any] = {"players": "random,me=helped_bot:Helped", "games": 2}
    Arena(**words, out=helped / "out").run(jobs=1, progress=False)
    folder = Arena(**words).settings.digest
    (helped / "weights.json").write_text("[2]")
    with pytest.raises(OptionError, match=r"weights\.json \w{16}, now \w{16}; use the same .* --fresh"):
        Arena(**words, out=helped / "out").run(jobs=1, progress=False)
    assert Arena(**words).settings.digest != folder  # the command would take another folder
    Arena(**words, out=helped / "out", fresh=True).run(jobs=1, progress=False)


def test_a_file_that_changes_while_it_is_played_with_is_told(helped: Path) -> None:
    arena = Arena("random,me=helped_bot:Helped", games=2, out=helped / "out")
    assert arena.settings.files
    (helped / "weights.json").write_text("[3]")
    with pytest.raises(GosuError, match=r"changed while they played: weights\.json"):
        arena.run(jobs=1, progress=False)
    assert not (helped / "out" / "results.json").exists()


def test_a_policy_for_other_tables_is_warned_of_once(capfd: pytest.CaptureFixture[str]) -> None:
    arena = Arena("random,policy:small", games=2, turn_limit=True)
    with pytest.warns(PolicyWarning, match="no turn_limit, here turn_limit"):
        arena.run(jobs=2, progress=False)
    assert "PolicyWarning" not in capfd.readouterr().err  # of the workers


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted there")
def test_a_worker_is_one_thread() -> None:
    """The bot multiplies matrices and counts."""
    Arena("random,b=arena_bots:Counting", games=4).run(jobs=2, progress=False)


@pytest.mark.parametrize("name", ["a$b", "$x$", "$\\frac$", "a\\$b$", "{", "^_", "😀", "名前", "%", "a&b"])
def test_any_name_can_be_drawn(name: str, played: Arena) -> None:
    standings = invented("random,b=random", lambda f: [f.match % 2])
    standings.names[:] = ["random", name]
    for picture in (ratings_png(standings), payoffs_png(standings)):
        assert picture.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31m", "a\udcff", "a\x00"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="unprintable characters; give it a plain name"):
        Arena(["random", f"arena_bots:First:{name}"], games=2)


def test_damaged_folders_are_told(tmp_path: Path) -> None:
    words: dict[str, Any] = {"players": "random,b=random", "games": 4, "out": tmp_path}
    Arena(**words).run(jobs=1, progress=False)
    journal = tmp_path / "games.journal"
    whole = journal.read_bytes()
    journal.write_bytes(whole.replace(b"battle", b"bottle", 1))
    with pytest.raises(DataError, match=r"games\.journal: line 1 is damaged"):
        Arena(**words).run(jobs=1, progress=False)
    journal.write_bytes(whole + write_line(Outcome(9, [0], "battle", None, 3, [1, 1], [0, 0])))
    with pytest.raises(DataError, match="contains game 9, which is not in this arena"):
        Arena(**words).run(jobs=1, progress=False)
    journal.write_bytes(whole)
    for text in ("{", "[]"):
        (tmp_path / "settings.json").write_text(text)
        with pytest.raises(DataError, match=r"settings\.json: is damaged"):
            Arena(**words).run(jobs=1, progress=False)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GosuError, match="cannot be used"):
        Arena("random,b=random", games=2, out=tmp_path / "file" / "out").run(jobs=1, progress=False)


@pytest.mark.parametrize("jobs", [0, -1, True, 1.5])
def test_bad_jobs_are_refused(jobs: Any) -> None:
    with pytest.raises(OptionError, match="jobs must be"):
        Arena("random,b=random", games=2).run(jobs=jobs)


# ------------------------------------------------------------------------------------------------ standings


def test_there_are_no_standings_without_games() -> None:
    with pytest.raises(GosuError, match="no game has finished yet"):
        Arena("random,b=random", games=2).standings()


def test_payoffs_count_wins_by_player() -> None:
    """The first entrant wins whenever it sits in seat 0, and every other match from seat 1."""
    standings = invented("a=random,b=random", lambda f: [0] if f.entrants[0] == 0 else [1 - f.match % 2], 40)
    rows = {row["player"]: row for row in standings.payoffs.to_dicts()}
    assert rows["a"]["win_rate"] == 0.75
    assert rows["a"]["score"] == 0.5
    assert rows["b"]["score"] == -0.5
    assert rows["a"]["win_low"] < 0.75 < rows["a"]["win_high"]
    assert rows["a"]["score_low"] < 0.5 < rows["a"]["score_high"]
    assert rows["a"]["score_high"] - rows["a"]["score_low"] < 2 * (rows["a"]["win_high"] - rows["a"]["win_low"])
    assert standings.seats["win_rate"].to_list() == [0.75, 0.25]


def test_shared_wins_count_in_parts() -> None:
    standings = invented("a=random,b=random,c=random", lambda f: [f.entrants.index(0), f.entrants.index(1)], 12, 3)
    rates = dict(standings.ratings.select("player", "win_rate").rows())
    assert rates == {"a": 0.5, "b": 0.5, "c": 0}
    assert dict(standings.ratings.select("player", "score").rows()) == {"a": 0.25, "b": 0.25, "c": -0.5}
    nobody = invented("a=random,b=random", lambda f: [])
    assert nobody.ratings["score"].to_list() == [0, 0]
    assert nobody.games["scores"].to_list()[0] == [0, 0]


def test_one_against_three_is_even_at_a_quarter() -> None:
    """A player that wins one game in four against three others is as strong as they are."""
    standings = invented("random,b=random", lambda f: [f.match % 4], 160, 4)
    assert standings.payoffs["win_rate"].to_list() == [0.25, 0.25]
    assert standings.payoffs["games"].to_list() == [160, 160]
    assert standings.ratings["elo"].to_list() == pytest.approx([0, 0], abs=1e-3)
    strong = invented("random,b=random", lambda f: [f.entrants.index(1)] if f.entrants.count(1) == 1 else [0], 160, 4)
    assert strong.payoffs.filter(player="b")["win_low"][0] > 0.25


def test_without_random_the_mean_is_zero() -> None:
    standings = invented("a=arena_bots:First,b=arena_bots:Eager", lambda f: [f.entrants.index(1)])
    assert standings.ratings["player"].to_list() == ["b", "a"]
    assert standings.ratings["elo"].sum() == pytest.approx(0)


def test_standings_do_not_depend_on_the_order_of_games(played: Arena) -> None:
    shuffled = list(played.outcomes.values())
    np.random.default_rng(0).shuffle(shuffled)  # type: ignore[arg-type]
    assert Standings(played.schedule, shuffled).as_dict() == played.standings().as_dict()


def test_lengths_and_endings(played: Arena) -> None:
    standings = played.standings()
    games = standings.games
    assert standings.lengths["games"].to_list() == [20, 20, 20]
    decisions = games["decisions"].list.sum()
    assert standings.lengths["shortest"].min() == decisions.min()
    assert standings.lengths["longest"].max() == decisions.max()
    assert standings.endings["games"].sum() == 60
    assert standings.endings["part"].sum() == pytest.approx(1)
    for outcome in played.outcomes.values():
        assert sum(outcome.decisions) == len(outcome.actions)


def test_pictures_are_drawn(played: Arena) -> None:
    for picture in (ratings_png(played.standings()), payoffs_png(played.standings())):
        assert picture.startswith(b"\x89PNG")
    assert shorten("greedy") == "greedy"
    assert shorten("policy:runs/a-long-folder/best.safetensors") == "policy:runs/a…t.safetensors"


# ------------------------------------------------------------------------------------------------ the command


def test_the_command_shows_tables_and_writes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["arena", "--players", "random,me=arena_bots:First", "--games", "10", "--jobs", "1"]
    result = CliRunner().invoke(app, words, env={"COLUMNS": "120", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    assert "2 players · 2 seats · 10 games, 10 at each of 1 tables · seed 0" in result.stdout
    folder = next((tmp_path / "runs").iterdir())
    assert {path.name for path in folder.iterdir()} == {
        "games.journal",
        "games.parquet",
        "payoffs.png",
        "ratings.png",
        "results.json",
        "settings.json",
    }
    results = json.loads((folder / "results.json").read_text())
    assert results["games"] == 10
    assert [row["player"] for row in results["ratings"]] == ["random", "me"]
    games = pl.read_parquet(folder / "games.parquet")
    assert games["index"].to_list() == list(range(10))
    assert games["players"].to_list()[:2] == [["random", "me"], ["me", "random"]]
    assert "earlier run" not in result.stdout
    again = CliRunner().invoke(app, words, env={"COLUMNS": "120", "NO_COLOR": "1"})
    told = "10 of 10 games came from an earlier run; --fresh plays them again\n"
    assert told in again.stdout
    assert again.stdout.replace(told, "") == result.stdout
    fresh = CliRunner().invoke(app, [*words, "--fresh"], env={"COLUMNS": "120", "NO_COLOR": "1"})
    assert fresh.stdout == result.stdout


def test_the_command_writes_a_game_as_a_replay(tmp_path: Path, played: Arena) -> None:
    """From the folder if the game is there, otherwise by playing it: the same game."""
    Arena(THREE, games=4, out=tmp_path / "out").run(jobs=1, progress=False)
    for number, games in ((5, "4"), (37, "20")):
        file = tmp_path / f"{number}.gosu"
        words = [
            "--players",
            THREE,
            "--games",
            games,
            "--out",
            str(tmp_path / "out"),
            "--replay",
            str(number),
            str(file),
        ]
        result = CliRunner().invoke(app, ["arena", *words])
        assert result.exit_code == 0, result.output
        replay = Replay.load(file)
        replay.verify()
        assert list(replay.actions) == played.outcomes[number].actions
        assert replay.game().winners == played.outcomes[number].winners
        names = [played.settings.names[entrant] for entrant in played.schedule.fixture(number).entrants]
        assert list(replay.agents) == names
        assert replay.header.metadata["arena"]["game"] == number


@pytest.mark.parametrize("library", ["polars", "openskill", "matplotlib"])
def test_a_missing_library_is_told_with_its_cure(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("gosu_env.agents.arena")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.setitem(sys.modules, name, None)
    words = ["arena", "--players", "random,b=random", "--games", "2", "--jobs", "1", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert f"need {library}: pip install '.[arena]'" in result.stderr
    assert list(tmp_path.iterdir()) == []  # told before anything is played


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "random"], "gosu: an arena needs two players or more"),
        (["--players", "random,nobody:Bot"], "nobody"),
        (["--players", "random,bad=arena_bots:Cheat", "--jobs", "1"], "gosu: player 'bad' (arena_bots:Cheat)"),
    ],
)
def test_the_command_refuses_in_one_line(tmp_path: Path, words: list[str], told: str) -> None:
    result = CliRunner().invoke(app, ["arena", *words, "--out", str(tmp_path)], env={"COLUMNS": "500"})
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert told in result.stderr
