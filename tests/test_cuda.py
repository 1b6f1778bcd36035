"""The games of a GPU are those of the CPU.

There is no GPU where these tests run: its program is compiled for the CPU instead, by the C++ compiler of the machine,
and plays its games there, one after the other. ``python -m benchmarks.gpu`` compares on a real one.
"""

from __future__ import annotations

import copy
import ctypes
import inspect
import pickle
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from gosu_env import DataError, IllegalActionError, OptionError, evaluation_seed, make_batch
from gosu_env.engine import cuda
from gosu_env.engine import rules as rules_module
from gosu_env.engine.batch import Batch
from gosu_env.engine.batch_parts import EXTRAS
from gosu_env.engine.cpp import TranslationError, Translator
from gosu_env.engine.cuda import CudaBatch
from gosu_env.engine.generated import pool_of
from gosu_env.engine.rules import Rules, find_rules
from gosu_env.training.dense import DenseEnds
from gosu_env.training.device_match import play_batch, play_networks
from gosu_env.training.device_trials import DevicePlayouts
from gosu_env.training.match import play_deals, sides_of
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer
from gosu_env.training.trials import PlayerPlayouts, make_trials
from tests.some_options import TABLES

COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler here")


class HostArray(np.ndarray[Any, Any]):
    """An array of the CPU that looks like one of a GPU."""

    def copy_to_host(self) -> NDArray[Any]:
        return np.array(self)

    def copy_to_device(self, values: NDArray[Any]) -> None:
        self[...] = values

    def is_c_contiguous(self) -> bool:
        return bool(self.flags.c_contiguous)


class HostGpu:
    """The program of a GPU on the CPU."""

    def __init__(self, source: str, folder: Path, optimise: str = "-O1") -> None:
        (folder / "program.cpp").write_text(source)
        command = [
            str(COMPILER),
            "-std=c++17",
            optimise,
            "-Wall",
            "-Werror",
            "-Wno-unused-function",
            "-Wno-unused-variable",
        ]
        command += ["-shared", "-fPIC", "-o", str(folder / "program.so"), str(folder / "program.cpp")]
        subprocess.run(command, check=True)
        self.program = ctypes.CDLL(str(folder / "program.so"))

    def array(self, values: NDArray[Any]) -> HostArray:
        return np.array(values).view(HostArray)

    def empty(self, shape: int | tuple[int, ...], dtype: Any) -> HostArray:
        made = np.empty(shape, dtype)
        made.view(np.uint8).fill(0xA5)  # what is never written shows
        return made.view(HostArray)

    def given(self, values: Any) -> HostArray | None:
        return values if isinstance(values, HostArray) else None

    def launch(self, name: str, games: int, arguments: Sequence[Any], most: int = 0) -> None:
        sent = [ctypes.c_int(a) if isinstance(a, int) else ctypes.c_void_p(a.ctypes.data) for a in arguments]
        getattr(self.program, name)(*sent)

    def synchronize(self) -> None:
        """There is nothing to wait for."""


@pytest.fixture(scope="module")
def host_gpus(tmp_path_factory: pytest.TempPathFactory) -> Any:
    made: dict[tuple[str, str], HostGpu] = {}

    def host_gpu(source: str | Rules, optimise: str = "-O1") -> HostGpu:
        key = source if isinstance(source, str) else source.device_source(), optimise
        if key not in made:
            made[key] = HostGpu(key[0], tmp_path_factory.mktemp("gpu"), optimise)
        return made[key]

    return host_gpu


def compare(gpu: CudaBatch, cpu: Batch, results: bool = True) -> None:
    """All that is shown is the same, and the ``results`` of the last step."""
    assert gpu.host_states().tobytes() == cpu.states.tobytes()
    for name in ("obs", "mask", *(["reward"] if results else [])):
        assert (getattr(cpu, name) == getattr(gpu, name).T).all(), name
    for name in (*EXTRAS, "belief", "known"):
        assert (getattr(cpu, name) == np.moveaxis(getattr(gpu, name), -1, 0)).all(), name
    for name in ("seat", "seeds", "sets", *(["done", "truncated", "illegal"] if results else [])):
        assert (getattr(gpu, name) == getattr(cpu, name)).all(), name


TOURNAMENT = {"no_pass_with_tokens": True, "draft": True, "turn_limit": True}


