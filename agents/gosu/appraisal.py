"""What a position is worth to a seat: an evaluation written by hand, with a name for every weight.

A score is counted in points of military strength, more or less. What the seat cannot know is not read: of other hands
only their size, of the draw pile nothing, and a card that the seat could not foresee counts as an average one. The
weights stand in ``appraisal.toml``.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.state import COLUMNS, FACE_DOWN, FACE_UP, NO_CARD, ROWS, RUNNING, SLOTS
from gosu_env.engine.compile import rule, shared_rule
from gosu_env.engine.errors import DataError
from gosu_env.engine.files import read_whole
from gosu_env.engine.layout import record_dtype
from gosu_env.engine.records import empty_records
from gosu_env.engine.returns import win_return
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.army import card_value, clans_in_row, refresh_globals, strength
from gosu_env.gosu.legal import KAMAKOR_MAX_LEGAL, MAX_LEGAL
from gosu_env.gosu.rules import special_victory
from gosu_env.gosu.state import (
    KINDS,
    MAX_PLAYERS,
    TOKENS,
    State,
    Tables,
    clans_of,
    has_kamakor,
    is_opponent,
    kinds_of,
    partner_of,
    state_dtype,
    victory_of,
)
from gosu_env.gosu.targets import is_recruited

NAMES = tuple(
    """
    vp_1 vp_2 special decisive reach_own reach_card reach_token doubt doubt_card army room clan power mutable
    listener token advantage unknown card value effect new_clan no_room no_clan half_way far draw find recover
    steal discard destroy imprison return token_back again gain_vp condition weaker_army weaker_player dragoon
    recruiter price
    """.split()  # noqa: SIM905
)
FILE = Path(__file__).with_suffix(".toml")
MOST = 1e9
TABLES = ("greedy", "judgement", "team_judgement")


def read_weights(path: Path, tables: Sequence[str] = TABLES) -> list[dict[str, float]]:
    """The tables of a file of weights, each whole and in the order of NAMES."""
    try:
        content = tomllib.loads(read_whole(path).decode())
    except ValueError as error:
        raise DataError(f"{path}: not a file of weights: {error}") from None
    return [check_weights(content.get(table), f"{path}: [{table}]") for table in tables]


def check_weights(given: Any, where: str) -> dict[str, float]:
    """Refuse weights that are missing, too many, or no numbers."""
    if not isinstance(given, dict):
        raise DataError(f"{where} is missing")
    if given.keys() != set(NAMES):
        raise DataError(f"{where}: weights are missing or too many: {', '.join(sorted(given.keys() ^ set(NAMES)))}")
    for name, weight in given.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not abs(weight) <= MOST:
            raise DataError(f"{where}: {name} is {weight!r}, not a number")
    return {name: float(given[name]) for name in NAMES}


def weights_text(table: str, weights: dict[str, float]) -> str:
    """A table for a file of weights."""
    return "\n".join([f"[{table}]", *(f"{name} = {weights[name]!r}" for name in NAMES), ""])


WEIGHTS, JUDGEMENT, TEAM_JUDGEMENT = read_weights(FILE)  # of greedy players; of searches; of those of teams
(
    VP_1,
    VP_2,
    SPECIAL,
    DECISIVE,
    REACH_OWN,
    REACH_CARD,
    REACH_TOKEN,
    DOUBT,
    DOUBT_CARD,
    ARMY,
    ROOM,
    SHOWN_CLAN,
    POWER,
    MUTABLE,
    LISTENER,
    TOKEN,
    ADVANTAGE,
    UNKNOWN,
    CARD,
    VALUE,
    EFFECT,
    NEW_CLAN,
    NO_ROOM,
    NO_CLAN,
    HALF_WAY,
    FAR,
    DO_DRAW,
    DO_FIND,
    DO_RECOVER,
    DO_STEAL,
    DO_DISCARD,
    DO_DESTROY,
    DO_IMPRISON,
    DO_RETURN,
    DO_TOKEN_BACK,
    DO_AGAIN,
    DO_GAIN_VP,
    CONDITION,
    WEAKER_ARMY,
    WEAKER_PLAYER,
    DO_DRAGOON,
    RECRUITER,
    PRICE,
) = range(len(NAMES))

# What the effects of a card are worth: on entering play, by a token, without anybody's doing.
ON_ENTERING, BY_TOKEN, BY_ITSELF = range(3)


@lru_cache(maxsize=2)
def desk_dtype(kinds: int) -> np.dtype[np.record]:
    """What the compiled functions need beside a game: the weights, and room to think in. One for each thread."""
    return record_dtype(
        [
            ("weights", "f8", (len(NAMES),)),
            ("effects", "f8", (3, kinds)),  # worth of the effects of each card
            ("score", "f8", (MAX_PLAYERS,)),
            ("battle", "f8", (MAX_PLAYERS,)),  # strength in the battle of this round, then the chance to win it
            ("points", "f8", (MAX_PLAYERS,)),  # of a team's score, what its victory points are worth
            ("worlds", state_dtype(kinds), (3,)),  # the world of the seat that decides, and two to try things in
            ("legal", "i2", (3, KAMAKOR_MAX_LEGAL if kinds > KINDS else MAX_LEGAL)),  # of decisions within decisions
            ("seen", "i1", (kinds,)),  # copies that can be in the hand without a surprise
        ]
    )


def make_desk(tables: Any, weights: Mapping[str, float] | None = None) -> NDArray[np.void]:
    """A desk for the tables of a card set, as an array of one; ``weights`` replaces some of WEIGHTS."""
    desk = empty_records(desk_dtype(tables["level"].shape[1]), 1)
    chosen = list((WEIGHTS | dict(weights or {})).values())
    desk["weights"] = chosen
    effects = desk["effects"][0]
    code = tables["code"][0].tolist()
    for kind, programs in enumerate(tables["program"][0].tolist()):
        worth = [effect_worth(code, pc, chosen) for pc in programs]
        effects[ON_ENTERING, kind] = worth[v.ENTERS]
        effects[BY_TOKEN, kind] = worth[v.ACTIVATED]
        effects[BY_ITSELF, kind] = worth[v.ROUND_STARTS] + worth[v.PASSES] + worth[v.IMPRISONED]
        if len(programs) > v.COLON and programs[v.COLON] >= 0:
            effects[BY_TOKEN, kind] = colon_worth(code, programs[v.COLON], chosen)
    return desk


# ------------------------------------------------------------------------------------------------ cards

EFFECT_WEIGHTS = {row.number: list(WEIGHTS).index(row.weight) for row in v.EFFECT_ROWS if row.weight is not None}
USUAL_X = 1.5
MOST_CARDS = 3  # of one effect: "draw up to 5 cards in hand" does not draw 5


def sign_of(op: int, who: int) -> int:
    """Whether an effect is good for its player, 1, or bad, -1, or about the same for everybody, 0."""
    if op in (v.DRAW, v.DRAW_TO):
        return int(who == v.ME)
    if op in (v.DISCARD, v.DISCARD_TO):
        return -1 if who == v.ME else 1
    if op == v.SHADOW_JUMP:
        return int(who == v.OPPONENT_ARMY)
    return int(op != v.SACRIFICE or who == v.OPPONENTS)


def times_of(op: int, amount: int) -> float:
    """How many cards or tokens an effect moves, more or less."""
    if op in (v.LOOK, v.SEARCH):
        return 1  # however many are looked at
    return USUAL_X if amount == v.USE_X else min(max(amount, 1), TOKENS if op == v.TOKEN_BACK else MOST_CARDS)


def effect_worth(code: list[list[int]], pc: int, weights: list[float]) -> float:
    """What the program that begins in row ``pc`` is worth to its player, roughly: the sum of its effects."""
    total, share, conditional = 0.0, 1.0, 0
    while pc >= 0 and code[pc][v.OP] != v.END:
        op = code[pc][v.OP]
        if pc >= conditional:
            share = 1.0
        if op in (v.IF, v.MAY):
            share *= weights[CONDITION]
            conditional = code[pc][v.ARG]  # as far as a no would leap
        elif op in EFFECT_WEIGHTS:
            times = sign_of(op, code[pc][v.WHO]) * times_of(op, code[pc][v.AMOUNT])
            total += share * times * weights[EFFECT_WEIGHTS[op]]
        pc += 1
    return total


def colon_worth(code: list[list[int]], pc: int, weights: list[float]) -> float:
    """What a power after a colon is worth, less what has to be done for it; it need not be used."""
    price = weights[PRICE] * max(code[pc][v.AMOUNT], 1)
    return max(effect_worth(code, pc + 1, weights) - price, 0.0)


@rule
def nearness(st: State, tb: Tables, desk: Any, seat: int, kind: int, row_1: int, row_2: int) -> float:
    """How near a card in hand is to being placed, from the clans that the rows show: 1 is now and for nothing."""
    level = int(tb.level[kind])
    in_row_1 = (row_1 >> int(tb.clan[kind])) & 1
    if level == 1:
        if st.row_size[seat, 0] == COLUMNS:
            return 0.0
        free = in_row_1 or st.row_size[seat, 0] == 0 or is_recruited(st, tb, seat)
        return 1.0 if free else float(desk.weights[NEW_CLAN])
    if level == 2 and not in_row_1:
        return float(desk.weights[NO_CLAN])
    if level == 3:
        rows = in_row_1 + ((row_2 >> int(tb.clan[kind])) & 1)
        if rows < 2:
            return float(desk.weights[HALF_WAY if rows == 1 else FAR])
    return 1.0 if st.row_size[seat, level - 1] < st.row_size[seat, level - 2] else float(desk.weights[NO_ROOM])


@rule
def card_worth(st: State, tb: Tables, desk: Any, kind: int, near: float) -> float:
    """What a card is worth in hand that is so near to being placed."""
    w = desk.weights
    return float(w[CARD] + near * (w[VALUE] * card_value(st, tb, kind) + w[EFFECT] * desk.effects[ON_ENTERING, kind]))


@rule
def note_seen(st: State, desk: Any, seat: int) -> None:
    """Which cards could be in the hand after the present decision without a surprise."""
    for kind in range(kinds_of(st)):
        desk.seen[kind] = st.hand[seat, kind] + st.discard[kind]
    for i in range(st.look_size):
        desk.seen[st.look[i]] += 1
    for slot in range(SLOTS):
        if st.army[seat, slot] != NO_CARD:
            desk.seen[st.army[seat, slot]] += 1


# ------------------------------------------------------------------------------------------------ positions


@rule
def held_points(st: State, desk: Any, seat: int, more: int) -> float:
    """What the victory points of a seat are worth, with so many more."""
    points = int(st.victory_points[seat]) + more
    return float(desk.weights[VP_1 + points - 1]) if points > 0 else 0.0


@rule
def add_own_hand(st: State, tb: Tables, desk: Any, seat: int) -> None:
    w = desk.weights
    row_1 = clans_in_row(st, tb, seat, 0)
    row_2 = clans_in_row(st, tb, seat, 1)
    unknown = int(st.hand_size[seat])
    reach = 0.0
    for kind in range(kinds_of(st)):
        copies = min(int(st.hand[seat, kind]), int(desk.seen[kind]))
        if copies > 0:
            unknown -= copies
            near = nearness(st, tb, desk, seat, kind, row_1, row_2)
            desk.score[seat] += copies * card_worth(st, tb, desk, kind, near)
            if near == 1.0:
                reach += copies * w[REACH_OWN] * card_value(st, tb, kind)
    desk.score[seat] += w[UNKNOWN] * unknown
    if st.passed[seat] == 0:
        desk.battle[seat] += reach + w[REACH_CARD] * unknown


@rule
def add_other_hand(st: State, desk: Any, seat: int) -> None:
    desk.score[seat] += desk.weights[UNKNOWN] * st.hand_size[seat]
    if st.passed[seat] == 0:
        desk.battle[seat] += desk.weights[REACH_CARD] * st.hand_size[seat]


@rule
def battle_points(st: State, tb: Tables, desk: Any, seat: int) -> float:
    """What the victory point of this round's battle is worth to a seat, unless it ends the game."""
    if st.victory_points[seat] == victory_of(tb) - 1:
        return 0.0
    chance = desk.battle[seat] * (1 + st.teams)
    return float(chance * (held_points(st, desk, seat, 1) - held_points(st, desk, seat, 0)))


