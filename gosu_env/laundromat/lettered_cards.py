"""Garments and programmes in letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text

from gosu_env.laundromat.cards import CardSet, Garment, Programme
from gosu_env.laundromat.colours import FREE_SIGNS, SPECIES_STYLES, STAIN_SIGNS, STAIN_STYLES
from gosu_env.laundromat.state import NO_LIMIT, SPECIES, STAINS
from gosu_env.laundromat.text import garment_text, programme_text

COIN_SIGN, POTION_SIGN = "◉", "⚗"
OVER = "bold white on red"


class Hung(NamedTuple):
    """A garment on the screen."""

    garment: Garment
    potion: bool = False  # its stains do not count


def stain_signs(stains: Sequence[int]) -> Text:
    """The stains of a garment: ▲✦✦."""
    text = Text()
    for count, sign, style in zip(stains, STAIN_SIGNS, STAIN_STYLES, strict=True):
        text.append(sign * count, style)
    return text if text else Text("clean", "dim")


def gauge(programme: Programme, stains: Sequence[int] | None = None) -> Text:
    """The limits of a programme, △△△ dirt 3, and stains against them: ▲▲△ dirt 2/3. Too much is red and has a !."""
    parts = []
    for stain, limit in enumerate(programme.limits):
        if limit != NO_LIMIT:
            count, style = 0 if stains is None else stains[stain], STAIN_STYLES[stain]
            part = Text().append(STAIN_SIGNS[stain] * min(count, limit) + FREE_SIGNS[stain] * (limit - count), style)
            if count > limit:
                part.append(f"{STAIN_SIGNS[stain] * (count - limit)}!", OVER)
            parts.append(part.append(f" {STAINS[stain]} {limit if stains is None else f'{count}/{limit}'}", style))
    return Text("  ").join(parts)


def counted_stains(cards: CardSet, table: dict[str, Any]) -> list[int]:
    """The stains of the wash, but for the garment that the potion was used for (L-4.3)."""
    rows = [cards[cards.kind(name)].stains for number, name in enumerate(table["wash"]) if number != table["shielded"]]
    return [sum(row[stain] for row in rows) for stain in range(len(STAINS))]


def full_text(garment: Garment, cards: CardSet) -> Text:
    """All that a garment says."""
    text = Text().append(f"{garment.name}\n", f"bold {SPECIES_STYLES[SPECIES[garment.species]]}")
    return text.append_text(stain_signs(garment.stains)).append(f"\n{garment_text(garment, cards)}")


def programme_full_text(programme: Programme) -> Text:
    """All that a programme says."""
    text = Text().append(f"{programme.name}\n", "bold")
    return text.append_text(gauge(programme)).append(f"\n{programme_text(programme)}")


def named(names: Sequence[str], cards: CardSet) -> Text:
    """Garments by name, each in the colour of its species."""
    parts = []
    for name, count in Counter(names).items():
        style = SPECIES_STYLES[SPECIES[cards[cards.kind(name)].species]]
        parts.append(Text(name + (f" ×{count}" if count > 1 else ""), style))
    return Text(", ").join(parts)
