"""The pages about GOSU that are made from the sources; ``python docs/generate.py`` writes them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import fields

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
from gosu_env import Game
from gosu_env.armies import state as armies_state
from gosu_env.engine.errors import CardFileError
from gosu_env.gosu import state
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.actions import blocks, num_actions
from gosu_env.gosu.cards import (
    CLAN_NAMES,
    DEFAULT_SET,
    FIELDS,
    MAX_LISTENERS,
    PROGRAM_FIELDS,
    Card,
    CardSet,
    load_cards,
    parse_card_set,
)
from gosu_env.gosu.language import (
    ARMY_WORDS,
    CLAN_WORDS,
    FORMS,
    GLOBAL_PATTERNS,
    VERBS,
    WHO_WORDS,
    parse_global,
    parse_line,
)
from gosu_env.gosu.observe import observation_blocks
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.sizes import LADDER, Size
from gosu_env.gosu.text import TRIGGER_WORDS, card_text, global_text, program_text

PLAYERS = (2, 3, 4)

# ------------------------------------------------------------------------------------------------ words

FIELD_MEANINGS = {
    "name": "what the card is called; every name once in a set",
    "clan": "one of " + ", ".join(f"`{word}`" for word in CLAN_WORDS),
    "level": "1 Bakuto, 2 Hero, 3 Ōzeki; copies and value follow from it",
    "mutation": "0 to 9, the cards to discard for mutating it; left out: it cannot mutate (G-1.5)",
    "zombie": "`true`: zombie mutation (G-5.8); needs `mutation`",
    "global": "one Global or a list of them",
    "provenance": "where the card comes from: `authored`, `known: …`, `printed` or words of your own",
    "counts_as": "Kamakor: other levels that it counts as, `[2]`; it may stand in the row of each (K-1.11)",
    "shadow_jump": "Kamakor, `true`: it mutates by a Shadow Jump (K-1.5); in the place of `mutation`",
    "recruiter": "Kamakor, `true`: Recruiter, a card of level 1 (K-1.6)",
    "eases": "Kamakor, 1 to 9: by how much mutating the goblins of its army is cheaper",
}
FIELD_NEEDED = ("name", "clan", "level", "provenance")

TRIGGER_MEANINGS = {
    "enters": "the card enters play: placed, mutated in, or mutated in from the discard pile (G-9.1)",
    "mutates": "the card makes way for a newcomer; it is in the discard pile already (G-5.7)",
    "destroyed": "the card was destroyed while face up (G-8.2)",
    "activated": "its player put an activation token on it (G-6.2)",
    "imprisoned": "any card in any army was imprisoned while this one stands face up; not by imprisoning itself",
    "passes": "an opponent passed while this card stands face up",
    "round_starts": "a round starts while this card stands face up; after the special victories were checked (G-7.6)",
    "colon": "Kamakor: a power without the activation symbol; its first line is `condition: effects`, where the "
    "condition is `discard N`, `imprison self`, `imprison N` with a filter, or `sacrifice 1` (K-1.8)",
    "enters_and_mutates": "the same lines for `enters` and `mutates` (G-9.2)",
}

TAKES = {
    "amount": "a number",
    "bonus": "`(+N)`",
    "who": "players",
    "army": "an army",
    "fits": "a filter",
    "keep": "`keep N`",
    "to": "`to N`",
    "up_to": "`up to`",
}

WHO_NOTES = {
    "me": "the effect's player; meant when no players are named",
    "opponents": "each opponent",
    "everyone": "every player",
    "fewest": "the players with the fewest VP, all of them when tied (G-9.6)",
    "chosen": "the one named by `choose opponent`",
}

ARMY_NOTES = {
    "any": "every army, one's own too; meant when no army is named (G-8.6)",
    "own": "one's own army",
    "enemy": "the armies of the opponents",
}

DECISION_MEANINGS = {
    "none": ("", "nothing: the game is over"),
    "mulligan": ("YES, NO", "throw a hand without a Bakuto and draw seven new cards? (G-2.3)"),
    "main": (
        "PASS, DRAW_ONE, DRAW_THREE, MUTATE, ACTIVATE, PLACE; with Kamakor also DRAGOON, COLON",
        "the action of a turn (G-3.2)",
    ),
    "pay": ("CARD", "a card to discard as part of a price"),
    "newcomer": ("CARD", "the card that comes in by a mutation (G-5.7)"),
    "discard": ("CARD", "a card to discard for an effect or a hand limit"),
    "keep": ("CARD", "a card to keep among those looked at"),
    "recover": ("DONE, CARD", "a card to take from the discard pile; DONE where the card says “up to”"),
    "target": ("SLOT", "the card to destroy, imprison, release, return, or swap with another"),
    "swap_with": ("SLOT", "the other card of a swap"),
    "seat": ("SEAT", "an opponent"),
    "number": ("NUMBER", "X"),
    "clan": ("CLAN", "a clan to name"),
    "may": ("YES, NO", "use the effect?"),
    "order": ("SLOT", "which of several effects of one moment happens first: the card it belongs to (G-9.5)"),
    "token": ("SPENT, SLOT0", "the token to take back"),
    "place_again": ("DONE, PLACE", "another goblin to place, or none"),
    "mutate_again": ("DONE, MUTATE", "a goblin to mutate, or none"),
    "ban": ("CLAN", "Kamakor: a clan to remove from the game (K-1.2)"),
    "row": ("NUMBER", "Kamakor: the row in which a card of several levels is placed (K-1.11)"),
}

EFFECT_MEANINGS = {row.word: row.meaning for row in v.EFFECT_ROWS}

GLOBAL_MEANINGS = {
    "value_level_1": "added to the value of Bakutos",
    "value_level_2": "added to the value of Heroes",
    "value_level_3": "added to the value of Ōzekis",
    "place_cost": "added to the price of a Bakuto of a new clan",
    "mutation_cost": "added to every mutation cost",
    "hand_limit": "cards a hand is discarded down to when a round ends; 0: no limit",
    "token_draw": "added to the card that one token draws",
    "no_destroy": "clans that cannot be destroyed, a bit each",
    "no_imprison": "clans that cannot be imprisoned, a bit each",
    "ties": "1: a tied Great Battle earns nothing",
    "no_pass_with_tokens": "1: nobody passes while holding a token",
    "turn_limit": "turns that are left to the others together once a player has passed; 0: no limit",
    "win_named": "not 0: the cards named on the card win",
    "win_clans": "clans in the first row that win; 0: none do",
    "win_cards": "cards in play that win; 0: none do",
    "win_hand": "cards in hand that win; 0: none do",
    "win_one_clan": "cards in play, all of one clan, that win; 0: none do",
    "win_advantage": "cards in play that win together with an Advantage token kept for a round; 0: none do",
    "win_ozekis": "Ōzekis in play that win; 0: none do",
    "no_destroy_kamakor": "the same as `no_destroy`, for the clans of Kamakor",
    "no_imprison_kamakor": "the same as `no_imprison`, for the clans of Kamakor",
} | {f"value_clan_{clan}": f"added to the value of {name}" for clan, name in enumerate(CLAN_NAMES)}

FIELD_OF_RECORD = {
    "max_decisions": "the option",
    "decisions": "answers given so far, forced ones included",
    "num_players": "2, 3 or 4",
    "auto_forced": "the option",
    "turn_seat": "whose turn it is",
    "decider": "the seat that has to decide, or -1",
    "deck_size": "cards in the draw pile",
    "discard_size": "cards in the discard pile",
    "look_size": "cards being looked at",
    "hand_size": "cards in hand",
    "stack": "frames of pending effects, their columns below",
    "victory_points": "VP",
    "passed": "1: has passed this round",
    "row_size": "cards in each row of the army",
    "face": "0 face up, 1 face down (imprisoned), 2 arriving",
    "spare": "nothing; it fills the record up",
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
    "x": "X; while the row of a card is chosen, which has no X, 1: the placing costs no discards (K-1.11)",
    "seat": "the opponent chosen, or -1",
    "target": "the place aimed at, or -1",
    "hit": "1: an effect of this program has done something",
    "clan": "the clan named",
}

ENDING_MEANINGS = {
    "running": "it has not ended",
    "battle": "by the third VP of a Great Battle (G-7.3)",
    "victory_point": "by a third VP in the middle of a round (G-7.4)",
    "special": "by a special victory (G-7.6)",
    "truncated": "`max_decisions` answers were given; nobody wins",
    "fault": "an error of the engine, which no game may have: the stack of effects overflowed, or no rule knows "
    "an effect, a condition or another word of a program; `describe()` names it",
}


# ------------------------------------------------------------------------------------------------ cards


def card_row(card: Card) -> list[object]:
    mutation = "–" if card.mutation is None else card.mutation
    text = card_text(card).replace("\n", "<br>") or "–"
    return [
        f"**{card.name}**",
        f"{card.level} {card.level_name}",
        card.copies,
        mutation,
        text,
        card.provenance,
        card.kind,
    ]


def card_tables(cards: CardSet, clans: range) -> Iterable[str]:
    for clan in clans:
        yield f"### {CLAN_NAMES[clan]}"
        rows = [card_row(card) for card in cards.cards if card.clan == clan]
        yield table(["Card", "Level", "Copies>", "Mutation>", "Text", "Provenance", "Kind>"], rows)


EXAMPLE = """\
[[card]]
name = "Oracle"
clan = "ancient"
level = 3
mutation = 2
enters = ["name clan; look 5 keep all clan=named", "advantage: extra turn"]
activated = ["pay 1: search 1 (+1) level=1-2"]
destroyed = ["choose X up to 3; discard X; draw X"]
global = ["value clan=ancient +1", "win hand 10"]
provenance = "my own"
"""


def card_block_of(name: str) -> str:
    """The lines of a card in the default file."""
    for part in DEFAULT_SET.read_text(encoding="utf-8").split("[[card]]\n")[1:]:
        if part.startswith(f'name = "{name}"\n'):
            return "[[card]]\n" + part.split("\n\n")[0].rstrip("\n") + "\n"
    raise SystemExit(f"docs/gosu/generate.py: no card {name} in {DEFAULT_SET.name}")


def example_card() -> Card:
    """The example in the place of an Ōzeki of its clan, with the Global that it repeats taken off another."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    for name in ("Kisei", "Honinbo"):
        old = card_block_of(name)
        new = EXAMPLE if name == "Kisei" else re.sub(r"global = .*\n", "", old)
        text = text.replace(old, new)
    cards = parse_card_set(text, "my.toml")
    return cards[cards.kind("Oracle")]


