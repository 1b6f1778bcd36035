"""What happened to the cards in one game: drawn, placed, mutated, activated, by whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env import DataError, Game, IllegalActionError
from gosu_env.gosu.actions import ACTIVATE, PLACE, YES
from gosu_env.gosu.state import CLANS, KIND, SLOTS
from gosu_env.gosu.vocabulary import (
    DECIDE_BAN,
    DECIDE_DISCARD,
    DECIDE_MAIN,
    DECIDE_MULLIGAN,
    DECIDE_NEWCOMER,
    DECIDE_PAY,
    DECIDE_PLACE_AGAIN,
    DECIDE_ROW,
)

# What is counted, for every seat and card.
EVENTS = ("dealt", "drawn", "placed", "replaced", "brought", "activated")
DEALT, DRAWN, PLACED, REPLACED, BROUGHT, ACTIVATED = range(len(EVENTS))

Counts = NDArray[np.int16]


class Tally:
    """A game played again, and what its seats did with their cards: ``counts``, int16 (seats, EVENTS, kinds).

    ``clans`` says which clans were in play, bool (clans,).

    - ``dealt``: was in the first hand, after the draft if there was one.
    - ``drawn``: came into the hand in whatever way: dealt, drawn, kept, searched, taken, stolen, returned.
    - ``placed``: laid down by placing.
    - ``replaced``: made way in a mutation.
    - ``brought``: came in by a mutation, from the hand or from the discard pile.
    - ``activated``: had a token put on it, or its power after a colon was used.

    ``game`` stands at its beginning and asks for every decision (``auto_forced`` off), so that none happens unseen;
    ``actions`` are those of the decisions with a choice, as an arena keeps them. A hand has gained what it has more
    after a decision, and what the answer took out of it. So one thing is missed: a card that chance takes out of
    a hand while another of its name comes into it, between the same two decisions.
    """

    def __init__(self, game: Game, actions: Sequence[int]) -> None:
        if game.rules.options["auto_forced"]:
            raise DataError("a tally needs a game that asks for every decision: auto_forced=False")
        self.game = game
        self.opener = int(game.state.advantage)  # begins the first round (G-2.2)
        fields = ("hand", "decision", "stack", "depth", "army")
        self._record = {name: game.states[name] for name in fields}  # views: they change as the game goes on
        self._hands = self._record["hand"][0, : game.num_players]
        spec = game.action_spec
        self._partner_slots = spec["SLOT2"].start if game.rules.options["teams"] else spec.size
        blocks = {block.name: block.start for block in game.action_spec.blocks}
        self._powers = blocks.get("DRAGOON", game.num_actions)
        self.counts: Counts = np.zeros((game.num_players, len(EVENTS), self._hands.shape[1]), np.int16)
        self.counts[:, [DEALT, DRAWN]] += self._hands[:, None]
        given = iter(actions)
        while not game.is_over:
            legal = game.legal_actions()
            action = legal[0] if len(legal) == 1 else next(given, None)
            if action is None:
                raise DataError("the actions end before the game")
            if action not in legal:
                raise IllegalActionError(game.refusal(action))
            drafting = bool(game.state.draft)
            self._take(action)
            if drafting and not game.state.draft:
                self.counts[:, [DEALT, DRAWN]] = self._hands[:, None]
        if next(given, None) is not None:
            raise DataError("the game ends before the actions")
        in_play = game.state.clans.astype(bool)
        self.clans = in_play if len(in_play) else np.ones(CLANS, bool)  # without Kamakor there is no choice

    def _take(self, action: int) -> None:
        seat, left = self.game.seat, self._hands.copy()
        banning = self._record["decision"][0] == DECIDE_BAN
        given_up = self._given_up(seat, action)
        self.game.apply(action)
        if banning and self._record["decision"][0] != DECIDE_BAN:
            self.counts[:, DEALT] += self._hands  # hands are dealt after the last ban (K-1.2)
        if self._record["decision"][0] == DECIDE_ROW:
            given_up = []  # the card is still in hand: its row is asked next (K-1.11)
        for kind in given_up:
            left[seat, kind] -= 1
        gained = self._hands - left
        if gained.any():
            self.counts[:, DRAWN] += np.maximum(gained, 0)

    def _given_up(self, seat: int, action: int) -> list[int]:
        """Count what an action does; the cards that it takes out of its seat's hand."""
        counts, hand, record = self.counts[seat], self._hands[seat], self._record
        decision = int(record["decision"][0])
        named = action - PLACE - len(hand)  # by CARD
        if decision in (DECIDE_MAIN, DECIDE_PLACE_AGAIN):
            if action >= self._powers:
                block, slot = divmod(action - self._powers, SLOTS)
                self._count_power((seat + 2) % len(self._hands) if block == 2 else seat, slot)
            elif action >= self._partner_slots:  # K-3.3
                self._count_power((seat + 2) % len(self._hands), action - self._partner_slots)
            elif action >= PLACE:
                counts[PLACED, action - PLACE] += 1
                return [action - PLACE]
            elif action >= ACTIVATE:
                self._count_power(seat, action - ACTIVATE)
        elif decision in (DECIDE_PAY, DECIDE_DISCARD):
            return [named]
        elif decision == DECIDE_ROW:
            return [int(record["stack"][0, record["depth"][0] - 1, KIND])]
        elif decision == DECIDE_MULLIGAN and action == YES:
            return [kind for kind, copies in enumerate(hand.tolist()) for _ in range(copies)]
        elif decision == DECIDE_NEWCOMER:
            old = int(record["stack"][0, record["depth"][0] - 1, KIND])
            from_pile = action < PLACE + len(hand)  # G-5.8
            newcomer = action - PLACE if from_pile else named
            from_hand = not from_pile and hand[newcomer] > 0
            counts[REPLACED, old] += 1
            counts[BROUGHT, newcomer] += 1
            return [newcomer] if from_hand else []
        return []

    def _count_power(self, seat: int, slot: int) -> None:
        """The power of a goblin is used, by whatever token or none."""
        self.counts[seat, ACTIVATED, self._record["army"][0, seat, slot]] += 1
