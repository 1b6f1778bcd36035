"""What a seat may know, as one flat int8 vector with named slices.

Egocentric: "me" is the asking seat, "opp1" the next clockwise. Cards are numbered from 1, 0 is none; those of Kamakor
from -1 downwards, so that 150 cards fit into int8 and the others keep their numbers. Counts above 127 are written as
127.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gosu_env.armies.stack import waiting_triggers
from gosu_env.armies.state import (
    COLUMNS,
    COUNT,
    FACE_DOWN,
    FACE_UP,
    KIND,
    NO_CARD,
    OWNER,
    PC,
    ROWS,
    SLOT_NAMES,
    SLOTS,
    TARGET,
    X,
    seat_after,
)
from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Block, Row, Spec
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.army import spent_tokens, value_in_row
from gosu_env.gosu.kamakor import dragoons_lying
from gosu_env.gosu.memory import has_pools, write_pool
from gosu_env.gosu.state import (
    ACTIVATION_TOKEN,
    CARDS,
    DRAGOON_TOKEN,
    DRAGOONS,
    KAMAKOR_CLANS,
    KINDS,
    KINDS_PER_CLAN,
    LENT,
    LOOK_SIZE,
    MAX_PLAYERS,
    NO_PASSING,
    TOKENS,
    TURN_LIMITED,
    TURNS_AFTER_PASS,
    VICTORY,
    State,
    Tables,
    has_kamakor,
    is_opponent,
    kinds_of,
    seats_from,
    tokens_of,
)

TABLE = 6  # round, draw pile, discard pile, extra turns, turns left + 1, Advantage moved
PENDING = 5  # source card, its owner + 1, cards left to choose, X, place aimed at + 1
PLAYER = 8  # hand, tokens, spent tokens, VP, passed, Advantage, strength, army
ARMY = 5  # card, clan, face down, token, FREE
WAITING = 4  # effects below the one that asks
EFFECT = 5  # of each: instruction, owner of its card + 1, cards left to choose, X, place aimed at + 1
OF_EFFECT = ("owner", "left", "x", "place")  # what is told of the card or the instruction before them
OF_KAMAKOR = 2  # player: Dragoon tokens in hand, on goblins
MOST_COPIES = 2  # of a card (G-1.1)
MOST_DRAGOONS = 16  # that the option dragoon_supply allows


COPIES = f"count 0..{MOST_COPIES}"  # kinds of numbers
PILE = f"count 0..{CARDS}"


def observation_blocks(num_players: int, kinds: int = KINDS) -> tuple[Block, ...]:
    """The layout of the observation: name, size, meaning, kinds of numbers (``gosu_env.engine.spec.KINDS``)."""
    seats = seats_from_me(num_players)
    rows = decision_rows(num_players, kinds)
    rows += [player_row(seat, kinds) for seat in seats]
    for seat in seats:
        rows += army_rows(seat, kinds)
    rows.append(("discard", kinds, "copies of each card in the discard pile", COPIES))
    rows.append(("hand.me", kinds, "copies of each card in hand", COPIES))
    for seat in seats[1:]:
        rows.append((f"hand.{seat}", kinds, "copies of each card that are known to be in that hand", COPIES))
    rows.append(("shown.me", kinds, "copies of each card in hand that another player knows of", COPIES))
    return Block.lay_out(rows + waiting_rows(num_players, kinds) + larger_table_rows(num_players, kinds))


def seats_from_me(num_players: int) -> list[str]:
    return ["me"] + [f"opp{i}" for i in range(1, num_players)]


def card_numbers(kinds: int) -> str:
    """The kind of numbers that cards are."""
    return f"card {-KINDS if kinds > KINDS else 0}..{KINDS}"


def effect_numbers(num_players: int) -> str:
    """The kinds of the numbers of an effect: the owner of its card, how many are left to choose, X, a place."""
    return f"choice 0..{num_players}, count, number, choice 0..{num_players * SLOTS}"


def decision_rows(num_players: int, kinds: int) -> list[Row]:
    """What is asked, of whom and when."""
    kamakor, card = kinds > KINDS, card_numbers(kinds)
    decisions, effects = (v.DECISIONS, v.EFFECTS) if kamakor else (v.BASE_DECISIONS, v.BASE_EFFECTS)
    bound, seats = v.GLOBALS if kamakor else v.BASE_GLOBALS, seats_from_me(num_players)
    rows: list[Row] = [
        ("decision", len(decisions), "what the game waits for (" + ", ".join(decisions) + ")", "one-hot", decisions),
        ("effect", len(effects), "the instruction that asks", "one-hot", effects),
        (
            "pending",
            PENDING,
            "card whose effect it is, its owner + 1, how many are left to choose, X, place + 1",
            f"{card}, {effect_numbers(num_players)}",
            ("card", *OF_EFFECT),
        ),
        ("look", LOOK_SIZE, "cards being looked at, for the seat that looks", card),
        (
            "table",
            TABLE,
            "round, cards in the draw pile, cards in the discard pile, extra turns, turns left + 1, "
            "1: the Advantage token changed hands in this round",
            f"count, {PILE}, {PILE}, count, sentinel, bit",
            ("round", "draw_pile", "discard", "extra_turns", "turns_left", "advantage_moved"),
        ),
        (
            "globals",
            len(bound),
            "the Globals in force, with options that do the same (" + ", ".join(bound) + ")",
            "number",
            bound,
        ),
        ("decider", num_players, "who decides", "one-hot", seats),
        ("turn", num_players, "whose turn it is", "one-hot", seats),
    ]
    if kamakor:
        rows.append(("clans", KAMAKOR_CLANS, "1: the clan is in play, or not banned yet", "bit"))
        rows.append(("dragoon_supply", 1, "Dragoon tokens that nobody has", f"count 0..{MOST_DRAGOONS}"))
    return rows


def player_row(seat: str, kinds: int) -> Row:
    """What everybody sees of a player."""
    meaning = "hand, tokens, spent tokens, VP, passed, Advantage token, strength, army"
    numbers = f"{PILE}, count 0..{TOKENS}, count 0..{TOKENS}, count 0..{VICTORY}, bit, bit, count, count 0..{SLOTS}"
    names = ("hand", "tokens", "spent", "vp", "passed", "advantage", "strength", "army")
    if kinds <= KINDS:
        return f"player.{seat}", PLAYER, meaning, numbers, names
    meaning += ", Dragoon tokens in hand, Dragoon tokens on goblins"
    numbers += f", count 0..{DRAGOONS}" * OF_KAMAKOR
    return f"player.{seat}", PLAYER + OF_KAMAKOR, meaning, numbers, (*names, "dragoons", "dragoons_out")


def army_rows(seat: str, kinds: int) -> list[Row]:
    """The army of a player, slot by slot."""
    kamakor = kinds > KINDS
    lying = "1: an activation token on it" + ("; 2: a Dragoon token" if kamakor else "")
    lying += "; with teams, 3 and 4: the same of the partner's" if kamakor else "; with teams, 2: one of the partner's"
    clans = f"choice 0..{kinds // KINDS_PER_CLAN}"
    meaning = "card in each slot, row by row; imprisoned ones keep their name"
    return [
        (f"army.{seat}.card", SLOTS, meaning, card_numbers(kinds), SLOT_NAMES),
        (f"army.{seat}.clan", SLOTS, "clan + 1 that it shows; 0 when imprisoned", clans, SLOT_NAMES),
        (f"army.{seat}.face_down", SLOTS, "1: imprisoned", "bit", SLOT_NAMES),
        (f"army.{seat}.token", SLOTS, lying, f"choice 0..{4 if kamakor else 2}", SLOT_NAMES),
        (f"army.{seat}.free", SLOTS, "1: FREE", "bit", SLOT_NAMES),
    ]


def waiting_rows(num_players: int, kinds: int) -> list[Row]:
    """Effects behind the one that asks."""
    effects = v.EFFECTS if kinds > KINDS else v.BASE_EFFECTS
    waiting = "cards of effects that wait behind the one that asks, the next first"
    each = "of each of them: instruction, owner of the card + 1, how many are left to choose, X, place + 1"
    numbers = f"choice 0..{len(effects) - 1}, {effect_numbers(num_players)}"
    return [
        ("waiting.source", WAITING, waiting, card_numbers(kinds)),
        ("waiting.effect", WAITING * EFFECT, each, numbers, ("effect", *OF_EFFECT)),
    ]


def larger_table_rows(num_players: int, kinds: int) -> list[Row]:
    """What there is only at larger tables: closed pools, teams."""
    rows: list[Row] = []
    seats = seats_from_me(num_players)
    if num_players > 2:
        rows.append(
            ("held", num_players - 1, "hidden cards that each other player has of closed pools", PILE, seats[1:])
        )
        rows.append(("pool", kinds, "copies of each card that they may have of closed pools", "count"))
    if num_players == MAX_PLAYERS:
        rows.append(
            ("team", num_players, "with teams, 1: of the team of the seat that looks, itself included", "bit", seats)
        )
        turns = "with teams: extra turns that the partner of the player at turn got out of it; 1: this is such a turn"
        rows.append(("partner_turns", 2, turns, "count, bit", ("count", "now")))
    return rows


# Pieces with larger numbers.
SIZED = ("table", "pending", "player.", "waiting.effect", "held", "partner_turns")


def observation_spec(num_players: int, kinds: int = KINDS) -> Spec:
    def scale(block: Block) -> float:
        return 0.1 if block.name.startswith(SIZED) else 0.0 if block.name.endswith(".clan") else 1.0

    return Spec(tuple(replace(block, scale=scale(block)) for block in observation_blocks(num_players, kinds)))


@rule
def _decisions(st: State) -> int:
    """Entries of the one-hot decision; a constant of the compiled code, as the next three."""
    return len(v.DECISIONS) if has_kamakor(st) else len(v.BASE_DECISIONS)


@rule
def _effects(st: State) -> int:
    return len(v.EFFECTS) if has_kamakor(st) else len(v.BASE_EFFECTS)


@rule
def _player(st: State) -> int:
    return PLAYER + OF_KAMAKOR if has_kamakor(st) else PLAYER


@rule
def _sorts_of_token(st: State) -> int:
    return DRAGOON_TOKEN if has_kamakor(st) else ACTIVATION_TOKEN


@rule
def card_number(st: State, kind: int) -> int:
    """A card in an observation: 1 … 75, or -1 … -75 for the cards of Kamakor; 0 is none."""
    if has_kamakor(st) and kind >= KINDS:
        return KINDS - 1 - kind
    return kind + 1


@rule
def _write_effect(st: State, seat: int, frame: int, out: Any) -> None:
    """Of a frame of the stack: the owner of its card + 1, how many are left to choose, X, the place aimed at + 1."""
    out[0] = seats_from(st, seat, int(st.stack[frame, OWNER])) + 1
    out[1] = min(int(st.stack[frame, COUNT]), 127)
    out[2] = st.stack[frame, X]
    target = st.stack[frame, TARGET]
    if target != NO_CARD:
        out[3] = seats_from(st, seat, int(target) // SLOTS) * SLOTS + target % SLOTS + 1


@rule
def _write_waiting(st: State, tb: Tables, seat: int, out: Any) -> None:
    """The effects behind the one that asks, down to the first frame, which is the game itself and always there."""
    asking = st.depth - 1 - waiting_triggers(st)
    found = 0
    for frame in range(st.depth - 1, 0, -1):
        if frame != asking and found < WAITING:
            out[found] = card_number(st, int(st.stack[frame, KIND]))
            at = WAITING + found * EFFECT
            out[at] = tb.code[st.stack[frame, PC], v.OP]
            _write_effect(st, seat, frame, out[at + 1 : at + EFFECT])
            found += 1


@rule
def _write_pending(st: State, tb: Tables, seat: int, out: Any) -> None:
    """The pending decision and the card that asks for it."""
    out[st.decision] = 1
    if st.decision == 0:
        return
    frame = st.depth - 1 - waiting_triggers(st)
    if frame >= 0:
        out[_decisions(st) + tb.code[st.stack[frame, PC], v.OP]] = 1
        at = _decisions(st) + _effects(st)
        if frame > 0:  # the game itself has no card, no owner
            out[at] = card_number(st, int(st.stack[frame, KIND]))
            _write_effect(st, seat, frame, out[at + 1 : at + PENDING])
        else:
            out[at + 2] = min(int(st.stack[frame, COUNT]), 127)
    if st.decider == seat:
        for i in range(st.look_size):
            out[_decisions(st) + _effects(st) + PENDING + i] = card_number(st, int(st.look[i]))


@rule
def _copy(counts: Any, out: Any) -> None:
    """Counts as they are; over slices from 0 on, so that the loop runs in vectors."""
    for i in range(counts.shape[0]):
        out[i] = counts[i]


@rule
def _copy_known(known: Any, observer: int, out: Any) -> None:
    """How many cards of each kind the observer knows in a hand."""
    for i in range(known.shape[0]):
        bits = known[i] >> observer
        out[i] = (bits & 1) + ((bits >> 4) & 1)


@rule
def _raise_to_known(known: Any, observer: int, out: Any) -> None:
    """Counts, raised to how many cards of each kind the observer knows in a hand."""
    for i in range(known.shape[0]):
        bits = known[i] >> observer
        out[i] = max(int(out[i]), int((bits & 1) + ((bits >> 4) & 1)))


@rule
def _write_player(st: State, tb: Tables, owner: int, at: int, army: int, out: Any) -> None:
    """A player's numbers from ``at`` on, and the army from ``army`` on."""
    strength = 0
    lying = 0
    size = 0
    for row in range(ROWS):
        cards = int(st.row_size[owner, row])
        above = int(st.row_size[owner, row + 1]) if row < ROWS - 1 else 0
        if cards > above:  # G-8.1: only the last card of a row can be FREE
            out[army + 4 * SLOTS + row * COLUMNS + cards - 1] = 1
        size += cards
        for slot in range(row * COLUMNS, row * COLUMNS + cards):
            kind = st.army[owner, slot]
            out[army + slot] = card_number(st, int(kind))
            if st.face[owner, slot] == FACE_UP:
                out[army + SLOTS + slot] = tb.clan[kind] + 1
                strength += value_in_row(st, tb, kind, row)
            elif st.face[owner, slot] == FACE_DOWN:
                out[army + 2 * SLOTS + slot] = 1
            lying += st.token[owner, slot] == ACTIVATION_TOKEN
            out[army + 3 * SLOTS + slot] = st.token[owner, slot]
    out[at] = st.hand_size[owner]
    out[at + 1] = st.tokens[owner]
    out[at + 2] = tokens_of(tb) - int(st.tokens[owner]) - lying
    out[at + 3] = st.victory_points[owner]
    out[at + 4] = st.passed[owner]
    out[at + 5] = st.advantage == owner
    out[at + 6] = min(strength, 127)
    out[at + 7] = size
    if has_kamakor(st):
        out[at + 8] = st.dragoons[owner]
        out[at + 9] = dragoons_lying(st, owner)


