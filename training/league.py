"""League training: the network also plays past selves, and exploiters that look for its weaknesses.

    python -m gosu_env.training.league --decisions 20000000

Self-play alone can cycle. Here some of the games are played against members of the league, which are frozen networks:
past selves of the main network, and past selves of an exploiter, which trains against the main network alone and starts
again once it has found a weakness or given up. The more often a member wins, the more often it is met (prioritised
fictitious self-play, as in Vinyals et al. 2019). With 3 or 4 players a member holds all other seats.
"""

from __future__ import annotations

import argparse
import copy
import itertools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env import OptionError
from gosu_env.engine.rules import find_game
from gosu_env.render.terminal import Terminal
from gosu_env.training.command import EXTEND, add_game, start
from gosu_env.training.network import Network
from gosu_env.training.panel import Panel, told_start
from gosu_env.training.ppo import Learner, NetworkGuest, Settings
from gosu_env.training.presets import change_settings, find_preset, ppo_only
from gosu_env.training.run import Run, other_seats

MEMBERS = 16  # at most; the one beaten most often leaves
MET = 4  # members met at the same time
SELF_PLAY = 0.5  # share of the games that are pure self-play
MEMORY = 0.98  # decay of win-rate estimates per iteration
FOUND = 0.65  # win rate at which an exploiter has found a weakness


@dataclass
class Member:
    """A frozen network, and how often the main network beats it."""

    name: str
    network: Network
    beaten: float = 0.5

    @property
    def priority(self) -> float:
        """Those that win are met more often."""
        return (1 - self.beaten) ** 2 + 0.01


def share_out(settings: Settings, parts: int, share: float) -> list[slice]:
    """Equal ranges of games that together make up a share of all games."""
    first = settings.num_envs - round(share * settings.num_envs)
    cuts = np.linspace(first, settings.num_envs, parts + 1).astype(int).tolist()
    return [slice(low, high) for low, high in itertools.pairwise(cuts)]


def wins(learner: Learner, games: slice) -> tuple[float, int]:
    """The learner's win rate in the games of a range that ended, and how many ended; the learner's seat rotates."""
    r = learner.rollout
    done = r.done[:, games]
    count = done.shape[1]
    own = torch.arange(count, device=done.device) % learner.settings.num_players
    returns = r.reward[:, games].gather(2, own.view(1, -1, 1).expand(len(done), -1, 1)).squeeze(2)[done]
    return float((returns > 0).float().mean()) if len(returns) else 0.5, len(returns)


class Exploiter:
    """A separate learner that plays only against the main network."""

    def __init__(self, settings: Settings, patience: int) -> None:
        self.learner = Learner(replace(settings, seed=settings.seed + 1, imitation=0))
        self.patience = patience  # iterations
        self.age = 0
        self.winning = 0.0
        self.generation = 0

    @property
    def notes(self) -> dict[str, Any]:
        """State that is not in the snapshot of the learner."""
        return {"age": self.age, "winning": self.winning, "generation": self.generation}

    @notes.setter
    def notes(self, given: dict[str, Any]) -> None:
        self.age, self.winning, self.generation = given["age"], given["winning"], given["generation"]

    def iterate(self, main: Network) -> Member | None:
        """One rollout and update; on finding a weakness or giving up, return a copy and start again."""
        s = self.learner.settings
        seats = other_seats(s.num_envs, s.num_players, s.teams)
        everywhere = slice(0, s.num_envs)
        self.learner.play([NetworkGuest(self.learner, main, everywhere, seats)])
        self.learner.learn()
        self.age += 1
        rate, games = wins(self.learner, everywhere)
        if games:
            self.winning = MEMORY * self.winning + (1 - MEMORY) * rate
        if self.winning < FOUND and self.age < self.patience:
            return None
        self.generation += 1
        member = Member(f"exploiter {self.generation}", copy.deepcopy(self.learner.network), 1 - self.winning)
        self.age, self.winning = 0, 0.0
        self.learner.begin_anew()
        return member


