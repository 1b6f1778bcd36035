"""Free, destroyed, imprisoned (G-8)."""

import re
from typing import Any

import pytest


def aims(t: Any, whose: str = "") -> list[str]:
    """The targets on offer, without verb and card name."""
    texts = [re.sub(r" \(.*\)$", "", choice).partition(" ")[2] for choice in t.choices]
    return sorted(text for text in texts if text.startswith(whose))


# ------------------------------------------------------------------------------------------------ FREE and destroyed


@pytest.mark.rule("G-8.1")
@pytest.mark.rule("G-8.2")
@pytest.mark.parametrize(
    ("army", "free"),
    [
        ([["Bolt"]], ["1.1"]),
        ([["Bolt", "Cog", "Rivet"]], ["1.3"]),
        ([["Bolt"], ["Turbine"]], ["2.1"]),
        ([["Bolt", "Cog"], ["Turbine"]], ["1.2", "2.1"]),
        ([["Bolt", "Cog"], ["Turbine", "Sparx"]], ["2.2"]),
        ([["Bolt", "Cog"], ["Turbine", "Sparx"], ["Mainframe"]], ["2.2", "3.1"]),
        ([["Bolt", "Cog", "Rivet"], ["Turbine", "Sparx"], ["Mainframe"]], ["1.3", "2.2", "3.1"]),
        ([["Bolt", "Cog"], ["Turbine", "Sparx"], ["Mainframe", "Assembler"]], ["3.2"]),
    ],
)
def test_exactly_the_free_cards_can_be_destroyed(table: Any, army: list[list[str]], free: list[str]) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": army}).do("place Garsh")
    assert aims(t, "opp1") == [f"opp1 {slot}" for slot in free]
    piece = t.game.observation_spec["army.opp1.free"]
    shown = [f"{i // 5 + 1}.{i % 5 + 1}" for i, flag in enumerate(t.game.observe(0)[piece]) if flag]
    assert shown == free


@pytest.mark.rule("G-8.1")
def test_a_card_becomes_free_when_what_covered_it_is_gone(table: Any) -> None:
    t = table(
        {"hand": ["Garsh", "Fact"], "army": [["Dom", "Torch"]]},
        {"army": [["Bolt"], ["Turbine"]], "passed": True},
    )
    t.do("place Garsh", "destroy opp1 2.1", "place Fact")
    assert aims(t, "opp1") == ["opp1 1.1"]


@pytest.mark.rule("G-8.2")
def test_a_destroyed_card_goes_to_the_discard_and_its_effect_happens(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom"]]},
        {"army": [["Bolt"], ["Sparx"]]},
        deck=["Tamo", "Murk"],
    )
    t.do("place Garsh", "destroy opp1 2.1")
    assert t.discard == ["Sparx"]
    assert t.army(1) == [["Bolt"], [], []]
    assert t.hand(1) == ["Murk", "Tamo"]  # Sparx's player draws 2
    assert t.hand(0) == []


