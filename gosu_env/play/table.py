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

from gosu_env.gosu.actions import MUTATE, PASS
from gosu_env.gosu.cards import CLAN_NAMES
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.play.aims import Aim, Place, aims, prices
from gosu_env.play.board import Board, Heading, Spot
from gosu_env.play.match import Match
from gosu_env.play.popups import Help, Pages
from gosu_env.play.side import CardText, Choice, Choices, Log, told
from gosu_env.play.thinking import Answer
from gosu_env.render import scene
from gosu_env.render.chronicle import gosu_rules
from gosu_env.render.colours import GOLD
from gosu_env.render.palette import ADVANTAGE, CLAN_STYLES, DRAGOON, SEAT_STYLES

RECENT = 24  # paragraphs of the log beside the board; all of them have a page


class TableScreen(Screen[None]):
    """The table as one seat sees it. It is told what to show, and tells what was chosen."""

    AUTO_FOCUS = "Choices"
    BINDINGS = (
        Binding("h", "hint", "Hint"),
        Binding("tab", "switch", "Cards/choices"),
        Binding("escape", "unfilter", "All choices"),
        Binding("p", "piles", "Piles"),
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
        self.advice: Answer | None = None
        self.filter: Place | None = None
        self.offered: dict[int, str] = {}
        self._read()

    def _read(self) -> None:
        """Look at the table with the eyes of the seat; nothing else is known here."""
        self.view = self.match.view(self.seat)
        self.scene = scene.Table(self.view.determinize(0), gosu_rules(self.match.game), self.seat)
        self.offered = dict(sorted(self.view.choices().items(), key=self._rank))
        self.aims = aims(self.view, self.match.cards)
        self.prices = prices(self.view)

    def _rank(self, choice: tuple[int, str]) -> tuple[bool, bool, bool]:
        """Placing comes first and passing last."""
        action = choice[0]
        return self.view.action_spec.at(action).name != "PLACE", action < MUTATE, action == PASS

    # What is there.

    def compose(self) -> Iterator[Widget]:
        yield Static(id="top")
        with Horizontal(id="middle"):
            yield Board(self.match.game.num_players)
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
        self.seat, self.notice = seat, notice
        self.advice, self.filter = None, None
        self._read()
        if self.is_mounted and self.app.is_running:
            self._draw()

    def advise(self, notice: str, advice: Answer | None = None) -> None:
        """Show what a bot would do, or that it is being asked."""
        self.notice, self.advice = notice, advice
        if advice is not None:
            self.filter = None
            self._draw_choices(advice.action)
        self._draw_prompt()

    def _draw(self) -> None:
        match = self.match
        self.query_one("#top", Static).update(self._top(), layout=False)
        self.query_one(Board).show(self.scene, self.seat, match.players)
        self.query_one(Log).show(told(match.diary, match.diary.paragraphs(self.seat)[-RECENT:]))
        self._draw_choices()
        self._draw_prompt()
        if self.offered:
            self.query_one(Choices).focus()
        if self.scene.over:
            self.refresh_bindings()

    def _top(self) -> Text:
        facts = self.scene.facts
        text = Text.assemble((" GOSU ", "bold reverse"), no_wrap=True, overflow="ellipsis")
        text.append(f"  round {facts['round']}" if facts["round"] else "  before the first round", "bold")
        text.append(" · ", "dim").append(self.scene.turn())
        text.append(" · ", "dim").append(ADVANTAGE, GOLD).append(f" seat {facts['advantage']}")
        text.append(" · ", "dim").append(f"draw pile {facts['deck']}")
        text.append(" · ", "dim").append(f"discard pile {len(facts['discard'])}")
        if "dragoon_supply" in facts:
            text.append(" · ", "dim").append(DRAGOON, "magenta").append(f" {facts['dragoon_supply']} left")
        bound = self.scene.in_force()
        if bound:
            text.append(" · ", "dim").append(f"Globals {len(bound)}")
        return text

    def _draw_prompt(self) -> None:
        text = Text()
        if self.view.legal_actions():
            words = self.view.decision_text().partition(": ")[2]
            text.append("▸ ", SEAT_STYLES[self.seat])
            text.append_text(self.match.diary.styled(words[0].upper() + words[1:], "bold"))
            if self.scene.sight.looked:
                names = [Text(card.name, CLAN_STYLES[card.clan]) for card in self.scene.sight.looked]
                text.append("\nYou look at ").append_text(Text(", ").join(names))
            if self.filter is not None:
                text.append("\nOnly what aims there; Esc shows all", "dim italic")
        if self.notice:
            text.append("\n" if text else "").append_text(self.match.diary.styled(self.notice, "italic"))
        self.query_one("#prompt", Static).update(text)

    def _draw_choices(self, highlight: int | None = None) -> None:
        """Offer the choices that the filter lets through."""
        advice, styled = self.advice, self.match.diary.styled
        chances = advice.chances if advice else {}
        shown = [action for action in self.offered if self.filter in (None, self.aims[action].place)]
        choices = [
            Choice(
                action,
                styled(self.offered[action]),
                self.prices.get(action, 0),
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
        source = self.view.decision_text().partition(": ")[2].partition(": ")[0]  # the card whose effect asks
        meaning = "" if action is None else self.view.action_spec.at(action).meaning
        named = self.scene.cards.get(aim.card or source)
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

    def on_spot_picked(self, message: Spot.Picked) -> None:
        self.point(message.place)

    def on_heading_picked(self, message: Heading.Picked) -> None:
        self.point(message.seat)

    def on_spot_looked_at(self) -> None:
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
        if isinstance(self.focused, Spot):
            self.query_one(Choices).focus()
            return
        cards = [spot for spot in self.query_one(Board).spots if spot.can_focus]
        aimed = [spot for spot in cards if spot.aimed]
        for spot in (aimed or cards)[:1]:
            spot.focus()

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
            return self.scene.over
        return self.filter is not None if action == "unfilter" else True

    def action_help(self) -> None:
        self.app.push_screen(Help())

    def action_log(self) -> None:
        diary = self.match.diary
        self.app.push_screen(Pages("What happened", told(diary, diary.paragraphs(self.seat)), at_end=True))

    def action_piles(self) -> None:
        self.app.push_screen(Pages("Piles and Globals", self._piles()))

    def _piles(self) -> Text:
        """The Globals in force, known cards, and the discard pile, which anybody may read at any time (G-1.6)."""
        facts, styled = self.scene.facts, self.match.diary.styled
        text = Text()
        for _, _, words in self.scene.options():
            text.append("Option: ", "bold").append_text(styled(f"{words}\n"))
        if "clans" in facts:
            left = ", ".join(CLAN_NAMES[CLAN_WORDS.index(word)] for word in facts["clans"])
            text.append("Clans\n", "bold").append_text(styled(f"{left}\n\n"))
        text.append("Globals in force\n", "bold")
        for _, head, words in self.scene.in_force():
            text.append_text(styled(f"{head}: {words}\n"))
        if not self.scene.in_force():
            text.append("none\n", "dim")
        for seat, known in enumerate(self.scene.sight.hands):
            if known and seat != self.seat:
                text.append_text(styled(f"\nseat {seat} holds {', '.join(card.name for card in known)}\n"))
        text.append(f"\nDraw pile: {facts['deck']} cards\n", "bold")
        text.append(f"\nDiscard pile: {len(facts['discard'])} cards\n", "bold")
        clans: dict[int, list[str]] = {}
        for name in facts["discard"]:
            clans.setdefault(self.scene.cards[name].clan, []).append(name)
        for _, names in sorted(clans.items()):
            text.append_text(styled(", ".join(names) + "\n"))
        return text
