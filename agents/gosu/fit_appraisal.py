"""Fits the weights that the search judges positions with: ``python -m gosu_env.agents.gosu.fit_appraisal``.

That takes half an hour.

Greedy players play, with some random moves in between. Now and then a game is split in two: in one the greedy move is
made, in the other a different one, and greedy players finish both. The weights are chosen so that the appraisal comes
near to how the games ended, and above all to the *difference* that the move made; for search compares moves. Squared
errors, Levenberg–Marquardt, drawn a little to where it started. They are printed as a table of ``appraisal.toml``.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress, track

from gosu_env import evaluation_seed, make_batch
from gosu_env.agents.gosu.appraisal import WEIGHTS, evaluate, make_desk, note_seen, weights_text
from gosu_env.agents.greedy import Choices
from gosu_env.armies.state import RUNNING
from gosu_env.engine.compile import entry
from gosu_env.engine.rules import Rules
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.vocabulary import DECIDE_MAIN, DECIDE_MULLIGAN

GAMES = 256  # side by side
SPLIT = 0.06  # the chance that a game is split at the beginning of a turn
MISTAKE = 0.1  # the chance of a random move
TASTE = 0.6  # other moves are those of a greedy player with other weights: their logarithms differ so much …
BLIND = 0.25  # … or, with this chance, random ones
DIFFERENCE = 3.0  # how much more the difference that a move makes weighs than how a game ended
CAUTION = 3e-4  # what it costs to double a weight, as a squared error
SMALL = 0.3  # weights below count as this large
STEPS = 10

Games = NDArray[np.void]
Weights = dict[str, float]


@entry
def appraise(states: Any, tables: Any, desks: Any, seats: Any, values: Any) -> None:
    """What positions are worth to seats."""
    desk = desks[0]
    for i in range(seats.shape[0]):
        seat = int(seats[i])
        note_seen(states[i], desk, seat)
        desk.worlds[1] = states[i]
        values[i] = evaluate(desk.worlds[1], tables[0], desk, seat, int(states[i].round_number))


@dataclass(frozen=True)
class Pairs:
    """Positions after a move and after another one, and the returns in the end: two rows of each."""

    tables: Any
    seats: NDArray[np.int64]  # (pairs,): who made the moves
    states: tuple[Games, Games]
    returns: NDArray[np.float64]  # (2, pairs)

    def values(self, weights: Weights) -> NDArray[np.float64]:
        """What the appraisal says: (2, pairs)."""
        desk = make_desk(self.tables, weights)
        values = np.zeros((2, len(self.seats)))
        for row in range(2):
            appraise(self.states[row], self.tables, desk, self.seats, values[row])
        return values

    def errors(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """All that is wrong with the values, in one row; the sum of its squares is what a fit makes small.

        The returns of teams are smaller than those of others: errors are parts of the largest return.
        """
        levels = (self.returns - values) / max(np.abs(self.returns).max(), 1e-9)
        differences = (levels[0] - levels[1]) * np.sqrt(DIFFERENCE / len(self.seats))
        return np.concatenate([levels.ravel() / np.sqrt(levels.size), differences])


class Player:
    """Greedy players that go on with games."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.usual = Choices(rules)
        self._legal = np.zeros(rules.max_legal, np.int16)
        self._mask = np.zeros(rules.num_actions, np.int8)

    def choices(self, states: Games, weights: Weights | None = None) -> NDArray[np.int64]:
        return (self.usual if weights is None else Choices(self.rules, weights)).of(states)

    def apply(self, states: Games, actions: NDArray[np.int64]) -> None:
        for i, action in enumerate(actions.tolist()):
            self.rules.step(states[i : i + 1], action, self._legal, self._mask)

    def finish(self, states: Games) -> tuple[Games, Games]:
        """The games where the turn is over, and where all is over."""
        after = states.copy()
        waiting = np.ones(len(states), bool)
        running = np.arange(len(states))
        while len(running):
            now = states[running]
            between = np.isin(now["decision"], (DECIDE_MAIN, DECIDE_MULLIGAN)) | (now["ending"] != RUNNING)
            fresh = running[between & waiting[running]]
            after[fresh] = states[fresh]
            waiting[fresh] = False
            going = now["ending"] == RUNNING
            running, now = running[going], now[going]
            self.apply(now, self.choices(now))
            states[running] = now
        return after, states


