"""Placing cards (X-4)."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["abhilasha", "galmi", "tomorrow"]
THEIRS = ["goan_sul", "justice", "xian"]


# ---------- rows


@pytest.mark.rule("X-4.1")
def test_the_first_card_is_a_troop_and_free(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "Boul Go", "EZ", "Tomorrow"], "tokens": 0}, {"clans": THEIRS})
    assert t.choices == ["pass", "place Boul Go", "place Aat"]
    t.do("place Aat")
    assert t.army(0) == [["Aat"], [], []]
    assert t.hand(0) == ["Boul Go", "EZ", "Tomorrow"]


@pytest.mark.rule("X-4.1")
def test_rows_are_filled_from_left_to_right_up_to_five(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Aat", "Obeezs"], "army": [["Aat", "Boul Go", "Boul Go", "Wiindz"]]},
        {"clans": THEIRS},
    )
    t.do("place Aat")
    assert t.army(0) == [["Aat", "Boul Go", "Boul Go", "Wiindz", "Aat"], [], []]
    t.do("draw one")
    assert not t.can("place Obeezs")


@pytest.mark.rule("X-4.1")
def test_each_level_has_its_row(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Ne'ye", "Byun Hyung Ja (Tomorrow)"], "army": [["Aat", "Aat"], ["EZ"], []]},
        {"clans": THEIRS},
    )
    t.do("place Ne'ye", "draw one", "place Byun Hyung Ja (Tomorrow)")
    assert t.army(0) == [["Aat", "Aat"], ["EZ", "Ne'ye"], ["Byun Hyung Ja (Tomorrow)"]]


# ---------- Troops


@pytest.mark.rule("X-4.2")
def test_a_troop_of_another_clan_costs_two_cards(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ", "Ashes", "Solok"], "army": [["Bun To"]]}, {"clans": THEIRS})
    t.do("place Aat")
    assert t.choices == ["discard Ashes", "discard Solok", "discard EZ"]
    t.do("discard EZ", "discard Solok")
    assert t.army(0) == [["Bun To", "Aat"], [], []]
    assert t.hand(0) == ["Ashes"]
    assert t.discard(0) == ["EZ", "Solok"]


@pytest.mark.rule("X-4.2")
def test_two_other_cards_in_hand_are_needed_for_that(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ"], "army": [["Bun To"]]}, {"clans": THEIRS})
    assert not t.can("place Aat")


@pytest.mark.rule("X-4.2")
def test_a_troop_of_a_clan_in_the_row_is_free_wherever_that_stands(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat"], "army": [["Obeezs", "Bun To", "Bun To"]]}, {"clans": THEIRS})
    t.do("place Aat")
    assert t.army(0) == [["Obeezs", "Bun To", "Bun To", "Aat"], [], []]


@pytest.mark.rule("X-4.2")
def test_a_captured_troop_shows_no_clan(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat"], "army": [["[Obeezs]", "Bun To"]]}, {"clans": THEIRS})
    assert not t.can("place Aat")


@pytest.mark.rule("X-4.2")
def test_with_every_troop_captured_the_next_one_is_free(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat"], "army": [["[Bun To]", "[Bun To]"]]}, {"clans": THEIRS})
    t.do("place Aat")
    assert t.army(0) == [["[Bun To]", "[Bun To]", "Aat"], [], []]


@pytest.mark.rule("X-4.2")
def test_after_the_last_troop_is_gone_the_next_one_is_free(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Aat"], "army": [["Bun To"]]},
        {"clans": THEIRS, "hand": ["Les gardiens démons"]},
        turn=1,
    )
    t.do("place Les gardiens démons", "destroy enemy T1", "no")  # the Red Circle could be in hand
    t.do("place Aat")
    assert t.army(0) == [["Aat"], [], []]


@pytest.mark.rule("X-4.2")
@pytest.mark.rule("X-8.8")
def test_the_wonder_token_pays_for_one_card(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ"], "army": [["Bun To"]]}, {"clans": THEIRS}, wonder=0)
    t.do("place Aat")
    assert t.choices == ["spend the Wonder token", "discard EZ"]
    t.do("discard EZ")
    assert t.choices == ["spend the Wonder token"]
    t.do("spend the Wonder token")
    assert t.json["wonder"] is None
    assert t.army(0) == [["Bun To", "Aat"], [], []]


@pytest.mark.rule("X-4.2")
@pytest.mark.rule("X-8.8")
def test_the_wonder_token_need_not_be_spent(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ", "Solok"], "army": [["Bun To"]]}, {"clans": THEIRS}, wonder=0)
    t.do("place Aat", "discard EZ", "discard Solok")
    assert t.json["wonder"] == 0


# ---------- Heroes and Immortals


@pytest.mark.rule("X-4.3")
def test_a_hero_needs_a_troop_of_its_clan(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["EZ", "Shard"], "army": [["Bun To", "Bun To"]]}, {"clans": THEIRS})
    assert t.can("place Shard")
    assert not t.can("place EZ")


@pytest.mark.rule("X-4.3")
def test_that_troop_must_be_face_up_and_may_stand_anywhere(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["EZ", "Shard"], "army": [["[Bun To]", "Aat"]]}, {"clans": THEIRS})
    assert not t.can("place Shard")
    t.do("place EZ")
    assert t.army(0) == [["[Bun To]", "Aat"], ["EZ"], []]


@pytest.mark.rule("X-4.3")
def test_there_are_never_more_heroes_than_troops_captured_ones_included(x_table: Any) -> None:
    assert not x_table({"clans": OURS, "hand": ["Shard"], "army": [["Bun To"], ["EZ"]]}).can("place Shard")
    assert not x_table({"clans": OURS, "hand": ["Shard"], "army": [["Bun To"], ["[EZ]"]]}).can("place Shard")
    assert x_table({"clans": OURS, "hand": ["Shard"], "army": [["Bun To", "[Aat]"], ["EZ"]]}).can("place Shard")


@pytest.mark.rule("X-4.3")
def test_heroes_are_free_of_cost(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Kan Te"], "army": [["Bun To", "Aat"], ["EZ"]]}, {"clans": THEIRS})
    t.do("place Kan Te")
    assert t.army(0) == [["Bun To", "Aat"], ["EZ", "Kan Te"], []]


@pytest.mark.rule("X-4.3")
@pytest.mark.parametrize(
    ("army", "may"),
    [
        ([["Aat"], ["EZ"]], True),
        ([["Bun To", "Aat"], ["Shard"]], False),  # no Hero of its clan
        ([["Bun To"], ["EZ"]], False),  # no Troop of it
        ([["Aat"], ["[EZ]"]], False),
        ([["[Aat]"], ["EZ"]], False),
        ([["Bun To", "Aat"], ["Shard", "EZ"], ["Galmi"]], True),
        ([["Bun To", "Aat"], ["EZ"], ["Galmi"]], False),  # as many Immortals as Heroes
        ([["Bun To", "Aat"], ["EZ"], ["[Galmi]"]], False),
    ],
)
def test_an_immortal_needs_a_troop_and_a_hero_of_its_clan(x_table: Any, army: list[list[str]], may: bool) -> None:
    t = x_table({"clans": OURS, "hand": ["Tomorrow"], "army": army}, {"clans": THEIRS})
    assert t.can("place Tomorrow") == may


@pytest.mark.rule("X-4.4")
def test_cards_stay_when_the_troop_of_their_clan_goes(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Bun To", "Aat"], ["EZ"], ["Tomorrow"]]},
        {"clans": THEIRS, "hand": ["Les gardiens démons"]},
        turn=1,
    )
    t.do("place Les gardiens démons", "no", "destroy enemy T2")
    assert t.army(0) == [["Bun To"], ["EZ"], ["Tomorrow"]]


@pytest.mark.rule("X-4.4")
def test_a_card_may_be_placed_above_a_captured_one(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["EZ"], "army": [["[Bun To]", "Aat"]]}, {"clans": THEIRS})
    t.do("place EZ")
    assert t.army(0) == [["[Bun To]", "Aat"], ["EZ"], []]


# ---------- Recruiter


@pytest.mark.rule("X-4.5")
def test_a_troop_right_of_a_recruiter_is_free_whatever_its_clan(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ", "Solok"], "army": [["Boul Go"]]}, {"clans": THEIRS})
    t.do("place Aat")
    assert t.army(0) == [["Boul Go", "Aat"], [], []]
    assert t.hand(0) == ["EZ", "Solok"]


@pytest.mark.rule("X-4.5")
def test_only_the_card_right_of_it_is_free(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat"], "army": [["Boul Go", "Bun To"]]}, {"clans": THEIRS})
    assert not t.can("place Aat")


@pytest.mark.rule("X-4.5")
def test_a_captured_recruiter_recruits_nobody(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat"], "army": [["Bun To", "[Boul Go]"]]}, {"clans": THEIRS})
    assert not t.can("place Aat")


@pytest.mark.rule("X-4.5")
def test_a_shift_right_of_a_recruiter_costs_what_it_costs(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ", "Solok"], "army": [["Boul Go", "Bun To"]]}, {"clans": THEIRS})
    t.do("shift T2", "discard EZ", "discard Solok", "bring in Aat")
    assert t.army(0) == [["Boul Go", "Aat"], [], []]
    assert t.hand(0) == []


@pytest.mark.rule("X-4.5")
def test_a_recruiter_does_not_help_a_hero(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["EZ"], "army": [["Boul Go"]]}, {"clans": THEIRS})
    assert not t.can("place EZ")
