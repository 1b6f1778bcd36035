"""GOSU X in letters, in lists and in pages: cards, what actions aim at, what they cost, the catalogue, the counters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scripts import load_script
from typer.testing import CliRunner

from gosu_env import Game, View
from gosu_env.armies.aims import Slot
from gosu_env.armies.lettered_cards import draw
from gosu_env.cli import app
from gosu_env.engine.counters import count, counters_of
from gosu_env.gosux.aims import aims, prices
from gosu_env.gosux.cards import default_cards
from gosu_env.gosux.lettered_cards import LyingCard, full_text, hint, short_text, tile_text
from gosu_env.gosux.text import card_text
from gosu_env.play.aim import Aim

CARDS = default_cards()


def card(name: str) -> Any:
    return CARDS[CARDS.kind(name)]


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "120", "NO_COLOR": "1", "FORCE_COLOR": None})


# ------------------------------------------------------------------------------------------------ texts


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Un'Go", "Put a FREE Troop or Hero (with a Supremacy token, any FREE card) on top of its player’s deck."),
        ("Unités de bombardement", "Each player sacrifices a FREE card. If you own a Supremacy token, you may do that"),
        ("Navaj", "Take up to X Force of Will or Wonder cards from your discard."),
        ("Ecnalab", "Each player draws or discards until they have exactly 3 cards in hand."),
        ("Nitish", "You may discard a Bounty card from your hand: capture, destroy or free a card of at most its"),
        ("EZ", "You may remove a card of your discard from the game, then draw a card."),
        ("Fenghuang", "Search your deck for a card named Phoenix, shuffle your deck and put that card on top."),
        (
            "Byun Hyung Ja (Xi'an)",
            "At the end of your turn, you may discard 5 cards of one clan from your hand: unlock",
        ),
        ("Tomorrow", "Arrives: Draw a card. In play: your Immortals have Echo."),
        ("1000 visages", "Arrives or activated (2 tokens): Draw a card for each clan in this column."),
    ],
)
def test_cards_read_like_sentences(name: str, text: str) -> None:
    assert text in card_text(card(name))


def test_no_text_has_a_gap_or_a_number_for_all() -> None:
    for each in CARDS.cards:
        text = card_text(each)
        assert text.endswith(".")
        assert not [wrong for wrong in ("  ", "99", "{", "None", " ,", "..", "may each") if wrong in text], text


# ------------------------------------------------------------------------------------------------ letters


@pytest.mark.parametrize("height", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("width", [4, 9, 15, 24])
def test_every_card_fills_its_place_and_no_more(width: int, height: int) -> None:
    for each in CARDS.cards:
        for state in ({}, {"captured": True}, {"tokens": 2, "bounty": True}, {"arriving": True}):
            lines = draw(LyingCard(each, 3, **state).letters, width, height)
            assert [sum(part.cell_length for part in line) for line in lines] == [width] * height, each.name


def test_a_card_tells_more_the_larger_it_is() -> None:
    def plain(height: int, width: int, **state: Any) -> list[str]:
        lines = draw(LyingCard(card("Muraena"), 2, **state).letters, width, height)
        return ["".join(part.text for part in line).rstrip() for line in lines]

    assert plain(1, 9) == ["Muraena ³"]
    assert plain(2, 9) == ["Muraena", "³draw"]
    assert plain(4, 20) == [" Muraena", " ◉ Draw X cards.", "", " ⚔2 · ¤          ⇄3"]
    assert plain(2, 12, tokens=1, bounty=True) == [" Muraena ●¤", " ³draw"]
    assert plain(2, 12, captured=True) == [" Muraena", " captured"]


def test_hints_and_short_texts_say_what_a_card_does() -> None:
    assert hint(card("Pangu")) == "capture/destroy/free"
    assert hint(card("Le Cercle Rouge")) == "cancel"
    assert all(hint(each) for each in CARDS.cards)
    assert short_text(card("Dalisteer")) == "◉◉ Draw a card for each clan in this row."
    assert short_text(card("Tomorrow")) == "▸ Draw a card. ∞ your Immortals have Echo."


def test_full_texts_say_everything() -> None:
    text = full_text(card("Apostles of the Night")).plain
    assert text.startswith("Les apôtres de la nuit (Apostles of the Night) · Abhilasha Troop · shift 2\nSecret Shift. ")
    assert "cannot be shifted" in full_text(card("Galmi")).plain
    assert tile_text(6).plain == "Tomorrow · tile, active side\nImmortals have Echo."


# ------------------------------------------------------------------------------------------------ aims and prices


def test_actions_aim_at_the_hand_the_armies_players_and_tiles(x_table: Callable[..., Any]) -> None:
    game = x_table({"hand": ["Timer", "Muraena"], "army": [["Timer"], ["Kaez"]]}, {"army": [["Bun To"]]}).game
    found = {game.action_text(action): aim for action, aim in aims(View(game), CARDS).items()}
    assert found["place Timer"] == Aim("Timer", "Timer")
    assert found["activate T1 (Timer)"] == Aim(Slot(0, 0, 0), "Timer")
    assert found["draw one"] == Aim()
    game = x_table({"hand": ["Déesses de lave"]}, {"army": [["Bun To"]]}).game
    game.apply(game.parse_action("place Déesses de lave"))
    found = {game.action_text(action): aim for action, aim in aims(View(game), CARDS).items()}
    assert found["capture enemy T1 (Bun To)"] == Aim(Slot(1, 0, 0), "Bun To")
    game = Game("gosux", 2, seed=1)
    assert aims(View(game), CARDS)[game.parse_action("pick Galmi")] == Aim("tile of Galmi", "tile of Galmi")


def test_prices_are_those_of_the_rules(x_table: Callable[..., Any]) -> None:
    clans = {"clans": ["phoenix", "galmi", "xian"]}
    hand = ["Arpia", "Bun To", "Kan Te", "Muraena"]
    game = x_table({**clans, "hand": hand, "army": [["Timer*"]], "tokens": 1}, {}).game
    found = {game.action_text(action): price for action, price in prices(View(game)).items()}
    assert found == {"place Bun To": "2 cards", "shift T1 (Timer)": "1 card", "draw one": "1 token"}
    # another clan; less 1 for the token on it


def test_every_decision_has_aims_and_is_answered_as_the_pages_say() -> None:
    meanings = load_script("docs/gosux/generate.py").DECISION_MEANINGS
    seen = set()
    for seed in range(4):
        rng, game = np.random.default_rng(seed), Game("gosux", 2, seed=seed, auto_forced=False)
        while not game.is_over:
            kind = game.to_json()["decision"]["kind"]
            answers = set(meanings[kind][0].split(", "))
            assert set(aims(View(game), CARDS)) == set(game.legal_actions())
            assert {game.action_spec.at(action).name for action in game.legal_actions()} <= answers
            seen.add(kind)
            game.apply(int(rng.choice(game.legal_actions())))
    assert len(seen) > 10


# ------------------------------------------------------------------------------------------------ lists and counters


def test_the_catalogue_lists_cards_by_clan_level_and_keyword() -> None:
    shown = run("cards", "--game", "gosux").stdout
    assert "88 cards, 120 with copies" in shown
    assert "Apostles of the Night" in shown
    shown = run("cards", "--game", "gosux", "--clan", "xi", "--level", "1").stdout
    assert "4 cards, 8 with copies" in shown
    assert "Dragon dansant" in shown
    shown = run("cards", "--game", "gosux", "--keyword", "force of will", "--provenance").stdout
    assert "2 cards, 4 with copies" in shown
    assert "the public record of the game" in shown
    assert run("cards", "--game", "gosux", "--clan", "justice", "--keyword", "wonder").stdout == "No card matches.\n"


@pytest.mark.parametrize("name", ["Déesses de lave", "deesses de lave", "lava goddesses"])
def test_a_card_is_found_by_both_names(name: str) -> None:
    shown = run("cards", "--game", "gosux", name).stdout
    for words in ("Déesses de lave", "Lava Goddesses", "Goan Sul", "Veteran", "Capture a Troop."):
        assert words in shown


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--clan", "goblins"], "unknown clan 'goblins'"),
        (["--keyword", "zombie"], "unknown keyword 'zombie'"),
        (["Timmer"], "no card named 'Timmer'; did you mean 'Timer'?"),
        (["--ability", "draw"], "--ability is not for the cards of gosux"),
    ],
)
def test_what_is_not_there_is_explained(words: list[str], error: str) -> None:
    result = run("cards", "--game", "gosux", *words)
    assert result.exit_code == 2
    assert error in result.stderr


def test_counters_count() -> None:
    players = [{"army": [["Timer*"]], "hand": ["Arpia"], "owned": 3, "supremacy": 1}, {}]
    game = Game.position("gosux", players=players)
    counts = count(game)
    assert set(counts) == set(counters_of("gosux"))
    assert counts == {
        "supremacy": [1, 0],
        "hand": [1, 0],
        "deck": [43, 45],
        "tokens": [2, 2],
        "owned": [3, 2],
        "strength": [2, 0],
    }
