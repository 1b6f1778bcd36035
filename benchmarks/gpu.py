"""The figures of the engine on a GPU: ``python -m benchmarks.gpu [games] [file]``.

``python -m benchmarks.gpu parts [games] [file]`` checks and measures what a batch has only where it is asked for.

Checks first that the GPU plays the games of the CPU, byte for byte, then measures random play: with masks and
observations written out and an action sampled at every step, with masks alone, and in rollouts that look at nothing;
and the same where the 32 games of a warp are copies of one, whose threads never part.
Says what a game takes of the GPU's memory, and with torch at hand proves that torch sees the arrays without a copy.
Needs numpy, cuda-core and a GPU, and nothing else.
"""

from __future__ import annotations

import importlib
import json
import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from gosu_env import make_batch
from gosu_env.engine.batch_parts import EXTRAS
from gosu_env.engine.files import write_whole
from gosu_env.engine.gpu import load_cuda

CHECKED_GAMES = 4096
CHECKED_DECISIONS = 160  # about three to four whole games of two players each
STEPS = 60  # of a measurement
WARP = 32  # threads that run one instruction at a time

GAMES: dict[str, dict[str, Any]] = {
    "GOSU, 2 players": {"num_players": 2},
    "GOSU, 4 players": {"num_players": 4},
    "GOSU, 2 players, Kamakor": {"num_players": 2, "kamakor": True},
    "GOSU, 4 players, every option": {
        "num_players": 4,
        **dict.fromkeys(("kamakor", "teams", "draft", "turn_limit", "no_pass_with_tokens"), True),
    },
    "GOSU X": {"game": "gosux"},
    **{f"Goblin Laundromat, {seats} players": {"game": "laundromat", "num_players": seats} for seats in (2, 3, 4, 5)},
}


def check_equality(options: dict[str, Any]) -> dict[str, Any]:
    """The same seed on both devices: states, observations, masks and returns after every block of decisions."""
    cpu = make_batch(num_envs=CHECKED_GAMES, seed=1, **options)
    gpu = make_batch(num_envs=CHECKED_GAMES, seed=1, device="cuda", **options)
    games = 0
    for k in range(CHECKED_DECISIONS):
        actions = cpu.sample()
        gpu.step(gpu.sample())
        cpu.step(actions)
        games += int(cpu.done.sum())
        if k % 20 == 0 or k == CHECKED_DECISIONS - 1:
            assert gpu.host_states().tobytes() == cpu.states.tobytes(), f"states differ after {k + 1} decisions"
            for name in ("obs", "mask", "reward", "sets", *EXTRAS):
                shown = getattr(cpu, name)
                same = shown.size == 0 or (shown == np.moveaxis(getattr(gpu, name).copy_to_host(), -1, 0)).all()
                assert same, f"{name} differs after {k + 1} decisions"
    return {"whole_games_identical": games, "decisions_identical": CHECKED_GAMES * CHECKED_DECISIONS}


# What a batch has only where it is asked for.
PARTS: dict[str, dict[str, Any]] = {
    "nothing more": {},
    "100 card sets": {"cards": "generated:0-99"},
    **{name: {"extras": [name]} for name in EXTRAS},
    "all extras": {"extras": list(EXTRAS)},
    "history=32": {"history": 32},
    "all of it": {"cards": "generated:0-99", "extras": list(EXTRAS), "history": 32},
}
CHECKED_PARTS = ("all extras", "all of it")


def rate(batch: Any, work: Callable[[], Any], decisions: int, repeats: int = 3) -> float:
    """Decisions a second, the median of some repeats after a first one to warm up."""
    rates = []
    for _ in range(repeats + 1):
        batch.synchronize()
        started = time.perf_counter()
        work()
        batch.synchronize()
        rates.append(batch.num_envs * decisions / (time.perf_counter() - started))
    return float(np.median(rates[1:]))


def play_on(batch: Any) -> None:
    for _ in range(STEPS):
        batch.step(batch.sample())


def measure(num_envs: int, options: dict[str, Any], copies: int = 1) -> dict[str, float]:
    figures = {}
    for name, observe in (("mask_observation_sampled", True), ("mask_sampled", False)):
        batch = make_batch(num_envs=num_envs, seed=2, device="cuda", observe=observe, **options)
        batch.reset(2, copies=copies)
        batch.rollout(30)  # games at all stages
        figures[name] = rate(batch, partial(play_on, batch), STEPS)
        figures["rollout"] = rate(batch, partial(batch.rollout, STEPS), STEPS)
    return figures


