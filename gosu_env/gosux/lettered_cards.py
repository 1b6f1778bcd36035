"""Cards in letters: on the table, in the hand, and with all they say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.text import Text

from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.lettered_cards import Letters
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.cards import CLAN_NAMES, Card
from gosu_env.gosux.colours import BOUNTY_SIGN, CLAN_HUES, CLAN_STYLES
from gosu_env.gosux.drawn_cards import cost_words
from gosu_env.gosux.state import KEYWORDS
from gosu_env.gosux.text import ARRIVES, IN_PLAY, KEYWORD_NAMES, TRIGGER_TEXTS, card_text, effect_text, law_text

KEYWORD_SIGNS = dict(zip(KEYWORDS, (BOUNTY_SIGN, "«", "≈", "»", "☾", "◆", "¶", "!"), strict=True))
ARRIVAL_SIGNS = ("▸", "◉", "◉◉")  # by activation symbols
IN_PLAY_SIGN = "∞"
SIGN_WORDS = {
    "▸": "arrives",
    "◉ ◉◉": "arrives, or activated by a token, or by two",
    IN_PLAY_SIGN: "as long as it is in play",
} | {sign: KEYWORD_NAMES[word] for word, sign in KEYWORD_SIGNS.items()}
SETTING_UP = (v.IF, v.MAY, v.CHOOSE_SEAT, v.NAME_CLAN, v.NAME_LEVEL, v.PAY_BOUNTY, v.PAY_CLAN)
WORDS = {"law": "law", "every_level": "levels", "mirrors": "mirror", "doubles": "double", "hunts": "hunter"}
MORE_WORDS = {"echoes": "echoes", "wild": "wild", "mourned": "mourned"}


@lru_cache(maxsize=128)
def hint(card: Card) -> str:
    """What a card does, in a word."""
    for program in card.programs.values():
        for step in program:
            if step.op not in SETTING_UP:
                return deed(step.op, step.arg)
    lasting = [word for name, word in (WORDS | MORE_WORDS).items() if name in card.permanents]
    return lasting[0] if lasting else "names" if card.also else "cancel" if card.will else ""


def deed(op: int, arg: int) -> str:
    """An effect in a word."""
    if op == v.AIM:
        words = (("capture", v.CAPTURE), ("destroy", v.DESTROY), ("free", v.FREE))
        return "/".join(word for word, bit in words if arg & bit)
    return v.EFFECTS[op].replace("_", " ")


@lru_cache(maxsize=128)
def short_text(card: Card) -> str:
    """The text of a card, its occasions as signs."""
    text = effect_text(card)
    for words, sign in zip(reversed(ARRIVES), reversed(ARRIVAL_SIGNS), strict=True):
        text = text.replace(f"{words}:", sign)
    return text.replace(IN_PLAY, IN_PLAY_SIGN)


def keyword_signs(card: Card) -> str:
    return "".join(sign for word, sign in KEYWORD_SIGNS.items() if word in card.keywords)


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card as it lies there."""

    card: Card
    value: int  # in battle
    captured: bool = False
    arriving: bool = False
    tokens: int = 0
    bounty: bool = False

    @property
    def letters(self) -> Letters:
        card = self.card
        return Letters(
            card.name,
            CLAN_HUES[card.clan],
            card.level,
            self.value,
            card.shift,
            hint(card),
            short_text(card),
            keyword_signs(card),
            "captured" if self.captured else "",
            self.arriving,
            TOKEN_SIGN * self.tokens + BOUNTY_SIGN * self.bounty,
        )

    @property
    def told(self) -> Text:
        return full_text(self.card)


def full_text(card: Card) -> Text:
    """Everything there is to say about a card."""
    english = f" ({card.english})" if card.english else ""
    text = Text.assemble(
        (card.name, f"bold {CLAN_STYLES[card.clan]}"),
        (f"{english} · {card.clan_name} {card.level_name} · {cost_words(card)}", "dim"),
        "\n",
        card_text(card),
    )
    text.highlight_words([*(f"{words}:" for words in ARRIVES), IN_PLAY, *TRIGGER_TEXTS.values()], "bold")
    return text


def tile_text(clan: int) -> Text:
    """What the tile of a clan says."""
    name = CLAN_NAMES[clan]
    head = (name, f"bold {CLAN_STYLES[clan]}"), (" · tile, active side", "dim")
    return Text.assemble(*head, "\n", law_text(clan, tile=True))
