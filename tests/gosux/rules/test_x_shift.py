"""Shifts (X-5)."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["abhilasha", "galmi", "tomorrow"]
THEIRS = ["goan_sul", "justice", "xian"]


# ---------- the price


@pytest.mark.rule("X-5.1")
def test_a_shift_costs_what_the_old_card_says_and_asks_for_no_clan(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["EZ", "Aat", "Obeezs"], "army": [["Bun To"], ["Shard"]]}, {"clans": THEIRS})
    t.do("shift H1")
    assert t.choices == ["discard Aat", "discard Obeezs"]  # a newcomer must be left
    t.do("discard Aat", "discard Obeezs", "bring in EZ", "no", "no")
    assert t.army(0) == [["Bun To"], ["EZ"], []]
    assert t.discard(0) == ["Aat", "Obeezs", "Shard"]


@pytest.mark.rule("X-5.1")
def test_the_newcomer_is_of_the_same_level(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["EZ", "Kan Te", "Tomorrow"], "army": [["Bun To"], []]}, {"clans": THEIRS})
    assert not t.can("shift T1")


@pytest.mark.rule("X-5.1")
@pytest.mark.parametrize(("hand", "may"), [(2, False), (3, True)])
def test_the_price_and_the_newcomer_come_from_the_hand(x_table: Any, hand: int, may: bool) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Aat", "EZ", "Kan Te"][:hand], "army": [["Bun To"]]},
        {"clans": THEIRS},
    )
    assert t.can("shift T1") == may


@pytest.mark.rule("X-5.1")
def test_each_token_on_the_old_card_makes_it_one_cheaper_and_is_spent(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ"], "army": [["Bun To*"]]}, {"clans": THEIRS})
    t.do("shift T1", "discard EZ", "bring in Aat")
    assert t.army(0) == [["Aat"], [], []]
    assert (t.tokens(0), t.owned(0)) == (1, 2)


@pytest.mark.rule("X-5.1")
def test_two_tokens_pay_for_two_cards(x_table: Any) -> None:
    t = x_table({"clans": THEIRS, "hand": ["Volantis"], "army": [["1000 visages**"]]}, {"clans": OURS})
    t.do("shift T1", "bring in Volantis")
    assert t.hand(0) == []
    assert t.discard(0) == ["1000 visages"]


@pytest.mark.rule("X-5.1")
def test_more_tokens_than_the_cost_make_it_free(x_table: Any) -> None:
    t = x_table({"clans": THEIRS, "hand": ["Volantis"], "army": [["3 voeux**"]]}, {"clans": OURS})
    t.do("shift T1", "bring in Volantis")
    assert t.discard(0) == ["3 voeux"]


@pytest.mark.rule("X-5.1")
def test_a_card_without_a_shift_cost_stays(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["EZ", "Kan Te", "Shard", "Solok"], "army": [["Bun To"], ["Galmi (Avatar)"]]},
        {"clans": THEIRS},
    )
    assert not t.can("shift H1")


@pytest.mark.rule("X-5.1")
def test_a_cost_of_nothing_is_a_cost(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Kan Te"], "army": [["Bun To"], ["Cylak"]]}, {"clans": THEIRS})
    t.do("shift H1", "bring in Kan Te")
    assert t.army(0) == [["Bun To"], ["Kan Te"], []]


@pytest.mark.rule("X-5.1")
def test_a_card_below_and_left_of_others_can_be_shifted(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Aat", "Kan Te"], "army": [["Boul Go", "Bun To"], ["Shard"]]}, {"clans": THEIRS}
    )
    t.do("shift T1", "discard Kan Te", "bring in Aat")
    assert t.army(0) == [["Aat", "Bun To"], ["Shard"], []]


@pytest.mark.rule("X-5.1")
@pytest.mark.rule("X-8.8")
def test_the_wonder_token_pays_for_one_card_of_a_shift(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ"], "army": [["Bun To"]]}, {"clans": THEIRS}, wonder=0)
    t.do("shift T1", "discard EZ")
    assert t.choices == ["spend the Wonder token"]  # a newcomer must be left
    t.do("spend the Wonder token", "bring in Aat")
    assert t.json["wonder"] is None
    assert t.army(0) == [["Aat"], [], []]


@pytest.mark.rule("X-5.1")
@pytest.mark.rule("X-8.9")
def test_the_bounty_token_leaves_with_the_old_card(x_table: Any) -> None:
    """Ruling: the Bounty token lies on a card; when that leaves the army, it leaves the table."""
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ"], "army": [["Boul Go!"]]}, {"clans": THEIRS})
    t.do("shift T1", "discard EZ", "bring in Aat")
    assert t.army(0) == [["Aat"], [], []]


# ---------- what cannot be shifted


@pytest.mark.rule("X-5.2")
def test_a_card_is_never_shifted_into_an_identical_one(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Bun To", "EZ", "Shard"], "army": [["Bun To"]]}, {"clans": THEIRS})
    assert not t.can("shift T1")


@pytest.mark.rule("X-5.2")
def test_the_other_copy_may_pay_for_it(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Boul Go", "Aat"], "army": [["Boul Go"]]}, {"clans": THEIRS})
    t.do("shift T1")
    assert t.choices == ["discard Boul Go"]
    t.do("discard Boul Go")
    assert t.choices == ["bring in Aat"]


@pytest.mark.rule("X-5.2")
def test_a_captured_card_cannot_be_shifted(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat", "EZ", "Shard"], "army": [["[Bun To]"]]}, {"clans": THEIRS})
    assert not t.can("shift T1")


@pytest.mark.rule("X-5.2")
def test_cards_of_one_name_with_different_additions_may_replace_each_other(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "abhilasha", "tomorrow"], "hand": ["Alpha"], "army": [["Aat"], ["Alpha (mort)"]]},
        {"clans": ["galmi", "justice", "xian"]},
    )
    t.do("shift H1", "bring in Alpha", "capture own T1")
    assert t.army(0) == [["[Aat]"], ["Alpha"], []]


# ---------- Secret Shift


@pytest.mark.rule("X-5.3")
def test_the_newcomer_may_come_from_the_discard_or_the_hand(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["EZ"], "army": [["Bun To"], ["Cylak"]], "discard": ["Ne'ye", "Shard", "Aat"]},
        {"clans": THEIRS},
    )
    t.do("shift H1")
    assert t.choices == ["bring in Shard from the discard", "bring in Ne'ye from the discard", "bring in EZ"]
    t.do("bring in Ne'ye from the discard")
    assert t.army(0) == [["Bun To"], ["Ne'ye"], []]
    assert t.discard(0) == ["Aat", "Cylak", "Shard"]


@pytest.mark.rule("X-5.3")
def test_the_price_comes_from_the_hand_all_the_same(x_table: Any) -> None:
    army = [["Le Cercle Rouge"]]
    assert not x_table({"clans": OURS, "army": army, "discard": ["Aat"]}, {"clans": THEIRS}).can("shift T1")
    t = x_table({"clans": OURS, "hand": ["EZ"], "army": army, "discard": ["Aat"]}, {"clans": THEIRS})
    t.do("shift T1", "discard EZ", "bring in Aat from the discard")
    assert t.army(0) == [["Aat"], [], []]


@pytest.mark.rule("X-5.3")
def test_a_card_that_paid_may_be_the_newcomer(x_table: Any) -> None:
    """Ruling: the rulebook pays first; what was discarded for it lies in the discard then."""
    t = x_table({"clans": OURS, "hand": ["Aat"], "army": [["Le Cercle Rouge"]]}, {"clans": THEIRS})
    t.do("shift T1", "discard Aat", "bring in Aat from the discard")
    assert t.army(0) == [["Aat"], [], []]
    assert t.discard(0) == ["Le Cercle Rouge"]


@pytest.mark.rule("X-5.3")
@pytest.mark.rule("X-5.2")
def test_the_identical_card_stays_in_the_discard(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["EZ"], "army": [["Le Cercle Rouge"]], "discard": ["Le Cercle Rouge"]},
        {"clans": THEIRS},
    )
    assert not t.can("shift T1")


@pytest.mark.rule("X-5.3")
def test_without_secret_shift_the_discard_is_closed(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["EZ"], "army": [["Boul Go"]], "discard": ["Aat"]}, {"clans": THEIRS})
    assert not t.can("shift T1")


# ---------- the newcomer


@pytest.mark.rule("X-5.4")
def test_the_newcomers_arrival_effect_happens(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Déesses de lave", "Elle", "Sati"], "army": [["Volantis"]]},
        {"clans": OURS, "army": [["Bun To"]]},
    )
    t.do("shift T1", "discard Elle", "discard Sati", "bring in Déesses de lave", "capture enemy T1")
    assert t.army(1) == [["[Bun To]"], [], []]


@pytest.mark.rule("X-5.4")
@pytest.mark.rule("X-8.8")
def test_a_newcomer_with_wonder_takes_the_token(x_table: Any) -> None:
    """Ruling: to the rulebook a card that is shifted in is placed, too; only Recruiter excepts shifts."""
    t = x_table({"clans": OURS, "hand": ["Kan Te"], "army": [["Aat"], ["Cylak"]]}, {"clans": THEIRS}, wonder=1)
    t.do("shift H1", "bring in Kan Te")
    assert t.json["wonder"] == 0


@pytest.mark.rule("X-5.4")
def test_the_newcomer_stands_in_the_old_slot_with_a_symbol_of_its_own(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Kan Te"], "army": [["Aat", "[Obeezs]"], ["Cylak"]]},
        {"clans": THEIRS, "army": [["Volantis"]]},
    )
    t.do("shift H1", "bring in Kan Te")
    assert t.army(0) == [["Aat", "Obeezs"], ["Kan Te"], []]
    t.do("draw one")
    assert t.can("activate H1")
