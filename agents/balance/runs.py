"""Do games come to their end? How many are cut off, and how many turns a seat takes in a row.

The greedy player plays itself, all games at once:
``python -m gosu_env.agents.balance.runs --num-players 4 --games 1000 --option kamakor``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gosu_env import OptionError
from gosu_env.agents.greedy import Choices
from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import USUAL_GAME, find_game, find_rules


@dataclass(frozen=True)
class Runs:
    """What was counted, by game."""

    seeds: tuple[int, ...]
    truncated: tuple[bool, ...]
    longest: tuple[int, ...]  # turns of one seat in a row
    decisions: tuple[int, ...]

    def __str__(self) -> str:
        worst = int(np.argmax(self.longest))
        over = ", ".join(f"{sum(run > bound for run in self.longest)} over {bound}" for bound in (30, 60, 100))
        return (
            f"{len(self.seeds)} games, {sum(self.truncated)} truncated; "
            f"longest run of turns by one seat: {self.longest[worst]} (seed {self.seeds[worst]}); {over}; "
            f"decisions a game: {np.mean(self.decisions):.0f}, at most {max(self.decisions)}"
        )


def count_runs(num_players: int = 2, games: int = 1000, seed: int = 0, game: str = USUAL_GAME, **options: Any) -> Runs:
    """Play games of greedy players and count. The same seed plays the same games."""
    if not isinstance(games, int) or isinstance(games, bool) or games < 1:
        raise OptionError(f"games must be a whole number, 1 or more, not {games!r}")
    rules = find_rules(game, num_players, options)
    batch, choices = Batch(rules, games, seed, threads=1, observe=False), Choices(rules)
    seeds = tuple(batch.seeds.tolist())
    last, run, longest, decisions = (np.full(games, start) for start in (-1, 0, 0, 0))
    truncated = np.zeros(games, bool)
    running = np.arange(games)
    while len(running):
        states = batch.states[running]
        begins = running[rules.begins_turn(states)]
        seats = batch.seat[begins]
        run[begins] = np.where(seats == last[begins], run[begins] + 1, 1)
        last[begins] = seats
        longest[begins] = np.maximum(longest[begins], run[begins])
        decisions[running] += 1
        answers = batch.sample().astype(np.int64)  # for games that are over already
        answers[running] = choices.of(states)
        batch.step(answers)
        over = batch.done[running].astype(bool)
        truncated[running[over]] = batch.truncated[running[over]]
        running = running[~over]
    batch.close()
    return Runs(seeds, tuple(truncated.tolist()), tuple(longest.tolist()), tuple(decisions.tolist()))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m gosu_env.agents.balance.runs", description=__doc__)
    parser.add_argument("--game", default=USUAL_GAME)
    parser.add_argument("--num-players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=VALUE]", help="an option of the game")
    given = parser.parse_args(arguments)
    options = find_game(given.game).OPTIONS.read(given.option)
    print(count_runs(given.num_players, given.games, given.seed, given.game, **options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
