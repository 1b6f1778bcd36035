"""The Mask Goblins, card by card: they are never quite what they look like."""

from __future__ import annotations

from typing import Any

import pytest

# ---------------------------------------------------------------------------------------------------- Bakutos


@pytest.mark.card("Guise")
def test_guise_stands_in_row_1_or_2_and_keeps_one_of_two_cards(kamakor: Any) -> None:
    mine = {"hand": ["Guise"], "army": [["Mum"]]}
    t = kamakor(mine, deck=["Cog", "Dom"]).do("place Guise", "row 2")
    assert t.choices == ["keep Cog", "keep Dom"]
    t.do("keep Dom")
    assert (t.army(0), t.hand(0), t.discard) == ([["Mum"], ["Guise"], []], ["Dom"], ["Cog"])
    t = kamakor(mine, deck=["Cog", "Dom"]).do("place Guise", "row 1", "keep Cog")
    assert t.army(0) == [["Mum", "Guise"], [], []]


@pytest.mark.card("Mum")
def test_mum_makes_mutating_cheaper_for_its_player_alone(kamakor: Any) -> None:
    t = kamakor({"hand": ["Cog", "Murk"], "army": [["Mum", "Bolt"]]}, {"hand": ["Dom", "Murk"], "army": [["Bolt"]]})
    t.do("mutate 1.2", "discard Murk", "bring in Cog")
    assert t.army(0)[0] == ["Mum", "Cog"]
    assert not t.can("mutate 1.1")  # Bolt's 2 are still 2


@pytest.mark.card("Mum")
def test_an_imprisoned_mum_helps_nobody_and_two_help_twice(kamakor: Any) -> None:
    hand = ["Cog", "Dom"]
    assert not kamakor({"hand": hand, "army": [["[Mum]", "Bolt"]]}).can("mutate 1.2")
    assert kamakor({"hand": hand, "army": [["Mum", "Bolt"]]}).can("mutate 1.2")
    # Turbine prints 3: two cards with one Mum, one card with two.
    hand = ["Relay", "Dom"]
    assert not kamakor({"hand": hand, "army": [["Mum", "[Mum]"], ["Turbine"]]}).can("mutate 2.1")
    assert kamakor({"hand": hand, "army": [["Mum", "Mum"], ["Turbine"]]}).can("mutate 2.1")


@pytest.mark.card("Mum")
@pytest.mark.rule("G-1.5", "G-5.8")
def test_two_mums_do_not_make_zombies_free(kamakor: Any) -> None:
    """Or two of Kataclysm, Duwal and Trsck would replace each other from the discard for ever."""
    mine = {"army": [["Mum", "Mum"], ["Kataclysm"]]}
    assert not kamakor(mine, discard=["Duwal", "Trsck"]).can("mutate 2.1")
    t = kamakor(mine | {"hand": ["Dom"]}, discard=["Duwal"]).do("mutate 2.1", "discard Dom", "bring in Duwal")
    assert (t.army(0)[1], t.hand(0)) == (["Duwal"], [])


@pytest.mark.card("Jester")
def test_jester_draws_two_when_it_mutates(kamakor: Any) -> None:
    t = kamakor({"hand": ["Cog", "Bolt"], "army": [["Jester"]]}, deck=["Dom", "Tamo", "Murk"])
    t.do("mutate 1.1", "discard Bolt", "bring in Cog")
    assert (t.army(0)[0], t.hand(0)) == (["Cog"], ["Dom", "Tamo"])


@pytest.mark.card("Grin")
def test_grin_stands_in_row_1_or_2_and_draws(kamakor: Any) -> None:
    t = kamakor({"hand": ["Grin"], "army": [["Mum"]]}, deck=["Dom"]).do("place Grin", "row 2")
    assert (t.army(0)[1], t.hand(0)) == (["Grin"], ["Dom"])