@rule
def join_partners(worth: Any, weaker: float) -> None:
    """Give partners, opposite each other, what they are worth together: the stronger one, and a part of the other."""
    for seat in range(2):
        one, other = worth[seat], worth[partner_of(seat)]
        worth[seat] = max(one, other) + weaker * min(one, other)
        worth[partner_of(seat)] = worth[seat]


@rule
def join_teams(st: State, tb: Tables, desk: Any, in_battle: bool) -> None:
    """The scores of teams: that of both partners, the victory points counted once (K-3.1)."""
    for seat in range(st.num_players):
        in_doubt = battle_points(st, tb, desk, seat) if in_battle else 0.0
        desk.points[seat] = held_points(st, desk, seat, 0) + in_doubt
        desk.score[seat] -= desk.points[seat]
    join_partners(desk.score, float(desk.weights[WEAKER_PLAYER]))
    for seat in range(st.num_players):
        desk.score[seat] += desk.points[seat]


@rule
def add_battle(st: State, tb: Tables, desk: Any) -> None:
    """Everybody's chance to win the battle, and what its victory point is worth unless it ends the game.

    Partners have half the chance of their team each.
    """
    if st.teams:
        join_partners(desk.battle, float(desk.weights[WEAKER_ARMY]))
    doubt = desk.weights[DOUBT]
    best = 0.0
    for seat in range(st.num_players):
        best = max(best, desk.battle[seat])
        if st.passed[seat] == 0:
            doubt += desk.weights[DOUBT_CARD] * st.hand_size[seat]
    total = 0.0
    for seat in range(st.num_players):
        desk.battle[seat] = math.exp((desk.battle[seat] - best) / doubt)
        total += desk.battle[seat]
    for seat in range(st.num_players):
        desk.battle[seat] /= total
        desk.score[seat] += battle_points(st, tb, desk, seat)


