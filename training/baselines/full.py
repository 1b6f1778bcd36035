"""The baselines on a game that is too large to solve: strength in Elo, and lower bounds of their exploitability.

    python -m gosu_env.training.baselines.full --seconds 240 --seeds 3 --out runs/baselines

Each algorithm learns for so many CPU seconds on one thread, and plays some rungs of the reference ladder on paired
deals. Then PPO learns a response to it, frozen. What this response gains is a lower bound of exploitability, and so is
what a rung gains, since a perfect response would gain more. Players of the ladder are answered in the same way, to
compare with. What is done is kept in the folder; what was interrupted begins anew. Deep CFR is left out: its traversals
of a large game would not end.

Seconds are those that the process has computed (``time.process_time``), so that a busy machine takes nothing away.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from rich import box
from rich.table import Table

from gosu_env.agents.processes import run_together
from gosu_env.engine.errors import DataError, OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import GAMES, USUAL_GAME, find_rules
from gosu_env.engine.spelling import nearest
from gosu_env.render.terminal import Terminal
from gosu_env.training import ppo
from gosu_env.training.baselines import psro
from gosu_env.training.baselines.budget import Budget
from gosu_env.training.baselines.curves import ALGORITHMS, make_baseline
from gosu_env.training.baselines.usual import small_ppo
from gosu_env.training.command import start
from gosu_env.training.guests import seat_rival
from gosu_env.training.match import Score, play_deals, play_match, score_of
from gosu_env.training.players import Player, make_player

LEARNERS = tuple(name for name in ALGORITHMS if name != "deep_cfr")
RUNGS = ("random", "rollout:40", "greedy", "policy:strong")  # of the ladder
ANSWERED = ("random", "greedy", "policy:strong")  # of the ladder: they do not learn here
SAMPLES = 1000  # of ratings, for their intervals


@dataclass(frozen=True)
class Settings:
    """What is run."""

    algorithms: tuple[str, ...] = LEARNERS
    seconds: float = 240  # of CPU time that each learns
    response_seconds: float = 120  # of CPU time that the response to each learns
    deals: int = 100  # of every match, each played from both seats
    seed: int = 0  # the first one
    seeds: int = 1  # runs of each
    game: str = USUAL_GAME
    rungs: tuple[str, ...] = RUNGS
    players: tuple[str, ...] = ANSWERED

    def __post_init__(self) -> None:
        for name in self.algorithms:
            if name not in LEARNERS:
                raise OptionError(f"unknown algorithm {name!r}; {nearest(name, list(LEARNERS))}")
        from gosu_env.agents.arena.ladder import find_ladder  # noqa: PLC0415  (ratings need an extra)

        there = [rung.player for rung in find_ladder(self.game, 2).rungs]
        for name in (*self.rungs, *self.players):
            if name not in there:
                raise OptionError(f"{name!r} is not on the ladder of {self.game}; {nearest(name, there)}")
        if min(self.seconds, self.response_seconds, self.deals, self.seeds) <= 0:
            raise OptionError("seconds, response seconds, deals and seeds must be more than 0")


@dataclass(frozen=True)
class Learned:
    """What became of one run of an algorithm, or of a player of the ladder, which learns nothing and plays no rungs."""

    decisions: int
    seconds: float  # of CPU time
    wins: dict[str, list[float]]  # against each rung: games won of every deal, of two
    response: tuple[float, float, float]  # the share of games that the response wins, and its interval
    response_decisions: int

    @property
    def hardest(self) -> tuple[str, Score]:
        """The rung that wins most against it, and how much."""
        scores = {rung: score_of(1 - np.array(won)[:, None] / 2) for rung, won in self.wins.items()}
        return max(scores.items(), key=lambda each: each[1].mean)

    @property
    def bound(self) -> float:
        """A lower bound of exploitability, in returns: what the response or a rung wins more than it loses.

        By the lower end of its interval, so that it is one in 95 of 100 cases.
        """
        best = max(self.response[1], self.hardest[1].low) if self.wins else self.response[1]
        return max(2 * best - 1, 0.0)


def make_large(name: str, game: str, seed: int, over: Callable[[], bool]) -> Any:
    """An algorithm for a game in which its usual iterations would take too long."""
    if name == "psro":
        return psro.PSRO(game, {}, seed, psro.Settings(games=128, rounds=20, measured=2, goes_on=True), over)
    return make_baseline(name, game, {}, seed)


def learn_one(name: str, settings: Settings) -> Learned:
    """One algorithm: it learns, plays the ladder, and is answered. A player of the ladder is only answered."""
    s = settings
    torch.set_num_threads(1)
    rules = find_rules(s.game, 2, {})
    if name not in LEARNERS:
        score, taken = respond(make_player(name, rules, s.seed), s)
        return Learned(0, 0.0, {}, (score.mean, score.low, score.high), taken)
    budget = Budget(s.seconds)
    baseline, decisions = make_large(name, s.game, s.seed, budget.over), 0
    budget.begin()  # not before: compiling, and the random games that tell what an observation is, do not count
    while not budget.over():
        decisions += baseline.learn()
    seconds, player, wins = budget.spent, baseline.player(), {}
    for rung in s.rungs:
        player.begin(s.seed)
        wins[rung] = play_deals(player, make_player(rung, rules, s.seed), rules, s.deals, 2**33).sum(axis=1).tolist()
    score, taken = respond(player, s)
    return Learned(decisions, round(seconds, 1), wins, (score.mean, score.low, score.high), taken)


def respond(player: Player, settings: Settings) -> tuple[Score, int]:
    """A response to a frozen player, by PPO from nothing: its score on new deals, and the decisions of its games."""
    s = settings
    learner = ppo.Learner(replace(small_ppo(s.game, {}, s.seed + 1), n_steps=32))
    guest = seat_rival(learner, player, slice(0, learner.settings.num_envs))
    budget, iteration = Budget(s.response_seconds), 0
    while not budget.over():
        guest.begin(s.seed + iteration)
        learner.play([guest])
        learner.learn()
        iteration += 1
    player.begin(s.seed)
    return play_match(learner.player(), player, learner.batch.rules, s.deals, 2**34), int(learner.decisions)


def ladder_of(game: str) -> dict[str, tuple[float, float, float]]:
    """The ratings of the reference ladder, with their intervals."""
    from gosu_env.agents.arena.ladder import find_ladder  # noqa: PLC0415  (ratings need an extra)

    return {rung.player: (rung.elo, rung.low, rung.high) for rung in find_ladder(game, 2).rungs}


def rate(name: str, learned: Learned, ladder: Mapping[str, tuple[float, float, float]]) -> tuple[float, float, float]:
    """The rating on a ladder, with its interval."""
    from gosu_env.agents.arena.bradley_terry import Tally  # noqa: PLC0415  (ratings need an extra)
    from gosu_env.agents.arena.rating import rate_first  # noqa: PLC0415

    if name in ladder:
        return ladder[name]
    rungs = list(learned.wins)
    seats = np.zeros((len(rungs), len(rungs) + 1))
    seats[:, 0] = 1
    seats[np.arange(len(rungs)), np.arange(len(rungs)) + 1] = 1
    table = np.repeat(np.arange(len(rungs)), [len(learned.wins[rung]) for rung in rungs])
    won = np.concatenate([learned.wins[rung] for rung in rungs])
    wins = np.zeros((len(table), len(rungs) + 1))
    wins[:, 0] = won
    wins[np.arange(len(table)), table + 1] = 2 - won
    return rate_first(Tally(seats, table, wins), np.array([ladder[rung][0] for rung in rungs]), SAMPLES, 0)


class Full:
    """All runs of all algorithms, in a folder."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        free = dict.fromkeys(("algorithms", "players", "seed", "seeds"))  # what runs in one folder may differ in
        made_of = {"digest": find_rules(settings.game, 2, {}).digest, "ladder": ladder_of(settings.game)}
        self.about = json.loads(json.dumps(asdict(settings) | free | made_of))
        self.learned: dict[str, Learned] = {}  # by ``run_name``
        if self.path.exists():
            about, self.learned = read_results(self.path)
            if about != self.about:
                raise OptionError(f"{folder}: has results of other settings; use another folder")

    @property
    def path(self) -> Path:
        return self.folder / "baselines.json"

    def run(self, console: Terminal, jobs: int) -> None:
        """Everything that has not been run, several runs at a time, one seed after the other."""
        self.folder.mkdir(parents=True, exist_ok=True)
        s = self.settings
        missing = {
            run_name(name, seed): partial(learn_one, name, replace(s, seed=seed))
            for seed in range(s.seed, s.seed + s.seeds)
            for name in (*s.algorithms, *s.players)
            if run_name(name, seed) not in self.learned
        }
        for name, learned in run_together(missing, jobs):
            self.add(name, learned)
            console.print(f"{name} is done", style="dim")

    def add(self, name: str, learned: Learned) -> None:
        """Keep what became of a run."""
        self.learned[name] = learned
        kept = {"about": self.about, "learned": {each: asdict(row) for each, row in sorted(self.learned.items())}}
        write_whole(self.path, json.dumps(kept, indent=1).encode())

    def rows(self) -> list[Row]:
        """Ratings and bounds, the strongest first."""
        return rows_of(self.learned, self.about["ladder"])

    def table(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, title="Baselines on the full game", title_justify="left")
        for column in Row.COLUMNS:
            table.add_column(column, justify="right" if table.columns else "left")
        for row in self.rows():
            table.add_row(*row.cells)
        return table


