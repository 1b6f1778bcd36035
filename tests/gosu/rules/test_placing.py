"""The army and placing (G-4)."""

from typing import Any

import pytest

ROW_OF_FIVE = ["Dom", "Ember", "Torch", "Cinder", "Scorch"]
FIRE_HEROES = ["Garsh", "Fact", "Dynamite", "Blast", "Flare"]


@pytest.mark.rule("G-4.1")
def test_every_level_has_its_row_and_fills_it_from_left_to_right(table: Any) -> None:
    hand = ["Ember", "Torch", "Dynamite", "Pyre", "Walror"]
    t = table({"hand": hand, "army": [["Scorch"]]}, {"passed": True})
    t.do("place Ember", "place Dynamite", "place Torch", "place Walror", "place Pyre")
    assert t.army(0) == [["Scorch", "Ember", "Torch"], ["Dynamite", "Pyre"], ["Walror"]]


@pytest.mark.rule("G-4.1")
def test_a_row_holds_five_cards(table: Any) -> None:
    t = table({"hand": ["Dom", "Bolt", "Cog"], "army": [ROW_OF_FIVE[:4]]})
    assert t.can("place Dom")
    assert t.can("place Bolt")
    t = table({"hand": ["Dom", "Bolt", "Cog"], "army": [ROW_OF_FIVE]})
    assert not t.can("place Dom")
    assert not t.can("place Bolt")


@pytest.mark.rule("G-4.1")
def test_an_army_of_fifteen_is_full(table: Any) -> None:
    ozekis = ["Walror", "Volcan", "Mainframe", "Kisei", "Hatch"]
    hand = ["Dom", "Pyre", "Inferno"]
    t = table({"hand": hand, "army": [ROW_OF_FIVE, FIRE_HEROES, ozekis]})
    assert not any(choice.startswith("place") for choice in t.choices)
    t = table({"hand": hand, "army": [ROW_OF_FIVE, FIRE_HEROES, ozekis[:4]]})
    assert [choice for choice in t.choices if choice.startswith("place")] == ["place Inferno"]


@pytest.mark.rule("G-4.2")
@pytest.mark.parametrize("bakuto", ["Tamo", "Boko", "Murk", "Rivet", "Ember"])
def test_the_first_bakuto_is_free_whatever_its_clan(table: Any, bakuto: str) -> None:
    t = table({"hand": [bakuto]})
    t.do(f"place {bakuto}")
    assert t.army(0)[0] == [bakuto]
    assert t.discard == []


@pytest.mark.rule("G-4.2")
def test_an_army_does_not_begin_with_a_hero_or_an_ozeki(table: Any) -> None:
    t = table({"hand": ["Garsh", "Walror", "Ember"]})
    assert t.can("place Ember")
    assert not t.can("place Garsh")
    assert not t.can("place Walror")


@pytest.mark.rule("G-4.3")
def test_a_bakuto_of_a_clan_that_stands_in_the_row_is_free(table: Any) -> None:
    t = table({"hand": ["Ember"], "army": [["Bolt", "Dom"]]}).do("place Ember")
    assert t.army(0)[0] == ["Bolt", "Dom", "Ember"]
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.rule("G-4.3")
def test_a_bakuto_of_a_new_clan_costs_two_cards(table: Any) -> None:
    t = table({"hand": ["Ember", "Garsh", "Tamo", "Murk"], "army": [["Bolt"]]})
    t.do("place Ember")
    assert sorted(t.choices) == ["discard Garsh", "discard Murk", "discard Tamo"]  # not Ember itself
    t.do("discard Garsh", "discard Murk")
    assert t.army(0)[0] == ["Bolt", "Ember"]
    assert t.discard == ["Garsh", "Murk"]
    assert t.hand(0) == ["Tamo"]
    assert t.seat == 1


