"""Clans, draft, decks and opening hands (X-2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gosu_env import Game, PositionError
from gosu_env.engine.events import Teller
from gosu_env.gosux.cards import load_cards
from tests.decided import Decided

CLANS = ["Abhilasha", "Galmi", "Goan Sul", "Justice", "Narashima", "Phoenix", "Tomorrow", "Xi'an"]
LEVEL = {card.name: card.level for card in load_cards().cards}


def drafted(seed: int, *clans: str) -> Decided:
    """A game after its draft."""
    t = Decided(Game("gosux", 2, seed, auto_forced=False))
    return t.do(*(f"pick {clan}" for clan in clans or CLANS[:6]))


def troops(t: Decided, seat: int) -> int:
    return sum(LEVEL[name] == 1 for name in t.json["players"][seat]["hand"])


# ---------- clans


@pytest.mark.rule("X-2.1")
def test_eight_clans_of_fifteen_cards() -> None:
    cards = load_cards().cards
    assert {card.clan_name for card in cards} == set(CLANS)
    for clan in CLANS:
        levels = {level: [c for c in cards if c.clan_name == clan and c.level == level] for level in (1, 2, 3)}
        assert [len(levels[level]) for level in (1, 2, 3)] == [4, 5, 2]
        assert [{card.copies for card in levels[level]} for level in (1, 2, 3)] == [{2}, {1}, {1}]
        assert {card.name for card in levels[3]} == {clan, f"Byun Hyung Ja ({clan})"}


@pytest.mark.rule("X-2.1")
def test_a_table_holds_two_copies_of_a_troop_and_one_of_any_other(x_table: Any) -> None:
    for names in (["Bun To"] * 3, ["Shard"] * 2, ["Galmi"] * 2):
        with pytest.raises(PositionError, match=names[0]):
            x_table({"hand": names})


# ---------- draft


@pytest.mark.rule("X-2.2")
def test_one_two_two_one_clans_are_picked() -> None:
    t = Decided(Game("gosux", 2, 5, auto_forced=False))
    first = t.seat
    assert t.choices == [f"pick {clan}" for clan in CLANS]
    seats = []
    for clan in ("Xi'an", "Galmi", "Justice", "Phoenix", "Abhilasha", "Tomorrow"):
        assert t.decision == "draft"
        seats.append(t.seat)
        t.do(f"pick {clan}")
        assert f"pick {clan}" not in t.choices
    assert seats == [first, 1 - first, 1 - first, first, first, 1 - first]
    assert t.json["players"][first]["clans"] == ["abhilasha", "phoenix", "xian"]
    assert t.json["players"][1 - first]["clans"] == ["galmi", "justice", "tomorrow"]


@pytest.mark.rule("X-2.2")
def test_chance_decides_who_is_first_and_the_first_to_pick_begins() -> None:
    firsts = set()
    for seed in range(12):
        t = Decided(Game("gosux", 2, seed, auto_forced=False))
        first = t.seat
        firsts.add(first)
        t.do(*(f"pick {clan}" for clan in CLANS[:6]), "no", "no")
        assert (t.seat, t.decision) == (first, "main")
    assert firsts == {0, 1}


@pytest.mark.rule("X-2.2")
def test_each_deck_is_the_45_cards_of_three_clans() -> None:
    t = drafted(3)
    for player in t.json["players"]:
        cards = Counter(player["hand"]) + Counter(player["deck_cards"])
        assert cards.total() == 45
        words = {card.name: card.clan_name.lower().replace(" ", "_").replace("'", "") for card in load_cards().cards}
        assert Counter(words[name] for name in cards.elements()) == dict.fromkeys(player["clans"], 15)


@pytest.mark.rule("X-2.3")
def test_the_tiles_of_the_two_clans_left_over_are_active() -> None:
    assert drafted(3).json["tiles"] == ["tomorrow", "xian"]
    t = drafted(3, "Xi'an", "Galmi", "Justice", "Phoenix", "Abhilasha", "Tomorrow")
    assert t.json["tiles"] == ["goan_sul", "narashima"]


@pytest.mark.rule("X-2.3")
def test_the_decks_of_the_clans_left_over_are_out_of_the_game() -> None:
    t = drafted(3)
    names = {name for player in t.json["players"] for name in (*player["hand"], *player["deck_cards"])}
    assert not names & {card.name for card in load_cards().cards if card.clan_name in ("Tomorrow", "Xi'an")}
    assert t.json["removed"] == []


@pytest.mark.rule("X-2.4")
def test_each_player_begins_with_two_tokens_and_seven_cards() -> None:
    for player in drafted(8).json["players"]:
        assert (player["tokens"], player["owned"]) == (2, 2)
        assert (len(player["hand"]), player["deck"]) == (7, 38)
        assert player["discard"] == []


# ---------- new hands


def first_poor_hand() -> Decided:
    """A game whose first player has one Troop or none."""
    for seed in range(400):
        t = drafted(seed)
        if troops(t, t.seat) <= 1:
            return t
    raise AssertionError


@pytest.mark.rule("X-2.5")
def test_a_hand_with_one_troop_or_none_may_be_drawn_anew() -> None:
    t = first_poor_hand()
    seat = t.seat
    assert t.decision == "mulligan"
    assert t.choices == ["yes", "no"]
    t.do("yes")
    player = t.json["players"][seat]
    assert (len(player["hand"]), player["deck"]) == (7, 38)
    assert (t.seat, t.decision) == (seat, "mulligan")  # asked again, as often as it takes
    assert t.choices == (["yes", "no"] if troops(t, seat) <= 1 else ["no"])


@pytest.mark.rule("X-2.5")
def test_the_old_hand_is_shown_and_the_new_one_is_not() -> None:
    t = first_poor_hand()
    seat = t.seat
    old = sorted(t.json["players"][seat]["hand"])
    teller = Teller(t.game)
    teller.apply(-1)
    events = [event.for_seat(1 - seat) for event in teller.apply(t.game.parse_action("yes"))]
    names = [card.name for card in load_cards().cards]
    assert sorted(names[event.card] for event in events if event.word == "shown") == old
    assert [event.card for event in events if event.word == "dealt"] == [None] * 7


@pytest.mark.rule("X-2.5")
def test_a_poor_hand_may_be_kept() -> None:
    t = first_poor_hand()
    seat = t.seat
    hand = t.json["players"][seat]["hand"]
    t.do("no")
    assert t.seat == 1 - seat
    assert t.json["players"][seat]["hand"] == hand


@pytest.mark.rule("X-2.5")
def test_two_troops_are_enough_to_keep_the_hand_and_everybody_is_asked() -> None:
    """Who is asked tells nothing about a hand."""
    for seed in range(10):
        t = drafted(seed)
        first = t.seat
        for seat in (first, 1 - first):
            assert (t.seat, t.decision) == (seat, "mulligan")
            assert ("yes" in t.choices) == (troops(t, seat) <= 1)
            t.do("no")


# ---------- private decks


@pytest.mark.rule("X-2.6")
def test_an_empty_deck_is_refilled_from_the_own_discard(x_table: Any) -> None:
    t = x_table({"deck": ["Bun To"], "clans": ["galmi"]}, rest="discard")
    theirs = t.discard(1)
    t.do("draw three")
    assert "Bun To" in t.hand(0)
    assert len(t.hand(0)) == 3
    assert t.discard(0) == []
    assert t.deck(0) == 42
    assert t.discard(1) == theirs


@pytest.mark.rule("X-2.6")
def test_with_deck_and_discard_empty_nothing_is_drawn(x_table: Any) -> None:
    cards = [card for card in load_cards().cards if card.clan_name in ("Galmi", "Tomorrow", "Xi'an")]
    t = x_table({"hand": [card.name for card in cards for _ in range(card.copies)]})
    t.do("draw one")
    assert len(t.hand(0)) == 45
    assert t.tokens(0) == 1


@pytest.mark.rule("X-2.6")
def test_discards_are_open_to_everybody(x_table: Any) -> None:
    t = x_table({"discard": ["Bun To"]}, {"discard": ["Timer"]})
    for observer in (0, 1):
        assert [player["discard"] for player in t.game.to_json(observer)["players"]] == [["Bun To"], ["Timer"]]
