"""The eleven cards of Narashima: decks run through, discards that come back, hands that shrink."""

from __future__ import annotations

from typing import Any

import pytest

from gosu_env.gosux.text import card_text

MINE: dict[str, Any] = {"clans": ["narashima", "galmi", "tomorrow"]}
YOURS: dict[str, Any] = {"clans": ["xian", "phoenix", "justice"]}

# ------------------------------------------------------------------------------------------------ Troops


@pytest.mark.card("Nakshatra")
def test_nakshatra_mills_x_and_takes_a_troop_from_the_discard(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Nakshatra"], "deck": ["Navaj", "Nalin", "Nitish"]}, YOURS).do("place Nakshatra")
    assert t.discard(0) == ["Nalin", "Navaj"]
    assert t.choices == ["take Navaj"]  # not Nalin, a Hero
    t.do("take Navaj")
    assert (t.hand(0), t.discard(0), t.seat) == (["Navaj"], ["Nalin"], 1)


@pytest.mark.card("Nakshatra")
def test_nakshatra_mills_four_for_one_who_owns_four_tokens(x_table: Any) -> None:
    deck = ["Nalin", "Niranjan", "Nachiketa", "Narashima", "Nitish"]
    t = x_table(MINE | {"hand": ["Nakshatra"], "deck": deck, "owned": 4}, YOURS).do("place Nakshatra")
    assert t.discard(0) == ["Nachiketa", "Nalin", "Narashima", "Niranjan"]
    assert t.hand(0) == []  # no Troop among them
    assert t.seat == 1


@pytest.mark.card("Nakshatra")
def test_with_a_supremacy_token_nakshatra_takes_a_card_of_any_level(x_table: Any) -> None:
    """Ruling: the token adds levels II and III; it does not take away level I."""
    mine = MINE | {"hand": ["Nakshatra"], "deck": ["Narashima", "Nalin"], "discard": ["Nitish"], "supremacy": 1}
    t = x_table(mine, YOURS).do("place Nakshatra")
    assert t.choices == ["take Nitish", "take Nalin", "take Narashima"]
    t.do("take Narashima")
    assert t.hand(0) == ["Narashima"]


@pytest.mark.card("Nakshatra")
def test_nakshatra_does_not_refill_an_empty_deck(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nakshatra"], "army": [["Nitish"]], "deck": ["Navaj"]}
    t = x_table(mine, YOURS, rest="discard").do("place Nakshatra", "take Nikhilesh")
    assert t.deck(0) == 0
    assert t.hand(0) == ["Nikhilesh"]


@pytest.mark.card("Nakshatra")
def test_a_token_repeats_nakshatra_once(x_table: Any) -> None:
    mine = MINE | {"army": [["Nakshatra"]], "deck": ["Navaj", "Nalin"]}
    t = x_table(mine, YOURS | {"passed": True}).do("activate T1", "take Navaj")
    assert t.army(0)[0] == ["Nakshatra*"]
    assert not t.can("activate T1")


@pytest.mark.card("Navaj")
def test_navaj_takes_up_to_x_cards_with_wonder_or_force_of_will(x_table: Any) -> None:
    mine = {"clans": ["narashima", "galmi", "abhilasha"], "hand": ["Navaj"]}
    discard = ["Nalin", "Boul Go", "Le Cercle Rouge", "Nitish", "Solok"]
    t = x_table(mine | {"discard": discard}, YOURS).do("place Navaj")
    assert t.choices == ["done", "take Le Cercle Rouge", "take Boul Go", "take Nalin"]
    t.do("take Le Cercle Rouge", "take Nalin")
    assert t.hand(0) == ["Le Cercle Rouge", "Nalin"]  # X is two
    assert t.seat == 1


@pytest.mark.card("Navaj")
def test_navaj_may_take_fewer_or_find_nothing(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Navaj"], "discard": ["Nalin"]}, YOURS).do("place Navaj", "done")
    assert (t.hand(0), t.discard(0)) == ([], ["Nalin"])
    assert x_table(MINE | {"hand": ["Navaj"], "discard": ["Nitish"]}, YOURS).do("place Navaj").seat == 1


@pytest.mark.card("Nikhilesh")
def test_nikhilesh_draws_for_each_clan_in_the_discard(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nikhilesh"], "deck": ["Navaj", "Nitish", "Nalin"]}
    t = x_table(mine | {"discard": ["Nakshatra", "Niranjan", "Shard"]}, YOURS).do("place Nikhilesh")
    assert t.hand(0) == ["Navaj", "Nitish"]
    assert x_table(mine, YOURS).do("place Nikhilesh").hand(0) == []


@pytest.mark.card("Nikhilesh")
def test_a_wild_card_in_the_discard_is_three_clans_for_nikhilesh(x_table: Any) -> None:
    mine = {"clans": ["narashima", "galmi", "xian"], "hand": ["Nikhilesh"], "discard": ["All in one"]}
    t = x_table(
        mine | {"deck": ["Navaj", "Nitish", "Nalin", "Niranjan"]}, {"clans": ["phoenix", "justice", "tomorrow"]}
    )
    assert t.do("place Nikhilesh").hand(0) == ["Nalin", "Navaj", "Nitish"]


@pytest.mark.card("Nikhilesh")
def test_there_is_a_bounty_on_nikhilesh(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nikhilesh"], "army": [["Nitish"]]}
    yours = YOURS | {"hand": ["Pangu"], "army": [["Dragon dansant"]], "deck": ["Arpia"]}
    t = x_table(mine, yours).do("place Nikhilesh", "place Pangu", "aim at enemy T2", "capture it", "yes")
    assert t.hand(1) == ["Arpia"]


@pytest.mark.card("Nitish")
@pytest.mark.parametrize(
    ("paid", "targets"),
    [
        ("Nikhilesh", ["own T1", "own T2", "enemy T1", "enemy T2"]),
        ("EZ", ["own T1", "own T2", "enemy T1", "enemy T2", "enemy H1"]),
        ("Byun Hyung Ja (Narashima)", ["own T1", "own T2", "enemy T1", "enemy T2", "enemy H1", "enemy I1"]),
    ],
)
def test_nitish_reaches_the_level_of_the_bounty_card_that_is_paid(x_table: Any, paid: str, targets: list[str]) -> None:
    mine = MINE | {"hand": ["Nitish", paid], "army": [["Navaj"]]}
    t = x_table(mine, YOURS | {"army": [["Arpia", "[Timer]"], ["Kaez"], ["Phoenix"]]}).do("place Nitish")
    t.do(f"discard {paid}")
    assert [choice.split(" (")[0] for choice in t.choices] == [f"aim at {target}" for target in targets]


@pytest.mark.card("Nitish")
def test_nitish_captures_destroys_or_frees(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nitish", "EZ"]}
    yours = YOURS | {"army": [["Arpia", "[Timer]", "Muraena"], ["Kaez"]]}

    def aimed(target: str) -> Any:
        return x_table(mine, yours).do("place Nitish", "discard EZ", f"aim at enemy {target}")

    assert aimed("T1").army(1)[0][0] == "[Arpia]"  # not FREE, so there is nothing to choose
    assert aimed("T2").army(1)[0][1] == "Timer"
    assert aimed("H1").choices == ["capture it", "destroy it"]
    assert aimed("H1").do("destroy it").army(1)[1] == []
    assert aimed("H1").do("capture it").army(1)[1] == ["[Kaez]"]


@pytest.mark.card("Nitish")
def test_nitish_may_be_declined_and_needs_a_bounty_card(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Nitish", "EZ", "Navaj"]}, YOURS | {"army": [["Arpia"]]}).do("place Nitish")
    assert t.choices == ["done", "discard EZ"]
    t.do("done")
    assert (t.hand(0), t.army(1)[0]) == (["EZ", "Navaj"], ["Arpia"])
    assert x_table(MINE | {"hand": ["Nitish", "Navaj"]}, YOURS).do("place Nitish").choices == ["done"]


@pytest.mark.card("Nitish")
def test_a_token_repeats_nitish(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["EZ"], "army": [["Nitish"]]}, YOURS | {"army": [["Arpia"]]})
    t.do("activate T1", "discard EZ", "aim at enemy T1", "destroy it")
    assert (t.army(0)[0], t.army(1)[0], t.discard(0)) == (["Nitish*"], [], ["EZ"])


# ------------------------------------------------------------------------------------------------ Heroes


@pytest.mark.card("Nachiketa")
def test_nachiketa_makes_everybody_discard_two(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nachiketa", "Nitish", "Nalin", "Shard"], "army": [["Navaj"]]}
    t = x_table(mine, YOURS | {"hand": ["Arpia"]}).do("place Nachiketa", "discard Nitish", "discard Shard")
    assert t.choices == ["discard Arpia"]  # all that there is
    t.do("discard Arpia")
    assert (t.hand(0), t.hand(1), t.seat) == (["Nalin"], [], 1)


@pytest.mark.card("Nachiketa")
def test_a_token_repeats_nachiketa(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Navaj"], ["Nachiketa"]]}, YOURS | {"hand": ["Arpia", "Timer", "Kaez"]})
    t.do("activate H1", "no", "discard Arpia", "discard Timer")
    assert t.hand(1) == ["Kaez"]


@pytest.mark.card("Nalin")
@pytest.mark.parametrize(("chosen", "discards"), [("me", [10, 0]), ("opponent", [0, 10])])
def test_nalin_mills_ten_of_a_player(x_table: Any, chosen: str, discards: list[int]) -> None:
    t = x_table(MINE | {"hand": ["Nalin"], "army": [["Navaj"]]}, YOURS).do("place Nalin", f"player {chosen}")
    assert [len(t.discard(seat)) for seat in (0, 1)] == discards
    assert [t.deck(seat) for seat in (0, 1)] == [43 - discards[0], 45 - discards[1]]
    assert t.json["wonder"] == 0  # it takes the Wonder token as well


@pytest.mark.card("Nalin")
def test_nalin_mills_what_there_is(x_table: Any) -> None:
    mine = MINE | {"army": [["Navaj"], ["Nalin"]], "deck": ["Nitish", "Shard"]}
    t = x_table(mine, YOURS, rest="discard")
    before = len(t.discard(0))
    t.do("activate H1", "player me")
    assert (t.deck(0), len(t.discard(0))) == (0, before + 2)
    assert t.json["wonder"] is None  # placing takes it, a token does not


@pytest.mark.card("Narashima (Lion)")
def test_the_lion_takes_half_of_every_hand_rounded_up(x_table: Any) -> None:
    mine = MINE | {"hand": ["Narashima (Lion)", "Nitish", "Nalin", "Shard"], "army": [["Navaj"]]}
    t = x_table(mine, YOURS | {"hand": ["Arpia", "Timer"]})
    t.do("place Narashima (Lion)", "discard Nitish", "discard Nalin", "discard Arpia")
    assert (t.hand(0), t.hand(1)) == (["Shard"], ["Timer"])
    assert t.seat == 1


@pytest.mark.card("Narashima (Lion)")
def test_a_token_repeats_the_lion(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Navaj"], ["Narashima (Lion)"]]}, YOURS | {"hand": ["Arpia"]})
    t.do("activate H1", "no", "discard Arpia")
    assert t.hand(1) == []


@pytest.mark.card("Niranjan")
def test_niranjan_makes_the_opponent_sacrifice_a_free_card(x_table: Any) -> None:
    yours = YOURS | {"army": [["Arpia", "Timer"], ["Phoenix (Immortal)"]]}
    t = x_table(MINE | {"hand": ["Niranjan"], "army": [["Navaj"]]}, yours).do("place Niranjan")
    assert t.seat == 1
    assert t.choices == ["sacrifice own T2 (Timer)", "sacrifice own H1 (Phoenix (Immortal))"]  # Ethereal or not
    t.do("sacrifice own H1")
    assert t.army(1) == [["Arpia", "Timer"], [], []]


@pytest.mark.card("Niranjan")
def test_niranjan_does_nothing_to_an_empty_table_and_works_again_by_a_token(x_table: Any) -> None:
    t = x_table(MINE | {"hand": ["Niranjan"], "army": [["Navaj"]]}, YOURS).do("place Niranjan")
    assert (t.seat, t.army(0)) == (1, [["Navaj"], ["Niranjan"], []])
    t = x_table(MINE | {"army": [["Navaj"], ["Niranjan"]]}, YOURS | {"army": [["[Arpia]"]]})
    t.do("activate H1", "sacrifice own T1")  # a captured card will do
    assert t.discard(1) == ["Arpia"]


@pytest.mark.card("Nityananda")
def test_nityananda_gives_a_turn_in_which_a_card_may_be_placed_from_the_discard(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nityananda", "Nitish"], "army": [["Navaj"]], "discard": ["Nakshatra", "Narashima"]}
    t = x_table(mine, YOURS)
    assert not t.can("place Nakshatra from the discard")
    t.do("place Nityananda")
    assert t.seat == 0
    assert t.can("place Nakshatra from the discard")
    assert t.can("place Nitish")
    t.do("place Narashima from the discard", "take Nakshatra")
    assert t.army(0) == [["Navaj"], ["Nityananda"], ["Narashima"]]
    assert t.seat == 1


@pytest.mark.card("Nityananda")
def test_a_card_placed_from_the_discard_has_its_price(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nityananda", "Nitish"], "army": [["Navaj", "Navaj"]], "discard": ["Bun To"]}
    t = x_table(mine, YOURS).do("place Nityananda")
    assert not t.can("place Bun To from the discard")  # two cards, and there is one
    t = x_table(mine | {"hand": ["Nityananda", "Nitish", "Nalin"]}, YOURS)
    t.do("place Nityananda", "place Bun To from the discard", "discard Nitish", "discard Nalin", "level 3")
    assert t.army(0)[0] == ["Navaj", "Navaj", "Bun To"]


@pytest.mark.card("Nityananda")
def test_in_the_turn_of_nityananda_a_shift_may_bring_in_a_card_of_the_discard(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nityananda", "Nalin", "Nitish"], "army": [["Nakshatra"]], "discard": ["Nikhilesh"]}
    t = x_table(mine, YOURS | {"clans": ["xian", "abhilasha", "justice"]}).do("place Nityananda", "shift T1")
    t.do("discard Nalin", "discard Nitish")
    assert t.choices == ["bring in Nikhilesh from the discard", "bring in Nitish from the discard"]
    t.do("bring in Nikhilesh from the discard")
    assert t.army(0)[0] == ["Nikhilesh"]


@pytest.mark.card("Nityananda")
def test_the_discard_is_open_for_one_turn_only(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nityananda"], "army": [["Navaj"]], "discard": ["Nakshatra"], "deck": ["Nitish"]}
    t = x_table(mine, YOURS).do("place Nityananda", "draw one", "draw one")
    assert t.seat == 0
    assert not t.can("place Nakshatra from the discard")


@pytest.mark.card("Nityananda")
def test_in_an_extra_turn_nityananda_opens_nothing(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nityananda"], "army": [["Navaj"]], "discard": ["Nakshatra"]}
    t = x_table(mine, YOURS, extra_turn=True).do("place Nityananda")
    assert t.seat == 1
    t.do("draw one")
    assert not t.can("place Nakshatra from the discard")


# ------------------------------------------------------------------------------------------------ Immortals


@pytest.mark.card("Narashima")
def test_narashima_mills_ten_and_takes_any_card(x_table: Any) -> None:
    mine = MINE | {"hand": ["Narashima"], "army": [["Navaj"], ["Nalin"]], "discard": ["Niranjan"]}
    t = x_table(mine, YOURS).do("place Narashima")
    assert len(t.discard(0)) == 11
    t.do("take Niranjan")
    assert (t.hand(0), t.deck(0)) == (["Niranjan"], 31)


@pytest.mark.card("Narashima")
@pytest.mark.parametrize("seat", [0, 1])
def test_narashima_in_play_lets_nobody_hold_more_than_five_cards(x_table: Any, seat: int) -> None:
    army = [["Navaj"], ["Nalin"], ["Narashima"]]
    five = ["Arpia", "Timer", "Muraena", "Sqeezs", "Kaez"]
    mine = MINE | {"army": army}
    hands: list[dict[str, Any]] = [
        mine | {"hand": ["Nitish", "Niranjan", "Shard", "Galmi", "EZ"]},
        YOURS | {"hand": five},
    ]
    hands[seat] |= {"deck": ["Nakshatra" if seat == 0 else "Fenghuang"]}
    t = x_table(*hands, turn=seat).do("draw one")
    assert (t.seat, t.decision) == (seat, "discard")
    t.do("discard EZ" if seat == 0 else "discard Kaez")
    assert (len(t.hand(seat)), t.seat) == (5, 1 - seat)


@pytest.mark.card("Narashima")
def test_a_captured_narashima_binds_nobody(x_table: Any) -> None:
    mine = MINE | {"hand": ["Nitish", "Niranjan", "Shard", "Galmi", "EZ"]}
    t = x_table(mine | {"army": [["Navaj"], ["Nalin"], ["[Narashima]"]]}, YOURS).do("draw one")
    assert (len(t.hand(0)), t.seat) == (6, 1)


BYUN = [["Navaj"], ["Nalin"], ["Byun Hyung Ja (Narashima)"]]


@pytest.mark.card("Byun Hyung Ja (Narashima)")
def test_byun_of_narashima_unlocks_a_token_when_the_discard_becomes_the_deck(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "deck": ["Nitish"]}, YOURS, rest="discard").do("draw three")
    assert (t.owned(0), t.tokens(0)) == (3, 1)
    assert (t.deck(0), t.discard(0)) == (39, [])


@pytest.mark.card("Byun Hyung Ja (Narashima)")
def test_byun_of_narashima_waits_while_the_deck_lasts(x_table: Any) -> None:
    mine = MINE | {"army": BYUN, "deck": ["Nitish", "Nikhilesh", "Shard"]}
    assert x_table(mine, YOURS, rest="discard").do("draw three").owned(0) == 2


@pytest.mark.card("Byun Hyung Ja (Narashima)")
def test_byun_of_narashima_minds_its_own_discard_and_sees_nothing_when_captured(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN}, YOURS | {"deck": ["Arpia"]}, rest="discard", turn=1).do("draw three")
    assert [t.owned(seat) for seat in (0, 1)] == [2, 2]
    captured = [*BYUN[:2], ["[Byun Hyung Ja (Narashima)]"]]
    assert x_table(MINE | {"army": captured}, YOURS, rest="discard").do("draw one").owned(0) == 2


@pytest.mark.card("Byun Hyung Ja (Narashima)")
def test_the_fifth_token_of_byun_of_narashima_wins(x_table: Any) -> None:
    t = x_table(MINE | {"army": BYUN, "owned": 4}, YOURS, rest="discard").do("draw one")
    assert (t.json["over"], t.json["winners"]) == (True, [0])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "Nitish",
            "You may discard a Bounty card from your hand: capture, destroy or free a card of at most its level.",
        ),
        ("Byun Hyung Ja (Xi'an)", "At the end of your turn: you may discard 5 cards of one clan: unlock a token."),
    ],
)
def test_a_price_is_told_with_what_it_buys(x_table: Any, name: str, told: str) -> None:
    cards = x_table(MINE, YOURS).game.rules.cards
    assert card_text(cards[cards.kind(name)]).endswith(told)
