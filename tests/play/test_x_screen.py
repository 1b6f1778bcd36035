"""GOSU X on the screen: armies face to face, tiles, costs, the hand; and nothing that is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.gosux.board import ArmyBoard
from gosu_env.gosux.cards import default_cards
from gosu_env.gosux.lessons import LESSONS, Moment
from gosu_env.play.lessons import Lesson, Lessons, lessons_of
from gosu_env.play.popups import Curtain, Help, Pages, Question

CARDS = default_cards()


def middle() -> Game:
    return Game.position(
        "gosux",
        players=[
            {
                "clans": ["galmi", "goan_sul", "justice"],
                "hand": ["Boul Go", "Elle", "Hempo", "Shard"],
                "army": [["Bun To", "[Déesses de lave]"], ["Kan Te"]],
                "supremacy": 1,
            },
            {
                "clans": ["abhilasha", "phoenix", "tomorrow"],
                "hand": ["Timer", "Solok"],
                "known": ["Solok"],
                "army": [["Les sombres cultistes!", "Arpia*"]],
            },
        ],
        wonder=1,
        round=2,
    )


async def test_the_table_is_shown_with_tokens_tiles_and_costs(sit: Any) -> None:
    async with sit(middle(), size=(150, 46)) as sitting:
        await sitting.asked()
        for words in ("round 2", "seat 0’s turn", "tiles Narashima, Xi'an", "◆ seat 1", "hand 4", "captured"):
            assert words in sitting.shown
        assert "♛♕  ●●✕✕" in sitting.text("#seat-0")
        other = sitting.text("#seat-1")
        for words in ("♕♕  ●○✕✕ ◆", "deck ", "discard 0", "hand 2 (Solok)", "Abhilasha, Phoenix, Tomorrow"):
            assert words in other
        assert "shift T1 (Bun To)  pay 2 cards" in sitting.choices
        assert "place Boul Go" in sitting.choices
        board = sitting.app.table.query_one(ArmyBoard)
        troop, hero = (board.query_one(f"#slot-1-{row}-1").region.y for row in (1, 2))
        mine = [board.query_one(f"#slot-0-{row}-1").region.y for row in (1, 2, 3)]
        assert troop < hero < mine[2] < mine[1] < mine[0]  # face to face


async def test_clans_are_picked_with_the_text_of_their_tiles(sit: Any) -> None:
    async with sit(Game("gosux", 2, seed=4)) as sitting:
        await sitting.asked()
        assert "clan draft" in sitting.shown
        assert all(choice.startswith("pick ") for choice in sitting.choices)
        assert "tile, active side" in sitting.text("CardText Static")


async def test_a_card_is_played_by_clicks(sit: Any) -> None:
    game = middle()
    async with sit(game, size=(150, 46)) as sitting:
        await sitting.asked()
        names = [spot.lying.card.name for spot in sitting.app.table.query_one(ArmyBoard).hand.spots if spot.lying]
        number = names.index("Boul Go") + 1
        await sitting.click(f"#card-{number}")
        await sitting.until(lambda: len(game.to_json()["players"][0]["army"][0]) == 3)


@pytest.mark.slow
async def test_no_hidden_card_is_ever_on_the_board(sit: Any) -> None:
    rng = np.random.default_rng(3)
    async with sit(Game("gosux", 2, seed=6), size=(150, 46)) as sitting:
        for _ in range(40):
            await sitting.play_on(rng, 1)
            await sitting.until(lambda: sitting.game.is_over or sitting.app.table.offered)
            if sitting.game.is_over:
                break
            seen = sitting.game.to_json(0)
            open_cards = set(seen["players"][0]["hand"])
            for player in seen["players"]:
                open_cards |= {lies["card"] for row in player["army"] for lies in row}
            board = sitting.app.table.query_one(ArmyBoard)
            assert {spot.lying.card.name for spot in board.spots if spot.lying} <= open_cards
            known = {name for name in seen["players"][1]["hand"] if name}
            heading = sitting.text("#seat-1").partition("hand ")[2].partition("  ")[0]
            assert {card.name for card in CARDS.cards if f"({card.name})" in heading} <= known


@pytest.mark.parametrize("size", [(50, 16), (80, 24), (160, 50)])
async def test_screens_of_every_size(sit: Any, size: tuple[int, int]) -> None:
    async with sit(middle(), size=size) as sitting:
        await sitting.asked()
        board = sitting.app.table.query_one(ArmyBoard)
        assert all(spot.size.width > 3 and spot.size.height > 0 for spot in board.spots if spot.lying)
        if size[1] >= 24:
            assert board.max_scroll_y == 0  # everything is in sight


async def test_help_and_the_page_of_piles(sit: Any) -> None:
    async with sit(middle(), size=(120, 60)) as sitting:
        await sitting.asked()
        await sitting.press("p")
        for words in ("Tiles and piles", "Tiles in force", "Seat 1: deck", "holds Solok"):
            assert words in sitting.shown
        await sitting.press("escape", "question_mark")
        assert isinstance(sitting.app.screen, Help)
        assert "Two Supremacy tokens" in sitting.shown
        await sitting.press("question_mark")
        assert "still locked" in sitting.shown


@pytest.mark.slow
async def test_a_first_game_is_explained_on_the_way(sit: Any) -> None:
    lessons, seed = lessons_of("gosux")
    told = []
    async with sit(Game("gosux", 2, seed), size=(80, 24), lessons=lessons) as sitting:
        app = sitting.app
        rng = np.random.default_rng(1)
        for _ in range(400):
            await sitting.until(lambda: isinstance(app.screen, Pages | Question) or app.table.offered)
            if isinstance(app.screen, Question) and "on" in app.screen.answers:
                await sitting.press("g")
            elif isinstance(app.screen, Question) or not lessons.left:
                break
            elif isinstance(app.screen, Pages):
                told.append(app.screen.heading)
                assert app.screen.query_one("VerticalScroll").max_scroll_y == 0
                await sitting.press("enter")
            else:
                app.table.choose(int(rng.choice(list(app.table.offered))))
    assert told[:3] == ["Welcome", "Pick clans", "Place a card"]  # another opening hand cannot be had: not asked
    assert len(told) == len(set(told)) >= 7


async def test_alone_against_bots_only_what_has_two_answers_is_asked(sit: Any) -> None:
    async with sit(Game("gosux", 2, seed=9)) as sitting:
        rng = np.random.default_rng(9)
        for _ in range(20):
            await sitting.until(lambda: sitting.game.is_over or sitting.app.table.offered)
            if sitting.game.is_over:
                break
            assert len(sitting.app.table.offered) > 1
            sitting.app.table.choose(int(rng.choice(list(sitting.app.table.offered))))
        decisions = sitting.app.match.recorder.replay().decisions()
        assert any(len(game.legal_actions()) == 1 for _, game, _, _ in decisions)


async def test_at_one_keyboard_both_are_asked_alike(sit: Any) -> None:
    async with sit(Game("gosux", 2, seed=9), bots={}) as sitting:
        rng, asked = np.random.default_rng(9), set()
        for _ in range(12):
            await sitting.play_on(rng, 1)
            await sitting.until(lambda: isinstance(sitting.app.screen, Curtain) or sitting.app.table.offered)
            asked.add(len(sitting.game.legal_actions()))
        assert 1 in asked


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
async def test_a_lesson_fits_a_small_screen(sit: Any, lesson: Lesson) -> None:
    async with sit(Game("gosux", 2, 4), size=(80, 24), lessons=Lessons([lesson._replace(due=bool)], Moment)) as sitting:
        await sitting.until(lambda: isinstance(sitting.app.screen, Pages))
        assert sitting.app.screen.query_one("VerticalScroll").max_scroll_y == 0


@pytest.mark.slow
async def test_a_game_is_played_to_its_end(sit: Any) -> None:
    async with sit(Game("gosux", 2, seed=9)) as sitting:
        await sitting.play_on(np.random.default_rng(9))
        assert sitting.game.is_over
        await sitting.until(lambda: sitting.app.table.sight.over)
        assert sitting.app.trouble is None
