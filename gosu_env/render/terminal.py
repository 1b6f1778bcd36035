"""The terminal: whatever is printed there, names from files and from others cannot command it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment


def shown(words: str) -> str:
    """A name on one line, with a sign for every letter that is none: ``␛`` for escape, ``␊`` for a new line."""
    return words if words.isprintable() else "".join(_sign(letter) for letter in words)


class Terminal(Console):
    """A console that takes words as they are: no markup, no emoji by name, no control characters."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable() or segment.text == "\n":
                yield segment
            else:
                lines = segment.text.split("\n")
                yield Segment("\n".join(shown(line) for line in lines), segment.style)


def _sign(letter: str) -> str:
    code = ord(letter)
    if letter.isprintable() or (letter.isspace() and code >= 0xA0 and letter not in "\u2028\u2029"):
        return letter  # also wide and hard spaces
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"