@pytest.mark.card("Veil")
def test_veil_draws_and_a_goblin_may_mutate(kamakor: Any) -> None:
    t = kamakor({"hand": ["Veil"], "army": [["Mum", "Wisp"]]}, deck=["Dom", "Tamo", "Murk"]).do("place Veil")
    assert (t.hand(0), t.choices) == (["Dom"], ["done", "mutate 1.2 (Wisp)"])  # the others would cost the card
    t.do("mutate 1.2", "bring in Dom")
    assert t.army(0)[0] == ["Mum", "Dom", "Veil"]
    t = kamakor({"hand": ["Veil"]}, deck=["Dom"]).do("place Veil", "done")
    assert t.seat == 1


# ---------------------------------------------------------------------------------------------------- Heroes


@pytest.mark.card("Facade")
def test_facade_is_a_hero_that_may_stand_among_the_bakutos(kamakor: Any) -> None:
    t = kamakor({"hand": ["Facade"]}, deck=["Dom"]).do("place Facade")
    assert (t.army(0), t.hand(0)) == ([["Facade"], [], []], ["Dom"])
    assert t.game.rules.strengths(t.game.states) == [2, 0]
    t = kamakor({"hand": ["Facade"], "army": [["Mum"]]}, deck=["Dom"]).do("place Facade", "row 2")
    assert t.game.rules.strengths(t.game.states) == [5, 0]


@pytest.mark.card("Ditto")
def test_ditto_keeps_one_of_three_on_entering_and_again_when_it_mutates(kamakor: Any) -> None:
    deck = ["Dom", "Tamo", "Murk", "Cog"]
    t = kamakor({"hand": ["Ditto"], "army": [["Mum"]]}, deck=deck).do("place Ditto", "keep Tamo")
    assert (t.hand(0), t.discard) == (["Tamo"], ["Dom", "Murk"])
    t = kamakor({"hand": ["Relay", "Bolt"], "army": [["Mum"], ["Ditto"]]}, deck=deck)
    t.do("mutate 2.1", "discard Bolt", "bring in Relay", "keep Dom")
    assert (t.hand(0), t.discard) == (["Dom"], ["Bolt", "Ditto", "Murk", "Tamo"])


@pytest.mark.card("Turncoat")
def test_turncoat_is_a_hero_that_may_stand_among_the_ozekis(kamakor: Any) -> None:
    t = kamakor({"hand": ["Turncoat"], "army": [["Mum", "Veil"], ["Ditto"]]}).do("place Turncoat", "row 3")
    assert t.army(0) == [["Mum", "Veil"], ["Ditto"], ["Turncoat"]]
    assert t.game.rules.strengths(t.game.states) == [2 + 2 + 3 + 5, 0]


@pytest.mark.card("Mimic")
def test_mimic_lets_a_goblin_mutate_for_less(kamakor: Any) -> None:
    t = kamakor({"hand": ["Mimic", "Cog", "Dom"], "army": [["Mum", "Bolt"]]}).do("place Mimic")
    assert t.choices == ["done", "mutate 1.1 (Mum)", "mutate 1.2 (Bolt)"]  # a card for each, though Bolt prints 2
    t.do("mutate 1.2", "discard Dom", "bring in Cog")
    assert t.army(0)[0] == ["Mum", "Cog"]


@pytest.mark.card("Pantaloon")
def test_pantaloon_destroys_a_bakuto_or_hero_of_an_opponent_when_it_mutates(kamakor: Any) -> None:
    enemy = {"army": [["Murk", "Shade"], ["Kao"], ["Sepulchre"]]}
    t = kamakor({"hand": ["Dom", "Relay"], "army": [["Mum"], ["Pantaloon"]]}, enemy)
    t.do("mutate 2.1", "discard Dom", "bring in Relay")
    assert t.choices == ["destroy opp1 1.2 (Shade)"]
    t.do("destroy opp1 1.2")
    assert (t.army(0)[1], t.army(1)[0], t.hand(0)) == (["Relay"], ["Murk"], [])


@pytest.mark.card("Pantaloon")
def test_pantaloon_takes_the_advantage(kamakor: Any) -> None:
    t = kamakor({"hand": ["Pantaloon"], "army": [["Mum"]]}, advantage=1, turn=0).do("place Pantaloon")
    assert t.json["advantage"] == 0