@rule
def turn_up(st: State, tb: Tables) -> None:
    """Turn up all imprisoned cards, as the next round will (G-8.5)."""
    changed = False
    for seat in range(st.num_players):
        for slot in range(SLOTS):
            if st.face[seat, slot] == FACE_DOWN:
                st.face[seat, slot] = FACE_UP
                changed = changed or tb.has_globals[st.army[seat, slot]] != 0
    if changed:
        refresh_globals(st, tb)


@rule
def offers_special_victory(st: State) -> bool:
    for which in range(v.WIN_NAMED, v.WIN_OZEKIS + 1):
        if st.globals[which] != 0:
            return True
    return False


@rule
def add_army(st: State, tb: Tables, desk: Any, seat: int) -> None:
    """What stands on the table in the next round, when all cards are face up."""
    w = desk.weights
    worth = w[ARMY] * strength(st, tb, seat) + w[ROOM] * (st.row_size[seat, 0] - st.row_size[seat, 2])
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            kind = st.army[seat, slot]
            worth += w[POWER] * desk.effects[BY_TOKEN, kind] + w[LISTENER] * desk.effects[BY_ITSELF, kind]
            if tb.mutation_cost[kind] == 0:
                worth += w[MUTABLE]
    shown = clans_in_row(st, tb, seat, 0)
    for clan in range(clans_of(st)):
        worth += w[SHOWN_CLAN] * ((shown >> clan) & 1)
    if has_kamakor(st):
        worth += w[DO_DRAGOON] * st.dragoons[seat]
        if st.row_size[seat, 0] < COLUMNS and is_recruited(st, tb, seat):
            worth += w[RECRUITER]
    desk.score[seat] += worth


