"""Everything that chance may do, one outcome after the other: for games small enough to be enumerated.

The order of the draw pile is nobody's to know, so it is left open: hands are dealt in every way, and a card is drawn in
every way when it is drawn. Other dice, a shuffled discard pile or a card taken at random, are not enumerated.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import comb, prod
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import OptionError
from gosu_env.gosu.ruleset import GosuRules

T = TypeVar("T")


SOLVABLE = ("size=mini", "size=mini, tokens=1, hand_size=2, columns=1")  # options of games small enough


def openings(rules: GosuRules) -> Iterator[tuple[float, NDArray[np.void]]]:
    """Every deal, with its probability; seat 0 begins. Who begins is the only other chance, and seats are alike."""
    states = _before_the_deal(rules)
    for probability, hands in _deals(rules.tables[0].copies.astype(np.int64), rules.size.hand_size, rules.num_players):
        yield probability, _dealt(rules, states, hands)


def count_openings(rules: GosuRules) -> int:
    """How many openings there are; none is made."""
    _before_the_deal(rules)
    size, players = rules.size.hand_size, rules.num_players
    ways = {(0,) * players: 1}  # by how many cards every hand has so far
    for copies in rules.tables[0].copies.tolist():
        shared = [share for share in product(range(copies + 1), repeat=players) if sum(share) <= copies]
        after: Counter[tuple[int, ...]] = Counter()
        for held, count in ways.items():
            for share in shared:
                sizes = tuple(a + b for a, b in zip(held, share, strict=True))
                if max(sizes) <= size:
                    after[sizes] += count
        ways = dict(after)
    return ways.get((size,) * players, 0)


def sample_opening(rules: GosuRules, rng: np.random.Generator) -> tuple[float, NDArray[np.void]]:
    """An opening as chance deals it, with its probability."""
    left, hands, probability = rules.tables[0].copies.astype(np.int64), [], 1.0
    for _ in range(rules.num_players):
        hand = rng.multivariate_hypergeometric(left, rules.size.hand_size)
        probability *= _ways(left, hand) / comb(int(left.sum()), rules.size.hand_size)
        hands.append(hand)
        left = left - hand
    return probability, _dealt(rules, _before_the_deal(rules), hands)


def _before_the_deal(rules: GosuRules) -> NDArray[np.void]:
    """A game in which seat 0 begins."""
    if rules.settings.draft or rules.settings.kamakor:
        raise OptionError("openings cannot be enumerated with draft or kamakor")
    seed = 0
    states = rules.new_states(1)
    rules.start(states, seed)
    while states[0].advantage != 0:
        seed += 1
        rules.start(states, seed)
    return states


def _dealt(rules: GosuRules, states: NDArray[np.void], hands: list[NDArray[np.int64]]) -> NDArray[np.void]:
    """The game with these hands."""
    dealt = states.copy()
    st = dealt[0]
    st.hand[: rules.num_players] = hands
    levels = np.arange(1, st.hand_level.shape[1] + 1)
    st.hand_level[: rules.num_players] = hands @ (rules.tables[0].level[:, None] == levels)
    _lay_deck(st, np.repeat(np.arange(rules.cards.kinds), rules.tables[0].copies - sum(hands)))
    return dealt


def _hands(left: NDArray[np.int64], size: int) -> Iterator[NDArray[np.int64]]:
    """Every hand of some cards, as copies of each kind."""
    most = left.tolist()
    room = np.append(np.cumsum(left[::-1])[::-1], 0).tolist()  # copies of a kind and of those behind it

    def choose(kind: int, size: int) -> Iterator[list[int]]:
        if kind == len(most):
            yield []
            return
        for copies in range(min(most[kind], size), max(size - room[kind + 1], 0) - 1, -1):
            for others in choose(kind + 1, size - copies):
                yield [copies, *others]

    for hand in choose(0, size):
        yield np.array(hand)


def _ways(left: NDArray[np.int64], hand: NDArray[np.int64]) -> int:
    """In how many ways a hand may be dealt."""
    return prod(comb(copies, held) for copies, held in zip(left.tolist(), hand.tolist(), strict=True))


def _deals(left: NDArray[np.int64], size: int, players: int) -> Iterator[tuple[float, list[NDArray[np.int64]]]]:
    """Hands for so many players."""
    if players == 0:
        yield 1.0, []
        return
    total = comb(int(left.sum()), size)
    for hand in _hands(left, size):
        for probability, others in _deals(left - hand, size, players - 1):
            yield _ways(left, hand) / total * probability, [hand, *others]


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

    def sample(
        self, record: bytes, play: Callable[[bytes], tuple[bytes, T]], rng: np.random.Generator
    ) -> tuple[int, bytes, T]:
        """One outcome of a step, drawn card by card: how many it stands for, the record, and what ``play`` says."""
        size = self._deck_size(record)
        left = sorted(record[self._deck : self._deck + size])
        drawn: list[int] = []
        stands = 1
        while True:
            after, told = play(record[: self._deck] + bytes(left + drawn[::-1]) + record[self._deck + size :])
            if size - self._deck_size(after) <= len(drawn) or not left:
                return stands, after, told
            kinds = sorted(set(left))
            stands *= len(kinds)
            drawn.append(kinds[int(rng.integers(len(kinds)))])
            left.remove(drawn[-1])
