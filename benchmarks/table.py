"""The comparison as tables: for the screen, and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from benchmarks.case import KINDS, UNITS
from benchmarks.row import Row, best_ratio, style_ratio, summaries


@dataclass(frozen=True)
class Grid:
    """A table of texts; ``ours`` are the numbers of the lines to highlight."""

    title: str
    head: tuple[str, ...]
    lines: Sequence[tuple[str, ...]]
    ours: frozenset[int]
    words: int  # columns at the left that hold words; the others hold numbers

    def rich(self) -> Table:
        table = Table(title=self.title, title_justify="left", header_style="bold")
        for number, name in enumerate(self.head):
            words = number < self.words
            table.add_column(name, justify="left" if words else "right", no_wrap=not words, overflow="fold")
        for number, line in enumerate(self.lines):
            table.add_row(*line, style="bold green" if number in self.ours else None)
        return table

    def markdown(self) -> str:
        rule = ["---" if number < self.words else "---:" for number in range(len(self.head))]
        lines = [self.head, tuple(rule)]
        for number, line in enumerate(self.lines):
            lines.append((f"**{line[0]}**", *line[1:]) if number in self.ours else line)
        return f"## {self.title}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def number_text(number: float) -> str:
    """Three digits that mean something: 1,690,000 · 21.3 · 0.52."""
    if number == 0:
        return "0"
    shown = float(f"{number:.3g}")
    return f"{shown:,.0f}" if shown >= 100 else f"{shown:.3g}"


def ratio_text(ratio: float | None) -> str:
    return "–" if ratio is None else f"{number_text(ratio)} ×"


def duration_text(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{number_text(seconds / size)} {unit}"
    return f"{number_text(seconds / 1e-9)} ns"


def cores_text(row: Row) -> str:
    return "1" if row.spread == "one core" else f"{row.cores} {row.spread}"


def compile_text(row: Row) -> str:
    if row.compile_seconds is not None:
        return f"{row.compile_seconds:.0f} s"
    return "from disk" if row.cached else "–"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _play_line(row: Row, rows: Sequence[Row]) -> tuple[str, ...]:
    return (
        row.library,
        row.game,
        row.driven,
        str(row.batch),
        cores_text(row),
        f"{row.observation_size}" if row.observation else "no",
        f"{row.num_actions}" if row.mask else "no",
        number_text(row.rate),
        f"{row.rate_spread:.0%}",
        number_text(row.games_per_second),
        "–" if row.decisions_per_game is None else f"{row.decisions_per_game:.1f}",
        "–" if row.forced_share is None else f"{row.forced_share:.0%}",
        "–" if row.choices_per_second is None else number_text(row.choices_per_second),
        compile_text(row),
        ratio_text(best_ratio(row, rows)),
        ratio_text(style_ratio(row, rows)),
    )


def play_grid(rows: Sequence[Row]) -> Grid:
    """Random legal play, one line for every way to do it."""
    played = [row for row in rows if row.kind == "play"]
    head = (
        "library",
        "game",
        "driven by",
        "batch",
        "cores",
        "obs.",
        "mask",
        "decisions/s",
        "±",
        "games/s",
        "dec./game",
    )
    return Grid(
        "Random legal play",
        (*head, "forced", "choices/s", "compile", "ours is", "same style"),
        [_play_line(row, rows) for row in played],
        frozenset(number for number, row in enumerate(played) if row.is_ours),
        3,
    )


def other_grid(rows: Sequence[Row]) -> Grid:
    """Clones, playouts and evaluation."""
    others = [row for row in rows if row.kind != "play"]
    lines = [
        (
            row.kind,
            row.library,
            row.game,
            row.driven,
            f"{number_text(row.rate)} {UNITS[row.kind]}",
            f"{row.rate_spread:.0%}",
            duration_text(1 / row.rate),
            ratio_text(best_ratio(row, rows)),
        )
        for kind in KINDS
        for row in others
        if row.kind == kind
    ]
    ordered = [row for kind in KINDS for row in others if row.kind == kind]
    return Grid(
        "Clones, playouts from the middle of a game, evaluation: one core",
        ("what", "library", "game", "driven by", "per second", "±", "one takes", "ours is"),
        lines,
        frozenset(number for number, row in enumerate(ordered) if row.is_ours),
        4,
    )


def summary_grid(rows: Sequence[Row]) -> Grid:
    """The fastest row of every peer against ours."""
    lines = [
        (
            found.row.library,
            found.row.game,
            found.row.driven,
            cores_text(found.row),
            number_text(found.row.rate),
            ratio_text(found.best),
            ratio_text(found.same_style),
        )
        for found in summaries(rows)
    ]
    return Grid(
        "The fastest of every peer, with observation and mask",
        ("library", "game", "driven by", "cores", "decisions/s", "ours is", "same style"),
        lines,
        frozenset(),
        3,
    )


def grids(rows: Sequence[Row]) -> list[Grid]:
    return [grid for grid in (play_grid(rows), other_grid(rows), summary_grid(rows)) if grid.lines]


LEGEND = {
    "±": "how far the windows of time lay from the middle one, whose figure is shown",
    "obs., mask": "how many numbers the observation and the mask of every decision have; no: none is made",
    "dec./game": "decisions in a game of random play",
    "forced": "decisions with one legal answer, as a share; this project takes them on the way, uncounted",
    "choices/s": "decisions per second without the forced ones",
    "compile": "how long compiling took before the first decision; from disk: an earlier row had compiled it",
    "ours is": "this project's fastest way to do the same work on as many cores, over this row; loops inside a "
    "library, where nobody looks at what is observed, are compared among themselves",
    "same style": "the same, but driven in the same style: one game from Python, AEC, batch, a loop inside the library",
}


def show(rows: Sequence[Row], console: Console) -> None:
    for grid in grids(rows):
        console.print(grid.rich())
    for name, meaning in LEGEND.items():
        console.print(f"[bold]{name}[/]: {meaning}", highlight=False)


def screen() -> Console:
    """Wide enough for the widest table, when it is not a terminal that says how wide it is."""
    console = Console()
    return console if console.is_terminal else Console(width=200)
