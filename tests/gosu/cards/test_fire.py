"""The Fire Goblins, card by card: they destroy."""

from __future__ import annotations

from typing import Any

import pytest

EMPTY: list[list[str]] = [[], [], []]
DESTROYERS = [pytest.param(name, marks=pytest.mark.card(name)) for name in ("Garsh", "Fact", "Ideo")]


# ---------------------------------------------------------------------------------------------------- Bakutos


@pytest.mark.card("Dom")
def test_dom_swaps_two_cards_of_one_level_in_any_army_so_that_a_covered_card_is_free(table: Any) -> None:
    t = table(
        {"hand": ["Dom", "Garsh"], "army": [["Ember"]]},
        {"army": [["Bolt*", "[Cog]"], ["Turbine"]]},
        {"army": [["Tamo"]]},
    )
    t.do("place Dom")
    assert t.seat == 0
    assert sorted(t.choices) == [
        "swap me 1.1 (Ember)",
        "swap me 1.2 (Dom)",
        "swap opp1 1.1 (Bolt)",
        "swap opp1 1.2 (Cog)",
    ]
    t.do("swap opp1 1.1")
    assert t.choices == ["swap with opp1 1.2 (Cog)"]
    t.do("swap with opp1 1.2")
    assert t.army(1) == [["[Cog]", "Bolt*"], ["Turbine"], []]
    assert t.seat == 1
    t.do("pass", "pass", "place Garsh")
    assert t.can("destroy opp1 1.2")
    assert not t.can("destroy opp1 1.1")
    t.do("destroy opp1 1.2")
    assert t.army(1) == [["[Cog]"], ["Turbine"], []]
    assert t.discard == ["Bolt"]


@pytest.mark.card("Dom")
def test_dom_may_swap_itself_in_its_own_row(table: Any) -> None:
    t = table({"hand": ["Dom"], "army": [["Ember", "Torch*"]]})
    t.do("place Dom", "swap me 1.3")
    assert sorted(t.choices) == ["swap with me 1.1 (Ember)", "swap with me 1.2 (Torch)"]
    t.do("swap with me 1.1")
    assert t.army(0) == [["Dom", "Torch*", "Ember"], [], []]


@pytest.mark.card("Dom")
def test_dom_swaps_heroes_with_heroes_only(table: Any) -> None:
    t = table({"hand": ["Dom"]}, {"army": [["Bolt", "Cog", "Rivet"], ["Turbine", "Sparx"], ["Titan"]]})
    t.do("place Dom", "swap opp1 2.1")
    assert t.choices == ["swap with opp1 2.2 (Sparx)"]
    t.do("swap with opp1 2.2")
    assert t.army(1) == [["Bolt", "Cog", "Rivet"], ["Sparx", "Turbine"], ["Titan"]]


@pytest.mark.card("Dom")
def test_dom_makes_way_for_nothing(table: Any) -> None:
    t = table({"hand": ["Bolt"], "army": [["Dom"]]})
    t.do("mutate 1.1", "bring in Bolt")
    assert (t.army(0), t.discard) == ([["Bolt"], [], []], ["Dom"])


@pytest.mark.card("Dom")
def test_dom_does_nothing_where_no_row_has_two_cards(table: Any) -> None:
    t = table({"hand": ["Dom"]}, {"army": [["Bolt"], ["Turbine"]]})
    t.do("place Dom")
    assert (t.seat, t.decision) == (1, "main")
    assert t.army(1) == [["Bolt"], ["Turbine"], []]


