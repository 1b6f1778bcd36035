"""The tiles of Abhilasha, Galmi, Goan Sul and Justice: left over, or turned, they bind both players (X-2.3)."""

from __future__ import annotations

from typing import Any

import pytest

BOTH = pytest.mark.parametrize("seat", [0, 1])


# ---------- Abhilasha: cards with a shift cost have Secret Shift


@pytest.mark.rule("X-2.3")
@pytest.mark.rule("X-5.3")
@BOTH
def test_abhilasha_left_over_gives_everybody_secret_shift(x_table: Any, seat: int) -> None:
    t = x_table(
        {"clans": ["galmi", "phoenix", "xian"], "hand": ["Shard"], "army": [["Boul Go"]], "discard": ["Timer"]},
        {"clans": ["goan_sul", "justice", "tomorrow"], "hand": ["EZ"], "army": [["Aat"]], "discard": ["Volantis"]},
        turn=seat,
    )
    assert "abhilasha" in t.json["tiles"]
    t.do("shift T1", "discard Shard" if seat == 0 else "discard EZ")
    assert t.choices == [f"bring in {'Timer' if seat == 0 else 'Volantis'} from the discard"]


@pytest.mark.rule("X-2.3")
@pytest.mark.rule("X-5.3")
def test_a_card_without_a_cost_has_no_secret_shift(x_table: Any) -> None:
    t = x_table(
        {"clans": ["galmi", "phoenix", "xian"], "army": [["Bun To"], ["Galmi (Avatar)"]], "discard": ["Shard"]},
        {"clans": ["goan_sul", "justice", "tomorrow"]},
    )
    assert not t.can("shift H1")


@pytest.mark.card("Justice")
@pytest.mark.rule("X-5.3")
def test_abhilasha_turned_by_justice_serves_the_opponent_as_well(x_table: Any) -> None:
    t = x_table(
        {
            "clans": ["justice", "abhilasha", "xian"],
            "hand": ["Justice"],
            "army": [["Volantis"], ["Elle"]],
            "discard": ["Les fées pétale"],
        },
        {"clans": ["galmi", "goan_sul", "tomorrow"], "hand": ["EZ"], "army": [["Aat"]], "discard": ["Obeezs"]},
    )
    assert not t.can("shift T1")
    t.do("place Justice", "turn Abhilasha")
    assert t.seat == 1
    assert t.can("shift T1")
    t.do("shift T1", "discard EZ", "bring in Obeezs from the discard")
    t.do(*[f"discard {name}" for name in t.hand(1)])
    assert t.army(1)[0] == ["Obeezs"]


# ---------- Galmi: two turns after a pass


@pytest.mark.rule("X-2.3")
@pytest.mark.rule("X-3.3")
@BOTH
def test_galmi_left_over_leaves_two_turns_after_either_players_pass(x_table: Any, seat: int) -> None:
    t = x_table(
        {"clans": ["abhilasha", "phoenix", "xian"], "tokens": 0},
        {"clans": ["goan_sul", "justice", "tomorrow"], "tokens": 0},
        turn=seat,
    )
    assert t.do("pass").json["turns_left"] == 2


@pytest.mark.rule("X-3.3")
@BOTH
def test_galmi_turned_leaves_two_turns_after_either_players_pass(x_table: Any, seat: int) -> None:
    t = x_table(
        {"clans": ["galmi", "justice", "xian"], "tokens": 0, "tiles": ["galmi"]},
        {"clans": ["goan_sul", "abhilasha", "tomorrow"], "tokens": 0},
        turn=seat,
    )
    assert t.do("pass").json["turns_left"] == 2


@pytest.mark.rule("X-3.3")
def test_galmi_on_its_help_side_changes_nothing(x_table: Any) -> None:
    t = x_table({"clans": ["galmi", "justice", "xian"], "tokens": 0}, {"clans": ["goan_sul", "abhilasha", "tomorrow"]})
    assert t.do("pass").json["turns_left"] == 3


