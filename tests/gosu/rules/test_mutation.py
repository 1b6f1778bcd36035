"""Mutation (G-5)."""

from typing import Any

import pytest


@pytest.mark.rule("G-5.1")
def test_mutating_costs_what_the_goblin_prints_and_brings_a_card_of_its_level(table: Any) -> None:
    t = table({"hand": ["Turbine", "Alikan", "Bolt", "Cog", "Walror"], "army": [["Torch"], ["Garsh"]]})
    t.do("mutate 2.1", "discard Bolt", "discard Cog")  # Garsh prints 2
    assert sorted(t.choices) == ["bring in Alikan", "bring in Turbine"]  # Heroes of any clan, no Ōzeki
    t.do("bring in Turbine")
    assert t.army(0) == [["Torch"], ["Turbine"], []]
    assert t.discard == ["Bolt", "Cog", "Garsh"]
    assert t.hand(0) == ["Alikan", "Walror"]
    assert t.seat == 1


@pytest.mark.rule("G-5.1")
def test_mutating_needs_the_cost_and_a_newcomer_of_the_level(table: Any) -> None:
    army = [["Torch"], ["Garsh"]]
    assert not table({"hand": ["Turbine", "Bolt"], "army": army}).can("mutate 2.1")  # one card to pay, not two
    assert not table({"hand": ["Cog", "Bolt", "Walror"], "army": army}).can("mutate 2.1")  # no Hero
    t = table({"hand": ["Turbine", "Bolt"], "army": army})
    assert t.can("mutate 1.1")  # Torch prints 1
    assert not t.can("mutate 1.2")  # nobody there


@pytest.mark.rule("G-5.1")
def test_a_goblin_anywhere_in_the_army_may_mutate(table: Any) -> None:
    """It need not be FREE, and an Ōzeki mutates like the others."""
    t = table({"hand": ["Tusk", "Bolt"], "army": [["Torch", "Ember"], ["Garsh"]]})
    t.do("mutate 1.1", "discard Bolt", "bring in Tusk")
    assert t.army(0) == [["Tusk", "Ember"], ["Garsh"], []]
    t = table({"hand": ["Kisei", "Bolt"], "army": [["Torch"], ["Garsh"], ["Volcan"]]})
    t.do("mutate 3.1", "discard Bolt", "bring in Kisei")
    assert t.army(0)[2] == ["Kisei"]


@pytest.mark.rule("G-5.2")
def test_a_card_does_not_mutate_into_its_second_copy(table: Any) -> None:
    assert not table({"hand": ["Torch", "Garsh"], "army": [["Torch"]]}).can("mutate 1.1")
    t = table({"hand": ["Torch", "Ember", "Garsh"], "army": [["Torch"]]})
    t.do("mutate 1.1")
    assert sorted(t.choices) == ["discard Garsh", "discard Torch"]  # Ember is the only newcomer
    t.do("discard Garsh")
    assert t.choices == ["bring in Ember"]


@pytest.mark.rule("G-5.3")
def test_a_newcomer_need_not_meet_the_conditions_of_placing(table: Any) -> None:
    t = table({"hand": ["Nyx", "Bolt", "Cog", "Nocturn", "Walror"], "army": [["Torch", "Ember"], ["Garsh"]]})
    assert not t.can("place Nyx")
    t.do("mutate 2.1", "discard Bolt", "discard Cog", "bring in Nyx")
    assert t.army(0)[1] == ["Nyx"]
    t.do("pass")
    assert not t.can("place Nocturn")  # Dark stands in row 2 only
    assert not t.can("place Walror")  # Fire stands in row 1 only


@pytest.mark.rule("G-5.3")
def test_a_bakuto_newcomer_of_a_new_clan_costs_the_mutation_only(table: Any) -> None:
    t = table({"hand": ["Bolt"], "army": [["Torch", "Lurk"]]}).do("mutate 1.2", "bring in Bolt")
    assert t.army(0)[0] == ["Torch", "Bolt"]
    assert t.discard == ["Lurk"]


