"""Cards of games of armies as drawings: in an army, face down, in a hand, and their backs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gosu_env.armies.colours import Hue
from gosu_env.armies.signs import DIAMOND, SHIELD, at, cost_ring, pips
from gosu_env.render.colours import (
    BACK,
    BACK_ART,
    BACK_EDGE,
    GOLD,
    GREY,
    GREY_BAR,
    GREY_EDGE,
    GREY_INK,
    INK,
    WHITE,
)
from gosu_env.render.shapes import CARD, Box, Drawing, Polygon, Shape, Sketch, Stroke

GAP = 8.0  # between cards of an army


def printed_value(level: int) -> int:
    """The military value of a card of that level."""
    return (2, 3, 5)[level - 1]


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card, as a game prints it."""

    name: str
    level: int
    cost: int | None  # of replacing the card; None: it stays
    hue: Hue
    emblem: Callable[[float, float, float], list[Shape]]  # around a point, of a size
    signs: Sequence[Callable[[float, float, float, str], list[Shape]]]  # around a point, of a size, in a colour
    note: str  # what it is and says
    title: tuple[str, ...] = ()  # the name in lines, if it takes more than one

    def write_name(self, sketch: Sketch, middle: float, line: float, size: float, room: float) -> None:
        """The name around the middle; two lines are smaller, and the second stands below the line."""
        for number, words in enumerate(self.title or (self.name,)):
            small = size * 0.82 if self.title else size
            y = line + (number - 0.55) * small * 1.12 if self.title else line
            sketch.write(middle, y, words, small, self.hue.ink, "middle", bold=True, room=room)


def card_ground(name: str, width: float, height: float, hue: Hue, arriving: bool) -> Sketch:
    """A card face up; one that is still arriving has a golden edge of dashes."""
    sketch = Sketch(f"card {name}", width, height, CARD)
    if arriving:
        sketch.add(Box(1.5, 1.5, width - 3, height - 3, hue.fill, GOLD, 3, 7, dashed=True))
    else:
        sketch.add(Box(0.5, 0.5, width - 1, height - 1, hue.fill, hue.edge, 1.2, 7))
    return sketch


def card_foot(sketch: Sketch, face: Face, value: int, usual: int, plate: float) -> None:
    """The plate at the foot: what a card is worth, what it has, what replacing it costs."""
    width, hue = sketch.width, face.hue
    foot = sketch.height - 5 - plate
    sketch.add(Box(5, foot, width - 10, plate, hue.plate, radius=5))
    line = foot + plate / 2
    more = value - usual
    shield = GOLD if more > 0 else GREY if more < 0 else WHITE
    sketch.add(Polygon(at(SHIELD, 18.5, line - 0.5, plate * 10.5 / 26), shield, hue.edge, 1))
    sketch.write(18.5, line + plate * 4.6 / 26, str(value), plate * 14 / 26, INK, "middle", bold=True, room=15)
    if face.cost is not None:
        sketch.add(*cost_ring(width - 18, line, plate * 9.5 / 26, hue.ink))
        size = plate * 12 / 26
        sketch.write(width - 18, line + plate * 4.2 / 26, str(face.cost), size, hue.ink, "middle", bold=True)
    room = width - 66.0 if face.cost is not None else width - 42.0
    step = min(14.0, room / max(len(face.signs), 1))
    left = 33 + room / 2 - step * (len(face.signs) - 1) / 2
    for i, sign in enumerate(face.signs):
        sketch.add(*sign(round(left + i * step, 2), line, min(11.5, step - 1.5), hue.ink))


def face_down_card(face: Face, width: float, height: float, word: str) -> Drawing:
    """A card face down: behind bars, its name still known."""
    middle = width / 2
    sketch = Sketch(f"{word} {face.name}", width, height, CARD)
    sketch.add(Box(0.5, 0.5, width - 1, height - 1, GREY, GREY_EDGE, 1.2, 7))
    top = 34 if face.title else 26
    for i in range(7):
        x = 10 + i * (width - 20) / 6
        sketch.add(Stroke(((x, top), (x, height - 28)), GREY_BAR, 3))
    sketch.add(Box(5, height - 25, width - 10, 18, GREY, GREY_BAR, 1, 4))
    for number, line in enumerate(face.title or (face.name,)):
        y, size = (15.5 + number * 11.5, 10.25) if face.title else (18, 12.5)
        sketch.write(middle, y, line, size, GREY_INK, "middle", bold=True, room=width - 12)
    sketch.write(middle, height - 12.6, word, 9.5, GREY_INK, "middle", room=width - 16)
    return sketch.finish(f"{face.name}, {word}")


def hand_card(face: Face, width: float, height: float) -> Drawing:
    """A card of a hand; the lower it is, the less it shows."""
    hue = face.hue
    tall, signed = height > 60, height >= 26
    sketch = Sketch(f"small {face.name}", width, height, CARD)
    sketch.add(Box(0.5, 0.5, width - 1, height - 1, hue.fill, hue.edge, 1, min(6, height / 6)))
    size = min(11.0, height * 0.4)
    line = 16.0 if tall else height * 0.42 if signed else height / 2 + size * 0.36
    if tall and face.title:
        face.write_name(sketch, width / 2, line + 1.5, size, width - 6)
    else:
        sketch.write(width / 2, line, face.name, size, hue.ink, "middle", bold=True, room=width - 6)
    if not signed:
        return sketch.finish(face.note)
    foot = height - 14 if tall else height * 0.75
    if tall:
        lower = 6 if face.title else 0
        sketch.add(*pips(face.level, width / 2 - face.level * 2.8, 25 + lower, 2.7, hue.ink))
        sketch.add(*face.emblem(width / 2, 51 + lower / 3, 32 - lower))
        sketch.add(Box(4, height - 24, width - 8, 20, hue.plate, radius=4))
        if face.cost is not None:
            sketch.add(*cost_ring(width - 14, foot, 7, hue.ink))
            sketch.write(width - 14, foot + 3.4, str(face.cost), 9.5, hue.ink, "middle", bold=True)
    else:
        sketch.add(*pips(face.level, 5, foot, 2.7, hue.ink))
    left, right = (7.0, width - 24.0) if tall else (26.0, width - 4.0)
    step = min(12.5, (right - left) / max(len(face.signs), 1))
    start = left + step / 2 if tall else right - step * (len(face.signs) - 0.5)
    for i, sign in enumerate(face.signs):
        sketch.add(*sign(round(start + i * step, 2), foot, min(9.5, step - 1.5), hue.ink))
    return sketch.finish(face.note)


@lru_cache(maxsize=32)
def card_back(width: float, height: float) -> Drawing:
    """A card that the viewer may not see."""
    sketch = Sketch("back", width, height, CARD)
    sketch.add(Box(0.5, 0.5, width - 1, height - 1, BACK, BACK_EDGE, 1, min(5, height / 6)))
    if height >= 16:
        sketch.add(Box(3.5, 3.5, width - 7, height - 7, None, BACK_ART, 1, min(3, height / 8)))
        sketch.add(Polygon(at(DIAMOND, width / 2, height / 2, min(width, height) * 0.2), BACK_ART))
    return sketch.finish()
