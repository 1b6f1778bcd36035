"""The Meka-Goblins, card by card: they draw and wind their tokens up again."""

from __future__ import annotations

from typing import Any

import pytest

EMPTY: list[list[str]] = [[], [], []]


# ---------------------------------------------------------------------------------------------------- Bakutos


@pytest.mark.card("Bolt")
def test_bolt_draws_two_and_carries_the_token(table: Any) -> None:
    t = table({"army": [["Bolt", "Bolt"]]}, deck=["Tamo", "Garsh", "Titan"])
    t.do("activate 1.1")
    assert t.hand(0) == ["Garsh", "Tamo"]
    assert t.army(0) == [["Bolt*", "Bolt"], [], []]
    assert t.tokens(0) == 1
    assert (t.seat, t.decision) == (1, "main")
    t.do("pass")
    assert not t.can("activate 1.1")
    assert t.can("activate 1.2")


@pytest.mark.card("Bolt")
def test_bolt_has_no_power_while_imprisoned(table: Any) -> None:
    t = table({"army": [["[Bolt]", "Bolt"]]})
    assert not t.can("activate 1.1")
    assert t.can("activate 1.2")


@pytest.mark.card("Cog")
def test_cog_takes_the_token_off_a_goblin_whose_power_is_ready_again(table: Any) -> None:
    t = table({"hand": ["Cog"], "army": [["Bolt*"]], "tokens": 0}, {"army": [["Rengo*"]]})
    t.do("place Cog")
    assert (t.seat, t.decision) == (0, "token")
    assert sorted(t.choices) == ["take back a spent token", "take back the token of me 1.1 (Bolt)"]
    t.do("take back the token of me 1.1")
    assert t.army(0) == [["Bolt", "Cog"], [], []]
    assert t.tokens(0) == 1
    assert t.army(1) == [["Rengo*"], [], []]
    t.do("pass")
    assert t.can("activate 1.1")


@pytest.mark.card("Cog")
def test_cog_takes_back_a_spent_token_and_the_goblin_keeps_its_own(table: Any) -> None:
    t = table({"hand": ["Cog"], "army": [["Bolt*"]], "tokens": 0})
    t.do("place Cog", "take back a spent token")
    assert t.army(0) == [["Bolt*", "Cog"], [], []]
    assert t.tokens(0) == 1
    assert t.seat == 1


@pytest.mark.card("Cog")
def test_cog_asks_nothing_of_a_player_who_holds_both_tokens(table: Any) -> None:
    t = table({"hand": ["Cog"]}, {"army": [["Rengo*"]]})
    t.do("place Cog")
    assert (t.seat, t.decision) == (1, "main")
    assert t.tokens(0) == 2
    assert t.tokens(1) == 1


@pytest.mark.card("Rivet")
@pytest.mark.parametrize(
    ("points", "drawn"),
    [
        ((0, 0, 0), ["Tamo"]),
        ((1, 1, 0), ["Tamo"]),
        ((0, 0, 1), ["Garsh", "Tamo"]),
        ((1, 0, 2), ["Garsh", "Tamo"]),
    ],
)
def test_rivet_draws_one_more_when_an_opponent_has_more_vp(
    table: Any, points: tuple[int, int, int], drawn: list[str]
) -> None:
    mine, left, right = points
    t = table({"hand": ["Rivet"], "vp": mine}, {"vp": left}, {"vp": right}, deck=["Tamo", "Garsh", "Titan"])
    t.do("place Rivet")
    assert t.hand(0) == drawn
    assert t.hand(1) == t.hand(2) == []


@pytest.mark.card("Piston")
def test_piston_draws_as_many_as_it_discards(table: Any) -> None:
    t = table({"hand": ["Piston", "Tamo", "Boko", "Murk", "Dom"]}, deck=["Garsh", "Titan", "Fact"])
    t.do("place Piston")
    assert (t.seat, t.decision) == (0, "number")
    assert t.choices == ["number 0", "number 1", "number 2", "number 3"]
    t.do("number 2")
    assert sorted(t.choices) == ["discard Boko", "discard Dom", "discard Murk", "discard Tamo"]
    t.do("discard Boko", "discard Dom")
    assert t.hand(0) == ["Garsh", "Murk", "Tamo", "Titan"]
    assert t.discard == ["Boko", "Dom"]
    assert t.seat == 1


