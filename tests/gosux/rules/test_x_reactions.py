"""Force of Will (X-8.7): who is asked, and that neither questions nor silence tell anything about a hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gosu_env import Game
from gosu_env.engine.events import Event, Teller

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["goan_sul", "galmi", "xian"]
THEIRS = ["abhilasha", "justice", "tomorrow"]

pytestmark = pytest.mark.rule("X-8.7")


def told(game: Game, *texts: str) -> tuple[list[tuple[int, str]], list[Event]]:
    """Play these actions: who was asked what, and what the player in seat 0 could follow of it."""
    teller = Teller(game)
    teller.apply(-1)
    asked, seen = [], []
    for text in texts:
        now = teller.game()
        asked.append((now.seat, str(now.to_json()["decision"]["kind"])))
        seen += [event.for_seat(0) for event in teller.apply(now.parse_action(text))]
    now = teller.game()
    asked.append((now.seat, str(now.to_json()["decision"]["kind"])))
    return asked, [event for event in seen if event is not None]


# ---------- the same questions and the same events, with the card in hand and without


@pytest.mark.card("Le Cercle Rouge")
@pytest.mark.parametrize("auto_forced", [False, True])
@pytest.mark.parametrize(
    ("actions", "asked"),
    [
        (
            ("place Déesses de lave", "capture enemy T1", "no"),
            [(0, "main"), (0, "target"), (1, "react"), (1, "main")],
        ),
        (
            ("place Les gardiens démons", "no", "destroy enemy T2", "no"),
            [(0, "main"), (0, "may"), (0, "target"), (1, "react"), (1, "main")],
        ),
    ],
)
def test_the_red_circle_in_hand_cannot_be_told_from_another_card(
    x_table: Any, auto_forced: bool, actions: tuple[str, ...], asked: list[tuple[int, str]]
) -> None:
    runs = []
    for hidden, other in (("Le Cercle Rouge", "Ne'o"), ("Ne'o", "Le Cercle Rouge")):
        t = x_table(
            {"clans": OURS, "hand": ["Déesses de lave", "Les gardiens démons"]},
            {"clans": THEIRS, "hand": [hidden, "Aat"], "army": [["Obeezs", "Wiindz"]], "bottom": [other]},
            auto_forced=auto_forced,
        )
        runs.append(told(t.game, *actions))
    assert runs[0] == runs[1]
    assert runs[0][0] == asked


@pytest.mark.card("Atalante à grand bouclier")
@pytest.mark.parametrize("auto_forced", [False, True])
def test_atalante_in_hand_cannot_be_told_from_another_card(x_table: Any, auto_forced: bool) -> None:
    runs = []
    for hidden, other in (("Atalante à grand bouclier", "Ne'o"), ("Ne'o", "Atalante à grand bouclier")):
        t = x_table(
            {"clans": OURS, "army": [["Bun To"]]},
            {"clans": THEIRS, "hand": [hidden, "Aat"], "bottom": [other]},
            auto_forced=auto_forced,
        )
        runs.append(told(t.game, "activate T1", "no", "level 2"))
    assert runs[0] == runs[1]
    assert runs[0][0] == [(0, "main"), (1, "react"), (0, "level"), (1, "main")]


def test_that_a_question_was_declined_is_known_to_the_one_who_was_asked_alone(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Déesses de lave"]},
        {"clans": THEIRS, "hand": ["Le Cercle Rouge"], "army": [["Obeezs"]]},
    )
    _, seen = told(t.game, "place Déesses de lave", "capture enemy T1", "no")
    assert "not cancelled" not in [event.word for event in seen]


def test_without_the_card_no_is_the_only_answer(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Déesses de lave"]},
        {"clans": THEIRS, "hand": ["EZ"], "army": [["Obeezs"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1")
    assert (t.seat, t.decision, t.choices) == (1, "react", ["no"])


# ---------- asked exactly when the card could be in hand, by what everybody knows


def is_asked_about_a_capture(x_table: Any, theirs: dict[str, Any], **position: Any) -> bool:
    t = x_table(
        {"clans": OURS, "hand": ["Déesses de lave"]},
        {"clans": THEIRS, "army": [["Obeezs"]]} | theirs,
        **position,
    )
    t.do("place Déesses de lave", "capture enemy T1")
    return bool((t.seat, t.decision) == (1, "react"))


def test_a_hidden_card_of_the_hand_could_be_it(x_table: Any) -> None:
    assert is_asked_about_a_capture(x_table, {"hand": ["EZ"]})


def test_one_copy_seen_leaves_the_other(x_table: Any) -> None:
    assert is_asked_about_a_capture(x_table, {"hand": ["EZ"], "discard": ["Le Cercle Rouge"]})


def test_an_empty_hand_holds_nothing(x_table: Any) -> None:
    assert not is_asked_about_a_capture(x_table, {"hand": []})


def test_both_copies_seen_elsewhere_cannot_be_in_hand(x_table: Any) -> None:
    circles = {"discard": ["Le Cercle Rouge"], "army": [["Obeezs", "[Le Cercle Rouge]"]]}
    assert not is_asked_about_a_capture(x_table, {"hand": ["EZ"]} | circles)
    gone = {"removed": ["Le Cercle Rouge", "Le Cercle Rouge"]}
    assert not is_asked_about_a_capture(x_table, {"hand": ["EZ"]}, **gone)


def test_a_hand_that_everybody_knows_answers_for_itself(x_table: Any) -> None:
    assert not is_asked_about_a_capture(x_table, {"hand": ["EZ"], "known": ["EZ"]})
    assert is_asked_about_a_capture(x_table, {"hand": ["EZ", "Ne'o"], "known": ["EZ"]})
    assert is_asked_about_a_capture(x_table, {"hand": ["Le Cercle Rouge"], "known": ["Le Cercle Rouge"]})


@pytest.mark.card("Les flèches de Justice")
@pytest.mark.parametrize(("hand", "asked"), [(["EZ"], False), (["EZ", "Le Cercle Rouge"], True)])
def test_a_hand_that_the_arrows_showed_answers_for_itself(x_table: Any, hand: list[str], asked: bool) -> None:
    t = x_table(
        {
            "clans": ["goan_sul", "justice", "xian"],
            "hand": ["Les flèches de Justice", "Alpha"],
            "army": [["Déesses de lave", "Atalante à grand bouclier"]],
        },
        {"clans": ["abhilasha", "galmi", "tomorrow"], "hand": hand, "army": [["Obeezs", "Wiindz"]]},
    )
    t.do("place Les flèches de Justice", "forbid Aat", "activate T2", "no", "place Alpha", "capture enemy T1")
    assert ((t.seat, t.decision) == (1, "react")) == asked


def test_a_deck_that_is_all_discarded_shows_the_hand(x_table: Any) -> None:
    """With no hidden card in the deck, everybody can tell the hand."""
    assert not is_asked_about_a_capture(x_table, {"hand": ["EZ"]}, rest="discard")
    assert is_asked_about_a_capture(x_table, {"hand": ["Le Cercle Rouge"]}, rest="discard")


def test_a_player_without_the_clan_is_not_asked(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Déesses de lave"]},
        {"clans": ["justice", "phoenix", "tomorrow"], "hand": ["EZ"], "army": [["Obeezs", "Aat"], ["Ne'o"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1")
    assert t.army(1)[0] == ["[Obeezs]", "Aat"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Atalante à grand bouclier")
@pytest.mark.parametrize(
    ("theirs", "asked"),
    [
        ({"hand": ["EZ"]}, True),
        ({"hand": []}, False),
        ({"hand": ["EZ"], "known": ["EZ"]}, False),
        ({"hand": ["EZ"], "army": [["Atalante à grand bouclier", "Atalante à grand bouclier"]]}, False),
        ({"hand": ["EZ"], "discard": ["Le Cercle Rouge", "Le Cercle Rouge"]}, True),
    ],
)
def test_an_activation_asks_for_atalante_likewise(x_table: Any, theirs: dict[str, Any], asked: bool) -> None:
    t = x_table({"clans": OURS, "army": [["Bun To"]]}, {"clans": THEIRS} | theirs)
    t.do("activate T1")
    assert (t.decision == "react") == asked


@pytest.mark.parametrize(("meanwhile", "asked"), [("activate T2", False), ("draw one", True)])
def test_a_copy_on_top_of_the_deck_is_not_in_hand_until_it_is_drawn(x_table: Any, meanwhile: str, asked: bool) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Un'Go", "Déesses de lave"], "army": [["Déesses de lave", "Boul Go"]]},
        {
            "clans": THEIRS,
            "hand": ["EZ"],
            "army": [["Obeezs", "Wiindz", "Le Cercle Rouge"]],
            "discard": ["Le Cercle Rouge"],
        },
    )
    t.do("place Un'Go", "lift enemy T3")
    assert t.top(1) == ["Le Cercle Rouge"]
    t.do(meanwhile, "place Déesses de lave", "capture enemy T1")
    assert ((t.seat, t.decision) == (1, "react")) == asked


def is_asked_after_genious(x_table: Any, *meanwhile: str) -> bool:
    """Both Red Circles lay in a discard that Genious had its player shuffle into the deck; then they did this."""
    t = x_table(
        {
            "clans": ["goan_sul", "phoenix", "xian"],
            "hand": ["Genious", "Déesses de lave"],
            "army": [["Timer", "Déesses de lave"]],
        },
        {
            "clans": THEIRS,
            "hand": ["Ne'o", "Aat"],
            "army": [["Obeezs", "Wiindz"]],
            "discard": ["Le Cercle Rouge", "Le Cercle Rouge"],
        },
    )
    t.do("place Genious", "clan Abhilasha", *meanwhile)
    t.do("place Déesses de lave", "capture enemy T1")
    return bool((t.seat, t.decision) == (1, "react"))


def test_a_copy_shuffled_in_after_the_hand_was_drawn_is_not_in_it(x_table: Any) -> None:
    assert not is_asked_after_genious(x_table, "activate T2")
    assert not is_asked_after_genious(x_table, "place Aat")


def test_once_a_card_was_drawn_from_that_deck_it_could_be(x_table: Any) -> None:
    assert is_asked_after_genious(x_table, "draw one")


# ---------- in games as they come


def test_in_random_games_whoever_acts_cannot_tell_worlds_apart_by_who_is_asked() -> None:
    """The same action in a world that the acting player could be in asks for the same reaction."""
    rng = random.Random(4)
    compared = asked = 0
    for seed in range(24):
        game = Game("gosux", 2, seed, auto_forced=False)
        while not game.is_over:
            action = rng.choice(game.legal_actions())
            text, seat = game.action_text(action), game.seat
            if text.startswith(("capture enemy", "destroy enemy", "aim at enemy", "activate")):
                world = game.determinize(seat, rng.randrange(2**32))
                world.apply(action)
                game.apply(action)
                reacts = [not g.is_over and g.to_json()["decision"]["kind"] == "react" for g in (game, world)]
                assert reacts[0] == reacts[1], (seed, text)
                compared += 1
                asked += reacts[0]
            else:
                game.apply(action)
    assert compared > asked > 0


def test_in_random_games_nobody_with_the_card_is_passed_over() -> None:
    rng = random.Random(5)
    losses = 0
    for seed in range(24):
        game = Game("gosux", 2, seed, auto_forced=False)
        while not game.is_over:
            action = rng.choice(game.legal_actions())
            text, seat = game.action_text(action), game.seat
            holds = "Le Cercle Rouge" in game.to_json()["players"][1 - seat]["hand"]
            game.apply(action)
            if text.startswith(("capture enemy", "destroy enemy")) and holds:
                assert (game.seat, game.to_json()["decision"]["kind"]) == (1 - seat, "react")
                losses += 1
    assert losses > 0
