"""The command ``gosu dataset``: decisions of many games, for learning from data."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from gosu_env.cli.options import CardFile, GameName, GamesSeed, Players, Rules, game_options, seats_for
from gosu_env.cli.resuming import resumable
from gosu_env.engine.errors import OptionError
from gosu_env.engine.rules import USUAL_GAME, find_rules
from gosu_env.render.terminal import Terminal

REPLAYS = 1024  # of a part


def dataset(
    folder: Annotated[Path, typer.Argument(help="Folder of the dataset; an interrupted run resumes there.")],
    players: Annotated[
        str | None,
        typer.Option(help="Who plays: one for all seats, or one for each, such as policy:strong,greedy."),
    ] = None,
    decisions: Annotated[int, typer.Option(min=1, help="How many, rounded up to whole games.")] = 1_000_000,
    replays: Annotated[
        list[Path] | None,
        typer.Option(help="Instead of new games: a replay or a folder of them; repeatable.", show_default=False),
    ] = None,
    game: GameName = USUAL_GAME,
    seats: Players = None,
    seed: GamesSeed = 0,
    part: Annotated[
        int | None,
        typer.Option(
            min=1, help="Games in one file, played side by side.", show_default="1024, or fewer for few decisions"
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Number of files made at the same time.", show_default="one per core")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Write it anew, instead of resuming.")] = False,
    cards: CardFile = None,
    rules: Rules = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check it: all files, and 100 of its games, played again.")
    ] = False,
) -> None:
    """Write decisions as Parquet, for imitation and offline learning. Run the same command to resume."""
    from gosu_env.dataset import Dataset  # noqa: PLC0415  (an extra)

    console, errors = Terminal(), Terminal(stderr=True, soft_wrap=True)
    if verify:
        data = Dataset(folder)
        played = data.verify(100, cards)
        console.print(Text(f"{told(data)}: all files are whole; {played} games were played again, and are the same"))
        return
    if (players is None) == (replays is None):
        raise OptionError("name who plays, --players policy:strong, or --replays FOLDER, one of them")
    with resumable():
        if replays is not None:
            copy_replays(folder, replays, part, fresh, cards, errors)
        else:
            options = game_options(game, rules, cards)
            table = find_rules(game, seats or seats_for(game, options), options)
            play_games(folder, str(players).split(","), table, decisions, seed, part, jobs, fresh, errors)
    data = Dataset(folder)
    size = sum(each.bytes for each in data.parts)
    console.print(Text(told(data)))
    console.print(Text(f"{size / 1e6:,.1f} MB in {folder}, {size / len(data):.1f} bytes a decision", "dim"))


def told(data: Any) -> str:
    agents = ", ".join(data.agents)
    return f"{len(data):,} decisions of {data.games:,} games of {data.manifest.game}, played by {agents}"


def bar(console: Terminal) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal)


def play_games(
    folder: Path,
    players: list[str],
    rules: Any,
    decisions: int,
    seed: int,
    part: int | None,
    jobs: int | None,
    fresh: bool,
    errors: Any,
) -> None:
    from gosu_env.agents.processes import check_jobs  # noqa: PLC0415
    from gosu_env.dataset.manifest import FILE, Manifest  # noqa: PLC0415
    from gosu_env.dataset.writer import Writer  # noqa: PLC0415
    from gosu_env.training.selfplay import SHORT, Selfplay, part_for  # noqa: PLC0415  (needs torch)

    if part is None and not fresh and (folder / FILE).exists():
        found = Manifest.read(folder).origin.get("settings")
        part = found.get("part") if isinstance(found, dict) else None
    games = Selfplay(rules, players, seed, part or part_for(decisions))
    with Writer(folder, games.about, fresh) as writer, bar(errors) as progress:
        task = progress.add_task("decisions", total=decisions, completed=writer.manifest.decisions)
        missing = math.ceil((decisions - writer.manifest.decisions) / (games.games * SHORT))
        games.write(
            writer, decisions, min(check_jobs(jobs), max(missing, 1)), lambda taken: progress.advance(task, taken)
        )


def copy_replays(
    folder: Path, paths: list[Path], part: int | None, fresh: bool, cards: str | None, errors: Any
) -> None:
    from gosu_env.dataset.replays import ReplaySource, write_replays  # noqa: PLC0415  (an extra)
    from gosu_env.dataset.writer import Writer  # noqa: PLC0415

    source, size = ReplaySource(paths, cards), part or REPLAYS
    source.about.origin["part"] = size
    with Writer(folder, source.about, fresh) as writer, bar(errors) as progress:
        done = min(len(writer.manifest.parts) * size, len(source.files))
        task = progress.add_task("replays", total=len(source.files), completed=done)
        for written in write_replays(source, writer, size):
            progress.advance(task, written)
