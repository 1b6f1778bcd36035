"""Beside the board: what happened, what a card says, what is asked, and what can be answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gosu_env.render.colours import GOLD
from gosu_env.render.log import Log as GameLog
from gosu_env.render.log import Paragraph


def told(log: GameLog, paragraphs: Sequence[Paragraph]) -> Text:
    """Paragraphs in their colours; what concerns the game itself stands out."""
    lines = []
    for paragraph in paragraphs:
        if paragraph.heading:
            lines.append(Text(f"── {paragraph.words} ──", "dim"))
        elif paragraph.seat is None:
            lines.append(log.styled(paragraph.words, f"bold {GOLD}"))
        else:
            lines.append(log.styled(paragraph.words))
    return Text("\n").join(lines)


class Log(VerticalScroll):
    """What happened, the newest at the bottom."""

    def compose(self) -> list[Static]:
        return [Static()]

    def show(self, text: Text) -> None:
        self.query_one(Static).update(text)
        self.anchor()


class CardText(VerticalScroll):
    """All that a card says."""

    def compose(self) -> list[Static]:
        return [Static()]

    def show(self, text: Text | None, otherwise: str = "") -> None:
        self.query_one(Static).update(Text(otherwise, "dim italic") if text is None else text)
        self.scroll_home(animate=False)


class Choice(NamedTuple):
    """A legal action as it is offered."""

    action: int
    text: Text
    price: str = ""  # what it costs
    chance: float | None = None  # what a bot that was asked thinks of it
    advised: bool = False


class Choices(OptionList):
    """The legal actions; the first ten have keys."""

    def show(self, choices: Sequence[Choice], highlighted: int = 0) -> None:
        self.set_options(Option(self.line(number, choice), str(choice.action)) for number, choice in enumerate(choices))
        self.highlighted = highlighted if choices else None

    @staticmethod
    def line(number: int, choice: Choice) -> Text:
        key = str((number + 1) % 10) if number < 10 else " "
        text = Text.assemble((f"{key} ", "dim"))
        if choice.chance is not None:
            text.append(f"{100 * choice.chance:3.0f} % ", GOLD)
        text.append_text(choice.text)
        if choice.price:
            text.append(f"  pay {choice.price}", "dim italic")
        if choice.advised:
            text.append("  ◂", f"bold {GOLD}")
        return text
