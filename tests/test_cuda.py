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
from numpy.typing import NDArray

from gosu_env import IllegalActionError, OptionError, make_batch
from gosu_env.engine import cuda
from gosu_env.engine.batch import Batch
from gosu_env.engine.cpp import TranslationError, Translator
from gosu_env.engine.cuda import CudaBatch
from gosu_env.engine.rules import Rules, find_rules

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
    made: dict[tuple[int, str], HostGpu] = {}

    def host_gpu(rules: Rules, optimise: str = "-O1") -> HostGpu:
        key = rules.num_actions, optimise
        if key not in made:
            made[key] = HostGpu(rules.device_source(), tmp_path_factory.mktemp("gpu"), optimise)
        return made[key]

    return host_gpu


def compare(gpu: CudaBatch, cpu: Batch) -> None:
    assert gpu.host_states().tobytes() == cpu.states.tobytes()
    for name in ("obs", "mask", "reward"):
        assert (getattr(cpu, name) == getattr(gpu, name).T).all(), name
    for name in ("seat", "seeds", "done", "truncated", "illegal"):
        assert (getattr(gpu, name) == getattr(cpu, name)).all(), name


TOURNAMENT = {"no_pass_with_tokens": True, "draft": True, "turn_limit": True}


CPU_ONLY = {
    *("extras", "seat_obs", "final_obs", "central_state", "state_spec", "hidden", "hidden_spec"),
    *("history", "last_actions", "clock", "sets", "card_sets"),
}
ALL_OPTIONS = TOURNAMENT | {"teams": True, "kamakor": True}


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
    for asked in ({"extras": ["hidden"]}, {"history": 4}, {"cards": "generated:0-3"}):
        with pytest.raises(OptionError, match="on the CPU only; expected device='cpu'"):
            make_batch("gosu", num_envs=4, device="cuda", **asked)
    for name, member in inspect.getmembers(Batch, inspect.isfunction):
        if not name.startswith("_"):
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
    monkeypatch.setattr(cuda, "Gpu", lambda source: host_gpus(rules))
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


def test_without_a_gpu_there_is_a_clear_error() -> None:
    with pytest.raises(Exception, match="device='cuda' needs an NVIDIA GPU"):
        make_batch("gosu", num_envs=4, device="cuda")


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
