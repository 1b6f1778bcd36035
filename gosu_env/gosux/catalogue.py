"""The cards of GOSU X, listed for the terminal: all, some or one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gosu_env.armies.catalogue import counted, find_card, find_clan, folded
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
    last: Card | None = None
    for card in sorted(cards, key=lambda card: (card.clan, card.level)):
        if last is not None and last.clan != card.clan:
            table.add_section()
        last = card
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


def card_panel(card: Card) -> Panel:
    style = CLAN_STYLES[card.clan]
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    if card.english:
        facts.add_row("English", card.english)
    facts.add_row("Clan", Text(card.clan_name, style))
    facts.add_row("Level", f"{card.level}, {card.level_name}")
    facts.add_row("Copies", str(card.copies))
    facts.add_row("Value", str(VALUES[card.level - 1]))
    price = {None: "none: it cannot be shifted", 0: "0: for free", 1: "1 card"}
    facts.add_row("Shift", price.get(card.shift, f"{card.shift} cards"))
    facts.add_row("Symbols", {0: "none", 1: "1 token"}.get(card.symbols, f"{card.symbols} tokens"))
    facts.add_row("Keywords", keyword_text(card) or "none")
    words = LABELS.sub(lambda label: f"\n{label[0]}", effect_text(card)).strip()
    facts.add_row("", "")
    facts.add_row("Text", shown_text(re.sub(r" +\n", "\n", words)))
    facts.add_row("", "")
    if card.ruling:
        facts.add_row("Ruling", card.ruling)
    facts.add_row("Provenance", Text(card.provenance, "italic"))
    title = Text(card.name, f"bold {style}")
    return Panel(facts, title=title, title_align="left", border_style=style, padding=(1, 2), width=76, box=box.ROUNDED)


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
        console.print(card_panel(find_card(named(cards), name)), width=min(76, console.width))
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
