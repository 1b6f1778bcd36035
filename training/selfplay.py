"""Games of agents, decision by decision, for a dataset: many at once, each determined by the seed and its number."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from gosu_env import OptionError
from gosu_env.agents.policy import find_policy
from gosu_env.agents.processes import deaths_told, run_in_order
from gosu_env.agents.registry import read_source
from gosu_env.agents.repeats import Repeats
from gosu_env.dataset.manifest import Manifest
from gosu_env.dataset.schema import DENSE, Columns
from gosu_env.dataset.writer import Content, Writer
from gosu_env.engine.batch import Batch
from gosu_env.engine.game import check_seed
from gosu_env.engine.rules import Rules, find_rules
from gosu_env.training.checkpoint import read_network
from gosu_env.training.ends import make_ends
from gosu_env.training.folder import make_terms
from gosu_env.training.players import AgentPlayer, Player, best_answers, make_player

GAMES = 1024  # of a part
SHORT = 100  # decisions of a short game: small datasets have small parts
DIED = (
    "a process that played died; finished parts are saved: run the same command to resume, or use --jobs 1 to see the "
    "cause"
)


class Answers(NamedTuple):
    """What an agent does in some games, and what it tells: NaN where it tells nothing."""

    action: NDArray[np.int64]  # (N,)
    policy: NDArray[np.float32]  # (N, actions)
    value: NDArray[np.float32]  # (N,)

    @classmethod
    def untold(cls, action: NDArray[np.int64], num_actions: int) -> Answers:
        shape = len(action), num_actions
        return cls(action, np.full(shape, np.nan, np.float32), np.full(shape[:1], np.nan, np.float32))


class Teller(Protocol):
    """Answers the decisions of some games of a batch, and tells what it thinks of them."""

    def begin(self, seed: int) -> None: ...

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> Answers: ...


class NetworkTeller:
    """A network: the action of the highest probability, or one drawn at a temperature, its policy and its value."""

    def __init__(self, network: Any, temperature: float = 0.0) -> None:
        self._ends = make_ends(network, "cpu")
        self.temperature = temperature
        self.begin(0)

    def begin(self, seed: int) -> None:
        self._rng, self._repeats = np.random.default_rng(seed), Repeats()

    @torch.no_grad()
    def answer(self, batch: Batch, games: NDArray[np.int64]) -> Answers:
        logits, values = self._ends.think(torch.from_numpy(batch.obs[games]))
        legal = torch.from_numpy(batch.mask[games]) != 0
        logits = logits.masked_fill(~legal, -torch.inf)
        policy: NDArray[np.float32] = torch.softmax(logits, 1).numpy()
        if self.temperature:
            chances = torch.softmax(logits.double() / self.temperature, 1).numpy().cumsum(axis=1)
            drawn = self._rng.random((len(games), 1)) * chances[:, -1:]
            action = (chances <= drawn).sum(axis=1)
        else:
            action = best_answers(self._repeats, batch, games, logits.numpy())
        expected = values.numpy() / np.sqrt(batch.num_players - 1)
        return Answers(action, policy, np.clip(expected, -1, 1).astype(np.float32))


class PlayerTeller:
    """A player that tells nothing."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def begin(self, seed: int) -> None:
        self._player.begin(seed)

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> Answers:
        return Answers.untold(self._player.answer(batch, games), batch.num_actions)


class AgentTeller:
    """An agent, asked game by game: its ``thoughts`` are what it tells."""

    def __init__(self, player: AgentPlayer) -> None:
        self._player = player

    def begin(self, seed: int) -> None:
        self._player.begin(seed)

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> Answers:
        player = self._player
        answers = Answers.untold(np.zeros(len(games), np.int64), batch.num_actions)
        for row, game in enumerate(games.tolist()):
            answers.action[row] = player.check(batch, game, player.ask(batch, game))
            thoughts = getattr(player.agent, "thoughts", None)
            if thoughts is None:
                continue
            if thoughts.value is not None:
                answers.value[row] = thoughts.value
            told = thoughts.probabilities
            if told is not None:
                answers.policy[row] = 0
                for action, chance in told.items() if isinstance(told, Mapping) else enumerate(told):
                    if chance > 0:
                        answers.policy[row, player.check(batch, game, action)] = chance
        return answers


def make_teller(spec: str, rules: Rules) -> Teller:
    """An agent by its name."""
    name, _, rest = spec.partition(":")
    if name == "policy":
        try:
            named = {"temperature": 0.0} | read_source(rest)
        except ValueError as error:
            raise OptionError(f"agent {spec!r}: {error}; expected policy:NAME_OR_FILE:temperature=1") from None
        policy = find_policy(named["source"], rules.name, rules.num_players, rules.options)
        if not policy.about.worlds:
            return NetworkTeller(read_network(policy, rules), named["temperature"])
    player = make_player(spec, rules)
    return AgentTeller(player) if isinstance(player, AgentPlayer) else PlayerTeller(player)


# ------------------------------------------------------------------------------------------------ games


