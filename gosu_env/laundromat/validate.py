"""Whether a record is a position of Goblin Laundromat: see ``engine.faults``.

Beyond the fields' ranges it checks the course of the round and the wash. The rest, cards above all, is left to
``invariants.violation``, which such a record cannot harm. A record that passes can be played on; it need not be one
that a game could reach.

A new field of the record needs a row in ``Validator._ranges``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine import faults
from gosu_env.engine.faults import Faults, exactly, per_seat
from gosu_env.laundromat import state as s
from gosu_env.laundromat.options import LaundromatOptions
from gosu_env.laundromat.places import hand_cards


class Validator(faults.Validator):
    """Checks records of a game with these options and card tables."""

    def __init__(self, num_players: int, options: LaundromatOptions, tables: NDArray[np.void]) -> None:
        self.n = num_players
        self.options = options
        self.copies = tables[0].copies.astype(np.int64)
        self.hand = np.array([0, *(hand_cards(num_players, number) for number in range(1, s.ROUNDS + 1))])
        super().__init__(s.STATE, num_players, options, self._ranges())

    def _ranges(self) -> dict[str, tuple[Any, Any]]:
        """The least and the greatest value of each field of this game; seats that nobody has are empty."""
        n, taken = self.n, np.arange(s.MAX_PLAYERS) < self.n
        types = np.arange(s.ROUNDS) * s.PER_TYPE
        return {
            "coin_reward": exactly(int(self.options.reward == "coins")),
            "round_number": (1, s.ROUNDS),
            "ending": (s.RUNNING, s.TRUNCATED),
            "decision": (0, len(s.DECISIONS) - 1),
            "answer": exactly(s.NO_ANSWER),
            "phase": (s.FILL, s.WASH),
            "passes": (0, 2 * s.LONGEST_CYCLE - 1),
            "turn": (0, n),
            "wash_size": (0, s.LONGEST_CYCLE),
            "shielded": (s.NO_CARD, s.LONGEST_CYCLE - 1),
            "failed": (0, 1),
            "earned": per_seat(taken, 0, 1000),
            "stained": per_seat(taken, 0, 1000),
            "leader": (0, n - 1),
            "direction": (-1, 1),
            "species": per_seat(taken, 0, len(s.SPECIES) - 1, s.NO_CARD),
            "potion": per_seat(taken, 0, 1),
            "programme": per_seat(taken, types, types + s.PER_TYPE - 1, s.NO_CARD, 1),
            "fate": per_seat(taken, s.OPEN, s.LOST, 0, 1),
            "pile_size": per_seat(taken, 0, s.PILE),
            "pile": per_seat(taken, 0, s.CARDS - 1, 0, 1),
            "wash": (s.NO_CARD, s.KINDS - 1),
            "tally": per_seat(taken, 0, s.PILE, 0, 1),
            "scored": per_seat(taken, 0, self.copies, 0, 1),
            "gone": (0, self.copies),
            "cards": (0, s.KINDS - 1),
            "basket": (s.NO_SEAT, n - 1),
            "basket_size": per_seat(taken, 0, s.PILE),
            "drawn": (0, s.ROUNDS),
        }

    def faults(self, states: NDArray[Any]) -> Faults:
        yield from self._course(states)
        yield from self._wash(states)

    def _course(self, states: NDArray[Any]) -> Faults:
        """Who is asked what, and when."""
        n = self.n
        round_number, turn, passes, decider, decision = (
            states[name].astype(np.int64) for name in ("round_number", "turn", "passes", "decider", "decision")
        )
        filling, running = states["phase"] == s.FILL, states["ending"] == s.RUNNING
        begun = np.arange(s.ROUNDS) < round_number[:, None]
        direction, leader = states["direction"], states["leader"]
        yield "direction is none", (begun != (direction != 0)).any(axis=1)
        yield "a round that has not begun has a leader", (~begun & (leader != 0)).any(axis=1)
        records = np.arange(len(states))
        first, way = leader[records, round_number - 1].astype(np.int64), direction[records, round_number - 1]
        hand = self.hand[round_number]
        if n == 2:
            yield "passes is out of range", filling & (passes >= 2 * hand)
            yield "turn is out of range", filling & (turn != 0)
            expected = np.where(filling, (1 - first + passes) % 2, (first + turn * way) % n)
        else:
            yield "passes is out of range", filling & (passes > hand - 2)
            expected = (first + turn * way) % n
        yield "passes is out of range", ~filling & (passes != 0)
        yield "turn is out of range", (turn == n) & (filling | running)
        wanted = np.where(filling, s.DECIDE_TAKE, np.where(states["failed"], s.DECIDE_KEEP, s.DECIDE_WASH))
        yield "the decision is not one of this part of the round", running & (decision != wanted)
        yield "decider is not the player whose turn it is", running & (decider != expected)
        scored = states["ending"] == s.SCORED
        yield "a game was scored before its end", scored & ((round_number != s.ROUNDS) | filling | (turn != n))
        yield "winners are none of a game that is scored", scored != (states["winners"] != 0)
        yield "a game was not scored at its end", (turn == n) & ~scored

    def _wash(self, states: NDArray[Any]) -> Faults:
        """The garments that lie face up, and the order of baskets."""
        size, shielded = states["wash_size"], states["shielded"]
        filling, running = states["phase"] == s.FILL, states["ending"] == s.RUNNING
        there = np.arange(s.LONGEST_CYCLE) < size[:, None]
        yield "the wash has a hole", (there != (states["wash"] != s.NO_CARD)).any(axis=1)
        cycle = states["round_number"] + 2
        yield "the wash is longer than its programme", (size > cycle) | ((size == cycle) & (states["failed"] == 0))
        idle = filling | (states["turn"] == self.n)
        yield "there is a wash at the wrong time", idle & (size != 0)
        yield "there is no wash", running & ~filling & (size == 0)
        yield "the potion shields no garment that it may", (shielded == 0) | (shielded >= size) & (shielded > 0)
        records = np.arange(len(states))
        this = states["round_number"].astype(np.int64) - 1
        way = states["direction"][records, this].astype(np.int64)
        washer = (states["leader"][records, this] + states["turn"] * way) % self.n
        yield "a potion is used and is not", (shielded > 0) & (states["potion"][records, washer] != 0)
        beyond = np.arange(s.PILE) >= states["pile_size"][:, :, None]
        yield "a shuffled basket has something below it", (beyond & (states["pile"] != 0)).any(axis=(1, 2))
