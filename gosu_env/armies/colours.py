"""The colours of a clan; the sign of activation tokens in texts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hue:
    """The colours of a clan: the card, its edge, the words on it, its emblem and the plate at its foot."""

    fill: str
    edge: str
    ink: str
    art: str
    plate: str


TOKEN_SIGN = "●"
