"""Words for people: what a card says, what an action means, what the game waits for, how the table looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gosu_env.laundromat import actions as act
from gosu_env.laundromat.cards import CardSet, Garment, Programme
from gosu_env.laundromat.state import (
    COMPLETED,
    CONTESTED,
    DECIDE_KEEP,
    DECIDE_TAKE,
    DECIDE_WASH,
    FAULT,
    FILL,
    LOST,
    NO_LIMIT,
    NO_SEAT,
    NONE,
    PAIR_COINS,
    ROUNDS,
    SOCK,
    SPECIES,
    SPECIES_COINS,
    STAINS,
    State,
)

PLURALS = ("underwear", "trousers", "capes", "socks", "other garments")
CATEGORY_WORDS = ("underwear", "trousers", "cape", "sock", "garment")

# ------------------------------------------------------------------------------------------------ cards


def _coins(count: int) -> str:
    return f"{count} coin{'s' if count != 1 else ''}"


def stain_text(stains: Sequence[int]) -> str:
    """The stains of a garment: 2 magic, 1 slime."""
    listed = [f"{count} {word}" for count, word in zip(stains, STAINS, strict=True) if count]
    return ", ".join(listed) if listed else "clean"


def garment_text(garment: Garment, cards: CardSet) -> str:
    """Everything a garment says."""
    head = f"{SPECIES[garment.species]} {CATEGORY_WORDS[garment.category]}, {stain_text(garment.stains)}."
    if garment.category < CONTESTED:
        contest = cards.contests[garment.category]
        what = PLURALS[garment.category]
        return f"{head} The most {what} earn {_coins(contest.first)}, the next most {_coins(contest.second)}."
    if garment.category == SOCK:
        return f"{head} A pair of these earns {_coins(PAIR_COINS)}."
    return f"{head} Pays {_coins(garment.coins)}."


def limit_text(programme: Programme) -> str:
    """The stains that a programme stands: dirt 2, slime 3."""
    pairs = zip(programme.limits, STAINS, strict=True)
    return ", ".join(f"{word} {limit}" for limit, word in pairs if limit != NO_LIMIT)


def programme_text(programme: Programme) -> str:
    """Everything a programme says."""
    way = "clockwise" if programme.clockwise else "anticlockwise"
    return (
        f"Programme {programme.type_name}, {programme.cycle} garments, at most {limit_text(programme)}, "
        f"{programme.temperature}°, {way}, pays {_coins(programme.coins)}."
    )


def basket_text(species: int) -> str:
    """What a basket says."""
    return f"{_coins(SPECIES_COINS)} for every garment of the species {SPECIES[species]}."


# ------------------------------------------------------------------------------------------------ actions


def action_text(cards: CardSet, action: int) -> str:
    """What an action says."""
    if action < act.TAKE:
        return ("stop", "draw", "draw with potion")[action]
    if action < act.TAKE + len(cards):
        return f"take {cards[action - act.TAKE].name}"
    return f"keep {cards[action - act.TAKE - len(cards)].name}"


# ------------------------------------------------------------------------------------------------ decisions


def decision_text(st: State) -> str:
    """What the game waits for, in a sentence."""
    if st.decision == NONE:
        return "the game is over" if st.ending else "nothing"
    where = "of the market" if st.num_players == 2 else "of the hand"
    text = {
        DECIDE_TAKE: f"put a garment {where} into the basket",
        DECIDE_WASH: "stop, or turn over another garment",
        DECIDE_KEEP: "the wash has failed: keep one garment",
    }[int(st.decision)]
    return f"seat {int(st.decider)}: {text}"


# ------------------------------------------------------------------------------------------------ the table


@dataclass(frozen=True)
class Memory:
    """What is not face up, as far as it is known: copies of each kind, by seat."""

    baskets: list[dict[int, int]]  # that are in every basket
    perhaps: list[dict[int, int]]  # that may be in it, beside those: the observer saw them in a hand
    hands: list[dict[int, int]]  # that are in another hand
    passed_on: list[dict[int, int]]  # that were in that hand when the observer passed it on
    draw_pile: dict[int, int]


@dataclass(frozen=True)
class Look:
    """What a seat, or somebody who sees everything, finds on the table beside what all see."""

    observer: int | None
    coins: list[int]
    hands: list[list[int] | None]  # kinds; None: that seat's hand is not seen
    market: list[int]
    pile: int  # garments face down in the market
    memory: Memory
    sizes: list[int]  # garments in every basket
    deck: int


def garment_list(cards: CardSet, counts: Any) -> str:
    """Garments by name, with their numbers."""
    found = counts.items() if isinstance(counts, dict) else enumerate(counts)
    names = [cards[kind].name + (f" ×{int(count)}" if count > 1 else "") for kind, count in found if count > 0]
    return ", ".join(names) if names else "–"


def programme_line(cards: CardSet, st: State, seat: int, number: int) -> str:
    """A programme on the table: its name, limits, and what became of it."""
    programme = cards.programmes[int(st.programme[seat, number])]
    fate = {COMPLETED: " ✓", LOST: " ✗"}.get(int(st.fate[seat, number]), "")
    way = "↻" if programme.clockwise else "↺"
    return (
        f"{programme.type_name} {programme.name} ({limit_text(programme)}; {programme.temperature}° {way}, "
        f"{programme.coins} c){fate}"
    )


def wash_text(st: State, cards: CardSet, seat: int) -> str:
    """The garments of a wash and their stains against the limits."""
    programme = cards.programmes[int(st.programme[seat, st.round_number - 1])]
    shown = [
        cards[int(kind)].name + (" (potion)" if i == st.shielded else "")
        for i, kind in enumerate(st.wash[: st.wash_size])
    ]
    counted = [cards[int(kind)].stains for i, kind in enumerate(st.wash[: st.wash_size]) if i != st.shielded]
    stains = ", ".join(
        f"{word} {sum(row[i] for row in counted)}/{programme.limits[i]}"
        for i, word in enumerate(STAINS)
        if programme.limits[i] != NO_LIMIT
    )
    return f"{', '.join(shown)} · {len(shown)} of {programme.cycle} · {stains}{' · failed' if st.failed else ''}"


def describe(st: State, cards: CardSet, look: Look) -> str:
    """The table as text, as a seat sees it; None sees everything."""
    n, seat = int(st.num_players), look.observer
    phase = "filling baskets" if st.phase == FILL else "laundry"
    way = "clockwise" if st.direction[max(st.round_number - 1, 0)] > 0 else "anticlockwise"
    lines = [
        f"Round {int(st.round_number)} · {phase} · {way} · draw pile {look.deck} · gone: {garment_list(cards, st.gone)}"
    ]
    if n == 2 and st.phase == FILL:
        names = ", ".join(cards[kind].name for kind in look.market)
        lines.append(f"Market: {names if names else '–'} · {look.pile} face down")
    washer = washer_of(st)
    for player in range(n):
        whose = " (you)" if player == seat else ""
        potion = "potion" if st.potion[player] else "no potion"
        goblin = cards.baskets[int(st.species[player])]
        lines.append(
            f"Seat {player}{whose} · {goblin.name} ({SPECIES[goblin.species]}) · "
            f"{_coins(look.coins[player])} · {potion} · basket {look.sizes[player]}"
        )
        seen = [
            programme_line(cards, st, player, number)
            for number in range(ROUNDS)
            if seat is None or seat == player or number < st.round_number
        ]
        lines.append(f"  {'programmes':<10} {' · '.join(seen)}")
        lines.append(f"  {'scored':<10} {garment_list(cards, st.scored[player])}")
        if player == washer and st.wash_size > 0:
            lines.append(f"  {'wash':<10} {wash_text(st, cards, player)}")
        hand = look.hands[player]
        if hand is not None:
            lines.append(f"  {'hand':<10} {', '.join(cards[kind].name for kind in hand)}")
        told = {
            "in hand": look.memory.hands[player],
            "passed on": {} if look.memory.hands[player] else look.memory.passed_on[player],
            "basket": look.memory.baskets[player],
            "perhaps": look.memory.perhaps[player],
        }
        lines += [f"  {label:<10} {garment_list(cards, counts)}" for label, counts in told.items() if counts]
    if look.memory.draw_pile:
        lines.append(f"In the draw pile: {garment_list(cards, look.memory.draw_pile)}")
    lines.append(f"Waiting for {decision_text(st)}." if st.decision else ending_text(st))
    return "\n".join(lines)


def washer_of(st: State) -> int:
    """Whose laundry is being done; NO_SEAT while baskets are filled."""
    if st.phase == FILL or st.round_number == 0:
        return NO_SEAT
    this = int(st.round_number) - 1
    return (int(st.leader[this]) + int(st.turn) * int(st.direction[this])) % int(st.num_players)


def winners_text(winners: Sequence[int]) -> str:
    """Who has won: one, or several who share."""
    if len(winners) == 1:
        return f"Seat {winners[0]} wins"
    return f"Seats {' and '.join(map(str, winners))} share the victory"


def ending_text(st: State) -> str:
    if st.ending == FAULT:
        return "The game broke off."
    winners = [seat for seat in range(int(st.num_players)) if int(st.winners) >> seat & 1]
    return f"{winners_text(winners)}." if winners else "The game was stopped without a winner."
