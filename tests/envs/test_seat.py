"""One learner at a table: rewards, opponents, seats and seeds."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from gosu_env import Game, IllegalActionError, OptionError, View
from gosu_env.agents import RandomAgent
from gosu_env.engine.errors import OpponentError
from gosu_env.envs.seat import SeatEnv

PLAYERS = (2, 3, 4)


class Recorder:
    """Plays at random and remembers at which seat it decided what."""

    def __init__(self, log: list[tuple[int, int]], seed: int = 0) -> None:
        self.log = log
        self.agent = RandomAgent(seed)

    def act(self, view: View) -> int:
        action = self.agent.act(view)
        self.log.append((view.seat, action))
        return action


class Stubborn:
    """Always gives the same answer."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, view: View) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def decide(env: SeatEnv, rng: np.random.Generator) -> tuple[Any, float, bool, bool, dict[str, Any]]:
    return env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))


def episode(env: SeatEnv, seed: int = 0) -> list[Any]:
    """All that the learner sees until the end."""
    rng = np.random.default_rng(seed)
    seen: list[Any] = []
    while True:
        observation, reward, terminated, truncated, info = decide(env, rng)
        seen.append((observation.tobytes(), info["action_mask"].tobytes(), info["seat"], reward, terminated, truncated))
        if terminated or truncated:
            return seen


@pytest.mark.parametrize("num_players", PLAYERS)
def test_gymnasium_has_no_complaints(num_players: int) -> None:
    pytest.importorskip("gosu_env.render.raster")
    env = gymnasium.make("gosu/Gosu-v0", num_players=num_players)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


# ------------------------------------------------------------------------------------------------ rewards


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_learner_gets_its_return_whoever_ends_the_game(num_players: int) -> None:
    """Every episode is replayed in a Game: the same decisions, the same observations, the reward at the end."""
    ends = set()
    for seed in range(30):
        log: list[tuple[int, int]] = []
        env = SeatEnv(num_players, Recorder(log, seed), illegal_action="raise")
        observation, info = env.reset(seed=seed)
        game = Game(num_players=num_players, seed=seed)
        rng = np.random.default_rng(seed)
        rewards = []
        last = -1
        while True:
            for seat, action in log:
                assert game.seat == seat != info["seat"]
                last = seat
                game.apply(action)
            log.clear()
            assert (observation == game.observe(info["seat"])).all()
            if game.is_over:
                break
            assert rewards == [0] * len(rewards)
            assert game.seat == info["seat"] == env.seat
            assert (info["action_mask"] == game.mask()).all()
            action = int(rng.choice(game.legal_actions()))
            last = game.seat
            game.apply(action)
            observation, reward, terminated, truncated, info = env.step(action)
            rewards.append(reward)
            assert (terminated or truncated) == (env.game.is_over)
        assert rewards[-1] == game.returns()[info["seat"]]
        assert terminated
        assert not truncated
        assert info["ending"] == game.ending[0]
        ends.add((last == info["seat"], rewards[-1] > 0))
    assert ends == {(True, True), (True, False), (False, True), (False, False)}


def test_another_seat_ends_the_game() -> None:
    """The learner passes; the opponent, who is stronger, passes too, wins the battle and with it the game."""
    env = SeatEnv(seat=0, opponents=Stubborn(0))
    env.reset(seed=1)
    players: list[dict[str, Any]] = [
        {"hand": ["Dom"], "army": [["Cinder"]], "vp": 1},
        {"hand": ["Ember"], "army": [["Bolt", "Rengo"], ["Turbine"]], "vp": 2},
    ]
    env._table.game = Game.position(players=players, advantage=0, turn=0)
    observation, reward, terminated, truncated, info = env.step(env.game.parse_action("pass"))
    assert (reward, terminated, truncated, info["ending"]) == (-1, True, False, "battle")
    assert env.game.winners == [1]
    assert (observation == env.game.observe(0)).all()
    assert info["action_mask"].all()
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(0)


