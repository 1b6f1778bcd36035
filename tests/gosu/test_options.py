"""The options of a game, wherever they are given and shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from typer.testing import CliRunner

import gosu_env  # noqa: F401  (registers the environments)
from gosu_env import Game, OptionError, Recorder, Replay, View, gosu_v0, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.arena import Arena
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.gosu.balance.tally import ACTIVATED, DEALT, DRAWN, Tally
from gosu_env.cli import app
from gosu_env.engine.options import option_texts
from gosu_env.envs.vector import SeatVectorEnv
from gosu_env.gosu.drawing import draw_table
from gosu_env.gosu.options import GosuOptions
from gosu_env.play.seating import Seating
from gosu_env.render.log import log_of
from gosu_env.render.replay_page import replay_html

ALL = {"no_pass_with_tokens": True, "draft": True, "turn_limit": True, "teams": True}
RULES = ["--option", "teams", "--option", "draft", "--option", "turn_limit"]


def gosu(*words: str) -> Any:
    return CliRunner().invoke(app, list(words), terminal_width=100)


def played(seed: int = 3, **options: Any) -> Replay:
    """A game of random players to its end."""
    game = Game("gosu", 4, seed, **options)
    recorder = Recorder(game, ["random"] * 4)
    rng = np.random.default_rng(seed)
    while not game.is_over:
        recorder.apply(int(rng.choice(game.legal_actions())))
    return recorder.replay()


# ------------------------------------------------------------------------------------------------ texts


def test_options_are_read_from_texts() -> None:
    texts = ["draft", "teams=no", "turn_limit=Yes", "max_decisions=50", "cards=mine.toml"]
    expected = {"draft": True, "teams": False, "turn_limit": True, "max_decisions": 50, "cards": "mine.toml"}
    assert GosuOptions.read(texts) == expected
    for name, value in GosuOptions().as_dict().items():
        if value is not None:
            assert GosuOptions.read([f"{name}={value}"]) == {name: value}


def test_options_are_written_as_they_are_read() -> None:
    clans = ["fire", "drake", "drum", "swamp", "mask"]
    texts = ["teams", "draft=False", "kamakor", f"clans={'+'.join(clans)}", "dragoon_supply=6"]
    options = GosuOptions.read(texts)
    assert options["clans"] == clans
    assert option_texts(options) == texts
    assert GosuOptions.read(",".join(texts).split(",")) == options  # as the settings of a training hold them


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["drafts"], "unknown option 'drafts'; did you mean 'draft'"),
        (["draft=perhaps"], "option draft: 'perhaps' is not a boolean; expected yes or no"),
        (["draft", "draft=no"], "option 'draft' appears more than once"),
        (["max_decisions"], "option 'max_decisions' needs a value: max_decisions=…"),
        (["max_decisions=many"], "option max_decisions: 'many' is not a whole number"),
        (["kamakor", "clans=fire+drake"], "clans must name 5 different clans, not fire, drake"),
        (["clans=fire+drake+drum+swamp+mask"], "clans is an option of games with Kamakor"),
        (["max_decisions=0"], "max_decisions must be a whole number from 1 to 1000000"),
    ],
)
def test_texts_that_say_nothing_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        GosuOptions.read(texts)


# ------------------------------------------------------------------------------------------------ wrappers


def test_every_face_takes_options() -> None:
    table: Any = gosu_v0.env(num_players=4, **ALL)
    table.reset(seed=1)
    assert table.unwrapped.game.rules.options["teams"]
    batch = make_batch("gosu", num_envs=3, num_players=4, seed=1, **ALL)
    assert batch.game(0).to_json()["decision"]["kind"] == "keep"
    vector = SeatVectorEnv(3, 4, **ALL)
    vector.reset(seed=1)
    seat: Any = gymnasium.make("gosu/Gosu-v0", num_players=4, **ALL)
    seat.reset(seed=1)
    assert seat.unwrapped.game.rules.options["draft"]
    sizes = {each.observation_spec.size for each in (Game("gosu", 4), Game("gosu", 4, **ALL), batch)}
    assert len(sizes) == 1  # one space for a number of players
    with pytest.raises(OptionError, match="they need 4 players, not 2"):
        make_batch("gosu", num_envs=3, teams=True)


def test_returns_of_a_batch_are_shared_by_teams() -> None:
    batch = make_batch("gosu", num_envs=64, num_players=4, seed=1, teams=True)
    ended = 0
    for _ in range(150):
        batch.step(batch.sample())
        for reward in batch.reward[batch.done]:
            assert reward[[0, 1]].tolist() == reward[[2, 3]].tolist()
            assert sorted(reward.tolist()) == pytest.approx([-1 / 3, -1 / 3, 1 / 3, 1 / 3])
            ended += 1
    assert ended > 20


def test_options_stand_in_saves_and_replays() -> None:
    game = Game("gosu", 4, 1, **ALL)
    assert Game.from_bytes(game.to_bytes()).rules.options == game.rules.options
    assert game.to_json()["options"]["draft"] is True
    replay = played(**ALL)
    again = Replay.from_bytes(replay.to_bytes())
    again.verify()
    assert {name: again.header.options[name] for name in ALL} == ALL


# ------------------------------------------------------------------------------------------------ shown


def test_a_replay_of_teams_is_told_and_drawn() -> None:
    for seed in range(4):
        replay = played(seed, **ALL)
        told = log_of(replay)
        assert told.outcome()[0] in ("seat 0 and seat 2 win", "seat 1 and seat 3 win")
        assert "partner" not in " ".join(entry.deed.words(None) for entry in told.entries)
        first = told.entries[0]
        assert first.deed.words(None).startswith("keeps ")
        other = (first.seat + 1) % 4
        assert first.deed.words(other) == "keeps a card"  # nobody else may read which
        battles = [line.remark for entry in told.entries for line in entry.sequel if "Great Battle" in line.remark]
        assert battles
        assert all("earn" in words or "Advantage" in words for words in battles)
    assert "partner" in str(replay_html(replay, 0))


def test_the_drawn_table_shows_partner_options_and_lent_tokens() -> None:
    players: list[dict[str, Any]] = [{"tokens": 1}, {}, {"army": [["Bolt°"]]}, {}]
    game = Game.position(num_players=4, options={"teams": True, "turn_limit": True}, players=players)
    svg = table_words(draw_table(game, 0))
    assert "partner" in svg
    assert any("Seats 0 and 2 play against" in words for words in svg)
    assert "partner" not in table_words(draw_table(Game("gosu", 4, 1), 0))


def table_words(drawing: Any) -> list[str]:
    """All words of a drawing."""
    return [word.text for _, _, part in drawing.walk() for word in part.words]


def test_a_seat_for_a_person_and_three_bots_make_teams() -> None:
    seating = Seating.parse(make_agent, against="random", options={"teams": True})
    assert seating.chairs == ("human", "random", "random", "random")
    assert seating.match(1).game.rules.options["teams"]


# ------------------------------------------------------------------------------------------------ commands


def test_commands_take_options(tmp_path: Path) -> None:
    four = ["--players", "random,greedy,random,greedy", "--seed", "1"]
    shown = gosu("watch", *four, *RULES, "--save", str(tmp_path / "game.gosu"))
    assert shown.exit_code == 0, shown.output
    assert "teams, draft, turn_limit" in shown.output
    assert "keeps" in shown.output
    assert gosu("replay", str(tmp_path / "game.gosu"), "--verify").exit_code == 0
    measured = gosu("bench", "--seconds", "0.01", "--players", "4", *RULES, "--json", str(tmp_path / "bench.json"))
    assert measured.exit_code == 0, measured.output
    assert json.loads((tmp_path / "bench.json").read_text())["options"]["draft"] is True
    refused = gosu("watch", "--players", "random,random", "--option", "teams")
    assert refused.exit_code == 2
    assert "teams are two against two: they need 4 players, not 2" in refused.output


def test_an_arena_and_a_report_take_options(tmp_path: Path) -> None:
    held = gosu(
        *("arena", "--players", "random,greedy", "--games", "8", "--jobs", "1", "--out", str(tmp_path / "a")), *RULES
    )
    assert held.exit_code == 0, held.output
    assert "teams" in held.output
    made = gosu("report", "--players", "random", "--games", "6", "--jobs", "1", "--out", str(tmp_path / "r"), *RULES)
    assert made.exit_code == 0, made.output


# ------------------------------------------------------------------------------------------------ arenas


def test_an_entrant_holds_both_seats_of_a_team() -> None:
    arena = Arena("a=random,b=greedy", games=5, seats=4, teams=True)
    assert [arena.schedule.fixture(i).entrants for i in range(4)] == [(0, 1, 0, 1), (1, 0, 1, 0)] * 2
    assert arena.schedule.fixture(0).deal_seed == arena.schedule.fixture(1).deal_seed
    standings = arena.run(jobs=1, progress=False)
    rates = {row["player"]: row["win_rate"] for row in standings.ratings.to_dicts()}
    assert sum(rates.values()) == pytest.approx(1)
    assert rates["b"] > 0.8
    assert {len(row) for row in standings.games["scores"].to_list()} == {4}
    assert standings.games["table"].unique().to_list() == ["2 × a – 2 × b"]


def test_tables_of_an_arena_fit_its_options() -> None:
    with pytest.raises(OptionError, match="'teams' and the option teams go together"):
        Settings.make("a=random,b=random", 2, 4, "solo", teams=True)
    with pytest.raises(OptionError, match="'teams' and the option teams go together"):
        Settings.make("a=random,b=random", 2, 4, "teams")
    with pytest.raises(OptionError, match="they need 4 players, not 2"):
        Settings.make("a=random,b=random", 2, teams=True)
    with pytest.raises(OptionError, match="unknown option"):
        Settings.make("a=random,b=random", 2, drafts=True)
    plain, drafted = Settings.make("a=random,b=random", 2), Settings.make("a=random,b=random", 2, draft=True)
    assert "options" not in plain.as_dict()
    assert drafted.as_dict()["options"] == {"draft": True}
    assert plain.digest != drafted.digest


def test_a_tally_counts_drafted_hands_and_lent_tokens() -> None:
    activated = 0
    for seed in range(6):
        game = Game("gosu", 4, seed, draft=True, teams=True)
        rng = np.random.default_rng(seed)
        actions, lent = [], 0
        while not game.is_over:
            texts = {action: game.action_text(action) for action in game.legal_actions()}
            eager = [action for action, text in texts.items() if text.startswith("activate partner")]
            actions.append(int(rng.choice(eager or game.legal_actions())))
            lent += bool(eager)
            game.apply(actions[-1])
        tally = Tally(Game("gosu", 4, seed, draft=True, teams=True, auto_forced=False), actions)
        assert tally.counts[:, DEALT].sum(axis=1).tolist() == [7, 7, 7, 7]
        assert (tally.counts[:, DRAWN] >= tally.counts[:, DEALT]).all()
        assert tally.counts[:, ACTIVATED].sum() >= lent
        activated += lent
    assert activated > 0


# ------------------------------------------------------------------------------------------------ bots


@pytest.mark.parametrize(
    "options", [{name: True} for name in ALL] + [ALL, {"kamakor": True}, ALL | {"kamakor": True}], ids="+".join
)
def test_greedy_beats_random_by_any_option(options: dict[str, bool]) -> None:
    seats = 4 if "teams" in options else 2
    standings = Arena("random,greedy", games=100, seats=seats, **options).run(jobs=1, progress=False)
    best = standings.ratings.to_dicts()[0]
    assert (best["player"], best["win_rate"] >= 0.9) == ("greedy", True)


@pytest.mark.parametrize("name", ["greedy", "rollout:20", "ismcts:20"])
def test_bots_play_for_their_team(name: str) -> None:
    """Destroying Turbine wins the battle, 5 against 4. Anything else loses it, or ties it, with the token elsewhere."""
    players: list[dict[str, Any]] = [
        {"hand": ["Garsh"], "army": [["Dom"]], "vp": 2, "tokens": 0},
        {"army": [["Bolt", "Cog"], ["Turbine"]], "vp": 2, "passed": True},
        {"army": [["Tamo", "Tusk"]], "vp": 2, "passed": True},
        {"army": [["Boko", "Sprig"]], "vp": 2, "passed": True},
    ]
    game = Game.position(num_players=4, options={"teams": True}, players=players, advantage=1, turn=0)
    game.apply(game.parse_action("place Garsh"))
    agent = make_agent(name, 1)
    assert game.action_text(agent.act(View(game))) == "destroy opp1 2.1 (Turbine)"
