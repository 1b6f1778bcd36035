"""Goblin Laundromat on the screen: baskets, stains against limits, the line, the hand; and nothing that is hidden."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.laundromat.board import LaundryBoard, Tile
from gosu_env.laundromat.cards import default_cards
from gosu_env.laundromat.lettered_cards import gauge
from gosu_env.play.popups import Help
from gosu_env.play.side import CardText
from gosu_env.play.spots import FOCUS
from gosu_env.render.colours import GOLD

CARDS = default_cards()
PROGRAMMES = {programme.name: programme for programme in CARDS.programmes}


def tiles(sitting: Any) -> list[Tile]:
    """The garments that lie open."""
    return [tile for tile in sitting.app.table.query_one(LaundryBoard).tray.tiles if tile.display]


def names(sitting: Any) -> list[str]:
    return [tile.lying.garment.name for tile in tiles(sitting)]


def washing(*basket: str, potion: bool = True) -> Game:
    """Seat 0 does its laundry; the first garment is turned over."""
    players = [
        {"programmes": ["Hex Flush", "Delicates"], "basket": list(basket), "potion": potion},
        {"programmes": ["Quick Rinse"]},
        {"programmes": ["Cold Dip"]},
    ]
    return Game.position("laundromat", 3, round=1, phase="wash", players=players)


# ------------------------------------------------------------------------------------------------ what is shown


def test_stains_have_signs_of_their_own() -> None:
    """Not by colour alone: dirt ▲, magic ✦, slime ●, hollow where there is room left, and ! for too much."""
    dragon, hex_flush = PROGRAMMES["Dragon's Breath"], PROGRAMMES["Hex Flush"]
    assert gauge(dragon).plain == "△△△△△ dirt 5  ✧✧✧✧ magic 4  ○○○○○ slime 5"
    assert gauge(dragon, [1, 2, 0]).plain == "▲△△△△ dirt 1/5  ✦✦✧✧ magic 2/4  ○○○○○ slime 0/5"
    assert gauge(hex_flush, [3, 0, 9]).plain == "▲▲▲! dirt 3/2  ✧✧ magic 0/2"


async def test_the_hand_lies_open_and_can_be_clicked(sit: Any) -> None:
    async with sit(Game("laundromat", 3, seed=3)) as sitting:
        await sitting.asked()
        hand = sitting.game.to_json(0)["players"][0]["hand"]
        assert names(sitting) == hand
        assert all(tile.legal for tile in tiles(sitting))
        for word in (*hand, f"hand {len(hand)}", "round 1", "filling baskets", "basket 1", "◉ 4"):
            assert word in sitting.shown
        chosen = hand[1]
        await sitting.click("#garment-2")
        await sitting.until(lambda: chosen in sitting.game.to_json(0)["players"][0]["basket"])
        await sitting.asked()
        assert re.search(rf"basket: .*{re.escape(chosen[:8])}", sitting.shown)


async def test_two_players_have_a_market(sit: Any) -> None:
    async with sit(Game("laundromat", 2, seed=3)) as sitting:
        await sitting.asked()
        assert names(sitting) == sitting.game.to_json(0)["market"]
        assert f"market, {sitting.game.to_json(0)['market_pile']} face down" in sitting.shown


async def test_a_wash_is_shown_against_the_limits(sit: Any) -> None:
    game = washing("Fin Sock", "Mist Cape", "Pearl Gloves")
    async with sit(game) as sitting:
        await sitting.asked()
        assert names(sitting) == ["Fin Sock"]
        assert "▲△ dirt 1/2  ✦✧ magic 1/2" in sitting.text("#seat-0")
        assert "1 of 3" in sitting.text("#seat-0")
        assert "your wash" in sitting.shown
        assert sitting.choices == ["stop", "draw", "draw with potion"]
        await sitting.take("draw with potion")
        await sitting.asked()
        assert names(sitting) == ["Fin Sock", "Mist Cape"]
        assert "▲△ dirt 1/2  ✦✧ magic 1/2" in sitting.text("#seat-0")  # its magic does not count
        assert [tile.lying.potion for tile in tiles(sitting)] == [False, True]
        assert "⚗ potion" in sitting.shown


async def test_of_a_failed_wash_a_garment_is_kept_by_a_click(sit: Any) -> None:
    game = washing("Fin Sock", "Mist Cape", "Pearl Gloves", potion=False)
    async with sit(game) as sitting:
        await sitting.asked()
        await sitting.take("draw")
        await sitting.asked()
        assert "✦✦✦! magic 3/2" in sitting.text("#seat-0")
        assert "failed" in sitting.text("#seat-0")
        assert sitting.choices == ["keep Mist Cape", "keep Fin Sock"]
        assert all(tile.legal for tile in tiles(sitting))
        await sitting.click("#garment-2")
        await sitting.until(lambda: game.to_json()["players"][0]["scored"] == ["Mist Cape"])
        await sitting.until(lambda: "✗" in sitting.text("#seat-0"))
        assert "scored: 1 cape  Mist Cape" in sitting.text("#seat-0")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("size", [(50, 16), (80, 24), (160, 50)])
async def test_tables_and_screens_of_every_size(sit: Any, players: int, size: tuple[int, int]) -> None:
    async with sit(Game("laundromat", players, seed=players), size=size) as sitting:
        await sitting.play_on(np.random.default_rng(players), 12)
        await sitting.asked()
        assert len(sitting.choices) == len(sitting.game.legal_actions())
        assert all(tile.size.width > 3 and tile.size.height == 3 for tile in tiles(sitting))
        if size[1] >= 24:
            assert sitting.app.table.query_one(LaundryBoard).max_scroll_y == 0  # everything is in sight


@pytest.mark.slow
async def test_no_hidden_garment_is_ever_on_the_board(sit: Any) -> None:
    """What a seat cannot know stands neither among the garments nor in the lines about players."""
    rng = np.random.default_rng(3)
    everything = {garment.name for garment in CARDS.garments}
    async with sit(Game("laundromat", 3, seed=4), size=(400, 60)) as sitting:
        for _ in range(25):
            await sitting.play_on(rng, 1)
            await sitting.until(lambda: sitting.game.is_over or sitting.app.table.offered)
            if sitting.game.is_over:
                break
            seen = sitting.game.to_json(0)
            open_cards = {*(seen["players"][0]["hand"] or ()), *seen["wash"], *seen["players"][0]["basket"]}
            open_cards |= {name for player in seen["players"] for name in player["scored"]}
            board = sitting.app.table.query_one(LaundryBoard)
            told = " ".join(str(player.render()) for player in board.seats)
            shown = {name for name in everything if name in told} | set(names(sitting))
            assert shown <= open_cards
            later = [name for player in sitting.game.to_json()["players"][1:] for name in player["programmes"]]
            hidden = [name for number, name in enumerate(later) if number % 4 >= seen["round"]]
            assert not [name for name in hidden if name in told]


# ------------------------------------------------------------------------------------------------ reading


async def test_garments_are_read_with_the_keyboard(sit: Any) -> None:
    async with sit(Game("laundromat", 3, seed=1)) as sitting:
        await sitting.asked()
        first, second, *_ = names(sitting)
        await sitting.press("tab")
        assert sitting.app.table.focused is tiles(sitting)[0]
        assert FOCUS in sitting.app.export_screenshot()
        await sitting.press("right")
        assert sitting.app.table.focused is tiles(sitting)[1]
        assert second in str(sitting.app.table.query_one(CardText).query_one("Static").render())
        await sitting.press("tab", "down")
        assert GOLD in sitting.app.export_screenshot()
        assert second in str(sitting.app.table.query_one(CardText).query_one("Static").render())
        assert first != second


async def test_help_and_the_page_of_coins(sit: Any) -> None:
    async with sit(washing("Fin Sock", "Mist Cape", "Pearl Gloves"), size=(120, 50)) as sitting:
        await sitting.asked()
        await sitting.press("p")
        for word in ("Baskets and coins", "potion 4", "Gone", "The table"):
            assert word in sitting.shown
        await sitting.press("escape", "question_mark")
        assert isinstance(sitting.app.screen, Help)
        assert "The most coins after four rounds" in sitting.shown
        await sitting.press("question_mark")
        assert "stains that the programme still stands" in sitting.shown


@pytest.mark.slow
async def test_a_game_is_played_to_its_end(sit: Any) -> None:
    async with sit(Game("laundromat", 4, seed=9)) as sitting:
        await sitting.play_on(np.random.default_rng(9))
        assert sitting.game.is_over
        await sitting.until(lambda: sitting.app.table.sight.over)
        assert "★ wins" in " ".join(sitting.text(f"#seat-{relative}") for relative in range(4))
