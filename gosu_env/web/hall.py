"""``Hall``: the tables of a server, opened, found again, and taken up after a restart."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gosu_env.engine.errors import CardFileError, GosuError, OptionError
from gosu_env.engine.game import Game, check_seed, fresh_seed
from gosu_env.engine.rules import GAMES, check_players, find_game
from gosu_env.engine.view import Agent
from gosu_env.play.course import Course
from gosu_env.play.match import Match
from gosu_env.play.seating import bot_seed
from gosu_env.web.deal import Deal, fresh_secret
from gosu_env.web.journal import Chair, Journal, Seats
from gosu_env.web.limits import LONGEST_CARDS, Bucket, clean_name, same
from gosu_env.web.readers import Process, Readers
from gosu_env.web.roster import Roster
from gosu_env.web.table import PACE, QUICKEST, Rooms, Table
from gosu_env.web.threads import Daemons
from gosu_env.web.visitors import HERE, Shares

MOST_TABLES = 400  # in memory; those that nobody looks at go back to the journal
CLOSED_OPTIONS = ("cards", "max_decisions", "auto_forced", "reward")  # not for visitors: a path, and what trainers need
RECENT = 30.0  # seconds in which somebody who asked for a table may still come to it
NEW_TABLES = 2.0  # a second, in the long run
AT_ONCE = 200
TABLES_OF_ONE, AT_ONCE_OF_ONE = 0.5, 30  # the same, of one client
LAST_WORK = 1.0  # seconds for what is being written when the server ends
DAY = 86400.0  # seconds
KEPT = 30 * DAY  # games that are over
TIDYING = DAY / 4
MOST_ASKED = 60  # tables
DIGITS = re.compile("[0-9]{1,19}")  # browsers lose digits of numbers above 2**53
FAR = 64  # agents that wait for an answer from elsewhere at the same time: they need no core


class Wish(NamedTuple):
    """What a visitor asks for, checked as far as that goes without the rules of the game."""

    game: str
    chairs: tuple[Chair, ...]
    options: dict[str, Any]
    seed: int | None
    cards: bytes | None


def read_seed(asked: Any) -> int | None:
    """A seed as a visitor gives it: a number, or its digits as text; None for one that is drawn."""
    if asked is None:
        return None
    return check_seed(int(asked) if isinstance(asked, str) and DIGITS.fullmatch(asked) else asked)


class Hall:
    """All tables. No other server can have the folder of the journal at the same time.

    Strangers: whoever wishes for a seed does not know the deal. Without them, who plays alone gets the deal of a seed.
    """

    def __init__(
        self,
        journal: Journal,
        roster: Roster,
        threads: int = 2,
        pace: float = PACE,
        keep: float = KEPT,
        strangers: bool = True,
        secret: Callable[[], bytes] = fresh_secret,
        process: Process | None = None,
    ) -> None:
        journal.lock()
        self.journal, self.roster, self.pace, self.keep = journal, roster, pace, keep
        self.strangers, self._secret = strangers, secret
        self.rooms = Rooms(
            Daemons(threads, "thought"), Daemons(FAR, "far"), Daemons(threads, "table"), Daemons(1, "coach")
        )
        self.readers = Readers(self.rooms.tables, process)
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self._opening, self._shares = Bucket(NEW_TABLES, AT_ONCE), Shares(TABLES_OF_ONE, AT_ONCE_OF_ONE)
        self._finding = asyncio.Lock()

    # -------------------------------------------------------------------------------------------- opening

    def _take_turn(self, client: str) -> None:
        """Refuse a client that opens too many tables."""
        if not (self._shares.take(client) and self._opening.take()):
            raise OptionError("too many new tables; try again in a few seconds")

    async def open(self, asked: Any, client: str = HERE) -> Table:
        """A new table, as a visitor asks for it."""
        self._take_turn(client)
        name = secrets.token_urlsafe(12)
        wish = await self._in_room(self._wish, asked)
        try:
            options = await self._own_cards(name, wish, client) if wish.cards is not None else wish.options
            return await self._keep(name, *await self._in_room(self._seat, wish, options))
        except BaseException as error:
            self.journal.remove(name)
            if isinstance(error, CardFileError):
                raise CardFileError(self._nameless(error, name)) from None
            raise

    def _wish(self, asked: Any) -> Wish:
        """What a visitor asks for; anything odd is refused."""
        known = {"game", "seats", "options", "seed", "cards"}
        if not isinstance(asked, dict) or not asked.keys() <= known:
            raise OptionError(f"a table is asked for with {', '.join(sorted(known))}")
        game, given, options = asked.get("game"), asked.get("seats"), asked.get("options", {})
        if not isinstance(game, str) or game not in GAMES:
            raise OptionError(f"unknown game; known: {', '.join(GAMES)}")
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            raise OptionError("seats must be a list with an object for every seat")
        check_players(game, len(given), "the number of seats")
        if not isinstance(options, dict):
            raise OptionError("options must be an object")
        for option in options:
            if option in CLOSED_OPTIONS:
                raise OptionError(f"the option {option} cannot be set from here")
        seed, cards = read_seed(asked.get("seed")), asked.get("cards")
        content = cards.encode(errors="replace") if isinstance(cards, str) else None
        if cards is not None and (content is None or len(content) > LONGEST_CARDS):
            raise OptionError(f"cards must be the text of a card file, of at most {LONGEST_CARDS} bytes")
        chairs = tuple(self._chair(seat, each) for seat, each in enumerate(given))
        return Wish(game, chairs, options, seed, content)

    async def _own_cards(self, name: str, wish: Wish, client: str) -> dict[str, Any]:
        """The options of a table with cards of its own, which another process could use."""
        assert wish.cards is not None
        file = str(await self._in_room(self.journal.write_cards, name, wish.cards))
        about = {"game": wish.game, "players": len(wish.chairs), "options": wish.options, "path": file}
        try:
            await self.readers.read("cards", b"", client, **about)
        except OptionError as error:
            raise CardFileError(str(error)) from None
        return {**wish.options, "cards": file}

    def _nameless(self, error: CardFileError, name: str) -> str:
        """An error that names the card file as the visitor does who sent it."""
        return str(error).replace(str(self.journal.cards_file(name)), "your card file")

    def _seat(self, wish: Wish, options: Mapping[str, Any]) -> tuple[Match, Seats]:
        """The game and its seats."""
        people = sum(chair.agent is None for chair in wish.chairs)
        seed, deal = fresh_seed() if wish.seed is None else wish.seed, None
        if self.strangers or people > 1:
            deal = Deal.fresh(seed, self._secret)
            seed = deal.seed
        return self._sit_down(Game(wish.game, len(wish.chairs), seed, **options), wish.chairs, seed, deal=deal)

    def _chair(self, seat: int, asked: Mapping[str, Any]) -> Chair:
        agent = asked.get("agent")
        if agent is None:
            return Chair(clean_name(asked.get("name"), f"Player {seat}"), None, secrets.token_urlsafe(24))
        if not isinstance(agent, str):
            raise OptionError("an agent is named by a text")
        return Chair(agent, agent)

    def _sit_down(
        self, game: Game, chairs: Sequence[Chair], seed: int, course: int | None = None, deal: Deal | None = None
    ) -> tuple[Match, Seats]:
        watch = secrets.token_urlsafe(24) if course is None else None
        seats = Seats(tuple(chairs), watch, course, secrets.token_urlsafe(24), deal)
        names, told = [chair.name for chair in chairs], None if deal is None else deal.as_metadata()
        return Match(game, names, self._bots(game, chairs, seed), told), seats

    def _bots(self, game: Game, chairs: Sequence[Chair], seed: int) -> dict[int, Agent]:
        rules = game.rules
        return {
            seat: self.roster.make(chair.agent, rules, bot_seed(seed, seat))
            for seat, chair in enumerate(chairs)
            if chair.agent is not None
        }

    async def _keep(self, name: str, match: Match, seats: Seats) -> Table:
        await self._in_room(self.journal.open, name, seats, match.recorder.replay())
        table = Table(name, match, seats, self.journal, self.rooms)
        await self._take_up(table)
        return table

    # -------------------------------------------------------------------------------------------- courses

    async def begin_course(self, game: Any, station: Any, client: str = HERE) -> Table:
        """A table at which something is learned."""
        if not isinstance(game, str) or game not in GAMES or type(station) is not int:
            raise OptionError("a course is asked for with a game and the number of a station")
        self._take_turn(client)
        course = Course(game)
        position = course.position(station)
        learner = Chair("You", None, secrets.token_urlsafe(24))
        chairs = (learner, *[Chair("random", "random")] * (position.num_players - 1))
        return await self._keep(secrets.token_urlsafe(12), *self._sit_down(position, chairs, 0, station))

    # -------------------------------------------------------------------------------------------- finding

    async def find(self, name: Any) -> Table:
        """A table by its name, from the journal if it is not in memory."""
        if not isinstance(name, str):
            raise OptionError("there is no such table")
        async with self._finding:
            if name not in self.tables:
                await self._take_up(await self._in_room(self._read, name))
            self.tables.move_to_end(name)
            self.tables[name].touched = asyncio.get_running_loop().time()
            return self.tables[name]

    def _read(self, name: str) -> Table:
        seats, replay = self.journal.read(name)
        seed = fresh_seed() if replay.header.seed is None else replay.header.seed
        bots = self._bots(replay.opening(), seats.chairs, seed)
        return Table.resume(name, seats, replay, bots, self.journal, self.rooms)

    async def _take_up(self, table: Table) -> None:
        """Hold a table in memory; one that nobody looks at makes room."""
        table.pace = self.pace if table.seats.people else max(self.pace, QUICKEST)
        self.tables[table.name] = table
        now = table.touched = asyncio.get_running_loop().time()
        for name, old in list(self.tables.items()):
            if len(self.tables) <= MOST_TABLES:
                break
            if old.idle and old is not table and now - old.touched >= RECENT:
                del self.tables[name]
                await old.close()
        if len(self.tables) > MOST_TABLES:
            del self.tables[table.name]
            raise OptionError("all tables of this server are taken; try again later")

    # -------------------------------------------------------------------------------------------- what is kept

    async def tell_of(self, asked: Any) -> list[dict[str, Any]]:
        """How the tables stand that a visitor has tokens for; those that are gone are left out."""
        if not isinstance(asked, list) or len(asked) > MOST_ASKED:
            raise OptionError(f"tables must be a list of at most {MOST_ASKED}, each with its name and a token")
        found: list[dict[str, Any]] = await self._in_room(self._tell_of, asked)
        return found

    def _tell_of(self, asked: list[Any]) -> list[dict[str, Any]]:
        found = []
        for each in asked:
            name, token = (each.get("table"), each.get("token")) if isinstance(each, dict) else (None, None)
            try:
                told = self.journal.summary(name if isinstance(name, str) else "")
            except GosuError:
                continue
            if any(same(mine, token) for mine in told.seats.tokens):
                found.append({"table": name, "decisions": told.decisions, "over": told.over})
        return found

    async def remove(self, name: Any, owner: Any) -> None:
        """Remove a table for good, for whoever opened it."""
        table = await self.find(name)
        if not same(table.seats.owner, owner):
            raise OptionError("only whoever opened a table can remove it")
        async with self._finding:
            self.tables.pop(table.name, None)
            await table.close_for_good()
            await self._in_room(self.journal.remove, table.name)

    async def tidy(self) -> None:
        """Remove what is over and old, now and every few hours."""
        while True:
            for name in await self._in_room(self.journal.remove_old, time.time(), self.keep):
                self.tables.pop(name, None)
            await asyncio.sleep(TIDYING)

    async def _in_room(self, work: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.rooms.tables, work, *arguments)

    async def close(self) -> None:
        for table in self.tables.values():
            await table.close()
        for room in (self.rooms.thoughts, self.rooms.far, self.rooms.coach, self.rooms.tables):
            room.shutdown(wait=False, cancel_futures=True)
        await asyncio.get_running_loop().run_in_executor(None, self.rooms.tables.wait, LAST_WORK)
        self.readers.close()
        self.journal.unlock()

    # -------------------------------------------------------------------------------------------- what there is

    def offer(self) -> dict[str, Any]:
        """The games, their options and the agents that play them."""
        return {"games": [self._game(name) for name in GAMES]}

    def _game(self, name: str) -> dict[str, Any]:
        module = find_game(name)
        fields = module.OPTIONS.__dataclass_fields__
        switches = [
            field
            for field, about in fields.items()
            if about.type in ("bool", "bool | None") and field not in CLOSED_OPTIONS
        ]
        return {
            "name": name,
            "title": next(iter(module.VARIANTS)),  # the rules themselves would be compiled first
            "players": list(module.PLAYERS),
            "options": switches,
            "numbers": {
                field: about.default
                for field, about in fields.items()
                if about.type == "int" and field not in CLOSED_OPTIONS
            },
            "lists": module.OPTIONS.WORDS,
            "agents": {players: self.roster.for_table(name, players) for players in module.PLAYERS},
            "course": len(Course(name).stations) if Course.exists(name) else 0,
        }
