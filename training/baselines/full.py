"""The baselines on a game that is too large to solve: strength in Elo, and lower bounds of their exploitability.

    python -m gosu_env.training.baselines.full --seconds 240 --out runs/baselines

Each algorithm learns for so many seconds on one core, and plays some rungs of the reference ladder on paired deals.
Then PPO learns a response to it, frozen: what that gains is a lower bound of exploitability, since a better response
would gain more. An algorithm that is done is kept in the folder; one that was interrupted begins anew. Deep CFR is left
out: its traversals of a large game would not end.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich import box
from rich.table import Table

from gosu_env.agents.processes import run_together
from gosu_env.engine.errors import DataError, MissingExtraError, OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import GAMES, USUAL_GAME, find_rules
from gosu_env.engine.spelling import nearest
from gosu_env.render.terminal import Terminal
from gosu_env.training import ppo
from gosu_env.training.baselines import psro
from gosu_env.training.baselines.curves import ALGORITHMS, make_baseline
from gosu_env.training.baselines.usual import small_ppo
from gosu_env.training.command import start
from gosu_env.training.guests import seat_rival
from gosu_env.training.match import Score, play_deals, play_match
from gosu_env.training.players import Player, make_player

LEARNERS = tuple(name for name in ALGORITHMS if name != "deep_cfr")
RUNGS = ("random", "rollout:40", "greedy", "policy:strong")  # of the ladder
SAMPLES = 1000  # of ratings, for their intervals


@dataclass(frozen=True)
class Settings:
    """What is run."""

    algorithms: tuple[str, ...] = LEARNERS
    seconds: float = 240  # that each learns
    response_seconds: float = 120  # that the response to each learns
    deals: int = 100  # of every match, each played from both seats
    seed: int = 0
    game: str = USUAL_GAME
    rungs: tuple[str, ...] = RUNGS

    def __post_init__(self) -> None:
        for name in self.algorithms:
            if name not in LEARNERS:
                raise OptionError(f"unknown algorithm {name!r}; {nearest(name, list(LEARNERS))}")
        if min(self.seconds, self.response_seconds, self.deals) <= 0:
            raise OptionError("seconds, response seconds and deals must be more than 0")


@dataclass(frozen=True)
class Learned:
    """What became of one algorithm."""

    decisions: int
    seconds: float
    wins: dict[str, list[float]]  # against each rung: games won of every deal, of two
    response: tuple[float, float, float]  # the share of games that the response wins, and its interval
    response_decisions: int

    @property
    def bound(self) -> float:
        """A lower bound of exploitability, in returns: the response wins so much more than it loses."""
        return 2 * self.response[0] - 1


def make_large(name: str, game: str, seed: int) -> Any:
    """An algorithm for a game in which its usual iterations would take too long."""
    if name == "psro":
        return psro.PSRO(game, {}, seed, psro.Settings(games=128, rounds=20, measured=2))
    return make_baseline(name, game, {}, seed)


def learn_one(name: str, settings: Settings) -> Learned:
    """One algorithm: it learns, plays the ladder, and is answered."""
    s = settings
    torch.set_num_threads(1)
    baseline = make_large(name, s.game, s.seed)
    begun, decisions = time.perf_counter(), 0
    while time.perf_counter() - begun < s.seconds:
        decisions += baseline.learn()
    seconds = time.perf_counter() - begun
    player, rules = baseline.player(), find_rules(s.game, 2, {})
    wins = {}
    for rung in s.rungs:
        player.begin(s.seed)
        wins[rung] = play_deals(player, make_player(rung, rules), rules, s.deals, 2**33).sum(axis=1).tolist()
    score, taken = respond(player, s)
    return Learned(decisions, round(seconds, 1), wins, (score.mean, score.low, score.high), taken)


def respond(player: Player, settings: Settings) -> tuple[Score, int]:
    """A response to a frozen player, by PPO from nothing: its score on new deals, and the decisions of its games."""
    s = settings
    learner = ppo.Learner(replace(small_ppo(s.game, {}, s.seed + 1), n_steps=32))
    guest = seat_rival(learner, player, slice(0, learner.settings.num_envs))
    begun, iteration = time.perf_counter(), 0
    while time.perf_counter() - begun < s.response_seconds:
        guest.begin(s.seed + iteration)
        learner.play([guest])
        learner.learn()
        iteration += 1
    player.begin(s.seed)
    return play_match(learner.player(), player, learner.batch.rules, s.deals, 2**34), int(learner.decisions)


def rate(learned: Learned, game: str) -> tuple[float, float, float]:
    """The rating on the reference ladder, with its interval."""
    from gosu_env.agents.arena.bradley_terry import Tally  # noqa: PLC0415  (ratings need an extra)
    from gosu_env.agents.arena.ladder import find_ladder  # noqa: PLC0415
    from gosu_env.agents.arena.rating import rate_first  # noqa: PLC0415

    rungs = list(learned.wins)
    elo = {rung.player: rung.elo for rung in find_ladder(game, 2).rungs}
    seats = np.zeros((len(rungs), len(rungs) + 1))
    seats[:, 0] = 1
    seats[np.arange(len(rungs)), np.arange(len(rungs)) + 1] = 1
    table = np.repeat(np.arange(len(rungs)), [len(learned.wins[rung]) for rung in rungs])
    won = np.concatenate([learned.wins[rung] for rung in rungs])
    wins = np.zeros((len(table), len(rungs) + 1))
    wins[:, 0] = won
    wins[np.arange(len(table)), table + 1] = 2 - won
    return rate_first(Tally(seats, table, wins), np.array([elo[rung] for rung in rungs]), SAMPLES, 0)


class Full:
    """All algorithms, in a folder."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        about = asdict(settings) | {"algorithms": None, "digest": find_rules(settings.game, 2, {}).digest}
        self.about = json.loads(json.dumps(about))
        self.learned: dict[str, Learned] = {}
        if self.path.exists():
            try:
                found = json.loads(self.path.read_text(encoding="utf-8"))
                kept = {name: row | {"response": tuple(row["response"])} for name, row in found["learned"].items()}
                self.learned = {name: Learned(**row) for name, row in kept.items()}
                about = found["about"]
            except (OSError, ValueError, TypeError, KeyError) as error:
                raise DataError(f"{self.path}: damaged: {error}; remove it to begin anew") from None
            if about != self.about:
                raise OptionError(f"{folder}: has results of other settings; use another folder")

    @property
    def path(self) -> Path:
        return self.folder / "baselines.json"

    def run(self, console: Terminal, jobs: int) -> None:
        """Everything that has not been run, several algorithms at a time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        missing = [name for name in self.settings.algorithms if name not in self.learned]
        for name, learned in run_together({name: partial(learn_one, name, self.settings) for name in missing}, jobs):
            self.add(name, learned)
            console.print(f"{ALGORITHMS[name][0]} is done", style="dim")

    def add(self, name: str, learned: Learned) -> None:
        """Keep what became of an algorithm."""
        self.learned[name] = learned
        kept = {"about": self.about, "learned": {each: asdict(row) for each, row in self.learned.items()}}
        write_whole(self.path, json.dumps(kept, indent=1).encode())

    def table(self) -> Table:
        """Ratings and bounds."""
        table = Table(box=box.SIMPLE_HEAD, title="Baselines on the full game", title_justify="left")
        table.add_column("algorithm")
        for column in ("Elo", "95 %", "decisions", "a response wins", "exploitability, at least"):
            table.add_column(column, justify="right")
        for name, row in sorted(self.learned.items(), key=lambda each: -rate(each[1], self.settings.game)[0]):
            elo, low, high = rate(row, self.settings.game)
            wins, least, most = (f"{100 * part:.1f}" for part in row.response)
            bounds = f"{wins} % ({least} … {most})", f"{max(row.bound, 0):.2f}"
            table.add_row(
                ALGORITHMS[name][0], f"{elo:+.0f}", f"{low:+.0f} … {high:+.0f}", f"{row.decisions:,}", *bounds
            )
        return table


def main(arguments: list[str] | None = None) -> Full:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.training.baselines.full", description=(__doc__ or "").split("\n")[0]
    )
    usual = Settings()
    parser.add_argument("--algorithms", default=",".join(LEARNERS), help="some of them, with commas")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="that each learns")
    parser.add_argument("--response-seconds", type=float, default=usual.response_seconds, help="that responses learn")
    parser.add_argument("--deals", type=int, default=usual.deals, help="of every match, each played from both seats")
    parser.add_argument("--rungs", default=",".join(RUNGS), help="players of the ladder, with commas")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--jobs", type=int, default=1, help="algorithms at the same time, on a core each")
    parser.add_argument("--game", choices=list(GAMES), default=USUAL_GAME)
    parser.add_argument("--out", type=Path, default=Path("runs") / "baselines", help="folder of the results")
    given = parser.parse_args(arguments)
    names, rungs = (tuple(part.split(",")) for part in (given.algorithms, given.rungs))
    settings = Settings(names, given.seconds, given.response_seconds, given.deals, given.seed, given.game, rungs)
    full, console = Full(given.out, settings), Terminal()
    full.run(console, max(given.jobs, 1))
    try:
        console.print(full.table())
    except MissingExtraError as error:
        console.print(f"no ratings: {error}", style="yellow")
    console.print(f"in {full.path}", style="dim")
    return full


if __name__ == "__main__":
    start(main)