def verb_rows() -> Iterable[list[str]]:
    for word, verb in VERBS.items():
        takes = ", ".join(TAKES.get(part, code(part)) for part in verb.takes.split())
        examples = verb.example.split(" · ")
        reads = [program_text(parse_line(example)) for example in examples]
        note = verb.note.format(look_size=state.LOOK_SIZE)
        yield [code(word), takes, "<br>".join(code(e) for e in examples), "<br>".join(reads), note]


def condition_rows() -> Iterable[list[str]]:
    for words, _, _, note in FORMS:
        example = words.replace("clan NAME", "clan fire").replace("card NAME", "card Boko").replace("N", "2")
        reads = program_text(parse_line(f"{example}: draw 1"))
        yield [code(words), code(f"{example}: draw 1"), reads, note]


def global_form(pattern: str) -> str:
    """How a Global is written, from its pattern."""
    groups = {
        r"(?P<level>[1-3])": "L",
        r"(?P<clan>\w+)": "CLAN",
        r"(?P<value>[+-]\d)": "±N",
        r"(?P<value>\+\d)": "+N",
        r"(?P<value>\d+)": "N",
        r"(?P<names>.+)": "NAME, NAME …",
    }
    for group, word in groups.items():
        pattern = pattern.replace(group, word)
    if re.search(r"[\\()?\[\]]", pattern):
        raise SystemExit(f"docs/gosu/generate.py: cannot write the Global pattern {pattern!r} for people")
    return pattern


