"""All games for OpenSpiel. Importing this module makes them known: ``pyspiel.load_game("gosu(players=3)")``."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import OptionError, install
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.history import History, check_history, history_spec
from gosu_env.engine.rules import GAMES, find_game

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"this wrapper needs OpenSpiel: {install('adapters')}") from error

# Nature moves first: seven chance nodes draw the digits of the seed of ``Game``, which has 63 bits.
SEED_DIGITS = 7
DIGIT_VALUES = 512
CHANCE_OUTCOMES = [(value, 1 / DIGIT_VALUES) for value in range(DIGIT_VALUES)]
MEMORY_BYTES = 16
NAMELESS = ""  # stands for None: a parameter of OpenSpiel must have a value
TOKENS = 256  # of a history, in the tensor of an information state


def game_type(game: str) -> Any:
    """What OpenSpiel is told of a game."""
    module = find_game(game)
    usual = module.OPTIONS().as_dict()
    return pyspiel.GameType(
        short_name=game,
        long_name=game.upper(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=module.PLAYERS[-1],
        min_num_players=module.PLAYERS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": module.PLAYERS[0], "history": TOKENS}
        | dict.fromkeys(seldom_given(game), NAMELESS)
        | {name: NAMELESS if value is None else value for name, value in usual.items()},
    )


def seldom_given(game: str) -> list[str]:
    """Options that a game tells only where they are not the usual ones; for OpenSpiel they are words: ``"3"``."""
    options = find_game(game).OPTIONS
    told = options().as_dict()
    return [field.name for field in fields(options) if field.name not in told]


class FamilyGame(pyspiel.Game):
    """The rules with their options: ``players``, those of the game, and ``history``.

    The tensor of an information state is the observation and the last so many tokens of the player's history, by
    default 256: nearly all of a game of two. The string has all of them.

    Actions, observations and returns are those of ``gosu_env.Game``. The first seven moves are nature's: they draw the
    seed, after which nothing is left to chance. A history is therefore a whole game.
    """

    name: str
    type: Any

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        players = given.pop("players", self.type.parameter_specification["players"])
        self.tokens = check_history(given.pop("history", TOKENS))
        seldom = {name: given.pop(name, NAMELESS) for name in seldom_given(self.name)}
        words = [f"{name}={value}" for name, value in seldom.items() if value != NAMELESS]
        options = {name: None if value == NAMELESS else value for name, value in given.items()}
        options |= find_game(self.name).OPTIONS.read(words)
        self.prototype = Game(self.name, players, 0, **options)
        rules = self.prototype.rules
        self.memory_spec = history_spec(rules, self.tokens)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_actions,
            max_chance_outcomes=DIGIT_VALUES,
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rules.options["max_decisions"],
        )
        super().__init__(self.type, info, parameters or {})

    def new_initial_state(self) -> FamilyState:
        return FamilyState(self)

    def deal(self, seed: int) -> FamilyState:
        """The state after nature has drawn this seed: the deal of ``Game(seed=seed)``."""
        state, number = self.new_initial_state(), check_seed(seed)
        for place in reversed(range(SEED_DIGITS)):
            state.apply_action(number // DIGIT_VALUES**place % DIGIT_VALUES)
        return state

    def max_chance_nodes_in_history(self) -> int:
        return SEED_DIGITS

    def information_state_tensor_shape(self) -> list[int]:
        return [self.memory_spec.size]

    def information_state_tensor_size(self) -> int:
        return self.memory_spec.size

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> FamilyObserver:
        return FamilyObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class FamilyState(pyspiel.State):
    """A game, or the seed of one that is still being drawn."""

    def __init__(self, game: FamilyGame) -> None:
        super().__init__(game)
        self.table: Game | None = None  # None: not dealt yet
        self._seed = 0
        self._digits = 0
        self.past: History | None = None  # what every seat has seen happen and has done
        self._memories: list[bytes] = []  # of every seat: a digest of all its observations and answers

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.seat
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.is_over

    def returns(self) -> list[float]:
        return [0.0] * self.num_players() if self.table is None else self.table.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCE_OUTCOMES

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        return self.table.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self._seed = self._seed * DIGIT_VALUES + action
            self._digits += 1
            if self._digits == SEED_DIGITS:
                self._begin(self.get_game().prototype.deal(self._seed))
        else:
            seat = self.table.seat
            self.table.apply(action)
            assert self.past is not None
            self.past.apply(action)
            self._memories[seat] += action.to_bytes(2, "little")
            self._remember()

    def _begin(self, table: Game, past: History | None = None) -> None:
        self.table = table
        self.past = past or History(table)
        self._memories = [b""] * table.num_players
        self._remember()

    def _remember(self) -> None:
        """Every seat remembers what it sees now, after all that it remembers already."""
        assert self.table is not None
        for seat, memory in enumerate(self._memories):
            seen = memory + self.table.observe(seat).tobytes()
            self._memories[seat] = hashlib.blake2b(seen, digest_size=MEMORY_BYTES).digest()

    def memory(self, seat: int) -> str:
        """The same for two states if the seat has seen and done the same in both."""
        return self._memories[seat].hex() if self.table is not None else ""

    def recall(self, seat: int) -> NDArray[np.int8]:
        """What a seat sees, and the last tokens of what it remembers."""
        if self.table is None or self.past is None:
            return np.zeros(self.get_game().memory_spec.size, np.int8)
        return np.concatenate([self.table.observe(seat), self.past.latest(seat, self.get_game().tokens)])

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.num_players():
            raise OptionError(f"information_state_tensor: players are numbered from 0 to {self.num_players() - 1}")
        return self.recall(seat).astype(float).tolist()  # type: ignore[no-any-return]

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> FamilyState:
        """Another state that the player cannot tell from this one, made of ``rng``, which gives numbers of [0, 1).

        It begins here and has no history: the true one would tell what the player does not know.
        """
        if self.table is None or self.past is None:
            raise OptionError("resample_from_infostate: no cards have been dealt")
        world: FamilyState = self.get_game().new_initial_state()
        table = self.table.determinize(player_id, int(rng() * 2**53))
        world._begin(table, self.past.believe(table, player_id))
        world._memories[player_id] = self._memories[player_id]
        return world

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed digit {action}"
        assert self.table is not None
        return self.table.action_text(action)

    def __str__(self) -> str:
        if self.table is None:
            return f"{self._digits} of {SEED_DIGITS} digits of the seed: {self._seed}"
        return self.table.describe()


class FamilyObserver:
    """What a seat may know, named slice by slice: the observation; with perfect recall, its history as well."""

    def __init__(self, game: FamilyGame, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise OptionError(f"observations of {game.name} take no parameters; got {params}")
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise OptionError(
                f"observations of {game.name} are those of one player: public_info and private_info of that seat"
            )
        self._recalls = bool(iig_obs_type.perfect_recall)
        spec = game.memory_spec if self._recalls else game.prototype.observation_spec
        self.tensor: NDArray[np.float32] = np.zeros(spec.size, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {block.name: self.tensor[spec[block.name]] for block in spec.blocks}

    def set_from(self, state: FamilyState, player: int) -> None:
        if self._recalls:
            self.tensor[...] = state.recall(player)
        else:
            self.tensor[...] = 0 if state.table is None else state.table.observe(player)

    def string_from(self, state: FamilyState, player: int) -> str:
        if state.table is None:
            return "no cards have been dealt"
        if self._recalls:
            assert state.past is not None
            return f"seat {player}\n{state.past.text(player)}\n{state.memory(player)}"
        # The text of a table is for people; the digest tells apart what the text does not.
        digest = hashlib.blake2b(state.table.observe(player).tobytes(), digest_size=MEMORY_BYTES).hexdigest()
        return f"{state.table.describe(player)}\n{digest}"


for game in GAMES:
    known = game_type(game)
    class_name = f"{game.capitalize()}Game"
    globals()[class_name] = type(class_name, (FamilyGame,), {"name": game, "type": known, "__module__": __name__})
    pyspiel.register_game(known, globals()[class_name])
