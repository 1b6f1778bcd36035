"""Screens that come between: help, long texts, the curtain between players, the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Middle, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Button, Static

from gosu_env.play.sight import Sight
from gosu_env.render.colours import SEAT_STYLES

KEYS = {
    "↑ ↓  Enter": "choose an answer; or click it",
    "1 … 9, 0": "the first ten answers",
    "click a card": "what aims at it: done at once if it is one thing, else offered alone",
    "Tab": "to the cards and back; arrows go from card to card, Enter is a click",
    "h": "ask a bot what it would do",
    "Esc": "all answers again",
    "p, l": "{more}; everything that happened",
    "q": "leave",
}


class Pages(ModalScreen[None]):
    """A text to read and close."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,p,l,question_mark,space", "close", "Close")]

    def __init__(self, title: str, text: Text | Table, at_end: bool = False, way_out: str = "Esc closes") -> None:
        super().__init__()
        self.heading, self.text, self.at_end, self.way_out = title, text, at_end, way_out

    def compose(self) -> Iterator[Widget]:
        with VerticalScroll(classes="popup") as popup:
            popup.border_title = self.heading
            popup.border_subtitle = self.way_out
            yield Static(self.text)

    def on_mount(self) -> None:
        if self.at_end:
            self.query_one(VerticalScroll).scroll_end(animate=False)

    def on_click(self) -> None:
        self.action_close()

    def action_close(self) -> None:
        self.dismiss()


class Help(Pages):
    """How to play, on one screen; and on a second page, keys and signs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,k,right,left,tab", "turn", "Keys and signs", priority=True)
    ]
    TITLES = ("How to play", "Keys and signs")

    def __init__(self, sight: Sight) -> None:
        keys = {key: meaning.format(more=sight.more.lower()) for key, meaning in KEYS.items()}
        self.pages = (self.listed(sight.rules), self.listed(keys, sight.signs))
        self.page = 0
        super().__init__(self.TITLES[0], self.pages[0], way_out="? keys and signs · Esc closes")

    @staticmethod
    def listed(*lists: Mapping[str, str]) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for number, rows in enumerate(lists):
            if number:
                table.add_row("", "")
            for sign, meaning in rows.items():
                table.add_row(sign, meaning)
        return table

    def action_turn(self) -> None:
        self.page = 1 - self.page
        popup = self.query_one(VerticalScroll)
        popup.border_title = self.TITLES[self.page]
        popup.border_subtitle = f"? {self.TITLES[1 - self.page].lower()} · Esc closes"
        self.query_one(Static).update(self.pages[self.page])
        popup.scroll_home(animate=False)


class Curtain(Screen[None]):
    """Hides everything until the next player sits down."""

    BINDINGS = (Binding("enter", "open", "I sit here"),)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> Iterator[Widget]:
        text = Text.assemble(
            (f"Seat {self.seat}", SEAT_STYLES[self.seat]), " decides.\n\n", ("Enter when nobody else looks.", "dim")
        )
        with Middle(), Center():
            yield Static(text, id="curtain")

    def action_open(self) -> None:
        self.dismiss()


class Question(ModalScreen[str]):
    """A text and a few answers."""

    BINDINGS = (
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        Binding("escape", "answer('')", show=False),
    )

    def __init__(self, title: str, text: Text, answers: dict[str, str]) -> None:
        super().__init__()
        self.heading, self.text, self.answers = title, text, answers

    def compose(self) -> Iterator[Widget]:
        with Vertical(classes="popup") as popup:
            popup.border_title = self.heading
            yield Static(self.text)
            with Horizontal(classes="answers"):
                for name, label in self.answers.items():
                    yield Button(label, id=name, compact=True)

    def on_button_pressed(self, message: Button.Pressed) -> None:
        self.action_answer(message.button.id)

    def on_key(self, event: Key) -> None:
        """The first letter of an answer is its key."""
        for name, label in self.answers.items():
            if event.key == label[0].lower():
                self.action_answer(name)

    def action_answer(self, name: str) -> None:
        self.dismiss(name)
