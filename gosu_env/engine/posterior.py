"""Where hidden cards lie, if every deal that fits what is known is as likely as any other: expected numbers.

Hidden cards are divided into **pools**. A pool has as many places as cards, and any of its cards may lie at any of its
places; a place of an odd **sort** takes only cards that ``fit``. Besides, some cards are **pinned**: of each of them
one knows its kind and the places where it may lie, as one or more choices of a pool and a sort. A pinned card takes a
card and a place away from its pool.

Every way to lay the pinned cards counts as often as there are deals with it: ``next_way`` goes through all of them. So
the expected numbers are a weighted sum over the ways, each of which has a closed form (``spread``), and a deal is drawn
by drawing a way by its weight first (``pick_way``). Where there are too many ways, both say so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.jit import rule
from gosu_env.engine.rng import random_share

MOST_TRIES = 10_000  # pinned cards laid, over all ways

PINNED = ("kind", "choices")
PINNED_KIND, PINNED_CHOICES = range(len(PINNED))
CHOICE = ("pool", "sort", "limit")  # ``limit``: of those places, so many are old enough
CHOICE_POOL, CHOICE_SORT, CHOICE_LIMIT = range(len(CHOICE))
WALK = ("begun", "tries")  # where ``next_way`` stands
BEGUN, TRIES = range(len(WALK))
NOWHERE = -1


@rule
def _pool_size(places: Any, pool: int) -> int:
    size = 0
    for sort in range(places.shape[1]):
        size += int(places[pool, sort])
    return size


@rule
def _narrow_size(places: Any, pool: int) -> int:
    """How many places of a pool take only cards that fit."""
    size = 0
    for sort in range(1, places.shape[1], 2):
        size += int(places[pool, sort])
    return size


@rule
def _fitting(cards: Any, fits: Any, pool: int) -> int:
    """How many cards of a pool fit there."""
    count = 0
    for kind in range(cards.shape[1]):
        if fits[kind]:
            count += int(cards[pool, kind])
    return count


@rule
def _add_pool(cards: Any, places: Any, fits: Any, homes: Any, pool: int, weight: float, share: Any) -> None:
    """Add the expected numbers of a pool without pinned cards, times a weight."""
    size, narrow, fitting = _pool_size(places, pool), _narrow_size(places, pool), _fitting(cards, fits, pool)
    if size == 0:
        return
    left = 1.0 - narrow / fitting if narrow > 0 else 1.0
    for sort in range(places.shape[1]):
        count = int(places[pool, sort])
        if count == 0 or homes[sort] == NOWHERE:
            continue
        wide = 0.0 if sort % 2 == 1 else weight * count / (size - narrow)
        fit = weight * count / fitting if sort % 2 == 1 else wide * left
        for kind in range(cards.shape[1]):
            if cards[pool, kind] > 0:
                share[homes[sort], kind] += int(cards[pool, kind]) * (fit if fits[kind] else wide)


@rule
def _add_known(cards: Any, places: Any, homes: Any, pool: int, known: Any) -> None:
    """Add the cards of a pool if all its places are in one home."""
    home = NOWHERE
    for sort in range(places.shape[1]):
        if places[pool, sort] > 0:
            if homes[sort] == NOWHERE or (home != NOWHERE and homes[sort] != home):
                return
            home = int(homes[sort])
    if home != NOWHERE:
        for kind in range(cards.shape[1]):
            known[home, kind] += int(cards[pool, kind])


@rule
def _narrow_ways(cards: Any, places: Any, fits: Any, pool: int) -> float:
    """Of the deals of a pool, the part in which all places of odd sorts have cards that fit."""
    size, narrow, fitting = _pool_size(places, pool), _narrow_size(places, pool), _fitting(cards, fits, pool)
    part = 1.0
    for i in range(narrow):
        part *= max(fitting - i, 0) / (size - i)
    return part


@rule
def _is_free(cards: Any, places: Any, pinned: Any, choices: Any, laid: Any, i: int, choice: int) -> bool:
    """Whether there is a card and a place left for a pinned card."""
    pool, sort = int(choices[i, choice, CHOICE_POOL]), int(choices[i, choice, CHOICE_SORT])
    if cards[pool, pinned[i, PINNED_KIND]] <= 0 or places[pool, sort] <= 0:
        return False
    return bool(laid[pool, sort] < choices[i, choice, CHOICE_LIMIT])


@rule
def _next_pinned(
    cards: Any, places: Any, pinned: Any, choices: Any, laid: Any, chosen: Any, count: int, depth: int, in_order: bool
) -> int:
    """The card to be laid next: the next one, or the one with the fewest choices; -1 if one has none."""
    if in_order:
        return depth
    best, fewest = NOWHERE, 1 << 20
    for i in range(count):
        if chosen[i] != NOWHERE:
            continue
        free = 0
        for choice in range(pinned[i, PINNED_CHOICES]):
            free += _is_free(cards, places, pinned, choices, laid, i, choice)
        if free == 0:
            return NOWHERE
        if free < fewest:
            best, fewest = i, free
            if free == 1:
                break
    return best


@rule
def _move(cards: Any, places: Any, pinned: Any, choices: Any, laid: Any, i: int, choice: int, by: int) -> None:
    """Lay a pinned card (1), or take it up again (-1)."""
    pool, sort = int(choices[i, choice, CHOICE_POOL]), int(choices[i, choice, CHOICE_SORT])
    cards[pool, pinned[i, PINNED_KIND]] -= by
    places[pool, sort] -= by
    laid[pool, sort] += by


@rule
def _lay_next(cards: Any, places: Any, pinned: Any, choices: Any, laid: Any, chosen: Any, i: int) -> float:
    """Take a pinned card up, if it lies somewhere, and lay it to its next choice: of the deals, the part with it there.

    0 if it has no choice left.
    """
    if chosen[i] != NOWHERE:
        _move(cards, places, pinned, choices, laid, i, int(chosen[i]), -1)
    chosen[i] += 1
    while chosen[i] < pinned[i, PINNED_CHOICES] and not _is_free(
        cards, places, pinned, choices, laid, i, int(chosen[i])
    ):
        chosen[i] += 1
    if chosen[i] >= pinned[i, PINNED_CHOICES]:
        chosen[i] = NOWHERE
        return 0.0
    choice = int(chosen[i])
    pool, sort = int(choices[i, choice, CHOICE_POOL]), int(choices[i, choice, CHOICE_SORT])
    there = int(cards[pool, pinned[i, PINNED_KIND]])
    here = min(int(places[pool, sort]), int(choices[i, choice, CHOICE_LIMIT]) - int(laid[pool, sort]))
    part = there * here / _pool_size(places, pool)
    _move(cards, places, pinned, choices, laid, i, choice, 1)
    return part


@rule
def next_way(
    cards: Any,
    places: Any,
    pinned: Any,
    choices: Any,
    count: int,
    in_order: bool,
    laid: Any,
    order: Any,
    chosen: Any,
    weights: Any,
    walk: Any,
) -> bool:
    """Lay all pinned cards in the next way; False if there is none, or if it takes too long.

    ``order`` says which is laid when, ``chosen`` where each lies, ``weights`` which part of the deals that leaves.
    """
    depth = count - 1
    if walk[BEGUN] == 0:
        walk[BEGUN] = 1
        depth = 0
        if count > 0:
            order[0] = _next_pinned(cards, places, pinned, choices, laid, chosen, count, 0, in_order)
    while 0 <= depth < count:
        i = int(order[depth])
        part = 0.0 if i == NOWHERE else _lay_next(cards, places, pinned, choices, laid, chosen, i)
        if part == 0.0:
            depth -= 1
            continue
        walk[TRIES] += 1
        if walk[TRIES] > MOST_TRIES:
            return False
        weights[depth + 1] = weights[depth] * part
        depth += 1
        if depth < count:
            order[depth] = _next_pinned(cards, places, pinned, choices, laid, chosen, count, depth, in_order)
    return depth == count


@rule
def _find_touched(pinned: Any, choices: Any, count: int, touched: Any) -> None:
    """The pools that are not the same in every way."""
    for i in range(count):
        if pinned[i, PINNED_CHOICES] > 1:
            for choice in range(pinned[i, PINNED_CHOICES]):
                touched[choices[i, choice, CHOICE_POOL]] = 1


@rule
def _way_weight(cards: Any, places: Any, pools: int, fits: Any, touched: Any, weight: float) -> float:
    """How many of the deals have the pinned cards as they lie, and cards that fit wherever only such may lie."""
    for pool in range(pools):
        if touched[pool]:
            weight *= _narrow_ways(cards, places, fits, pool)
    return weight


@rule
def spread(
    cards: Any,
    places: Any,
    pools: int,
    fits: Any,
    homes: Any,
    pinned: Any,
    choices: Any,
    count: int,
    in_order: bool,
    known: Any,
    share: Any,
) -> bool:
    """Add the expected number of cards of each kind in each home to ``share``; False if there are too many ways.

    ``cards`` (pools, kinds) and ``places`` (pools, sorts) count what there is; ``homes`` says where the places of a
    sort are, or NOWHERE. ``pinned`` (count, PINNED) are the pinned cards, ``choices`` (count, most, CHOICE) where each
    may lie: with limits in ascending order for each place, and then to be laid ``in_order``. ``known`` gets the cards
    of which the home is certain.
    """
    touched = np.zeros(cards.shape[0], np.int8)
    laid = np.zeros(places.shape, np.int64)
    order = np.zeros(pinned.shape[0] + 1, np.int64)
    chosen = np.full(pinned.shape[0] + 1, NOWHERE, np.int64)
    weights = np.ones(pinned.shape[0] + 1, np.float64)
    walk = np.zeros(len(WALK), np.int64)
    found = np.zeros(share.shape, np.float64)
    total = 0.0
    _find_touched(pinned, choices, count, touched)
    while next_way(cards, places, pinned, choices, count, in_order, laid, order, chosen, weights, walk):
        weight = _way_weight(cards, places, pools, fits, touched, weights[count])
        if weight == 0.0:
            continue
        for pool in range(pools):
            if touched[pool]:
                _add_pool(cards, places, fits, homes, pool, weight, found)
            elif total == 0.0:
                _add_pool(cards, places, fits, homes, pool, 1.0, share)
                _add_known(cards, places, homes, pool, known)
        total += weight
    if walk[TRIES] > MOST_TRIES or total == 0.0:
        return False
    for home in range(share.shape[0]):
        for kind in range(share.shape[1]):
            share[home, kind] += found[home, kind] / total
    return True


@rule
def pick_way(
    rng: Any,
    cards: Any,
    places: Any,
    pools: int,
    fits: Any,
    pinned: Any,
    choices: Any,
    count: int,
    in_order: bool,
    picked: Any,
) -> bool:
    """Draw where the pinned cards lie, by how many deals there are of each way: in ``picked``, a choice for each.

    The arguments are those of ``spread``. If there are too many ways, False, and one of those that were found, if any.
    """
    touched = np.zeros(cards.shape[0], np.int8)
    laid = np.zeros(places.shape, np.int64)
    order = np.zeros(pinned.shape[0] + 1, np.int64)
    chosen = np.full(pinned.shape[0] + 1, NOWHERE, np.int64)
    weights = np.ones(pinned.shape[0] + 1, np.float64)
    walk = np.zeros(len(WALK), np.int64)
    total = 0.0
    _find_touched(pinned, choices, count, touched)
    for i in range(count):
        picked[i] = NOWHERE
    while next_way(cards, places, pinned, choices, count, in_order, laid, order, chosen, weights, walk):
        weight = _way_weight(cards, places, pools, fits, touched, weights[count])
        if weight > 0.0 and (total == 0.0 or random_share(rng) * (total + weight) < weight):
            for i in range(count):
                picked[i] = chosen[i]
        total += weight
    return bool(walk[TRIES] <= MOST_TRIES and total > 0.0)
