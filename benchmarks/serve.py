"""What a person sees of a busy server: ``python -m benchmarks.serve``.

Opens many tables at a server of its own, each with a person and a bot, and lets all play at once for a while: a
"person" here answers at random a few seconds after it is asked, and may ask the coach first. Measured are the time from
an answer to the table that shows it, the time until a hint is there, and the memory of the server, with the load of the
machine beside them. Bots answer at once, so theirs is the whole load. ``--out`` keeps the figures as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

PORT = 8798
GAMES = ("gosu", "gosux", "laundromat")
URL = f"http://127.0.0.1:{PORT}"


def post(path: str, body: object) -> dict[str, object]:
    request = Request(URL + path, json.dumps(body).encode(), {"Origin": URL})
    with urlopen(request, timeout=60) as answer:
        told: dict[str, object] = json.load(answer)
    return told


def open_table(game: str, bot: str) -> tuple[str, str]:
    """A new table. A server opens a few each second in the long run: the rest waits."""
    while True:
        try:
            told = post("/api/tables", {"game": game, "seats": [{}, {"agent": bot}]})
            break
        except HTTPError:
            time.sleep(1)
    return str(told["table"]), str(told["seats"][0]["token"])  # type: ignore[index]


def memory(process: int) -> float:
    """What a process holds, in megabytes; nan where the system does not say."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return float("nan")
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def play(
    game: str,
    bot: str,
    until: float,
    waits: float,
    hints: float,
    seen: list[float],
    advised: list[float],
    rng: random.Random,
) -> int:
    """Sit at one table after the other until the time is over; the number of decisions."""
    decisions = 0
    while time.monotonic() < until:
        table, token = await asyncio.to_thread(open_table, game, bot)
        async with sit(table, token) as socket:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(until - time.monotonic(), 0)):
                    message = await hear(socket, "table")
                    while not message["over"]:
                        if message["decision"]:
                            await asyncio.sleep(rng.uniform(0.5, 1.5) * waits)
                            if rng.random() < hints:
                                began = time.perf_counter()
                                await ask(socket)
                                advised.append(time.perf_counter() - began)
                            action = rng.choice(message["decision"]["choices"])["action"]
                            act = {"type": "act", "number": message["number"], "action": action}
                            began = time.perf_counter()
                            await socket.send(json.dumps(act))
                            message = await hear(socket, "table")
                            seen.append(time.perf_counter() - began)
                            decisions += 1
                        else:
                            message = await hear(socket, "table")
    return decisions


@contextlib.asynccontextmanager
async def sit(table: str, token: str) -> AsyncIterator[ClientConnection]:
    """A socket at a table, whose bots answer at once."""
    async with connect(f"ws://127.0.0.1:{PORT}/socket", origin=URL, max_size=None) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"type": "sit", "table": table, "token": token}))
        await socket.send(json.dumps({"type": "pace", "pace": 0, "paused": False}))
        yield socket


async def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while (message := json.loads(await socket.recv()))["type"] != kind:
        pass
    found: dict[str, Any] = message
    return found


async def ask(socket: ClientConnection) -> None:
    """Ask the coach, and wait for what it says."""
    await socket.send(json.dumps({"type": "hint"}))
    await hear(socket, "hint")


async def warm_up(game: str, bot: str, hints: bool) -> None:
    """Play until somebody decides, and ask the coach, so that nothing has to be compiled later."""
    table, token = await asyncio.to_thread(open_table, game, bot)
    async with sit(table, token) as socket:
        while not (await hear(socket, "table"))["decision"]:
            pass
        if hints:
            await ask(socket)


async def measure(
    tables: int, bot: str, seconds: float, waits: float, hints: float, server: int
) -> tuple[int, list[float], list[float], float]:
    """The decisions of people, what they waited for the table and for hints, and the most memory of the server."""
    seen: list[float] = []
    advised: list[float] = []
    until = time.monotonic() + seconds
    playing = [
        play(GAMES[number % 3], bot, until, waits, hints, seen, advised, random.Random(number))
        for number in range(tables)
    ]
    played = asyncio.gather(*playing)
    most = 0.0
    while not played.done():
        most = max(most, memory(server))
        await asyncio.sleep(0.5)
    return sum(await played), seen, advised, most


def waited(seconds: list[float]) -> dict[str, float]:
    """Median, percentiles and the worst, in milliseconds."""
    points = [*np.percentile(seconds, (50, 95, 99)), max(seconds)]
    return {
        name: round(float(point) * 1000, 1) for name, point in zip(("p50", "p95", "p99", "worst"), points, strict=True)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--waits", type=float, default=3.0, help="seconds that a person thinks, on average")
    parser.add_argument("--hints", type=float, default=0.0, help="how often a person asks the coach, from 0 to 1")
    parser.add_argument("--out", type=Path, help="keep the figures there, as JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gosu_env", "serve", "--port", str(PORT), "--folder", folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    urlopen(f"{URL}/api/offer", timeout=60).read()
                    break
                except OSError:
                    time.sleep(0.2)
            for game in GAMES:
                asyncio.run(warm_up(game, asked.bot, asked.hints > 0))
            before = memory(server.pid)
            work = measure(asked.tables, asked.bot, asked.seconds, asked.waits, asked.hints, server.pid)
            load = os.getloadavg()[0]
            decisions, seen, advised, most = asyncio.run(work)
        finally:
            server.terminate()
            server.wait(20)
    rate = decisions / asked.seconds
    table, hints = waited(seen), waited(advised) if advised else None
    print(f"{asked.tables} tables with {asked.bot}, {asked.seconds:g} s: {rate:.0f} decisions of people a second")
    print(f"the server holds {before:.0f} MB with one table of each game, {most:.0f} MB at most")
    for what, times in (("the table", table), ("a hint", hints)):
        if times is not None:
            print(f"a person waits for {what}: " + ", ".join(f"{name} {time:.0f} ms" for name, time in times.items()))
    print(f"load of the machine: {load:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} cores")
    if asked.out is not None:
        figures = {
            "tables": asked.tables,
            "bot": asked.bot,
            "seconds": asked.seconds,
            "waits": asked.waits,
            "hints": asked.hints,
            "decisions_per_second": round(rate, 1),
            "table_ms": table,
            "hint_ms": hints,
            "hints_given": len(advised),
            "megabytes": {"before": round(before), "most": round(most)},
            "load": {"before": round(load, 1), "after": round(os.getloadavg()[0], 1), "cores": os.cpu_count()},
        }
        asked.out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
