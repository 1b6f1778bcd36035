"""What a visitor may ask for: how much at once, how often, and how long names are."""

from __future__ import annotations

import hmac
import time
import unicodedata
from collections.abc import Callable
from typing import Any

from gosu_env.engine.errors import OptionError

LONGEST_MESSAGE = 4096  # bytes, from the browser
LONGEST_REPLAY = 1 << 20
LONGEST_CARDS = 1 << 17  # of a card file
MOST_DECISIONS = 4000  # of a replay: every one is drawn
LONGEST_NAME = 24  # letters


class Bucket:
    """Lets ``burst`` requests through at once, and ``rate`` a second in the long run."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._left, self._then = float(burst), clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._then) * self.rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def clean_name(given: Any, otherwise: str) -> str:
    """A name as it is shown: one line of printable letters. Whoever shows it escapes it."""
    if given is None:
        return otherwise
    if not isinstance(given, str):
        raise OptionError(f"a name must be a text, not {type(given).__name__}")
    if len(given) > 10 * LONGEST_NAME:
        raise OptionError(f"a name has at most {LONGEST_NAME} letters, not {len(given)}")
    folded = unicodedata.normalize("NFC", given)
    letters = "".join(letter if letter.isprintable() else " " for letter in folded)
    name = " ".join(letters.split())[:LONGEST_NAME].strip()
    return name or otherwise


def same(token: str | None, given: Any) -> bool:
    """Whether a token is the one that was given, in a time that tells nothing of where they differ."""
    return token is not None and isinstance(given, str) and given.isascii() and hmac.compare_digest(token, given)
