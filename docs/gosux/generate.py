"""The pages about GOSU X that are made from the sources; ``python docs/generate.py`` writes them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from docs.generate import (
    check_words,
    code,
    comments_of,
    kinds_table,
    noted,
    numbered,
    option_table,
    page,
    record_table,
    refusal_of,
    table,
    vector_table,
)
from gosu_env.armies import state as armies_state
from gosu_env.gosux import state
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.actions import NUM_ACTIONS, blocks
from gosu_env.gosux.cards import (
    CLAN_NAMES,
    DEFAULT_SET,
    FIELDS,
    PERMANENTS,
    PROGRAM_FIELDS,
    Card,
    CardSet,
    load_cards,
    parse_card_set,
)
from gosu_env.gosux.language import AREA_WORDS, ARMY_WORDS, COUNTED_WORDS, FORMS, LANGUAGE, WHO_WORDS
from gosu_env.gosux.observe import observation_blocks
from gosu_env.gosux.options import XOptions
from gosu_env.gosux.text import KEYWORD_NAMES, PHRASES, TRIGGER_TEXTS, effect_text, keyword_text, law_text

# ------------------------------------------------------------------------------------------------ words

FIELD_MEANINGS = {
    "name": "what the card is called; every name once in a set. What stands in brackets at its end is an addition: "
    "cards that differ in it alone share a name (X-5.2)",
    "english": "what the name means, where it is not English",
    "clan": "one of " + ", ".join(f"`{word}`" for word in state.CLAN_WORDS),
    "level": "1 Troop, 2 Hero, 3 Immortal; copies and value follow from it",
    "shift": "0 to 9, the cards to discard for shifting it; left out: it cannot be shifted (X-5.1)",
    "symbols": "1 or 2 activation symbols: so many tokens fit on it, each repeats `arrives` (X-6.2)",
    "keywords": "a list of " + ", ".join(f"`{word}`" for word in state.KEYWORDS),
    "will": "with `force_of_will`: what it cancels, `loss` (a capture or destruction of a card of one's own) or "
    "`activation` (X-8.7)",
    "counts_as_names": "names that it counts as, too, while face up in play",
    "ruling": "what was decided where the public record is unclear",
    "provenance": "where the card comes from",
}
FIELD_NEEDED = ("name", "clan", "level", "provenance")
PERMANENT_MEANINGS = {
    "law": "works like the tile of its clan, for its player; that of Narashima for both",
    "every_level": "counts as every level everywhere, and may be placed in any row",
    "mirrors": "has the keywords, effects and activation symbols of its mirror card (X-8.11)",
    "doubles": "is worth twice as much while the opponent has a Bounty card",
    "hunts": "one more card for a Bounty",
    "echoes": "adjacent cards have Echo",
    "wild": "counts as all clans of its player's deck everywhere",
    "mourned": "whoever removes it from the game out of its player's discard draws a card",
}
TRIGGER_MEANINGS = {
    "arrives": "the card enters play, or a token activates it (X-5.4, X-6.2)",
    "captured": "the card was captured",
    "turn_ends": "a turn of its player ends, before the hand limit",
    "spends_two": "its player spent two tokens to draw three cards (X-6.1)",
    "passes_first": "its player passed, and the opponent has not",
    "wins_battle": "its player took a Supremacy token in a Great Battle, and the game goes on",
    "loses_battle": "its player took none, and the game goes on",
    "shuffles": "its player's whole discard was shuffled into the deck",
}
TAKES = {
    "amount": "a number",
    "x": "`X`",
    "who": "players",
    "army": "an army",
    "fits": "a filter",
    "area": "an area",
    "counted": "what is counted",
    "keep": "`keep N`",
    "to": "`to N`",
    "up_to": "`up to`",
    "limit": "`N`",
    "instead": "`(supremacy …)`",
}
WHO_NOTES = {
    "me": "the effect's player; meant when no players are named",
    "opponent": "the opponent",
    "everyone": "both players, in turn order",
    "larger_army": "the player with more cards in play; of equals nobody has more",
    "larger_hand": "the player with more cards in hand; of equals nobody has more",
    "chosen": "the one named by `choose player`",
}
ARMY_NOTES = {
    "any": "both armies; meant when no army is named (X-3.4)",
    "own": "one's own army",
    "enemy": "the opponent's army",
}
AREA_NOTES = {
    "crossing": "in the row or the column of this card",
    "adjacent": "beside, above or below this card",
    "discard": "in a discard",
    "freed": "the card that was freed just now",
}
COUNTED_NOTES = {
    "galmi_column": "Galmi cards in the column of this card",
    "clans_column": "different clans in the column of this card",
    "clans_row": "different clans in its row",
    "clans_discard": "different clans in the own discard",
}
DECISION_MEANINGS = {
    "none": ("", "nothing: the game is over"),
    "draft": ("CLAN", "a clan to pick (X-2.2)"),
    "mulligan": ("YES, NO", "show a hand with at most one Troop and draw seven new cards? (X-2.5)"),
    "main": ("PASS, DRAW_ONE, DRAW_THREE, SHIFT, ACTIVATE, PLACE, OLD", "the action of a turn (X-3.1)"),
    "pay": ("WONDER, CARD", "a card to discard as part of a price, or the Wonder token in its place (X-8.8)"),
    "newcomer": ("OLD, CARD", "the card that comes in by a shift; by Secret Shift also from the discard (X-5.3)"),
    "row": ("LEVEL", "the row in which a card of every level is placed"),
    "echo": ("YES, NO", "resolve the arrival effect once more? (X-8.6)"),
    "react": ("YES, NO", "discard a card with Force of Will to cancel what is about to happen? (X-8.7)"),
    "bounty": ("YES, NO", "draw for a Bounty? (X-8.9)"),
    "discard": ("CARD", "a card to discard for an effect or the hand limit"),
    "target": ("DONE, OWN, ENEMY", "the card to capture, destroy, free, sacrifice, copy, lift or swap"),
    "mode": ("CAPTURE, DESTROY, FREE", "what is done to it"),
    "swap_with": ("OWN, ENEMY", "the other card of a swap"),
    "keep": ("CARD", "a revealed card to take, or to put on top"),
    "take": ("DONE, CARD", "a card of a discard to take, copy, remove or put on top"),
    "search": ("CARD", "a card of one's deck"),
    "forbid": ("CARD", "a card that the opponent may not play"),
    "seat": ("ME, OPPONENT", "a player"),
    "clan": ("CLAN", "a clan to name"),
    "level": ("LEVEL", "a level to name"),
    "may": ("YES, NO", "use the effect?"),
    "order": ("OWN, ENEMY", "which of several effects of one moment happens first: the card it belongs to"),
    "token": ("DONE, SPENT, OWN", "the token to take back (X-6.3)"),
    "tile": ("CLAN", "a tile to turn over"),
    "pay_bounty": ("DONE, CARD", "a Bounty card of the hand to discard, or none"),
    "pay_clan": ("DONE, CLAN", "a clan of which cards are discarded, or none"),
}
FIELD_OF_RECORD = {
    "max_decisions": "the option",
    "decisions": "answers given so far, forced ones included",
    "num_players": "2",
    "auto_forced": "the option",
    "turn_seat": "whose turn it is",
    "decider": "the seat that has to decide, or -1",
    "look_size": "cards that are revealed",
    "hand_size": "cards in hand",
    "deck_size": "cards in the deck",
    "discard_size": "cards in the discard",
    "stack": "frames of pending effects, their columns below",
    "supremacy": "Supremacy tokens",
    "passed": "1: has passed this round",
    "row_size": "cards in each row of the army",
    "face": "0 face up, 1 face down (captured), 2 arriving",
    "discard": "copies of each kind",
    "ghosts_size": "how many ghosts there are",
    "spare": "nothing; it fills the record up",
    "ghosts": "cards of which nobody can tell when they were drawn: kind, epochs in which they came into the deck and "
    "the hand, and when they were shown",
}
FRAME_MEANINGS = {
    "pc": "the code row it has come to",
    "kind": "the card whose program it is, or -1",
    "owner": "the seat the effect belongs to",
    "place": "where that card stood when the program was started",
    "group": "0: running; otherwise the moment in which it waits to be started",
    "step": "how far the instruction has come",
    "count": "how many are left to choose, discard, pay",
    "cursor": "which player an effect on several players has come to",
    "x": "X; in the Song of the Dead, how many cards more the first player sacrifices",
    "seat": "the player chosen, or -1; in the Song of the Dead, who starts the next round",
    "target": "the place aimed at, or -1",
    "hit": "1: an effect of this program has done something",
    "clan": "the clan named",
    "level": "the level named, or that of a card that was discarded for the effect",
    "card": "the card named or copied, or -1",
    "chain": "bits of the cards that copied each other in this chain",
}
ENDING_MEANINGS = {
    "running": "it has not ended",
    "supremacy": "by a second Supremacy token (X-1.1); two winners: a draw (X-1.5)",
    "fifth token": "by a fifth activation token (X-1.2)",
    "fifteen cards": "by 15 face-up cards (X-1.3)",
    "truncated": "`max_decisions` answers were given; nobody wins",
    "fault": "an error of the engine, which no game may have: no rule knows a word of a program; `describe()` names it",
    "goan sul": "by a Great Battle won by 10 or more under the permanent effect of Goan Sul (X-1.4)",
    "justice": "by the third tile turned over, with a Supremacy token (X-1.4)",
}


# ------------------------------------------------------------------------------------------------ cards


def card_row(card: Card) -> list[object]:
    name = f"**{card.name}**" + (f"<br>{card.english}" if card.english else "")
    shift = "–" if card.shift is None else card.shift
    source = card.provenance + (f"<br>*Ruling:* {card.ruling}" if card.ruling else "")
    level = f"{card.level} {card.level_name}"
    return [
        name,
        level,
        shift,
        card.symbols or "",
        keyword_text(card),
        effect_text(card) or "–",
        source,
        card.kind,
    ]


def card_tables(cards: CardSet) -> Iterable[str]:
    head = ["Card", "Level", "Shift>", "Symbols>", "Keywords", "Text", "Provenance", "Kind>"]
    for clan, name in enumerate(CLAN_NAMES):
        yield f"### {name}\n\nTile: {law_text(clan, tile=True)}"
        yield table(head, [card_row(card) for card in cards.cards if card.clan == clan])


def read(line: str) -> str:
    """A line of a card as its sentences."""
    return PHRASES.program_text(LANGUAGE.parse_line(line))


def verb_rows() -> Iterable[list[str]]:
    for word, verb in LANGUAGE.verbs.items():
        takes = ", ".join(TAKES.get(part, code(part)) for part in verb.takes.split())
        examples = verb.example.split(" · ")
        reads = "<br>".join(read(example) for example in examples)
        yield [code(word), takes, "<br>".join(code(example) for example in examples), reads, verb.note]


def condition_rows() -> Iterable[list[str]]:
    for words, _, _, note in FORMS:
        example = words.replace("NAME", "Phoenix").replace("N", "2")
        yield [code(words), code(f"{example}: draw 1"), read(f"{example}: draw 1"), note]


def trigger_rows() -> Iterable[list[str]]:
    check_words("triggers", TRIGGER_MEANINGS, PROGRAM_FIELDS)
    for word, (trigger,) in PROGRAM_FIELDS.items():
        printed = "Arrives: …" if trigger == v.ARRIVES else f"{TRIGGER_TEXTS[trigger]}, …"
        yield [code(word), printed, TRIGGER_MEANINGS[word]]


def filter_rows() -> list[list[str]]:
    return [
        ["`level=1`, `level=1-2`", "cards of that level, or from the one to the other"],
        ["`clan=galmi`", "cards of that clan; never captured ones, which show no clan (X-8.2)"],
        ["`keyword=veteran`, `keyword=wonder,force_of_will`", "cards with that keyword, or with one of them"],
        ['`name="Phoenix"`', "cards of that name, whatever stands in brackets behind it"],
        ["`clan=named`, `level=named`", "cards of the clan or level that `name` has named before"],
        ["`level=paid`", "cards of at most the level of the card that was discarded for the effect"],
    ]


def error_of(change: str, by: str) -> str:
    """What loading the default set says after a change in the lines of Shard."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    for part in text.split("[[card]]\n")[1:]:
        if part.startswith('name = "Shard"\n') and change in part:
            text = text.replace(part, part.replace(change, by))
            break
    else:
        raise SystemExit(f"docs/gosux/generate.py: Shard has no {change!r}")
    return refusal_of(parse_card_set, text, by)


