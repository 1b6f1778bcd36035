"""The Dark Goblins: they imprison and rob."""

from __future__ import annotations

from typing import Any

import pytest

# ------------------------------------------------------------------------------------------------ Bakutos


@pytest.mark.card("Murk")
def test_murk_imprisons_any_bakuto_until_the_next_round(table: Any) -> None:
    t = table(
        {"hand": ["Murk"], "army": [["Gloom"], ["Trsck"]]},
        {"army": [["Bolt", "[Cog]"], ["Turbine"], ["Titan"]]},
    )
    t.do("place Murk")
    assert t.seat == 0
    assert t.choices == ["imprison me 1.1 (Gloom)", "imprison me 1.2 (Murk)", "imprison opp1 1.1 (Bolt)"]
    t.do("imprison opp1 1.1")
    assert t.army(1) == [["[Bolt]", "[Cog]"], ["Turbine"], ["Titan"]]
    assert t.army(0) == [["Gloom", "Murk"], ["Trsck"], []]
    t.do("pass", "pass")
    assert t.json["round"] == 2
    assert t.army(1) == [["Bolt", "Cog"], ["Turbine"], ["Titan"]]


@pytest.mark.card("Murk")
def test_murk_alone_must_imprison_itself(table: Any) -> None:
    t = table({"hand": ["Murk", "Trsck"]})
    t.do("place Murk")
    assert t.choices == ["imprison me 1.1 (Murk)"]
    t.do("imprison me 1.1", "pass")
    assert t.army(0) == [["[Murk]"], [], []]
    assert not t.can("place Trsck")  # an imprisoned Bakuto shows no clan


@pytest.mark.card("Murk")
def test_murk_takes_the_clan_from_an_army_and_the_token_from_a_goblin(table: Any) -> None:
    t = table({"hand": ["Murk"]}, {"hand": ["Turbine"], "army": [["Bolt*"]]})
    t.do("place Murk", "imprison opp1 1.1")
    assert t.army(1)[0] == ["[Bolt]"]
    assert t.tokens(1) == 1  # the token on Bolt is spent, not given back
    assert t.seat == 1
    assert not t.can("place Turbine")
    assert not t.can("activate 1.1")


@pytest.mark.card("Murk")
def test_murk_cannot_touch_alpha_cards_while_verdigor_stands(table: Any) -> None:
    t = table(
        {"hand": ["Murk"]},
        {"army": [["Boko"], ["Rumba"], ["Verdigor"]]},
        {"army": [["Grint", "Bolt"]]},
        num_players=3,
    )
    t.do("place Murk")
    assert t.choices == ["imprison me 1.1 (Murk)", "imprison opp2 1.2 (Bolt)"]