@pytest.mark.rule("G-8.2")
def test_the_player_of_the_destroyed_card_decides_about_its_effect(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Bolt", "Ember"]]}, {"army": [["Cog"]]})
    t.do("place Garsh", "destroy opp1 1.2")
    assert t.seat == 1
    assert aims(t) == ["opp1 1.1", "opp2 2.1"]  # Bakutos and Heroes of the opponents: Cog, and Garsh on Dom
    t.do("destroy opp2 2.1")
    assert t.army(0) == [["Dom"], [], []]
    assert t.discard == ["Ember", "Garsh"]


@pytest.mark.rule("G-8.2")
def test_who_has_to_destroy_a_card_of_their_own_chooses_among_the_free(table: Any) -> None:
    t = table(
        {"army": [["Dom"], ["Pyre"]]},
        {"army": [["Bolt", "Cog"], ["Turbine"]]},
    )
    t.do("activate 2.1")
    assert t.seat == 1
    assert aims(t) == ["me 1.2", "me 2.1"]


@pytest.mark.rule("G-8.2")
def test_leaving_in_another_way_is_not_destruction(table: Any) -> None:
    t = table({"hand": ["Magnet"], "army": [["Bolt"]]}, {"army": [["Ember"]]}).do("place Magnet", "return opp1 1.1")
    assert t.hand(1) == ["Ember"]
    assert t.army(0) == [["Bolt"], ["Magnet"], []]
    assert t.decision == "main"


# ------------------------------------------------------------------------------------------------ imprisoned


@pytest.mark.rule("G-8.3")
def test_any_face_up_card_can_be_imprisoned_free_or_not(table: Any) -> None:
    t = table(
        {"army": [["Murk", "Shade"], ["Nyx"]]},
        {"army": [["Bolt", "[Cog]", "Rivet"], ["Turbine", "Sparx"], ["Mainframe"]]},
    )
    t.do("activate 2.1")
    assert aims(t, "opp1") == ["opp1 1.1", "opp1 1.3", "opp1 2.1", "opp1 2.2", "opp1 3.1"]
    t.do("imprison opp1 1.1")
    assert t.army(1) == [["[Bolt]", "[Cog]", "Rivet"], ["Turbine", "Sparx"], ["Mainframe"]]
    assert t.discard == []


@pytest.mark.rule("G-8.3")
def test_an_imprisoned_card_has_no_value_no_power_and_no_clan(table: Any) -> None:
    t = table(
        {"army": [["Murk"], ["Nyx"]]},
        {"hand": ["Rivet", "Sparx"], "army": [["Bolt", "Kikyo"]]},
    )
    assert "strength 4" in t.game.describe().split("Seat 1")[1]
    t.do("activate 2.1", "imprison opp1 1.1")
    assert "strength 2" in t.game.describe().split("Seat 1")[1]
    assert t.seat == 1
    assert t.choices == ["pass", "draw one", "draw three"]  # no activation, no Meka card to place


@pytest.mark.rule("G-8.3")
def test_an_imprisoned_card_does_not_react(table: Any) -> None:
    t = table({}, {"army": [["Murk"], ["Vesper"]]}).do("pass")
    assert len(t.hand(1)) == 1
    t = table({}, {"army": [["Murk"], ["[Vesper]"]]}).do("pass")
    assert t.hand(1) == []
    for kao, cards in (("Kao", 1), ("[Kao]", 0)):
        t = table({"army": [["Murk", "Shade"], ["Nyx", kao]]}, {"army": [["Bolt"]]})
        t.do("activate 2.1", "imprison opp1 1.1")
        assert len(t.hand(0)) == cards


@pytest.mark.rule("G-8.3")
def test_an_imprisoned_card_keeps_its_place_and_its_name(table: Any) -> None:
    t = table(
        {"army": [["Murk"], ["Nyx"]]},
        {"army": [["Bolt", "Dom"], ["Turbine"]]},
    )
    piece = t.game.observation_spec["army.opp1.card"]
    before = t.game.observe(0)[piece].tolist()
    t.do("activate 2.1", "imprison opp1 1.1")
    assert t.army(1) == [["[Bolt]", "Dom"], ["Turbine"], []]
    assert t.game.observe(0)[piece].tolist() == before
    assert "[Bolt] | Dom" in t.game.describe(0)


@pytest.mark.rule("G-8.4")
def test_an_imprisoned_card_can_be_destroyed_if_free(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom"]]},
        {"army": [["[Cog]", "[Ember]"], ["[Turbine]"]]},
    )
    t.do("place Garsh")
    assert aims(t, "opp1") == ["opp1 1.2", "opp1 2.1"]
    t.do("destroy opp1 1.2")
    assert t.discard == ["Ember"]
    assert (t.seat, t.decision) == (1, "main")  # face down it has no effect of being destroyed


@pytest.mark.rule("G-8.4")
def test_an_imprisoned_card_covers_what_is_below_it(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Bolt"], ["[Turbine]"]]}).do("place Garsh")
    assert aims(t, "opp1") == ["opp1 2.1"]


@pytest.mark.rule("G-8.4")
def test_a_goblin_may_be_placed_above_an_imprisoned_one(table: Any) -> None:
    t = table({"hand": ["Dynamite"], "army": [["[Bolt]", "Dom"]]}).do("place Dynamite")
    assert t.army(0) == [["[Bolt]", "Dom"], ["Dynamite"], []]


@pytest.mark.rule("G-8.5")
def test_imprisonment_lasts_until_the_next_round_and_turning_up_triggers_nothing(table: Any) -> None:
    army = [["[Murk]", "[Dom]", "[Rivet]"], ["[Garsh]", "[Rumba]"], ["[Inferno]"]]
    t = table({"army": army}, {"army": [["Bolt", "Cog"]], "hand": ["Tamo"]}, advantage=1)
    t.do("pass")
    assert t.army(0) == army
    t.do("pass")
    assert t.json["round"] == 2
    assert t.army(0) == [["Murk", "Dom", "Rivet"], ["Garsh", "Rumba"], ["Inferno"]]
    assert (t.seat, t.decision) == (1, "main")  # nothing to imprison, swap or destroy
    assert t.army(1)[0] == ["Bolt", "Cog"]
    assert t.hand(0) == []
    t.do("draw one", "draw one")
    assert t.seat == 1  # and no extra turn


@pytest.mark.rule("G-8.5")
def test_a_card_freed_by_an_effect_triggers_nothing_either(table: Any) -> None:
    t = table({"hand": ["Ogon"], "army": [["Boko", "[Rivet]"]]}).do("place Ogon", "release me 1.2")
    assert t.army(0)[0] == ["Boko", "Rivet"]
    assert t.hand(0) == []
    assert t.seat == 1


@pytest.mark.rule("G-8.6")
def test_an_effect_may_aim_at_every_army_ones_own_included(table: Any) -> None:
    bolt = {"army": [["Bolt"]]}
    t = table({"army": [["Murk"], ["Nyx"]]}, bolt, bolt, {"army": [["Cog"]]}).do("activate 2.1")
    assert aims(t) == ["me 1.1", "me 2.1", "opp1 1.1", "opp2 1.1", "opp3 1.1"]
    t.do("imprison me 1.1")
    assert t.army(0)[0] == ["[Murk]"]
    t = table({"hand": ["Garsh"], "army": [["Dom", "Ember"]]}, bolt).do("place Garsh")
    assert aims(t) == ["me 1.2", "me 2.1", "opp1 1.1"]


@pytest.mark.rule("G-8.6")
def test_an_effect_that_names_a_side_keeps_to_it(table: Any) -> None:
    army = [["Dom", "Ember", "Torch"], ["Garsh"]]
    t = table({"hand": ["Flare"], "army": army}, {"army": [["Bolt"]]}, {"army": [["Cog"]]}).do("place Flare")
    assert aims(t) == ["opp1 1.1", "opp2 1.1"]
    t = table({"hand": ["Ogon"], "army": [["Boko", "[Dom]"]]}, {"army": [["[Bolt]"]]}).do("place Ogon")
    assert aims(t) == ["me 1.2"]
