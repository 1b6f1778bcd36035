"""The Drum Goblins, card by card: they recruit, and their first card leads the march."""

from __future__ import annotations

from typing import Any

import pytest

# ---------------------------------------------------------------------------------------------------- Bakutos


@pytest.mark.card("Tamtam")
def test_tamtam_recruits_a_bakuto_of_any_clan(kamakor: Any) -> None:
    t = kamakor({"hand": ["Cog"], "army": [["Dom", "Tamtam"]]}).do("place Cog")
    assert t.army(0)[0] == ["Dom", "Tamtam", "Cog"]
    assert not kamakor({"hand": ["Cog"], "army": [["Tamtam", "Dom"]]}).can("place Cog")


@pytest.mark.card("Bongo")
def test_bongo_draws_two_as_the_first_card(kamakor: Any) -> None:
    t = kamakor({"hand": ["Bongo"]}, deck=["Cog", "Dom", "Tamo"]).do("place Bongo")
    assert t.hand(0) == ["Cog", "Dom"]
    t = kamakor({"hand": ["Bongo"], "army": [["Snare"]]}, deck=["Cog", "Dom"]).do("place Bongo")
    assert t.hand(0) == []


@pytest.mark.card("Bongo")
def test_bongo_that_mutates_into_the_first_place_draws_too(kamakor: Any) -> None:
    t = kamakor({"hand": ["Bongo"], "army": [["Dom"]]}, deck=["Cog", "Tamo"]).do("mutate 1.1", "bring in Bongo")
    assert t.hand(0) == ["Cog", "Tamo"]


