"""Activation tokens (G-6)."""

from typing import Any

import pytest


@pytest.mark.rule("G-6.1")
def test_one_token_draws_one_card_and_two_draw_three(table: Any) -> None:
    deck = ["Dom", "Bolt", "Tamo", "Murk"]
    t = table(deck=deck).do("draw one")
    assert (t.hand(0), t.tokens(0)) == (["Dom"], 1)
    t = table(deck=deck).do("draw three")
    assert (t.hand(0), t.tokens(0)) == (["Bolt", "Dom", "Tamo"], 0)


@pytest.mark.rule("G-6.1")
def test_drawing_needs_the_tokens(table: Any) -> None:
    assert {"draw one", "draw three"} <= set(table({"tokens": 2}).choices)
    one = table({"tokens": 1})
    assert one.can("draw one")
    assert not one.can("draw three")
    assert table({"tokens": 0}).choices == ["pass"]


@pytest.mark.rule("G-6.2")
def test_a_token_on_a_goblin_uses_its_power(table: Any) -> None:
    t = table({"army": [["Dom", "Bolt"]]}, deck=["Tamo", "Murk", "Cog"]).do("activate 1.2")
    assert t.hand(0) == ["Murk", "Tamo"]
    assert t.army(0)[0] == ["Dom", "Bolt*"]
    assert t.tokens(0) == 1
    assert t.seat == 1


@pytest.mark.rule("G-6.2")
def test_only_a_face_up_goblin_with_a_symbol_and_no_token_has_a_power(table: Any) -> None:
    t = table({"army": [["Dom", "Bolt*", "Bolt", "[Rengo]", "Rengo"]]})  # one token is left
    activations = [choice for choice in t.choices if choice.startswith("activate")]
    assert activations == ["activate 1.3 (Bolt)", "activate 1.5 (Rengo)"]
    assert not any(choice.startswith("activate") for choice in table({"army": [["Bolt"]], "tokens": 0}).choices)


@pytest.mark.rule("G-6.2")
def test_a_goblin_carries_one_token_at_most(table: Any) -> None:
    t = table({"army": [["Bolt"]]}, {"passed": True}).do("activate 1.1")
    assert t.tokens(0) == 1
    assert not t.can("activate 1.1")


@pytest.mark.rule("G-6.3")
def test_tokens_come_back_with_the_next_round_and_not_before(table: Any) -> None:
    t = table({"army": [["Bolt"]]}, {}, {})
    t.do("activate 1.1", "draw three", "draw one")
    assert [t.tokens(seat) for seat in range(3)] == [1, 0, 1]
    t.do("draw one", "pass", "pass")
    assert [t.tokens(seat) for seat in range(3)] == [0, 0, 1]
    assert t.army(0)[0] == ["Bolt*"]
    t.do("pass")
    assert t.json["round"] == 2
    assert [t.tokens(seat) for seat in range(3)] == [2, 2, 2]
    assert t.army(0)[0] == ["Bolt"]
    assert t.can("activate 1.1")


@pytest.mark.rule("G-6.3")
def test_a_token_taken_back_from_a_goblin_frees_its_power(table: Any) -> None:
    t = table({"hand": ["Cog"], "army": [["Bolt*", "Bolt*"]]}, {"passed": True}).do("place Cog")
    assert set(t.choices) == {"take back the token of me 1.1 (Bolt)", "take back the token of me 1.2 (Bolt)"}
    t.do("take back the token of me 1.2")
    assert t.army(0)[0] == ["Bolt*", "Bolt", "Cog"]
    assert t.tokens(0) == 1
    assert t.can("activate 1.2")
    assert not t.can("activate 1.1")


@pytest.mark.rule("G-6.3")
def test_a_token_spent_on_cards_may_be_taken_back_instead(table: Any) -> None:
    t = table({"hand": ["Cog"], "army": [["Bolt*"]], "tokens": 0}, {"passed": True}).do("place Cog")
    assert set(t.choices) == {"take back the token of me 1.1 (Bolt)", "take back a spent token"}
    t.do("take back a spent token")
    assert t.army(0)[0] == ["Bolt*", "Cog"]
    assert t.tokens(0) == 1
    assert not t.can("activate 1.1")


@pytest.mark.rule("G-6.3")
@pytest.mark.parametrize(
    ("attack", "row"),
    [
        (("place Garsh", "destroy opp1 1.2"), ["Rivet"]),
        (("place Magnet", "return opp1 1.2"), ["Rivet"]),
        (("activate 2.1", "imprison opp1 1.2"), ["Rivet", "[Bolt]"]),
    ],
)
def test_the_token_of_a_goblin_that_is_removed_or_imprisoned_is_spent(
    table: Any, attack: tuple[str, ...], row: list[str]
) -> None:
    t = table(
        {"hand": ["Cog"], "army": [["Rivet", "Bolt*"]]},
        {"hand": ["Garsh", "Magnet"], "army": [["Ember", "Bolt"], ["Nyx"]]},
        turn=1,
    )
    t.do(*attack)
    assert t.army(0)[0] == row
    assert t.tokens(0) == 1
    t.do("place Cog")
    assert t.army(0)[0] == [*row, "Cog"]
    assert t.choices == ["take back a spent token"]
    assert t.do("take back a spent token").tokens(0) == 2


@pytest.mark.rule("G-6.3")
def test_the_token_of_a_goblin_that_mutates_is_spent(table: Any) -> None:
    t = table({"hand": ["Cog", "Dom", "Ember"], "army": [["Bolt*"]]})
    t.do("mutate 1.1", "discard Dom", "discard Ember", "bring in Cog")
    assert t.army(0)[0] == ["Cog"]  # no token on the newcomer
    assert t.choices == ["take back a spent token"]


@pytest.mark.rule("G-6.3")
def test_a_goblin_turned_up_again_has_no_token(table: Any) -> None:
    t = table(
        {"hand": ["Ogon"], "army": [["Boko", "Bolt*"]]},
        {"army": [["Murk"], ["Nyx"]]},
        turn=1,
    )
    t.do("activate 2.1", "imprison opp1 1.2", "place Ogon", "release me 1.2")
    assert t.army(0)[0] == ["Boko", "Bolt"]
    t.do("pass")
    assert t.can("activate 1.2")  # with the token that is left
