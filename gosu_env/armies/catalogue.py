"""Finding cards of games of armies by what people type."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from gosu_env.engine.errors import OptionError
from gosu_env.engine.spelling import nearest


class Counted(Protocol):
    """A card that there are copies of."""

    @property
    def copies(self) -> int: ...


Card = TypeVar("Card")


def folded(word: str) -> str:
    """A word without capitals and accents."""
    letters = unicodedata.normalize("NFD", word.strip().casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def find_clan(word: str, words: Sequence[str], names: Sequence[str]) -> int:
    """The number of a clan by its word, its name or the beginning of either."""
    wanted = folded(word)
    for clan, said in enumerate(zip(words, names, strict=True)):
        if wanted and any(folded(name).startswith(wanted) for name in said):
            return clan
    raise OptionError(f"unknown clan {word!r}; {nearest(wanted, list(words))}")


def find_card(named: Iterable[tuple[str, Card]], name: str) -> Card:
    """A card by one of its names, in capitals or not, with accents or not."""
    pairs = list(named)
    found = {folded(each): card for each, card in pairs}
    wanted = folded(name)
    if wanted in found:
        return found[wanted]
    close = difflib.get_close_matches(wanted, found, 1, 0.5)
    right = next((each for each, _ in pairs if close and folded(each) == close[0]), None)
    hint = f"did you mean {right!r}?" if right is not None else "'gosu cards' lists them all"
    raise OptionError(f"no card named {name!r}; {hint}")


def counted(cards: Sequence[Counted]) -> str:
    """How many cards these are: "7 cards, 12 with copies"."""
    copies = sum(card.copies for card in cards)
    with_copies = f", {copies} with copies" if copies > len(cards) else ""
    return f"{len(cards)} card{'s' if len(cards) > 1 else ''}{with_copies}"