def check_length(settings: Settings, every: int) -> None:
    """Refuse a league that would end before it meets a member: none has joined, or a teacher is still imitated."""
    if every < 1:
        raise OptionError(f"every: expected 1 or more, not {every!r}")
    at_once = (settings.n_steps - settings.num_players) * settings.num_envs  # decisions of an iteration
    alone = max(every, -(-settings.imitation // at_once)) * at_once
    if settings.decisions <= alone:
        raise OptionError(
            f"a league of {settings.decisions:,} decisions meets no member: the first {settings.imitation:,} imitate a "
            f"teacher, and the first past self joins after {every * at_once:,}; use --decisions with more than "
            f"{alone:,}, or lower the others: --set imitation=0, --every 1"
        )


class League(Run):
    """Training of the main network among the members of the league."""

    kind = "league"

    def __init__(
        self, folder: Path, settings: Settings, every: int, exploit: bool = True, extend: bool = False
    ) -> None:
        check_length(settings, every)
        self.every = every  # iterations between two past selves
        self.members: list[Member] = []
        self.rng = np.random.default_rng(settings.seed)
        self.exploiter = Exploiter(settings, patience=5 * every) if exploit else None
        self.ranges = share_out(settings, MET, 1 - SELF_PLAY)
        super().__init__(folder, settings, extend=extend, league={"every": every, "exploiter": exploit})

    def work(self) -> dict[str, float]:
        """One rollout against some members and an update; every so often the current network joins them."""
        met = self._choose()
        self.guests = [
            NetworkGuest(self.learner, member.network, games, self._other_seats(games.stop - games.start))
            for member, games in zip(met, self.ranges, strict=False)
        ]
        losses = super().work()
        for member, games in zip(met, self.ranges, strict=False):
            rate, count = wins(self.learner, games)
            if count:
                member.beaten = MEMORY * member.beaten + (1 - MEMORY) * rate
        if self.iteration % self.every == 0:
            self._join(Member(f"self {self.iteration // self.every}", copy.deepcopy(self.learner.network)))
        if self.exploiter is not None:
            found = self.exploiter.iterate(self.learner.network)
            if found is not None:
                self._join(found)
        return losses

    def snapshot(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """Everything needed to resume, including members and exploiter."""
        tensors, notes = super().snapshot()
        for index, member in enumerate(self.members):
            tensors |= {f"member.{index}.{name}": tensor for name, tensor in member.network.state_dict().items()}
        notes["members"] = [[member.name, member.beaten] for member in self.members]
        notes["rng"] = self.rng.bit_generator.state
        if self.exploiter is not None:
            tensors |= {f"exploiter.{name}": tensor for name, tensor in self.exploiter.learner.snapshot().items()}
            notes["exploiter"] = self.exploiter.notes
        return tensors, notes

    def restore(self, tensors: dict[str, Tensor], notes: dict[str, Any]) -> None:
        """Restore a snapshot."""
        super().restore(tensors, notes)
        for index, (name, beaten) in enumerate(notes["members"]):
            network = copy.deepcopy(self.learner.network)
            network.load_state_dict({key: tensors[f"member.{index}.{key}"] for key in network.state_dict()})
            self.members.append(Member(name, network, beaten))
        self.rng.bit_generator.state = notes["rng"]
        if self.exploiter is not None:
            prefix = "exploiter."
            parts = {name.removeprefix(prefix): t for name, t in tensors.items() if name.startswith(prefix)}
            self.exploiter.learner.restore(parts)
            self.exploiter.notes = notes["exploiter"]

    def _other_seats(self, games: int) -> NDArray[np.bool_]:
        return other_seats(games, self.settings.num_players, self.settings.teams)

    def _choose(self) -> list[Member]:
        if not self.members or self.is_imitating:
            return []
        weights: NDArray[np.float64] = np.array([member.priority for member in self.members])
        return [self.members[i] for i in self.rng.choice(len(weights), MET, p=weights / weights.sum())]

    def _join(self, member: Member) -> None:
        self.members.append(member)
        if len(self.members) > MEMBERS:
            self.members.remove(max(self.members, key=lambda each: each.beaten))


def main(arguments: list[str] | None = None) -> League:
    parser = argparse.ArgumentParser(prog="python -m gosu_env.training.league", description=__doc__.split("\n")[0])
    parser.add_argument("--preset", default="ppo", help="preset for network and learning rates: ppo or gpu")
    parser.add_argument(
        "--decisions",
        type=int,
        default=None,
        help="of the main network; with --extend, a finished run trains for longer",
    )
    add_game(parser)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=10, help="iterations between two past selves")
    parser.add_argument("--no-exploiter", action="store_true", help="past selves only")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting: imitation=0"
    )
    parser.add_argument("--out", type=Path, default=None, help="the folder of the run, where it also resumes")
    parser.add_argument("--extend", action="store_true", help=EXTEND)
    given = parser.parse_args(arguments)
    read = find_game(given.game).OPTIONS.read
    settings = ppo_only(
        given.preset, find_preset(given.preset, given.players, given.seed, read(given.option), given.game)
    )
    settings = change_settings(replace(settings, decisions=given.decisions or settings.decisions), given.set)
    folder = given.out or Path("runs") / f"league-{given.preset}-{given.players}-{given.seed}"
    league = League(folder, settings, given.every, not given.no_exploiter, given.extend)
    console = Terminal()
    told_start(league, console)
    with Panel(league, console) as panel:
        league.train(panel.show)
    return league


if __name__ == "__main__":
    start(main)
