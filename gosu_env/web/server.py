"""The server: pages, new tables, replays, and a socket for every browser at a table."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import Executor
from dataclasses import asdict, replace
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gosu_env.engine.audience import brief
from gosu_env.engine.errors import GosuError, OptionError
from gosu_env.engine.events import ONLOOKER
from gosu_env.engine.replay import Replay
from gosu_env.engine.rules import GAMES
from gosu_env.render.replay_page import page_data, page_file, replay_html
from gosu_env.web.coach import Coaches
from gosu_env.web.connections import log_seldom
from gosu_env.web.guard import Guard
from gosu_env.web.hall import Hall
from gosu_env.web.limits import LONGEST_CARDS, LONGEST_MESSAGE, LONGEST_REPLAY, MOST_DECISIONS, Bucket
from gosu_env.web.login import Login
from gosu_env.web.replay_page import opened_page
from gosu_env.web.snapshot import Json, help_of
from gosu_env.web.table import Listener, Table
from gosu_env.web.visitors import HERE, Shares, client_of

PAGES = {"/": "lobby.html", "/table/{name}": "table.html"}
SCRIPTS = ("waiting.js", "lobby.js", "table.js", "open_replay.js")  # and what the replay page has, of render/page
SHARED = ("base.js", "picture.js", "replay.js")
STYLES = ("lobby.css", "table.css", "opened.css")
SHARED_STYLES = ("base.css", "replay.css")
RATE, BURST = 10.0, 40  # messages of a browser
WAITING = 256  # messages that a browser may be behind before it is let go
AHEAD = 64  # messages of a browser that wait for an answer, before no more are read
FAULTS = 20  # bad messages before a browser is let go
PATIENCE = 10.0  # seconds in which a browser must say where it wants to sit
UPLOADS, UPLOADS_AT_ONCE = 0.5, 10  # replays a second in the long run, of one client
MOST_SOCKETS = 100  # of one client: a class may share an address


class Socket:
    """A browser. What is sent to it waits in a queue, so that a slow one holds up nobody.

    What it says waits in another, however long the answers take: pongs arrive only while a socket is read, and without
    them it is closed.
    """

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.queue: asyncio.Queue[Json | None] = asyncio.Queue(WAITING)
        self.said: asyncio.Queue[str | bytes | None] = asyncio.Queue(AHEAD)
        self.closed = False

    def send(self, message: Json) -> None:
        if self.queue.full():  # it reads nothing: it may come back and see the table as it is
            with contextlib.suppress(asyncio.QueueEmpty):
                while True:
                    self.queue.get_nowait()
            self.queue.put_nowait(None)
            return
        self.queue.put_nowait(message)

    async def write(self) -> None:
        """Send what waits, until the end."""
        while (message := await self.queue.get()) is not None:
            await self.socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        await self.socket.close(1013, "too slow")

    async def read(self) -> None:
        """Receive what it says, until it goes."""
        while (message := await self.socket.receive())["type"] != "websocket.disconnect":
            await self.said.put(message.get("text") or message.get("bytes") or "")
        await self.said.put(None)

    async def hear(self, seconds: float | None) -> str | bytes:
        """The next message, within ``seconds``."""
        text = None if self.closed else await asyncio.wait_for(self.said.get(), seconds)
        if text is None or self.closed:
            raise WebSocketDisconnect
        return text

    def close(self) -> None:
        """Hear nothing more."""
        self.closed = True
        with contextlib.suppress(asyncio.QueueFull):
            self.said.put_nowait(None)


class Thought:
    """What the coach is asked for by one browser: one thing at a time, and its answer is sent when it is there."""

    def __init__(self) -> None:
        self.about: object = None
        self.task: asyncio.Task[None] | None = None

    def begin(self, about: object, room: Executor, work: Callable[[], Json], listener: Listener) -> None:
        """Ask, unless the same was asked already; what was asked before about something else is forgotten."""
        if self.task is not None and not self.task.done():
            if about == self.about:
                return
            self.task.cancel()
        self.about, self.task = about, asyncio.create_task(self._answer(room, work, listener), name="a thought")

    @staticmethod
    async def _answer(room: Executor, work: Callable[[], Json], listener: Listener) -> None:
        try:
            listener.send(await asyncio.get_running_loop().run_in_executor(room, work))
        except GosuError as error:
            listener.send({"type": "refused", "text": str(error), "seated": True})

    def drop(self) -> None:
        """Ask for nothing any more; a thought that has not begun never does."""
        if self.task is not None:
            self.task.cancel()


def refused(error: GosuError | str, status: int = 400) -> JSONResponse:
    return JSONResponse({"error": str(error)}, status)


async def read_body(request: Request, limit: int) -> bytes:
    """What a request brings, up to a limit."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise OptionError(f"more than {limit} bytes")
    return body


