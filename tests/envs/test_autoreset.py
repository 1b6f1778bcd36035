"""When the next episode begins: the modes of gymnasium's vectors, and its wrappers around each."""

from __future__ import annotations

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces, wrappers
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector
from test_vector_opponents import Fixed, agree, drawn_agent, legal

from gosu_env import OptionError
from gosu_env.envs.seat import SeatEnv
from gosu_env.envs.vector import SeatVectorEnv

TABLES = 5
APART = (AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)
opponents_of = pytest.mark.parametrize("opponents", [None, Fixed(), drawn_agent], ids=["compiled", "hosted", "drawn"])


def both(mode: AutoresetMode, opponents: Any) -> tuple[SeatVectorEnv, SyncVectorEnv]:
    """Our vector and gymnasium's own, of single tables."""
    ours = SeatVectorEnv(TABLES, 2, opponents, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: SeatEnv(2, opponents)] * TABLES, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == mode
    return ours, theirs


@opponents_of
def test_ends_are_shown_before_the_next_deal(opponents: Any) -> None:
    """Beside gymnasium's own vector: the action after an end is ignored, whatever it is."""
    ours, theirs = both(AutoresetMode.NEXT_STEP, opponents)
    rng = np.random.default_rng(0)
    ends = lost = 0
    for seed in (7, None, [3, None, 2**63 - 1, 3, 0]):
        agree(ours.reset(seed=seed), theirs.reset(seed=seed))
        for _ in range(80):
            actions = legal(ours.action_masks(), rng)
            actions[rng.random(TABLES) < 0.02] = -1
            results = ours.step(actions)
            info = agree(results, theirs.step(actions))
            ends += int(results[2].sum())
            lost += int(info.get("_illegal_action", np.zeros(TABLES)).sum())
    assert ends > 2 * TABLES
    assert lost > 3


@opponents_of
@pytest.mark.parametrize("mode", APART)
def test_tables_can_be_reset_at_any_time(mode: AutoresetMode, opponents: Any) -> None:
    """Those that are over and those that are not, with seeds and without; without autoreset, all that are over."""
    ours, theirs = both(mode, opponents)
    rng = np.random.default_rng(1)
    agree(ours.reset(seed=5), theirs.reset(seed=5))
    over = np.zeros(TABLES, bool)
    ends = 0
    for k in range(150):
        chosen = rng.random(TABLES) < 0.1
        if mode == AutoresetMode.DISABLED:
            chosen |= over
        if chosen.any():
            seed = [None, 9, [1, None, 3, 4, 5]][k % 3]
            mine, other = ({"reset_mask": chosen.copy()} for _ in range(2))
            agree(ours.reset(seed=seed, options=mine), theirs.reset(seed=seed, options=other))
        elif k % 29 == 0:
            agree(ours.reset(), theirs.reset())
        actions = legal(ours.action_masks(), rng)
        results = ours.step(actions)
        agree(results, theirs.step(actions))
        over = results[2] | results[3]
        ends += int(over.sum())
    assert ends > TABLES


