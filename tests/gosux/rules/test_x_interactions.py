"""Cards of GOSU X that meet: copies of copies, mirrors, Echo, Phoenixes of every level, what everybody knows."""

from __future__ import annotations

from typing import Any

import pytest

from gosu_env import Game

MINE: dict[str, Any] = {"clans": ["xian", "tomorrow", "phoenix"]}
YOURS: dict[str, Any] = {"clans": ["galmi", "narashima", "justice"]}
ANY = "Phoenix (Immortal)"

# ------------------------------------------------------------------------------------------------ copies


@pytest.mark.rule("X-8.6")
def test_a_copied_card_lends_its_effect_and_not_its_echo(x_table: Any) -> None:
    """Echo is a keyword of the card that is placed; a copy takes effects only."""
    mine = MINE | {"hand": ["Valeen", "EZ", "Kaez"], "army": [["3 voeux", "Obeezs"]], "deck": ["Aat", "Nio"]}
    t = x_table(mine, YOURS).do("place Valeen", "copy own T2", "discard EZ", "discard Kaez")
    assert (t.hand(0), t.seat) == (["Aat", "Nio"], 1)


@pytest.mark.rule("X-8.6")
def test_beside_shadow_a_copier_copies_twice(x_table: Any) -> None:
    army = [["3 voeux", "1000 visages"], ["Sha'dow"]]
    mine = MINE | {"hand": ["Valeen"], "army": army, "deck": ["Aat", "EZ", "Nio", "Kaez"]}
    t = x_table(mine, YOURS | {"army": [["Nikhilesh"]]}).do("place Valeen", "copy own T2", "yes")
    assert t.hand(0) == ["Aat"]  # Valeen and 1000 visages below it are of one clan
    t.do("copy own T2")
    assert (t.hand(0), t.seat) == (["Aat", "EZ"], 1)


@pytest.mark.rule("X-8.6")
def test_with_the_law_of_tomorrow_xian_copies_twice(x_table: Any) -> None:
    army = [["3 voeux", "Wiindz"], ["Pangu", "EZ"], ["Tomorrow"]]
    mine = MINE | {"hand": ["Xi'an"], "army": army, "deck": ["Aat", "Nio"]}
    t = x_table(mine, YOURS).do("place Xi'an", "copy own I1", "yes", "copy own I1")
    assert (t.hand(0), t.seat) == (["Aat", "Nio"], 1)


@pytest.mark.rule("X-8.6")
def test_echo_by_shadow_above_and_shadow_beside_is_still_one_second_time(x_table: Any) -> None:
    army = [["Wiindz", "Obeezs"], ["Sha'dow"]]
    mine = MINE | {"hand": ["EZ"], "army": army, "discard": ["Aat", "Nio", "Kaez"]}
    t = x_table(mine, YOURS).do("place EZ", "yes", "remove Aat", "yes", "yes", "remove Nio")
    assert (len(t.hand(0)), t.seat) == (2, 1)


def copies_of(t: Any) -> list[str]:
    """The cards that may be copied now."""
    assert all(choice.startswith("copy ") for choice in t.choices)
    return [choice.removeprefix("copy ") for choice in t.choices]


def test_copies_of_copies_end(x_table: Any) -> None:
    """Ruling: in a chain of copies each card that copies takes part once. Here: Xi'an, Valeen, the dragon, the end."""
    army = [["Dragon dansant", "1000 visages"], ["Valeen"]]
    t = x_table(MINE | {"hand": ["Xi'an"], "army": army}, YOURS).do("place Xi'an")
    assert copies_of(t) == ["own T1 (Dragon dansant)", "own T2 (1000 visages)", "own H1 (Valeen)"]
    t.do("copy own H1")
    assert copies_of(t) == ["own T1 (Dragon dansant)", "own T2 (1000 visages)"]  # levels I and II
    t.do("copy own T1")
    assert copies_of(t) == ["own T2 (1000 visages)"]
    t.do("copy own T2")
    assert (len(t.hand(0)), t.seat) == (3, 1)  # Xi'an itself is all three clans of its column