@pytest.mark.card("Justice")
@pytest.mark.rule("X-3.3")
def test_galmi_turned_by_justice_is_active_at_once_for_the_opponent_too(x_table: Any) -> None:
    t = x_table(
        {"clans": ["galmi", "justice", "xian"], "hand": ["Justice"], "army": [["Volantis"], ["Elle"]]},
        {"clans": ["abhilasha", "goan_sul", "tomorrow"], "tokens": 0},
    )
    t.do("place Justice", "turn Galmi", "pass")
    assert t.json["turns_left"] == 2


# ---------- Goan Sul: won by ten, or one more sacrifice

WITHOUT_GOAN_SUL = {"ours": ["galmi", "abhilasha", "xian"], "theirs": ["justice", "phoenix", "tomorrow"]}
TEN = [["Bun To"], ["Shard"], ["Galmi"]]


@pytest.mark.rule("X-1.4")
@BOTH
def test_goan_sul_left_over_lets_either_player_win_by_ten(x_table: Any, seat: int) -> None:
    army = TEN if seat == 0 else [["Aat"], ["EZ"], ["Tomorrow"]]
    players = [
        {"clans": WITHOUT_GOAN_SUL["ours"], "passed": True},
        {"clans": WITHOUT_GOAN_SUL["theirs"], "passed": True},
    ]
    players[seat] |= {"army": army}
    players[0]["passed"] = False
    t = x_table(*players)
    t.do("pass")
    assert t.game.winners == [seat]
    assert t.game.ending[0] == "goan sul"


@pytest.mark.rule("X-1.4")
@pytest.mark.rule("X-7.2")
def test_who_wins_by_nine_sacrifices_one_card_more(x_table: Any) -> None:
    t = x_table(
        {"clans": WITHOUT_GOAN_SUL["ours"], "army": [["Bun To", "Bun To", "Un'Go"], ["Shard"]]},  # 9
        {"clans": WITHOUT_GOAN_SUL["theirs"], "army": [["[Aat]", "[Aat]", "[Wiindz]"]], "passed": True},  # 0
    )
    assert t.strengths == [9, 0]
    t.do("pass")
    assert not t.game.is_over
    t.do("sacrifice own T3", "sacrifice own H1")
    assert t.seat == 0  # half of four, and one more
    t.do("sacrifice own T2")
    assert t.army(0) == [["Bun To"], [], []]
    t.do("sacrifice own T3", "sacrifice own T2")
    assert t.army(1) == [["Aat"], [], []]  # the loser: half of three, rounded up, and no more
    assert t.decision == "main"


@pytest.mark.rule("X-1.4")
def test_who_has_no_card_left_sacrifices_no_more(x_table: Any) -> None:
    t = x_table(
        {"clans": WITHOUT_GOAN_SUL["ours"], "army": [["Bun To"]]},
        {"clans": WITHOUT_GOAN_SUL["theirs"], "passed": True},
    )
    t.do("pass", "sacrifice own T1")
    assert (t.json["round"], t.decision) == (2, "main")


@pytest.mark.rule("X-1.4")
def test_goan_sul_turned_binds_the_opponent_too(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "abhilasha", "xian"], "tiles": ["goan_sul"]},
        {"clans": ["galmi", "justice", "tomorrow"], "army": TEN, "passed": True},
    )
    t.do("pass")
    assert t.game.winners == [1]


@pytest.mark.rule("X-1.4")
@pytest.mark.card("Goan Sul")
def test_goan_sul_in_play_serves_its_own_player_only(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "abhilasha", "xian"], "army": [["Déesses de lave"], ["Hempo"], ["Goan Sul"]]},  # 10
        {
            "clans": ["galmi", "justice", "tomorrow"],
            "army": [["Bun To", "Bun To", "Aat"], ["Shard", "EZ", "Elle"], ["Galmi", "Tomorrow"]],  # 25
            "passed": True,
        },
    )
    assert t.strengths == [10, 25]
    t.do("pass")
    assert not t.game.is_over
    assert t.supremacy(1) == 1
    t.do("sacrifice own I2", "sacrifice own I1", "sacrifice own H3", "sacrifice own T3")
    assert t.seat == 0  # half of eight and no more: it is the other's card


