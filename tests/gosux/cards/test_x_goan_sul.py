"""The eleven cards of Goan Sul: destruction, and Veterans."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["goan_sul", "tomorrow", "xian"]
THEIRS = ["abhilasha", "galmi", "justice"]


# ---------- Déesses de lave


@pytest.mark.card("Déesses de lave")
@pytest.mark.rule("X-8.2")
def test_the_goddesses_capture_any_troop(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Déesses de lave"]},
        {"clans": THEIRS, "army": [["Volantis", "Bun To"], ["Elle"]]},
    )
    t.do("place Déesses de lave")
    assert t.choices == [
        "capture own T1 (Déesses de lave)",
        "capture enemy T1 (Volantis)",
        "capture enemy T2 (Bun To)",
    ]
    t.do("capture enemy T1")  # though it is not FREE
    assert t.army(1) == [["[Volantis]", "Bun To"], ["Elle"], []]


@pytest.mark.card("Déesses de lave")
@pytest.mark.rule("X-3.4")
def test_alone_the_goddesses_must_capture_themselves(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Déesses de lave"]}, {"clans": THEIRS, "army": [["[Volantis]"]]})
    t.do("place Déesses de lave")
    assert t.choices == ["capture own T1 (Déesses de lave)"]
    t.do("capture own T1")
    assert t.army(0) == [["[Déesses de lave]"], [], []]


# ---------- Esprits de Smook


@pytest.mark.card("Esprits de Smook")
def test_the_spirits_take_a_veteran_from_the_discard(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Esprits de Smook"], "discard": ["Pangu", "Hempo", "Goan Sul", "Aat", "EZ"]},
        {"clans": THEIRS, "discard": ["Elle"]},
    )
    t.do("place Esprits de Smook")
    assert t.choices == ["take Hempo", "take Pangu", "take Goan Sul"]
    t.do("take Pangu")
    assert t.hand(0) == ["Pangu"]


@pytest.mark.card("Esprits de Smook")
def test_without_a_veteran_in_the_discard_the_spirits_do_nothing(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Esprits de Smook"], "discard": ["Aat"]}, {"clans": THEIRS})
    t.do("place Esprits de Smook")
    assert t.hand(0) == []
    assert t.seat == 1


@pytest.mark.card("Esprits de Smook")
@pytest.mark.rule("X-8.10")
def test_activated_spirits_take_one_more_and_are_worth_twice_as_much(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Esprits de Smook"]], "discard": ["Hempo", "Smook"]}, {"clans": THEIRS})
    assert t.strengths == [2, 0]
    t.do("activate T1", "take Smook")
    assert t.hand(0) == ["Smook"]
    assert t.strengths == [5, 0]  # twice 2, and 1 for the card in hand by the tile of Phoenix


# ---------- Les gardiens démons


@pytest.mark.card("Les gardiens démons")
def test_the_demons_destroy_a_free_troop(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les gardiens démons"]},
        {"clans": THEIRS, "army": [["Volantis", "Bun To"], ["Elle"]]},
    )
    t.do("place Les gardiens démons", "no")
    assert t.choices == ["destroy own T1 (Les gardiens démons)", "destroy enemy T2 (Bun To)"]
    t.do("destroy enemy T2")
    assert t.army(1) == [["Volantis"], ["Elle"], []]
    assert t.discard(1) == ["Bun To"]


@pytest.mark.card("Les gardiens démons")
def test_the_demons_may_first_swap_two_cards_of_any_army(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les gardiens démons"]},
        {"clans": THEIRS, "army": [["Kno'Bo*", "Bun To"], ["Elle"]], "tokens": 0},
    )
    t.do("place Les gardiens démons", "yes")
    assert t.choices == ["swap enemy T1 (Kno'Bo)", "swap enemy T2 (Bun To)"]
    t.do("swap enemy T1", "swap with enemy T2")
    assert t.army(1) == [["Bun To", "Kno'Bo*"], ["Elle"], []]
    t.do("destroy enemy T2")
    assert t.army(1) == [["Bun To"], ["Elle"], []]
    assert (t.tokens(1), t.owned(1)) == (0, 2)


@pytest.mark.card("Les gardiens démons")
@pytest.mark.rule("X-3.4")
def test_the_demons_must_destroy_themselves_where_no_other_troop_is_free(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les gardiens démons"]},
        {"clans": THEIRS, "army": [["Volantis"], ["Elle"]]},
    )
    t.do("place Les gardiens démons", "destroy own T1")
    assert t.army(0) == [[], [], []]
    assert t.discard(0) == ["Les gardiens démons"]


@pytest.mark.card("Les gardiens démons")
@pytest.mark.rule("X-8.2")
def test_the_demons_destroy_a_captured_card(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Les gardiens démons"]]}, {"clans": THEIRS, "army": [["[Les sombres cultistes]"]]}
    )
    t.do("activate T1", "destroy enemy T1")
    assert t.army(1) == [[], [], []]
    assert t.discard(1) == ["Les sombres cultistes"]
    assert (t.seat, t.decision) == (1, "main")  # a captured card has no Bounty


# ---------- Unités de bombardement


def bombers(x_table: Any, supremacy: int) -> Any:
    return x_table(
        {
            "clans": OURS,
            "hand": ["Unités de bombardement"],
            "army": [["Déesses de lave"], ["EZ"]],
            "supremacy": supremacy,
        },
        {"clans": THEIRS, "army": [["Volantis", "Bun To"], ["Elle"]]},
    )


@pytest.mark.card("Unités de bombardement")
@pytest.mark.rule("X-8.4")
def test_the_bombers_make_each_player_sacrifice_a_free_card(x_table: Any) -> None:
    t = bombers(x_table, supremacy=0)
    t.do("place Unités de bombardement")
    assert (t.seat, t.choices) == (0, ["sacrifice own T2 (Unités de bombardement)", "sacrifice own H1 (EZ)"])
    t.do("sacrifice own H1")
    assert (t.seat, t.choices) == (1, ["sacrifice own T2 (Bun To)", "sacrifice own H1 (Elle)"])
    t.do("sacrifice own T2")
    assert t.army(0) == [["Déesses de lave", "Unités de bombardement"], [], []]
    assert t.army(1) == [["Volantis"], ["Elle"], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Unités de bombardement")
def test_with_a_supremacy_token_the_bombers_may_strike_twice(x_table: Any) -> None:
    t = bombers(x_table, supremacy=1)
    t.do("place Unités de bombardement", "sacrifice own T2", "sacrifice own H1")
    assert (t.seat, t.decision) == (0, "may")
    t.do("yes", "sacrifice own H1", "sacrifice own T2")
    assert t.army(0) == [["Déesses de lave"], [], []]
    assert t.army(1) == [["Volantis"], [], []]
    assert (t.seat, t.decision) == (1, "main")  # and no third time


@pytest.mark.card("Unités de bombardement")
def test_the_second_strike_may_be_declined(x_table: Any) -> None:
    t = bombers(x_table, supremacy=1)
    t.do("place Unités de bombardement", "sacrifice own T2", "sacrifice own H1", "no")
    assert t.army(0) == [["Déesses de lave"], ["EZ"], []]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Unités de bombardement")
def test_activated_with_a_supremacy_token_the_bombers_strike_twice_again(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Unités de bombardement", "Obeezs", "Wiindz"]], "supremacy": 1},
        {"clans": THEIRS, "army": [["Bun To"]]},
    )
    t.do("activate T1", "sacrifice own T3", "sacrifice own T1", "yes", "sacrifice own T2")
    assert t.army(0) == [["Unités de bombardement*"], [], []]
    assert t.army(1) == [[], [], []]  # who has nothing left sacrifices nothing
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Unités de bombardement")
def test_the_opponents_supremacy_token_does_not_help_the_bombers(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Unités de bombardement"], "army": [["Déesses de lave"]]},
        {"clans": THEIRS, "army": [["Bun To"]], "supremacy": 1},
    )
    t.do("place Unités de bombardement", "sacrifice own T2", "sacrifice own T1")
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Unités de bombardement")
@pytest.mark.rule("X-8.5")
def test_an_ethereal_card_can_be_sacrificed_and_a_bounty_pays_nothing(x_table: Any) -> None:
    t = x_table(
        {"clans": ["goan_sul", "xian", "justice"], "hand": ["Unités de bombardement"]},
        {"clans": ["galmi", "abhilasha", "tomorrow"], "army": [["Bun To"], ["Galmi (Avatar)!"]]},
    )
    t.do("place Unités de bombardement", "sacrifice own T1", "sacrifice own H1")
    assert t.army(1) == [["Bun To"], [], []]
    assert (t.seat, t.decision) == (1, "main")


# ---------- Alpha


@pytest.mark.card("Alpha")
def test_alpha_captures_a_troop(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Alpha"], "army": [["Déesses de lave"]]},
        {"clans": THEIRS, "army": [["Volantis"], ["Elle"], ["Justice"]]},
    )
    t.do("place Alpha")
    assert t.choices == ["capture own T1 (Déesses de lave)", "capture enemy T1 (Volantis)"]


@pytest.mark.card("Alpha")
def test_with_a_supremacy_token_alpha_captures_a_hero_as_well(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Alpha"], "army": [["Déesses de lave"]], "supremacy": 1},
        {"clans": THEIRS, "army": [["Volantis"], ["Elle"], ["Justice"]]},
    )
    t.do("place Alpha")
    assert t.choices == [
        "capture own T1 (Déesses de lave)",
        "capture own H1 (Alpha)",
        "capture enemy T1 (Volantis)",
        "capture enemy H1 (Elle)",
    ]
    t.do("capture enemy H1")
    assert t.army(1)[1] == ["[Elle]"]


@pytest.mark.card("Alpha")
@pytest.mark.rule("X-5.2")
def test_alpha_is_shifted_into_dead_alpha_of_the_same_name(x_table: Any) -> None:
    t = x_table(
        {
            "clans": ["goan_sul", "abhilasha", "xian"],
            "hand": ["Alpha (mort)", "Pangu", "Nio"],
            "army": [["Déesses de lave"], ["Alpha"]],
        },
        {"clans": ["galmi", "justice", "tomorrow"]},
    )
    t.do("shift H1", "discard Pangu", "discard Nio", "bring in Alpha (mort)")
    assert t.army(0) == [["Déesses de lave"], ["[Alpha (mort)]"], []]


# ---------- Hempo


@pytest.mark.card("Hempo")
def test_hempo_destroys_a_free_troop_or_hero(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Hempo"], "army": [["Déesses de lave"]]},
        {"clans": THEIRS, "army": [["Volantis", "Bun To"], ["Elle", "Sati"], ["Justice"]]},
    )
    t.do("place Hempo", "no")
    assert t.choices == ["destroy own H1 (Hempo)", "destroy enemy H2 (Sati)"]
    t.do("destroy enemy H2")
    assert t.discard(1) == ["Sati"]


@pytest.mark.card("Hempo")
def test_with_a_supremacy_token_hempo_destroys_an_immortal(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Hempo"], "army": [["Déesses de lave"]], "supremacy": 1},
        {"clans": THEIRS, "army": [["Bun To"], ["Shard"], ["Galmi"]]},
    )
    t.do("place Hempo")
    assert t.choices == ["destroy own H1 (Hempo)", "destroy enemy I1 (Galmi)"]
    t.do("destroy enemy I1")
    assert t.discard(1) == ["Galmi"]


@pytest.mark.card("Hempo")
def test_hempo_swaps_a_hero_to_the_end_and_destroys_it(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Hempo"], "army": [["Déesses de lave"]]},
        {"clans": THEIRS, "army": [["Volantis", "Bun To"], ["Elle", "Sati"]]},
    )
    t.do("place Hempo", "yes", "swap enemy H1", "swap with enemy H2", "destroy enemy H2")
    assert t.army(1) == [["Volantis", "Bun To"], ["Sati"], []]


@pytest.mark.card("Hempo")
@pytest.mark.rule("X-8.10")
def test_a_token_on_hempo_repeats_it_and_doubles_it(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Aat"], ["Hempo"]]}, {"clans": THEIRS, "army": [["Bun To"]]})
    t.do("activate H1", "destroy enemy T1")
    assert t.army(1) == [[], [], []]
    assert t.strengths == [8, 0]


# ---------- Hemro


def hunter(x_table: Any, army: list[list[str]], enemy: list[list[str]]) -> Any:
    return x_table(
        {"clans": OURS, "hand": ["Déesses de lave"], "army": army, "deck": ["Nio", "Pangu", "Aat"]},
        {"clans": THEIRS, "army": enemy},
    )


@pytest.mark.card("Hemro, bounty hunter")
@pytest.mark.rule("X-8.9")
def test_hemro_draws_two_for_a_bounty(x_table: Any) -> None:
    t = hunter(x_table, [["Wiindz", "Déesses de lave"], ["Hemro, bounty hunter"]], [["Les sombres cultistes"]])
    t.do("place Déesses de lave", "capture enemy T1")
    assert (t.seat, t.decision) == (0, "bounty")
    t.do("yes")
    assert t.hand(0) == ["Nio", "Pangu"]


@pytest.mark.card("Hemro, bounty hunter")
@pytest.mark.rule("X-8.9")
def test_hemro_draws_two_for_the_bounty_token(x_table: Any) -> None:
    t = hunter(x_table, [["Wiindz", "Déesses de lave"], ["Hemro, bounty hunter"]], [["Bun To!"]])
    t.do("place Déesses de lave", "capture enemy T1", "yes")
    assert t.hand(0) == ["Nio", "Pangu"]


@pytest.mark.card("Hemro, bounty hunter")
@pytest.mark.rule("X-8.9")
def test_keyword_and_token_on_one_card_are_one_bounty(x_table: Any) -> None:
    t = hunter(x_table, [["Déesses de lave"]], [["Les sombres cultistes!"]])
    t.do("place Déesses de lave", "capture enemy T1", "yes")
    assert t.hand(0) == ["Nio"]


@pytest.mark.card("Hemro, bounty hunter")
def test_hemros_player_may_decline_both_cards(x_table: Any) -> None:
    """Ruling: Hemro adds a card to the one that may be drawn; who declines that draws none."""
    t = hunter(x_table, [["Wiindz", "Déesses de lave"], ["Hemro, bounty hunter"]], [["Les sombres cultistes"]])
    t.do("place Déesses de lave", "capture enemy T1", "no")
    assert t.hand(0) == []


@pytest.mark.card("Hemro, bounty hunter")
def test_hemro_draws_nothing_for_a_card_without_bounty(x_table: Any) -> None:
    t = hunter(x_table, [["Wiindz", "Déesses de lave"], ["Hemro, bounty hunter!"]], [["Bun To"]])
    t.do("place Déesses de lave", "capture enemy T1")
    assert t.hand(0) == []
    assert t.seat == 1


@pytest.mark.card("Hemro, bounty hunter")
def test_a_captured_hemro_hunts_nothing(x_table: Any) -> None:
    t = hunter(x_table, [["Wiindz", "Déesses de lave"], ["[Hemro, bounty hunter]"]], [["Les sombres cultistes"]])
    t.do("place Déesses de lave", "capture enemy T1", "yes")
    assert t.hand(0) == ["Nio"]


@pytest.mark.card("Hemro, bounty hunter")
def test_a_bounty_of_ones_own_pays_nothing(x_table: Any) -> None:
    t = hunter(x_table, [["Chercheurs de dépouilles", "Déesses de lave"], ["Hemro, bounty hunter"]], [])
    t.do("place Déesses de lave", "capture own T1")
    assert t.hand(0) == []
    assert t.seat == 1


# ---------- Orgah


@pytest.mark.card("Orgah")
@pytest.mark.rule("X-8.14")
def test_orgah_makes_each_player_remove_a_clan_of_their_discard(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Orgah"],
            "army": [["Déesses de lave"]],
            "discard": ["Aat", "EZ", "Hempo", "Hemro, bounty hunter"],
        },
        {"clans": THEIRS, "discard": ["Bun To", "Bun To", "Shard", "Elle"]},
    )
    t.do("place Orgah")
    assert (t.seat, t.choices) == (0, ["clan Goan Sul", "clan Tomorrow"])
    t.do("clan Tomorrow")
    assert (t.seat, t.choices) == (1, ["clan Galmi", "clan Justice"])
    t.do("clan Galmi")
    assert t.discard(0) == ["Hempo", "Hemro, bounty hunter"]
    assert t.discard(1) == ["Elle"]
    assert sorted(t.json["removed"]) == ["Aat", "Bun To", "Bun To", "EZ", "Shard"]


@pytest.mark.card("Orgah")
def test_orgah_asks_nobody_with_an_empty_discard(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Orgah"], "army": [["Déesses de lave"]]}, {"clans": THEIRS, "discard": ["Elle"]}
    )
    t.do("place Orgah")
    assert (t.seat, t.choices) == (1, ["clan Justice"])
    t.do("clan Justice")
    assert t.json["removed"] == ["Elle"]
    assert t.decision == "main"


@pytest.mark.card("Orgah")
def test_a_card_of_all_clans_goes_with_any_of_them(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Orgah"],
            "army": [["Déesses de lave"]],
            "discard": ["All in one", "Aat", "Nio"],
        },
        {"clans": THEIRS},
    )
    t.do("place Orgah")
    assert t.choices == ["clan Goan Sul", "clan Tomorrow", "clan Xi'an"]
    t.do("clan Tomorrow")
    assert t.discard(0) == ["Nio"]
    assert sorted(t.json["removed"]) == ["Aat", "All in one"]


@pytest.mark.card("Orgah")
def test_a_clan_may_be_picked_that_only_a_card_of_all_clans_shows(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Orgah"], "army": [["Déesses de lave"]], "discard": ["Shennong", "Nio"]},
        {"clans": THEIRS},
    )
    t.do("place Orgah", "clan Goan Sul")
    assert t.discard(0) == ["Nio"]
    assert t.json["removed"] == ["Shennong"]


@pytest.mark.card("Orgah")
def test_orgah_can_be_activated_and_has_a_bounty(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Déesses de lave"], ["Orgah"]], "discard": ["Nio"]},
        {"clans": THEIRS, "hand": ["Solok"], "army": [["Les apôtres de la nuit"]], "deck": ["Elle"]},
    )
    t.do("activate H1", "no", "clan Xi'an")
    assert t.json["removed"] == ["Nio"]
    assert t.strengths[0] == 8
    t.do("place Solok", "aim at enemy H1", "yes")
    assert t.hand(1) == ["Elle"]


# ---------- Smook


@pytest.mark.card("Smook")
def test_smook_takes_veterans_of_different_levels(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Smook"],
            "army": [["Déesses de lave"]],
            "discard": ["Hempo", "Pangu", "Goan Sul", "Esprits de Smook", "Aat"],
        },
        {"clans": THEIRS},
    )
    t.do("place Smook")
    assert t.choices == ["done", "take Esprits de Smook", "take Hempo", "take Pangu", "take Goan Sul"]
    t.do("take Pangu")
    assert t.choices == ["done", "take Esprits de Smook", "take Goan Sul"]
    t.do("take Goan Sul")
    assert t.hand(0) == ["Goan Sul", "Pangu"]  # X is 2
    assert t.seat == 1


@pytest.mark.card("Smook")
def test_smook_may_stop_early(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Smook"], "army": [["Déesses de lave"]], "discard": ["Hempo", "Goan Sul"]},
        {"clans": THEIRS},
    )
    t.do("place Smook", "done")
    assert t.hand(0) == []
    assert t.seat == 1


@pytest.mark.card("Smook")
@pytest.mark.rule("X-6.5")
def test_with_four_tokens_smook_gives_an_extra_turn_too(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Smook"],
            "army": [["Déesses de lave"]],
            "discard": ["Hempo", "Goan Sul", "Esprits de Smook", "Pangu"],
            "owned": 4,
        },
        {"clans": THEIRS},
    )
    t.do("place Smook", "take Hempo", "take Goan Sul", "take Esprits de Smook")
    assert t.hand(0) == ["Esprits de Smook", "Goan Sul", "Hempo"]  # one of each level, and there are three
    assert (t.seat, t.decision) == (0, "main")
    assert t.json["extra_turn"]


@pytest.mark.card("Smook")
def test_three_tokens_are_too_few_for_the_extra_turn(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Déesses de lave"], ["Smook"]], "owned": 3}, {"clans": THEIRS})
    t.do("activate H1")
    assert t.seat == 1


# ---------- Goan Sul


@pytest.mark.card("Goan Sul")
def test_goan_sul_destroys_all_free_cards_of_a_clan(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Goan Sul"], "army": [["Déesses de lave", "Aat"], ["Hempo"]]},
        {"clans": THEIRS, "army": [["Volantis", "Bun To", "Volantis"], ["Shard", "Elle"], ["Galmi"]]},
    )
    t.do("place Goan Sul", "clan Justice")
    assert t.army(0) == [["Déesses de lave", "Aat"], ["Hempo"], ["Goan Sul"]]
    assert t.army(1) == [["Volantis", "Bun To"], ["Shard"], ["Galmi"]]
    assert t.discard(1) == ["Elle", "Volantis"]


@pytest.mark.card("Goan Sul")
@pytest.mark.rule("X-3.4")
def test_goan_sul_hits_its_own_army_too(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Goan Sul"], "army": [["Aat", "Déesses de lave"], ["Hempo"]]}, {"clans": THEIRS}
    )
    t.do("place Goan Sul", "clan Goan Sul")
    assert t.army(0) == [["Aat"], ["Hempo"], []]  # what becomes FREE by that is safe
    assert t.discard(0) == ["Déesses de lave", "Goan Sul"]


@pytest.mark.card("Goan Sul")
def test_captured_cards_have_no_clan_for_goan_sul(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Goan Sul"], "army": [["Déesses de lave"], ["Hempo"]]},
        {"clans": THEIRS, "army": [["[Volantis]"]]},
    )
    t.do("place Goan Sul", "clan Justice")
    assert t.army(1) == [["[Volantis]"], [], []]


@pytest.mark.card("Goan Sul")
def test_goan_sul_draws_for_each_bounty_and_each_loss_can_be_cancelled(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Goan Sul"], "army": [["Déesses de lave"], ["Hempo"]], "deck": ["Nio"]},
        {
            "clans": THEIRS,
            "hand": ["Le Cercle Rouge"],
            "army": [["Les sombres cultistes", "Les sombres cultistes"], ["Solok"]],
        },
    )
    t.do("place Goan Sul", "clan Abhilasha", "no", "yes")  # no reaction for the Troop; a card for its Bounty
    assert t.hand(0) == ["Nio"]
    t.do("yes")  # the Red Circle for Solok
    assert t.army(1) == [["Les sombres cultistes"], ["Solok"], []]


@pytest.mark.card("Goan Sul")
@pytest.mark.rule("X-1.4")
@pytest.mark.parametrize(("enemies", "winners"), [([], [0]), ([["Volantis"]], [])])
def test_goan_sul_wins_the_game_by_ten_and_not_by_eight(
    x_table: Any, enemies: list[list[str]], winners: list[int]
) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["Hempo"], ["Goan Sul"]]},  # 10
        {"clans": THEIRS, "army": enemies, "passed": True},
    )
    t.do("pass")
    assert t.game.winners == winners
    assert t.supremacy(0) == 1


# ---------- Byun Hyung Ja (Goan Sul)


@pytest.mark.card("Byun Hyung Ja (Goan Sul)")
@pytest.mark.rule("X-6.6")
def test_winning_a_battle_unlocks_a_token(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["Hempo"], ["Byun Hyung Ja (Goan Sul)"]], "tokens": 0},
        {"clans": THEIRS, "army": [["Volantis"]], "passed": True},
    )
    t.do("pass")
    assert t.owned(0) == 3
    assert t.supremacy(0) == 1


@pytest.mark.card("Byun Hyung Ja (Goan Sul)")
def test_losing_a_battle_unlocks_nothing(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["Hempo"], ["Byun Hyung Ja (Goan Sul)"]], "tokens": 0},
        {"clans": THEIRS, "army": [["Bun To", "Volantis"], ["Shard", "Elle"], ["Galmi"]], "passed": True},
    )
    t.do("pass")
    assert t.owned(0) == 2
    assert t.supremacy(1) == 1


@pytest.mark.card("Byun Hyung Ja (Goan Sul)")
@pytest.mark.rule("X-1.2")
def test_winning_a_battle_with_four_tokens_wins_the_game(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Aat"], ["Hempo"], ["Byun Hyung Ja (Goan Sul)"]], "tokens": 0, "owned": 4},
        {"clans": THEIRS, "passed": True},
    )
    t.do("pass")
    assert t.game.winners == [0]
    assert t.game.ending == ("fifth token", "Byun Hyung Ja (Goan Sul)")
