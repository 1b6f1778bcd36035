"""The eleven cards of Justice: they make the players even."""

from __future__ import annotations

from typing import Any

import pytest

# The tiles of Narashima and Phoenix are left over: a hand of five, and strength for cards in hand.
OURS = ["justice", "tomorrow", "xian"]
THEIRS = ["abhilasha", "galmi", "goan_sul"]


# ---------- Atalante à grand bouclier


@pytest.mark.card("Atalante à grand bouclier")
@pytest.mark.rule("X-8.7")
def test_atalante_cancels_an_activation(x_table: Any) -> None:
    """Ruling: the token that was used lies on the card all the same."""
    t = x_table(
        {"clans": THEIRS, "army": [["Les apôtres de la nuit"]]},
        {"clans": OURS, "hand": ["Atalante à grand bouclier"], "army": [["Volantis"]]},
    )
    t.do("activate T1")
    assert (t.seat, t.decision) == (1, "react")
    t.do("yes")
    assert t.army(0) == [["Les apôtres de la nuit*"], [], []]
    assert t.army(1) == [["Volantis"], [], []]
    assert t.discard(1) == ["Atalante à grand bouclier"]
    assert t.tokens(0) == 1
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Atalante à grand bouclier")
def test_atalante_may_stay_in_hand(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "army": [["Les apôtres de la nuit"]]},
        {"clans": OURS, "hand": ["Atalante à grand bouclier"], "army": [["Volantis"]]},
    )
    t.do("activate T1", "no", "aim at enemy T1")
    assert t.army(1) == [["[Volantis]"], [], []]
    assert t.hand(1) == ["Atalante à grand bouclier"]


@pytest.mark.card("Atalante à grand bouclier")
def test_a_veteran_whose_activation_was_cancelled_counts_twice(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "army": [["Esprits de Smook"]], "discard": ["Hempo"]},
        {"clans": OURS, "hand": ["Atalante à grand bouclier"]},
    )
    t.do("activate T1", "yes")
    assert t.hand(0) == []
    assert t.strengths[0] == 4