def global_rows() -> Iterable[list[str]]:
    for pattern, _, example in GLOBAL_PATTERNS:
        yield [code(global_form(pattern)), code(example), global_text(parse_global(example))]


def trigger_rows() -> Iterable[list[str]]:
    check_words("triggers", TRIGGER_MEANINGS, PROGRAM_FIELDS)
    for field_name, triggers in PROGRAM_FIELDS.items():
        words = "Enters play and mutates" if len(triggers) > 1 else TRIGGER_WORDS[triggers[0]]
        yield [code(field_name), f"{words}: …", TRIGGER_MEANINGS[field_name]]


def error_of(change: str | None, by: str) -> str:
    """What loading the default set says after a change in the lines of Tamo; None: in the whole file."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    tamo = card_block_of("Tamo")
    if change is None:
        text = text.replace(tamo, by)
    elif change in tamo:
        text = text.replace(tamo, tamo.replace(change, by))
    else:
        raise SystemExit(f"docs/gosu/generate.py: Tamo has no {change!r}")
    return refusal_of(parse_card_set, text, by)


def error_rows() -> Iterable[list[str]]:
    line = "look 3 keep 1"
    changes = [
        ("a misspelt effect", line, "lok 3 keep 1"),
        ("a word that the effect does not take", line, "draw 2 level=1"),
        ("a condition that does not exist", line, "advantag: draw 1"),
        ("a card that does not exist", line, "recover 1 name=Grash"),
        ("X from nowhere", line, "draw X"),
        ("a clan that nobody named", line, "look 5 keep all clan=named"),
        ("a misspelt field", "enters", "enter"),
        ("a number out of range", "level = 1", "level = 4"),
        ("an unknown clan", '"ancient"', '"acient"'),
        ("a field left out", 'provenance = "authored"\n', ""),
        ("a card left out", None, ""),
        ("an unknown Global", 'enters = ["look 3 keep 1"]', 'global = ["win everything"]'),
        ("a Global that another card carries", 'enters = ["look 3 keep 1"]', 'global = ["win cards 10"]'),
        ("broken TOML", "level = 1", "level ="),
    ]
    for what, change, by in changes:
        yield [what, code(error_of(change, by))]
    try:
        load_cards("no-such-file.toml")
    except CardFileError as error:
        yield ["a file that is not there", code(error)]


SIZES = """\
## Sizes