@pytest.mark.card("Rattle")
def test_rattle_draws_recruits_and_its_loss_lets_opponents_draw(kamakor: Any) -> None:
    t = kamakor({"hand": ["Rattle"]}, {"passed": True}, deck=["Cog"]).do("place Rattle")
    assert t.hand(0) == ["Cog"]
    t.do("place Cog")
    assert t.army(0)[0] == ["Rattle", "Cog"]
    t = kamakor({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Rattle"]]}, deck=["Tamo"])
    t.do("place Garsh", "destroy opp1 1.1")
    assert t.hand(0) == ["Tamo"]


@pytest.mark.card("Snare")
def test_snare_imprisons_the_first_card_of_an_opponent_and_takes_the_advantage(kamakor: Any) -> None:
    enemy = {"army": [["Cog", "Rivet"], ["Servo"]]}
    t = kamakor({"hand": ["Snare"]}, enemy, advantage=1, turn=0).do("place Snare")
    assert t.choices == ["imprison opp1 1.1 (Cog)"]
    t.do("imprison opp1 1.1")
    assert (t.army(1)[0], t.json["advantage"]) == (["[Cog]", "Rivet"], 0)


@pytest.mark.card("Clapper")
def test_clapper_draws_as_the_first_card_and_another_goblin_may_follow(kamakor: Any) -> None:
    t = kamakor({"hand": ["Clapper", "Bongo"]}, deck=["Tamo", "Dom"]).do("place Clapper")
    assert (t.hand(0), t.decision) == (["Bongo", "Tamo"], "place_again")
    assert t.choices == ["done", "place Bongo"]  # Tamo would cost two cards
    t.do("place Bongo")
    assert (t.army(0)[0], t.hand(0), t.seat) == (["Clapper", "Bongo"], ["Tamo"], 1)


# ---------------------------------------------------------------------------------------------------- Heroes


@pytest.mark.card("Timpani")
def test_timpani_lets_a_goblin_follow_for_nothing(kamakor: Any) -> None:
    t = kamakor({"hand": ["Timpani", "Gauge", "Bolt"], "army": [["Snare", "Bongo"]]}, {"army": [["Cog"]]})
    t.do("place Timpani")
    assert t.choices == ["done", "place Bolt"]  # Gauge finds no Meka card
    t.do("place Bolt")
    assert (t.army(0)[0], t.hand(0)) == (["Snare", "Bongo", "Bolt"], ["Gauge"])


@pytest.mark.card("Bodhran")
@pytest.mark.parametrize(
    ("army", "drawn"),
    [(["Bongo"], 2), (["Bongo", "Snare", "Cog"], 3), (["Bongo", "Snare", "Clapper"], 3), (["Bongo", "[Snare]"], 2)],
)
def test_bodhran_draws_a_card_for_every_drum_card_up_to_three(kamakor: Any, army: list[str], drawn: int) -> None:
    t = kamakor({"hand": ["Bodhran"], "army": [army]}).do("place Bodhran")
    assert len(t.hand(0)) == drawn  # it counts itself


@pytest.mark.card("Tattoo")
def test_tattoo_draws_and_places_a_goblin_for_nothing(kamakor: Any) -> None:
    t = kamakor({"army": [["Bongo"], ["Tattoo"]]}, deck=["Bolt"]).do("activate 2.1", "place Bolt")
    assert (t.army(0)[0], t.hand(0), t.seat) == (["Bongo", "Bolt"], [], 1)


@pytest.mark.card("Cymbal")
@pytest.mark.parametrize(("first", "drawn"), [("Bongo", []), ("Rattle", ["Tamo"])])
def test_cymbal_frees_a_card_and_draws_beside_rattle(kamakor: Any, first: str, drawn: list[str]) -> None:
    t = kamakor({"hand": ["Cymbal"], "army": [[first, "[Cog]"]]}, deck=["Tamo"]).do("place Cymbal", "release me 1.2")
    assert (t.army(0)[0], t.hand(0)) == ([first, "Cog"], drawn)


@pytest.mark.card("Bombo")
def test_bombo_makes_opponents_discard_and_twice_beside_tamtam(kamakor: Any) -> None:
    enemy = {"hand": ["Cog", "Dom", "Tamo"]}
    t = kamakor({"hand": ["Bombo"], "army": [["Bongo"]]}, enemy).do("place Bombo", "discard Cog")
    assert (t.hand(1), t.seat, t.decision) == (["Dom", "Tamo"], 1, "main")
    t = kamakor({"hand": ["Bombo"], "army": [["Tamtam"]]}, enemy).do("place Bombo", "discard Cog", "discard Tamo")
    assert (t.hand(1), t.decision) == (["Dom"], "main")


@pytest.mark.card("Rumble")
@pytest.mark.parametrize(("others", "drawn"), [(4, 0), (5, 1)])
def test_rumble_draws_when_a_round_starts_over_seven_cards(kamakor: Any, others: int, drawn: int) -> None:
    row = ["Bongo", "Bongo", "Snare", "Snare", "Clapper"][:others]
    t = kamakor({"army": [row, ["Rumble", "Taiko"]]}).do("pass", "pass")
    assert (t.json["round"], len(t.hand(0))) == (2, drawn)


@pytest.mark.card("Taiko")
@pytest.mark.parametrize(("left", "drawn"), [(3, 2), (4, 0)])
def test_taiko_draws_two_into_a_small_hand(kamakor: Any, left: int, drawn: int) -> None:
    hand = ["Cog", "Dom", "Tamo", "Murk"][:left]
    t = kamakor({"hand": ["Taiko", *hand], "army": [["Bongo"]]}).do("place Taiko")
    assert len(t.hand(0)) == left + drawn


# ---------------------------------------------------------------------------------------------------- Ōzekis


@pytest.mark.card("Maestro")
def test_whoever_has_three_ozekis_wins_under_maestro(kamakor: Any) -> None:
    mine = {"army": [["Cog", "Bolt", "Rivet"], ["Servo", "Relay", "Gauge"], ["Titan", "Mainframe", "Assembler"]]}
    enemy = {"army": [["Bongo"], ["Taiko"], ["Maestro"]]}
    t = kamakor(mine, enemy).do("pass", "pass")
    assert (t.json["over"], t.json["winners"]) == (True, [0])
    assert t.game.ending == ("special", "Maestro")
    two = {"army": [mine["army"][0], mine["army"][1], ["Titan", "Mainframe"]]}
    t = kamakor(two, enemy).do("pass", "pass")
    assert not t.json["over"]


@pytest.mark.card("Maestro")
def test_maestro_discards_two_on_entering(kamakor: Any) -> None:
    t = kamakor({"hand": ["Maestro", "Dom", "Cog"], "army": [["Bongo"], ["Taiko"]]})
    t.do("place Maestro", "discard Dom", "discard Cog")
    assert t.discard == ["Cog", "Dom"]


@pytest.mark.card("Thunderdrum")
def test_thunderdrum_places_a_goblin_for_nothing_and_makes_new_clans_cheaper(kamakor: Any) -> None:
    mine = {"hand": ["Thunderdrum", "Torch", "Bolt", "Tamo"], "army": [["Bongo"], ["Taiko"]]}
    t = kamakor(mine, {"passed": True}).do("place Thunderdrum", "place Bolt")
    assert (t.army(0)[0], t.hand(0)) == (["Bongo", "Bolt"], ["Tamo", "Torch"])
    t.do("place Torch", "discard Tamo")
    assert t.army(0)[0] == ["Bongo", "Bolt", "Torch"]


@pytest.mark.card("Warbeat")
def test_warbeat_places_a_goblin_for_nothing_and_makes_drum_cards_worth_more(kamakor: Any) -> None:
    mine = {"hand": ["Dom"], "army": [["Bongo", "Cog"], ["Taiko", "Servo"], ["Warbeat"]]}
    t = kamakor(mine, {"army": [["Snare"]]})
    assert t.game.rules.strengths(t.game.states) == [3 + 2 + 4 + 3 + 6, 3]
    t.do("activate 3.1", "place Dom")
    assert (t.army(0)[0], t.hand(0)) == (["Bongo", "Cog", "Dom"], [])
    t = kamakor({"hand": ["Warbeat", "Dom", "Cog"], "army": [["Bongo"], ["Taiko"]]})
    t.do("place Warbeat", "discard Dom", "discard Cog")
    assert t.discard == ["Cog", "Dom"]
