"""What a seat may know, as one flat int8 vector with named slices.

Egocentric: "me" is the asking seat, "opp1" the next clockwise. Garments and programmes are numbered from 1, 0 is none.
Counts above 127 are written as 127.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Block, Row, Spec
from gosu_env.laundromat.memory import first_look, group_end, is_choosing, last_look
from gosu_env.laundromat.rules import market_end, stains_counted
from gosu_env.laundromat.scoring import coins_of
from gosu_env.laundromat.state import (
    CARDS,
    CATEGORIES,
    COMPLETED,
    DECISIONS,
    FILL,
    KINDS,
    LONGEST_CYCLE,
    LOST,
    MOST_COPIES,
    NO_LIMIT,
    NO_SEAT,
    NONE,
    OPENING,
    PILE,
    PROGRAMMES,
    ROUNDS,
    SPECIES,
    STAINS,
    WASH,
    State,
    Tables,
    cycle_of,
    dealt,
    first_place,
    hand_held,
    hand_of,
    hand_size,
    hand_start,
    kinds_of,
    seat_after,
    seat_at_turn,
    seats_from,
    taken_of,
)
from gosu_env.laundromat.worth import worth_rows, write_worth

TABLE = 6  # clockwise, garments in the draw pile, in every hand, pass, turn, face down in the market
WASHING = 2 + len(STAINS) * 2  # drawn, left to draw, stains that count, stains that may still come + 1
PLAYER = 6  # coins, potion, basket, scored, stains scored, through with the laundry
PROGRAMME = 6 + len(STAINS)  # number, completed, lost, clockwise, temperature, coins, limits + 1


def observation_blocks(num_players: int, kinds: int = KINDS) -> tuple[Block, ...]:
    """The layout of the observation: name, size, meaning, kinds of numbers (``gosu_env.engine.spec.KINDS``)."""
    seats = ["me"] + [f"opp{i}" for i in range(1, num_players)]
    copies = f"count 0..{MOST_COPIES}"
    rows: list[Row] = [
        ("decision", len(DECISIONS), "what the game waits for (" + ", ".join(DECISIONS) + ")", "one-hot", DECISIONS),
        ("decider", num_players, "who decides", "one-hot", seats),
        ("round", ROUNDS, "the round", "one-hot"),
        ("leader", num_players, "who has the highest temperature in this round", "one-hot", seats),
        ("washer", num_players, "whose laundry is being done", "one-hot", seats),
        (
            "table",
            TABLE,
            "1: hands go clockwise, garments in the draw pile, garments in a hand before its holder chose, how often "
            "hands were handed on, players through with this pass or their laundry, garments face down in the market",
            f"bit, count 0..{CARDS}, count 0..{LONGEST_CYCLE}, count 0..{2 * LONGEST_CYCLE}, count 0..5, "
            f"count 0..{2 * LONGEST_CYCLE}",
            ("clockwise", "draw_pile", "hand", "passes", "through", "face_down"),
        ),
        (
            "washing",
            WASHING,
            "garments drawn in this wash, how many may follow; of each type of stain: how many count; how many more "
            "the programme stands, plus 1, 0: any number",
            f"count 0..{LONGEST_CYCLE}, count 0..{LONGEST_CYCLE}, count, count, count, sentinel 0..21, sentinel 0..21, "
            "sentinel 0..21",
            ("drawn", "left", *STAINS, *(f"{stain}_left" for stain in STAINS)),
        ),
        ("wash", LONGEST_CYCLE, "garments face up in this wash, in order", f"card 0..{kinds}"),
        ("shielded", LONGEST_CYCLE, "1: the potion was used for it", "one-hot"),
    ]
    for seat in seats:
        rows.append(
            (
                f"player.{seat}",
                PLAYER,
                "coins if the game ended now, potion, garments in the basket, garments scored, stains on them, "
                "through with the laundry of this round",
                f"count, bit, count 0..{PILE}, count 0..{PILE}, count, bit",
                ("coins", "potion", "basket", "scored", "stains", "through"),
            )
        )
        rows.append(
            (f"species.{seat}", len(SPECIES), "species of the basket (" + ", ".join(SPECIES) + ")", "one-hot", SPECIES)
        )
        each = f"choice 0..{PROGRAMMES}, bit, bit, bit, count 0..95, count 0..30" + ", sentinel 0..21" * len(STAINS)
        rows.append(
            (
                f"programmes.{seat}",
                ROUNDS * PROGRAMME,
                "of each type: number, 1: completed, 1: left the game, 1: clockwise, temperature, coins, limits + 1 of "
                "each type of stain, 0: ignored; all 0 if it is not known",
                each,
                ("number", "completed", "lost", "clockwise", "temperature", "coins", *(f"{s}_limit" for s in STAINS)),
            )
        )
    rows.append(("hand.me", kinds, "copies of each garment in hand; with two players, face up in the market", copies))
    if num_players > 2:
        for seat in seats[1:]:
            meaning = "copies of each garment that were in the hand of that player when it was mine"
            rows.append((f"hand.{seat}", kinds, meaning, copies))
    rows.append(("gone", kinds, "copies of each garment that left the game face up", copies))
    rows.append(("unseen", kinds, "copies of each garment that I may never have seen", copies))
    for seat in seats:
        rows.append((f"scored.{seat}", kinds, "copies of each garment scored", copies))
    for seat in seats:
        rows.append((f"basket.{seat}", kinds, "copies of each garment that are in the basket for certain", copies))
    if num_players > 2:
        for seat in seats:
            meaning = "copies of each garment seen in hands that may be in the basket, beside those"
            rows.append((f"maybe.{seat}", kinds, meaning, "count"))
    return Block.lay_out(rows + worth_rows(seats))


# Pieces with larger numbers.
SIZED = ("table", "washing", "player.", "programmes.", "worth.", "load.", "wash.worth")
# Pieces with a number for every garment. Each means little, but they are most of an observation: at full size, a
# network learns more noise than sense from them.
SINGLE = ("hand.", "gone", "unseen", "scored.", "basket.", "maybe.")


def observation_spec(num_players: int, kinds: int = KINDS) -> Spec:
    def scale(block: Block) -> float:
        return 0.1 if block.name.startswith(SIZED) else 0.125 if block.name.startswith(SINGLE) else 1.0

    return Spec(tuple(replace(block, scale=scale(block)) for block in observation_blocks(num_players, kinds)))


@rule
def _write_table(st: State, tb: Tables, seat: int, out: Any) -> int:
    """The decision, the round and the wash that is going on; where the next piece begins."""
    n = int(st.num_players)
    out[st.decision] = 1
    at = len(DECISIONS)
    if st.decision != NONE:
        out[at + seats_from(st, seat, int(st.decider))] = 1
    at += n
    if st.round_number > 0:
        now = int(st.round_number) - 1
        out[at + now] = 1
        out[at + ROUNDS + seats_from(st, seat, int(st.leader[now]))] = 1
        if st.phase == WASH and st.turn < n:
            out[at + ROUNDS + n + seats_from(st, seat, seat_at_turn(st, int(st.turn)))] = 1
    at += ROUNDS + 2 * n
    if st.round_number > 0:
        out[at] = st.direction[st.round_number - 1] > 0
    out[at + 1] = CARDS - dealt(st)
    if st.phase == FILL:
        out[at + 2] = hand_size(st) - int(st.passes) if n > 2 else 0
        out[at + 3] = st.passes
        out[at + 5] = hand_start(st, 0) + hand_size(st) - market_end(st) if n == 2 else 0
    out[at + 4] = st.turn
    at += TABLE
    if st.wash_size > 0:
        _write_wash(st, tb, int(st.programme[seat_at_turn(st, int(st.turn)), st.round_number - 1]), at, out)
    return at + WASHING + 2 * LONGEST_CYCLE


@rule
def _write_wash(st: State, tb: Tables, programme: int, at: int, out: Any) -> None:
    """The garments that lie face up, and their stains against the limits."""
    out[at] = st.wash_size
    out[at + 1] = 0 if st.failed else cycle_of(int(st.round_number)) - int(st.wash_size)
    for stain in range(len(STAINS)):
        count = stains_counted(st, tb, stain)
        out[at + 2 + stain] = count
        limit = int(tb.limit[programme, stain])
        if limit != NO_LIMIT:
            out[at + 2 + len(STAINS) + stain] = max(limit - count + 1, 0)
    for i in range(st.wash_size):
        out[at + WASHING + i] = st.wash[i] + 1
    if st.shielded >= 0:
        out[at + WASHING + LONGEST_CYCLE + int(st.shielded)] = 1


@rule
def _write_programme(tb: Tables, programme: int, fate: int, at: int, out: Any) -> None:
    out[at] = programme + 1
    out[at + 1] = fate == COMPLETED
    out[at + 2] = fate == LOST
    out[at + 3] = tb.clockwise[programme]
    out[at + 4] = tb.temperature[programme]
    out[at + 5] = tb.programme_coins[programme]
    for stain in range(len(STAINS)):
        if tb.limit[programme, stain] != NO_LIMIT:
            out[at + 6 + stain] = tb.limit[programme, stain] + 1


@rule
def _write_player(st: State, tb: Tables, seat: int, owner: int, at: int, out: Any) -> int:
    """A player's numbers, basket and programmes; the asking seat knows its own (L-2.1). Where the next piece begins."""
    scored = 0
    for category in range(len(CATEGORIES)):
        scored += int(st.tally[owner, category])
    out[at] = min(coins_of(st, tb, owner), 127)
    out[at + 1] = st.potion[owner]
    out[at + 2] = st.basket_size[owner]
    out[at + 3] = scored
    out[at + 4] = min(int(st.stained[owner]), 127)
    out[at + 5] = st.round_number > 0 and st.fate[owner, max(int(st.round_number), 1) - 1] != 0
    at += PLAYER
    out[at + int(st.species[owner])] = 1
    at += len(SPECIES)
    for number in range(ROUNDS):
        if owner == seat or number < st.round_number or (number == 0 and st.phase == OPENING):
            _write_programme(tb, int(st.programme[owner, number]), int(st.fate[owner, number]), at, out)
        at += PROGRAMME
    return at