def test_too_long_a_game_is_truncated() -> None:
    env = SeatEnv(num_players=3, max_decisions=25)
    env.reset(seed=1)
    *_, last = episode(env)
    assert last[3:] == (0, False, True)


# ------------------------------------------------------------------------------------------------ seats and seeds


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_random_seat_varies_and_follows_the_seed(num_players: int) -> None:
    def seats(seed: int) -> list[int]:
        env = SeatEnv(num_players)
        return [env.reset(seed=seed if i == 0 else None)[1]["seat"] for i in range(60)]

    assert seats(5) == seats(5) != seats(6)
    counts = np.bincount(seats(5), minlength=num_players)
    assert len(counts) == num_players
    assert counts.min() >= 5
    assert len({SeatEnv(num_players).reset(seed=seed)[1]["seat"] for seed in range(30)}) == num_players


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_fixed_seat_stays(num_players: int) -> None:
    for seat in range(num_players):
        env = SeatEnv(num_players, seat=seat)
        for seed in (3, None, None):
            _, info = env.reset(seed=seed)
            assert info["seat"] == env.seat == env.game.seat == seat


def test_a_seed_fixes_the_deal_and_the_random_opponents() -> None:
    def episodes(seed: int, player: int) -> list[Any]:
        env = SeatEnv(num_players=3)
        env.reset(seed=seed)
        seen = [episode(env, player)]
        env.reset()
        return [*seen, episode(env, player)]

    assert episodes(1, 0) == episodes(1, 0)
    assert episodes(1, 0)[0] != episodes(1, 0)[1]
    assert episodes(1, 0) != episodes(2, 0)
    log: list[tuple[int, int]] = []
    env = SeatEnv(opponents=Recorder(log))
    env.reset(seed=9)
    game = Game(seed=9)
    for _, action in log:
        game.apply(action)
    assert env.game == game


def test_deals_do_not_depend_on_how_games_are_played() -> None:
    envs = [SeatEnv(num_players=4), SeatEnv(num_players=4)]
    for env in envs:
        env.reset(seed=4)
    episode(envs[0], 0)
    decide(envs[1], np.random.default_rng(1))
    for env in envs:
        env.reset()
    assert envs[0].seat == envs[1].seat
    assert envs[0].game == envs[1].game


def test_without_a_seed_games_differ() -> None:
    envs = [SeatEnv(seat=0), SeatEnv(seat=0)]
    assert (envs[0].reset()[0] != envs[1].reset()[0]).any()


def test_every_episode_begins_with_a_decision_of_the_learner() -> None:
    """Also where most deals end before it has any."""
    env = SeatEnv(num_players=4, max_decisions=2)
    env.reset(seed=0)
    for _ in range(50):
        _, info = env.reset()
        assert env.game.seat == info["seat"]
        assert info["action_mask"].sum() > 1
        assert not info["action_mask"].all()


@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_copies_go_on_with_the_episode(how: Callable[[SeatEnv], SeatEnv]) -> None:
    env = SeatEnv(num_players=3, opponents=[None, RandomAgent(3)], auto_forced=False)
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(4):
        decide(env, rng)
    other = how(env)
    assert other.seat == env.seat
    assert other.game == env.game
    seen = episode(env)
    assert other.game != env.game
    assert episode(other) == seen
    assert (env.reset()[0] == other.reset()[0]).all()
    assert episode(other) == episode(env)


# ------------------------------------------------------------------------------------------------ opponents


@pytest.mark.parametrize("seat", range(4))
def test_a_list_of_opponents_sits_clockwise_from_the_learner(seat: int) -> None:
    logs: list[list[tuple[int, int]]] = [[], [], []]
    env = SeatEnv(4, [Recorder(log) for log in logs], seat=seat)
    env.reset(seed=2)
    episode(env)
    for places, log in enumerate(logs, start=1):
        assert {decider for decider, _ in log} == {(seat + places) % 4}


def test_one_agent_plays_all_other_seats() -> None:
    log: list[tuple[int, int]] = []
    env = SeatEnv(4, Recorder(log), seat=1)
    env.reset(seed=2)
    episode(env)
    assert {decider for decider, _ in log} == {0, 2, 3}


