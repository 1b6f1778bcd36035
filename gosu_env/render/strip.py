"""A game as a strip of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gosu_env.engine.errors import OptionError
from gosu_env.engine.replay import Replay
from gosu_env.render.colours import INK, PAGE
from gosu_env.render.log import Entry, log_of
from gosu_env.render.parts import Parts
from gosu_env.render.shapes import Box, Drawing, Sketch
from gosu_env.render.svg import FONTS, inside
from gosu_env.render.table import draw_table

COLUMNS = 2
CAPTION = 44.0
SCALE = 0.5


def key_steps(entries: Sequence[Entry]) -> list[int]:
    """The last decision of every round, and the end."""
    ends = [a.step for a, b in pairwise(entries) if b.round > a.round > 0]
    return [*ends, len(entries)]


def caption(entry: Entry | None, total: int, width: float, seat: int | None) -> Drawing:
    """What the picture below shows: a table, and what is decided there."""
    told = f"the end, after {total} decisions"
    if entry is not None:
        told = f"round {entry.round}, decision {entry.step}: seat {entry.seat} {entry.words(seat)}"
    sketch = Sketch("caption", width, CAPTION)
    sketch.add(Box(0, 0, width, CAPTION, PAGE))
    sketch.write(18, CAPTION - 8, told[0].upper() + told[1:], 24, INK, bold=True, room=width - 36)
    return sketch.finish()


def strip_svg(replay: Replay, steps: Sequence[int] | None = None, seat: int | None = None) -> str:
    """Positions of a replay side by side, as an SVG document: the given ones, or the end of every round.

    The table is drawn as a seat sees it; without a seat, with all hands.
    """
    entries = log_of(replay).entries
    wanted = key_steps(entries) if steps is None else list(steps)
    for step in wanted:
        if not 0 <= step <= len(replay):
            raise OptionError(f"step {step}: positions are numbered from 0 to {len(replay)}")
    games = list(replay.games())
    parts = Parts()
    frames: list[str] = []
    for number, step in enumerate(wanted):
        table = draw_table(games[step], seat)
        row, column = divmod(number, COLUMNS)
        x, y = column * table.width, row * (table.height + CAPTION)
        uses = "".join(f'<use href="#p{part}" x="{dx:g}" y="{dy:g}"/>' for dx, dy, part in parts.places(table))
        head = inside(caption(entries[step] if step < len(entries) else None, len(replay), table.width, seat))
        frames.append(
            f'<g transform="translate({x:g} {y:g})">\n{head}\n'
            f'<svg y="{CAPTION:g}" width="{table.width:g}" height="{table.height:g}">{uses}</svg>\n</g>'
        )
    columns, rows = min(COLUMNS, len(wanted)), -(-len(wanted) // COLUMNS)
    width, height = columns * table.width, rows * (table.height + CAPTION)
    shared = "\n".join(f'<g id="p{number}">{part}</g>' for number, part in enumerate(parts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * SCALE:g}" height="{height * SCALE:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="{FONTS}" role="img">\n<defs>\n{shared}\n</defs>\n'
        f'<rect width="{width:g}" height="{height:g}" fill="{PAGE}"/>\n' + "\n".join(frames) + "\n</svg>\n"
    )