@pytest.mark.card("Atalante à grand bouclier")
def test_atalante_does_not_stop_arrivals_draws_and_activations_of_its_own_player(x_table: Any) -> None:
    """Ruling: an activation is a token laid on a card; tokens that are spent to draw are none."""
    t = x_table(
        {"clans": THEIRS, "hand": ["Bun To"]},
        {"clans": OURS, "hand": ["Atalante à grand bouclier"], "army": [["Wiindz"]]},
    )
    t.do("place Bun To", "level 3")
    assert (t.seat, t.decision) == (1, "main")
    t.do("activate T1")
    assert (t.seat, t.decision) == (0, "main")
    t.do("draw one")
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Atalante à grand bouclier")
@pytest.mark.rule("X-4.5")
def test_placed_atalante_recruits(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Atalante à grand bouclier", "Aat"]}, {"clans": THEIRS})
    t.do("place Atalante à grand bouclier", "draw one", "place Aat")
    assert t.army(0) == [["Atalante à grand bouclier", "Aat"], [], []]


# ---------- Les flèches de Justice


def arrows(x_table: Any, **theirs: Any) -> Any:
    return x_table(
        {"clans": OURS, "hand": ["Les flèches de Justice"]},
        {"clans": THEIRS, "hand": ["Bun To", "Un'Go", "Shard", "Déesses de lave"]} | theirs,
    )


@pytest.mark.card("Les flèches de Justice")
def test_the_arrows_show_the_hand_and_forbid_a_card(x_table: Any) -> None:
    t = arrows(x_table)
    assert t.game.to_json(0)["players"][1]["hand"] == [None] * 4
    t.do("place Les flèches de Justice")
    assert sorted(t.game.to_json(0)["players"][1]["hand"]) == ["Bun To", "Déesses de lave", "Shard", "Un'Go"]
    t.do("forbid Bun To")
    assert t.seat == 1
    assert not t.can("place Bun To")
    assert t.can("place Un'Go")


@pytest.mark.card("Les flèches de Justice")
def test_any_card_of_the_opponents_clans_can_be_named(x_table: Any) -> None:
    """Ruling: the card says to name one, which need not be in the hand that was looked at."""
    t = arrows(x_table, deck=["Boul Go"])
    t.do("place Les flèches de Justice")
    assert len(t.choices) == 33
    t.do("forbid Boul Go", "draw one")
    assert "Boul Go" in t.hand(1)
    t.do("draw one")  # this ends the arrows' next turn
    assert t.can("place Boul Go")


@pytest.mark.card("Les flèches de Justice")
def test_the_arrows_end_with_their_players_next_turn(x_table: Any) -> None:
    t = arrows(x_table)
    t.do("place Les flèches de Justice", "forbid Bun To", "draw one", "draw one")
    assert t.seat == 1
    assert t.can("place Bun To")


@pytest.mark.card("Les flèches de Justice")
@pytest.mark.rule("X-8.13")
def test_the_arrows_last_through_an_extra_turn_of_the_opponent(x_table: Any) -> None:
    t = arrows(x_table, army=[["Boul Go"]])
    t.do("place Les flèches de Justice", "forbid Bun To", "draw three", "discard Un'Go", "discard Shard")
    assert t.json["extra_turn"]
    assert not t.can("place Bun To")


@pytest.mark.card("Les flèches de Justice")
@pytest.mark.rule("X-8.13")
def test_arrows_of_an_extra_turn_last_to_the_end_of_the_turn_after_it(x_table: Any) -> None:
    """Ruling: an extra turn is a turn like any other, here the one from which the next is counted."""
    t = x_table(
        {"clans": OURS, "hand": ["Les flèches de Justice"]}, {"clans": THEIRS, "hand": ["Bun To"]}, extra_turn=True
    )
    t.do("place Les flèches de Justice", "forbid Bun To")
    assert not t.can("place Bun To")
    t.do("draw one", "draw one")
    assert t.can("place Bun To")


@pytest.mark.card("Les flèches de Justice")
@pytest.mark.rule("X-3.3")
def test_passing_is_the_arrows_next_turn(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les flèches de Justice"], "tokens": 0},
        {"clans": THEIRS, "hand": ["Bun To"]},
    )
    t.do("place Les flèches de Justice", "forbid Bun To")
    assert not t.can("place Bun To")
    t.do("draw one", "pass")
    assert t.can("place Bun To")


@pytest.mark.card("Les flèches de Justice")
@pytest.mark.rule("X-5.1")
def test_a_forbidden_card_cannot_be_shifted_in_from_hand_or_discard(x_table: Any) -> None:
    t = arrows(x_table, army=[["Le Cercle Rouge"], ["Cylak"]], hand=["Bun To", "Shard"], discard=["Bun To"])
    t.do("place Les flèches de Justice", "forbid Bun To")
    assert not t.can("shift T1")
    assert t.can("shift H1")


@pytest.mark.card("Les flèches de Justice")
def test_a_forbidden_card_pays_and_reacts_all_the_same(x_table: Any) -> None:
    """Ruling: to play a card is to place it or to shift it in; Force of Will discards it."""
    t = x_table(
        {
            "clans": ["justice", "goan_sul", "xian"],
            "hand": ["Les flèches de Justice", "Alpha"],
            "army": [["Déesses de lave", "Atalante à grand bouclier"]],
        },
        {"clans": ["abhilasha", "galmi", "tomorrow"], "hand": ["Le Cercle Rouge"], "army": [["Bun To"]]},
    )
    t.do("place Les flèches de Justice", "forbid Le Cercle Rouge")
    assert not t.can("place Le Cercle Rouge")
    t.do("draw one", "place Alpha", "capture enemy T1", "yes")
    assert t.army(1) == [["Bun To"], [], []]
    assert "Le Cercle Rouge" in t.discard(1)


@pytest.mark.card("Les flèches de Justice")
@pytest.mark.rule("X-8.6")
def test_arrows_with_echo_forbid_two_cards(x_table: Any) -> None:
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Les flèches de Justice", "Aat"],
            "army": [["Atalante à grand bouclier"], ["Sha'dow"]],
        },
        {"clans": THEIRS, "hand": ["Bun To", "Un'Go", "Boul Go"]},
    )
    t.do("shift T1", "discard Aat", "bring in Les flèches de Justice", "forbid Bun To", "yes", "forbid Un'Go")
    assert t.seat == 1
    assert not t.can("place Bun To")
    assert not t.can("place Un'Go")
    assert t.can("place Boul Go")


