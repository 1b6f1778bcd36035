"""The pages about Goblin Laundromat that are made from the sources; ``python docs/generate.py`` writes them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from docs.generate import check_words, code, comments_of, kinds_table, page, table, vector_table
from gosu_env.laundromat import state
from gosu_env.laundromat.actions import blocks
from gosu_env.laundromat.cards import CardSet, load_cards
from gosu_env.laundromat.observe import observation_blocks
from gosu_env.laundromat.state import CATEGORIES, DECISIONS, SPECIES, STAINS
from gosu_env.laundromat.text import limit_text, stain_text

PLAYERS = (2, 3, 4, 5)

DECISION_MEANINGS = {
    "none": ("", "nothing: the game is over"),
    "take": ("TAKE", "a garment of the hand, or of the market, for the basket (L-3.2, L-6.1)"),
    "wash": ("STOP, DRAW, DRAW_WITH_POTION", "stop the wash, or turn over another garment (L-4.2, L-4.3)"),
    "keep": ("KEEP", "the garment to keep of a failed wash (L-4.2)"),
}


# ------------------------------------------------------------------------------------------------ cards


def garment_tables(cards: CardSet) -> Iterable[str]:
    for species, word in enumerate(SPECIES):
        own = [garment for garment in cards.garments if garment.species == species]
        yield f"### {word.capitalize()}: {cards.baskets[species].name}"
        rows = [
            [
                garment.kind,
                garment.name,
                CATEGORIES[garment.category],
                garment.copies,
                stain_text(garment.stains),
                garment.coins or "",
                garment.provenance,
            ]
            for garment in own
        ]
        yield table(["Kind>", "Garment", "Category", "Copies>", "Stains", "Coins>", "Provenance"], rows)


def cards_page() -> str:
    cards = load_cards()
    programmes = [
        [
            row.index + 1,
            row.name,
            row.type_name,
            row.cycle,
            limit_text(row),
            f"{row.temperature}°",
            "clockwise" if row.clockwise else "anticlockwise",
            row.coins,
            row.provenance,
        ]
        for row in cards.programmes
    ]
    contests = [[CATEGORIES[row.category], row.first, row.second, row.provenance] for row in cards.contests]
    head = ["Number>", "Programme", "Type", "Cycle>", "At most", "Temperature>", "Direction", "Coins>", "Provenance"]
    return page(
        f"""
# The cards of Goblin Laundromat

{len(cards)} different garments, {state.CARDS} with copies, {len(cards.programmes)} programmes, {len(cards.baskets)}
baskets, and a potion of {cards.potion_coins} coins for every player. The rulebook prints the composition, not the
cards: these are this project's own, within [the rules](rules.md) (L-1.1 to L-1.3). They are data, in
`gosu_env/laundromat/cards/default.toml`; `cards="my.toml"`, an option of every game, plays with others. A set of one's
own has {len(cards)} different garments and {state.CARDS} in all, 1 to {state.MOST_COPIES} copies of each, and five
programmes of each type with different temperatures. A wrong file is refused with the row, the field and the reason.
""",
        "## Garments",
        *garment_tables(cards),
        "## Programmes",
        table(head, programmes),
        "## The most and the next most (L-5.2)",
        table(["Category", "First>", "Second>", "Provenance"], contests),
    )


# ------------------------------------------------------------------------------------------------ spaces


def record_rows() -> Iterable[list[object]]:
    """Fields, with the comments beside them."""
    comments = comments_of(inspect.getsource(state.State))
    for name, (kind, offset, *_) in (state.STATE.fields or {}).items():
        base, shape = kind.subdtype if kind.subdtype else (kind, ())
        if kind.itemsize:
            yield [code(name), base.name, " × ".join(map(str, shape)), offset, comments.get(name, "").replace("|", "")]


def spaces_page() -> str:
    check_words("decisions", DECISION_MEANINGS, DECISIONS)
    sizes = [[n, blocks(n)[-1].stop, observation_blocks(n)[-1].stop] for n in PLAYERS]
    decisions = [[i, code(word), *DECISION_MEANINGS[word]] for i, word in enumerate(DECISIONS)]
    parts = [
        """
# Actions, observations and record of Goblin Laundromat

Seats are numbered clockwise from 0; in observations `me` is the seat that looks, `opp1` the next clockwise. A kind is
the number of a garment, as [the list of cards](cards.md) has it.
""",
        table(["Players>", "Actions>", "Observation>"], sizes),
        "## Actions\n\nThe same for every number of players.",
        vector_table(blocks(2)),
        "## Decisions",
        table(["Number>", "Decision", "Answered with", "What is asked"], decisions),
        """
## Observations

What a seat with a perfect memory knows, in counts: [what players remember](rules.md#what-players-remember). Garments
and programmes are numbered from 1 where a single one is meant, and 0 is none.
""",
        kinds_table(),
    ]
    for n in PLAYERS:
        parts += [f"### Observation with {n} players", vector_table(observation_blocks(n), kinds=True)]
    parts += [
        f"""
## The record

A game is one numpy record of {state.STATE.itemsize} bytes, `game.state`. Types of stains are
{", ".join(f"{i} {word}" for i, word in enumerate(STAINS))}.
""",
        table(["Field", "Type", "Shape", "Offset>", "Meaning"], record_rows()),
    ]
    return page(*parts)


def pages() -> dict[str, str]:
    """The text of every generated page, by its name."""
    return {"cards.md": cards_page(), "spaces.md": spaces_page()}
