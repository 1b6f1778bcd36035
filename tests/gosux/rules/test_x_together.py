"""Cards and tokens that meet: Bounty and hunters, reactions in a row, battles that two cards wait for."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["goan_sul", "galmi", "xian"]
THEIRS = ["abhilasha", "justice", "tomorrow"]


# ---------- the Bounty token


@pytest.mark.rule("X-8.9")
def test_she_rift_marks_a_card_for_hemro(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["She Rift", "Déesses de lave"],
            "army": [["Bun To", "Déesses de lave"], ["Hemro, bounty hunter"]],
            "deck": ["Nio", "Pangu"],
        },
        {"clans": THEIRS, "army": [["Aat"]]},
    )
    t.do("place She Rift", "put the Bounty token on enemy T1", "draw one")
    t.do("place Déesses de lave", "capture enemy T1", "no", "yes")
    assert t.hand(0) == ["Nio", "Pangu"]


@pytest.mark.rule("X-8.9")
def test_a_bounty_that_is_destroyed_pays_the_hunter_too(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Hempo"],
            "army": [["Bun To", "Déesses de lave"], ["Hemro, bounty hunter"]],
            "deck": ["Nio", "Pangu"],
        },
        {"clans": THEIRS, "army": [["Aat"], ["EZ!"]]},
    )
    t.do("place Hempo", "no", "destroy enemy H1", "yes")
    assert t.hand(0) == ["Nio", "Pangu"]
    assert t.army(1) == [["Aat"], [], []]
    t.do("draw one")
    assert not any("!" in name for seat in (0, 1) for row in t.army(seat) for name in row)  # the token is off the table


@pytest.mark.rule("X-8.9")
def test_the_token_doubles_the_avatar_while_it_lies_on_an_enemy(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Bun To", "Boul Go"], ["Galmi (Avatar)", "She Rift"]]},
        {"clans": THEIRS, "army": [["Aat"]]},
    )
    assert t.strengths == [10, 2]
    t.do("activate H2", "put the Bounty token on enemy T1")
    assert t.strengths == [13, 2]


@pytest.mark.rule("X-8.9")
def test_moved_to_the_avatar_itself_the_token_no_longer_doubles_it(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Bun To", "Boul Go"], ["Galmi (Avatar)", "She Rift"]]},
        {"clans": THEIRS, "army": [["Aat!"]]},
    )
    assert t.strengths == [13, 2]
    t.do("activate H2", "put the Bounty token on own H1")
    assert t.army(0)[1] == ["Galmi (Avatar)!", "She Rift*"]
    assert t.strengths == [10, 2]


@pytest.mark.rule("X-8.9")
def test_an_avatar_with_the_token_is_lifted_without_a_bounty(x_table: Any) -> None:
    """To lift a card is neither to capture nor to destroy it."""
    t = x_table(
        {
            "clans": ["goan_sul", "abhilasha", "xian"],
            "hand": ["Abhilasha"],
            "army": [["Les apôtres de la nuit"], ["Solok"]],
        }
        | {"deck": ["Nio"]},
        {"clans": ["galmi", "justice", "tomorrow"], "army": [["Bun To"], ["Galmi (Avatar)!"]], "discard": ["Un'Go"]},
    )
    t.do("place Abhilasha", "copy Un'Go", "lift enemy H1")
    assert t.hand(0) == []
    assert t.top(1) == ["Galmi (Avatar)"]
    assert t.army(1) == [["Bun To"], [], []]
    assert t.json["removed"] == ["Un'Go"]


@pytest.mark.rule("X-8.9")
@pytest.mark.card("Les gardiens de la nuit")
def test_a_bounty_is_drawn_before_the_guardians_take_a_card(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Déesses de lave"], "deck": ["Nio"]},
        {"clans": THEIRS, "army": [["Les gardiens de la nuit!"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1", "yes")
    assert (t.seat, t.choices) == (0, ["discard Nio"])
    t.do("discard Nio")
    assert t.discard(0) == ["Nio"]


# ---------- reactions in a row


@pytest.mark.rule("X-8.7")
@pytest.mark.card("Le Cercle Rouge")
def test_two_red_circles_save_two_cards(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Goan Sul"], "army": [["Déesses de lave"], ["Hempo"]]},
        {
            "clans": THEIRS,
            "hand": ["Le Cercle Rouge", "Le Cercle Rouge", "Aat"],
            "army": [["Aat", "Obeezs", "Wiindz"], ["EZ", "Ne'o"], ["Tomorrow"]],
        },
    )
    t.do("place Goan Sul", "clan Tomorrow", "yes", "no")
    assert t.army(1) == [["Aat", "Obeezs", "Wiindz"], ["EZ"], ["Tomorrow"]]
    t.do("yes")
    assert t.army(1) == [["Aat", "Obeezs", "Wiindz"], ["EZ"], ["Tomorrow"]]
    assert t.discard(1) == ["Le Cercle Rouge", "Le Cercle Rouge", "Ne'o"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.rule("X-8.7")
@pytest.mark.card("Le Cercle Rouge")
def test_guardians_whose_capture_is_cancelled_take_no_card(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Déesses de lave", "Nio"]},
        {"clans": THEIRS, "hand": ["Le Cercle Rouge"], "army": [["Les gardiens de la nuit"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1", "yes")
    assert t.hand(0) == ["Nio"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.rule("X-8.7")
@pytest.mark.card("Atalante à grand bouclier")
def test_an_activation_may_be_let_through_and_its_capture_cancelled(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "narashima", "xian"], "army": [["Les gardiens démons"]]},
        {"clans": THEIRS, "hand": ["Le Cercle Rouge", "Atalante à grand bouclier"], "army": [["Aat"]]},
    )
    t.do("activate T1", "no", "destroy enemy T1", "yes")
    assert t.army(1) == [["Aat"], [], []]
    assert t.hand(1) == ["Atalante à grand bouclier"]


# ---------- battles


@pytest.mark.rule("X-7.3")
@pytest.mark.card("Byun Hyung Ja (Goan Sul)")
@pytest.mark.card("Byun Hyung Ja (Justice)")
def test_a_battle_that_both_won_is_won_for_one_card_and_not_lost_for_the_other(x_table: Any) -> None:
    """Ruling: who takes a Supremacy token has won the battle."""
    t = x_table(
        {"clans": OURS, "army": [["Déesses de lave"], ["Hempo"], ["Byun Hyung Ja (Goan Sul)"]]},
        {"clans": THEIRS, "army": [["Volantis"], ["Elle"], ["Byun Hyung Ja (Justice)"]], "passed": True},
    )
    t.do("pass")
    assert (t.supremacy(0), t.supremacy(1)) == (1, 1)
    assert (t.owned(0), t.owned(1)) == (3, 2)


@pytest.mark.rule("X-1.2")
def test_of_two_fifth_tokens_in_one_battle_the_first_to_be_unlocked_wins(x_table: Any) -> None:
    """Ruling: of several effects at once, the player whose turn it is names the first."""
    t = x_table(
        {"clans": OURS, "army": [["Bun To"], ["Hempo"], ["Byun Hyung Ja (Goan Sul)"]], "owned": 4},
        {"clans": THEIRS, "army": [["Volantis"], ["[Elle]"], ["Byun Hyung Ja (Justice)"]], "owned": 4, "passed": True},
    )
    t.do("pass")
    assert (t.seat, t.decision) == (0, "order")
    t.do("first resolve enemy I1")
    assert t.game.winners == [1]


# ---------- Recruiter


@pytest.mark.rule("X-4.5")
def test_a_recruiter_recruits_again_when_its_recruit_is_gone(x_table: Any) -> None:
    """Ruling: it recruits as long as it is the last card of its row."""
    t = x_table(
        {"clans": ["galmi", "justice", "xian"], "hand": ["3 voeux"], "army": [["Boul Go", "Bun To"]]},
        {"clans": ["abhilasha", "goan_sul", "tomorrow"], "hand": ["Les gardiens démons"]},
        turn=1,
    )
    t.do("place Les gardiens démons", "no", "destroy enemy T2")
    t.do("place 3 voeux", "clan Justice")
    assert t.army(0) == [["Boul Go", "3 voeux"], [], []]


# ---------- Justice and the Song of the Dead


@pytest.mark.rule("X-7.2")
@pytest.mark.card("Justice")
def test_tiles_that_were_turned_stay_turned_in_the_next_round(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Justice"], "army": [["Volantis"], ["Elle"]], "tokens": 0},
        {"clans": OURS, "passed": True},
        turns_left=1,
    )
    t.do("place Justice", "turn Tomorrow", "sacrifice own I1", "sacrifice own H1")
    assert t.json["round"] == 2
    assert "tomorrow" in t.json["tiles"]


@pytest.mark.rule("X-7.2")
@pytest.mark.card("Les flèches de Justice")
def test_arrows_last_into_the_next_round(x_table: Any) -> None:
    """Ruling: the next turn of their player may be one of the next round."""
    t = x_table(
        {"clans": THEIRS, "hand": ["Les flèches de Justice"], "tokens": 0},
        {"clans": OURS, "hand": ["Bun To"], "passed": True},
        turns_left=1,
    )
    t.do("place Les flèches de Justice", "forbid Bun To", "sacrifice own T1")
    assert (t.seat, t.json["round"]) == (1, 2)  # the loser of the battle begins
    assert not t.can("place Bun To")
