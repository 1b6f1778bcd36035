"""What a seat may know, as one flat int8 vector with named slices.

Egocentric: "me" is the asking seat, "opp1" the opponent. Cards are numbered from 1, 0 is none. Every card belongs to
one player, by its clan; so one count for each card is enough for both discards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gosu_env.armies.stack import waiting_triggers
from gosu_env.armies.state import (
    CLAN,
    COLUMNS,
    COUNT,
    FACE_DOWN,
    FACE_UP,
    KIND,
    NO_CARD,
    NO_PLACE,
    OWNER,
    PC,
    ROWS,
    SLOT_NAMES,
    SLOTS,
    STEP,
    TARGET,
    X,
)
from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Block, Row, Spec
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import clans_at, has_law, is_ethereal, strength
from gosu_env.gosux.state import (
    CLANS,
    DECK,
    FORBIDDEN,
    KINDS,
    LEVEL,
    LOOK_SIZE,
    MOST_ROUNDS,
    MOST_TOKENS,
    NOBODY,
    PLAYERS,
    SUPREMACY,
    TURNS_AFTER_PASS,
    State,
    Tables,
)

DECISIONS = len(v.DECISIONS)
EFFECTS = len(v.EFFECTS)
PENDING = 7  # source card, its owner + 1, cards left to choose, X, place aimed at + 1, clan named + 1, level named
TABLE = 6  # round, extra turn to come, extra turn now, turns left + 1, Wonder token, player of cards of the discard
PLAYER = 10  # hand, tokens, owned, spent, Supremacy tokens, passed, strength, deck, discard, army
ARMY = 7  # card, clan, face down, tokens, FREE, Ethereal, Bounty token
TOP, BOTTOM = 6, 3  # known cards of a deck
WAITING = 4  # effects below the one that asks
EFFECT = 5  # of each: instruction, owner of its card + 1, cards left to choose, X, place aimed at + 1
MOST_COPIES = 2  # of a card
OF_EFFECT = ("owner", "left", "x", "place")  # what is told of the card or the instruction before them
ALL_CLANS = CLANS + 1  # a card of all clans of its player's deck


SEATS = ("me", "opp1")
CARD, COPIES, TOKEN = f"card 0..{KINDS}", f"count 0..{MOST_COPIES}", f"count 0..{MOST_TOKENS}"  # kinds of numbers
WHO, PLACE = f"choice 0..{PLAYERS}", f"choice 0..{PLAYERS * SLOTS}"


def observation_blocks() -> tuple[Block, ...]:
    """The layout of the observation: name, size, meaning, kinds of numbers (``gosu_env.engine.spec.KINDS``)."""
    rows = decision_rows()
    for seat in SEATS:
        rows.append((f"laws.{seat}", CLANS, "1: the permanent effect of that clan works for the player", "bit"))
    rows += [player_row(seat) for seat in SEATS]
    for seat in SEATS:
        rows += army_rows(seat)
    return Block.lay_out(rows + pile_rows() + waiting_rows())


def decision_rows() -> list[Row]:
    """What is asked, of whom and when."""
    return [
        ("decision", DECISIONS, "what the game waits for (" + ", ".join(v.DECISIONS) + ")", "one-hot", v.DECISIONS),
        ("effect", EFFECTS, "the instruction that asks", "one-hot", v.EFFECTS),
        (
            "pending",
            PENDING,
            "card whose effect it is, its owner + 1, how many are left to choose, X, place + 1, clan that was named "
            "+ 1, level that was named",
            f"{CARD}, {WHO}, count, number, {PLACE}, choice 0..{CLANS}, choice 0..{ROWS}",
            ("card", *OF_EFFECT, "clan", "level"),
        ),
        ("look", LOOK_SIZE, "cards that are revealed", CARD),
        (
            "table",
            TABLE,
            "round, 1: another turn follows this one, 1: this is such a turn, turns left + 1, who has the Wonder token "
            "(1: me, 2: the opponent), who may play cards of the discard",
            f"count 0..{MOST_ROUNDS}, bit, bit, sentinel 0..{TURNS_AFTER_PASS + 1}, {WHO}, {WHO}",
            ("round", "extra_to_come", "extra_now", "turns_left", "wonder", "discard_player"),
        ),
        ("decider", PLAYERS, "who decides", "one-hot", SEATS),
        ("turn", PLAYERS, "whose turn it is", "one-hot", SEATS),
        ("clans", CLANS, "who plays each clan (1: me, 2: the opponent)", WHO),
        ("tiles", CLANS, "1: the active side of its tile is up", "bit"),
    ]


def player_row(seat: str) -> Row:
    """What everybody sees of a player."""
    cards = f"count 0..{DECK}"
    return (
        f"player.{seat}",
        PLAYER,
        "hand, tokens in hand, tokens owned, tokens spent, Supremacy tokens, passed, strength, deck, discard, army",
        f"{cards}, {TOKEN}, {TOKEN}, {TOKEN}, count 0..{SUPREMACY}, bit, count, {cards}, {cards}, count 0..{SLOTS}",
        ("hand", "tokens", "owned", "spent", "supremacy", "passed", "strength", "deck", "discard", "army"),
    )


def army_rows(seat: str) -> list[Row]:
    """The army of a player, slot by slot."""
    return [
        (f"army.{seat}.card", SLOTS, "card in each slot, row by row; captured ones keep their name", CARD, SLOT_NAMES),
        (
            f"army.{seat}.clan",
            SLOTS,
            f"clan + 1 that it shows; {ALL_CLANS}: all of its player's; 0 when captured",
            f"choice 0..{ALL_CLANS}",
            SLOT_NAMES,
        ),
        (f"army.{seat}.face_down", SLOTS, "1: captured", "bit", SLOT_NAMES),
        (f"army.{seat}.token", SLOTS, "activation tokens on it", TOKEN, SLOT_NAMES),
        (f"army.{seat}.free", SLOTS, "1: FREE", "bit", SLOT_NAMES),
        (f"army.{seat}.ethereal", SLOTS, "1: Ethereal", "bit", SLOT_NAMES),
        (f"army.{seat}.bounty", SLOTS, "1: the Bounty token lies on it", "bit", SLOT_NAMES),
    ]


def pile_rows() -> list[Row]:
    """Hands, decks, discards, and what is known of them."""
    rows: list[Row] = [
        ("discard", KINDS, "copies of each card in the discard of its player", COPIES),
        ("removed", KINDS, "copies of each card that are removed from the game", COPIES),
        ("hand.me", KINDS, "copies of each card in hand", COPIES),
        ("hand.opp1", KINDS, "copies of each card that are known to be in the opponent's hand", COPIES),
        ("shown.me", KINDS, "copies of each card in hand that the opponent knows of", COPIES),
        ("deck.me", KINDS, "copies of each card in one's deck", COPIES),
        (
            "hidden.opp1",
            KINDS,
            "copies of each card that are in the opponent's hand or deck, nobody knows where",
            COPIES,
        ),
    ]
    for seat in SEATS:
        rows.append((f"top.{seat}", TOP, "cards on top of the deck that everybody knows, the next first", CARD))
        rows.append((f"bottom.{seat}", BOTTOM, "cards at the bottom that everybody knows, the last first", CARD))
    return rows


def waiting_rows() -> list[Row]:
    """What lasts, and effects behind the one that asks."""
    return [
        ("forbidden", PLAYERS * FORBIDDEN, "cards that may not be played, by me and by the opponent", CARD),
        ("forbidden_turns", PLAYERS, "turns of the other player after which that ends", "count 0..2", SEATS),
        ("waiting.source", WAITING, "cards of effects that wait behind the one that asks, the next first", CARD),
        (
            "waiting.effect",
            WAITING * EFFECT,
            "of each of them: instruction, owner of the card + 1, how many are left to choose, X, place + 1",
            f"choice 0..{EFFECTS - 1}, {WHO}, count, number, {PLACE}",
            ("effect", *OF_EFFECT),
        ),
    ]


# Pieces with larger numbers.
SIZED = ("table", "pending", "player.", "waiting.effect")


def observation_spec() -> Spec:
    def scale(block: Block) -> float:
        return 0.1 if block.name.startswith(SIZED) else 0.0 if block.name.endswith(".clan") else 1.0

    return Spec(tuple(replace(block, scale=scale(block)) for block in observation_blocks()))


@rule
def _seen_from(seat: int, other: int) -> int:
    """A player, as a seat sees them: 1 is oneself, 2 the opponent, 0 nobody."""
    return 0 if other == NOBODY else 1 + (other ^ seat)


@rule
def _write_effect(st: State, seat: int, frame: int, out: Any) -> None:
    """Of a frame of the stack: the owner of its card + 1, how many are left to choose, X, the place aimed at + 1."""
    out[0] = _seen_from(seat, int(st.stack[frame, OWNER]))
    out[1] = min(int(st.stack[frame, COUNT]), 127)
    out[2] = st.stack[frame, X]
    target = int(st.stack[frame, TARGET])
    if target != NO_PLACE:
        out[3] = (target // SLOTS ^ seat) * SLOTS + target % SLOTS + 1


@rule
def _write_waiting(st: State, tb: Tables, seat: int, out: Any) -> None:
    """The effects behind the one that asks, down to the first frame, which is the game itself and always there."""
    asking = st.depth - 1 - waiting_triggers(st)
    found = 0
    for frame in range(st.depth - 1, 0, -1):
        if frame != asking and found < WAITING:
            out[found] = int(st.stack[frame, KIND]) + 1
            at = WAITING + found * EFFECT
            out[at] = tb.code[st.stack[frame, PC], v.OP]
            _write_effect(st, seat, frame, out[at + 1 : at + EFFECT])
            found += 1


@rule
def _has_named_clan(st: State, tb: Tables, frame: int) -> bool:
    """Whether the instruction that asks is about a clan that was named."""
    pc = st.stack[frame, PC]
    op = tb.code[pc, v.OP]
    fits = tb.code[pc, v.FITS]
    if op == v.PAY_CLAN:
        return bool(st.stack[frame, STEP] == 2)
    return bool(fits == v.NAMED_CLAN or fits == v.NAMED_BOTH)


@rule
def _write_pending(st: State, tb: Tables, seat: int, out: Any) -> None:
    """The pending decision and the card that asks for it."""
    out[st.decision] = 1
    at = DECISIONS + EFFECTS
    for i in range(st.look_size):
        out[at + PENDING + i] = st.look[i] + 1
    if st.decision == v.NONE:
        return
    frame = st.depth - 1 - waiting_triggers(st)
    if frame < 0:
        return
    out[DECISIONS + tb.code[st.stack[frame, PC], v.OP]] = 1
    if frame == 0:  # the game itself has no card, no owner
        out[at + 2] = min(int(st.stack[frame, COUNT]), 127)
        return
    out[at] = int(st.stack[frame, KIND]) + 1
    _write_effect(st, seat, frame, out[at + 1 : at + 5])
    if _has_named_clan(st, tb, frame):
        out[at + 5] = int(st.stack[frame, CLAN]) + 1
    out[at + 6] = st.stack[frame, LEVEL]


@rule
def _write_table(st: State, seat: int, out: Any) -> None:
    """The table, who decides, whose turn it is, clans and their tiles."""
    out[0] = min(int(st.round_number), 127)
    out[1] = st.extra_turn
    out[2] = st.in_extra_turn
    out[3] = st.turns_left + 1
    out[4] = _seen_from(seat, int(st.wonder))
    if st.from_discard[seat] > 0:
        out[5] = 1
    elif st.from_discard[1 - seat] > 0:
        out[5] = 2
    if st.decision != v.NONE:
        out[TABLE + (int(st.decider) ^ seat)] = 1
    out[TABLE + PLAYERS + (int(st.turn_seat) ^ seat)] = 1
    at = TABLE + 2 * PLAYERS
    for clan in range(CLANS):
        out[at + clan] = _seen_from(seat, int(st.clan_owner[clan]))
        out[at + CLANS + clan] = st.tile[clan]
    for relative in range(PLAYERS):
        for clan in range(CLANS):
            out[at + (2 + relative) * CLANS + clan] = has_law(st, seat ^ relative, clan)


@rule
def _clan_number(bits: int) -> int:
    """One clan as its number + 1; several as ALL_CLANS."""
    if bits == 0:
        return 0
    if bits & (bits - 1):
        return ALL_CLANS
    clan = 0
    while (bits >> clan) & 1 == 0:
        clan += 1
    return clan + 1


@rule
def _write_player(st: State, tb: Tables, owner: int, at: int, army: int, out: Any) -> None:
    """A player's numbers from ``at`` on, and the army from ``army`` on."""
    lying = 0
    size = 0
    for row in range(ROWS):
        cards = int(st.row_size[owner, row])
        above = int(st.row_size[owner, row + 1]) if row < ROWS - 1 else 0
        if cards > above:  # only the last card of a row can be FREE
            out[army + 4 * SLOTS + row * COLUMNS + cards - 1] = 1
        size += cards
        for slot in range(row * COLUMNS, row * COLUMNS + cards):
            out[army + slot] = st.army[owner, slot] + 1
            if st.face[owner, slot] == FACE_UP:
                out[army + SLOTS + slot] = _clan_number(clans_at(st, tb, owner, slot))
            elif st.face[owner, slot] == FACE_DOWN:
                out[army + 2 * SLOTS + slot] = 1
            lying += st.token[owner, slot]
            out[army + 3 * SLOTS + slot] = st.token[owner, slot]
            out[army + 5 * SLOTS + slot] = is_ethereal(st, tb, owner, slot)
            out[army + 6 * SLOTS + slot] = st.bounty == owner * SLOTS + slot
    out[at] = st.hand_size[owner]
    out[at + 1] = st.tokens[owner]
    out[at + 2] = st.owned[owner]
    out[at + 3] = int(st.owned[owner]) - int(st.tokens[owner]) - lying
    out[at + 4] = st.supremacy[owner]
    out[at + 5] = st.passed[owner]
    out[at + 6] = min(strength(st, tb, owner), 127)
    out[at + 7] = st.deck_size[owner]
    out[at + 8] = st.discard_size[owner]
    out[at + 9] = size