@pytest.mark.rule("G-4.3")
def test_a_bakuto_of_a_new_clan_is_illegal_without_two_cards_to_pay(table: Any) -> None:
    assert not table({"hand": ["Ember", "Garsh"], "army": [["Bolt"]]}).can("place Ember")
    assert table({"hand": ["Ember", "Garsh", "Fact"], "army": [["Bolt"]]}).can("place Ember")


@pytest.mark.rule("G-4.3")
def test_a_hero_of_the_clan_does_not_make_its_bakuto_free(table: Any) -> None:
    army = [["Bolt"], ["Garsh"]]  # Garsh came by mutation
    assert not table({"hand": ["Ember", "Fact"], "army": army}).can("place Ember")


@pytest.mark.rule("G-4.4")
def test_an_army_that_lost_all_its_cards_starts_for_free_again(table: Any) -> None:
    t = table({"hand": ["Cog", "Turbine"], "army": [["Dom"]]}, {"hand": ["Garsh"], "army": [["Ember"]]}, turn=0)
    assert not t.can("place Cog")  # a new clan beside Dom
    t.do("draw one", "place Garsh", "destroy opp1 1.1")
    assert t.army(0) == [[], [], []]
    assert t.can("place Cog")
    assert not t.can("place Turbine")
    hand = t.hand(0)
    t.do("place Cog")
    assert t.army(0)[0] == ["Cog"]
    assert t.discard == ["Dom"]
    assert len(t.hand(0)) == len(hand) - 1


@pytest.mark.rule("G-4.4")
def test_an_army_with_an_imprisoned_card_left_does_not_start_afresh(table: Any) -> None:
    assert not table({"hand": ["Cog"], "army": [["[Dom]"]]}).can("place Cog")


@pytest.mark.rule("G-4.5")
def test_a_hero_needs_its_clan_in_row_one(table: Any) -> None:
    t = table({"hand": ["Dynamite", "Turbine"], "army": [["Dom", "Ember"]]})
    assert t.can("place Dynamite")
    assert not t.can("place Turbine")
    t.do("place Dynamite")
    assert t.army(0) == [["Dom", "Ember"], ["Dynamite"], []]
    assert t.hand(0) == ["Turbine"]  # it cost nothing
    assert t.discard == []


@pytest.mark.rule("G-4.5")
def test_a_clan_in_row_two_does_not_admit_another_hero(table: Any) -> None:
    t = table({"hand": ["Turbine", "Fact"], "army": [["Dom", "Ember"], ["Sparx"]]})
    assert t.can("place Fact")
    assert not t.can("place Turbine")


@pytest.mark.rule("G-4.5")
def test_there_are_never_more_heroes_than_bakutos(table: Any) -> None:
    assert not table({"hand": ["Fact"], "army": [["Dom"], ["Garsh"]]}).can("place Fact")
    assert table({"hand": ["Fact"], "army": [["Dom", "Bolt"], ["Garsh"]]}).can("place Fact")


@pytest.mark.rule("G-4.6")
def test_an_ozeki_needs_its_clan_in_both_rows(table: Any) -> None:
    in_both = [["Dom", "Bolt"], ["Garsh"]]
    t = table({"hand": ["Walror", "Mainframe"], "army": in_both})
    assert t.can("place Walror")
    assert not t.can("place Mainframe")  # row 1 only
    t.do("place Walror")
    assert t.army(0) == [["Dom", "Bolt"], ["Garsh"], ["Walror"]]
    assert t.hand(0) == ["Mainframe"]  # it cost nothing
    assert t.discard == []
    in_row_two = [["Dom"], ["Turbine"]]
    assert not table({"hand": ["Mainframe"], "army": in_row_two}).can("place Mainframe")


@pytest.mark.rule("G-4.6")
def test_there_are_never_more_ozekis_than_heroes(table: Any) -> None:
    one_hero = [["Dom", "Ember"], ["Garsh"], ["Walror"]]
    two_heroes = [["Dom", "Ember"], ["Garsh", "Fact"], ["Walror"]]
    assert not table({"hand": ["Volcan"], "army": one_hero}).can("place Volcan")
    assert table({"hand": ["Volcan"], "army": two_heroes}).can("place Volcan")