@pytest.mark.card("Shade")
def test_shade_makes_each_opponent_discard_a_card_of_their_choice(table: Any) -> None:
    t = table(
        {"hand": ["Shade", "Gloom"]},
        {"hand": ["Bolt", "Cog"]},
        {"hand": ["Garsh", "Fact", "Ideo"]},
        num_players=3,
    )
    t.do("place Shade")
    assert t.seat == 1
    assert t.choices == ["discard Bolt", "discard Cog"]
    t.do("discard Cog")
    assert t.seat == 2
    assert sorted(t.choices) == ["discard Fact", "discard Garsh", "discard Ideo"]
    t.do("discard Garsh")
    assert (t.hand(0), t.hand(1), t.hand(2)) == (["Gloom"], ["Bolt"], ["Fact", "Ideo"])
    assert t.discard == ["Cog", "Garsh"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Shade")
def test_shade_skips_an_opponent_with_an_empty_hand_but_not_one_who_has_passed(table: Any) -> None:
    t = table(
        {"hand": ["Shade"]},
        {"hand": []},
        {"hand": ["Bolt"], "passed": True},
        num_players=3,
    )
    t.do("place Shade")
    assert t.seat == 2
    t.do("discard Bolt")
    assert t.hand(2) == []
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Gloom")
def test_gloom_destroyed_by_an_opponent_imprisons_a_card_of_an_opponent(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom"]]},
        {"army": [["Gloom"]]},
        {"army": [["Bolt"], ["Turbine"], ["Titan"]]},
        num_players=3,
    )
    t.do("place Garsh", "destroy opp1 1.1")
    assert t.discard == ["Gloom"]
    assert t.seat == 1  # Gloom's player aims, in the turn of another
    assert t.choices == [
        "imprison opp1 1.1 (Bolt)",
        "imprison opp1 2.1 (Turbine)",
        "imprison opp1 3.1 (Titan)",
        "imprison opp2 1.1 (Dom)",
        "imprison opp2 2.1 (Garsh)",
    ]
    t.do("imprison opp2 2.1")
    assert t.army(0) == [["Dom"], ["[Garsh]"], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Gloom")
def test_gloom_may_be_destroyed_by_its_own_player_but_never_imprisons_an_own_card(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom", "Gloom"]]},
        {"army": [["[Bolt]", "Cog"]]},
    )
    t.do("place Garsh", "destroy me 1.2")
    assert t.seat == 0
    assert t.choices == ["imprison opp1 1.2 (Cog)"]
    t.do("imprison opp1 1.2")
    assert t.army(0) == [["Dom"], ["Garsh"], []]
    assert t.army(1) == [["[Bolt]", "[Cog]"], [], []]


@pytest.mark.card("Gloom")
def test_gloom_without_a_face_up_card_to_aim_at_does_nothing(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom", "Gloom"]]}, {"army": [["[Bolt]"]]})
    t.do("place Garsh", "destroy me 1.2")
    assert t.discard == ["Gloom"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Gloom")
def test_gloom_does_nothing_when_it_mutates_or_is_destroyed_in_prison(table: Any) -> None:
    t = table(
        {"hand": ["Bolt", "Cog"], "army": [["Gloom"]]},
        {"hand": ["Garsh"], "army": [["Dom", "[Gloom]"]]},
    )
    t.do("mutate 1.1", "discard Cog", "bring in Bolt")
    assert t.army(0) == [["Bolt"], [], []]
    assert (t.seat, t.decision) == (1, "main")
    t.do("place Garsh", "destroy me 1.2")
    assert t.discard == ["Cog", "Gloom", "Gloom"]
    assert t.army(0) == [["Bolt"], [], []]
    assert (t.seat, t.decision) == (0, "main")


@pytest.mark.card("Gloom")
def test_gloom_steals_a_card_on_entering_when_behind(table: Any) -> None:
    players = {"hand": ["Gloom"], "vp": 1}, {"hand": ["Bolt"], "vp": 1}
    t = table(*players, {"hand": ["Dom"], "vp": 2})
    t.do("place Gloom")
    assert t.choices == ["player opp1", "player opp2"]  # not only the player who is ahead
    t.do("player opp1")
    assert (t.hand(0), t.hand(1), t.hand(2)) == (["Bolt"], [], ["Dom"])
    assert (t.seat, t.decision) == (1, "main")

    t = table(*players, {"hand": ["Dom"], "vp": 1})
    t.do("place Gloom")
    assert (t.hand(0), t.hand(1), t.hand(2)) == ([], ["Bolt"], ["Dom"])
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Lurk")
def test_lurk_imprisons_a_bakuto_or_hero_of_an_opponent_at_the_start_of_a_round_when_behind(table: Any) -> None:
    t = table(
        {"army": [["Lurk"]]},
        {"army": [["Bolt"], ["Turbine"], ["Titan"]]},
        {"army": [["Dom"]]},
    )
    t.do("pass", "pass", "pass")
    assert t.vp(1) == 1
    assert (t.seat, t.json["round"], t.decision) == (0, 2, "target")
    assert t.choices == ["imprison opp1 1.1 (Bolt)", "imprison opp1 2.1 (Turbine)", "imprison opp2 1.1 (Dom)"]
    t.do("imprison opp1 2.1")
    assert t.army(1) == [["Bolt"], ["[Turbine]"], ["Titan"]]
    assert (t.seat, t.decision) == (0, "main")


@pytest.mark.card("Lurk")
def test_each_lurk_imprisons_a_card_in_every_round(table: Any) -> None:
    t = table({"army": [["Lurk", "[Lurk]"]]}, {"army": [["Bolt"], ["Turbine"], ["Mainframe"]]})
    t.do("pass", "pass", "first resolve me 1.2", "imprison opp1 1.1", "imprison opp1 2.1")
    assert t.army(1) == [["[Bolt]"], ["[Turbine]"], ["Mainframe"]]
    t.do("pass", "pass")
    assert t.json["round"] == 3
    t.do("first resolve me 1.1")
    assert t.choices == ["imprison opp1 1.1 (Bolt)", "imprison opp1 2.1 (Turbine)"]


@pytest.mark.card("Lurk")
def test_lurk_imprisons_nobody_for_a_player_who_is_not_behind(table: Any) -> None:
    t = table({"army": [["Lurk", "Lurk"]]}, {"army": [["Bolt"]], "vp": 1})
    t.do("pass", "pass")
    assert (t.vp(0), t.vp(1)) == (1, 1)
    assert (t.json["round"], t.decision) == (2, "main")
    assert t.army(1) == [["Bolt"], [], []]


@pytest.mark.card("Lurk")
def test_lurk_makes_way_for_nothing(table: Any) -> None:
    t = table({"hand": ["Bolt"], "army": [["Lurk"]]})
    t.do("mutate 1.1", "bring in Bolt")
    assert (t.army(0), t.discard) == ([["Bolt"], [], []], ["Lurk"])


@pytest.mark.card("Wisp")
def test_wisp_makes_a_chosen_opponent_discard_on_entering_and_on_mutating(table: Any) -> None:
    t = table(
        {"hand": ["Wisp", "Murk"]},
        {"hand": ["Bolt"]},
        {"hand": ["Cog"]},
        num_players=3,
    )
    t.do("place Wisp")
    assert t.choices == ["player opp1", "player opp2"]
    t.do("player opp2")
    assert (t.hand(1), t.hand(2), t.discard) == (["Bolt"], [], ["Cog"])
    t.do("pass", "pass", "mutate 1.1", "bring in Murk")
    assert t.choices == ["player opp1", "player opp2"]  # the old card speaks before the newcomer
    t.do("player opp1")
    assert (t.hand(1), t.discard) == ([], ["Bolt", "Cog", "Wisp"])
    assert t.choices == ["imprison me 1.1 (Murk)"]


@pytest.mark.card("Wisp")
def test_wisp_lets_chance_choose_the_card_and_an_empty_hand_loses_nothing(table: Any) -> None:
    lost = set()
    for seed in range(30):
        t = table({"hand": ["Wisp"]}, {"hand": ["Bolt", "Cog", "Garsh"]}, seed=seed)
        t.do("place Wisp", "player opp1")
        assert (t.seat, t.decision) == (1, "main")  # the opponent is not asked
        assert len(t.hand(1)) == 2
        assert sorted(t.hand(1) + t.discard) == ["Bolt", "Cog", "Garsh"]
        lost.update(t.discard)
    assert lost == {"Bolt", "Cog", "Garsh"}

    t = table({"hand": ["Wisp"]}, {"hand": []})
    t.do("place Wisp", "player opp1")
    assert t.discard == []
    assert (t.seat, t.decision) == (1, "main")


# ------------------------------------------------------------------------------------------------ Heroes


@pytest.mark.card("Trsck")
def test_trsck_imprisons_a_bakuto_or_hero_but_no_ozeki(table: Any) -> None:
    t = table(
        {"hand": ["Trsck"], "army": [["Gloom"]]},
        {"army": [["Bolt"], ["Turbine"], ["Titan"]]},
    )
    t.do("place Trsck")
    assert t.choices == [
        "imprison me 1.1 (Gloom)",
        "imprison me 2.1 (Trsck)",
        "imprison opp1 1.1 (Bolt)",
        "imprison opp1 2.1 (Turbine)",
    ]
    t.do("imprison opp1 1.1")  # covered by a Hero: imprisoning asks for no FREE card
    assert t.army(1) == [["[Bolt]"], ["Turbine"], ["Titan"]]


@pytest.mark.card("Trsck")
def test_trsck_mutates_into_a_hero_of_the_hand_or_of_the_discard(table: Any) -> None:
    t = table(
        {"hand": ["Bolt", "Cog", "Turbine", "Titan"], "army": [["Gloom"], ["Trsck"]]},
        {"hand": ["Murk"], "army": [["Dom"]]},
        discard=["Kataclysm", "Murk", "Oblivion"],
    )
    t.do("mutate 2.1", "discard Bolt", "discard Cog")
    assert sorted(t.choices) == ["bring in Kataclysm", "bring in Turbine"]
    t.do("bring in Kataclysm")
    assert t.seat == 1  # a Hero out of the discard enters play like any other
    t.do("discard Murk")
    assert t.army(0) == [["Gloom"], ["Kataclysm"], []]
    assert t.hand(0) == ["Titan", "Turbine"]
    assert t.discard == ["Bolt", "Cog", "Murk", "Murk", "Oblivion", "Trsck"]


@pytest.mark.card("Kataclysm")
def test_kataclysm_takes_one_card_of_each_opponent_and_two_when_behind(table: Any) -> None:
    players = ({"hand": ["Kataclysm"], "army": [["Gloom"]], "vp": 1}, {"hand": ["Bolt", "Cog"], "vp": 1})
    t = table(*players, {"hand": ["Dom", "Ember", "Torch"], "vp": 0}, num_players=3)
    t.do("place Kataclysm", "discard Bolt")
    assert t.seat == 2
    t.do("discard Dom")
    assert (t.seat, t.decision) == (1, "main")
    assert (t.hand(1), t.hand(2)) == (["Cog"], ["Ember", "Torch"])

    t = table(*players, {"hand": ["Dom", "Ember", "Torch"], "vp": 2}, num_players=3)
    t.do("place Kataclysm", "discard Bolt", "discard Cog", "discard Dom", "discard Torch")
    assert (t.seat, t.decision) == (1, "main")
    assert (t.hand(1), t.hand(2)) == ([], ["Ember"])
    assert t.discard == ["Bolt", "Cog", "Dom", "Torch"]


@pytest.mark.card("Kataclysm")
def test_kataclysm_mutates_into_the_very_card_just_paid(table: Any) -> None:
    t = table({"hand": ["Garsh", "Cog"], "army": [["Gloom"], ["Kataclysm"]]}, {"army": [["Bolt"]]})
    assert t.can("mutate 2.1")
    t.do("mutate 2.1", "discard Garsh", "discard Cog")
    assert t.choices == ["bring in Garsh"]
    t.do("bring in Garsh", "destroy opp1 1.1")
    assert t.army(0) == [["Gloom"], ["Garsh"], []]
    assert t.army(1) == [[], [], []]
    assert (t.hand(0), t.discard) == ([], ["Bolt", "Cog", "Kataclysm"])


@pytest.mark.card("Kataclysm")
def test_kataclysm_needs_its_price_and_a_newcomer_to_mutate(table: Any) -> None:
    poor = table({"hand": ["Bolt"], "army": [["Gloom"], ["Kataclysm"]]}, discard=["Garsh"])
    assert not poor.can("mutate 2.1")
    no_hero = table({"hand": ["Bolt", "Bolt"], "army": [["Gloom"], ["Kataclysm"]]}, discard=["Cog", "Titan"])
    assert not no_hero.can("mutate 2.1")
    in_prison = table({"hand": ["Bolt", "Bolt"], "army": [["Gloom"], ["[Kataclysm]"]]}, discard=["Garsh"])
    assert not in_prison.can("mutate 2.1")


@pytest.mark.card("Kataclysm")
def test_zombies_do_not_raise_each_other_for_nothing_while_kisei_stands(table: Any) -> None:
    """Two zombies that mutated for nothing into each other could go on for ever."""
    mine = {"army": [["Gloom"], ["Kataclysm"], ["Kisei"]]}
    poor = table(mine, discard=["Duwal", "Trsck"])
    assert not poor.can("mutate 2.1")
    t = table(mine | {"hand": ["Bolt"]}, discard=["Duwal", "Trsck"])
    t.do("mutate 2.1", "discard Bolt", "bring in Duwal", "pass")
    assert t.seat == 0
    assert not t.can("mutate 2.1")


@pytest.mark.card("Duwal")
def test_duwal_may_discard_a_card_to_steal_one_before_the_eyes_of_all(table: Any) -> None:
    t = table(
        {"hand": ["Duwal", "Lurk", "Murk"], "army": [["Gloom"]]},
        {"hand": []},
        {"hand": ["Turbine"]},
        {"hand": ["Bolt", "Cog"]},
        num_players=4,
    )
    t.do("place Duwal", "yes", "discard Murk")
    assert t.choices == ["player opp2", "player opp3"]  # nothing to take from an empty hand
    t.do("player opp2")
    assert (t.hand(0), t.hand(2)) == (["Lurk", "Turbine"], [])
    assert t.hand(3) == ["Bolt", "Cog"]
    assert t.discard == ["Murk"]
    for bystander in (1, 3):
        seen = t.game.describe(bystander)
        assert "Turbine" in seen
        assert "Lurk" not in seen.split("Draw pile: ")[0]  # one copy of two must be there, for want of places
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Duwal")
@pytest.mark.parametrize(("hand", "answers"), [(["Lurk"], ["no"]), ([], [])])
def test_duwal_steals_nothing_unpaid(table: Any, hand: list[str], answers: list[str]) -> None:
    t = table({"hand": ["Duwal", *hand], "army": [["Gloom"]]}, {"hand": ["Turbine"]})
    t.do("place Duwal", *answers)
    assert (t.hand(0), t.hand(1), t.discard) == (hand, ["Turbine"], [])
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Duwal")
def test_duwal_takes_a_random_card_and_shows_no_other(table: Any) -> None:
    stolen = set()
    for seed in range(30):
        t = table(
            {"hand": ["Duwal", "Murk"], "army": [["Gloom"]]},
            {"hand": ["Bolt", "Turbine", "Titan"]},
            {},
            num_players=3,
            seed=seed,
        )
        t.do("place Duwal", "yes", "discard Murk", "player opp1")
        (loot,) = t.hand(0)
        assert sorted([loot, *t.hand(1)]) == ["Bolt", "Titan", "Turbine"]
        seen = t.game.describe(2)
        assert loot in seen
        assert not any(card in seen for card in t.hand(1))
        stolen.add(loot)
    assert stolen == {"Bolt", "Turbine", "Titan"}


@pytest.mark.card("Duwal")
def test_duwal_finds_nothing_in_empty_hands_and_mutates_from_the_discard(table: Any) -> None:
    t = table({"hand": ["Duwal", "Bolt", "Cog", "Dom"], "army": [["Gloom"]]}, {"hand": []}, discard=["Turbine"])
    t.do("place Duwal", "yes", "discard Dom")
    assert (t.seat, t.decision) == (1, "main")
    assert t.hand(0) == ["Bolt", "Cog"]
    t.do("pass", "mutate 2.1", "discard Bolt", "discard Cog", "bring in Turbine")
    assert t.army(0) == [["Gloom"], ["Turbine"], []]
    assert t.discard == ["Bolt", "Cog", "Dom", "Duwal"]


@pytest.mark.card("Kao")
def test_kao_draws_whenever_a_card_of_any_army_is_imprisoned(table: Any) -> None:
    t = table(
        {"hand": ["Murk"], "army": [["Lurk"]]},
        {"army": [["Gloom"], ["Kao"]]},
        {"hand": ["Trsck"], "army": [["Shade", "Bolt"]]},
        num_players=3,
        deck=["Cog", "Rivet"],
    )
    t.do("place Murk", "imprison opp2 1.2")
    assert t.hand(1) == ["Cog"]
    t.do("pass", "place Trsck", "imprison opp1 1.2")  # seat 0's Murk
    assert t.hand(1) == ["Cog", "Rivet"]
    assert (t.hand(0), t.hand(2)) == ([], [])
    assert t.army(0)[0] == ["Lurk", "[Murk]"]
    assert t.army(2) == [["Shade", "[Bolt]"], ["Trsck"], []]


@pytest.mark.card("Kao")
def test_kao_is_silent_in_prison(table: Any) -> None:
    t = table(
        {"hand": ["Murk"], "army": [["Lurk"], ["Nyx"]]},
        {"army": [["Gloom"], ["Kao"]]},
    )
    t.do("activate 2.1", "imprison opp1 2.1")
    assert t.army(1) == [["Gloom"], ["[Kao]"], []]
    assert t.hand(1) == []
    t.do("pass", "place Murk", "imprison opp1 1.1")
    assert t.army(1) == [["[Gloom]"], ["[Kao]"], []]
    assert t.hand(1) == []


@pytest.mark.card("Kao")
def test_kao_does_not_react_when_a_card_aims_at_itself(table: Any) -> None:
    t = table({"hand": ["Murk"], "army": [["Gloom"], ["Kao"]]}, deck=["Cog"])
    t.do("place Murk", "imprison me 1.2")
    assert t.army(0) == [["Gloom", "[Murk]"], ["Kao"], []]
    assert t.hand(0) == []


@pytest.mark.card("Kao")
def test_kao_mutates_into_a_hero_of_the_hand_only(table: Any) -> None:
    t = table(
        {"hand": ["Bolt", "Cog", "Turbine"], "army": [["Gloom"], ["Kao"]]},
        discard=["Garsh"],
    )
    t.do("mutate 2.1")
    assert t.choices == ["discard Bolt", "discard Cog"]  # the only newcomer may not be paid away
    t.do("discard Bolt", "discard Cog")
    assert t.choices == ["bring in Turbine"]
    t.do("bring in Turbine")
    assert t.army(0) == [["Gloom"], ["Turbine"], []]
    assert t.discard == ["Bolt", "Cog", "Garsh", "Kao"]


@pytest.mark.card("Nyx")
def test_nyx_imprisons_any_card_and_an_ozeki_loses_its_global(table: Any) -> None:
    t = table(
        {"hand": ["Trsck", "Bolt"], "army": [["Gloom"], ["Nyx"]]},
        {"hand": [], "army": [["Murk"], ["Vesper"], ["Oblivion"]]},
    )
    assert not t.can("pass")
    assert not t.can("mutate 2.1")  # Nyx prints no mutation cost
    t.do("activate 2.1")
    assert t.choices == [
        "imprison me 1.1 (Gloom)",
        "imprison me 2.1 (Nyx)",
        "imprison opp1 1.1 (Murk)",
        "imprison opp1 2.1 (Vesper)",
        "imprison opp1 3.1 (Oblivion)",
    ]
    t.do("imprison opp1 3.1")
    assert t.army(1) == [["Murk"], ["Vesper"], ["[Oblivion]"]]
    assert t.army(0)[1] == ["Nyx*"]
    assert t.can("pass")  # with two tokens in hand
    t.do("pass")
    assert t.can("pass")
    assert not t.can("activate 2.1")  # one token at most on a goblin


@pytest.mark.card("Umbra")
def test_umbra_imprisons_two_bakutos_and_itself_and_kao_draws_twice(table: Any) -> None:
    t = table(
        {"hand": ["Umbra"], "army": [["Gloom", "Shade"], ["Kao"]]},
        {"army": [["Bolt"], ["Turbine"]]},
        {"army": [["Dom"]]},
        num_players=3,
        deck=["Cog", "Rivet", "Piston"],
    )
    t.do("place Umbra")
    assert t.choices == [
        "imprison me 1.1 (Gloom)",
        "imprison me 1.2 (Shade)",
        "imprison opp1 1.1 (Bolt)",
        "imprison opp2 1.1 (Dom)",
    ]
    t.do("imprison opp2 1.1")
    assert t.hand(0) == ["Cog"]
    assert t.choices == ["imprison me 1.1 (Gloom)", "imprison me 1.2 (Shade)", "imprison opp1 1.1 (Bolt)"]
    t.do("imprison opp1 1.1")
    assert t.army(0) == [["Gloom", "Shade"], ["Kao", "[Umbra]"], []]
    assert (t.army(1), t.army(2)) == ([["[Bolt]"], ["Turbine"], []], [["[Dom]"], [], []])
    assert t.hand(0) == ["Cog", "Rivet"]  # Umbra imprisons itself: no third card
    t.do("pass", "pass", "pass")
    assert t.army(0)[1] == ["Kao", "Umbra"]


@pytest.mark.card("Umbra")
def test_umbra_imprisons_what_it_can_find(table: Any) -> None:
    t = table({"hand": ["Umbra"], "army": [["Gloom"]]}, {"army": [["[Bolt]"], ["Turbine"]]})
    t.do("place Umbra")
    assert t.choices == ["imprison me 1.1 (Gloom)"]
    t.do("imprison me 1.1")
    assert t.army(0) == [["[Gloom]"], ["[Umbra]"], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Vesper")
def test_vesper_draws_for_every_opponent_who_passes_but_not_for_its_own_player(table: Any) -> None:
    t = table(
        {"army": [["Gloom"], ["Vesper"]]},
        {},
        {"hand": ["Murk"]},
        num_players=3,
        deck=["Cog", "Rivet"],
    )
    t.do("pass")
    assert t.hand(0) == []
    t.do("pass")
    assert t.hand(0) == ["Cog"]  # though its player is out of the round
    assert t.seat == 2
    t.do("pass")
    assert t.hand(0) == ["Cog", "Rivet"]
    assert t.json["round"] == 2
    assert (t.hand(1), t.hand(2)) == ([], ["Murk"])


@pytest.mark.card("Vesper")
def test_vesper_draws_nothing_in_prison(table: Any) -> None:
    t = table({"army": [["Gloom"], ["[Vesper]"]]}, turn=1)
    t.do("pass")
    assert t.hand(0) == []
    assert t.seat == 0


# ------------------------------------------------------------------------------------------------ Ōzekis


@pytest.mark.card("Oblivion")
def test_oblivion_wants_a_card_of_its_own_player_and_imprisons_one_of_an_opponent(table: Any) -> None:
    mine = {"hand": ["Oblivion"], "army": [["Murk", "Shade"], ["Trsck"]]}
    t = table(mine, {"army": [["Bolt"], ["Turbine"], ["Titan"]]})
    t.do("place Oblivion")
    assert t.choices == ["destroy me 1.2 (Shade)", "destroy me 3.1 (Oblivion)"]
    t.do("destroy me 1.2")
    assert t.choices == ["imprison opp1 1.1 (Bolt)", "imprison opp1 2.1 (Turbine)", "imprison opp1 3.1 (Titan)"]
    t.do("imprison opp1 3.1")
    assert t.army(0) == [["Murk"], ["Trsck"], ["Oblivion"]]
    assert t.army(1) == [["Bolt"], ["Turbine"], ["[Titan]"]]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Oblivion")
def test_oblivion_imprisons_two_cards_when_behind_even_as_its_own_victim(table: Any) -> None:
    mine = {"hand": ["Oblivion"], "army": [["Gloom"], ["Trsck"]]}
    t = table(mine, {"army": [["Bolt"], ["Turbine"], ["Titan"]], "vp": 1})
    t.do("place Oblivion", "destroy me 3.1", "imprison opp1 3.1")
    assert t.choices == ["imprison opp1 1.1 (Bolt)", "imprison opp1 2.1 (Turbine)"]
    t.do("imprison opp1 1.1")
    assert t.army(0) == [["Gloom"], ["Trsck"], []]
    assert t.army(1) == [["[Bolt]"], ["Turbine"], ["[Titan]"]]
    assert t.discard == ["Oblivion"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Oblivion")
def test_oblivion_lets_nobody_pass_with_a_token_in_hand(table: Any) -> None:
    t = table(
        {"army": [["Gloom"], ["Trsck"], ["Oblivion"]], "tokens": 1},
        {"hand": ["Bolt"], "tokens": 2},
        {"tokens": 0},
        num_players=3,
    )
    assert not t.can("pass")  # its own player is bound as well
    t.do("draw one")
    assert not t.can("pass")
    assert t.can("place Bolt")
    t.do("draw three")
    assert t.can("pass")
    t.do("pass")
    assert t.seat == 0
    assert t.can("pass")


@pytest.mark.card("Oblivion")
def test_oblivion_binds_nobody_in_prison_and_everybody_in_the_next_round(table: Any) -> None:
    t = table({"army": [["Gloom"], ["Trsck"], ["[Oblivion]"]]}, {})
    t.do("pass", "pass")
    assert t.json["round"] == 2
    assert t.army(0)[2] == ["Oblivion"]
    assert not t.can("pass")
    t.do("draw three")
    assert not t.can("pass")


@pytest.mark.card("Nocturn")
@pytest.mark.parametrize(
    ("first", "second", "drawn"),
    [
        ([["Bolt"]], [["Dom"]], []),
        ([["[Bolt]"]], [["[Dom]"]], ["Cog", "Rivet"]),
        ([["[Bolt]", "[Bolt]"], ["[Turbine]"]], [["[Dom]"]], ["Cog", "Piston", "Rivet"]),
    ],
)
def test_nocturn_wants_two_cards_and_draws_for_the_imprisoned_cards_of_opponents(
    table: Any, first: list[list[str]], second: list[list[str]], drawn: list[str]
) -> None:
    t = table(
        # Own prisoners do not count.
        {"hand": ["Nocturn", "Valve", "Valve"], "army": [["Gloom", "[Lurk]"], ["Trsck", "[Vesper]"]]},
        {"army": first},
        {"army": second},
        num_players=3,
        deck=["Cog", "Rivet", "Piston", "Scorch"],
    )
    t.do("place Nocturn", "discard Valve", "discard Valve")
    assert t.hand(0) == drawn
    assert t.discard == ["Valve", "Valve"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Nocturn")
def test_nocturn_ends_the_round_three_turns_after_the_first_pass(table: Any) -> None:
    t = table(
        {"army": [["Gloom"], ["Trsck"], ["Nocturn"]]},
        {"hand": ["Bolt", "Bolt"]},
        {"hand": ["Dom"]},
        num_players=3,
    )
    t.do("draw one", "draw one", "draw one")  # before anybody has passed, turns are not counted
    t.do("pass")
    t.do("place Bolt", "draw one")
    assert (t.seat, t.json["round"]) == (1, 1)
    t.do("place Bolt")
    assert t.json["round"] == 2
    assert (t.vp(0), t.vp(1), t.vp(2)) == (1, 0, 0)
    assert (t.seat, t.tokens(0), t.tokens(1), t.tokens(2)) == (0, 2, 2, 2)


@pytest.mark.card("Nocturn")
def test_nocturn_counts_no_turns_in_prison(table: Any) -> None:
    t = table(
        {"hand": ["Bolt", "Bolt"]},
        {"army": [["Gloom"], ["Trsck"], ["[Nocturn]"]]},
        turn=1,
    )
    t.do("pass", "place Bolt", "place Bolt", "draw one", "draw one")
    assert (t.seat, t.json["round"]) == (0, 1)
    assert t.can("pass")


TEMPLE = [["Murk", "Shade", "Gloom", "Wisp", "Bolt"], ["Trsck", "Kao", "Nyx", "Umbra"], ["Nocturn", "Kisei", "Titan"]]


@pytest.mark.card("Sepulchre")
def test_sepulchre_takes_the_advantage_when_behind_and_wins_after_a_whole_round_with_it(table: Any) -> None:
    mine = {"hand": ["Sepulchre"], "army": TEMPLE}
    t = table(mine, {"army": [["Bolt"]], "vp": 1}, advantage=1, turn=0)
    t.do("place Sepulchre")
    assert t.json["advantage"] == 0
    t.do("pass", "pass")
    assert not t.json["over"]  # the token came in the middle of the round
    assert (t.json["round"], t.seat) == (2, 0)  # its holder starts
    t.do("pass")
    assert not t.json["over"]
    t.do("pass")
    assert t.json["over"]
    assert t.json["winners"] == [0]
    assert t.vp(0) == 2  # not by victory points
    assert "Seat 0 wins by Sepulchre" in t.game.describe(1)


@pytest.mark.card("Sepulchre")
def test_sepulchre_leaves_the_advantage_where_it_is_when_nobody_is_ahead(table: Any) -> None:
    t = table({"hand": ["Sepulchre"], "army": TEMPLE}, {"army": [["Bolt"]]}, advantage=1, turn=0)
    t.do("place Sepulchre")
    assert t.json["advantage"] == 1
    t.do("pass", "pass", "pass", "pass")
    assert not t.json["over"]
    assert t.json["round"] == 3


@pytest.mark.card("Sepulchre")
def test_sepulchre_lets_any_keeper_of_the_token_win(table: Any) -> None:
    bakutos, heroes = ["Bolt", "Cog", "Rivet", "Piston", "Valve"], ["Turbine", "Dynamo", "Magnet", "Gauge", "Relay"]
    t = table(
        {"army": [["Murk"], ["Trsck"], ["Sepulchre"]]},
        {"army": [bakutos, heroes, ["Titan", "Mainframe", "Volcan"]]},
        {},
        num_players=3,
        advantage=1,
    )
    t.do("pass", "pass", "pass")
    assert t.json["over"]
    assert t.json["winners"] == [1]


@pytest.mark.card("Sepulchre")
def test_sepulchre_asks_for_thirteen_cards_and_counts_those_just_turned_up(table: Any) -> None:
    bakutos, heroes, ozekis = TEMPLE
    twelve = table({"army": [bakutos, heroes, [*ozekis[:2], "Sepulchre"]]})
    twelve.do("pass", "pass")
    assert not twelve.json["over"]
    assert twelve.json["round"] == 2

    prisoners = [f"[{name}]" for name in heroes]
    thirteen = table({"army": [bakutos, prisoners, [*ozekis, "[Sepulchre]"]]})
    thirteen.do("pass", "pass")
    assert thirteen.json["over"]
    assert thirteen.json["winners"] == [0]


@pytest.mark.card("Sepulchre")
def test_sepulchre_gives_no_victory_for_a_token_that_went_away_and_came_back(table: Any) -> None:
    bakutos, heroes, ozekis = TEMPLE
    t = table(
        {"army": [bakutos, heroes, [*ozekis, "Sepulchre"]]},
        {"hand": ["Komi"], "army": [["Tamo", "Bolt"], ["Relay"]]},
    )
    t.do("draw one", "place Komi")
    assert t.json["advantage"] == 1
    t.do("draw one", "activate 2.1", "player opp1")
    assert t.json["advantage"] == 0
    t.do("pass", "pass")
    assert not t.json["over"]
    assert (t.json["round"], t.seat) == (2, 0)
    t.do("pass", "pass")
    assert t.json["winners"] == [0]
