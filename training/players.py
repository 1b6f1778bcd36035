"""Players that answer many games of a batch: opponents and teachers of networks.

Every agent that has a name (``gosu_env.agents.registry``) can be one. Bots and policies of this project answer all
games at once; others are asked through views: about all games at once if they have ``act_many``, else game by game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env import Game, GosuError, OptionError, View
from gosu_env.agents.faults import told_fault
from gosu_env.agents.greedy import Choices
from gosu_env.agents.lookahead import Lookahead
from gosu_env.agents.policy import check_specs, find_policy
from gosu_env.agents.registry import make_agent
from gosu_env.agents.repeats import Repeats
from gosu_env.engine.audience import Audience, follows
from gosu_env.engine.batch import Batch
from gosu_env.engine.errors import OpponentError
from gosu_env.engine.rules import Rules
from gosu_env.engine.shares import Shares
from gosu_env.training.checkpoint import read_network
from gosu_env.training.ends import make_ends
from gosu_env.training.network import Network
from gosu_env.training.printed import PrintedNetwork


class Player(Protocol):
    """Answers the decisions of some games of a batch on the CPU, each from the view of the seat to decide."""

    def begin(self, seed: int) -> None:
        """Start over with a seed. From here on, the same decisions get the same answers."""

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]: ...


class RandomPlayer:
    """Plays uniformly at random, from the games' own streams."""

    def begin(self, seed: int) -> None:
        pass

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        return batch.sample()[games].astype(np.int64)


class GreedyPlayer:
    """``gosu_env.agents.greedy``, compiled as a whole."""

    def __init__(self) -> None:
        self._sets: tuple[Rules, ...] = ()
        self._choices: dict[int, Choices] = {}  # by the number of the card set

    def begin(self, seed: int) -> None:
        pass

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        if self._sets != batch.card_sets:
            self._sets, self._choices = batch.card_sets, {}
        actions = np.zeros(len(games), np.int64)
        for number, rows in batch.by_set(games):
            if number not in self._choices:
                self._choices[number] = Choices(batch.card_sets[number])
            actions[rows] = self._choices[number].of(batch.states[games[rows]])
        return actions


def know_sets(network: nn.Module, card_sets: Sequence[Rules]) -> bool:
    """Tell a network that reads cards of some sets; whether it must be told the set of every game, too."""
    if not isinstance(network, PrintedNetwork):
        return False
    network.know_sets(card_sets)
    return len(card_sets) > 1


def best_answers(
    repeats: Repeats, batch: Batch, games: NDArray[np.int64], logits: NDArray[np.float32]
) -> NDArray[np.int64]:
    """The most probable legal actions in some games, but for those that lead round in circles."""
    best: NDArray[np.int64] = logits.argmax(1)
    clocks, rounds = (batch.states[name][games] for name in ("decisions", "round_number"))
    for row in np.flatnonzero(batch.rules.begins_turn(batch.states[games])).tolist():
        game = int(games[row])
        place = game, int(batch.seat[game])
        spent = repeats.spent(place, int(clocks[row]), int(rounds[row]), batch.obs[game])
        legal = np.isfinite(logits[row])
        spent = [action for action in spent if legal[action]]
        if 0 < len(spent) < legal.sum():
            likes = logits[row].copy()
            likes[spent] = -np.inf
            best[row] = likes.argmax()
        repeats.keep(place, int(best[row]))
    return best


