"""The fifteen Alpha Goblins: they grow the army."""

from __future__ import annotations

from typing import Any

import pytest

FIVE_BAKUTOS = ["Bolt", "Bolt", "Cog", "Dom", "Murk"]
FIVE_HEROES = ["Turbine", "Dynamo", "Magnet", "Garsh", "Nyx"]
SIX_ALPHAS = [["Boko", "Boko", "Grint"], ["Rumba", "Hurl"], ["Verdigor"]]
FIVE_OZEKIS = ["Titan", "Inferno", "Kisei", "Nocturn", "Volcan"]

# ---------- Bakutos


@pytest.mark.card("Boko")
def test_boko_lets_its_player_place_another_goblin(table: Any) -> None:
    t = table({"hand": ["Boko", "Grint", "Rumba"]}, deck=["Bolt"])
    t.do("place Boko")
    assert t.seat == 0
    assert sorted(t.choices) == ["done", "place Grint", "place Rumba"]
    t.do("place Grint")
    assert t.army(0) == [["Boko", "Grint"], [], []]
    assert t.hand(0) == ["Bolt", "Rumba"]
    assert t.seat == 1


@pytest.mark.card("Boko")
def test_boko_may_be_refused(table: Any) -> None:
    t = table({"hand": ["Boko", "Grint"]})
    t.do("place Boko", "done")
    assert t.army(0) == [["Boko"], [], []]
    assert t.hand(0) == ["Grint"]
    assert t.seat == 1


@pytest.mark.card("Boko")
def test_a_new_clan_after_boko_costs_two_cards(table: Any) -> None:
    t = table({"hand": ["Boko", "Tusk", "Bolt", "Garsh"]})
    t.do("place Boko")
    assert sorted(t.choices) == ["done", "place Bolt", "place Tusk"]
    t.do("place Bolt", "discard Garsh", "discard Tusk")
    assert t.army(0) == [["Boko", "Bolt"], [], []]
    assert t.hand(0) == []
    assert t.discard == ["Garsh", "Tusk"]


@pytest.mark.card("Boko")
def test_two_cards_in_hand_are_too_few_for_a_new_clan_after_boko(table: Any) -> None:
    t = table({"hand": ["Boko", "Bolt", "Garsh"]})
    t.do("place Boko")
    assert t.choices == ["done"]


@pytest.mark.card("Boko")
def test_the_second_boko_lets_yet_another_be_placed(table: Any) -> None:
    t = table({"hand": ["Boko", "Boko", "Sprig"]}, deck=["Bolt", "Cog"])
    t.do("place Boko", "place Boko")
    assert t.seat == 0
    t.do("place Sprig")
    assert t.army(0) == [["Boko", "Boko", "Sprig"], [], []]
    assert t.seat == 1


@pytest.mark.card("Grint")
def test_grint_draws_on_entering(table: Any) -> None:
    t = table({"hand": ["Grint"]}, deck=["Bolt", "Cog"])
    t.do("place Grint")
    assert t.hand(0) == ["Bolt"]
    assert t.seat == 1


@pytest.mark.card("Grint")
def test_grint_draws_again_when_mutated_away_before_the_newcomer_enters(table: Any) -> None:
    t = table({"hand": ["Tamo", "Murk"], "army": [["Grint"]]}, deck=["Bolt", "Cog", "Dom", "Ember", "Torch"])
    t.do("mutate 1.1", "discard Murk", "bring in Tamo")
    assert t.hand(0) == ["Bolt"]
    assert sorted(t.choices) == ["keep Cog", "keep Dom", "keep Ember"]
    t.do("keep Dom")
    assert t.hand(0) == ["Bolt", "Dom"]
    assert t.army(0) == [["Tamo"], [], []]
    assert t.discard == ["Cog", "Ember", "Grint", "Murk"]
    assert t.seat == 1