@pytest.mark.rule("G-5.4")
def test_the_replaced_card_was_not_destroyed(table: Any) -> None:
    t = table({"hand": ["Tusk", "Garsh"], "army": [["Gloom"]]}, {"army": [["Bolt", "Cog"]]})
    t.do("mutate 1.1", "discard Garsh", "bring in Tusk")
    assert t.discard == ["Garsh", "Gloom"]
    assert t.army(1)[0] == ["Bolt", "Cog"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.rule("G-5.5")
def test_the_newcomer_takes_the_same_slot_and_enters_play(table: Any) -> None:
    t = table(
        {"hand": ["Rivet", "Garsh"], "army": [["Bolt", "Torch", "Torch"], ["Turbine", "Fact"]]},
        deck=["Ideo"],
    )
    t.do("mutate 1.2", "discard Garsh", "bring in Rivet")
    assert t.army(0) == [["Bolt", "Rivet", "Torch"], ["Turbine", "Fact"], []]
    assert t.hand(0) == ["Ideo"]  # Rivet drew


@pytest.mark.rule("G-5.6")
def test_an_imprisoned_card_cannot_mutate(table: Any) -> None:
    t = table({"hand": ["Tusk", "Garsh"], "army": [["[Torch]", "Ember"]]})
    assert not t.can("mutate 1.1")
    assert t.can("mutate 1.2")
    t = table({"hand": ["Tusk", "Bolt"], "army": [["[Torch]", "Ember"], ["Ogon"]]}).do("activate 2.1")
    assert not t.can("mutate 1.1")  # not by an effect either
    assert t.can("mutate 1.2")


@pytest.mark.rule("G-5.7")
def test_the_order_of_a_mutation(table: Any) -> None:
    t = table(
        {"hand": ["Tamo", "Grint", "Garsh", "Fact"], "army": [["Hoshi"]]},
        deck=["Torch", "Bolt", "Cog", "Murk", "Shade"],
    )
    t.do("mutate 1.1")
    assert t.decision == "pay"
    t.do("discard Garsh", "discard Fact")
    assert t.discard == ["Fact", "Garsh"]  # Hoshi still stands
    assert sorted(t.choices) == ["bring in Grint", "bring in Tamo"]
    t.do("bring in Tamo")
    assert t.discard == ["Fact", "Garsh", "Hoshi"]
    assert sorted(t.choices) == ["keep Bolt", "keep Torch"]  # Hoshi mutates: the top 2
    t.do("keep Bolt")
    assert t.army(0)[0] == ["Tamo"]
    assert sorted(t.choices) == ["keep Cog", "keep Murk", "keep Shade"]  # then Tamo enters: the next 3
    t.do("keep Murk")
    assert t.hand(0) == ["Bolt", "Grint", "Murk"]
    assert t.seat == 1


@pytest.mark.rule("G-5.7")
def test_what_mutating_triggers_comes_too_late_to_be_the_newcomer(table: Any) -> None:
    t = table({"hand": ["Torch", "Garsh"], "army": [["Grint"]]}, deck=["Bolt"])
    t.do("mutate 1.1", "discard Garsh")
    assert t.choices == ["bring in Torch"]
    t.do("bring in Torch")
    assert t.hand(0) == ["Bolt"]


@pytest.mark.rule("G-5.7")
def test_the_only_newcomer_cannot_be_paid_away(table: Any) -> None:
    assert not table({"hand": ["Tusk"], "army": [["Torch"]]}).can("mutate 1.1")
    t = table({"hand": ["Tusk", "Garsh"], "army": [["Torch"]]}).do("mutate 1.1")
    assert t.choices == ["discard Garsh"]
    t = table({"hand": ["Tusk", "Bolt"], "army": [["Torch"]]}).do("mutate 1.1")
    assert sorted(t.choices) == ["discard Bolt", "discard Tusk"]  # one of the two remains
    t.do("discard Tusk")
    assert t.choices == ["bring in Bolt"]
    t = table({"hand": ["Tusk", "Tusk"], "army": [["Torch"]]}).do("mutate 1.1", "discard Tusk", "bring in Tusk")
    assert t.army(0)[0] == ["Tusk"]


@pytest.mark.rule("G-5.8")
def test_a_zombie_newcomer_comes_from_the_hand_or_the_discard(table: Any) -> None:
    position = {"hand": ["Turbine", "Bolt", "Cog"], "army": [["Murk"], ["Kataclysm"]]}
    t = table(position, discard=["Sparx", "Torch", "Walror"]).do("mutate 2.1", "discard Bolt", "discard Cog")
    assert sorted(t.choices) == ["bring in Sparx", "bring in Turbine"]  # Heroes only
    t.do("bring in Sparx")
    assert t.army(0)[1] == ["Sparx"]
    assert t.discard == ["Bolt", "Cog", "Kataclysm", "Torch", "Walror"]
    assert t.hand(0) == ["Turbine"]
    t = table(position, discard=["Sparx"]).do("mutate 2.1", "discard Bolt", "discard Cog", "bring in Turbine")
    assert t.discard == ["Bolt", "Cog", "Kataclysm", "Sparx"]
    assert t.hand(0) == []


@pytest.mark.rule("G-5.8")
def test_a_zombie_may_bring_in_a_card_just_paid(table: Any) -> None:
    t = table({"hand": ["Turbine", "Bolt"], "army": [["Murk"], ["Kataclysm"]]})
    t.do("mutate 2.1", "discard Turbine", "discard Bolt", "bring in Turbine")
    assert t.army(0)[1] == ["Turbine"]
    assert t.discard == ["Bolt", "Kataclysm"]


@pytest.mark.rule("G-5.8")
def test_a_zombie_without_any_newcomer_or_payment_stays(table: Any) -> None:
    army = [["Murk"], ["Kataclysm"]]
    assert not table({"hand": ["Bolt", "Cog"], "army": army}, discard=["Torch"]).can("mutate 2.1")
    assert not table({"hand": ["Bolt"], "army": army}, discard=["Sparx"]).can("mutate 2.1")
    assert table({"hand": ["Bolt", "Cog"], "army": army}, discard=["Sparx"]).can("mutate 2.1")


@pytest.mark.rule("G-5.8")
def test_other_goblins_do_not_reach_into_the_discard(table: Any) -> None:
    t = table({"hand": ["Bolt", "Cog"], "army": [["Torch"], ["Fact"]]}, discard=["Sparx"])
    assert not t.can("mutate 2.1")
    t = table({"hand": ["Bolt", "Turbine"], "army": [["Torch"], ["Fact"]]}, discard=["Sparx"])
    assert t.do("mutate 2.1", "discard Bolt").choices == ["bring in Turbine"]
