"""League training: the network also plays past selves, and exploiters that look for its weaknesses.

    python -m gosu_env.training.league --decisions 20000000
    python -m gosu_env.training.league --exploiters 8 --cluster auto

Self-play alone can cycle. Here some of the games are played against members of the league, which are frozen networks:
past selves of the main network, and past selves of exploiters, which train against the main network alone and start
again once they have found a weakness or given up; on a cluster, all at the same time. The more often a member wins, the
more often it is met (prioritised fictitious self-play, as in Vinyals et al. 2019). With 3 or 4 players a member holds
all other seats. The agents that the setting ``opponents`` names are members from the beginning, and stay.

The matches of an evaluation are played in parts, which a cluster plays at the same time, too.
"""

from __future__ import annotations

import argparse
import copy
import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env import GosuError, OptionError
from gosu_env.agents.cluster import Cluster, ClusterError, check_machine
from gosu_env.agents.policy import PolicyWarning
from gosu_env.engine.runs import usual_folder
from gosu_env.render.terminal import Terminal
from gosu_env.training.algorithms import agents_of
from gosu_env.training.callbacks import Callback, make_callbacks
from gosu_env.training.checkpoint import part_of
from gosu_env.training.command import add_settings, gather_settings, start
from gosu_env.training.config import Config
from gosu_env.training.folder import Terms, make_terms
from gosu_env.training.guests import Guest, Rival, find_rival, seat_rival, share_out
from gosu_env.training.match import Part, Score, parts_of, play_part, score_of
from gosu_env.training.panel import Panel, told_start
from gosu_env.training.players import NetworkPlayer, Player, answers_at_once, make_player
from gosu_env.training.ppo import Learner, Settings
from gosu_env.training.presets import ppo_only
from gosu_env.training.run import Run
from gosu_env.training.td import one_thread
from gosu_env.training.workers import Arrays, as_arrays, as_tensors, rollout_seed

MEMBERS = 16  # at most, besides those that stay; the one beaten most often leaves
MET = 4  # members met at the same time
MEMORY = 0.98  # decay of win-rate estimates per iteration
EVERY = 10  # iterations between two past selves
FOUND = 0.65  # win rate at which an exploiter has found a weakness
PARTS = {True: 50, False: 5}  # deals of a part of a match, by whether the opponent answers many games at once


@dataclass
class Member:
    """A frozen network or another agent, and how often the main network beats it."""

    name: str
    rival: Rival
    beaten: float = 0.5
    stays: bool = False  # however often it is beaten

    @property
    def priority(self) -> float:
        """Those that win are met more often."""
        return (1 - self.beaten) ** 2 + 0.01


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

    def __init__(self, settings: Settings, patience: int, number: int = 0) -> None:
        self.number = number
        self.learner = Learner(replace(settings, seed=settings.seed + 1 + number, imitation=0))
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

    @property
    def name(self) -> str:
        """Of what joins the league next."""
        return f"exploiter {f'{self.number + 1}.' if self.number else ''}{self.generation}"

    def iterate(self, main: nn.Module) -> Member | None:
        """One rollout and update; on finding a weakness or giving up, return a copy and start again."""
        everywhere = slice(0, self.learner.settings.num_envs)
        self.learner.play([seat_rival(self.learner, main, everywhere)])
        self.learner.learn()
        self.age += 1
        rate, games = wins(self.learner, everywhere)
        if games:
            self.winning = MEMORY * self.winning + (1 - MEMORY) * rate
        if self.winning < FOUND and self.age < self.patience:
            return None
        self.generation += 1
        member = Member(self.name, copy.deepcopy(self.learner.network), 1 - self.winning)
        self.age, self.winning = 0, 0.0
        self.learner.begin_anew(rollout_seed(self.learner.settings.seed, self.generation))
        return member


# ------------------------------------------------------------------------------------------------ on a machine


