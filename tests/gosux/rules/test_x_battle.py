"""The Great Battle and the Song of the Dead (X-7)."""

from __future__ import annotations

from typing import Any

import pytest

# Nobody has Galmi and Abhilasha: their tiles change no battle.
MINE: dict[str, Any] = {"clans": ["phoenix", "narashima", "justice"], "tokens": 0}
YOURS: dict[str, Any] = {"clans": ["goan_sul", "tomorrow", "xian"], "tokens": 0, "passed": True}

# ------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-7.1")
def test_cards_are_worth_two_three_and_five_by_their_level(x_table: Any) -> None:
    assert x_table(MINE | {"army": [["Timer"]]}, YOURS).strengths == [2, 0]
    assert x_table(MINE | {"army": [["Timer"], ["Kaez"]]}, YOURS).strengths == [5, 0]
    assert x_table(MINE | {"army": [["Timer"], ["Kaez"], ["Justice"]]}, YOURS).strengths == [10, 0]


@pytest.mark.rule("X-7.1")
def test_captured_cards_are_worth_nothing(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["[Timer]", "Timer"], ["[Kaez]"], ["[Justice]"]]}, YOURS)
    assert t.strengths == [2, 0]


@pytest.mark.rule("X-7.1")
def test_the_example_of_the_rulebook(x_table: Any) -> None:
    """Martin has 5 for an Immortal, 6 for Heroes, 6 for Troops, one a Veteran with its token: 17.

    Ulysse has 6 for Heroes, 8 for Troops and 3 for the cards in hand, by the tile of Phoenix: 17. He has the Wonder
    token and wins the tie.
    """
    martin = {
        "clans": ["goan_sul", "xian", "abhilasha"],
        "army": [["Esprits de Smook*", "All in one"], ["Shennong", "Pangu"], ["Xi'an"]],
        "tokens": 0,
        "passed": True,
    }
    ulysse = {
        "clans": ["galmi", "tomorrow", "narashima"],
        "army": [["Bun To", "Bun To", "Obeezs", "Wiindz", "[Navaj]"], ["Kan Te", "EZ"]],
        "hand": ["Nitish", "Un'Go", "Nalin"],
        "tokens": 0,
    }
    t = x_table(ulysse, martin, wonder=0)
    assert t.strengths == [17, 17]
    t.do("pass")
    assert (t.supremacy(0), t.supremacy(1)) == (1, 0)


@pytest.mark.rule("X-7.1")
@pytest.mark.parametrize(("mine", "won"), [(["Timer", "Timer", "Arpia"], [1, 0]), (["Timer", "Timer"], [0, 1])])
def test_the_higher_total_takes_a_supremacy_token(x_table: Any, mine: list[str], won: list[int]) -> None:
    t = x_table(MINE | {"army": [mine]}, YOURS | {"army": [["Obeezs"], ["EZ"]]}).do("pass")  # 6 or 4 against 5
    assert [t.supremacy(seat) for seat in (0, 1)] == won


@pytest.mark.rule("X-7.1")
@pytest.mark.parametrize(("wonder", "won"), [(0, [1, 0]), (1, [0, 1]), (None, [1, 1])])
def test_a_tie_goes_to_the_wonder_token_or_to_both(x_table: Any, wonder: int | None, won: list[int]) -> None:
    t = x_table(MINE | {"army": [["Timer"]]}, YOURS | {"army": [["Obeezs"]]}, wonder=wonder).do("pass")
    assert [t.supremacy(seat) for seat in (0, 1)] == won


