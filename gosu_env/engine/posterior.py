"""Where hidden cards lie, if every deal that fits what is known is as likely as any other: expected numbers.

Hidden cards are divided into **pools**. A pool has as many places as cards, and any of its cards may lie at any of its
places; a place of an odd **sort** takes only cards that ``fit``. Besides, some cards are **pinned**: of each of them
one knows its kind and the places where it may lie, as one or more choices of a pool and a sort. A pinned card takes a
card and a place away from its pool.

Every way to lay the pinned cards counts as often as there are deals with it. So the expected numbers are a weighted sum
over the ways, each of which has a closed form (``spread``), and a deal is drawn by drawing a way by its weight first
(``pick_way``). Where the order of pinned cards is free, ``next_way`` goes through all ways. Where some places are too
young for some of them, they are laid in order (``lay_in_order``), and ways that leave the same cards and places are
counted together. Where there are too many ways, all say so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.compile import rule
from gosu_env.engine.rng import random_share

MOST_TRIES = 10_000  # pinned cards laid, over all ways

PINNED = ("kind", "choices")
PINNED_KIND, PINNED_CHOICES = range(len(PINNED))
CHOICE = ("pool", "sort", "limit")  # ``limit``: of those places, so many are old enough
CHOICE_POOL, CHOICE_SORT, CHOICE_LIMIT = range(len(CHOICE))
WALK = ("begun", "tries")  # where ``next_way`` stands
BEGUN, TRIES = range(len(WALK))
NOWHERE = -1

MOST_WAYS = 2048  # different ones, after each pinned card that is laid in order
SLOTS = 8192  # to find a way among them
CELL = ("pool", "kind", "sort")  # what pinned cards take away: copies of a kind, places of a sort, or cards of a pool
CELL_POOL, CELL_KIND, CELL_SORT = range(len(CELL))


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
def _add_known(cards: Any, places: Any, fits: Any, homes: Any, pool: int, known: Any) -> None:
    """Add the cards of a pool that are in a home in every deal: there are not enough places for them elsewhere."""
    size, narrow, most = _pool_size(places, pool), _narrow_size(places, pool), 0
    for kind in range(cards.shape[1]):
        most = max(most, int(cards[pool, kind]))
    for first in range(places.shape[1]):
        home = int(homes[first])
        if places[pool, first] == 0 or home == NOWHERE:
            continue
        inside, narrow_inside, counted = 0, 0, False
        for sort in range(places.shape[1]):
            if homes[sort] == home and places[pool, sort] > 0:
                counted = counted or sort < first
                inside += int(places[pool, sort])
                narrow_inside += int(places[pool, sort]) * (sort % 2)
        if counted or size - inside - (narrow - narrow_inside) >= most:
            continue
        for kind in range(cards.shape[1]):
            elsewhere = size - inside
            if not fits[kind]:
                elsewhere -= narrow - narrow_inside
            if cards[pool, kind] > elsewhere:
                known[home, kind] += int(cards[pool, kind]) - elsewhere


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
def _next_pinned(cards: Any, places: Any, pinned: Any, choices: Any, laid: Any, chosen: Any, count: int) -> int:
    """The card to be laid next: the one with the fewest choices; -1 if one has none."""
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
            order[0] = _next_pinned(cards, places, pinned, choices, laid, chosen, count)
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
            order[depth] = _next_pinned(cards, places, pinned, choices, laid, chosen, count)
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


# ------------------------------------------------------------------------------------------------ laid in order


@rule
def _find_cells(pinned: Any, choices: Any, count: int, cells: Any, of_card: Any, of_place: Any, of_pool: Any) -> int:
    """Number what pinned cards may take away; how many numbers there are."""
    size = 0
    for i in range(count):
        kind = int(pinned[i, PINNED_KIND])
        for choice in range(pinned[i, PINNED_CHOICES]):
            pool, sort = int(choices[i, choice, CHOICE_POOL]), int(choices[i, choice, CHOICE_SORT])
            for what in range(len(CELL)):
                known = of_card[pool, kind] if what == CELL_KIND else of_place[pool, sort]
                if what == CELL_POOL:
                    known = of_pool[pool]
                if known != NOWHERE:
                    continue
                cells[size, CELL_POOL] = pool
                cells[size, CELL_KIND] = kind if what == CELL_KIND else NOWHERE
                cells[size, CELL_SORT] = sort if what == CELL_SORT else NOWHERE
                if what == CELL_KIND:
                    of_card[pool, kind] = size
                elif what == CELL_SORT:
                    of_place[pool, sort] = size
                else:
                    of_pool[pool] = size
                size += 1
    return size


@rule
def _is_same(used: Any, one: int, state: int, other: int, card: int, place: int, whole: int) -> bool:
    """Whether a way of one layer becomes one of the next by laying a card."""
    for cell in range(used.shape[2]):
        more = int(cell in (card, place, whole))
        if int(used[one, state, cell]) + more != used[1 - one, other, cell]:
            return False
    return True


@rule
def _find_slot(
    slots: Any, keys: Any, used: Any, layer: int, state: int, key: int, card: int, place: int, whole: int
) -> int:
    """Where a way of a layer stands in ``slots``, or, if it is a new one, may stand."""
    here, before = layer % 2, 1 - layer % 2
    slot = key % SLOTS
    while slots[slot] // MOST_WAYS == layer:
        way = int(slots[slot] % MOST_WAYS)
        if keys[here, way] == key and _is_same(used, before, state, way, card, place, whole):
            break
        slot = (slot + 1) % SLOTS
    return slot


@rule
def lay_in_order(
    rng: Any,
    cards: Any,
    places: Any,
    pools: int,
    pinned: Any,
    choices: Any,
    count: int,
    of_card: Any,
    of_place: Any,
    of_pool: Any,
    used: Any,
    weights: Any,
    parents: Any,
    taken: Any,
) -> int:
    """Lay pinned cards one after the other in all ways; how many different ones there are, negative if not all.

    ``used`` (2, MOST_WAYS, cells) and ``weights`` (2, MOST_WAYS) are those of the last layer at ``count % 2``. If there
    is room in ``parents`` and ``taken`` (count, MOST_WAYS), one of the ways that came to the same is drawn by weight.
    """
    sizes = np.zeros(pools, np.int64)
    for pool in range(pools):
        sizes[pool] = _pool_size(places, pool)
    signs = np.zeros(used.shape[2], np.int64)
    sign = 1
    for cell in range(used.shape[2]):
        sign = (sign * 1103515245 + 12345) % (1 << 31)
        signs[cell] = sign
    keys = np.zeros((2, MOST_WAYS), np.int64)
    slots = np.zeros(SLOTS, np.int64)  # layer * MOST_WAYS + way: in later layers, as good as empty
    draws = parents.shape[0] > 0
    used[0, 0, :] = 0
    weights[0, 0] = 1.0
    size, all_found = 1, True
    for i in range(count):
        one = i % 2
        kind, found, total = int(pinned[i, PINNED_KIND]), 0, 0.0
        for state in range(size):
            for choice in range(pinned[i, PINNED_CHOICES]):
                pool, sort = int(choices[i, choice, CHOICE_POOL]), int(choices[i, choice, CHOICE_SORT])
                card, place, whole = int(of_card[pool, kind]), int(of_place[pool, sort]), int(of_pool[pool])
                there = int(cards[pool, kind]) - int(used[one, state, card])
                here = min(int(places[pool, sort]), int(choices[i, choice, CHOICE_LIMIT])) - int(
                    used[one, state, place]
                )
                if there <= 0 or here <= 0:
                    continue
                weight = weights[one, state] * there * here / (sizes[pool] - int(used[one, state, whole]))
                key = keys[one, state] + signs[card] + signs[place] + signs[whole]
                slot = _find_slot(slots, keys, used, i + 1, state, key, card, place, whole)
                fresh = slots[slot] // MOST_WAYS != i + 1
                if fresh and found == MOST_WAYS:
                    all_found = False
                    continue
                way = found if fresh else int(slots[slot] % MOST_WAYS)
                if fresh:
                    found += 1
                    slots[slot] = (i + 1) * MOST_WAYS + way
                    keys[1 - one, way] = key
                    weights[1 - one, way] = 0.0
                    for cell in range(used.shape[2]):
                        used[1 - one, way, cell] = used[one, state, cell]
                    used[1 - one, way, card] += 1
                    used[1 - one, way, place] += 1
                    used[1 - one, way, whole] += 1
                weights[1 - one, way] += weight
                total += weight
                if draws and (fresh or random_share(rng) * weights[1 - one, way] < weight):
                    parents[i, way] = state
                    taken[i, way] = choice
        size = found
        for way in range(size):
            weights[1 - one, way] /= total
    return size if all_found else -size


@rule
def _take_away(cards: Any, places: Any, cells: Any, used: Any, by: int) -> None:
    """Take away what a way uses (1), or give it back (-1)."""
    for cell in range(used.shape[0]):
        pool = int(cells[cell, CELL_POOL])
        if cells[cell, CELL_KIND] != NOWHERE:
            cards[pool, cells[cell, CELL_KIND]] -= by * int(used[cell])
        elif cells[cell, CELL_SORT] != NOWHERE:
            places[pool, cells[cell, CELL_SORT]] -= by * int(used[cell])


# ------------------------------------------------------------------------------------------------ expected numbers


@rule
def _add_way(
    cards: Any,
    places: Any,
    pools: int,
    fits: Any,
    homes: Any,
    touched: Any,
    weight: float,
    total: float,
    known: Any,
    share: Any,
    found: Any,
    certain: Any,
    least: Any,
) -> None:
    """Add the expected numbers of one way, times its weight; with the first way, of pools that are always the same.

    ``least`` keeps what is known of the other pools in every way; ``certain`` is room for what is in this one.
    """
    certain[:] = 0
    for pool in range(pools):
        if touched[pool]:
            _add_pool(cards, places, fits, homes, pool, weight, found)
            _add_known(cards, places, fits, homes, pool, certain)
        elif total == 0.0:
            _add_pool(cards, places, fits, homes, pool, 1.0, share)
            _add_known(cards, places, fits, homes, pool, known)
    for home in range(known.shape[0]):
        for kind in range(known.shape[1]):
            if total == 0.0 or certain[home, kind] < least[home, kind]:
                least[home, kind] = certain[home, kind]


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
    of which the home is certain; if there are too many ways, those of pools that are the same in every way.
    """
    touched = np.zeros(cards.shape[0], np.int8)
    found = np.zeros(share.shape, np.float64)
    certain, least = np.zeros(known.shape, np.int64), np.zeros(known.shape, np.int64)
    total = 0.0
    _find_touched(pinned, choices, count, touched)
    if in_order and count > 0:
        cells = np.zeros((len(CELL) * choices.shape[0] * choices.shape[1], len(CELL)), np.int64)
        of_card, of_place = np.full(cards.shape, NOWHERE, np.int64), np.full(places.shape, NOWHERE, np.int64)
        of_pool = np.full(cards.shape[0], NOWHERE, np.int64)
        size = _find_cells(pinned, choices, count, cells, of_card, of_place, of_pool)
        used, weights = np.empty((2, MOST_WAYS, size), np.uint8), np.empty((2, MOST_WAYS), np.float64)
        rng, none = np.zeros(4, np.uint32), np.empty((0, 0), np.int64)
        ways = lay_in_order(
            rng, cards, places, pools, pinned, choices, count, of_card, of_place, of_pool, used, weights, none, none
        )
        if ways <= 0:
            return False
        last = count % 2
        for way in range(ways):
            _take_away(cards, places, cells, used[last, way], 1)
            weight = _way_weight(cards, places, pools, fits, touched, weights[last, way])
            if weight > 0.0:
                _add_way(cards, places, pools, fits, homes, touched, weight, total, known, share, found, certain, least)
                total += weight
            _take_away(cards, places, cells, used[last, way], -1)
    else:
        laid = np.zeros(places.shape, np.int64)
        order = np.zeros(pinned.shape[0] + 1, np.int64)
        chosen = np.full(pinned.shape[0] + 1, NOWHERE, np.int64)
        parts = np.ones(pinned.shape[0] + 1, np.float64)
        walk = np.zeros(len(WALK), np.int64)
        while next_way(cards, places, pinned, choices, count, laid, order, chosen, parts, walk):
            weight = _way_weight(cards, places, pools, fits, touched, parts[count])
            if weight > 0.0:
                _add_way(cards, places, pools, fits, homes, touched, weight, total, known, share, found, certain, least)
                total += weight
        if walk[TRIES] > MOST_TRIES:
            return False
    if total == 0.0:
        return False
    for home in range(share.shape[0]):
        for kind in range(share.shape[1]):
            share[home, kind] += found[home, kind] / total
            known[home, kind] += least[home, kind]
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
    picked: Any,
) -> bool:
    """Draw where pinned cards, laid in order, lie, by how many deals there are of each way: a choice for each.

    The arguments are those of ``spread``. If there are too many ways, False, and one of those that were found, if any.
    """
    touched = np.zeros(cards.shape[0], np.int8)
    _find_touched(pinned, choices, count, touched)
    cells = np.zeros((len(CELL) * choices.shape[0] * choices.shape[1], len(CELL)), np.int64)
    of_card, of_place = np.full(cards.shape, NOWHERE, np.int64), np.full(places.shape, NOWHERE, np.int64)
    of_pool = np.full(cards.shape[0], NOWHERE, np.int64)
    size = _find_cells(pinned, choices, count, cells, of_card, of_place, of_pool)
    used, weights = np.empty((2, MOST_WAYS, size), np.uint8), np.empty((2, MOST_WAYS), np.float64)
    parents, taken = np.empty((count, MOST_WAYS), np.int64), np.empty((count, MOST_WAYS), np.int64)
    ways = lay_in_order(
        rng, cards, places, pools, pinned, choices, count, of_card, of_place, of_pool, used, weights, parents, taken
    )
    last, total, at = count % 2, 0.0, NOWHERE
    for way in range(abs(ways)):
        _take_away(cards, places, cells, used[last, way], 1)
        weight = _way_weight(cards, places, pools, fits, touched, weights[last, way])
        _take_away(cards, places, cells, used[last, way], -1)
        if weight > 0.0 and (total == 0.0 or random_share(rng) * (total + weight) < weight):
            at = way
        total += weight
    for i in range(count - 1, -1, -1):
        picked[i] = NOWHERE if at == NOWHERE else taken[i, at]
        at = NOWHERE if at == NOWHERE else int(parents[i, at])
    return bool(ways > 0 and total > 0.0)
