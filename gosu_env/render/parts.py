"""Many pictures of one table: what they share is written once."""

from __future__ import annotations

from collections.abc import Iterator

from gosu_env.render.shapes import Drawing
from gosu_env.render.svg import inside

Place = tuple[float, float, int]  # where a part lies, and its number


class Parts:
    """The parts of drawings as SVG, each with a number of its own."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __iter__(self) -> Iterator[str]:
        """The parts, in the order of their numbers."""
        return iter(self._numbers)

    def number(self, drawing: Drawing) -> int:
        return self._numbers.setdefault(inside(drawing), len(self._numbers))

    def places(self, drawing: Drawing) -> list[Place]:
        """A drawing that is made of parts only, as the places of its parts."""
        return [(x, y, self.number(part)) for x, y, part in drawing.parts]
