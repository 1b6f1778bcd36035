"""Rows of a vocabulary: effects and conditions, each with all that is said of it anywhere; the columns of code."""

from __future__ import annotations

from typing import Any, NamedTuple

# Columns of a code row (int16): what to do, to whom, how many, what the bracket says (a bonus, or the number of another
# filter), which cards, and one word more.
CODE_COLUMNS = ("op", "who", "amount", "bonus", "fits", "arg")
OP, WHO, AMOUNT, BONUS, FITS, ARG = range(len(CODE_COLUMNS))
END = 0  # in OP: the program is over
USE_X = -1  # in AMOUNT: as many as the frame's X
ALL_OF_THEM = 99  # in AMOUNT: every one there is
ANY_CARD = 0  # in FITS: every card


class Effect(NamedTuple):
    """An effect, the first column of a code row, with all that is said of it anywhere.

    Those that cards are written with have a verb; rows of one verb follow each other, and the first says what it takes.
    """

    word: str
    number: int
    meaning: str  # what it does, for the docs
    verb: str = ""  # how a line of a card begins
    takes: str = ""  # what may follow the verb: amount, x (X as an amount), bonus, who, army, fits, words of its own
    needs: str = ""  # the word without which the verb says nothing
    example: str = ""  # lines, with " · " between them
    note: str = ""  # more about the verb, for the docs
    phrase: str = ""  # the sentence on a card; text.py says what stands for each {part}
    weight: str | None = None  # which weight of an appraisal says what it is worth; None: nothing
    done: str = ""  # what has happened to a card that it found, where "hit" can ask for it
    aim: str = ""  # the verb of the actions that aim it at a card on the table


class Condition(NamedTuple):
    """A condition of the effect "if" (WHO column); the number to compare with stands in AMOUNT, the jump in ARG."""

    word: str
    number: int
    phrase: str  # the sentence on a card; text.py says what stands for each {part}


class Effects(list[Effect]):
    """The effects of a game, in the order of their numbers."""

    def row(self, word: str, meaning: str, **said: Any) -> int:
        """One more; its number."""
        self.append(Effect(word, len(self), meaning, **said))
        return len(self) - 1


class Conditions(list[Condition]):
    """The conditions of a game, in the order of their numbers."""

    def row(self, word: str, phrase: str) -> int:
        """One more; its number."""
        self.append(Condition(word, len(self), phrase))
        return len(self) - 1