@pytest.mark.card("Grint")
def test_grint_draws_nothing_when_destroyed(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Grint"]]}, deck=["Bolt"])
    t.do("place Garsh", "destroy opp1 1.1")
    assert t.army(1) == [[], [], []]
    assert t.hand(1) == []
    assert t.discard == ["Grint"]


@pytest.mark.card("Sprig")
def test_sprig_draws_two_beside_boko(table: Any) -> None:
    t = table({"hand": ["Sprig"], "army": [["Boko"]]}, deck=["Bolt", "Cog", "Dom"])
    t.do("place Sprig")
    assert t.hand(0) == ["Bolt", "Cog"]
    assert t.seat == 1


@pytest.mark.card("Sprig")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [(["Grint"], ["Boko"]), (["Grint", "[Boko]"], [])],
    ids=["of an opponent", "imprisoned"],
)
def test_sprig_wants_boko_face_up_in_its_own_army(table: Any, mine: list[str], theirs: list[str]) -> None:
    t = table({"hand": ["Sprig"], "army": [mine]}, {"army": [theirs]}, deck=["Bolt", "Cog"])
    t.do("place Sprig")
    assert t.hand(0) == []
    assert t.seat == 1


@pytest.mark.card("Tusk")
def test_tusk_draws_two_as_the_third_alpha_card(table: Any) -> None:
    t = table({"hand": ["Tusk"], "army": [["Boko"], ["Rumba"]]}, deck=["Bolt", "Cog", "Dom"])
    t.do("place Tusk")
    assert t.hand(0) == ["Bolt", "Cog"]
    assert t.seat == 1


@pytest.mark.card("Tusk")
@pytest.mark.parametrize("row", [["Boko"], ["Boko", "Bolt"], ["Boko", "[Grint]"]])
def test_tusk_draws_nothing_with_fewer_than_three_face_up_alpha_cards(table: Any, row: list[str]) -> None:
    t = table({"hand": ["Tusk"], "army": [row]}, {"army": [["Vark", "Vark"]]}, deck=["Ember", "Cog"])
    t.do("place Tusk")
    assert t.hand(0) == []
    assert t.seat == 1


@pytest.mark.card("Vark")
def test_vark_places_a_new_clan_without_discarding(table: Any) -> None:
    t = table({"hand": ["Vark", "Bolt", "Garsh", "Rumba"]})
    t.do("place Vark")
    # Garsh still wants a Fire Bakuto below it.
    assert sorted(t.choices) == ["done", "place Bolt", "place Rumba"]
    t.do("place Bolt")
    assert t.army(0) == [["Vark", "Bolt"], [], []]
    assert t.hand(0) == ["Garsh", "Rumba"]
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.card("Vark")
def test_vark_may_be_refused(table: Any) -> None:
    t = table({"hand": ["Vark", "Bolt"]})
    t.do("place Vark", "done")
    assert t.army(0) == [["Vark"], [], []]
    assert t.hand(0) == ["Bolt"]
    assert t.seat == 1


@pytest.mark.card("Vark")
def test_vark_cannot_mutate(table: Any) -> None:
    t = table({"hand": ["Bolt", "Cog", "Dom"], "army": [["Vark"]]})
    assert not t.can("mutate 1.1")


# ---------- Heroes

FOUR_ALPHAS = [["Boko", "Boko", "Grint"], ["Rumba"]]


@pytest.mark.card("Kameo")
def test_kameo_earns_a_vp_for_three_cards_as_the_fifth_alpha_card(table: Any) -> None:
    t = table({"hand": ["Kameo", "Bolt", "Cog", "Dom", "Murk"], "army": FOUR_ALPHAS})
    t.do("place Kameo")
    assert sorted(t.choices) == ["no", "yes"]
    t.do("yes", "discard Bolt", "discard Cog", "discard Dom")
    assert t.vp(0) == 1
    assert t.hand(0) == ["Murk"]
    assert t.discard == ["Bolt", "Cog", "Dom"]
    assert t.seat == 1


@pytest.mark.card("Kameo")
def test_kameo_wins_at_once_with_the_third_vp(table: Any) -> None:
    t = table({"hand": ["Kameo", "Bolt", "Cog", "Dom"], "army": FOUR_ALPHAS, "vp": 2}, {"vp": 2})
    t.do("place Kameo", "yes", "discard Bolt", "discard Cog", "discard Dom")
    assert t.vp(0) == 3
    assert t.game.is_over
    assert t.game.winners == [0]


@pytest.mark.card("Kameo")
def test_kameo_may_be_refused(table: Any) -> None:
    t = table({"hand": ["Kameo", "Bolt", "Cog", "Dom"], "army": FOUR_ALPHAS})
    t.do("place Kameo", "no")
    assert t.vp(0) == 0
    assert t.hand(0) == ["Bolt", "Cog", "Dom"]
    assert t.seat == 1


