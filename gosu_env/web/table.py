"""``Table``: a game that browsers play, journaled at every step.

A choice of a person may be made of several decisions: place a goblin, then pay for it. As long as they show the person
nothing that was hidden, and nobody else decides, they are *unfinished*: only the seat that decides sees them, and takes
them back as it likes. With the decision that ends the choice all of them are taken, and shown to everybody.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from gosu_env.engine.errors import GosuError, IllegalActionError, OptionError
from gosu_env.engine.events import ONLOOKER, Event, begins_turn
from gosu_env.engine.replay import Replay
from gosu_env.engine.view import Agent, Thoughts
from gosu_env.play.course import Course
from gosu_env.play.match import Match
from gosu_env.play.thinking import Answer, ask
from gosu_env.web.journal import Journal, Seats
from gosu_env.web.limits import same
from gosu_env.web.snapshot import Json, Reader, snapshot
from gosu_env.web.threads import Daemons

PACE = 0.7  # seconds between the decisions of agents, for people to follow
SLOWEST = 5.0
QUICKEST = 0.05  # of tables without people
MOST_ONLOOKERS = 20  # at a table with people


@dataclass(frozen=True)
class Rooms:
    """Threads: some for agents that think, more for those that wait for an answer from elsewhere, some for tables that
    are drawn and kept. Nobody waits for the other.
    """

    thoughts: Executor
    far: Executor
    tables: Daemons
    coach: Executor


def replayed(replay: Replay, players: Sequence[str], bots: Mapping[int, Agent]) -> Match:
    """A game as it was kept, to go on with."""
    match = Match(replay.opening(), players, bots, replay.header.metadata)
    for _, _, action, thoughts in replay.decisions():
        match.apply(action, thoughts)
    return match


class Listener:
    """A browser at a table."""

    def __init__(self, seat: int | None, send: Callable[[Json], None]) -> None:
        self.reader = Reader(seat)
        self.send = send  # must not wait

    @property
    def seat(self) -> int | None:
        return self.reader.seat


class Table:
    """A game with its seats, and the browsers that look at it."""

    def __init__(self, name: str, match: Match, seats: Seats, journal: Journal, rooms: Rooms) -> None:
        self.name, self.seats = name, seats
        self.match = match  # as everybody knows it
        self.unfinished: list[Match] = []  # and with every decision of a choice that can be taken back
        self.journal, self.rooms = journal, rooms
        self.listeners: list[Listener] = []
        self.pace = PACE
        self.paused = False
        self.touched = 0.0  # when somebody last asked for it
        self.course = None if seats.course is None else Course(match.game.name)
        self.removed = False
        self.reached = False  # what the station of a course asks for
        self.astray: Match | None = None  # a turn of the learner that did something else, and is not taken yet
        self.may_stray = False  # the learner has said so
        self._lock = asyncio.Lock()
        self._agents: asyncio.Task[None] | None = None
        self._moved = asyncio.Event()  # something changed that those who wait should look at

    @classmethod
    def resume(
        cls,
        name: str,
        seats: Seats,
        replay: Replay,
        bots: dict[int, Agent],
        journal: Journal,
        rooms: Rooms,
    ) -> Table:
        """A table as its journal has it."""
        table = cls(name, replayed(replay, [chair.name for chair in seats.chairs], bots), seats, journal, rooms)
        table._look_at_station([table.match])
        with contextlib.suppress(IllegalActionError):  # it goes on from what everybody knows
            for action in journal.read_unfinished(name, len(replay)):
                ahead = table._ahead(action)
                if not table._can_go_back(ahead):
                    break
                table.unfinished.append(ahead)
        return table

    # -------------------------------------------------------------------------------------------- who is there

    def seat_of(self, token: Any) -> int | None:
        """The seat that a token opens. Who looks on has none, and sees what everybody knows; without people, all.

        Any other token is refused.
        """
        for seat, chair in enumerate(self.seats.chairs):
            if same(chair.token, token):
                return seat
        if same(self.seats.watch, token):
            return ONLOOKER if self.seats.people else None
        raise OptionError("this link does not open a seat at this table")

    def match_of(self, seat: int | None) -> Match:
        """The game as it stands for a seat: with its unfinished choice, if it has one."""
        mine = self.unfinished and seat == self.match.game.seat
        return self.unfinished[-1] if mine else self.match

    async def join(self, listener: Listener) -> None:
        """A browser sits down, or looks on."""
        async with self._lock:
            if listener.seat == ONLOOKER and len(self.onlookers) >= MOST_ONLOOKERS:
                raise OptionError(f"{MOST_ONLOOKERS} look on at this table already")
            self.listeners.append(listener)
            await self._show([listener])
        self._tell_people()
        self._tell_station()
        self._wake()

    def leave(self, listener: Listener) -> None:
        with contextlib.suppress(ValueError):
            self.listeners.remove(listener)
        self._tell_people()

    @property
    def onlookers(self) -> list[Listener]:
        return [listener for listener in self.listeners if listener.seat == ONLOOKER]

    def _tell_people(self) -> None:
        """Who sits where, and whether they are there."""
        here = {listener.seat for listener in self.listeners}
        people = [
            {"name": chair.name, "agent": chair.agent, "here": chair.agent is not None or seat in here}
            for seat, chair in enumerate(self.seats.chairs)
        ]
        looking = {"watch": self.seats.watch, "onlookers": len(self.onlookers)}
        self.tell({"type": "people", "people": people, "pace": self.pace, "paused": self.paused, **looking})

    def tell(self, message: Json) -> None:
        """The same to everybody: nothing of the game is in it."""
        for listener in self.listeners:
            listener.send(message)

    # -------------------------------------------------------------------------------------------- playing

    async def act(self, seat: int | None, number: Any, action: Any) -> None:
        """A person decides. ``number`` is that of the decision: an answer to an earlier one is refused."""
        async with self._lock:
            self._check(seat, number)
            if type(action) is not int or action not in self.match_of(seat).game.legal_actions():
                raise IllegalActionError("that is not a legal action")
            self.astray = None
            await self._decide(action)
            while self.astray is None and (forced := self.match_of(seat).forced) is not None:
                await self._decide(forced)
        self._wake()

    async def _decide(self, action: int) -> None:
        """Take a decision of a person; or begin a choice with it, or ask whether it is meant."""
        seat, ahead = self.match.game.seat, await self._in_room(self._ahead, action)
        if await self._in_room(self._goes_astray, ahead):
            self.astray = ahead
            await self._show([each for each in self.listeners if each.seat == seat])
            self._tell_station()
        elif self._can_go_back(ahead):
            await self._in_room(self._begin, ahead)
            await self._show([each for each in self.listeners if each.seat == seat], ahead.log.scribe.events)
            self._tell_station()
        else:
            await self._take(ahead)

    async def take_back(self, seat: int | None, number: Any) -> None:
        """A person takes the last decision of an unfinished choice back."""
        async with self._lock:
            self._check(seat, number)
            if self.astray is not None:
                self.astray = None
            elif self.unfinished:
                await self._in_room(self._forget)
                while self.unfinished and self.unfinished[-1].forced is not None:
                    await self._in_room(self._forget)
            else:
                raise IllegalActionError("there is nothing to take back: what was decided is known to others, or final")
            await self._show([each for each in self.listeners if each.seat == seat])
            self._tell_station()

    async def go_on(self, seat: int | None, number: Any) -> None:
        """A learner wants what the station did not ask for; from now on nothing is said of that."""
        async with self._lock:
            self._check(seat, number)
            if self.astray is None:
                raise IllegalActionError("there is nothing to go on with")
            ahead, self.astray, self.may_stray = self.astray, None, True
            await self._take(ahead)
        self._wake()

    def _check(self, seat: int | None, number: Any) -> None:
        """Refuse whoever is not to decide now."""
        game = self.match.game
        if self.removed:
            raise IllegalActionError("this table was removed")
        if game.is_over:
            raise IllegalActionError("the game is over")
        if seat is None or seat != game.seat or seat in self.match.bots:
            raise IllegalActionError("it is not your turn to decide")
        if type(number) is not int or number != len(self.match_of(seat).log.entries):
            raise IllegalActionError("that decision was already taken; look at the table again")

    def _ahead(self, action: int, thoughts: Thoughts | None = None) -> Match:
        """The game with one more decision, for nobody to see yet."""
        ahead = self.match_of(self.match.game.seat).branch()
        ahead.apply(action, thoughts)
        return ahead

    def _can_go_back(self, ahead: Match) -> bool:
        """Whether the last decision leaves a choice unfinished, and shows its seat nothing that was hidden."""
        seat, scribe = self.match.game.seat, ahead.log.scribe
        if ahead.game.is_over or ahead.game.seat != seat or begins_turn(ahead.game):
            return False
        return scribe.teller.tells and scribe.teller.words.foreseen_by(seat, scribe.events)

    def _begin(self, ahead: Match) -> None:
        """Keep a decision as one that can be taken back."""
        self.journal.write_unfinished(self.name, len(self.match.log.entries), self._actions([ahead]))
        self.unfinished.append(ahead)

    def _forget(self) -> None:
        self.journal.write_unfinished(self.name, len(self.match.log.entries), self._actions(self.unfinished[:-1]))
        self.unfinished.pop()

    async def _take(self, ahead: Match) -> None:
        """Take a decision, and with it the choice that it ends: first it is kept, then it is shown."""
        seat, steps = self.match.game.seat, [*self.unfinished, ahead]
        await self._in_room(self._keep, ahead)
        for step in steps:
            behind = [each for each in self.listeners if step is ahead or each.seat != seat]
            await self._show(behind, step.log.scribe.events, step)
        self._tell_station()

    def _keep(self, ahead: Match) -> None:
        """What cannot be kept is not taken."""
        self.journal.write(self.name, ahead.recorder.replay())
        self._look_at_station([*self.unfinished, ahead])
        self.match, self.unfinished = ahead, []

    async def _show(
        self, listeners: Sequence[Listener], events: Sequence[Event] = (), match: Match | None = None
    ) -> None:
        for listener in list(listeners):
            shown = match or self.match_of(listener.seat)
            message = await self._in_room(snapshot, shown, listener.reader, events)
            more = {
                "back": shown in self.unfinished,
                "deal": self._tell_deal(shown),
            }  # whether a decision can be undone
            listener.send(message | more)

    def _tell_deal(self, shown: Match) -> Json | None:
        """How the game was dealt; from which secret, when that gives nothing away any more."""
        deal = self.seats.deal
        if deal is None:
            return None
        told = {"commitment": deal.commitment, "wish": str(deal.wish)}  # too many digits for JavaScript
        over = shown.game.is_over
        return told | {"secret": deal.secret if over else None, "seed": str(deal.seed) if over else None}

    async def show_again(self, listener: Listener, seat: int | None) -> None:
        """Show the table anew, with other eyes."""
        async with self._lock:
            listener.reader = Reader(seat)
            await self._show([listener])

    async def _in_room(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.rooms.tables, work, *arguments)

    # -------------------------------------------------------------------------------------------- learning

    def _look_at_station(self, steps: Sequence[Match]) -> None:
        if self.course is not None and self.seats.course is not None:
            told = [event for step in steps for event in step.log.scribe.events]
            self.reached |= self.course.reached(self.seats.course, told)

    def _tell_station(self) -> None:
        """What is to be learned here, or that it is."""
        if self.course is not None and self.seats.course is not None:
            station = self.course.station(self.seats.course)
            told = {"title": station.title, "text": station.done if self.reached else station.text}
            of = {"number": self.seats.course, "total": len(self.course.stations), "reached": self.reached}
            first = None if self.astray is None else [*self.unfinished, self.astray][0].recorder.replay().actions[-1]
            astray = None if first is None else self.match.game.action_text(first)
            self.tell({"type": "station", **told, **of, "astray": astray})

    def _goes_astray(self, ahead: Match) -> bool:
        """Whether a turn of the learner ends without what the station asks for."""
        if self.course is None or self.seats.course is None or self.reached or self.may_stray:
            return False
        told = [event for step in [*self.unfinished, ahead] for event in step.log.scribe.events]
        return self.course.is_left(self.seats.course, told, ahead.game)

    # -------------------------------------------------------------------------------------------- agents

    def set_pace(self, pace: Any, paused: Any) -> None:
        if not isinstance(pace, int | float) or isinstance(pace, bool) or not 0 <= pace <= SLOWEST:
            raise OptionError(f"the pace must be a number of seconds from 0 to {SLOWEST:g}")
        if not isinstance(paused, bool):
            raise OptionError("paused must be true or false")
        self.pace, self.paused = max(float(pace), 0.0 if self.seats.people else QUICKEST), paused
        self._tell_people()
        self._wake()

    def _wake(self) -> None:
        """Let the agents go on, if it is for them to decide."""
        self._moved.set()
        if self._agents is None or self._agents.done():
            self._agents = asyncio.create_task(self._ask_agents(), name=f"agents of {self.name}")

    async def _ask_agents(self) -> None:
        """Ask agents until a person is to decide or the game is over."""
        loop = asyncio.get_running_loop()
        while True:
            self._moved.clear()
            if not await self._answer_forced():
                return
            bot = self.match.bot
            if bot is None or self.match.game.is_over:
                return
            if self.paused or (not self.seats.people and not self.listeners):
                await self._moved.wait()
                continue
            view = await self._in_room(self.match.view, self.match.game.seat)
            began = loop.time()
            try:
                room = self.rooms.far if getattr(bot, "waits", False) else self.rooms.thoughts
                answer: Answer = await loop.run_in_executor(room, ask, bot, view)
                await asyncio.sleep(max(self.pace - (loop.time() - began), 0))
                async with self._lock:
                    await self._take(await self._in_room(self._ahead, answer.action, answer.thoughts))
            except GosuError as error:
                self._tell_trouble(error)
                return

    async def _answer_forced(self) -> bool:
        """Answer for the one person at the table where there is nothing to ask; whether that went well."""
        async with self._lock:
            try:
                while self.match.forced is not None:
                    await self._take(await self._in_room(self._ahead, self.match.forced))
            except GosuError as error:
                self._tell_trouble(error)
                return False
        return True

    def _tell_trouble(self, error: GosuError) -> None:
        self.tell({"type": "trouble", "text": f"The game cannot go on: {error}"})

    async def settled(self) -> None:
        """Wait until no agent has anything to decide."""
        while self._agents is not None and not self._agents.done():
            await asyncio.wait([self._agents])

    async def close(self) -> None:
        """Stop; everything is kept already."""
        if self._agents is not None:
            self._agents.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._agents

    async def close_for_good(self) -> None:
        """Stop, and let nobody go on."""
        await self.close()
        async with self._lock:
            self.removed = True
        self.tell({"type": "gone", "text": "This table was removed by whoever opened it."})

    def _actions(self, steps: Sequence[Match]) -> Sequence[int]:
        """The decisions that lead from what everybody knows to the last of the steps."""
        return steps[-1].recorder.replay().actions[len(self.match.log.entries) :] if steps else ()

    @property
    def idle(self) -> bool:
        return not self.listeners and (self._agents is None or self._agents.done() or not self.seats.people)
