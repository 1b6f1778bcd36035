"""Activation tokens (X-6)."""

from __future__ import annotations

from typing import Any

import pytest

MINE: dict[str, Any] = {"clans": ["phoenix", "xian", "tomorrow"]}
YOURS: dict[str, Any] = {"clans": ["galmi", "narashima", "justice"]}


@pytest.mark.rule("X-6.1")
def test_one_token_draws_one_card_and_two_draw_three(x_table: Any) -> None:
    mine = MINE | {"deck": ["Arpia", "Timer", "Nio", "EZ"]}
    t = x_table(mine, YOURS).do("draw one")
    assert (t.hand(0), t.tokens(0), t.owned(0)) == (["Arpia"], 1, 2)
    t = x_table(mine, YOURS).do("draw three")
    assert (t.hand(0), t.tokens(0), t.owned(0)) == (["Arpia", "Nio", "Timer"], 0, 2)


@pytest.mark.rule("X-6.1")
def test_drawing_needs_the_tokens_in_hand(x_table: Any) -> None:
    assert x_table(MINE, YOURS).choices == ["draw one", "draw three"]
    assert x_table(MINE | {"tokens": 1}, YOURS).choices == ["draw one"]
    assert x_table(MINE | {"tokens": 0}, YOURS).choices == ["pass"]
    assert not x_table(MINE | {"army": [["Arpia*"]]}, YOURS).can("draw three")


@pytest.mark.rule("X-6.2")
def test_a_token_on_a_card_repeats_its_effect(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Arpia"]], "deck": ["Timer"]}, YOURS).do("activate T1")
    assert (t.hand(0), t.army(0)[0], t.tokens(0), t.seat) == (["Timer"], ["Arpia*"], 1, 1)


@pytest.mark.rule("X-6.2")
def test_as_many_tokens_as_symbols_fit_on_a_card(x_table: Any) -> None:
    army = [["Arpia*", "1000 visages*", "All in one", "[Timer]", "Dragon dansant"], ["Dalisteer**"]]
    t = x_table(MINE | {"army": army, "owned": 4, "tokens": 0}, YOURS)
    assert not any(choice.startswith("activate") for choice in t.choices)
    army[1] = ["Dalisteer"]
    t = x_table(MINE | {"army": army, "owned": 4}, YOURS)
    found = [choice for choice in t.choices if choice.startswith("activate")]
    assert found == ["activate T2 (1000 visages)", "activate H1 (Dalisteer)"]


@pytest.mark.rule("X-6.2")
def test_a_token_is_put_on_a_card_though_its_effect_can_do_nothing(x_table: Any) -> None:
    t = x_table(MINE | {"army": [["Chercheurs de dépouilles"]]}, YOURS).do("activate T1")
    assert (t.army(0)[0], t.seat) == (["Chercheurs de dépouilles*"], 1)


FAERIES = {"clans": ["justice", "galmi", "narashima"], "hand": ["Les fées pétale"]}


@pytest.mark.rule("X-6.3")
def test_a_token_comes_back_from_a_card_or_from_the_spent_ones(x_table: Any) -> None:
    mine = MINE | {"army": [["Arpia*", "Sqeezs"]], "tokens": 0, "owned": 3}
    t = x_table(mine, FAERIES, turn=1).do("place Les fées pétale")
    assert (t.seat, t.choices) == (0, ["take back a spent token", "take back a token of own T1 (Arpia)"])
    t.do("take back a token of own T1")
    assert (t.tokens(0), t.army(0)[0]) == (1, ["Arpia", "Sqeezs"])
    assert t.can("activate T1")
    t = x_table(mine, FAERIES, turn=1).do("place Les fées pétale", "take back a spent token")
    assert (t.tokens(0), t.army(0)[0]) == (1, ["Arpia*", "Sqeezs"])


@pytest.mark.rule("X-6.3")
def test_with_all_tokens_in_hand_none_comes_back(x_table: Any) -> None:
    t = x_table(MINE, FAERIES | {"tokens": 1}, turn=1).do("place Les fées pétale", "take back a spent token")
    assert ([t.tokens(seat) for seat in (0, 1)], t.seat) == ([2, 2], 0)


@pytest.mark.rule("X-6.4")
@pytest.mark.parametrize(("how", "army"), [("capture it", ["[Arpia]"]), ("destroy it", [])])
def test_tokens_of_a_captured_or_destroyed_card_are_spent(x_table: Any, how: str, army: list[str]) -> None:
    yours = YOURS | {"hand": ["Nitish", "Nikhilesh"]}
    t = x_table(MINE | {"army": [["Arpia*"]], "tokens": 1}, yours, turn=1)
    t.do("place Nitish", "discard Nikhilesh", "aim at enemy T1", how)
    assert (t.army(0)[0], t.tokens(0), t.owned(0)) == (army, 1, 2)


@pytest.mark.rule("X-6.4")
def test_tokens_of_a_card_that_is_shifted_sacrificed_or_lifted_are_spent_too(x_table: Any) -> None:
    mine = MINE | {"hand": ["Timer", "Nio"], "army": [["Arpia*"]], "tokens": 1}
    t = x_table(mine, YOURS).do("shift T1", "discard Nio", "bring in Timer")
    assert (t.army(0)[0], t.tokens(0)) == (["Timer"], 1)
    t = x_table(mine, YOURS | {"hand": ["Niranjan"], "army": [["Nitish"]]}, turn=1)
    t.do("place Niranjan", "sacrifice own T1")
    assert (t.army(0)[0], t.tokens(0)) == ([], 1)
    t = x_table(mine, YOURS | {"hand": ["Un'Go"]}, turn=1).do("place Un'Go", "lift enemy T1")
    assert (t.army(0)[0], t.tokens(0), t.top(0)) == ([], 1, ["Arpia"])


@pytest.mark.rule("X-6.5")
@pytest.mark.parametrize(("tokens", "army"), [(4, "Muraena"), (0, "Muraena"), (1, "Muraena*")])
def test_x_is_the_number_of_tokens_owned_wherever_they_lie(x_table: Any, tokens: int, army: str) -> None:
    t = x_table(MINE | {"hand": ["Muraena"], "army": [[army]], "owned": 4, "tokens": tokens}, YOURS).do("place Muraena")
    assert len(t.hand(0)) == 4


@pytest.mark.rule("X-6.5")
def test_x_is_two_at_the_start(x_table: Any) -> None:
    assert len(x_table(MINE | {"hand": ["Muraena"]}, YOURS).do("place Muraena").hand(0)) == 2


BYUN = {"army": [["Wiindz"], ["EZ"], ["Byun Hyung Ja (Tomorrow)"]]}


@pytest.mark.rule("X-6.6")
@pytest.mark.parametrize(("owned", "then"), [(2, 3), (3, 4)])
def test_unlocking_adds_the_third_then_the_fourth_token_to_the_hand(x_table: Any, owned: int, then: int) -> None:
    t = x_table(MINE | BYUN | {"owned": owned}, YOURS, removed=["Ne'ye"]).do("draw one")
    assert (t.owned(0), t.tokens(0), t.json["over"]) == (then, then - 1, False)


@pytest.mark.rule("X-6.6")
@pytest.mark.rule("X-1.2")
def test_the_fifth_token_wins_at_once(x_table: Any) -> None:
    t = x_table(MINE | BYUN | {"owned": 4}, YOURS, removed=["Ne'ye"]).do("draw one")
    assert (t.json["over"], t.json["winners"], t.owned(0)) == (True, [0], 4)
    assert t.game.rules.ending(t.game.states[0])[0] == "fifth token"
