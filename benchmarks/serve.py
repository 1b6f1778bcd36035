"""What a person sees of a busy server: ``python -m benchmarks.serve``.

Opens many tables at a server of its own, each with a person and a bot, and lets all play at once for a while: a
"person" here answers at random half a second after it is asked. Measured is the time from an answer to the table that
shows it, and to the next table after the bot has answered. Bots answer at once, so theirs is the whole load.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from urllib.request import Request, urlopen

import numpy as np
from websockets.asyncio.client import connect

PORT = 8798
URL = f"http://127.0.0.1:{PORT}"


def post(path: str, body: object) -> dict[str, object]:
    request = Request(URL + path, json.dumps(body).encode(), {"Origin": URL})
    with urlopen(request, timeout=60) as answer:
        told: dict[str, object] = json.load(answer)
    return told


def open_table(game: str, bot: str) -> tuple[str, str]:
    told = post("/api/tables", {"game": game, "seats": [{}, {"agent": bot}]})
    return str(told["table"]), str(told["seats"][0]["token"])  # type: ignore[index]


async def play(game: str, bot: str, until: float, waits: float, seen: list[float], rng: random.Random) -> int:
    """Sit at one table after the other until the time is over; the number of decisions."""
    decisions = 0
    while time.monotonic() < until:
        table, token = await asyncio.to_thread(open_table, game, bot)
        async with connect(f"ws://127.0.0.1:{PORT}/socket", origin=URL, max_size=None) as socket:  # type: ignore[arg-type]
            await socket.send(json.dumps({"type": "sit", "table": table, "token": token}))
            await socket.send(json.dumps({"type": "pace", "pace": 0, "paused": False}))
            asked = None
            while time.monotonic() < until:
                message = json.loads(await socket.recv())
                if message["type"] != "table":
                    continue
                if asked is not None:
                    seen.append(time.perf_counter() - asked)
                    asked = None
                if message["over"]:
                    break
                if message["decision"]:
                    await asyncio.sleep(rng.uniform(0.5, 1.5) * waits)
                    action = rng.choice(message["decision"]["choices"])["action"]
                    asked = time.perf_counter()
                    await socket.send(json.dumps({"type": "act", "number": message["number"], "action": action}))
                    decisions += 1
    return decisions


async def measure(tables: int, bot: str, seconds: float, waits: float) -> tuple[int, list[float]]:
    seen: list[float] = []
    until = time.monotonic() + seconds
    games = ("gosu", "gosux", "laundromat")
    played = await asyncio.gather(
        *(play(games[number % 3], bot, until, waits, seen, random.Random(number)) for number in range(tables))
    )
    return sum(played), seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--waits", type=float, default=3.0, help="seconds that a person thinks, on average")
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
            for game in ("gosu", "gosux", "laundromat"):
                open_table(game, asked.bot)
            decisions, seen = asyncio.run(measure(asked.tables, asked.bot, asked.seconds, asked.waits))
        finally:
            server.terminate()
            server.wait(20)
    middle, late, last = np.percentile(seen, (50, 95, 99)) * 1000
    rate = decisions / asked.seconds
    print(f"{asked.tables} tables with {asked.bot}, {asked.seconds:g} s: {rate:.0f} decisions of people a second")
    print(f"a person waits {middle:.0f} ms (median), {late:.0f} ms (95 %), {last:.0f} ms (99 %)")


if __name__ == "__main__":
    main()
