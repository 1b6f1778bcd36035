"""Round and turn (G-3), Great Battle and the next round (G-7)."""

import random
from typing import Any

import pytest

from gosu_env import Game

# ------------------------------------------------------------------------------------------------ round and turn


@pytest.mark.rule("G-3.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_holder_of_the_advantage_starts_and_turns_go_clockwise(table: Any, players: int) -> None:
    t = table(num_players=players, advantage=1)
    order = []
    for _ in range(2 * players):  # two tokens each, one action a turn
        order.append(t.seat)
        t.do("draw one")
    assert order == [(1 + i) % players for i in range(2 * players)]


@pytest.mark.rule("G-3.1")
def test_the_holder_of_the_advantage_starts_the_next_round(table: Any) -> None:
    t = table({}, {"army": [["Dom"]]}, {}, advantage=2, turn=0).do("pass", "pass", "pass")
    assert (t.json["round"], t.seat) == (2, 2)


@pytest.mark.rule("G-3.2")
def test_a_turn_offers_these_six_actions(table: Any) -> None:
    t = table({"hand": ["Rivet", "Dom", "Garsh"], "army": [["Bolt"]]})
    assert set(t.choices) == {
        "place Rivet",
        "place Dom",
        "mutate 1.1 (Bolt)",
        "draw one",
        "draw three",
        "activate 1.1 (Bolt)",
        "pass",
    }


@pytest.mark.rule("G-3.2")
def test_what_is_missing_takes_its_action_away(table: Any) -> None:
    assert table({"army": [["Bolt"]], "tokens": 0}).choices == ["pass"]
    assert sorted(table({"tokens": 1}).choices) == ["draw one", "pass"]
    assert sorted(table({"army": [["Dom"]], "tokens": 1}).choices) == ["draw one", "pass"]


@pytest.mark.rule("G-3.3")
def test_who_has_passed_is_out_until_the_round_ends(table: Any) -> None:
    t = table({}, {"hand": ["Dom"]}, {"hand": ["Ember"]})
    t.do("draw one", "pass")  # seat 1 is out
    order = []
    for action in ("place Ember", "draw one", "draw one", "pass", "draw one"):
        order.append(t.seat)
        t.do(action)
    assert order == [2, 0, 2, 0, 2]
    assert (t.seat, t.json["round"]) == (2, 1)
    t.do("pass")
    assert (t.seat, t.json["round"]) == (0, 2)
    assert t.do("pass").seat == 1  # back in the game


@pytest.mark.rule("G-3.3")
def test_the_last_one_left_acts_as_long_as_they_like(table: Any) -> None:
    t = table({"hand": ["Dom", "Ember", "Torch", "Scorch", "Sprig"]}, {}, {}, turn=1)
    t.do("pass", "pass")
    for action in ("place Ember", "place Torch", "place Scorch", "draw one", "draw one"):
        assert t.seat == 0
        t.do(action)
    assert t.seat == 0
    assert t.json["round"] == 1
    assert t.army(0)[0] == ["Ember", "Torch", "Scorch"]
    t.do("pass")
    assert t.json["round"] == 2


@pytest.mark.rule("G-3.4")
def test_passing_is_always_among_the_actions() -> None:
    moves = random.Random(4)
    turns = 0
    for seed in range(20):
        game = Game("gosu", num_players=2 + seed % 3, seed=seed)
        while not game.is_over:
            texts = [game.action_text(action) for action in game.legal_actions()]
            json = game.to_json()
            names = [card["card"] for player in json["players"] for row in player["army"] for card in row]
            if json["decision"]["kind"] == "main" and "Oblivion" not in names:
                turns += 1
                assert "pass" in texts
            game.apply(moves.choice(game.legal_actions()))
    assert turns > 500


@pytest.mark.rule("G-3.4")
def test_the_round_ends_when_all_have_passed_and_not_before(table: Any) -> None:
    t = table({}, {"army": [["Dom"]]}, {}, {})
    for seat in range(3):
        assert t.seat == seat
        t.do("pass")
        assert (t.json["round"], t.vp(1)) == (1, 0)
    t.do("pass")
    assert (t.json["round"], t.vp(1)) == (2, 1)
    assert [player["passed"] for player in t.json["players"]] == [False] * 4


@pytest.mark.rule("G-3.5")
def test_a_hand_may_grow_without_limit(table: Any) -> None:
    bakutos = ["Dom", "Ember", "Torch", "Cinder", "Scorch", "Bolt", "Cog", "Rivet", "Piston", "Valve"]
    t = table({"hand": bakutos * 2, "army": []}, {"army": [["Tamo"]]})
    t.do("draw three")
    assert len(t.hand(0)) == 23
    t.do("pass", "pass")
    assert t.json["round"] == 2
    assert len(t.hand(0)) == 23


# ------------------------------------------------------------------------------------------------ Great Battle


@pytest.mark.rule("G-7.1")
def test_the_strongest_army_earns_the_point(table: Any) -> None:
    t = table(
        {"army": [["Dom", "Ember"]]},  # 4
        {"army": [["Bolt"], ["Turbine"]]},  # 5
        {"army": [["Tamo"]]},  # 2
    )
    t.do("pass", "pass", "pass")
    assert [t.vp(seat) for seat in range(3)] == [0, 1, 0]


@pytest.mark.rule("G-7.1")
def test_imprisoned_cards_do_not_fight(table: Any) -> None:
    t = table(
        {"army": [["Dom"]]}, {"army": [["Bolt"], ["[Turbine]"], ["[Mainframe]"]]}, {"army": [["[Tamo]"]]}, advantage=0
    )
    t.do("pass", "pass", "pass")
    assert [t.vp(seat) for seat in range(3)] == [1, 0, 0]  # 2 against 2, and seat 0 holds the Advantage token
    t = table({"army": [["[Dom]"], ["Garsh"]]}, {"army": [["Bolt", "Cog"]]}).do("pass", "pass")
    assert [t.vp(0), t.vp(1)] == [0, 1]  # 3 against 4


@pytest.mark.rule("G-7.2")
def test_the_advantage_decides_a_tie_it_takes_part_in(table: Any) -> None:
    armies = ({"army": [["Dom"]]}, {"army": [["Bolt"]]}, {"army": [["Tamo"]]})
    t = table(*armies, advantage=1).do("pass", "pass", "pass")
    assert [t.vp(seat) for seat in range(3)] == [0, 1, 0]


@pytest.mark.rule("G-7.2")
def test_a_tie_without_the_advantage_pays_every_tied_player(table: Any) -> None:
    armies = ({"army": [["Dom"]]}, {"army": [["Bolt", "Cog"]]}, {"army": [["Tamo", "Hoshi"]]}, {})
    for holder in (0, 3):
        t = table(*armies, advantage=holder).do("pass", "pass", "pass", "pass")
        assert [t.vp(seat) for seat in range(4)] == [0, 1, 1, 0]


@pytest.mark.rule("G-7.3")
def test_three_points_win_and_two_do_not(table: Any) -> None:
    t = table({"army": [["Dom"]], "vp": 1}, {"vp": 2}).do("pass", "pass")
    assert not t.game.is_over
    assert t.vp(0) == 2
    t = table({"army": [["Dom"]], "vp": 2}, {"vp": 2}).do("pass", "pass")
    assert t.game.is_over
    assert t.game.winners == [0]
    assert t.game.returns() == [1.0, -1.0]


@pytest.mark.rule("G-7.3")
def test_players_who_reach_three_in_one_battle_share_the_victory(table: Any) -> None:
    t = table(
        {"army": [["Dom"]], "vp": 2},
        {"army": [["Bolt", "Cog"]], "vp": 2},
        {"army": [["Tamo", "Hoshi"]], "vp": 2},
        {"army": [["Murk", "Shade"]], "vp": 1},
    )
    t.do("pass", "pass", "pass", "pass")
    assert t.game.is_over
    assert t.game.winners == [1, 2]
    assert [t.vp(seat) for seat in range(4)] == [2, 3, 3, 2]


def kameo_table(table: Any, vp: int) -> Any:
    """Kameo pays 3 cards for a VP while six Alpha cards stand face up."""
    return table(
        {
            "hand": ["Kameo", "Dom", "Ember", "Torch"],
            "army": [["Boko", "Grint", "Sprig", "Tusk"], ["Hurl"]],
            "vp": vp,
        },
        {"army": [["Bolt"]], "vp": 2},
    ).do("place Kameo", "yes", "discard Dom", "discard Ember", "discard Torch")


@pytest.mark.rule("G-7.4")
def test_a_third_point_in_the_middle_of_a_round_wins_at_once(table: Any) -> None:
    t = kameo_table(table, vp=2)
    assert t.game.is_over
    assert t.game.winners == [0]
    assert t.json["round"] == 1
    t = kameo_table(table, vp=1)
    assert not t.game.is_over
    assert (t.vp(0), t.seat) == (2, 1)


# ------------------------------------------------------------------------------------------------ the next round


@pytest.mark.rule("G-7.5")
def test_armies_hands_and_the_advantage_stay_and_nobody_draws(table: Any) -> None:
    t = table(
        {"hand": ["Garsh", "Dom"], "army": [["Ember", "Bolt"], ["Turbine"]]},
        {"hand": ["Tamo"], "army": [["Cog"]]},
        {"army": [["Murk", "Shade"], ["Nyx"], ["Nocturn"]]},
        discard=["Fact"],
        advantage=1,
    )
    before = t.json
    t.do("pass", "pass", "pass")
    after = t.json
    assert after["round"] == 2
    for was, now in zip(before["players"], after["players"], strict=True):
        assert (now["hand"], now["army"]) == (was["hand"], was["army"])
    assert (after["advantage"], after["deck"], after["discard"]) == (1, before["deck"], ["Fact"])
    assert [t.vp(seat) for seat in range(3)] == [0, 0, 1]  # winning the battle does not bring the token


@pytest.mark.rule("G-7.6")
def test_a_round_starts_with_tokens_back_and_imprisoned_cards_up(table: Any) -> None:
    t = table(
        {"army": [["Bolt*", "[Cog]"], ["Turbine*"]]},
        {"army": [["[Dom]"]], "tokens": 0},
        {"tokens": 1},
        advantage=2,
    )
    t.do("pass", "pass", "pass")
    assert t.army(0) == [["Bolt", "Cog"], ["Turbine"], []]
    assert t.army(1) == [["Dom"], [], []]
    assert [t.tokens(seat) for seat in range(3)] == [2, 2, 2]
    assert (t.seat, t.decision) == (2, "main")


@pytest.mark.rule("G-7.6")
def test_imprisoned_cards_are_up_again_when_special_victories_are_checked(table: Any) -> None:
    trio = {"army": [["Dom", "Ember", "Torch"], ["Garsh", "[Fact]", "Ideo"]]}
    walror = {"army": [["Scorch"], ["Blast"], ["[Walror]"]]}
    t = table(trio, walror).do("pass")
    assert not t.game.is_over  # nothing is checked in the middle of a round
    t.do("pass")
    assert t.game.is_over
    assert t.game.winners == [0]


@pytest.mark.rule("G-7.6")
def test_a_special_victory_needs_its_condition_and_the_start_of_a_round(table: Any) -> None:
    two_of_three = {"hand": ["Ideo"], "army": [["Dom", "Ember", "Torch"], ["Garsh", "Fact"]]}
    walror = {"army": [["Scorch", "Bolt"], ["Blast"], ["Walror"]]}
    t = table(two_of_three, walror).do("pass", "pass")
    assert not t.game.is_over
    t.do("place Ideo", "destroy opp1 1.2")  # now the trio is there
    assert not t.game.is_over
    t.do("pass", "pass")
    assert t.game.winners == [0]


@pytest.mark.rule("G-7.6")
def test_effects_of_the_round_start_come_after_the_special_victories(table: Any) -> None:
    """Ten cards in hand win for Honinbo; the one that Komi keeps comes too late."""
    hand = ["Dom", "Dom", "Ember", "Ember", "Torch", "Torch", "Cinder", "Cinder", "Scorch"]
    honinbo = {"army": [["Tamo"], ["Alikan"], ["Honinbo"]]}
    t = table({"hand": [*hand, "Bolt"]}, honinbo).do("pass", "pass")
    assert t.game.winners == [0]
    komi = {"hand": hand, "army": [["Hoshi"], ["Komi"]]}
    t = table(komi, honinbo, deck=["Grint", "Cog"]).do("pass", "pass", "keep Grint")
    assert len(t.hand(0)) == 10
    assert not t.game.is_over


def trio_and_one_clan(table: Any, advantage: int) -> Any:
    """Seat 1 has Walror's trio, seat 2 six cards of one clan, for Verdigor."""
    return table(
        {"army": [["Scorch", "Boko"], ["Blast", "Rumba"], ["Walror", "Verdigor"]]},
        {"army": [["Dom", "Bolt", "Torch"], ["Garsh", "Fact", "Ideo"]]},
        {"army": [["Cog", "Rivet", "Piston", "Valve"], ["Sparx", "Relay"]]},
        advantage=advantage,
    ).do("pass", "pass", "pass")


@pytest.mark.rule("G-7.7")
@pytest.mark.parametrize(("advantage", "winners"), [(0, [1, 2]), (1, [1]), (2, [2])])
def test_of_several_special_victories_the_advantage_decides(table: Any, advantage: int, winners: list[int]) -> None:
    t = trio_and_one_clan(table, advantage)
    assert t.game.is_over
    assert t.game.winners == winners
