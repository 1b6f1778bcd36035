"""What batches share, on the CPU and on a GPU."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import DataError, OptionError
from gosu_env.engine.game import check_whole, shown
from gosu_env.engine.records import records
from gosu_env.engine.rules import Rules
from gosu_env.engine.spec import Spec
from gosu_env.engine.spelling import nearest


class AnyBatch:
    """What a batch tells about its games, wherever they are played."""

    rules: Rules
    card_sets: tuple[Rules, ...]
    num_envs: int
    history: int
    states: Any  # arrays, wherever they lie
    seeds: Any
    sets: Any
    _spec: Spec
    _streams: Any
    _ring: Any
    _heard: Any

    @property
    def num_players(self) -> int:
        return self.rules.num_players

    @property
    def num_actions(self) -> int:
        return self.rules.num_actions

    @property
    def action_spec(self) -> Spec:
        return self.rules.action_spec

    @property
    def observation_spec(self) -> Spec:
        """The named slices of ``obs``; with ``history``, the last tokens stand behind the observation."""
        return self._spec

    @property
    def state_spec(self) -> Spec:
        """The named slices of ``central_state``."""
        return self.rules.state_spec

    @property
    def hidden_spec(self) -> Spec:
        """The named slices of ``hidden``."""
        return self.rules.hidden_spec

    @property
    def belief_spec(self) -> Spec:
        """The named slices of ``belief`` and ``known``."""
        return self.rules.belief_spec

    def _kept(self) -> dict[str, Any]:
        """What the games go on from, by the names in a snapshot."""
        kept = {"states": self.states, "streams": self._streams, "seeds": self.seeds}
        kept |= {"sets": self.sets} if len(self.card_sets) > 1 else {}
        return kept | ({"ring": self._ring, "heard": self._heard} if self.history else {})

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.num_envs} games of {self.rules.name}, {self.num_players} players>"


def game_streams(seed: int, num_envs: int, copies: int = 1) -> NDArray[np.uint32]:
    """A random stream of its own for every ``copies`` games: uint32, shape (N, 4), the same on every device."""
    streams = -(-num_envs // copies)
    words: NDArray[Any] = np.random.SeedSequence(seed).generate_state(4 * streams, np.uint32).reshape(streams, 4)
    words[:, 0] |= 1  # never the all-zero state
    return np.repeat(words, copies, axis=0)[:num_envs]


# What a batch shows besides the present decision, where it is asked for.
EXTRAS = {
    "seat_obs": "what every seat may know, also those that wait",
    "final_obs": "what every seat saw of a game that ended, before the next one was dealt",
    "central_state": "the observations of all seats, and the cards that none of them sees",
    "hidden": "what the others hold out of sight of the deciding seat",
}
BELIEFS = {
    "belief": "how much of that is to be expected by counting alone, in ``belief``, and what is known, in ``known``",
}


def check_extras(extras: Iterable[str]) -> frozenset[str]:
    """The names of extras; any other word is refused."""
    asked = [extras] if isinstance(extras, str) else list(extras)
    for name in asked:
        if name not in EXTRAS | BELIEFS:
            raise OptionError(f"extras: unknown name {name!r}; {nearest(str(name), list(EXTRAS | BELIEFS))}")
    return frozenset(asked)


def extra_shapes(rules: Rules, extras: frozenset[str], seen: int) -> dict[str, tuple[int, ...]]:
    """The shape that an extra has in each game, with ``seen`` entries of an observation; none if it is not wanted."""
    players = rules.num_players
    shapes: dict[str, tuple[int, ...]] = {"seat_obs": (players, seen), "final_obs": (players, seen)}
    shapes |= {"central_state": (rules.state_spec.size,), "hidden": (rules.hidden_spec.size,)}
    return {name: shape if name in extras else (*shape[:-1], 0) for name, shape in shapes.items()}


def refusal(batch: Any, given: NDArray[Any], illegal: NDArray[np.bool_]) -> str:
    """Which actions given to a batch are illegal, and why."""
    wrong = np.flatnonzero(illegal)
    games = "; ".join(f"game {i}: {batch.game(i).refusal(int(given[i]))}" for i in wrong[:5])
    return f"{len(wrong)} of {batch.num_envs} actions are illegal, nothing was applied: {games}"


def check_game(index: Any, num_envs: int) -> int:
    try:
        return check_whole("game", index, 0, num_envs - 1)
    except OptionError:
        raise OptionError(f"game {shown(index)}: games are numbered from 0 to {num_envs - 1}") from None


def check_snapshot(
    card_sets: Sequence[Rules], own: Mapping[str, NDArray[Any]], given: Mapping[str, NDArray[Any]]
) -> None:
    """Refuse a snapshot that is not of such a batch, with games that go on."""
    for name, array in own.items():
        found = given.get(name)
        if found is None or found.shape != array.shape or found.dtype != array.dtype:
            what = "is missing" if found is None else f"is {found.dtype} of shape {found.shape}"
            raise DataError(f"snapshot: {name} {what}, not {array.dtype} of shape {array.shape}")
    if not given["streams"].any(axis=1).all():
        raise DataError("snapshot: a random stream has an all-zero state")
    if (given["seeds"] < 0).any():
        raise DataError("snapshot: seeds are from 0 to 2**63 - 1")
    states = records(card_sets[0].new_states(1).dtype, given["states"].tobytes())
    if len(card_sets) == 1:
        card_sets[0].check(states, running=True)
        return
    if not ((given["sets"] >= 0) & (given["sets"] < len(card_sets))).all():
        raise DataError(f"snapshot: sets are from 0 to {len(card_sets) - 1}")
    for number in np.unique(given["sets"]):
        card_sets[number].check(states[given["sets"] == number], running=True)
