"""The eleven cards of Phoenix: extra turns and cards to draw."""

from __future__ import annotations

from typing import Any

import pytest

MINE: dict[str, Any] = {"clans": ["phoenix", "galmi", "tomorrow"]}
YOURS: dict[str, Any] = {"clans": ["xian", "narashima", "justice"]}

# ------------------------------------------------------------------------------------------------ Troops


@pytest.mark.card("Arpia")
def test_arpia_draws_a_card(x_table: Any) -> None:
    t = x_table({"hand": ["Arpia"], "deck": ["Muraena"]})
    t.do("place Arpia")
    assert t.hand(0) == ["Muraena"]
    assert t.seat == 1


@pytest.mark.card("Arpia")
def test_arpia_gives_an_extra_turn_beside_timer(x_table: Any) -> None:
    t = x_table({"hand": ["Arpia"], "army": [["Timer"]], "deck": ["Muraena"]})
    t.do("place Arpia")
    assert t.seat == 0


@pytest.mark.card("Arpia")
def test_a_captured_timer_gives_arpia_no_turn(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Arpia"], "army": [["[Timer]"]], "deck": ["Muraena"]}, YOURS).do("place Arpia")
    assert (t.hand(0), t.seat) == (["Muraena"], 1)


@pytest.mark.card("Arpia")
def test_a_token_repeats_arpia_and_no_extra_turn_follows_an_extra_turn(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Arpia", "Arpia", "Timer"]], "deck": ["Muraena", "Sqeezs"]}, YOURS).do("activate T1")
    assert (t.seat, t.json["extra_turn"]) == (0, True)
    t.do("activate T2")
    assert (t.hand(0), t.seat) == (["Muraena", "Sqeezs"], 1)


@pytest.mark.card("Muraena")
@pytest.mark.parametrize(("owned", "drawn"), [(2, 2), (3, 3), (4, 4)])
def test_muraena_draws_x(x_table: Any, owned: int, drawn: int) -> None:
    t = x_table(MINE | {"hand": ["Muraena"], "owned": owned, "tokens": 0}, YOURS).do("place Muraena")
    assert len(t.hand(0)) == drawn


@pytest.mark.card("Muraena")
def test_a_token_repeats_muraena_and_counts_as_owned(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Muraena"]], "deck": ["Arpia", "Timer"]}, YOURS).do("activate T1")
    assert (t.hand(0), t.army(0)[0]) == (["Arpia", "Timer"], ["Muraena*"])


@pytest.mark.card("Muraena")
def test_there_is_a_bounty_on_muraena(x_table: Any) -> None:
    yours = YOURS | {"hand": ["Pangu"], "army": [["Dragon dansant"]], "deck": ["Nalin"]}
    t = x_table(MINE | {"army": [["Muraena"]]}, yours, turn=1).do("place Pangu", "aim at enemy T1", "capture it")
    assert t.decision == "bounty"
    assert t.do("yes").hand(1) == ["Nalin"]


@pytest.mark.card("Sqeezs")
def test_sqeezs_takes_one_puts_one_on_top_and_one_below(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Sqeezs"], "deck": ["Arpia", "Timer", "Muraena"]}, YOURS).do("place Sqeezs")
    assert t.json["revealed"] == ["Arpia", "Timer", "Muraena"]
    assert t.choices == ["take Arpia", "take Muraena", "take Timer"]
    t.do("take Timer")
    assert t.choices == ["put on top Arpia", "put on top Muraena"]
    t.do("put on top Muraena")
    assert (t.hand(0), t.top(0), t.player(0)["known_bottom"]) == (["Timer"], ["Muraena"], ["Arpia"])
    assert (t.deck(0), t.seat) == (43, 1)


@pytest.mark.card("Sqeezs")
@pytest.mark.parametrize(("deck", "top"), [(["Arpia"], []), (["Arpia", "Timer"], ["Timer"])])
def test_sqeezs_reveals_what_there_is(x_table: Any, deck: list[str], top: list[str]) -> None:
    """Ruling: of fewer cards one comes to hand first, the next goes on top."""
    t = x_table(MINE | {"hand": ["Sqeezs"], "deck": deck}, YOURS, rest="discard").do("place Sqeezs", "take Arpia")
    if top:
        t.do("put on top Timer")
    assert (t.hand(0), t.top(0), t.deck(0), t.seat) == (["Arpia"], top, len(top), 1)


@pytest.mark.card("Sqeezs")
def test_sqeezs_finds_nothing_in_an_empty_deck_and_works_again_by_a_token(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Sqeezs"]}, YOURS, rest="discard").do("place Sqeezs")
    assert (t.hand(0), t.deck(0), t.seat) == ([], 0, 1)
    t = x_table(MINE | {"army": [["Sqeezs"]], "deck": ["Arpia", "Timer", "Muraena"]}, YOURS)
    t.do("activate T1", "take Arpia", "put on top Timer")
    assert (t.hand(0), t.top(0)) == (["Arpia"], ["Timer"])


@pytest.mark.card("Timer")
def test_timer_gives_an_extra_turn(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Timer"]}, YOURS).do("place Timer")
    assert (t.seat, t.json["extra_turn"], t.hand(0)) == (0, True, [])
    t.do("draw one")
    assert (t.seat, t.json["extra_turn"]) == (1, False)


@pytest.mark.card("Timer")
@pytest.mark.parametrize(("arpia", "drawn"), [("Arpia", ["Muraena"]), ("[Arpia]", [])])
def test_timer_draws_beside_arpia(x_table: Any, arpia: str, drawn: list[str]) -> None:
    """Ruling: a captured card lies face down and has no name; Arpia counts while it is face up, as Timer does."""
    t = x_table(MINE | {"hand": ["Timer"], "army": [[arpia]], "deck": ["Muraena"]}, YOURS).do("place Timer")
    assert (t.hand(0), t.seat) == (drawn, 0)


@pytest.mark.card("Timer")
def test_a_token_repeats_timer_which_draws_in_an_extra_turn_too(x_table: Any) -> None:
    mine = MINE | {"army": [["Timer", "Arpia"]], "deck": ["Muraena"]}
    t = x_table(mine, YOURS, extra_turn=True).do("activate T1")
    assert (t.hand(0), t.seat) == (["Muraena"], 1)


# ------------------------------------------------------------------------------------------------ Heroes


@pytest.mark.card("Fenghuang")
def test_fenghuang_puts_a_card_named_phoenix_on_top(x_table: Any) -> None:
    mine = MINE | {"hand": ["Fenghuang"], "army": [["Arpia"]], "discard": ["Phoenix (Eliana)"]}
    t = x_table(mine, YOURS).do("place Fenghuang")
    assert t.choices == ["take Phoenix (Immortal)", "take Phoenix"]
    t.do("take Phoenix")
    assert (t.top(0), t.deck(0), t.seat) == (["Phoenix"], 42, 1)


@pytest.mark.card("Fenghuang")
def test_fenghuang_finds_nothing_when_every_phoenix_is_elsewhere(x_table: Any) -> None:
    """Byun Hyung Ja (Phoenix) is no Phoenix by name."""
    mine = MINE | {"hand": ["Fenghuang", "Phoenix"], "army": [["Arpia"]]}
    t = x_table(mine | {"discard": ["Phoenix (Eliana)", "Phoenix (Immortal)"]}, YOURS).do("place Fenghuang")
    assert (t.seat, t.top(0)) == (1, [])


@pytest.mark.card("Genious")
def test_genious_lets_each_player_shuffle_a_clan_of_the_discard_and_draws_two(x_table: Any) -> None:
    mine = MINE | {"hand": ["Genious"], "army": [["Arpia"]], "discard": ["Timer", "Kaez", "Shard"]}
    t = x_table(mine, YOURS | {"discard": ["Nalin", "Pangu"]}).do("place Genious")
    assert (t.seat, t.choices) == (0, ["clan Galmi", "clan Phoenix"])
    t.do("clan Phoenix")
    assert (t.seat, t.choices) == (1, ["clan Narashima", "clan Xi'an"])
    t.do("clan Xi'an")
    assert (t.discard(0), t.discard(1)) == (["Shard"], ["Nalin"])
    assert (len(t.hand(0)), t.deck(0), t.deck(1)) == (2, 40, 44)


@pytest.mark.card("Genious")
def test_genious_draws_though_there_is_nothing_to_shuffle(x_table: Any) -> None:
    mine = MINE | {"hand": ["Genious"], "army": [["Arpia"]], "deck": ["Timer", "Shard"]}
    t = x_table(mine, YOURS).do("place Genious")
    assert (t.hand(0), t.seat) == (["Shard", "Timer"], 1)


@pytest.mark.card("Genious")
def test_genious_forgets_what_lay_on_top(x_table: Any) -> None:
    mine = MINE | {"hand": ["Genious", "Fenghuang"], "army": [["Arpia", "Timer"]], "discard": ["Kaez"]}
    t = x_table(mine, YOURS).do("place Fenghuang", "take Phoenix", "draw one")
    assert t.top(0) == ["Phoenix"]
    t.do("place Genious", "clan Phoenix")
    assert t.top(0) == []


@pytest.mark.card("Genious")
def test_genious_shuffles_the_deck_before_it_draws(x_table: Any) -> None:
    mine = MINE | {"hand": ["Genious"], "army": [["Arpia"]], "discard": ["Timer", "Kaez"]}
    hands = [x_table(mine, YOURS, seed=seed).do("place Genious", "clan Phoenix").hand(0) for seed in range(6)]
    assert hands != [["Kaez", "Timer"]] * 6  # not simply the cards that were put back


@pytest.mark.card("Kaez")
def test_kaez_takes_every_phoenix_from_the_discard_and_from_outside(x_table: Any) -> None:
    mine = MINE | {"hand": ["Kaez"], "army": [["Arpia"]]}
    discard = ["Phoenix", "Byun Hyung Ja (Phoenix)", "Timer"]
    removed = ["Phoenix (Eliana)", "Phoenix (Immortal)", "Muraena"]
    t = x_table(mine | {"discard": discard}, YOURS, removed=removed).do("place Kaez")
    assert t.hand(0) == ["Phoenix", "Phoenix (Eliana)", "Phoenix (Immortal)"]
    assert (t.discard(0), t.json["removed"]) == (["Byun Hyung Ja (Phoenix)", "Timer"], ["Muraena"])


@pytest.mark.card("Kaez")
def test_kaez_comes_alone_when_no_phoenix_is_gone(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Kaez", "Phoenix"], "army": [["Arpia"]], "discard": ["Timer"]}, YOURS).do("place Kaez")
    assert (t.hand(0), t.seat) == (["Phoenix"], 1)


@pytest.mark.card("Kaez")
def test_what_kaez_takes_everybody_has_seen(x_table: Any) -> None:
    mine = MINE | {"hand": ["Kaez", "Timer"], "army": [["Arpia"]], "discard": ["Phoenix"]}
    t = x_table(mine, YOURS).do("place Kaez")
    assert t.game.to_json(1)["players"][0]["hand"] == ["Phoenix", None]


@pytest.mark.card("Phoenix (Eliana)")
def test_eliana_is_arpia_for_timer_and_timer_for_arpia(x_table: Any) -> None:
    army = [["Muraena"], ["Phoenix (Eliana)"]]
    t = x_table(MINE | {"hand": ["Timer", "Arpia"], "army": army, "deck": ["Sqeezs"]}, YOURS).do("place Timer")
    assert (t.hand(0), t.seat) == (["Arpia", "Sqeezs"], 0)
    t = x_table(MINE | {"hand": ["Arpia"], "army": army, "deck": ["Sqeezs"]}, YOURS).do("place Arpia")
    assert (t.hand(0), t.seat) == (["Sqeezs"], 0)


@pytest.mark.card("Phoenix (Eliana)")
def test_a_captured_eliana_is_neither(x_table: Any) -> None:
    army = [["Muraena"], ["[Phoenix (Eliana)]"]]
    t = x_table(MINE | {"hand": ["Timer"], "army": army, "deck": ["Sqeezs"]}, YOURS).do("place Timer")
    assert t.hand(0) == []
    t = x_table(MINE | {"hand": ["Arpia"], "army": army, "deck": ["Sqeezs"]}, YOURS).do("place Arpia")
    assert t.seat == 1


@pytest.mark.card("Phoenix (Eliana)")
def test_eliana_cannot_be_shifted(x_table: Any) -> None:
    assert not x_table(MINE | {"hand": ["Kaez", "Timer"], "army": [["Arpia"], ["Phoenix (Eliana)"]]}, YOURS).can(
        "shift H1"
    )


ROWS_OF_PHOENIX = [["Arpia", "Timer", "Timer"], ["Kaez", "Genious"], ["Phoenix"]]


@pytest.mark.card("Phoenix (Immortal)")
@pytest.mark.parametrize("row", [1, 2, 3])
def test_the_immortal_may_be_placed_in_any_row_and_is_worth_three_there(x_table: Any, row: int) -> None:
    """Ruling: its value is the printed one in every row."""
    t = x_table(MINE | {"hand": ["Phoenix (Immortal)"], "army": ROWS_OF_PHOENIX[:2]}, YOURS)
    before = t.strengths[0]
    t.do("place Phoenix (Immortal)")
    assert t.choices == ["row 1", "row 2", "row 3"]
    t.do(f"row {row}")
    assert t.army(0)[row - 1][-1] == "Phoenix (Immortal)"
    assert t.strengths[0] == before + 3


@pytest.mark.card("Phoenix (Immortal)")
def test_the_immortal_keeps_to_the_conditions_of_the_row(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Phoenix (Immortal)"]}, YOURS).do("place Phoenix (Immortal)")
    assert t.army(0) == [["Phoenix (Immortal)"], [], []]  # the first Troop, free of cost
    strangers = MINE | {"hand": ["Phoenix (Immortal)", "Shard", "EZ"], "army": [["Bun To", "Bun To"], ["Kan Te"]]}
    t = x_table(strangers, YOURS).do("place Phoenix (Immortal)", "discard Shard", "discard EZ")
    assert t.army(0)[0] == ["Bun To", "Bun To", "Phoenix (Immortal)"]  # no Troop of Phoenix: row I, at its price
    t = x_table(MINE | {"hand": ["Phoenix (Immortal)"], "army": [["Arpia"], ["Kan Te"]]}, YOURS)
    assert t.do("place Phoenix (Immortal)").army(0)[0] == ["Arpia", "Phoenix (Immortal)"]  # no Hero of Phoenix


@pytest.mark.card("Phoenix (Immortal)")
def test_the_immortal_can_be_neither_captured_nor_destroyed(x_table: Any) -> None:
    mine = MINE | {"army": [["Phoenix (Immortal)"]]}
    t = x_table(mine, YOURS | {"hand": ["Pangu"], "army": [["Dragon dansant"]]}, turn=1).do("place Pangu")
    assert t.choices == ["aim at own T1 (Dragon dansant)", "aim at own H1 (Pangu)"]


@pytest.mark.card("Phoenix (Immortal)")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_immortal_is_of_the_level_that_is_named(x_table: Any, level: int) -> None:
    others = ["Arpia", "Kaez", "Phoenix"]
    mine = MINE | {"hand": ["Bun To"], "deck": ["Phoenix (Immortal)", *others]}
    t = x_table(mine, YOURS).do("place Bun To", f"level {level}")
    assert t.hand(0) == [others[level - 1], "Phoenix (Immortal)"]


@pytest.mark.card("Phoenix (Immortal)")
@pytest.mark.parametrize(
    ("slot", "newcomer"), [("T1", "Sqeezs"), ("H1", "Fenghuang"), ("I1", "Byun Hyung Ja (Phoenix)")]
)
def test_the_immortal_is_shifted_by_a_card_of_its_row(x_table: Any, slot: str, newcomer: str) -> None:
    """Ruling: it counts as every level, but the newcomer stands where it stood, so it must be of that row."""
    row = "THI".index(slot[0])
    army = [["Arpia"], ["Kaez"], ["Phoenix"]][: row + 1]
    army[row] = ["Phoenix (Immortal)"]
    hand = ["Sqeezs", "Fenghuang", "Byun Hyung Ja (Phoenix)", "Muraena"]
    t = x_table(MINE | {"hand": hand, "army": army}, {"clans": ["abhilasha", "narashima", "goan_sul"]})
    t.do(f"shift {slot}", "discard Muraena")
    assert t.choices == [f"bring in {newcomer}"]


@pytest.mark.card("Phoenix (Immortal)")
def test_the_immortal_may_take_the_place_of_a_card_of_any_row(x_table: Any) -> None:
    mine = MINE | {"hand": ["Phoenix (Immortal)", "Muraena", "EZ"], "army": [["Arpia"], ["Kaez"]]}
    for slot, row in (("T1", 0), ("H1", 1)):
        t = x_table(mine, YOURS).do(f"shift {slot}", "discard Muraena", "discard EZ", "bring in Phoenix (Immortal)")
        assert t.army(0)[row] == ["Phoenix (Immortal)"]


# ------------------------------------------------------------------------------------------------ Immortals


@pytest.mark.card("Phoenix")
def test_phoenix_gives_an_extra_turn(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Phoenix"], "army": [["Arpia"], ["Kaez"]]}, YOURS).do("place Phoenix")
    assert (t.seat, t.json["extra_turn"]) == (0, True)
    t = x_table(MINE | {"hand": ["Phoenix"], "army": [["Arpia"], ["Kaez"]]}, YOURS, extra_turn=True)
    assert t.do("place Phoenix").seat == 1


@pytest.mark.card("Phoenix")
@pytest.mark.parametrize(("phoenix", "strength"), [("Phoenix", 12), ("[Phoenix]", 5)])
def test_phoenix_counts_the_hand_of_its_player(x_table: Any, phoenix: str, strength: int) -> None:
    mine = MINE | {"hand": ["Timer", "Sqeezs"], "army": [["Arpia"], ["Kaez"], [phoenix]]}
    t = x_table(mine, YOURS | {"hand": ["Nalin"], "army": [["Nitish"]]})
    assert t.strengths == [strength, 2]


BYUN = [["Arpia", "Timer", "Phoenix (Immortal)"], ["Kaez", "Phoenix (Eliana)"], ["Byun Hyung Ja (Phoenix)", "Phoenix"]]


@pytest.mark.card("Byun Hyung Ja (Phoenix)")
def test_byun_of_phoenix_is_captured_and_unlocks_a_token_for_three_phoenixes(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "deck": ["Muraena"]}, YOURS).do("draw one")
    assert t.army(0)[2] == ["[Byun Hyung Ja (Phoenix)]", "Phoenix"]
    assert (t.owned(0), t.tokens(0), t.seat) == (3, 2, 1)
    t.do("draw one", "draw one")
    assert t.owned(0) == 3  # captured, it does that no more


@pytest.mark.card("Byun Hyung Ja (Phoenix)")
@pytest.mark.parametrize("captured", [0, 1])
def test_byun_of_phoenix_waits_for_three_face_up_and_for_its_own_turn(x_table: Any, captured: int) -> None:
    army = [BYUN[0], ["Kaez", "[Phoenix (Eliana)]" if captured else "Phoenix (Eliana)"], BYUN[2]]
    t = x_table(MINE | {"army": army}, YOURS, turn=1 - captured).do("draw one")
    assert t.owned(0) == 2


@pytest.mark.card("Byun Hyung Ja (Phoenix)")
def test_the_fifth_token_of_byun_of_phoenix_wins(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "owned": 4}, YOURS).do("draw one")
    assert (t.json["over"], t.json["winners"]) == (True, [0])


@pytest.mark.card("Byun Hyung Ja (Phoenix)")
def test_byun_of_phoenix_unlocks_a_token_though_it_cannot_be_captured(x_table: Any) -> None:
    """Ruling: what cannot be done of an effect is left out, the rest happens. Here Justice makes it Ethereal."""
    army = [BYUN[0], BYUN[1], ["Phoenix", "Byun Hyung Ja (Phoenix)"]]
    t = x_table(MINE | {"army": army}, {"clans": ["justice", "xian", "narashima"], "tiles": ["justice"]}).do("draw one")
    assert (t.army(0)[2], t.owned(0)) == (["Phoenix", "Byun Hyung Ja (Phoenix)"], 3)


def test_cards_are_told_apart_by_what_stands_in_brackets(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Phoenix", "Phoenix (Eliana)"], "army": [["Arpia"]]}, YOURS)
    assert t.can("place Phoenix (Eliana)")
    assert not t.can("place Phoenix")  # no Hero yet
    t.do("place Phoenix (Eliana)", "draw one")
    assert t.can("place Phoenix")