@rule
def _write_cards(st: State, tb: Tables, seat: int, out: Any) -> None:
    """Where the copies of each card are, as far as the seat may know: piece after piece, as the layout says."""
    for kind in range(KINDS):
        out[kind] = st.discard[0, kind] + st.discard[1, kind]
        out[KINDS + kind] = st.removed[kind]
        out[2 * KINDS + kind] = st.hand[seat, kind]
        if st.clan_owner[tb.clan[kind]] == seat:
            out[4 * KINDS + kind] = st.known[kind]
        else:
            out[3 * KINDS + kind] = st.known[kind]
            out[6 * KINDS + kind] = int(st.born[kind, 0] > 0) + int(st.born[kind, 1] > 0)
    for i in range(st.deck_size[seat]):
        out[5 * KINDS + int(st.deck[seat, i])] += 1


@rule
def _write_deck(st: State, owner: int, out: Any) -> None:
    """The known cards on top of a deck and at its bottom."""
    size = int(st.deck_size[owner])
    for i in range(min(int(st.top_known[owner]), TOP)):
        out[i] = st.deck[owner, size - 1 - i] + 1
    for i in range(min(int(st.bottom_known[owner]), BOTTOM)):
        out[TOP + i] = st.deck[owner, i] + 1


@rule
def write_observation(st: State, tb: Tables, seat: int, out: Any) -> None:
    """Fill ``out`` with what the seat may know."""
    for i in range(out.shape[0]):
        out[i] = 0
    _write_pending(st, tb, seat, out)
    at = DECISIONS + EFFECTS + PENDING + LOOK_SIZE
    size = TABLE + 2 * PLAYERS + 4 * CLANS
    _write_table(st, seat, out[at : at + size])
    at += size
    armies = at + PLAYER * PLAYERS
    for relative in range(PLAYERS):
        _write_player(st, tb, seat ^ relative, at + relative * PLAYER, armies + relative * ARMY * SLOTS, out)
    at = armies + ARMY * SLOTS * PLAYERS
    _write_cards(st, tb, seat, out[at : at + 7 * KINDS])
    at += 7 * KINDS
    for relative in range(PLAYERS):
        _write_deck(st, seat ^ relative, out[at : at + TOP + BOTTOM])
        at += TOP + BOTTOM
    for relative in range(PLAYERS):
        for i in range(FORBIDDEN):
            if st.forbidden[seat ^ relative, i] != NO_CARD:
                out[at + relative * FORBIDDEN + i] = st.forbidden[seat ^ relative, i] + 1
        out[at + PLAYERS * FORBIDDEN + relative] = st.forbidden_turns[seat ^ relative]
    at += PLAYERS * FORBIDDEN + PLAYERS
    if st.depth > 1 and st.decision != v.NONE:
        _write_waiting(st, tb, seat, out[at : at + WAITING * (1 + EFFECT)])