@rule
def _copy(counts: Any, out: Any) -> None:
    """Counts as they are; over slices from 0 on, so that the loop runs in vectors."""
    for i in range(counts.shape[0]):
        out[i] = counts[i]


@rule
def _write_hand(st: State, seat: int, out: Any) -> None:
    """The garments of the hand that a seat holds, or of the market."""
    hand = hand_held(st, seat)
    end = market_end(st) if st.num_players == 2 else hand_start(st, hand) + hand_size(st)
    for place in range(hand_start(st, hand) + taken_of(st, hand), end):
        out[st.cards[place]] += 1


@rule
def _write_market(st: State, seat: int, round_number: int, unseen: int, baskets: int, out: Any) -> None:
    """With two players, all garments that were face up in the market of a round (L-6.1)."""
    first = first_place(2, round_number)
    end = first + 2 * hand_of(2, round_number)
    if round_number == st.round_number and st.phase == FILL:
        end = market_end(st)
    for place in range(first, end):
        kind = int(st.cards[place])
        out[unseen + kind] -= 1
        if st.basket[place] != NO_SEAT:
            out[baskets + seats_from(st, seat, int(st.basket[place])) * kinds_of(st) + kind] += 1


@rule
def _write_seen(st: State, seat: int, round_number: int, hands: int, unseen: int, baskets: int, out: Any) -> None:
    """What the seat saw in the hands of a round, look by look (memory.py).

    ``hands`` is where what was seen in the hands of others begins, ``unseen`` where what was never seen stands,
    ``baskets`` where the baskets begin, with ``maybe`` behind them.
    """
    n = int(st.num_players)
    kinds = kinds_of(st)
    size = hand_of(n, round_number)
    last = last_look(st, round_number)
    for hand in range(n):
        first = first_place(n, round_number) + hand * size
        look = first_look(st, seat, round_number, hand)
        if look <= last:
            for place in range(first + look, first + size):
                out[unseen + int(st.cards[place])] -= 1
        while look <= last:
            if not is_choosing(st, seat, round_number, look):
                out[baskets + int(st.cards[first + look])] += 1
                end = group_end(st, round_number, look)
                _write_group(st, seat, first + look + 1, first + end, baskets, out)
                if end == size and st.basket[first + end - 1] == NO_SEAT:
                    holder = seat_after(st, hand, int(st.passes) * int(st.direction[round_number - 1]))
                    if holder != seat:
                        block = hands + (seats_from(st, seat, holder) - 1) * kinds
                        for place in range(first + look + 1, first + end):
                            out[block + int(st.cards[place])] += 1
            look += n


