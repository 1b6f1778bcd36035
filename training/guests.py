"""Guests: other players at some seats of the games that a network learns from."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from gosu_env import OptionError
from gosu_env.agents.policy import find_policy
from gosu_env.training.checkpoint import read_network
from gosu_env.training.players import Player, follow, know_sets, make_player, source_of


class Guest(Protocol):
    """Another player at some seats."""

    def begin(self, seed: int) -> None:
        """Start over with a seed, before a rollout."""

    def sit_in(self, learner: Any, t: int) -> None:
        """Write its actions into step ``t`` of the learner's rollout, and mark them as not the learner's."""


@dataclass(frozen=True)
class PlayerGuest:
    """A player on the CPU."""

    player: Player
    seats: NDArray[np.bool_]  # (games, players): those that it holds

    def begin(self, seed: int) -> None:
        self.player.begin(seed)

    def sit_in(self, learner: Any, t: int) -> None:
        r, batch = learner.rollout, learner.batch
        follow(self.player, batch, self.seats)
        games = np.flatnonzero(self.seats[np.arange(batch.num_envs), batch.seat])
        if len(games):
            r.action[t, games] = torch.from_numpy(self.player.answer(batch, games))
            r.own[t, games] = False


class NetworkGuest:
    """A network that samples from its policy, in a range of the games, on the learner's device."""

    def __init__(self, learner: Any, network: nn.Module, games: slice, seats: NDArray[np.bool_]) -> None:
        self.games = games
        self.seats = torch.from_numpy(seats).to(learner.settings.device)  # (games of the range, players)
        self.reads_sets = know_sets(network, learner.batch.card_sets)
        self.choose = learner.chooser(learner.ends_of(network))

    def begin(self, seed: int) -> None:
        """Its randomness is the learner's."""

    def sit_in(self, learner: Any, t: int) -> None:
        r, games = learner.rollout, self.games
        rows = (..., games) if r.feature_major else games
        theirs = self.seats.gather(1, r.seat[t, games].unsqueeze(1)).squeeze(1)
        known = (learner.present_sets[games],) if self.reads_sets else ()
        action, _, _ = self.choose(r.obs[t][rows], r.mask[t][rows], learner.generator, *known)
        r.action[t, games] = torch.where(theirs, action, r.action[t, games])
        r.own[t, games] &= ~theirs


Rival: TypeAlias = "Player | nn.Module"  # who sits in: a player, or a network that plays on the learner's device


def find_rival(learner: Any, spec: str) -> Rival:
    """The rival that the name of an agent stands for; policies sample their actions."""
    s, source = learner.settings, source_of(spec)
    if source is not None and hasattr(learner, "chooser"):  # a learner that samples from networks itself
        policy = find_policy(source, s.game, s.num_players, learner.batch.rules.options)
        if not policy.about.worlds:
            network: nn.Module = read_network(policy, learner.batch.rules)
            return network.to(s.device)
    if s.device != "cpu":
        raise OptionError(
            f"opponent {spec!r} plays on the CPU only; on a GPU, expected policy:NAME_OR_FILE of a policy that does "
            "not look ahead"
        )
    return make_player(spec, learner.batch.rules, s.seed, sample=True)


def seat_rival(learner: Any, rival: Rival, games: slice) -> Guest:
    """A rival at all seats but the learner's, in a range of the games."""
    s = learner.settings
    seats = other_seats(games.stop - games.start, s.num_players, s.teams)
    if isinstance(rival, nn.Module):
        return NetworkGuest(learner, rival, games, seats)
    every = np.zeros((s.num_envs, s.num_players), np.bool_)
    every[games] = seats
    return PlayerGuest(rival, every)


def seat_rivals(learner: Any, rivals: Sequence[Rival]) -> list[Guest]:
    """Rivals that share the games which the settings leave to opponents."""
    s = learner.settings
    ranges = share_out(s.num_envs, len(rivals), s.opponent_share)
    if any(games.start == games.stop for games in ranges):
        raise OptionError(
            f"settings num_envs and opponent_share: {s.opponent_share:g} of {s.num_envs} games is too little to be "
            f"shared by {len(rivals)} opponents; each needs a game or more"
        )
    return [seat_rival(learner, rival, games) for rival, games in zip(rivals, ranges, strict=True)]


def share_out(num_envs: int, parts: int, share: float) -> list[slice]:
    """Equal ranges of games that together make up a share of all games, the last ones."""
    first = num_envs - round(share * num_envs)
    if not parts:
        return []
    cuts = np.linspace(first, num_envs, parts + 1).astype(int).tolist()
    return [slice(low, high) for low, high in itertools.pairwise(cuts)]


def other_seats(games: int, num_players: int, teams: bool = False) -> NDArray[np.bool_]:
    """All seats except the learner's, which rotates, and with teams its partner's: (games, players)."""
    seats = np.ones((games, num_players), np.bool_)
    seats[np.arange(games), np.arange(games) % num_players] = False
    if teams:
        seats[np.arange(games), (np.arange(games) + 2) % num_players] = False
    return seats
