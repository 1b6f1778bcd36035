"""Effects (G-9), and the rulings of this implementation."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gosu_env import Game
from gosu_env.gosu.cards import DEFAULT_SET, load_cards

# ------------------------------------------------------------------------------------------------ entering and mutating


@pytest.mark.rule("G-9.1")
def test_entering_play_covers_placing_mutating_and_zombie_mutation(table: Any) -> None:
    target = {"army": [["Bolt"]]}
    ways = [
        (table({"hand": ["Garsh"], "army": [["Dom"]]}, target), ["place Garsh"]),
        (
            table({"hand": ["Garsh", "Tamo"], "army": [["Dom"], ["Fact"]]}, target),
            ["mutate 2.1", "discard Tamo", "bring in Garsh"],
        ),
        (
            table({"hand": ["Tamo", "Murk"], "army": [["Dom"], ["Duwal"]]}, target, discard=["Garsh"]),
            ["mutate 2.1", "discard Tamo", "discard Murk", "bring in Garsh"],
        ),
    ]
    for t, way in ways:
        t.do(*way)
        assert t.army(0)[1] == ["Garsh"]
        assert t.decision == "target"
        t.do("destroy opp1 1.1")
        assert t.army(1) == [[], [], []]
        assert t.seat == 1


@pytest.mark.rule("G-9.1")
def test_a_card_in_play_does_not_enter_again(table: Any) -> None:
    """Neither a swap nor a new round is an entrance."""
    t = table({"hand": ["Scorch", "Dom"], "army": [["Ember", "Rivet"]]}, {"passed": True})
    t.do("place Dom", "swap me 1.1", "swap with me 1.2")
    assert t.army(0)[0] == ["Rivet", "Ember", "Dom"]
    assert t.hand(0) == ["Scorch"]
    t.do("pass")
    assert (t.json["round"], t.hand(0)) == (2, ["Scorch"])


@pytest.mark.rule("G-9.2")
def test_enters_and_mutates_happens_on_arrival_and_on_leaving_by_mutation(table: Any) -> None:
    t = table({"hand": ["Grint", "Tusk", "Garsh"]}, {"passed": True}, deck=["Bolt", "Cog", "Murk"])
    t.do("place Grint")
    assert t.hand(0) == ["Bolt", "Garsh", "Tusk"]
    t.do("mutate 1.1", "discard Garsh", "bring in Tusk")
    assert t.hand(0) == ["Bolt", "Cog"]


@pytest.mark.rule("G-9.2")
def test_what_only_enters_is_silent_when_it_mutates_away(table: Any) -> None:
    t = table({"hand": ["Tusk", "Garsh"], "army": [["Rivet"]]}).do("mutate 1.1", "discard Garsh", "bring in Tusk")
    assert t.hand(0) == []


@pytest.mark.rule("G-9.2")
def test_enters_and_mutates_is_silent_when_the_card_is_destroyed(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Grint"]]}).do("place Garsh", "destroy opp1 1.1")
    assert t.hand(1) == []


# ------------------------------------------------------------------------------------------------ numbers


@pytest.mark.rule("G-9.3")
@pytest.mark.parametrize(
    ("points", "cards"),
    [((0, 0), 1), ((1, 0), 1), ((1, 1), 1), ((0, 1), 2), ((1, 0, 2), 2), ((1, 2, 0, 0), 2), ((1, 1, 0, 1), 1)],
)
def test_the_bonus_in_brackets_needs_an_opponent_with_more_points(
    table: Any, points: tuple[int, ...], cards: int
) -> None:
    players = [{"vp": vp} for vp in points]
    t = table({"hand": ["Rivet"], "vp": points[0]}, *players[1:], turn=0).do("place Rivet")
    assert len(t.hand(0)) == cards


@pytest.mark.rule("G-9.4")
def test_x_is_chosen_when_the_effect_happens_and_is_one_number_on_the_card(table: Any) -> None:
    t = table({"hand": ["Piston", "Dom", "Ember", "Torch", "Garsh"]}, deck=["Bolt", "Cog", "Murk"])
    t.do("place Piston")
    assert sorted(t.choices) == ["number 0", "number 1", "number 2", "number 3"]
    t.do("number 2", "discard Dom", "discard Torch")
    assert t.discard == ["Dom", "Torch"]
    assert t.hand(0) == ["Bolt", "Cog", "Ember", "Garsh"]  # 2 discarded, 2 drawn
    assert t.seat == 1


@pytest.mark.rule("G-9.4")
def test_the_next_use_may_choose_another_x(table: Any) -> None:
    t = table({"hand": ["Piston", "Piston", "Dom", "Ember"]}, {"passed": True}, deck=["Bolt", "Cog", "Murk"])
    t.do("place Piston", "number 0")
    assert t.hand(0) == ["Dom", "Ember", "Piston"]
    t.do("place Piston", "number 1", "discard Dom")
    assert t.hand(0) == ["Bolt", "Ember"]


# ------------------------------------------------------------------------------------------------ the same moment


def komi_and_valve(table: Any, **position: Any) -> Any:
    """At the start of round 2 Komi of seat 0 and Valve of seat 1 speak at once."""
    t = table(
        {"army": [["Tamo"], ["Komi"]]},
        {"army": [["Valve"]]},
        deck=["Dom", "Bolt", "Murk"],
        advantage=0,
        **position,
    )
    return t.do("pass", "pass")


@pytest.mark.rule("G-9.5")
def test_the_player_whose_turn_it_is_orders_simultaneous_effects(table: Any) -> None:
    t = komi_and_valve(table)
    assert (t.seat, t.decision) == (0, "order")
    assert sorted(t.choices) == ["first resolve me 2.1 (Komi)", "first resolve opp1 1.1 (Valve)"]
    t.do("first resolve me 2.1", "keep Dom")
    assert (t.hand(0), t.hand(1)) == (["Dom"], ["Murk"])
    t = komi_and_valve(table).do("first resolve opp1 1.1", "keep Murk")
    assert (t.hand(0), t.hand(1)) == (["Murk"], ["Dom"])


@pytest.mark.rule("G-9.5")
def test_the_turn_player_orders_also_what_only_others_have(table: Any) -> None:
    t = table(
        {},
        {"army": [["Valve"]]},
        {"army": [["Valve", "Bolt"]]},
        {"army": [["Tamo"], ["Komi"]]},  # without the Advantage token Komi has nothing to do
        deck=["Dom", "Garsh"],
        advantage=0,
    )
    t.do("pass", "pass", "pass", "pass")
    assert t.seat == 0
    assert sorted(t.choices) == ["first resolve opp1 1.1 (Valve)", "first resolve opp2 1.1 (Valve)"]
    t.do("first resolve opp2 1.1")
    assert [t.hand(seat) for seat in range(4)] == [[], ["Garsh"], ["Dom"], []]
    assert t.decision == "main"


@pytest.mark.rule("G-9.5")
def test_the_order_cancels_no_condition_that_held_at_the_moment(table: Any) -> None:
    """With two cards in hand both effects are due; resolving Komi first must not take Valve's card away."""
    hands = {}
    for first in ("me 1.2", "me 2.1"):
        t = table({"hand": ["Garsh", "Fact"], "army": [["Tamo", "Valve"], ["Komi"]]}, deck=["Dom", "Bolt", "Murk"])
        t.do("pass", "pass", f"first resolve {first}", "keep Bolt")
        hands[first] = len(t.hand(0))
    assert hands == {"me 1.2": 4, "me 2.1": 4}