@rule
def _write_group(st: State, seat: int, start: int, end: int, baskets: int, out: Any) -> None:
    """A group: of one, a garment that is known to be in a basket; of several, garments that may be there."""
    kinds = kinds_of(st)
    for place in range(start, end):
        if st.basket[place] != NO_SEAT:
            block = baskets + seats_from(st, seat, int(st.basket[place])) * kinds
            if end - start == 1:
                out[block + int(st.cards[place])] += 1
            else:
                for other in range(start, end):
                    out[block + int(st.num_players) * kinds + int(st.cards[other])] += 1


@rule
def _write_turned_over(st: State, seat: int, round_number: int, unseen: int, baskets: int, out: Any) -> bool:
    """Garments turned over in a round are in their basket no more: one known there, else one that may be, else one
    never seen. Whether one that may be was."""
    n = int(st.num_players)
    kinds = kinds_of(st)
    guessed = False
    for place in range(first_place(n, round_number) + n * hand_of(n, round_number)):
        if st.drawn[place] == round_number:
            kind = int(st.cards[place])
            block = baskets + seats_from(st, seat, int(st.basket[place])) * kinds
            if out[block + kind] > 0:
                out[block + kind] -= 1
            elif n > 2 and out[block + n * kinds + kind] > 0:
                out[block + n * kinds + kind] -= 1
                guessed = True
            elif out[unseen + kind] > 0:
                out[unseen + kind] -= 1
    return guessed


