"""Cards in letters: on the table, in the hand, and with all they say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.segment import Segment
from rich.text import Text

from gosu_env.armies import lettered_cards
from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.language import Instruction
from gosu_env.armies.lettered_cards import COST_SIGN, Letters
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

SIGNS = {
    v.ENTERS: "▸",
    v.MUTATES: COST_SIGN,
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

    @property
    def letters(self) -> Letters:
        card = self.card
        return Letters(
            card.name,
            CLAN_HUES[card.clan],
            card.level,
            self.value,
            card.mutation,
            hint(card),
            short_text(card),
            down="imprisoned" if self.imprisoned else "",
            arriving=self.arriving,
            tokens=DRAGOON_SIGN if self.token == "dragoon" else TOKEN_SIGN if self.token else "",
        )

    @property
    def told(self) -> Text:
        return full_text(self.card)


def draw(lies: LyingCard, width: int, height: int, light: str = "") -> list[list[Segment]]:
    """A card as lines of a width."""
    return lettered_cards.draw(lies.letters, width, height, light)


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
