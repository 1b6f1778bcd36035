"""Coins and victory (L-5)."""

from __future__ import annotations

from typing import Any

import pytest

from gosu_env import Game

UNDERWEAR = ["Leaf Briefs", "Seashell Undies", "Iron Long Johns", "Battle Briefs"]
CAPES = ["Mist Cape", "Tidal Cape", "Soot Cape", "Warg-Hair Cape"]


@pytest.mark.rule("L-5.1")
def test_garments_left_in_baskets_do_not_count(laundry: Any) -> None:
    t = laundry(
        {"species": "elf", "basket": ["Pointy Earmuffs"], "scored": ["Pointy Earmuffs"], "potion": False},
        {"species": "orc"},
        round=2,
    )
    assert "Pointy Earmuffs" in t.basket(0)
    assert t.coins(0) == {"species": 2, "printed": 2}


@pytest.mark.rule("L-5.1")
def test_the_game_ends_after_the_fourth_round(laundry: Any) -> None:
    t = laundry(
        {"programmes": ["Last Resort"], "basket": ["Pearl Gloves", "Mist Cape"]},
        {"programmes": ["Exorcism"]},
        {"programmes": ["Ooze Cruise"]},
        round=4,
        phase="wash",
        turn=2,
    )
    assert t.seat == 0  # Exorcism is the hottest and clockwise: 1, 2, 0
    t.do("stop")
    assert t.game.is_over
    assert t.json["winners"]


@pytest.mark.rule("L-5.2")
def test_two_coins_for_a_garment_of_ones_species(laundry: Any) -> None:
    own = ["Ale Apron", "Soot Cape", "Boulder Sock"]
    t = laundry({"species": "dwarf", "scored": [*own, "Fin Sock"], "potion": False}, {"species": "elf"}, round=3)
    assert t.coins(0) == {"species": 6, "capes": 10, "printed": 2}
    t = laundry({"species": "elf", "scored": [*own, "Fin Sock"], "potion": False}, {"species": "dwarf"}, round=3)
    assert t.coins(0) == {"capes": 10, "printed": 2}


@pytest.mark.rule("L-5.2")
def test_completed_programmes_pay(laundry: Any) -> None:
    programmes = ["Quick Rinse", "Bubble Trouble", "Heavy Soil"]
    scored = ["Chainmail Thong", "Velvet Bloomers", "Jellyfish Mantle", "Banner Worn Backwards", "Stardust Leggings"]
    scored += ["Moonlit Bloomers", "One-Legged Trousers", "Forge-Proof Mantle"]
    me = {"programmes": programmes, "scored": scored, "potion": False}
    without = laundry(me, round=4).coins(0)
    assert "programmes" not in without
    assert laundry(me | {"completed": ["I", "III"]}, round=4).coins(0) == without | {"programmes": 4 + 11}


@pytest.mark.rule("L-5.2")
@pytest.mark.parametrize(
    ("socks", "coins"),
    [
        ({"Fin Sock": 1}, 0),
        ({"Fin Sock": 2}, 10),
        ({"Fin Sock": 3}, 10),
        ({"Fin Sock": 4}, 20),
        ({"Fin Sock": 1, "Tiptoe Sock": 1}, 0),
        ({"Fin Sock": 2, "Tiptoe Sock": 3, "Undead Sock": 1}, 20),
    ],
)
def test_ten_coins_for_a_pair_of_identical_socks(laundry: Any, socks: dict[str, int], coins: int) -> None:
    scored = [name for name, count in socks.items() for _ in range(count)]
    t = laundry({"species": "dwarf", "scored": scored, "potion": False}, round=3)
    assert t.coins(0).get("socks", 0) == coins


@pytest.mark.rule("L-5.2")
@pytest.mark.parametrize(
    ("counts", "coins"),
    [
        ((3, 2, 1), (10, 5, 0)),
        ((3, 2, 2), (10, 0, 0)),  # tied for second: nothing
        ((2, 2, 1), (5, 5, 0)),  # tied for first: the second number each, and nobody is second
        ((2, 2, 2), (5, 5, 5)),
        ((1, 0, 0), (10, 0, 0)),
        ((0, 0, 0), (0, 0, 0)),
        ((2, 0, 1), (10, 0, 5)),
    ],
)
@pytest.mark.parametrize("category", ["underwear", "trousers", "capes"])
def test_the_most_and_the_next_most(
    laundry: Any, category: str, counts: tuple[int, ...], coins: tuple[int, ...]
) -> None:
    kinds = {
        "underwear": UNDERWEAR,
        "trousers": ["Bark Breeches", "Two-Tailed Slacks", "Bog Trousers", "Crypt Corduroys"],
        "capes": CAPES,
    }[category]
    garments = iter([*kinds, *kinds])
    players = [{"scored": [next(garments) for _ in range(count)]} for count in counts]
    t = laundry(*players, round=3)
    assert tuple(t.coins(seat).get(category, 0) for seat in range(3)) == coins


