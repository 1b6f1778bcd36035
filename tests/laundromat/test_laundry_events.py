"""Events of Goblin Laundromat: they tell all that moves, and to a seat no more than it may know."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.engine.events import Teller
from gosu_env.laundromat import events as e
from gosu_env.render.log import Log


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_events_move_every_garment_that_moves(n: int) -> None:
    rng, game = np.random.default_rng(n), Game("laundromat", n, seed=n)
    teller = Teller(game)
    events = []
    while not game.is_over:
        action = int(rng.choice(game.legal_actions()))
        events += teller.apply(action)
        game.apply(action)
        assert teller.game() == game
    into = Counter(event.to_zone - e.BASKETS for event in events if event.word in ("took", "gave"))
    out = Counter(event.seat for event in events if event.word == "turned over")
    scored: Counter[tuple[int, int | None]] = Counter()
    for event in events:
        if event.word in ("kept", "scored"):
            scored[event.seat, event.card] += 1
    st = game.state
    for seat in range(n):
        assert 1 + into[seat] - out[seat] == st.basket_size[seat]
        for kind, count in enumerate(st.scored[seat]):
            assert scored[seat, kind] == count
    assert [event.number for event in events if event.word == "coins"] == game.strengths()
    assert sum(event.word == "threw away" for event in events) == st.gone.sum()


@pytest.mark.parametrize("n", [3, 5])
def test_what_others_choose_is_not_told(n: int) -> None:
    """Whatever a seat puts into its basket, another one is told the same."""
    rng, game = np.random.default_rng(n), Game("laundromat", n, seed=n, auto_forced=False)
    compared = 0
    while not game.is_over:
        legal, seat = game.legal_actions(), game.seat
        if game.to_json()["decision"]["kind"] == "take" and len(legal) > 1:
            other = (seat + 1 + int(rng.integers(n - 1))) % n
            told = [[event.for_seat(other) for event in Teller(game).apply(action)] for action in legal]
            if all(event is not None and event.word == "took" for line in told for event in line):
                assert all(line == told[0] for line in told)
                assert all(event is not None and event.card is None for event in told[0])
                compared += 1
        game.apply(int(rng.choice(legal)))
    assert compared > 10


def test_the_log_names_garments_only_to_those_who_know_them() -> None:
    rng, game = np.random.default_rng(3), Game("laundromat", 3, seed=8)
    log = Log(game)
    while game.to_json()["phase"] == "fill":
        action = int(rng.choice(game.legal_actions()))
        log.write(action)
        game.apply(action)
    for viewer in range(3):
        for paragraph in log.paragraphs(viewer):
            if "puts" in paragraph.words and paragraph.seat is not None:
                mine = f"seat {viewer} puts"
                assert ("puts a card" in paragraph.words) == (mine not in paragraph.words)


def test_two_players_take_garments_before_all_eyes() -> None:
    game = Game("laundromat", 2, seed=8)
    (event, *_) = Teller(game).apply(game.legal_actions()[0])
    assert event.for_seat(1 - event.seat) == event