async def read_json(request: Request, limit: int = LONGEST_MESSAGE) -> dict[str, Any]:
    try:
        told = json.loads(await read_body(request, limit))
    except (ValueError, RecursionError):
        raise OptionError("expected JSON") from None
    if not isinstance(told, dict):
        raise OptionError("expected a JSON object")
    return told


def nameless(replay: Replay) -> Replay:
    """A replay that does not tell where on this machine its cards are."""
    options = replay.header.options
    if options.get("cards") is None:
        return replay
    return replace(replay, header=replace(replay.header, options={**options, "cards": "cards.toml"}))


def answering(handle: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """What is wrong with a request is told to whoever made it."""

    async def answer(request: Request) -> Response:
        try:
            return await handle(request)
        except GosuError as error:
            return refused(error)

    return answer


class Server:
    """The application over a hall."""

    def __init__(self, hall: Hall, hosts: Collection[str], token: str | None = None, port: int = 0) -> None:
        """``token``: what visitors must know to open tables; ``port`` tells apart the cookies of servers."""
        self.hall, self.hosts, self.token, self.port = hall, hosts, token, port
        self.coaches = Coaches(hall.roster)
        self.opened = Shares(UPLOADS, UPLOADS_AT_ONCE)  # replays
        self.sockets: Counter[str] = Counter()

    def app(self) -> Starlette:
        routes: list[Any] = [Route(path, self._page(page)) for path, page in PAGES.items()]
        routes += [Route(f"/static/{name}", self._file("gosu_env.web", f"static/{name}")) for name in SCRIPTS + STYLES]
        routes += [
            Route(f"/static/{name}", self._file("gosu_env.render", f"page/{name}")) for name in SHARED + SHARED_STYLES
        ]
        routes += [
            Route("/replay", self._replay_page),
            Route("/static/dark.css", self._dark),
            Route("/favicon.ico", self._icon),
            Route("/api/offer", self._offer),
            Route("/api/help/{game}", self._help),
            Route("/api/tables", answering(self._open), methods=["POST"]),
            Route("/api/courses", answering(self._course), methods=["POST"]),
            Route("/api/mine", answering(self._mine), methods=["POST"]),
            Route("/api/tables/{name}/remove", answering(self._remove), methods=["POST"]),
            Route("/api/tables/{name}/{what}", answering(self._replay_of), methods=["POST"]),
            Route("/api/replay", answering(self._replay), methods=["POST"]),
            Route("/api/replay.html", answering(self._replay_html), methods=["POST"]),
            WebSocketRoute("/socket", self._socket),
        ]
        middleware = [Middleware(Guard, hosts=self.hosts)]
        if self.token is not None:
            middleware.append(Middleware(Login, token=self.token, cookie=f"gosu-{self.port}"))
        return Starlette(routes=routes, middleware=middleware, lifespan=self._lifespan)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        log_seldom()
        tidying = asyncio.create_task(self.hall.tidy(), name="tidying")
        yield
        tidying.cancel()
        await self.hall.close()

    # -------------------------------------------------------------------------------------------- pages

    def _page(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        page = (files("gosu_env.web") / "static" / name).read_text(encoding="utf-8")

        async def serve(request: Request) -> Response:
            return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

        return serve

    def _file(self, package: str, path: str) -> Callable[[Request], Awaitable[Response]]:
        """A file that comes with the project: it is read now, and no request names a path."""
        content = (files(package) / path).read_text(encoding="utf-8")
        kind = "text/javascript" if path.endswith(".js") else "text/css"

        async def serve(request: Request) -> Response:
            return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})

        return serve

    async def _replay_page(self, request: Request) -> Response:
        return HTMLResponse(opened_page(), headers={"Cache-Control": "no-cache"})

    async def _dark(self, request: Request) -> Response:
        return Response(page_file("dark.css"), media_type="text/css")

    async def _icon(self, request: Request) -> Response:
        return Response(status_code=204)

    async def _offer(self, request: Request) -> Response:
        return JSONResponse(await asyncio.get_running_loop().run_in_executor(self.hall.rooms.tables, self.hall.offer))

    async def _help(self, request: Request) -> Response:
        game = request.path_params["game"]
        return refused("unknown game", 404) if game not in GAMES else JSONResponse(help_of(game))

    # -------------------------------------------------------------------------------------------- tables

    async def _open(self, request: Request) -> Response:
        return self._links(await self.hall.open(await read_json(request, 2 * LONGEST_CARDS), client_of(request.scope)))

    async def _course(self, request: Request) -> Response:
        asked = await read_json(request)
        return self._links(
            await self.hall.begin_course(asked.get("game"), asked.get("station"), client_of(request.scope))
        )

    def _links(self, table: Table) -> Response:
        """What opens the seats of a new table; whoever opened it hands it on."""
        chairs = [{"seat": seat, **asdict(chair)} for seat, chair in enumerate(table.seats.chairs)]
        opens = {"watch": table.seats.watch, "owner": table.seats.owner}
        return JSONResponse({"table": table.name, "seats": chairs, **opens}, 201)

    async def _mine(self, request: Request) -> Response:
        asked = await read_json(request, 4 * LONGEST_MESSAGE)
        return JSONResponse({"tables": await self.hall.tell_of(asked.get("tables"))})

    async def _remove(self, request: Request) -> Response:
        asked = await read_json(request)
        await self.hall.remove(request.path_params["name"], asked.get("owner"))
        return JSONResponse({"removed": request.path_params["name"]})

    async def _replay_of(self, request: Request) -> Response:
        """The replay of a game that is over, for those who were there."""
        token = (await read_json(request)).get("token")
        table = await self.hall.find(request.path_params["name"])
        seat = table.seat_of(token)
        if not table.match.game.is_over:
            return refused("a replay shows all hands: it is there when the game is over", 403)
        what = request.path_params["what"]
        replay = table.match.recorder.replay()
        if what == "replay.gosu":
            return Response(nameless(replay).to_bytes(), media_type="application/octet-stream")
        return await self._shown(replay, None if seat == ONLOOKER else seat, what)

    async def _replay(self, request: Request) -> Response:
        return Response(await self._read_replay(request, "replay.json"), media_type="application/json")

    async def _replay_html(self, request: Request) -> Response:
        return HTMLResponse(await self._read_replay(request, "replay.html"))

    async def _read_replay(self, request: Request, what: str) -> bytes:
        """A replay that a visitor sends, as another process shows it."""
        client = client_of(request.scope)
        if not self.opened.take(client):
            raise OptionError("too many replays; try again in a few seconds")
        body = await read_body(request, LONGEST_REPLAY)
        return await self.hall.readers.read(what, body, client, most=MOST_DECISIONS)

    async def _shown(self, replay: Replay, seat: int | None, what: str) -> Response:
        loop, room = asyncio.get_running_loop(), self.hall.rooms.thoughts
        if what == "replay.json":
            return JSONResponse(await loop.run_in_executor(room, page_data, replay, seat))
        if what == "replay.html":
            return HTMLResponse(await loop.run_in_executor(room, replay_html, replay, seat))
        return refused("there is replay.gosu, replay.json and replay.html", 404)

    # -------------------------------------------------------------------------------------------- sockets

    async def _socket(self, socket: WebSocket) -> None:
        client = client_of(socket.scope)
        if client != HERE and self.sockets[client] >= MOST_SOCKETS:
            await socket.close(1013, "too many tables are open")
            return
        self.sockets[client] += 1
        try:
            await self._talk(socket)
        finally:
            self.sockets[client] -= 1
            self.sockets += Counter()  # forget those with nothing left

    async def _talk(self, socket: WebSocket) -> None:
        await socket.accept()
        line = Socket(socket)
        writer, reader = asyncio.create_task(line.write()), asyncio.create_task(line.read())
        listening = asyncio.create_task(self._listen(line))
        try:
            await asyncio.wait([writer, listening], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            listening.cancel()
            raise
        finally:
            line.close()  # a decision that is being taken is taken to its end
            for task in (listening, writer, reader):
                if task is not listening:
                    task.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                    await task
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # gone already
                await socket.close()

    async def _listen(self, line: Socket) -> None:
        """Everything that a browser says, from the first word to the last."""
        table: Table | None = None
        listener = Listener(None, line.send)
        bucket, faults = Bucket(RATE, BURST), 0
        thoughts = Thought()
        try:
            while True:
                text = await line.hear(PATIENCE if table is None else None)
                try:
                    if not bucket.take():
                        raise OptionError("too many messages; wait a little")
                    message = self._parse(text)
                    if message["type"] == "sit" and table is None:
                        found = await self.hall.find(message.get("table"))
                        listener = Listener(found.seat_of(message.get("token")), line.send)
                        await found.join(listener)
                        table = found
                    elif table is None:
                        raise OptionError("the first message must be of type sit")
                    else:
                        await self._obey(message, table, listener, thoughts)
                except GosuError as error:
                    faults += 1
                    line.send({"type": "refused", "text": str(error), "seated": table is not None})
                    if faults >= FAULTS or table is None:
                        await asyncio.sleep(0.2)  # what was said goes out first
                        return
        except (WebSocketDisconnect, TimeoutError, RuntimeError):
            return
        finally:
            thoughts.drop()
            if table is not None:
                table.leave(listener)

    @staticmethod
    def _parse(text: str | bytes) -> dict[str, Any]:
        if len(text) > LONGEST_MESSAGE:
            raise OptionError(f"a message has at most {LONGEST_MESSAGE} bytes")
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            raise OptionError("a message must be JSON") from None
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise OptionError("a message must be an object with a type")
        return message

    async def _obey(self, message: dict[str, Any], table: Table, listener: Listener, thoughts: Thought) -> None:
        """Do what a browser at a table asks for."""
        kind, seat = message["type"], listener.seat
        if kind == "act":
            await table.act(seat, message.get("number"), message.get("action"))
        elif kind == "back":
            await table.take_back(seat, message.get("number"))
        elif kind == "on":
            await table.go_on(seat, message.get("number"))
        elif kind == "pace" and seat != ONLOOKER:
            table.set_pace(message.get("pace"), message.get("paused"))
        elif kind == "hint":
            self._hint(table, listener, thoughts)
        elif kind == "review":
            self._review(table, listener, thoughts)
        elif kind == "look" and not table.seats.people:
            wanted = message.get("seat")
            if wanted is not None and (type(wanted) is not int or not 0 <= wanted < table.match.game.num_players):
                raise OptionError("there is no such seat")
            await table.show_again(listener, wanted)
        else:
            raise OptionError("unknown type of message; known: act, back, on, pace, hint, review")

    def _hint(self, table: Table, listener: Listener, thoughts: Thought) -> None:
        """What the coach would do now, told to the one who asks."""
        seat = listener.seat
        match = table.match_of(seat)
        if match.game.is_over or seat is None or match.game.seat != seat:
            raise OptionError("there is nothing for you to decide")
        number, view, played = len(match.log.entries), match.view(seat), match.recorder.replay()

        def work() -> Json:
            coach = self.coaches.of(table.match.game.rules)
            brief(coach.agent, seat, played)
            advice = coach.advise(view)
            return {"type": "hint", "number": number, "coach": coach.name, **advice.as_dict()}

        thoughts.begin(("hint", number), self._alone(), work, listener)

    def _review(self, table: Table, listener: Listener, thoughts: Thought) -> None:
        """What the coach thinks of a game that is over."""
        if listener.seat in (None, ONLOOKER) or not table.match.game.is_over:
            raise OptionError("the coach looks back at your game when it is over")
        replay, seat = table.match.recorder.replay(), listener.seat

        def work() -> Json:
            coach = self.coaches.of(table.match.game.rules)
            return {"type": "review", "coach": coach.name, "costliest": coach.review(replay, seat)}

        thoughts.begin(("review", len(replay)), self._alone(), work, listener)

    def _alone(self) -> Any:
        """Coaches answer one after the other: each has one network, and room for one thought."""
        return self.hall.rooms.coach
