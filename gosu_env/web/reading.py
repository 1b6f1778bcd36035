"""Read what strangers send, in a process that may hang, run out of memory or crash without harm to the server.

``python -m gosu_env.web.reading DESCRIPTOR`` waits at a socket with everything loaded and forks for each upload. The
fork gets limits that the kernel enforces, so that neither Python nor compiled code can overrun them. It answers with
plain bytes: nothing that it says is unpickled or run. ``readers`` is the server's side.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from gosu_env.agents.random import RandomAgent
from gosu_env.engine.errors import GosuError, OptionError
from gosu_env.engine.game import Game
from gosu_env.engine.recorder import record
from gosu_env.engine.replay import Replay
from gosu_env.engine.replay_format import decode
from gosu_env.engine.rules import GAMES, find_game
from gosu_env.render.replay_page import page_data, replay_html

try:
    import resource
except ImportError:  # no such limits on this system: only the server's clock ends a process
    resource = None  # type: ignore[assignment]

MEMORY = 512 << 20  # bytes on top of what is loaded
READING = 5  # seconds of a core to read an upload
DRAWING = 0.015  # seconds for each decision of a replay, on top
PATIENCE = 4  # times as many seconds by the clock: the core may be shared
NICENESS = 10  # tables come first

DONE, REFUSED, COLD = b"+", b"-", b"?"  # how a reply begins; COLD: load the rules of a game first
LENGTH = 8  # bytes, after that
ONCE = "once"  # instead of a descriptor: one request from standard input
READ, WARM = b"r", b"w"  # what a socket is for that the server hands over
TOO_LARGE = "it takes more memory than is allowed here"

Head = Mapping[str, Any]
Work = Callable[[Head, bytes], bytes]

warm: set[tuple[str, str]] = set()  # games and variants whose compiled rules are loaded


class ColdError(Exception):
    """The rules of a game are not loaded: loading them, or compiling them, is not to be paid from an upload's time."""


# ------------------------------------------------------------------------------------------------ warming up


def variant_of(game: str, options: Mapping[str, Any]) -> tuple[str, str]:
    """A game and the title of the variant that is compiled for these options."""
    if game not in GAMES:
        raise OptionError(f"unknown game; known: {', '.join(GAMES)}")
    fits = [title for title, own in find_game(game).VARIANTS.items() if own.items() <= dict(options).items()]
    return game, fits[-1]


def warm_up(game: str, title: str) -> None:
    """Load the compiled rules of a variant, or compile them, by all that an upload goes through."""
    module = find_game(game)
    opening = Game(game, module.PLAYERS[0], 0, **module.VARIANTS[title])
    played = record(opening, [RandomAgent(seat) for seat in range(opening.num_players)])
    replay_html(Replay.from_bytes(played.to_bytes()))
    Game.from_bytes(opening.to_bytes())
    warm.add((game, title))


def expect_warm(game: Any, options: Any) -> None:
    if isinstance(game, str) and isinstance(options, dict) and (key := variant_of(game, options)) not in warm:
        raise ColdError(json.dumps(key))


# ------------------------------------------------------------------------------------------------ kinds of work


def _replay(head: Head, body: bytes) -> Replay:
    header, actions, *_ = decode(body)
    if len(actions) > head["most"]:
        raise OptionError(f"the replay has {len(actions)} decisions; the most that is shown here is {head['most']}")
    expect_warm(header.game, header.options)
    allow(READING + DRAWING * len(actions))
    return Replay.from_bytes(body)


def show_data(head: Head, body: bytes) -> bytes:
    """The data of a replay's page."""
    return json.dumps(page_data(_replay(head, body)), ensure_ascii=False, separators=(",", ":")).encode()


def show_page(head: Head, body: bytes) -> bytes:
    """The page of a replay."""
    return replay_html(_replay(head, body)).encode()


def try_cards(head: Head, body: bytes) -> bytes:
    """Nothing, if a table can be opened with a card file."""
    game, options = head["game"], head["options"]
    expect_warm(game, options)
    Game(game, head["players"], 0, cards=head["path"], **options)
    return b""


WORKS: dict[str, Work] = {"replay.json": show_data, "replay.html": show_page, "cards": try_cards}


def answer(request: bytes) -> bytes:
    """The reply to a request: a line of JSON that says what to do, and what was sent."""
    line, _, body = request.partition(b"\n")
    head = json.loads(line)
    try:
        found, said = DONE, WORKS[head["work"]](head, body)
    except ColdError as error:
        found, said = COLD, str(error).encode()
    except GosuError as error:
        found, said = REFUSED, str(error).encode(errors="replace")
    except MemoryError:
        found, said = REFUSED, TOO_LARGE.encode()
    except Exception as error:
        found, said = REFUSED, f"it cannot be read: {type(error).__name__}".encode()
    return found + len(said).to_bytes(LENGTH, "big") + said


# ------------------------------------------------------------------------------------------------ limits


def allow(seconds: float) -> None:
    """Let the kernel end this process after so many seconds of a core, or several times that by the clock."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (max(1, round(seconds)), hard))
        signal.setitimer(signal.ITIMER_REAL, PATIENCE * seconds)


def confine() -> None:
    """Give up what reading does not need: endless time and memory, files to write, a dump of the process."""
    for name in (signal.SIGALRM, signal.SIGXCPU):
        signal.signal(name, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    with contextlib.suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
        most = int(file.read().split()[0]) * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    allow(READING)


# ------------------------------------------------------------------------------------------------ processes


def serve(control: socket.socket) -> None:
    """Take sockets from the server, one for each request, until it hangs up."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for forks
    os.nice(NICENESS)
    while True:
        word, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not word:
            return
        with socket.socket(fileno=descriptors[0]) as line:
            if word == WARM:
                _warm(line)
            elif os.fork() == 0:
                _read(control, line)


def _warm(line: socket.socket) -> None:
    with contextlib.suppress(OSError):  # the server waits no longer
        game, title = json.loads(line.makefile("rb").read())
        try:
            warm_up(game, title)
            line.sendall(DONE)
        except Exception as error:
            print(f"gosu: the rules of {title} cannot be loaded to read uploads: {error}", file=sys.stderr)


def _read(control: socket.socket, line: socket.socket) -> None:
    """In a fork: read one upload, and be gone."""
    try:
        control.close()
        confine()
        silence()
        line.sendall(answer(line.makefile("rb").read()))
    finally:
        os._exit(0)


def silence() -> None:
    """What a library prints when it crashes is for nobody: visitors must not fill the server's log."""
    with open(os.devnull, "wb") as nowhere:
        for descriptor in (1, 2):
            os.dup2(nowhere.fileno(), descriptor)


def read_once(source: BinaryIO, target: BinaryIO) -> None:
    """Without forks: a process for one upload, which loads what it needs."""
    warm.update((game, title) for game in GAMES for title in find_game(game).VARIANTS)
    target.write(answer(source.read()))


def main() -> None:
    if sys.argv[1:] == [ONCE]:
        read_once(sys.stdin.buffer, sys.stdout.buffer)
    else:
        serve(socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    main()