def split(batch: Any, player: Player, rng: np.random.Generator) -> tuple[Games, Games, NDArray[np.int64]]:
    """Games of the batch after greedy's move, after another one, and who made them; then the batch goes on by one."""
    actions = player.choices(batch.states)
    turns = np.flatnonzero((batch.states["decision"] == DECIDE_MAIN) & (rng.random(GAMES) < SPLIT))
    tastes = np.exp(TASTE * rng.standard_normal(len(WEIGHTS)))
    weights = {name: weight * taste for (name, weight), taste in zip(WEIGHTS.items(), tastes, strict=True)}
    others = player.choices(batch.states[turns], weights)
    others = np.where(rng.random(len(others)) < BLIND, batch.sample()[turns], others)
    differ = others != actions[turns]
    turns, others = turns[differ], others[differ]
    one, other, seats = batch.states[turns].copy(), batch.states[turns].copy(), batch.seat[turns].astype(np.int64)
    player.apply(one, actions[turns])
    player.apply(other, others)
    batch.step(np.where(rng.random(GAMES) < MISTAKE, batch.sample(), actions))
    return one, other, seats


def collect(pairs: int, num_players: int, seed: int, **options: Any) -> Pairs:
    """So many pairs, or a few more."""
    rng = np.random.default_rng(seed)
    batch = make_batch("gosu", GAMES, num_players, seed=seed, threads=1, observe=False, **options)
    player, desk = Player(batch.rules), make_desk(batch.rules.tables)
    after: tuple[list[Games], list[Games]] = ([], [])
    returns: tuple[list[Any], list[Any]] = ([], [])
    seats: list[NDArray[np.int64]] = []
    with Progress() as progress:
        bar = progress.add_task("playing pairs of games", total=pairs)
        while sum(map(len, seats)) < pairs:
            *sides, deciding = split(batch, player, rng)
            for row, side in enumerate(sides):
                at_turn, over = player.finish(side)
                result = np.zeros(len(deciding))
                appraise(over, batch.rules.tables, desk, deciding, result)  # of a game that is over: the return
                after[row].append(at_turn)
                returns[row].append(result)
            seats.append(deciding)
            progress.advance(bar, len(deciding))
    one, other = map(np.concatenate, after)
    return Pairs(batch.rules.tables, np.concatenate(seats), (one, other), np.array([*map(np.concatenate, returns)]))


def fit(pairs: Pairs, start: Weights) -> Weights:
    """Weights with smaller errors."""
    names = list(start)
    begin = np.array(list(start.values()))
    scale = np.maximum(np.abs(begin), SMALL)
    moved = np.zeros(len(names))  # in units of scale

    def errors(moved: NDArray[np.float64]) -> NDArray[np.float64]:
        weights = dict(zip(names, (begin + scale * moved).tolist(), strict=True))
        return np.concatenate([pairs.errors(pairs.values(weights)), np.sqrt(CAUTION) * -moved])

    wrong, damping, nudge = errors(moved), 1e-3, 1e-3
    for _ in track(range(STEPS), "fitting"):
        slopes = [
            (errors(moved - nudge * way) - errors(moved + nudge * way)) / (2 * nudge) for way in np.eye(len(names))
        ]
        jacobian = np.array(slopes).T
        normal, gradient = jacobian.T @ jacobian, jacobian.T @ wrong
        while damping < 1e6:
            trial = moved + np.linalg.solve(normal + damping * np.diag(np.diag(normal)), gradient)
            new = errors(trial)
            if new @ new < wrong @ wrong:
                moved, wrong, damping = trial, new, damping / 5
                break
            damping *= 5
    return dict(zip(names, (begin + scale * moved).tolist(), strict=True))


def told(name: str, pairs: Pairs, weights: Weights) -> str:
    """How well weights do on pairs that they were not fitted to."""
    values = pairs.values(weights)
    wrong = pairs.returns - values
    alike = np.corrcoef(values[0] - values[1], pairs.returns[0] - pairs.returns[1])[0, 1]
    return f"{name}: squared error {np.mean(wrong**2):.3f}, correlation of differences {alike:.3f}"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.agents.gosu.fit_appraisal", description="Fit the weights of a search."
    )
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--option", action="append", default=[], help="a game option: draft, turn_limit, teams …")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    options = GosuOptions.read(given.option)
    weights = fit(collect(given.pairs, given.players, given.seed, **options), WEIGHTS)
    table = "team_judgement" if options.get("teams") else "judgement"
    print(weights_text(table, {name: float(f"{weight:.3g}") for name, weight in weights.items()}))
    others = collect(max(given.pairs // 5, 100), given.players, evaluation_seed(given.seed), **options)
    print(told("before", others, WEIGHTS), told("after", others, weights), sep="\n")


if __name__ == "__main__":
    main()
