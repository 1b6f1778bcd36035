"""Small games for OpenSpiel, with every deal and every draw as a chance node: for its solvers, which visit all of them.

Importing this module makes them known, each by its name and ``_enumerated``. Player 0 begins. Tensors are there for
methods with networks, so that their policies can be measured exactly.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.chance import find_chance
from gosu_env.engine.errors import OptionError, install
from gosu_env.engine.game import Game
from gosu_env.engine.history import History, check_history, history_spec
from gosu_env.engine.rules import GAMES, find_game, find_rules
from gosu_env.engine.spec import Spec
from gosu_env.engine.tokens import FIELDS
from gosu_env.envs.openspiel import NAMELESS

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"this wrapper needs OpenSpiel: {install('adapters')}") from error

MOST_DRAWS = 1 << 20  # outcomes of a chance node, at most
MEMORY_BYTES = 16
TOKENS = 64  # of a history, in the tensor of an information state


@dataclass(frozen=True)
class Outcome:
    """Of chance."""

    probability: float
    record: bytes  # after it
    heard: tuple[bytes, bytes]  # what both players see happen
    told: tuple[bytes, bytes]  # the same as tokens of their histories


@dataclass(frozen=True)
class Position:
    """What there is to ask of a record."""

    seat: int  # -1: the game is over
    legal: list[int]
    returns: list[float]
    seen: tuple[bytes, bytes]  # the observations of both players


def enumerated_type(game: str) -> Any:
    """What OpenSpiel is told of a game."""
    return pyspiel.GameType(
        short_name=f"{game}_enumerated",
        long_name=f"{game.upper()}, every deal and draw a chance node",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=False,
        provides_observation_tensor=True,
        parameter_specification={"history": TOKENS}
        | dict.fromkeys((field.name for field in fields(find_game(game).OPTIONS)), NAMELESS),
    )


class EnumeratedGame(pyspiel.Game):
    """The rules of two players. Options are words, as on the command line: ``{"size": "mini", "hand_size": "1"}``.

    The tensor of an observation is that of ``Game``. That of an information state goes on with the last tokens of what
    the player has seen and done, ``history`` of them, by default 64: no game of size mini has more.
    """

    name: str
    type: Any

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        words = dict(parameters or {})
        self.tokens = check_history(words.pop("history", TOKENS))
        given = [f"{name}={value}" for name, value in words.items() if value != NAMELESS]
        self.rules: Any = find_rules(self.name, 2, find_game(self.name).OPTIONS.read(given))
        chance = find_chance(self.rules, MOST_DRAWS)
        self.draws = chance.Draws(self.rules)
        self.observation_spec, self.memory_spec = self.rules.observation_spec, history_spec(self.rules, self.tokens)
        self._legal = np.zeros(self.rules.max_legal, np.int16)
        self._mask = np.zeros(self.rules.num_actions, np.int8)
        self._positions: dict[bytes, Position] = {}  # solvers come by many times
        self._outcomes: dict[tuple[bytes, int], list[Outcome]] = {}
        self.deals: list[Outcome] = []
        for probability, states in chance.openings(self.rules):
            dealt = self._step(states.tobytes(), -1)
            past = History(self.table(dealt))
            told = past.tokens(0).tobytes(), past.tokens(1).tobytes()
            self.deals.append(Outcome(probability, dealt, self.position(dealt).seen, told))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=MOST_DRAWS,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.options["max_decisions"],
        )
        super().__init__(self.type, info, parameters or {})

    def table(self, record: bytes) -> Game:
        """The game that a record is of."""
        states: NDArray[np.void] = self.rules.new_states(1)
        states.view(np.uint8)[:] = np.frombuffer(record, np.uint8)
        return Game.of_record(self.rules, states)

    def _step(self, record: bytes, action: int) -> bytes:
        states: NDArray[np.void] = self.rules.new_states(1)
        states.view(np.uint8)[:] = np.frombuffer(record, np.uint8)
        self.rules.step(states, action, self._legal, self._mask)
        return states.tobytes()

    def position(self, record: bytes) -> Position:
        """What there is to ask of a record."""
        if record not in self._positions:
            table = self.table(record)
            seen = (table.observe(0).tobytes(), table.observe(1).tobytes())
            returns = table.returns() if table.is_over else [0.0, 0.0]
            self._positions[record] = Position(table.seat, table.legal_actions(), returns, seen)
        return self._positions[record]

    def outcomes(self, record: bytes, action: int) -> list[Outcome]:
        """Everything that may come of an action."""
        if (record, action) not in self._outcomes:
            found = self.draws.outcomes(record, lambda laid: (self._step(laid, action), laid))
            self._outcomes[record, action] = [
                Outcome(probability, after, *self._heard(laid, action)) for probability, after, laid in found
            ]
        return self._outcomes[record, action]

    def _heard(self, record: bytes, action: int) -> tuple[tuple[bytes, bytes], tuple[bytes, bytes]]:
        """What both players hear of an action, and the one who acts, the action; and what of it are new tokens."""
        table = self.table(record)
        seat, past = table.seat, History(table)
        before = [past.tokens(player).nbytes for player in range(2)]
        past.apply(action)
        heard = [past.tokens(player).tobytes() for player in range(2)]
        told = heard[0][before[0] :], heard[1][before[1] :]
        heard[seat] += action.to_bytes(2, "little")
        return (heard[0], heard[1]), told

    def new_initial_state(self) -> EnumeratedState:
        return EnumeratedState(self)

    def information_state_tensor_shape(self) -> list[int]:
        return [self.memory_spec.size]

    def information_state_tensor_size(self) -> int:
        return self.memory_spec.size

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> EnumeratedObserver:
        recalls = iig_obs_type is not None and bool(iig_obs_type.perfect_recall)
        return EnumeratedObserver(self.memory_spec if recalls else self.observation_spec)


class EnumeratedState(pyspiel.State):
    """A position: its record, what both players remember, and what chance has to decide."""

    def __init__(self, game: EnumeratedGame) -> None:
        super().__init__(game)
        self.record = b""  # the last position at which nothing was left to chance
        self.played = -1  # the action since, if chance is to decide what comes of it
        self.memories = (b"", b"")  # digests of all that both players have heard
        self.told = (b"", b"")  # the same as tokens
        self.by_chance = True

    @property
    def pending(self) -> list[Outcome]:
        """What chance decides among."""
        game = self.get_game()
        return game.outcomes(self.record, self.played) if self.record else game.deals  # type: ignore[no-any-return]

    @property
    def position(self) -> Position:
        found: Position = self.get_game().position(self.record)
        return found

    def current_player(self) -> int:
        if self.by_chance:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.seat
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return not self.by_chance and self.position.seat < 0

    def returns(self) -> list[float]:
        return [0.0, 0.0] if self.by_chance else list(self.position.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, outcome.probability) for number, outcome in enumerate(self.pending)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal)

    def _apply_action(self, action: int) -> None:
        if self.by_chance:
            self._come(self.pending[action])
            return
        self.played = action
        found = self.pending
        self.by_chance = len(found) > 1
        if not self.by_chance:
            self._come(found[0])

    def _come(self, outcome: Outcome) -> None:
        """It happens, and both players remember what they hear of it."""
        self.by_chance = False
        self.record = outcome.record
        both = zip(self.memories, outcome.heard, strict=True)
        self.memories = tuple(_digest(memory, heard) for memory, heard in both)  # type: ignore[assignment]
        self.told = self.told[0] + outcome.told[0], self.told[1] + outcome.told[1]

    def information_state_string(self, player: int | None = None) -> str:
        """The same for two positions in which the player has seen and done the same."""
        seat = self.current_player() if player is None else player
        seen = b"" if self.by_chance else self.position.seen[seat]
        return f"player {seat}: {_digest(self.memories[seat], seen).hex()}"

    def recall(self, seat: int) -> NDArray[np.int8]:
        """What a player sees, and the last tokens of what it has seen and done; zeros while chance decides."""
        game = self.get_game()
        if self.by_chance:
            return np.zeros(game.memory_spec.size, np.int8)
        latest = np.zeros((len(FIELDS), game.tokens), np.int8)
        tokens = np.frombuffer(self.told[seat], np.int8).reshape(-1, len(FIELDS))[::-1][: game.tokens]
        latest[:, : len(tokens)] = tokens.T
        return np.concatenate([np.frombuffer(self.position.seen[seat], np.int8), latest.reshape(-1)])

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        seat = self.current_player() if player is None else player
        if seat not in (0, 1):
            raise OptionError("information_state_tensor: players are numbered from 0 to 1")
        return self.recall(seat).astype(float).tolist()  # type: ignore[no-any-return]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action} of chance"
        text: str = self.get_game().table(self.record).action_text(action)
        return text

    def __str__(self) -> str:
        return "chance decides" if self.by_chance else str(self.get_game().table(self.record).describe())


class EnumeratedObserver:
    """What a player may know, named slice by slice: the observation, perhaps with the last tokens behind it."""

    def __init__(self, spec: Spec) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(spec.size, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {name: self.tensor[place] for name, place in spec.items()}

    def set_from(self, state: EnumeratedState, player: int) -> None:
        self.tensor[...] = state.recall(player)[: len(self.tensor)]

    def string_from(self, state: EnumeratedState, player: int) -> str:
        return state.information_state_string(player)


def _digest(*parts: bytes) -> bytes:
    made = hashlib.blake2b(digest_size=MEMORY_BYTES)
    for part in parts:
        made.update(len(part).to_bytes(4, "little") + part)
    return made.digest()


for game in GAMES:
    known = enumerated_type(game)
    class_name = f"{game.capitalize()}EnumeratedGame"
    globals()[class_name] = type(class_name, (EnumeratedGame,), {"name": game, "type": known, "__module__": __name__})
    pyspiel.register_game(known, globals()[class_name])
