"""What happens in GOSU X, as events: their words, and the zones that cards move between.

A place on the table is its own number, ``seat * 15 + slot``; other zones follow. ``number`` says what the comment
beside a word says.
"""

from __future__ import annotations

from gosu_env.armies.state import KIND, NO_CARD, PC, SLOTS
from gosu_env.engine.compile import rule
from gosu_env.engine.events import EVERYBODY, NOWHERE, OWN_EVENTS, Words, Zone, event_rows, write_event
from gosu_env.gosux.state import State
from gosu_env.gosux.vocabulary import CARD_CODE

# Zones, of seat s each: + s.
DECKS, DISCARDS, HANDS = 64, 66, 68
LOOK, REMOVED = 70, 71  # cards that are revealed; those removed from the game

OWN = (
    "picked",  # number: the clan
    "mulligan",  # the hand is shown, shuffled back and drawn anew
    "mulligan declined",
    "shown",  # of a hand that is shuffled back; or to be placed in a row of one's choice
    "placed",  # number: its row, 1 to 3
    "paid",
    "wonder spent",
    "shifts",  # is named to be replaced
    "replaced",  # leaves the army for a newcomer
    "brought in",  # comes to the army in its place
    "entered",  # comes into play
    "wonder taken",
    "echo",  # its effect is resolved once more
    "activated",  # a token was put on it
    "cancelled",  # by a card with Force of Will, which is discarded; number: what it cancels
    "not cancelled",
    "captured",
    "destroyed",
    "freed",
    "sacrificed",
    "lifted",  # onto the deck
    "swap begins",  # the first of two cards is named
    "swapped",  # the card named first, with the one of kind ``number``
    "bounty",  # cards are drawn for one; number: how many
    "bounty declined",
    "bounty moved",  # the token, onto that card
    "copied",  # its effect
    "revealed",
    "milled",
    "found",  # off the deck, into the hand
    "recovered",  # from the discard, or from those removed
    "put on top",  # of the deck
    "put below",  # the deck
    "put back",  # shuffled into the deck
    "removed",  # from the game
    "named card",
    "named clan",  # number: which
    "named level",  # number: which
    "chosen seat",  # number: which
    "tokens spent",  # to draw; number: how many
    "tokens back",  # number: how many
    "unlocked",  # a token; number: how many are owned
    "extra turn",  # follows
    "tile turned",  # number: the clan
    "passed",
    "strength",  # of an army in the Great Battle; number: how much
    "supremacy",  # a token is taken
    "song",  # of the dead begins
    "goes first",  # of several effects at once
    "effect used",
    "effect forgone",
    "no more taken",
    "hand seen",  # by the opponent
)
(
    PICKED,
    MULLIGAN,
    MULLIGAN_DECLINED,
    SHOWN,
    PLACED,
    PAID,
    WONDER_SPENT,
    SHIFTS,
    REPLACED,
    BROUGHT_IN,
    ENTERED,
    WONDER_TAKEN,
    ECHO,
    ACTIVATED,
    CANCELLED,
    NOT_CANCELLED,
    CAPTURED,
    DESTROYED,
    FREED,
    SACRIFICED,
    LIFTED,
    SWAP_BEGINS,
    SWAPPED,
    BOUNTY,
    BOUNTY_DECLINED,
    BOUNTY_MOVED,
    COPIED,
    REVEALED,
    MILLED,
    FOUND,
    RECOVERED,
    PUT_ON_TOP,
    PUT_BELOW,
    PUT_BACK,
    REMOVED_CARD,
    NAMED_CARD,
    NAMED_CLAN,
    NAMED_LEVEL,
    CHOSEN_SEAT,
    TOKENS_SPENT,
    TOKENS_BACK,
    UNLOCKED,
    EXTRA_TURN,
    TILE_TURNED,
    PASSED,
    STRENGTH,
    SUPREMACY,
    SONG,
    GOES_FIRST,
    EFFECT_USED,
    EFFECT_FORGONE,
    NO_MORE_TAKEN,
    HAND_SEEN,
) = range(OWN_EVENTS, OWN_EVENTS + len(OWN))
WORDS = Words(
    OWN,
    private=frozenset({"not cancelled"}),
    turned=frozenset({"captured", "freed"}),
    struck=frozenset({"destroyed", "sacrificed"}),
    zones=(
        Zone("army", 0, SLOTS, of_seats=True),
        Zone("deck", DECKS, of_seats=True),
        Zone("discard", DISCARDS, of_seats=True),
        Zone("hand", HANDS, of_seats=True),
        Zone("revealed", LOOK),
        Zone("removed", REMOVED),
    ),
    numbers_of_seats=frozenset({"chosen seat"}),
    numbers_of_cards=frozenset({"swapped"}),
    foreseen=frozenset(
        {
            *("shown", "placed", "paid", "discarded", "wonder spent", "shifts", "replaced", "brought in", "entered"),
            *("wonder taken", "echo", "activated", "captured", "destroyed", "freed", "sacrificed", "lifted"),
            *("swap begins", "swapped", "bounty declined", "bounty moved", "copied", "recovered", "removed"),
            *("named card", "named clan", "named level", "chosen seat", "tokens back", "unlocked", "tile turned"),
            *("goes first", "effect used", "effect forgone", "no more taken"),
        }
    ),
    unseen=frozenset({DECKS, DECKS + 1}),
)


@rule
def cause_of(st: State) -> int:
    """The card whose effect is just being resolved, or NO_CARD."""
    frame = int(st.depth) - 1
    if frame < 0 or st.stack[frame, PC] < CARD_CODE:
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