class Selfplay:
    """Games of agents for a dataset, in parts; part ``n`` depends on the settings and on ``n``, on nothing else.

    One agent plays all seats. Of several, there is one for every seat, and they change seats from game to game.
    """

    def __init__(self, rules: Rules, agents: Sequence[str], seed: int, games: int) -> None:
        if len(agents) not in (1, rules.num_players):
            raise OptionError(f"players: name one for all seats, or {rules.num_players}, not {len(agents)}")
        self.rules, self.given, self.seed, self.games = rules, list(agents), check_seed(seed), games
        self.agents = list(dict.fromkeys(agents))
        seated = self.given if len(self.given) > 1 else self.given * rules.num_players
        self._seated = [self.agents.index(spec) for spec in seated]
        self._tellers = [make_teller(spec, rules) for spec in self.agents]
        roles = {spec: spec for spec in self.agents}
        settings = {"players": list(agents), "seed": seed, "part": games}
        self.about = Manifest.of_rules(rules, self.agents, make_terms("selfplay", settings, rules, roles))

    def play(self, part: int, watch: Callable[[int], None] = lambda decisions: None) -> Columns:
        """All decisions of a part, game by game; ``watch`` is told how many were taken."""
        rules, games = self.rules, self.games
        words = np.random.SeedSequence([self.seed, part]).generate_state(1 + len(self.agents), np.uint64) >> 1
        batch = Batch(rules, games, int(words[0]), threads=1)
        for teller, word in zip(self._tellers, words[1:].tolist(), strict=True):
            teller.begin(word)
        seeds, returns = batch.seeds.copy(), np.full((games, rules.num_players), np.nan, np.float32)
        number = part * games + np.arange(games)
        seated = np.array([np.roll(self._seated, -int(each) % rules.num_players) for each in range(rules.num_players)])
        running = np.ones(games, np.bool_)
        taken: list[Columns] = []
        step = 0
        while running.any():
            rows = np.flatnonzero(running)
            agent = seated[number[rows] % rules.num_players, batch.seat[rows]]
            answers = Answers.untold(np.zeros(len(rows), np.int64), rules.num_actions)
            for place, teller in enumerate(self._tellers):
                mine = agent == place
                if mine.any():
                    told = teller.answer(batch, rows[mine])
                    answers.action[mine], answers.policy[mine], answers.value[mine] = told
            taken.append(
                {
                    "game": rows,
                    "step": np.full(len(rows), step),
                    "seed": seeds[rows],
                    "seat": batch.seat[rows],
                    "agent": agent,
                    "observation": batch.obs[rows],
                    "mask": batch.mask[rows],
                    "action": answers.action,
                    "policy": answers.policy.astype(np.float16),
                    "value": answers.value,
                }
            )
            actions = batch.sample()  # for games that are over already
            actions[rows] = answers.action
            batch.step(actions)
            ended = running & batch.done
            returns[ended] = batch.reward[ended]
            running &= ~batch.done
            step += 1
            watch(len(rows))
        batch.close()
        order = np.argsort(np.concatenate([each["game"] for each in taken]), kind="stable")
        columns = {name: np.concatenate([each[name] for each in taken])[order] for name in taken[0]}
        columns["return"] = returns[columns["game"], columns["seat"]]
        return {name: columns[name].astype(kind, copy=False) for name, kind in DENSE.items()}

    def content(self, part: int, watch: Callable[[int], None] = lambda decisions: None) -> Content:
        """A part as it is written. Networks use one thread: with several, the last digits would depend on how many."""
        threads = torch.get_num_threads()
        torch.set_num_threads(1)
        try:
            return Content.of(self.play(part, watch), part * self.games)
        finally:
            torch.set_num_threads(threads)

    def write(
        self, writer: Writer, decisions: int, jobs: int = 1, watch: Callable[[int], None] = lambda decisions: None
    ) -> None:
        """Write parts until there are so many decisions, or a few more: games are written whole.

        ``jobs`` parts are played at the same time, in processes; what is written does not depend on it.
        """
        if jobs == 1:
            while writer.manifest.decisions < decisions:
                writer.add(self.content(len(writer.manifest.parts), watch))
            return
        work = (partial(_play, part) for part in itertools.count(len(writer.manifest.parts)))
        with deaths_told(DIED), contextlib.closing(run_in_order(work, jobs, partial(_begin, self))) as played:
            while writer.manifest.decisions < decisions:
                watch(writer.add(next(played)).decisions)

    def __getstate__(self) -> dict[str, Any]:
        """For another process: what it takes to make the same there."""
        rules = self.rules
        table = rules.name, rules.num_players, rules.options
        return {"table": table, "settings": (self.given, self.seed, self.games)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(find_rules(*state["table"]), *state["settings"])  # type: ignore[misc]


_selfplay: list[Selfplay] = []  # of a process that plays parts


def _begin(selfplay: Selfplay) -> None:
    _selfplay[:] = [selfplay]


def _play(part: int) -> Content:
    return _selfplay[0].content(part)


def part_for(decisions: int) -> int:
    """How many games a part has, where nobody says."""
    return max(1, min(GAMES, decisions // SHORT))