def test_opponents_are_drawn_for_every_episode() -> None:
    drawn: list[float] = []
    logs: dict[str, list[tuple[int, int]]] = {"red": [], "blue": []}

    def draw(rng: np.random.Generator) -> Recorder:
        drawn.append(rng.random())
        return Recorder(logs["red" if drawn[-1] < 0.5 else "blue"])

    def draws(seed: int) -> list[float]:
        drawn.clear()
        env = SeatEnv(2, draw)
        for i in range(20):
            logs["red"].clear()
            logs["blue"].clear()
            env.reset(seed=seed if i == 0 else None)
            assert len(drawn) == i + 1
            episode(env)
            assert bool(logs["red"]) == (drawn[-1] < 0.5)
            assert bool(logs["blue"]) == (drawn[-1] >= 0.5)
        return drawn[:]

    first = draws(1)
    assert len(set(first)) == 20
    assert first == draws(1) != draws(2)


def test_any_mix_of_opponents() -> None:
    fixed: list[tuple[int, int]] = []
    drawn: list[list[tuple[int, int]]] = []

    def draw(rng: np.random.Generator) -> Recorder:
        drawn.append([])
        return Recorder(drawn[-1], int(rng.integers(1000)))

    env = SeatEnv(4, [Recorder(fixed), None, draw], seat=0)
    for seed in range(3):
        env.reset(seed=seed)
        episode(env)
    assert {seat for seat, _ in fixed} == {1}
    assert [{seat for seat, _ in log} for log in drawn] == [{3}] * 3
    # a function may also draw the whole table
    log: list[tuple[int, int]] = []
    env = SeatEnv(3, lambda rng: [None, Recorder(log)], seat=2)
    env.reset(seed=0)
    episode(env)
    assert {seat for seat, _ in log} == {1}


def test_wrong_opponents_are_refused() -> None:
    wrong: list[tuple[Any, str]] = [
        (
            7,
            r"opponents: 7 has no act\(view\); expected an agent, None for random play, a list of these, or a function",
        ),
        ("random", "opponents: 'random' has no act"),
        ([None], "opponents: 1 for 2 other seats; expected one for every other seat, clockwise"),
        ([None, 7], "opponents: 7 has no act"),
        (RandomAgent, r"opponents: RandomAgent is a class; expected an agent, RandomAgent\(\)"),
    ]
    for opponents, error in wrong:
        with pytest.raises(OptionError, match=error):
            SeatEnv(3, opponents)
    late: list[tuple[Any, str]] = [
        (lambda rng: 7, "opponents: 7 has no act"),
        (lambda rng: [None], "opponents: 1 for 2 other seats"),
        ([None, lambda rng: 7], r"opponents: 7 has no act\(view\); expected an agent, None for random play"),
        ([None, lambda rng: [None, None]], "opponents: .* has no act"),
    ]
    for opponents, error in late:
        env = SeatEnv(3, opponents)
        with pytest.raises(OptionError, match=error):
            env.reset(seed=1)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (ZeroDivisionError("oops"), "opponent Stubborn at seat 1 failed: ZeroDivisionError: oops; decision: seat 1: "),
        (239, r"opponent Stubborn at seat 1: action 239 \(.*\) is not legal; decision: seat 1: "),
        (None, "opponent Stubborn at seat 1: action None is not legal; decision: seat 1: "),
    ],
)
def test_errors_name_the_opponent(answer: Any, error: str) -> None:
    env = SeatEnv(opponents=Stubborn(answer), seat=0)

    def play() -> None:
        env.reset(seed=1)
        episode(env)

    with pytest.raises(OpponentError, match=error) as caught:
        play()
    cause = ZeroDivisionError if isinstance(answer, Exception) else IllegalActionError
    assert isinstance(caught.value.__cause__, cause)
    assert env.game.seat == 1  # the game waits where it was
    with pytest.raises(ResetNeeded):
        env.step(0)


# ------------------------------------------------------------------------------------------------ actions


