"""The Shadow Goblins, card by card: they jump into the dark and trust their luck."""

from __future__ import annotations

from typing import Any

import pytest

# ---------------------------------------------------------------------------------------------------- Bakutos


@pytest.mark.card("Flit")
def test_flit_draws_on_entering_and_jumps(kamakor: Any) -> None:
    t = kamakor({"hand": ["Flit"]}, {"passed": True}, deck=["Tamo", "Cog", "Dom"])
    t.do("place Flit")
    assert t.hand(0) == ["Tamo"]
    t.do("mutate 1.1")
    assert (t.army(0)[0], t.hand(0), t.discard) == (["Cog"], ["Tamo"], ["Flit"])


@pytest.mark.card("Slink")
def test_slink_draws_two_when_its_jump_succeeds(kamakor: Any) -> None:
    t = kamakor({"army": [["Slink"]]}, deck=["Bolt", "Cog", "Tamo", "Murk"]).do("mutate 1.1")
    assert (t.army(0)[0], t.hand(0)) == (["Bolt"], ["Cog", "Tamo"])


@pytest.mark.card("Slink")
def test_slink_draws_nothing_when_it_fails(kamakor: Any) -> None:
    t = kamakor({"army": [["Slink"]]}, deck=["Garsh", "Cog"]).do("mutate 1.1")
    assert (t.army(0)[0], t.hand(0)) == (["[Slink]"], [])


@pytest.mark.card("Skulk")
def test_skulk_may_let_a_bakuto_of_its_player_jump(kamakor: Any) -> None:
    mine = {"hand": ["Skulk"], "army": [["Flit"], ["Noctule"]]}
    t = kamakor(mine, {"army": [["Cog"]]}, deck=["Dom"]).do("place Skulk", "yes")
    assert t.choices == ["jump me 1.1 (Flit)", "jump me 1.2 (Skulk)"]
    t.do("jump me 1.1")
    assert t.army(0)[0] == ["Dom", "Skulk"]
    t = kamakor(mine).do("place Skulk", "no")
    assert t.army(0)[0] == ["Flit", "Skulk"]


@pytest.mark.card("Gloam")
def test_gloam_frees_a_card_and_draws_if_it_did(kamakor: Any) -> None:
    t = kamakor({"hand": ["Gloam"], "army": [["[Flit]", "Flit"]]}, deck=["Tamo"]).do("place Gloam", "release me 1.1")
    assert (t.army(0)[0], t.hand(0)) == (["Flit", "Flit", "Gloam"], ["Tamo"])
    t = kamakor({"hand": ["Gloam"], "army": [["Flit"]]}, deck=["Tamo"]).do("place Gloam")
    assert t.hand(0) == []


@pytest.mark.card("Dusk")
def test_dusk_lets_a_bakuto_of_an_opponent_jump(kamakor: Any) -> None:
    enemy = {"army": [["Cog", "Bolt"], ["Servo"]]}
    t = kamakor({"hand": ["Dusk"]}, enemy, deck=["Garsh"]).do("place Dusk")
    assert t.choices == ["jump opp1 1.1 (Cog)", "jump opp1 1.2 (Bolt)"]
    t.do("jump opp1 1.2")
    assert (t.army(1)[0], t.discard) == (["Cog", "[Bolt]"], ["Garsh"])


