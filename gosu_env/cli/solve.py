"""The command ``gosu solve``: a small game enumerated, solved, and players measured against perfect opponents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from gosu_env.cli.options import CardFile, GameName, Rules, game_options, told_options
from gosu_env.cli.resuming import heard_anywhere, resumable
from gosu_env.engine.errors import MissingExtraError
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.engine.runs import usual_folder
from gosu_env.render.terminal import Terminal
from gosu_env.solver.solution import FIRST, RANDOM, Measured, Solution
from gosu_env.solver.solution import Progress as Told

PLAYERS = "Who is measured beside the solution; a list with commas. memoryless:1000 is CFR+ over what players see now."


@contextmanager
def bar(console: Terminal, what: str) -> Iterator[Told]:
    """A progress bar from 0 to 1, where there is a terminal for it."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.file.isatty()) as shown:
        task = shown.add_task(what, total=1.0)
        yield lambda done: shown.update(task, completed=done)


def solve(
    game: GameName = USUAL_GAME,
    rules: Rules = None,
    cards: CardFile = None,
    iterations: Annotated[int, typer.Option(min=1, help="Iterations of CFR+.")] = 1000,
    players: Annotated[str, typer.Option(help=PLAYERS)] = "greedy",
    samples: Annotated[int, typer.Option(min=1, help="Answers of a player in every information set.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder of tree and results; an interrupted run resumes there.",
            show_default="runs/solve-…, named after the options",
            metavar="FOLDER",
        ),
    ] = None,
) -> None:
    """Solve a small game of two players, such as --option size=mini. Run the same command to resume.

    With more iterations it goes on.
    """
    options = game_options(game, rules, cards)
    words = told_options(options).replace("=", "-").split(", ")
    with resumable(), heard_anywhere():
        solution = Solution(out or usual_folder(game, "solve", *filter(None, words)), game, options)
        run(solution, iterations, [name.strip() for name in players.split(",") if name.strip()], samples)


def run(solution: Solution, iterations: int, players: list[str], samples: int) -> None:
    """Enumerate, solve, measure, and write and show what was found."""
    console, errors = Terminal(), Terminal(stderr=True, soft_wrap=True)
    with bar(errors, "enumerating") as show:
        tree = solution.enumerate(show)
    told = f"{tree.nodes:,} histories, {int(tree.ends.sum()):,} of them ends; {tree.infosets:,} information sets"
    console.print(Text(told))
    with bar(errors, "solving") as show:
        solution.solve(iterations, show)
    measured = [solution.measure(f"CFR+, {solution.iterations:,} iterations", solution.policy)]
    for name in (RANDOM, FIRST, *players):
        with bar(errors, f"measuring {name}") as show:
            measured.append(solution.measure(name, solution.policy_of(name, samples, progress=show)))
    low, high = solution.bounds()
    console.print(table_of(measured))
    console.print(
        Text(f"the game is worth {(low + high) / 2:+.4f} to the player who begins ({low:+.4f} to {high:+.4f})")
    )
    results = {
        "histories": tree.nodes,
        "ends": int(tree.ends.sum()),
        "information_sets": tree.infosets,
        "value": [low, high],
        "curve": solution.curve,
        "players": [asdict(row) for row in measured],
    }
    write_whole(solution.folder / "results.json", json.dumps(results, indent=1).encode())
    written = ["results.json", "tree.npz", "cfr.npz"]
    try:
        from gosu_env.solver.picture import draw_solution  # noqa: PLC0415  (matplotlib may be missing)
    except MissingExtraError as error:
        errors.print(Text(f"gosu: no picture: {error}", "yellow"))
    else:
        write_whole(solution.folder / "solution.png", draw_solution(solution.curve, measured))
        written.insert(1, "solution.png")
    console.print(Text(f"in {solution.folder}: {', '.join(written)}", "dim"))


def table_of(measured: list[Measured]) -> Table:
    """Players by how exploitable they are."""
    table = Table(box=box.SIMPLE_HEAD, title="Exploitability", title_justify="left")
    table.add_column("player")
    for name in ("exploitability", "against itself, first", "against the solution"):
        table.add_column(name, justify="right")
    for row in sorted(measured, key=lambda row: row.exploitability):
        table.add_row(row.name, f"{row.exploitability:.5f}", f"{row.value:+.3f}", f"{row.against_solution:+.3f}")
    return table