@pytest.fixture
def rewritten(table: Any, tmp_path: Path) -> Callable[..., Any]:
    """A table with one line of the default card set replaced: ``rewritten("Valve", "…", "…", players…)``."""

    def build(name: str, old: str, new: str, *players: dict[str, Any], **position: Any) -> Any:
        head, mark, tail = DEFAULT_SET.read_text(encoding="utf-8").partition(f'name = "{name}"')
        assert old in tail.partition("[[card]]")[0]
        path = tmp_path / "cards.toml"
        path.write_text(head + mark + tail.replace(old, new, 1), encoding="utf-8")
        options = {"cards": str(path), "auto_forced": False}
        return type(table())(Game.position("gosu", len(players), options=options, players=list(players), **position))

    return build


@pytest.mark.rule("G-9.5")
def test_the_order_cancels_no_effect(rewritten: Callable[..., Any]) -> None:
    """Two Valves that imprison: the one imprisoned by the other has its effect all the same."""
    t = rewritten(
        "Valve",
        'round_starts = ["hand <= 2: draw 1"]',
        'round_starts = ["imprison 1 enemy"]',
        {"army": [["Valve"]]},
        {"army": [["Valve"]]},
    )
    t.do("pass", "pass", "first resolve me 1.1", "imprison opp1 1.1")
    assert t.army(1)[0] == ["[Valve]"]
    assert t.seat == 1
    t.do("imprison opp1 1.1")
    assert t.army(0)[0] == ["[Valve]"]
    assert (t.seat, t.decision) == (0, "main")


