"""What notebooks show: pictures that fit the page, and games that draw themselves."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree as ET

from gosu_env import Game
from gosu_env.render.svg import table_svg


def test_pictures_are_no_wider_than_the_page() -> None:
    root = ET.fromstring(table_svg(Game(seed=7)))
    assert root.get("style") == "max-width: 100%; height: auto"
    assert root.get("viewBox") is not None


def test_a_game_shows_itself_in_a_notebook() -> None:
    game = Game(seed=7)
    assert game._repr_svg_() == table_svg(game)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    assert game._repr_svg_() == table_svg(game)


def test_drawing_is_loaded_when_a_game_is_shown() -> None:
    code = (
        "import sys, gosu_env; drawing = 'gosu_env.render.svg'; before = drawing in sys.modules; "
        "shown = gosu_env.Game(seed=7)._repr_svg_(); print(before, drawing in sys.modules, shown[:4])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False True <svg\n"