@pytest.mark.card("Harlequin")
def test_harlequin_discards_one_and_draws_two(kamakor: Any) -> None:
    t = kamakor({"hand": ["Harlequin", "Dom", "Murk"], "army": [["Mum"]]}, deck=["Cog", "Tamo", "Bolt"])
    t.do("place Harlequin", "discard Dom")
    assert (t.hand(0), t.discard) == (["Cog", "Murk", "Tamo"], ["Dom"])


@pytest.mark.card("Zanni")
@pytest.mark.parametrize(("vp", "left"), [(0, ["Cog", "Murk"]), (1, ["Cog"])])
def test_zanni_makes_opponents_discard_when_it_mutates(kamakor: Any, vp: int, left: list[str]) -> None:
    mine = {"hand": ["Relay"], "army": [["Mum"], ["Zanni"]]}
    t = kamakor(mine, {"hand": ["Cog", "Dom", "Murk"], "vp": vp}).do("mutate 2.1", "bring in Relay", "discard Dom")
    if vp:
        t.do("discard Murk")
    assert (t.hand(1), t.decision) == (left, "main")


# ---------------------------------------------------------------------------------------------------- Ōzekis


@pytest.mark.card("Masquer")
def test_masquer_stands_in_row_2_or_3_and_a_goblin_may_mutate_for_nothing(kamakor: Any) -> None:
    t = kamakor({"hand": ["Masquer", "Cog"], "army": [["Bolt", "Veil"], ["Ditto"]]})
    t.do("place Masquer")
    assert t.choices == ["row 2", "row 3"]
    t.do("row 2", "mutate 1.1", "bring in Cog")
    assert t.army(0) == [["Cog", "Veil"], ["Ditto", "Masquer"], []]


@pytest.mark.card("Masquer")
def test_masquer_makes_bakutos_worth_less_in_whichever_row_it_stands(kamakor: Any) -> None:
    t = kamakor({"army": [["Mum", "Veil"], ["Ditto"], ["Masquer"]]}, {"army": [["Cog", "Bolt"], ["Servo"]]})
    assert t.game.strengths() == [1 + 1 + 3 + 5, 1 + 1 + 3]
    t = kamakor({"army": [["Mum"], ["Masquer"]]}, {"army": [["Cog"]]})
    assert t.game.strengths() == [1 + 3, 1]


@pytest.mark.card("Carnival")
def test_carnival_lets_the_last_draw_and_makes_mutating_cheaper_for_everybody(kamakor: Any) -> None:
    mine = {"hand": ["Carnival"], "army": [["Mum"], ["Ditto"]], "vp": 1}
    t = kamakor(mine, {"hand": ["Cog"], "army": [["Bolt"]]}, deck=["Dom", "Tamo"]).do("place Carnival")
    assert (t.hand(0), t.hand(1)) == ([], ["Cog", "Dom"])
    t.do("mutate 1.1", "discard Dom", "bring in Cog")  # prints 2
    assert (t.army(1)[0], t.hand(1)) == (["Cog"], [])


@pytest.mark.card("Manyface")
def test_whoever_shows_five_clans_in_the_first_row_wins_under_manyface(kamakor: Any) -> None:
    enemy = {"army": [["Mum"], ["Ditto"], ["Manyface"]]}
    t = kamakor({"army": [["Mum", "Dom", "Cog", "Tamo", "Murk"]]}, enemy).do("pass", "pass")
    assert (t.json["over"], t.json["winners"], t.game.ending) == (True, [0], ("special", "Manyface"))
    t = kamakor({"army": [["Mum", "Dom", "Cog", "Tamo"], ["Kao"]]}, enemy).do("pass", "pass")
    assert not t.json["over"]


@pytest.mark.card("Manyface")
def test_manyface_discards_on_entering(kamakor: Any) -> None:
    t = kamakor({"hand": ["Manyface", "Dom"], "army": [["Mum"], ["Ditto"]]}).do("place Manyface", "discard Dom")
    assert t.discard == ["Dom"]
