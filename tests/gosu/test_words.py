"""Cards in letters, what actions aim at, and what is told to whom."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from gosu_env import Game, Recorder, View
from gosu_env.armies.aims import Slot
from gosu_env.armies.board import fit
from gosu_env.gosu.aims import aims, prices
from gosu_env.gosu.cards import DEFAULT_SET, default_cards
from gosu_env.gosu.lettered_cards import LyingCard, draw, full_text, hint, short_text
from gosu_env.play.aim import Aim
from gosu_env.render.log import Log, Paragraph, Story, log_of

CARDS = default_cards()


def card(name: str) -> Any:
    return CARDS[CARDS.kind(name)]


# ------------------------------------------------------------------------------------------------ cards


@pytest.mark.parametrize("height", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("width", [4, 9, 15, 24])
def test_every_card_fills_its_place_and_no_more(width: int, height: int) -> None:
    for each in CARDS.cards:
        for state in ({}, {"imprisoned": True}, {"token": True}, {"arriving": True}):
            lines = draw(LyingCard(each, 3, **state), width, height)
            assert [sum(part.cell_length for part in line) for line in lines] == [width] * height, each.name


def test_names_fit_into_a_terminal_of_80_letters() -> None:
    for each in CARDS.cards:
        assert draw(LyingCard(each, 3), 9, 2)[0][0].text.rstrip() == each.name


def test_a_card_tells_more_the_larger_it_is() -> None:
    def plain(height: int, width: int, **state: bool) -> list[str]:
        lines = draw(LyingCard(card("Garsh"), 4, **state), width, height)
        return ["".join(part.text for part in line).rstrip() for line in lines]

    assert plain(1, 9) == ["Garsh   ²"]
    assert plain(2, 9) == ["Garsh", "²destroy"]
    assert plain(4, 9) == ["Garsh", "destroy", "", "⚔4 :   ⇄2"]
    assert plain(4, 20) == [" Garsh", " ▸ Destroy a FREE", " card.", " ⚔4 :            ⇄2"]
    assert plain(2, 9, token=True) == ["Garsh   ●", "²destroy"]
    assert plain(2, 12, imprisoned=True) == [" Garsh", " imprisoned"]
    assert plain(1, 9, arriving=True) == ["‹Garsh› ²"]


def test_hints_say_what_a_card_does() -> None:
    hints = {
        "Duwal": "steal",  # for a price
        "Tusk": "draw 2",  # under a condition
        "Wisp": "discard",  # of an opponent who is chosen
        "Sparx": "×draw 2",
        "Kao": "▥draw",
        "Kisei": "✦mutation cost",
    }
    assert {name: hint(card(name)) for name in hints} == hints
    assert all(hint(each) for each in CARDS.cards if each.has_ability)


def test_short_texts_have_signs_for_occasions() -> None:
    assert short_text(card("Grint")) == "▸⇄ Draw a card."
    assert short_text(card("Trsck")) == "▸ Imprison a Bakuto or Hero. Z Zombie mutation."


def test_full_texts_say_everything() -> None:
    text = full_text(card("Honinbo")).plain
    assert text.startswith("Honinbo · Ancient Ōzeki · mutation 3\n")
    assert "Enters play: The players with the fewest VP draw a card." in text
    assert "Global: At the start of a round" in text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_fits_into_the_usual_terminals(players: int) -> None:
    for height in (22, 38, 48, 100):
        scale = fit(height, players, hand_rows=2)
        lines = players * (1 + 3 * scale.army + scale.gap) + 1 + 2 * scale.hand
        assert lines <= height
    assert fit(22, players, 2).army >= (2 if players == 2 else 1)
    assert fit(48, 2, 2).army == 5
    assert fit(5, players, 2) == (1, 1, 0)  # as small as it gets; then one scrolls


# ------------------------------------------------------------------------------------------------ aims


def test_actions_of_a_turn_aim_at_the_hand_and_the_army(table: Callable[..., Any]) -> None:
    game = table({"hand": ["Ember", "Turbine", "Bolt"], "army": [["Rengo", "Cog"]], "tokens": 2}).game
    view = View(game)
    told = {view.action_text(action): aim for action, aim in aims(view, CARDS).items()}
    assert told["pass"] == Aim()
    assert told["place Ember"] == Aim("Ember", "Ember")
    assert told["mutate 1.1 (Rengo)"] == told["activate 1.1 (Rengo)"] == Aim(Slot(0, 0, 0), "Rengo")


def test_targets_lie_in_armies_seen_from_the_decider(table: Callable[..., Any]) -> None:
    t = table({"army": [["Cog"]]}, {"hand": ["Garsh"], "army": [["Dom", "Ember"]]}, turn=1).do("place Garsh")
    view = View(t.game)
    told = {view.action_text(action): aim for action, aim in aims(view, CARDS).items()}
    assert told["destroy opp1 1.1 (Cog)"] == Aim(Slot(1, 0, 0), "Cog")
    assert told["destroy me 1.2 (Ember)"] == Aim(Slot(0, 0, 1), "Ember")


def test_cards_that_are_not_in_the_hand_have_a_name_but_no_place(table: Callable[..., Any]) -> None:
    t = table({"hand": ["Kikyo", "Tamo"]}, discard=["Tamo", "Hoshi"]).do("place Kikyo")
    view = View(t.game)
    assert set(aims(view, CARDS).values()) == {Aim(None, "Tamo"), Aim(None, "Hoshi")}


def test_players_can_be_aimed_at(table: Callable[..., Any]) -> None:
    t = table({"hand": ["Wisp"]}, {"hand": ["Cog"]}, {"hand": ["Bolt"]}).do("place Wisp")
    assert [aim.place for aim in aims(View(t.game), CARDS).values()] == [1, 2]


def test_prices_are_those_of_the_rules(table: Callable[..., Any]) -> None:
    def told(**more: Any) -> dict[str, str]:
        own = {"hand": ["Ember", "Turbine", "Bolt", "Cinder"], "army": [["Tamo", "Torch", "Hoshi"]], "tokens": 0}
        return told_prices(table(own, more).game)

    ones = {"mutate 1.1 (Tamo)": "1 card", "mutate 1.2 (Torch)": "1 card", "place Bolt": "2 cards"}
    assert told() == ones | {"mutate 1.3 (Hoshi)": "2 cards"}
    # Mutating costs a card less, but never nothing where 1 is printed.
    assert told(army=[["Tamo"], ["Loya"], ["Kisei"]]) == ones | {"mutate 1.3 (Hoshi)": "1 card"}


def told_prices(game: Game) -> dict[str, str]:
    return {game.action_text(action): price for action, price in prices(View(game)).items()}


@pytest.mark.rule("G-6.1", "G-6.2")
def test_what_is_paid_for_with_tokens_says_so(table: Callable[..., Any]) -> None:
    t = table({"army": [["Rengo", "Cog"]], "tokens": 2})
    powers = {text: "1 token" for text in t.choices if text.startswith("activate")}
    assert powers
    assert told_prices(t.game) == {"draw one": "1 token", "draw three": "2 tokens", **powers}
    for text, price in told_prices(t.game).items():
        world = t.game.clone()
        world.apply(world.parse_action(text))
        spent = 2 - int(world.to_json()["players"][0]["tokens"])
        assert price == f"{spent} token{'s' * (spent > 1)}"


@pytest.mark.rule("K-1.3", "K-3.3")
def test_dragoon_tokens_and_what_is_done_for_the_partner_cost_the_same(kamakor: Callable[..., Any]) -> None:
    four = [{"army": [["Bolt", "Cog"]], "tokens": 2, "dragoons": 1}, {}, {"army": [["Bolt", "Cog"]]}, {}]
    found = told_prices(kamakor(*four, options={"teams": True}).game)
    assert {price for text, price in found.items() if text.startswith("dragoon")} == {"1 Dragoon token"}
    assert {text: price for text, price in found.items() if "partner" in text and "draw" in text} == {
        "partner draws one": "1 token",
        "partner draws three": "2 tokens",
    }


def test_a_number_or_a_target_that_looks_like_an_action_of_a_turn_costs_nothing(table: Callable[..., Any]) -> None:
    t = table({"hand": ["Garsh"], "army": [["Ember"]]}, {}, {"army": [["Cog"]]}).do("place Garsh")
    assert any("opp2" in t.game.action_text(action) for action in t.game.legal_actions())
    assert told_prices(t.game) == {}


# ------------------------------------------------------------------------------------------------ what is told


def told_of(game: Game, viewer: int, *actions: str) -> list[Paragraph]:
    log = Log(game)
    for text in actions:
        action = game.parse_action(text)
        game.apply(action)
        log.write(action)
    return log.paragraphs(viewer)


def test_a_turn_is_a_paragraph(table: Callable[..., Any]) -> None:
    t = table({"hand": ["Bolt", "Ember", "Cog", "Tamo"], "army": [["Dom"]]}, {"army": [["Murk"]]}, auto_forced=True)
    told = told_of(t.game, 0, "place Bolt", "discard Cog", "discard Tamo")
    assert told[0].heading
    assert told[1].seat == 0
    assert told[1].words.startswith("seat 0 places Bolt · pays Cog and Tamo")


def test_drawn_cards_are_told_to_their_player_alone(table: Callable[..., Any]) -> None:
    def told(viewer: int) -> str:
        t = table({"army": [["Dom"]], "tokens": 2}, {"army": [["Murk"]], "tokens": 2}, deck=["Nyx"])
        return told_of(t.game, viewer, "draw one")[1].words

    assert told(0) == "seat 0 spends a token · draws Nyx"
    assert told(1) == "seat 0 spends a token · draws a card"


@pytest.mark.parametrize("auto_forced", [True, False])
def test_a_log_follows_whole_games_to_their_outcome(auto_forced: bool) -> None:
    for seed in range(8):
        rng = np.random.default_rng(seed)
        game = Game(num_players=2 + seed % 3, seed=seed, auto_forced=auto_forced)
        log = Log(game)
        while not game.is_over:
            action = int(rng.choice(game.legal_actions()))
            game.apply(action)
            log.write(action)
        paragraphs = log.paragraphs(0)
        assert sum(paragraph.words.startswith("Great Battle") for paragraph in paragraphs) >= 1
        assert all(paragraph.words for paragraph in paragraphs)
        title, how = log.outcome()
        assert f"seat {game.winners[0]}" in title
        assert how


@pytest.mark.parametrize(
    ("card", "other", "words"), [("Boko", "Grint", "places nothing more"), ("Veil", "Jester", "mutates nothing more")]
)
def test_nothing_more_is_told_alike_by_choice_and_by_need(
    table: Callable[..., Any], card: str, other: str, words: str
) -> None:
    """Whether another goblin could be placed or mutated depends on a hand that others do not see."""

    def told(hand: list[str], *answers: str, auto_forced: bool = False) -> str:
        t = table({"hand": [card, *hand]}, {"army": [["Murk"]]}, deck=["Nyx"], kamakor=True, auto_forced=auto_forced)
        return told_of(t.game, 1, f"place {card}", *answers)[1].words

    could = told([other, "Dom"], "done")
    assert could.endswith(words)
    assert told(["Walror", "Ideo"], "done") == told(["Walror", "Ideo"], auto_forced=True) == could


def mulligan(*, offered: bool) -> Game:
    """A game that begins with a mulligan of seat 1, or without any."""
    for seed in range(1000):
        game = Game(num_players=3, seed=seed)
        decision = game.to_json()["decision"]["kind"]
        if (decision == "mulligan" and game.seat == 1) if offered else decision == "main":
            return game
    raise AssertionError


def test_a_mulligan_declined_is_told_to_its_player_alone() -> None:
    game = mulligan(offered=True)
    log = Log(game)
    action = game.parse_action("no")
    game.apply(action)
    log.write(action)
    assert [paragraph.words for paragraph in log.paragraphs(1)] == [
        "Before the first round",
        "seat 1 keeps a hand without a Bakuto",
    ]
    assert log.paragraphs(0) == log.paragraphs(2) == []
    replay = Recorder(mulligan(offered=True))
    replay.apply(action)
    entry = log_of(replay.replay()).entries[0]
    assert [entry.words(viewer) for viewer in (None, 1, 0)] == [
        *["keeps a hand without a Bakuto"] * 2,
        "decides in secret",
    ]


@pytest.mark.parametrize("hands", [True, False])
def test_a_story_without_hands_does_not_tell_of_a_mulligan_declined(hands: bool) -> None:
    game = mulligan(offered=True)
    paper = StringIO()
    story = Story(Console(file=paper, width=100), game, hands)
    story.step(game.parse_action("no"))
    story.end_line()
    assert ("keeps a hand without a Bakuto" in paper.getvalue()) == hands
    assert ("seat 1  " in paper.getvalue().split("Round")[0]) == hands


@pytest.mark.parametrize("in_hand", [True, False])
def test_a_newcomer_of_a_zombie_from_the_discard_pile_tells_nothing_of_the_hand(
    table: Callable[..., Any], tmp_path: Path, in_hand: bool
) -> None:
    """With the same card in hand the player says where to take it from; others hear where it came from, either way."""
    text = DEFAULT_SET.read_text(encoding="utf-8").replace('name = "Murk"', 'name = "Murk"\nzombie = true')
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    hand = ["Cog" if in_hand else "Valve", "Dom", "Ember"]
    mine = {"hand": hand, "army": [["Murk"]]}
    t = table(mine, {"army": [["Bolt"]]}, discard=["Cog"], options={"cards": str(tmp_path / "cards.toml")})
    actions = [
        "mutate 1.1",
        "discard Dom",
        "discard Ember",
        "bring in Cog from the discard" if in_hand else "bring in Cog",
    ]
    told = told_of(t.game, 1, *actions)[1].words
    assert told == "seat 0 mutates Murk · pays Dom and Ember · brings in Cog from the discard pile"