@rule
def expected_return(st: State, tb: Tables, desk: Any, seat: int, in_battle: bool) -> float:
    """From scores to a return: the battle may end the game; if not, chances grow with the scores."""
    n = int(st.num_players)
    ended = 0.0
    expected = 0.0
    total = 0.0
    for other in range(n):
        total += math.exp(desk.weights[DECISIVE] * (desk.score[other] - desk.score[seat]))
        if in_battle and st.victory_points[other] == victory_of(tb) - 1:
            ended += desk.battle[other]
            share = 1.0 / (n - 1) if st.teams else 1.0  # partners share a victory
            expected += desk.battle[other] * (-1.0 / (n - 1) if is_opponent(st, seat, other) else share)
    return expected + (1.0 - ended) * (n / total - 1.0) / (n - 1)


@shared_rule
def evaluate(st: State, tb: Tables, desk: Any, seat: int, round_number: int) -> float:
    """The return that a seat, or its team, may expect between two turns; imprisoned cards are turned up.

    When a later round than ``round_number`` has begun, only what is left of the old one is looked at: the hopes for the
    new one would be an unfair gain over positions where the old one still goes on.
    """
    if st.ending != RUNNING:
        return win_return(st, tb, seat)
    w = desk.weights
    in_battle = st.round_number == round_number
    for other in range(st.num_players):
        desk.score[other] = held_points(st, desk, other, 0)
        desk.battle[other] = strength(st, tb, other)
        if st.advantage == other:
            desk.score[other] += w[ADVANTAGE]
            desk.battle[other] += 0.5  # it wins ties
        if in_battle and st.passed[other] == 0:
            desk.score[other] += w[TOKEN] * st.tokens[other]
            desk.battle[other] += w[REACH_TOKEN] * st.tokens[other]
        if other == seat:
            add_own_hand(st, tb, desk, other)
        else:
            add_other_hand(st, desk, other)
    if in_battle:
        add_battle(st, tb, desk)
    turn_up(st, tb)
    special = offers_special_victory(st)
    for other in range(st.num_players):
        add_army(st, tb, desk, other)
        if special and special_victory(st, tb, other) >= 0:
            desk.score[other] += w[SPECIAL]
    if st.teams:
        join_teams(st, tb, desk, in_battle)
    return expected_return(st, tb, desk, seat, in_battle)