# ------------------------------------------------------------------------------------------------ who and where


@pytest.mark.rule("G-9.6")
@pytest.mark.parametrize(
    ("points", "cards"),
    [
        ((0, 0), [2, 2]),
        ((0, 1), [2, 0]),
        ((1, 0), [0, 2]),
        ((1, 1, 1), [2, 2, 2]),
        ((0, 2, 0), [2, 0, 2]),
        ((2, 1, 1, 2), [0, 2, 2, 0]),
    ],
)
def test_the_players_with_the_fewest_points_draw(table: Any, points: tuple[int, ...], cards: list[int]) -> None:
    players: list[dict[str, Any]] = [{"vp": vp} for vp in points]
    players[0] |= {"hand": ["Gauge"], "army": [["Bolt"]]}
    t = table(*players).do("place Gauge")
    assert [len(t.hand(seat)) for seat in range(len(points))] == cards


@pytest.mark.rule("G-9.7")
def test_two_cards_of_one_level_swap_in_any_army(table: Any) -> None:
    own = {"hand": ["Dom"], "army": [["Ember", "Torch"], ["Garsh", "Fact"]]}
    other = {"army": [["Cog", "Bolt*"], ["Turbine", "[Sparx]"]]}
    t = table(own, other, {"army": [["Murk"]]}).do("place Dom")
    assert {"swap me 1.3 (Dom)", "swap me 2.1 (Garsh)", "swap opp1 1.1 (Cog)"} <= set(t.choices)
    assert not any("opp2" in choice for choice in t.choices)  # Murk has nobody to swap with
    t.do("swap opp1 2.1")
    assert t.choices == ["swap with opp1 2.2 (Sparx)"]  # the same army, the same level
    t.do("swap with opp1 2.2")
    assert t.army(1) == [["Cog", "Bolt*"], ["[Sparx]", "Turbine"], []]
    t = table(own, other).do("place Dom", "swap opp1 1.1", "swap with opp1 1.2")
    assert t.army(1)[0] == ["Bolt*", "Cog"]
    t = table(own, other).do("place Dom", "swap me 1.1", "swap with me 1.3")
    assert t.army(0)[0] == ["Dom", "Torch", "Ember"]


@pytest.mark.rule("G-9.7")
def test_a_swap_makes_a_protected_card_free(table: Any) -> None:
    t = table(
        {"hand": ["Dom", "Garsh"], "army": [["Ember"]]},
        {"army": [["Bolt", "Cog"]], "passed": True},
    )
    t.do("place Dom", "swap opp1 1.1", "swap with opp1 1.2", "place Garsh", "destroy opp1 1.2")
    assert t.discard == ["Bolt"]


@pytest.mark.rule("G-9.8")
def test_a_global_binds_everybody_while_its_ozeki_stands_face_up(table: Any) -> None:
    """Mainframe: one token draws 2."""
    standing = {"army": [["Bolt"], ["Turbine"], ["Mainframe"]]}
    t = table(standing, {}, {}).do("draw one", "draw one", "draw one")
    assert [len(t.hand(seat)) for seat in range(3)] == [2, 2, 2]
    t = table({"army": [["Bolt"], ["Turbine"], ["[Mainframe]"]]}, {}).do("draw one", "draw one")
    assert [len(t.hand(seat)) for seat in range(2)] == [1, 1]


