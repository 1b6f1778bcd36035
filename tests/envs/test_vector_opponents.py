"""Agents at the tables of the vector environments: the episodes of single tables, with agents asked all at once."""

from __future__ import annotations

import copy
import pickle
import zlib
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from gosu_env import OpponentError, OptionError, View
from gosu_env.agents import RandomAgent
from gosu_env.envs import episodes, learners
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


def same(found: Any, expected: Any) -> bool:
    """Whether two infos of gymnasium are the same: keys, types, shapes, values."""
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(same(found[key], expected[key]) for key in expected)
    if expected.dtype == object:
        if found.dtype != object or found.shape != expected.shape:
            return False
        return all(
            same(own, other) if isinstance(other, np.ndarray) else own == other
            for own, other in zip(found, expected, strict=True)
        )
    return found.dtype == expected.dtype and found.shape == expected.shape and bool((found == expected).all())


def both(num_players: int, opponents: Any, seat: int | None, **options: Any) -> tuple[SeatVectorEnv, SyncVectorEnv]:
    """Our vector and gymnasium's own, of single tables."""
    ours = SeatVectorEnv(TABLES, num_players, opponents, seat, **options)
    theirs = SyncVectorEnv(
        [lambda: SeatEnv(num_players, opponents, seat, **options)] * TABLES, autoreset_mode=AutoresetMode.SAME_STEP
    )
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    return ours, theirs


