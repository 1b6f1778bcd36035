"""What a seat may know, as one flat int8 vector with named slices.

Egocentric: "me" is the asking seat, "opp1" the next clockwise. Cards are numbered from 1, 0 is none. Counts above 127
are written as 127.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import rule
from gosu_env.engine.spec import Block, Spec
from gosu_env.gosu.army import card_value, spent_tokens
from gosu_env.gosu.machine import waiting_triggers
from gosu_env.gosu.state import (
    COLUMNS,
    COUNT,
    FACE_DOWN,
    FACE_UP,
    KIND,
    KINDS,
    LENT,
    LOOK_SIZE,
    MAX_PLAYERS,
    NO_CARD,
    NO_PASSING,
    OWNER,
    PC,
    ROWS,
    SLOTS,
    TARGET,
    TOKENS,
    TURN_LIMITED,
    TURNS_AFTER_PASS,
    X,
    is_opponent,
    kinds_of,
    seat_after,
    seats_from,
)
from gosu_env.gosu.vocabulary import DECISIONS, EFFECTS, GLOBALS, NO_PASS_WITH_TOKENS, OP, TURN_LIMIT

TABLE = 5  # round, draw pile, discard pile, extra turns, turns left + 1
PENDING = 5  # source card, its owner + 1, cards left to choose, X, place aimed at + 1
PLAYER = 8  # hand, tokens, spent tokens, VP, passed, Advantage, strength, army
ARMY = 5  # card, clan, face down, token, FREE

HEAD = len(DECISIONS) + len(EFFECTS) + PENDING + LOOK_SIZE + TABLE + len(GLOBALS)


def observation_blocks(num_players: int, kinds: int = KINDS) -> tuple[Block, ...]:
    """The layout of the observation."""
    seats = ["me"] + [f"opp{i}" for i in range(1, num_players)]
    rows = [
        ("decision", len(DECISIONS), "one-hot: what the game waits for (" + ", ".join(DECISIONS) + ")"),
        ("effect", len(EFFECTS), "one-hot: the instruction that asks"),
        ("pending", PENDING, "card whose effect it is, its owner + 1, how many are left to choose, X, place + 1"),
        ("look", LOOK_SIZE, "cards being looked at, for the seat that looks"),
        ("table", TABLE, "round, cards in the draw pile, cards in the discard pile, extra turns, turns left + 1"),
        ("globals", len(GLOBALS), "the Globals in force, with options that do the same (" + ", ".join(GLOBALS) + ")"),
        ("decider", num_players, "one-hot: who decides"),
        ("turn", num_players, "one-hot: whose turn it is"),
    ]
    for seat in seats:
        rows.append(
            (f"player.{seat}", PLAYER, "hand, tokens, spent tokens, VP, passed, Advantage token, strength, army")
        )
    for seat in seats:
        rows += [
            (f"army.{seat}.card", SLOTS, "card in each slot, row by row; imprisoned ones keep their name"),
            (f"army.{seat}.clan", SLOTS, "clan + 1 that it shows; 0 when imprisoned"),
            (f"army.{seat}.face_down", SLOTS, "1: imprisoned"),
            (f"army.{seat}.token", SLOTS, "1: an activation token on it; with teams, 2: one of the partner's"),
            (f"army.{seat}.free", SLOTS, "1: FREE"),
        ]
    rows.append(("discard", kinds, "copies of each card in the discard pile"))
    rows.append(("hand.me", kinds, "copies of each card in hand"))
    for seat in seats[1:]:
        rows.append((f"hand.{seat}", kinds, "copies of each card that are known to be in that hand"))
    if num_players == MAX_PLAYERS:
        rows.append(("team", num_players, "with teams, 1: of the team of the seat that looks, itself included"))
    return Block.lay_out(rows)


def observation_spec(num_players: int, kinds: int = KINDS) -> Spec:
    return Spec(observation_blocks(num_players, kinds))


@rule
def _write_pending(st: Any, tb: Any, seat: int, out: Any) -> None:
    """The pending decision and the card that asks for it."""
    out[st.decision] = 1
    if st.decision == 0:
        return
    frame = st.depth - 1
    if waiting_triggers(st) > 0:
        frame = st.depth - waiting_triggers(st) - 1
    at = len(DECISIONS)
    if frame >= 0:
        out[at + tb.code[st.stack[frame, PC], OP]] = 1
        at += len(EFFECTS)
        out[at] = st.stack[frame, KIND] + 1
        out[at + 1] = seats_from(st, seat, int(st.stack[frame, OWNER])) + 1
        out[at + 2] = min(int(st.stack[frame, COUNT]), 127)
        out[at + 3] = st.stack[frame, X]
        target = st.stack[frame, TARGET]
        if target != NO_CARD:
            out[at + 4] = seats_from(st, seat, int(target) // SLOTS) * SLOTS + target % SLOTS + 1
    if st.decider == seat:
        for i in range(st.look_size):
            out[len(DECISIONS) + len(EFFECTS) + PENDING + i] = st.look[i] + 1


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
def _write_player(st: Any, tb: Any, owner: int, at: int, army: int, out: Any) -> None:
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
            out[army + slot] = kind + 1
            if st.face[owner, slot] == FACE_UP:
                out[army + SLOTS + slot] = tb.clan[kind] + 1
                strength += card_value(st, tb, kind)
            elif st.face[owner, slot] == FACE_DOWN:
                out[army + 2 * SLOTS + slot] = 1
            lying += int(st.token[owner, slot])
            out[army + 3 * SLOTS + slot] = st.token[owner, slot]
    out[at] = st.hand_size[owner]
    out[at + 1] = st.tokens[owner]
    out[at + 2] = TOKENS - int(st.tokens[owner]) - lying
    out[at + 3] = st.victory_points[owner]
    out[at + 4] = st.passed[owner]
    out[at + 5] = st.advantage == owner
    out[at + 6] = min(strength, 127)
    out[at + 7] = size


@rule
def _write_house_rules(st: Any, out: Any) -> None:
    """Options that do what Globals do, among these."""
    if st.house_rules & NO_PASSING:
        out[NO_PASS_WITH_TOKENS] += 1
    if st.house_rules & TURN_LIMITED:
        limit = int(st.globals[TURN_LIMIT])
        out[TURN_LIMIT] = min(limit, TURNS_AFTER_PASS) if limit > 0 else TURNS_AFTER_PASS


@rule
def _write_teams(st: Any, seat: int, at: int, army: int, team: int, out: Any) -> None:
    """Who belongs together, from ``team`` on; whose tokens lie where, among the numbers of players and armies."""
    for relative in range(st.num_players):
        owner = seat_after(st, seat, relative)
        out[team + relative] = not is_opponent(st, seat, owner)
        out[at + relative * PLAYER + 2] = spent_tokens(st, owner)
        for slot in range(SLOTS):
            if st.token[owner, slot] > LENT:
                out[army + relative * ARMY * SLOTS + 3 * SLOTS + slot] = 2


@rule
def write_observation(st: Any, tb: Any, seat: int, out: Any) -> None:
    """Fill ``out`` with what the seat may know."""
    for i in range(out.shape[0]):
        out[i] = 0
    n = int(st.num_players)
    kinds = kinds_of(st)
    _write_pending(st, tb, seat, out)
    at = len(DECISIONS) + len(EFFECTS) + PENDING + LOOK_SIZE
    out[at] = min(int(st.round_number), 127)
    out[at + 1] = st.deck_size
    out[at + 2] = st.discard_size
    out[at + 3] = min(int(st.extra_turns), 127)
    out[at + 4] = st.turns_left + 1
    at += TABLE
    _copy(st.globals, out[at : at + len(GLOBALS)])
    if st.house_rules:
        _write_house_rules(st, out[at : at + len(GLOBALS)])
    at += len(GLOBALS)
    if st.decision != 0:
        out[at + seats_from(st, seat, int(st.decider))] = 1
    out[at + n + seats_from(st, seat, int(st.turn_seat))] = 1
    at += 2 * n
    armies = at + PLAYER * n
    piles = armies + ARMY * SLOTS * n
    for relative in range(n):
        owner = seat_after(st, seat, relative)
        _write_player(st, tb, owner, at + relative * PLAYER, armies + relative * ARMY * SLOTS, out)
    _copy(st.discard, out[piles : piles + kinds])
    piles += kinds
    _copy(st.hand[seat], out[piles : piles + kinds])
    for relative in range(1, n):
        piles += kinds
        owner = seat_after(st, seat, relative)
        if st.known_size[owner] > 0:
            _copy_known(st.known[owner], seat, out[piles : piles + kinds])
    if st.teams:
        _write_teams(st, seat, at, armies, piles + kinds, out)