@dataclass(frozen=True)
class Turn:
    """All that an exploiter goes on from, or has come to: its learner, its notes, and the member that it has become."""

    number: int
    patience: int
    learner: Arrays
    notes: dict[str, Any]
    member: Arrays | None = None
    beaten: float = 0.5

    @classmethod
    def of(cls, exploiter: Exploiter, member: Member | None = None) -> Turn:
        learner = as_arrays(exploiter.learner.snapshot())
        turn = cls(exploiter.number, exploiter.patience, learner, exploiter.notes)
        if member is None:
            return turn
        assert isinstance(member.rival, nn.Module)
        return replace(turn, member=as_arrays(member.rival.state_dict()), beaten=member.beaten)

    def give(self, exploiter: Exploiter) -> None:
        """Let an exploiter go on from here."""
        exploiter.number, exploiter.patience = self.number, self.patience
        exploiter.learner.restore(as_tensors(self.learner))
        exploiter.notes = self.notes


class Place:
    """What a process of a cluster has of a league: an exploiter, the main network, those it is measured against."""

    def __init__(self, settings: Settings, terms: Terms) -> None:
        self.exploiter = Exploiter(settings, patience=0)
        self.seed = settings.seed
        learner = self.exploiter.learner
        table, network = learner.batch.card_sets, cast("Any", learner.network).blueprint.name
        more = {"league": terms["league"]}
        here = make_terms(League.kind, asdict(settings), table, agents_of(settings), network, **more)
        check_machine(terms, here, "learn something else")
        self.main = copy.deepcopy(learner.network)
        self._opponents: dict[str, Player] = {}

    def iterate(self, main: Arrays, turn: Turn) -> Turn:
        """``Exploiter.iterate``."""
        turn.give(self.exploiter)
        learner = self.exploiter.learner
        learner.settings = replace(learner.settings, seed=self.seed + 1 + turn.number)
        self.main.load_state_dict(as_tensors(main))
        return Turn.of(self.exploiter, self.exploiter.iterate(self.main))

    def play(self, main: Arrays, opponent: str, part: Part) -> NDArray[np.float64]:
        """A part of a match of the main network."""
        learner = self.exploiter.learner
        self.main.load_state_dict(as_tensors(main))
        if opponent not in self._opponents:
            self._opponents[opponent] = make_player(opponent, learner.batch.rules)
        return play_part(NetworkPlayer(self.main), self._opponents[opponent], learner.settings.match_sets, part)


_places: dict[str, Place] = {}  # of this process, for the league that it last worked for


def do_there(settings: Settings, terms: Terms, work: str, *given: Any) -> Any:
    """A method of ``Place`` in a process of a cluster, in one thread; errors are handed back."""
    warnings.simplefilter("ignore", PolicyWarning)  # whoever asked has told
    torch.set_num_threads(1)
    try:
        key = json.dumps(terms, sort_keys=True)
        if key not in _places:
            made = Place(settings, terms)
            _places.clear()
            _places[key] = made
        return getattr(_places[key], work)(*given)
    except GosuError as error:
        return error


# ------------------------------------------------------------------------------------------------ the league


