"""What a position of GOSU X is worth to a seat: an evaluation written by hand, with a name for every weight.

Two battles decide a game, so a position is judged by the chance to win the battle of this round, from strength and from
what may still be played, and by the chance to win those that follow, from what is left then. What the seat cannot know
is not read: of the other hand only its size, of decks nothing, and a card that it could not foresee counts as an
average one. The weights stand in ``appraisal.toml``.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.state import COLUMNS, FACE_DOWN, FACE_UP, NO_CARD, ROWS, RUNNING, SLOTS
from gosu_env.engine.compile import rule, shared_rule
from gosu_env.engine.errors import OptionError
from gosu_env.engine.layout import record_dtype
from gosu_env.engine.records import empty_records
from gosu_env.engine.returns import win_return
from gosu_env.engine.spelling import nearest
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import clans_in_row, clans_of_kind, strength, text_of
from gosu_env.gosux.legal import MAX_LEGAL
from gosu_env.gosux.state import CLAN_WORDS, CLANS, KINDS, PLAYERS, STATE, TOKENS, State, Tables
from gosu_env.gosux.targets import clans_for_row, count_clans

FILE = Path(__file__).with_suffix(".toml")
_tables = tomllib.loads(FILE.read_text())
WEIGHTS: dict[str, float] = {name: float(value) for name, value in _tables["weights"].items()}
NAMES = tuple(WEIGHTS)
(
    DOUBT,
    DOUBT_CARD,
    REACH,
    REACH_CARD,
    REACH_TOKEN,
    TIE,
    DECISIVE,
    ARMY,
    CAPTURED,
    ROW,
    SHOWN_CLAN,
    SYMBOL,
    OWNED,
    LAST_TOKEN,
    TILE,
    WONDER,
    CARD,
    VALUE,
    EFFECT,
    UNKNOWN,
    FAR,
    DEAR,
) = range(22)
LARGEST = 30.0  # that goes into an exponential

DESK = record_dtype(
    [
        ("weights", "f8", (len(NAMES),)),
        ("clans", "f8", (CLANS,)),  # what a clan adds to the return of its player
        ("effects", "f8", (KINDS,)),  # what the arrival of each card is worth
        ("score", "f8", (PLAYERS,)),
        ("battle", "f8", (PLAYERS,)),  # strength in the battle of this round
        ("worlds", STATE, (2,)),  # to try things in
        ("legal", "i2", (2, MAX_LEGAL)),  # of decisions within decisions
        ("seen", "i1", (KINDS,)),  # copies that can be in the hand without a surprise
    ]
)


def make_desk(tables: Any, weights: Mapping[str, float] | None = None) -> NDArray[np.void]:
    """A desk for the tables of a card set, as an array of one; ``weights`` replaces some of WEIGHTS."""
    for name in weights or {}:
        if name not in WEIGHTS:
            raise OptionError(f"unknown weight {name!r}; {nearest(name, list(WEIGHTS))}")
    chosen = WEIGHTS | dict(weights or {})
    desk = empty_records(DESK, 1)
    desk["weights"] = list(chosen.values())
    desk["clans"] = [_tables["clans"][word] for word in CLAN_WORDS]
    code = tables["code"][0].tolist()
    for kind, programs in enumerate(tables["program"][0].tolist()):
        later = sum(effect_worth(code, pc, chosen) for pc in programs[v.ARRIVES + 1 :])
        desk["effects"][0, kind] = effect_worth(code, programs[v.ARRIVES], chosen) + chosen["condition"] * later
    return desk


def sign_of(op: int, who: int) -> float:
    """Whether an effect is good for its player, 1, or bad, -1, or about the same for both, 0."""
    if who == v.EVERYONE:
        return 0.3
    if op in (v.DISCARD, v.DISCARD_HALF, v.DISCARD_TO_MINE, v.SACRIFICE):
        return -1.0 if who == v.ME else 1.0
    return 1.0


def effect_worth(code: list[list[int]], pc: int, weights: Mapping[str, float]) -> float:
    """What the program that begins in row ``pc`` is worth to its player, roughly: the sum of its effects."""
    total, share, conditional = 0.0, 1.0, 0
    while pc >= 0 and code[pc][v.OP] != v.END:
        op, who, amount = code[pc][v.OP], code[pc][v.WHO], code[pc][v.AMOUNT]
        if pc >= conditional:
            share = 1.0
        weight = v.EFFECT_ROWS[op].weight
        if op in (v.IF, v.MAY, v.PAY_BOUNTY, v.PAY_CLAN):
            share *= 1.0 if op == v.MAY else weights["condition"]
            conditional = code[pc][v.ARG]  # as far as a no would leap
        elif weight is not None and weight in weights:
            times = TOKENS if amount == v.USE_X else min(max(amount, 1), 3)
            sign = 1.0 if op in (v.AIM, v.LIFT, v.SWAP) else sign_of(op, who)
            total += share * sign * (1 if op in (v.REVEAL, v.MILL, v.SEARCH) else times) * weights[weight]
        pc += 1
    return total


@rule
def printed_value(tb: Tables, kind: int) -> int:
    level = int(tb.level[kind])
    return 5 if level == ROWS else level + 1


@rule
def card_worth(st: State, tb: Tables, desk: Any, kind: int, near: float) -> float:
    """What a card is worth in hand that is so near to being placed."""
    w = desk.weights
    return float(w[CARD] + near * (w[VALUE] * printed_value(tb, kind) + w[EFFECT] * desk.effects[kind]))


@rule
def nearness(st: State, tb: Tables, desk: Any, seat: int, kind: int) -> float:
    """How near a card in hand is to being placed: 1 is now and for nothing."""
    row = int(tb.level[kind]) - 1
    clans = clans_of_kind(st, tb, seat, kind)
    if clans & clans_for_row(st, tb, seat, row, int(st.hand_size[seat]) - 1) == 0:
        return float(desk.weights[FAR])
    shown = clans_in_row(st, tb, seat, 0)
    return 1.0 if row > 0 or shown == 0 or shown & clans else float(desk.weights[DEAR])


@rule
def note_seen(st: State, desk: Any, seat: int) -> None:
    """Which cards could be in the hand after the present decision without a surprise."""
    for kind in range(KINDS):
        desk.seen[kind] = st.hand[seat, kind] + st.discard[seat, kind] + st.removed[kind]
    for i in range(st.look_size):
        desk.seen[st.look[i]] += 1
    for slot in range(SLOTS):
        if st.army[seat, slot] != NO_CARD:
            desk.seen[st.army[seat, slot]] += 1
    size = int(st.deck_size[seat])
    for i in range(size - int(st.top_known[seat]), size):
        desk.seen[st.deck[seat, i]] += 1


@rule
def add_own_hand(st: State, tb: Tables, desk: Any, seat: int) -> None:
    w = desk.weights
    unknown = int(st.hand_size[seat])
    reach = 0.0
    for kind in range(KINDS):
        copies = min(int(st.hand[seat, kind]), int(desk.seen[kind]))
        if copies > 0:
            unknown -= copies
            near = nearness(st, tb, desk, seat, kind)
            desk.score[seat] += copies * card_worth(st, tb, desk, kind, near)
            if near == 1.0:
                reach += copies * w[REACH] * printed_value(tb, kind)
    desk.score[seat] += w[UNKNOWN] * unknown
    if st.passed[seat] == 0:
        desk.battle[seat] += reach + w[REACH_CARD] * unknown


@rule
def add_army(st: State, tb: Tables, desk: Any, seat: int) -> None:
    """What an army is worth for the rounds to come."""
    w = desk.weights
    worth = w[ARMY] * strength(st, tb, seat) + w[ROW] * (st.row_size[seat, 0] - st.row_size[seat, 2])
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            kind = int(st.army[seat, slot])
            if st.face[seat, slot] == FACE_DOWN:
                worth += w[CAPTURED] * printed_value(tb, kind)
            elif st.face[seat, slot] == FACE_UP:
                text = text_of(st, tb, seat, slot)
                worth += w[SYMBOL] * tb.symbols[text] * desk.effects[text]
    worth += w[SHOWN_CLAN] * count_clans(clans_in_row(st, tb, seat, 0))
    if st.owned[seat] > TOKENS:
        worth += w[OWNED] + w[LAST_TOKEN] * (int(st.owned[seat]) - TOKENS - 1)
    for clan in range(CLANS):
        if st.clan_owner[clan] == seat:
            worth += w[TILE] * st.tile[clan]
    desk.score[seat] += worth


@rule
def logistic(lead: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(min(lead, LARGEST), -LARGEST)))


@rule
def win_chance(own: int, other: int, now: float, later: float) -> float:
    """The chance to have two Supremacy tokens first, from those there are and the chances of battles."""
    if own == 1 and other == 1:
        return now
    if own == 1:
        return now + (1.0 - now) * later
    if other == 1:
        return now * later
    return now * (later + (1.0 - later) * later) + (1.0 - now) * later * later


@shared_rule
def evaluate(st: State, tb: Tables, desk: Any, seat: int, round_number: int) -> float:
    """The return that a seat may expect, between two turns.

    When a later round than ``round_number`` has begun, only what is left of the old one is looked at: the hopes for the
    new one would be an unfair gain over positions where the old one still goes on.
    """
    if st.ending != RUNNING:
        return win_return(st, tb, seat)
    w = desk.weights
    in_battle = st.round_number == round_number
    doubt = w[DOUBT]
    for player in range(PLAYERS):
        desk.score[player] = 0.0
        desk.battle[player] = float(strength(st, tb, player))
        if st.wonder == player:
            desk.score[player] += w[WONDER]
            desk.battle[player] += w[TIE]
        if st.passed[player] == 0:
            doubt += w[DOUBT_CARD] * st.hand_size[player]
            desk.battle[player] += w[REACH_TOKEN] * st.tokens[player]
        if player == seat:
            add_own_hand(st, tb, desk, player)
        else:
            desk.score[player] += w[UNKNOWN] * st.hand_size[player]
            if st.passed[player] == 0:
                desk.battle[player] += w[REACH_CARD] * st.hand_size[player]
        add_army(st, tb, desk, player)
    other = 1 - seat
    later = logistic(w[DECISIVE] * (desk.score[seat] - desk.score[other]))
    now = logistic((desk.battle[seat] - desk.battle[other]) / doubt) if in_battle else later
    return 2.0 * win_chance(int(st.supremacy[seat]), int(st.supremacy[other]), now, later) - 1.0
