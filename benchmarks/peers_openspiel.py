"""OpenSpiel: C++ games, driven from Python through pyspiel."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.case import Case, Facts, Kind, Setup, Spread, Style, Work

GAMES = {
    "gin_rummy": "gin_rummy",
    "dou_dizhu": "dou_dizhu",
    # By default a solver plays the cards out after the auction, and most of the time goes there.
    "bridge": "bridge(use_double_dummy_result=false)",
}
PROBED_GAMES = 30
COUNTED_GAMES = 300
MIDDLES = 32

DECISION = (
    "one State.apply_action at a node of a player, after the observer has written the tensor of that player and the "
    "mask is made. Chance nodes are sampled in the same loop: they take time and are not counted. Decisions with "
    "one legal answer are counted. Bridge is played out with cards, without the double-dummy solver. Whole games in "
    "C++ (evaluate_bots) show neither observation nor mask; their decisions are taken to be as many as in 300 games "
    "before."
)


class Table:
    """A game, its observer and a player without a plan for all seats."""

    def __init__(self, name: str, seed: int) -> None:
        pyspiel: Any = import_module("pyspiel")
        observation: Any = import_module("open_spiel.python.observation")
        self.game: Any = pyspiel.load_game(GAMES[name])
        self.observer: Any = observation.make_observation(self.game)
        self.mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        self.random = random.Random(seed).random
        self.bots = [pyspiel.make_uniform_random_bot(seat, seed) for seat in range(self.game.num_players())]
        self._evaluate_bots: Any = pyspiel.evaluate_bots
        self._seed = seed << 32

    def play(self, decisions: int) -> tuple[int, int]:
        """With a mask filled in from the list of legal actions."""
        game, observer, mask, draw = self.game, self.observer, self.mask, self.random
        done = games = 0
        while done < decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                player = state.current_player()
                if player < 0:
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                    continue
                observer.set_from(state, player)
                legal = state.legal_actions()
                mask[:] = 0
                mask[legal] = 1
                state.apply_action(legal[int(draw() * len(legal))])
                done += 1
            games += 1
        return done, games

    def play_with_its_mask(self, decisions: int) -> tuple[int, int]:
        """With ``legal_actions_mask``, a list of as many numbers as the game has actions."""
        game, observer, draw = self.game, self.observer, self.random
        done = games = 0
        while done < decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                player = state.current_player()
                if player < 0:
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                    continue
                observer.set_from(state, player)
                state.legal_actions_mask(player)
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                done += 1
            games += 1
        return done, games

    def _play_out(self, state: Any) -> None:
        """To the end, in C++."""
        self._seed += 1
        self._evaluate_bots(state, self.bots, self._seed)

    def evaluate(self, games: int) -> tuple[int, int]:
        for _ in range(games):
            self._play_out(self.game.new_initial_state())
        return games, games

    def play_natively(self) -> Work:
        """Decisions are counted in games before: asking a state for its history takes as long as the game itself."""
        decisions_before = 0
        for _ in range(COUNTED_GAMES):
            state = self.game.new_initial_state()
            self._play_out(state)
            decisions_before += sum(move.player >= 0 for move in state.full_history())
        per_game = decisions_before / COUNTED_GAMES

        def play(decisions: int) -> tuple[int, int]:
            games = math.ceil(decisions / per_game)
            self.evaluate(games)
            return round(games * per_game), games

        return play

    def walk(self, most: int | None = None) -> Iterator[tuple[Any, int]]:
        """One random game: the state and how many actions are legal, decision by decision."""
        state = self.game.new_initial_state()
        taken = 0
        while not state.is_terminal():
            if state.current_player() < 0:
                outcomes = state.chance_outcomes()
                if not np.allclose([chance for _, chance in outcomes], 1 / len(outcomes)):
                    raise ValueError(f"{self.game}: the loops here take chance to be uniform, it is not")
                state.apply_action(outcomes[int(self.random() * len(outcomes))][0])
                continue
            legal = state.legal_actions()
            yield state, len(legal)
            taken += 1
            if taken == most:
                return
            state.apply_action(legal[int(self.random() * len(legal))])

    def middles(self) -> list[Any]:
        """States that have come to half of the mean length."""
        mean = sum(len(list(self.walk())) for _ in range(PROBED_GAMES)) / PROBED_GAMES
        half = int(mean / 2) + 1
        states: list[Any] = []
        while len(states) < MIDDLES:
            walked = list(self.walk(half))
            if len(walked) == half:
                states.append(walked[-1][0])
        return states

    def clone(self) -> Work:
        states = self.middles()

        def copy(clones: int) -> tuple[int, int]:
            rounds = -(-clones // MIDDLES)
            for _ in range(rounds):
                for state in states:
                    state.clone()
            return rounds * MIDDLES, 0

        return copy

    def playout(self) -> Work:
        states = self.middles()

        def play(playouts: int) -> tuple[int, int]:
            for number in range(playouts):
                self._play_out(states[number % MIDDLES].clone())
            return playouts, playouts

        return play


def _prepare(name: str, choose: Callable[[Table], Work], seed: int) -> Setup:
    table = Table(name, seed)
    widths = [width for _ in range(PROBED_GAMES) for _, width in table.walk()]
    size = len(table.observer.tensor)
    return Setup(choose(table), Facts(len(table.mask), size, widths.count(1) / len(widths)))


def cases() -> list[Case]:
    def case(
        driven: str,
        choose: Callable[[Table], Work],
        style: Style = "one game",
        spread: Spread = "one core",
        seen: bool = True,
        kind: Kind = "play",
    ) -> list[Case]:
        return [
            Case("OpenSpiel", name, driven, style, partial(_prepare, name, choose), kind, 1, spread, seen, seen)
            for name in GAMES
        ]

    own_mask, its_mask = "observer, own mask", "observer, legal_actions_mask"
    return [
        *case(own_mask, lambda table: table.play),
        *case(own_mask, lambda table: table.play, spread="processes"),
        *case(its_mask, lambda table: table.play_with_its_mask),
        *case(its_mask, lambda table: table.play_with_its_mask, spread="processes"),
        *case("evaluate_bots, in C++", Table.play_natively, "native", seen=False),
        *case("State.clone", Table.clone, seen=False, kind="clone"),
        *case("State.clone, evaluate_bots, in C++", Table.playout, seen=False, kind="playout"),
        *case("evaluate_bots, in C++", lambda table: table.evaluate, seen=False, kind="evaluation"),
    ]