CPU_ONLY = {"last_actions", "clock", "by_set"}
ALL_OPTIONS = TOURNAMENT | {"teams": True, "kamakor": True}


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(
    ("num_players", "options", "optimise"),
    [
        *((2, {}, "-O1"), (3, {}, "-O1"), (4, {}, "-O1"), (2, TOURNAMENT, "-O1"), (4, {"teams": True}, "-O1")),
        *((4, TOURNAMENT | {"teams": True}, "-O1"), (4, ALL_OPTIONS, "-O1")),
        *((2, {}, "-O2"), (2, {}, "-O3"), (4, ALL_OPTIONS, "-O2"), (4, ALL_OPTIONS, "-O3")),
    ],
)
def test_the_games_of_a_gpu_are_those_of_the_cpu(
    num_players: int, options: dict[str, bool], optimise: str, host_gpus: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if optimise == "-O1":
        monkeypatch.setattr(cuda, "ORDERED_FROM", 1)
    rules = find_rules("gosu", num_players, {"max_decisions": 110 if options else 90} | options)  # some are truncated
    cpu = Batch(rules, 70, seed=num_players, threads=1)
    gpu = CudaBatch(rules, 70, seed=num_players, gpu=host_gpus(rules, optimise))
    ended = truncated = 0
    for k in range(400):
        actions = cpu.sample()
        assert (gpu.sample() == actions).all()
        cpu.step(actions)
        gpu.step(gpu.actions if k % 2 else actions.astype(np.int64))
        compare(gpu, cpu)
        ended += cpu.done.sum()
        truncated += cpu.truncated.sum()
    assert ended > 100
    assert truncated > 0
    assert gpu.rollout(100) == cpu.rollout(100) > 0
    assert gpu.host_states().tobytes() == cpu.states.tobytes()
    assert (gpu.games == cpu.games).all()
    assert gpu.game(69) == cpu.game(69)
    gpu.reset(7)
    cpu.reset(7)
    assert (cpu.obs == gpu.obs.T).all()


@needs_compiler
@pytest.mark.parametrize("ordered_from", [1, 41])
def test_illegal_actions_are_refused_and_change_nothing(
    ordered_from: int, host_gpus: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda, "ORDERED_FROM", ordered_from)
    rules = find_rules("gosu", 2, {})
    gpu = CudaBatch(rules, 40, seed=1, gpu=host_gpus(rules))
    before = gpu.host_states().tobytes()
    gpu.step(np.full(40, 10**12))
    with pytest.raises(IllegalActionError, match="40 of 40 actions were illegal, those games are unchanged: games 0"):
        gpu.check()
    assert gpu.host_states().tobytes() == before
    mixed = np.array(gpu.sample())
    mixed[3] = -1
    gpu.step(mixed)
    assert np.flatnonzero(gpu.illegal).tolist() == [3]
    with pytest.raises(IllegalActionError, match="1 of 40 actions were illegal, those games are unchanged: games 3;"):
        gpu.check()
    for wrong in (np.zeros(39, np.int64), np.zeros(40, np.float32).view(HostArray)):
        with pytest.raises(IllegalActionError, match="actions must be 40 contiguous integers, int32 or int64"):
            gpu.step(wrong)


@needs_compiler
def test_a_batch_on_a_gpu_has_everything_that_one_on_the_cpu_has(
    host_gpus: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = find_rules("gosu", 2, {})
    cpu = Batch(rules, 30, seed=1, threads=1)
    gpu = CudaBatch(rules, 30, seed=1, gpu=host_gpus(rules))
    assert {name for name in dir(cpu) if not name.startswith("_")} - set(dir(gpu)) == CPU_ONLY
    for name, member in inspect.getmembers(Batch, inspect.isfunction):
        if not name.startswith("_") and name not in CPU_ONLY:
            own = inspect.signature(getattr(CudaBatch, name)).parameters
            assert own.keys() == inspect.signature(member).parameters.keys(), name
    assert gpu.observation_spec == cpu.observation_spec
    assert gpu.action_spec == cpu.action_spec
    compare(gpu, cpu)  # nothing is left from before the reset
    actions = cpu.sample()
    gpu.sample()
    wrong = actions.copy()
    wrong[[3, 7]] = [int(cpu.mask[3].argmin()), -5]
    before = gpu.host_states().tobytes()
    told = []
    for batch in (cpu, gpu):
        with pytest.raises(IllegalActionError, match="2 of 30 actions are illegal, nothing was applied: game 3") as e:
            batch.step(wrong, skip_illegal=False)
        told.append(str(e.value))
        assert np.flatnonzero(batch.illegal).tolist() == [3, 7]
    assert told[0] == told[1]
    assert gpu.host_states().tobytes() == before
    assert gpu.step(wrong, skip_illegal=True) == cpu.step(wrong, skip_illegal=True) == 2
    compare(gpu, cpu)
    assert gpu.step(cpu.sample(), skip_illegal=False) == 0
    monkeypatch.setattr(cuda, "Gpu", host_gpus)
    gpu.sample()
    for other in (copy.deepcopy(gpu), copy.copy(gpu), pickle.loads(pickle.dumps(gpu))):
        assert other.snapshot().keys() == gpu.snapshot().keys()
        assert all((other.snapshot()[name] == array).all() for name, array in gpu.snapshot().items())
        other.step(other.sample())
        assert other.rollout(20) >= 0
        assert other.host_states().tobytes() != gpu.host_states().tobytes()
    for method, argument in ((gpu.game, 1.5), (gpu.rollout, -1), (lambda n: gpu.reset(1, copies=n), 0)):
        with pytest.raises(OptionError):
            method(argument)
    with pytest.raises(IllegalActionError, match="actions must be 30 contiguous integers"):
        gpu.step(np.zeros(30))
    gpu.close()


def card_sets_of(name: str) -> list[Rules]:
    return [find_rules("gosu", 2, {"cards": each, "max_decisions": 90}) for each in pool_of(name) or ()]


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("ordered_from", [1, 51])
def test_every_game_of_a_gpu_may_have_its_own_card_set(
    ordered_from: int, host_gpus: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda, "ORDERED_FROM", ordered_from)
    card_sets = card_sets_of("generated:3-9")
    monkeypatch.setattr(cuda, "Gpu", host_gpus)
    cpu = Batch(card_sets[0], 50, seed=4, threads=1, card_sets=card_sets)
    gpu = CudaBatch(card_sets[0], 50, seed=4, card_sets=card_sets)
    dealt = 0
    for _ in range(200):
        compare(gpu, cpu)
        before = cpu.sets.copy()
        actions = cpu.sample()
        gpu.step(gpu.sample())
        cpu.step(actions)
        dealt += int((cpu.sets != before).sum())
    assert dealt > 50
    assert set(gpu.sets) == set(range(7))
    assert gpu.rollout(120) == cpu.rollout(120) > 0
    compare(gpu, cpu, results=False)
    for i in (0, 7, 49):
        assert gpu.game(i) == cpu.game(i)
        assert gpu.game(i).rules.options["cards"] == f"generated:{3 + int(gpu.sets[i])}"
    kept = gpu.snapshot()
    assert kept.keys() == cpu.snapshot().keys()
    copies = [copy.deepcopy(gpu), pickle.loads(pickle.dumps(gpu))]
    gpu.reset(8)
    assert (gpu.sets != kept["sets"]).any()
    gpu.restore(kept)
    cpu.restore(kept)
    for other in (gpu, cpu, *copies):
        other.rollout(60)
    for other in (gpu, *copies):
        compare(other, cpu, results=False)
    with pytest.raises(DataError, match="sets are from 0 to 6"):
        gpu.restore(kept | {"sets": np.full(50, 7, np.int32)})
    cpu.reset(2, copies=5)
    gpu.reset(2, copies=5)
    compare(gpu, cpu)


QUICK = ("toy", "laundromat")  # the others take longer to compile, and the kernels are the same
SHOWN = [table if table[0] in QUICK else pytest.param(*table, marks=pytest.mark.soak) for table in TABLES]

REMEMBERED = [
    pytest.param("gosu", 2, {"cards": "generated:3-9", "history": 24}, marks=pytest.mark.soak),
    ("toy", 3, {"history": 9}),
]


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(("game", "players", "options"), [*REMEMBERED, *SHOWN], ids=str)
def test_a_gpu_shows_what_else_is_asked_for(
    game: str, players: int, options: dict[str, Any], host_gpus: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rules_module.GAMES, "toy", "tests.toy.ruleset")
    monkeypatch.setattr(cuda, "Gpu", host_gpus)
    monkeypatch.setattr(cuda, "ORDERED_FROM", 1)
    most = {"toy": 5, "gosux": 80, "laundromat": 30}.get(game, 40 * (players - 1))
    common = {"num_envs": 30, "num_players": players, "seed": 5, "max_decisions": most, **options}
    cpu = make_batch(game, extras=EXTRAS, threads=1, **common)
    gpu = make_batch(game, extras=EXTRAS, device="cuda", **common)
    ended = truncated = 0
    for k in range(2 * most):
        compare(gpu, cpu)
        actions = cpu.sample()
        gpu.sample()
        if k % 5 == 4:
            actions[k % 30] = -1
        assert gpu.step(actions, skip_illegal=True) == cpu.step(actions, skip_illegal=True) == int(k % 5 == 4)
        ended += int(cpu.done.sum())
        truncated += int(cpu.truncated.sum())
    assert ended > 30
    assert truncated > 0
    for twin in (copy.deepcopy(gpu), pickle.loads(pickle.dumps(gpu))) if game != "toy" else ():
        compare(twin, cpu)
    kept = gpu.snapshot()
    assert gpu.rollout(most) == cpu.rollout(most) > 0
    compare(gpu, cpu)
    gpu.restore(kept)
    cpu.restore(kept)
    compare(gpu, cpu)
    assert (gpu.state_spec, gpu.hidden_spec) == (cpu.state_spec, cpu.hidden_spec)
    blind = make_batch(game, extras=["hidden"], observe=False, device="cuda", **common)
    assert blind.hidden.shape == (cpu.hidden.shape[1], 30)
    assert blind.obs.size == blind.seat_obs.size == blind.final_obs.size == blind.central_state.size == 0
    with pytest.raises(OptionError, match="extras: unknown name 'final_ob'; did you mean 'final_obs'"):
        make_batch(game, extras=["final_ob"], device="cuda", **common)


BELIEVED = [("toy", 2, {}), pytest.param("gosu", 3, {"cards": "generated:3-4"}, marks=pytest.mark.slow)]


@needs_compiler
@pytest.mark.parametrize(("game", "players", "options"), BELIEVED, ids=str)
def test_beliefs_of_games_on_a_gpu_are_those_of_the_cpu(
    game: str, players: int, options: dict[str, Any], host_gpus: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rules_module.GAMES, "toy", "tests.toy.ruleset")
    monkeypatch.setattr(cuda, "Gpu", host_gpus)
    common = {"num_envs": 7, "num_players": players, "seed": 5, "extras": ["belief"], **options}
    cpu, gpu = make_batch(game, threads=1, **common), make_batch(game, device="cuda", **common)
    assert gpu.belief_spec == cpu.belief_spec
    assert gpu.belief.shape == (cpu.belief_spec.size, 7)
    shown = set()
    for _ in range(40):
        compare(gpu, cpu)
        shown.add(gpu.belief.tobytes())
        actions = cpu.sample()
        gpu.sample()
        cpu.step(actions)
        gpu.step(actions)
    assert len(shown) > 3
    compare(pickle.loads(pickle.dumps(gpu)), cpu)
    kept = gpu.snapshot()
    cpu.rollout(9)
    gpu.rollout(9)
    compare(gpu, cpu, results=False)
    gpu.restore(kept)
    cpu.restore(kept)
    compare(gpu, cpu, results=False)


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("depth", [0, 3])
@pytest.mark.parametrize("cards", ["", "generated:0-2"])
def test_trials_on_a_gpu_bring_what_they_bring_on_the_cpu(host_gpus: Any, depth: int, cards: str) -> None:
    """A network that is sure of its answers plays on the same way on both; slots are taken over again and again."""
    batch = make_batch("gosu", 12, 2, seed=4, **({"cards": cards} if cards else {}))
    batch.rollout(30)
    torch.manual_seed(1)
    network = Network.for_rules(batch.rules, 16, 1)
    with torch.no_grad():
        network.policy.weight.mul_(1e7)
    games = np.flatnonzero(batch.mask.sum(1) > 1)
    trials = make_trials(batch, games, 3, np.random.default_rng(2))
    parts = frozenset({"sets"}) if cards else frozenset()
    gpu = DevicePlayouts(network, depth, slots=(64, 40, 16, 5), gpu=host_gpus(batch.rules.device_source(parts)))
    brought = gpu.play(trials)
    assert len(gpu._pools) > 1
    assert len(brought) == len(trials) == 3 * int(batch.mask[games].sum()) > 64
    np.testing.assert_allclose(brought, PlayerPlayouts(NetworkPlayer(network), depth).play(trials), atol=1e-5)
    assert set(brought) == {-1.0, 1.0} if not depth else len(set(brought)) > 20
    np.testing.assert_array_equal(gpu.play(trials), brought)


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {}), (4, {"teams": True})], ids=str)
def test_matches_on_a_gpu_are_those_of_the_cpu(host_gpus: Any, players: int, options: dict[str, Any]) -> None:
    rules = find_rules("gosu", players, {**options, "reward": "win", "max_decisions": 120})
    networks = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        networks.append(Network.for_rules(rules, 16, 1))
        with torch.no_grad():
            networks[-1].policy.weight.mul_(1e4)  # sure of its answers: rounding decides nothing
    sides = sides_of(rules)
    gpu = CudaBatch(rules, 6 * sides, seed=3, gpu=host_gpus(rules.device_source()))
    gpu.reset(evaluation_seed(3), copies=sides)
    shares = play_batch(gpu, *map(DenseEnds, networks), "cpu")
    wanted = play_deals(*map(NetworkPlayer, networks), rules, 6, 3)
    np.testing.assert_allclose(shares, wanted, atol=1e-6)
    assert len(np.unique(shares)) > 1
    np.testing.assert_array_equal(play_networks(*networks, rules, 6, 3, "cpu"), wanted)


