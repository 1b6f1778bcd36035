"""The eleven cards of Xi'an: copies, and cards of every clan."""

from __future__ import annotations

from typing import Any

import pytest

MINE: dict[str, Any] = {"clans": ["xian", "galmi", "tomorrow"]}
YOURS: dict[str, Any] = {"clans": ["phoenix", "narashima", "justice"]}

# ------------------------------------------------------------------------------------------------ Troops


@pytest.mark.card("3 voeux")
def test_three_wishes_keep_the_clan_that_was_named(x_table: Any) -> None:
    mine = MINE | {"hand": ["3 voeux"], "deck": ["Bun To", "Pangu", "All in one", "EZ", "Shard"]}
    t = x_table(mine, YOURS).do("place 3 voeux", "clan Galmi")
    assert t.hand(0) == ["All in one", "Bun To"]  # All in one is of Galmi, too
    assert (t.discard(0), t.seat) == (["EZ", "Pangu"], 1)


@pytest.mark.card("3 voeux")
def test_three_wishes_have_two_symbols(x_table: Any) -> None:
    mine = MINE | {"army": [["3 voeux"]], "deck": ["Bun To", "Pangu", "EZ", "Shard", "Xi'an", "Nio"], "owned": 3}
    t = x_table(mine, YOURS | {"passed": True}, rest="discard").do("activate T1", "clan Xi'an")
    assert t.hand(0) == ["Pangu"]
    t.do("activate T1", "clan Xi'an")
    assert (t.hand(0), t.deck(0), t.army(0)[0]) == (["Nio", "Pangu", "Xi'an"], 0, ["3 voeux**"])
    assert not t.can("activate T1")


@pytest.mark.card("3 voeux")
def test_a_clan_of_the_enemy_may_be_named_in_vain(x_table: Any) -> None:
    mine = MINE | {"hand": ["3 voeux"], "deck": ["Bun To", "Pangu", "EZ", "Shard"]}
    t = x_table(mine, YOURS).do("place 3 voeux", "clan Phoenix")
    assert (t.hand(0), len(t.discard(0))) == ([], 4)


@pytest.mark.card("1000 visages")
def test_thousand_faces_draw_for_each_clan_of_the_column(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["1000 visages"], "deck": ["Nio", "EZ"]}, YOURS).do("place 1000 visages")
    assert t.hand(0) == ["Nio"]  # it stands alone
    mine = MINE | {
        "army": [["1000 visages", "Bun To"], ["Kan Te"], ["Byun Hyung Ja (Xi'an)"]],
        "deck": ["Nio", "EZ", "Shard"],
    }
    assert x_table(mine, YOURS).do("activate T1").hand(0) == ["EZ", "Nio"]


@pytest.mark.card("1000 visages")
def test_thousand_faces_see_no_captured_card_and_all_clans_of_a_wild_one(x_table: Any) -> None:
    deck = ["Nio", "EZ", "Shard", "Valeen"]
    mine = MINE | {"army": [["1000 visages"], ["[Kan Te]"]], "deck": deck}
    assert x_table(mine, YOURS).do("activate T1").hand(0) == ["Nio"]
    mine = MINE | {"army": [["1000 visages"], ["Shennong"]], "deck": deck}
    t = x_table(mine, YOURS | {"passed": True}).do("activate T1")
    assert t.hand(0) == ["EZ", "Nio", "Shard"]
    assert t.can("activate T1")  # it has two symbols


@pytest.mark.card("All in one")
def test_all_in_one_is_of_every_clan_of_the_deck(x_table: Any) -> None:
    mine = MINE | {"army": [["All in one"]], "hand": ["Kan Te", "Ne'o", "Bun To"]}
    t = x_table(mine, YOURS)
    assert {"place Kan Te", "place Ne'o", "place Bun To"} <= set(t.choices)  # and Bun To is free of cost
    t = x_table(MINE | {"army": [["Bun To"]], "hand": ["All in one"]}, YOURS).do("place All in one")
    assert t.army(0)[0] == ["Bun To", "All in one"]


