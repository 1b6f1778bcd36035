"""The eleven cards of Galmi: the order of decks, the Wonder token, and when a round ends."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["galmi", "tomorrow", "xian"]
THEIRS = ["abhilasha", "goan_sul", "justice"]


# ---------- Boul Go


@pytest.mark.card("Boul Go")
@pytest.mark.rule("X-6.1")
def test_two_tokens_beside_boul_go_give_three_cards_and_a_turn(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go"]], "deck": ["EZ", "Nio", "Aat"]}, {"clans": THEIRS})
    t.do("draw three")
    assert t.hand(0) == ["Aat", "EZ", "Nio"]
    assert t.seat == 0
    assert t.json["extra_turn"]


@pytest.mark.card("Boul Go")
def test_one_token_beside_boul_go_gives_no_turn(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go"]]}, {"clans": THEIRS})
    t.do("draw one")
    assert t.seat == 1


@pytest.mark.card("Boul Go")
@pytest.mark.rule("X-8.13")
def test_two_of_boul_go_give_one_turn_and_none_after_it(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go", "Boul Go"]], "owned": 4, "deck": ["Aat"]}, {"clans": THEIRS})
    t.do("draw three", "first resolve own T1")
    assert (t.seat, t.decision) == (0, "main")
    t.do("draw three", "first resolve own T1", "discard Aat")  # six cards are one too many for Narashima
    assert t.seat == 1


@pytest.mark.card("Boul Go")
def test_a_captured_boul_go_and_that_of_the_opponent_give_nothing(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["[Boul Go]"]]}, {"clans": THEIRS})
    assert t.do("draw three").seat == 1
    t = x_table({"clans": OURS, "army": [["Boul Go"]]}, {"clans": THEIRS}, turn=1)
    assert t.do("draw three").seat == 0
    assert not t.json["extra_turn"]


@pytest.mark.card("Boul Go")
@pytest.mark.rule("X-8.8")
def test_boul_go_takes_the_wonder_token_and_recruits(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Boul Go", "Aat"]}, {"clans": THEIRS}, wonder=1)
    t.do("place Boul Go")
    assert t.json["wonder"] == 0
    t.do("draw one", "place Aat")
    assert t.army(0) == [["Boul Go", "Aat"], [], []]
    assert t.json["wonder"] == 0  # it was free: nothing to pay


# ---------- Bun To


@pytest.mark.card("Bun To")
def test_bun_to_takes_all_cards_of_the_named_level(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Bun To"], "deck": ["Aat", "EZ", "Obeezs", "Tomorrow", "Wiindz"]},
        {"clans": THEIRS},
    )
    t.do("place Bun To")
    assert t.choices == ["level 1", "level 2", "level 3"]
    t.do("level 1")
    assert t.hand(0) == ["Aat", "Obeezs"]
    assert t.discard(0) == ["EZ", "Tomorrow"]
    assert t.json["wonder"] == 0


@pytest.mark.card("Bun To")
@pytest.mark.rule("X-8.12")
def test_bun_to_reveals_what_is_there_and_does_not_shuffle(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Bun To"], "deck": ["Aat", "EZ"]},
        {"clans": THEIRS},
        rest="discard",
    )
    before = len(t.discard(0))
    t.do("place Bun To", "level 1")
    assert t.hand(0) == ["Aat"]
    assert t.deck(0) == 0
    assert len(t.discard(0)) == before + 1


@pytest.mark.card("Bun To")
def test_bun_to_may_find_nothing(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Bun To"], "deck": ["Aat", "EZ", "Nio", "Wiindz"]}, {"clans": THEIRS})
    t.do("place Bun To", "level 3")
    assert t.hand(0) == []
    assert t.discard(0) == ["Aat", "EZ", "Nio", "Wiindz"]


@pytest.mark.card("Bun To")
def test_activated_bun_to_reveals_again_and_takes_no_wonder_token(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Bun To"]], "deck": ["Aat", "EZ", "Nio", "Wiindz"]},
        {"clans": THEIRS},
    )
    t.do("activate T1", "level 2")
    assert t.hand(0) == ["EZ", "Nio"]
    assert t.army(0) == [["Bun To*"], [], []]
    assert t.json["wonder"] is None


# ---------- Kno'Bo


@pytest.mark.card("Kno'Bo")
def test_knobo_draws_for_the_galmi_cards_of_its_column(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Kno'Bo", "Aat"],
            "army": [["Boul Go"], ["Shard"], ["Galmi"]],
            "deck": ["EZ", "Nio", "Wiindz", "Obeezs"],
        },
        {"clans": THEIRS},
    )
    t.do("shift T1", "discard Aat", "bring in Kno'Bo")
    assert t.hand(0) == ["EZ", "Nio", "Wiindz"]  # for itself, Shard and Galmi


@pytest.mark.card("Kno'Bo")
def test_knobo_counts_no_captured_card_and_no_other_clan(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Kno'Bo", "Aat"],
            "army": [["Boul Go"], ["EZ"], ["[Galmi]"]],
            "deck": ["Nio", "Wiindz"],
        },
        {"clans": THEIRS},
    )
    t.do("shift T1", "discard Aat", "bring in Kno'Bo")
    assert t.hand(0) == ["Nio"]


@pytest.mark.card("Kno'Bo")
def test_knobo_may_first_swap_itself_into_a_better_column(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Kno'Bo"],
            "army": [["Boul Go", "Aat"], ["Shard"]],
            "deck": ["EZ", "Nio", "Wiindz"],
        },
        {"clans": THEIRS, "army": [["Volantis", "Volantis"]]},
    )
    t.do("place Kno'Bo", "yes")
    assert t.choices == ["swap own T1 (Boul Go)", "swap own T2 (Aat)", "swap own T3 (Kno'Bo)"]
    t.do("swap own T3", "swap with own T1")
    assert t.army(0) == [["Kno'Bo", "Aat", "Boul Go"], ["Shard"], []]
    assert t.hand(0) == ["EZ", "Nio"]  # for itself and Shard


@pytest.mark.card("Kno'Bo")
def test_knobo_swaps_tokens_and_faces_too(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Kno'Bo", "Bun To*!", "[Wiindz]"]]}, {"clans": THEIRS})
    t.do("activate T1", "yes", "swap own T2", "swap with own T3")
    assert t.army(0) == [["Kno'Bo*", "[Wiindz]", "Bun To*!"], [], []]


# ---------- Un'Go


@pytest.mark.card("Un'Go")
def test_ungo_puts_a_free_troop_or_hero_on_top_of_its_players_deck(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Un'Go"], "army": [["Boul Go"]]},
        {"clans": THEIRS, "army": [["Volantis", "Volantis"], ["Hempo*!"]], "tokens": 1},
    )
    t.do("place Un'Go")
    assert t.choices == ["lift own T2 (Un'Go)", "lift enemy T2 (Volantis)", "lift enemy H1 (Hempo)"]
    t.do("lift enemy H1")
    assert t.army(1) == [["Volantis", "Volantis"], [], []]
    assert t.top(1) == ["Hempo"]
    assert t.discard(1) == []
    assert (t.tokens(1), t.owned(1)) == (1, 2)
    t.do("draw one")
    assert t.hand(1) == ["Hempo"]


@pytest.mark.card("Un'Go")
def test_ungo_reaches_an_immortal_with_a_supremacy_token_only(x_table: Any) -> None:
    """Ruling: with a Supremacy token it may be a card of any level."""
    for supremacy, reached in ((0, []), (1, ["lift enemy I1 (Justice)"])):
        t = x_table(
            {"clans": OURS, "hand": ["Un'Go"], "supremacy": supremacy},
            {"clans": THEIRS, "army": [["Volantis"], ["Elle"], ["Justice"]]},
        )
        t.do("place Un'Go")
        assert t.choices == ["lift own T1 (Un'Go)", *reached]


@pytest.mark.card("Un'Go")
@pytest.mark.rule("X-3.4")
def test_ungo_alone_must_lift_itself(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Un'Go"]}, {"clans": THEIRS})
    t.do("place Un'Go", "lift own T1")
    assert t.army(0) == [[], [], []]
    assert t.top(0) == ["Un'Go"]
    assert t.json["wonder"] == 0


@pytest.mark.card("Un'Go")
@pytest.mark.rule("X-8.5")
def test_ungo_lifts_an_ethereal_card(x_table: Any) -> None:
    """Ethereal cards are safe from capture and destruction only."""
    t = x_table(
        {"clans": ["goan_sul", "galmi", "xian"], "hand": ["Un'Go"]},
        {"clans": ["tomorrow", "abhilasha", "justice"], "army": [["Obeezs"], ["Sha'dow"]]},
    )
    t.do("place Un'Go", "lift enemy H1")
    assert t.army(1) == [["Obeezs"], [], []]


# ---------- Galmi (Avatar)


@pytest.mark.card("Galmi (Avatar)")
@pytest.mark.rule("X-7.1")
def test_the_avatar_is_worth_six_against_a_bounty(x_table: Any) -> None:
    ours = {"clans": OURS, "army": [["Boul Go"], ["Galmi (Avatar)"]]}
    assert x_table(ours, {"clans": THEIRS, "army": [["Volantis"]]}).strengths == [5, 2]
    assert x_table(ours, {"clans": THEIRS, "army": [["Les sombres cultistes"]]}).strengths == [8, 2]
    assert x_table(ours, {"clans": THEIRS, "army": [["[Les sombres cultistes]", "Volantis"]]}).strengths == [5, 2]


@pytest.mark.card("Galmi (Avatar)")
@pytest.mark.rule("X-8.9")
def test_the_bounty_token_on_an_enemy_doubles_the_avatar(x_table: Any) -> None:
    avatar = {"clans": OURS, "army": [["Boul Go"], ["Galmi (Avatar)"]]}
    assert x_table(avatar, {"clans": THEIRS, "army": [["Volantis!"]]}).strengths == [8, 2]
    assert x_table(avatar, {"clans": THEIRS, "army": [["[Volantis]!"]]}).strengths == [5, 0]


@pytest.mark.card("Galmi (Avatar)")
@pytest.mark.rule("X-8.9")
def test_the_bounty_token_on_the_avatar_itself_does_not_double_it(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"], ["Galmi (Avatar)!"]]},
        {"clans": THEIRS, "army": [["Volantis"]]},
    )
    assert t.strengths == [5, 2]


@pytest.mark.card("Galmi (Avatar)")
@pytest.mark.rule("X-8.5")
def test_the_avatar_is_ethereal(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Hempo"], "army": [["Déesses de lave"]]},
        {"clans": OURS, "army": [["Boul Go"], ["Galmi (Avatar)!"]]},
    )
    t.do("place Hempo")
    assert t.choices == ["destroy own H1 (Hempo)"]


@pytest.mark.card("Galmi (Avatar)")
def test_the_avatar_takes_the_wonder_token_and_cannot_be_shifted(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Galmi (Avatar)", "EZ", "Nio"], "army": [["Boul Go"]]}, {"clans": THEIRS})
    t.do("place Galmi (Avatar)")
    assert t.json["wonder"] == 0
    t.do("draw one")
    assert not t.can("shift H1")


# ---------- Kan Te


@pytest.mark.card("Kan Te")
def test_kan_te_frees_all_own_cards_and_no_enemy(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Kan Te"], "army": [["Boul Go", "[Obeezs]", "[Wiindz]"], ["[EZ]"]]},
        {"clans": THEIRS, "army": [["[Volantis]"]]},
    )
    t.do("place Kan Te")
    assert t.army(0) == [["Boul Go", "Obeezs", "Wiindz"], ["EZ", "Kan Te"], []]
    assert t.army(1) == [["[Volantis]"], [], []]
    assert t.hand(0) == []  # Obeezs draws nothing: freed cards trigger nothing
    assert t.seat == 1


@pytest.mark.card("Kan Te")
@pytest.mark.rule("X-6.2")
def test_a_token_lets_kan_te_free_again(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go", "[Obeezs]"], ["Kan Te"]]}, {"clans": THEIRS})
    t.do("activate H1")
    assert t.army(0) == [["Boul Go", "Obeezs"], ["Kan Te*"], []]


@pytest.mark.card("Kan Te")
def test_kan_te_with_nothing_to_free_is_placed_all_the_same(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Kan Te"], "army": [["Boul Go"]]}, {"clans": THEIRS})
    t.do("place Kan Te")
    assert t.army(0) == [["Boul Go"], ["Kan Te"], []]
    assert t.seat == 1


# ---------- Ree Ab


@pytest.mark.card("Ree Ab")
@pytest.mark.rule("X-6.5")
def test_ree_ab_puts_x_cards_on_the_deck_and_draws_the_last(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Ree Ab"], "army": [["Boul Go"]], "discard": ["Aat", "EZ", "Nio"]},
        {"clans": THEIRS},
    )
    t.do("place Ree Ab")
    assert t.choices == ["done", "put on top Aat", "put on top EZ", "put on top Nio"]
    t.do("put on top Aat", "put on top EZ")
    assert t.hand(0) == ["EZ"]
    assert t.top(0) == ["Aat"]
    assert t.discard(0) == ["Nio"]


@pytest.mark.card("Ree Ab")
def test_ree_ab_may_put_nothing_and_draws(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Ree Ab"], "army": [["Boul Go"]], "discard": ["Aat"], "deck": ["Nio"]},
        {"clans": THEIRS},
    )
    t.do("place Ree Ab", "done")
    assert t.hand(0) == ["Nio"]
    assert t.discard(0) == ["Aat"]


@pytest.mark.card("Ree Ab")
def test_with_four_tokens_ree_ab_puts_four(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"], ["Ree Ab"]], "discard": ["Aat", "EZ", "Nio", "Wiindz"], "owned": 4},
        {"clans": THEIRS},
    )
    t.do("activate H1", "put on top Aat", "put on top EZ", "put on top Nio", "put on top Wiindz")
    assert t.hand(0) == ["Wiindz"]
    assert t.top(0) == ["Nio", "EZ", "Aat"]


# ---------- Shard


@pytest.mark.card("Shard")
def test_shard_takes_one_of_four_and_discards_the_rest(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Shard"], "army": [["Boul Go"]], "deck": ["Aat", "EZ", "Nio", "Tomorrow", "Wiindz"]},
        {"clans": THEIRS},
    )
    t.do("place Shard")
    assert sorted(t.json["revealed"]) == ["Aat", "EZ", "Nio", "Tomorrow"]
    t.do("take Tomorrow")
    assert t.hand(0) == ["Tomorrow"]
    assert t.discard(0) == ["Aat", "EZ", "Nio"]


@pytest.mark.card("Shard")
@pytest.mark.rule("X-8.12")
def test_shard_over_an_empty_deck_does_nothing(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Shard"], "army": [["Boul Go"]]}, {"clans": THEIRS}, rest="discard")
    t.do("place Shard")
    assert t.hand(0) == []
    assert t.deck(0) == 0
    assert t.seat == 1


@pytest.mark.card("Shard")
def test_activated_shard_takes_another(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go"], ["Shard"]], "deck": ["Aat", "EZ", "Nio", "Obeezs"]})
    t.do("activate H1", "take Nio")
    assert t.hand(0) == ["Nio"]
    assert t.army(0)[1] == ["Shard*"]


# ---------- She Rift


@pytest.mark.card("She Rift")
@pytest.mark.rule("X-8.9")
def test_she_rift_puts_the_bounty_token_on_any_card(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["She Rift"], "army": [["Boul Go"]]},
        {"clans": THEIRS, "army": [["Volantis", "[Volantis]"]]},
    )
    t.do("place She Rift")
    assert len(t.choices) == 4
    t.do("put the Bounty token on enemy T1")
    assert t.army(1) == [["Volantis!", "[Volantis]"], [], []]


@pytest.mark.card("She Rift")
def test_she_rift_moves_the_token_there_is(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"], ["She Rift"]]},
        {"clans": THEIRS, "army": [["Volantis!"], ["Elle"]]},
    )
    t.do("activate H1")
    assert "put the Bounty token on enemy T1 (Volantis)" not in t.choices
    t.do("put the Bounty token on enemy H1")
    assert t.army(1) == [["Volantis"], ["Elle!"], []]


@pytest.mark.card("She Rift")
@pytest.mark.rule("X-3.4")
def test_against_an_empty_army_she_rift_must_mark_an_own_card(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["She Rift"], "army": [["Boul Go"]]}, {"clans": THEIRS})
    t.do("place She Rift")
    assert t.choices == [
        "put the Bounty token on own T1 (Boul Go)",
        "put the Bounty token on own H1 (She Rift)",
    ]


# ---------- Galmi


@pytest.mark.card("Galmi")
def test_galmi_lifts_a_free_card_of_any_level(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Galmi"], "army": [["Boul Go"], ["Shard"]]},
        {"clans": THEIRS, "army": [["Volantis"], ["Elle"], ["Justice"]]},
    )
    t.do("place Galmi")
    assert t.choices == ["lift own I1 (Galmi)", "lift enemy I1 (Justice)"]
    t.do("lift enemy I1")
    assert t.top(1) == ["Justice"]
    assert (t.seat, t.decision) == (1, "main")  # with tokens in hand there is no passing


@pytest.mark.card("Galmi")
@pytest.mark.rule("X-3.5")
def test_without_tokens_galmis_player_may_pass_at_once(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Galmi"], "army": [["Boul Go"], ["Shard"]], "tokens": 0},
        {"clans": THEIRS, "army": [["Volantis"]]},
    )
    t.do("place Galmi", "lift enemy T1")
    assert (t.seat, t.decision) == (0, "may")
    t.do("yes")
    assert t.player(0)["passed"]
    assert t.json["turns_left"] == 2  # by Galmi's own permanent effect


@pytest.mark.card("Galmi")
def test_galmis_player_need_not_pass(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Galmi"], "army": [["Boul Go"], ["Shard"]], "tokens": 0},
        {"clans": THEIRS, "army": [["Volantis"]]},
    )
    t.do("place Galmi", "lift enemy T1", "no")
    assert not t.player(0)["passed"]
    assert t.json["turns_left"] is None


@pytest.mark.card("Galmi")
def test_galmi_that_lifts_itself_leaves_three_turns(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Galmi"], "army": [["Boul Go"], ["Shard"]], "tokens": 0}, {"clans": THEIRS})
    t.do("place Galmi", "lift own I1", "yes")
    assert t.top(0) == ["Galmi"]
    assert t.json["turns_left"] == 3


@pytest.mark.card("Galmi")
@pytest.mark.rule("X-3.3")
def test_after_galmis_player_passes_the_opponent_has_two_turns(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go"], ["Shard"], ["Galmi"]], "tokens": 0}, {"clans": THEIRS})
    t.do("pass")
    assert t.json["turns_left"] == 2
    t.do("draw one")
    assert (t.seat, t.decision) == (1, "main")
    t.do("draw one")
    assert t.supremacy(0) == 1  # the round is over


@pytest.mark.card("Galmi")
def test_galmi_does_nothing_for_the_opponent_who_passes(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Boul Go"], ["Shard"], ["Galmi"]]}, {"clans": THEIRS, "tokens": 0}, turn=1)
    t.do("pass")
    assert t.json["turns_left"] == 3


# ---------- Byun Hyung Ja (Galmi)


@pytest.mark.card("Byun Hyung Ja (Galmi)")
@pytest.mark.rule("X-6.6")
def test_the_first_to_pass_unlocks_a_token(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"], ["Shard"], ["Byun Hyung Ja (Galmi)"]], "tokens": 0}, {"clans": THEIRS}
    )
    t.do("pass")
    assert (t.owned(0), t.tokens(0)) == (3, 1)
    assert t.seat == 1


@pytest.mark.card("Byun Hyung Ja (Galmi)")
def test_the_second_to_pass_unlocks_nothing(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Boul Go"], ["Shard"], ["Byun Hyung Ja (Galmi)"]], "tokens": 0},
        {"clans": THEIRS, "passed": True},
    )
    t.do("pass")
    assert t.owned(0) == 2


@pytest.mark.card("Byun Hyung Ja (Galmi)")
def test_passing_through_galmi_unlocks_too(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Galmi"],
            "army": [["Boul Go", "Bun To"], ["Shard", "EZ"], ["Byun Hyung Ja (Galmi)"]],
            "tokens": 0,
        },
        {"clans": THEIRS, "army": [["Volantis"]]},
    )
    t.do("place Galmi", "lift enemy T1", "yes")
    assert t.owned(0) == 3


@pytest.mark.card("Byun Hyung Ja (Galmi)")
@pytest.mark.rule("X-1.2")
def test_with_four_tokens_the_first_to_pass_wins(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "army": [["Boul Go"], ["Shard"], ["Byun Hyung Ja (Galmi)"]],
            "owned": 4,
            "tokens": 0,
        },
        {"clans": THEIRS},
    )
    t.do("pass")
    assert t.game.winners == [0]
    assert t.game.ending == ("fifth token", "Byun Hyung Ja (Galmi)")
