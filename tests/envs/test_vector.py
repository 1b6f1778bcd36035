"""Many learners at once: the native vector environment of gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env import Game, IllegalActionError, OptionError

gymnasium = pytest.importorskip("gymnasium")

from gosu_env.envs.learners import make_learners  # noqa: E402
from gosu_env.envs.vector import SeatVectorEnv  # noqa: E402


def legal(mask: Any, rng: np.random.Generator) -> np.ndarray:
    """A random legal action for every row of a mask."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask])


def at_random(rng: np.random.Generator) -> None:
    """Random play, but asked for at every episode: it goes the way of agents, table by table."""


ways = pytest.mark.parametrize("opponents", [None, at_random], ids=["compiled", "hosted"])


@ways
@pytest.mark.parametrize(("n", "seat"), [(2, None), (2, 1), (3, None), (4, 2)])
def test_every_decision_is_the_learners_and_is_seen_as_the_game_shows_it(
    n: int, seat: int | None, opponents: Any
) -> None:
    rng = np.random.default_rng(0)
    tables = make_learners("gosu", 6, n, opponents, seat, {})
    tables.reset(5)
    seats = set()
    ended = 0
    for _ in range(200):
        for i in range(6):
            game = tables.game(i)
            assert game.seat == tables.seat[i]
            assert seat in (None, game.seat)
            assert game.observe(game.seat).tobytes() == tables.obs[i].tobytes()
            assert game.mask().tobytes() == tables.mask[i].tobytes()
            seats.add(game.seat)
        tables.step(legal(tables.mask, rng))
        ended += int(tables.done.sum())
    assert ended > 6
    assert seats == ({seat} if seat is not None else set(range(n)))


@ways
def test_rewards_are_the_learners_returns(opponents: Any) -> None:
    """A learner that always passes loses most games; the sum of its rewards is that of its games."""
    tables = make_learners("gosu", 64, 2, opponents, 0, {})
    tables.reset(1)
    rewards = []
    for _ in range(200):
        passing = np.where(tables.mask[:, 0] == 1, 0, tables.mask.argmax(axis=1))
        tables.step(passing)
        assert not tables.reward[~tables.done].any()
        rewards += tables.reward[tables.done].tolist()
        assert (tables.final_length[tables.done] > 0).all()
    assert set(rewards) <= {-1.0, 0.0, 1.0}
    assert len(rewards) > 100
    assert np.mean(rewards) < -0.9


@ways
def test_the_last_observation_is_that_of_the_finished_game(opponents: Any) -> None:
    env = SeatVectorEnv(num_envs=8, opponents=opponents, seat=0)
    rng = np.random.default_rng(0)
    obs, info = env.reset(seed=3)
    spec = Game().observation_spec
    for _ in range(100):
        obs, reward, terminated, truncated, info = env.step(legal(info["action_mask"], rng))
        for i in np.flatnonzero(terminated):
            final = info["final_obs"][i]
            assert info["_final_obs"][i]
            assert final[spec["decision"]][0] == 1, "nobody decides any more"
            vp = [final[spec["player.me"]][3], final[spec["player.opp1"]][3]]
            if reward[i] == 1 and max(vp) == 3:
                assert vp[0] == 3
            assert obs[i][spec["decision"]][0] == 0
        assert not truncated.any()


@ways
def test_seeds_repeat_and_differ(opponents: Any) -> None:
    def play(seed: int | None) -> bytes:
        env = SeatVectorEnv(num_envs=4, num_players=3, opponents=opponents)
        rng = np.random.default_rng(0)
        _, info = env.reset(seed=seed)
        seen = b""
        for _ in range(60):
            obs, *_, info = env.step(legal(info["action_mask"], rng))
            seen += obs.tobytes()
        return seen

    assert play(7) == play(7)
    assert play(7) != play(8)


@ways
def test_spaces_hold_what_comes(opponents: Any) -> None:
    env = SeatVectorEnv(num_envs=3, num_players=4, opponents=opponents, render_mode="ansi")
    obs, info = env.reset(seed=1)
    assert obs in env.observation_space
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    first = obs.copy()
    env.step(info["action_mask"].argmax(axis=1))
    assert (obs == first).all(), "what was handed out does not change later"
    texts = env.render()
    assert texts is not None
    assert all("(you)" in text for text in texts)


@ways
def test_illegal_actions_can_raise_and_change_nothing(opponents: Any) -> None:
    env = SeatVectorEnv(num_envs=3, opponents=opponents, illegal_action="raise")
    _, info = env.reset(seed=1)
    before = [env.learners.game(i) for i in range(3)]
    actions = info["action_mask"].argmax(axis=1)
    actions[1] = int(np.flatnonzero(info["action_mask"][1] == 0)[0])
    with pytest.raises(IllegalActionError, match="1 of 3 actions are illegal, none was applied; table 1: action"):
        env.step(actions)
    for wrong in ([0, 1], [-1, 0, 0], [0.5, 1, 2], [2**63, 0, 0], [2**70, 0, 0]):
        with pytest.raises(IllegalActionError):
            env.step(wrong)
    assert [env.learners.game(i) for i in range(3)] == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"num_envs": 0}, "num_envs must be"),
        ({"seat": 2}, "seat must be None"),
        ({"colour": "red"}, "unknown option 'colour'"),
        ({"num_envs": 1.5}, "num_envs must be a whole number, 1 or more, not 1.5"),
        ({"illegal_action": "cry"}, "illegal_action must be 'lose' or 'raise', not 'cry'"),
        ({"render_mode": "human"}, "render_mode must be None, 'ansi', not 'human'"),
    ],
)
def test_absurd_arguments_are_refused(arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(OptionError, match=error):
        SeatVectorEnv(**arguments)


def test_gymnasium_makes_it_by_its_name() -> None:
    envs = gymnasium.make_vec("gosu/Gosu-v0", num_envs=4, vectorization_mode="vector_entry_point", num_players=3)
    assert isinstance(envs.unwrapped, SeatVectorEnv)
    obs, info = envs.reset(seed=1)
    assert obs.shape == (4, envs.single_observation_space.shape[0])
    envs.step(info["action_mask"].argmax(axis=1))