def error_rows() -> Iterable[list[str]]:
    line = "reveal 4 keep 1"
    changes = [
        ("a misspelt effect", line, "reveel 4 keep 1"),
        ("a word that the effect does not take", line, "draw 2 level=1"),
        ("a condition that does not exist", line, "supremcy: draw 1"),
        ("a clan that nobody named", line, "reveal 4 keep all clan=named"),
        ("a misspelt field", "symbols", "symbol"),
        ("a number out of range", "level = 2", "level = 4"),
        ("an unknown clan", '"galmi"', '"galmy"'),
        ("an unknown keyword", '"wonder"', '"wander"'),
        ("a card of another level", "level = 2", "level = 1"),
    ]
    for what, change, by in changes:
        yield [what, code(error_of(change, by))]


OWN_SET = """\
```python
from pathlib import Path

from gosu_env import Game
from gosu_env.gosux.cards import DEFAULT_SET, load_cards
from gosu_env.gosux.text import card_text

text = DEFAULT_SET.read_text(encoding="utf-8")
Path("my.toml").write_text(text.replace("reveal 4 keep 1", "reveal 5 keep 1"), encoding="utf-8")
cards = load_cards("my.toml")
print(card_text(cards[cards.kind("Shard")]))
game = Game("gosux", num_players=2, seed=1, cards="my.toml")
```"""