@pytest.mark.rule("G-9.8")
def test_a_global_comes_and_goes_with_its_ozeki(table: Any) -> None:
    t = table(
        {"hand": ["Mainframe"], "army": [["Bolt"], ["Turbine"]]},
        {"hand": ["Garsh"], "army": [["Dom"]]},
    )
    t.do("place Mainframe", "draw one")
    assert len(t.hand(1)) == 3  # Garsh and two new ones
    t.do("pass", "place Garsh", "destroy opp1 3.1", "draw one")
    assert len(t.hand(1)) == 3  # Garsh gone, one new one
    t = table({"army": [["Bolt"], ["Turbine"], ["Mainframe"]]}, {"army": [["Murk"], ["Nyx"]]}, advantage=0, turn=1)
    t.do("activate 2.1", "imprison opp1 3.1", "draw one", "draw one")
    assert [len(t.hand(seat)) for seat in range(2)] == [1, 1]
    t.do("pass", "pass", "draw one")  # it is up again in the next round
    assert len(t.hand(0)) == 3


# ------------------------------------------------------------------------------------------------ the Advantage token


@pytest.mark.rule("G-9.9")
@pytest.mark.parametrize(("advantage", "cards"), [(0, 1), (1, 0)])
def test_a_second_effect_needs_the_advantage_token(table: Any, advantage: int, cards: int) -> None:
    t = table({"hand": ["Magnet"], "army": [["Bolt"]]}, {"army": [["Dom"]]}, advantage=advantage, turn=0)
    t.do("place Magnet", "return opp1 1.1")
    assert t.hand(1) == ["Dom"]
    assert len(t.hand(0)) == cards


@pytest.mark.rule("G-9.9")
def test_effects_move_the_advantage_token(table: Any) -> None:
    t = table({"hand": ["Komi"], "army": [["Tamo"]]}, {}, {}, advantage=2, turn=0).do("place Komi")
    assert t.json["advantage"] == 0
    t = table({"army": [["Bolt"], ["Relay"]]}, {}, {}, advantage=0).do("activate 2.1", "player opp2")
    assert t.json["advantage"] == 2


@pytest.mark.rule("G-9.9")
def test_neither_turns_nor_battles_nor_rounds_move_the_advantage_token(table: Any) -> None:
    t = table({"hand": ["Ember"]}, {"army": [["Bolt", "Cog"]]}, {}, advantage=0)
    t.do("place Ember", "activate 1.1", "draw one")
    for number in (2, 3):
        t.do("pass", "pass", "pass")
        assert (t.json["round"], t.json["advantage"], t.seat) == (number, 0, 0)
    assert t.vp(1) == 2


# ------------------------------------------------------------------------------------------------ limits


@pytest.mark.rule("G-9.10")
def test_an_empty_draw_pile_is_made_anew_from_the_discard(table: Any) -> None:
    t = table(rest="discard", deck=["Garsh"]).do("draw three")
    assert "Garsh" in t.hand(0)
    assert len(t.hand(0)) == 3
    assert t.json["deck"] == 97
    assert t.discard == []


@pytest.mark.rule("G-9.10")
def test_the_discard_is_shuffled_only_when_a_card_is_to_be_drawn(table: Any) -> None:
    t = table(rest="discard", deck=["Garsh"]).do("draw one")
    assert t.json["deck"] == 0
    assert len(t.discard) == 99
    drawn = set()
    for seed in range(8):
        drawn.add(table(rest="discard", seed=seed).do("draw one").hand(0)[0])
    assert len(drawn) > 1  # shuffled, not taken from one end


@pytest.mark.rule("G-9.10")
def test_a_search_does_not_shuffle_the_discard(table: Any) -> None:
    """Loya looks for an Ōzeki, of which there are some in the discard pile."""
    for deck in ([], ["Bolt", "Dom"]):
        t = table({"hand": ["Loya"], "army": [["Tamo"]]}, {}, deck=deck, rest="discard").do("place Loya")
        assert (t.hand(0), t.json["deck"], t.seat) == ([], 0, 1)
        assert {*deck, "Walror"} <= set(t.discard)


@pytest.mark.rule("G-9.10")
def test_the_rest_of_a_draw_is_lost_when_both_piles_are_empty(table: Any) -> None:
    everything = [card.name for card in load_cards().cards for _ in range(card.copies)]
    everything.remove("Garsh")
    t = table({"hand": everything[:40]}, {"hand": everything[40:]}, deck=["Garsh"])
    assert (t.json["deck"], t.discard) == (1, [])
    t.do("draw three")
    assert len(t.hand(0)) == 41
    assert (t.json["deck"], t.discard) == (0, [])
    assert (t.tokens(0), t.seat) == (0, 1)
    t.do("draw one")
    assert len(t.hand(1)) == 59


