"""A player that tries every answer in sampled worlds and takes the one after which a network expects most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents import lookahead_loops
from gosu_env.agents.features import Features
from gosu_env.agents.inference import Net, copy_room, make_net, prepare_all
from gosu_env.engine.bind import bind
from gosu_env.engine.rules import Rules
from gosu_env.engine.shares import Shares

PARTS = 8  # ranges of games for each thread: some take much longer to look ahead in than others


class Lookahead:
    """Looks one answer ahead with a network, in many games at once, on some threads."""

    def __init__(self, rules: Rules, worlds: int = 1, shares: Shares | None = None) -> None:
        self.rules, self.worlds = rules, worlds
        self.shares = shares or Shares(1)
        self._loops: Any = bind(lookahead_loops, rules.verbs)
        threads = range(self.shares.threads)
        self._room = [rules.new_states(3) for _ in threads]
        self._lists = [np.zeros((3, rules.max_legal), np.int16) for _ in threads]
        self._hope = [np.zeros(rules.max_legal) for _ in threads]
        self._nets: list[Net] = []

    def use(self, weights: Mapping[str, NDArray[np.float32]], depth: int, features: Features) -> None:
        """Judge positions with a network from now on."""
        net = make_net(dict(weights), depth, features)
        prepare_all(net)
        self._nets = [net, *(copy_room(net) for _ in range(self.shares.threads - 1))]

    def answer(
        self, states: NDArray[np.void], seeds: NDArray[np.int64], rules: Rules | None = None
    ) -> NDArray[np.int64]:
        """The answers to the pending decisions of games: each from what its deciding seat knows, and a seed.

        ``rules``: those of the games, if their card set is another one.
        """
        tables = (rules or self.rules).tables
        actions = np.zeros(len(states), np.int64)
        room = (self._nets, self._room, self._lists, self._hope)
        asked = (self.rules.turn_begins, seeds, self.worlds, actions)
        self.shares.run(self._loops.look_ahead, len(states), states, tables, *room, *asked, parts=PARTS)
        return actions

    def weigh(self, states: NDArray[np.void], seed: int) -> dict[int, float]:
        """The return that every answer to the pending decision of one game promises."""
        room = (self._nets[0], self._room[0], self._lists[0], self._hope[0])
        asked = (self.rules.turn_begins, np.array([seed]), self.worlds, np.zeros(1, np.int64))
        count = self._loops.look_ahead(states, self.rules.tables, *room, *asked, 0, 1)
        return dict(zip(self._lists[0][0, :count].tolist(), self._hope[0][:count].tolist(), strict=True))

    def observe(
        self,
        states: NDArray[np.void],
        seats: NDArray[np.int64],
        out: NDArray[np.int8],
        rules: Rules | None = None,
    ) -> None:
        """What one seat of every game sees, (N, columns)."""
        tables = (rules or self.rules).tables
        self.shares.run(self._loops.observe_seat, len(states), states, tables, seats, out)
