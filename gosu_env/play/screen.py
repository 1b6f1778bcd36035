"""The screen of a game: the board, and beside it what happened, what is asked and what can be answered."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static

from gosu_env.play.aim import Aim, Place
from gosu_env.play.board import Board, Pointed, board_of
from gosu_env.play.match import Match
from gosu_env.play.popups import Help, Pages
from gosu_env.play.side import CardText, Choice, Choices, Log, told
from gosu_env.play.sight import sight_of
from gosu_env.play.thinking import Answer
from gosu_env.render.colours import SEAT_STYLES
from gosu_env.render.log import question

RECENT = 24  # paragraphs of the log beside the board; all of them have a page


class GameScreen(Screen[None]):
    """The table as one seat sees it. It is told what to show, and tells what was chosen."""

    AUTO_FOCUS = "Choices"
    BINDINGS = (
        Binding("h", "hint", "Hint"),
        Binding("tab", "switch", "Cards/choices"),
        Binding("escape", "unfilter", "All choices"),
        Binding("p", "about", "More"),
        Binding("l", "log", "Log"),
        Binding("question_mark", "help", "Help"),
        Binding("q", "leave", "Quit"),
        Binding("n", "again", "New game"),
        *(Binding(str((key + 1) % 10), f"key({key})", show=False) for key in range(10)),
    )

    class Chosen(Message):
        """The action that the seat decided on."""

        def __init__(self, action: int) -> None:
            super().__init__()
            self.action = action

    class HintWanted(Message):
        """A bot should say what it would do."""

    class Left(Message):
        """Enough of this game; with ``again``, a new one is wanted."""

        def __init__(self, again: bool = False) -> None:
            super().__init__()
            self.again = again

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__()
        self.match = match
        self.seat = seat
        self.notice = ""  # what the prompt says beside the question
        self.waited = ""  # and of whom is waited for
        self.advice: Answer | None = None
        self.filter: Place | None = None
        self.offered: dict[int, str] = {}
        self._read()

    def _read(self) -> None:
        """Look at the table with the eyes of the seat; nothing else is known here."""
        self.view = self.match.view(self.seat)
        self.sight = sight_of(self.match.game.name)(self.view, self.match.log.styled)
        choices = self.view.choices()
        self.offered = {action: choices[action] for action in sorted(choices, key=self.sight.rank)}
        self.aims = self.sight.aims()
        self.prices = self.sight.prices()

    # What is there.

    def compose(self) -> Iterator[Widget]:
        yield Static(id="top")
        with Horizontal(id="middle"):
            yield board_of(self.match.game.name)(self.match.game.num_players)
            with Vertical(id="side"):
                yield Log(can_focus=False)
                yield CardText(can_focus=False)
                yield Static(id="prompt")
                yield Choices()
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self.query_one("#side").styles.width = min(max(24, round(self.size.width * 0.36)), 60)

    # What is shown.

    def show(self, seat: int, notice: str = "") -> None:
        """Show the table as it is now, to a seat."""
        self.seat, self.notice, self.waited = seat, notice, ""
        self.advice, self.filter = None, None
        self._read()
        if self.is_mounted and self.app.is_running:
            self._draw()

    def advise(self, notice: str, advice: Answer | None = None) -> None:
        """Show what a bot would do, or that it is being asked."""
        self.notice, self.waited, self.advice = notice, "", advice
        if advice is not None:
            self.filter = None
            self._draw_choices(advice.action)
        self._draw_prompt()

    def wait(self, words: str) -> None:
        """Tell of whom is waited for."""
        self.waited = words
        if self.is_mounted and self.app.is_running:
            self._draw_prompt()

    def _draw(self) -> None:
        match = self.match
        top = Text.assemble((f" {match.game.rules.title} ", "bold reverse"), no_wrap=True, overflow="ellipsis")
        self.query_one("#top", Static).update(top.append_text(self.sight.top()), layout=False)
        self.query_one(Board).show(self.sight, match.names)
        self.query_one(Log).show(told(match.log, match.log.paragraphs(self.seat)[-RECENT:]))
        self._draw_choices()
        self._draw_prompt()
        if self.offered:
            self.query_one(Choices).focus()
        if self.sight.over:
            self.refresh_bindings()

    def _draw_prompt(self) -> None:
        text = Text()
        if self.view.legal_actions():
            words = question(self.view.decision_text())
            text.append("▸ ", SEAT_STYLES[self.seat])
            text.append_text(self.match.log.styled(words[0].upper() + words[1:], "bold"))
            looked = self.sight.looked()
            if looked is not None:
                text.append("\n").append_text(looked)
            if self.filter is not None:
                text.append("\nOnly what aims there; Esc shows all", "dim italic")
        if self.notice:
            text.append("\n" if text else "").append_text(self.match.log.styled(self.notice, "italic"))
        if self.waited:
            text.append(f"\n{self.waited}", "dim")
        self.query_one("#prompt", Static).update(text)

    def _draw_choices(self, highlight: int | None = None) -> None:
        """Offer the choices that the filter lets through."""
        advice, styled = self.advice, self.match.log.styled
        chances = advice.chances if advice else {}
        shown = [action for action in self.offered if self.filter in (None, self.aims[action].place)]
        choices = [
            Choice(
                action,
                styled(self.offered[action]),
                self.prices.get(action, ""),
                chances.get(action, 0.0) if chances else None,
                advice is not None and action == advice.action,
            )
            for action in shown
        ]
        self.query_one(Choices).show(choices, shown.index(highlight) if highlight in shown else 0)
        self._draw_aim()

    def _draw_aim(self) -> None:
        """Set off on the board what the highlighted choice is about, and show the text of its card."""
        action = self._highlighted()
        aim = Aim() if action is None else self.aims[action]
        self.query_one(Board).mark({each.place for each in self.aims.values() if each.place is not None}, aim.place)
        meaning = "" if action is None else self.view.action_spec.at(action).meaning
        named = self.sight.card_text(aim.card or self.sight.source())
        self.query_one(CardText).show(self.query_one(Board).looked or named, meaning[:1].upper() + meaning[1:])

    def _highlighted(self) -> int | None:
        option = self.query_one(Choices).highlighted_option
        return None if option is None else int(option.id)

    # What is done.

    def choose(self, action: int) -> None:
        self.offered = {}  # one answer to a decision
        self.post_message(self.Chosen(action))

    def point(self, place: Place) -> None:
        """Something on the table was pointed at: if one choice aims there it is meant, else they are offered alone."""
        fitting = [action for action, aim in self.aims.items() if aim.place == place and action in self.offered]
        if len(fitting) == 1:
            self.choose(fitting[0])
        elif fitting:
            self._offer_only(place)

    def _offer_only(self, place: Place | None) -> None:
        """Offer what aims at a place, or everything."""
        self.filter = place
        self._draw_choices()
        self._draw_prompt()
        self.query_one(Choices).focus()
        self.refresh_bindings()

    def on_pointed(self, message: Pointed) -> None:
        self.point(message.place)

    def on_looked_at(self) -> None:
        self._draw_aim()

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        self._draw_aim()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        action = int(message.option.id)
        if action in self.offered:
            self.choose(action)

    def action_key(self, number: int) -> None:
        choices = self.query_one(Choices)
        if number < choices.option_count:
            action = int(choices.get_option_at_index(number).id)
            if action in self.offered:
                self.choose(action)

    def action_unfilter(self) -> None:
        self._offer_only(None)

    def action_switch(self) -> None:
        """Between the choices and the cards."""
        cards = self.query_one(Board).cards
        if self.focused in cards:
            self.query_one(Choices).focus()
        elif cards:
            cards[0].focus()

    def action_hint(self) -> None:
        if self.offered:
            self.post_message(self.HintWanted())

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def action_again(self) -> None:
        self.post_message(self.Left(again=True))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys mean something now."""
        if action == "again":
            return self.sight.over
        return self.filter is not None if action == "unfilter" else True

    def action_help(self) -> None:
        self.app.push_screen(Help(self.sight))

    def action_log(self) -> None:
        log = self.match.log
        self.app.push_screen(Pages("What happened", told(log, log.paragraphs(self.seat)), at_end=True))

    def action_about(self) -> None:
        self.app.push_screen(Pages(self.sight.more, self.sight.about()))
