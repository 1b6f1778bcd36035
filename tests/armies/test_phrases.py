"""Instructions of any game of armies as sentences, with its own nouns and parts."""

from __future__ import annotations

import pytest

from gosu_env.armies.language import ANY, Filter, Instruction
from gosu_env.armies.phrases import Nouns, Phrases, Subject, before, listed
from gosu_env.armies.vocabulary import ALL_OF_THEM, USE_X, Conditions, Effects

EFFECTS = Effects()
END = EFFECTS.row("end", "the program is over")
DRAW = EFFECTS.row("draw", "", verb="draw", phrase="{players:draw} {some}")
SEARCH = EFFECTS.row("search", "", verb="search", phrase="{players:search} {their} deck for {some}; {they} keep {it}")
DESTROY = EFFECTS.row("destroy", "", verb="destroy", phrase="destroy {aim:FREE}")
IF = EFFECTS.row("if", "")
MAY = EFFECTS.row("may", "")
CONDITIONS = Conditions()
SUPREMACY = CONDITIONS.row("supremacy", "if you own a Supremacy token")
HIT = CONDITIONS.row("hit", "if {hit}")
HAND = CONDITIONS.row("hand", "if you have {amount} cards")

NOUNS = Nouns(
    levels=("Troop", "Hero", "Immortal"),
    clans=("Abhilasha", "Galmi"),
    plurals={"Hero": "Heroes"},
    keywords={"will": "Force of Will"},
    bracket="with a Supremacy token",
)
PHRASES = Phrases(
    NOUNS,
    EFFECTS,
    CONDITIONS,
    (Subject(""), Subject("the opponent"), Subject("both players", singular=False)),
    {"aim": lambda step: before(lambda word: NOUNS.cards(step, word))},
    leaps=(IF, MAY),
    told={"hit": lambda steps: f"{len(steps)} effects were done"},
    price=lambda program: ("you may pay", 2) if [step.op for step in program[:2]] == [IF, MAY] else None,
)


def levels(*numbers: int) -> Filter:
    return Filter(levels=frozenset(numbers))


@pytest.mark.parametrize(
    ("fits", "noun"),
    [
        (ANY, "card"),
        (levels(1, 2), "Troop or Hero"),
        (levels(1, 2, 3), "card"),
        (Filter(clan=1), "Galmi card"),
        (Filter(levels=frozenset({1, 2}), clan=1), "Galmi Troop or Galmi Hero"),
        (Filter(keywords=frozenset({"veteran"})), "Veteran card"),
        (Filter(keywords=frozenset({"wonder", "will"})), "Force of Will or Wonder card"),
        (Filter(clan=0, levels=frozenset({3}), keywords=frozenset({"echo"})), "Abhilasha Echo Immortal"),
    ],
)
def test_the_noun_of_a_filter(fits: Filter, noun: str) -> None:
    assert NOUNS.noun(fits) == noun


@pytest.mark.parametrize(
    ("amount", "bonus", "fits", "words"),
    [
        (1, 0, ANY, "a card"),
        (1, 0, levels(3), "an Immortal"),
        (1, 1, levels(2), "1 (+1) Heroes"),
        (USE_X, 0, ANY, "X cards"),
        (ALL_OF_THEM, 0, Filter(named_clan=True), "all cards of that clan"),
        (2, 0, Filter(named_clan=True, named_level=True), "2 cards of that clan and level"),
        (1, 0, Filter(names=frozenset({"Arpia"})), "Arpia"),
        (2, 0, Filter(names=frozenset({"Timer", "Arpia"})), "2 of Arpia or Timer"),
        (2, 0, levels(1, 2), "2 Troops or Heroes"),
        (2, 0, Filter(clan=1, levels=frozenset({2})), "2 Galmi Heroes"),
        (USE_X, 0, Filter(keywords=frozenset({"wonder", "will"})), "X Force of Will or Wonder cards"),
        (ALL_OF_THEM, 0, Filter(names=frozenset({"Timer"})), "all cards named Timer"),
    ],
)
def test_a_number_of_cards(amount: int, bonus: int, fits: Filter, words: str) -> None:
    assert NOUNS.some(amount, bonus, fits) == words


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ([Instruction(DRAW, 1, 2)], "The opponent draws 2 cards."),
        ([Instruction(DRAW, 2, 1)], "Both players draw a card."),
        ([Instruction(SEARCH, 0, 1)], "Search your deck for a card; you keep it."),
        ([Instruction(SEARCH, 1, 2)], "The opponent searches their deck for 2 cards; they keep them."),
        (
            [Instruction(DESTROY, 0, 1, fits=levels(1), instead=levels(1, 2))],
            "Destroy a FREE Troop (with a Supremacy token, a FREE Troop or Hero).",
        ),
        (
            [Instruction(IF, SUPREMACY, skip=1), Instruction(DRAW, 0, 1), Instruction(DRAW, 0, 2)],
            "If you own a Supremacy token, draw a card. Draw 2 cards.",
        ),
        (
            [Instruction(DESTROY, 0, 1, fits=levels(1), instead=ANY)],
            "Destroy a FREE Troop (with a Supremacy token, any FREE card).",
        ),
        ([Instruction(DESTROY, 0, 2, fits=levels(2))], "Destroy 2 FREE Heroes."),
        ([Instruction(MAY, skip=1), Instruction(DRAW, 1, 1)], "You may have the opponent draw a card."),
        (
            [Instruction(DRAW, 2, 1), Instruction(MAY, skip=1), Instruction(DRAW, 2, 1)],
            "Both players draw a card. You may do that again.",
        ),
        ([Instruction(MAY, skip=2), *[Instruction(DRAW, 0, 1)] * 2], "You may draw a card; draw a card."),
        (
            [Instruction(IF, HAND, 3, skip=2), Instruction(MAY, skip=1), Instruction(DRAW, 0, 1)],
            "You may pay: draw a card.",
        ),
        (
            [Instruction(DRAW, 0, 1), Instruction(IF, HIT, skip=1), Instruction(DRAW, 0, 1)],
            "Draw a card. If 1 effects were done, draw a card.",
        ),
        ([Instruction(IF, HAND, 3, skip=1), Instruction(DRAW, 0, 1)], "If you have 3 cards, draw a card."),
    ],
)
def test_a_program_as_sentences(program: list[Instruction], text: str) -> None:
    assert PHRASES.program_text(program) == text


def test_lists() -> None:
    assert [listed(names, "or") for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A or B",
        "A, B or C",
    ]