def test_without_autoreset_a_step_after_an_end_is_refused() -> None:
    env = SeatVectorEnv(2, max_decisions=1, seat=0, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    *_, truncated, info = env.step(legal(env.action_masks(), np.random.default_rng(0)))
    assert truncated.all()
    assert info["action_mask"].all()
    with pytest.raises(ResetNeeded, match="the games at tables 0, 1 are over: reset"):
        env.step(np.zeros(2, int))
    env.reset(options={"reset_mask": np.array([True, True])})
    env.step(legal(env.action_masks(), np.random.default_rng(0)))


def test_the_mode_is_asked_for_by_name_too() -> None:
    envs = gymnasium.make_vec("gosu/Gosu-v0", num_envs=2, autoreset_mode="NextStep")
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert SeatVectorEnv.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    with pytest.raises(OptionError, match=r"autoreset_mode must be one of AutoresetMode\.NEXT_STEP, .*, not 'later'"):
        SeatVectorEnv(2, autoreset_mode="later")


# ------------------------------------------------------------------------------------------------ gymnasium's wrappers


def halved(observation: Any) -> Any:
    return (observation / 2).astype(np.float32)


def halves(space: spaces.Box) -> spaces.Box:
    return spaces.Box(halved(space.low), halved(space.high), dtype=np.float32)


VECTOR_WRAPPERS = {
    "NormalizeObservation": vector.NormalizeObservation,
    "NormalizeReward": vector.NormalizeReward,
    "FlattenObservation": vector.FlattenObservation,
    "RescaleObservation": lambda env: vector.RescaleObservation(vector.DtypeObservation(env, np.float32), -1.0, 1.0),
    "TransformObservation": lambda env: vector.TransformObservation(
        env, halved, halves(env.observation_space), halves(env.single_observation_space)
    ),
    "VectorizeTransformObservation": lambda env: vector.VectorizeTransformObservation(
        env, wrappers.TransformObservation, func=halved, observation_space=halves(env.single_observation_space)
    ),
    "TransformReward": lambda env: vector.TransformReward(env, lambda reward: 2 * reward),
    "RecordEpisodeStatistics": vector.RecordEpisodeStatistics,
}


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", VECTOR_WRAPPERS)
def test_gymnasiums_vector_wrappers_play_on(name: str, mode: AutoresetMode) -> None:
    """Whatever they do to observations and rewards, it is what they do to gymnasium's own vector of single tables."""
    ours, theirs = both(mode, None)
    try:
        other: Any = VECTOR_WRAPPERS[name](theirs)
    except ValueError as error:  # it wants the ends of episodes among the observations
        assert mode == AutoresetMode.SAME_STEP
        with pytest.raises(ValueError, match=re.escape(str(error))):
            VECTOR_WRAPPERS[name](ours)
        return
    mine: Any = VECTOR_WRAPPERS[name](ours)
    rng = np.random.default_rng(0)
    found, expected = mine.reset(seed=3)[0], other.reset(seed=3)[0]
    ends = 0
    for _ in range(60):
        assert np.array_equal(found, expected)
        assert found in mine.observation_space
        actions = legal(ours.action_masks(), rng)
        (found, *results, _), (expected, *others, _) = mine.step(actions), other.step(actions)
        for one, two in zip(results, others, strict=True):
            assert np.array_equal(one, two)
        ends += int(results[1].sum())
    assert ends > TABLES


WRAPPERS = {
    "NormalizeObservation": wrappers.NormalizeObservation,
    "NormalizeReward": wrappers.NormalizeReward,
    "FlattenObservation": wrappers.FlattenObservation,
    "RescaleObservation": lambda env: wrappers.RescaleObservation(
        wrappers.DtypeObservation(env, np.float32), np.float32(-1), np.float32(1)
    ),
    "TransformObservation": lambda env: wrappers.TransformObservation(env, halved, halves(env.observation_space)),
    "TransformReward": lambda env: wrappers.TransformReward(env, lambda reward: 2 * reward),
    "FrameStackObservation": lambda env: wrappers.FrameStackObservation(env, 2),
    "TimeLimit": lambda env: wrappers.TimeLimit(env, 30),
}


@pytest.mark.parametrize("name", WRAPPERS)
def test_gymnasiums_wrappers_of_one_table_play_on(name: str) -> None:
    env: Any = WRAPPERS[name](gymnasium.make("gosu/Gosu-v0"))
    rng = np.random.default_rng(0)
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            assert seen in env.observation_space
            seen, _, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            over = terminated or truncated
        assert seen in env.observation_space


@pytest.mark.parametrize(
    ("game", "num_players", "options"),
    [
        ("gosu", 2, {}),
        ("gosu", 4, {"teams": True}),
        ("gosu", 3, {"kamakor": True}),
        ("gosux", 2, {}),
        ("laundromat", 3, {}),
    ],
)
def test_every_entry_keeps_its_own_bounds(game: str, num_players: int, options: dict[str, Any]) -> None:
    env = SeatVectorEnv(64, num_players, game=game, history=4, **options)
    box = env.single_observation_space
    assert isinstance(box, spaces.Box)
    low, high = env.observation_spec.bounds
    assert (box.low == low).all()
    assert (box.high == high).all()
    assert len({*zip(low.tolist(), high.tolist(), strict=True)}) > 5
    rng = np.random.default_rng(0)
    env.reset(seed=1)
    for _ in range(150):
        seen, *_ = env.step(legal(env.action_masks(), rng))
        assert ((seen >= low) & (seen <= high)).all()