@pytest.mark.card("Kameo")
@pytest.mark.parametrize(
    ("army", "hand"),
    [
        ([["Boko", "Boko"], ["Rumba"]], ["Bolt", "Cog", "Dom"]),
        ([["Boko", "Boko", "[Grint]"], ["Rumba"]], ["Bolt", "Cog", "Dom"]),
        (FOUR_ALPHAS, ["Bolt", "Cog"]),
    ],
    ids=["four Alpha cards", "the fifth imprisoned", "two cards in hand"],
)
def test_kameo_offers_nothing_unless_its_price_and_condition_are_met(
    table: Any, army: list[list[str]], hand: list[str]
) -> None:
    t = table({"hand": ["Kameo", *hand], "army": army})
    t.do("place Kameo")
    assert t.vp(0) == 0
    assert t.hand(0) == hand
    assert t.seat == 1
    assert t.decision == "main"


@pytest.mark.card("Rumba")
def test_rumba_gives_one_extra_turn(table: Any) -> None:
    t = table({"hand": ["Rumba", "Grint"], "army": [["Boko"]]}, deck=["Bolt"])
    t.do("place Rumba")
    assert t.seat == 0
    assert t.decision == "main"
    t.do("place Grint")
    assert t.army(0) == [["Boko", "Grint"], ["Rumba"], []]
    assert t.seat == 1


@pytest.mark.card("Rumba")
@pytest.mark.parametrize(("points", "hand"), [([1, 1], []), ([1, 2], ["Bolt"])])
def test_rumba_draws_a_card_when_behind(table: Any, points: list[int], hand: list[str]) -> None:
    t = table({"hand": ["Rumba"], "army": [["Boko"]], "vp": points[0]}, {"vp": points[1]}, deck=["Bolt", "Cog"])
    t.do("place Rumba")
    assert t.hand(0) == hand
    assert (t.seat, t.decision) == (0, "main")


@pytest.mark.card("Rumba")
def test_the_extra_turn_of_rumba_may_be_a_pass(table: Any) -> None:
    t = table({"hand": ["Rumba"], "army": [["Boko"]]})
    t.do("place Rumba", "pass")
    assert t.seat == 1
    t.do("draw one")
    assert t.seat == 1


@pytest.mark.card("Rumba")
def test_rumba_gives_its_turn_when_brought_in_by_a_mutation(table: Any) -> None:
    t = table({"hand": ["Rumba"], "army": [["Boko"], ["Ogon"]]}, {"hand": ["Bolt"]})
    t.do("mutate 2.1", "bring in Rumba")
    assert t.army(0) == [["Boko"], ["Rumba"], []]
    assert t.seat == 0
    t.do("draw one")
    assert t.seat == 1


@pytest.mark.card("Hurl")
def test_hurl_draws_a_card_and_may_place_it(table: Any) -> None:
    t = table({"army": [["Grint"], ["Hurl"]]}, deck=["Sprig", "Bolt"])
    t.do("activate 2.1")
    assert t.hand(0) == ["Sprig"]
    assert sorted(t.choices) == ["done", "place Sprig"]
    t.do("place Sprig")
    assert t.army(0) == [["Grint", "Sprig"], ["Hurl*"], []]
    assert t.hand(0) == []
    assert t.tokens(0) == 1
    assert t.seat == 1


@pytest.mark.card("Hurl")
def test_a_new_clan_placed_by_hurl_costs_two_cards(table: Any) -> None:
    t = table({"hand": ["Bolt", "Garsh"], "army": [["Boko"], ["Hurl"]]}, deck=["Cog"])
    t.do("activate 2.1", "place Bolt", "discard Cog", "discard Garsh")
    assert t.army(0) == [["Boko", "Bolt"], ["Hurl*"], []]
    assert t.hand(0) == []
    assert t.discard == ["Cog", "Garsh"]


@pytest.mark.card("Hurl")
def test_hurl_keeps_the_card_when_nothing_is_placed(table: Any) -> None:
    t = table({"army": [["Boko"], ["Hurl"]]}, deck=["Bolt"])
    t.do("activate 2.1")
    assert t.choices == ["done"]
    t.do("done")
    assert t.hand(0) == ["Bolt"]
    assert t.seat == 1