@pytest.mark.slow
@needs_compiler
def test_trials_that_are_truncated_are_lost_on_both(host_gpus: Any) -> None:
    batch = make_batch("gosu", 4, 3, seed=4, max_decisions=24)
    batch.rollout(20)
    torch.manual_seed(1)
    network = Network.for_rules(batch.rules, 16, 1)
    trials = make_trials(batch, np.arange(4), 2, np.random.default_rng(2))
    gpu = DevicePlayouts(network, slots=(16, 5, 2), gpu=host_gpus(batch.rules.device_source()))
    for playouts in (gpu, PlayerPlayouts(NetworkPlayer(network, seed=0))):
        assert set(playouts.play(trials)) == {-0.5}


def test_programs_have_only_the_parts_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules_module.GAMES, "toy", "tests.toy.ruleset")
    rules = find_rules("toy", 2, {})
    assert "constexpr int SEVERAL_SETS = 0;" in rules.device_source()
    assert "constexpr int SEVERAL_SETS = 1;" in rules.device_source({"sets"})
    assert "write_hidden" not in rules.device_source()
    assert "KERNEL show_hidden" in rules.device_source({"extras"})
    assert "#define HISTORY" not in rules.device_source({"sets", "extras"})
    assert "KERNEL remember" in rules.device_source({"history"})
    with pytest.raises(ValueError, match="unknown part 'stes' of a program; known: sets, extras, history"):
        rules.device_source({"stes"})


def test_without_a_gpu_there_is_a_clear_error() -> None:
    with pytest.raises(Exception, match="device='cuda' needs an NVIDIA GPU"):
        make_batch("gosu", num_envs=4, device="cuda")


def test_trials_without_a_gpu_say_so() -> None:
    batch = make_batch("gosu", 1, 2, seed=4)
    network = Network.for_rules(batch.rules, 16, 1)
    trials = make_trials(batch, np.zeros(1, np.int64), 1, np.random.default_rng(2))
    with pytest.raises(Exception, match="device='cuda' needs an NVIDIA GPU"):
        DevicePlayouts(network).play(trials)


def with_a_list(count: int) -> int:
    found = [count]
    return len(found)


def with_a_text(count: int) -> None:
    print("count")


def test_what_has_no_translation_is_refused_with_its_line() -> None:
    for function, why in (
        (with_a_list, "an expression without a translation"),
        (with_a_text, "a constant without a translation"),
    ):
        translator = Translator()
        translator.add(function)
        with pytest.raises(
            TranslationError, match=rf"test_cuda.py, line {function.__code__.co_firstlineno + 1}: {why}"
        ):
            translator.source()
