"""What happened in one game: who picked which clan when, and which cards were drawn, placed, shifted, activated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env import Game
from gosu_env.agents.balance import tally
from gosu_env.armies.state import SLOTS
from gosu_env.engine.events import Event
from gosu_env.gosux.events import HANDS, LOOK
from gosu_env.gosux.state import CLANS, KINDS, PLAYERS

# What is counted, for every seat and card.
EVENTS = ("drawn", "placed", "replaced", "brought", "activated")
DRAWN, PLACED, REPLACED, BROUGHT, ACTIVATED = range(len(EVENTS))
NOT_PICKED = -1


class Tally(tally.Tally):
    """A game played again: ``counts``, int16 (seats, EVENTS, kinds); ``picks`` and ``owners`` by clan.

    - ``drawn``: came into the hand in whatever way.
    - ``placed``: laid down by placing.
    - ``replaced``: made way in a shift.
    - ``brought``: came in by a shift.
    - ``activated``: had a token put on it.
    """

    def __init__(self, game: Game, actions: Sequence[int]) -> None:
        self.opener = int(game.state.first_seat)  # picks first and begins
        self.counts: NDArray[np.int16] = np.zeros((PLAYERS, len(EVENTS), KINDS), np.int16)
        owners = game.state.clan_owner.astype(np.int64)  # with clans that were dealt, they are there
        self.owners: NDArray[np.int64] = owners
        self.picks = np.full(CLANS, NOT_PICKED)
        self._picked = 0
        super().__init__(game, actions)

    @property
    def in_hand(self) -> NDArray[np.bool_]:
        """Which cards every seat has had in its hand: bool (seats, kinds)."""
        had: NDArray[np.bool_] = self.counts[:, DRAWN] > 0
        return had

    def count(self, event: Event) -> None:
        if event.word == "picked":
            self.picks[event.number] = self._picked
            self.owners[event.number] = event.seat
            self._picked += 1
        if event.card is None:
            return
        if HANDS <= event.to_zone < LOOK:
            self.counts[event.to_zone - HANDS, DRAWN, event.card] += 1
        seat = self.counts[event.seat]
        if event.word in ("placed", "replaced"):
            seat[PLACED if event.word == "placed" else REPLACED, event.card] += 1
        elif event.word == "brought in":
            seat[BROUGHT, event.card] += 1
        elif event.word == "activated":
            self.counts[event.to_zone // SLOTS, ACTIVATED, event.card] += 1
