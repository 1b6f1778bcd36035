"""The action space: one flat ``Discrete``, in blocks.

Ids mean the same in every state. Seats are relative to the decider: 0 is the decider, 1 the next clockwise. With teams,
tokens may be spent for the partner (K-3.3): NUMBER(1) and NUMBER(3) let the partner draw, SLOT uses a goblin's power.

    PASS · DRAW_ONE · DRAW_THREE · YES · NO · DONE · SPENT · NUMBER(16) · MUTATE(15) · ACTIVATE(15)
    · PLACE(kinds) · CARD(kinds) · CLAN(clans) · for each relative seat: SEAT, SLOT(15)

With Kamakor, kinds are 150, clans are 10, and two blocks follow: DRAGOON(15) · COLON(15). Where four play, so does a
third: DRAGOON2(15), a Dragoon token for the partner.
"""

from __future__ import annotations

from gosu_env.armies.state import ANSWER_DONE, ANSWER_SPENT, SLOTS, seat_after
from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Block, Row
from gosu_env.gosu.state import KINDS, KINDS_PER_CLAN, MAX_PLAYERS, NUMBERS, State, kinds_of, seats_from

PASS = 0
DRAW_ONE = 1
DRAW_THREE = 2
YES = 3
NO = 4
DONE = 5
SPENT = 6
NUMBER = 7
MUTATE = NUMBER + NUMBERS
ACTIVATE = MUTATE + SLOTS
PLACE = ACTIVATE + SLOTS
PER_SEAT = 1 + SLOTS


@rule
def card_block(st: State) -> int:
    return PLACE + kinds_of(st)


@rule
def clan_block(st: State) -> int:
    return PLACE + 2 * kinds_of(st)


@rule
def seat_block(st: State) -> int:
    return PLACE + 2 * kinds_of(st) + kinds_of(st) // KINDS_PER_CLAN


@rule
def dragoon_block(st: State) -> int:
    """The first block that only games with Kamakor have; COLON and DRAGOON2 follow it."""
    return seat_block(st) + PER_SEAT * int(st.num_players)


@rule
def seat_action(st: State, seat: int) -> int:
    """SEAT(seat), as the decider says it."""
    return seat_block(st) + PER_SEAT * seats_from(st, int(st.decider), seat)


@rule
def slot_action(st: State, place: int) -> int:
    """SLOT(place), as the decider says it."""
    return seat_action(st, place // SLOTS) + 1 + place % SLOTS


@rule
def answer_of(st: State, action: int) -> int:
    """What an action answers that is not one of a turn: 1/0, a number, a kind, a clan, a seat or a place.

    PLACE(card), a newcomer from the discard pile, is its kind + the number of kinds.
    """
    if action >= seat_block(st):
        offset = action - seat_block(st)
        seat = seat_after(st, int(st.decider), offset // PER_SEAT)
        if offset % PER_SEAT == 0:
            return int(seat)
        return int(seat * SLOTS + offset % PER_SEAT - 1)
    if action >= clan_block(st):
        return action - clan_block(st)
    if action >= card_block(st):
        return action - card_block(st)
    if action >= PLACE:
        return kinds_of(st) + action - PLACE
    if NUMBER <= action < MUTATE:
        return action - NUMBER
    if action == DONE:
        return ANSWER_DONE
    if action == SPENT:
        return ANSWER_SPENT
    return 1 if action == YES else 0


def num_actions(num_players: int, kinds: int = KINDS) -> int:
    """The size of the action space."""
    own = (3 if num_players == MAX_PLAYERS else 2) * SLOTS if kinds > KINDS else 0
    return PLACE + 2 * kinds + kinds // KINDS_PER_CLAN + PER_SEAT * num_players + own


def blocks(num_players: int, kinds: int = KINDS) -> tuple[Block, ...]:
    """The action space, block by block."""
    clans = kinds // KINDS_PER_CLAN
    rows: list[Row] = [
        ("PASS", 1, "pass: out until the round ends"),
        ("DRAW_ONE", 1, "spend one activation token, draw one card"),
        ("DRAW_THREE", 1, "spend two activation tokens, draw three cards"),
        ("YES", 1, "yes"),
        ("NO", 1, "no"),
        ("DONE", 1, "stop here"),
        ("SPENT", 1, "take back a token from those spent on cards"),
        ("NUMBER", NUMBERS, "a number, 0 to 15; as the action of a turn, with teams: the cards that the partner draws"),
        ("MUTATE", SLOTS, "mutate the goblin in that slot of one's army"),
        ("ACTIVATE", SLOTS, "put a token on the goblin in that slot of one's army"),
        ("PLACE", kinds, "place that card from hand; as a newcomer: take it from the discard, though one is in hand"),
        ("CARD", kinds, "that card: to discard, keep, take or bring in"),
        ("CLAN", clans, "that clan"),
    ]
    for relative in range(num_players):
        whose = "oneself" if relative == 0 else f"the player {relative} to the left"
        rows.append((f"SEAT{relative}", 1, f"{whose}"))
        opposite = relative == 2 and num_players == MAX_PLAYERS
        power = "; as the action of a turn, with teams: put a token on it" if opposite else ""
        rows.append((f"SLOT{relative}", SLOTS, f"the card in that slot of the army of {whose}{power}"))
    if kinds > KINDS:
        rows.append(("DRAGOON", SLOTS, "put a Dragoon token on the goblin in that slot of one's army"))
        rows.append(("COLON", SLOTS, "use the power after a colon of the goblin in that slot of one's army"))
        if num_players == MAX_PLAYERS:
            rows.append(
                ("DRAGOON2", SLOTS, "with teams: put a Dragoon token on the goblin in that slot of the partner")
            )
    return Block.lay_out(rows, "bit")  # of a mask
