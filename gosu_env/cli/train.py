"""The command ``gosu train``: train a network by self-play and show the results."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from gosu_env.cli.early import check_modules
from gosu_env.cli.options import CardFile, Players, Rules, game_options
from gosu_env.cli.resuming import resumable
from gosu_env.engine.errors import MissingExtraError, OptionError, install
from gosu_env.engine.rules import GAMES, USUAL_GAME
from gosu_env.engine.runs import usual_folder
from gosu_env.render.terminal import Terminal

if TYPE_CHECKING:
    from gosu_env.training.algorithms import AnySettings
    from gosu_env.training.run import Run

Preset = Annotated[
    str | None,
    typer.Option(
        help="quick: five minutes, cpu: twenty; ppo, imitation: by PPO; gpu: on an NVIDIA GPU.", show_default="quick"
    ),
]
GameTrained = Annotated[str | None, typer.Option(help=f"Which game: {', '.join(GAMES)}.", show_default=USUAL_GAME)]
Seed = Annotated[
    int | None,
    typer.Option(min=0, help="Random seed; on a CPU, runs with the same seed are identical.", show_default="0"),
]
RunFolder = Annotated[
    Path | None,
    typer.Option(
        help="Folder of the run; an interrupted run resumes there.",
        show_default="runs/PRESET-PLAYERS-SEED, with the options",
        metavar="FOLDER",
    ),
]
Opponents = Annotated[
    str | None,
    typer.Option(help="Agents that play some of the games with the network: greedy,my_module:MyBot.", metavar="AGENTS"),
]
Teacher = Annotated[
    str | None, typer.Option(help="Agent to imitate, while --set imitation=N decisions.", metavar="AGENT")
]
NetworkName = Annotated[
    str | None, typer.Option(help="printed: reads what is printed on cards; my_module:Net: your own.", metavar="NAME")
]
SettingsFile = Annotated[
    Path | None, typer.Option("--settings", help="Settings in TOML, over those of the preset.", metavar="FILE")
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", help="Override a setting: width=256; over those of the file.", metavar="NAME=VALUE"),
]
Minutes = Annotated[
    float | None,
    typer.Option(
        min=0.1,
        max=100_000,
        help="How long to play and learn, instead of --set decisions=N: a short trial says how many that are.",
        show_default="as the preset",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=0,
        help="Rollout workers, for a cluster: groups of games with random numbers of their own.",
        show_default="none",
    ),
]
WorkersCluster = Annotated[
    str | None,
    typer.Option(
        help="Ray cluster on which the workers play: its address, or auto for the one of this machine.",
        metavar="ADDRESS",
    ),
]
Loggers = Annotated[
    list[str] | None,
    typer.Option(
        help="Where metrics go: tensorboard, jsonl, wandb, none, or my_module:MyLogger; repeatable.",
        show_default="tensorboard, if it is installed",
        metavar="NAME",
    ),
]
Extend = Annotated[
    bool,
    typer.Option(
        "--extend",
        help="Resume a run, even a finished one, with more decisions (--set decisions=…) or after a change of "
        "the code.",
    ),
]
Showcase = Annotated[
    bool, typer.Option(help="Afterwards: an arena with the bots, the learning curve, a game to look at.")
]


def train(
    preset: Preset = None,
    game: GameTrained = None,
    players: Players = None,
    seed: Seed = None,
    out: RunFolder = None,
    cards: CardFile = None,
    rules: Rules = None,
    opponents: Opponents = None,
    teacher: Teacher = None,
    network: NetworkName = None,
    file: SettingsFile = None,
    change: Changes = None,
    minutes: Minutes = None,
    workers: Workers = None,
    cluster: WorkersCluster = None,
    logger: Loggers = None,
    extend: Extend = False,
    showcase: Showcase = True,
) -> None:
    """Train a network by self-play. Run the same command to resume; different settings are refused."""
    check_torch()
    from gosu_env.training.callbacks import make_callbacks  # noqa: PLC0415
    from gosu_env.training.config import Config  # noqa: PLC0415
    from gosu_env.training.run import Run  # noqa: PLC0415

    if showcase:
        check_modules("msgspec", "polars", "openskill", "matplotlib")  # of the arena in the end
    config = Config("quick", preset, file)
    options = None if rules is None and cards is None else game_options(game or config.filed_game, rules, cards)
    named_settings = {"opponents": opponents, "teacher": teacher, "network": network, "workers": workers}
    settings = config.settings(change or [], game, players, seed, options, **named_settings)
    check_settings(settings, config.name, teacher, cluster)
    table = (settings.num_players, settings.seed, *settings.game_options)
    folder = out or usual_folder(settings.game, config.name, *table)
    console = Terminal()
    if minutes is not None:
        settings = take_minutes(minutes, settings, folder, change or [], cluster, console)
    run = Run(folder, settings, extend=extend, callbacks=make_callbacks(logger), cluster=cluster)
    show_training(run, console)
    if showcase:
        show_results(run, console)


def check_torch() -> None:
    """Refuse to train without torch, which is an extra."""
    try:
        import torch  # noqa: F401, PLC0415
    except ModuleNotFoundError:
        raise MissingExtraError(f"training needs torch: {install('training,arena')}") from None


def check_settings(settings: AnySettings, preset: str, teacher: str | None, cluster: str | None) -> None:
    """Refuse settings that this machine or the other options do not go with."""
    import torch  # noqa: PLC0415  (an extra)

    if teacher and not settings.imitation:
        raise OptionError("--teacher: nothing is imitated; say for how many decisions: --set imitation=1000000")
    if settings.device.startswith("cuda") and not torch.cuda.is_available():
        raise OptionError(
            f"preset {preset!r} runs on an NVIDIA GPU, and torch finds none; quick and cpu do without: --preset cpu"
        )
    if cluster is not None and not settings.workers:
        raise OptionError(
            "--cluster: say how many rollout workers play there: --workers 8; results depend on how many there are"
        )


def take_minutes(
    minutes: float, settings: AnySettings, folder: Path, change: Sequence[str], cluster: str | None, console: Terminal
) -> AnySettings:
    """The settings with as many decisions as there is time for; a run that goes on keeps those that it has."""
    from gosu_env.training.folder import RESUME  # noqa: PLC0415
    from gosu_env.training.pace import decisions_in  # noqa: PLC0415
    from gosu_env.training.run import read_settings  # noqa: PLC0415

    if any(word.partition("=")[0].strip() == "decisions" for word in change):
        raise OptionError("--minutes and --set decisions: expected one of them")
    if (folder / RESUME).exists():
        decisions = read_settings(folder).decisions
        console.print(f"{decisions:,} decisions, as the run in {folder} has begun")
        return replace(settings, decisions=decisions)
    with console.status("measuring the speed …"):
        decisions = decisions_in(60 * minutes, settings, cluster)
    console.print(f"{decisions:,} decisions, about {minutes:g} minutes by the speed of a short trial")
    return replace(settings, decisions=decisions)


def show_training(run: Run, console: Terminal) -> None:
    """Train to the end, and show how it goes."""
    from gosu_env.training.panel import Panel, told_start  # noqa: PLC0415

    def so_far() -> str:
        kept = run.curve[-1].decisions if run.curve else 0
        return f"; saved at {kept / 1e6:.2f} M decisions"

    told_start(run, console)
    with resumable(so_far), Panel(run, console) as panel:
        run.train(panel.show)
    console.print(Text(f"{run.settings.decisions / 1e6:.1f} M decisions in {run.seconds:.0f} s", "bold"))


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
        if not (folder / name).exists():
            continue
        console.print(Text.assemble(f"  {os.fspath(folder / name):<36} ", (what, "dim")), soft_wrap=True)
