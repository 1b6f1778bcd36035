"""The picture of ``full``: ratings with their intervals, and how often a response and a rung win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gosu_env.agents.arena.drawing import GRID, QUIET, as_png, empty_figure, plain, set_bare, set_title
from gosu_env.training.baselines.full import Row

BLUE, RED = "#0b3c5d", "#c8553d"


def draw_full(rows: Sequence[Row]) -> bytes:
    """On the left Elo, on the right what opponents win; the strongest is on top."""
    figure = empty_figure(11.0, 1.9 + 0.42 * len(rows))
    rated, answered = figure.subplots(1, 2, sharey=True)
    places = range(len(rows) - 1, -1, -1)
    _draw_spans(rated, places, [row.rating for row in rows], BLUE, "")
    rated.set_yticks(places, [plain(row.title) for row in rows])
    rated.set_xlabel("Elo on the reference ladder, random play at 0", fontsize=10)
    several = max(len(row.runs) for row in rows) > 1
    told = "from the lowest run to the highest" if several else "their 95 % intervals"
    set_title(rated, "Strength", f"points are ratings, lines {told}")
    lifted = [place + 0.14 for place in places]
    _draw_spans(answered, lifted, [row.response for row in rows], RED, "the response of PPO")
    rungs = {place - 0.14: row.hardest[1] for place, row in zip(places, rows, strict=True) if row.hardest}
    _draw_spans(answered, list(rungs), list(rungs.values()), QUIET, "the rung that wins most")
    answered.axvline(0.5, color=QUIET, linewidth=1, linestyle="--")
    answered.set_xlim(-0.03, 1.03)
    answered.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
    answered.set_xlabel("games that an opponent wins", fontsize=10)
    answered.legend(frameon=False, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    set_title(
        answered, "Exploitability, from below", "beyond 50 %, wins are a lower bound; other opponents may win more"
    )
    for axes in (rated, answered):
        axes.grid(axis="x", color=GRID, linewidth=0.8)
        set_bare(axes)
    return as_png(figure)


def _draw_spans(
    axes: Any, places: Sequence[float], spans: Sequence[tuple[float, float, float]], colour: str, label: str
) -> None:
    """Points and intervals, one below the other."""
    axes.hlines(places, [low for _, low, _ in spans], [high for _, _, high in spans], color=colour, linewidth=2)
    axes.plot([mean for mean, _, _ in spans], places, "o", color=colour, markersize=5, label=label)
