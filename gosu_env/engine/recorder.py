"""``Recorder``: keeps what is decided in a game, and makes a replay of it."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.audience import Audience
from gosu_env.engine.errors import OptionError
from gosu_env.engine.game import Game
from gosu_env.engine.replay import Replay, check_byte, fingerprint, maker
from gosu_env.engine.replay_format import Header
from gosu_env.engine.view import Agent, Thoughts, View

Probabilities = Mapping[int, float] | NDArray[np.floating[Any]]


def agent_name(agent: Agent | str) -> str:
    """How an agent is called: by its ``name``, or else by its class."""
    if isinstance(agent, str):
        return agent
    name = getattr(agent, "name", None)
    return name if isinstance(name, str) else type(agent).__name__


def _plain(value: Any, where: str) -> Any:
    """The same out of dicts, lists, strings, numbers, True, False and None, so that any file can hold it."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise OptionError(f"{where}: keys must be strings, not {key!r}")
        return {key: _plain(each, f"{where}[{key!r}]") for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each, where) for each in value]
    if isinstance(value, np.generic):
        return _plain(value.item(), where)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise OptionError(f"{where}: expected plain data (None, bool, int, float, str, list, dict), not {value!r}")


class Recorder:
    """Plays on a game and keeps what is decided.

    >>> recorder = Recorder(Game(seed=7), agents=["random", "greedy"])
    >>> while not recorder.game.is_over:
    ...     recorder.apply(recorder.game.legal_actions()[0], value=0.1)
    >>> recorder.save("game.gosu")

    ``agents`` are the players of the seats, or their names. ``metadata`` is for whoever reads the replay later: plain
    data, such as the number of a match. The game may be a position; a replay of one holds it. ``listeners`` are the
    agents, by their seats, that are told what happens if they have hooks (``engine.audience``); without it, those of
    ``agents``.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent | str] | None = None,
        metadata: Mapping[str, Any] | None = None,
        listeners: Mapping[int, Agent] | None = None,
    ) -> None:
        n = game.num_players
        names = tuple(map(agent_name, agents)) if agents is not None else ("",) * n
        if len(names) != n:
            raise OptionError(f"agents: {n} seats need {n} agents, not {len(names)}")
        rules, seed = game.rules, game.seed
        if seed is not None and game.deal(seed) != game:
            seed = None
        start = game.to_bytes() if seed is None else None
        plain = _plain(metadata or {}, "metadata")
        self.game = game
        self.header = Header(rules.name, n, dict(rules.options), rules.digest, seed, start, names, plain, maker())
        self._actions: list[int] = []
        self._checks = bytearray()
        self._thoughts: list[Thoughts | None] = []
        if listeners is None:
            listeners = {seat: agent for seat, agent in enumerate(agents or ()) if not isinstance(agent, str)}
        self._audience = Audience(game, listeners)

    def apply(
        self,
        action: int,
        probabilities: Probabilities | None = None,
        value: float | None = None,
        note: str | None = None,
    ) -> None:
        """Answer the pending decision, and keep the answer with what the agent thought of it: see ``Thoughts``.

        Anything that is wrong raises and leaves game and record untouched.
        """
        thoughts = None
        if probabilities is not None or value is not None or note is not None:
            thoughts = Thoughts(self._chances(probabilities), self._value(value), self._note(note))
        self.game.apply(action)
        self._actions.append(int(action))
        self._checks.append(check_byte(self.game))
        self._thoughts.append(thoughts)
        self._audience.hear(action)

    def ask(self, agent: Agent) -> int:
        """Let an agent decide; the action, applied and kept with the agent's thoughts."""
        action = agent.act(View(self.game))
        thoughts: Thoughts = getattr(agent, "thoughts", None) or Thoughts()
        self.apply(action, thoughts.probabilities, thoughts.value, thoughts.note)
        return action

    def branch(self) -> Recorder:
        """Another recorder that has kept the same, over a clone of the game."""
        other = copy.copy(self)
        other.game = self.game.clone()
        other._actions, other._checks = list(self._actions), bytearray(self._checks)
        other._thoughts = list(self._thoughts)
        return other

    def replay(self) -> Replay:
        """What has been played so far."""
        game = self.game
        returns = tuple(game.returns()) if game.is_over else None
        thoughts = tuple(self._thoughts) if any(each is not None for each in self._thoughts) else ()
        return Replay(self.header, tuple(self._actions), bytes(self._checks), thoughts, fingerprint(game), returns)

    def save(self, path: str | os.PathLike[str]) -> None:
        self.replay().save(path)

    # -------------------------------------------------------------------------------------------- checks

    def _chances(self, given: Probabilities | None) -> dict[int, float] | None:
        """The probabilities above 0, as a replay keeps them: in single precision."""
        if given is None:
            return None
        game = self.game
        pairs: list[tuple[Any, Any]]
        if isinstance(given, Mapping):
            pairs = list(given.items())
        else:
            vector = np.asarray(given)
            if vector.shape != (game.num_actions,):
                raise OptionError(f"probabilities: expected shape ({game.num_actions},), not {vector.shape}")
            pairs = [(action, vector[action]) for action in np.flatnonzero(vector).tolist()]
        legal = set(game.legal_actions())
        kept: dict[int, float] = {}
        for action, chance in pairs:
            if not 0 <= chance <= 1.0001:
                raise OptionError(f"probabilities: {chance!r} for action {action!r} is out of range; expected 0 to 1")
            if chance > 0 and action not in legal:
                raise OptionError(f"probabilities: {game.refusal(action)}")
            if chance > 0:
                kept[int(action)] = float(np.float32(chance))
        return kept or None

    @staticmethod
    def _value(given: float | None) -> float | None:
        if given is None:
            return None
        value = float(given)
        if not -1.0001 <= value <= 1.0001:
            raise OptionError(f"value: {given!r} is not a return; expected -1 to 1")
        return value

    @staticmethod
    def _note(given: str | None) -> str | None:
        if given is None or isinstance(given, str):
            return given
        raise OptionError(f"note: {given!r} is not a string")


def record(game: Game, agents: Sequence[Agent], metadata: Mapping[str, Any] | None = None) -> Replay:
    """Let agents play a game to its end."""
    recorder = Recorder(game, agents, metadata)
    while not game.is_over:
        recorder.ask(agents[game.seat])
    return recorder.replay()
