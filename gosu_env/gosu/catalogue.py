"""The cards of GOSU, listed for the terminal: all, some or one, and written to a file to change them there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gosu_env.armies.catalogue import card_panel, clan_by_clan, counted, find_card, find_clan, price_text
from gosu_env.engine.errors import OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.generated import seed_of
from gosu_env.engine.spelling import nearest
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import CLAN_NAMES, DEFAULT_SET, KAMAKOR_SET, Card, CardSet, generated_text, load_cards
from gosu_env.gosu.colours import CLAN_STYLES
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.gosu.text import CLAN_ADJECTIVES, card_text

VALUES = (2, 3, 5)  # G-1.3


def check_clan(clan: int, cards: CardSet) -> None:
    """Refuse a clan of Kamakor in a set without Kamakor."""
    if clan >= len(cards.clan_names):
        raise OptionError(f"the {CLAN_NAMES[clan]} are a clan of Kamakor, the expansion; add --kamakor")


def ability_words(card: Card) -> set[str]:
    """The words of the card language that a card is written with."""
    words = {v.TRIGGERS[trigger] for trigger in card.programs} | {v.GLOBALS[bound.which] for bound in card.globals}
    words |= {v.EFFECTS[step.op] for program in card.programs.values() for step in program}
    words |= {name for name in ("zombie", "shadow_jump", "recruiter", "counts_as", "eases") if getattr(card, name)}
    words |= {"global"} if card.globals else set()
    return {word.replace("_", " ") for word in words}


def cards_with(cards: CardSet, ability: str) -> list[Card]:
    """The cards that have an ability: a word of the card language, or any piece of their text."""
    wanted = ability.strip().casefold().replace("_", " ")
    texts = {card.name: card_text(card).casefold() for card in cards.cards}
    word = re.compile(rf"\b{re.escape(wanted)}(?:e?s)?\b")
    found = [card for card in cards.cards if wanted in ability_words(card) or word.search(texts[card.name])]
    found = found or [card for card in cards.cards if wanted in texts[card.name]]
    if not found or not wanted:
        words = sorted({word for card in cards.cards for word in ability_words(card)})
        raise OptionError(f"no card has {ability!r}; {nearest(wanted, words)}")
    return found


def mutation_sign(card: Card) -> str:
    return "–" if card.mutation is None else str(card.mutation)


TEXT_LABELS = re.compile(
    r"(?:Enters play(?: and mutates)?|Mutates|Destroyed|Activated|When [a-z ]+|Global|Recruiter):"
    r"|Zombie mutation\.|Shadow Jump\."
)


def shown_text(card: Card) -> Text:
    """What a card says, its triggers set off."""
    text = Text(card_text(card) or "–")
    text.highlight_regex(TEXT_LABELS, "bold")
    return text


def cards_table(cards: Sequence[Card], provenance: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("Name", no_wrap=True)
    table.add_column("Clan", no_wrap=True)
    table.add_column("Level", no_wrap=True)
    table.add_column("×", justify="right", no_wrap=True)
    table.add_column("Value", justify="right", no_wrap=True)
    table.add_column("Mut.", justify="right", no_wrap=True)
    table.add_column("Text", overflow="fold")
    for card in clan_by_clan(table, cards):
        words = shown_text(card)
        if provenance:
            words = Text.assemble(words, "\n", (card.provenance, "dim italic"))
        style = CLAN_STYLES[card.clan]
        table.add_row(
            Text(card.name, f"bold {style}"),
            Text(CLAN_ADJECTIVES[card.clan], style),
            f"{card.level} {card.level_name}",
            f"×{card.copies}",
            str(VALUES[card.level - 1]),
            mutation_sign(card),
            words,
        )
    return table


def facts_of(card: Card) -> Iterator[tuple[str, str | Text]]:
    """All that is known of a card."""
    yield "Clan", Text(card.clan_name, CLAN_STYLES[card.clan])
    yield "Level", f"{card.level}, {card.level_name}"
    yield "Copies", str(card.copies)
    yield "Value", str(VALUES[card.level - 1])
    yield "Mutation", price_text(card.mutation, "it cannot mutate")
    words = TEXT_LABELS.sub(lambda label: f"\n{label[0]}", card_text(card)).strip() or "It has no ability."
    text = Text(re.sub(r" +\n", "\n", words))
    text.highlight_regex(TEXT_LABELS, "bold")
    yield "", ""
    yield "Text", text
    yield "", ""
    yield "Provenance", Text(card.provenance, "italic")


SOME = """\
# Some cards of GOSU, as they are in the default set. Those that stand here are changed, all others stay as they are;
# cards and fields that you leave alone may go. docs/gosu/cards.md explains the language.

