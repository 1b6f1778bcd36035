"""The command ``gosu train``: train a network by self-play and show the results."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from gosu_env.cli.early import check_modules
from gosu_env.cli.options import CardFile, GameName, Players, Rules, game_options, named, seats_for
from gosu_env.engine.errors import MissingExtraError, OptionError
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.render.terminal import Terminal

if TYPE_CHECKING:
    from gosu_env.training.run import Run

RUNS = Path("runs")


def train(
    preset: Annotated[
        str, typer.Option(help="quick: five minutes, cpu: twenty; ppo, imitation: by PPO; gpu: on an NVIDIA GPU.")
    ] = "quick",
    game: GameName = USUAL_GAME,
    players: Players = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed; on a CPU, runs with the same seed are identical.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the run; an interrupted run resumes there.",
            show_default="runs/PRESET-PLAYERS-SEED, with the options",
            metavar="FOLDER",
        ),
    ] = None,
    cards: CardFile = None,
    rules: Rules = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", help="Override a setting of the preset: width=256.", metavar="NAME=VALUE"),
    ] = None,
    extend: Annotated[
        bool,
        typer.Option(
            "--extend",
            help="Resume a run, even a finished one, with more decisions (--set decisions=…) or after a change of "
            "the code.",
        ),
    ] = False,
    showcase: Annotated[
        bool, typer.Option(help="Afterwards: an arena with the bots, the learning curve, a game to look at.")
    ] = True,
) -> None:
    """Train a network by self-play. Run the same command to resume; different settings are refused."""
    try:
        import torch  # noqa: PLC0415  (an extra)
    except ModuleNotFoundError:
        raise MissingExtraError("training needs torch: pip install 'gosu-env[training,arena]'") from None
    from gosu_env.training.panel import Panel, told_start  # noqa: PLC0415
    from gosu_env.training.presets import change_settings, find_preset  # noqa: PLC0415
    from gosu_env.training.run import Run  # noqa: PLC0415

    if showcase:
        check_modules("msgspec", "polars", "openskill", "matplotlib")  # of the arena in the end
    console = Terminal()
    options = game_options(game, rules, cards)
    players = players or seats_for(game, options)
    settings = change_settings(find_preset(preset, players, seed, options, game), change or [])
    if settings.device.startswith("cuda") and not torch.cuda.is_available():
        raise OptionError(
            f"preset {preset!r} runs on an NVIDIA GPU, and torch finds none; quick and cpu do without: --preset cpu"
        )
    folder = out or RUNS / "-".join([*named(game), preset, str(players), str(seed), *options])
    run = Run(folder, settings, extend=extend)
    told_start(run, console)
    try:
        with Panel(run, console) as panel:
            run.train(panel.show)
    except KeyboardInterrupt:
        kept = run.curve[-1].decisions if run.curve else 0
        Terminal(stderr=True, soft_wrap=True).print(
            Text(f"gosu: interrupted; saved at {kept / 1e6:.2f} M decisions; run the same command to resume", "yellow")
        )
        raise typer.Exit(130) from None
    console.print(Text(f"{settings.decisions / 1e6:.1f} M decisions in {run.seconds:.0f} s", "bold"))
    if showcase:
        show_results(run, console)


def show_results(run: Run, console: Console) -> None:
    """Show the ratings; write pictures and a game to the folder."""
    from gosu_env.agents.arena.report import report  # noqa: PLC0415
    from gosu_env.training.showcase import hold_arena, write_curve, write_replays  # noqa: PLC0415

    folder, settings = run.folder, run.settings
    write_curve(folder, run.curve, settings)
    results = write_replays(folder, settings)
    console.print(report(hold_arena(folder, settings)))
    files = {
        "policy.safetensors": f"the network; play it with: gosu play --against policy:{folder}",
        "curve.png": "the learning curve",
        **{f"{result}.html": f"a {result}, with the network's evaluations, for a browser" for result in results},
        "arena": "ratings.png, payoffs.png and every game of the arena",
        "tensorboard": f"for: tensorboard --logdir {folder}",
    }
    for name, what in files.items():
        console.print(Text.assemble(f"  {os.fspath(folder / name):<36} ", (what, "dim")), soft_wrap=True)
