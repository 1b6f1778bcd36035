"""How many decisions a second agents take: ``python -m benchmarks.agents [--players N] [--seconds S] [agent …]``.

The decisions are those of whole games between greedy players, on one core. ``act`` is the agent alone, ``view and act``
what a game loop sees, which makes a view first. Agents that play games out also say how many random answers they give.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from itertools import cycle
from time import perf_counter
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.clock import measure
from benchmarks.machine import keep_to_one_core
from gosu_env import Game, View
from gosu_env.agents import make_agent

GAMES = 20
AGENTS = ("random", "greedy", "rollout:200", "rollout:1000")


def decisions(num_players: int) -> list[Game]:
    """All decisions of some whole games."""
    greedy = make_agent("greedy")
    found = []
    for seed in range(GAMES):
        game = Game(num_players=num_players, seed=seed)
        while not game.is_over:
            found.append(game.clone())
            game.apply(greedy.act(View(game)))
    return found


def work(answer: Callable[[Any], int], things: list[Any]) -> Callable[[int], tuple[int, int]]:
    """Answer so many decisions, round and round."""
    waiting: Iterator[Any] = cycle(things)

    def answer_some(amount: int) -> tuple[int, int]:
        for _ in range(amount):
            answer(next(waiting))
        return amount, 0

    return answer_some


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agents", description="How fast agents decide.")
    parser.add_argument("agents", nargs="*", default=AGENTS, metavar="agent")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    options = parser.parse_args(arguments)
    keep_to_one_core()
    games = decisions(options.players)
    views = [View(game) for game in games]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (f"{options.players} players", "act/s", "view and act/s", "playout decisions/s"):
        table.add_column(heading, justify="left" if heading.endswith("players") else "right")
    for spec in options.agents:
        agent: Any = make_agent(spec, 0)
        alone = measure(work(agent.act, views), options.seconds).rate
        asked, started = getattr(agent, "asked", 0), perf_counter()
        together = measure(work(lambda game, agent=agent: agent.act(View(game)), games), options.seconds).rate
        playing = (getattr(agent, "asked", 0) - asked) / (perf_counter() - started)
        table.add_row(spec, f"{alone:,.0f}", f"{together:,.0f}", f"{playing:,.0f}" if playing else "")
    Console().print(table)


if __name__ == "__main__":
    main()