@pytest.mark.rule("L-5.2")
def test_five_players_may_share_places(laundry: Any) -> None:
    garments = iter([*UNDERWEAR, *UNDERWEAR, "Kelp Knickers", "Velvet Bloomers"])
    players = [{"scored": [next(garments) for _ in range(count)]} for count in (3, 3, 2, 1, 1)]
    t = laundry(*players, round=3)
    assert [t.coins(seat).get("underwear", 0) for seat in range(5)] == [5, 5, 0, 0, 0]


@pytest.mark.rule("L-5.3")
def test_other_garments_and_an_unused_potion_pay_what_is_printed(laundry: Any) -> None:
    scored = ["Ale Apron", "Trophy Vest", "Trophy Vest"]
    t = laundry({"species": "elf", "scored": scored}, {"potion": False}, round=3)
    assert t.coins(0) == {"printed": 2 + 6 + 6, "potion": 4}
    assert t.player(0)["coins"] == 18
    assert "potion" not in t.coins(1)


def at_the_end(laundry: Any, *scored: list[str], **options: Any) -> Any:
    """The last player of the last round stops; nobody has coins but for scored garments. Seat 0 washes last."""
    programmes = ("Last Resort", "Exorcism", "Ooze Cruise")
    players: list[dict[str, Any]] = [
        {"programmes": [programme], "scored": cards, "potion": False}
        for programme, cards in zip(programmes, scored, strict=True)
    ]
    players[0]["basket"] = ["Undead Sock"]
    t = laundry(*players, round=4, phase="wash", turn=2, **options)
    return t.do("stop")


# Species by default: seat 0 elf, seat 1 mermaid, seat 2 dwarf. Undead Sock: 2 stains, no coins.
@pytest.mark.rule("L-5.4")
def test_a_tie_goes_to_the_most_stains(laundry: Any) -> None:
    # 6 coins each; seat 0 has 2 + 3 stains with its sock, seat 1 has 3.
    t = at_the_end(laundry, ["Beard Cosy"], ["Fang-Torn Frock"], [])
    assert [t.player(seat)["coins"] for seat in range(3)] == [6, 6, 0]
    assert [t.player(seat)["stains"] for seat in range(3)] == [5, 3, 0]
    assert t.json["winners"] == [0]
    assert t.game.returns() == [1.0, -0.5, -0.5]


@pytest.mark.rule("L-5.4")
def test_who_is_still_tied_shares_the_victory(laundry: Any) -> None:
    t = at_the_end(laundry, ["Beard Cosy"], ["Fang-Torn Frock", "Fist Sock"], [])
    assert [t.player(seat)["stains"] for seat in range(3)] == [5, 5, 0]
    assert t.json["winners"] == [0, 1]
    assert t.game.returns() == [0.25, 0.25, -0.5]


@pytest.mark.rule("L-5.4")
def test_more_coins_beat_more_stains(laundry: Any) -> None:
    t = at_the_end(laundry, [], ["Fist Sock", "Boulder Sock"], ["Bone Bow Tie"])
    assert [t.player(seat)["stains"] for seat in range(3)] == [2, 4, 1]
    assert t.json["winners"] == [2]


@pytest.mark.rule("L-1.4")
def test_rewards_may_be_leads_in_coins(laundry: Any) -> None:
    t = at_the_end(laundry, ["Beard Cosy"], ["Fang-Torn Frock", "Bone Bow Tie"], [], options={"reward": "coins"})
    assert [t.player(seat)["coins"] for seat in range(3)] == [6, 8, 0]
    assert t.game.returns() == pytest.approx([-2 / 50, 2 / 50, -8 / 50])
    assert Game("laundromat", 3, seed=1, reward="coins").returns() == [0.0, 0.0, 0.0]
