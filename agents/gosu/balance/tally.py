"""What happened to the cards in one game: drawn, placed, mutated, activated, by whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env import Game
from gosu_env.agents.balance import tally
from gosu_env.armies.state import SLOTS
from gosu_env.engine.events import Event
from gosu_env.gosu.events import DECK, HANDS
from gosu_env.gosu.state import CLANS

# What is counted, for every seat and card.
EVENTS = ("dealt", "drawn", "placed", "replaced", "brought", "activated")
DEALT, DRAWN, PLACED, REPLACED, BROUGHT, ACTIVATED = range(len(EVENTS))

Counts = NDArray[np.int16]


class Tally(tally.Tally):
    """A game played again, and what its seats did with their cards: ``counts``, int16 (seats, EVENTS, kinds).

    ``clans`` says which clans were in play, bool (clans,).

    - ``dealt``: was in the first hand, after the draft if there was one.
    - ``drawn``: came into the hand in whatever way: dealt, drawn, kept, searched, taken, stolen, returned.
    - ``placed``: laid down by placing.
    - ``replaced``: made way in a mutation.
    - ``brought``: came in by a mutation, from the hand or from the discard pile.
    - ``activated``: had a token put on it, or its power after a colon was used.
    """

    def __init__(self, game: Game, actions: Sequence[int]) -> None:
        self.opener = int(game.state.advantage)  # begins the first round (G-2.2)
        hands = game.state.hand[: game.num_players]
        self.counts: Counts = np.zeros((game.num_players, len(EVENTS), hands.shape[1]), np.int16)
        self.counts[:, [DEALT, DRAWN]] += hands[:, None]
        self._drafting = bool(game.state.draft)
        self._making_way = -1
        super().__init__(game, actions)
        in_play = self.game.state.clans.astype(bool)
        self.clans = in_play if len(in_play) else np.ones(CLANS, bool)  # without Kamakor there is no choice

    @property
    def in_hand(self) -> NDArray[np.bool_]:
        """Which cards every seat has had in its hand: bool (seats, kinds)."""
        had: NDArray[np.bool_] = self.counts[:, DRAWN] > 0
        return had

    def count(self, event: Event) -> None:
        word, counts = event.word, self.counts[event.seat]
        if word == "packed":
            counts[[DEALT, DRAWN]] = 0  # the hand is another after the draft (K-2.2)
        self._drafting = word == "packed" or (self._drafting and word == "kept")
        if event.card is None:
            return
        if event.to_zone >= HANDS:
            self.counts[event.to_zone - HANDS, DRAWN, event.card] += 1
            if word == "dealt" or self._drafting:
                counts[DEALT, event.card] += 1
        if word == "placed":
            counts[PLACED, event.card] += 1
        elif word == "replaced":
            self._making_way = event.card
        elif word == "brought in" and event.from_zone != DECK:
            counts[REPLACED, self._making_way] += 1
            counts[BROUGHT, event.card] += 1
        elif word == "activated":
            self.counts[event.to_zone // SLOTS, ACTIVATED, event.card] += 1
