"""What happens in GOSU, as events: their words, and the zones that cards move between.

A place on the table is its own number, ``seat * 15 + slot``; other zones follow. ``number`` says what the comment
beside a word says.
"""

from __future__ import annotations

from gosu_env.armies.state import KIND, NO_CARD, PC, SLOTS
from gosu_env.engine.compile import rule
from gosu_env.engine.events import EVERYBODY, NOWHERE, OWN_EVENTS, Words, Zone, event_rows, write_event
from gosu_env.gosu.state import State, has_kamakor
from gosu_env.gosu.vocabulary import CARD_CODE, KAMAKOR_CARD_CODE

DECK, DISCARD, LOOK = 64, 65, 66  # zones: the piles, and the cards that somebody is looking at
HANDS = 72  # the hand of seat s: HANDS + s

OWN = (
    "packed",  # a hand becomes a pack of the draft; number: its cards
    "looked at",  # a card of the draw pile
    "kept",  # of those looked at, into the hand
    "turned over",  # off the draw pile, openly, to the discard pile
    "found",  # off the draw pile, openly, into the hand
    "thrown",  # of a hand without a Bakuto (G-2.3)
    "mulligan",  # such a hand was thrown, and is drawn anew
    "mulligan declined",
    "banned",  # number: the clan (K-1.2)
    "named",  # a card of the hand, to be placed in a row of one's choice (K-1.11)
    "placed",  # number: its row, 1 to 3
    "paid",
    "mutates",  # is named to be replaced (G-5.7)
    "jumps",  # a Shadow Jump begins (K-1.5)
    "replaced",  # leaves the army for a newcomer
    "brought in",  # comes to the army in its place
    "entered",  # comes into play
    "destroyed",
    "imprisoned",
    "released",
    "returned",  # to the hand
    "stolen",
    "recovered",  # from the discard pile
    "lost at random",  # from the hand
    "swap begins",  # the first of two cards is named
    "swapped",  # the card named first, with the one of kind ``number``
    "activated",  # number: by nothing (K-1.8), an activation token, or a Dragoon token
    "tokens spent",  # to draw; number: how many
    "tokens back",  # number: how many
    "Dragoon tokens taken",  # number: how many
    "victory points",  # number: how many
    "Advantage moved",
    "extra turn",  # follows
    "passed",
    "strength",  # of an army in the Great Battle; number: how much
    "turns limited",  # all have passed, by the limit of turns (K-2.3)
    "chosen seat",  # number: which
    "chosen X",  # number: how much
    "named clan",  # number: which
    "goes first",  # of several effects at once (G-9.5)
    "effect used",
    "effect forgone",
    "nothing more",  # is placed (number 0) or mutated (1)
    "no more taken",
)
(
    PACKED,
    LOOKED_AT,
    KEPT,
    TURNED_OVER,
    FOUND,
    THROWN,
    MULLIGAN,
    MULLIGAN_DECLINED,
    BANNED,
    NAMED,
    PLACED,
    PAID,
    MUTATES,
    JUMPS,
    REPLACED,
    BROUGHT_IN,
    ENTERED,
    DESTROYED,
    IMPRISONED,
    RELEASED,
    RETURNED,
    STOLEN,
    RECOVERED,
    LOST_AT_RANDOM,
    SWAP_BEGINS,
    SWAPPED,
    ACTIVATED,
    TOKENS_SPENT,
    TOKENS_BACK,
    DRAGOONS_TAKEN,
    VICTORY_POINTS,
    ADVANTAGE_MOVED,
    EXTRA_TURN,
    PASSED,
    STRENGTH,
    TURNS_LIMITED,
    CHOSEN_SEAT,
    CHOSEN_X,
    NAMED_CLAN,
    GOES_FIRST,
    EFFECT_USED,
    EFFECT_FORGONE,
    NOTHING_MORE,
    NO_MORE_TAKEN,
) = range(OWN_EVENTS, OWN_EVENTS + len(OWN))
WORDS = Words(
    OWN,
    private=frozenset({"mulligan declined"}),
    turned=frozenset({"imprisoned", "released"}),
    struck=frozenset({"destroyed", "lost at random"}),
    zones=(
        Zone("army", 0, SLOTS, of_seats=True),
        Zone("draw pile", DECK),
        Zone("discard pile", DISCARD),
        Zone("look", LOOK),
        Zone("hand", HANDS, of_seats=True),
    ),
    numbers_of_seats=frozenset({"chosen seat"}),
    numbers_of_cards=frozenset({"swapped"}),
    foreseen=frozenset(
        {
            *("named", "placed", "paid", "discarded", "mutates", "jumps", "replaced", "brought in", "entered"),
            *("destroyed", "imprisoned", "released", "returned", "recovered", "swap begins", "swapped", "activated"),
            *("chosen seat", "chosen X", "named clan", "goes first", "effect used", "effect forgone"),
            *("tokens back", "Dragoon tokens taken", "Advantage moved", "nothing more", "no more taken"),
        }
    ),
    unseen=frozenset({DECK}),
)


@rule
def cause_of(st: State) -> int:
    """The card whose effect is just being resolved, or NO_CARD."""
    frame = int(st.depth) - 1
    if frame < 0 or st.stack[frame, PC] < (KAMAKOR_CARD_CODE if has_kamakor(st) else CARD_CODE):
        return NO_CARD
    return int(st.stack[frame, KIND])


@rule
def note(st: State, event: int, seat: int, card: int, from_zone: int, to_zone: int, number: int) -> None:
    """Something that everybody sees."""
    if event_rows(st) > 0:
        write_event(st, event, seat, card, from_zone, to_zone, cause_of(st), EVERYBODY, number)


@rule
def note_hidden(st: State, event: int, seat: int, card: int, from_zone: int, to_zone: int) -> None:
    """A card moves, and only its player knows which one it is."""
    if event_rows(st) > 0:
        write_event(st, event, seat, card, from_zone, to_zone, cause_of(st), 1 << seat, 0)


@rule
def note_number(st: State, event: int, seat: int, number: int) -> None:
    """Something that is about no card."""
    note(st, event, seat, NO_CARD, NOWHERE, NOWHERE, number)
