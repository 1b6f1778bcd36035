"""Words of a user in an error: hints for those that do not exist, values cut to a bearable length."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

LONGEST_WORD = 80


def nearest(word: str, words: Sequence[str]) -> str:
    """A hint for a word that does not exist; none is like a word of a whole page."""
    close = difflib.get_close_matches(word, words, 1) if len(word) <= LONGEST_WORD else []
    return f"did you mean {close[0]!r}?" if close else "known: " + ", ".join(words)


def shown(value: Any) -> str:
    """A value as an error shows it, however long or deep it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of more digits than Python writes; lists in lists in lists
        return "that"
    return text if len(text) <= LONGEST_WORD else f"{text[:LONGEST_WORD]} …"
