"""Agents whose answers depend on all that they were told, so that whoever tells them otherwise plays another game."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from gosu_env import Game, View
from gosu_env.engine.events import Event, Teller
from gosu_env.engine.view import Chair


def choose(heard: Sequence[Event], legal: list[int]) -> int:
    """An answer that follows from what was heard, in its order."""
    return legal[zlib.crc32(repr([tuple(event) for event in heard]).encode()) % len(legal)]


class Rememberer:
    """Keeps every event by its chair; refuses what it must not hear, and to answer where no game began."""

    def __init__(self) -> None:
        self.heard: dict[Chair, list[Event]] = {}
        self.resets = 0

    def reset(self, chair: Chair) -> None:
        self.resets += 1
        self.heard[chair] = []

    def observe(self, event: Event, chair: Chair) -> None:
        assert event.card is None or (event.seen >> chair.seat) & 1, f"{event} is not for seat {chair.seat}"
        assert not event.private or event.seat == chair.seat
        self.heard[chair].append(event)

    def act(self, view: View) -> int:
        return choose(self.heard[view.chair], view.legal_actions())


class Crowd(Rememberer):
    """The same, asked for many decisions at once."""

    def act_many(self, views: Sequence[View]) -> list[int]:
        return [self.act(view) for view in views]


class FirstAnswer:
    """Remembers nothing."""

    def act(self, view: View) -> int:
        return view.legal_actions()[0]


class Forgetful(Rememberer):
    """Fails when something happens."""

    def observe(self, event: Event, chair: Chair) -> None:
        raise ZeroDivisionError("forgotten")


def remembered_game(game: Game, plain: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Who answers what in a game of such agents, told by hand; ``plain`` seats give the first answer."""
    game = game.clone()
    teller = Teller(game)
    assert game.seed is not None
    heard: list[list[Any]] = [[] for _ in range(game.num_players)]
    told = teller.deal(game.seed)
    answers: list[tuple[int, int]] = []
    while not game.is_over:
        for event in told:
            for seat, kept in enumerate(heard):
                seen = event.for_seat(seat)
                if seen is not None:
                    kept.append(seen)
        seat, legal = game.seat, game.legal_actions()
        answers.append((seat, legal[0] if seat in plain else choose(heard[seat], legal)))
        game.apply(answers[-1][1])
        told = teller.apply(answers[-1][1])
    return answers
