"""The action space: one flat ``Discrete``, in blocks.

Ids mean the same in every state. Armies and players are relative to the decider: "own" and "enemy".

    PASS · DRAW_ONE · DRAW_THREE · YES · NO · DONE · SPENT · WONDER · CAPTURE · DESTROY · FREE · ME · OPPONENT
    · LEVEL(3) · CLAN(8) · SHIFT(15) · ACTIVATE(15) · PLACE(88) · OLD(88) · CARD(88) · OWN(15) · ENEMY(15)
"""

from __future__ import annotations

from gosu_env.armies.state import ANSWER_DONE, ANSWER_SPENT, ROWS, SLOTS
from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Block, Row
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.state import CLANS, KINDS, State

PASS = 0
DRAW_ONE = 1
DRAW_THREE = 2
YES = 3
NO = 4
DONE = 5
SPENT = 6
USE_WONDER = 7
CAPTURE = 8
DESTROY = 9
FREE = 10
ME = 11
OPPONENT = 12
LEVEL = 13
CLAN = LEVEL + ROWS
SHIFT = CLAN + CLANS
ACTIVATE = SHIFT + SLOTS
PLACE = ACTIVATE + SLOTS
OLD = PLACE + KINDS
CARD = OLD + KINDS
OWN = CARD + KINDS
ENEMY = OWN + SLOTS
NUM_ACTIONS = ENEMY + SLOTS

ANSWER_WONDER = -4  # beside those of every game of armies


@rule
def slot_action(st: State, place: int) -> int:
    """OWN(slot) or ENEMY(slot) of a place, as the decider says it."""
    return (OWN if place // SLOTS == st.decider else ENEMY) + place % SLOTS


@rule
def answer_of(st: State, action: int) -> int:
    """What an action answers that is not one of a turn: 1/0, a level, a clan, a seat, a kind, a place, a mode.

    OLD(card), a card from the discard, is its kind + the number of kinds.
    """
    if action >= ENEMY:
        return int((1 - st.decider) * SLOTS) + action - ENEMY
    if action >= OWN:
        return int(st.decider * SLOTS) + action - OWN
    if action >= CARD:
        return action - CARD
    if action >= OLD:
        return KINDS + action - OLD
    if action >= PLACE:
        return action - PLACE
    if CLAN <= action < SHIFT:
        return action - CLAN
    if LEVEL <= action < CLAN:
        return action - LEVEL + 1
    if action == ME:
        return int(st.decider)
    if action == OPPONENT:
        return int(1 - st.decider)
    if action == CAPTURE:
        return v.CAPTURE
    if action == DESTROY:
        return v.DESTROY
    if action == FREE:
        return v.FREE
    if action == USE_WONDER:
        return ANSWER_WONDER
    if action == DONE:
        return ANSWER_DONE
    if action == SPENT:
        return ANSWER_SPENT
    return 1 if action == YES else 0


def blocks() -> tuple[Block, ...]:
    """The action space, block by block."""
    rows: list[Row] = [
        ("PASS", 1, "pass: out until the round ends"),
        ("DRAW_ONE", 1, "spend one activation token, draw one card"),
        ("DRAW_THREE", 1, "spend two activation tokens, draw three cards"),
        ("YES", 1, "yes; to a card with Force of Will: discard it"),
        ("NO", 1, "no"),
        ("DONE", 1, "stop here"),
        ("SPENT", 1, "take back a token from the spent ones"),
        ("WONDER", 1, "spend the Wonder token: one card less to discard"),
        ("CAPTURE", 1, "capture that card"),
        ("DESTROY", 1, "destroy that card"),
        ("FREE", 1, "free that card"),
        ("ME", 1, "oneself"),
        ("OPPONENT", 1, "the opponent"),
        ("LEVEL", ROWS, "that level, or the row of it"),
        ("CLAN", CLANS, "that clan, or its tile"),
        ("SHIFT", SLOTS, "shift the card in that slot of one's army"),
        ("ACTIVATE", SLOTS, "put a token on the card in that slot of one's army"),
        ("PLACE", KINDS, "place that card from hand"),
        ("OLD", KINDS, "that card from the discard: to place or to bring in"),
        ("CARD", KINDS, "that card: to discard, take, bring in or name; revealed: into the hand"),
        ("OWN", SLOTS, "the card in that slot of one's army"),
        ("ENEMY", SLOTS, "the card in that slot of the opponent's army"),
    ]
    return Block.lay_out(rows, "bit")  # of a mask
