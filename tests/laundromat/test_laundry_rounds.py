"""Components, setup, filling baskets, doing the laundry, two players (L-1 to L-4, L-6)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.laundromat.cards import load_cards
from gosu_env.laundromat.state import CATEGORIES, NO_LIMIT, SPECIES

CARDS = load_cards()
HANDS = {2: (6, 8, 10, 12), 3: (3, 4, 5, 6), 4: (3, 4, 5, 6), 5: (3, 4, 5, 5)}


def play_on(game: Game, rng: np.random.Generator) -> None:
    while not game.is_over:
        game.apply(int(rng.choice(game.legal_actions())))


# ------------------------------------------------------------------------------------------------ components and setup


@pytest.mark.rule("L-1.1")
def test_there_are_ninety_garments_of_five_species_and_all_categories() -> None:
    assert sum(garment.copies for garment in CARDS.garments) == 90
    for species in range(5):
        own = [garment for garment in CARDS.garments if garment.species == species]
        assert sum(garment.copies for garment in own) == 18
        assert {garment.category for garment in own} == set(range(len(CATEGORIES)))
    assert SPECIES == ("elf", "mermaid", "dwarf", "orc", "vampire")
    stains = np.array([garment.stains for garment in CARDS.garments])
    assert stains.shape[1] == 3
    assert (stains.sum(axis=0) > 0).all()


@pytest.mark.rule("L-1.2")
def test_there_are_five_programmes_of_each_type_with_its_cycle_number() -> None:
    assert len(CARDS.programmes) == 20
    for number, cycle in enumerate((3, 4, 5, 6)):
        same = [programme for programme in CARDS.programmes if programme.number == number]
        assert len(same) == 5
        assert {programme.cycle for programme in same} == {cycle}
        assert len({programme.temperature for programme in same}) == 5
        assert {programme.clockwise for programme in same} == {True, False}
        assert all(any(limit != NO_LIMIT for limit in programme.limits) for programme in same)


@pytest.mark.rule("L-1.2")
def test_types_that_a_programme_does_not_list_are_ignored(laundry: Any) -> None:
    # Cold Dip stands 1 magic and lists nothing else. Dirt Devil is the hottest and clockwise: seats 1, 2, 0.
    t = laundry(
        {"programmes": ["Cold Dip"], "basket": ["Soot Cape", "Tidal Cape", "Trophy Vest"]},
        {"programmes": ["Dirt Devil"]},
        phase="wash",
        turn=2,
    )
    t.do("draw", "draw")
    assert t.fates(0)[0] == "completed"


@pytest.mark.rule("L-1.3")
def test_every_player_has_a_basket_of_another_species_and_a_potion() -> None:
    for n in (2, 3, 4, 5):
        players = Game("laundromat", n, seed=n).to_json()["players"]
        assert len({player["basket_species"] for player in players}) == n
        assert all(player["potion"] for player in players)
    assert [basket.species for basket in CARDS.baskets] == [0, 1, 2, 3, 4]
    assert CARDS.potion_coins > 0


@pytest.mark.rule("L-1.4")
def test_the_most_coins_after_four_rounds_win() -> None:
    rng = np.random.default_rng(0)
    for n in (2, 3, 4, 5):
        for seed in range(20):
            game = Game("laundromat", n, seed)
            play_on(game, rng)
            table = game.to_json()
            coins = [player["coins"] for player in table["players"]]
            assert table["round"] == 4
            assert game.ending[0] == "scored"
            assert {coins[seat] for seat in game.winners} == {max(coins)}


@pytest.mark.rule("L-2.1")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_a_garment_that_nobody_saw_and_a_programme_of_each_type(n: int) -> None:
    game = Game("laundromat", n, seed=3)
    types = {programme.name: programme.number for programme in CARDS.programmes}
    for seat, player in enumerate(game.to_json()["players"]):
        assert [types[name] for name in player["programmes"]] == [0, 1, 2, 3]
        assert len(player["basket"]) == 1
        for observer in range(n):
            shown = game.to_json(observer)["players"][seat]
            assert shown["basket"] == [None]
            turned_up = player["programmes"] if observer == seat else [player["programmes"][0], None, None, None]
            assert shown["programmes"] == turned_up
    dealt = [name for player in game.to_json()["players"] for name in player["programmes"]]
    assert len(set(dealt)) == 4 * n


@pytest.mark.rule("L-2.1")
def test_the_next_programme_is_turned_up_in_the_next_round() -> None:
    game = Game("laundromat", 3, seed=5)
    rng = np.random.default_rng(0)
    while not game.is_over:
        table = game.to_json(0)
        shown = [name is not None for name in table["players"][1]["programmes"]]
        assert shown == [number < table["round"] for number in range(4)]
        game.apply(int(rng.choice(game.legal_actions())))


# ------------------------------------------------------------------------------------------------ fill the baskets


@pytest.mark.rule("L-3.1")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_as_many_garments_as_the_cycle_number(n: int) -> None:
    game = Game("laundromat", n, seed=8, auto_forced=False)
    rng = np.random.default_rng(0)
    deck, seen = 90 - n, []
    while not game.is_over:
        table = game.to_json()
        if len(seen) < table["round"]:
            if n == 2:
                seen.append(len(table["market"]) + table["market_pile"])
                deck -= seen[-1]
            else:
                assert {len(player["hand"]) for player in table["players"]} == {HANDS[n][table["round"] - 1]}
                seen.append(len(table["players"][0]["hand"]))
                deck -= n * seen[-1]
            assert table["deck"] == deck
        game.apply(int(rng.choice(game.legal_actions())))
    assert tuple(seen) == HANDS[n]
    assert deck == {2: 52, 3: 33, 4: 14, 5: 0}[n]  # with five players, no garment is left


@pytest.mark.rule("L-3.1")
def test_with_five_players_the_last_round_has_six_draws_but_five_new_garments(laundry: Any) -> None:
    t = laundry(
        {"programmes": ["Ooze Cruise"], "basket": ["Ale Apron", "Ale Apron", "Ale Apron", "Bone Bow Tie"]},
        {"programmes": ["Boil Wash"]},
        num_players=5,
        round=4,
        phase="wash",
        turn=0,
    )
    assert all(len(t.basket(seat)) + (seat == t.seat) * len(t.wash) >= 6 for seat in range(5))


@pytest.mark.rule("L-3.2")
def test_hands_are_handed_on_and_the_last_garment_goes_to_the_neighbour(laundry: Any) -> None:
    t = laundry(
        {"programmes": ["Quick Rinse"], "hand": ["Leaf Briefs", "Mist Cape", "Tiptoe Sock"]},
        {"programmes": ["Cold Dip"], "hand": ["Kelp Knickers", "Tidal Cape", "Fin Sock"]},
        {"programmes": ["Slime Time"], "hand": ["Iron Long Johns", "Soot Cape", "Boulder Sock"]},
    )
    # Slime Time is the hottest: its player chooses first, and hands go anticlockwise, from 2 to 1 to 0 to 2.
    assert (t.seat, t.decision) == (2, "take")
    assert t.choices == ["take Iron Long Johns", "take Soot Cape", "take Boulder Sock"]
    t.do("take Soot Cape")
    assert t.seat == 1
    t.do("take Fin Sock")
    assert t.seat == 0
    assert t.hand(2) == ["Boulder Sock", "Iron Long Johns"]  # still there: nobody hands on before all have chosen
    t.do("take Mist Cape")
    assert (t.hand(0), t.hand(1), t.hand(2)) == (
        ["Kelp Knickers", "Tidal Cape"],
        ["Boulder Sock", "Iron Long Johns"],
        ["Leaf Briefs", "Tiptoe Sock"],
    )
    first = [Counter(t.basket(seat)) for seat in range(3)]
    t.do("take Leaf Briefs", "take Boulder Sock", "take Tidal Cape")
    # The last garments: Tiptoe Sock from 2 to 1, Iron Long Johns from 1 to 0, Kelp Knickers from 0 to 2.
    assert t.decision == "wash"
    drawn = [Counter(t.wash) if seat == 2 else Counter() for seat in range(3)]
    new = [Counter(t.basket(seat)) + drawn[seat] - first[seat] for seat in range(3)]
    assert new[2] == Counter(["Leaf Briefs", "Kelp Knickers"])
    assert new[1] == Counter(["Boulder Sock", "Tiptoe Sock"])
    assert new[0] == Counter(["Tidal Cape", "Iron Long Johns"])


@pytest.mark.rule("L-3.2")
def test_nobody_sees_what_others_chose(laundry: Any) -> None:
    hands = [["Leaf Briefs", "Mist Cape", "Tiptoe Sock"], ["Kelp Knickers", "Tidal Cape", "Fin Sock"]]
    seen = []
    for choice in ("take Kelp Knickers", "take Tidal Cape", "take Fin Sock"):
        t = laundry(
            {"programmes": ["Quick Rinse"], "hand": hands[0]},
            {"programmes": ["Dirt Devil"], "hand": hands[1]},
            {"programmes": ["Slime Time"]},
            seed=4,
        )
        assert t.seat == 1
        t.do(choice)
        seen.append([(t.game.observe(seat).tolist(), t.game.describe(seat)) for seat in (0, 2)])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("L-3.3")
def test_baskets_are_shuffled(laundry: Any) -> None:
    hand = ["Leaf Briefs", "Mist Cape", "Tiptoe Sock"]
    first = set()
    for seed in range(40):
        t = laundry({"programmes": ["Dirt Devil"], "hand": hand}, seed=seed)
        t.do_any(6)
        assert t.decision in ("wash", "keep")
        first.add(t.wash[0] == "Leaf Briefs")
    assert first == {True, False}


@pytest.mark.rule("L-3.4")
def test_the_highest_temperature_sets_the_direction(laundry: Any) -> None:
    # Dirt Devil (60) is clockwise, Hex Flush (50) is not.
    t = laundry({"programmes": ["Hex Flush"]}, {"programmes": ["Dirt Devil"]}, {"programmes": ["Cold Dip"]})
    assert t.json["clockwise"] is True
    assert t.json["leader"] == 1
    handed = t.hand(1)
    t.do_any(3)
    assert set(t.hand(2)) < set(handed)
    t = laundry({"programmes": ["Hex Flush"]}, {"programmes": ["Slime Time"]}, {"programmes": ["Cold Dip"]})
    assert t.json["clockwise"] is False
    assert t.json["leader"] == 0
    handed = t.hand(0)
    t.do_any(3)
    assert set(t.hand(2)) < set(handed)


# ------------------------------------------------------------------------------------------------ do the laundry


@pytest.mark.rule("L-4.1")
@pytest.mark.parametrize(("hottest", "order"), [("Dirt Devil", [1, 2, 3, 0]), ("Hex Flush", [1, 0, 3, 2])])
def test_laundry_is_done_from_the_highest_temperature_on(laundry: Any, hottest: str, order: list[int]) -> None:
    clean = ["Ale Apron", "Pearl Gloves", "Garlic-Proof Scarf", "Pointy Earmuffs"]
    players: list[dict[str, Any]] = [{"basket": [name] * 2} for name in clean]
    for player, programme in zip(players, ["Quick Rinse", hottest, "Cold Dip", "Slime Time"], strict=True):
        player["programmes"] = [programme]
    t = laundry(*players, phase="wash")
    for seat in order:
        assert t.json["washer"] == t.seat == seat
        t.do("stop")
    assert t.json["round"] == 2


WASHER = {"programmes": ["Dirt Devil"]}  # at most 1 dirt, 3 garments, the hottest of its type


@pytest.mark.rule("L-4.2")
def test_the_first_garment_is_turned_over_and_then_there_is_a_choice(laundry: Any) -> None:
    t = laundry(WASHER | {"basket": ["Pearl Gloves", "Ale Apron"]}, phase="wash")
    assert (t.decision, t.seat, t.wash) == ("wash", 0, ["Pearl Gloves"])
    assert t.choices == ["stop", "draw", "draw with potion"]


@pytest.mark.rule("L-4.2")
def test_stopping_scores_what_is_face_up_without_the_programme(laundry: Any) -> None:
    t = laundry(WASHER | {"basket": ["Pearl Gloves", "Ale Apron", "Soot Cape", "Fin Sock"]}, phase="wash")
    t.do("draw", "stop")
    assert t.scored(0) == ["Ale Apron", "Pearl Gloves"]
    assert t.basket(0) == ["Fin Sock", "Soot Cape"]
    assert t.fates(0)[0] == "lost"
    assert t.gone == []


@pytest.mark.rule("L-4.2")
def test_the_cycle_number_completes_the_programme(laundry: Any) -> None:
    t = laundry(WASHER | {"basket": ["Pearl Gloves", "Ale Apron", "Mist Cape", "Fin Sock"]}, phase="wash")
    t.do("draw", "draw")  # 3 garments, 1 dirt: nothing left to choose
    assert t.seat == 1
    assert t.scored(0) == ["Ale Apron", "Mist Cape", "Pearl Gloves"]
    assert t.fates(0)[0] == "completed"
    assert t.coins(0)["programmes"] == 7
    assert t.basket(0) == ["Fin Sock"]


@pytest.mark.rule("L-4.2")
def test_a_failed_wash_keeps_one_garment(laundry: Any) -> None:
    t = laundry(WASHER | {"basket": ["Ale Apron", "Pearl Gloves", "Fin Sock", "Mist Cape"]}, phase="wash")
    t.do("draw", "draw")  # the second dirt
    assert (t.decision, t.seat) == ("keep", 0)
    assert t.json["failed"] is True
    assert sorted(t.choices) == ["keep Ale Apron", "keep Fin Sock", "keep Pearl Gloves"]
    t.do("keep Fin Sock")
    assert t.seat == 1
    assert t.scored(0) == ["Fin Sock"]
    assert t.gone == ["Ale Apron", "Pearl Gloves"]
    assert t.basket(0) == ["Mist Cape"]
    assert t.fates(0)[0] == "lost"


@pytest.mark.rule("L-4.2")
def test_the_first_garment_may_fail_alone(laundry: Any) -> None:
    t = laundry(WASHER | {"basket": ["Soot Cape"]}, phase="wash")
    assert t.choices == ["keep Soot Cape"]
    t.do("keep Soot Cape")
    assert t.scored(0) == ["Soot Cape"]
    assert t.gone == []
    t = laundry(WASHER | {"basket": ["Soot Cape"]}, phase="wash", auto_forced=True)
    assert t.scored(0) == ["Soot Cape"]


@pytest.mark.rule("L-4.2")
def test_a_limit_is_exceeded_not_reached(laundry: Any) -> None:
    # Quick Rinse stands 2 dirt and 2 slime: two socks with one of each are just right.
    programmes = ({"programmes": ["Cold Dip"]}, {"programmes": ["Slime Time"]})
    hot = {"programmes": ["Hex Flush"], "basket": ["Leaf Briefs", "Fin Sock", "Warg-Hair Cape"]}  # 2 dirt, 2 magic
    t = laundry(hot, *programmes, phase="wash")
    t.do("draw")
    assert t.decision == "wash"
    t.do("draw")
    assert t.decision == "keep"


@pytest.mark.rule("L-4.2")
def test_garments_not_drawn_stay_for_the_next_round(laundry: Any) -> None:
    t = laundry(
        {"programmes": ["Rattle and Spin"], "basket": ["Ale Apron", "Bone Bow Tie"], "scored": ["Fin Sock"]},
        round=2,
        phase="wash",
    )
    assert t.wash == ["Ale Apron"]
    t.do("draw", "stop")
    assert t.scored(0) == ["Ale Apron", "Bone Bow Tie", "Fin Sock"]
    assert len(t.basket(0)) == 1 + 3 + 4 - 3 - 2


@pytest.mark.rule("L-4.3")
def test_the_potion_shields_the_next_garment_only(laundry: Any) -> None:
    t = laundry(WASHER | {"basket": ["Pearl Gloves", "Soot Cape", "Ale Apron"]}, phase="wash")
    t.do("draw with potion")  # 2 dirt that do not count
    assert t.json["shielded"] == 1
    assert t.player(0)["potion"] is False
    assert t.choices == ["stop", "draw"]
    t.do("draw")  # 1 dirt, which is allowed
    assert t.fates(0)[0] == "completed"
    assert t.scored(0) == ["Ale Apron", "Pearl Gloves", "Soot Cape"]


@pytest.mark.rule("L-4.3")
def test_the_potion_does_not_undo_stains_before_or_shield_those_after(laundry: Any) -> None:
    basket = ["Ale Apron", "Pearl Gloves", "Bone Bow Tie", "Fin Sock"]
    t = laundry(WASHER | {"basket": basket}, phase="wash")
    t.do("draw with potion", "draw")
    assert t.decision == "keep"
    assert t.player(0)["potion"] is False


@pytest.mark.rule("L-4.3")
def test_the_potion_is_used_once_a_game(laundry: Any) -> None:
    t = laundry(WASHER | {"basket": ["Pearl Gloves"], "potion": False}, phase="wash")
    assert t.choices == ["stop", "draw"]
    t = laundry(WASHER | {"basket": ["Pearl Gloves", "Pearl Gloves"]}, phase="wash")
    assert t.coins(0)["potion"] == 4
    t.do("draw with potion", "stop")
    assert "potion" not in t.coins(0)


@pytest.mark.rule("L-4.4")
def test_scored_and_lost_garments_are_public(laundry: Any) -> None:
    t = laundry(WASHER | {"basket": ["Ale Apron", "Pearl Gloves", "Fin Sock", "Mist Cape"]}, phase="wash")
    t.do("draw", "draw", "keep Fin Sock")
    for observer in range(3):
        table = t.game.to_json(observer)
        assert table["players"][0]["scored"] == ["Fin Sock"]
        assert sorted(table["gone"]) == ["Ale Apron", "Pearl Gloves"]


@pytest.mark.rule("L-4.4")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_nothing_happens_to_scored_cards(n: int) -> None:
    rng = np.random.default_rng(n)
    game = Game("laundromat", n, seed=n)
    before = game.state.scored.copy()
    while not game.is_over:
        game.apply(int(rng.choice(game.legal_actions())))
        assert (game.state.scored >= before).all()
        before = game.state.scored.copy()


# ------------------------------------------------------------------------------------------------ two players


MARKET = ["Leaf Briefs", "Mist Cape", "Tiptoe Sock", "Kelp Knickers", "Tidal Cape", "Fin Sock"]


@pytest.mark.rule("L-6.1")
def test_two_players_take_garments_from_a_market(laundry: Any) -> None:
    players = ({"programmes": ["Dirt Devil"]}, {"programmes": ["Cold Dip"]})
    t = laundry(*players, num_players=2, market=MARKET)
    assert t.seat == 1  # the lower temperature
    assert t.json["market"] == MARKET[:3]
    assert t.json["market_pile"] == 3
    assert sorted(t.choices) == ["take Leaf Briefs", "take Mist Cape", "take Tiptoe Sock"]
    t.do("take Mist Cape")
    assert t.seat == 0
    assert t.json["market"] == ["Leaf Briefs", "Tiptoe Sock", "Kelp Knickers"]
    t.do("take Leaf Briefs", "take Tidal Cape", "take Kelp Knickers")
    assert t.json["market"] == ["Tiptoe Sock", "Fin Sock"]  # the pile is empty
    t.do("take Fin Sock")
    assert t.seat == 0
    t.do("take Tiptoe Sock")
    assert t.decision in ("wash", "keep")
    assert t.seat == 0  # the higher temperature washes first
    inside = Counter(t.basket(0)) + Counter(t.wash)
    assert Counter(["Leaf Briefs", "Kelp Knickers", "Tiptoe Sock"]) <= inside
    assert inside.total() == 4
    assert Counter(["Mist Cape", "Tidal Cape", "Fin Sock"]) <= Counter(t.basket(1))


@pytest.mark.rule("L-6.1")
def test_what_two_players_take_is_seen_but_not_the_pile(laundry: Any) -> None:
    t = laundry({"programmes": ["Dirt Devil"]}, {"programmes": ["Cold Dip"]}, num_players=2, market=MARKET)
    t.do("take Mist Cape")
    for observer in (0, 1):
        table = t.game.to_json(observer)
        assert table["players"][1]["basket"] == ["Mist Cape", None]
        assert "Fin Sock" not in t.game.describe(observer)
