"""Agents at the tables of the vector environments: the episodes of single tables, with agents asked all at once."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from agents import RandomAgent
from gosu_env import OpponentError, OptionError, View
from gosu_env.envs import episodes
from gosu_env.envs.seat import SeatEnv
from gosu_env.envs.vector import SeatVectorEnv

TABLES = 5


class Fixed:
    """Always answers the same to the same view, and not always the first thing."""

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        return legal[zlib.crc32(view.observation.tobytes()) % len(legal)]


class Together(Fixed):
    """Is asked for many decisions at once, and remembers how many."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def act_many(self, views: Sequence[View]) -> list[int]:
        self.asked.append(len(views))
        return [self.act(view) for view in views]


class Answers:
    """Gives the answers it is told to give, whatever it is asked."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers

    def act(self, view: View) -> Any:
        raise AssertionError("it can answer many at once")

    def act_many(self, views: Sequence[View]) -> Any:
        if isinstance(self.answers, Exception):
            raise self.answers
        return self.answers(views)


def drawn_agent(rng: np.random.Generator) -> RandomAgent:
    return RandomAgent(int(rng.integers(1000)))


def drawn_table(rng: np.random.Generator) -> Any:
    """Two opponents, drawn together: an agent of the episode's own beside one that plays at random."""
    return [drawn_agent(rng), None] if rng.random() < 0.5 else [None, Fixed()]


def at_random(rng: np.random.Generator) -> None:
    """Random play, but asked for at every episode: it goes the way of agents."""


def legal(mask: Any, rng: np.random.Generator) -> np.ndarray:
    """A random legal action for every row of a mask."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask])


# ------------------------------------------------------------------------------------------------ the same episodes


@pytest.mark.parametrize(
    ("num_players", "opponents", "seat"),
    [
        (2, Fixed(), None),
        (2, drawn_agent, 1),
        (2, at_random, None),
        (3, [Fixed(), drawn_agent], None),
        (3, drawn_table, 0),
        (4, [None, Fixed(), drawn_agent], None),
    ],
)
def test_every_table_plays_the_episodes_of_a_seat_env(num_players: int, opponents: Any, seat: int | None) -> None:
    """Beside gymnasium's own vector of single tables: everything handed out is the same, over many episodes."""

    def make() -> SeatEnv:
        return SeatEnv(num_players, opponents, seat, illegal_action="raise")

    ours = SeatVectorEnv(TABLES, num_players, opponents, seat)
    theirs = SyncVectorEnv([make] * TABLES, autoreset_mode=AutoresetMode.SAME_STEP)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    rng = np.random.default_rng(0)
    ended = 0
    for seed in (7, None, [3, None, 2**63 - 1, 3, 0]):
        obs, info = ours.reset(seed=seed)
        expected, expected_info = theirs.reset(seed=seed)
        for _ in range(70):
            assert (obs == expected).all()
            assert (info["seat"] == expected_info["seat"]).all()
            assert (info["action_mask"] == expected_info["action_mask"]).all()
            actions = legal(info["action_mask"], rng)
            obs, *results, info = ours.step(actions)
            expected, *expected_results, expected_info = theirs.step(actions)
            expected_results[0] = np.float32(expected_results[0])
            for result, expected_result in zip(results, expected_results, strict=True):
                assert (result == expected_result).all()
            done = results[1] | results[2]
            assert done.any() == ("final_obs" in info) == ("final_obs" in expected_info)
            for i in np.flatnonzero(done):
                assert (info["final_obs"][i] == expected_info["final_obs"][i]).all()
                ended += 1
    assert ended > 2 * TABLES


def test_truncated_games_are_told() -> None:
    ours = SeatVectorEnv(TABLES, 3, Fixed(), max_decisions=25)
    theirs = SyncVectorEnv(
        [lambda: SeatEnv(3, Fixed(), max_decisions=25)] * TABLES, autoreset_mode=AutoresetMode.SAME_STEP
    )
    rng = np.random.default_rng(0)
    _, info = ours.reset(seed=1)
    theirs.reset(seed=1)
    truncated = 0
    for _ in range(60):
        actions = legal(info["action_mask"], rng)
        obs, *results, info = ours.step(actions)
        expected, *expected_results, _ = theirs.step(actions)
        assert (obs == expected).all()
        assert [r.tolist() for r in results] == [r.tolist() for r in expected_results]
        assert not results[0][results[2]].any(), "no reward without a result"
        truncated += int(results[2].sum())
    assert truncated > TABLES


