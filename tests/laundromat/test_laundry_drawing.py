"""The drawn table of Goblin Laundromat: what lies there, and nothing that a seat may not know."""

from __future__ import annotations

import numpy as np
import pytest

from gosu_env import Game, record
from gosu_env.agents import RandomAgent
from gosu_env.laundromat.drawing import draw_table
from gosu_env.render.raster import table_rgb
from gosu_env.render.replay_page import replay_html
from gosu_env.render.svg import table_svg


def words_of(game: Game, seat: int | None) -> list[str]:
    return [words.text for _, _, part in draw_table(game, seat).walk() for words in part.words]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_every_table_of_a_game_has_the_same_size_and_shows_what_it_must(n: int) -> None:
    rng, game = np.random.default_rng(n), Game("laundromat", n, seed=n)
    sizes = set()
    while not game.is_over:
        if rng.random() < 0.15:
            drawn = draw_table(game, None)
            sizes.add((drawn.width, drawn.height))
            told, words = game.to_json(), words_of(game, None)
            for seat, player in enumerate(told["players"]):
                assert f"seat {seat}" in words
                assert str(player["coins"]) in words
            notes = [part.note for _, _, part in drawn.walk()]
            for name in told["wash"] + told["market"]:
                assert any(note.startswith(f"{name}:") for note in notes)
        game.apply(int(rng.choice(game.legal_actions())))
    assert len(sizes) == 1
    assert any("wins" in text or "share" in text for text in words_of(game, None))


@pytest.mark.parametrize("n", [2, 4])
def test_a_seat_sees_nothing_hidden(n: int) -> None:
    """The drawing of a world that the seat cannot tell from the true one is the same."""
    rng, game = np.random.default_rng(n), Game("laundromat", n, seed=n)
    while not game.is_over:
        if rng.random() < 0.1:
            seat = int(rng.integers(n))
            assert table_svg(game.determinize(seat, rng), seat) == table_svg(game, seat)
        game.apply(int(rng.choice(game.legal_actions())))


def test_pixels_and_replay_pages_are_made_of_it() -> None:
    game = Game("laundromat", 3, seed=2)
    assert table_rgb(game, 0).ndim == 3
    replay = record(game, [RandomAgent(seat) for seat in range(3)])
    page = replay_html(replay)
    assert "Goblin Laundromat" in page