def check_length(settings: Settings, every: int) -> None:
    """Refuse a league that would end before it meets a member: none has joined, or a teacher is still imitated."""
    if every < 1:
        raise OptionError(f"every: expected 1 or more, not {every!r}")
    at_once = (settings.n_steps - settings.num_players) * settings.num_envs  # decisions of an iteration
    first = 0 if settings.opponents else every  # iterations before there is a member
    alone = max(first, -(-settings.imitation // at_once)) * at_once
    if settings.decisions <= alone:
        raise OptionError(
            f"a league of {settings.decisions:,} decisions meets no member: the first {settings.imitation:,} imitate a "
            f"teacher, and the first member joins after {first * at_once:,}; use --decisions with more than "
            f"{alone:,}, or lower the others: --set imitation=0, --every 1"
        )


class League(Run):
    """Training of the main network among the members of the league."""

    kind = "league"
    command = "python -m gosu_env.training.league"

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        every: int,
        exploit: int = 1,
        extend: bool = False,
        callbacks: Iterable[Callback] | None = None,
        cluster: str | None = None,
    ) -> None:
        """``exploit``: how many exploiters; ``cluster`` is where they train, and where the league is measured."""
        check_length(settings, every)
        if exploit < 0:
            raise OptionError(f"exploiters: expected 0 or more, not {exploit!r}")
        if cluster is not None and settings.device != "cpu":
            raise OptionError(f"a league on a cluster plays on CPUs; expected device=cpu, not {settings.device}")
        if settings.workers:
            raise OptionError("setting workers: a league plays all of its games itself; use workers=0")
        if settings.also:
            raise OptionError("setting also: a league has one table; leave it out")
        self._cluster: Cluster | None = None
        self.every = every  # iterations between two past selves
        self.members: list[Member] = []
        self.rng = np.random.default_rng(settings.seed)
        self.exploiters = [Exploiter(settings, 5 * every, number) for number in range(exploit)]
        self.ranges = share_out(settings.num_envs, MET, settings.opponent_share)
        league = {"every": every, "exploiter": exploit > 0} | ({"exploiters": int(exploit)} if exploit > 1 else {})
        super().__init__(folder, settings, extend=extend, callbacks=callbacks, league=league)
        if cluster is not None:
            try:
                self._cluster = Cluster(cluster)
            except BaseException:
                self.close()
                raise
            terms = {name: value for name, value in self.terms.items() if name != "extended"}
            self._shared = self._cluster.share(settings), self._cluster.share(terms)

    @property
    def exploiter(self) -> Exploiter | None:
        """The first one."""
        return self.exploiters[0] if self.exploiters else None

    def close(self) -> None:
        """Also leave the cluster."""
        if self._cluster is not None:
            self._cluster.close()
        super().close()

    def invite(self) -> list[Guest]:
        """Whoever is named joins; who is met is chosen before every rollout."""
        names = self.settings.opponent_names
        self.members = [Member(name, find_rival(self.learner, name), stays=True) for name in names]
        return []

    def work(self) -> dict[str, float]:
        """One rollout against some members and an update; every so often the current network joins them."""
        met = self._choose()
        self.guests = [
            seat_rival(self.learner, member.rival, games)
            for member, games in zip(met, self.ranges, strict=False)
            if games.start < games.stop
        ]
        losses = super().work()
        for member, games in zip(met, self.ranges, strict=False):
            rate, count = wins(self.learner, games)
            if count:
                member.beaten = MEMORY * member.beaten + (1 - MEMORY) * rate
        if self.iteration % self.every == 0:
            self._join(Member(f"self {self.iteration // self.every}", copy.deepcopy(self.learner.network)))
        for found in self._exploit():
            if found is not None:
                self._join(found)
        return losses

    def _exploit(self) -> list[Member | None]:
        """One rollout and update of every exploiter against the main network; what joins the league, in their order."""
        if self._cluster is None:
            return [exploiter.iterate(self.learner.network) for exploiter in self.exploiters]
        turns = {each.number: ("iterate", Turn.of(each)) for each in self.exploiters}
        found: list[Member | None] = [None] * len(self.exploiters)
        for number, turn in self._send(self._cluster, turns, lambda number: f"exploiter {number + 1}"):
            turn.give(self.exploiters[number])
            if turn.member is not None:
                network = copy.deepcopy(self.learner.network)
                network.load_state_dict(as_tensors(turn.member))
                found[number] = Member(self.exploiters[number].name, network, turn.beaten)
        return found

    def _send(
        self, cluster: Cluster, work: dict[Any, tuple[Any, ...]], told: Callable[[Any], str]
    ) -> Iterator[tuple[Any, Any]]:
        """Have work done with the main network; what comes of it by its keys, which ``told`` puts into words."""
        main = cluster.share(as_arrays(self.learner.network.state_dict()))
        for key, (name, *given) in work.items():
            cluster.submit(key, do_there, *self._shared, name, main, *given)
        while cluster.waiting:
            for key, answer in cluster.wait():
                if isinstance(answer, ClusterError):
                    raise GosuError(f"{told(key)} {answer}; run the same command to resume")
                if isinstance(answer, GosuError):
                    raise answer
                yield key, answer

    def measure_all(self) -> dict[str, Score]:
        return self._measure(self.measured_against, self.deals_now, 0)

    def measure(self, opponent: str, deals: int, seed: int = 0) -> Score:
        return self._measure([opponent], deals, seed)[opponent]

    def _measure(self, opponents: Sequence[str], deals: int, seed: int) -> dict[str, Score]:
        """Matches of the main network in parts, which are the same wherever they are played."""
        parts = [
            (opponent, part)
            for opponent in opponents
            for part in parts_of(deals, seed, PARTS[answers_at_once(opponent)])
        ]
        if self._cluster is None:
            shares = dict(self._play_parts(parts))
        else:
            work = {key: ("play", *key) for key in parts}
            shares = dict(self._send(self._cluster, work, lambda key: f"the match against {key[0]}"))
        return {
            opponent: score_of(np.concatenate([shares[key] for key in parts if key[0] == opponent]))
            for opponent in opponents
        }

    def _play_parts(self, parts: list[tuple[str, Part]]) -> Iterator[tuple[tuple[str, Part], NDArray[np.float64]]]:
        """Here, in one thread as on a cluster."""
        main, rules = self.learner.player(), self.learner.batch.rules
        opponents = {opponent: make_player(opponent, rules) for opponent in dict.fromkeys(name for name, _ in parts)}
        with one_thread(torch.get_num_threads()):
            for opponent, part in parts:
                yield (opponent, part), play_part(main, opponents[opponent], self._match_sets, part)

    def snapshot(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """Everything needed to resume, including members and exploiter."""
        tensors, notes = super().snapshot()
        for index, member in enumerate(self.members):
            if not member.stays and isinstance(member.rival, nn.Module):
                tensors |= {f"member.{index}.{name}": tensor for name, tensor in member.rival.state_dict().items()}
        notes["members"] = [[member.name, member.beaten] for member in self.members]
        notes["rng"] = self.rng.bit_generator.state
        for exploiter in self.exploiters:
            kept = f"exploiter{exploiter.number or ''}"
            tensors |= {f"{kept}.{name}": tensor for name, tensor in exploiter.learner.snapshot().items()}
            notes[kept] = exploiter.notes
        return tensors, notes

    def restore(self, tensors: dict[str, Tensor], notes: dict[str, Any]) -> None:
        """Restore a snapshot."""
        super().restore(tensors, notes)
        named = {member.name: member for member in self.members}
        self.members = []
        for index, (name, beaten) in enumerate(notes["members"]):
            if name in named:
                self.members.append(replace(named[name], beaten=beaten))
                continue
            network = copy.deepcopy(self.learner.network)
            network.load_state_dict({key: tensors[f"member.{index}.{key}"] for key in network.state_dict()})
            self.members.append(Member(name, network, beaten))
        self.rng.bit_generator.state = notes["rng"]
        for exploiter in self.exploiters:
            kept = f"exploiter{exploiter.number or ''}"
            exploiter.learner.restore(part_of(tensors, f"{kept}."))
            exploiter.notes = notes[kept]

    def _choose(self) -> list[Member]:
        if not self.members or self.is_imitating:
            return []
        weights: NDArray[np.float64] = np.array([member.priority for member in self.members])
        return [self.members[i] for i in self.rng.choice(len(weights), MET, p=weights / weights.sum())]

    def _join(self, member: Member) -> None:
        self.members.append(member)
        passing = [each for each in self.members if not each.stays]
        if len(passing) > MEMBERS:
            self.members.remove(max(passing, key=lambda each: each.beaten))


def main(arguments: list[str] | None = None) -> League:
    parser = argparse.ArgumentParser(prog="python -m gosu_env.training.league", description=__doc__.split("\n")[0])
    parser.add_argument("--decisions", type=int, default=None, help="of the main network")
    add_settings(parser, "ppo", "width=256")
    parser.add_argument("--every", type=int, default=None, help=f"iterations between two past selves; default: {EVERY}")
    parser.add_argument("--exploiters", type=int, default=None, help="how many; default: 1")
    parser.add_argument("--no-exploiter", action="store_true", help="past selves only")
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="train exploiters and measure on a Ray cluster: its address, or auto for this machine's",
    )
    given = parser.parse_args(arguments)
    config = Config("ppo", given.preset, given.settings)
    every, exploiter = config.take("league.every", EVERY), config.take("league.exploiter", True)
    exploiters = config.take("league.exploiters", int(exploiter))
    if given.exploiters is not None:
        exploiters = given.exploiters
    settings = ppo_only(config.name, gather_settings(config, given, decisions=given.decisions))
    table = (settings.num_players, settings.seed, *settings.game_options)
    folder = given.out or usual_folder(settings.game, "league", config.name, *table)
    league = League(
        folder,
        settings,
        every if given.every is None else given.every,
        0 if given.no_exploiter else exploiters,
        given.extend,
        make_callbacks(given.logger),
        given.cluster,
    )
    console = Terminal()
    told_start(league, console)
    with Panel(league, console) as panel:
        league.train(panel.show)
    return league


if __name__ == "__main__":
    start(main)
