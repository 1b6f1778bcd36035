"""What happened in one game of Goblin Laundromat: how washes went, what was scored, what paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gosu_env import Game
from gosu_env.agents.balance import tally
from gosu_env.engine.events import Event
from gosu_env.laundromat.scoring import COINS_FOR
from gosu_env.laundromat.state import ROUNDS

# How a wash went.
WASHES = ("completed", "stopped", "failed")
COMPLETED, STOPPED, FAILED = range(len(WASHES))


class Tally(tally.Tally):
    """A game played again: what its seats were dealt, how their washes went, what they scored.

    - ``order``: the seats as they did the laundry of the first round.
    - ``species``: of the baskets, int8 (seats,).
    - ``programmes``: int8 (seats, ROUNDS); ``washes``, one of WASHES for each.
    - ``scored``: copies of each garment, int8 (seats, kinds).
    - ``coins``: what each of COINS_FOR paid in the end, int16 (seats, COINS_FOR).
    - ``potions``: whether the potion was used, bool (seats,).
    """

    def __init__(self, game: Game, actions: Sequence[int]) -> None:
        self._round = int(game.state.round_number)
        self.order: list[int] = []
        self.washes = np.full((game.num_players, ROUNDS), COMPLETED, np.int8)
        super().__init__(game, actions)
        st, seats = self.game.state, slice(0, self.game.num_players)
        rules: Any = self.game.rules
        parts = rules.count_coins(self.game.states)[1]
        self.species = st.species[seats].copy()
        self.programmes = st.programme[seats].copy()
        self.scored = st.scored[seats].copy()
        self.coins = np.array([[paid[name] for name in COINS_FOR] for paid in parts], np.int16)
        self.potions = st.potion[seats] == 0

    def count(self, event: Event) -> None:
        if event.word == "round begins":
            self._round = event.number
        elif event.word == "turn begins" and self._round == 1:
            self.order.append(event.seat)
        elif event.word in ("stopped", "failed"):
            self.washes[event.seat, self._round - 1] = WASHES.index(event.word)
