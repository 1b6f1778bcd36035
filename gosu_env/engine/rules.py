"""What ``Game`` and the environments ask of the rules of a game, and where to find them by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Mapping
from types import ModuleType
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import OptionError
from gosu_env.engine.generated import pool_of
from gosu_env.engine.options import Options
from gosu_env.engine.spec import Spec

GAMES = {
    "gosu": "gosu_env.gosu.ruleset",
    "gosux": "gosu_env.gosux.ruleset",
    "laundromat": "gosu_env.laundromat.ruleset",
}
USUAL_GAME = "gosu"  # the game meant where nobody names one


class GameModule(Protocol):
    """The module ``ruleset`` of a game's folder."""

    OPTIONS: type[Options]
    PLAYERS: range  # how many may play
    VARIANTS: dict[str, dict[str, Any]]  # options that compiled code is made for, by a title; the plain game first

    def make_rules(self, num_players: int, options: Mapping[str, Any]) -> Rules:
        """The rules for these options; refuses what the game cannot have."""


class Rules(Protocol):
    """A game with its options fixed. States are arrays of one record or more; ``step`` and the like mean the first.

    ``step`` and ``legal_actions`` return a status: how many actions are legal, the deciding seat + 1 from bit 16 on,
    and how the game ended (0: it has not) from bit 24 on.
    """

    name: str
    title: str  # the name of the game for people
    num_players: int
    options: dict[str, Any]
    digest: str
    former: tuple[str, ...]  # digests of earlier editions of these cards, from which little has changed
    num_actions: int
    max_legal: int  # the longest list of legal actions
    action_spec: Spec
    observation_spec: Spec
    observation_size: int
    hidden_spec: Spec  # what others hold out of a seat's sight
    belief_spec: Spec  # what others hold out of a seat's sight, and the cards that no seat sees
    unseen_spec: Spec  # the cards that no seat sees
    state_spec: Spec  # the observations of all seats, and the cards that none of them sees
    tables: NDArray[np.void]  # what the compiled rules read besides the state
    settings_array: NDArray[np.int64]  # the options that the compiled rules take
    members: int  # seats that win together: 2 with teams
    best_return: float  # what a winner gets who shares a victory with nobody but its team
    verbs: ModuleType  # the game as ``engine.verbs``
    turn_begins: NDArray[np.bool_]  # by the number of a decision: whether a turn begins with it, rather than goes on
    endings: tuple[str, ...]  # how a game may have ended, by its number in a status
    extras: Any  # the compiled loops over what is not always asked for, ``engine.extra_loops`` bound to the game
    beliefs: Any  # the compiled loops over what seats may believe, ``engine.belief_loops`` bound to the game
    decisions: tuple[str, ...]  # what may be asked, by its number; the first is nothing
    vocabulary: Any  # of tokens: ``engine.tokens.Vocabulary``
    memories: Any  # the compiled loops of a batch that remembers, ``engine.told_loops`` bound to the game
    batch: Any  # the compiled loops of a batch, ``engine.batch_loops`` bound to the game

    def bind(self, template: ModuleType) -> Any: ...

    def begins_turn(self, states: NDArray[np.void]) -> NDArray[np.bool_]: ...
    def new_states(self, count: int) -> NDArray[np.void]: ...
    def start(self, states: NDArray[np.void], seed: int) -> None: ...
    @property
    def answer_entry(self) -> Callable[..., int]:
        """``entries.answer``, for (states, tables, 0, action, legal, mask)."""

    @property
    def observe_entry(self) -> Callable[..., None]:
        """``entries.observe``, for (states, tables, 0, seat, out)."""

    def step(self, states: NDArray[np.void], action: int, legal: NDArray[np.int16], mask: NDArray[np.int8]) -> int: ...
    def tell(self, states: NDArray[np.void], action: int, legal: NDArray[np.int16], mask: NDArray[np.int8]) -> int: ...
    def legal_actions(self, states: NDArray[np.void], legal: NDArray[np.int16], mask: NDArray[np.int8]) -> int: ...
    def observe(self, states: NDArray[np.void], seat: int, out: NDArray[np.int8]) -> None: ...
    def card_facts(self) -> NDArray[np.float32]: ...
    def hidden(self, states: NDArray[np.void], seat: int) -> NDArray[np.int8]: ...
    def belief(self, states: NDArray[np.void], seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8], bool]: ...
    def known(self, states: NDArray[np.void], seat: int) -> NDArray[np.int8]: ...
    def central_state(self, states: NDArray[np.void]) -> NDArray[np.int8]: ...
    def returns(self, states: NDArray[np.void]) -> list[float]: ...
    def play(
        self, decisions: int, rng: NDArray[np.uint32], *, mask: bool, observe: bool, check: bool
    ) -> tuple[NDArray[np.int64], int]: ...
    def determinize(self, states: NDArray[np.void], seat: int, seed: int) -> NDArray[np.void]: ...
    def device_source(self, parts: Collection[str] = ()) -> str: ...
    def position(self, **table: Any) -> NDArray[np.void]: ...
    def first_fault(self, states: NDArray[np.void]) -> tuple[int, str] | None: ...
    def check(self, states: NDArray[np.void], running: bool = False) -> None: ...
    def card_name(self, kind: int) -> str: ...
    def action_text(self, st: Any, action: int) -> str: ...
    def parse_action(self, st: Any, legal: list[int], text: str) -> int: ...
    def decision_text(self, st: Any) -> str: ...
    def describe(self, states: NDArray[np.void], seat: int | None) -> str: ...
    def strengths(self, states: NDArray[np.void]) -> list[int]: ...
    def ending(self, st: Any) -> tuple[str, str | None]: ...
    def to_json(self, states: NDArray[np.void], seat: int | None) -> dict[str, Any]: ...


def find_game(game: str) -> GameModule:
    """A game by its name."""
    if not isinstance(game, str) or game not in GAMES:
        raise OptionError(f"unknown game {game!r}; known: {', '.join(GAMES)}")
    return cast("GameModule", importlib.import_module(GAMES[game]))


def find_rules(game: str, num_players: int, options: Mapping[str, Any]) -> Rules:
    """The rules of a game by its name."""
    return find_game(game).make_rules(num_players, options)


def find_card_sets(game: str, num_players: int, options: Mapping[str, Any]) -> tuple[Rules, ...]:
    """The rules with every card set of a range, ``cards="generated:0-99"``; of another name, those alone."""
    names = pool_of(str(options.get("cards") or ""))
    if names is None:
        return (find_rules(game, num_players, options),)
    return tuple(find_rules(game, num_players, {**options, "cards": name}) for name in names)


def check_players(game: str, num_players: Any, what: str = "num_players") -> int:
    """A number of players that a game allows."""
    allowed = find_game(game).PLAYERS
    if not isinstance(num_players, int) or isinstance(num_players, bool) or num_players not in allowed:
        listed = [str(number) for number in allowed]
        expected = " or ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)
        raise OptionError(f"{what} must be {expected}, not {num_players!r}")
    return num_players