@rule
def _write_house_rules(st: State, out: Any) -> None:
    """Options that do what Globals do, among these."""
    if st.house_rules & NO_PASSING:
        out[v.NO_PASS_WITH_TOKENS] += 1
    if st.house_rules & TURN_LIMITED:
        limit = int(st.globals[v.TURN_LIMIT])
        out[v.TURN_LIMIT] = min(limit, TURNS_AFTER_PASS) if limit > 0 else TURNS_AFTER_PASS


@rule
def _write_teams(st: State, tb: Tables, seat: int, at: int, army: int, team: int, out: Any) -> None:
    """Who belongs together, from ``team`` on; whose tokens lie where, among the numbers of players and armies."""
    out[team + st.num_players] = min(int(st.partner_turns), 127)
    out[team + st.num_players + 1] = st.out_of_order
    for relative in range(st.num_players):
        owner = seat_after(st, seat, relative)
        out[team + relative] = not is_opponent(st, seat, owner)
        out[at + relative * _player(st) + 2] = spent_tokens(st, tb, owner)
        for slot in range(SLOTS):
            if st.token[owner, slot] > LENT:
                own = st.token[owner, slot] - LENT
                out[army + relative * ARMY * SLOTS + 3 * SLOTS + slot] = own + _sorts_of_token(st)


