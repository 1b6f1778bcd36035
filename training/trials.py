"""Answers tried out in sampled worlds, where a player plays on at all seats: what they bring.

Worlds are those that the deciding seat cannot tell from the true one, so nothing hidden is used. The answers of a
decision are tried in the same worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gosu_env import IllegalActionError, OptionError
from gosu_env.engine import world_loops
from gosu_env.engine.batch import Batch
from gosu_env.engine.batch_parts import game_streams, refusal
from gosu_env.engine.bind import bind
from gosu_env.engine.rules import Rules
from gosu_env.engine.shares import Shares, available_cores
from gosu_env.training.players import NetworkPlayer, Player

AT_ONCE = 1024  # games that are played on side by side on the CPU
OVER = -1  # no action: games that are over stand still
SHARED_FROM = 256  # worlds; fewer are dealt sooner by one thread


@dataclass(frozen=True)
class Trials:
    """Answers, each in one of the worlds."""

    card_sets: Sequence[Rules]
    states: NDArray[np.uint8]  # (worlds, bytes of a record)
    sets: NDArray[np.int32]  # (worlds,): the number of its card set
    seat: NDArray[np.int64]  # (worlds,): who decides there, and what is counted is what that seat gets
    world: NDArray[np.int64]  # (trials,): in which world an answer is tried
    answer: NDArray[np.int64]  # (trials,): its number among the answers of all games
    action: NDArray[np.int64]  # (trials,)

    def mean(self, brought: NDArray[np.float64]) -> NDArray[np.float64]:
        """What every answer brought on average: (answers,), game by game."""
        means: NDArray[np.float64] = np.bincount(self.answer, brought) / np.bincount(self.answer)
        return means

    def __len__(self) -> int:
        return len(self.world)


class Playouts(Protocol):
    """Plays trials on."""

    def begin(self, seed: int) -> None:
        """Start over with a seed. From here on, the same trials bring the same."""

    def play(self, trials: Trials) -> NDArray[np.float64]:
        """The return of every trial."""


@cache
def _shares(threads: int) -> Shares:
    return Shares(threads)


def deal_worlds(batch: Batch, games: NDArray[np.int64], worlds: int, seeds: NDArray[np.int64]) -> NDArray[np.uint8]:
    """So many worlds of some games of a batch, those of a game in a row: records, (games * worlds, bytes)."""
    rows = np.arange(len(games), dtype=np.int64) * worlds
    dealt = batch.rules.new_states(len(games) * worlds)
    shares = _shares(available_cores() if len(dealt) >= SHARED_FROM else 1)
    lists = [np.zeros(batch.rules.max_legal, np.int16) for _ in range(shares.threads)]
    loops = bind(world_loops, batch.rules.verbs)
    for number, of_set in batch.by_set(games):
        states, tables = batch.states[games[of_set]], batch.card_sets[number].tables
        given = (states, tables, seeds[of_set], worlds, dealt, rows[of_set], lists)
        shares.run(loops.deal_worlds, len(of_set), *given)
    return dealt.view(np.uint8).reshape(len(dealt), -1)


def make_trials(batch: Batch, games: NDArray[np.int64], worlds: int, rng: np.random.Generator) -> Trials:
    """Every legal answer to the decisions of some games, in so many worlds each; game by game, world by world."""
    states = deal_worlds(batch, games, worlds, rng.integers(2**62, size=len(games)))
    game, legal = np.nonzero(batch.mask[games])
    counts = np.repeat(np.bincount(game, minlength=len(games)), worlds)  # answers in every world
    world = np.repeat(np.arange(len(counts)), counts)
    first = np.searchsorted(game, np.arange(len(games)))  # of the answers of a game
    nth = np.arange(len(world)) - np.repeat(np.cumsum(counts) - counts, counts)
    return Trials(
        card_sets=batch.card_sets,
        states=states,
        sets=np.repeat(batch.sets[games], worlds),
        seat=np.repeat(batch.seat[games].astype(np.int64), worlds),
        world=world,
        answer=first[world // worlds] + nth,
        action=legal[first[world // worlds] + nth],
    )


def worth(values: NDArray[np.float64], num_players: int) -> NDArray[np.float64]:
    """Returns that a network expects, from its values: they are in units of their standard deviation."""
    others = num_players - 1
    told: NDArray[np.float64] = np.clip(values / np.sqrt(others), -1 / others, 1)
    return told


class PlayerPlayouts:
    """Any player plays on, on the CPU.

    Games are played to their end, or with ``depth`` for so many decisions and on to the next one of the seat that is
    counted, where the player's network says what it is worth. A truncated one is lost for everyone.
    """

    def __init__(self, player: Player, depth: int = 0, seed: int = 0) -> None:
        if depth < 0:
            raise OptionError(f"depth: expected 0 or more, not {depth}")
        if depth and not isinstance(player, NetworkPlayer):
            raise OptionError(
                "depth: only policies say what a position is worth; with other agents, expected 0: the end"
            )
        self.player, self.depth = player, depth
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.player.begin(seed)

    def play(self, trials: Trials) -> NDArray[np.float64]:
        parts = np.array_split(np.arange(len(trials)), max(1, -(-len(trials) // AT_ONCE)))
        return np.concatenate([self._play(trials, part) for part in parts])

    def _play(self, trials: Trials, part: NDArray[np.int64]) -> NDArray[np.float64]:
        world, count = trials.world[part], len(part)
        own, decisions = trials.seat[world], 0
        batch = Batch(trials.card_sets[0], max(1, count), 0, threads=1, card_sets=trials.card_sets)
        gained = np.full(count, np.nan)
        if not count:
            return gained
        streams, seeds = game_streams(int(self.rng.integers(2**62)), count), np.zeros(count, np.int64)
        states, sets = trials.states[world], trials.sets[world]
        batch.restore({"states": states, "streams": streams, "seeds": seeds, "sets": sets})
        actions = trials.action[part].astype(np.int64)
        while True:
            running = np.isnan(gained)
            batch.step(actions, skip_illegal=True)
            if (running & batch.illegal).any():
                raise IllegalActionError(refusal(batch, actions, running & batch.illegal))
            ended = np.flatnonzero(running & batch.done)
            gained[ended] = np.where(
                batch.truncated[ended], -1 / (batch.num_players - 1), batch.reward[ended, own[ended]]
            )
            running[ended] = False
            if self.depth and decisions >= self.depth:
                there = np.flatnonzero(running & (batch.seat == own))
                gained[there] = self._value(batch, there)
                running[there] = False
            if not running.any():
                return gained
            actions[:] = OVER
            games = np.flatnonzero(running)
            actions[games] = self.player.answer(batch, games)
            decisions += 1

    def _value(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.float64]:
        """The player's opinion of games where the seat that is counted decides."""
        assert isinstance(self.player, NetworkPlayer)
        return worth(self.player.values(batch, games), batch.num_players)