@pytest.mark.rule("X-7.1")
def test_the_wonder_token_that_was_spent_wins_no_tie(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nitish", "Kaez"], "army": [["Timer"]]}
    t = x_table(mine, YOURS | {"army": [["Obeezs", "Wiindz"]]}, wonder=0)
    t.do("place Nitish", "spend the Wonder token", "discard Kaez", "pass")
    assert [t.supremacy(seat) for seat in (0, 1)] == [1, 1]


@pytest.mark.rule("X-7.1")
@pytest.mark.rule("X-1.1")
def test_the_second_supremacy_token_wins_before_any_song(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Timer"]], "supremacy": 1}, YOURS).do("pass")
    assert (t.json["over"], t.json["winners"], t.army(0)[0]) == (True, [0], ["Timer"])


@pytest.mark.rule("X-7.1")
@pytest.mark.rule("X-1.5")
def test_two_second_supremacy_tokens_are_a_draw(x_table: Any) -> None:
    t = x_table(MINE | {"supremacy": 1}, YOURS | {"supremacy": 1}).do("pass")
    assert (t.json["over"], t.json["winners"]) == (True, [0, 1])


# ------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-7.2")
def test_captured_cards_are_freed_and_do_nothing(x_table: Any) -> None:
    mine = MINE | {"army": [["Timer", "Timer", "[Muraena]"], ["[Nachiketa]"]], "hand": ["Arpia"]}
    t = x_table(mine, YOURS).do("pass")
    assert t.army(0) == [["Timer", "Timer", "Muraena"], ["Nachiketa"], []]
    assert t.hand(0) == ["Arpia"]  # Muraena did not draw, Nachiketa took no card


@pytest.mark.rule("X-7.2")
def test_the_winner_then_the_loser_sacrifices_half_rounded_up(x_table: Any) -> None:
    mine = MINE | {"army": [["Timer", "Timer", "Muraena"], ["Kaez", "Phoenix (Immortal)"]]}
    t = x_table(mine, YOURS | {"army": [["Obeezs", "Wiindz"], ["EZ"]]}).do("pass")
    assert (t.seat, t.choices) == (0, ["sacrifice own T3 (Muraena)", "sacrifice own H2 (Phoenix (Immortal))"])
    t.do("sacrifice own H2")
    assert t.choices == ["sacrifice own T3 (Muraena)", "sacrifice own H1 (Kaez)"]
    t.do("sacrifice own T3", "sacrifice own T2")
    assert t.army(0) == [["Timer"], ["Kaez"], []]  # three of five
    assert t.seat == 1
    t.do("sacrifice own T2", "sacrifice own H1")
    assert t.army(1) == [["Obeezs"], [], []]  # two of three
    assert (t.decision, t.json["round"]) == ("main", 2)


@pytest.mark.rule("X-7.2")
def test_a_sacrificed_card_goes_to_its_players_discard_without_bounty(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Muraena"]]}, YOURS).do("pass", "sacrifice own T1")
    assert (t.discard(0), t.decision) == (["Muraena"], "main")


@pytest.mark.rule("X-7.2")
def test_after_the_sacrifices_hands_tokens_and_the_wonder_token_are_made_new(x_table: Any) -> None:
    mine = MINE | {
        "army": [["Arpia*", "Timer"], ["Kaez"], ["Byun Hyung Ja (Narashima)"]],
        "hand": ["Nitish"],
        "owned": 3,
    }
    t = x_table(mine, YOURS | {"hand": ["Pangu"], "owned": 4}, wonder=0).do("pass")
    t.do("sacrifice own I1", "sacrifice own H1")
    assert [len(t.hand(seat)) for seat in (0, 1)] == [7, 7]
    assert [t.tokens(seat) for seat in (0, 1)] == [3, 4]
    assert (t.army(0)[0], t.json["wonder"]) == (["Arpia", "Timer"], None)


@pytest.mark.rule("X-7.2")
@pytest.mark.parametrize(("wonder", "starts"), [(0, 1), (1, 0)])
def test_the_loser_starts_the_next_round(x_table: Any, wonder: int, starts: int) -> None:
    t = x_table(MINE, YOURS, wonder=wonder).do("pass")
    assert (t.json["round"], t.seat, t.json["turns_left"]) == (2, starts, None)
    assert not t.can("pass")  # tokens are back in hand, and nobody has passed


@pytest.mark.rule("X-7.2")
def test_a_deck_that_runs_out_during_the_song_unlocks_a_token_but_a_fifth_does_not_win(x_table: Any) -> None:
    army = [["Nitish"], ["Nalin"], ["Byun Hyung Ja (Narashima)"]]
    t = x_table(MINE | {"army": army}, YOURS, rest="discard").do("pass", "sacrifice own I1", "sacrifice own H1")
    assert t.owned(0) == 2  # Byun Hyung Ja was sacrificed before
    army = [["Nitish", "Navaj"], ["Nalin", "Kaez"], ["Byun Hyung Ja (Narashima)", "Narashima"]]
    song = ("pass", "sacrifice own I2", "sacrifice own H2", "sacrifice own T2")
    t = x_table(MINE | {"army": army}, YOURS, rest="discard").do(*song)
    assert (t.owned(0), t.tokens(0), len(t.hand(0))) == (3, 3, 7)
    t = x_table(MINE | {"army": army, "owned": 4}, YOURS, rest="discard").do(*song)
    assert (t.owned(0), t.tokens(0), t.json["over"]) == (4, 4, False)


# ------------------------------------------------------------------------------------------------


@pytest.mark.rule("X-7.3")
def test_after_a_battle_that_both_won_chance_names_who_sacrifices_and_starts(x_table: Any) -> None:
    first = set()
    for seed in range(12):
        t = x_table(MINE | {"army": [["Timer"]]}, YOURS | {"army": [["Obeezs"]]}, seed=seed).do("pass")
        seat = t.seat
        first.add(seat)
        t.do("sacrifice own T1")
        assert t.seat == 1 - seat
        t.do("sacrifice own T1")
        assert (t.seat, t.decision, t.json["round"]) == (seat, "main", 2)
    assert first == {0, 1}


# ------------------------------------------------------------------------------------------------ tiles


@pytest.mark.rule("X-2.3")
@pytest.mark.rule("X-7.1")
def test_the_tile_of_phoenix_counts_both_hands(x_table: Any) -> None:
    mine = {"clans": ["abhilasha", "narashima", "justice"], "hand": ["Nitish", "Nalin"], "army": [["Navaj"]]}
    yours = {"clans": ["goan_sul", "tomorrow", "galmi"], "hand": ["EZ", "Shard", "Galmi"]}
    t = x_table(mine, yours)
    assert t.json["tiles"] == ["phoenix", "xian"]
    assert t.strengths == [4, 3]


@pytest.mark.rule("X-2.3")
def test_the_tile_of_phoenix_turned_by_justice_counts_both_hands(x_table: Any) -> None:
    mine = MINE | {"army": [["Volantis"], ["Elle"]], "hand": ["Justice", "Nitish"]}
    t = x_table(mine, YOURS | {"hand": ["EZ", "Pangu", "Nio"]})
    assert t.strengths == [5, 0]
    t.do("place Justice", "turn Phoenix")
    assert t.strengths == [11, 3]


@pytest.mark.rule("X-2.3")
def test_phoenix_beside_its_own_tile_counts_a_hand_once(x_table: Any) -> None:
    """Ruling: a permanent effect that already holds holds once."""
    mine = MINE | {"army": [["Timer"], ["Kaez"], ["Phoenix"]], "hand": ["Nitish", "Nalin"], "tiles": ["phoenix"]}
    assert x_table(mine, YOURS).strengths == [12, 0]


# ------------------------------------------------------------------------------------------------ fifteen cards


FIFTEEN = [
    ["Arpia", "Timer", "Muraena", "Nitish", "[Navaj]"],
    ["Kaez", "Genious", "Fenghuang", "Nalin", "Elle"],
    ["Phoenix", "Narashima", "Justice", "Byun Hyung Ja (Phoenix)", "Byun Hyung Ja (Narashima)"],
]
OTHER_FIFTEEN = [
    ["Obeezs", "Wiindz", "All in one", "3 voeux", "[Aat]"],
    ["EZ", "Ne'o", "Pangu", "Nio", "Alpha"],
    ["Tomorrow", "Xi'an", "Goan Sul", "Byun Hyung Ja (Tomorrow)", "Byun Hyung Ja (Xi'an)"],
]


@pytest.mark.rule("X-1.3")
@pytest.mark.rule("X-7.2")
def test_fifteen_cards_that_the_song_turns_face_up_win_at_once(x_table: Any) -> None:
    t = x_table(MINE | {"army": FIFTEEN}, YOURS).do("pass")
    assert (t.json["over"], t.json["winners"], len(t.army(0)[0])) == (True, [0], 5)


@pytest.mark.rule("X-1.3")
def test_two_armies_of_fifteen_at_the_same_moment_are_a_draw(x_table: Any) -> None:
    """Ruling: the song turns all captured cards face up at once, so nobody is the first."""
    t = x_table(MINE | {"army": FIFTEEN}, YOURS | {"army": OTHER_FIFTEEN}).do("pass")
    assert (t.json["over"], t.json["winners"]) == (True, [0, 1])
    assert "A draw: both have 15 face-up cards." in t.game.describe()
