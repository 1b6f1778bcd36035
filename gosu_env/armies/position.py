"""What positions by name share in games of armies: cards taken from their copies, a turn begun."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.state import COLUMNS, FACE_UP, KIND, NO_CARD, OWNER, PC, PLACE, SEAT, TARGET
from gosu_env.engine.errors import PositionError
from gosu_env.engine.spelling import nearest, shown


class Builder:
    """A record that is filled by the names of cards."""

    def __init__(self, cards: Any, states: NDArray[np.void], left: NDArray[np.int64]) -> None:
        self.cards = cards
        self.states = states
        self.st = states[0]
        self.left = left  # copies of every card that lie nowhere yet

    def kind(self, name: str, where: str) -> int:
        """The number of a card by its name."""
        try:
            kind: int = self.cards.kind(name)
        except KeyError:
            names = [card.name for card in self.cards.cards]
            raise PositionError(f"{where}: no card named {shown(name)}; {nearest(name, names)}") from None
        return kind

    def take(self, name: str, where: str) -> int:
        """One copy of a card, by name."""
        kind = self.kind(name, where)
        if self.left[kind] == 0:
            copies = self.cards[kind].copies
            raise PositionError(f"{where}: {name!r} appears more often than there are copies ({copies})")
        self.left[kind] -= 1
        return kind

    def stand(self, seat: int, row: int, column: int, name: str, where: str) -> int:
        """Take a card and put it in an army, face up; its slot."""
        kind, slot = self.take(name, where), row * COLUMNS + column
        card = self.cards[kind]
        if row + 1 not in card.levels:
            raise PositionError(f"{where}: {name!r} is a {card.level_name}; it stands in row {card.level}")
        self.st.army[seat, slot] = kind
        self.st.face[seat, slot] = FACE_UP
        self.st.row_size[seat, row] += 1
        return slot

    def begin_turn(self, pc: int) -> None:
        """The stack at the beginning of a turn, whose instruction is at ``pc``."""
        frame = self.st.stack[0]
        frame[PC] = pc
        frame[OWNER] = self.st.turn_seat
        for column in (KIND, PLACE, SEAT, TARGET):
            frame[column] = NO_CARD
        self.st.depth = 1
