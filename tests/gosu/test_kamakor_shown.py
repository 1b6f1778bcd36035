"""Games with Kamakor for people to look at: pictures, stories, the screen."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from gosu_env import Game, View
from gosu_env.agents import RandomAgent
from gosu_env.armies.aims import Slot
from gosu_env.gosu.aims import aims
from gosu_env.gosu.cards import load_cards
from gosu_env.gosu.lettered_cards import LyingCard, draw, full_text, hint, short_text
from gosu_env.play.aim import Aim
from gosu_env.render.log import Story
from gosu_env.render.svg import table_svg

CARDS = load_cards(kamakor=True)


def told(game: Game, *actions: str) -> str:
    """The story of some actions, in one line."""
    paper = io.StringIO()
    story = Story(Console(file=paper, width=400, force_terminal=False), game, hands=True)
    for action in actions:
        taken = game.parse_action(action)
        game.apply(taken)
        story.step(taken)
    story.end_line()
    return " ".join(paper.getvalue().replace("\u00a0", " ").split())


def test_bans_are_told_and_the_deal_is_not() -> None:
    game = Game("gosu", 2, seed=7, kamakor=True)
    names = ("Fire Goblins", "Swamp Goblins", "Drake Goblins", "Alpha Goblins", "Drum Goblins")
    words = told(game, *(f"ban {name}" for name in names))
    assert all(f"bans the {name}" in words for name in names)
    assert "draws" not in words
    assert "shuffles" not in words


@pytest.mark.parametrize(
    ("players", "deck", "actions", "words"),
    [
        ([{"army": [["Flit"]]}], ["Bolt"], ["mutate 1.1"], "jumps with Flit into Bolt"),
        (
            [{"army": [["Flit"]]}],
            ["Garsh"],
            ["mutate 1.1"],
            "jumps with Flit in vain · discards Garsh off the draw pile",
        ),
        (
            [{"hand": ["Dusk"]}, {"army": [["Cog"]]}],
            ["Garsh"],
            ["place Dusk", "jump opp1 1.1"],
            "places Dusk · lets Cog of seat 1 jump in vain · seat 1 discards Garsh off the draw pile",
        ),
        ([{"hand": ["Gallop"], "army": [["Yap"]]}], [], ["place Gallop"], "places Gallop · takes 2 Dragoon tokens"),
        (
            [{"army": [["Bolt"]], "dragoons": 1}],
            ["Cog", "Tamo"],
            ["dragoon 1.1"],
            "activates Bolt with a Dragoon token · draws Cog and Tamo",
        ),
        (
            [{"hand": ["Dom"], "army": [["Slop"], ["Hag"]]}, {"army": [["Cog"]]}],
            [],
            ["use 2.1", "discard Dom", "imprison opp1 1.1"],
            "uses Hag · discards Dom · imprisons Cog of seat 1",
        ),
        (
            [{"hand": ["Grin"], "army": [["Mum"]]}],
            ["Cog"],
            ["place Grin", "row 2"],
            "places Grin · puts it in row 2 · draws Cog",
        ),
    ],
)
def test_what_is_new_is_told(kamakor: Any, players: list[Any], deck: list[str], actions: list[str], words: str) -> None:
    assert told(kamakor(*players, deck=deck).game, *actions) == f"seat 0 {words}"


def test_the_drawn_table_shows_tokens_supply_and_clans() -> None:
    players = [{"army": [["Snort+", "Yap"]], "dragoons": 2}, {"army": [["Flit", "Muck"]]}]
    game = Game.position("gosu", 2, options={"kamakor": True}, players=players)
    picture = table_svg(game, seat=0)
    for words in ("Dragoon", "Shadow Jump", "Recruiter", "after a colon", "several levels"):
        assert words in picture
    assert "Dragoon" not in table_svg(Game("gosu", 2, seed=1), seat=0)
    bans = table_svg(Game("gosu", 2, seed=1, kamakor=True), seat=0)
    assert "Clans left" in bans
    assert "Mask Goblins" in bans


def test_a_dragoon_token_for_the_partner_is_told(kamakor: Any) -> None:
    seats = [{"dragoons": 1}, {}, {"army": [["Bolt"]]}, {}]
    t = kamakor(*seats, options={"teams": True}, deck=["Cog", "Tamo"])
    words = "activates Bolt of seat 2 with a Dragoon token · seat 2 draws Cog and Tamo"
    assert told(t.game, "dragoon partner 1.1") == f"seat 0 {words}"


@pytest.mark.parametrize(
    ("n", "options"), [(2, {}), (3, {}), (4, {}), (4, {"teams": True, "draft": True, "turn_limit": True})]
)
def test_pictures_and_stories_of_whole_games(n: int, options: dict[str, bool]) -> None:
    for seed in (n, n + 1):
        game = Game("gosu", n, seed, kamakor=True, auto_forced=False, **options)
        agents = [RandomAgent(seat) for seat in range(n)]
        story = Story(Console(file=io.StringIO(), width=100), game, hands=True)
        steps = 0
        while not game.is_over:
            if steps % 20 == 0:
                table_svg(game, seat=steps % n)
                game.describe(steps % n)
            action = agents[game.seat].act(View(game))
            game.apply(action)
            story.step(action)
            steps += 1


def test_powers_aim_at_their_goblins(kamakor: Any) -> None:
    t = kamakor({"army": [["Bolt"], ["Croak"]], "dragoons": 1})
    found = {t.game.action_text(action): aim for action, aim in aims(View(t.game), CARDS).items()}
    assert found["dragoon 1.1 (Bolt)"] == Aim(Slot(0, 0, 0), "Bolt")
    assert found["use 2.1 (Croak)"] == Aim(Slot(0, 1, 0), "Croak")
    t = kamakor({"dragoons": 1}, {}, {"army": [["Bolt"]]}, {}, options={"teams": True})
    found = {t.game.action_text(action): aim for action, aim in aims(View(t.game), CARDS).items()}
    assert found["dragoon partner 1.1 (Bolt)"] == Aim(Slot(2, 0, 0), "Bolt")


def test_cards_in_letters_say_what_is_new() -> None:
    slop, flit, tamtam, guise = (CARDS[CARDS.kind(name)] for name in ("Slop", "Flit", "Tamtam", "Guise"))
    assert hint(slop) == "⊢imprison self"
    assert short_text(slop) == "⊢ Imprison this card: Imprison a Bakuto of an opponent."
    assert "Shadow Jump" in full_text(flit).plain
    assert "Recruiter" in short_text(tamtam)
    assert "Counts as Bakuto and Hero." in short_text(guise)
    lines = draw(LyingCard(slop, 2, token="dragoon"), 12, 1)
    assert "◈" in "".join(segment.text for segment in lines[0])


def test_positions_by_name_know_what_is_new(kamakor: Any) -> None:
    t = kamakor({"army": [["Bolt+", "Snort*"]], "dragoons": 1, "tokens": 1})
    again = Game.position("gosu", 2, options={"kamakor": True, "auto_forced": False}, players=t.json["players"])
    assert again.to_json()["players"] == t.json["players"]
    assert np.array_equal(again.state.token, t.game.state.token)
    lent = kamakor({"dragoons": 1}, {}, {"army": [["Bolt+°", "Snort°"]]}, {}, options={"teams": True})
    options = {"kamakor": True, "teams": True, "auto_forced": False}
    again = Game.position("gosu", 4, options=options, players=lent.json["players"])
    assert np.array_equal(again.state.token, lent.game.state.token)
    assert again.to_json()["players"] == lent.json["players"]