def memory(options: dict[str, Any]) -> dict[str, int]:
    """The bytes that a game takes on the device: its record, its row of every array, and all of it for a million."""
    batch = make_batch(num_envs=32, seed=1, device="cuda", **options)
    arrays = [value for value in vars(batch).values() if hasattr(value, "__cuda_array_interface__")]
    of_games = sum(array.nbytes for array in arrays if 32 in array.shape)
    return {"record": batch.states.nbytes // 32, "game": of_games // 32, "million_games": of_games // 32 * 1_000_000}


def shared_with_torch() -> str:
    """Whether torch sees what the kernels write, and the kernels what torch writes, at the same address."""
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError:
        return "torch is not here"
    batch = make_batch(num_envs=1000, seed=3, device="cuda")
    seen = {name: torch.as_tensor(getattr(batch, name), device="cuda") for name in ("obs", "mask", "seat", "reward")}
    for name, tensor in seen.items():
        assert tensor.data_ptr() == getattr(batch, name).__cuda_array_interface__["data"][0], name
    for _ in range(100):
        actions = torch.multinomial(seen["mask"].T.float(), 1).squeeze(1)  # int64, on the device
        batch.step(actions)
        batch.check()
    assert (seen["obs"].cpu().numpy() == batch.obs.copy_to_host()).all()
    return f"torch {torch.__version__}: 100 steps of its own actions, every array at the same address"


def measure_parts(arguments: list[str]) -> None:
    """Decisions a second with masks and observations, actions sampled; where all is asked for, equality first."""
    num_envs = int(arguments[0]) if arguments else 500_000
    target = Path(arguments[1]) if len(arguments) > 1 else Path("benchmarks/results/gpu-parts.json")
    rows: dict[str, Any] = {}
    for name, options in PARTS.items():
        started = time.perf_counter()
        row = rows[name] = check_equality(options) if name in CHECKED_PARTS else {}
        batch = make_batch(num_envs=num_envs, seed=2, device="cuda", **options)
        row["seconds_to_compile_and_check"] = round(time.perf_counter() - started, 1)
        batch.rollout(30)  # games at all stages
        row["step"] = rate(batch, partial(play_on, batch), STEPS)
        row["rollout"] = rate(batch, partial(batch.rollout, STEPS), STEPS)
        row["bytes_of_a_game"] = memory(options)["game"]
        print(name, json.dumps(row), flush=True)
    result = {"command": f"python -m benchmarks.gpu parts {num_envs}", "games": num_envs, "parts": rows}
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, (json.dumps(result, indent=2) + "\n").encode())
    print(f"written to {target}")


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["parts"]:
        measure_parts(arguments[1:])
        return
    num_envs = int(arguments[0]) if arguments else 500_000
    target = Path(arguments[1]) if len(arguments) > 1 else Path("benchmarks/results/gpu.json")
    started = time.perf_counter()
    result: dict[str, Any] = {"command": f"python -m benchmarks.gpu {num_envs}", "equality": {}}
    for name, options in GAMES.items():
        result["equality"][name] = check_equality(options)
        print(name, json.dumps(result["equality"][name]), flush=True)
    result["seconds_to_compile_and_check"] = round(time.perf_counter() - started, 1)
    result |= {
        "device": load_cuda()[1].Device().name,
        "python": platform.python_version(),
        "torch": shared_with_torch(),
        "bytes": {name: memory(options) for name, options in GAMES.items()},
        "games": num_envs,
        "decisions_per_second": {},
        "decisions_per_second_of_copies": {},
    }
    print(result["torch"], result["bytes"], sep="\n", flush=True)
    for name, options in GAMES.items():
        for key, copies in (("decisions_per_second", 1), ("decisions_per_second_of_copies", WARP)):
            figures = result[key][name] = measure(num_envs, options, copies)
            print(name, f"× {copies}", {kind: f"{value / 1e6:.1f} M/s" for kind, value in figures.items()}, flush=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, (json.dumps(result, indent=2) + "\n").encode())
    print(f"written to {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