def own_set_output() -> str:
    text = DEFAULT_SET.read_text(encoding="utf-8").replace("reveal 4 keep 1", "reveal 5 keep 1")
    cards = parse_card_set(text, "my.toml")
    card = cards[cards.kind("Shard")]
    return f"{keyword_text(card)}. {effect_text(card)}"


def default_set_parts() -> Iterable[str]:
    """The cards, clan by clan."""
    cards = load_cards()
    copies = sum(card.copies for card in cards.cards)
    confirmed = sum("rulebook" in card.provenance for card in cards.cards)
    check_words("keywords", KEYWORD_NAMES, state.KEYWORDS)
    yield f"""
# The cards of GOSU X

{len(cards)} different cards, {copies} with copies: {state.CLANS} clans of {copies // state.CLANS}, each with four
Troops, which exist twice, five Heroes and two Immortals (X-2.1). [The rules](rules.md) are numbered. Cards are data, in
[`gosu_env/gosux/cards/default.toml`](../../gosu_env/gosux/cards/default.toml). The first part of this page lists them,
the second explains the language that they are written in. The texts are generated from the programs that the engine
runs.

## The default set

Names, levels, costs, symbols, keywords and effects follow the public record of the game; its rulebook confirms
{confirmed} of the cards. The wording is this project's own. Where the record is unclear a ruling decides, and says so.
Names are the printed ones, in French where they are; below such a name stands its English meaning, and the engine
understands both.

A Troop is worth 2, a Hero 3, an Immortal 5 (X-7.1). “Shift” is the number of cards to discard to shift the card; –
means that it cannot be shifted. With activation symbols, so many tokens fit on the card, and each repeats its arrival
effect (X-6.2). X is the number of activation tokens that the player owns (X-6.5). “In play” begins what holds while
the card is in play face up. “Kind” is the number of the card in [actions, observations and the record](spaces.md).

The tile of a clan that nobody picked, or that Justice has turned over, binds both players (X-2.3).
"""
    yield from card_tables(cards)