@rule
def _cap_unseen(st: State, tb: Tables, hand: int, unseen: int, out: Any) -> None:
    """Count no garment as never seen that lies face up, is in the hand, or is known to be in a basket.

    Behind what was never seen stand the garments scored, then those known to be in baskets.
    """
    kinds = kinds_of(st)
    for kind in range(kinds):
        if tb.copies[kind] > 1 and out[unseen + kind] > 0:
            left = int(tb.copies[kind]) - int(st.gone[kind]) - int(out[hand + kind])
            for block in range(1, 1 + 2 * int(st.num_players)):
                left -= int(out[unseen + block * kinds + kind])
            for i in range(st.wash_size):
                left -= int(st.wash[i] == kind)
            out[unseen + kind] = min(int(out[unseen + kind]), left)


@rule
def write_observation(st: State, tb: Tables, seat: int, out: Any) -> None:
    """Fill ``out`` with what the seat may know."""
    for i in range(out.shape[0]):
        out[i] = 0
    n = int(st.num_players)
    kinds = kinds_of(st)
    at = _write_table(st, tb, seat, out)
    for relative in range(n):
        at = _write_player(st, tb, seat, seat_after(st, seat, relative), at, out)
    hand = at
    if st.phase == FILL:
        _write_hand(st, seat, out[at : at + kinds])
    at += kinds
    hands = at
    if n > 2:
        at += (n - 1) * kinds
    _copy(st.gone, out[at : at + kinds])
    unseen = at + kinds
    _copy(tb.copies, out[unseen : unseen + kinds])
    at = unseen + kinds
    for relative in range(n):
        _copy(st.scored[seat_after(st, seat, relative)], out[at : at + kinds])
        at += kinds
    guessed = False
    for round_number in range(1, st.round_number + 1):
        if n == 2:
            _write_market(st, seat, round_number, unseen, at, out)
        else:
            _write_seen(st, seat, round_number, hands, unseen, at, out)
        guessed = _write_turned_over(st, seat, round_number, unseen, at, out) or guessed
    if guessed:
        _cap_unseen(st, tb, hand, unseen, out)
    end = at + n * kinds
    if n > 2:
        end += n * kinds
    write_worth(st, tb, seat, out[at : at + n * kinds], out[end : out.shape[0]])
