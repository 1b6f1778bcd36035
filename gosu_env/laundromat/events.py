"""What happens in Goblin Laundromat, as events: their words, and the zones that garments move between.

``number`` says what the comment beside a word says.
"""

from __future__ import annotations

from gosu_env.engine.compile import rule
from gosu_env.engine.events import EVERYBODY, NOBODY, NOWHERE, OWN_EVENTS, Words, Zone, write_event
from gosu_env.laundromat.state import NO_CARD, State

# Zones: the hands or the market, the line of washed garments, and what has left the game.
HAND, LINE, GONE = 0, 1, 2
BASKETS = 8  # the basket of seat s: BASKETS + s
SCORES = 16  # what seat s has scored: SCORES + s

OWN = (
    "took",  # a garment into the own basket
    "gave",  # the last garment of a hand into the basket of the next player
    "hands passed on",  # number: 1 clockwise, -1 the other way round
    "potion used",
    "turned over",
    "failed",  # a wash
    "kept",  # the one garment of a failed wash
    "threw away",  # the others
    "stopped",
    "scored",
    "programme completed",  # number: which
    "programme lost",  # number: which
    "coins",  # in the end; number: how many
)
(
    TOOK,
    GAVE,
    PASSED_ON,
    POTION_USED,
    TURNED_OVER,
    FAILED,
    KEPT,
    THREW_AWAY,
    STOPPED,
    SCORED_CARD,
    PROGRAMME_COMPLETED,
    PROGRAMME_LOST,
    COINS,
) = range(OWN_EVENTS, OWN_EVENTS + len(OWN))
WORDS = Words(
    OWN,
    zones=(
        Zone("hands or market", HAND),
        Zone("line", LINE),
        Zone("gone", GONE),
        Zone("basket", BASKETS, of_seats=True),
        Zone("scored", SCORES, of_seats=True),
    ),
    turned=frozenset({"turned over"}),
    struck=frozenset({"threw away"}),
    aloud={"failed": "The wash fails", "programme completed": "The programme is completed"},
)


@rule
def note(st: State, event: int, seat: int, card: int, from_zone: int, to_zone: int) -> None:
    """A garment moves openly."""
    write_event(st, event, seat, card, from_zone, to_zone, NO_CARD, EVERYBODY, 0)


@rule
def note_hidden(st: State, event: int, seat: int, card: int, from_zone: int, to_zone: int) -> None:
    """A garment moves face down, and only its player knows which one it is; the market lies open (L-6.1)."""
    seen = EVERYBODY if st.num_players == 2 else 1 << seat
    write_event(st, event, seat, card, from_zone, to_zone, NO_CARD, seen, 0)


@rule
def note_number(st: State, event: int, seat: int, number: int) -> None:
    """Something that is about no garment."""
    write_event(st, event, seat, NO_CARD, NOWHERE, NOWHERE, NO_CARD, EVERYBODY, number)


@rule
def note_round(st: State, event: int, number: int) -> None:
    """Something that the game does."""
    write_event(st, event, NOBODY, NO_CARD, NOWHERE, NOWHERE, NO_CARD, EVERYBODY, number)
