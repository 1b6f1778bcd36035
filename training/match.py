"""How often a player wins: paired deals, every deal played from every seat, or from either side with teams.

Deals are those of ``evaluation_seed``: whatever the seed of a match, no training has seen them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gosu_env import OptionError
from gosu_env.agents.intervals import clustered_wilson, rate_text
from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import Rules
from gosu_env.engine.seeds import evaluation_seed
from gosu_env.training.players import Player, follow


@dataclass(frozen=True)
class Part:
    """Some deals of a match, by their numbers: wherever and whenever they are played, they go the same way."""

    first: int
    deals: int
    seed: int  # of the match


def parts_of(deals: int, seed: int, size: int) -> list[Part]:
    """The parts of a match of so many deals, ``size`` in each."""
    if deals < 1:
        raise OptionError(f"deals: expected 1 or more, not {deals!r}")
    return [Part(first, min(size, deals - first), seed) for first in range(0, deals, size)]


@dataclass(frozen=True)
class Score:
    """The share of games won (of a shared victory, its part), and its 95 % interval, which no run of luck empties."""

    mean: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return rate_text(self.mean, self.low, self.high)


def play_match(player: Player, opponent: Player, rules: Rules | Sequence[Rules], deals: int, seed: int) -> Score:
    """One player against a table of opponents; ``deals`` deals, each played from every seat.

    With teams, the player has its partner's seat, too, and a deal is played from either side. With the rules of several
    card sets, the deals are from one after the other, again and again.
    """
    return score_of(play_deals(player, opponent, rules, deals, seed))


def play_part(player: Player, opponent: Player, card_sets: Sequence[Rules], part: Part) -> NDArray[np.float64]:
    """A part of a match, for which both players start over; the deals have the card sets in turn, across all parts."""
    seed = part.seed + part.first
    player.begin(seed)
    opponent.begin(seed + 1)
    at = part.first % len(card_sets)
    return play_deals(player, opponent, (*card_sets[at:], *card_sets[:at]), part.deals, seed)


def sides_of(rules: Rules) -> int:
    """Who can win alone: seats, or teams."""
    return rules.num_players // rules.members


def deal_sets(card_sets: Sequence[Rules], deals: int, seed: int) -> Batch:
    """Deals of evaluations, each of them once for every side, from one card set after the other."""
    sides, seed = sides_of(card_sets[0]), evaluation_seed(seed)
    batch = Batch(card_sets[0], deals * sides, seed, card_sets=card_sets)
    if len(card_sets) == 1:
        batch.reset(seed, copies=sides)
        return batch
    dealt = batch.snapshot()
    for number, rules in enumerate(card_sets[:deals]):
        rows = (np.arange(number, deals, len(card_sets))[:, None] * sides + np.arange(sides)).ravel()
        alone = Batch(rules, len(rows), threads=1)
        own = int(np.random.SeedSequence((seed, number)).generate_state(1)[0])
        alone.reset(evaluation_seed(own), copies=sides)
        for name, array in alone.snapshot().items():
            dealt[name][rows] = array
        dealt["sets"][rows] = number
    batch.restore(dealt)
    return batch


def play_deals(
    player: Player, opponent: Player, rules: Rules | Sequence[Rules], deals: int, seed: int
) -> NDArray[np.float64]:
    """The games of ``play_match``: the share that the player has of each, (deals, sides)."""
    card_sets = rules if isinstance(rules, Sequence) else (rules,)
    num_players, members, sides = card_sets[0].num_players, card_sets[0].members, sides_of(card_sets[0])
    batch = deal_sets(card_sets, deals, seed)
    own_seat = np.tile(np.arange(sides), deals)
    held = (np.arange(num_players) - own_seat[:, None]) % sides == 0  # (games, seats): the player's
    share = np.full(batch.num_envs, np.nan)
    while np.isnan(share).any():
        actions = batch.sample().astype(np.int64)  # for games that are over already
        running = np.isnan(share)
        follow(player, batch, held)
        follow(opponent, batch, ~held)
        for who, mine in ((player, True), (opponent, False)):
            own = held[np.arange(batch.num_envs), batch.seat]
            games = np.flatnonzero(running & (own == mine))
            if len(games):
                actions[games] = who.answer(batch, games)
        batch.step(actions)
        ended = np.flatnonzero(batch.done & running)
        returns = batch.reward[ended, own_seat[ended]]
        share[ended] = members * (returns * (num_players - 1) + 1) / num_players  # of n / k - 1 for one of k winners
    batch.close()
    return share.reshape(deals, sides)


def score_of(share: NDArray[np.float64]) -> Score:
    """The score of games (deals, sides); the games of a deal are not independent, deals are."""
    won = share.sum(axis=1)
    low, high = clustered_wilson(won, np.full(len(share), float(share.shape[1])))
    return Score(float(share.mean()), low, high, share.size)