def test_deals_do_not_depend_on_how_games_are_played() -> None:
    """Seeds, seats and drawn opponents of all episodes are the same for learners that play differently."""
    draws: list[float] = []

    def draw(rng: np.random.Generator) -> Fixed:
        draws.append(rng.random())
        return Fixed()

    def deals(play: int) -> tuple[list[tuple[int, int]], list[float]]:
        draws.clear()
        env = SeatVectorEnv(1, 3, draw)
        rng = np.random.default_rng(play)
        _, info = env.reset(seed=11)
        seen = [(int(env.learners.seeds[0]), int(info["seat"][0]))]
        while len(seen) < 8:
            _, _, terminated, _, info = env.step(legal(info["action_mask"], rng))
            if terminated[0]:
                seen.append((int(env.learners.seeds[0]), int(info["seat"][0])))
        return seen, draws[:]

    assert deals(0) == deals(1)
    assert deals(0)[0][0][0] == 11


# ------------------------------------------------------------------------------------------------ asking agents


def test_an_agent_is_asked_for_all_tables_at_once() -> None:
    agent, other = Together(), Fixed()
    env = SeatVectorEnv(64, 3, [agent, other])
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    for _ in range(20):
        agent.asked.clear()
        *_, info = env.step(legal(info["action_mask"], rng))
        assert sum(agent.asked) > 2 * len(agent.asked)
    alone = SeatVectorEnv(64, 3, [Fixed(), other])  # the same answers, one by one
    rng = np.random.default_rng(0)
    _, twin = alone.reset(seed=1)
    for _ in range(20):
        *_, twin = alone.step(legal(twin["action_mask"], rng))
    assert (twin["action_mask"] == info["action_mask"]).all()


def test_gymnasium_passes_opponents_on() -> None:
    agent = Together()
    envs = gymnasium.make_vec(
        "gosu/Gosu-v0", num_envs=4, vectorization_mode="vector_entry_point", num_players=3, opponents=agent, seat=2
    )
    _, info = envs.reset(seed=1)
    assert agent.asked
    assert info["seat"].tolist() == [2] * 4


def test_a_list_of_nones_is_random_play_compiled() -> None:
    def play(opponents: Any) -> bytes:
        env = SeatVectorEnv(4, 3, opponents)
        rng = np.random.default_rng(0)
        _, info = env.reset(seed=2)
        seen = b""
        for _ in range(50):
            obs, *_, info = env.step(legal(info["action_mask"], rng))
            seen += obs.tobytes()
        return seen

    assert play([None, None]) == play(None) != play(at_random)


# ------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        (
            ZeroDivisionError("oops"),
            r"Answers at table \d, seat 1.* failed: ZeroDivisionError: oops; decision: seat 1: ",
        ),
        (lambda views: [239] * len(views), r"Answers at table \d, seat 1: action 239 \(.*\) is not legal; decision: "),
        (lambda views: [0] * (len(views) + 1), r"Answers gave (\d) answers to (\d) decisions"),
        (lambda views: [None] * len(views), r"Answers at table \d, seat 1.* failed: TypeError"),
    ],
)
def test_errors_name_the_opponent_and_its_table(answers: Any, error: str) -> None:
    env = SeatVectorEnv(TABLES, 2, Answers(answers), seat=0)

    def play() -> None:
        rng = np.random.default_rng(0)
        _, info = env.reset(seed=1)
        for _ in range(100):
            *_, info = env.step(legal(info["action_mask"], rng))

    with pytest.raises(OpponentError, match=error):
        play()
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(np.zeros(TABLES, int))


def test_wrong_opponents_and_seeds_are_refused() -> None:
    wrong: list[tuple[Any, str]] = [
        (7, r"opponents: 7 has no act\(view\)"),
        ([None], "opponents: 1 for 2 other seats"),
        (RandomAgent, r"opponents: RandomAgent is a class; give an agent, RandomAgent\(\)"),
    ]
    for opponents, error in wrong:
        with pytest.raises(OptionError, match=error):
            SeatVectorEnv(2, 3, opponents)
    env = SeatVectorEnv(2, 3, lambda rng: [7, None])
    with pytest.raises(OptionError, match="opponents: 7 has no act"):
        env.reset(seed=1)
    fine = SeatVectorEnv(2, 2, Fixed())
    with pytest.raises(OptionError, match="seed: 3 seeds for 2 tables; give one, or one for each"):
        fine.reset(seed=[1, 2, 3])
    with pytest.raises(OptionError, match="seed must be a whole number"):
        fine.reset(seed=-1)
    with pytest.raises(ResetNeeded):
        fine.step([0, 0])
    with pytest.raises(ResetNeeded):
        SeatVectorEnv(2, 2).step([0, 0])


def test_a_learner_that_never_decides_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(episodes, "MOST_DEALS", 1)
    env = SeatVectorEnv(1, 4, Fixed(), seat=3, max_decisions=1)
    with pytest.raises(OptionError, match="in 1 deals the learner had nothing to decide; the last game ended by"):
        env.reset(seed=2)