@pytest.mark.card("Piston")
def test_piston_offers_no_larger_x_than_the_hand(table: Any) -> None:
    t = table({"hand": ["Piston", "Tamo"]}, deck=["Garsh"])
    t.do("place Piston")
    assert t.choices == ["number 0", "number 1"]
    t.do("number 0")
    assert t.hand(0) == ["Tamo"]
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.card("Valve")
@pytest.mark.parametrize(
    ("hand", "afterwards"),
    [
        ([], ["Garsh"]),
        (["Tamo", "Boko"], ["Boko", "Garsh", "Tamo"]),
        (["Tamo", "Boko", "Murk"], ["Boko", "Murk", "Tamo"]),
    ],
)
def test_valve_draws_at_the_start_of_a_round_for_a_hand_of_at_most_two(
    table: Any, hand: list[str], afterwards: list[str]
) -> None:
    t = table({"hand": hand, "army": [["Valve"]]}, deck=["Garsh"])
    t.do("pass")
    assert t.hand(0) == sorted(hand)
    t.do("pass")
    assert t.json["round"] == 2
    assert t.hand(0) == afterwards
    assert t.hand(1) == []


@pytest.mark.card("Valve")
def test_valve_of_each_player_draws_in_the_order_named_by_the_player_who_starts(table: Any) -> None:
    t = table({"army": [["Valve"]]}, {"army": [["[Valve]"]]}, advantage=1, deck=["Garsh", "Tamo"])
    t.do("pass", "pass")
    assert (t.seat, t.decision) == (1, "order")
    assert sorted(t.choices) == ["first resolve me 1.1 (Valve)", "first resolve opp1 1.1 (Valve)"]
    t.do("first resolve opp1 1.1")
    assert t.hand(0) == ["Garsh"]
    assert t.hand(1) == ["Tamo"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Valve")
def test_two_valves_both_look_at_the_hand_as_the_round_starts(table: Any) -> None:
    t = table({"hand": ["Tamo", "Boko"], "army": [["Valve", "Valve"]]}, deck=["Garsh", "Fact"])
    t.do("pass", "pass", "first resolve me 1.2")
    assert t.hand(0) == ["Boko", "Fact", "Garsh", "Tamo"]
    assert (t.seat, t.decision) == (0, "main")


# ---------------------------------------------------------------------------------------------------- Heroes


@pytest.mark.card("Turbine")
def test_turbine_draws_three_for_one_token(table: Any) -> None:
    t = table({"army": [["Bolt"], ["Turbine"]]}, deck=["Tamo", "Garsh", "Titan", "Fact"])
    t.do("activate 2.1")
    assert t.hand(0) == ["Garsh", "Tamo", "Titan"]
    assert t.army(0) == [["Bolt"], ["Turbine*"], []]
    assert t.tokens(0) == 1
    assert t.seat == 1


@pytest.mark.card("Dynamo")
@pytest.mark.parametrize("bakutos", [["Bolt*", "Bolt*"], ["Bolt*", "Bolt"], ["Bolt", "Bolt"]])
def test_dynamo_takes_back_every_token_on_goblins_and_spent_for_a_card(table: Any, bakutos: list[str]) -> None:
    mine = {"hand": ["Dynamo", "Dom"], "army": [bakutos], "tokens": 0}
    t = table(mine, {"army": [["Rengo*"]], "tokens": 0})
    t.do("place Dynamo", "yes", "discard Dom")
    assert t.army(0) == [["Bolt", "Bolt"], ["Dynamo"], []]
    assert t.tokens(0) == 2
    assert t.army(1) == [["Rengo*"], [], []]
    assert t.tokens(1) == 0
    assert (t.hand(0), t.discard) == ([], ["Dom"])
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Dynamo")
@pytest.mark.parametrize(("hand", "answers"), [(["Dom"], ["no"]), ([], [])])
def test_dynamo_takes_back_nothing_unpaid(table: Any, hand: list[str], answers: list[str]) -> None:
    t = table({"hand": ["Dynamo", *hand], "army": [["Bolt*"]], "tokens": 0})
    t.do("place Dynamo", *answers)
    assert t.army(0) == [["Bolt*"], ["Dynamo"], []]
    assert (t.tokens(0), t.hand(0)) == (0, hand)
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Magnet")
def test_magnet_returns_a_free_bakuto_of_any_opponent_to_its_players_hand(table: Any) -> None:
    t = table(
        {"hand": ["Magnet"], "army": [["Bolt", "Cog"]]},
        {"army": [["Dom", "Ember"], ["Garsh"]]},
        {"army": [["[Tamo]"]]},
        advantage=1,
        turn=0,
    )
    t.do("place Magnet")
    assert t.seat == 0
    assert sorted(t.choices) == ["return opp1 1.2 (Ember)", "return opp2 1.1 (Tamo)"]
    t.do("return opp1 1.2")
    assert t.army(1) == [["Dom"], ["Garsh"], []]
    assert t.hand(1) == ["Ember"]
    assert t.discard == []
    assert (t.seat, t.decision) == (1, "main")
    assert t.hand(0) == []


@pytest.mark.card("Magnet")
def test_magnet_draws_for_the_holder_of_the_advantage_token(table: Any) -> None:
    t = table({"hand": ["Magnet"], "army": [["Bolt"]]}, {"army": [["Tamo"]]}, advantage=0, deck=["Garsh"])
    t.do("place Magnet", "return opp1 1.1")
    assert t.hand(0) == ["Garsh"]
    assert t.hand(1) == ["Tamo"]
    assert t.army(1) == EMPTY


@pytest.mark.card("Magnet")
def test_magnet_draws_with_the_advantage_token_even_when_nothing_can_be_returned(table: Any) -> None:
    t = table({"hand": ["Magnet"], "army": [["Bolt", "Cog"]]}, advantage=0, deck=["Garsh"])
    t.do("place Magnet")
    assert t.hand(0) == ["Garsh"]
    assert t.army(0) == [["Bolt", "Cog"], ["Magnet"], []]
    assert t.seat == 1


@pytest.mark.card("Gauge")
@pytest.mark.parametrize(
    ("points", "hands"),
    [
        ((1, 1, 1), (2, 2, 2)),
        ((1, 0, 0), (0, 2, 2)),
        ((0, 1, 0), (2, 0, 2)),
        ((2, 1, 0), (0, 0, 2)),
    ],
)
def test_gauge_lets_the_players_with_the_fewest_vp_draw_two(
    table: Any, points: tuple[int, int, int], hands: tuple[int, int, int]
) -> None:
    mine, left, right = points
    t = table({"hand": ["Gauge"], "army": [["Bolt"]], "vp": mine}, {"vp": left}, {"vp": right})
    t.do("place Gauge")
    assert tuple(len(t.hand(seat)) for seat in range(3)) == hands
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Relay")
def test_relay_gives_the_advantage_token_to_a_chosen_opponent_and_draws_three(table: Any) -> None:
    t = table({"army": [["Bolt"], ["Relay"]]}, num_players=3, advantage=0, deck=["Tamo", "Garsh", "Titan", "Fact"])
    t.do("activate 2.1")
    assert (t.seat, t.decision) == (0, "seat")
    assert t.choices == ["player opp1", "player opp2"]
    t.do("player opp2")
    assert t.json["advantage"] == 2
    assert t.hand(0) == ["Garsh", "Tamo", "Titan"]
    assert t.tokens(0) == 1
    assert (t.seat, t.decision) == (1, "main")
    t.do("pass", "pass", "pass")
    assert t.seat == 2


@pytest.mark.card("Relay")
def test_relay_draws_a_fourth_card_when_it_took_the_last_token(table: Any) -> None:
    t = table(
        {"army": [["Bolt"], ["Relay"]], "tokens": 1}, advantage=0, deck=["Tamo", "Garsh", "Titan", "Fact", "Ideo"]
    )
    t.do("activate 2.1", "player opp1")
    assert t.json["advantage"] == 1
    assert t.hand(0) == ["Fact", "Garsh", "Tamo", "Titan"]


@pytest.mark.card("Relay")
@pytest.mark.parametrize(("tokens", "drawn"), [(2, []), (1, ["Tamo"])])
def test_relay_without_the_advantage_token_draws_only_on_the_last_token(
    table: Any, tokens: int, drawn: list[str]
) -> None:
    t = table({"army": [["Bolt"], ["Relay"]], "tokens": tokens}, advantage=1, turn=0, deck=["Tamo", "Garsh"])
    t.do("activate 2.1")
    assert t.hand(0) == drawn
    assert t.json["advantage"] == 1
    assert t.army(0) == [["Bolt"], ["Relay*"], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Servo")
def test_servo_discards_a_card_before_it_draws_two(table: Any) -> None:
    t = table({"hand": ["Servo", "Tamo", "Boko"], "army": [["Bolt"]]}, deck=["Garsh", "Fact", "Ideo"])
    t.do("place Servo")
    assert (t.seat, t.decision) == (0, "discard")
    assert sorted(t.choices) == ["discard Boko", "discard Tamo"]
    t.do("discard Tamo")
    assert t.hand(0) == ["Boko", "Fact", "Garsh"]
    assert t.discard == ["Tamo"]
    assert t.seat == 1


@pytest.mark.card("Servo")
def test_servo_draws_two_for_an_empty_hand(table: Any) -> None:
    t = table({"hand": ["Servo"], "army": [["Bolt"]]}, deck=["Garsh", "Fact", "Ideo"])
    t.do("place Servo")
    assert t.hand(0) == ["Fact", "Garsh"]
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.card("Servo")
def test_servo_works_again_when_it_mutates_and_cannot_discard_the_newcomer(table: Any) -> None:
    t = table(
        {"hand": ["Turbine", "Tamo", "Dom", "Ember"], "army": [["Bolt"], ["Servo"]]}, deck=["Cog", "Rivet", "Piston"]
    )
    t.do("mutate 2.1", "discard Tamo", "discard Dom", "bring in Turbine")
    assert (t.seat, t.decision) == (0, "discard")
    assert t.choices == ["discard Ember"]
    t.do("discard Ember")
    assert t.hand(0) == ["Cog", "Rivet"]
    assert t.army(0) == [["Bolt"], ["Turbine"], []]
    assert t.discard == ["Dom", "Ember", "Servo", "Tamo"]
    assert t.seat == 1


@pytest.mark.card("Sparx")
def test_sparx_draws_two_for_its_own_player_when_destroyed(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom"]]},
        {"army": [["Bolt"], ["Sparx"]]},
        num_players=3,
        deck=["Tamo", "Boko", "Murk"],
    )
    t.do("place Garsh", "destroy opp1 2.1")
    assert t.hand(0) == []
    assert t.hand(1) == ["Boko", "Tamo"]
    assert t.hand(2) == []
    assert t.discard == ["Sparx"]


@pytest.mark.card("Sparx")
def test_sparx_draws_nothing_when_destroyed_in_prison(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Bolt"], ["[Sparx]"]]})
    t.do("place Garsh", "destroy opp1 2.1")
    assert t.hand(1) == []
    assert t.discard == ["Sparx"]
    assert t.army(1) == [["Bolt"], [], []]


@pytest.mark.card("Sparx")
def test_sparx_prints_no_mutation_cost(table: Any) -> None:
    t = table({"hand": ["Turbine", "Tamo", "Boko", "Murk"], "army": [["Bolt"], ["Sparx"]]})
    assert not t.can("mutate 2.1")


# ---------------------------------------------------------------------------------------------------- Ōzekis


@pytest.mark.card("Mainframe")
def test_mainframe_lets_one_token_of_any_player_draw_two(table: Any) -> None:
    t = table({"army": [["Bolt"], ["Turbine"], ["Mainframe"]]}, deck=["Tamo", "Boko", "Garsh", "Fact", "Ideo"])
    t.do("draw one")
    assert t.hand(0) == ["Boko", "Tamo"]
    assert t.tokens(0) == 1
    t.do("draw one")
    assert t.hand(1) == ["Fact", "Garsh"]
    assert t.tokens(1) == 1


@pytest.mark.card("Mainframe")
def test_mainframe_leaves_the_draw_for_two_tokens_and_the_powers_alone(table: Any) -> None:
    t = table({"army": [["Bolt"], ["Turbine"], ["Mainframe"]]}, deck=["Tamo", "Boko", "Garsh", "Fact", "Ideo", "Titan"])
    t.do("activate 1.1", "draw three")
    assert t.hand(0) == ["Boko", "Tamo"]
    assert t.hand(1) == ["Fact", "Garsh", "Ideo"]
    assert t.tokens(1) == 0


@pytest.mark.card("Mainframe")
def test_mainframe_binds_nobody_while_imprisoned(table: Any) -> None:
    t = table({"army": [["Bolt"], ["Turbine"], ["[Mainframe]"]]}, deck=["Tamo", "Boko", "Garsh"])
    t.do("draw one", "draw one")
    assert t.hand(0) == ["Tamo"]
    assert t.hand(1) == ["Boko"]


@pytest.mark.card("Assembler")
def test_assembler_discards_up_to_four_and_draws_as_many_when_behind(table: Any) -> None:
    mine = {"hand": ["Assembler", "Tamo", "Boko", "Murk", "Dom", "Cinder"], "army": [["Bolt"], ["Turbine"]]}
    t = table(mine, {"vp": 1}, deck=["Garsh", "Fact", "Ideo", "Titan"])
    t.do("place Assembler")
    assert t.choices == ["number 0", "number 1", "number 2", "number 3", "number 4"]
    t.do("number 3", "discard Tamo", "discard Boko", "discard Murk")
    assert t.hand(0) == ["Cinder", "Dom", "Fact", "Garsh", "Ideo"]
    assert t.discard == ["Boko", "Murk", "Tamo"]
    assert t.seat == 1


@pytest.mark.card("Assembler")
def test_assembler_exchanges_nothing_when_nobody_is_ahead(table: Any) -> None:
    t = table({"hand": ["Assembler", "Tamo"], "army": [["Bolt"], ["Turbine"]]}, deck=["Garsh"])
    t.do("place Assembler")
    assert (t.seat, t.decision) == (1, "main")
    assert t.hand(0) == ["Tamo"]


@pytest.mark.card("Assembler")
def test_assembler_makes_every_mutation_a_card_dearer(table: Any) -> None:
    t = table(
        {"hand": ["Dom", "Wisp"], "army": [["Piston", "Cog"], ["Turbine"], ["Assembler"]]},
        {"hand": ["Scorch", "Murk", "Shade"], "army": [["Rivet", "Bolt"]]},
    )
    assert not t.can("mutate 1.2")  # Cog prints 1: with two to pay, nobody is left to bring in
    t.do("mutate 1.1", "discard Dom")  # Piston prints 0
    assert t.choices == ["bring in Wisp"]
    t.do("bring in Wisp", "player opp1")
    assert t.army(0)[0] == ["Wisp", "Cog"]
    assert t.seat == 1
    assert len(t.hand(1)) == 2
    assert not t.can("mutate 1.1")  # Rivet prints 1


@pytest.mark.card("Assembler")
def test_assembler_and_kisei_cancel_each_other(table: Any) -> None:
    armies = {"army": [["Bolt"], ["Turbine"], ["Assembler"]]}, {"army": [["Tamo"], ["Loya"], ["Kisei"]]}
    t = table(armies[0] | {"hand": ["Dom", "Ember", "Torch"]}, armies[1])
    t.do("mutate 1.1", "discard Dom", "discard Ember")  # Bolt prints 2
    assert t.choices == ["bring in Torch"]


@pytest.mark.card("Assembler")
def test_assembler_imprisoned_leaves_the_printed_costs(table: Any) -> None:
    t = table({"hand": ["Dom"], "army": [["Piston"], ["Turbine"], ["[Assembler]"]]})
    t.do("mutate 1.1", "bring in Dom")
    assert t.army(0) == [["Dom"], ["Turbine"], ["[Assembler]"]]


@pytest.mark.card("Titan")
def test_titan_gives_each_opponent_a_card(table: Any) -> None:
    t = table(
        {"hand": ["Titan"], "army": [["Bolt"], ["Turbine"]]},
        {"hand": ["Dom"]},
        {"passed": True},
        deck=["Cog", "Rivet", "Piston"],
    )
    t.do("place Titan")
    assert (t.hand(0), t.hand(1), t.hand(2)) == ([], ["Cog", "Dom"], ["Rivet"])
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Titan")
@pytest.mark.parametrize(("titan", "points"), [("Titan", [0, 1, 1]), ("[Titan]", [0, 1, 0])])
def test_titan_makes_every_bakuto_worth_one_more_while_face_up(table: Any, titan: str, points: list[int]) -> None:
    """11, 12 and 12 with Titan; 5, 10 and 9 while it is imprisoned."""
    t = table(
        {"army": [["Bolt"], ["Turbine"], [titan]]},
        {"army": [["Tamo", "Boko"], ["Alikan", "Hurl"]]},
        {"army": [["Dom", "Ember", "Torch"], ["Garsh"]]},
    )
    t.do("pass", "pass", "pass")
    assert [t.vp(seat) for seat in range(3)] == points


@pytest.mark.card("Titan")
def test_titan_keeps_the_meka_cards_of_all_players_from_being_destroyed(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom", "Cog"]]},
        {"army": [["Bolt", "Piston"], ["Turbine"], ["Titan"]]},
        {"army": [["Tamo", "Boko"], ["Sparx"]]},
    )
    t.do("place Garsh")
    assert sorted(t.choices) == ["destroy me 2.1 (Garsh)", "destroy opp2 1.2 (Boko)"]


@pytest.mark.card("Titan")
def test_titan_protects_nobody_while_imprisoned_and_may_be_destroyed_itself(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom", "Cog"]]},
        {"army": [["Bolt", "Piston"], ["Turbine"], ["[Titan]"]]},
    )
    t.do("place Garsh")
    assert sorted(t.choices) == [
        "destroy me 1.2 (Cog)",
        "destroy me 2.1 (Garsh)",
        "destroy opp1 1.2 (Piston)",
        "destroy opp1 3.1 (Titan)",
    ]
    t.do("destroy opp1 3.1")
    assert t.army(1) == [["Bolt", "Piston"], ["Turbine"], []]
    assert t.discard == ["Titan"]


@pytest.mark.card("Titan")
def test_titan_does_not_protect_an_imprisoned_meka_card_which_shows_no_clan(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom"]]},
        {"army": [["Bolt", "[Piston]"], ["Turbine"], ["Titan"]]},
    )
    t.do("place Garsh")
    assert sorted(t.choices) == ["destroy me 2.1 (Garsh)", "destroy opp1 1.2 (Piston)"]


@pytest.mark.card("Titan")
def test_titan_spares_an_opponent_who_has_nothing_else_to_destroy(table: Any) -> None:
    t = table(
        {"hand": ["Volcan"], "army": [["Dom"], ["Garsh"]]},
        {"army": [["Bolt"], ["Turbine"], ["Titan"]]},
        {"army": [["Tamo"]]},
    )
    t.do("place Volcan")
    assert t.seat == 2
    assert t.choices == ["destroy me 1.1 (Tamo)"]
    t.do("destroy me 1.1")
    assert t.army(1) == [["Bolt"], ["Turbine"], ["Titan"]]
    assert (t.seat, t.decision) == (1, "main")
