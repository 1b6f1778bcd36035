"""The command ``gosu setup``: compile everything now, so that nothing has to be waited for later."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from gosu_env.engine.batch import make_batch
from gosu_env.engine.errors import GosuError
from gosu_env.engine.game import Game
from gosu_env.engine.jit import CACHE, INTERPRETED, compiled_here
from gosu_env.render.terminal import Terminal

Step = tuple[str, Callable[[], Any]]

PLAYERS = ("greedy", "rollout:1", "ismcts:1", "ismcts:1:playouts")


def setup(
    jobs: Annotated[
        int | None, typer.Option(min=1, help="How many processes compile.", show_default="one for every core")
    ] = None,
    kamakor: Annotated[bool, typer.Option(help="Also games with the expansion.")] = True,
) -> None:
    """Compile everything now, in parallel, so that no command has to do it later."""
    console = Terminal(stderr=True)
    if INTERPRETED:
        raise GosuError("nothing to compile: NUMBA_DISABLE_JIT is set")
    if not CACHE.is_writable():
        raise GosuError(f"compiled code cannot be kept: {CACHE.problem}; GOSU_ENV_CACHE names a folder for it")
    began = time.monotonic()
    parts = [part for part in PARTS if kamakor or "kamakor" not in part]
    steps = sum(len(PARTS[part]()) for part in parts)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("compiling", total=steps)
        compiled = 0
        for told, count in _compile(parts, jobs or os.cpu_count() or 1):
            compiled += count
            bar.update(task, advance=1, description=f"compiling: {told}")
            if not console.is_terminal:
                console.print(Text(f"{told}: {'compiled' if count else 'was there'}"), soft_wrap=True)
    what = f"{compiled} functions compiled" if compiled else "everything was compiled already"
    Terminal().print(Text(f"{what}, in {time.monotonic() - began:.0f} s; kept in {CACHE.folder}"), soft_wrap=True)


def _compile(parts: list[str], jobs: int) -> Iterator[tuple[str, int]]:
    """Work through the parts, each in a process; what was done, and how much of it had to be compiled."""
    context = multiprocessing.get_context("spawn")
    waiting, running = list(parts), dict[Connection, Any]()
    while waiting or running:
        while waiting and len(running) < jobs:
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(waiting.pop(0), there), daemon=True)
            process.start()
            there.close()
            running[here] = process
        for connection in wait(list(running)):
            assert isinstance(connection, Connection)
            try:
                told = connection.recv()
            except EOFError:
                process = running.pop(connection)
                process.join()
                if process.exitcode:
                    raise GosuError(f"a compiling process ended with exit code {process.exitcode}") from None
                continue
            if isinstance(told, str):
                raise GosuError(f"compiling failed: {told}")
            yield told


def _work(part: str, connection: Connection) -> None:
    for name, step in PARTS[part]():
        before = len(compiled_here)
        try:
            step()
        except Exception as error:
            connection.send(f"{name}: {error}")
            return
        connection.send((name, len(compiled_here) - before))


# ------------------------------------------------------------------------------------------------ what there is


def _play(spec: str, options: dict[str, Any]) -> None:
    """Let a player make one choice."""
    from gosu_env.agents import make_agent  # noqa: PLC0415
    from gosu_env.engine.view import View  # noqa: PLC0415

    game = Game("gosu", 2, 1, **options)
    agent = make_agent(spec, 1)
    while len(game.legal_actions()) == 1 or game.state.round_number == 0:
        game.apply(game.legal_actions()[0])
    agent.act(View(game))


def _open_game(options: dict[str, Any]) -> None:
    game = Game("gosu", 2, 1, **options)
    game.observe(0)
    game.determinize(0, 1)
    game.describe(0)
    Game.from_bytes(game.to_bytes())


def _run_batch(options: dict[str, Any]) -> None:
    batch = make_batch("gosu", num_players=2, num_envs=2, seed=1, **options)
    batch.step(batch.sample())
    batch.rollout(1)


def _of_game(title: str, options: dict[str, Any]) -> list[Step]:
    steps: list[Step] = [
        (f"{title}: a game", lambda: _open_game(options)),
        (f"{title}: a batch", lambda: _run_batch(options)),
    ]
    return steps + [(f"{title}: {spec}", lambda spec=spec: _play(spec, options)) for spec in PLAYERS]


def _of_training() -> list[Step]:
    extras = ("torch", "safetensors", "tensorboard")
    return [("training on the CPU", _train)] if all(find_spec(name) for name in extras) else []


def _train() -> None:
    """A run that is over at once: it learns from the greedy player, then by self-play, and is measured."""
    from gosu_env.training.ppo import Settings  # noqa: PLC0415
    from gosu_env.training.run import Run  # noqa: PLC0415

    small = Settings(decisions=2_000, num_envs=32, n_steps=16, width=16, depth=1, imitation=600)
    with tempfile.TemporaryDirectory() as folder:
        Run(Path(folder), small, measurements=1, deals=2).train()


PARTS: dict[str, Callable[[], list[Step]]] = {
    "gosu": lambda: _of_game("GOSU", {}),
    "gosu with kamakor": lambda: _of_game("Kamakor", {"kamakor": True}),
    "training": _of_training,
}
