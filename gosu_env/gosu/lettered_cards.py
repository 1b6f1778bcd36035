"""Cards in letters: on the table, in the hand, and with all they say."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.language import Instruction
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import Card
from gosu_env.gosu.colours import CLAN_HUES, CLAN_STYLES, DRAGOON_SIGN
from gosu_env.gosu.drawn_cards import cost_words
from gosu_env.gosu.text import (
    CLAN_ADJECTIVES,
    TRIGGER_WORDS,
    card_text,
    global_text,
    keyword_texts,
    power_text,
    program_text,
)
from gosu_env.render.colours import (
    GOLD,
    GREY,
    GREY_BAR,
    GREY_INK,
    INK,
)

PIPS = ("·", ":", "∴")  # for the level
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
SIGNS = {
    v.ENTERS: "▸",
    v.MUTATES: "⇄",
    v.DESTROYED: "×",
    v.ACTIVATED: "◉",
    v.IMPRISONED: "▥",
    v.PASSES: "»",
    v.ROUND_STARTS: "↻",
    v.COLON: "⊢",
}
ZOMBIE, GLOBAL = "Z", "✦"
SIGN_WORDS = {sign: TRIGGER_WORDS[trigger].lower() for trigger, sign in SIGNS.items()} | {
    ZOMBIE: "zombie mutation",
    GLOBAL: "Global, for everybody",
}
KEYWORDS = {"shadow_jump": "jump", "recruiter": "recruiter", "counts_as": "levels", "eases": "cheaper"}
SETTING_UP = (v.IF, v.MAY, v.CHOOSE_SEAT, v.CHOOSE_X, v.COUNT_X, v.NAME_CLAN)
ROOM_FOR_EDGES = 12  # letters of a line, for a margin
ROOM_FOR_TEXT = 12  # letters between the margins, for sentences to be better than a word


def cost_sign(card: Card) -> str:
    """The mutation cost, raised; a dash for a card that cannot mutate."""
    return ("-" if card.mutation is None else str(card.mutation)).translate(SUPERSCRIPTS)


def deed(program: tuple[Instruction, ...]) -> str:
    """What a program does, in a word."""
    for step in program:
        price = step.op == v.DISCARD and step.arg == v.PRICE
        if step.op not in SETTING_UP and not price:
            many = f" {step.amount}" if 1 < step.amount < v.ALL_OF_THEM else ""
            return v.EFFECTS[step.op].replace("_", " ") + many
    return ""


@lru_cache(maxsize=256)
def hint(card: Card) -> str:
    """The ability in a few letters; entering play, the usual occasion, goes without its sign."""
    if card.programs:
        trigger, program = next(iter(card.programs.items()))
        return ("" if trigger == v.ENTERS else SIGNS[trigger]) + deed(program)
    if card.globals:
        return GLOBAL + v.GLOBALS[card.globals[0].which].replace("_", " ")
    keywords = [word for name, word in KEYWORDS.items() if getattr(card, name)]
    return "zombie" if card.zombie else "".join(keywords[:1])


@lru_cache(maxsize=256)
def short_text(card: Card) -> str:
    """The text of a card, its occasions as signs."""
    parts = [
        f"{SIGNS[trigger]} {power_text(program) if trigger == v.COLON else program_text(program)}"
        for trigger, program in card.programs.items()
    ]
    if card.programs.get(v.ENTERS) == card.programs.get(v.MUTATES) and v.ENTERS in card.programs:
        parts = [part for part in parts if not part.startswith(SIGNS[v.MUTATES])]
        parts[0] = f"{SIGNS[v.ENTERS]}{SIGNS[v.MUTATES]}{parts[0][1:]}"
    parts += [f"{ZOMBIE} Zombie mutation."] * card.zombie + keyword_texts(card)
    parts += [f"{GLOBAL} {global_text(bound)}" for bound in card.globals]
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card as it lies there."""

    card: Card
    value: int  # in battle, with the Globals in force
    imprisoned: bool = False
    arriving: bool = False
    token: str = ""  # the kind of token on it: held, dragoon


def fitted(words: str, width: int) -> str:
    """Words cut or filled up to a width."""
    return set_cell_size(words if cell_len(words) <= width else set_cell_size(words, width - 1) + "…", width)


def _lines(lies: LyingCard, width: int, height: int) -> Iterator[str]:
    """The letters of a card, line by line, without the name."""
    card = lies.card
    if height == 2:
        yield "imprisoned" if lies.imprisoned else cost_sign(card) + hint(card)
        return
    room = height - 2
    if lies.imprisoned:
        yield from ["imprisoned"] + [""] * (room - 1)
    elif width < ROOM_FOR_TEXT:
        yield from [hint(card)] + [""] * (room - 1)
    else:
        told = textwrap.wrap(short_text(card), width, max_lines=room, placeholder=" …", break_on_hyphens=False)
        yield from told + [""] * (room - len(told))
    cost = "" if card.mutation is None else f"{SIGNS[v.MUTATES]}{card.mutation}"
    yield f"⚔{lies.value} {PIPS[card.level - 1]}".ljust(width - len(cost)) + cost


def draw(lies: LyingCard, width: int, height: int, light: str = "") -> list[list[Segment]]:
    """A card as lines of a width: its name, what it does, what it is worth and costs. The lower, the less it tells.

    ``light`` is a colour for the whole card, to set it off.
    """
    card, hue = lies.card, CLAN_HUES[lies.card.clan]
    fill, ink, plate = (GREY, GREY_INK, GREY_BAR) if lies.imprisoned else (hue.fill, hue.ink, hue.plate)
    if light:
        fill, ink, plate = light, INK, light
    plain = Style(color=ink, bgcolor=fill)
    edge = " " if width >= ROOM_FOR_EDGES else ""
    width -= 2 * len(edge)
    name = f"‹{card.name}›" if lies.arriving else card.name
    lying = DRAGOON_SIGN if lies.token == "dragoon" else TOKEN_SIGN if lies.token else ""
    tail = lying or (cost_sign(card) if height == 1 and cell_len(name) + 2 <= width else "")
    head = plain + Style(bold=not lies.imprisoned, italic=lies.arriving)
    marked = Style(color=INK if light else GOLD, bgcolor=fill) if lies.token else head
    drawn = [[Segment(edge + fitted(name, width - len(tail)), head), Segment(tail + edge, marked)]]
    for number, words in enumerate(_lines(lies, width, height) if height > 1 else ()):
        foot = number == height - 2
        drawn.append([Segment(edge + fitted(words, width) + edge, Style(color=ink, bgcolor=plate) if foot else plain)])
    return drawn


def full_text(card: Card) -> Text:
    """Everything there is to say about a card."""
    cost = cost_words(card)
    text = Text.assemble(
        (card.name, f"bold {CLAN_STYLES[card.clan]}"),
        (f" · {CLAN_ADJECTIVES[card.clan]} {card.level_name} · {cost}", "dim"),
        "\n",
        card_text(card) or "It has no ability.",
    )
    text.highlight_words(
        [f"{words}:" for words in (*TRIGGER_WORDS.values(), "Enters play and mutates", "Global")], "bold"
    )
    return text
