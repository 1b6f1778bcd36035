"""The armies on the table: what a card has while it stands there, what it is worth, how cards turn and leave."""

from __future__ import annotations

from gosu_env.armies.army import is_free
from gosu_env.armies.state import (
    ARRIVING,
    COLUMNS,
    FACE_DOWN,
    FACE_UP,
    NO_CARD,
    NO_PLACE,
    ROWS,
    SLOTS,
    finish,
)
from gosu_env.engine.compile import rule
from gosu_env.gosux import events as e
from gosu_env.gosux.piles import add_to_discard
from gosu_env.gosux.state import (
    ABHILASHA,
    BOUNTY,
    BY_FIFTEEN_CARDS,
    CLANS,
    ECHO,
    ETHEREAL,
    JUSTICE,
    NARASHIMA,
    PHOENIX,
    PLAYERS,
    SECRET_SHIFT,
    TOMORROW,
    VETERAN,
    WINNING_ARMY,
    XIAN,
    State,
    Tables,
)


@rule
def stands(st: State, seat: int, slot: int) -> bool:
    """Whether a card is in play there, face up or face down."""
    return bool(st.army[seat, slot] != NO_CARD and st.face[seat, slot] != ARRIVING)


@rule
def text_of(st: State, tb: Tables, seat: int, slot: int) -> int:
    """The kind whose keywords, effects and symbols a card has: its own, or those of its mirror card (X-8.11)."""
    kind = int(st.army[seat, slot])
    if tb.mirrors[kind]:
        other = 1 - seat
        if st.army[other, slot] != NO_CARD and st.face[other, slot] == FACE_UP:
            return int(st.army[other, slot])
    return kind


@rule
def has_law(st: State, seat: int, clan: int) -> bool:
    """Whether the permanent effect of a clan works for a player: by a tile, or by the clan's own Immortal."""
    return bool((int(st.laws[seat]) >> clan) & 1)


@rule
def refresh(st: State, tb: Tables) -> None:
    """What follows from cards that stand face up: permanent effects of clans (X-8.15), and the victory of X-1.3."""
    tiles = 0
    for clan in range(CLANS):
        tiles |= int(st.tile[clan]) << clan
    st.laws[0] = tiles
    st.laws[1] = tiles
    winners = 0
    for seat in range(PLAYERS):
        face_up = 0
        for row in range(ROWS):
            for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
                if st.face[seat, slot] == FACE_UP:
                    face_up += 1
                    law = int(tb.law[text_of(st, tb, seat, slot)])
                    if law == NARASHIMA:  # the rulebook: in play, it binds both players
                        st.laws[1 - seat] |= 1 << law
                    if law >= 0:
                        st.laws[seat] |= 1 << law
        if face_up >= WINNING_ARMY:
            winners |= 1 << seat
    if winners != 0:
        finish(st, winners, BY_FIFTEEN_CARDS, NO_CARD)


@rule
def is_wild(st: State, tb: Tables, seat: int, kind: int) -> bool:
    """Whether a card of a player counts as all three clans of the deck: by itself, or as one of level III."""
    return bool(tb.wild[kind]) or (has_law(st, seat, XIAN) and bool((int(tb.levels[kind]) >> (ROWS - 1)) & 1))


@rule
def clans_of_kind(st: State, tb: Tables, seat: int, kind: int) -> int:
    """Bits of the clans of a card of a player, wherever it lies."""
    return int(st.clans[seat]) if is_wild(st, tb, seat, kind) else 1 << int(tb.clan[kind])


@rule
def clans_at(st: State, tb: Tables, seat: int, slot: int) -> int:
    """Bits of the clans that a card in play shows; a captured one shows none (X-8.2)."""
    if st.face[seat, slot] != FACE_UP:
        return 0
    if tb.wild[text_of(st, tb, seat, slot)]:
        return int(st.clans[seat])
    return clans_of_kind(st, tb, seat, int(st.army[seat, slot]))  # a mirror card lends no level


@rule
def clans_in_row(st: State, tb: Tables, seat: int, row: int) -> int:
    bits = 0
    for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
        bits |= clans_at(st, tb, seat, slot)
    return bits


