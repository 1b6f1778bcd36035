"""Turns, the hand limit, passing (X-3)."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Abhilasha and Xi'an are left over: they matter to shifts and to Immortals only.
OURS = ["galmi", "phoenix", "tomorrow"]
THEIRS = ["goan_sul", "justice", "narashima"]
SEVEN = ["EZ", "Ne'o", "Ne'ye", "Fre'e", "Kaez", "Genious", "Fenghuang"]


# ---------- one action


@pytest.mark.rule("X-3.1")
def test_a_turn_is_one_of_four_sorts_of_action(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Wiindz", "Timer"], "army": [["Aat"], ["EZ"]]}, {"clans": THEIRS, "passed": True}
    )
    assert t.choices == [
        "pass",
        "draw one",
        "draw three",
        "shift T1 (Aat)",
        "activate H1 (EZ)",
        "place Wiindz",
    ]


@pytest.mark.rule("X-3.1")
@pytest.mark.parametrize(
    "actions",
    [
        ("place Aat",),
        ("shift T1", "discard EZ", "discard Kaez", "bring in Aat"),
        ("draw one",),
        ("draw three",),
        ("activate H1",),
    ],
)
def test_after_one_action_it_is_the_opponents_turn(x_table: Any, actions: tuple[str, ...]) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Aat", "EZ", "Kaez"], "army": [["Bun To", "Wiindz"], ["Kan Te"]]},
        {"clans": THEIRS},
    )
    t.do(*actions)
    assert (t.seat, t.decision) == (1, "main")


# ---------- the hand limit


@pytest.mark.rule("X-3.2")
def test_a_hand_above_seven_is_discarded_down_at_the_end_of_the_turn(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": SEVEN, "deck": ["Aat", "Timer", "Arpia"]}, {"clans": THEIRS})
    t.do("draw three")
    assert (t.seat, t.decision) == (0, "discard")
    assert len(t.choices) == 10
    t.do("discard Timer", "discard Kaez", "discard EZ")
    assert t.seat == 1
    assert len(t.hand(0)) == 7
    assert t.discard(0) == ["EZ", "Kaez", "Timer"]


@pytest.mark.rule("X-3.2")
def test_seven_cards_may_be_kept(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": SEVEN[:6]}, {"clans": THEIRS})
    t.do("draw one")
    assert len(t.hand(0)) == 7
    assert t.seat == 1


@pytest.mark.rule("X-3.2")
def test_the_limit_binds_the_player_whose_turn_ends_only(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Obeezs"]]},
        {"clans": THEIRS, "hand": ["Elle", "Sati", "Quae", "Nezha", "Hempo", "Smook", "Alpha", "Nalin"]},
    )
    t.do("draw one")
    assert (t.seat, t.decision) == (1, "main")
    assert len(t.hand(1)) == 8


@pytest.mark.rule("X-3.2")
def test_the_limit_holds_after_an_extra_turn_and_before_it(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": SEVEN, "army": [["Boul Go"]]}, {"clans": THEIRS})
    t.do("draw three", "discard EZ", "discard Kaez", "discard Ne'o")
    assert (t.seat, t.decision) == (0, "main")
    assert len(t.hand(0)) == 7


@pytest.mark.rule("X-3.2")
@pytest.mark.parametrize("tile", ["left over", "turned"])
def test_under_narashima_the_limit_is_five(x_table: Any, tile: str) -> None:
    theirs = {"clans": ["goan_sul", "justice", "xian" if tile == "left over" else "narashima"]}
    if tile == "turned":
        theirs["tiles"] = ["narashima"]
    t = x_table({"clans": OURS, "hand": SEVEN[:5]}, theirs)
    t.do("draw one")
    assert (t.seat, t.decision) == (0, "discard")
    t.do("discard EZ")
    assert len(t.hand(0)) == 5
    assert t.seat == 1


# ---------- passing


@pytest.mark.rule("X-3.3")
@pytest.mark.parametrize(("tokens", "may"), [(0, True), (1, False), (2, False)])
def test_the_first_to_pass_has_no_token_in_hand(x_table: Any, tokens: int, may: bool) -> None:
    t = x_table({"clans": OURS, "tokens": tokens}, {"clans": THEIRS})
    assert t.can("pass") == may


@pytest.mark.rule("X-3.3")
def test_tokens_on_cards_are_not_in_hand(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Arpia*", "Timer*"]]}, {"clans": THEIRS})
    assert t.can("pass")


@pytest.mark.rule("X-3.3")
def test_the_second_to_pass_may_keep_tokens(x_table: Any) -> None:
    t = x_table({"clans": OURS}, {"clans": THEIRS, "passed": True})
    assert t.tokens(0) == 2
    t.do("pass")
    assert (t.supremacy(0), t.supremacy(1)) == (1, 1)


@pytest.mark.rule("X-3.3")
def test_after_a_pass_the_opponent_has_three_turns(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Obeezs"]], "tokens": 0}, {"clans": THEIRS, "owned": 4})
    t.do("pass")
    for left in (3, 2, 1):
        assert (t.seat, t.json["turns_left"]) == (1, left)
        t.do("draw one")
    assert t.supremacy(0) == 1


@pytest.mark.rule("X-3.3")
def test_the_opponent_may_use_fewer(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Obeezs"]], "tokens": 0}, {"clans": THEIRS})
    t.do("pass", "draw one", "pass")
    assert t.supremacy(0) == 1


@pytest.mark.rule("X-3.3")
@pytest.mark.rule("X-8.13")
def test_extra_turns_are_among_the_three(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Obeezs", "Timer"]], "owned": 3}, {"clans": THEIRS, "passed": True})
    t.do("activate T2")
    assert (t.json["turns_left"], t.json["extra_turn"]) == (2, True)
    t.do("draw one")
    assert (t.json["turns_left"], t.json["extra_turn"]) == (1, False)
    t.do("draw one")
    assert t.supremacy(0) == 1  # the round is over


@pytest.mark.rule("X-3.3")
@pytest.mark.rule("X-8.13")
def test_an_extra_turn_on_the_last_turn_is_lost(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Timer", "Obeezs"]]}, {"clans": THEIRS, "passed": True}, turns_left=1)
    t.do("activate T1")
    assert t.supremacy(0) == 1


@pytest.mark.rule("X-3.3")
@pytest.mark.parametrize("passer", [0, 1])
def test_under_the_tile_of_galmi_either_player_leaves_two_turns(x_table: Any, passer: int) -> None:
    t = x_table(
        {"clans": ["abhilasha", "phoenix", "tomorrow"], "tokens": 0}, {"clans": THEIRS, "tokens": 0}, turn=passer
    )
    t.do("pass")
    assert t.json["turns_left"] == 2


@pytest.mark.rule("X-3.5")
@pytest.mark.parametrize(("tokens", "asked"), [(0, True), (1, False)])
def test_passing_through_galmi_needs_an_empty_hand_of_tokens_too(x_table: Any, tokens: int, asked: bool) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Galmi"], "army": [["Boul Go"], ["Shard"]], "tokens": tokens},
        {"clans": THEIRS, "army": [["Volantis"]]},
    )
    t.do("place Galmi", "lift enemy T1")
    assert (t.decision == "may") == asked


@pytest.mark.rule("X-3.5")
def test_second_to_pass_galmis_player_needs_it_as_well(x_table: Any) -> None:
    """Ruling: the rulebook asks it of everybody who passes through Galmi."""
    t = x_table(
        {"clans": OURS, "hand": ["Galmi"], "army": [["Boul Go"], ["Shard"]], "tokens": 1},
        {"clans": THEIRS, "army": [["Volantis"]], "passed": True},
    )
    t.do("place Galmi", "lift enemy T1")
    assert (t.seat, t.decision) == (0, "main")


# ---------- effects that must be


@pytest.mark.rule("X-3.4")
def test_an_arrival_effect_must_hit_own_cards_if_no_others_are_there(x_table: Any) -> None:
    t = x_table({"clans": THEIRS, "hand": ["Déesses de lave"]}, {"clans": OURS})
    t.do("place Déesses de lave")
    assert t.choices == ["capture own T1 (Déesses de lave)"]


@pytest.mark.rule("X-3.4")
def test_without_a_target_the_card_is_played_and_nothing_happens(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Wiindz"]}, {"clans": THEIRS})
    t.do("place Wiindz")  # nor is there an Echo
    assert t.army(0) == [["Wiindz"], [], []]
    assert t.seat == 1


@pytest.mark.rule("X-3.4")
def test_what_a_card_says_one_may_can_be_declined(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Kno'Bo"], "army": [["Boul Go"]], "deck": ["EZ"]}, {"clans": THEIRS})
    t.do("place Kno'Bo")
    assert t.choices == ["yes", "no"]
    t.do("no")
    assert t.army(0) == [["Boul Go", "Kno'Bo"], [], []]
    assert t.hand(0) == ["EZ"]
