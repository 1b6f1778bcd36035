"""The eleven cards of Abhilasha: captures, and cards that come back from the discard."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["abhilasha", "tomorrow", "xian"]
THEIRS = ["galmi", "goan_sul", "justice"]


# ---------- Le Cercle Rouge


@pytest.mark.card("Le Cercle Rouge")
@pytest.mark.rule("X-8.7")
def test_the_red_circle_cancels_a_capture(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Déesses de lave"]},
        {"clans": OURS, "hand": ["Le Cercle Rouge"], "army": [["Obeezs"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1")
    assert (t.seat, t.decision) == (1, "react")
    t.do("yes")
    assert t.army(1) == [["Obeezs"], [], []]
    assert t.hand(1) == []
    assert t.discard(1) == ["Le Cercle Rouge"]


@pytest.mark.card("Le Cercle Rouge")
def test_the_red_circle_cancels_a_destruction(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Les gardiens démons"]},
        {"clans": OURS, "hand": ["Le Cercle Rouge"], "army": [["Obeezs"]]},
    )
    t.do("place Les gardiens démons", "destroy enemy T1", "yes")
    assert t.army(1) == [["Obeezs"], [], []]
    assert t.discard(1) == ["Le Cercle Rouge"]


@pytest.mark.card("Le Cercle Rouge")
def test_the_red_circle_may_stay_in_hand(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Déesses de lave"]},
        {"clans": OURS, "hand": ["Le Cercle Rouge"], "army": [["Obeezs"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1", "no")
    assert t.army(1) == [["[Obeezs]"], [], []]
    assert t.hand(1) == ["Le Cercle Rouge"]


@pytest.mark.card("Le Cercle Rouge")
@pytest.mark.rule("X-6.4")
def test_a_card_whose_loss_is_cancelled_keeps_its_tokens(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Alpha"], "army": [["Déesses de lave"]]},
        {"clans": OURS, "hand": ["Le Cercle Rouge"], "army": [["Wiindz*!"]]},
    )
    t.do("place Alpha", "capture enemy T1", "yes")
    assert t.army(1) == [["Wiindz*!"], [], []]
    assert t.seat == 1  # and nobody draws for the Bounty


@pytest.mark.card("Le Cercle Rouge")
@pytest.mark.rule("X-6.4")
def test_without_it_the_activation_token_is_spent_and_the_bounty_token_stays(x_table: Any) -> None:
    """Ruling: the Bounty token stays on a captured card, and says nothing while that lies face down."""
    t = x_table(
        {"clans": THEIRS, "hand": ["Alpha"], "army": [["Déesses de lave"]]},
        {"clans": OURS, "hand": ["Obeezs"], "army": [["Wiindz*!"]]},
    )
    t.do("place Alpha", "capture enemy T1", "no", "no")
    assert t.army(1) == [["[Wiindz]!"], [], []]
    assert (t.tokens(1), t.owned(1)) == (1, 2)


@pytest.mark.card("Le Cercle Rouge")
@pytest.mark.rule("X-6.4")
def test_a_destroyed_card_loses_all_its_tokens_unless_that_is_cancelled(x_table: Any) -> None:
    for answer, army in (("yes", [["Wiindz*!"], [], []]), ("no", [[], [], []])):
        t = x_table(
            {"clans": THEIRS, "hand": ["Les gardiens démons"]},
            {"clans": OURS, "hand": ["Le Cercle Rouge"], "army": [["Wiindz*!"]]},
        )
        t.do("place Les gardiens démons", "destroy enemy T1", answer)
        assert t.army(1) == army
        assert (t.tokens(1), t.owned(1)) == (1, 2)


@pytest.mark.card("Le Cercle Rouge")
def test_the_red_circle_does_not_stop_a_sacrifice(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Unités de bombardement"]},
        {"clans": OURS, "hand": ["Le Cercle Rouge"], "army": [["Obeezs"]]},
    )
    t.do("place Unités de bombardement", "sacrifice own T1", "sacrifice own T1")
    assert t.army(1) == [[], [], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Le Cercle Rouge")
def test_the_red_circle_saves_a_card_from_its_own_player(x_table: Any) -> None:
    """Ruling: the card says one of your cards, whoever aims at it."""
    t = x_table({"clans": OURS, "hand": ["Alpha (mort)", "Le Cercle Rouge"], "army": [["Le Cercle Rouge"]]})
    t.do("place Alpha (mort)")
    assert (t.seat, t.decision) == (0, "react")
    t.do("yes")
    assert t.army(0) == [["Le Cercle Rouge"], ["Alpha (mort)"], []]
    assert t.discard(0) == ["Le Cercle Rouge"]


@pytest.mark.card("Le Cercle Rouge")
def test_placed_the_red_circle_does_nothing(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Le Cercle Rouge"]})
    t.do("place Le Cercle Rouge")
    assert t.army(0) == [["Le Cercle Rouge"], [], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Le Cercle Rouge")
@pytest.mark.rule("X-5.3")
def test_the_red_circle_is_shifted_for_one_card_from_the_discard(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Ashes"], "army": [["Le Cercle Rouge"]], "discard": ["Aat"]})
    t.do("shift T1", "discard Ashes", "bring in Aat from the discard")
    assert t.army(0) == [["Aat"], [], []]
    assert t.discard(0) == ["Ashes", "Le Cercle Rouge"]


# ---------- Les apôtres de la nuit


@pytest.mark.card("Les apôtres de la nuit")
def test_the_apostles_capture_a_troop(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les apôtres de la nuit"]},
        {"clans": THEIRS, "army": [["Volantis", "Bun To"], ["Elle"]]},
    )
    t.do("place Les apôtres de la nuit")
    assert t.choices == [
        "aim at own T1 (Les apôtres de la nuit)",
        "aim at enemy T1 (Volantis)",
        "aim at enemy T2 (Bun To)",
    ]
    t.do("aim at enemy T1")
    assert t.army(1) == [["[Volantis]", "Bun To"], ["Elle"], []]


@pytest.mark.card("Les apôtres de la nuit")
@pytest.mark.rule("X-8.3")
def test_the_apostles_free_a_troop_without_its_effect(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les apôtres de la nuit"], "army": [["[Obeezs]"]], "deck": ["Aat"]},
        {"clans": THEIRS},
    )
    t.do("place Les apôtres de la nuit", "aim at own T1")
    assert t.army(0) == [["Obeezs", "Les apôtres de la nuit"], [], []]
    assert t.hand(0) == []


@pytest.mark.card("Les apôtres de la nuit")
@pytest.mark.rule("X-3.4")
def test_alone_the_apostles_must_capture_themselves(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Les apôtres de la nuit"]}, {"clans": THEIRS})
    t.do("place Les apôtres de la nuit")
    assert t.choices == ["aim at own T1 (Les apôtres de la nuit)"]


@pytest.mark.card("Les apôtres de la nuit")
def test_a_token_repeats_the_apostles_once(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Les apôtres de la nuit"]]},
        {"clans": THEIRS, "army": [["Bun To"]]},
    )
    t.do("activate T1", "aim at enemy T1")
    assert t.army(0) == [["Les apôtres de la nuit*"], [], []]
    assert t.army(1) == [["[Bun To]"], [], []]
    t.do("draw one")
    assert not any(choice.startswith("activate") for choice in t.choices)


# ---------- Les gardiens de la nuit


@pytest.mark.card("Les gardiens de la nuit")
def test_captured_guardians_make_the_opponent_discard_a_card_of_their_choice(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Déesses de lave", "Shard", "Elle"]},
        {"clans": OURS, "army": [["Les gardiens de la nuit"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1")
    assert t.seat == 0
    assert t.choices == ["discard Shard", "discard Elle"]
    t.do("discard Elle")
    assert t.hand(0) == ["Shard"]
    assert t.discard(0) == ["Elle"]


@pytest.mark.card("Les gardiens de la nuit")
def test_the_guardians_ask_nothing_of_an_empty_hand(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Déesses de lave"]},
        {"clans": OURS, "army": [["Les gardiens de la nuit"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1")
    assert t.army(1) == [["[Les gardiens de la nuit]"], [], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Les gardiens de la nuit")
def test_destroyed_guardians_do_nothing(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Les gardiens démons", "Elle"]},
        {"clans": OURS, "army": [["Les gardiens de la nuit"]]},
    )
    t.do("place Les gardiens démons", "destroy enemy T1")
    assert t.hand(0) == ["Elle"]
    assert t.seat == 1


@pytest.mark.card("Les gardiens de la nuit")
def test_guardians_that_their_own_player_captures_hit_the_opponent_all_the_same(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les apôtres de la nuit"], "army": [["Les gardiens de la nuit"]]},
        {"clans": THEIRS, "hand": ["Shard", "Elle"]},
    )
    t.do("place Les apôtres de la nuit", "aim at own T1")
    assert (t.seat, t.decision) == (1, "discard")
    t.do("discard Shard")
    assert t.hand(1) == ["Elle"]


@pytest.mark.card("Les gardiens de la nuit")
@pytest.mark.rule("X-4.5")
def test_the_guardians_recruit_a_troop_of_another_clan(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Aat"], "army": [["Les gardiens de la nuit"]]})
    t.do("place Aat")
    assert t.army(0) == [["Les gardiens de la nuit", "Aat"], [], []]


# ---------- Les sombres cultistes


@pytest.mark.card("Les sombres cultistes")
def test_the_cultists_copy_a_card_of_their_row_or_column(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Les sombres cultistes"],
            "army": [["Obeezs", "Les gardiens de la nuit"], ["Ne'o"]],
            "deck": ["Aat", "Wiindz"],
        },
        {"clans": THEIRS, "army": [["Volantis"]]},
    )
    t.do("place Les sombres cultistes")
    assert t.choices == ["copy own T1 (Obeezs)", "copy own T2 (Les gardiens de la nuit)"]
    t.do("copy own T1", "discard Aat", "discard Wiindz")
    assert t.discard(0) == ["Aat", "Wiindz"]
    assert t.seat == 1


@pytest.mark.card("Les sombres cultistes")
def test_the_cultists_reach_up_their_column(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Les sombres cultistes", "Aat"],
            "army": [["Le Cercle Rouge"], ["Solok"]],
        },
        {"clans": THEIRS, "army": [["Volantis"], ["Elle"]]},
    )
    t.do("shift T1", "discard Aat", "bring in Les sombres cultistes", "copy own H1")
    assert t.game.decision_text() == "seat 0: Solok: choose a card to aim at"
    t.do("aim at enemy H1")
    assert t.army(1) == [["Volantis"], ["[Elle]"], []]


@pytest.mark.card("Les sombres cultistes")
def test_the_cultists_copy_no_captured_card(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Les sombres cultistes"], "army": [["[Obeezs]"]]}, {"clans": THEIRS})
    t.do("place Les sombres cultistes")
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Les sombres cultistes")
def test_cultists_that_copy_alpha_capture_themselves(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Les sombres cultistes", "Aat"],
            "army": [["Le Cercle Rouge"], ["Alpha (mort)"]],
            "tokens": 1,
        },
        {"clans": THEIRS},
    )
    t.do("shift T1", "discard Aat", "bring in Les sombres cultistes", "copy own H1", "take back a spent token")
    assert t.army(0) == [["[Les sombres cultistes]"], ["Alpha (mort)"], []]
    assert t.tokens(0) == 2


@pytest.mark.card("Les sombres cultistes")
@pytest.mark.rule("X-8.9")
def test_the_cultists_have_a_bounty(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Déesses de lave"], "deck": ["Shard"]},
        {"clans": OURS, "army": [["Les sombres cultistes"]]},
    )
    t.do("place Déesses de lave", "capture enemy T1", "yes")
    assert t.hand(0) == ["Shard"]


# ---------- Alpha (mort)


@pytest.mark.card("Alpha (mort)")
@pytest.mark.rule("X-6.3")
def test_dead_alpha_brings_two_tokens_back_and_is_captured(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Alpha (mort)"],
            "army": [["Les apôtres de la nuit*"]],
            "tokens": 0,
        },
        {"clans": THEIRS},
    )
    t.do("place Alpha (mort)")
    assert t.choices == ["done", "take back a spent token", "take back a token of own T1 (Les apôtres de la nuit)"]
    t.do("take back a spent token", "take back a token of own T1")
    assert t.tokens(0) == 2
    assert t.army(0) == [["Les apôtres de la nuit"], ["[Alpha (mort)]"], []]


@pytest.mark.card("Alpha (mort)")
def test_dead_alpha_may_bring_back_fewer_and_is_captured_all_the_same(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Alpha (mort)"], "army": [["Les apôtres de la nuit"]], "tokens": 0},
        {"clans": THEIRS},
    )
    t.do("place Alpha (mort)", "take back a spent token", "done")
    assert t.tokens(0) == 1
    assert t.army(0) == [["Les apôtres de la nuit"], ["[Alpha (mort)]"], []]


@pytest.mark.card("Alpha (mort)")
def test_dead_alpha_without_spent_tokens_is_just_captured(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Alpha (mort)"], "army": [["Les apôtres de la nuit"]]}, {"clans": THEIRS})
    t.do("place Alpha (mort)")
    assert t.army(0) == [["Les apôtres de la nuit"], ["[Alpha (mort)]"], []]
    assert t.seat == 1


@pytest.mark.card("Alpha (mort)")
@pytest.mark.rule("X-5.1")
def test_dead_alpha_is_shifted_for_nothing(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["EZ"], "army": [["Obeezs"], ["Alpha (mort)"]]}, {"clans": THEIRS})
    t.do("shift H1", "bring in EZ")
    assert t.army(0) == [["Obeezs"], ["EZ"], []]


# ---------- Ashes


@pytest.mark.card("Ashes")
def test_ashes_takes_cards_of_a_clan_and_a_level_from_the_discard(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Ashes"],
            "army": [["Les apôtres de la nuit"]],
            "discard": ["Obeezs", "Wiindz", "Aat", "EZ", "Le Cercle Rouge"],
        },
        {"clans": THEIRS, "discard": ["Bun To"]},
    )
    t.do("place Ashes", "clan Tomorrow", "level 1")
    assert t.choices == ["done", "take Aat", "take Obeezs", "take Wiindz"]
    t.do("take Aat", "take Wiindz")
    assert t.hand(0) == ["Aat", "Wiindz"]
    assert t.discard(0) == ["EZ", "Le Cercle Rouge", "Obeezs"]
    assert t.seat == 1


@pytest.mark.card("Ashes")
@pytest.mark.rule("X-6.5")
def test_with_three_tokens_ashes_takes_three(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Ashes"],
            "army": [["Les apôtres de la nuit"]],
            "discard": ["Obeezs", "Wiindz", "Aat"],
            "owned": 3,
        },
        {"clans": THEIRS},
    )
    t.do("place Ashes", "clan Tomorrow", "level 1", "take Aat", "take Wiindz", "take Obeezs")
    assert t.hand(0) == ["Aat", "Obeezs", "Wiindz"]


@pytest.mark.card("Ashes")
def test_ashes_may_take_fewer_and_none_where_nothing_matches(x_table: Any) -> None:
    start = {"clans": OURS, "hand": ["Ashes"], "army": [["Les apôtres de la nuit"]], "discard": ["Obeezs", "Aat"]}
    t = x_table(start, {"clans": THEIRS})
    t.do("place Ashes", "clan Tomorrow", "level 1", "take Aat", "done")
    assert t.hand(0) == ["Aat"]
    t = x_table(start, {"clans": THEIRS})
    t.do("place Ashes", "clan Tomorrow", "level 2")
    assert t.hand(0) == []
    assert t.seat == 1


@pytest.mark.card("Ashes")
def test_ashes_finds_a_card_of_all_clans_under_each_of_them(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Ashes"], "army": [["Les apôtres de la nuit"]], "discard": ["All in one"]},
        {"clans": THEIRS},
    )
    t.do("place Ashes", "clan Tomorrow", "level 1", "take All in one")
    assert t.hand(0) == ["All in one"]


# ---------- Cylak


def cylak(x_table: Any) -> Any:
    return x_table(
        {"clans": OURS, "hand": ["Cylak"], "army": [["Obeezs", "Les apôtres de la nuit"], ["EZ"], ["Tomorrow"]]},
        {"clans": THEIRS, "army": [["Bun To"], ["Shard"], ["Galmi"]]},
    )


@pytest.mark.card("Cylak")
def test_cylak_lets_each_player_capture_an_enemy_immortal(x_table: Any) -> None:
    t = cylak(x_table)
    t.do("place Cylak")
    assert t.choices == ["done", "capture enemy I1 (Galmi)"]
    t.do("capture enemy I1")
    assert t.seat == 1
    assert t.choices == ["done", "capture enemy I1 (Tomorrow)"]
    t.do("capture enemy I1")
    assert t.decision == "main"
    assert t.army(0)[2] == ["[Tomorrow]"]
    assert t.army(1)[2] == ["[Galmi]"]


@pytest.mark.card("Cylak")
def test_each_player_may_decline(x_table: Any) -> None:
    t = cylak(x_table)
    t.do("place Cylak", "done", "done")
    assert t.army(0)[2] == ["Tomorrow"]
    assert t.army(1)[2] == ["Galmi"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Cylak")
def test_without_immortals_cylak_asks_nobody(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Cylak"], "army": [["Les apôtres de la nuit"]]}, {"clans": THEIRS})
    t.do("place Cylak")
    assert (t.seat, t.decision) == (1, "main")


# ---------- Ecnalab


@pytest.mark.card("Ecnalab")
def test_ecnalab_brings_both_hands_to_three(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Ecnalab", "Aat"], "army": [["Le Cercle Rouge"]], "deck": ["EZ", "Nio"]},
        {"clans": THEIRS, "hand": ["Shard", "Elle", "Sati", "Quae", "Nezha"]},
    )
    t.do("place Ecnalab")
    assert t.hand(0) == ["Aat", "EZ", "Nio"]
    assert t.seat == 1
    t.do("discard Shard", "discard Sati")
    assert t.hand(1) == ["Elle", "Nezha", "Quae"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Ecnalab")
def test_ecnalab_makes_its_own_player_discard_too(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Ecnalab", "Aat", "EZ", "Nio", "Solok"], "army": [["Le Cercle Rouge"]]},
        {"clans": THEIRS, "deck": ["Shard", "Elle", "Sati"]},
    )
    t.do("place Ecnalab", "discard Aat")
    assert t.hand(0) == ["EZ", "Nio", "Solok"]
    assert t.hand(1) == ["Elle", "Sati", "Shard"]


@pytest.mark.card("Ecnalab")
def test_hands_of_three_stay_as_they_are(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Ecnalab", "Aat", "EZ", "Nio"], "army": [["Le Cercle Rouge"]]},
        {"clans": THEIRS, "hand": ["Shard", "Elle", "Sati"]},
    )
    t.do("place Ecnalab")
    assert (t.hand(0), t.hand(1)) == (["Aat", "EZ", "Nio"], ["Elle", "Sati", "Shard"])
    assert (t.seat, t.decision) == (1, "main")


# ---------- Solok


@pytest.mark.card("Solok")
def test_solok_captures_or_frees_a_troop_or_a_hero(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Solok"], "army": [["Les apôtres de la nuit", "[Obeezs]"]]},
        {"clans": THEIRS, "army": [["Volantis", "Bun To"], ["Elle"], ["Justice"]]},
    )
    t.do("place Solok")
    assert t.choices == [
        "aim at own T1 (Les apôtres de la nuit)",
        "aim at own T2 (Obeezs)",
        "aim at own H1 (Solok)",
        "aim at enemy T1 (Volantis)",
        "aim at enemy T2 (Bun To)",
        "aim at enemy H1 (Elle)",
    ]
    t.do("aim at enemy H1")
    assert t.army(1) == [["Volantis", "Bun To"], ["[Elle]"], ["Justice"]]


@pytest.mark.card("Solok")
def test_solok_frees_an_enemy_card_as_well(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Solok"], "army": [["Les apôtres de la nuit"]]},
        {"clans": THEIRS, "army": [["[Volantis]"]]},
    )
    t.do("place Solok", "aim at enemy T1")
    assert t.army(1) == [["Volantis"], [], []]


# ---------- Abhilasha


@pytest.mark.card("Abhilasha")
@pytest.mark.rule("X-8.14")
def test_abhilasha_copies_a_card_of_any_discard_and_removes_it(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Abhilasha"],
            "army": [["Les apôtres de la nuit"], ["Solok"]],
            "discard": ["Obeezs"],
            "deck": ["Aat"],
        },
        {"clans": THEIRS, "discard": ["Shard"], "deck": ["Bun To"]},
    )
    t.do("place Abhilasha")
    assert t.choices == ["copy Obeezs", "copy Shard"]
    t.do("copy Shard")
    assert t.json["revealed"][0] == "Aat"  # its own player reveals cards, of the own deck
    t.do("take Aat")
    assert t.hand(0) == ["Aat"]
    assert t.discard(1) == []
    assert t.json["removed"] == ["Shard"]


@pytest.mark.card("Abhilasha")
def test_abhilasha_removes_a_card_without_an_effect_too(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Abhilasha"], "army": [["Les apôtres de la nuit"], ["Solok"]]},
        {"clans": THEIRS, "discard": ["Nezha"]},
    )
    t.do("place Abhilasha")
    assert t.choices == ["copy Nezha"]
    t.do("copy Nezha")
    assert t.json["removed"] == ["Nezha"]
    assert t.seat == 1


@pytest.mark.card("Abhilasha")
def test_with_empty_discards_abhilasha_just_arrives(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Abhilasha"], "army": [["Les apôtres de la nuit"], ["Solok"]]}, {"clans": THEIRS}
    )
    t.do("place Abhilasha")
    assert t.army(0)[2] == ["Abhilasha"]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Abhilasha")
@pytest.mark.rule("X-5.3")
def test_abhilasha_gives_its_player_secret_shift(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["EZ"], ["Abhilasha"]], "discard": ["Obeezs"], "hand": ["Nio"]}
        | {"deck": ["Wiindz", "1000 visages"]},
        {"clans": THEIRS, "army": [["Boul Go"]], "discard": ["Bun To"], "hand": ["Shard"]},
    )
    t.do("shift T1", "discard Nio")
    assert t.choices == ["bring in Obeezs from the discard"]
    t.do("bring in Obeezs from the discard", "discard Wiindz", "discard 1000 visages")
    assert t.army(0) == [["Obeezs"], ["EZ"], ["Abhilasha"]]
    assert not t.can("shift T1")  # the other player has none of it


@pytest.mark.card("Abhilasha")
@pytest.mark.rule("X-8.15")
def test_a_captured_abhilasha_gives_nothing(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["EZ"], ["[Abhilasha]"]], "discard": ["Obeezs"], "hand": ["Nio"]},
        {"clans": THEIRS},
    )
    assert not t.can("shift T1")


# ---------- Byun Hyung Ja (Abhilasha)


@pytest.mark.card("Byun Hyung Ja (Abhilasha)")
@pytest.mark.rule("X-6.6")
def test_three_captured_enemies_unlock_a_token_and_are_freed(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["EZ"], ["Byun Hyung Ja (Abhilasha)"]]},
        {"clans": THEIRS, "army": [["[Volantis]", "[Bun To]"], ["[Elle]"]]},
    )
    t.do("draw one")
    assert (t.owned(0), t.tokens(0)) == (3, 2)
    assert t.army(1) == [["Volantis", "Bun To"], ["Elle"], []]


@pytest.mark.card("Byun Hyung Ja (Abhilasha)")
def test_two_captured_enemies_are_too_few(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["[Aat]"], ["EZ"], ["Byun Hyung Ja (Abhilasha)"]]},
        {"clans": THEIRS, "army": [["[Volantis]", "[Bun To]"], ["Elle"]]},
    )
    t.do("draw one")
    assert t.owned(0) == 2
    assert t.army(1) == [["[Volantis]", "[Bun To]"], ["Elle"], []]


@pytest.mark.card("Byun Hyung Ja (Abhilasha)")
def test_it_waits_for_the_end_of_its_own_players_turn(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["EZ"], ["Byun Hyung Ja (Abhilasha)"]]},
        {"clans": THEIRS, "army": [["[Volantis]", "[Bun To]"], ["[Elle]"]]},
        turn=1,
    )
    t.do("draw one")
    assert t.owned(0) == 2
    t.do("draw one")
    assert t.owned(0) == 3


@pytest.mark.card("Byun Hyung Ja (Abhilasha)")
@pytest.mark.rule("X-1.2")
def test_a_fifth_token_by_byun_hyung_ja_wins(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["EZ"], ["Byun Hyung Ja (Abhilasha)"]], "owned": 4},
        {"clans": THEIRS, "army": [["[Volantis]", "[Bun To]"], ["[Elle]"]]},
    )
    t.do("draw one")
    assert t.game.winners == [0]
    assert t.game.ending == ("fifth token", "Byun Hyung Ja (Abhilasha)")