name = "my cards"
base = "default"
"""


def exported(shown: Sequence[Card], cards: CardSet, kamakor: bool) -> str:
    """The default set as a file, or some cards of it as one that lies over the set."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (DEFAULT_SET, *[KAMAKOR_SET] * kamakor))
    if len(shown) == len(cards.cards):
        return re.sub(r'(?m)^name = "gosu-env default"$', 'name = "my cards"', text, count=1)
    blocks = {}
    for block in re.findall(r"(?ms)^\[\[card\]\]\n(?:[^\n#]+\n)+", text):
        blocks[tomllib.loads(block)["card"][0]["name"]] = block
    return "\n".join((SOME, *(blocks[card.name] for card in shown)))


def show_cards(
    console: Console,
    name: str | None,
    *,
    clan: Annotated[
        str | None, typer.Option(help="Only a clan: ancient, alpha, dark, meka, fire; or one of Kamakor.")
    ] = None,
    level: Annotated[int | None, typer.Option(min=1, max=3, help="Only a level: 1 Bakuto, 2 Hero, 3 Ōzeki.")] = None,
    ability: Annotated[str | None, typer.Option(help="Only cards that do this: destroy, draw, zombie, win …")] = None,
    file: Annotated[
        str | None, typer.Option(help="A card file of your own, or generated:SEED.", metavar="TOML")
    ] = None,
    kamakor: Annotated[bool, typer.Option("--kamakor", help="With the five clans of the expansion.")] = False,
    export: Annotated[
        Path | None,
        typer.Option(help="Write the cards to a file of your own, to change them there.", metavar="TOML"),
    ] = None,
    provenance: Annotated[bool, typer.Option("--provenance", help="Also say where each card comes from.")] = False,
) -> None:
    """All cards, those that pass the filters, or one by its name."""
    cards = load_cards(file, kamakor)
    if export is not None:
        if file is not None and seed_of(file) is None:
            raise OptionError("--export writes cards of the default set; --file names another one, which you can copy")
        if export.is_file():
            raise OptionError(f"{export}: is there already; name another file")
    if name is not None and export is None:
        card = find_card(((card.name, card) for card in cards.cards), name)
        console.print(card_panel(card.name, CLAN_STYLES[card.clan], facts_of(card)), width=min(76, console.width))
        return
    shown = list(cards.cards) if ability is None else cards_with(cards, ability)
    if name is not None:
        wanted = find_card(((card.name, card) for card in cards.cards), name)
        shown = [card for card in shown if card is wanted]
    if clan is not None:
        number = find_clan(clan, CLAN_WORDS, CLAN_NAMES)
        check_clan(number, cards)
        shown = [card for card in shown if card.clan == number]
    shown = [card for card in shown if level in (None, card.level)]
    if not shown:
        console.print("No card matches.")
        return
    if export is not None:
        seed = None if file is None else seed_of(file)
        if seed is not None and len(shown) < len(cards):
            raise OptionError("--export writes all cards of a generated set; leave the filters out")
        write_whole(export, (exported(shown, cards, kamakor) if seed is None else generated_text(seed)).encode())
        use = f"gosu play --cards {export}" + " --option kamakor" * kamakor
        console.print(Text(f"{export} written: {counted(shown)}; play with them: {use}", "dim"), soft_wrap=True)
        return
    console.print(cards_table(shown, provenance))
    console.print(Text(f"{counted(shown)} · {cards.name}", "dim"))