@pytest.mark.rule("G-9.11")
def test_an_effect_without_a_target_does_nothing(table: Any) -> None:
    t = table({"hand": ["Flare", "Dom"], "army": [["Ember"]]}, {"army": [["Bolt"], ["Turbine"]]})
    assert t.can("place Flare")
    t.do("place Flare")  # no FREE Bakuto of an opponent
    assert t.army(0)[1] == ["Flare"]
    assert t.army(1) == [["Bolt"], ["Turbine"], []]
    assert (t.seat, t.hand(0)) == (1, ["Dom"])
    t = table({"hand": ["Ogon"], "army": [["Boko"]]}, {"army": [["[Bolt]"]]}).do("place Ogon")
    assert (t.army(0)[1], t.seat) == (["Ogon"], 1)
    t = table({"hand": ["Kikyo"]}, discard=["Dom"]).do("place Kikyo")
    assert (t.army(0)[0], t.hand(0), t.seat) == (["Kikyo"], [], 1)


@pytest.mark.rule("G-9.11")
def test_an_effect_takes_the_targets_there_are(table: Any) -> None:
    t = table({"hand": ["Jigo"], "army": [["Tamo"]]}, {"vp": 1}, discard=["Garsh", "Dom"])
    t.do("place Jigo", "take Garsh")  # two Heroes are due, one lies there
    assert (t.hand(0), t.seat) == (["Garsh"], 1)


# ------------------------------------------------------------------------------------------------ extra turns


@pytest.mark.rule("G-9.12")
def test_an_extra_turn_follows_at_once(table: Any) -> None:
    t = table({"hand": ["Rumba"], "army": [["Boko"]]}, {}, {}).do("place Rumba")
    assert (t.seat, t.decision) == (0, "main")
    t.do("draw one")
    assert t.seat == 1
    assert t.do("draw one").seat == 2
    assert t.do("draw one").seat == 0


@pytest.mark.rule("G-9.12")
def test_an_extra_turn_may_be_used_to_pass(table: Any) -> None:
    t = table({"hand": ["Rumba"], "army": [["Boko"]]}, {}, {}).do("place Rumba", "pass")
    seats = []
    for _ in range(4):
        seats.append(t.seat)
        t.do("draw one")
    assert seats == [1, 2, 1, 2]


@pytest.mark.rule("G-9.12")
def test_who_has_passed_loses_the_extra_turns_left(rewritten: Callable[..., Any]) -> None:
    rumba = ("Rumba", '["extra turn", "behind: draw 1"]', '["extra turn; extra turn"]')
    players = ({"hand": ["Rumba"], "army": [["Boko"]]}, {}, {})
    t = rewritten(*rumba, *players).do("place Rumba", "draw one", "draw one")
    assert t.seat == 1  # three turns in all
    t = rewritten(*rumba, *players).do("place Rumba", "pass")
    assert t.seat == 1  # the second extra turn is lost
    t.do("pass")
    assert t.seat == 2
    t.do("pass")
    assert (t.json["round"], t.seat) == (2, 0)
    t.do("draw one")
    assert t.seat == 1  # and does not come back in the next round


@pytest.mark.rule("G-8.3", "G-9.8")
def test_what_cannot_be_imprisoned_does_not_imprison_itself(rewritten: Callable[..., Any]) -> None:
    """Umbra imprisons itself; under a Global that forbids it to all cards she stays face up."""
    everywhere = ("Verdigor", '"no imprisonment clan=alpha"', '"no imprisonment"')
    enemy = {"army": [["Boko"], ["Hurl"], ["Verdigor"]]}
    t = rewritten(*everywhere, {"hand": ["Umbra"], "army": [["Murk"]]}, enemy).do("place Umbra")
    assert t.army(0) == [["Murk"], ["Umbra"], []]
    enemy = {"army": [["Boko"], ["Hurl"], ["[Verdigor]"]]}
    t = rewritten(*everywhere, {"hand": ["Umbra"], "army": [["Murk"]]}, enemy).do("place Umbra")
    t.do("imprison me 1.1", "imprison opp1 1.1")
    assert t.army(0) == [["[Murk]"], ["[Umbra]"], []]


# ------------------------------------------------------------------------------------------------ rulings