def test_a_chain_of_copies_that_finds_nothing_more_ends_in_nothing(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Valeen"], "army": [["Dragon dansant", "Dragon dansant"]]}, YOURS)
    t.do("place Valeen", "copy own T1")
    assert (t.seat, t.decision) == (1, "main")  # the other dragon is the same card


def test_the_same_card_may_be_copied_again_when_it_does_not_copy(x_table: Any) -> None:
    army = [["1000 visages", "3 voeux"], ["Pangu"]]
    t = x_table(MINE | {"hand": ["Nio"], "army": army, "deck": ["Aat", "EZ"]}, YOURS)
    t.do("place Nio", "copy own H1", "aim at own T1", "yes", "copy own T2", "clan Xi'an")
    assert t.army(0) == [["[1000 visages]", "[3 voeux]"], ["[Pangu]", "Nio"], []]


def test_abhilasha_copies_a_copier_of_a_discard_and_removes_it(x_table: Any) -> None:
    army = [["Les gardiens de la nuit", "1000 visages"], ["Solok", "Pangu"]]
    mine = {"clans": ["abhilasha", "xian", "phoenix"], "hand": ["Abhilasha"], "army": army, "discard": ["Xi'an"]}
    t = x_table(mine | {"deck": ["Kaez", "Nio"]}, YOURS).do("place Abhilasha", "copy Xi'an", "copy own T2")
    assert (t.hand(0), t.json["removed"], t.discard(0)) == (["Kaez"], ["Xi'an"], [])


def test_xian_copies_abhilasha_once_and_that_copies_from_a_discard(x_table: Any) -> None:
    army = [["Les gardiens de la nuit", "1000 visages"], ["Solok", "Pangu"], ["Abhilasha"]]
    mine = {"clans": ["abhilasha", "xian", "tomorrow"], "hand": ["Xi'an"], "army": army}
    t = x_table(mine, YOURS | {"discard": ["Bun To"]}).do("place Xi'an", "copy own I1", "copy Bun To", "level 1")
    assert (t.json["removed"], t.discard(1), t.seat) == (["Bun To"], [], 1)


def test_cultists_the_dragon_and_free_copy_each_other_to_an_end(x_table: Any) -> None:
    mine = {"clans": ["abhilasha", "xian", "tomorrow"], "hand": ["Fre'e"]}
    army = [["Wiindz", "[Les sombres cultistes]", "Dragon dansant", "Dragon dansant"]]
    t = x_table(mine | {"army": army}, YOURS).do("place Fre'e", "free own T2")
    assert copies_of(t) == ["own T1 (Wiindz)"]  # in the column of Fre'e, which alone is in its row
    t.do("copy own T1")
    assert (t.seat, t.army(0)[0][1]) == (1, "Les sombres cultistes")


# ------------------------------------------------------------------------------------------------ mirrors


@pytest.mark.rule("X-8.11")
def test_aat_copies_by_the_dragon_that_it_mirrors(x_table: Any) -> None:
    mine = {"clans": ["tomorrow", "phoenix", "narashima"], "hand": ["Aat"], "deck": ["Arpia", "Timer"]}
    yours = {"clans": ["xian", "galmi", "justice"], "army": [["Dragon dansant", "1000 visages"]]}
    t = x_table(mine, yours).do("place Aat")
    assert copies_of(t) == ["enemy T2 (1000 visages)"]  # the dragon is the card that copies
    t.do("copy enemy T2")
    assert t.hand(0) == ["Arpia"]


@pytest.mark.rule("X-8.11")
def test_the_dragon_copies_an_aat_by_what_it_mirrors(x_table: Any) -> None:
    mine = {"clans": ["xian", "phoenix", "galmi"], "hand": ["Dragon dansant"], "army": [["Muraena"]]}
    mine |= {"hand": ["Dragon dansant", "Shard", "Kaez"], "deck": ["Arpia", "Timer", "Nio"]}
    yours = {"clans": ["tomorrow", "narashima", "justice"], "army": [["Aat"]]}
    t = x_table(mine, yours).do("place Dragon dansant", "discard Shard", "discard Kaez", "copy enemy T1")
    assert t.hand(0) == ["Arpia", "Timer"]  # Aat mirrors Muraena


@pytest.mark.rule("X-8.11")
@pytest.mark.rule("X-8.5")
def test_aat_is_as_ethereal_as_its_mirror_card(x_table: Any) -> None:
    mine = {"clans": ["tomorrow", "xian", "narashima"], "army": [["Aat"]]}
    yours = {"clans": ["phoenix", "goan_sul", "justice"], "hand": ["Déesses de lave", "Alpha", "Smook"]}
    t = x_table(mine, yours | {"army": [[ANY]]}, turn=1).do("place Déesses de lave", "discard Alpha", "discard Smook")
    assert t.choices == ["capture own T2 (Déesses de lave)"]
    t = x_table(mine, yours, turn=1).do("place Déesses de lave")
    assert t.choices == ["capture own T1 (Déesses de lave)", "capture enemy T1 (Aat)"]


@pytest.mark.rule("X-8.11")
def test_a_token_stays_on_aat_when_its_mirror_card_is_captured(x_table: Any) -> None:
    mine = {"clans": ["tomorrow", "xian", "phoenix"], "army": [["Aat*", "3 voeux"]], "hand": ["Pangu"]}
    yours = {"clans": ["goan_sul", "galmi", "justice"], "army": [["Esprits de Smook", "Bun To"]]}
    t = x_table(mine, yours)
    assert t.strengths == [6, 4]  # a Veteran with a token
    t.do("place Pangu", "aim at enemy T1")
    assert (t.army(0)[0], t.strengths) == (["Aat*", "3 voeux"], [7, 2])


# ------------------------------------------------------------------------------------------------ every level


@pytest.mark.rule("X-4.3")
def test_the_immortal_in_the_row_of_troops_is_a_hero_of_its_clan_as_well(x_table: Any) -> None:
    """Ruling: it counts as every level everywhere, so an Immortal of Phoenix finds its Troop and its Hero in it."""
    army = [[ANY, "3 voeux"], ["Pangu"]]
    assert x_table(MINE | {"army": army, "hand": ["Phoenix"]}, YOURS).can("place Phoenix")
    army = [["Arpia", "3 voeux"], ["Pangu"]]
    assert not x_table(MINE | {"army": army, "hand": ["Phoenix"]}, YOURS).can("place Phoenix")


@pytest.mark.rule("X-4.3")
def test_the_immortal_among_heroes_is_a_troop_of_its_clan_for_an_immortal_and_not_for_a_hero(x_table: Any) -> None:
    """Ruling: an Immortal asks for a Troop in the army; a Hero asks for one in the first row (the rulebook)."""
    mine = MINE | {"army": [["3 voeux", "3 voeux"], [ANY]], "hand": ["Phoenix", "Kaez"]}
    t = x_table(mine, YOURS)
    assert t.can("place Phoenix")
    assert not t.can("place Kaez")


@pytest.mark.rule("X-4.2")
def test_a_troop_of_phoenix_is_free_beside_the_immortal_in_its_row_only(x_table: Any) -> None:
    mine = MINE | {"hand": ["Arpia"]}
    assert x_table(mine | {"army": [[ANY]]}, YOURS).can("place Arpia")
    assert not x_table(mine | {"army": [["3 voeux"], [ANY]]}, YOURS).can("place Arpia")  # two cards to pay


@pytest.mark.rule("X-8.15")
def test_with_the_law_of_xian_the_immortal_counts_as_all_clans_as_cards_of_level_three_do(x_table: Any) -> None:
    army = [["3 voeux"], ["Pangu"], ["Xi'an"]]
    mine = MINE | {"army": army, "hand": [ANY, "Obeezs", "Aat"]}
    t = x_table(mine, YOURS).do(f"place {ANY}")  # of Xi'an, too: free of cost; the rows above are full
    assert t.army(0)[0] == ["3 voeux", ANY]
    t.do("draw one")
    assert t.can("place Obeezs")
    t.do("place Obeezs")
    assert t.decision == "discard"  # drawing and discarding: there was nothing to pay


@pytest.mark.rule("X-8.6")
def test_the_immortal_has_echo_by_the_law_of_tomorrow_but_nothing_to_repeat(x_table: Any) -> None:
    army = [["Wiindz", "Arpia"], ["EZ"], ["Tomorrow"]]
    t = x_table(MINE | {"army": army, "hand": [ANY]}, YOURS).do(f"place {ANY}", "row 2")
    assert t.seat == 1


@pytest.mark.rule("X-2.5")
def test_the_immortal_is_a_troop_in_an_opening_hand() -> None:
    """Ruling: everywhere is everywhere. With one Troop beside it the hand has two, and is kept."""
    game = Game("gosux", 2, seed=17)
    for clan in ("Phoenix", "Justice", "Galmi", "Xi'an", "Tomorrow", "Narashima"):
        game.apply(game.parse_action(f"pick {clan}"))
    hand = game.to_json()["players"][game.seat]["hand"]
    assert hand[:2] == ["Dragon dansant", ANY]  # and Heroes and Immortals
    assert [game.action_text(action) for action in game.legal_actions()] == ["no"]


@pytest.mark.rule("X-8.1")
def test_effects_for_a_level_reach_the_immortal_in_any_row(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Un'Go"]}
    for row in range(3):
        army = [["Arpia"], ["Kaez"], [ANY]][: row + 1]
        army[row] = [ANY]
        t = x_table(MINE | {"army": army}, yours, turn=1).do("place Un'Go")
        assert f"lift enemy {'THI'[row]}1 ({ANY})" in t.choices  # a card of level I or II


@pytest.mark.rule("X-2.6")
def test_the_immortal_comes_back_from_the_discard_as_a_troop(x_table: Any) -> None:
    mine = {"clans": ["narashima", "phoenix", "tomorrow"], "hand": ["Nakshatra"], "discard": [ANY, "Kaez"]}
    t = x_table(mine | {"deck": ["Nalin", "Niranjan"]}, {"clans": ["galmi", "xian", "justice"]}).do("place Nakshatra")
    assert t.choices == [f"take {ANY}"]


# ------------------------------------------------------------------------------------------------ what is known


@pytest.mark.rule("X-2.6")
def test_a_card_put_on_top_is_known_until_it_is_played(x_table: Any) -> None:
    mine = MINE | {"army": [["Arpia"], ["Kaez"]], "hand": ["Nio"]}
    t = x_table(mine, YOURS | {"hand": ["Un'Go"]}, turn=1).do("place Un'Go", "lift enemy H1")
    assert t.game.to_json(1)["players"][0]["known_top"] == ["Kaez"]
    t.do("draw one")
    assert t.top(0) == []
    assert t.game.to_json(1)["players"][0]["hand"] == ["Kaez", None]


@pytest.mark.rule("X-8.12")
def test_a_known_card_on_top_is_the_first_to_be_milled(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Nalin"], "army": [["Nitish"]]}
    mine = {"clans": ["xian", "tomorrow", "phoenix"], "army": [["Arpia"]], "hand": ["Fenghuang"]}
    t = x_table(mine, yours).do("place Fenghuang", "take Phoenix")
    assert t.top(0) == ["Phoenix"]
    t.do("place Nalin", "player opponent")
    assert (t.top(0), len(t.discard(0))) == ([], 10)
    assert "Phoenix" in t.discard(0)


@pytest.mark.rule("X-2.6")
def test_sqeezs_leaves_a_card_that_everybody_knows_at_the_bottom(x_table: Any) -> None:
    mine = MINE | {"hand": ["Sqeezs"], "deck": ["Arpia", "Timer", "Nio"]}
    t = x_table(mine, YOURS, rest="discard").do("place Sqeezs", "take Arpia", "put on top Timer")
    seen = t.game.to_json(1)["players"][0]
    assert (seen["known_top"], seen["known_bottom"], seen["hand"]) == (["Timer"], ["Nio"], ["Arpia"])
    t.do("draw one", "draw three")
    assert {"Arpia", "Timer", "Nio"} <= set(t.game.to_json(1)["players"][0]["hand"])  # the last card was known as well


# ------------------------------------------------------------------------------------------------ copies of enemy cards


def test_a_copy_of_kaez_finds_only_ones_own_cards(x_table: Any) -> None:
    """Ruling: decks are private, so are the cards of them that were removed from the game."""
    mine = {"clans": ["xian", "tomorrow", "galmi"], "hand": ["Valeen"], "army": [["3 voeux"]]}
    yours = {"clans": ["phoenix", "narashima", "justice"], "army": [["Arpia"], ["Kaez"]], "discard": ["Phoenix"]}
    t = x_table(mine, yours, removed=["Phoenix (Eliana)"]).do("place Valeen", "copy enemy H1")
    assert (t.hand(0), t.discard(1), t.json["removed"]) == ([], ["Phoenix"], ["Phoenix (Eliana)"])


@pytest.mark.parametrize(("supremacy", "found"), [(0, []), (1, ["take EZ"])])
def test_a_copied_effect_asks_for_the_supremacy_token_of_the_one_who_copies(
    x_table: Any, supremacy: int, found: list[str]
) -> None:
    mine = MINE | {"hand": ["Dragon dansant"], "discard": ["EZ"], "deck": ["Nio", "Kaez"], "supremacy": supremacy}
    t = x_table(mine, YOURS | {"army": [["Nakshatra"]], "supremacy": 1 - supremacy})
    t.do("place Dragon dansant", "copy enemy T1")
    assert [choice for choice in t.choices if choice == "take EZ"] == found


def test_a_copy_of_ez_removes_from_the_discard_of_the_one_who_copies(x_table: Any) -> None:
    mine = {"clans": ["xian", "narashima", "galmi"], "hand": ["Valeen"], "army": [["3 voeux"]], "discard": ["Shard"]}
    yours = {"clans": ["tomorrow", "phoenix", "justice"], "army": [["Wiindz"], ["EZ"]], "discard": ["Ne'ye"]}
    t = x_table(mine, yours).do("place Valeen", "copy enemy H1", "yes")
    assert t.choices == ["remove Shard"]
    t.do("remove Shard")
    assert (len(t.hand(0)), t.json["removed"]) == (1, ["Shard"])


# ------------------------------------------------------------------------------------------------ mirrors, once more


@pytest.mark.rule("X-8.11")
@pytest.mark.rule("X-8.15")
@pytest.mark.parametrize(("mirror", "seat"), [("Boul Go", 0), ("[Boul Go]", 1)])
def test_aat_has_the_permanent_effect_of_its_mirror_card(x_table: Any, mirror: str, seat: int) -> None:
    t = x_table(MINE | {"army": [["Aat"]]}, YOURS | {"army": [[mirror]]}).do("draw three")
    assert t.seat == seat  # an extra turn for two tokens spent on cards


@pytest.mark.rule("X-8.11")
@pytest.mark.parametrize(("other", "seat"), [("Timer", 0), ("Muraena", 1)])
def test_aat_opposite_arpia_looks_for_timer_in_any_army(x_table: Any, other: str, seat: int) -> None:
    mine = {"clans": ["tomorrow", "xian", "galmi"], "hand": ["Aat"], "deck": ["Nio"]}
    yours = {"clans": ["phoenix", "narashima", "justice"], "army": [["Arpia", other]]}
    t = x_table(mine, yours).do("place Aat")
    assert (t.hand(0), t.seat) == (["Nio"], seat)


# ------------------------------------------------------------------------------------------------ Ethereal


@pytest.mark.rule("X-8.5")
def test_the_ethereal_token_of_justice_lies_on_the_highest_free_card_of_each_player(x_table: Any) -> None:
    mine = {"clans": ["xian", "tomorrow", "phoenix"], "army": [["Arpia", "Timer"], ["Kaez"]]}
    yours = {"clans": ["galmi", "narashima", "abhilasha"], "hand": ["Nitish", "Byun Hyung Ja (Galmi)"]}
    t = x_table(mine, yours, turn=1)
    assert t.json["tiles"] == ["goan_sul", "justice"]
    t.do("place Nitish", "discard Byun Hyung Ja (Galmi)")
    assert t.choices == ["aim at enemy T1 (Arpia)", "aim at enemy T2 (Timer)"]  # neither Kaez nor Nitish


@pytest.mark.rule("X-8.5")
def test_a_highest_free_card_is_sacrificed_all_the_same(x_table: Any) -> None:
    mine = {"clans": ["xian", "tomorrow", "phoenix"], "army": [["Arpia"], ["Kaez"]]}
    yours = {"clans": ["galmi", "narashima", "abhilasha"], "hand": ["Niranjan"], "army": [["Nitish"]]}
    t = x_table(mine, yours, turn=1).do("place Niranjan", "sacrifice own H1")
    assert t.army(0) == [["Arpia"], [], []]


# ------------------------------------------------------------------------------------------------ Byun Hyung Ja


@pytest.mark.rule("X-8.7")
def test_byun_of_phoenix_saved_by_a_force_of_will_unlocks_its_token(x_table: Any) -> None:
    """Ruling: the capture is cancelled and the rest of the effect is not."""
    army = [["Arpia", "Timer", ANY], ["Kaez", "Phoenix (Eliana)"], ["Byun Hyung Ja (Phoenix)", "Phoenix"]]
    mine = {"clans": ["phoenix", "abhilasha", "tomorrow"], "army": army, "hand": ["Le Cercle Rouge"], "deck": ["EZ"]}
    t = x_table(mine, YOURS).do("draw one", "yes")
    assert (t.army(0)[2][0], t.owned(0), t.hand(0)) == ("Byun Hyung Ja (Phoenix)", 3, ["EZ"])


@pytest.mark.rule("X-6.6")
def test_genious_does_not_make_the_deck_new_for_byun_of_narashima(x_table: Any) -> None:
    """Ruling: one clan is picked and shuffled into a deck; that is not the whole discard, even if it is all of it."""
    army = [["Arpia", "Nitish"], ["Nalin"], ["Byun Hyung Ja (Narashima)"]]
    mine = {"clans": ["phoenix", "narashima", "tomorrow"], "army": army, "hand": ["Genious"], "discard": ["Timer"]}
    t = x_table(mine, {"clans": ["galmi", "xian", "justice"]}).do("place Genious", "clan Phoenix")
    assert (t.owned(0), t.discard(0)) == (2, [])


# ------------------------------------------------------------------------------------------------ Nityananda


@pytest.mark.rule("X-4.1")
def test_the_immortal_is_placed_from_the_discard_in_a_row_of_ones_choice(x_table: Any) -> None:
    mine = {"clans": ["phoenix", "narashima", "tomorrow"], "army": [["Navaj", "Arpia", "Timer"], ["Kaez"]]}
    t = x_table(mine | {"hand": ["Nityananda"], "discard": [ANY]}, {"clans": ["galmi", "xian", "justice"]}).do(
        "place Nityananda", f"place {ANY} from the discard"
    )
    assert t.choices == ["row 1", "row 2", "row 3"]
    t.do("row 3")
    assert (t.army(0)[2], t.discard(0), t.seat) == ([ANY], [], 1)


@pytest.mark.rule("X-8.13")
def test_the_turn_of_nityananda_is_lost_when_it_was_the_last_one(x_table: Any) -> None:
    mine = {"clans": ["phoenix", "narashima", "tomorrow"], "hand": ["Nityananda"], "army": [["Navaj"]]}
    yours = {"clans": ["goan_sul", "xian", "justice"], "passed": True}
    t = x_table(mine | {"discard": ["Nakshatra"]}, yours, turns_left=1).do("place Nityananda")
    assert (t.supremacy(0), t.choices) == (1, ["sacrifice own H1 (Nityananda)"])
    t.do("sacrifice own H1")
    assert t.json["round"] == 2
    t.do("draw one")
    assert not t.can("place Nakshatra from the discard")


# ------------------------------------------------------------------------------------------------ and more


@pytest.mark.rule("X-8.7")
def test_one_may_save_a_card_from_ones_own_nio(x_table: Any) -> None:
    mine = {"clans": ["xian", "abhilasha", "tomorrow"], "army": [["All in one"]], "hand": ["Nio", "Le Cercle Rouge"]}
    t = x_table(mine, YOURS).do("place Nio", "copy own T1")
    assert (t.seat, t.decision) == (0, "react")
    t.do("yes", "no")
    assert (t.army(0)[0], t.discard(0)) == (["All in one"], ["Le Cercle Rouge"])


@pytest.mark.rule("X-8.9")
@pytest.mark.rule("X-8.11")
def test_there_is_a_bounty_on_aat_opposite_a_card_with_bounty(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Nitish", "Byun Hyung Ja (Galmi)"], "army": [["Nikhilesh"]], "deck": ["Nalin"]}
    t = x_table(MINE | {"army": [["Aat"]]}, yours, turn=1)
    t.do("place Nitish", "discard Byun Hyung Ja (Galmi)", "aim at enemy T1", "destroy it", "yes")
    assert (t.army(0)[0], t.hand(1)) == ([], ["Nalin"])


@pytest.mark.rule("X-8.8")
def test_who_has_but_the_newcomer_in_hand_shifts_by_the_wonder_token(x_table: Any) -> None:
    mine = MINE | {"army": [["Aat"]], "hand": ["Timer"]}
    yours = {"clans": ["abhilasha", "narashima", "justice"]}
    assert not x_table(mine, yours).can("shift T1")
    t = x_table(mine, yours, wonder=0).do("shift T1")
    assert t.choices == ["spend the Wonder token"]
    assert t.do("spend the Wonder token", "bring in Timer").army(0)[0] == ["Timer"]


@pytest.mark.rule("X-6.6")
@pytest.mark.rule("X-1.2")
def test_two_byun_hyung_ja_at_the_end_of_one_turn_unlock_two_tokens(x_table: Any) -> None:
    army = [["3 voeux", "Wiindz"], ["Pangu", "EZ"], ["Byun Hyung Ja (Xi'an)", "Byun Hyung Ja (Tomorrow)"]]
    hand = ["Nio", "Valeen", "Dalisteer", "Shennong", "1000 visages"]
    mine = MINE | {"army": army, "hand": hand, "deck": ["Kaez"]}
    end = ("draw one", "first resolve own I2", "discard Xi'an", *(f"discard {card}" for card in hand))
    t = x_table(mine, YOURS, removed=["Ne'ye"]).do(*end)
    assert (t.owned(0), t.tokens(0), t.hand(0)) == (4, 3, ["Kaez"])
    t = x_table(mine | {"owned": 3}, YOURS, removed=["Ne'ye"]).do(*end)
    assert (t.json["over"], t.json["winners"]) == (True, [0])


@pytest.mark.rule("X-8.6")
def test_a_card_that_destroyed_itself_may_still_echo(x_table: Any) -> None:
    """Ruling: Echo belongs to the card as it was placed; what it does afterwards does not matter."""
    mine = MINE | {"army": [["3 voeux", "Wiindz"], ["Sha'dow"]], "hand": ["Pangu"]}
    t = x_table(mine, YOURS | {"army": [["Nitish"]]}).do("place Pangu", "aim at own H2", "destroy it")
    assert t.decision == "echo"
    t.do("yes", "aim at enemy T1", "destroy it")
    assert (t.army(0)[1], t.army(1)[0]) == (["Sha'dow"], [])
