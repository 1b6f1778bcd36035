"""Many games at once are the same games as one by one, whatever the number of games and threads."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gosu_env import Batch, BusyError, DataError, Game, IllegalActionError, OptionError, make_batch


def snapshot(batch: Batch) -> tuple[bytes, ...]:
    arrays = (batch.states, batch.obs, batch.mask, batch.seat, batch.reward, batch.done, batch.truncated, batch.seeds)
    return tuple(array.tobytes() for array in arrays)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_batch_plays_the_games_of_the_handle(n: int) -> None:
    """Every game of the batch is followed by a ``Game`` with its seed and actions, byte for byte, over restarts."""
    batch = make_batch(num_envs=5, num_players=n, seed=n)
    games = [Game(num_players=n, seed=int(seed)) for seed in batch.seeds]
    ended = 0
    for _ in range(300):
        for i, game in enumerate(games):
            assert batch.states[i].tobytes() == game.state.tobytes()
            assert batch.seat[i] == game.seat
            assert batch.mask[i].tobytes() == game.mask().tobytes()
            assert batch.obs[i].tobytes() == game.observe().tobytes()
        actions = batch.sample()
        assert batch.step(actions) == 0
        for i, game in enumerate(games):
            game.apply(int(actions[i]))
            assert batch.done[i] == game.is_over
            expected = game.returns() if game.is_over else [0.0] * n
            assert batch.reward[i].tolist() == pytest.approx(expected)
            if game.is_over:
                ended += 1
                assert not batch.truncated[i]
                games[i] = Game(num_players=n, seed=int(batch.seeds[i]))
    assert ended >= 5


def test_the_number_of_games_and_threads_changes_no_byte() -> None:
    """The first games of a large batch are the games of a small one; threads are a matter of speed alone."""
    one = make_batch(num_envs=1, seed=9)
    few = make_batch(num_envs=40, seed=9, threads=3)
    many = make_batch(num_envs=512, seed=9, threads=1)
    twin = make_batch(num_envs=512, seed=9, threads=2)
    for _ in range(120):
        for batch in (one, few, many, twin):
            batch.step(batch.sample())
        assert snapshot(many) == snapshot(twin)
        assert few.states.tobytes() == many.states[:40].tobytes()
        assert one.states.tobytes() == many.states[:1].tobytes()


def test_a_rollout_is_a_series_of_random_steps() -> None:
    stepped, rolled = (make_batch(num_envs=16, seed=4) for _ in range(2))
    ended = 0
    for _ in range(150):
        stepped.step(stepped.sample())
        ended += int(stepped.done.sum())
    assert rolled.rollout(150) == ended > 0
    assert snapshot(rolled)[:4] == snapshot(stepped)[:4]


def test_reset_begins_anew() -> None:
    batch = make_batch(num_envs=8, seed=1)
    before = snapshot(batch)
    batch.rollout(60)
    assert snapshot(batch) != before
    batch.reset(1)
    assert snapshot(batch) == before
    batch.reset(2)
    assert snapshot(batch) != before


def test_illegal_actions_are_told_and_change_nothing() -> None:
    batch = make_batch(num_envs=6, seed=2)
    actions = batch.sample()
    before = snapshot(batch)
    wrong = actions.copy()
    wrong[3] = np.flatnonzero(batch.mask[3] == 0)[0]
    wrong[5] = -7
    with pytest.raises(IllegalActionError, match=r"2 of 6 actions are illegal, nothing was applied: game 3: action"):
        batch.step(wrong)
    assert snapshot(batch) == before
    assert batch.illegal.tolist() == [False, False, False, True, False, True]
    assert batch.step(wrong, skip_illegal=True) == 2
    games = before[0]
    size = len(games) // 6
    untouched = [batch.states[i].tobytes() == games[i * size : (i + 1) * size] for i in range(6)]
    assert untouched == [False, False, False, True, False, True]
    for shape in ([0, 1], np.zeros(6), "pass", np.full(6, 10**12)):
        with pytest.raises(IllegalActionError):
            batch.step(shape)


def test_truncated_games_are_told() -> None:
    batch = make_batch(num_envs=4, seed=3, max_decisions=3)
    ended = 0
    for _ in range(10):
        batch.step(batch.sample())
        assert (batch.truncated == batch.done).all()
        assert not batch.reward.any()
        ended += int(batch.done.sum())
    assert ended >= 8


def test_observations_can_be_left_out() -> None:
    batch = make_batch(num_envs=3, seed=1, observe=False)
    twin = make_batch(num_envs=3, seed=1)
    assert batch.obs.shape == (3, 0)
    for _ in range(50):
        batch.step(batch.sample())
        twin.step(twin.sample())
    assert batch.states.tobytes() == twin.states.tobytes()


def test_a_game_taken_out_plays_on_its_own() -> None:
    batch = make_batch(num_envs=3, seed=6)
    batch.rollout(10)
    game = batch.game(2)
    assert game.observe().tobytes() == batch.obs[2].tobytes()
    before = batch.states.tobytes()
    game.apply(game.legal_actions()[0])
    assert batch.states.tobytes() == before
    with pytest.raises(OptionError, match="games are numbered from 0 to 2"):
        batch.game(3)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number, 1 or more, not 0"),
        ({"num_envs": 1.5}, "num_envs must be a whole number, 1 or more, not 1.5"),
        ({"threads": 0}, "threads must be a whole number, 1 or more, not 0"),
        ({"device": "tpu"}, "unknown device 'tpu'"),
        ({"speed": "high"}, "unknown option 'speed'"),
    ],
)
def test_absurd_batches_are_refused(arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(OptionError, match=error):
        make_batch(**arguments)


def test_copies_are_dealt_alike_and_go_on_alike():
    batch = make_batch("gosu", 9, 2, seed=4)
    batch.reset(4, copies=3)
    assert batch.seeds.tolist() == np.repeat(batch.seeds[::3], 3).tolist()
    assert len(set(batch.seeds.tolist())) == 3
    for _ in range(200):
        batch.step(batch.mask.argmax(1))
    assert (batch.obs == np.repeat(batch.obs[::3], 3, axis=0)).all()


def test_a_snapshot_is_gone_on_from():
    one, other = (make_batch("gosu", 6, 3, seed=seed) for seed in (1, 2))
    one.rollout(50)
    kept = one.snapshot()
    played = [one.sample() for _ in range(40) if one.step(one.sample()) == 0]
    other.restore(kept)
    assert [other.sample().tolist() for _ in range(40) if other.step(other.sample()) == 0] == [
        a.tolist() for a in played
    ]
    for name in ("obs", "mask", "seat", "seeds", "reward"):
        assert (getattr(one, name) == getattr(other, name)).all(), name
    assert one.states.tobytes() == other.states.tobytes()


def test_snapshots_of_other_batches_are_refused():
    batch = make_batch("gosu", 4, 2, seed=1)
    before = batch.states.tobytes()
    for wrong in (make_batch("gosu", 5, 2, seed=1).snapshot(), {}, batch.snapshot() | {"seeds": np.zeros(4)}):
        with pytest.raises(DataError, match="snapshot: "):
            batch.restore(wrong)
    assert batch.states.tobytes() == before


def test_absurd_arguments_of_methods_are_refused() -> None:
    batch = make_batch(num_envs=3, seed=6)
    before = snapshot(batch)
    wrong: list[tuple[Callable[..., Any], Any, str]] = [
        *((lambda copies: batch.reset(1, copies=copies), n, "copies must be a whole number, 1") for n in (0, -1, 1.5)),
        *((batch.rollout, n, "steps must be a whole number, 0 or more") for n in (-1, 2.5, "3")),
        *((batch.game, n, "games are numbered from 0 to 2") for n in (-1, 1.5, "0", 2**70, 10**5000)),
        *((batch.reset, n, "seed must be a whole number from 0 to") for n in (-1, 1.5, 2**63, 10**5000)),
    ]
    for method, argument, error in wrong:
        with pytest.raises(OptionError, match=error):
            method(argument)
    assert snapshot(batch) == before
    assert make_batch(num_envs=np.int64(3), threads=np.int64(2), seed=np.int64(6)).states.tobytes() == before[0]


def sent(batch: Batch) -> Batch:
    """As it comes to another process that shares memory: what is sent cannot be written to."""
    buffers: list[pickle.PickleBuffer] = []
    content = pickle.dumps(batch, protocol=5, buffer_callback=buffers.append)
    received: Batch = pickle.loads(content, buffers=[bytes(buffer) for buffer in buffers])
    return received


@pytest.mark.parametrize(
    "how",
    [copy.deepcopy, copy.copy, lambda b: pickle.loads(pickle.dumps(b)), sent],
    ids=["deep", "copy", "pickle", "sent"],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_copies_of_a_batch_go_on_alike_and_alone(how: Callable[[Batch], Batch], threads: int) -> None:
    batch = make_batch(num_envs=8, num_players=3, seed=5, threads=threads, draft=True)
    batch.rollout(30)
    batch.step(batch.sample())
    other = how(batch)
    assert snapshot(other) == snapshot(batch)
    assert (other.games == batch.games).all()
    for _ in range(60):
        actions = batch.sample()
        assert (other.sample() == actions).all()
        batch.step(actions)
        other.step(actions)
        assert snapshot(other) == snapshot(batch)
    before = snapshot(other)
    batch.step(batch.sample())
    assert snapshot(batch) != before == snapshot(other)


def play_on(batch: Batch, connection: Any) -> None:
    batch.rollout(20)
    connection.send(batch.states.tobytes())
    batch.close()


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_process_plays_on_with_threads() -> None:
    batch = make_batch(num_envs=64, seed=5, threads=3)
    batch.rollout(10)  # its threads are there, and the child will have none of them
    fork = multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe()
    child = fork.Process(target=play_on, args=(batch, theirs))
    child.start()
    answered = ours.poll(60)
    child.kill() if not answered else None
    assert answered, "the child hangs"
    batch.rollout(20)
    assert ours.recv() == batch.states.tobytes()
    child.join()
    assert child.exitcode == 0


def test_a_second_thread_is_refused() -> None:
    batch = make_batch(num_envs=256, seed=5, threads=1)
    actions = batch.sample()
    begun = threading.Event()

    def roll() -> None:
        begun.set()
        batch.rollout(5_000)

    roller = threading.Thread(target=roll)
    roller.start()
    begun.wait()
    refused = 0
    while roller.is_alive():
        for call in (batch.sample, batch.reset, lambda: batch.step(actions), lambda: batch.rollout(1)):
            try:
                call()
            except BusyError:
                refused += 1
            except IllegalActionError:
                pass  # between two rollouts
    roller.join()
    assert refused > 0
    batch.step(batch.sample())
