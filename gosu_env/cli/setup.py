"""The command ``gosu setup``: compile everything now, so that nothing has to be waited for later."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from gosu_env.engine.batch import Batch
from gosu_env.engine.errors import GosuError
from gosu_env.engine.events import Teller
from gosu_env.engine.game import Game
from gosu_env.engine.jit import CACHE, INTERPRETED, compiled_here
from gosu_env.engine.rules import GAMES, USUAL_GAME, Rules, find_game, find_rules
from gosu_env.render.terminal import Terminal

Step = tuple[str, Callable[[], Any]]

WAITING = ""  # nothing was done for a while
PATIENCE = 4.0  # seconds
BLIND_PLAYERS = ("rollout:1", "ismcts:1:playouts")  # they need no evaluation
PLAYERS = ("greedy", "ismcts:1", *BLIND_PLAYERS)
WITH_NETWORK = "rollout:1:policy=strong"  # where one is shipped


class Part(NamedTuple):
    """Something to compile in a process of its own: a game with some options, or training."""

    title: str
    game: str
    options: dict[str, Any] | None


def setup(
    jobs: Annotated[
        int | None, typer.Option(min=1, help="How many processes compile.", show_default="one for every core")
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option("--game", help="Only this game; repeatable.", show_default="all games")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Only games without an expansion.")] = False,
) -> None:
    """Compile everything now, in parallel, so that no command has to do it later."""
    console = Terminal(stderr=True)
    if INTERPRETED:
        raise GosuError("nothing to compile: NUMBA_DISABLE_JIT is set")
    if not CACHE.is_writable():
        raise GosuError(f"compiled code cannot be kept: {CACHE.problem}; GOSU_ENV_CACHE names a folder for it")
    began = time.monotonic()
    parts = [part for name in game or GAMES for part in _parts(name, plain)] + [Part("training", USUAL_GAME, None)]
    steps = sum(len(_steps(part)) for part in parts)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("compiling", total=steps)
        compiled, dotted = 0, ""
        for told, count in _compile(parts, jobs or os.cpu_count() or 1):
            if told == WAITING:
                if not console.is_terminal:  # there the bar moves by itself
                    console.print(".", end="")
                    dotted = "\n"
                continue
            compiled += count
            bar.update(task, advance=1, description=f"compiling: {told}")
            if not console.is_terminal:
                console.print(Text(f"{dotted}{told}: {'compiled' if count else 'was there'}"), soft_wrap=True)
                dotted = ""
    what = f"{compiled} functions compiled" if compiled else "everything was compiled already"
    Terminal().print(Text(f"{what}, in {time.monotonic() - began:.0f} s; kept in {CACHE.folder}"), soft_wrap=True)


def _compile(parts: list[Part], jobs: int) -> Iterator[tuple[str, int]]:
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
        ready = wait(list(running), PATIENCE)
        if not ready:
            yield WAITING, 0
        for connection in ready:
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


def _work(part: Part, connection: Connection) -> None:
    for name, step in _steps(part):
        before = len(compiled_here)
        try:
            step()
        except Exception as error:
            connection.send(f"{name}: {error}")
            return
        connection.send((name, len(compiled_here) - before))


# ------------------------------------------------------------------------------------------------ what there is


def _parts(game: str, plain: bool) -> list[Part]:
    variants = find_game(game).VARIANTS
    return [Part(title, game, options) for title, options in variants.items() if not (plain and options)]


def _steps(part: Part) -> list[Step]:
    from gosu_env.agents.evaluation import can_evaluate  # noqa: PLC0415  (the package itself does not need agents)
    from gosu_env.agents.policy import shipped_for  # noqa: PLC0415

    if part.options is None:
        return _of_training()
    num_players = find_game(part.game).PLAYERS[0]
    rules = partial(find_rules, part.game, num_players, part.options)
    steps: list[Step] = [
        (f"{part.title}: a game", lambda: _open_game(rules())),
        (f"{part.title}: a batch", lambda: _run_batch(rules())),
        (f"{part.title}: a log", lambda: _tell(rules())),
    ]
    players = list(PLAYERS if can_evaluate(part.game) else BLIND_PLAYERS)
    if num_players in shipped_for("strong", part.game):
        players.append(WITH_NETWORK)
    return steps + [(f"{part.title}: {spec}", lambda spec=spec: _play(spec, rules())) for spec in players]


def _play(spec: str, rules: Rules) -> None:
    """Let a player make one choice, in the middle of a game."""
    from gosu_env.agents import make_agent  # noqa: PLC0415
    from gosu_env.engine.view import View  # noqa: PLC0415

    game = Game.of_rules(rules, 1)
    agent = make_agent(spec, 1)
    while len(game.legal_actions()) == 1 or game.state.round_number == 0:
        game.apply(game.legal_actions()[0])
    agent.act(View(game))


def _open_game(rules: Rules) -> None:
    game = Game.of_rules(rules, 1)
    game.observe(0)
    game.determinize(0, 1)
    game.describe(0)
    Game.from_bytes(game.to_bytes())
    while not game.is_over:
        game.apply(game.legal_actions()[-1])
    game.returns()


def _tell(rules: Rules) -> None:
    game = Game.of_rules(rules, 1)
    Teller(game).apply(game.legal_actions()[0])


def _run_batch(rules: Rules) -> None:
    batch = Batch(rules, 2, 1)
    batch.step(batch.sample())
    batch.rollout(1)


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