def field_parts() -> Iterable[str]:
    """The fields of a card."""
    check_words("fields of a card", [*FIELD_MEANINGS, *PERMANENT_MEANINGS, *TRIGGER_MEANINGS], FIELDS)
    rows = [[code(name), "yes" if name in FIELD_NEEDED else "", said] for name, said in FIELD_MEANINGS.items()]
    yield """
## The language of cards

A card is a `[[card]]` table:

```toml
[[card]]
name = "Unités de bombardement"
english = "Bombardment Units"
clan = "goan_sul"
level = 1
shift = 2
symbols = 1
keywords = ["veteran"]
arrives = ["sacrifice 1 everyone", "supremacy, may: sacrifice 1 everyone"]
provenance = "the public record of the game"
```

### Fields
"""
    yield table(["Field", "Needed", "Meaning"], rows)
    yield "Permanent effects, each `true` or left out:"
    yield table(["Field", "Meaning"], noted("permanent effects", PERMANENT_MEANINGS, PERMANENTS))
    yield "The fields below are named after the event that triggers their lines; each takes a line or a list of lines."
    yield table(["Field", "Printed as", "When"], trigger_rows())


def line_parts() -> Iterable[str]:
    """The lines of a card: conditions, and what effects take."""
    yield """
### Lines

A line is a list of effects separated by semicolons, optionally preceded by a list of conditions, separated by commas
and ended by a colon. Effects happen from left to right, and lines from top to bottom. A condition that fails, or a
question answered with no, skips the rest of its line; the next line still happens. Effects are mandatory unless a
condition asks; an effect without a legal target does nothing (X-3.4).

### Conditions
"""
    yield table(["Condition", "Example", "Reads", "Note"], condition_rows())
    yield """
### Numbers, players, armies, areas, filters

- A **number** says how many; the default is 1. `X` is the number of tokens that the effect's player owns.
- **`(supremacy …)`** is the filter in the place of the other, for a player with a Supremacy token.
- **Players**, army words, areas and filters follow the effect in any order.
"""
    yield table(["Players", "Meaning"], noted("players", WHO_NOTES, WHO_WORDS))
    yield table(["Army", "Meaning"], noted("armies", ARMY_NOTES, ARMY_WORDS))
    yield table(["Area", "Meaning"], noted("areas", AREA_NOTES, AREA_WORDS))
    yield table(["Counted", "Meaning"], noted("what is counted", COUNTED_NOTES, COUNTED_WORDS))
    yield table(["Filter", "Meaning"], filter_rows())


