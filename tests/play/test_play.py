"""Sitting at the table: keys and mouse, hints, other players, the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from gosu_env import Game, GosuError, MissingExtraError, OpponentError, OptionError, Replay, View
from gosu_env.agents import RandomAgent
from gosu_env.gosu.board import ArmyBoard
from gosu_env.gosu.lessons import FIRST_GAME
from gosu_env.play.app import PlayApp
from gosu_env.play.lessons import lessons_of
from gosu_env.play.popups import Curtain, Help, Pages, Question
from gosu_env.play.side import Choices, Log
from gosu_env.play.spots import FOCUS
from gosu_env.render.colours import GOLD

ROOT = Path(__file__).resolve().parents[2]
HIDDEN = ["Nyx", "Shade", "Mainframe", "Loya"]


@pytest.fixture
def middle(table: Callable[..., Any]) -> Game:
    """The middle of a game; seat 0 has a turn."""
    game: Game = table(
        {"hand": ["Garsh", "Ember", "Bolt"], "army": [["Dom", "Rengo"], ["Fact"]], "tokens": 2},
        {"hand": HIDDEN, "known": ["Nyx"], "army": [["Cog", "[Murk]"], ["Turbine"]], "vp": 1},
        discard=["Tusk", "Ideo"],
        auto_forced=True,
    ).game
    return game


# ------------------------------------------------------------------------------------------------ what is shown


async def test_the_table_is_shown_as_the_human_may_see_it(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        assert sitting.choices[0] == "place Bolt  pay 2 cards"
        assert sitting.choices[-1] == "pass"
        assert len(sitting.choices) == len(middle.legal_actions())
        for word in ("Garsh", "Turbine", "Murk", "imprisoned", "draw pile", "discard pile 2", "hand 4 (Nyx)"):
            assert word in sitting.shown
        for name in HIDDEN[1:]:
            assert name not in sitting.shown


@pytest.mark.parametrize(
    ("players", "size"), [(4, (50, 16)), (2, (80, 24)), (3, (80, 24)), (4, (80, 24)), (2, (160, 50))]
)
async def test_tables_and_screens_of_every_size(sit: Any, players: int, size: tuple[int, int]) -> None:
    async with sit(Game(num_players=players, seed=players), size=size) as sitting:
        await sitting.play_on(np.random.default_rng(players), 3)
        await sitting.asked()
        assert len(sitting.choices) == len(sitting.game.legal_actions())
        board = sitting.app.table.query_one(ArmyBoard)
        assert all(spot.size.width > 3 and spot.size.height > 0 for spot in board.spots if spot.lying)
        if size[1] >= 24:
            assert board.max_scroll_y == 0  # everything is in sight


async def test_no_hidden_card_is_ever_on_the_board(sit: Any) -> None:
    rng = np.random.default_rng(3)
    async with sit(Game(num_players=3, seed=4)) as sitting:
        for _ in range(12):
            await sitting.play_on(rng, 1)
            seen = sitting.game.to_json(0)
            cards = [spot.lying.card.name for spot in sitting.app.table.query_one(ArmyBoard).spots if spot.lying]
            armies = [card["card"] for player in seen["players"] for row in player["army"] for card in row]
            assert sorted(cards) == sorted(armies + seen["players"][0]["hand"])
            for relative in (1, 2):
                known = [name for name in seen["players"][relative]["hand"] if name]
                told = sitting.text(f"#seat-{relative}").partition("(")[2].partition(")")[0]
                assert told == ", ".join(known)


# ------------------------------------------------------------------------------------------------ choosing


async def test_enter_takes_the_choice_that_the_arrows_lead_to(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        await sitting.press(*["down"] * sitting.choices.index("draw one  pay 1 token"), "enter")
        await sitting.until(lambda: len(sitting.app.match.recorder.replay()) >= 1)
        assert middle.to_json()["players"][0]["tokens"] == 1


async def test_number_keys_choose(sit: Any, middle: Game) -> None:
    async with sit(middle, bots={}) as sitting:
        await sitting.press("enter")
        await sitting.asked()
        await sitting.take("draw three")
        await sitting.until(lambda: middle.seat == 1)
        assert middle.to_json()["players"][0]["tokens"] == 0  # draw three
        assert len(middle.to_json()["players"][0]["hand"]) == 6


async def test_keys_without_a_choice_do_nothing(sit: Any, table: Callable[..., Any]) -> None:
    game = table({"hand": ["Tamo"], "army": [["Cinder"]], "tokens": 1}, {"army": [["Cog"]]}, deck=["Cog"]).game
    async with sit(game) as sitting:
        await sitting.asked()
        assert len(sitting.choices) == 2
        await sitting.press("3", "9", "0", "x", "n", "escape")
        assert len(sitting.app.match.recorder.replay()) == 0


async def test_clicking_a_choice_takes_it(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        began = middle.to_json()["round"]
        await sitting.pilot.click(Choices, offset=(4, sitting.choices.index("pass")))
        # The other seat may have ended the round by then.
        await sitting.until(lambda: middle.to_json()["players"][0]["passed"] or middle.to_json()["round"] > began)


async def test_clicking_a_card_takes_the_one_action_that_aims_at_it(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        hand = middle.to_json(0)["players"][0]["hand"]
        await sitting.click(f"#card-{hand.index('Garsh') + 1}")
        await sitting.asked()
        assert middle.decision_text() == "seat 0: Garsh: choose a FREE card to destroy"
        await sitting.click("#slot-1-2-1")  # Turbine, of the other army
        await sitting.until(lambda: "Turbine" in middle.to_json()["discard"])
        assert "destroys Turbine" in str(sitting.app.table.query_one(Log).query_one("Static").render())


async def test_clicking_a_card_with_several_actions_offers_them_alone(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        everything = sitting.choices
        await sitting.click("#slot-0-1-2")
        assert [choice.partition("  ")[0] for choice in sitting.choices] == [
            "mutate 1.2 (Rengo)",
            "activate 1.2 (Rengo)",
        ]
        assert "Esc shows all" in sitting.text("#prompt")
        await sitting.press("escape")
        assert sitting.choices == everything
        await sitting.click("#slot-0-1-2")
        await sitting.take("activate 1.2 (Rengo)")
        await sitting.until(lambda: len(sitting.app.match.recorder.replay()) >= 1)
        assert middle.to_json()["players"][0]["army"][0][1]["token"]


async def test_clicking_a_card_that_nothing_aims_at_does_nothing(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        before = sitting.choices
        for place in ("#slot-1-2-1", "#slot-1-3-5", "#seat-1"):
            await sitting.click(place)
        assert sitting.choices == before
        assert len(sitting.app.match.recorder.replay()) == 0


async def test_clicking_a_player_names_that_player(sit: Any, table: Callable[..., Any]) -> None:
    players = ({"hand": ["Wisp"]}, {"hand": ["Cog"], "army": [["Dom"]]}, {"hand": ["Bolt"], "army": [["Dom"]]})
    game = table(*players, auto_forced=True).game
    async with sit(game) as sitting:
        await sitting.asked()
        await sitting.click("#card-1")
        await sitting.asked()
        await sitting.click("#seat-2")
        await sitting.until(lambda: "Bolt" in game.to_json()["discard"])


async def test_cards_are_reached_by_keys_and_say_what_they_do(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        await sitting.press("tab")
        assert sitting.app.focused.id == "card-1"
        await sitting.press("right", "right")
        assert sitting.app.focused.id == "card-3"
        await sitting.press("left", "up")
        assert sitting.app.focused.id == "slot-0-1-2"
        assert "Look at the top 4 cards" in sitting.shown
        await sitting.press("up", "tab")
        assert isinstance(sitting.app.focused, Choices)
        await sitting.press("tab", "left", "up", "enter")  # Dom: only a mutation aims at it
        await sitting.until(lambda: len(sitting.app.match.recorder.replay()) >= 1)


@pytest.mark.slow
async def test_the_text_follows_the_keyboard_from_card_to_card(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        board = sitting.app.table.query_one(ArmyBoard)
        await sitting.press("tab")
        for _ in range(2):
            for key in ("right", "right", "up", "left", "up", "down", "down", "left"):
                await sitting.press(key)
                spot = sitting.app.focused
                assert spot.lying.card.name == sitting.text("CardText Static").partition(" ")[0]
        await sitting.press("tab", "down")
        aimed = next(spot for spot in board.spots if spot.aimed)
        assert sitting.text("CardText Static").startswith(aimed.lying.card.name)


async def test_the_card_that_is_read_looks_other_than_the_one_aimed_at(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        await sitting.press("tab", "right")
        board = sitting.app.table.query_one(ArmyBoard)

        def colours(spots: list[Any]) -> set[str]:
            return {spot.render_line(0)._segments[1].style.bgcolor.name for spot in spots}

        assert colours([spot for spot in board.spots if spot.aimed]) == {GOLD}
        assert colours([sitting.app.focused]) == {FOCUS}


async def test_hovering_over_a_card_shows_its_text(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        await sitting.pilot.hover("#slot-1-1-2")
        await sitting.pilot.pause()
        assert "Imprison a Bakuto" in sitting.shown
        await sitting.pilot.hover("#top")
        await sitting.pilot.pause()
        assert "Imprison a Bakuto" not in sitting.shown


async def test_the_card_that_asks_and_what_it_shows_are_told(sit: Any, table: Callable[..., Any]) -> None:
    game = table({"hand": ["Tamo"]}, {"army": [["Cog"]]}, deck=["Nyx", "Loya", "Bolt"], auto_forced=True).game
    async with sit(game) as sitting:
        await sitting.asked()
        await sitting.press("enter")
        await sitting.until(lambda: "keep" in "".join(sitting.choices))
        assert "Tamo: choose a card to keep" in sitting.text("#prompt")
        assert "You look at" in sitting.text("#prompt")
        assert "Nyx" in sitting.text("#prompt")


async def test_help_log_and_piles_open_and_close(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        for key, kind, words in (("?", Help, "activation token"), ("l", Pages, ""), ("p", Pages, "seat 1 holds Nyx")):
            await sitting.press(key)
            assert isinstance(sitting.app.screen, kind)
            assert words in sitting.shown
            await sitting.press("1")  # not for the table behind it
            await sitting.press("escape")
            assert sitting.app.screen is sitting.app.table
        assert len(sitting.app.match.recorder.replay()) == 0


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_help_teaches_the_game_on_one_screen(sit: Any, middle: Game, size: tuple[int, int]) -> None:
    async with sit(middle, size=size) as sitting:
        await sitting.asked()
        await sitting.press("?")
        for word in ("Three victory points", "Place", "Pay", "Mutate", "FREE", "Advantage", "Only effects move it."):
            assert word in sitting.shown
        assert sitting.app.screen.query_one("VerticalScroll").max_scroll_y == 0
        await sitting.press("?")
        assert "the first ten answers" in sitting.shown
        await sitting.press("?")
        assert "Three victory points" in sitting.shown
        await sitting.press("escape")
        assert sitting.app.screen is sitting.app.table


# ------------------------------------------------------------------------------------------------ lessons


@pytest.mark.slow
async def test_a_first_game_is_explained_on_the_way(sit: Any) -> None:
    game = Game(seed=FIRST_GAME)
    lessons, _ = lessons_of("gosu")
    told = []
    async with sit(game, size=(80, 24), lessons=lessons) as sitting:
        app = sitting.app
        rng = np.random.default_rng(0)
        for _ in range(400):
            await sitting.until(lambda: isinstance(app.screen, Pages | Question) or app.table.offered)
            if isinstance(app.screen, Question):
                if "on" not in app.screen.answers:
                    break
                await sitting.press("g")
            elif isinstance(app.screen, Pages):
                told.append(app.screen.heading)
                assert app.screen.query_one("VerticalScroll").max_scroll_y == 0
                await sitting.press("enter")
            elif not lessons.left:
                break
            else:
                app.table.choose(int(rng.choice(list(app.table.offered))))
    assert told[:2] == ["Welcome", "Place a goblin"]
    assert len(told) == len(set(told)) >= 6


async def test_a_lesson_notices_what_it_did_not_ask_for(sit: Any) -> None:
    """Nothing is decided before it is meant."""
    game = Game(seed=FIRST_GAME)
    lessons, _ = lessons_of("gosu")
    async with sit(game, lessons=lessons) as sitting:
        app = sitting.app

        async def asked(heading: str) -> None:
            await sitting.until(lambda: getattr(app.screen, "heading", None) == heading)

        for heading in ("Welcome", "Place a goblin"):
            await asked(heading)
            await sitting.press("enter")
        await sitting.asked()
        await sitting.take("draw one")
        await asked("Place a goblin")
        assert isinstance(app.screen, Question)
        assert app.screen.text.plain.startswith("The lesson does not ask for “draw one”.")
        await sitting.press("t")  # Take it back
        await sitting.asked()
        assert len(app.match.recorder.replay()) == 0
        await sitting.take("draw one")
        await asked("Place a goblin")
        await sitting.press("g")  # Go on
        await sitting.until(lambda: len(app.match.recorder.replay()) > 0)
        assert game.action_text(app.match.recorder.replay().actions[0]) == "draw one"


async def test_a_lesson_says_nothing_of_what_it_asked_for(sit: Any) -> None:
    lessons, _ = lessons_of("gosu")
    async with sit(Game(seed=FIRST_GAME), lessons=lessons) as sitting:
        for _ in range(2):
            await sitting.until(lambda: isinstance(sitting.app.screen, Pages))
            await sitting.press("enter")
        await sitting.asked()
        await sitting.press("1")
        await sitting.until(lambda: len(sitting.app.match.recorder.replay()) > 0)


def test_lessons_ask_for_what_there_is() -> None:
    for name in ("gosu", "gosux"):
        lessons, seed = lessons_of(name)
        blocks = set(Game(name, seed=seed).action_spec)
        asked = [block for lesson in lessons.left for block in lesson.asks]
        assert asked
        assert blocks.issuperset(asked)


def test_where_there_are_no_lessons_those_of_the_browser_are_named() -> None:
    with pytest.raises(OptionError) as refused:
        lessons_of("laundromat")
    assert "no lessons for 'laundromat' in the terminal" in str(refused.value)
    assert str(refused.value).endswith("in the browser there are: gosu serve --open, and there Learn Goblin Laundromat")


# ------------------------------------------------------------------------------------------------ hints


async def test_a_hint_is_shown_with_what_the_bot_thinks(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        await sitting.press("h")
        await sitting.until(lambda: "expects a return of +0.50" in sitting.text("#prompt"))
        best = middle.action_text(middle.legal_actions()[-1])
        assert f"adviser would {best}" in sitting.text("#prompt")
        assert "“Just so.”" in sitting.text("#prompt")
        place = sitting.app.table.query_one(Choices).highlighted
        assert sitting.choices[place] == f" 75 % {best}  ◂"
        assert len(sitting.app.match.recorder.replay()) == 0  # a hint decides nothing


class Slow:
    """Thinks until it is let go."""

    def __init__(self) -> None:
        self.asked, self.free = threading.Event(), threading.Event()

    def act(self, view: View) -> int:
        self.asked.set()
        assert self.free.wait(20)
        return view.legal_actions()[-1]


async def test_a_hint_that_comes_too_late_is_not_shown(sit: Any, middle: Game) -> None:
    async with sit(middle, bots={}) as sitting:
        await sitting.press("enter")
        await sitting.asked()
        slow = sitting.app.adviser = Slow()
        await sitting.press("h")
        await sitting.until(slow.asked.is_set)
        await sitting.press("h")  # asked once is enough
        sitting.app.table.choose(middle.parse_action("activate 1.2"))
        await sitting.until(lambda: sitting.app.table.view.decision_text() != "seat 0: choose an action")
        slow.free.set()
        await sitting.until(lambda: not sitting.app._advising)
        assert "would" not in sitting.text("#prompt")


async def test_an_adviser_that_fails_is_told_and_the_game_goes_on(sit: Any, middle: Game) -> None:
    async with sit(middle) as sitting:
        await sitting.asked()
        sitting.app.adviser = Failing()
        await sitting.press("h")
        await sitting.until(lambda: "no idea" in sitting.text("#prompt"))
        await sitting.take("pass")
        await sitting.until(lambda: len(sitting.app.match.recorder.replay()) >= 1)


# ------------------------------------------------------------------------------------------------ other players


class Failing:
    def act(self, view: View) -> int:
        raise RuntimeError("no idea")


class Cheating:
    def act(self, view: View) -> int:
        return 239


@pytest.mark.parametrize(("bot", "told"), [(Failing(), "failed: RuntimeError: no idea"), (Cheating(), "answered 239")])
async def test_a_bot_that_fails_ends_the_game_with_an_error(sit: Any, middle: Game, bot: Any, told: str) -> None:
    async with sit(middle, bots={1: bot}) as sitting:
        await sitting.asked()
        await sitting.take("pass")
        await sitting.until(lambda: sitting.app.trouble)
        assert isinstance(sitting.app.trouble, OpponentError)
        assert told in str(sitting.app.trouble)
        assert f"{type(bot).__name__} at seat 1" in str(sitting.app.trouble)


async def test_while_a_bot_thinks_nothing_can_be_chosen(sit: Any, middle: Game) -> None:
    slow = Slow()
    async with sit(middle, bots={1: slow}) as sitting:
        await sitting.asked()
        await sitting.take("draw one")
        await sitting.until(slow.asked.is_set)
        assert "seat 1, bot1, is thinking" in sitting.shown
        assert sitting.choices == []
        await sitting.press("1", "enter", "h")
        await sitting.click("#slot-0-1-2")
        assert len(sitting.app.match.recorder.replay()) == 1
        assert "Look at the top 4 cards" in sitting.text("CardText Static")  # but cards can be read
        slow.free.set()


async def test_one_may_leave_while_a_bot_thinks(sit: Any, middle: Game, tmp_path: Path) -> None:
    slow = Slow()
    async with sit(middle, bots={1: slow}, save=tmp_path / "game.gosu") as sitting:
        await sitting.asked()
        await sitting.take("draw one")
        await sitting.until(slow.asked.is_set)
        await sitting.press("q")
        assert isinstance(sitting.app.screen, Question)
        await sitting.press("s")  # stay
        await sitting.press("q", "q")
        await sitting.until(lambda: not sitting.app.is_running or sitting.app._exit)
    assert not slow.free.is_set()
    assert sitting.app.trouble is None
    assert len(Replay.load(tmp_path / "game.gosu")) == 1
    slow.free.set()


async def test_between_humans_the_screen_is_hidden(sit: Any, table: Callable[..., Any]) -> None:
    game = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"hand": ["Loya"], "army": [["Cog"]]}).game
    async with sit(game, bots={}) as sitting:
        assert isinstance(sitting.app.screen, Curtain)
        assert "Seat 0 decides" in sitting.shown
        assert "Garsh" not in sitting.shown
        await sitting.press("1", "h", "l", "p")  # nothing gets through
        await sitting.click("#curtain")
        assert isinstance(sitting.app.screen, Curtain)
        await sitting.press("enter")
        await sitting.asked()
        assert "Garsh" in sitting.shown
        assert "Loya" not in sitting.shown
        await sitting.take("pass")
        await sitting.until(lambda: isinstance(sitting.app.screen, Curtain))
        assert "Seat 1 decides" in sitting.shown
        assert "Garsh" not in sitting.shown
        assert "Loya" not in sitting.shown
        assert sitting.app.table.seat == 1  # turned before the curtain opens
        await sitting.press("enter")
        await sitting.asked()
        assert "Loya" in sitting.shown
        assert "Garsh" not in sitting.shown


async def test_a_human_against_bots_sees_no_curtain(sit: Any) -> None:
    async with sit(
        Game(num_players=4, seed=1), bots={0: RandomAgent(0), 1: RandomAgent(1), 3: RandomAgent(3)}
    ) as sitting:
        await sitting.asked()
        assert sitting.app.table.seat == 2
        assert sitting.game.seat == 2


async def test_people_and_bots_in_any_order(sit: Any) -> None:
    async with sit(Game(num_players=4, seed=2), bots={0: RandomAgent(0), 2: RandomAgent(2)}) as sitting:
        await sitting.play_on(np.random.default_rng(0), 8)
        assert {1, 3} == set(sitting.app.match.humans)
        sitting.app.match.recorder.replay().verify()


# ------------------------------------------------------------------------------------------------ the end


@pytest.mark.slow
async def test_a_game_is_played_to_its_end_saved_and_followed_by_another(sit: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.gosu"
    async with sit(Game(seed=0), size=(80, 24), save=file) as sitting:
        await sitting.play_on(np.random.default_rng(1))
        await sitting.until(lambda: isinstance(sitting.app.screen, Question))
        replay = Replay.load(file)
        replay.verify()
        assert replay.game() == sitting.game
        assert replay.agents == ("human", "bot1")
        winner = sitting.game.winners[0]
        assert ("You win" if winner == 0 else "Seat 1 wins") in sitting.shown
        assert "★★★" in sitting.shown
        await sitting.press("t")  # look at the table
        assert sitting.app.screen is sitting.app.table
        assert sitting.choices == []
        await sitting.press("n")
        await sitting.asked()
        assert sitting.app.seed == 1
        assert not sitting.game.is_over
        await sitting.play_on(np.random.default_rng(1), 2)
        await sitting.press("q", "enter")
    assert sitting.app.saved == [file, tmp_path / "game-2.gosu"]
    Replay.load(tmp_path / "game-2.gosu").verify()


async def test_the_end_offers_a_new_game_and_to_quit(sit: Any, table: Callable[..., Any]) -> None:
    players = ({"army": [["Dom", "Ember"]], "vp": 2}, {"army": [["Cog"]], "passed": True})
    game = table(*players, auto_forced=True).game
    async with sit(game) as sitting:
        await sitting.asked()
        await sitting.take("pass")
        await sitting.until(lambda: isinstance(sitting.app.screen, Question))
        assert "You win" in sitting.shown
        assert "Great Battle" in sitting.shown
        await sitting.press("enter")
        await sitting.asked()
        assert sitting.game is not game
        await sitting.press("q", "q")
    assert sitting.app.saved == []


async def test_a_new_game_of_several_people_begins_behind_the_curtain(sit: Any, table: Callable[..., Any]) -> None:
    players = ({"army": [["Dom", "Ember"]], "vp": 2}, {"army": [["Cog"]], "passed": True})
    async with sit(table(*players, auto_forced=True).game, bots={}) as sitting:
        await sitting.press("enter")
        await sitting.asked()
        await sitting.take("pass")
        await sitting.until(lambda: isinstance(sitting.app.screen, Question))
        assert "Seat 0 wins" in sitting.shown
        await sitting.press("n")
        await sitting.until(lambda: isinstance(sitting.app.screen, Curtain))


async def test_a_file_that_cannot_be_written_is_told_in_the_end(sit: Any, middle: Game, tmp_path: Path) -> None:
    async with sit(middle, save=tmp_path / "nowhere" / "game.gosu") as sitting:
        await sitting.asked()
        await sitting.take("pass")
        await sitting.press("q", "q")
    assert isinstance(sitting.app.trouble, GosuError)
    assert "cannot be written" in str(sitting.app.trouble)


def test_what_saving_needs_is_missed_before_the_game(sit: Any, middle: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: Any) -> bytes:
        raise MissingExtraError("replay files need msgspec")

    monkeypatch.setattr(Replay, "to_bytes", missing)
    from gosu_env.play.match import Match  # noqa: PLC0415

    with pytest.raises(MissingExtraError, match="msgspec"):
        PlayApp(
            lambda _: Match(middle, ["human", "x"], {1: RandomAgent(0)}), 0, RandomAgent(0), "x", save=Path("a.gosu")
        )


async def test_what_one_player_reads_is_closed_before_the_next_sits_down(sit: Any, table: Callable[..., Any]) -> None:
    slow = Slow()
    players = ({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Cog"]]}, {"hand": ["Loya"], "army": [["Cog"]]})
    async with sit(table(*players).game, bots={1: slow}) as sitting:
        await sitting.press("enter")
        await sitting.asked()
        await sitting.take("pass")
        await sitting.until(slow.asked.is_set)
        await sitting.press("l")
        assert isinstance(sitting.app.screen, Pages)
        slow.free.set()
        await sitting.until(lambda: isinstance(sitting.app.screen, Curtain))
        await sitting.press("enter")
        await sitting.asked()
        assert sitting.app.table.seat == 2


async def test_the_picture_of_the_docs_can_be_made_anew() -> None:
    drawn = await run_path(str(ROOT / "docs" / "play_picture.py"))["picture"]((80, 24), adviser="ismcts:50")
    assert "Assembler" in drawn
    assert "expects" in drawn
    assert "@font-face" not in drawn
