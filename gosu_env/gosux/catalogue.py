"""The cards of GOSU X, listed for the terminal: all, some or one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gosu_env.armies.catalogue import card_panel, clan_by_clan, counted, find_card, find_clan, folded, price_text
from gosu_env.engine.errors import OptionError
from gosu_env.engine.spelling import nearest
from gosu_env.gosux.cards import CLAN_NAMES, Card, CardSet, load_cards
from gosu_env.gosux.colours import CLAN_STYLES
from gosu_env.gosux.state import CLAN_WORDS, KEYWORDS, VALUES
from gosu_env.gosux.text import ARRIVES, IN_PLAY, KEYWORD_NAMES, TRIGGER_TEXTS, card_text, effect_text, keyword_text

LABELS = re.compile("|".join(re.escape(words) for words in (*(f"{word}:" for word in reversed(ARRIVES)), IN_PLAY)))


def named(cards: CardSet) -> Iterator[tuple[str, Card]]:
    """Every card under its name and under what that means."""
    for card in cards.cards:
        yield card.name, card
        if card.english:
            yield card.english, card


def find_keyword(word: str) -> str:
    """A keyword by its name or the beginning of it."""
    wanted = folded(word).replace(" ", "_").replace("-", "_")
    for keyword in KEYWORDS:
        if wanted and keyword.startswith(wanted):
            return keyword
    raise OptionError(f"unknown keyword {word!r}; {nearest(wanted, list(KEYWORDS))}")


def shown_text(words: str) -> Text:
    """What a card says, its occasions set off."""
    text = Text(words or "–")
    text.highlight_regex(LABELS, "bold")
    text.highlight_words(list(TRIGGER_TEXTS.values()), "bold")
    return text


def cost_sign(card: Card) -> str:
    return "–" if card.shift is None else str(card.shift)


def cards_table(cards: Sequence[Card], provenance: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("Name", overflow="fold", max_width=26)
    table.add_column("Clan", no_wrap=True)
    table.add_column("Level", no_wrap=True)
    table.add_column("Shift", justify="right", no_wrap=True)
    table.add_column("Text", overflow="fold")
    for card in clan_by_clan(table, cards):
        words = shown_text(card_text(card))
        words.highlight_words(list(KEYWORD_NAMES.values()), "italic")
        if provenance:
            ruling = f" Ruling: {card.ruling}." if card.ruling else ""
            words = Text.assemble(words, "\n", (f"{card.provenance}.{ruling}", "dim italic"))
        style = CLAN_STYLES[card.clan]
        name = Text(card.name, f"bold {style}")
        if card.english:
            name.append(f"\n{card.english}", "not bold dim")
        level = f"{card.level} {card.level_name}"
        table.add_row(name, Text(card.clan_name, style), level, cost_sign(card), words)
    return table


def facts_of(card: Card) -> Iterator[tuple[str, str | Text]]:
    """All that is known of a card."""
    if card.english:
        yield "English", card.english
    yield "Clan", Text(card.clan_name, CLAN_STYLES[card.clan])
    yield "Level", f"{card.level}, {card.level_name}"
    yield "Copies", str(card.copies)
    yield "Value", str(VALUES[card.level - 1])
    yield "Shift", price_text(card.shift, "it cannot be shifted")
    yield "Symbols", {0: "none", 1: "1 token"}.get(card.symbols, f"{card.symbols} tokens")
    yield "Keywords", keyword_text(card) or "none"
    words = LABELS.sub(lambda label: f"\n{label[0]}", effect_text(card)).strip()
    yield "", ""
    yield "Text", shown_text(re.sub(r" +\n", "\n", words))
    yield "", ""
    if card.ruling:
        yield "Ruling", card.ruling
    yield "Provenance", Text(card.provenance, "italic")


def show_cards(
    console: Console,
    name: str | None,
    *,
    clan: Annotated[str | None, typer.Option(help=f"Only a clan: {', '.join(CLAN_NAMES)}.")] = None,
    level: Annotated[int | None, typer.Option(min=1, max=3, help="Only a level: 1 Troop, 2 Hero, 3 Immortal.")] = None,
    keyword: Annotated[str | None, typer.Option(help="Only cards with it: bounty, echo, wonder …")] = None,
    file: Annotated[str | None, typer.Option(help="A card file of your own.", metavar="TOML")] = None,
    provenance: Annotated[bool, typer.Option("--provenance", help="Also say where each card comes from.")] = False,
) -> None:
    """All cards, those that pass the filters, or one by its name."""
    cards = load_cards(file)
    if name is not None:
        card = find_card(named(cards), name)
        console.print(card_panel(card.name, CLAN_STYLES[card.clan], facts_of(card)), width=min(76, console.width))
        return
    shown = [card for card in cards.cards if level in (None, card.level)]
    if clan is not None:
        number = find_clan(clan, CLAN_WORDS, CLAN_NAMES)
        shown = [card for card in shown if card.clan == number]
    if keyword is not None:
        word = find_keyword(keyword)
        shown = [card for card in shown if word in card.keywords]
    if not shown:
        console.print("No card matches.")
        return
    console.print(cards_table(shown, provenance))
    console.print(Text(f"{counted(shown)} · {cards.name}", "dim"))