def effect_parts() -> Iterable[str]:
    """Effects."""
    yield f"""
A set may use at most {state.FILTERS} different filters, and its programs {state.CODE_ROWS} instructions. Effects can
trigger each other; up to {state.STACK_DEPTH} can be nested, and further ones do not happen.

### Effects
"""
    yield table(["Effect", "Takes", "Examples", "Read", "Note"], verb_rows())


def own_set_parts() -> Iterable[str]:
    """A set of one's own, and its errors."""
    yield """
## Your own set

A set is a file; pass it as the option `cards`. One that begins with `base = "default"` is layered over the default set:
it changes the cards in it and keeps all others. A whole set has eight clans of four Troops, five Heroes and two
Immortals (X-2.1). `gosu cards --game gosux --file my.toml` shows a set.
"""
    yield OWN_SET
    yield f"""
```text
{own_set_output()}
```

A file that cannot be used raises `CardFileError`, which names the file, the card, the field and the reason.
"""
    yield table(["Mistake", "Error"], error_rows())


def cards_page() -> str:
    language = (*field_parts(), *line_parts(), *effect_parts())
    return page(*default_set_parts(), *language, *own_set_parts())


# ------------------------------------------------------------------------------------------------ spaces


SHORTER = {f"({', '.join(v.DECISIONS)})": "(see [decisions](#decisions))"}


def action_parts() -> Iterable[str]:
    """Seats and sizes, and the actions."""
    clans = ", ".join(f"{i} {name}" for i, name in enumerate(CLAN_NAMES))
    yield f"""
# Actions, observations, options and record of GOSU X

Two players, seats 0 and 1. In actions and observations they are relative: `me` is the seat that decides or looks,
`opp1` the opponent. A slot of an army is `row * {armies_state.COLUMNS} + column`, Troops in row 0. A kind is the number
of a card in its set, 0 to {state.KINDS - 1}: Troops first, then Heroes, then Immortals, each level clan by clan. [The
list of cards](cards.md#the-default-set) has them. Clans are numbered {clans}.

There are {NUM_ACTIONS} actions, and an observation has {observation_blocks()[-1].stop} entries.

```python
from gosu_env import Game

game = Game("gosux", num_players=2, seed=5)
assert game.to_json()["decision"]["kind"] == "draft"
while game.to_json()["decision"]["kind"] == "draft":
    game.apply(game.legal_actions()[0])
mask, obs = game.mask(), game.observe()
assert mask.shape == (game.num_actions,) == (game.action_spec.size,)
assert obs.shape == (game.observation_spec.size,)
assert obs[game.observation_spec["hand.me"]].sum() == 7  # an opening hand

for action in game.legal_actions():
    assert game.parse_action(game.action_text(action)) == action
```

## Actions

One flat `Discrete` space. An id means the same in every state; `game.action_text(action)` describes it in the words
of the pending decision, and `game.parse_action(text)` is the inverse. In texts a slot is T1 to T5, H1 to H5 or I1 to
I5: its row and its column.
"""
    yield vector_table(blocks(), shorter=SHORTER)


