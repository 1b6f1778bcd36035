"""A question whose answers change nothing, by what everybody knows, is not asked; one that depends on a hand is."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gosu_env import Game
from gosu_env.gosux.state import CLAN_WORDS

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["galmi", "goan_sul", "xian"]
THEIRS = ["abhilasha", "justice", "tomorrow"]
# The tile of Tomorrow is left over: cards of level III have Echo.
WITH_ECHO = ["galmi", "goan_sul", "phoenix"]
OTHERS = ["abhilasha", "justice", "xian"]


def asked(t: Any, *actions: str) -> list[tuple[int, str]]:
    """Play these actions: who is asked what, the first main decision left out."""
    questions = []
    for text in actions:
        t.do(text)
        questions.append((t.seat, t.decision))
    return questions


# ---------- swaps


@pytest.mark.rule("X-3.4")
@pytest.mark.card("Kno'Bo")
def test_a_swap_is_offered_where_a_row_has_two_cards(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Kno'Bo"], "army": [["Boul Go"]]}, {"clans": THEIRS})
    assert asked(t, "place Kno'Bo") == [(0, "may")]


@pytest.mark.rule("X-3.4")
@pytest.mark.card("Kno'Bo")
def test_a_swap_of_own_cards_is_not_offered_to_a_single_card(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Kno'Bo"]}, {"clans": THEIRS, "army": [["Obeezs", "Wiindz"]]})
    assert asked(t, "place Kno'Bo") == [(1, "main")]
    assert len(t.hand(0)) == 1  # drawn for the column


@pytest.mark.rule("X-3.4")
@pytest.mark.card("Les gardiens démons")
def test_a_swap_in_any_army_is_offered_for_the_other_army(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Les gardiens démons"]}, {"clans": THEIRS, "army": [["Obeezs", "Wiindz"]]})
    assert asked(t, "place Les gardiens démons") == [(0, "may")]
    t = x_table({"clans": OURS, "hand": ["Les gardiens démons"]}, {"clans": THEIRS, "army": [["Obeezs"]]})
    assert asked(t, "place Les gardiens démons") == [(0, "target")]


# ---------- sacrifices


@pytest.mark.rule("X-3.4")
@pytest.mark.card("Unités de bombardement")
def test_another_sacrifice_is_offered_only_while_there_are_cards(x_table: Any) -> None:
    ours = {"clans": OURS, "hand": ["Unités de bombardement"], "supremacy": 1}
    t = x_table(ours, {"clans": THEIRS, "army": [["Obeezs"]]})
    assert asked(t, "place Unités de bombardement", "sacrifice own T1", "sacrifice own T1") == [
        (0, "target"),
        (1, "target"),
        (1, "main"),
    ]
    t = x_table(ours, {"clans": THEIRS, "army": [["Obeezs", "Wiindz"]]})
    assert asked(t, "place Unités de bombardement", "sacrifice own T1", "sacrifice own T2")[-1] == (0, "may")


# ---------- Echo


@pytest.mark.rule("X-8.6")
@pytest.mark.card("Galmi")
def test_who_has_passed_is_not_asked_to_pass_again(x_table: Any) -> None:
    t = x_table(
        {"clans": WITH_ECHO, "hand": ["Galmi"], "army": [["Boul Go", "Bun To"], ["Shard"]], "tokens": 0, "owned": 2},
        {"clans": OTHERS, "army": [["Dragon dansant", "All in one"]]},
    )
    questions = asked(t, "place Galmi", "lift enemy T2", "yes", "yes", "lift enemy T1")
    assert questions == [(0, "target"), (0, "may"), (0, "echo"), (0, "target"), (1, "main")]
    assert t.player(0)["passed"]


@pytest.mark.rule("X-8.6")
@pytest.mark.card("Phoenix")
def test_a_second_extra_turn_is_not_offered(x_table: Any) -> None:
    """Two extra turns won in one turn are one (X-8.13)."""
    army = [["Timer"], ["Genious"]]
    t = x_table({"clans": WITH_ECHO, "hand": ["Phoenix"], "army": army}, {"clans": OTHERS})
    assert asked(t, "place Phoenix") == [(0, "main")]


@pytest.mark.rule("X-8.6")
@pytest.mark.card("Wiindz")
def test_echo_is_not_offered_where_there_is_nothing_to_free(x_table: Any) -> None:
    theirs = {"clans": OURS}
    t = x_table({"clans": THEIRS, "hand": ["Wiindz"], "army": [["Obeezs", "[Aat]"]]}, theirs)
    assert asked(t, "place Wiindz", "free own T2") == [(0, "target"), (1, "main")]
    t = x_table({"clans": THEIRS, "hand": ["Wiindz"], "army": [["[Obeezs]", "Wiindz", "[Aat]"]]}, theirs)
    assert asked(t, "place Wiindz", "free own T1") == [(0, "target"), (0, "echo")]


@pytest.mark.rule("X-8.6")
@pytest.mark.card("Nio")
def test_echo_is_not_offered_to_a_copy_without_a_neighbour(x_table: Any) -> None:
    """What it copied was captured: no card beside it is face up."""
    t = x_table({"clans": OURS, "hand": ["Nio"], "army": [["3 voeux"]]}, {"clans": THEIRS})
    t.do("place Nio", "copy own T1", "clan xi'an")
    assert (t.seat, t.decision) == (1, "main")
    assert t.army(0)[0] == ["[3 voeux]"]


@pytest.mark.rule("X-8.6")
@pytest.mark.card("Obeezs")
def test_echo_is_offered_where_there_are_cards_to_draw(x_table: Any) -> None:
    t = x_table({"clans": THEIRS, "hand": ["Obeezs", "EZ"]}, {"clans": OURS})
    t.do("place Obeezs")
    while t.decision == "discard":
        t.do(t.choices[0])
    assert (t.seat, t.decision) == (0, "echo")


# ---------- Bounty


@pytest.mark.rule("X-8.9")
def test_a_bounty_is_not_offered_without_a_card_to_draw(x_table: Any) -> None:
    theirs = {"clans": THEIRS, "army": [["Chercheurs de dépouilles"]], "discard": ["Le Cercle Rouge"] * 2}
    ours = {"clans": OURS, "hand": ["Déesses de lave"]}
    t = x_table(ours, theirs)
    assert asked(t, "place Déesses de lave", "capture enemy T1")[-1] == (0, "bounty")
    cards = t.game.rules.cards.cards
    removed = [card.name for card in cards if CLAN_WORDS[card.clan] in OURS for _ in range(card.copies)]
    removed.remove("Déesses de lave")
    t = x_table(ours, theirs, removed=removed)
    assert asked(t, "place Déesses de lave", "capture enemy T1")[-1] == (1, "main")


# ---------- names


@pytest.mark.rule("X-3.4")
@pytest.mark.card("Ashes")
def test_nothing_is_named_where_nothing_can_come_of_it(x_table: Any) -> None:
    ours = {"clans": THEIRS, "hand": ["Ashes"], "army": [["Les apôtres de la nuit"]]}
    assert asked(x_table(ours, {"clans": OURS}), "place Ashes") == [(1, "main")]
    assert asked(x_table(ours | {"discard": ["EZ"]}, {"clans": OURS}), "place Ashes") == [(0, "clan")]


# ---------- hands are hidden


@pytest.mark.rule("X-8.9")
@pytest.mark.card("Nitish")
@pytest.mark.parametrize("other", ["Nikhilesh", "Nakshatra"])
def test_whether_a_bounty_can_be_paid_is_not_told_by_the_question(x_table: Any, other: str) -> None:
    ours = {"clans": ["narashima", "galmi", "xian"], "hand": ["Nitish", other]}
    t = x_table(ours, {"clans": THEIRS, "army": [["Obeezs"]]})
    assert asked(t, "place Nitish") == [(0, "pay_bounty")]


@pytest.mark.rule("X-8.9")
@pytest.mark.card("Nitish")
def test_a_hand_that_everybody_knows_to_lack_a_bounty_is_not_asked(x_table: Any) -> None:
    ours = {"clans": ["narashima", "galmi", "xian"], "hand": ["Nitish", "Nakshatra"], "known": ["Nakshatra"]}
    t = x_table(ours, {"clans": THEIRS, "army": [["Obeezs"]]})
    assert asked(t, "place Nitish") == [(1, "main")]
    known = {"hand": ["Nitish", "Nikhilesh"], "known": ["Nikhilesh"]}
    assert asked(x_table(ours | known, {"clans": THEIRS, "army": [["Obeezs"]]}), "place Nitish") == [(0, "pay_bounty")]


@pytest.mark.rule("X-6.6")
@pytest.mark.card("Byun Hyung Ja (Xi'an)")
@pytest.mark.parametrize("last", ["Nio", "Shard"])
def test_whether_five_cards_of_a_clan_are_in_hand_is_not_told_by_the_question(x_table: Any, last: str) -> None:
    hand = ["3 voeux", "1000 visages", "Dalisteer", "Pangu", last]
    army = [["Dragon dansant"], ["Valeen"], ["Byun Hyung Ja (Xi'an)"]]
    t = x_table({"clans": OURS, "hand": hand, "army": army, "tokens": 0, "owned": 2}, {"clans": THEIRS})
    assert asked(t, "pass") == [(0, "pay_clan")]


@pytest.mark.rule("X-6.6")
@pytest.mark.card("Byun Hyung Ja (Xi'an)")
def test_a_hand_that_everybody_knows_is_not_asked_for_five_cards_it_lacks(x_table: Any) -> None:
    hand = ["3 voeux", "1000 visages", "Boul Go", "Kan Te", "Shard"]
    army = [["Dragon dansant"], ["Valeen"], ["Byun Hyung Ja (Xi'an)"]]
    ours = {"clans": OURS, "hand": hand, "army": army, "tokens": 0, "owned": 2}
    assert asked(x_table(ours | {"known": hand}, {"clans": THEIRS}), "pass") == [(1, "main")]
    assert asked(x_table(ours | {"known": hand[:3]}, {"clans": THEIRS}), "pass") == [(1, "main")]  # two could be of it
    assert asked(x_table(ours | {"known": hand[:2]}, {"clans": THEIRS}), "pass") == [(0, "pay_clan")]


# ---------- random games


def outcome(game: Game, text: str) -> bytes:
    """The table after an answer, whoever gave it and however often people have been asked."""
    after = game.clone()
    after.apply(after.parse_action(text))
    after.state["decisions"] = 0
    return after.state.tobytes()


def test_in_random_games_a_yes_is_not_a_no() -> None:
    compared = 0
    for seed in range(25):
        pick = random.Random(seed)
        game = Game("gosux", 2, seed)
        while not game.is_over:
            if game.to_json()["decision"]["kind"] in ("may", "echo", "bounty"):
                assert outcome(game, "yes") != outcome(game, "no"), game.describe()
                compared += 1
            game.apply(pick.choice(game.legal_actions()))
    assert compared > 20