def test_an_illegal_action_loses() -> None:
    env = SeatEnv()
    env.reset(seed=1)
    before = env.game.clone()
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "is not legal; decision: seat" in info["illegal_action"]
    assert (observation == before.observe(env.seat)).all()
    assert env.game == before
    with pytest.raises(ResetNeeded):
        env.step(illegal)
    env.reset(seed=1)
    assert not decide(env, np.random.default_rng(0))[2]


def test_an_illegal_action_raises_if_wanted() -> None:
    env = SeatEnv(illegal_action="raise")
    env.reset(seed=1)
    before = env.game.clone()
    with pytest.raises(IllegalActionError, match="is not legal; decision: seat"):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))
    assert env.game == before
    episode(env)


def test_masks_and_spaces() -> None:
    env = SeatEnv(num_players=3)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert observation.dtype == info["action_mask"].dtype == np.int8
    assert env.action_masks().dtype == np.bool_
    assert (env.action_masks() == info["action_mask"]).all()
    assert np.flatnonzero(info["action_mask"]).tolist() == env.game.legal_actions()
    assert env.action_space.n == len(info["action_mask"])


def test_what_was_handed_out_stays_as_it_was() -> None:
    env = SeatEnv()
    kept = [env.reset(seed=1)]
    rng = np.random.default_rng(0)
    terminated = False
    while not terminated:
        observation, _, terminated, _, info = decide(env, rng)
        kept.append((observation, info))
    before = copy.deepcopy(kept)
    env.reset()
    episode(env)
    np.testing.assert_equal(kept, before)


def test_options() -> None:
    env = SeatEnv(auto_forced=False)
    env.reset(options={"colour": "green"})
    assert env.game.rules.options["auto_forced"] is False
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"num_players": 5}, "num_players must be 2, 3 or 4, not 5"),
        ({"seat": 2}, "seat must be None or a seat from 0 to 1, not 2"),
        ({"seat": True}, "seat must be None or a seat from 0 to 1, not True"),
        ({"max_decision": 9}, "unknown option 'max_decision'"),
        ({"render_mode": "svg"}, "render_mode must be None, 'ansi'"),
        ({"illegal_action": "ignore"}, "illegal_action must be 'lose' or 'raise', not 'ignore'"),
    ]
    for options, error in wrong:
        with pytest.raises(OptionError, match=error):
            SeatEnv(**options)
    with pytest.raises(OptionError, match="seed must be a whole number"):
        env.reset(seed=-1)


# ------------------------------------------------------------------------------------------------ pictures, names


def test_the_table_is_shown_as_the_learner_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv(num_players=3, seat=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game.describe(2)
    assert capsys.readouterr().out == ""
    human = SeatEnv(num_players=3, seat=2, render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out.strip() == env.render().strip()
    decide(human, np.random.default_rng(0))
    assert capsys.readouterr().out.strip() == human.game.describe(2).strip()


def test_notebooks_draw_the_table() -> None:
    drawing = pytest.importorskip("gosu_env.render.svg")
    env = SeatEnv(num_players=3, seat=2)
    assert env._repr_svg_() is None
    env.reset(seed=1)
    assert env._repr_svg_() == env.svg() == drawing.table_svg(env.game, 2)


MAKE = """
class Pass:
    def act(self, view):
        return view.legal_actions()[0]
opponent = Pass()
env = gymnasium.make("gosu/Gosu-v0", num_players=3, seat=1, opponents=opponent, max_decisions=50)
assert env.unwrapped.opponents is opponent
observation, info = env.reset(seed=1)
assert info["seat"] == 1 and env.get_wrapper_attr("action_masks")().shape == (256,)
env.step(env.action_space.sample(info["action_mask"]))
"""


@pytest.mark.parametrize("order", ["gosu_env, gymnasium", "gymnasium, gosu_env"])
def test_gymnasium_can_make_it(order: str) -> None:
    subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", f"import {order}\n{MAKE}"], check=True, timeout=120
    )


def test_gymnasium_finds_the_module_by_name() -> None:
    code = "import gymnasium; gymnasium.make('gosu_env:gosu/Gosu-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
