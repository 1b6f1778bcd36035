"""What the pictures of arenas and reports share: paper, titles, bare axes."""

from __future__ import annotations

import io
import warnings
from typing import Any

from gosu_env.engine.errors import MissingExtraError, install

try:
    from matplotlib.figure import Figure
except ImportError as error:
    raise MissingExtraError(f"pictures of an arena need matplotlib: {install('arena')}") from error

GRID, QUIET = "#e3e6ec", "#6b7280"
DPI = 150


def empty_figure(width: float, height: float) -> Any:
    """A figure of matplotlib, in inches."""
    figure: Any = Figure(figsize=(width, height), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.15)
    return figure


def plain(name: str) -> str:
    """A name as a text of matplotlib, for which dollars enclose formulas."""
    return name.replace("$", r"\$")


def as_png(figure: Any) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # boxes stand for letters that the font lacks
        figure.savefig(out, format="png", dpi=DPI)
    return out.getvalue()


def set_title(axes: Any, title: str, below: str) -> None:
    """A title, and a quiet line below it."""
    axes.annotate(title, (0, 1), (0, 24), "axes fraction", "offset points", fontsize=13, fontweight="bold")
    words = axes.annotate(below, (0, 1), (0, 9), "axes fraction", "offset points", fontsize=9, color=QUIET)
    words.set_in_layout(False)  # a long line must not push the colour bar away


def set_bare(axes: Any) -> None:
    """No frame and no ticks."""
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0, labelsize=10)