class NetworkPlayer:
    """A network that takes its most probable action, as ``PolicyAgent``; with a seed, it samples from its policy."""

    def __init__(self, network: nn.Module, seed: int | None = None) -> None:
        self.network = network
        self.ends = make_ends(network, "cpu")
        self.generator = None if seed is None else torch.Generator().manual_seed(seed)
        self._repeats = Repeats()
        self._sets: tuple[Rules, ...] = ()

    def begin(self, seed: int) -> None:
        self._repeats = Repeats()
        if self.generator is not None:
            self.generator.manual_seed(seed)

    @torch.no_grad()
    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        (obs, *known), mask = self._seen(batch, games), torch.from_numpy(batch.mask[games])
        if self.generator is not None:
            action: Tensor = self.ends.choose(obs, mask, self.generator, *known)[0]
            answers: NDArray[np.int64] = action.numpy()
            return answers
        logits = self.ends.logits(obs, *known).masked_fill(mask == 0, -torch.inf)
        return best_answers(self._repeats, batch, games, logits.numpy())

    @torch.no_grad()
    def values(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the seats to decide may expect, in units of the standard deviation of returns."""
        values: NDArray[np.float64] = self.ends.values(*self._seen(batch, games)).double().numpy()
        return values

    def _seen(self, batch: Batch, games: NDArray[np.int64]) -> list[Tensor]:
        """What the network is given of some games: observations and, if it reads the cards of several sets, which."""
        if self._sets != batch.card_sets:
            self._sets, self._reads_sets = batch.card_sets, know_sets(self.network, batch.card_sets)
        seen = [batch.obs[games], *([batch.sets[games]] if self._reads_sets else [])]
        return [torch.from_numpy(array) for array in seen]


class LookaheadPlayer:
    """A network that looks one answer ahead, in so many worlds."""

    def __init__(self, network: Network, rules: Rules, worlds: int, seed: int | None = None) -> None:
        self.ahead = Lookahead(rules, worlds, Shares(torch.get_num_threads()))
        self.ahead.use(weights_of(network), network.depth, network.features)
        self.begin(seed)

    def begin(self, seed: int | None) -> None:
        self.rng = np.random.default_rng(seed)

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        return look_ahead(self.ahead, batch, games, self.rng.integers(1 << 62, size=len(games)))


def look_ahead(ahead: Lookahead, batch: Batch, games: NDArray[np.int64], seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The answers of a network that looks ahead in some games of a batch, each with its own seed."""
    actions = np.zeros(len(games), np.int64)
    for number, rows in batch.by_set(games):
        actions[rows] = ahead.answer(batch.states[games[rows]], seeds[rows], batch.card_sets[number])
    return actions


def weights_of(network: Network) -> dict[str, NDArray[np.float32]]:
    """The weights of a network by name, as compiled code reads them."""
    return {name: weight.detach().numpy() for name, weight in network.state_dict().items()}


class Followed:
    """The games of a batch that an agent follows, each from the seats that it holds."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent
        self._batch: Batch | None = None
        self._clock = (0, 0)
        self._audiences: list[Audience] = []

    def follow(self, batch: Batch, seats: NDArray[np.bool_]) -> None:
        """Go on by the last step; a batch that is another, or at another step, is followed from here on."""
        if self._is_at(batch):
            return
        set_anew, steps = batch.clock
        if batch is self._batch and (set_anew, steps - 1) == self._clock:
            for i in np.flatnonzero(~batch.illegal).tolist():
                self._audiences[i].hear(int(batch.last_actions[i]))
            for i in np.flatnonzero(batch.done).tolist():
                self._audiences[i] = self._listen(batch, i, seats[i])
        else:
            self._audiences = [self._listen(batch, i, seats[i]) for i in range(batch.num_envs)]
        self._batch, self._clock = batch, batch.clock

    def _is_at(self, batch: Batch) -> bool:
        return batch is self._batch and batch.clock == self._clock

    def _listen(self, batch: Batch, i: int, seats: NDArray[np.bool_]) -> Audience:
        held = np.flatnonzero(seats).tolist()
        game, dealt = batch.game(i), Game.of_rules(batch.card_sets[batch.sets[i]], int(batch.seeds[i]))
        return Audience(dealt if dealt == game else game, dict.fromkeys(held, self._agent), i)

    def join(self, batch: Batch, games: NDArray[np.int64]) -> None:
        """Be asked about games: those that are not followed begin here, and are over with the answer."""
        if not self._is_at(batch):
            self._batch = None
            for i in games.tolist():
                Audience(batch.game(i), {int(batch.seat[i]): self._agent}, i)


def follow(player: Player, batch: Batch, seats: NDArray[np.bool_]) -> None:
    """Tell a player that remembers what the last step brought, as the ``seats`` (N, players) may know that it holds.

    To be called before every step; games that were left out are followed anew.
    """
    told = getattr(player, "follow", None)
    if told is not None:
        told(batch, seats)


class AgentPlayer:
    """An agent by its name, asked through views.

    One agent plays all games and is made anew by ``begin``. One that remembers is told of the games that it follows
    (``engine.audience``); it knows them by ``view.chair``, and what was before ``begin`` it does not know.
    """

    def __init__(self, spec: str, rules: Rules, seed: int = 0) -> None:
        self.spec = spec
        check_specs([spec], rules)
        self.begin(seed)
        batch = Batch(rules, 1, seed)
        try:
            self.answer(batch, np.zeros(1, np.int64))
        except OpponentError as error:
            raise OptionError(
                f"agent {spec!r} does not play {rules.name} with {rules.num_players} players: {error}"
            ) from error
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self.agent = make_agent(self.spec, seed)
        self._followed: Followed | None = Followed(self.agent) if follows(self.agent) else None

    def follow(self, batch: Batch, seats: NDArray[np.bool_]) -> None:
        """What the last step of a batch brought, told to the agent if it has hooks."""
        if self._followed is not None:
            self._followed.follow(batch, seats)

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        if self._followed is not None:
            self._followed.join(batch, games)
        together = getattr(self.agent, "act_many", None)
        if together is None:
            return self._checked(batch, games, (self.ask(batch, game) for game in games.tolist()))
        try:
            answers = list(together([View(batch.game(game), table=game) for game in games.tolist()]))
        except GosuError:
            raise
        except Exception as error:
            raise OpponentError(f"{self.who()} failed in one of {len(games)} games: {told_fault(error)}") from error
        if len(answers) != len(games):
            raise OpponentError(f"{self.who()}: act_many gave {len(answers)} answers to {len(games)} decisions")
        return self._checked(batch, games, answers)

    def ask(self, batch: Batch, game: int) -> Any:
        """The answer in one game, as the agent gives it."""
        view = View(batch.game(game), table=game)
        try:
            return self.agent.act(view)
        except GosuError:
            raise
        except Exception as error:
            decision = view.decision_text()
            raise OpponentError(f"{self.who(batch, game)} failed: {told_fault(error)}; decision: {decision}") from error

    def check(self, batch: Batch, game: int, answer: Any) -> int:
        """Refuse an answer that is not legal."""
        whole = isinstance(answer, int | np.integer) and not isinstance(answer, bool)
        if not whole or not 0 <= answer < batch.num_actions or not batch.mask[game, answer]:
            raise OpponentError(f"{self.who(batch, game)}: {batch.game(game).refusal(answer)}")
        return int(answer)

    def _checked(self, batch: Batch, games: NDArray[np.int64], answers: Iterable[Any]) -> NDArray[np.int64]:
        pairs = zip(games.tolist(), answers, strict=True)
        return np.array([self.check(batch, game, answer) for game, answer in pairs], np.int64)

    def who(self, batch: Batch | None = None, game: int = 0) -> str:
        """The agent and, with a game, where it sits there."""
        where = "" if batch is None else f" at seat {batch.seat[game]} of the game with seed {batch.seeds[game]}"
        return f"agent {self.spec!r}{where}"


PLAYERS: dict[str, type[Any]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def make_player(spec: str, rules: Rules, seed: int = 0, sample: bool = False) -> Player:
    """A player by the name of an agent. With ``sample``, a policy acts by its probabilities, if it does not look ahead.

    An agent that is unknown, cannot be imported or does not play this game is an ``OptionError``.
    """
    source = source_of(spec)
    if source is not None:
        policy = find_policy(source, rules.name, rules.num_players, rules.options)
        network = read_network(policy, rules)
        if policy.about.worlds:
            return LookaheadPlayer(network, rules, policy.about.worlds, seed)
        return NetworkPlayer(network, seed if sample else None)
    if spec == "greedy":
        Choices(rules)  # it needs an evaluation of the game
    player: Player = PLAYERS[spec]() if spec in PLAYERS else AgentPlayer(spec, rules, seed)
    return player


def answers_at_once(spec: str) -> bool:
    """Whether a player by this name answers all games at once; others are asked through views, and may be slow."""
    return spec in PLAYERS or source_of(spec) is not None


def source_of(spec: str) -> str | None:
    """The name or file of a policy that plays as it was trained, with no temperature of its own."""
    name, _, source = spec.partition(":")
    return source if name == "policy" and source and ":temperature=" not in source else None