def read_results(path: Path) -> tuple[dict[str, Any], dict[str, Learned]]:
    """What a file of results says of its settings, cards and ladder, and its runs."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        kept = {name: row | {"response": tuple(row["response"])} for name, row in found["learned"].items()}
        return dict(found["about"]), {name: Learned(**row) for name, row in kept.items()}
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise DataError(f"{path}: damaged: {error}; remove it to begin anew") from None


def rows_of(found: Mapping[str, Learned], ladder: Mapping[str, Sequence[float]]) -> list[Row]:
    """Ratings and bounds, the strongest first, by the ladder on which the runs were played."""
    rungs = {player: (elo, low, high) for player, (elo, low, high) in ladder.items()}
    runs: dict[str, list[Learned]] = {}
    for name, learned in sorted(found.items()):
        runs.setdefault(name.rpartition("-")[0], []).append(learned)
    rows = []
    for name, each in runs.items():
        ratings = [rate(name, learned, rungs) for learned in each]
        rows.append(Row(name, title_of(name), span_of(ratings), tuple(each)))
    return sorted(rows, key=lambda row: -row.rating[0])


def run_name(name: str, seed: int) -> str:
    return f"{name}-{seed}"


Span = tuple[float, float, float]  # a mean, and from where to where


def span_of(spans: Sequence[Span]) -> Span:
    """One with its interval; of several runs, the mean of their means, from the lowest to the highest."""
    if len(spans) == 1:
        return spans[0]
    means = [mean for mean, _, _ in spans]
    return sum(means) / len(means), min(means), max(means)


@dataclass(frozen=True)
class Row:
    """Of the table: the runs of an algorithm, or a player of the ladder."""

    COLUMNS: ClassVar = (
        *("Algorithm", "Runs", "Elo", "Decisions", "A response wins", "A rung wins", "Exploitability, at least"),
    )
    name: str
    title: str
    rating: Span
    runs: tuple[Learned, ...]

    @property
    def response(self) -> Span:
        """The share of games that responses win."""
        return span_of([run.response for run in self.runs])

    @property
    def hardest(self) -> tuple[str, Span] | None:
        """The rung that wins most against it, and how much; None for a player of the ladder."""
        found = {}
        for rung in self.runs[0].wins:
            scores = [score_of(1 - np.array(run.wins[rung])[:, None] / 2) for run in self.runs]
            found[rung] = span_of([(score.mean, score.low, score.high) for score in scores])
        return max(found.items(), key=lambda each: each[1][0]) if found else None

    @property
    def cells(self) -> tuple[str, ...]:
        elo, low, high = self.rating
        played = sum(run.decisions for run in self.runs) // len(self.runs)
        return (
            *(self.title, str(len(self.runs)), f"{elo:+.0f} ({low:+.0f} to {high:+.0f})"),
            *(f"{played:,}" if self.hardest else "–", told_share(*self.response)),
            f"{self.hardest[0]}: {told_share(*self.hardest[1])}" if self.hardest else "–",
            f"{sum(run.bound for run in self.runs) / len(self.runs):.2f}",
        )


def told_share(mean: float, low: float, high: float) -> str:
    return f"{100 * mean:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def title_of(name: str) -> str:
    return ALGORITHMS[name][0] if name in ALGORITHMS else name


def main(arguments: list[str] | None = None) -> Full:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.training.baselines.full", description=(__doc__ or "").split("\n")[0]
    )
    usual = Settings()
    parser.add_argument("--algorithms", default=",".join(LEARNERS), help="some of them, with commas")
    parser.add_argument(
        "--seconds", type=float, default=usual.seconds, help="of CPU time that each learns, on one thread"
    )
    parser.add_argument(
        "--response-seconds", type=float, default=usual.response_seconds, help="of CPU time of a response"
    )
    parser.add_argument("--deals", type=int, default=usual.deals, help="of every match, each played from both seats")
    parser.add_argument("--rungs", default=",".join(RUNGS), help="players of the ladder that all play, with commas")
    parser.add_argument(
        "--players", default=",".join(ANSWERED), help="players of the ladder that are answered, too; empty: none"
    )
    parser.add_argument("--seed", type=int, default=usual.seed, help="the first one")
    parser.add_argument("--seeds", type=int, default=usual.seeds, help="runs of each, with seeds in a row")
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time, on a core each")
    parser.add_argument("--game", choices=list(GAMES), default=USUAL_GAME)
    parser.add_argument("--out", type=Path, default=Path("runs") / "baselines", help="folder of the results")
    given = parser.parse_args(arguments)
    names, rungs, players = (_names(words) for words in (given.algorithms, given.rungs, given.players))
    budgets = given.seconds, given.response_seconds, given.deals
    full = Full(given.out, Settings(names, *budgets, given.seed, given.seeds, given.game, rungs, players))
    console = Terminal()
    full.run(console, max(given.jobs, 1))
    console.print(full.table())
    from gosu_env.training.baselines.full_picture import draw_full  # noqa: PLC0415  (it needs matplotlib)

    write_whole(full.folder / "baselines.png", draw_full(full.rows()))
    console.print(f"in {full.folder}: baselines.json, baselines.png", style="dim")
    return full


def _names(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())


if __name__ == "__main__":
    start(main)
