"""How the game is won (X-1)."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["galmi", "tomorrow", "xian"]
THEIRS = ["abhilasha", "goan_sul", "justice"]
TROOPS = ["Boul Go", "Bun To", "Wiindz", "Obeezs", "3 voeux"]
HEROES = ["Kan Te", "Shard", "EZ", "Nio", "Pangu"]
IMMORTALS = ["Galmi", "Tomorrow", "Byun Hyung Ja (Galmi)", "Byun Hyung Ja (Tomorrow)"]


# ---------- Supremacy


@pytest.mark.rule("X-1.1")
def test_a_battle_ends_the_round_and_its_winner_takes_a_supremacy_token(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go"]]}, {"clans": THEIRS, "passed": True})
    t.do("pass", "sacrifice own T1")
    assert (t.supremacy(0), t.supremacy(1)) == (1, 0)
    assert t.json["round"] == 2
    assert not t.game.is_over


@pytest.mark.rule("X-1.1")
def test_the_second_supremacy_token_wins_at_once(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go"]], "supremacy": 1}, {"clans": THEIRS, "passed": True}, round=2)
    t.do("pass")
    assert t.game.winners == [0]
    assert t.game.ending == ("supremacy", None)
    assert t.army(0) == [["Boul Go"], [], []]  # the Song of the Dead is not sung


@pytest.mark.rule("X-1.1")
def test_the_third_battle_is_the_last(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"]], "supremacy": 1},
        {"clans": THEIRS, "army": [["Volantis", "Volantis"]], "passed": True, "supremacy": 1},
        round=3,
    )
    t.do("pass")
    assert t.game.winners == [1]


@pytest.mark.rule("X-1.5")
def test_two_second_tokens_in_one_battle_are_a_draw(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"]], "supremacy": 1},
        {"clans": THEIRS, "army": [["Volantis"]], "passed": True, "supremacy": 1},
    )
    t.do("pass")
    assert t.game.is_over
    assert t.game.winners == [0, 1]
    assert t.game.returns() == [0.0, 0.0]


@pytest.mark.rule("X-1.5")
def test_after_a_tie_the_one_with_a_second_token_wins(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"]], "supremacy": 1},
        {"clans": THEIRS, "army": [["Volantis"]], "passed": True},
    )
    t.do("pass")
    assert t.game.winners == [0]


# ---------- the fifth activation token


NARASHIMA = ["narashima", "tomorrow", "xian"]


@pytest.mark.rule("X-1.2")
@pytest.mark.parametrize(("owned", "winners"), [(2, []), (3, []), (4, [0])])
def test_only_a_fifth_token_wins(x_table: Any, owned: int, winners: list[int]) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"], ["Shard"], ["Byun Hyung Ja (Galmi)"]], "owned": owned, "tokens": 0},
        {"clans": THEIRS},
    )
    t.do("pass")
    assert t.game.winners == winners
    assert t.owned(0) == min(owned + 1, 4)


@pytest.mark.rule("X-1.2")
def test_a_fifth_token_by_a_refilled_deck_wins_in_a_turn(x_table: Any) -> None:
    t = x_table(
        {"clans": NARASHIMA, "army": [["Nitish"], ["Nalin"], ["Byun Hyung Ja (Narashima)"]], "owned": 4},
        {"clans": THEIRS},
        rest="discard",
    )
    t.do("draw one")
    assert t.game.winners == [0]
    assert t.game.ending == ("fifth token", "Byun Hyung Ja (Narashima)")


@pytest.mark.rule("X-1.2")
def test_a_fifth_token_during_the_song_of_the_dead_does_not_win(x_table: Any) -> None:
    t = x_table(
        {
            "clans": NARASHIMA,
            "army": [
                ["Nitish", "Nikhilesh", "Navaj", "Nakshatra"],
                ["Nalin"],
                ["Byun Hyung Ja (Narashima)"],
            ],
            "owned": 4,
            "tokens": 0,
        },
        {"clans": ["abhilasha", "goan_sul", "justice"], "passed": True},
        rest="discard",
    )
    t.do("pass", "sacrifice own T4", "sacrifice own T3", "sacrifice own T2")
    assert not t.game.is_over
    assert (t.owned(0), t.tokens(0)) == (4, 4)
    assert t.json["round"] == 2


# ---------- fifteen cards


@pytest.mark.rule("X-1.3")
def test_fifteen_face_up_cards_win_at_once(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Byun Hyung Ja (Xi'an)"], "army": [TROOPS, HEROES, IMMORTALS]}, {"clans": THEIRS}
    )
    t.do("place Byun Hyung Ja (Xi'an)")
    assert t.game.winners == [0]
    assert t.game.ending == ("fifteen cards", None)


@pytest.mark.rule("X-1.3")
def test_a_captured_card_does_not_count_until_it_is_freed(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Byun Hyung Ja (Xi'an)"],
            "army": [["[Boul Go]", *TROOPS[1:]], HEROES, IMMORTALS],
        },
        {"clans": THEIRS},
    )
    t.do("place Byun Hyung Ja (Xi'an)", "first resolve own I4")  # at the end of the turn, to no avail
    assert not t.game.is_over
    t.do("draw one", "activate H1", "no")  # Kan Te frees; the opponent could have cancelled that
    assert t.game.winners == [0]


@pytest.mark.rule("X-1.3")
def test_the_opponent_may_win_by_ones_own_effect(x_table: Any) -> None:
    full = [["[Boul Go]", *TROOPS[1:]], HEROES, [*IMMORTALS, "Byun Hyung Ja (Xi'an)"]]
    t = x_table(
        {"clans": THEIRS, "army": [["Les apôtres de la nuit"]]},
        {"clans": OURS, "army": full},
    )
    t.do("activate T1", "aim at enemy T1")
    assert t.game.winners == [1]


@pytest.mark.rule("X-1.3")
def test_two_armies_of_fifteen_at_once_are_a_draw(x_table: Any) -> None:
    """Ruling: it takes the Song of the Dead, which frees the captured cards of both players together."""
    ours = [["[Boul Go]", *TROOPS[1:]], HEROES, [*IMMORTALS, "Byun Hyung Ja (Xi'an)"]]
    theirs = [
        ["[Volantis]", "Le Cercle Rouge", "Les apôtres de la nuit", "Déesses de lave", "Les gardiens démons"],
        ["Elle", "Sati", "Solok", "Hempo", "Smook"],
        ["Justice", "Abhilasha", "Goan Sul", "Byun Hyung Ja (Justice)", "Byun Hyung Ja (Abhilasha)"],
    ]
    t = x_table({"clans": OURS, "army": ours}, {"clans": THEIRS, "army": theirs, "passed": True})
    t.do("pass", "first resolve own I4")
    assert t.game.winners == [0, 1]
    assert t.game.ending == ("fifteen cards", None)
    assert t.game.describe().endswith("A draw: both have 15 face-up cards.")


# ---------- victories of clans: more in the tests of the tiles and of Justice


@pytest.mark.rule("X-1.4")
def test_goan_sul_wins_by_a_battle_won_by_ten(x_table: Any) -> None:
    army = [["Déesses de lave"], ["Hempo"], ["Goan Sul"]]
    t = x_table({"clans": THEIRS, "army": army, "tokens": 0}, {"clans": OURS, "passed": True})
    assert t.strengths == [10, 0]
    t.do("pass")
    assert t.game.winners == [0]
    assert t.game.ending[0] == "goan sul"


@pytest.mark.rule("X-1.4")
def test_justice_wins_by_the_third_tile(x_table: Any) -> None:
    t = x_table(
        {
            "clans": THEIRS,
            "hand": ["Justice"],
            "army": [["Volantis"], ["Elle"]],
            "tiles": ["abhilasha", "justice"],
            "supremacy": 1,
        },
        {"clans": OURS},
    )
    t.do("place Justice", "turn Goan Sul")
    assert t.game.winners == [0]
