"""How fast networks learn: ``python -m benchmarks.training [--seconds S]``; with a GPU, ``--device cuda``.

On the CPU: this project's PPO beside sb3-contrib's MaskablePPO, on all cores, with the same network, as many games,
decisions between two updates, epochs and decisions in a minibatch. MaskablePPO plays one seat against random players,
whose decisions are not counted; self-play learns from all.
On a GPU: the whole loop, playing and learning; with ``--kernels``, by the kernels of the GPU, those of the engine too.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
from rich import box
from rich.console import Console
from rich.table import Table
from torch.profiler import ProfilerActivity, profile

from gosu_env.engine.files import write_whole
from gosu_env.training.ppo import Learner, Settings
from gosu_env.training.presets import find_preset
from gosu_env.training.settings_file import change_settings

RESULTS = Path(__file__).parent / "results"
SHOWN = 0.05  # nanoseconds per decision of a kernel that is listed
NAME = 150  # letters of its name


def measure(work: Callable[[], int], seconds: float) -> float:
    """Decisions a second, after a first go that compiles."""
    work()
    decisions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        decisions += work()
    return decisions / (perf_counter() - start)


def ours(settings: Settings) -> Callable[[], int]:
    learner = Learner(replace(settings, decisions=10**12))

    def work() -> int:
        learner.play()
        learner.learn()
        return learner.rollout.fresh

    return work


def theirs(settings: Settings) -> Callable[[], int]:
    from gosu_env.envs.sb3 import GosuVecEnv  # noqa: PLC0415
    from gosu_env.training.sb3_maskable import make_model  # noqa: PLC0415

    amount = settings.num_envs * settings.n_steps
    model = make_model(
        GosuVecEnv(settings.num_envs, settings.num_players),
        settings.width,
        settings.depth,
        n_steps=settings.n_steps,
        batch_size=settings.batch_size,
        n_epochs=settings.n_epochs,
    )

    def work() -> int:
        model.learn(amount, reset_num_timesteps=False)
        return amount

    return work


def time_rounds(rounds: int, *parts: Callable[[], Any]) -> list[float]:
    """The seconds on a GPU of every part of a round."""
    seconds = [0.0] * len(parts)
    for number in rounds * list(range(len(parts))):
        torch.cuda.synchronize()
        start = perf_counter()
        parts[number]()
        torch.cuda.synchronize()
        seconds[number] += perf_counter() - start
    return [total / rounds for total in seconds]


def by_kernel(learner: Learner) -> dict[str, dict[str, float]]:
    """Nanoseconds per decision of every kernel of a round, the slowest first: of playing, and of learning."""
    found: dict[str, dict[str, float]] = {}
    for name, work in {"play": learner.play, "learn": learner.learn}.items():
        with profile(activities=[ProfilerActivity.CUDA]) as measured:
            work()
            torch.cuda.synchronize()
        times: Counter[str] = Counter()
        for event in measured.key_averages():
            times[event.key[:NAME]] += 1e3 * event.self_device_time_total / learner.rollout.fresh
        found[name] = {kernel: round(time, 3) for kernel, time in times.most_common() if time >= SHOWN}
    return found


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training", description="How fast networks learn.")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting")
    parser.add_argument("--kernels", action="store_true", help="with cuda: the time of every kernel")
    given = parser.parse_args(arguments)
    if given.kernels and given.device == "cpu":
        parser.error("--kernels is for a GPU; expected --device cuda")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    if given.device == "cpu":
        settings = change_settings(find_preset("ppo"), given.set)
        rates = {
            "gosu-env": measure(ours(settings), given.seconds),
            "MaskablePPO": measure(theirs(settings), given.seconds),
        }
        for heading in ("", "decisions/s", "ours is"):
            table.add_column(heading, justify="right" if heading else "left")
        for name, rate in rates.items():
            table.add_row(name, f"{rate:,.0f}", f"{rates['gosu-env'] / rate:.1f} ×")
        content: dict[str, Any] = {"machine": platform.machine(), "threads": torch.get_num_threads(), "rates": rates}
    else:
        settings = change_settings(find_preset("gpu"), given.set)
        learner = Learner(replace(settings, decisions=10**12))
        learner.batch.rollout(200)
        time_rounds(3, learner.play, learner.learn)  # they compile, and end the random games
        play, learn = time_rounds(20, learner.play, learner.learn)
        decisions = learner.rollout.fresh
        rate = decisions / (play + learn)
        table.add_column(f"{rate / 1e6:.1f} M decisions/s")
        table.add_column("ns a decision", justify="right")
        seconds = {"play": play, "learn": learn}
        content = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "rate": rate, "seconds": seconds}
        for name, value in seconds.items():
            table.add_row(name, f"{1e9 * value / decisions:.1f}")
        if given.kernels:
            content["kernels"] = by_kernel(learner)
            for part, kernels in content["kernels"].items():
                table.add_section()
                for kernel, time in kernels.items():
                    table.add_row(f"{part}: {kernel}", f"{time:.2f}")
    Console().print(table)
    content["settings"] = {name: getattr(settings, name) for name in settings.__dataclass_fields__}
    name = f"training-{given.device}" + ("-kernels" if given.kernels else "")
    write_whole(RESULTS / f"{name}.json", (json.dumps(content, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
