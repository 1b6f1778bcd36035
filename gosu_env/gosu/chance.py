"""Everything that chance may do, one outcome after the other: for games small enough to be enumerated.

The order of the draw pile is nobody's to know, so it is left open: hands are dealt in every way, and a card is drawn in
every way when it is drawn. Other dice, a shuffled discard pile or a card taken at random, are not enumerated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import OptionError
from gosu_env.gosu.ruleset import GosuRules

T = TypeVar("T")


def openings(rules: GosuRules) -> Iterator[tuple[float, NDArray[np.void]]]:
    """Every deal, with its probability; seat 0 begins. Who begins is the only other chance, and seats are alike."""
    if rules.settings.draft or rules.settings.kamakor:
        raise OptionError("openings cannot be enumerated with draft or kamakor")
    seed = 0
    states = rules.new_states(1)
    rules.start(states, seed)
    while states[0].advantage != 0:
        seed += 1
        rules.start(states, seed)
    for probability, hands in _deals(rules.tables[0].copies.astype(np.int64), rules.size.hand_size, rules.num_players):
        dealt = states.copy()
        st = dealt[0]
        st.hand[: rules.num_players] = hands
        levels = np.arange(1, st.hand_level.shape[1] + 1)
        st.hand_level[: rules.num_players] = hands @ (rules.tables[0].level[:, None] == levels)
        _lay_deck(st, np.repeat(np.arange(rules.cards.kinds), rules.tables[0].copies - sum(hands)))
        yield probability, dealt


def _hands(left: NDArray[np.int64], size: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Every hand of some cards as copies of each kind, and in how many ways it may be dealt."""
    cards = np.repeat(np.arange(len(left)), left)
    for kinds in sorted(set(combinations(cards.tolist(), size))):
        hand = np.bincount(kinds, minlength=len(left))
        yield int(np.prod([comb(int(n), int(k)) for n, k in zip(left, hand, strict=True)])), hand


def _deals(left: NDArray[np.int64], size: int, players: int) -> Iterator[tuple[float, list[NDArray[np.int64]]]]:
    """Hands for so many players."""
    if players == 0:
        yield 1.0, []
        return
    total = comb(int(left.sum()), size)
    for ways, hand in _hands(left, size):
        for probability, others in _deals(left - hand, size, players - 1):
            yield ways / total * probability, [hand, *others]


def _lay_deck(st: Any, kinds: NDArray[np.int64]) -> None:
    st.deck[:] = 0
    st.deck[: len(kinds)] = kinds
    st.deck_size = len(kinds)


class Draws:
    """The draws of a step, in every way they may go; over the bytes of records, since there are millions."""

    def __init__(self, rules: GosuRules) -> None:
        fields: Any = rules.record.fields
        self._rng = slice(fields["rng"][1], fields["rng"][1] + fields["rng"][0].itemsize)
        self._size = slice(fields["deck_size"][1], fields["deck_size"][1] + 2)
        self._deck: int = fields["deck"][1]

    def _deck_size(self, record: bytes) -> int:
        return int.from_bytes(record[self._size], sys.byteorder)

    def outcomes(self, record: bytes, play: Callable[[bytes], tuple[bytes, T]]) -> list[tuple[float, bytes, T]]:
        """Everything that may come of a step: how likely it is, the record, and what ``play``, which steps, says."""
        size = self._deck_size(record)
        pile = sorted(record[self._deck : self._deck + size])
        found: list[tuple[float, bytes, T]] = []
        open_ends: list[tuple[list[int], float]] = [([], 1.0)]
        while open_ends:
            drawn, probability = open_ends.pop()
            left = list(pile)
            for kind in drawn:
                left.remove(kind)
            laid = bytes(left + drawn[::-1])
            after, told = play(record[: self._deck] + laid + record[self._deck + size :])
            if after[self._rng] != record[self._rng]:
                raise OptionError(
                    "chance cannot be enumerated: a card was taken at random or the discard pile was shuffled; "
                    "use cards without such effects and more of them, or fewer rounds"
                )
            if size - self._deck_size(after) <= len(drawn):
                found.append((probability, after, told))
                continue
            for kind in sorted(set(left), reverse=True):
                open_ends.append(([*drawn, kind], probability * left.count(kind) / len(left)))
        return found
