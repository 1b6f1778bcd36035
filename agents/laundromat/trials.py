"""A wash tried out: a basket shuffled many times, and what it brings with the programme of the round.

The player is taken to know what is in the basket, not the order, and goes by a rough estimate: whether one more garment
pays, or all that are missing, if each goes as well as the next.
"""

from __future__ import annotations

from typing import Any

from gosu_env.agents.laundromat.garments import LIMITLESS, POTION, SCORED_CHANCE, coins_for, stain_cost
from gosu_env.engine.compile import rule
from gosu_env.engine.rng import random_below
from gosu_env.laundromat.state import (
    CARDS,
    NO_LIMIT,
    OPEN,
    ROUNDS,
    SOCK,
    STAINS,
    State,
    Tables,
    cycle_of,
)

TRIALS = 8


@rule
def later_worth(st: State, tb: Tables, desk: Any, seat: int, kind: int, done: int) -> float:
    """What a garment is worth that stays in the basket when so many rounds are done."""
    if done >= ROUNDS:
        return 0.0
    hope = float(desk.weights[SCORED_CHANCE]) * coins_for(st, tb, desk, seat, kind, 0)
    return hope - stain_cost(st, tb, desk, seat, kind, done)


@rule
def is_to_wash(st: State, seat: int, done: int) -> bool:
    """Whether a seat has not done the laundry of the round after ``done``."""
    return bool(done < ROUNDS and st.fate[seat, done] == OPEN)


@rule
def list_basket(st: State, seat: int, done: int, pile: Any) -> int:
    """The garments in a basket, with those that a wash has just turned over; how many there are."""
    washing = is_to_wash(st, seat, done)
    count = 0
    for place in range(CARDS):
        inside = st.drawn[place] == 0 or (washing and st.drawn[place] == done + 1)
        if inside and st.basket[place] == seat:
            pile[count] = st.cards[place]
            count += 1
    return count


@rule
def fits(tb: Tables, slack: Any, kind: int) -> bool:
    """Whether a programme stands one more garment."""
    for stain in range(len(STAINS)):
        if int(tb.stains[kind, stain]) > slack[stain]:
            return False
    return True


@rule
def drawn_worth(st: State, tb: Tables, desk: Any, seat: int, kind: int, first: int, count: int) -> float:
    """What a garment pays that is turned over after those from ``first`` on: socks of the same kind make pairs."""
    if tb.category[kind] != SOCK:
        return float(desk.worth[kind])
    same = 0
    for i in range(first, count):
        same += int(desk.pile[i] == kind)
    return coins_for(st, tb, desk, seat, kind, same)


@rule
def allow_stains(tb: Tables, programme: int, slack: Any) -> None:
    """How many stains of each type a programme stands, before anything is turned over."""
    for stain in range(len(STAINS)):
        limit = int(tb.limit[programme, stain])
        slack[stain] = LIMITLESS if limit == NO_LIMIT else limit


@rule
def count_stains(tb: Tables, slack: Any, kind: int) -> None:
    """One more garment was turned over."""
    for stain in range(len(STAINS)):
        slack[stain] -= int(tb.stains[kind, stain])


@rule
def weigh_rest(
    st: State, tb: Tables, desk: Any, seat: int, inside: int, count: int, best: float
) -> tuple[int, float, float, float]:
    """Of the garments still inside: how many fit, what those pay, what is kept if another comes, what all pay."""
    fitting = 0
    pays = 0.0
    keeps = 0.0
    all_pay = 0.0
    for i in range(inside):
        kind = int(desk.pile[i])
        worth = drawn_worth(st, tb, desk, seat, kind, inside, count)
        all_pay += worth
        if fits(tb, desk.slack[0], kind):
            fitting += 1
            pays += worth
        else:
            keeps += max(best, worth)
    return fitting, pays, keeps, all_pay


@rule
def try_wash(st: State, tb: Tables, desk: Any, seat: int, done: int, count: int) -> float:
    """Wash the basket in ``desk.pile`` once, in a random order: the coins that it brings, and what stays in it.

    Garments that were turned over stand last.
    """
    programme = int(st.programme[seat, done])
    cycle = cycle_of(done + 1)
    bonus = float(tb.programme_coins[programme])
    slack = desk.slack[0]
    allow_stains(tb, programme, slack)
    potion = float(tb.potion_coins) + float(desk.weights[POTION]) * float(ROUNDS - 1 - done)
    has_potion = st.potion[seat] > 0
    shield = False
    won = 0.0
    best = 0.0
    spent = 0.0
    inside = count
    while inside > 0:
        j = random_below(st.rng, inside)
        kind = int(desk.pile[j])
        worth = drawn_worth(st, tb, desk, seat, kind, inside, count)
        inside -= 1
        desk.pile[j] = desk.pile[inside]
        desk.pile[inside] = kind
        if not shield and not fits(tb, slack, kind):
            won = max(best, worth)
            break
        if not shield:
            count_stains(tb, slack, kind)
        shield = False
        won += worth
        best = max(best, worth)
        left = cycle - (count - inside)
        if left == 0:
            won += bonus
            break
        if inside == 0:
            break
        fitting, pays, keeps, all_pay = weigh_rest(st, tb, desk, seat, inside, count, best)
        chance = float(fitting) / float(inside)
        mean = pays / float(fitting) if fitting > 0 else 0.0
        one = (float(fitting) * won + pays + keeps) / float(inside)
        if left == 1:
            one += chance * bonus
        through = chance**left
        whole = through * (won + float(left) * mean + bonus) + (1.0 - through) * max(best, mean)
        hope = max(one, whole)
        if has_potion:
            rest = chance ** (left - 1)
            safe = rest * (won + float(left) * mean + bonus) + (1.0 - rest) * max(best, mean)
            safe = max(safe, won + all_pay / float(inside) + (bonus if left == 1 else 0.0)) - potion
            if safe > max(hope, won):
                has_potion = False
                shield = True
                spent = potion
                continue
        if won >= hope:
            break
    for i in range(inside):
        won += float(desk.later[desk.pile[i]])
    return won - spent


@rule
def washed_coins(st: State, tb: Tables, desk: Any, seat: int, done: int) -> float:
    """What the basket of a seat brings in the round after ``done``, and what stays in it then, on average.

    If the laundry of that round is done, only what stays.
    """
    count = list_basket(st, seat, done, desk.pile)
    stays = 0.0
    for i in range(count):
        kind = int(desk.pile[i])
        desk.worth[kind] = coins_for(st, tb, desk, seat, kind, 0)
        desk.later[kind] = later_worth(st, tb, desk, seat, kind, done + 1)
        stays += float(desk.later[kind])
    if not is_to_wash(st, seat, done):
        return stays
    total = 0.0
    for _ in range(TRIALS):
        total += try_wash(st, tb, desk, seat, done, count)
    return total / float(TRIALS)