@pytest.mark.rule("G-4.7")
def test_a_hero_stays_when_the_last_bakuto_of_its_clan_is_destroyed(table: Any) -> None:
    t = table(
        {"hand": ["Sparx"], "army": [["Dom", "Bolt"], ["Turbine"]]},
        {"hand": ["Garsh"], "army": [["Ember"]]},
        turn=1,
    )
    t.do("place Garsh", "destroy opp1 1.2")
    assert t.army(0) == [["Dom"], ["Turbine"], []]
    assert t.can("activate 2.1")  # and it keeps its power
    assert not t.can("place Sparx")  # but lets no other Meka Hero in


@pytest.mark.rule("G-4.7")
def test_an_ozeki_stays_when_its_clan_mutates_away_below(table: Any) -> None:
    t = table({"hand": ["Ember", "Tamo", "Murk", "Boko"], "army": [["Bolt"], ["Turbine"], ["Mainframe"]]})
    t.do("mutate 1.1", "discard Tamo", "discard Murk", "bring in Ember")
    assert t.army(0) == [["Ember"], ["Turbine"], ["Mainframe"]]


@pytest.mark.rule("G-4.8")
def test_several_heroes_stand_on_a_single_bakuto_of_their_clan(table: Any) -> None:
    t = table({"hand": ["Dynamite", "Pyre"], "army": [["Dom", "Bolt", "Tamo"], ["Garsh"]]}, {"passed": True})
    t.do("place Dynamite", "place Pyre")
    assert t.army(0)[1] == ["Garsh", "Dynamite", "Pyre"]


@pytest.mark.rule("G-4.8")
def test_several_ozekis_stand_on_a_single_hero_of_their_clan(table: Any) -> None:
    army = [["Dom", "Bolt", "Tamo"], ["Garsh", "Turbine", "Alikan"]]
    t = table({"hand": ["Walror", "Inferno", "Volcan"], "army": army}, {"passed": True})
    t.do("place Walror", "place Volcan", "place Inferno")
    assert t.army(0)[2] == ["Walror", "Volcan", "Inferno"]


@pytest.mark.rule("G-4.9")
def test_imprisoned_cards_show_no_clan(table: Any) -> None:
    t = table({"hand": ["Ember", "Fact"], "army": [["[Dom]", "Bolt"]]})
    assert not t.can("place Ember")  # not free, and two cards cannot be paid
    assert not t.can("place Fact")
    t = table({"hand": ["Ember", "Fact"], "army": [["[Dom]", "Dom"]]})
    assert t.can("place Ember")
    assert t.can("place Fact")
    for army in ([["[Dom]", "Bolt"], ["Garsh"]], [["Dom", "Bolt"], ["[Garsh]"]]):
        assert not table({"hand": ["Walror"], "army": army}).can("place Walror")


@pytest.mark.rule("G-4.9")
def test_imprisoned_cards_count_for_the_numbers(table: Any) -> None:
    full = ["Dom", "[Ember]", "Torch", "Cinder", "Scorch"]
    assert not table({"hand": ["Dom"], "army": [full]}).can("place Dom")
    assert table({"hand": ["Fact"], "army": [["Dom", "[Bolt]"], ["Garsh"]]}).can("place Fact")
    assert not table({"hand": ["Fact"], "army": [["Dom", "Bolt"], ["Garsh", "[Turbine]"]]}).can("place Fact")
    heroes = ["Garsh", "[Turbine]"]
    assert table({"hand": ["Volcan"], "army": [["Dom", "Bolt"], heroes, ["Walror"]]}).can("place Volcan")
    ozekis = ["Walror", "[Mainframe]"]
    assert not table({"hand": ["Volcan"], "army": [["Dom", "Bolt"], heroes, ozekis]}).can("place Volcan")