@rule
def write_observation(st: State, tb: Tables, seat: int, out: Any) -> None:
    """Fill ``out`` with what the seat may know."""
    for i in range(out.shape[0]):
        out[i] = 0
    n = int(st.num_players)
    kinds = kinds_of(st)
    _write_pending(st, tb, seat, out)
    at = _decisions(st) + _effects(st) + PENDING + LOOK_SIZE
    out[at] = min(int(st.round_number), 127)
    out[at + 1] = st.deck_size
    out[at + 2] = st.discard_size
    out[at + 3] = min(int(st.extra_turns), 127)
    out[at + 4] = st.turns_left + 1
    out[at + 5] = st.advantage_moved
    at += TABLE
    bound = st.globals.shape[0]
    _copy(st.globals, out[at : at + bound])
    if st.house_rules:
        _write_house_rules(st, out[at : at + bound])
    at += bound
    if st.decision != 0:
        out[at + seats_from(st, seat, int(st.decider))] = 1
    out[at + n + seats_from(st, seat, int(st.turn_seat))] = 1
    at += 2 * n
    if has_kamakor(st):
        _copy(st.clans, out[at : at + KAMAKOR_CLANS])
        out[at + KAMAKOR_CLANS] = st.dragoon_supply[0]
        at += KAMAKOR_CLANS + 1
    armies = at + _player(st) * n
    piles = armies + ARMY * SLOTS * n
    for relative in range(n):
        owner = seat_after(st, seat, relative)
        _write_player(st, tb, owner, at + relative * _player(st), armies + relative * ARMY * SLOTS, out)
    _copy(st.discard, out[piles : piles + kinds])
    piles += kinds
    _copy(st.hand[seat], out[piles : piles + kinds])
    for relative in range(1, n):
        piles += kinds
        owner = seat_after(st, seat, relative)
        if st.known_size[owner] > 0:
            _copy_known(st.known[owner], seat, out[piles : piles + kinds])
    piles += kinds
    if st.known_size[seat] > 0:
        for relative in range(1, n):
            _raise_to_known(st.known[seat], seat_after(st, seat, relative), out[piles : piles + kinds])
    piles += kinds
    if st.depth > 1 and st.decision != 0:
        _write_waiting(st, tb, seat, out[piles : piles + WAITING * (1 + EFFECT)])
    piles += WAITING * (1 + EFFECT)
    if n > 2:
        if has_pools(st):
            write_pool(st, seat, out[piles + n - 1 : piles + n - 1 + kinds], out[piles : piles + n - 1])
        piles += n - 1 + kinds
    if st.teams:
        _write_teams(st, tb, seat, at, armies, piles, out)
