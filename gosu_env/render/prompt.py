"""A decision in words, for language models: rules in brief, what happened, the table, the cards, numbered choices.

All of it comes from a ``View`` and from events as the seat may know them, so it holds nothing that the seat may not
know. The format of a game is fixed under a version, which its part ``prompt`` has; prompts of one version are the same
text for the same view, and a change of any of it is a new version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gosu_env.engine.events import EVERYBODY, Event
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.view import View
from gosu_env.render.log import counted, listed, question

LINES = 12  # of the log that are told
PLAIN = "plain-1"  # the format of a game that has no rules in brief
HOW = (
    "Think it over as briefly as you like. Then end your answer with a line of this form, with the number of your "
    "choice:\nchoice: 1"
)


@dataclass(frozen=True)
class Prompt:
    """What a language model is told: who it is and the rules, then the decision."""

    format: str  # the name of the game and the version
    system: str
    user: str
    actions: tuple[int, ...]  # of the choices, in their order
    choices: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it, for models without roles."""
        return f"{self.system}\n\n{self.user}"

    def messages(self) -> list[dict[str, str]]:
        """As chat models take it."""
        return [{"role": "system", "content": self.system}, {"role": "user", "content": self.user}]


def make_prompt(view: View, events: Iterable[Event] = (), lines: int = LINES) -> Prompt:
    """The decision of a view. ``events`` are those that its seat was told, in order; the last ``lines`` are told."""
    rules: Any = view.world.rules
    part = find_part(rules.name, "prompt")
    choices = view.choices()
    name = PLAIN if part is None else f"{rules.name}-{part.VERSION}"
    table = view.describe()
    numbered = [f"{number}. {text}" for number, text in enumerate(choices.values(), start=1)]
    told = log_lines(rules, events)[-lines:] if lines else []
    sections = {
        "What happened lately:": told,
        "The table, as you know it:": [table],
        "The cards named above or below:": card_section(rules, "\n".join((table, *numbered))),
        f"Your decision: {question(view.decision_text())}. Your choices:": numbered,
    }
    body = ["\n".join((title, *content)) for title, content in sections.items() if content]
    return Prompt(name, system_text(rules, view), "\n\n".join(body), tuple(choices), tuple(choices.values()))


def system_text(rules: Any, view: View) -> str:
    part = find_part(rules.name, "prompt")
    title = rules.title
    head = f"You play the card game {title} with {view.num_players} players, numbered from 0; you are seat {view.seat}."
    brief = [] if part is None else ["The rules in brief:", *(f"- {line}" for line in part.RULES)]
    return "\n".join([head, *brief, "", HOW])


def card_section(rules: Any, text: str) -> list[str]:
    """A line for each card that a text names."""
    part = find_part(rules.name, "prompt")
    if part is None:
        return []
    looked_at = re.sub(part.OVERLOOKED, "", text, flags=re.MULTILINE)
    lines: dict[str, str] = part.card_lines(rules.cards)
    longest_first = sorted(lines, key=lambda name: (-len(name), name))  # "Alpha (mort)" is not "Alpha"
    names = "|".join(map(re.escape, longest_first))
    named = set(re.findall(rf"(?<!\w)(?:{names})(?!\w)", looked_at))
    return [f"- {name}: {lines[name]}" for name in sorted(named)]


# ------------------------------------------------------------------------------------------------ what happened


def card_name(rules: Any, kind: int) -> str:
    cards = getattr(rules, "cards", None)
    return f"card {kind}" if cards is None else str(cards[kind].name)


def log_lines(rules: Any, events: Iterable[Event]) -> list[str]:
    """Events as lines: one for all that one seat does or suffers in a row."""
    part = find_part(rules.name, "prompt")
    lines: list[tuple[int, list[tuple[str, list[str]]]]] = []  # seat; words with the cards that they are about
    for event in events:
        number = "" if part is None else part.number_text(rules.cards, event.word, event.number)
        word = f"{event.word} {number}".strip()
        if event.word == "turn begins" or not lines or lines[-1][0] != event.seat:
            lines.append((event.seat, []))
        said = lines[-1][1]
        card = [] if not about_card(event) else ["" if event.card is None else card_name(rules, event.card)]
        if said and said[-1][0] == word and card and said[-1][1]:
            said[-1][1].extend(card)
        else:
            said.append((word, card))
    return [line_text(seat, said) for seat, said in lines]


def about_card(event: Event) -> bool:
    """Whether it happened to a card, perhaps to one that the seat may not know."""
    return event.card is not None or event.seen != EVERYBODY


def line_text(seat: int, said: Sequence[tuple[str, list[str]]]) -> str:
    who = "the game" if seat < 0 else f"seat {seat}"
    return f"{who}: " + "; ".join(f"{word} {cards_text(cards)}".strip() for word, cards in said)


def cards_text(cards: Sequence[str]) -> str:
    """Cards by name, and how many others there are."""
    known = [name for name in cards if name]
    unknown = len(cards) - len(known)
    return listed([*known, *([counted(unknown)] if unknown else [])]) if cards else ""