A smaller game has fewer cards, and may have smaller armies, hands and aims. Its card file says so in a table `[size]`;
what the table leaves out is as in the full game. Each clan has the same number of cards of a level, copies as usual.
`only` takes some cards by name, here of the default set:

```toml
base = "default"
only = ["Murk", "Shade", "Cinder", "Ember"]

[size]
clans = 2
bakutos = 2
heroes = 0
ozekis = 0
columns = 3
hand_size = 2
```

The option `size` names one of these; they ship with the package:

{ladder}

`rounds` ends the game after so many, and the most victory points win; of several players who have them, the holder of
the Advantage token. `columns`, `hand_size`, `tokens`, `victory_points` and `rounds` are also options, which change what
the cards say. Actions and observations have the shapes of the full game, and cards the numbers of their clan and level,
so that one network can play all sizes. The smallest can be solved.

```python
game = Game("gosu", size="mini", seed=1)
print(game.describe(0))
```"""


def ladder_table() -> str:
    """The named sizes."""
    sizes = {name: load_cards(path).size for name, path in LADDER.items()}
    head = ["`size`", *(code(field.name) for field in fields(Size)), "cards"]
    rows = []
    for name, path in LADDER.items():
        copies = sum(card.copies for card in load_cards(path))
        rows.append([code(name), *(str(value or "–") for value in vars(sizes[name]).values()), str(copies)])
    return table(head, rows)


OWN_SET = """\
```python
from pathlib import Path

from gosu_env import CardFileError, Game
from gosu_env.gosu.cards import DEFAULT_SET, load_cards
from gosu_env.gosu.text import card_text

text = DEFAULT_SET.read_text(encoding="utf-8")
Path("my.toml").write_text(text.replace("look 3 keep 1", "look 4 keep 2"), encoding="utf-8")

game = Game("gosu", num_players=2, seed=1, cards="my.toml")
while not game.is_over:
    game.apply(game.legal_actions()[0])

cards = load_cards("my.toml")
print(card_text(cards[cards.kind("Tamo")]))

Path("my.toml").write_text(text.replace("look 3 keep 1", "lok 3 keep 1"), encoding="utf-8")
try:
    Game("gosu", cards="my.toml")
except CardFileError as error:
    print(error)
```"""


def own_set_output() -> str:
    text = DEFAULT_SET.read_text(encoding="utf-8").replace("look 3 keep 1", "look 4 keep 2")
    cards = parse_card_set(text, "my.toml")
    return f"{card_text(cards[cards.kind('Tamo')])}\n{error_of('look 3 keep 1', 'lok 3 keep 1')}"


def default_set_parts() -> Iterable[str]:
    """The cards, clan by clan."""
    cards = load_cards()
    known = sum(card.provenance.startswith("known") for card in cards.cards)
    copies = sum(card.copies for card in cards.cards)
    yield f"""
# The cards of GOSU

A card set is one TOML file of {len(cards)} different cards, {copies} with copies. The first part of this page lists the
default set, [`gosu_env/gosu/cards/default.toml`](../../gosu_env/gosu/cards/default.toml). The second part explains the
language that cards are written in, so that you can write a set of your own.

The texts are generated from the programs that the engine runs.

