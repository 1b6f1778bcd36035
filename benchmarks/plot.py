"""The comparison as a picture: decisions per second, a bar for every game of every library."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from benchmarks.row import Row, compared_game, fastest
from benchmarks.table import number_text

OURS, PEER, GRID, QUIET = "#d1495b", "#8d99ae", "#d9dce3", "#8a8f9c"
INCH_PER_BAR = 0.3


def bars(rows: Sequence[Row], cores: int) -> list[Row]:
    """With observation and mask: our fastest row of every style, every other game at its fastest; slowest first."""
    seen = [row for row in rows if row.sees_all and row.cores == cores]
    game = compared_game(rows)
    kept: dict[tuple[str, str], list[Row]] = {}
    for row in seen:
        kept.setdefault((row.library, row.style if row.is_ours and row.game == game else row.game), []).append(row)
    found = [best for group in kept.values() if (best := fastest(group))]
    return sorted(found, key=lambda row: row.rate)


def label(row: Row, game: str = "") -> str:
    """What a row is; ``game`` is the one of ours that goes without saying."""
    if row.is_ours:
        other = f"{row.game} · " if row.game != game else ""
        return f"{row.library} · {other}{row.driven.partition(':')[0]}" + (f" of {row.batch}" if row.batch > 1 else "")
    return f"{row.library} · {row.game}" + (f" · batch of {row.batch}" if row.batch > 1 else "")


def _panel(axes: Any, shown: Sequence[Row], title: str, game: str) -> None:
    places = range(len(shown))
    axes.barh(places, [row.rate for row in shown], color=[OURS if row.is_ours else PEER for row in shown], height=0.72)
    axes.set_yticks(places, [label(row, game) for row in shown])
    for tick, row in zip(axes.get_yticklabels(), shown, strict=True):
        tick.set_color(OURS if row.is_ours else "#222222")
        tick.set_fontweight("bold" if row.is_ours else "normal")
    for place, row in zip(places, shown, strict=True):
        speed = axes.annotate(
            number_text(row.rate), (row.rate, place), (4, 0), textcoords="offset points", va="center", fontsize=8
        )
        axes.annotate(
            f"sees {row.observation_size}, {row.num_actions:,} actions",
            (1, 0.5),
            (7, 0),
            xycoords=speed,
            textcoords="offset points",
            va="center",
            fontsize=7,
            color=QUIET,
        )
    axes.set_xscale("log")
    axes.set_title(title, loc="left", fontsize=10.5, fontweight="bold")
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0, labelsize=9)
    axes.tick_params(axis="x", labelsize=9)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.set_ylim(-0.6, len(shown) - 0.4)


def draw(rows: Sequence[Row], footnote: str) -> bytes:
    """A PNG: one core above, all cores below."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("Agg")
    pyplot: Any = import_module("matplotlib.pyplot")
    panels = [(cores, bars(rows, cores)) for cores in sorted({row.cores for row in rows})]
    panels = [(cores, shown) for cores, shown in panels if shown]
    heights = [len(shown) * INCH_PER_BAR + 0.8 for _, shown in panels]
    figure, axes = pyplot.subplots(
        len(panels),
        1,
        figsize=(10, sum(heights) + 1.2),
        height_ratios=heights,
        squeeze=False,
        sharex=True,
        layout="constrained",
    )
    for (cores, shown), panel in zip(panels, axes[:, 0], strict=True):
        _panel(panel, shown, "one core" if cores == 1 else f"{cores} cores", compared_game(rows))
        panel.tick_params(axis="x", labelbottom=True)
    lowest = min(row.rate for _, shown in panels for row in shown)
    highest = max(row.rate for _, shown in panels for row in shown)
    axes[0, 0].set_xlim(lowest / 2, highest * 12)
    axes[-1, 0].set_xlabel("decisions per second (log scale)")
    figure.suptitle("Random legal play with observation and mask", x=0.01, ha="left", fontsize=13, fontweight="bold")
    figure.supxlabel(footnote, x=0.01, ha="left", fontsize=8, color="#555555")
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=150)
    pyplot.close(figure)
    return out.getvalue()
