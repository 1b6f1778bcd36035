"""``PlayApp``: sits people and bots down at a table, and lets them play."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.terminal_theme import TerminalTheme
from rich.text import Text

from gosu_env.engine.audience import brief
from gosu_env.engine.errors import GosuError, MissingExtraError, UnavailableError, install

try:
    import textual  # noqa: F401  (looked for before anything is drawn with it)
except ImportError as error:
    raise MissingExtraError(f"playing in the terminal needs textual: {install('play')}") from error

from textual.app import App
from textual.binding import Binding

from gosu_env.engine.view import Agent
from gosu_env.play.lessons import Lesson, Lessons
from gosu_env.play.match import Match, called
from gosu_env.play.popups import Curtain, Pages, Question
from gosu_env.play.screen import GameScreen
from gosu_env.play.thinking import Answer, think, told_by
from gosu_env.render.colours import GOLD

TICK = 1.0  # seconds after which those who wait are told how long, again and again

# What the colours of the palette are on the dark cloth: the second half are the bright ones.
TINTS = TerminalTheme(
    (16, 26, 22),
    (232, 228, 218),
    [
        *((0, 0, 0), (240, 122, 104), (111, 206, 132), (240, 180, 41)),
        *((90, 150, 230), (226, 120, 190), (90, 200, 214), (243, 234, 208)),
    ],
    [
        *((172, 160, 190), (255, 150, 130), (150, 230, 165), (255, 210, 110)),
        *((119, 180, 245), (240, 150, 210), (130, 220, 230), (255, 255, 255)),
    ],
)


class PlayApp(App[None]):
    """Games, one after the other.

    ``deal`` makes a game of a seed; the next games have the next seeds. ``adviser`` is asked for hints. ``save`` is
    where the first game goes as a replay; the next ones go beside it. ``lessons`` explain the game on the way. After it
    has run, ``saved`` are the files that were written, and ``trouble`` is the error that it came to, if any.
    """

    CSS_PATH = "play.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = (Binding("ctrl+c", "quit", show=False, priority=True),)

    def __init__(
        self,
        deal: Callable[[int], Match],
        seed: int,
        adviser: Agent,
        adviser_name: str,
        delay: float = 0.0,
        save: Path | None = None,
        lessons: Lessons | None = None,
    ) -> None:
        super().__init__()
        self.ansi_theme_dark = TINTS
        self.deal, self.seed = deal, seed
        self.adviser, self.adviser_name = adviser, adviser_name
        self.delay = delay
        self.save = save
        self.lessons = lessons
        self.saved: list[Path] = []
        self.trouble: GosuError | None = None
        self.match = deal(seed)
        self.title = self.match.game.rules.title
        self.table = self._lay_table()
        self._games = 1
        self._kept = 0  # decisions of this game that are in the file
        self._answer: asyncio.Future[int] | None = None  # what a human is asked for
        self._asked_for: Lesson | None = None  # the lesson that asks for something at this decision
        self._excuses: list[str] = []  # of bots, for whom is asked next
        self._advising = False
        self._advised: asyncio.Future[int] | None = None  # at which decision the adviser is
        self._hint_wanted: asyncio.Future[int] | None = None  # at which decision, while the adviser is at another
        if save is not None:
            self.match.recorder.replay().to_bytes()  # what saving needs is missed now, not in the end

    def _lay_table(self) -> GameScreen:
        """The table of a match, for the human who decides first, as far as one can tell."""
        match = self.match
        after = [(match.game.seat + turn) % match.game.num_players for turn in range(match.game.num_players)]
        return GameScreen(match, next(seat for seat in after if seat in match.humans))

    def on_mount(self) -> None:
        self.push_screen(self.table)
        self.run_worker(self._play(), group="play", exclusive=True)

    def on_unmount(self) -> None:
        self._keep()

    # The course of a game.

    async def _play(self) -> None:
        """Ask everybody in turn until the game is over."""
        match = self.match
        try:
            if len(match.humans) > 1:
                await self._hand_over(self.table.seat)
            while not match.game.is_over:
                if match.forced is not None:
                    match.apply(match.forced)
                    continue
                answer = await (self._ask_human() if match.bot is None else self._ask_bot(match.bot))
                match.apply(answer.action, answer.thoughts)
        except GosuError as error:
            self.trouble = error
            self.exit()
            return
        self.table.show(self.table.seat)
        self._keep()
        await self._close_popups()
        self._tell_end()

    async def _ask_human(self) -> Answer:
        seat = self.match.game.seat
        self._answer = asyncio.get_running_loop().create_future()
        if seat == self.table.seat:
            self.table.show(seat, "; ".join(self._excuses))
        else:
            await self._hand_over(seat)
        self._excuses.clear()
        self._asked_for = None
        self._teach()
        action = await self._answer
        while not await self._is_meant(action):
            self._answer = asyncio.get_running_loop().create_future()
            self.table.show(seat)
            action = await self._answer
        return Answer(action, None)

    def _teach(self) -> None:
        """Explain what comes up for the first time."""
        lesson = self.lessons.next(self.table.view) if self.lessons else None
        if lesson is not None:
            if lesson.asks:
                self._asked_for = lesson
            page = Pages(lesson.title, Text(lesson.text), way_out="Enter goes on")
            self.push_screen(page, (lambda _: self._teach()) if lesson.more else None)

    async def _is_meant(self, action: int) -> bool:
        """Whether a choice stands. What a lesson did not ask for can be taken back."""
        lesson, view = self._asked_for, self.table.view
        if lesson is None or view.action_spec.at(action).name in lesson.asks:
            return True
        text = Text(f"The lesson does not ask for “{view.action_text(action)}”.\n\n{lesson.text}")
        answers = {"back": "Take it back", "on": "Go on"}
        said: str = await self.push_screen(Question(lesson.title, text, answers), wait_for_dismiss=True)
        return said == "on"

    async def _ask_bot(self, bot: Agent) -> Answer:
        seat = self.match.game.seat
        name = self.match.names[seat]
        while True:
            self.table.show(self.table.seat, f"seat {seat}, {name}, is thinking …")
            try:
                with self._telling_of(bot, lambda: True):
                    answer, _ = await asyncio.gather(think(bot, self.match.view(seat)), asyncio.sleep(self.delay))
            except UnavailableError as error:
                answers = {"again": "Ask again", "quit": "Quit"}
                question = Question(f"{name} does not answer", Text(str(error)), answers)
                if await self.push_screen(question, wait_for_dismiss=True) == "quit":
                    raise
                continue
            if excuse := told_by(bot, "excuse"):
                self._excuses.append(f"{name} {excuse}")
            return answer

    @contextmanager
    def _telling_of(self, bot: Agent, is_waited_for: Callable[[], bool]) -> Iterator[None]:
        """Tell how long a bot takes, what keeps it and what it costs, as long as somebody waits for it."""
        began = time.monotonic()

        def tell() -> None:
            seconds = int(time.monotonic() - began)
            words = [f"{seconds} s" if seconds else "", told_by(bot, "doing"), told_by(bot, "spent")]
            if is_waited_for():
                self.table.wait(" · ".join(word for word in words if word))

        tell()
        timer = self.set_interval(TICK, tell)
        try:
            yield
        finally:
            timer.stop()

    async def _hand_over(self, seat: int) -> None:
        """Another human sits down. Behind the curtain the table is turned before it opens."""
        await self._close_popups()
        curtain = self.push_screen(Curtain(seat), wait_for_dismiss=True)
        self.table.show(seat, "; ".join(self._excuses))
        await curtain

    async def _close_popups(self) -> None:
        """What somebody was reading is not for whoever comes next."""
        while self.screen is not self.table:
            await self.pop_screen()

    def on_game_screen_chosen(self, message: GameScreen.Chosen) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(message.action)

    # Hints.

    def on_game_screen_hint_wanted(self) -> None:
        if not self._advising:
            self.run_worker(self._advise(), group="hint")
        elif self._answer is not self._advised:
            self._hint_wanted = self._answer
            self.table.advise(f"{called(self.adviser, self.adviser_name)} is still at an earlier decision …")

    async def _advise(self) -> None:
        """Ask the adviser. If the decision is taken before it answers, nobody is told."""
        asked, view, name = self._answer, self.table.view, called(self.adviser, self.adviser_name)
        self._advising, self._advised = True, asked
        self.table.advise(f"{name} is asked …")
        answer = None
        try:
            brief(self.adviser, view.seat, self.match.recorder.replay())
            with self._telling_of(self.adviser, lambda: asked is self._answer):
                answer = await think(self.adviser, view)
            words = [f"{name} would {view.action_text(answer.action)}"]
            if answer.thoughts and answer.thoughts.value is not None:
                words.append(f"expects a return of {answer.thoughts.value:+.2f}")
            if answer.thoughts and answer.thoughts.note:
                words.append(f"“{answer.thoughts.note}”")
        except GosuError as error:
            words = [str(error)]
        finally:
            self._advising = False
        if asked is not None and asked is self._answer and not asked.done():
            self.table.advise(" · ".join(words), answer)
        elif self._hint_wanted is self._answer and self.table.offered:
            self._hint_wanted = None
            await self._advise()

    # The end.

    def _keep(self) -> None:
        """Write what was played so far to its file, if there is one to write."""
        decided = len(self.match.recorder.replay())
        if self.save is None or decided == self._kept:
            return
        path = self.save if self._games == 1 else self.save.with_stem(f"{self.save.stem}-{self._games}")
        try:
            self.match.recorder.save(path)
            self._kept = decided
            self.saved += [path] * (path not in self.saved)
        except GosuError as error:
            self.trouble = error

    def _tell_end(self) -> None:
        match = self.match
        title, how = match.log.outcome()
        view = match.view(self.table.seat)
        if len(match.humans) == 1 and match.humans == view.world.winners:
            title = "you win"
        text = Text(f"{how}\n\n")
        for seat in range(view.num_players):
            name = "you" if match.humans == [seat] else match.names[seat]
            text.append(match.log.scribe.score(seat), GOLD)
            text.append_text(match.log.styled(f"  seat {seat} {name}\n"))
        text.append("\n".join(["", f"seed {self.seed}", *self._costs()]), "dim")
        answers = {"new": "New game", "look": "Table", "quit": "Quit"}
        self.push_screen(Question(title[0].upper() + title[1:], text, answers), self._after)

    def _costs(self) -> list[str]:
        """What bots cost so far, a line each."""
        match = self.match
        bots = [(match.names[seat], bot) for seat, bot in match.bots.items()]
        bots.append((called(self.adviser, self.adviser_name), self.adviser))
        return list(dict.fromkeys(f"{name}: {spent}" for name, bot in bots if (spent := told_by(bot, "spent"))))

    def _after(self, answer: str | None) -> None:
        if answer == "new":
            self._again()
        elif answer == "quit":
            self.exit()

    def on_game_screen_left(self, message: GameScreen.Left) -> None:
        if message.again:
            self._again()
        elif self.match.game.is_over:
            self.exit()
        else:
            text = Text("The game is not over." + (" What was played is kept." if self.save else ""))
            text.append("".join(f"\n{line}" for line in self._costs()), "dim")
            self.push_screen(Question("Leave?", text, {"quit": "Quit", "stay": "Stay"}), self._after)

    def _again(self) -> None:
        self._games, self._kept, self.seed = self._games + 1, 0, self.seed + 1
        self.match = self.deal(self.seed)
        self.table = self._lay_table()
        self.switch_screen(self.table)
        self.run_worker(self._play(), group="play", exclusive=True)