## The default set

The list of printed cards is not publicly available. The rulebooks give the composition of the deck, the wording of
cards, and one card by name; a play aid names another, and owners of the game mention some more in reviews and guides.
This set follows those facts. Every card states its provenance: {known} cards are **known**, which means that a fact
determines a part of them, and the entry says which part, and whether the source is the rulebook, the play aid or
players' accounts; the other {len(cards) - known} are **authored**, the project's own. If you own the game, you can
type in the printed cards.

A Bakuto is worth 2, a Hero 3, an Ōzeki 5 (G-1.3). “Mutation” is the number of cards to discard to mutate it; – means
that it cannot mutate. A number in brackets is added while an opponent has more VP (G-9.3). “Kind” is the number of
the card in [actions, observations and the record](spaces.md).
"""
    yield from card_tables(cards, range(state.CLANS))
    yield f"""
## Kamakor

The expansion adds five clans of {copies // state.CLANS} cards each,
[`gosu_env/gosu/cards/kamakor.toml`](../../gosu_env/gosu/cards/kamakor.toml), and a game with the option `kamakor` uses
five of the ten clans (K-1.1). A play aid names what is new in it, reviews add goblins of several levels and lower
mutation costs, and neither names a card: all {len(cards)} are the project's own.
"""
    yield from card_tables(load_cards(kamakor=True), range(state.CLANS, state.KAMAKOR_CLANS))


def field_parts() -> Iterable[str]:
    """The fields of a card."""
    check_words("fields of a card", [*FIELD_MEANINGS, *TRIGGER_MEANINGS], FIELDS)
    rows = [[code(name), "yes" if name in FIELD_NEEDED else "", FIELD_MEANINGS[name]] for name in FIELD_MEANINGS]
    yield f"""
## The language of cards

A card is a `[[card]]` table. A complete example:

```toml
{EXAMPLE.rstrip()}
```

The engine reads it as:

> {card_text(example_card())}

### Fields
"""
    yield table(["Field", "Needed", "Meaning"], rows)
    yield f"""
The fields below are named after the event that triggers their lines. Each takes one line or a list of lines. The player
who has the card in their army is the effect's player. At most {MAX_LISTENERS} copies of a set may have `imprisoned`
lines, and as many `passes` and `round_starts` lines.
"""
    yield table(["Field", "Printed as", "When"], trigger_rows())


def line_parts() -> Iterable[str]:
    """The lines of a card: conditions, and what effects take."""
    yield """
### Lines

A line is a list of effects separated by semicolons, optionally preceded by a list of conditions, separated by commas
and ended by a colon:

```text
draw 2 (+1)
advantage: extra turn
clan alpha 6, pay 3: vp 1
name clan; look 5 keep all clan=named
```

Effects happen from left to right, and lines from top to bottom. A condition that fails, or a question answered with
no, skips the rest of its line; the next line still happens. Effects are mandatory unless a condition asks; an effect
without a legal target does nothing (G-9.11).

### Conditions
"""
    yield table(["Condition", "Example", "Reads", "Note"], condition_rows())
    yield """
### Numbers, players, armies, filters

- A **number** says how many; the default is 1. `X` is the X of this trigger, which `choose X` or `count X`
  must have set.
- **`(+N)`** adds N while an opponent has more VP than the effect's player (G-9.3).
- **Players**, army words and filters follow the effect in any order.
"""
    yield table(["Players", "Meaning"], noted("players", WHO_NOTES, WHO_WORDS))
    yield table(["Army", "Meaning"], noted("armies", ARMY_NOTES, ARMY_WORDS))
    yield table(["Filter", "Meaning"], filter_rows())


def effect_parts() -> Iterable[str]:
    """Effects and Globals."""
    yield f"""
Different kinds of filters can be combined, except `clan=named`. A set may use at most {state.FILTERS}
different filters, and its programs {state.CODE_ROWS} instructions; a set of ten clans twice as many.

Effects can trigger each other. Up to {state.STACK_DEPTH} can be nested, and further ones do not happen. A chain of
effects without a decision ends after {armies_state.CHAIN} instructions.

### Effects
"""
    yield table(["Effect", "Takes", "Examples", "Read", "Note"], verb_rows())
    yield """
### Globals

A Global applies to every player while its card is face up (G-9.8). Put it on Heroes and Ōzekis: the numbers of all
cards in play are summed, including both copies of a Bakuto. Values, costs and `token draw` may appear on several
cards of a set, and all copies together may add up to 100; any other Global may appear on one card only. Victories are
checked when a round starts, for every player, whoever has the card (G-7.6); imprisoned cards do not count towards
them.
"""
    yield table(["Written", "Example", "Means"], global_rows())


def own_set_parts() -> Iterable[str]:
    """A set of one's own, and its errors."""
    yield """
## Your own set

A file that begins with `base = "default"` is layered over the default set: it changes the cards in it and keeps
all others. `gosu cards --clan fire --export my.toml` writes such a file as a start; `gosu cards --export my.toml`
writes the whole set.

```toml
name = "my cards"
base = "default"

[[card]]
name = "Garsh"
mutation = 1

[[card]]
name = "Lighter"
replaces = "Blast"
mutation = 2
enters = ["draw 2"]
provenance = "my own"
```

Fields that you leave out keep their values; `enters = []` removes one. A card with `replaces` takes the place of
another, with its clan and level. With the option `kamakor`, the cards of all ten clans can be
changed. `policy:` agents warn if they were trained with other cards.

A file without `base` is a whole set; pass it as the option `cards`. A set has five clans with five Bakutos,
seven Heroes and three Ōzekis each (G-1.1), unless it says [another size](#sizes). `gosu cards --file my.toml` shows
it, `gosu watch --cards my.toml` plays it. [A notebook](../../notebooks/5-your-own-cards.ipynb) changes three cards and
measures what that does to the game. A set for games with Kamakor has ten clans: put the two files together, and pass
the result with `kamakor=True`.
Kamakor's words are refused in a set of five clans.
"""
    yield OWN_SET
    yield f"""
```text
{own_set_output()}
```

A set has a digest of its names and programs. A saved game records the digest it was played with and opens with no
other. It does not open the card file by itself: use `Game.from_bytes(data, cards="my.toml")`. A card file is a
regular file of at most a megabyte. Names are case-insensitive.

### Errors

A file that cannot be used raises `CardFileError`, which names the file, the card, the field and the reason.
"""
    yield table(["Mistake", "Error"], error_rows())


def size_parts() -> Iterable[str]:
    """Smaller games."""
    yield SIZES.format(ladder=ladder_table().strip())
    yield f"""
```text
{Game("gosu", size="mini", seed=1).describe(0)}
```
"""


def cards_page() -> str:
    language = (*field_parts(), *line_parts(), *effect_parts())
    return page(*default_set_parts(), *language, *own_set_parts(), *size_parts())


def filter_rows() -> list[list[str]]:
    return [
        ["`level=1`, `level=1-2`", "cards of that level, or from the one to the other"],
        ["`clan=fire`", "cards of that clan; never imprisoned ones on the table, which show no clan (G-8.3)"],
        ["`first`", "Kamakor: first cards only, at the bottom left of an army (K-1.7)"],
        ["`clan=named`", "cards of the clan that `name clan` has named before"],
        ['`name="Fact, Garsh"`', "cards of these names, which the set must have"],
    ]


# ------------------------------------------------------------------------------------------------ spaces


SHORTER = {f"({', '.join(words)})": "(see [decisions](#decisions))" for words in (v.DECISIONS, v.BASE_DECISIONS)}
SHORTER |= {f"({', '.join(words)})": "(see [Globals](#globals))" for words in (v.GLOBALS, v.BASE_GLOBALS)}


def record_meanings() -> dict[str, str]:
    """What the fields of a record are."""
    return FIELD_OF_RECORD | comments_of(inspect.getsource(state.State))


def sizes_of(num_players: int, kinds: int) -> tuple[int, int]:
    """Actions, and entries of an observation."""
    return num_actions(num_players, kinds), observation_blocks(num_players, kinds)[-1].stop


ENCODING = """
### Float inputs for networks

`gosu_env.encode(spec)` makes an encoder from the spec: int8 of shape (…, F) becomes float32 of shape (…,
`encoder.size`), between -1 and 1. Bits are unchanged, counts and numbers are divided by their maximum, cards and
choices become one-hot (none is all zeros), and a sentinel becomes a bit and a number. The encoding is lossless. It
takes numpy arrays and torch tensors on any device; `encoder.spec` names the columns.

```python
import numpy as np

from gosu_env import encode, make_batch

batch = make_batch("gosu", num_envs=64, num_players=2, seed=1)
encoder = encode(batch.observation_spec)
codes = encoder(batch.obs)
assert codes.shape == (64, encoder.size)
assert codes.dtype == np.float32
first = codes[0, encoder.spec["army.me.card"]].reshape(15, 75)  # a row for every slot, a column for every card
assert not first.any()  # armies begin empty
```
"""


def action_parts() -> Iterable[str]:
    """Seats and sizes, and the actions."""
    sizes = [[n, *sizes_of(n, state.KINDS), *sizes_of(n, state.KAMAKOR_KINDS)] for n in PLAYERS]
    yield f"""
# Actions, observations, options and record of GOSU

Seats are numbered clockwise from 0. In actions and observations they are relative: 0 or `me` is the seat that
decides or looks, 1 or `opp1` the next clockwise. A slot of an army is `row * {armies_state.COLUMNS} + column`,
Bakutos in row 0. A kind is the number of a card in its set, 0 to {state.KINDS - 1}: Bakutos first, then
Heroes, then Ōzekis, each level clan by clan. [The list of cards](cards.md#the-default-set) has them. Clans
are numbered {", ".join(f"{i} {name}" for i, name in enumerate(CLAN_NAMES))}; the last five belong to
[Kamakor](#kamakor).
"""
    yield table(["Players>", "Actions>", "Observation>", "Actions with Kamakor>", "Observation with Kamakor>"], sizes)
    yield """
```python
from gosu_env import Game

game = Game("gosu", num_players=3, seed=5)
mask, obs = game.mask(), game.observe()
assert mask.shape == (game.num_actions,) == (game.action_spec.size,)
assert obs.shape == (game.observation_spec.size,)
assert obs[game.observation_spec["hand.me"]].sum() == 7  # an opening hand
assert obs[game.observation_spec["decision"]].sum() == 1

for action in game.legal_actions():
    block = game.action_spec.at(action)
    assert block.start <= action < block.stop
    assert game.parse_action(game.action_text(action)) == action
```

## Actions

One flat `Discrete` space. An id means the same in every state; `game.action_text(action)` describes it in the words
of the pending decision, and `game.parse_action(text)` is the inverse. `game.mask()` is int8, exact, and 1 for every
legal action. Blocks are looked up by name: `game.action_spec["PLACE"]` is a slice.
"""
    for n in PLAYERS:
        yield f"### Actions with {n} players"
        yield vector_table(blocks(n), shorter=SHORTER)


def observation_parts() -> Iterable[str]:
    """What is observed, and how it becomes float."""
    yield """
## Observations

`game.observe(seat)` is one flat int8 vector with what that seat may know, and no more. Cards are numbered kind + 1,
and 0 is no card. Counts above 127 are clipped to 127. Slices are looked up by name:
`game.observation_spec["army.me.card"]`; and so are single entries: `["player.me.vp"]`, `["army.me.card.2.3"]` for the
third card of row 2, `["discard.12"]` for kind 12. `entry(name)` is the place of one, `names` has the names of all,
`bounds` the least and the most that each may be. `block("army.me.card")` has the kind of number, `kind`, and its
bounds, `low` and `high`; where entries differ, `kind_of(entry)` gives the kind of each.
"""
    yield kinds_table()
    yield ENCODING
    for n in PLAYERS:
        yield f"### Observation with {n} players"
        yield vector_table(observation_blocks(n), kinds=True, shorter=SHORTER)


def word_parts() -> Iterable[str]:
    """Decisions, effects and Globals, by their numbers."""
    check_words("decisions", DECISION_MEANINGS, v.DECISIONS)
    check_words("Globals", GLOBAL_MEANINGS, v.GLOBALS)
    decisions = [[i, code(word), *DECISION_MEANINGS[word]] for i, word in enumerate(v.DECISIONS)]
    yield """
## Decisions

The kinds of decision: the slice `decision` of an observation, and `decision.kind` of `game.to_json()`. A decision is
answered with an action from the blocks named; SEAT and SLOT stand for those of any relative seat.
"""
    yield table(["Number>", "Decision", "Answered with", "What is asked"], decisions)
    yield """
## Effects

The instruction that asks: the slice `effect` of an observation. The first nine are the flow of the game itself, the
others are what [cards](cards.md#the-language-of-cards) are compiled to. Here and below, the last ones belong to
Kamakor and have no entry in games without it.
"""
    yield table(["Number>", "Effect", "Meaning"], numbered(v.EFFECTS, EFFECT_MEANINGS))
    yield """
## Globals

The numbers in effect, summed over the face-up cards in play: the slice `globals` of an observation.
"""
    yield table(["Number>", "Global", "Meaning of the number"], numbered(v.GLOBALS, GLOBAL_MEANINGS))


def option_parts() -> Iterable[str]:
    """Options and returns."""
    yield """
## Options

Options are keyword arguments of `Game` and of every wrapper; commands take them as `--option draft`, `--option
max_decisions=500`, and clans joined by a plus: `--option clans=fire+drake+drum+swamp+mask`. An unknown or invalid one
raises `OptionError`. Saves, JSON and the header of a replay contain them. The sizes and meanings of actions and
observations do not depend on the options: there is one space per number of players, and [another](#kamakor) for games
with Kamakor.
"""
    yield option_table(GosuOptions)
    yield """
Forced answers count as decisions towards `max_decisions`.

## Returns

When k of n players win, `game.returns()` gives each winner (n/k − 1)/(n − 1) and each loser −1/(n − 1): 1 and
−1 with one winner of two. It gives 0 to everybody while nobody has won, including when the game was truncated. With
teams both partners win: 1/3 for each, and −1/3 for each of the others.
"""


def record_parts() -> Iterable[str]:
    """The record, its frames and its endings."""
    check_words("columns of a frame", FRAME_MEANINGS, armies_state.FRAME)
    check_words("endings", ENDING_MEANINGS, state.ENDINGS)
    yield f"""
## The record

A game is one numpy record of {state.STATE.itemsize} bytes, `game.state`. Seats, kinds and slots are absolute
here; -1 stands for none. Shapes that begin with {state.MAX_PLAYERS} have a row per seat.
"""
    yield record_table(state.STATE, record_meanings())
    yield f"""
A place on the table is `seat * {armies_state.SLOTS} + slot`. A frame of `stack` has these columns; [the
engine](../engine.md) explains how they are used.
"""
    yield table(["Number>", "Column", "Meaning"], numbered(armies_state.FRAME, FRAME_MEANINGS))
    yield "The field `ending` says how the game ended:"
    yield table(["Number>", "Ending", "Meaning"], numbered(state.ENDINGS, ENDING_MEANINGS))


def spaces_page() -> str:
    spaces = (*action_parts(), *observation_parts(), *word_parts())
    return page(*spaces, *option_parts(), *record_parts(), *kamakor_parts())


def kamakor_parts() -> Iterable[str]:
    """The spaces and the record of games with Kamakor."""
    kinds = state.KAMAKOR_KINDS
    yield f"""
## Kamakor

Games with the option `kamakor` have their own spaces, for all ten clans, whichever five are in play: {kinds} kinds,
where 0 to {state.KINDS - 1} are the cards of the base game and {state.KINDS} to {kinds - 1} those of the
expansion, in the same order. So an action or an entry of an observation means the same card in every game, whatever
was banned, and what is learnt about a card in one game transfers to all others. Numbering only the five clans in play
would keep the spaces small, but one number would stand for several different cards. New blocks come at the end of the
actions. Games without the option are unchanged, byte for byte.

In an observation the cards of the expansion are numbered from -1 to -{state.KINDS}, kind {state.KINDS} first, since
int8 ends at 127: add {state.KINDS} to look a card up in a table of {kinds + 1}. The slice `clans` says which clans are
in play, or not banned yet.

```python
game = Game("gosu", num_players=2, seed=5, kamakor=True)
assert game.to_json()["decision"]["kind"] == "ban"
game.apply(game.parse_action("ban Drum Goblins"))
assert game.observe()[game.observation_spec["clans"]].sum() == 9

game = Game("gosu", seed=5, kamakor=True, clans=("alpha", "fire", "drake", "shadow", "swamp"))
assert game.to_json()["dragoon_supply"] == 8
```
"""
    for n in PLAYERS:
        yield f"### Actions with Kamakor and {n} players"
        yield vector_table(blocks(n, kinds), shorter=SHORTER)
    for n in PLAYERS:
        yield f"### Observation with Kamakor and {n} players"
        yield vector_table(observation_blocks(n, kinds), kinds=True, shorter=SHORTER)
    yield f"""
### The record of a game with Kamakor

It has {state.KAMAKOR_STATE.itemsize} bytes.
"""
    yield record_table(state.KAMAKOR_STATE, record_meanings())


def pages() -> dict[str, str]:
    """The text of every generated page, by its name."""
    return {"cards.md": cards_page(), "spaces.md": spaces_page()}
