"""The eleven cards of Tomorrow: Echo, and what lies in discards."""

from __future__ import annotations

from typing import Any

import pytest

MINE: dict[str, Any] = {"clans": ["tomorrow", "galmi", "phoenix"]}
YOURS: dict[str, Any] = {"clans": ["xian", "narashima", "justice"]}

# ------------------------------------------------------------------------------------------------ Troops


@pytest.mark.card("Aat")
def test_aat_has_the_effect_of_its_mirror_card(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Aat"], "discard": ["EZ", "Shard"]}, YOURS | {"army": [["Nikhilesh"]]}).do("place Aat")
    assert len(t.hand(0)) == 2  # two clans in its own player's discard


@pytest.mark.card("Aat")
@pytest.mark.parametrize("army", [[], [["[Nikhilesh]"]], [["All in one"]]])
def test_aat_does_nothing_without_an_effect_to_mirror(x_table: Any, army: list[list[str]]) -> None:
    t = x_table(MINE | {"hand": ["Aat"], "discard": ["EZ"]}, YOURS | {"army": army}).do("place Aat")
    assert (t.hand(0), t.seat) == ([], 1)


@pytest.mark.card("Aat")
def test_aat_has_the_symbols_of_its_mirror_card(x_table: Any) -> None:
    mine = MINE | {"army": [["Aat"]], "deck": ["Arpia", "Timer"]}
    t = x_table(mine, YOURS | {"army": [["1000 visages"]], "passed": True}).do("activate T1", "activate T1")
    assert (t.army(0)[0], t.hand(0)) == (["Aat**"], ["Arpia", "Timer"])
    assert not x_table(mine, YOURS | {"army": [["All in one"]]}).can("activate T1")
    assert not x_table(mine, YOURS | {"army": [["[1000 visages]"]]}).can("activate T1")


@pytest.mark.card("Aat")
def test_aat_below_shadow_resolves_the_effect_of_its_mirror_card_twice(x_table: Any) -> None:
    """Troops with Echo are all of Tomorrow, as Aat is: so no mirror card can give it that keyword, but Sha'dow can."""
    mine = MINE | {
        "hand": ["Aat", "EZ", "Shard"],
        "army": [["Wiindz"], ["Sha'dow"]],
        "deck": ["Timer", "Kaez", "Arpia"],
    }
    t = x_table(mine, YOURS | {"army": [["1000 visages"]]})
    t.do("shift T1", "discard EZ", "discard Shard", "bring in Aat")
    assert (t.hand(0), t.decision) == (["Timer"], "echo")  # one clan in its column
    assert t.do("yes").hand(0) == ["Kaez", "Timer"]


@pytest.mark.card("Aat")
def test_aat_has_the_keywords_of_its_mirror_card(x_table: Any) -> None:
    yours = {"clans": ["galmi", "goan_sul", "abhilasha"]}
    mine = {"clans": ["tomorrow", "phoenix", "xian"]}
    t = x_table(mine | {"hand": ["Aat", "Timer"]}, yours | {"army": [["Boul Go"]]}).do("place Aat")
    assert t.json["wonder"] == 0
    t.do("draw one", "place Timer")
    assert (t.army(0)[0], t.discard(0)) == (["Aat", "Timer"], [])  # recruited: free of cost
    t = x_table(mine | {"army": [["Aat*"]]}, yours | {"army": [["Esprits de Smook"]]})
    assert t.strengths == [4, 2]  # a Veteran with a token
    shift = mine | {"army": [["Aat"]], "hand": ["Timer"], "discard": ["Arpia"]}
    t = x_table(shift, yours | {"army": [["Les gardiens de la nuit"]]}).do("shift T1", "discard Timer")
    assert "bring in Arpia from the discard" in t.choices  # Secret Shift; the cost is Aat's own


@pytest.mark.card("Aat")
def test_a_captured_aat_reacts_as_its_mirror_card_does(x_table: Any) -> None:
    yours = {"clans": ["abhilasha", "goan_sul", "justice"], "hand": ["Déesses de lave", "Alpha", "Smook", "Elle"]}
    mine = {"clans": ["tomorrow", "phoenix", "xian"], "army": [["Aat"]]}
    t = x_table(mine, yours | {"army": [["Les gardiens de la nuit"]]}, turn=1)
    t.do("place Déesses de lave", "capture enemy T1", "discard Elle")
    assert (t.army(0)[0], t.hand(1)) == (["[Aat]"], ["Alpha", "Smook"])


@pytest.mark.card("Aat")
def test_aat_counts_as_all_clans_opposite_a_wild_card(x_table: Any) -> None:
    mine = MINE | {"hand": ["Kaez", "Timer"], "army": [["Aat"]]}
    assert x_table(mine, YOURS | {"army": [["All in one"]]}).can("place Kaez")
    assert not x_table(mine, YOURS | {"army": [["[All in one]"]]}).can("place Kaez")
    t = x_table(mine, YOURS | {"army": [["All in one"]]}).do("place Timer")
    assert (t.army(0)[0], t.hand(0)) == (["Aat", "Timer"], ["Kaez"])


@pytest.mark.card("Aat")
def test_aat_opposite_a_card_of_every_level_stays_a_troop_of_its_own_clan(x_table: Any) -> None:
    """Nobody drafted Xi'an, so Immortals count as all clans of their player's deck; Aat is none."""
    mine = {"clans": ["tomorrow", "galmi", "abhilasha"], "army": [["Aat"]], "tokens": 0}
    yours = {"clans": ["phoenix", "narashima", "justice"], "army": [["Phoenix (Immortal)"]]}
    assert not x_table(mine | {"hand": ["Bun To"]}, yours).can("place Bun To")  # no two cards to pay with
    assert not x_table(mine | {"hand": ["Ree Ab"]}, yours).can("place Ree Ab")
    assert x_table(mine | {"hand": ["Wiindz"]}, yours).can("place Wiindz")
    wild = {"clans": ["phoenix", "galmi", "abhilasha"], "army": [["Phoenix (Immortal)"]], "hand": ["Bun To"]}
    assert x_table(wild, {"clans": ["tomorrow", "narashima", "justice"]}).can("place Bun To")


@pytest.mark.card("Chercheurs de dépouilles")
def test_scavengers_take_all_copies_of_a_name(x_table: Any) -> None:
    discard = ["Timer", "Timer", "Arpia", "Phoenix", "Phoenix (Eliana)"]
    mine = MINE | {"hand": ["Chercheurs de dépouilles"], "discard": discard}
    t = x_table(mine, YOURS).do("place Chercheurs de dépouilles")
    assert t.choices == ["take Arpia", "take Timer", "take Phoenix (Eliana)", "take Phoenix"]
    t.do("take Timer")
    assert (t.hand(0), t.discard(0)) == (["Timer", "Timer"], ["Arpia", "Phoenix", "Phoenix (Eliana)"])


@pytest.mark.card("Chercheurs de dépouilles")
def test_cards_with_additions_in_brackets_share_a_name(x_table: Any) -> None:
    discard = ["Timer", "Phoenix", "Phoenix (Eliana)"]
    t = x_table(MINE | {"army": [["Chercheurs de dépouilles"]], "discard": discard}, YOURS)
    t.do("activate T1", "take Phoenix (Eliana)")
    assert t.hand(0) == ["Phoenix", "Phoenix (Eliana)"]


@pytest.mark.card("Chercheurs de dépouilles")
def test_scavengers_find_nothing_in_an_empty_discard_and_there_is_a_bounty_on_them(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Pangu"], "army": [["Dragon dansant"]], "deck": ["Nalin"]}
    t = x_table(MINE | {"hand": ["Chercheurs de dépouilles"]}, yours).do("place Chercheurs de dépouilles")
    t.do("place Pangu", "aim at enemy T1", "destroy it", "yes")
    assert (t.army(0)[0], t.hand(1)) == ([], ["Nalin"])


@pytest.mark.card("Obeezs")
def test_obeezs_draws_two_and_discards_two_perhaps_twice(x_table: Any) -> None:
    mine = MINE | {"hand": ["Obeezs", "Shard"], "deck": ["Arpia", "Timer", "Muraena", "Sqeezs"]}
    t = x_table(mine, YOURS).do("place Obeezs", "discard Shard", "discard Arpia")
    assert t.decision == "echo"
    assert x_table(mine, YOURS).do("place Obeezs", "discard Shard", "discard Arpia", "no").hand(0) == ["Timer"]
    t.do("yes", "discard Timer", "discard Muraena")
    assert (t.hand(0), t.seat) == (["Sqeezs"], 1)


@pytest.mark.card("Wiindz")
def test_wiindz_frees_a_card_of_its_row_or_column(x_table: Any) -> None:
    mine = MINE | {"army": [["[Arpia]", "[Timer]"], ["[Kaez]", "[Genious]"], ["[Phoenix]"]]}
    t = x_table(mine | {"hand": ["Wiindz"]}, YOURS | {"army": [["[Nitish]", "[Navaj]", "[Nakshatra]"]]}).do(
        "place Wiindz"
    )
    assert t.choices == ["free own T1 (Arpia)", "free own T2 (Timer)"]  # nothing stands above it
    t.do("free own T2", "yes", "free own T1")
    assert t.army(0)[0] == ["Arpia", "Timer", "Wiindz"]


@pytest.mark.card("Wiindz")
def test_a_token_on_wiindz_frees_one_card_without_echo(x_table: Any) -> None:
    mine = MINE | {"army": [["Wiindz", "[Arpia]"], ["[Kaez]", "[Genious]"], ["[Phoenix]"]]}
    t = x_table(mine, YOURS).do("activate T1")
    assert t.choices == ["free own T2 (Arpia)", "free own H1 (Kaez)", "free own I1 (Phoenix)"]
    t.do("free own I1")
    assert (t.army(0)[2], t.seat) == (["Phoenix"], 1)


@pytest.mark.card("Wiindz")
def test_wiindz_comes_in_vain_when_nothing_is_captured(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Wiindz"]}, YOURS | {"army": [["[Nitish]"]]}).do("place Wiindz")
    assert (t.seat, t.army(1)[0]) == (1, ["[Nitish]"])


# ------------------------------------------------------------------------------------------------ Heroes


@pytest.mark.card("EZ")
def test_ez_may_remove_a_card_of_the_discard_to_draw_perhaps_twice(x_table: Any) -> None:
    mine = MINE | {"hand": ["EZ"], "army": [["Wiindz"]], "discard": ["Shard", "Timer"], "deck": ["Arpia", "Muraena"]}
    t = x_table(mine, YOURS).do("place EZ", "yes", "remove Timer")
    assert (t.hand(0), t.json["removed"]) == (["Arpia"], ["Timer"])
    t.do("yes", "yes", "remove Shard")
    assert (t.hand(0), t.discard(0), t.seat) == (["Arpia", "Muraena"], [], 1)


@pytest.mark.card("EZ")
def test_ez_may_be_declined_and_has_nothing_to_remove_from_an_empty_discard(x_table: Any) -> None:
    mine = MINE | {"hand": ["EZ"], "army": [["Wiindz"]]}
    t = x_table(mine | {"discard": ["Shard"]}, YOURS).do("place EZ", "no", "no")
    assert (t.hand(0), t.discard(0), t.seat) == ([], ["Shard"], 1)
    assert x_table(mine, YOURS).do("place EZ").hand(0) == []


@pytest.mark.card("EZ")
def test_a_token_repeats_ez_once_and_there_is_a_bounty_on_it(x_table: Any) -> None:
    mine = MINE | {"army": [["Wiindz"], ["EZ"]], "discard": ["Shard", "Timer"], "deck": ["Arpia"]}
    yours = YOURS | {"hand": ["Pangu"], "army": [["Dragon dansant"]], "deck": ["Nalin"]}
    t = x_table(mine, yours).do("activate H1", "no", "yes", "remove Shard")
    assert (t.hand(0), t.seat) == (["Arpia"], 1)
    t.do("place Pangu", "aim at enemy H1", "capture it", "yes")
    assert t.hand(1) == ["Nalin"]


@pytest.mark.card("Fre'e")
def test_free_frees_a_card_and_copies_its_effect(x_table: Any) -> None:
    mine = MINE | {"hand": ["Fre'e"], "army": [["Wiindz", "[Arpia]"]], "deck": ["Muraena"]}
    t = x_table(mine, YOURS | {"army": [["[Nitish]"]]}).do("place Fre'e")
    assert t.choices == ["free own T2 (Arpia)", "free enemy T1 (Nitish)"]
    t.do("free own T2")
    assert (t.army(0)[0], t.hand(0), t.seat) == (["Wiindz", "Arpia"], ["Muraena"], 1)


@pytest.mark.card("Fre'e")
def test_free_works_for_its_own_player_with_a_card_of_the_enemy(x_table: Any) -> None:
    yours = YOURS | {"army": [["[1000 visages]"]]}
    t = x_table(MINE | {"hand": ["Fre'e"], "army": [["Bun To", "Wiindz"]], "deck": ["Arpia", "Timer"]}, yours)
    t.do("place Fre'e", "free enemy T1")
    assert (t.army(1)[0], t.hand(0)) == (["1000 visages"], ["Arpia", "Timer"])  # Galmi and Tomorrow in its column


@pytest.mark.card("Fre'e")
def test_free_copies_nothing_of_a_card_without_effect_and_does_nothing_without_a_captured_one(x_table: Any) -> None:
    mine = MINE | {"hand": ["Fre'e"], "army": [["Wiindz"]]}
    t = x_table(mine, YOURS | {"army": [["[All in one]"]]}).do("place Fre'e", "free enemy T1")
    assert (t.army(1)[0], t.seat) == (["All in one"], 1)
    assert x_table(mine, YOURS | {"army": [["All in one"]]}).do("place Fre'e").seat == 1


@pytest.mark.card("Fre'e")
def test_free_frees_a_copier_which_copies_on(x_table: Any) -> None:
    yours = YOURS | {"army": [["[Dragon dansant]", "1000 visages"]]}
    t = x_table(MINE | {"hand": ["Fre'e"], "army": [["Wiindz"]], "deck": ["Arpia"]}, yours)
    t.do("place Fre'e", "free enemy T1")
    assert t.choices == ["copy own T1 (Wiindz)", "copy enemy T2 (1000 visages)"]  # not Fre'e, nor the dragon itself
    t.do("copy enemy T2")
    assert t.hand(0) == ["Arpia"]


@pytest.mark.card("Ne'o")
def test_neo_draws_three_and_discards_three_perhaps_twice(x_table: Any) -> None:
    mine = MINE | {"hand": ["Ne'o"], "army": [["Wiindz"]], "deck": ["Arpia", "Timer", "Muraena", "Shard", "EZ", "Kaez"]}
    t = x_table(mine, YOURS).do("place Ne'o", "discard Arpia", "discard Timer", "discard Muraena")
    assert (t.hand(0), t.decision) == ([], "echo")
    t.do("yes", "discard Shard", "discard EZ", "discard Kaez")
    assert (len(t.discard(0)), t.seat) == (6, 1)


@pytest.mark.card("Ne'ye")
def test_whoever_removes_neye_draws_a_card(x_table: Any) -> None:
    mine = MINE | {"hand": ["EZ"], "army": [["Wiindz"]], "discard": ["Ne'ye"], "deck": ["Arpia", "Timer", "Muraena"]}
    t = x_table(mine, YOURS).do("place EZ", "yes", "remove Ne'ye")
    assert t.hand(0) == ["Arpia", "Timer"]  # for Ne'ye, and for EZ


@pytest.mark.card("Ne'ye")
def test_neye_is_mourned_when_orgah_removes_its_clan(x_table: Any) -> None:
    yours = {"clans": ["goan_sul", "narashima", "justice"], "hand": ["Orgah"], "army": [["Esprits de Smook"]]}
    mine = MINE | {"discard": ["Ne'ye", "Timer"], "deck": ["Arpia"]}
    t = x_table(mine, yours | {"discard": ["Alpha"], "deck": ["Nalin"]}, turn=1)
    t.do("place Orgah", "clan Goan Sul", "clan Tomorrow")
    assert (t.hand(0), t.hand(1)) == (["Arpia"], [])  # its own player removed it
    assert t.json["removed"] == ["Alpha", "Ne'ye"]


@pytest.mark.card("Ne'ye")
def test_abhilasha_draws_for_the_neye_of_the_enemy(x_table: Any) -> None:
    army = [["Les gardiens de la nuit"], ["Solok"]]
    yours = {"clans": ["abhilasha", "narashima", "justice"], "hand": ["Abhilasha"], "army": army, "deck": ["Nalin"]}
    t = x_table(MINE | {"discard": ["Ne'ye"], "deck": ["Arpia"]}, yours, turn=1).do("place Abhilasha", "copy Ne'ye")
    assert (t.hand(0), t.hand(1), t.json["removed"]) == ([], ["Nalin"], ["Ne'ye"])


@pytest.mark.card("Ne'ye")
def test_neye_is_mourned_only_when_it_leaves_the_game(x_table: Any) -> None:
    mine = MINE | {"hand": ["Chercheurs de dépouilles"], "discard": ["Ne'ye"], "deck": ["Arpia"]}
    assert x_table(mine, YOURS).do("place Chercheurs de dépouilles", "take Ne'ye").hand(0) == ["Ne'ye"]


@pytest.mark.card("Ne'ye")
def test_a_clan_is_removed_before_anybody_draws_for_neye(x_table: Any) -> None:
    """The deck is empty: the draw for Ne'ye shuffles what is left, and of the clan nothing is."""
    yours = {"clans": ["goan_sul", "xian", "justice"], "hand": ["Orgah"], "army": [["Esprits de Smook"]]}
    t = x_table(MINE | {"army": [["Aat"]]}, yours, turn=1, rest="discard")
    t.do("place Orgah", "clan Goan Sul", "clan Tomorrow")
    tomorrow = [name for name in t.json["removed"] if name in ("Sha'dow", "Tomorrow", "Byun Hyung Ja (Tomorrow)")]
    assert tomorrow == ["Sha'dow", "Tomorrow", "Byun Hyung Ja (Tomorrow)"]
    assert (len(t.hand(0)), t.deck(0)) == (1, 29)  # the two other clans


@pytest.mark.card("Sha'dow")
def test_cards_beside_shadow_have_echo(x_table: Any) -> None:
    army = [["Wiindz", "Arpia"], ["Sha'dow"]]
    mine = MINE | {"hand": ["Kaez", "Fenghuang"], "army": army}
    t = x_table(mine, YOURS).do("place Fenghuang", "take Phoenix")
    assert t.decision == "echo"
    t.do("yes", "take Phoenix (Eliana)")
    assert t.top(0) == ["Phoenix (Eliana)"]  # the deck was shuffled again


@pytest.mark.card("Sha'dow")
def test_cards_above_and_below_shadow_have_echo_and_others_have_not(x_table: Any) -> None:
    above = MINE | {"hand": ["Tomorrow"], "army": [["Wiindz", "Arpia"], ["Sha'dow", "Kaez"]]}
    assert x_table(above, YOURS).do("place Tomorrow").decision == "echo"
    far = MINE | {"hand": ["Arpia"], "army": [["Arpia"], ["Sha'dow"]], "deck": ["Timer"]}
    assert x_table(far, YOURS).do("place Arpia").seat == 1  # one slot up and one aside is not adjacent


@pytest.mark.card("Sha'dow")
def test_shadow_is_ethereal_and_silent_when_it_comes(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Sha'dow"], "army": [["Wiindz"]]}, YOURS).do("place Sha'dow")
    assert t.seat == 1
    yours = YOURS | {"hand": ["Pangu"], "army": [["Dragon dansant"]]}
    t = x_table(MINE | {"army": [["Wiindz"], ["Sha'dow"]]}, yours, turn=1).do("place Pangu")
    assert "aim at enemy H1 (Sha'dow)" not in t.choices
    assert "aim at enemy T1 (Wiindz)" in t.choices


# ------------------------------------------------------------------------------------------------ Immortals


@pytest.mark.card("Tomorrow")
def test_tomorrow_draws_one_and_by_its_own_law_perhaps_another(x_table: Any) -> None:
    mine = MINE | {"hand": ["Tomorrow"], "army": [["Wiindz"], ["EZ"]], "deck": ["Arpia", "Timer"]}
    t = x_table(mine, YOURS).do("place Tomorrow")
    assert (t.hand(0), t.decision) == (["Arpia"], "echo")
    t.do("yes")
    assert (t.hand(0), t.seat) == (["Arpia", "Timer"], 1)


@pytest.mark.card("Tomorrow")
@pytest.mark.parametrize(("tomorrow", "decision"), [("Tomorrow", "echo"), ("[Tomorrow]", "main")])
def test_tomorrow_gives_echo_to_the_immortals_of_its_player(x_table: Any, tomorrow: str, decision: str) -> None:
    army = [["Wiindz", "Bun To"], ["EZ", "Kan Te"], [tomorrow]]
    yours = YOURS | {"army": [["Dragon dansant"], ["Pangu"]], "hand": ["Xi'an"]}
    t = x_table(MINE | {"hand": ["Galmi"], "army": army}, yours).do("place Galmi", "lift enemy H1")
    assert t.decision == decision


@pytest.mark.card("Tomorrow")
def test_tomorrow_gives_nothing_to_the_enemy_nor_to_heroes(x_table: Any) -> None:
    mine = MINE | {"army": [["Wiindz", "Arpia"], ["EZ"], ["Tomorrow"]], "hand": ["Kaez"]}
    yours = YOURS | {"army": [["Nitish"], ["Nalin"]], "hand": ["Narashima"], "discard": ["Navaj"]}
    t = x_table(mine, yours, turn=1).do("place Narashima", "take Navaj")
    assert (t.seat, t.decision) == (0, "main")
    t.do("place Kaez")
    assert (t.seat, t.decision) == (1, "main")


BYUN = [["Wiindz"], ["EZ"], ["Byun Hyung Ja (Tomorrow)"]]


@pytest.mark.card("Byun Hyung Ja (Tomorrow)")
def test_byun_of_tomorrow_shuffles_neye_back_and_unlocks_a_token(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "discard": ["Ne'ye"], "deck": ["Arpia", "Timer"]}, YOURS)
    t.do("activate H1", "yes", "remove Ne'ye")
    assert t.json["removed"] == []
    assert "Ne'ye" in t.player(0)["deck_cards"]
    assert (t.owned(0), t.tokens(0), t.hand(0)) == (3, 2, ["Arpia", "Timer"])


@pytest.mark.card("Byun Hyung Ja (Tomorrow)")
def test_byun_of_tomorrow_waits_for_neye_and_for_its_turn(x_table: Any) -> None:
    assert x_table(MINE | {"army": BYUN}, YOURS).do("draw one").owned(0) == 2
    t = x_table(MINE | {"army": BYUN}, YOURS, removed=["Ne'ye"], turn=1).do("draw one")
    assert (t.owned(0), t.json["removed"]) == (2, ["Ne'ye"])
    t.do("draw one")
    assert (t.owned(0), t.json["removed"]) == (3, [])
    captured = [*BYUN[:2], ["[Byun Hyung Ja (Tomorrow)]"]]
    assert x_table(MINE | {"army": captured}, YOURS, removed=["Ne'ye"]).do("draw one").owned(0) == 2


@pytest.mark.card("Byun Hyung Ja (Tomorrow)")
def test_the_fifth_token_of_byun_of_tomorrow_wins(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "owned": 4}, YOURS, removed=["Ne'ye"]).do("draw one")
    assert (t.json["over"], t.json["winners"]) == (True, [0])
