"""The words on cards (X-8), and the tiles of Narashima, Tomorrow and Xi'an."""

from __future__ import annotations

from typing import Any

import pytest

MINE: dict[str, Any] = {"clans": ["phoenix", "xian", "tomorrow"]}
YOURS: dict[str, Any] = {"clans": ["galmi", "narashima", "justice"]}
ARMY = [["Arpia", "Timer", "Muraena"], ["Kaez", "Genious"], ["Phoenix"]]

# ------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-8.1")
def test_a_free_card_has_nothing_above_it_and_nothing_to_its_right(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Niranjan"], "army": [["Nitish"]]}
    t = x_table(MINE | {"army": ARMY}, yours, turn=1).do("place Niranjan")
    assert t.choices == ["sacrifice own T3 (Muraena)", "sacrifice own H2 (Genious)", "sacrifice own I1 (Phoenix)"]
    t = x_table(MINE | {"army": [["Arpia"], ["Kaez"], ["Phoenix"]]}, yours, turn=1).do("place Niranjan")
    assert t.choices == ["sacrifice own I1 (Phoenix)"]


@pytest.mark.rule("X-8.1")
def test_only_free_cards_are_destroyed_and_any_card_is_captured(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Nitish", "Byun Hyung Ja (Justice)"]}

    def modes(slot: str) -> list[str]:
        t = x_table(MINE | {"army": ARMY}, yours, turn=1)
        t.do("place Nitish", "discard Byun Hyung Ja (Justice)", f"aim at enemy {slot}")
        return list(t.choices)

    assert modes("T3") == modes("H2") == modes("I1") == ["capture it", "destroy it"]
    for slot in ("T1", "T2", "H1"):  # captured at once: there is nothing else to do to them
        assert "destroy it" not in modes(slot)


@pytest.mark.rule("X-8.1")
@pytest.mark.rule("X-8.2")
def test_a_captured_card_still_covers_the_card_below_it(x_table: Any) -> None:
    mine = MINE | {"army": [["Arpia"], ["[Kaez]"]]}
    t = x_table(mine, YOURS | {"hand": ["Niranjan"], "army": [["Nitish"]]}, turn=1).do("place Niranjan")
    assert t.choices == ["sacrifice own H1 (Kaez)"]


@pytest.mark.rule("X-8.2")
def test_a_captured_card_has_no_value_no_ability_and_no_clan(x_table: Any) -> None:
    mine = MINE | {"army": [["[Arpia]", "[Dragon dansant]"]], "hand": ["Kaez", "Timer"]}
    t = x_table(mine, YOURS)
    assert t.strengths[0] == 0
    assert t.choices == ["draw one", "draw three", "place Timer"]  # as the first Troop; no shift, no activation


@pytest.mark.rule("X-8.2")
def test_a_captured_card_is_destroyed_if_it_is_free(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Nitish", "Nikhilesh"]}
    t = x_table(MINE | {"army": [["[Arpia]", "[Muraena]"]]}, yours, turn=1).do("place Nitish", "discard Nikhilesh")
    t.do("aim at enemy T2")
    assert t.choices == ["destroy it", "free it"]
    t.do("destroy it")
    assert (t.army(0)[0], t.discard(0), t.seat) == (["[Arpia]"], ["Muraena"], 0)  # and no Bounty for a face-down card


@pytest.mark.rule("X-8.2")
def test_a_card_may_be_placed_above_a_captured_one(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["[Arpia]", "Timer"]], "hand": ["Kaez"]}, YOURS).do("place Kaez")
    assert t.army(0) == [["[Arpia]", "Timer"], ["Kaez"], []]


@pytest.mark.rule("X-8.3")
def test_a_freed_card_is_face_up_again_and_triggers_nothing(x_table: Any) -> None:
    mine = MINE | {"army": [["[Arpia]"]], "hand": ["Wiindz", "Kaez", "Nio"]}
    t = x_table(mine, YOURS).do("place Wiindz", "free own T1")
    assert (t.army(0)[0], t.hand(0)) == (["Arpia", "Wiindz"], ["Kaez", "Nio"])
    t.do("draw one")
    assert t.can("activate T1")
    assert t.can("place Kaez")  # its clan counts again


@pytest.mark.rule("X-8.4")
def test_a_destroyed_card_goes_to_the_discard_of_its_player(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Nitish", "Nikhilesh"]}
    t = x_table(MINE | {"army": [["Arpia"]]}, yours, turn=1)
    t.do("place Nitish", "discard Nikhilesh", "aim at enemy T1", "destroy it")
    assert (t.discard(0), t.discard(1)) == (["Arpia"], ["Nikhilesh"])


@pytest.mark.rule("X-8.4")
def test_a_sacrifice_is_no_destruction(x_table: Any) -> None:
    """No Bounty is paid, and a Force of Will does not cancel it."""
    mine = {"clans": ["abhilasha", "xian", "tomorrow"], "army": [["All in one"]], "hand": ["Le Cercle Rouge"]}
    t = x_table(mine, YOURS | {"hand": ["Niranjan"], "army": [["Nitish"]]}, turn=1).do("place Niranjan")
    t.do("sacrifice own T1")
    assert (t.army(0)[0], t.discard(0), t.decision) == ([], ["All in one"], "main")


@pytest.mark.rule("X-8.5")
def test_an_ethereal_card_is_neither_captured_nor_destroyed_but_it_is_sacrificed(x_table: Any) -> None:
    mine = MINE | {"army": [["Wiindz"], ["Sha'dow"]]}
    t = x_table(mine, YOURS | {"hand": ["Nitish", "Byun Hyung Ja (Justice)"]}, turn=1)
    t.do("place Nitish", "discard Byun Hyung Ja (Justice)")
    assert t.choices == ["aim at own T1 (Nitish)", "aim at enemy T1 (Wiindz)"]
    t = x_table(mine, YOURS | {"hand": ["Niranjan"], "army": [["Nitish"]]}, turn=1)
    assert t.do("place Niranjan", "sacrifice own H1").army(0) == [["Wiindz"], [], []]


@pytest.mark.rule("X-8.5")
def test_an_ethereal_card_may_be_put_on_top_of_its_deck(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Wiindz"], ["Sha'dow"]]}, YOURS | {"hand": ["Un'Go"]}, turn=1)
    assert t.do("place Un'Go", "lift enemy H1").top(0) == ["Sha'dow"]


# ------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-8.6")
def test_echo_resolves_the_arrival_effect_a_second_time_with_other_targets(x_table: Any) -> None:
    mine = MINE | {"army": [["[Arpia]", "[Timer]"]], "hand": ["Wiindz"]}
    t = x_table(mine, YOURS).do("place Wiindz", "free own T1")
    assert (t.decision, t.choices) == ("echo", ["yes", "no"])
    assert t.do("yes", "free own T2").army(0)[0] == ["Arpia", "Timer", "Wiindz"]
    t = x_table(mine, YOURS).do("place Wiindz", "free own T1", "no")
    assert (t.army(0)[0], t.seat) == (["Arpia", "[Timer]", "Wiindz"], 1)


@pytest.mark.rule("X-8.6")
def test_echo_is_not_for_activations(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Wiindz", "[Arpia]", "[Timer]"]]}, YOURS).do("activate T1", "free own T2")
    assert (t.army(0)[0], t.seat) == (["Wiindz*", "Arpia", "[Timer]"], 1)


@pytest.mark.rule("X-8.6")
def test_echo_works_for_a_card_that_comes_in_by_a_shift(x_table: Any) -> None:
    """Ruling: a card that is shifted in is placed, too."""
    mine = MINE | {"army": [["Arpia"]], "hand": ["Obeezs", "Nio", "Kaez"], "deck": ["Timer", "Muraena", "EZ", "Aat"]}
    t = x_table(mine, YOURS).do("shift T1", "discard Nio", "discard Kaez", "bring in Obeezs")
    assert t.do("discard Timer", "discard Muraena").decision == "echo"


@pytest.mark.rule("X-8.7")
def test_a_force_of_will_is_discarded_on_the_turn_of_the_other_player(x_table: Any) -> None:
    mine = {"clans": ["abhilasha", "xian", "tomorrow"], "army": [["3 voeux"]], "hand": ["Le Cercle Rouge", "Nio"]}
    yours = YOURS | {"hand": ["Nitish", "Nikhilesh"]}

    def struck() -> Any:
        return x_table(mine, yours, turn=1).do("place Nitish", "discard Nikhilesh", "aim at enemy T1", "capture it")

    t = struck()
    assert (t.seat, t.decision, t.choices) == (0, "react", ["yes", "no"])
    t.do("yes")
    assert (t.army(0)[0], t.hand(0), t.discard(0)) == (["3 voeux"], ["Nio"], ["Le Cercle Rouge"])
    t = struck().do("no")
    assert (t.army(0)[0], t.hand(0)) == (["[3 voeux]"], ["Le Cercle Rouge", "Nio"])


@pytest.mark.rule("X-8.7")
def test_a_player_who_could_have_a_force_of_will_is_asked(x_table: Any) -> None:
    """Whether it is in hand must not be seen from the question."""
    mine = {"clans": ["abhilasha", "xian", "tomorrow"], "army": [["3 voeux"]], "hand": ["Nio"]}
    t = x_table(mine, YOURS | {"hand": ["Nitish", "Nikhilesh"]}, turn=1)
    t.do("place Nitish", "discard Nikhilesh", "aim at enemy T1", "capture it")
    assert (t.seat, t.choices) == (0, ["no"])


@pytest.mark.rule("X-8.7")
def test_atalante_cancels_an_activation_and_the_token_stays_spent_on_the_card(x_table: Any) -> None:
    mine = MINE | {"army": [["Arpia"]], "deck": ["Timer"]}
    t = x_table(mine, YOURS | {"hand": ["Atalante à grand bouclier"]}).do("activate T1", "yes")
    assert (t.army(0)[0], t.hand(0), t.discard(1)) == (["Arpia*"], [], ["Atalante à grand bouclier"])


@pytest.mark.rule("X-8.8")
@pytest.mark.parametrize("wonder", [None, 1])
def test_placing_a_card_with_wonder_takes_the_token_from_board_or_opponent(x_table: Any, wonder: int | None) -> None:
    t = x_table(MINE | {"army": [["3 voeux"]], "hand": ["Valeen"]}, YOURS, wonder=wonder).do("place Valeen")
    assert t.json["wonder"] == 0


@pytest.mark.rule("X-8.8")
def test_a_wonder_card_that_is_shifted_in_takes_the_token_and_an_activated_one_does_not(x_table: Any) -> None:
    """Ruling: a card that is shifted in is placed, too."""
    mine = MINE | {"army": [["3 voeux"], ["Dalisteer"]], "hand": ["Valeen", "Nio", "Kaez"]}
    t = x_table(mine, YOURS).do("shift H1", "discard Nio", "discard Kaez", "bring in Valeen")
    assert t.json["wonder"] == 0
    yours = YOURS | {"army": [["Bun To"]]}
    assert x_table(MINE, yours, turn=1).do("activate T1", "level 1").json["wonder"] is None


@pytest.mark.rule("X-8.8")
def test_the_wonder_token_pays_for_one_card_of_a_placing(x_table: Any) -> None:
    mine = MINE | {"army": [["Arpia"]], "hand": ["3 voeux", "Kaez"]}
    assert not x_table(mine, YOURS).can("place 3 voeux")  # two cards to pay, and there is one
    t = x_table(mine, YOURS, wonder=0).do("place 3 voeux")
    assert t.choices == ["spend the Wonder token", "discard Kaez"]
    t.do("spend the Wonder token", "discard Kaez")
    assert (t.json["wonder"], t.army(0)[0], t.hand(0)) == (None, ["Arpia", "3 voeux"], [])


@pytest.mark.rule("X-8.8")
def test_the_wonder_token_pays_for_one_card_of_a_shift_and_may_be_kept(x_table: Any) -> None:
    mine = MINE | {"army": [["Arpia*"]], "hand": ["Timer", "Kaez"]}  # two cards, less one for the token on it
    t = x_table(mine, YOURS, wonder=0).do("shift T1", "spend the Wonder token", "bring in Timer")
    assert (t.json["wonder"], t.army(0)[0], t.hand(0)) == (None, ["Timer"], ["Kaez"])
    t = x_table(mine, YOURS, wonder=0).do("shift T1", "discard Kaez", "bring in Timer")
    assert t.json["wonder"] == 0
    assert "spend the Wonder token" not in x_table(mine, YOURS, wonder=1).do("shift T1").choices


@pytest.mark.rule("X-8.8")
def test_one_who_pays_nothing_cannot_spend_the_wonder_token(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Arpia"]], "hand": ["Timer"]}, YOURS, wonder=0).do("place Timer")
    assert t.json["wonder"] == 0


@pytest.mark.rule("X-8.9")
@pytest.mark.parametrize(("answer", "hand"), [("yes", ["Nalin"]), ("no", [])])
def test_whoever_captures_an_enemy_card_with_bounty_may_draw(x_table: Any, answer: str, hand: list[str]) -> None:
    yours = YOURS | {"hand": ["Nitish", "Nikhilesh"], "deck": ["Nalin"]}
    t = x_table(MINE | {"army": [["Muraena"]]}, yours, turn=1)
    t.do("place Nitish", "discard Nikhilesh", "aim at enemy T1", "capture it", answer)
    assert (t.army(0)[0], t.hand(1)) == (["[Muraena]"], hand)


@pytest.mark.rule("X-8.9")
def test_there_is_no_bounty_on_ones_own_cards(x_table: Any) -> None:
    mine = MINE | {"army": [["All in one"]], "hand": ["Nio"], "deck": ["EZ"]}
    t = x_table(mine, YOURS).do("place Nio", "copy own T1")
    assert (t.army(0)[0], t.hand(0)) == (["[All in one]"], [])


@pytest.mark.rule("X-8.9")
def test_the_bounty_token_gives_the_keyword(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Nitish", "Nikhilesh"], "deck": ["Nalin"]}
    t = x_table(MINE | {"army": [["Arpia!"]]}, yours, turn=1)
    t.do("place Nitish", "discard Nikhilesh", "aim at enemy T1", "destroy it", "yes")
    assert (t.army(0)[0], t.hand(1)) == ([], ["Nalin"])


@pytest.mark.rule("X-8.10")
def test_a_token_doubles_the_value_of_a_veteran(x_table: Any) -> None:
    mine = {"clans": ["goan_sul", "xian", "tomorrow"], "army": [["Esprits de Smook*", "Esprits de Smook"], ["Hempo*"]]}
    assert x_table(mine, YOURS).strengths[0] == 4 + 2 + 6
    assert x_table(MINE | {"army": [["Arpia*"]]}, YOURS).strengths[0] == 2  # no Veteran


# ------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-8.11")
def test_the_mirror_card_stands_in_the_same_slot_of_the_other_army(x_table: Any) -> None:
    mine = MINE | {"army": [["Arpia", "Aat"]]}
    assert x_table(mine, YOURS | {"army": [["Nitish", "Nikhilesh"]]}).can("activate T2")
    assert not x_table(mine, YOURS | {"army": [["Nikhilesh"]]}).can("activate T2")
    assert not x_table(mine, YOURS | {"army": [["Nikhilesh", "Navaj"]]}).can("activate T2")


@pytest.mark.rule("X-8.12")
@pytest.mark.parametrize("deck", [["Nio"], []])
def test_reveal_turns_over_what_there_is_and_never_reshuffles(x_table: Any, deck: list[str]) -> None:
    t = x_table(MINE | {"hand": ["3 voeux"], "deck": deck}, YOURS, rest="discard")
    before = len(t.discard(0))
    t.do("place 3 voeux", *["clan Xi'an"] * len(deck))  # of an empty deck, nothing is named
    assert (t.hand(0), t.deck(0), len(t.discard(0))) == (deck, 0, before)


@pytest.mark.rule("X-8.12")
def test_a_mill_never_reshuffles(x_table: Any) -> None:
    """Ruling: as for revealing; only drawing shuffles the discard."""
    yours = YOURS | {"hand": ["Nalin"], "army": [["Nitish"]]}
    t = x_table(MINE | {"deck": ["Nio", "EZ"]}, yours, turn=1, rest="discard").do("place Nalin", "player opponent")
    assert (t.deck(0), len(t.discard(0))) == (0, 45)


@pytest.mark.rule("X-8.12")
def test_drawing_reshuffles_when_the_deck_runs_out(x_table: Any) -> None:
    t = x_table(MINE | {"deck": ["Nio"]}, YOURS, rest="discard").do("draw three")
    assert (len(t.hand(0)), t.deck(0), t.discard(0)) == (3, 42, [])


@pytest.mark.rule("X-8.13")
def test_an_extra_turn_follows_this_one_and_no_other_follows_it(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Timer", "Timer"]}, YOURS).do("place Timer")
    assert (t.seat, t.json["extra_turn"]) == (0, True)
    t.do("place Timer")
    assert (t.seat, t.json["extra_turn"]) == (1, False)


@pytest.mark.rule("X-8.13")
def test_two_extra_turns_at_once_are_one(x_table: Any) -> None:
    """Ruling: one more turn follows; a second one would follow an extra turn."""
    army = [["Arpia", "Sqeezs"], ["Kaez", "Sha'dow"]]
    t = x_table(MINE | {"hand": ["Timer", "Nio", "EZ"], "army": army}, YOURS)
    t.do("shift T2", "discard Nio", "discard EZ", "bring in Timer", "yes", "draw one")
    assert (t.seat, t.json["extra_turn"]) == (1, False)


@pytest.mark.rule("X-8.13")
def test_extra_turns_count_among_the_turns_after_a_pass(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Timer"]}, YOURS | {"passed": True}, turns_left=2).do("place Timer")
    assert (t.seat, t.json["turns_left"], t.json["extra_turn"]) == (0, 1, True)
    t.do("draw one")
    assert t.supremacy(0) == 1  # the round is over
    t = x_table(MINE | {"hand": ["Timer"]}, YOURS | {"passed": True}, turns_left=1).do("place Timer")
    assert t.supremacy(0) == 1


@pytest.mark.rule("X-8.14")
def test_what_is_removed_is_out_for_good_unless_a_card_fetches_it(x_table: Any) -> None:
    mine = MINE | {"army": [["Wiindz"], ["EZ"]], "discard": ["Timer"], "deck": ["Nio"]}
    t = x_table(mine, YOURS).do("activate H1", "yes", "remove Timer")
    assert (t.discard(0), t.json["removed"], t.deck(0)) == ([], ["Timer"], 41)
    t = x_table(MINE | {"deck": ["Nio"]}, YOURS, rest="discard", removed=["Timer", "Arpia"]).do("draw three")
    assert (t.deck(0), t.json["removed"]) == (40, ["Arpia", "Timer"])  # nothing of it is shuffled into the deck


@pytest.mark.rule("X-8.15")
@pytest.mark.parametrize(("eliana", "seat"), [("Phoenix (Eliana)", 0), ("[Phoenix (Eliana)]", 1)])
def test_a_permanent_effect_holds_while_the_card_is_face_up(x_table: Any, eliana: str, seat: int) -> None:
    t = x_table(MINE | {"army": [["Muraena"], [eliana]], "hand": ["Arpia"]}, YOURS).do("place Arpia")
    assert t.seat == seat


@pytest.mark.rule("X-8.15")
def test_a_permanent_effect_ends_when_its_card_leaves(x_table: Any) -> None:
    mine = MINE | {"army": [["Arpia"], ["Kaez"], ["Phoenix"]], "hand": ["Nio", "EZ"]}
    t = x_table(mine, YOURS | {"hand": ["Niranjan"], "army": [["Nitish"]]}, turn=1)
    assert t.strengths[0] == 12
    assert t.do("place Niranjan", "sacrifice own I1").strengths[0] == 5


# ------------------------------------------------------------------------------------------------ tiles


SIX = ["Nio", "EZ", "Timer", "Arpia", "Kaez", "Aat"]


@pytest.mark.rule("X-2.3")
@pytest.mark.rule("X-3.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_tile_of_narashima_lets_nobody_hold_more_than_five_cards(x_table: Any, seat: int) -> None:
    other = ["Shard", "Galmi", "Alpha", "Smook", "Elle", "Justice"]
    t = x_table(MINE | {"hand": SIX}, {"clans": ["galmi", "goan_sul", "justice"], "hand": other}, turn=seat)
    assert t.json["tiles"] == ["abhilasha", "narashima"]
    t.do("draw one", f"discard {(SIX, other)[seat][0]}", f"discard {(SIX, other)[seat][1]}")
    assert (len(t.hand(seat)), t.seat) == (5, 1 - seat)


@pytest.mark.rule("X-2.3")
def test_the_tile_of_narashima_turned_by_justice_binds_both_at_once(x_table: Any) -> None:
    yours = YOURS | {
        "army": [["Volantis"], ["Elle"]],
        "hand": ["Justice", "Galmi", "Nalin", "Shard", "Nitish", "Sati", "Quae"],
    }
    t = x_table(MINE | {"hand": SIX}, yours, turn=1).do("place Justice", "turn Narashima")
    assert (t.seat, t.decision) == (1, "discard")
    t.do("discard Quae", "draw one", "discard Nio", "discard EZ")
    assert [len(t.hand(seat)) for seat in (0, 1)] == [5, 5]


@pytest.mark.rule("X-2.3")
@pytest.mark.rule("X-8.6")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_tile_of_tomorrow_gives_echo_to_the_immortals_of_both(x_table: Any, seat: int) -> None:
    mine = {"clans": ["phoenix", "xian", "abhilasha"], "army": [["3 voeux"], ["Nio"]], "hand": ["Xi'an"]}
    yours = YOURS | {"army": [["Nitish"], ["Nalin"]], "hand": ["Narashima"], "discard": ["Navaj"]}
    t = x_table(mine, yours, turn=seat)
    t.do(*(["place Xi'an", "copy own H1"], ["place Narashima", "take Navaj"])[seat])
    assert (t.decision, t.seat) == ("echo", seat)


@pytest.mark.rule("X-2.3")
def test_the_tile_of_tomorrow_turned_by_justice_gives_echo_to_both(x_table: Any) -> None:
    """Ruling: Justice itself had no Echo when it was placed, so its effect is not resolved again."""
    mine = {"clans": ["tomorrow", "justice", "galmi"], "army": [["Volantis"], ["Elle"]], "hand": ["Justice"]}
    yours = {"clans": ["phoenix", "xian", "narashima"], "army": [["Nitish"], ["Nalin"]], "hand": ["Narashima"]}
    t = x_table(mine, yours).do("place Justice", "turn Tomorrow")
    assert t.seat == 1
    t.do("place Narashima", "take Nitish")
    assert (t.decision, t.seat) == ("echo", 1)


@pytest.mark.rule("X-2.3")
def test_the_tile_of_xian_makes_the_immortals_of_both_count_as_all_their_clans(x_table: Any) -> None:
    mine = {"clans": ["phoenix", "tomorrow", "abhilasha"], "army": [["Arpia"], ["Kaez"]], "hand": ["Tomorrow"]}
    yours = YOURS | {"army": [["Nitish"], ["Nalin"]], "hand": ["Galmi"]}
    t = x_table(mine, yours)
    assert "xian" in t.json["tiles"]
    t.do("place Tomorrow", "no")
    assert (t.seat, t.can("place Galmi")) == (1, True)


@pytest.mark.rule("X-2.3")
def test_the_tile_of_xian_turned_by_justice_works_for_both(x_table: Any) -> None:
    mine = {"clans": ["xian", "justice", "galmi"], "army": [["Volantis", "Volantis"], ["Elle", "Sati"]]}
    yours = {"clans": ["phoenix", "tomorrow", "narashima"], "army": [["Arpia"], ["Kaez"]], "hand": ["Narashima"]}
    t = x_table(mine | {"hand": ["Justice", "Xi'an"]}, yours)
    assert not t.can("place Xi'an")
    t.do("place Justice", "turn Xi'an")
    assert t.can("place Narashima")
    t.do("draw one")
    assert t.can("place Xi'an")