@pytest.mark.card("Cinder")
def test_cinder_may_discard_a_card_to_destroy_a_free_bakuto(table: Any) -> None:
    t = table(
        {"hand": ["Cinder", "Tamo", "Boko"], "army": [["Dom"]]},
        {"army": [["Bolt", "Cog"], ["Turbine"]]},
        {"army": [["Murk"], ["Nyx"]]},
    )
    t.do("place Cinder")
    assert (t.seat, t.decision) == (0, "may")
    t.do("yes")
    assert sorted(t.choices) == ["discard Boko", "discard Tamo"]
    t.do("discard Tamo")
    assert sorted(t.choices) == ["destroy me 1.2 (Cinder)", "destroy opp1 1.2 (Cog)"]
    t.do("destroy opp1 1.2")
    assert t.army(1) == [["Bolt"], ["Turbine"], []]
    assert t.hand(0) == ["Boko"]
    assert t.discard == ["Cog", "Tamo"]
    assert t.seat == 1


@pytest.mark.card("Cinder")
def test_cinder_costs_and_destroys_nothing_when_declined(table: Any) -> None:
    t = table({"hand": ["Cinder", "Tamo"]}, {"army": [["Bolt"]]})
    t.do("place Cinder", "no")
    assert t.hand(0) == ["Tamo"]
    assert t.army(1) == [["Bolt"], [], []]
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.card("Cinder")
def test_cinder_offers_nothing_to_an_empty_hand(table: Any) -> None:
    t = table({"hand": ["Cinder"]}, {"army": [["Bolt"]]})
    t.do("place Cinder")
    assert (t.seat, t.decision) == (1, "main")
    assert t.army(1) == [["Bolt"], [], []]


@pytest.mark.card("Ember")
def test_ember_when_destroyed_lets_its_player_destroy_a_free_bakuto_or_hero_of_an_opponent(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom", "Torch"]]},
        {"army": [["Bolt", "Ember"], ["Turbine"]]},
        {"army": [["Tamo", "Boko"], ["Alikan"], ["Kisei"]]},
    )
    t.do("place Garsh", "destroy opp1 1.2")
    assert (t.seat, t.decision) == (1, "target")
    assert sorted(t.choices) == ["destroy opp1 1.2 (Boko)", "destroy opp2 1.2 (Torch)", "destroy opp2 2.1 (Garsh)"]
    t.do("destroy opp2 2.1")
    assert t.army(0) == [["Dom", "Torch"], [], []]
    assert t.army(1) == [["Bolt"], ["Turbine"], []]
    assert t.discard == ["Ember", "Garsh"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Ember")
def test_ember_destroyed_by_ember_answers_in_turn(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom", "Ember"]]},
        {"army": [["Bolt", "Ember"]]},
    )
    t.do("place Garsh", "destroy opp1 1.2")
    assert t.seat == 1
    t.do("destroy opp1 1.2")
    assert t.seat == 0
    assert t.choices == ["destroy opp1 1.1 (Bolt)"]
    t.do("destroy opp1 1.1")
    assert t.army(0) == [["Dom"], ["Garsh"], []]
    assert t.army(1) == EMPTY
    assert t.discard == ["Bolt", "Ember", "Ember"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Ember")
def test_ember_destroyed_in_prison_triggers_nothing(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["[Ember]"]]})
    t.do("place Garsh", "destroy opp1 1.1")
    assert (t.seat, t.decision) == (1, "main")
    assert t.army(0) == [["Dom"], ["Garsh"], []]
    assert t.discard == ["Ember"]


