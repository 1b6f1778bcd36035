"""What is printed on a card, as numbers: for networks that read cards instead of remembering which is which.

Two cards that print the same have the same numbers, in every set; a card that no network has seen still says what it
does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.spec import Block, Spec
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import CLAN_NAMES, LEVEL_NAMES, Card

FIRST_EFFECT = v.DRAW  # those before are the course of the game itself
EFFECTS = len(v.EFFECTS) - FIRST_EFFECT
TRIGGERS, CONDITIONS, GLOBALS = len(v.TRIGGERS), len(v.CONDITIONS), len(v.GLOBALS)
UNIT = 4.0
EVERYTHING = 4  # stands for "all"
LISTS = ("discard", "hand", "shown", "pool")  # pieces of an observation with an entry for every card
ANSWERS = ("PLACE", "CARD")  # blocks of actions with one for every card

PRINTED_SPEC = Spec(
    Block.lay_out(
        [
            ("clan", len(CLAN_NAMES), "one-hot"),
            ("level", len(LEVEL_NAMES), "one-hot; 1 also for the other levels that it counts as"),
            ("mutation", 2, "whether it can mutate, and a quarter of its cost"),
            ("keywords", 4, "zombie mutation, Shadow Jump, Recruiter, a quarter of what it eases mutation by"),
            (
                "effects",
                TRIGGERS * EFFECTS,
                "for every trigger and effect, a quarter of its number, of 1 where none is said",
            ),
            ("bonuses", TRIGGERS * EFFECTS, "a quarter of what is added while an opponent has more VP"),
            (
                "players",
                TRIGGERS * EFFECTS,
                "whose cards or armies an effect is about, a quarter of the number of the word",
            ),
            ("levels", TRIGGERS * EFFECTS, "which part of the levels its filter lets through"),
            ("clans", TRIGGERS * EFFECTS, "whether its filter names clans or cards"),
            (
                "conditions",
                TRIGGERS * CONDITIONS,
                "for every trigger and condition, a quarter of its number, of 1 where none is said",
            ),
            ("asks", TRIGGERS, "whether the player may decline"),
            ("globals", GLOBALS, "a quarter of the value of every Global"),
        ]
    )
)


def printed(card: Card) -> NDArray[np.float32]:
    """The numbers of a card, as ``PRINTED_SPEC`` says."""
    out = np.zeros(PRINTED_SPEC.size, np.float32)
    part = {name: out[PRINTED_SPEC[name]] for name in PRINTED_SPEC}
    part["clan"][card.clan] = 1
    part["level"][[level - 1 for level in card.levels]] = 1
    if card.mutation is not None:
        part["mutation"][:] = 1, card.mutation / UNIT
    part["keywords"][:] = card.zombie, card.shadow_jump, card.recruiter, card.eases / UNIT
    for trigger, program in card.programs.items():
        for step in program:
            if step.op == v.IF:
                part["conditions"][trigger * CONDITIONS + step.who] += max(step.amount, 1) / UNIT
            elif step.op == v.MAY:
                part["asks"][trigger] = 1
            else:
                place = trigger * EFFECTS + step.op - FIRST_EFFECT
                amount = EVERYTHING if step.amount == v.ALL_OF_THEM else 1 if step.amount == v.USE_X else step.amount
                part["effects"][place] += max(amount, 1) / UNIT
                part["bonuses"][place] += step.bonus / UNIT
                part["players"][place] = step.who / UNIT
                part["levels"][place] = len(step.fits.levels or LEVEL_NAMES) / len(LEVEL_NAMES)
                part["clans"][place] = step.fits.clan is not None or step.fits.named_clan or bool(step.fits.names)
    for bound in card.globals:
        part["globals"][list(bound.entries)] = bound.value / UNIT
    return out


def printed_cards(rules: Any) -> NDArray[np.float32]:
    """The numbers of all cards of a set, (kinds, size); a smaller set leaves some kinds out."""
    out = np.zeros((rules.cards.kinds, PRINTED_SPEC.size), np.float32)
    for card in rules.cards.cards:
        out[card.kind] = printed(card)
    return out
