"""One player on the reference ladder: the rating is right, the interval holds it, and the ladder is not stale."""

from __future__ import annotations

import json
import re
import warnings
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from gosu_env import DataError, OptionError
from gosu_env.agents.arena import Arena, Settings
from gosu_env.agents.arena import ladder as ladders
from gosu_env.agents.arena.bradley_terry import ELO, Tally, strengths
from gosu_env.agents.arena.ladder import PLAYERS, check_fresh, find_ladder, main, read_ladders
from gosu_env.agents.arena.rating import Rater, rate_first, win_chances
from gosu_env.agents.arena.schedule import Schedule
from gosu_env.cli import app
from gosu_env.engine.rules import GAMES, find_game

RUNGS = np.array([0.0, 400.0, 700.0, 1100.0, 1200.0, 1450.0])
TABLES = [(game, players) for game in GAMES for players in find_game(game).PLAYERS]


def games_of(elo: float, seats: int, matches: int, rng: np.random.Generator) -> Tally:
    """Matches of a player of that Elo against copies of each rung."""
    chance = win_chances(np.array([elo / ELO]), RUNGS / ELO, seats - 1)[0]
    table = np.repeat(np.arange(len(RUNGS)), matches)
    won = rng.binomial(seats, chance[table])
    wins = np.zeros((len(table), len(RUNGS) + 1))
    wins[:, 0] = won
    wins[np.arange(len(table)), table + 1] = seats - won
    places = np.zeros((len(RUNGS), len(RUNGS) + 1))
    places[:, 0] = 1
    places[np.arange(len(RUNGS)), np.arange(len(RUNGS)) + 1] = seats - 1
    return Tally(places, table, wins)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("elo", [-100.0, 550.0, 1150.0, 1600.0])
def test_a_known_strength_is_found_and_the_interval_holds_it(elo: float, seats: int) -> None:
    rng = np.random.default_rng(1)
    found = [rate_first(games_of(elo, seats, 100, rng), RUNGS, 200, seed) for seed in range(40)]
    assert np.mean([rating for rating, _, _ in found]) == pytest.approx(elo, abs=15)
    assert sum(low <= elo <= high for _, low, high in found) >= 34  # of 40, 95 % each
    assert all(low < rating < high for rating, low, high in found)


def test_an_even_score_against_one_rung_is_its_rating() -> None:
    tally = Tally(np.ones((1, 2)), np.zeros(50, np.int64), np.ones((50, 2)))
    assert rate_first(tally, np.array([700.0]), 100, 0)[0] == pytest.approx(700, abs=1e-3)


def test_whoever_wins_or_loses_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    for side, sign in ((0, 1), (1, -1)):
        wins = np.zeros((50, 2))
        wins[:, side] = 2
        elo, low, high = rate_first(Tally(np.ones((1, 2)), np.zeros(50, np.int64), wins), np.array([700.0]), 1000, 0)
        assert 500 < sign * (elo - 700) < 1500
        assert high - low > 300


def test_with_two_players_the_rating_is_that_of_an_arena_whose_others_are_fixed() -> None:
    """Bradley–Terry of two, the other one at 0."""
    wins = np.array([[2.0, 0.0], [1.0, 1.0], [2.0, 0.0], [0.0, 2.0]])
    tally = Tally(np.ones((1, 2)), np.zeros(4, np.int64), wins)
    found = strengths(tally)
    assert rate_first(tally, np.zeros(1), 10, 0)[0] == pytest.approx(found[0] - found[1], abs=1e-3)


def test_a_ladder_seats_the_first_against_copies_of_each_other_one() -> None:
    plan = Schedule(Settings.make("me=random,a=random,b=random", 3, 3, "ladder"))
    seatings = Counter(tuple(sorted(plan.fixture(index).entrants)) for index in range(len(plan)))
    assert seatings == {(0, 1, 1): 3, (0, 2, 2): 3}
    with pytest.raises(OptionError, match="gosu rate"):
        Arena("me=random,a=random", 2, tables="ladder").run(jobs=1)


