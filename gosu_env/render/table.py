"""The table of any game as a drawing: its own, or its text on a sheet of paper."""

from __future__ import annotations

from gosu_env.engine.events import ONLOOKER
from gosu_env.engine.game import Game
from gosu_env.engine.game_parts import find_part
from gosu_env.render.colours import INK, PAGE, PANEL, PANEL_EDGE
from gosu_env.render.shapes import GROUND, Box, Drawing, Sketch, text_width, wrap

WIDTH, HEIGHT, MARGIN = 1100.0, 760.0, 18.0
LARGEST, SMALLEST = 16.0, 4.0  # letters
LINE = 1.35  # height of a line, in em


def draw_table(game: Game, seat: int | None = None) -> Drawing:
    """The table as a seat sees it; without a seat, with all hands. Of one game it always has the same size."""
    return _draw(game, None if seat is None else game.check_seat(seat))


def draw_public_table(game: Game) -> Drawing:
    """The table as everybody knows it: for those who look on."""
    return _draw(game, ONLOOKER)


def _draw(game: Game, seat: int | None) -> Drawing:
    own = find_part(game.name, "drawing")
    if own is None:
        return written_table(game, seat)
    drawn: Drawing = own.draw_table(game, seat)
    return drawn


def written_table(game: Game, seat: int | None) -> Drawing:
    """The table of a game that has no drawing: what it says of itself."""
    ground = Sketch("board", WIDTH, HEIGHT, GROUND)
    ground.add(Box(-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN, PAGE))
    inner = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    ground.add(Box(MARGIN, MARGIN, *inner, PANEL, PANEL_EDGE, 1, 12))
    told = game.decision_text() if seat == ONLOOKER else game.describe(seat)
    room = inner[0] - 2 * MARGIN, inner[1] - 2 * MARGIN
    size = LARGEST
    while len(lines := fitted(told, size, room[0])) * size * LINE > room[1] and size > SMALLEST:
        size -= 0.5
    sheet = Sketch("sheet", *inner)
    for number, line in enumerate(lines):
        sheet.write(MARGIN, MARGIN + size * (0.9 + LINE * number), line, size, INK, room=room[0])
    sketch = Sketch("table", WIDTH, HEIGHT)
    sketch.place(0, 0, ground.finish())
    sketch.place(MARGIN, MARGIN, sheet.finish())
    return sketch.finish(told)


def fitted(text: str, size: float, room: float) -> list[str]:
    """The lines of a text no wider than the room; what goes on stands below the beginning, indented."""
    lines: list[str] = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()))
        first, *more = wrap(line, size, room - text_width(indent + "    ", size))
        lines += [line if not more else indent + first, *(f"{indent}    {words}" for words in more)]
    return lines