@pytest.mark.card("All in one")
def test_a_captured_all_in_one_is_of_no_clan_and_cannot_be_shifted_at_all(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["[All in one]"]], "hand": ["Kan Te"]}, YOURS)
    assert not t.can("place Kan Te")
    assert not x_table(MINE | {"army": [["All in one"]], "hand": ["Bun To", "EZ", "Nio"]}, YOURS).can("shift T1")


@pytest.mark.card("All in one")
def test_there_is_a_bounty_on_all_in_one(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Nitish", "Muraena"], "deck": ["Nalin"]}
    t = x_table(MINE | {"army": [["All in one"]]}, yours, turn=1)
    t.do("place Nitish", "discard Muraena", "aim at enemy T1", "destroy it", "yes")
    assert t.hand(1) == ["Nalin"]


@pytest.mark.card("Dragon dansant")
def test_the_dragon_copies_a_troop_of_any_army(x_table: Any) -> None:
    mine = MINE | {"hand": ["Dragon dansant"], "army": [["1000 visages"], ["Kan Te"]], "deck": ["Nio", "EZ"]}
    t = x_table(mine, YOURS | {"army": [["Muraena", "[Timer]"], ["Kaez"]]}).do("place Dragon dansant")
    assert t.choices == ["copy own T1 (1000 visages)", "copy enemy T1 (Muraena)"]
    t.do("copy enemy T1")
    assert (t.hand(0), t.seat) == (["EZ", "Nio"], 1)  # X is that of the dragon's player


@pytest.mark.card("Dragon dansant")
def test_a_copied_effect_is_one_of_the_copying_card(x_table: Any) -> None:
    """The column is that of the dragon, not of the card that it copies."""
    army = [["1000 visages"], ["Kan Te"]]
    mine = MINE | {"hand": ["Dragon dansant"], "army": army, "deck": ["Nio", "EZ"]}
    assert x_table(mine, YOURS).do("place Dragon dansant", "copy own T1").hand(0) == ["Nio"]


@pytest.mark.card("Dragon dansant")
def test_the_dragon_alone_copies_nothing(x_table: Any) -> None:
    assert x_table(MINE | {"hand": ["Dragon dansant"]}, YOURS).do("place Dragon dansant").seat == 1
    t = x_table(MINE | {"hand": ["Dragon dansant"]}, YOURS | {"army": [["Phoenix (Immortal)"]]})
    t.do("place Dragon dansant", "copy enemy T1")  # of every level, but without an effect
    assert t.seat == 1


# ------------------------------------------------------------------------------------------------ Heroes


@pytest.mark.card("Dalisteer")
def test_dalisteer_draws_for_each_clan_of_its_row(x_table: Any) -> None:
    army = [["1000 visages", "Bun To", "Wiindz"], ["Kan Te", "Shard"]]
    t = x_table(MINE | {"hand": ["Dalisteer"], "army": army, "deck": ["Nio", "EZ", "Xi'an"]}, YOURS).do(
        "place Dalisteer"
    )
    assert t.hand(0) == ["EZ", "Nio"]  # Galmi and Xi'an; what stands below does not count


@pytest.mark.card("Dalisteer")
def test_dalisteer_has_two_symbols_and_secret_shift(x_table: Any) -> None:
    mine = MINE | {"army": [["1000 visages"], ["Dalisteer"]], "hand": ["Bun To", "Un'Go"], "discard": ["Nio"]}
    t = x_table(mine, {"clans": ["phoenix", "abhilasha", "justice"]}).do("shift H1", "discard Bun To", "discard Un'Go")
    assert t.choices == ["bring in Nio from the discard"]
    t = x_table(mine, YOURS | {"passed": True}).do("activate H1", "activate H1")
    assert (t.army(0)[1], len(t.hand(0))) == (["Dalisteer**"], 4)


@pytest.mark.card("Nio")
def test_nio_copies_a_neighbour_and_captures_it(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nio"], "army": [["1000 visages", "Dragon dansant"], ["Shard"]], "deck": ["EZ", "Xi'an"]}
    t = x_table(mine, YOURS | {"army": [["Muraena", "Timer"]]}).do("place Nio")
    assert t.choices == ["copy own T2 (Dragon dansant)", "copy own H1 (Shard)"]
    t.do("copy own H1", "take Xi'an")
    assert (t.army(0)[1], t.hand(0)) == (["[Shard]", "Nio"], ["Xi'an"])


@pytest.mark.card("Nio")
def test_by_echo_nio_copies_and_captures_another_neighbour(x_table: Any) -> None:
    army = [["1000 visages", "1000 visages"], ["Valeen"]]
    mine = MINE | {"hand": ["Nio"], "army": army, "deck": ["EZ", "Xi'an"]}
    t = x_table(mine, YOURS | {"army": [["Muraena"]]}).do("place Nio", "copy own T2")
    assert (t.hand(0), t.army(0)[0], t.decision) == (["EZ"], ["1000 visages", "[1000 visages]"], "echo")
    t.do("yes")
    assert t.choices == ["copy own H1 (Valeen)"]  # a captured card has no effect to copy
    t.do("copy own H1", "copy enemy T1")
    assert (t.army(0)[1], len(t.hand(0)), t.seat) == (["[Valeen]", "Nio"], 3, 1)


@pytest.mark.card("Nio")
def test_nio_captures_a_neighbour_without_effect_but_not_an_ethereal_one(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nio"], "army": [["All in one"]]}
    assert x_table(mine, YOURS).do("place Nio", "copy own T1").army(0)[0] == ["[All in one]"]
    mine = MINE | {"hand": ["Nio"], "army": [["All in one", "All in one"], ["Sha'dow"]]}
    assert x_table(mine, YOURS).do("place Nio", "copy own H1", "no").army(0)[1] == ["Sha'dow", "Nio"]


@pytest.mark.card("Nio")
def test_nio_captures_the_card_it_copied_wherever_that_card_went(x_table: Any) -> None:
    """Kno'Bo, copied by Nio, swaps the two Troops: Kno'Bo itself is captured, not the card in its old slot."""
    mine = MINE | {"hand": ["Nio"], "army": [["Kno'Bo", "3 voeux"]]}
    t = x_table(mine, YOURS).do("place Nio", "copy own T1", "yes", "swap own T1", "swap with own T2", "no")
    assert t.army(0)[0] == ["3 voeux", "[Kno'Bo]"]


@pytest.mark.card("Nio")
def test_nio_captures_a_mirror_that_lost_its_image(x_table: Any) -> None:
    """Aat shows Les apôtres de la nuit, and by their effect they are captured themselves: still Aat is captured."""
    mine = MINE | {"hand": ["Nio"], "army": [["Aat", "3 voeux"]]}
    yours = {"clans": ["abhilasha", "narashima", "justice"], "army": [["Les apôtres de la nuit"]]}
    t = x_table(mine, yours).do("place Nio", "copy own T1", "aim at enemy T1")
    assert (t.army(1)[0], t.army(0)[0]) == (["[Les apôtres de la nuit]"], ["[Aat]", "3 voeux"])


@pytest.mark.card("Nio")
def test_nio_captures_nothing_when_the_card_it_copied_is_gone(x_table: Any) -> None:
    """Nio is shifted in below Galmi, and by the effect of Galmi it is Galmi that goes on top of the deck."""
    mine = MINE | {"hand": ["Nio", "EZ", "Shard", "Un'Go"], "army": [["Bun To"], ["Kan Te"], ["Galmi"]]}
    t = x_table(mine, YOURS).do("shift H1", "discard EZ", "discard Shard", "discard Un'Go", "bring in Nio")
    t.do("copy own I1", "lift own I1", "no")
    assert (t.army(0), t.top(0)) == ([["Bun To"], ["Nio"], []], ["Galmi"])


@pytest.mark.card("Pangu")
def test_pangu_captures_destroys_or_frees_a_troop_or_a_hero(x_table: Any) -> None:
    mine = MINE | {"hand": ["Pangu"], "army": [["3 voeux"]]}
    yours = YOURS | {"army": [["Arpia", "[Timer]"], ["Kaez"], ["Phoenix"]]}
    t = x_table(mine, yours).do("place Pangu")
    aims = ["own T1 (3 voeux)", "own H1 (Pangu)", "enemy T1 (Arpia)", "enemy T2 (Timer)", "enemy H1 (Kaez)"]
    assert t.choices == [f"aim at {aim}" for aim in aims]
    t.do("aim at enemy T2")
    assert t.choices == ["destroy it", "free it"]
    t.do("free it")
    assert t.army(1)[0] == ["Arpia", "Timer"]
    assert x_table(mine, yours).do("place Pangu", "aim at enemy H1").army(1)[1] == ["[Kaez]"]


@pytest.mark.card("Pangu")
def test_pangu_must_hit_a_card_of_its_own_if_there_is_no_other(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Pangu"], "army": [["3 voeux"]]}, YOURS).do("place Pangu")
    assert t.choices == ["aim at own T1 (3 voeux)", "aim at own H1 (Pangu)"]
    t.do("aim at own T1")
    assert t.army(0) == [["[3 voeux]"], ["Pangu"], []]


@pytest.mark.card("Pangu")
def test_pangu_is_a_veteran_without_a_symbol(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["3 voeux"], ["Pangu"]]}, YOURS)
    assert not t.can("activate H1")
    assert t.strengths[0] == 5


@pytest.mark.card("Shennong")
def test_shennong_is_a_hero_of_every_clan_of_the_deck(x_table: Any) -> None:
    mine = MINE | {"army": [["Bun To", "3 voeux"], ["Shennong"]], "hand": ["Galmi", "Tomorrow", "EZ", "Valeen"]}
    t = x_table(mine, YOURS)
    assert t.can("place Galmi")
    assert not t.can("place Tomorrow")  # a Troop of Tomorrow is missing
    assert not t.can("shift H1")
    assert not x_table(mine | {"army": [["Bun To", "3 voeux"], ["[Shennong]"]]}, YOURS).can("place Galmi")


@pytest.mark.card("Shennong")
def test_shennong_in_hand_needs_a_troop_of_any_of_the_clans(x_table: Any) -> None:
    assert x_table(MINE | {"army": [["Bun To"]], "hand": ["Shennong"]}, YOURS).can("place Shennong")
    assert not x_table(MINE | {"army": [["[Bun To]"]], "hand": ["Shennong"]}, YOURS).can("place Shennong")


@pytest.mark.card("Shennong")
def test_there_is_a_bounty_on_shennong(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Nitish", "Byun Hyung Ja (Phoenix)"], "deck": ["Nalin"]}
    t = x_table(MINE | {"army": [["Bun To"], ["Shennong"]]}, yours, turn=1)
    t.do("place Nitish", "discard Byun Hyung Ja (Phoenix)", "aim at enemy H1", "capture it", "yes")
    assert (t.army(0)[1], t.hand(1)) == (["[Shennong]"], ["Nalin"])


@pytest.mark.card("Valeen")
def test_valeen_copies_a_troop_or_a_hero_and_takes_the_wonder_token(x_table: Any) -> None:
    mine = MINE | {"hand": ["Valeen"], "army": [["3 voeux"]], "deck": ["EZ", "Nio"]}
    t = x_table(mine, YOURS | {"army": [["Muraena"], ["Niranjan"], ["Phoenix"]]}).do("place Valeen")
    assert t.json["wonder"] == 0
    assert t.choices == ["copy own T1 (3 voeux)", "copy enemy T1 (Muraena)", "copy enemy H1 (Niranjan)"]
    t.do("copy enemy H1", "sacrifice own I1")
    assert t.army(1) == [["Muraena"], ["Niranjan"], []]


@pytest.mark.card("Xi'an")
def test_xian_copies_any_card_in_play(x_table: Any) -> None:
    mine = MINE | {"hand": ["Xi'an"], "army": [["3 voeux"], ["Valeen"]]}
    t = x_table(mine, YOURS | {"army": [["Arpia"], ["Kaez"], ["Phoenix"]]}).do("place Xi'an")
    own = ["own T1 (3 voeux)", "own H1 (Valeen)"]
    assert t.choices == [f"copy {card}" for card in (*own, "enemy T1 (Arpia)", "enemy H1 (Kaez)", "enemy I1 (Phoenix)")]
    t.do("copy enemy I1")
    assert (t.seat, t.json["extra_turn"]) == (0, True)


@pytest.mark.card("Xi'an")
@pytest.mark.parametrize(("xian", "can"), [("Xi'an", True), ("[Xi'an]", False)])
def test_xian_makes_immortals_of_its_player_count_as_every_clan(x_table: Any, xian: str, can: bool) -> None:
    mine = MINE | {"army": [["3 voeux", "3 voeux"], ["Valeen", "Pangu"], [xian]], "hand": ["Tomorrow"]}
    assert x_table(mine, YOURS).can("place Tomorrow") == can


@pytest.mark.card("Xi'an")
def test_xian_does_nothing_for_the_enemy(x_table: Any) -> None:
    mine = MINE | {"army": [["3 voeux"], ["Valeen"], ["Xi'an"]]}
    yours = YOURS | {"army": [["Arpia"], ["Kaez"]], "hand": ["Narashima"]}
    assert not x_table(mine, yours, turn=1).can("place Narashima")


BYUN = [["3 voeux"], ["Pangu"], ["Byun Hyung Ja (Xi'an)"]]
FIVE = ["Bun To", "Un'Go", "Shard", "Galmi", "All in one"]


@pytest.mark.card("Byun Hyung Ja (Xi'an)")
def test_byun_of_xian_unlocks_a_token_for_five_cards_of_a_clan(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "hand": [*FIVE, "EZ"], "deck": ["Nio"]}, YOURS).do("draw one")
    assert t.choices == ["done", "discard Galmi"]
    t.do("discard Galmi", *(f"discard {card}" for card in FIVE))
    assert (t.hand(0), t.owned(0), t.tokens(0), t.seat) == (["EZ", "Nio"], 3, 2, 1)


@pytest.mark.card("Byun Hyung Ja (Xi'an)")
def test_byun_of_xian_may_be_declined(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "hand": [*FIVE, "EZ"], "deck": ["Nio"]}, YOURS).do("draw one", "done")
    assert (len(t.hand(0)), t.owned(0), t.seat) == (7, 2, 1)


@pytest.mark.card("Byun Hyung Ja (Xi'an)")
def test_byun_of_xian_is_paid_before_the_hand_limit(x_table: Any) -> None:
    """Ruling: what happens at the end of the turn comes before cards above the limit are discarded."""
    hand = [*FIVE, "EZ", "Ne'o", "Sha'dow"]
    t = x_table(MINE | {"army": BYUN, "hand": hand, "deck": ["Nio"]}, YOURS).do("draw one", "discard Galmi")
    t.do(*(f"discard {card}" for card in FIVE))
    assert (t.hand(0), t.seat) == (["EZ", "Ne'o", "Nio", "Sha'dow"], 1)


@pytest.mark.card("Byun Hyung Ja (Xi'an)")
def test_four_cards_of_a_clan_are_not_enough_for_byun_of_xian(x_table: Any) -> None:
    hand = [*FIVE[:4], "EZ"]
    t = x_table(MINE | {"army": BYUN, "hand": hand, "deck": ["Nio"]}, YOURS).do("draw one")
    assert t.choices == ["done"]
    captured = [*BYUN[:2], ["[Byun Hyung Ja (Xi'an)]"]]
    assert x_table(MINE | {"army": captured, "hand": FIVE}, YOURS).do("draw one").seat == 1


@pytest.mark.card("Byun Hyung Ja (Xi'an)")
def test_the_fifth_token_of_byun_of_xian_wins(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "hand": FIVE, "owned": 4}, YOURS).do("draw one", "discard Galmi")
    t.do(*(f"discard {card}" for card in FIVE))
    assert (t.json["over"], t.json["winners"]) == (True, [0])