@rule
def clans_of_level(st: State, tb: Tables, seat: int, row: int) -> int:
    """Bits of the clans of the cards of the level of a row, wherever they stand: one of every level counts, too."""
    bits = 0
    for slot in range(SLOTS):
        if st.army[seat, slot] != NO_CARD and (int(tb.levels[st.army[seat, slot]]) >> row) & 1:
            bits |= clans_at(st, tb, seat, slot)
    return bits


@rule
def clans_in_column(st: State, tb: Tables, seat: int, column: int) -> int:
    bits = 0
    for row in range(ROWS):
        if column < st.row_size[seat, row]:
            bits |= clans_at(st, tb, seat, row * COLUMNS + column)
    return bits


@rule
def is_highest_free(st: State, seat: int, slot: int) -> bool:
    """Whether a card is the highest FREE card of its army."""
    if not is_free(st, seat, slot):
        return False
    for row in range(slot // COLUMNS + 1, ROWS):
        if st.row_size[seat, row] > 0:
            return False  # the last card of the highest row is FREE
    return True


@rule
def is_ethereal(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """Neither to be captured nor to be destroyed (X-8.5)."""
    if st.face[seat, slot] == FACE_UP and tb.keywords[text_of(st, tb, seat, slot)] & ETHEREAL:
        return True
    return has_law(st, seat, JUSTICE) and is_highest_free(st, seat, slot)


@rule
def has_echo(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """By its keyword, by a card beside it, or as a card of level III (X-8.6)."""
    if tb.keywords[text_of(st, tb, seat, slot)] & ECHO:
        return True
    if has_law(st, seat, TOMORROW) and (int(tb.levels[st.army[seat, slot]]) >> (ROWS - 1)) & 1:
        return True
    for other in range(SLOTS):
        beside = are_adjacent(slot, other) and st.army[seat, other] != NO_CARD and st.face[seat, other] == FACE_UP
        if beside and tb.echoes[text_of(st, tb, seat, other)]:
            return True
    return False


@rule
def has_secret_shift(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """X-5.3; a permanent effect gives it to all cards with a shift cost."""
    return bool(tb.keywords[text_of(st, tb, seat, slot)] & SECRET_SHIFT) or has_law(st, seat, ABHILASHA)


@rule
def has_bounty(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """A face-up card with the keyword or the token (X-8.9)."""
    if st.face[seat, slot] != FACE_UP:
        return False
    return bool(st.bounty == seat * SLOTS + slot or tb.keywords[text_of(st, tb, seat, slot)] & BOUNTY)


@rule
def keywords_at(st: State, tb: Tables, seat: int, slot: int) -> int:
    """The bits of keywords that filters ask for."""
    if st.face[seat, slot] != FACE_UP:
        return 0
    bits = int(tb.keywords[text_of(st, tb, seat, slot)])
    return bits | BOUNTY if st.bounty == seat * SLOTS + slot else bits


@rule
def are_adjacent(one: int, other: int) -> bool:
    """Whether two slots lie side by side, or one above the other."""
    columns = one % COLUMNS - other % COLUMNS
    rows = one // COLUMNS - other // COLUMNS
    return columns * columns + rows * rows == 1


@rule
def are_crossing(one: int, other: int) -> bool:
    """Whether two slots lie in one row or in one column."""
    return one != other and (one % COLUMNS == other % COLUMNS or one // COLUMNS == other // COLUMNS)


@rule
def controls_bounty(st: State, tb: Tables, seat: int) -> bool:
    for slot in range(SLOTS):
        if st.army[seat, slot] != NO_CARD and has_bounty(st, tb, seat, slot):
            return True
    return False


@rule
def hunts(st: State, tb: Tables, seat: int) -> int:
    """Cards that a player draws beside the one for a Bounty."""
    total = 0
    for slot in range(SLOTS):
        if st.army[seat, slot] != NO_CARD and st.face[seat, slot] == FACE_UP:
            total += int(tb.hunts[text_of(st, tb, seat, slot)])
    return total


@rule
def value_at(st: State, tb: Tables, seat: int, slot: int) -> int:
    """The military value of a face-up card (X-7.1): printed, doubled for a Veteran with a token (X-8.10)."""
    level = int(tb.level[st.army[seat, slot]])
    value = 5 if level == ROWS else level + 1
    text = text_of(st, tb, seat, slot)
    if tb.keywords[text] & VETERAN and st.token[seat, slot] > 0:
        value *= 2
    if tb.doubles[text] and controls_bounty(st, tb, 1 - seat):
        value *= 2
    return value


@rule
def strength(st: State, tb: Tables, seat: int) -> int:
    """The military value of an army; a permanent effect counts the hand as well."""
    total = int(st.hand_size[seat]) if has_law(st, seat, PHOENIX) else 0
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            if st.face[seat, slot] == FACE_UP:
                total += value_at(st, tb, seat, slot)
    return total


@rule
def can_be_captured(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """Any face-up card, FREE or not (X-8.1)."""
    if st.army[seat, slot] == NO_CARD or st.face[seat, slot] != FACE_UP:
        return False
    return not is_ethereal(st, tb, seat, slot)


@rule
def can_be_destroyed(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """A FREE card, face up or captured (X-8.1, X-8.2)."""
    return stands(st, seat, slot) and is_free(st, seat, slot) and not is_ethereal(st, tb, seat, slot)


@rule
def tokens_lying(st: State, seat: int) -> int:
    lying = 0
    for slot in range(SLOTS):
        lying += st.token[seat, slot]
    return lying


@rule
def spent_tokens(st: State, seat: int) -> int:
    """Activation tokens neither in hand nor on a card."""
    return int(st.owned[seat]) - int(st.tokens[seat]) - tokens_lying(st, seat)


@rule
def captured_cards(st: State, seat: int) -> int:
    total = 0
    for slot in range(SLOTS):
        total += st.army[seat, slot] != NO_CARD and st.face[seat, slot] == FACE_DOWN
    return total


@rule
def turned_tiles(st: State, seat: int) -> int:
    """Tiles of a player that were turned over."""
    total = 0
    for clan in range(CLANS):
        total += st.clan_owner[clan] == seat and st.tile[clan] == 1
    return total


@rule
def face_up_named(st: State, tb: Tables, seat: int, name: int) -> int:
    """Face-up cards of a name; some count as others, too."""
    total = 0
    for slot in range(SLOTS):
        if st.army[seat, slot] != NO_CARD and st.face[seat, slot] == FACE_UP:
            text = text_of(st, tb, seat, slot)
            if tb.name[st.army[seat, slot]] == name or tb.also[text, 0] == name or tb.also[text, 1] == name:
                total += 1
    return total


@rule
def turn_card(st: State, tb: Tables, seat: int, slot: int, face: int) -> None:
    """Turn a card over; tokens on a card that is captured count as spent (X-6.4)."""
    st.face[seat, slot] = face
    if face == FACE_DOWN:
        st.token[seat, slot] = 0
    refresh(st, tb)


@rule
def lift(st: State, tb: Tables, seat: int, slot: int) -> int:
    """Take a FREE card out of an army; its kind. Its tokens count as spent, the Bounty token goes off the table."""
    kind = int(st.army[seat, slot])
    st.army[seat, slot] = NO_CARD
    st.face[seat, slot] = FACE_UP
    st.token[seat, slot] = 0
    if st.bounty == seat * SLOTS + slot:
        st.bounty = NO_PLACE
    st.row_size[seat, slot // COLUMNS] -= 1
    refresh(st, tb)
    return kind


@rule
def replace(st: State, tb: Tables, seat: int, slot: int, kind: int) -> None:
    """Put a newcomer, not yet in play, in the place of a card, which goes to the discard (X-5.1)."""
    old = int(st.army[seat, slot])
    e.note(st, e.REPLACED, seat, old, seat * SLOTS + slot, e.DISCARDS + seat, 0)
    add_to_discard(st, seat, old)
    st.army[seat, slot] = kind
    st.face[seat, slot] = ARRIVING
    st.token[seat, slot] = 0
    if st.bounty == seat * SLOTS + slot:
        st.bounty = NO_PLACE
    refresh(st, tb)