@pytest.mark.card("Ember")
def test_ember_mutated_away_destroys_a_card_before_the_newcomer_enters(table: Any) -> None:
    t = table(
        {"hand": ["Murk", "Tamo"], "army": [["Ember"]]},
        {"army": [["Cog", "Rivet"], ["Turbine"]]},
        {"army": [["Tamo"], ["Alikan"], ["Meijin"]]},
    )
    t.do("mutate 1.1", "discard Tamo", "bring in Murk")
    assert sorted(t.choices) == ["destroy opp1 1.2 (Rivet)", "destroy opp1 2.1 (Turbine)"]
    t.do("destroy opp1 2.1")
    assert t.army(1) == [["Cog", "Rivet"], [], []]
    assert t.can("imprison me 1.1 (Murk)")
    t.do("imprison opp1 1.1")
    assert t.army(0) == [["Murk"], [], []]
    assert t.discard == ["Ember", "Tamo", "Turbine"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Torch")
def test_torch_destroys_a_free_bakuto_or_hero_for_a_token(table: Any) -> None:
    t = table(
        {"army": [["Torch"]]},
        {"army": [["Bolt", "Cog"], ["Turbine"], ["Mainframe"]]},
        {"army": [["Tamo"], ["Alikan"]]},
    )
    t.do("activate 1.1")
    assert (t.seat, t.decision) == (0, "target")
    assert sorted(t.choices) == ["destroy me 1.1 (Torch)", "destroy opp1 1.2 (Cog)", "destroy opp2 2.1 (Alikan)"]
    t.do("destroy opp2 2.1")
    assert t.army(2) == [["Tamo"], [], []]
    assert t.army(0) == [["Torch*"], [], []]
    assert t.tokens(0) == 1
    assert t.discard == ["Alikan"]
    assert t.seat == 1
    t.do("pass", "pass")
    assert not t.can("activate 1.1")


@pytest.mark.card("Torch")
def test_torch_with_nothing_else_to_destroy_destroys_itself_and_its_token_stays_spent(table: Any) -> None:
    t = table({"army": [["Torch"]]}, {"army": [["Bolt"], ["Turbine"], ["Mainframe"]]})
    t.do("activate 1.1")
    assert t.choices == ["destroy me 1.1 (Torch)"]
    t.do("destroy me 1.1")
    assert t.army(0) == EMPTY
    assert t.tokens(0) == 1


@pytest.mark.card("Torch")
def test_torch_mutates_for_a_card(table: Any) -> None:
    t = table({"hand": ["Tamo", "Bolt"], "army": [["Torch"]]})
    t.do("mutate 1.1", "discard Tamo", "bring in Bolt")
    assert (t.army(0), t.discard) == ([["Bolt"], [], []], ["Tamo", "Torch"])


@pytest.mark.card("Scorch")
def test_scorch_makes_every_player_discard_down_to_five_of_their_own_choice(table: Any) -> None:
    t = table(
        {"hand": ["Scorch", "Tamo", "Boko", "Murk", "Bolt", "Dom", "Ember"]},
        {"hand": ["Tamo", "Boko", "Murk", "Bolt", "Dom"]},
        {"hand": ["Cog", "Rivet", "Piston", "Valve", "Turbine", "Dynamo", "Titan"]},
    )
    t.do("place Scorch")
    assert (t.seat, t.decision) == (0, "discard")
    t.do("discard Tamo")
    assert (t.seat, t.decision) == (2, "discard")
    t.do("discard Titan", "discard Cog")
    assert t.hand(0) == ["Boko", "Bolt", "Dom", "Ember", "Murk"]
    assert t.hand(1) == ["Boko", "Bolt", "Dom", "Murk", "Tamo"]
    assert t.hand(2) == ["Dynamo", "Piston", "Rivet", "Turbine", "Valve"]
    assert t.discard == ["Cog", "Tamo", "Titan"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Scorch")
def test_scorch_leaves_hands_of_five_and_fewer_alone(table: Any) -> None:
    t = table(
        {"hand": ["Scorch", "Tamo", "Boko", "Murk", "Bolt", "Dom"]},
        {"hand": ["Garsh"]},
    )
    t.do("place Scorch")
    assert (t.seat, t.decision) == (1, "main")
    assert len(t.hand(0)) == 5
    assert t.hand(1) == ["Garsh"]


# ---------------------------------------------------------------------------------------------------- Heroes


@pytest.mark.parametrize("hero", DESTROYERS)
def test_garsh_fact_and_ideo_destroy_a_free_card_of_any_army(table: Any, hero: str) -> None:
    t = table(
        {"hand": [hero], "army": [["Dom", "Ember"]]},
        {"army": [["Bolt", "[Cog]"], ["Turbine"], ["Mainframe"]]},
        {"army": [["Tamo"], ["Alikan"]]},
    )
    t.do(f"place {hero}")
    assert (t.seat, t.decision) == (0, "target")
    assert sorted(t.choices) == [
        "destroy me 1.2 (Ember)",
        f"destroy me 2.1 ({hero})",
        "destroy opp1 1.2 (Cog)",
        "destroy opp1 3.1 (Mainframe)",
        "destroy opp2 2.1 (Alikan)",
    ]
    t.do("destroy opp1 3.1")
    assert t.army(1) == [["Bolt", "[Cog]"], ["Turbine"], []]
    assert t.discard == ["Mainframe"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Garsh")
def test_garsh_must_destroy_itself_when_nothing_else_is_free(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]})
    t.do("place Garsh")
    assert t.choices == ["destroy me 2.1 (Garsh)"]
    t.do("destroy me 2.1")
    assert t.army(0) == [["Dom"], [], []]
    assert t.discard == ["Garsh"]


@pytest.mark.card("Fact")
def test_fact_brought_in_by_mutation_destroys_as_well(table: Any) -> None:
    t = table(
        {"hand": ["Fact", "Tamo"], "army": [["Bolt"], ["Gauge"]]},
        {"army": [["Murk"], ["Nyx"]]},
    )
    t.do("mutate 2.1", "discard Tamo", "bring in Fact")
    assert (t.seat, t.decision) == (0, "target")
    t.do("destroy opp1 2.1")
    assert t.army(0) == [["Bolt"], ["Fact"], []]
    assert t.army(1) == [["Murk"], [], []]
    assert t.discard == ["Gauge", "Nyx", "Tamo"]


@pytest.mark.card("Ideo")
def test_ideo_mutated_away_destroys_no_more(table: Any) -> None:
    t = table(
        {"hand": ["Turbine", "Tamo", "Boko", "Murk"], "army": [["Dom"], ["Ideo"]]},
        {"army": [["Bolt"]]},
    )
    t.do("mutate 2.1", "discard Tamo", "discard Boko", "discard Murk", "bring in Turbine")
    assert (t.seat, t.decision) == (1, "main")
    assert t.army(0) == [["Dom"], ["Turbine"], []]
    assert t.army(1) == [["Bolt"], [], []]


@pytest.mark.card("Dynamite")
def test_dynamite_takes_one_of_the_four_named_cards_from_the_discard(table: Any) -> None:
    t = table(
        {"army": [["Dom"], ["Dynamite"]]},
        discard=["Garsh", "Walror", "Inferno", "Ember", "Turbine"],
        advantage=1,
        turn=0,
    )
    t.do("activate 2.1")
    assert (t.seat, t.decision) == (0, "recover")
    assert sorted(t.choices) == ["take Garsh", "take Walror"]
    t.do("take Walror")
    assert t.hand(0) == ["Walror"]
    assert t.discard == ["Ember", "Garsh", "Inferno", "Turbine"]
    assert t.army(0) == [["Dom"], ["Dynamite*"], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Dynamite")
@pytest.mark.parametrize(
    ("points", "taken"), [((1, 0, 1), ["Fact"]), ((0, 0, 1), ["Fact", "Ideo"]), ((1, 2, 0), ["Fact", "Ideo"])]
)
def test_dynamite_takes_one_more_when_an_opponent_has_more_vp(
    table: Any, points: tuple[int, int, int], taken: list[str]
) -> None:
    mine, left, right = points
    t = table(
        {"army": [["Dom"], ["Dynamite"]], "vp": mine},
        {"vp": left},
        {"vp": right},
        discard=["Fact", "Garsh", "Ideo"],
        advantage=1,
        turn=0,
    )
    t.do("activate 2.1")
    for name in taken:
        assert not t.can("done")
        t.do(f"take {name}")
    assert t.hand(0) == taken
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Dynamite")
def test_dynamite_takes_the_only_one_there_is_even_with_the_bonus(table: Any) -> None:
    t = table({"army": [["Dom"], ["Dynamite"]]}, {"vp": 1}, discard=["Ideo", "Inferno"], advantage=1, turn=0)
    t.do("activate 2.1", "take Ideo")
    assert t.hand(0) == ["Ideo"]
    assert t.seat == 1


@pytest.mark.card("Dynamite")
@pytest.mark.parametrize("discard", [[], ["Garsh"]])
def test_dynamite_gives_the_holder_of_the_advantage_token_one_extra_turn(table: Any, discard: list[str]) -> None:
    t = table({"army": [["Dom"], ["Dynamite"]]}, num_players=3, discard=discard, advantage=0)
    t.do("activate 2.1", *(f"take {name}" for name in discard))
    assert (t.seat, t.decision) == (0, "main")
    t.do("draw one")
    assert (t.seat, t.decision) == (1, "main")
    assert t.json["advantage"] == 0


@pytest.mark.card("Blast")
def test_blast_makes_every_player_destroy_a_free_card_of_their_own(table: Any) -> None:
    t = table(
        {"hand": ["Blast"], "army": [["Dom", "Torch"]]},
        {"army": [["Bolt", "Cog"], ["Turbine"]]},
        {"army": [["Tamo"]]},
    )
    t.do("place Blast")
    assert t.seat == 0
    assert sorted(t.choices) == ["destroy me 1.2 (Torch)", "destroy me 2.1 (Blast)"]
    t.do("destroy me 1.2")
    assert t.seat == 1
    assert sorted(t.choices) == ["destroy me 1.2 (Cog)", "destroy me 2.1 (Turbine)"]
    t.do("destroy me 2.1")
    assert t.seat == 2
    assert t.choices == ["destroy me 1.1 (Tamo)"]
    t.do("destroy me 1.1")
    assert t.army(0) == [["Dom"], ["Blast"], []]
    assert t.army(1) == [["Bolt", "Cog"], [], []]
    assert t.army(2) == EMPTY
    assert t.discard == ["Tamo", "Torch", "Turbine"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Blast")
def test_blast_passes_over_a_player_without_cards(table: Any) -> None:
    t = table({"hand": ["Blast"], "army": [["Dom"]]}, {}, {"army": [["[Ember]"]]})
    t.do("place Blast", "destroy me 2.1")
    assert t.seat == 2
    t.do("destroy me 1.1")
    assert (t.seat, t.decision) == (1, "main")
    assert t.discard == ["Blast", "Ember"]


@pytest.mark.card("Blast")
def test_blast_gives_the_destruction_effect_to_the_player_who_lost_the_card(table: Any) -> None:
    t = table(
        {"hand": ["Blast"], "army": [["Dom", "Torch"]]},
        {"army": [["Bolt"], ["Sparx"]]},
        {"army": [["Ember"]]},
        deck=["Tamo", "Boko"],
    )
    t.do("place Blast", "destroy me 1.2", "destroy me 2.1", "destroy me 1.1")
    # All have chosen; the two destruction effects happen at one moment, and the player whose turn it is orders them.
    assert (t.seat, t.decision) == (0, "order")
    assert sorted(t.choices) == ["first resolve opp1 2.1 (Sparx)", "first resolve opp2 1.1 (Ember)"]
    t.do("first resolve opp1 2.1")
    assert t.hand(1) == ["Boko", "Tamo"]
    assert (t.seat, t.decision) == (2, "target")
    assert sorted(t.choices) == ["destroy opp1 2.1 (Blast)", "destroy opp2 1.1 (Bolt)"]
    t.do("destroy opp1 2.1")
    assert t.army(0) == [["Dom"], [], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Flare")
def test_flare_destroys_a_free_bakuto_of_an_opponent_and_draws(table: Any) -> None:
    t = table(
        {"hand": ["Flare"], "army": [["Dom", "Torch"]]},
        {"army": [["Bolt", "Cog"], ["Turbine"]]},
        {"army": [["[Tamo]"]]},
        deck=["Garsh", "Fact"],
    )
    t.do("place Flare")
    assert sorted(t.choices) == ["destroy opp1 1.2 (Cog)", "destroy opp2 1.1 (Tamo)"]
    t.do("destroy opp2 1.1")
    assert t.army(2) == EMPTY
    assert t.hand(0) == ["Garsh"]
    assert t.discard == ["Tamo"]
    assert t.seat == 1


@pytest.mark.card("Flare")
def test_flare_draws_nothing_when_it_destroyed_nothing(table: Any) -> None:
    t = table(
        {"hand": ["Flare"], "army": [["Dom", "Torch"]]},
        {"army": [["Bolt"], ["Turbine"]]},
        deck=["Garsh"],
    )
    t.do("place Flare")
    assert (t.seat, t.decision) == (1, "main")
    assert t.hand(0) == []
    assert t.army(0) == [["Dom", "Torch"], ["Flare"], []]


@pytest.mark.card("Flare")
def test_flare_draws_also_when_its_victim_destroys_flare(table: Any) -> None:
    t = table({"hand": ["Flare"], "army": [["Dom"]]}, {"army": [["Ember"]]}, deck=["Garsh", "Fact"])
    t.do("place Flare", "destroy opp1 1.1")
    assert t.seat == 1
    t.do("destroy opp1 2.1")
    assert t.army(0) == [["Dom"], [], []]
    assert t.hand(0) == ["Garsh"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Pyre")
def test_pyre_makes_each_opponent_destroy_a_free_card_of_their_own(table: Any) -> None:
    t = table(
        {"hand": ["Tamo", "Boko"], "army": [["Dom"], ["Pyre"]]},
        {"army": [["Bolt", "Cog"], ["Turbine"]]},
        {"army": [["Murk"], ["Nyx"]]},
    )
    t.do("activate 2.1")
    assert t.seat == 1
    assert sorted(t.choices) == ["destroy me 1.2 (Cog)", "destroy me 2.1 (Turbine)"]
    t.do("destroy me 1.2")
    assert t.seat == 2
    assert t.choices == ["destroy me 2.1 (Nyx)"]
    t.do("destroy me 2.1")
    assert t.army(0) == [["Dom"], ["Pyre*"], []]
    assert t.army(1) == [["Bolt"], ["Turbine"], []]
    assert t.army(2) == [["Murk"], [], []]
    assert t.hand(0) == ["Boko", "Tamo"]
    assert t.discard == ["Cog", "Nyx"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Pyre")
def test_pyre_burns_once_in_a_round_and_nothing_where_nothing_stands(table: Any) -> None:
    t = table({"army": [["Dom"], ["Pyre"]]}, {})
    t.do("activate 2.1")
    assert (t.seat, t.decision) == (1, "main")
    assert t.army(0) == [["Dom"], ["Pyre*"], []]
    t.do("pass")
    assert not t.can("activate 2.1")


@pytest.mark.card("Pyre")
def test_pyre_mutates_for_a_card(table: Any) -> None:
    t = table({"hand": ["Tamo", "Sparx"], "army": [["Dom"], ["Pyre"]]})
    t.do("mutate 2.1", "discard Tamo", "bring in Sparx")
    assert (t.army(0), t.discard) == ([["Dom"], ["Sparx"], []], ["Pyre", "Tamo"])


# ---------------------------------------------------------------------------------------------------- Ōzekis


@pytest.mark.card("Walror")
def test_walror_lets_the_trio_win_at_the_start_of_the_next_round_and_not_before(table: Any) -> None:
    t = table(
        {"hand": ["Ideo"], "army": [["Dom", "Torch", "Scorch"], ["Garsh", "Fact"], ["Walror"]]},
        {"army": [["Bolt"]]},
    )
    t.do("place Ideo", "destroy opp1 1.1")
    assert not t.game.is_over
    t.do("pass")
    assert not t.game.is_over
    t.do("pass")
    assert t.game.is_over
    assert t.game.winners == [0]


@pytest.mark.card("Walror")
def test_walror_in_another_army_serves_whoever_has_the_trio(table: Any) -> None:
    t = table(
        {"army": [["Dom"], ["Flare"], ["Walror"]]},
        {"army": [["Bolt"]]},
        {"army": [["Ember", "Torch", "Scorch"], ["Fact", "Ideo", "Garsh"]]},
    )
    t.do("pass", "pass", "pass")
    assert t.game.winners == [2]


@pytest.mark.card("Walror")
def test_walror_and_the_trio_turn_face_up_before_the_victory_is_checked(table: Any) -> None:
    t = table(
        {"army": [["Dom"], ["Flare"], ["[Walror]"]]},
        {"army": [["Ember", "Torch", "Scorch"], ["Fact", "[Ideo]", "Garsh"]]},
    )
    t.do("pass", "pass")
    assert t.game.winners == [1]


@pytest.mark.card("Walror")
@pytest.mark.parametrize(
    "armies",
    [
        pytest.param(
            ([["Dom", "Torch"], ["Garsh", "Fact"], ["Walror"]], [["Ember"], ["Ideo"]]), id="trio over two armies"
        ),
        pytest.param(
            ([["Dom", "Torch", "Scorch"], ["Garsh", "Fact", "Ideo"], ["Inferno"]], [["Ember"]]), id="without Walror"
        ),
    ],
)
def test_walror_and_the_whole_trio_in_one_army_are_needed(table: Any, armies: tuple[list[Any], list[Any]]) -> None:
    t = table({"army": armies[0]}, {"army": armies[1]})
    t.do("pass", "pass")
    assert not t.game.is_over
    assert t.json["round"] == 2


@pytest.mark.card("Walror")
def test_walror_destroyed_before_the_round_ends_lets_nobody_win(table: Any) -> None:
    t = table(
        {"army": [["Torch"], ["Pyre"]]},
        {"army": [["Ember", "Dom", "Scorch"], ["Fact", "Ideo", "Garsh"], ["Walror"]]},
    )
    t.do("activate 2.1", "destroy me 3.1", "pass", "pass")
    assert not t.game.is_over
    assert t.json["round"] == 2


@pytest.mark.card("Inferno")
def test_inferno_makes_every_player_destroy_a_free_card_of_their_own(table: Any) -> None:
    t = table(
        {"hand": ["Inferno"], "army": [["Dom", "Torch"], ["Flare"]]},
        {"army": [["Bolt", "Cog"], ["Turbine"]]},
        {"army": [["Tamo"], ["Alikan"], ["Kisei"]]},
    )
    t.do("place Inferno")
    assert t.seat == 0
    assert sorted(t.choices) == ["destroy me 1.2 (Torch)", "destroy me 3.1 (Inferno)"]
    t.do("destroy me 1.2")
    assert sorted(t.choices) == ["destroy me 1.2 (Cog)", "destroy me 2.1 (Turbine)"]
    t.do("destroy me 1.2")
    assert t.choices == ["destroy me 3.1 (Kisei)"]
    t.do("destroy me 3.1")
    assert t.army(0) == [["Dom"], ["Flare"], ["Inferno"]]
    assert t.army(1) == [["Bolt"], ["Turbine"], []]
    assert t.army(2) == [["Tamo"], ["Alikan"], []]
    assert t.discard == ["Cog", "Kisei", "Torch"]
    assert t.seat == 1


@pytest.mark.card("Inferno")
def test_inferno_burns_down_when_nothing_else_of_its_player_is_free(table: Any) -> None:
    t = table({"hand": ["Inferno"], "army": [["Dom"], ["Flare"]]})
    t.do("place Inferno")
    assert t.choices == ["destroy me 3.1 (Inferno)"]
    t.do("destroy me 3.1")
    assert (t.seat, t.decision) == (1, "main")
    assert t.army(0) == [["Dom"], ["Flare"], []]


@pytest.mark.card("Inferno")
@pytest.mark.parametrize(("inferno", "points"), [("Inferno", [0, 1, 1]), ("[Inferno]", [0, 1, 0])])
def test_inferno_makes_the_fire_cards_of_every_player_worth_one_more_while_face_up(
    table: Any, inferno: str, points: list[int]
) -> None:
    """11, 16 and 16 with Inferno; 5, 16 and 11 while it is imprisoned."""
    t = table(
        {"army": [["Bolt"], ["Turbine"], [inferno]]},
        {"army": [["Tamo", "Boko", "Murk", "Bolt"], ["Alikan"], ["Kisei"]]},
        {"army": [["Dom", "Ember", "Torch", "Cinder"], ["Garsh"]]},
    )
    t.do("pass", "pass", "pass")
    assert [t.vp(seat) for seat in range(3)] == points


@pytest.mark.card("Volcan")
def test_volcan_makes_each_opponent_destroy_a_free_card_of_their_own(table: Any) -> None:
    t = table(
        {"hand": ["Volcan"], "army": [["Dom", "Torch"], ["Flare"]]},
        {"army": [["Bolt", "Cog"], ["Turbine"]]},
        {"army": [["Tamo", "Ember"]]},
    )
    t.do("place Volcan")
    assert t.seat == 1
    assert sorted(t.choices) == ["destroy me 1.2 (Cog)", "destroy me 2.1 (Turbine)"]
    t.do("destroy me 2.1")
    assert t.seat == 2
    assert t.choices == ["destroy me 1.2 (Ember)"]
    t.do("destroy me 1.2")
    assert t.seat == 2
    assert sorted(t.choices) == ["destroy opp1 1.2 (Torch)", "destroy opp2 1.2 (Cog)"]
    t.do("destroy opp2 1.2")
    assert t.army(0) == [["Dom", "Torch"], ["Flare"], ["Volcan"]]
    assert t.army(1) == [["Bolt"], [], []]
    assert t.army(2) == [["Tamo"], [], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Volcan")
@pytest.mark.parametrize("advantage", [0, 1, 2])
def test_volcan_lets_a_tied_battle_earn_nobody_a_vp_not_even_with_the_advantage_token(
    table: Any, advantage: int
) -> None:
    t = table(
        {"army": [["Dom"], ["Flare"], ["Volcan"]]},
        {"army": [["Tamo"], ["Alikan"], ["Kisei"]]},
        {"army": [["Bolt"]]},
        advantage=advantage,
    )
    t.do("pass", "pass", "pass")
    assert [t.vp(seat) for seat in range(3)] == [0, 0, 0]
    assert t.json["round"] == 2


@pytest.mark.card("Volcan")
def test_volcan_leaves_a_battle_with_one_strongest_army_alone(table: Any) -> None:
    t = table({"army": [["Dom"], ["Flare"], ["Volcan"]]}, {"army": [["Tamo"], ["Alikan"]]})
    t.do("pass", "pass")
    assert [t.vp(0), t.vp(1)] == [1, 0]


@pytest.mark.card("Volcan")
@pytest.mark.parametrize(("advantage", "points"), [(0, [1, 0, 0]), (1, [0, 1, 0]), (2, [1, 1, 0])])
def test_volcan_decides_no_tie_while_imprisoned(table: Any, advantage: int, points: list[int]) -> None:
    t = table(
        {"army": [["Bolt", "Cog"], ["Turbine"]]},
        {"army": [["Tamo", "Boko"], ["Alikan"]]},
        {"army": [["Dom"], ["Flare"], ["[Volcan]"]]},
        advantage=advantage,
    )
    t.do("pass", "pass", "pass")
    assert [t.vp(seat) for seat in range(3)] == points