@pytest.mark.rule("X-1.4")
@pytest.mark.card("Goan Sul")
def test_goan_suls_player_sacrifices_one_more_after_a_smaller_victory(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "abhilasha", "xian"], "army": [["Déesses de lave"], ["Hempo"], ["Goan Sul"]]},
        {"clans": ["galmi", "justice", "tomorrow"], "army": [["Aat"]], "passed": True},
    )
    assert t.strengths == [10, 2]
    t.do("pass", "sacrifice own I1", "sacrifice own H1", "sacrifice own T1")  # two, and one more
    assert t.army(0) == [[], [], []]
    assert t.seat == 1


@pytest.mark.rule("X-1.4")
@pytest.mark.card("Goan Sul")
def test_a_captured_goan_sul_wins_nothing_and_costs_nothing(x_table: Any) -> None:
    t = x_table(
        {
            "clans": ["goan_sul", "abhilasha", "xian"],
            "army": [["Déesses de lave", "Déesses de lave"], ["Hempo", "Smook"], ["[Goan Sul]"]],
        },
        {"clans": ["galmi", "justice", "tomorrow"], "passed": True},
    )
    assert t.strengths == [10, 0]
    t.do("pass", "sacrifice own I1", "sacrifice own H2", "sacrifice own T2")
    assert t.army(0) == [["Déesses de lave"], ["Hempo"], []]
    assert not t.game.is_over
    assert t.decision == "main"


@pytest.mark.rule("X-1.4")
def test_tile_and_card_of_goan_sul_together_cost_one_card(x_table: Any) -> None:
    t = x_table(
        {
            "clans": ["goan_sul", "abhilasha", "xian"],
            "army": [["Déesses de lave", "Déesses de lave"], ["Hempo"], ["Goan Sul"]],
            "tiles": ["goan_sul"],
        },
        {"clans": ["galmi", "justice", "tomorrow"], "army": [["Aat", "Aat"]], "passed": True},
    )
    assert t.strengths == [12, 4]
    t.do("pass", "sacrifice own I1", "sacrifice own H1", "sacrifice own T2")
    assert t.army(0) == [["Déesses de lave"], [], []]
    assert t.seat == 1


@pytest.mark.rule("X-1.4")
@pytest.mark.rule("X-7.1")
def test_a_tie_won_by_the_wonder_token_costs_one_card_more(x_table: Any) -> None:
    t = x_table(
        {"clans": WITHOUT_GOAN_SUL["ours"], "army": [["Bun To", "Bun To"]]},
        {"clans": WITHOUT_GOAN_SUL["theirs"], "army": [["Aat", "Aat"]], "passed": True},
        wonder=0,
    )
    t.do("pass", "sacrifice own T2", "sacrifice own T1")
    assert (t.supremacy(0), t.supremacy(1)) == (1, 0)
    t.do("sacrifice own T2")
    assert (t.army(0), t.army(1)) == ([[], [], []], [["Aat"], [], []])


@pytest.mark.rule("X-1.4")
@pytest.mark.rule("X-7.3")
def test_after_a_battle_that_both_won_both_sacrifice_one_card_more(x_table: Any) -> None:
    """Ruling: both are winners, and by less than ten."""
    t = x_table(
        {"clans": WITHOUT_GOAN_SUL["ours"], "army": [["Bun To", "Bun To"]]},
        {"clans": WITHOUT_GOAN_SUL["theirs"], "army": [["Aat", "Aat"]], "passed": True},
    )
    t.do("pass", "sacrifice own T2", "sacrifice own T1", "sacrifice own T2", "sacrifice own T1")
    assert (t.supremacy(0), t.supremacy(1)) == (1, 1)
    assert (t.army(0), t.army(1)) == ([[], [], []], [[], [], []])
    assert t.decision == "main"