@pytest.mark.card("Bloom")
@pytest.mark.parametrize(
    ("row", "hand"),
    [
        (["Boko"], ["Bolt", "Cog"]),
        (["Boko", "Dom"], ["Bolt", "Cog"]),
        (["Boko", "[Grint]"], ["Bolt", "Cog"]),
        (["Boko", "Grint"], ["Bolt", "Cog", "Murk"]),
        (["Boko", "Grint", "Vark"], ["Bolt", "Cog", "Murk"]),
        (["Boko", "Boko", "Grint", "Grint", "Vark"], ["Bolt", "Cog", "Murk"]),
    ],
)
def test_bloom_draws_for_each_face_up_alpha_card_itself_included_at_most_three(
    table: Any, row: list[str], hand: list[str]
) -> None:
    deck = ["Bolt", "Cog", "Murk", "Ember", "Torch", "Wisp"]
    t = table({"hand": ["Bloom"], "army": [row]}, {"army": [["Tusk"]]}, deck=deck)
    t.do("place Bloom")
    assert t.hand(0) == hand
    assert t.seat == 1


@pytest.mark.card("Fang")
def test_fang_returns_a_goblin_and_places_it_again(table: Any) -> None:
    t = table({"hand": ["Fang"], "army": [["Boko", "Grint"]]}, {"army": [["Dom"]]}, deck=["Bolt"])
    t.do("place Fang")
    assert sorted(t.choices) == ["no", "yes"]
    t.do("yes")
    # Boko stands below Fang; Dom is an opponent's.
    assert t.choices == ["return me 1.2 (Grint)"]
    t.do("return me 1.2")
    assert t.army(0) == [["Boko"], ["Fang"], []]
    assert t.hand(0) == ["Grint"]
    assert sorted(t.choices) == ["done", "place Grint"]
    t.do("place Grint")
    assert t.army(0) == [["Boko", "Grint"], ["Fang"], []]
    assert t.hand(0) == ["Bolt"]
    assert t.seat == 1


@pytest.mark.card("Fang")
def test_fang_places_a_new_clan_without_discarding(table: Any) -> None:
    t = table({"hand": ["Fang", "Bolt"], "army": [["Boko", "Grint"]]})
    t.do("place Fang", "yes", "return me 1.2", "place Bolt")
    assert t.army(0) == [["Boko", "Bolt"], ["Fang"], []]
    assert t.hand(0) == ["Grint"]
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.card("Fang")
def test_fang_may_return_a_goblin_and_place_none(table: Any) -> None:
    t = table({"hand": ["Fang"], "army": [["Boko", "Grint"]]}, deck=["Bolt"])
    t.do("place Fang", "yes", "return me 1.2", "done")
    assert t.army(0) == [["Boko"], ["Fang"], []]
    assert t.hand(0) == ["Grint"]
    assert t.seat == 1


@pytest.mark.card("Fang")
def test_fang_may_be_refused(table: Any) -> None:
    t = table({"hand": ["Fang", "Dom"], "army": [["Boko", "Grint"]]})
    t.do("place Fang", "no")
    assert t.army(0) == [["Boko", "Grint"], ["Fang"], []]
    assert t.hand(0) == ["Dom"]
    assert t.seat == 1


