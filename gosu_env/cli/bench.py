"""The command ``gosu bench``: the speed of the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from gosu_env.cli.early import check_writable
from gosu_env.cli.options import CardFile, GameName, Rules, game_options, told_options
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.render.terminal import Terminal


def rate(number: float) -> str:
    return f"{number / 1e6:.2f} M" if number >= 1e6 else f"{number:,.0f}"


def bench(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure each row.")] = 2.0,
    game: GameName = USUAL_GAME,
    players: Annotated[int, typer.Option(min=2, help="Number of players.")] = 2,
    cards: CardFile = None,
    rules: Rules = None,
    json: Annotated[Path | None, typer.Option(help="Also write the figures to this file.", metavar="FILE")] = None,
) -> None:
    """Measure the speed of random legal play on one core."""
    from gosu_env.bench import run_bench, write_json  # noqa: PLC0415  (the other commands do not need it)

    console = Terminal()
    check_writable(json)
    errors = Terminal(stderr=True)
    if errors.is_terminal:
        errors.print(Text(f"measuring three times {seconds:g} s …", "dim"))
    options = game_options(game, rules, cards)
    figures = run_bench(game, players, seconds, **options)
    if json is not None:
        write_json(figures, json)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    told = f", {told_options(options)}" if told_options(options) else ""
    table.add_column(f"Random legal play, {players} players, one core{told}", no_wrap=True)
    table.add_column("decisions/s", justify="right", style="bold green", no_wrap=True)
    table.add_column("games/s", justify="right", no_wrap=True)
    how = "interpreted" if figures.interpreted else "compiled"
    rows = (
        (f"{how}, mask", figures.mask),
        (f"{how}, mask + observation", figures.mask_and_observation),
        ("Game from Python: apply + mask + observe", figures.through_game),
    )
    for name, speed in rows:
        table.add_row(name, rate(speed.decisions_per_second), rate(speed.games_per_second))
    console.print(table)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row(
        "a game", f"{figures.decisions_per_game:.1f} decisions, {figures.rounds_per_game:.1f} rounds on average"
    )
    facts.add_row("a record", f"{figures.record_bytes} bytes")
    facts.add_row("a decision", figures.definition)
    if figures.interpreted:
        compiled = "no: GOSU_INTERPRETED is set"
    elif figures.compile_seconds is None:
        compiled = f"no: the code was in the cache, loaded in {figures.first_call_seconds:.1f} s"
    else:
        compiled = f"in {figures.compile_seconds:.1f} s, kept on disk for next time"
    facts.add_row("compiled", compiled)
    if json is not None:
        facts.add_row("written", str(json))
    console.print(facts)