@pytest.mark.rule("X-1.4")
@pytest.mark.card("Goan Sul")
@pytest.mark.rule("X-7.3")
def test_after_such_a_battle_goan_sul_in_play_costs_its_player_one_more(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "abhilasha", "xian"], "army": [["Déesses de lave"], ["Hempo"], ["Goan Sul"]]},
        {"clans": ["galmi", "justice", "tomorrow"], "army": [["Aat"], ["EZ"], ["Tomorrow"]], "passed": True},
    )
    t.do("pass")
    first = t.seat  # by chance
    for seat in (first, 1 - first):
        t.do("sacrifice own I1", "sacrifice own H1", *(["sacrifice own T1"] if seat == 0 else []))
    assert t.army(0) == [[], [], []]
    assert t.army(1) == [["Aat"], [], []]


# ---------- Justice: the highest FREE card is Ethereal


@pytest.mark.rule("X-2.3")
@pytest.mark.rule("X-8.5")
def test_justice_left_over_protects_the_highest_free_card_of_both_armies(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "xian", "phoenix"], "hand": ["Les gardiens démons"], "army": [["Déesses de lave"]]},
        {"clans": ["galmi", "tomorrow", "abhilasha"], "army": [["Bun To", "Aat"]]},
    )
    assert "justice" in t.json["tiles"]
    t.do("place Les gardiens démons", "no")
    assert t.army(0) == [["Déesses de lave", "Les gardiens démons"], [], []]
    assert (t.seat, t.decision) == (1, "main")  # both FREE Troops are the highest: no target


@pytest.mark.rule("X-8.5")
def test_a_free_card_below_the_highest_is_not_protected(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "xian", "phoenix"], "hand": ["Les gardiens démons"]},
        {"clans": ["galmi", "tomorrow", "abhilasha"], "army": [["Bun To", "Aat"], ["EZ"]]},
    )
    t.do("place Les gardiens démons", "no")
    assert t.choices == ["destroy enemy T2 (Aat)"]


@pytest.mark.rule("X-8.5")
def test_the_highest_free_card_cannot_be_captured_and_the_one_below_it_can(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "xian", "phoenix"], "hand": ["Alpha"], "army": [["Déesses de lave"]], "supremacy": 1},
        {"clans": ["galmi", "tomorrow", "abhilasha"], "army": [["Bun To"], ["EZ"]]},
    )
    t.do("place Alpha")
    assert t.choices == ["capture own T1 (Déesses de lave)", "capture enemy T1 (Bun To)"]


@pytest.mark.rule("X-8.5")
def test_a_captured_card_is_protected_as_the_highest_free_one(x_table: Any) -> None:
    """Ruling: the token lies on the highest FREE card, face up or face down."""
    t = x_table(
        {"clans": ["goan_sul", "xian", "phoenix"], "hand": ["Hempo"], "army": [["Déesses de lave"]]},
        {"clans": ["galmi", "tomorrow", "abhilasha"], "army": [["Bun To", "Aat"], ["[EZ]"]]},
    )
    t.do("place Hempo", "no")
    assert t.choices == ["destroy enemy T2 (Aat)"]


@pytest.mark.rule("X-8.5")
def test_it_can_be_sacrificed(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "xian", "phoenix"], "hand": ["Unités de bombardement"]},
        {"clans": ["galmi", "tomorrow", "abhilasha"], "army": [["Bun To"]]},
    )
    t.do("place Unités de bombardement", "sacrifice own T1", "sacrifice own T1")
    assert (t.army(0), t.army(1)) == ([[], [], []], [[], [], []])


@pytest.mark.card("Justice")
@pytest.mark.rule("X-8.5")
@BOTH
def test_justice_turned_protects_both_armies(x_table: Any, seat: int) -> None:
    t = x_table(
        {
            "clans": ["justice", "goan_sul", "xian"],
            "army": [["Les gardiens démons", "Volantis"]],
            "tiles": ["justice"],
        },
        {"clans": ["galmi", "tomorrow", "abhilasha"], "army": [["Les apôtres de la nuit"]]},
        turn=seat,
    )
    t.do("activate T1")
    if seat == 0:
        t.do("no")
        assert (t.seat, t.decision) == (1, "main")  # nothing to destroy
        assert t.army(1) == [["Les apôtres de la nuit"], [], []]
    else:
        assert t.choices == ["aim at enemy T1 (Les gardiens démons)"]