@pytest.mark.card("Fang")
def test_fang_returns_only_a_bakuto_and_gives_nothing_without_one(table: Any) -> None:
    t = table({"hand": ["Fang", "Grint"], "army": [["Boko", "Tusk"], ["Rumba"]]}, {"army": [["Dom"]]})
    t.do("place Fang", "yes")
    # Rumba and Fang cover both Bakutos.
    assert t.army(0) == [["Boko", "Tusk"], ["Rumba", "Fang"], []]
    assert t.hand(0) == ["Grint"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Stampede")
def test_stampede_destroyed_finds_an_alpha_card(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom"]]},
        {"army": [["Boko"], ["Stampede"]]},
        deck=["Bolt", "Cog", "Hurl", "Tusk"],
    )
    t.do("place Garsh", "destroy opp1 2.1")
    assert t.army(1) == [["Boko"], [], []]
    assert t.hand(1) == ["Hurl"]
    assert t.hand(0) == []
    assert t.discard == ["Bolt", "Cog", "Stampede"]
    # Nobody is ahead of its player: the Advantage token stays.
    assert t.json["advantage"] == 0
    assert t.seat == 1


@pytest.mark.card("Stampede")
def test_stampede_destroyed_takes_the_advantage_when_an_opponent_is_ahead(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom"]], "vp": 1},
        {"army": [["Boko"], ["Stampede"]]},
        deck=["Hurl"],
    )
    t.do("place Garsh", "destroy opp1 2.1")
    assert t.hand(1) == ["Hurl"]
    assert t.json["advantage"] == 1


@pytest.mark.card("Stampede")
def test_stampede_mutated_away_was_not_destroyed(table: Any) -> None:
    t = table(
        {"hand": ["Ogon", "Bolt"], "army": [["Boko"], ["Stampede"]]}, {"vp": 1}, deck=["Hurl"], advantage=1, turn=0
    )
    t.do("mutate 2.1", "discard Bolt", "bring in Ogon")
    assert t.hand(0) == []
    assert t.discard == ["Bolt", "Stampede"]
    assert t.json["advantage"] == 1


@pytest.mark.card("Stampede")
def test_stampede_destroyed_in_prison_does_nothing(table: Any) -> None:
    t = table(
        {"hand": ["Garsh"], "army": [["Dom"]], "vp": 1},
        {"army": [["Boko"], ["[Stampede]"]]},
        deck=["Hurl"],
    )
    t.do("place Garsh", "destroy opp1 2.1")
    assert t.army(1) == [["Boko"], [], []]
    assert t.hand(1) == []
    assert t.discard == ["Stampede"]
    assert t.json["advantage"] == 0


@pytest.mark.card("Ogon")
def test_ogon_turns_an_imprisoned_card_of_its_player_face_up(table: Any) -> None:
    t = table(
        {"hand": ["Ogon"], "army": [["Boko", "[Grint]", "[Bolt]"]]},
        {"army": [["[Dom]"]]},
        deck=["Cog"],
    )
    t.do("place Ogon")
    assert t.choices == ["release me 1.2 (Grint)", "release me 1.3 (Bolt)"]
    t.do("release me 1.2")
    assert t.army(0) == [["Boko", "Grint", "[Bolt]"], ["Ogon"], []]
    assert t.army(1) == [["[Dom]"], [], []]
    # Turning up is not entering play.
    assert t.hand(0) == []
    assert t.seat == 1


@pytest.mark.card("Ogon")
def test_ogon_finds_nobody_to_release(table: Any) -> None:
    t = table({"hand": ["Ogon"], "army": [["Boko"]]}, {"army": [["[Dom]"]]})
    t.do("place Ogon")
    assert t.army(1) == [["[Dom]"], [], []]
    assert t.seat == 1
    assert t.decision == "main"


@pytest.mark.card("Ogon")
def test_ogon_mutates_a_goblin_without_discarding(table: Any) -> None:
    army = [["Tusk", "Vark", "[Bolt]"], ["Ogon", "Kameo"]]
    t = table({"hand": ["Grint", "Garsh"], "army": army}, deck=["Cog"])
    t.do("activate 2.1")
    # Vark prints no mutation and Bolt is imprisoned.
    assert sorted(t.choices) == ["done", "mutate 1.1 (Tusk)", "mutate 2.1 (Ogon)", "mutate 2.2 (Kameo)"]
    t.do("mutate 1.1")
    assert t.choices == ["bring in Grint"]
    t.do("bring in Grint")
    assert t.army(0) == [["Grint", "Vark", "[Bolt]"], ["Ogon*", "Kameo"], []]
    assert t.hand(0) == ["Cog", "Garsh"]
    assert t.discard == ["Tusk"]
    assert t.tokens(0) == 1
    assert t.seat == 1


@pytest.mark.card("Ogon")
def test_ogon_mutating_itself_spends_the_token_on_it(table: Any) -> None:
    t = table({"hand": ["Hurl"], "army": [["Boko"], ["Ogon"]]})
    t.do("activate 2.1", "mutate 2.1", "bring in Hurl")
    assert t.army(0) == [["Boko"], ["Hurl"], []]
    assert t.tokens(0) == 1
    t.do("pass")
    assert t.can("activate 2.1")


@pytest.mark.card("Ogon")
def test_ogon_need_not_mutate_anything(table: Any) -> None:
    t = table({"hand": ["Hurl"], "army": [["Boko"], ["Ogon"]]})
    t.do("activate 2.1", "done")
    assert t.army(0) == [["Boko"], ["Ogon*"], []]
    assert t.hand(0) == ["Hurl"]
    assert t.seat == 1


# ---------- Ōzekis


@pytest.mark.card("Goro")
def test_goro_places_another_goblin_without_discarding(table: Any) -> None:
    t = table({"hand": ["Goro", "Bolt", "Garsh"], "army": [["Boko"], ["Rumba"]]})
    t.do("place Goro")
    assert sorted(t.choices) == ["done", "place Bolt"]
    t.do("place Bolt")
    assert t.army(0) == [["Boko", "Bolt"], ["Rumba"], ["Goro"]]
    assert t.hand(0) == ["Garsh"]
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.card("Goro")
def test_goro_may_be_refused(table: Any) -> None:
    t = table({"hand": ["Goro", "Bolt"], "army": [["Boko"], ["Rumba"]]})
    t.do("place Goro", "done")
    assert t.hand(0) == ["Bolt"]
    assert t.seat == 1


@pytest.mark.card("Goro")
def test_goro_lets_every_player_place_new_clans_for_nothing(table: Any) -> None:
    t = table(
        {"hand": ["Bolt"], "army": [["Boko"], ["Rumba"], ["Goro"]]},
        {"hand": ["Rengo", "Garsh", "Fact"], "army": [["Gloom"]]},
    )
    t.do("place Bolt")
    assert t.army(0)[0] == ["Boko", "Bolt"]
    assert t.seat == 1
    t.do("place Rengo")
    assert t.army(1) == [["Gloom", "Rengo"], [], []]
    assert t.hand(1) == ["Fact", "Garsh"]
    assert t.discard == []


@pytest.mark.card("Goro")
def test_goro_imprisoned_leaves_the_price_of_new_clans(table: Any) -> None:
    t = table(
        {"hand": ["Bolt"], "army": [["Boko"], ["Rumba"], ["[Goro]"]]},
        {"hand": ["Rengo", "Garsh", "Fact"], "army": [["Gloom"]]},
    )
    assert not t.can("place Bolt")
    t.do("pass", "place Rengo", "discard Garsh", "discard Fact")
    assert t.army(1) == [["Gloom", "Rengo"], [], []]
    assert t.hand(1) == []
    assert t.discard == ["Fact", "Garsh"]


@pytest.mark.card("Goro")
def test_goro_cannot_mutate(table: Any) -> None:
    t = table({"hand": ["Hatch", "Bolt", "Cog", "Dom"], "army": [["Boko"], ["Rumba"], ["Goro"]]})
    assert not t.can("mutate 3.1")


@pytest.mark.card("Hatch")
def test_hatch_lets_a_complete_army_win_at_the_next_round(table: Any) -> None:
    t = table({"army": [["Boko"], ["Rumba"], ["Hatch"]]}, {"army": [FIVE_BAKUTOS, FIVE_HEROES, FIVE_OZEKIS]})
    t.do("pass")
    assert not t.game.is_over
    t.do("pass")
    assert t.game.is_over
    assert t.game.winners == [1]
    assert t.game.returns() == [-1.0, 1.0]


@pytest.mark.card("Hatch")
def test_fourteen_cards_in_play_do_not_win_with_hatch(table: Any) -> None:
    t = table({"army": [FIVE_BAKUTOS, FIVE_HEROES, ["Hatch", *FIVE_OZEKIS[:3]]]})
    t.do("pass", "pass")
    assert not t.game.is_over
    assert t.json["round"] == 2


@pytest.mark.card("Hatch")
def test_a_complete_army_does_not_win_without_hatch(table: Any) -> None:
    t = table({"army": [FIVE_BAKUTOS, FIVE_HEROES, FIVE_OZEKIS]})
    t.do("pass", "pass")
    assert not t.game.is_over
    assert t.json["round"] == 2


@pytest.mark.card("Hatch")
def test_prisoners_turn_up_in_time_for_the_victory_of_hatch(table: Any) -> None:
    heroes = ["Rumba", "[Turbine]", "[Dynamo]", "[Magnet]", "[Garsh]"]
    ozekis = ["[Hatch]", "[Titan]", "Inferno", "Kisei", "[Nocturn]"]
    t = table({"army": [["Boko", "Bolt", "[Cog]", "[Dom]", "[Murk]"], heroes, ozekis]})
    t.do("pass", "pass")
    assert t.game.winners == [0]


@pytest.mark.card("Verdigor")
def test_verdigor_mutates_a_goblin_for_its_cost(table: Any) -> None:
    t = table({"hand": ["Verdigor", "Tusk", "Bolt"], "army": [["Grint", "Vark"], ["Hurl"]]}, deck=["Cog"])
    t.do("place Verdigor")
    # Hurl has no newcomer, Vark prints no mutation, and no other Ōzeki could replace Verdigor.
    assert sorted(t.choices) == ["done", "mutate 1.1 (Grint)"]
    t.do("mutate 1.1", "discard Bolt", "bring in Tusk")
    # Grint draws as it leaves; Tusk draws two with Vark, Hurl and Verdigor beside it.
    assert t.army(0) == [["Tusk", "Vark"], ["Hurl"], ["Verdigor"]]
    assert len(t.hand(0)) == 3
    assert "Cog" in t.hand(0)
    assert t.discard == ["Bolt", "Grint"]
    assert t.seat == 1


@pytest.mark.card("Verdigor")
def test_verdigor_need_not_mutate_anything(table: Any) -> None:
    t = table({"hand": ["Verdigor", "Tusk", "Bolt"], "army": [["Grint"], ["Hurl"]]})
    t.do("place Verdigor", "done")
    assert t.army(0) == [["Grint"], ["Hurl"], ["Verdigor"]]
    assert t.hand(0) == ["Bolt", "Tusk"]
    assert t.seat == 1


@pytest.mark.card("Verdigor")
def test_verdigor_lets_six_cards_of_one_clan_win_at_the_next_round(table: Any) -> None:
    t = table({"army": SIX_ALPHAS})
    t.do("pass")
    assert not t.game.is_over
    t.do("pass")
    assert t.game.is_over
    assert t.game.winners == [0]


@pytest.mark.card("Verdigor")
def test_verdigor_lets_an_opponent_win_with_another_clan(table: Any) -> None:
    fire = [["Dom", "Cinder", "Ember"], ["Garsh", "Fact"], ["Inferno"]]
    t = table({"army": [["Boko"], ["Rumba"], ["Verdigor"]]}, {"army": fire})
    t.do("pass", "pass")
    assert t.game.winners == [1]


@pytest.mark.card("Verdigor")
@pytest.mark.parametrize(
    "army",
    [
        [["Boko", "Boko"], ["Rumba", "Hurl"], ["Verdigor"]],
        [["Boko", "Boko", "Grint", "Bolt"], ["Rumba", "Hurl"], ["Verdigor"]],
        [["Boko", "Boko", "Grint", "[Bolt]"], ["Rumba", "Hurl"], ["Verdigor"]],
    ],
    ids=["five cards", "a seventh of another clan", "a seventh of another clan, imprisoned until then"],
)
def test_five_cards_or_a_stranger_do_not_win_with_verdigor(table: Any, army: list[list[str]]) -> None:
    t = table({"army": army})
    t.do("pass", "pass")
    assert not t.game.is_over
    assert t.json["round"] == 2


@pytest.mark.card("Verdigor")
def test_verdigor_keeps_every_alpha_card_from_prison(table: Any) -> None:
    t = table(
        {"army": [["Boko", "Bolt"], ["Rumba"], ["Verdigor"]]},
        {"army": [["Grint", "Lurk"], ["Nyx"]]},
        turn=1,
    )
    t.do("activate 2.1")
    assert sorted(t.choices) == [
        "imprison me 1.2 (Lurk)",
        "imprison me 2.1 (Nyx)",
        "imprison opp1 1.2 (Bolt)",
    ]
    t.do("imprison opp1 1.2")
    assert t.army(0) == [["Boko", "[Bolt]"], ["Rumba"], ["Verdigor"]]


@pytest.mark.card("Verdigor")
def test_verdigor_imprisoned_protects_nobody(table: Any) -> None:
    t = table(
        {"army": [["Boko", "Bolt"], ["Rumba"], ["[Verdigor]"]]},
        {"army": [["Lurk"], ["Nyx"]]},
        turn=1,
    )
    t.do("activate 2.1", "imprison opp1 1.1")
    assert t.army(0) == [["[Boko]", "Bolt"], ["Rumba"], ["[Verdigor]"]]