def test_an_effect_on_entering_is_mandatory_unless_the_card_says_may(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}).do("place Garsh")
    assert t.choices == ["destroy me 2.1 (Garsh)"]  # the only FREE card is Garsh
    t = table({"hand": ["Cinder", "Tamo"], "army": [["Dom"]]}, {"army": [["Bolt"]]}).do("place Cinder")
    assert sorted(t.choices) == ["no", "yes"]
    t.do("no")
    assert (t.hand(0), t.army(1)[0], t.seat) == (["Tamo"], ["Bolt"], 1)


def test_a_stolen_card_is_shown_to_everybody(table: Any) -> None:
    t = table({"hand": ["Duwal", "Bolt"], "army": [["Murk"]]}, {"hand": ["Garsh"]}, {"hand": ["Dom"]})
    t.do("place Duwal", "yes", "discard Bolt", "player opp1")
    assert t.hand(0) == ["Garsh"]
    for seat, relative in ((1, "opp2"), (2, "opp1")):
        piece = t.game.observation_spec[f"hand.{relative}"]
        assert t.game.observe(seat)[piece].sum() == 1
        assert "Garsh" in t.game.describe(seat)


def test_a_search_turns_cards_over_until_one_fits(table: Any) -> None:
    t = table({"hand": ["Loya"], "army": [["Tamo"]]}, {}, deck=["Dom", "Garsh", "Walror", "Volcan"]).do("place Loya")
    assert t.hand(0) == ["Walror"]
    assert t.discard == ["Dom", "Garsh"]
    assert "Walror" in t.game.describe(1)  # it was found in the open


def test_cards_looked_at_and_not_kept_are_discarded(table: Any) -> None:
    t = table({"hand": ["Tamo"]}, {}, deck=["Dom", "Garsh", "Walror", "Volcan"]).do("place Tamo")
    assert "Garsh" not in t.game.describe(1)
    t.do("keep Garsh")
    assert t.hand(0) == ["Garsh"]
    assert t.discard == ["Dom", "Walror"]
    assert "Garsh" not in t.game.describe(1)


def test_each_destruction_is_a_moment_of_its_own(rewritten: Callable[..., Any]) -> None:
    """Of two cards to destroy the first is Ember, which strikes back before the second is chosen."""
    t = rewritten(
        "Garsh",
        'enters = ["destroy 1"]',
        'enters = ["destroy 2"]',
        {"hand": ["Garsh"], "army": [["Dom", "Torch"]]},
        {"army": [["Bolt", "Ember"]]},
    )
    t.do("place Garsh", "destroy opp1 1.2")
    assert t.seat == 1
    assert t.choices == ["destroy opp1 1.2 (Torch)", "destroy opp1 2.1 (Garsh)"]
    t.do("destroy opp1 2.1")
    assert t.seat == 0
    assert t.choices == ["destroy me 1.2 (Torch)", "destroy opp1 1.1 (Bolt)"]
    t.do("destroy opp1 1.1")
    assert t.discard == ["Bolt", "Ember", "Garsh"]
    assert (t.seat, t.decision) == (1, "main")


def test_players_who_each_do_something_do_it_in_turn_order_from_the_effects_player(table: Any) -> None:
    t = table(
        {"army": [["Tamo", "Hoshi"]]},
        {"hand": ["Blast"], "army": [["Dom", "Torch"]]},
        {"army": [["Bolt", "Cog"]]},
        advantage=0,
        turn=1,
    )
    t.do("place Blast")
    for seat in (1, 2, 0):
        assert t.seat == seat
        t.do("destroy me 1.2")
    assert [t.army(seat)[0] for seat in range(3)] == [["Tamo"], ["Dom"], ["Bolt"]]
    assert (t.seat, t.decision) == (2, "main")


def test_an_extra_turn_given_on_another_players_turn_is_lost(rewritten: Callable[..., Any]) -> None:
    t = rewritten(
        "Ember",
        'destroyed = ["destroy 1 level=1-2 enemy"]',
        'destroyed = ["extra turn"]',
        {"hand": ["Garsh"], "army": [["Dom"]]},
        {},
        {"army": [["Ember"]]},
    )
    t.do("place Garsh", "destroy opp2 1.1")
    seats = []
    for _ in range(4):
        seats.append(t.seat)
        t.do("draw one")
    assert seats == [1, 2, 0, 1]