# ---------- Les fées pétale


@pytest.mark.card("Les fées pétale")
@pytest.mark.rule("X-6.3")
def test_the_faeries_give_each_player_a_token_back_and_capture_a_bounty(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les fées pétale"], "army": [["Atalante à grand bouclier", "Wiindz*"]], "tokens": 0},
        {"clans": THEIRS, "army": [["Bun To*", "Les sombres cultistes"]], "tokens": 1},
    )
    t.do("place Les fées pétale")
    assert (t.seat, t.choices) == (0, ["take back a spent token", "take back a token of own T2 (Wiindz)"])
    t.do("take back a token of own T2")
    assert (t.seat, t.choices) == (1, ["take back a token of own T1 (Bun To)"])
    t.do("take back a token of own T1")
    assert (t.tokens(0), t.tokens(1)) == (1, 2)
    assert t.choices == ["capture enemy T2 (Les sombres cultistes)"]
    t.do("capture enemy T2", "no")
    assert t.army(0) == [["Atalante à grand bouclier", "Wiindz", "Les fées pétale"], [], []]
    assert t.army(1) == [["Bun To", "[Les sombres cultistes]"], [], []]


@pytest.mark.card("Les fées pétale")
def test_the_faeries_find_the_bounty_token(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Les fées pétale"]}, {"clans": THEIRS, "army": [["Bun To"], ["Shard!"]]})
    t.do("place Les fées pétale")
    assert t.choices == ["capture enemy H1 (Shard)"]


@pytest.mark.card("Les fées pétale")
@pytest.mark.rule("X-3.4")
def test_the_faeries_must_capture_a_bounty_of_their_own_side(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Les fées pétale"], "army": [["Atalante à grand bouclier", "All in one"]]},
        {"clans": THEIRS, "army": [["Bun To", "[Les sombres cultistes]"]]},
    )
    t.do("place Les fées pétale")
    assert t.choices == ["capture own T2 (All in one)"]
    t.do("capture own T2")
    assert t.army(0)[0][1] == "[All in one]"
    assert t.seat == 1


@pytest.mark.card("Les fées pétale")
def test_with_all_tokens_in_hand_and_no_bounty_the_faeries_do_nothing(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Les fées pétale"]}, {"clans": THEIRS, "army": [["Bun To"]]})
    t.do("place Les fées pétale")
    assert (t.seat, t.decision) == (1, "main")


# ---------- Volantis


@pytest.mark.card("Volantis")
def test_volantis_takes_from_the_larger_army_and_the_larger_hand(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Volantis", "Elle", "Sati"]},
        {"clans": THEIRS, "hand": ["Shard"], "army": [["Bun To"], ["Kan Te"]]},
    )
    t.do("place Volantis")
    assert (t.seat, t.choices) == (1, ["sacrifice own H1 (Kan Te)"])
    t.do("sacrifice own H1")
    assert (t.seat, t.choices) == (0, ["discard Elle", "discard Sati"])
    t.do("discard Elle")
    assert t.hand(0) == ["Sati"]
    assert t.army(1) == [["Bun To"], [], []]


@pytest.mark.card("Volantis")
def test_volantis_counts_itself(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Volantis"]}, {"clans": THEIRS})
    t.do("place Volantis")
    assert t.choices == ["sacrifice own T1 (Volantis)"]


@pytest.mark.card("Volantis")
def test_of_equals_nobody_has_most(x_table: Any) -> None:
    """Ruling: with as many cards as the other, neither player has the most."""
    t = x_table(
        {"clans": OURS, "hand": ["Volantis", "Elle"]},
        {"clans": THEIRS, "hand": ["Shard"], "army": [["[Bun To]"]]},
    )
    t.do("place Volantis")
    assert t.army(0) == [["Volantis"], [], []]
    assert (t.hand(0), t.hand(1)) == (["Elle"], ["Shard"])
    assert (t.seat, t.decision) == (1, "main")


# ---------- Elle


@pytest.mark.card("Elle")
def test_elle_fetches_any_card_of_the_deck_unseen(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Elle"], "army": [["Volantis"]], "discard": ["Nio"]}, {"clans": THEIRS})
    t.do("place Elle")
    assert t.can("take Justice")
    assert not t.can("take Nio")
    t.do("take Justice")
    assert t.hand(0) == ["Justice"]
    assert t.deck(0) == 41
    assert t.game.to_json(1)["players"][0]["hand"] == [None]


@pytest.mark.card("Elle")
def test_elle_finds_nothing_in_an_empty_deck(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Elle"], "army": [["Volantis"]]}, {"clans": THEIRS}, rest="discard")
    t.do("place Elle")
    assert t.hand(0) == []
    assert t.deck(0) == 0
    assert t.seat == 1


@pytest.mark.card("Elle")
def test_elle_shuffles_what_was_known_of_the_deck(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Un'Go"]},
        {"clans": OURS, "hand": ["Elle"], "army": [["Volantis", "Volantis"]]},
    )
    t.do("place Un'Go", "lift enemy T2")
    assert t.top(1) == ["Volantis"]
    t.do("place Elle", "take Sati")
    assert t.top(1) == []


# ---------- Nezha


@pytest.mark.card("Nezha")
def test_nezha_draws_two_at_the_end_of_a_turn_with_an_empty_hand(x_table: Any) -> None:
    t = x_table({"clans": OURS, "hand": ["Nezha"], "army": [["Volantis"]], "deck": ["Nio", "Aat"]}, {"clans": THEIRS})
    t.do("place Nezha")
    assert t.hand(0) == ["Aat", "Nio"]


@pytest.mark.card("Nezha")
def test_nezha_waits_for_its_own_players_turn_and_an_empty_hand(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Volantis"], ["Nezha"]], "deck": ["Nio"]}, {"clans": THEIRS}, turn=1)
    t.do("draw one")
    assert t.hand(0) == []
    t.do("draw one")
    assert t.hand(0) == ["Nio"]


@pytest.mark.card("Nezha")
def test_a_captured_nezha_draws_nothing_and_cannot_be_shifted_face_up(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": [["Volantis"], ["[Nezha]"]], "tokens": 0}, {"clans": THEIRS})
    t.do("pass")
    assert t.hand(0) == []
    t = x_table({"clans": OURS, "hand": ["Elle", "Sati"], "army": [["Volantis"], ["Nezha"]]}, {"clans": THEIRS})
    assert not t.can("shift H1")


@pytest.mark.card("Nezha")
def test_nezha_draws_for_a_pass_too(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": [["Volantis"], ["Nezha"]], "deck": ["Nio", "Aat"], "tokens": 0}, {"clans": THEIRS}
    )
    t.do("pass")
    assert t.hand(0) == ["Aat", "Nio"]


# ---------- Quae


@pytest.mark.card("Quae")
def test_quae_brings_the_larger_army_down_one_free_card_at_a_time(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Quae"], "army": [["Volantis"]]},
        {"clans": THEIRS, "army": [["Bun To", "Un'Go"], ["Shard"], ["Galmi"]]},
    )
    t.do("place Quae")
    assert (t.seat, t.choices) == (1, ["sacrifice own T2 (Un'Go)", "sacrifice own I1 (Galmi)"])
    t.do("sacrifice own I1")
    assert t.choices == ["sacrifice own T2 (Un'Go)", "sacrifice own H1 (Shard)"]
    t.do("sacrifice own H1")
    assert t.army(1) == [["Bun To", "Un'Go"], [], []]
    assert t.decision == "main"


@pytest.mark.card("Quae")
@pytest.mark.rule("X-3.4")
def test_quae_hits_its_own_player_with_the_larger_army(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Quae"], "army": [["Volantis", "[Wiindz]"]]},
        {"clans": THEIRS, "army": [["Bun To"]]},
    )
    t.do("place Quae")
    assert (t.seat, t.choices) == (0, ["sacrifice own T2 (Wiindz)", "sacrifice own H1 (Quae)"])
    t.do("sacrifice own T2", "sacrifice own H1")
    assert t.army(0) == [["Volantis"], [], []]


@pytest.mark.card("Quae")
def test_quae_leaves_even_armies_alone(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Quae"], "army": [["Volantis"]]},
        {"clans": THEIRS, "army": [["Bun To", "[Un'Go]"]]},
    )
    t.do("place Quae")
    assert (t.seat, t.decision) == (1, "main")


# ---------- Sati


@pytest.mark.card("Sati")
def test_sati_draws_up_to_the_opponents_hand(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Sati", "Nio"], "army": [["Volantis"]], "deck": ["Aat", "EZ", "Elle"]},
        {"clans": THEIRS, "hand": ["Shard", "Kan Te", "Bun To"]},
    )
    t.do("place Sati")
    assert t.hand(0) == ["Aat", "EZ", "Nio"]


@pytest.mark.card("Sati")
def test_sati_draws_nothing_with_as_many_or_more(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Sati", "Nio", "Aat"], "army": [["Volantis"]]}, {"clans": THEIRS, "hand": ["Shard"]}
    )
    t.do("place Sati")
    assert t.hand(0) == ["Aat", "Nio"]
    assert t.seat == 1


# ---------- Tourach


@pytest.mark.card("Tourach")
def test_tourach_makes_the_opponent_discard_down_to_ones_own_hand(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Tourach", "Nio"], "army": [["Volantis"]]},
        {"clans": THEIRS, "hand": ["Shard", "Kan Te", "Bun To"]},
    )
    t.do("place Tourach")
    assert (t.seat, t.decision) == (1, "discard")
    t.do("discard Shard", "discard Kan Te")
    assert t.hand(1) == ["Bun To"]
    assert t.decision == "main"


@pytest.mark.card("Tourach")
def test_tourach_leaves_a_smaller_hand_alone(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "hand": ["Tourach", "Nio"], "army": [["Volantis"]]}, {"clans": THEIRS, "hand": ["Shard"]}
    )
    t.do("place Tourach")
    assert t.hand(1) == ["Shard"]
    assert (t.seat, t.decision) == (1, "main")


# ---------- Justice


def justice(x_table: Any, tiles: list[str], supremacy: int) -> Any:
    return x_table(
        {
            "clans": OURS,
            "hand": ["Justice"],
            "army": [["Volantis"], ["Elle"]],
            "tiles": tiles,
            "supremacy": supremacy,
        },
        {"clans": THEIRS},
    )


@pytest.mark.card("Justice")
def test_justice_turns_a_tile_of_its_player(x_table: Any) -> None:
    t = justice(x_table, [], supremacy=1)
    t.do("place Justice")
    assert t.choices == ["turn Justice", "turn Tomorrow", "turn Xi'an"]
    t.do("turn Justice")
    assert t.json["tiles"] == ["justice", "narashima", "phoenix"]
    assert t.seat == 1
    assert not t.game.is_over


@pytest.mark.card("Justice")
@pytest.mark.rule("X-1.4")
def test_the_third_tile_wins_with_a_supremacy_token(x_table: Any) -> None:
    t = justice(x_table, ["justice", "xian"], supremacy=1)
    t.do("place Justice")
    assert t.choices == ["turn Tomorrow"]
    t.do("turn Tomorrow")
    assert t.game.winners == [0]
    assert t.game.ending == ("justice", "Justice")


@pytest.mark.card("Justice")
@pytest.mark.rule("X-1.4")
def test_the_third_tile_alone_does_not_win(x_table: Any) -> None:
    t = justice(x_table, ["justice", "xian"], supremacy=0)
    t.do("place Justice", "turn Tomorrow")
    assert not t.game.is_over
    assert t.json["tiles"] == ["justice", "narashima", "phoenix", "tomorrow", "xian"]


@pytest.mark.card("Justice")
@pytest.mark.rule("X-1.4")
def test_with_all_tiles_turned_before_justice_wins_nothing_more(x_table: Any) -> None:
    """The third tile has to be the one that is turned (the rulebook: when Justice arrives, and only then)."""
    t = x_table(
        {
            "clans": OURS,
            "hand": ["Justice"],
            "army": [["Volantis"], ["Elle"]],
            "tiles": ["justice", "tomorrow", "xian"],
            "supremacy": 1,
        },
        {"clans": THEIRS},
    )
    t.do("place Justice")
    assert not t.game.is_over


@pytest.mark.card("Justice")
@pytest.mark.rule("X-8.5")
def test_justice_makes_its_players_highest_free_card_ethereal(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Hempo"], "army": [["Déesses de lave"]], "supremacy": 1},
        {"clans": OURS, "army": [["Volantis", "Wiindz"], ["Elle", "Sati"], ["Justice"]]},
    )
    t.do("place Hempo", "no")
    assert t.choices == ["destroy own H1 (Hempo)", "destroy enemy H2 (Sati)"]  # Justice itself is safe


@pytest.mark.card("Justice")
def test_a_captured_justice_protects_nothing(x_table: Any) -> None:
    t = x_table(
        {"clans": THEIRS, "hand": ["Hempo"], "army": [["Déesses de lave"]], "supremacy": 1},
        {"clans": OURS, "army": [["Volantis"], ["Elle"], ["[Justice]"]]},
    )
    t.do("place Hempo")
    assert t.choices == ["destroy own H1 (Hempo)", "destroy enemy I1 (Justice)"]


# ---------- Byun Hyung Ja (Justice)


LOSERS = [["Volantis"], ["Elle"], ["Byun Hyung Ja (Justice)"]]
WINNERS = [["Bun To", "Un'Go"], ["Shard", "Kan Te"], ["Galmi"]]


@pytest.mark.card("Byun Hyung Ja (Justice)")
@pytest.mark.rule("X-6.6")
def test_losing_a_battle_unlocks_a_token(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": LOSERS}, {"clans": THEIRS, "army": WINNERS, "passed": True})
    t.do("pass")
    assert t.supremacy(1) == 1
    assert t.owned(0) == 3


@pytest.mark.card("Byun Hyung Ja (Justice)")
def test_winning_unlocks_nothing(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": LOSERS}, {"clans": THEIRS, "passed": True})
    t.do("pass")
    assert t.supremacy(0) == 1
    assert t.owned(0) == 2


@pytest.mark.card("Byun Hyung Ja (Justice)")
def test_who_loses_the_game_unlocks_nothing(x_table: Any) -> None:
    t = x_table(
        {"clans": OURS, "army": LOSERS, "owned": 4},
        {"clans": THEIRS, "army": WINNERS, "passed": True, "supremacy": 1},
    )
    t.do("pass")
    assert t.game.winners == [1]
    assert t.game.ending == ("supremacy", None)


@pytest.mark.card("Byun Hyung Ja (Justice)")
@pytest.mark.rule("X-1.2")
def test_losing_a_battle_with_four_tokens_wins_the_game(x_table: Any) -> None:
    t = x_table({"clans": OURS, "army": LOSERS, "owned": 4}, {"clans": THEIRS, "army": WINNERS, "passed": True})
    t.do("pass")
    assert t.game.winners == [0]
    assert t.game.ending == ("fifth token", "Byun Hyung Ja (Justice)")
