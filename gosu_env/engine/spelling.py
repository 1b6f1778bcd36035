"""Hints for words that do not exist."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

LONGEST_WORD = 80


def nearest(word: str, words: Sequence[str]) -> str:
    """A hint for a word that does not exist; none is like a word of a whole page."""
    close = difflib.get_close_matches(word, words, 1) if len(word) <= LONGEST_WORD else []
    return f"did you mean {close[0]!r}?" if close else "known: " + ", ".join(words)
