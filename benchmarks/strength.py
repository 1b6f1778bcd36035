"""How strong the bots are: ``python -m benchmarks.strength [--deals N] [--workers N] [MATCH …]``.

A match is PLAYERS|ONE|OTHERS, as in ``4|ismcts:1000|greedy``: one player against a table of others, every deal played
from every seat. It needs nothing but the core of the project; ``gosu arena`` shows more.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
from collections import defaultdict
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

from agents import make_agent
from gosu_env import Game, View
from gosu_env.engine.files import write_whole

RESULTS = Path(__file__).parent / "results" / "strength.json"
MATCHES = (
    "2|greedy|random",
    "2|ismcts:200|greedy",
    "2|ismcts:1000|greedy",
    "2|ismcts:1000|ismcts:200",
    "2|ismcts:5000|ismcts:1000",
    "2|policy:strong|greedy",
    "2|policy:strong|ismcts:1000",
    "4|greedy|random",
    "4|ismcts:200|greedy",
    "4|ismcts:1000|greedy",
    "4|ismcts:1000|ismcts:200",
    "4|ismcts:5000|ismcts:1000",
    "4|policy:strong|greedy",
)


def play_deal(job: tuple[str, int]) -> tuple[str, list[float]]:
    """The share of every game of a deal that the one player won, from every seat."""
    match, deal = job
    players, one, others = match.split("|")
    shares = []
    for own in range(int(players)):
        game = Game("gosu", int(players), seed=deal)
        agents = [
            make_agent(one if seat == own else others, seed=(deal * 8 + own) * 8 + seat) for seat in range(int(players))
        ]
        while not game.is_over:
            game.apply(agents[game.seat].act(View(game)))
        shares.append((game.returns()[own] * (int(players) - 1) + 1) / int(players))
    return match, shares


def play_matches(matches: list[str], deals: int, workers: int) -> dict[str, list[list[float]]]:
    """The shares of every deal, by match."""
    jobs = [(match, deal) for match in matches for deal in range(deals)]
    for players in {match[0] for match in matches}:
        play_deal((f"{players}|ismcts:1|greedy", 0))  # compiles once, for all
    results: dict[str, list[list[float]]] = defaultdict(list)
    with get_context("fork").Pool(workers) as pool:
        done: Iterator[tuple[str, list[float]]] = pool.imap_unordered(play_deal, jobs)
        for match, shares in track(done, "playing", total=len(jobs)):
            results[match].append(shares)
    return results


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description="How strong the bots are.")
    parser.add_argument("matches", nargs="*", default=list(MATCHES), metavar="MATCH", help="PLAYERS|ONE|OTHERS")
    parser.add_argument("--deals", type=int, default=200, help="each is played from every seat")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    table = Table("", "against", "games won", "games", box=box.SIMPLE_HEAD, pad_edge=False)
    content = {}
    for match, results in play_matches(given.matches, given.deals, given.workers).items():
        players, one, others = match.split("|")
        means = [statistics.mean(shares) for shares in results]
        mean, margin = statistics.mean(means), 1.96 * statistics.stdev(means) / math.sqrt(len(means))
        games = len(means) * int(players)
        table.add_row(one, f"{int(players) - 1} × {others}", f"{100 * mean:.1f} ± {100 * margin:.1f} %", f"{games:,}")
        content[match] = {"won": mean, "margin": margin, "games": games}
    Console().print(table)
    known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    write_whole(RESULTS, (json.dumps(known | content, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