def observation_parts() -> Iterable[str]:
    """What is observed."""
    yield """
## Observations

`game.observe(seat)` is one flat int8 vector with what a seat with a perfect memory may know, but for
[what observations leave out](../engine.md#a-perfect-memory), and no more. Cards are numbered kind + 1, and 0 is no
card. Slices are looked up by name: `game.observation_spec["army.me.card"]`; and so are single entries:
`["player.me.supremacy"]`, `["army.me.card.2.3"]` for the third Hero, `["discard.12"]` for kind 12.
"""
    yield kinds_table()
    yield vector_table(observation_blocks(), kinds=True, shorter=SHORTER)


def word_parts() -> Iterable[str]:
    """Decisions and effects, by their numbers."""
    check_words("decisions", DECISION_MEANINGS, v.DECISIONS)
    decisions = [[i, code(word), *DECISION_MEANINGS[word]] for i, word in enumerate(v.DECISIONS)]
    effects = {row.word: row.meaning for row in v.EFFECT_ROWS}
    first = v.EFFECTS[v.DRAW]
    yield """
## Decisions

The kinds of decision: the slice `decision` of an observation, and `decision.kind` of `game.to_json()`. A decision is
answered with an action from the blocks named.
"""
    yield table(["Number>", "Decision", "Answered with", "What is asked"], decisions)
    yield f"""
## Effects

The instruction that asks: the slice `effect` of an observation. Those before `{first}` are the flow of the game itself,
the others are what [cards](cards.md#the-language-of-cards) are compiled to.
"""
    yield table(["Number>", "Effect", "Meaning"], numbered(v.EFFECTS, effects))


def option_parts() -> Iterable[str]:
    """Options."""
    yield """
## Options

Options are keyword arguments of `Game` and of every wrapper; commands take them as `--option max_decisions=500`. The
sizes and meanings of actions and observations do not depend on them.
"""
    yield option_table(XOptions)


def record_parts() -> Iterable[str]:
    """Returns, the record, its frames and its endings."""
    check_words("columns of a frame", FRAME_MEANINGS, state.X_FRAME)
    check_words("endings", ENDING_MEANINGS, state.ENDINGS)
    meanings = FIELD_OF_RECORD | comments_of(inspect.getsource(state.State))
    yield f"""
`game.returns()` is 1 for the winner and −1 for the other; 0 for both after a draw, after a game that was cut off, and
while nobody has won. With `reward="supremacy"` it is the lead in Supremacy tokens; [wrappers](../wrappers.md) has more.

## The record

A game is one numpy record of {state.STATE.itemsize} bytes, `game.state`. Seats, kinds and slots are absolute here; -1
stands for none. Shapes that begin with {state.PLAYERS} have a row per seat.
"""
    yield record_table(state.STATE, meanings)
    yield f"""
A place on the table is `seat * {armies_state.SLOTS} + slot`. A frame of `stack` has these columns; [the
engine](../engine.md) explains how they are used.
"""
    yield table(["Number>", "Column", "Meaning"], numbered(state.X_FRAME, FRAME_MEANINGS))
    yield "The field `ending` says how the game ended:"
    yield table(["Number>", "Ending", "Meaning"], numbered(state.ENDINGS, ENDING_MEANINGS))


def spaces_page() -> str:
    return page(*action_parts(), *observation_parts(), *word_parts(), *option_parts(), *record_parts())


def pages() -> dict[str, str]:
    """The text of every generated page, by its name."""
    return {"cards.md": cards_page(), "spaces.md": spaces_page()}