@pytest.mark.card("Dusk")
def test_dusk_draws_for_a_player_who_is_behind(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dusk"]}, {"vp": 1}, deck=["Tamo"]).do("place Dusk")
    assert t.hand(0) == ["Tamo"]


@pytest.mark.card("Dusk")
def test_the_newcomer_of_a_jump_that_dusk_caused_works_for_the_player_of_its_army(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dusk"]}, {"army": [["Cog"]]}, deck=["Rivet", "Tamo"]).do("place Dusk", "jump opp1 1.1")
    assert (t.army(1)[0], t.hand(0), t.hand(1)) == (["Rivet"], [], ["Tamo"])


# ---------------------------------------------------------------------------------------------------- Heroes


@pytest.mark.card("Umbrage")
def test_umbrage_imprisons_a_bakuto_of_an_opponent_and_jumps(kamakor: Any) -> None:
    mine = {"hand": ["Umbrage"], "army": [["Flit"]]}
    t = kamakor(mine, {"army": [["Cog"], ["Servo"]], "passed": True}, deck=["Gauge"]).do("place Umbrage")
    assert t.choices == ["imprison opp1 1.1 (Cog)"]
    t.do("imprison opp1 1.1", "mutate 2.1")
    assert (t.army(0)[1], t.army(1)[0]) == (["Gauge"], ["[Cog]"])


@pytest.mark.card("Noctule")
@pytest.mark.parametrize(("vp", "drawn"), [(0, ["Tamo"]), (1, ["Dom", "Tamo"])])
def test_noctule_draws_one_and_one_more_for_a_player_who_is_behind(kamakor: Any, vp: int, drawn: list[str]) -> None:
    t = kamakor({"hand": ["Noctule"], "army": [["Flit"]]}, {"vp": vp}, deck=["Tamo", "Dom", "Cog"]).do("place Noctule")
    assert t.hand(0) == drawn
    assert kamakor({"army": [["Flit"], ["Noctule"]]}).can("mutate 2.1")


@pytest.mark.card("Penumbra")
def test_penumbra_draws_and_may_let_a_card_of_its_player_jump(kamakor: Any) -> None:
    t = kamakor({"army": [["Cog"], ["Penumbra"]]}, {"army": [["Dom"]]}, deck=["Tamo", "Bolt"]).do("activate 2.1", "yes")
    assert (t.hand(0), t.choices) == (["Tamo"], ["jump me 1.1 (Cog)", "jump me 2.1 (Penumbra)"])
    t.do("jump me 1.1")
    assert t.army(0)[0] == ["Bolt"]


@pytest.mark.card("Penumbra")
def test_penumbra_may_jump_itself_and_nothing_reacts_when_that_fails(kamakor: Any) -> None:
    t = kamakor({"army": [["Cog"], ["Penumbra"]]}, {"army": [["Murk"], ["Kao"]]}, deck=["Tamo", "Bolt", "Dom"])
    t.do("activate 2.1", "yes", "jump me 2.1")
    assert (t.army(0)[1], t.hand(1)) == (["[Penumbra]"], [])
    t = kamakor({"army": [["Cog"], ["Penumbra"]]}, {"army": [["Murk"], ["Kao"]]}, deck=["Tamo", "Garsh", "Dom"])
    t.do("activate 2.1", "yes", "jump me 1.1")
    assert (t.army(0)[0], t.hand(1)) == (["[Cog]"], ["Dom"])  # Penumbra did that to Cog, so Kao reacts


@pytest.mark.card("Penumbra")
def test_penumbra_takes_the_advantage(kamakor: Any) -> None:
    t = kamakor({"hand": ["Penumbra"], "army": [["Flit"]]}, advantage=1, turn=0).do("place Penumbra")
    assert t.json["advantage"] == 0


@pytest.mark.card("Fetch")
def test_fetch_returns_a_card_of_its_player_and_draws(kamakor: Any) -> None:
    mine = {"hand": ["Fetch"], "army": [["Flit", "Cog"]]}
    t = kamakor(mine, deck=["Tamo", "Dom", "Murk"]).do("place Fetch", "yes")
    assert t.choices == ["return me 1.2 (Cog)"]
    t.do("return me 1.2")
    assert (t.army(0)[0], t.hand(0)) == (["Flit"], ["Cog", "Tamo"])
    t = kamakor(mine, deck=["Tamo"]).do("place Fetch", "no")
    assert t.hand(0) == []


@pytest.mark.card("Shroud")
def test_shroud_frees_two_cards(kamakor: Any) -> None:
    t = kamakor({"hand": ["Shroud"], "army": [["Flit", "[Cog]", "[Bolt]"]]}, {"army": [["[Dom]"]]})
    t.do("place Shroud", "release me 1.2", "release me 1.3")
    assert (t.army(0)[0], t.army(1)[0]) == (["Flit", "Cog", "Bolt"], ["[Dom]"])


@pytest.mark.card("Shroud")
def test_shroud_draws_when_it_is_destroyed(kamakor: Any) -> None:
    t = kamakor({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Flit"], ["Shroud"]]}, deck=["Tamo"])
    t.do("place Garsh", "destroy opp1 2.1")
    assert t.hand(1) == ["Tamo"]


@pytest.mark.card("Lurcher")
def test_lurcher_destroys_a_bakuto_or_hero_of_an_opponent_when_its_jump_succeeds(kamakor: Any) -> None:
    enemy = {"army": [["Murk", "Shade"], ["Kao"], ["Sepulchre"]]}
    t = kamakor({"army": [["Flit"], ["Lurcher"]]}, enemy, deck=["Relay"]).do("mutate 2.1")
    assert t.choices == ["destroy opp1 1.2 (Shade)"]
    t.do("destroy opp1 1.2")
    assert (t.army(0)[1], t.army(1)[0]) == (["Relay"], ["Murk"])


@pytest.mark.card("Vanish")
def test_vanish_imprisons_two_cards_and_then_itself(kamakor: Any) -> None:
    mine = {"army": [["Flit"], ["Vanish"]]}
    t = kamakor(mine, {"army": [["Cog"], ["Servo"], ["Titan"]]}).do("activate 2.1")
    assert t.choices == ["imprison opp1 1.1 (Cog)", "imprison opp1 2.1 (Servo)"]
    t.do("imprison opp1 2.1", "imprison opp1 1.1")
    assert (t.army(0)[1], t.army(1)) == (["[Vanish]"], [["[Cog]"], ["[Servo]"], ["Titan"]])
    t = kamakor(mine, {"army": [["Cog"]]}).do("activate 2.1", "imprison opp1 1.1")
    assert t.army(0)[1] == ["[Vanish]"]  # one of two is enough
    t = kamakor(mine).do("activate 2.1")
    assert t.army(0)[1] == ["Vanish*"]  # nobody to imprison


# ---------------------------------------------------------------------------------------------------- Ōzekis


@pytest.mark.card("Eclipse")
def test_eclipse_makes_heroes_worth_more_and_jumps(kamakor: Any) -> None:
    t = kamakor({"army": [["Flit"], ["Noctule"], ["Eclipse"]]}, {"army": [["Cog"], ["Servo"]]}, deck=["Titan"])
    assert t.game.rules.strengths(t.game.states) == [2 + 4 + 5, 2 + 4]
    t.do("mutate 3.1")
    assert t.army(0)[2] == ["Titan"]
    t = kamakor({"hand": ["Eclipse", "Dom", "Cog"], "army": [["Flit"], ["Noctule"]]})
    t.do("place Eclipse", "discard Dom", "discard Cog")
    assert t.discard == ["Cog", "Dom"]


@pytest.mark.card("Nadir")
def test_nadir_lets_a_bakuto_or_hero_of_an_opponent_jump(kamakor: Any) -> None:
    mine = {"hand": ["Nadir", "Dom"], "army": [["Flit"], ["Noctule"]]}
    t = kamakor(mine, {"army": [["Cog"], ["Servo"]]}, deck=["Titan"]).do("place Nadir", "discard Dom")
    assert t.choices == ["jump opp1 1.1 (Cog)", "jump opp1 2.1 (Servo)"]
    t.do("jump opp1 1.1")
    assert t.army(1)[0] == ["[Cog]"]


@pytest.mark.card("Nadir")
def test_nadir_keeps_shadow_cards_of_every_player_from_being_imprisoned(kamakor: Any) -> None:
    t = kamakor({"hand": ["Murk"]}, {"army": [["Flit", "Cog"], ["Noctule"], ["Nadir"]]}).do("place Murk")
    assert t.choices == ["imprison me 1.1 (Murk)", "imprison opp1 1.2 (Cog)"]


@pytest.mark.card("Nadir")
@pytest.mark.card("Eclipse")
@pytest.mark.rule("K-1.5")
def test_nadir_does_not_protect_from_a_goblins_own_jump(kamakor: Any) -> None:
    """Or Eclipse could turn over card after card beside it for nothing."""
    mine = {"army": [["Flit", "Slink"], ["Noctule", "Umbrage"], ["Nadir", "Eclipse"]]}
    t = kamakor(mine, deck=["Dom"]).do("mutate 3.2")
    assert t.army(0)[2] == ["Nadir", "[Eclipse]"]


@pytest.mark.card("Nadir")
@pytest.mark.card("Dusk")
@pytest.mark.rule("K-1.5")
def test_nadir_protects_from_jumps_that_others_cause(kamakor: Any) -> None:
    enemy = {"army": [["Slink"], ["Noctule"], ["Nadir"]]}
    t = kamakor({"hand": ["Dusk"]}, enemy, deck=["Garsh"]).do("place Dusk", "jump opp1 1.1")
    assert (t.army(1)[0], t.discard) == (["Slink"], ["Garsh"])


@pytest.mark.card("Nadir")
@pytest.mark.card("Vanish")
@pytest.mark.rule("G-8.3")
def test_nadir_keeps_vanish_from_imprisoning_itself(kamakor: Any) -> None:
    mine = {"army": [["Flit", "Slink"], ["Vanish", "Noctule"], ["Nadir"]]}
    t = kamakor(mine, {"army": [["Cog"]]}).do("activate 2.1", "imprison opp1 1.1")
    assert (t.army(0)[1], t.army(1)[0]) == (["Vanish*", "Noctule"], ["[Cog]"])


@pytest.mark.card("Twilight")
def test_twilight_frees_up_to_five_cards_of_any_army(kamakor: Any) -> None:
    mine = {"hand": ["Twilight"], "army": [["Flit", "[Cog]"], ["Noctule"]]}
    t = kamakor(mine, {"army": [["[Dom]"]]}).do("place Twilight", "release opp1 1.1", "release me 1.2")
    assert (t.army(0)[0], t.army(1)[0], t.seat) == (["Flit", "Cog"], ["Dom"], 1)


@pytest.mark.card("Twilight")
def test_twilight_makes_new_clans_dearer(kamakor: Any) -> None:
    t = kamakor({"army": [["Flit"], ["Noctule"], ["Twilight"]], "hand": ["Cog", "Dom", "Dom"]})
    assert not t.can("place Cog")
    t = kamakor({"army": [["Flit"], ["Noctule"], ["Twilight"]], "hand": ["Cog", "Dom", "Dom", "Murk"]})
    t.do("place Cog", "discard Dom", "discard Dom", "discard Murk")
    assert t.army(0)[0] == ["Flit", "Cog"]