def agree(ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> Any:
    """That both hand out the same; the info of it."""
    for found, expected in zip(ours, theirs, strict=True):
        assert same(found, expected)
    return ours[-1]


@pytest.mark.parametrize(
    ("num_players", "opponents", "seat"),
    [
        (2, None, None),
        (2, None, 1),
        (3, None, None),
        (4, [None, None, None], 2),
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
    ours, theirs = both(num_players, opponents, seat)
    rng = np.random.default_rng(0)
    ended = 0
    for seed in (7, None, [3, None, 2**63 - 1, 3, 0]):
        info = agree(ours.reset(seed=seed), theirs.reset(seed=seed))
        for _ in range(70):
            actions = legal(info["action_mask"], rng)
            info = agree(ours.step(actions), theirs.step(actions))
            ended += int(info.get("_final_obs", np.zeros(TABLES)).sum())
    assert ended > 2 * TABLES


@pytest.mark.parametrize("opponents", [None, Fixed()], ids=["compiled", "hosted"])
def test_an_illegal_action_loses_the_game_of_its_table(opponents: Any) -> None:
    ours, theirs = both(3, opponents, None)
    rng = np.random.default_rng(0)
    info = agree(ours.reset(seed=5), theirs.reset(seed=5))
    lost = 0
    for _ in range(80):
        actions = legal(info["action_mask"], rng)
        for i in np.flatnonzero(rng.random(TABLES) < 0.05):
            actions[i] = rng.choice([-1, ours.single_action_space.n, int(info["action_mask"][i].argmin())])
        results = ours.step(actions)
        info = agree(results, theirs.step(actions))
        told = info.get("final_info", {}).get("_illegal_action", np.zeros(TABLES, bool))
        assert (results[1][told] == -1).all()
        lost += int(told.sum())
    assert lost > 5


@pytest.mark.parametrize("opponents", [None, Fixed()], ids=["compiled", "hosted"])
def test_some_tables_can_be_reset(opponents: Any) -> None:
    ours, theirs = both(2, opponents, None)
    rng = np.random.default_rng(0)
    info = agree(ours.reset(seed=5), theirs.reset(seed=5))
    for k in range(60):
        if k % 7 == 3:
            chosen = rng.random(TABLES) < 0.5
            chosen[k % TABLES] = True
            seed = [None, 9, [1, None, 3, 4, 5]][k % 3]
            agree(
                ours.reset(seed=seed, options={"reset_mask": chosen}),
                theirs.reset(seed=seed, options={"reset_mask": chosen}),
            )
        actions = legal(ours.action_masks(), rng)
        info = agree(ours.step(actions), theirs.step(actions))
    assert info["_seat"].all()


def test_wrong_masks_of_resets_are_refused() -> None:
    env = SeatVectorEnv(3)
    chosen = np.array([True, False, True])
    with pytest.raises(ResetNeeded, match="reset all of them first"):
        env.reset(options={"reset_mask": chosen})
    env.reset(seed=1)
    before = [env.learners.game(i) for i in range(3)]
    for wrong in ([True, False, True], chosen[:2], chosen.astype(int)):
        with pytest.raises(OptionError, match="reset_mask must be an array of 3 bools, not"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(OptionError, match="reset_mask selects no table"):
        env.reset(options={"reset_mask": ~chosen & chosen})
    assert [env.learners.game(i) for i in range(3)] == before
    env.reset(options={"reset_mask": chosen})
    assert [env.learners.game(i) == before[i] for i in range(3)] == [False, True, False]


@pytest.mark.parametrize("opponents", [None, Fixed()], ids=["compiled", "hosted"])
def test_gymnasium_keeps_statistics_of_it(opponents: Any) -> None:
    """As of its own vector of single tables, but for the time taken."""
    ours, theirs = (RecordEpisodeStatistics(env) for env in both(2, opponents, None))
    rng = np.random.default_rng(0)
    ours.reset(seed=1)
    theirs.reset(seed=1)
    for _ in range(80):
        actions = legal(ours.unwrapped.action_masks(), rng)
        *_, info = ours.step(actions)
        *_, expected = theirs.step(actions)
        assert info.keys() == expected.keys()
        if "episode" in info:
            assert same(info["_episode"], expected["_episode"])
            for key in ("r", "l"):
                assert same(info["episode"][key], expected["episode"][key])
    assert ours.episode_count == theirs.episode_count > TABLES
    assert ours.length_queue == theirs.length_queue
    mask = np.eye(TABLES, dtype=bool)[2]
    lengths = ours.episode_lengths.copy()
    ours.reset(options={"reset_mask": mask})
    assert (ours.episode_lengths == np.where(mask, 0, lengths)).all()


@pytest.mark.parametrize("opponents", [None, [Fixed(), drawn_agent]], ids=["compiled", "hosted"])
@pytest.mark.parametrize("how", ["deepcopy", "pickle", "buffers"])
def test_copies_go_on_with_their_episodes(opponents: Any, how: str) -> None:
    env = SeatVectorEnv(TABLES, 3, opponents)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=3)
    for _ in range(30):
        *_, info = env.step(legal(info["action_mask"], rng))
    if how == "deepcopy":
        other = copy.deepcopy(env)
    else:
        buffers: list[pickle.PickleBuffer] = []
        content = pickle.dumps(env, protocol=5, buffer_callback=buffers.append if how == "buffers" else None)
        other = pickle.loads(content, buffers=[bytes(buffer) for buffer in buffers])  # what is sent is read-only
    assert (env.action_masks() == other.action_masks()).all()
    assert (env.learners.seeds == other.learners.seeds).all()
    for _ in range(60):
        actions = legal(env.action_masks(), rng)
        agree(env.step(actions), other.step(actions))
    assert same(env.reset()[0], other.reset()[0]), "seeds of later episodes"
    env.step(legal(env.action_masks(), rng))
    assert any(env.learners.game(i) != other.learners.game(i) for i in range(TABLES))


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

    assert play([None, None]) == play(None) == play(at_random), "the same episodes, whoever plays them"


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
        (RandomAgent, r"opponents: RandomAgent is a class; expected an agent, RandomAgent\(\)"),
    ]
    for opponents, error in wrong:
        with pytest.raises(OptionError, match=error):
            SeatVectorEnv(2, 3, opponents)
    env = SeatVectorEnv(2, 3, lambda rng: [7, None])
    with pytest.raises(OptionError, match="opponents: 7 has no act"):
        env.reset(seed=1)
    for fine in (SeatVectorEnv(2, 2, Fixed()), SeatVectorEnv(2, 2)):
        with pytest.raises(OptionError, match="seed: 3 seeds for 2 tables; expected one, or one per table"):
            fine.reset(seed=[1, 2, 3])
        for seed in (-1, 1.5, "7", [1, 2.5]):
            with pytest.raises(OptionError, match="seed must be a whole number"):
                fine.reset(seed=seed)
        with pytest.raises(ResetNeeded):
            fine.step([0, 0])


def test_a_learner_that_never_decides_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (episodes, learners):
        monkeypatch.setattr(module, "MOST_DEALS", 1)
    for opponents in (Fixed(), None):
        env = SeatVectorEnv(1, 4, opponents, seat=3, max_decisions=1)
        with pytest.raises(OptionError, match="in 1 deals the learner had nothing to decide; the last game ended by"):
            env.reset(seed=2)
