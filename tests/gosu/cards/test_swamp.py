"""The Swamp Goblins, card by card: they pay in cards and in prisoners, and free their own."""

from __future__ import annotations

from typing import Any

import pytest

# ---------------------------------------------------------------------------------------------------- Bakutos


@pytest.mark.card("Muck")
def test_muck_destroys_a_bakuto_of_an_opponent_for_two_cards(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dom", "Cog", "Tamo"], "army": [["Muck"]]}, {"army": [["Murk", "Shade"], ["Kao"]]})
    t.do("use 1.1", "discard Dom", "discard Cog")
    assert t.choices == ["destroy opp1 1.2 (Shade)"]
    t.do("destroy opp1 1.2")
    assert (t.army(1)[0], t.hand(0), t.tokens(0)) == (["Murk"], ["Tamo"], 2)
    t = kamakor({"hand": ["Muck"]}, deck=["Bolt", "Cog"]).do("place Muck")
    assert t.hand(0) == ["Bolt"]


@pytest.mark.card("Slop")
def test_slop_imprisons_itself_and_a_bakuto_of_an_opponent(kamakor: Any) -> None:
    enemy = {"army": [["Cog", "Dom"], ["Servo"]], "passed": True, "vp": 1}
    t = kamakor({"army": [["Slop"]]}, enemy).do("use 1.1")
    assert t.choices == ["imprison opp1 1.1 (Cog)", "imprison opp1 1.2 (Dom)"]
    t.do("imprison opp1 1.1")
    assert (t.army(0)[0], t.army(1)[0]) == (["[Slop]"], ["[Cog]", "Dom"])
    assert not t.can("use 1.1")


@pytest.mark.card("Bogle")
def test_bogle_frees_a_card_and_draws(kamakor: Any) -> None:
    t = kamakor({"hand": ["Bogle"], "army": [["[Slop]", "Muck"]]}, deck=["Dom"]).do("place Bogle", "release me 1.1")
    assert (t.army(0)[0], t.hand(0)) == (["Slop", "Muck", "Bogle"], ["Dom"])
    t = kamakor({"hand": ["Bogle"]}, deck=["Dom"]).do("place Bogle")
    assert t.hand(0) == ["Dom"]


@pytest.mark.card("Leech")
def test_leech_imprisons_a_bakuto_of_its_player_and_opponents_discard(kamakor: Any) -> None:
    t = kamakor({"army": [["Leech", "Slop"], ["Fen"]]}, {"hand": ["Dom", "Cog"]}, {"hand": ["Murk"]}).do("use 1.1")
    assert t.choices == ["imprison me 1.1 (Leech)", "imprison me 1.2 (Slop)"]
    t.do("imprison me 1.2", "discard Cog", "discard Murk")
    assert (t.army(0)[0], t.hand(1), t.hand(2)) == (["Leech", "[Slop]"], ["Dom"], [])


@pytest.mark.card("Newt")
def test_newt_frees_and_draws_on_entering_and_again_when_it_mutates(kamakor: Any) -> None:
    mine = {"hand": ["Newt"], "army": [["[Slop]", "[Slop]", "Muck"]]}
    t = kamakor(mine, {"passed": True}, deck=["Dom", "Cog", "Tamo"]).do("place Newt", "release me 1.1")
    assert (t.army(0)[0], t.hand(0)) == (["Slop", "[Slop]", "Muck", "Newt"], ["Dom"])
    t = kamakor({"hand": ["Dom", "Cog"], "army": [["[Slop]", "Newt"]]}, deck=["Tamo"])
    t.do("mutate 1.2", "discard Dom", "bring in Cog", "release me 1.1")
    assert (t.army(0)[0], t.hand(0)) == (["Slop", "Cog"], ["Tamo"])
    t = kamakor({"hand": ["Newt"]}, deck=["Dom"]).do("place Newt")
    assert t.hand(0) == []  # it freed nobody


# ---------------------------------------------------------------------------------------------------- Heroes


@pytest.mark.card("Hag")
def test_hag_imprisons_a_bakuto_or_hero_of_an_opponent_for_a_card(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dom"], "army": [["Slop"], ["Hag"]]}, {"army": [["Cog"], ["Servo"], ["Titan"]]})
    t.do("use 2.1", "discard Dom")
    assert t.choices == ["imprison opp1 1.1 (Cog)", "imprison opp1 2.1 (Servo)"]
    t.do("imprison opp1 1.1")
    assert t.army(1)[0] == ["[Cog]"]


@pytest.mark.card("Croak")
def test_croak_imprisons_itself_and_opponents_discard(kamakor: Any) -> None:
    t = kamakor({"army": [["Slop"], ["Croak"]]}, {"hand": ["Dom", "Cog"]}, {"hand": ["Murk"]}).do("use 2.1")
    t.do("discard Cog", "discard Murk")
    assert (t.army(0), t.hand(1), t.hand(2)) == ([["Slop"], ["[Croak]"], []], ["Dom"], [])


@pytest.mark.card("Mire")
def test_mire_imprisons_a_card_of_an_opponent_for_a_destroyed_one(kamakor: Any) -> None:
    t = kamakor({"army": [["Slop", "Muck"], ["Mire"]]}, {"army": [["Cog"], ["Servo"], ["Titan"]]})
    t.do("activate 2.1")
    assert t.choices == ["destroy me 1.2 (Muck)", "destroy me 2.1 (Mire)"]
    t.do("destroy me 1.2", "imprison opp1 3.1")
    assert (t.army(0), t.army(1)[2], t.discard) == ([["Slop"], ["Mire*"], []], ["[Titan]"], ["Muck"])


@pytest.mark.card("Mire")
def test_the_power_of_mire_goes_on_when_mire_itself_is_destroyed_for_it(kamakor: Any) -> None:
    t = kamakor({"army": [["Slop"], ["Mire"]]}, {"army": [["Cog"]]}).do(
        "activate 2.1", "destroy me 2.1", "imprison opp1 1.1"
    )
    assert (t.army(0)[1], t.army(1)[0]) == ([], ["[Cog]"])


@pytest.mark.card("Witchet")
def test_witchet_frees_two_cards_and_draws_if_it_did(kamakor: Any) -> None:
    t = kamakor({"hand": ["Witchet"], "army": [["[Slop]", "[Muck]", "Muck"]]}, deck=["Dom"])
    t.do("place Witchet", "release me 1.2", "release me 1.1")
    assert (t.army(0)[0], t.hand(0)) == (["Slop", "Muck", "Muck"], ["Dom"])
    t = kamakor({"hand": ["Witchet"], "army": [["Slop"]]}, deck=["Dom"]).do("place Witchet")
    assert t.hand(0) == []


@pytest.mark.card("Fen")
def test_fen_frees_a_card_and_draws(kamakor: Any) -> None:
    t = kamakor({"army": [["[Slop]"], ["Fen"]]}, deck=["Dom"]).do("activate 2.1", "release me 1.1")
    assert (t.army(0), t.hand(0)) == ([["Slop"], ["Fen*"], []], ["Dom"])


@pytest.mark.card("Toadstool")
def test_toadstool_brings_a_dragoon_token_whenever_a_card_is_imprisoned(kamakor: Any) -> None:
    mine = {"army": [["Leech", "Slop"], ["Toadstool"]]}
    t = kamakor(mine, {"passed": True, "hand": ["Dom"]}).do("use 1.1", "imprison me 1.2", "discard Dom")
    assert (t.dragoons(0), t.supply) == (1, 7)
    t = kamakor(mine, {"hand": ["Murk"]}, turn=1).do("place Murk", "imprison opp1 1.1")
    assert t.dragoons(0) == 1
    t = kamakor(mine).do("use 1.2")  # Slop imprisons itself: nothing reacts
    assert t.dragoons(0) == 0


@pytest.mark.card("Sludge")
def test_sludge_makes_every_opponent_discard_a_card_for_a_card(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dom"], "army": [["Slop"], ["Sludge"]]}, {"hand": ["Cog", "Bolt"]}, {"hand": ["Murk"]})
    t.do("use 2.1", "discard Dom", "discard Cog", "discard Murk")
    assert (t.hand(0), t.hand(1), t.hand(2), t.seat) == ([], ["Bolt"], [], 1)


@pytest.mark.card("Sludge")
def test_sludge_takes_the_advantage(kamakor: Any) -> None:
    t = kamakor({"hand": ["Sludge"], "army": [["Slop"]]}, advantage=1, turn=0).do("place Sludge")
    assert t.json["advantage"] == 0


# ---------------------------------------------------------------------------------------------------- Ōzekis


@pytest.mark.card("Marshmaw")
def test_marshmaw_imprisons_two_cards_of_its_player_and_destroys_a_bakuto(kamakor: Any) -> None:
    enemy = {"army": [["Murk", "Shade"], ["Kao"]]}
    assert not kamakor({"army": [["[Slop]"], ["[Fen]"], ["Marshmaw"]]}, enemy).can("use 3.1")
    t = kamakor({"army": [["Slop"], ["Fen"], ["Marshmaw"]]}, enemy).do("use 3.1")
    assert t.choices == ["imprison me 1.1 (Slop)", "imprison me 2.1 (Fen)", "imprison me 3.1 (Marshmaw)"]
    t.do("imprison me 2.1", "imprison me 1.1")
    assert t.choices == ["destroy opp1 1.2 (Shade)"]
    t.do("destroy opp1 1.2")
    assert (t.army(0), t.army(1)[0]) == ([["[Slop]"], ["[Fen]"], ["Marshmaw"]], ["Murk"])


@pytest.mark.card("Marshmaw")
def test_marshmaw_discards_two_on_entering(kamakor: Any) -> None:
    t = kamakor({"hand": ["Marshmaw", "Dom", "Cog"], "army": [["Slop"], ["Fen"]]})
    t.do("place Marshmaw", "discard Dom", "discard Cog")
    assert t.discard == ["Cog", "Dom"]


@pytest.mark.card("Marshmaw")
def test_marshmaw_makes_new_clans_dearer(kamakor: Any) -> None:
    swamp = {"army": [["Slop"], ["Fen"], ["Marshmaw"]]}
    enemy = {"army": [["Dom"]], "hand": ["Cog", "Bolt", "Tamo"]}
    assert not kamakor(swamp, enemy, turn=1).can("place Cog")
    assert kamakor({"army": [["Slop"], ["Fen"], ["[Marshmaw]"]]}, enemy, turn=1).can("place Cog")


@pytest.mark.card("Witchet")
def test_witchet_draws_if_one_of_two_was_freed(kamakor: Any) -> None:
    t = kamakor({"hand": ["Witchet"], "army": [["Slop", "[Cog]"]]}, deck=["Tamo"]).do("place Witchet", "release me 1.2")
    assert (t.army(0)[0], t.hand(0)) == (["Slop", "Cog"], ["Tamo"])


@pytest.mark.card("Bogmother")
def test_bogmother_discards_three_and_frees_three_of_her_own(kamakor: Any) -> None:
    mine = {"hand": ["Bogmother", "Dom", "Murk", "Tamo"], "army": [["Slop", "[Muck]", "[Muck]"], ["Fen", "[Hag]"]]}
    t = kamakor(mine, {"army": [["[Cog]"]]})
    t.do("place Bogmother", "discard Dom", "discard Murk", "discard Tamo")
    t.do("release me 1.2", "release me 1.3", "release me 2.2")
    assert t.army(0)[:2] == [["Slop", "Muck", "Muck"], ["Fen", "Hag"]]
    assert t.army(1)[0] == ["[Cog]"]


@pytest.mark.card("Bogmother")
def test_bogmother_keeps_swamp_cards_of_every_player_from_being_destroyed(kamakor: Any) -> None:
    mine = {"hand": ["Garsh"], "army": [["Dom", "Slop"]]}
    t = kamakor(mine, {"army": [["Slop"], ["Fen"], ["Bogmother"]]}).do("place Garsh")
    assert t.choices == ["destroy me 2.1 (Garsh)"]


@pytest.mark.card("Quagmire")
def test_quagmire_discards_two_and_imprisons_a_bakuto_of_an_opponent(kamakor: Any) -> None:
    mine = {"hand": ["Quagmire", "Dom", "Murk"], "army": [["Slop"], ["Fen"]]}
    t = kamakor(mine, {"army": [["Cog"], ["Servo"], ["Titan"]]}).do("place Quagmire", "discard Dom", "discard Murk")
    assert t.choices == ["imprison opp1 1.1 (Cog)"]
    t.do("imprison opp1 1.1")
    assert (t.army(1)[0], t.seat) == (["[Cog]"], 1)


@pytest.mark.card("Quagmire")
def test_quagmire_makes_mutating_dearer(kamakor: Any) -> None:
    t = kamakor({"army": [["Slop"], ["Fen"], ["Quagmire"]]}, {"hand": ["Cog", "Tamo"], "army": [["Dom"]]}, turn=1)
    t.do("mutate 1.1", "discard Tamo", "bring in Cog")
    assert t.army(1)[0] == ["Cog"]