# ------------------------------------------------------------------------------------------------ the files


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_table_has_a_ladder_that_is_fresh(game: str, players: int) -> None:
    ladder = find_ladder(game, players)
    assert {rung.player for rung in ladder.rungs} == set(PLAYERS)
    assert ladder.rungs[0].player == "random"
    assert ladder.rungs[0].elo == 0
    assert all(rung.low <= rung.elo <= rung.high for rung in ladder.rungs)
    assert [rung.elo for rung in ladder.rungs] == sorted(rung.elo for rung in ladder.rungs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_fresh(ladder, Settings.make(list(PLAYERS), 1, players, "ladder", game=game))


def test_a_ladder_of_other_cards_or_networks_is_refused() -> None:
    ladder = find_ladder("gosu", 2)
    settings = Settings.make(list(PLAYERS), 1, 2, "ladder")
    for name in ladder.made_of:
        changed = replace(ladder, made_of=ladder.made_of | {name: "0" * 16})
        with pytest.raises(DataError, match=f"stale: {name} 0000"):
            check_fresh(changed, settings)


@pytest.fixture
def short_ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A ladder of two quick players, in a folder of its own, made by the command."""
    monkeypatch.setattr(ladders, "PLAYERS", ("random", "greedy"))
    monkeypatch.setattr(ladders, "ladder_file", lambda game: tmp_path / f"{game}.json")
    main(["--game", "gosux", "--games", "20", "--jobs", "1", "--out", str(tmp_path / "runs")])
    return tmp_path


def test_the_command_makes_a_ladder_and_names_itself(short_ladder: Path) -> None:
    plain = json.loads((short_ladder / "gosux.json").read_bytes())
    assert plain["2"]["command"] == "python -m gosu_env.agents.arena.ladder --game gosux --players 2 --games 20"
    (ladder,) = read_ladders("gosux").values()
    assert [rung.player for rung in ladder.rungs] == ["random", "greedy"]
    assert ladder.games == 20
    assert ladder.rungs[1].elo > 200
    before = (short_ladder / "gosux.json").read_bytes()
    main(["--game", "gosux", "--games", "20", "--jobs", "1", "--out", str(short_ladder / "runs")])
    assert (short_ladder / "gosux.json").read_bytes() == before


def test_games_of_another_network_are_not_mixed_in_and_can_be_replayed(
    short_ladder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladders, "PLAYERS", ("random", "rollout:2"))
    asked = ["--game", "gosux", "--games", "20", "--jobs", "1", "--out", str(short_ladder / "runs")]
    before = (short_ladder / "gosux.json").read_bytes()
    with pytest.raises(SystemExit) as ended:
        main(asked)
    assert ended.value.code == 2
    assert "the arena in this folder has different settings" in capsys.readouterr().err
    assert (short_ladder / "gosux.json").read_bytes() == before
    main([*asked, "--fresh"])
    (ladder,) = read_ladders("gosux").values()
    assert {rung.player for rung in ladder.rungs} == {"random", "rollout:2"}


def test_a_table_without_a_ladder_and_a_damaged_file_are_told(short_ladder: Path) -> None:
    with pytest.raises(OptionError, match="no ladder of gosux for 3 players; numbers of players with one: 2"):
        find_ladder("gosux", 3)
    with pytest.raises(OptionError, match="no ladder of gosu for 2 players; numbers of players with one: none"):
        find_ladder("gosu", 2)
    for text in ("{", "[]", '{"2": {}}', '{"two": {}}'):
        (short_ladder / "gosux.json").write_text(text)
        with pytest.raises(DataError, match="is damaged"):
            read_ladders("gosux")


# ------------------------------------------------------------------------------------------------ games


def test_a_player_of_the_ladder_gets_about_its_own_rating(short_ladder: Path) -> None:
    """And the games that it plays against itself are even."""
    rater = Rater("random", 40, game="gosux")
    assert rater.arena.settings.names[0] == "random-rated"
    rating = rater.run(jobs=1, progress=False)
    assert rating.player == "random"
    assert rating.low < 0 < rating.high
    assert [row["opponent"] for row in rating.matches] == ["random", "greedy"]
    assert rating.matches[0]["games"] == 40


def test_an_interrupted_rating_resumes_and_comes_out_the_same(short_ladder: Path) -> None:
    whole = Rater("greedy", 20, game="gosux").run(jobs=1, progress=False)
    first = Rater("greedy", 4, game="gosux", out=short_ladder / "me")
    first.run(jobs=1, progress=False)
    again = Rater("greedy", 20, game="gosux", out=short_ladder / "me")
    assert again.run(jobs=1, progress=False) == whole
    assert again.arena.earlier == 8
    kept = json.loads((short_ladder / "me" / "rating.json").read_bytes())
    assert kept["elo"] == pytest.approx(whole.elo, abs=1e-5)


@pytest.mark.parametrize("spec", ["greedy", "ismcts:100", "policy:strong"])
def test_a_player_of_the_ladder_keeps_its_name(spec: str) -> None:
    rater = Rater(spec, 2)
    assert spec in [rung.player for rung in rater.ladder.rungs]
    assert rater.name == spec


def test_the_command_names_a_player_of_the_ladder(short_ladder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(short_ladder)
    told = CliRunner().invoke(app, ["rate", "greedy", "--game", "gosux", "--games", "4", "--jobs", "1"])
    assert told.exit_code == 0, told.output
    assert told.output.count("greedy  Elo +") == 1
    assert "rated" not in told.stdout.replace("runs/rate", "")


def test_the_command_prints_one_elo(short_ladder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(short_ladder)
    told = CliRunner().invoke(app, ["rate", "me=greedy", "--game", "gosux", "--games", "8", "--jobs", "1"])
    assert told.exit_code == 0, told.output
    assert told.output.count("me  Elo +") == 1
    assert "16 of 16" not in told.output
    told = CliRunner().invoke(app, ["rate", "me=greedy", "--game", "gosux", "--games", "8", "--jobs", "1"])
    assert "16 of 16 games came from an earlier run" in told.output
    assert list(Path("runs").glob("rate-*/rating.json"))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["no_such_bot:Bot"], "unknown agent 'no_such_bot:Bot'"),
        (["greedy", "--game", "gosux", "--players", "4"], "no ladder of gosux for 4 players"),
        (["greedy", "--game", "chess"], "chess"),
        (["="], "empty|unknown"),
    ],
)
def test_what_cannot_be_rated_is_told(
    arguments: list[str], error: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(app, ["rate", *arguments, "--games", "2", "--jobs", "1"])
    assert told.exit_code == 2
    assert re.search(error, told.output), told.output
    assert not Path("runs").exists()
