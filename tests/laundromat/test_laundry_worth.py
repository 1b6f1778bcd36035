"""What garments add up to, as a seat sees it: ``worth``, ``load`` and ``wash.worth`` in observations."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.laundromat.state import CATEGORIES, NO_LIMIT, SPECIES, STAINS

PIECES = ("underwear", "trousers", "cape")


def seen(game: Game, seat: int, piece: str) -> list[int]:
    return list(game.observe(seat)[game.observation_spec[piece]].tolist())


def coins(game: Game, species: str, garments: Iterable[str], scored: Iterable[str]) -> int:
    """What a player with such a basket of garments is paid for them, contested categories aside, counted one by one."""
    cards, total, have = game.rules.cards, 0, Counter(scored)  # type: ignore[attr-defined]
    by_name = {card.name: card for card in (cards[kind] for kind in range(45))}
    for name in garments:
        card = by_name[name]
        total += 2 if SPECIES[card.species] == species else 0
        if CATEGORIES[card.category] == "sock":
            have[name] += 1
            total += 10 if have[name] % 2 == 0 else 0
        elif CATEGORIES[card.category] == "other":
            total += card.coins
    return total


def test_a_basket_adds_up(laundry: Any) -> None:
    programmes = ["Quick Rinse", "Bubble Trouble", "Heavy Soil", "Exorcism"]
    t = laundry(
        {
            "species": "mermaid",
            "programmes": programmes,
            "scored": ["Fin Sock", "Tidal Cape", "Pointy Earmuffs"],
            "completed": ["I"],
        },
        {"species": "elf"},
        num_players=2,
        round=2,
        phase="wash",
    )
    game, me = t.game, t.player(0)
    spec = game.observation_spec
    assert spec["worth.me"].stop == spec["worth.opp1"].start
    assert seen(game, 0, "worth.me")[:3] == [0, 0, 1]
    assert seen(game, 1, "worth.opp1")[:3] == [0, 0, 1]
    known = [name for name in game.to_json(0)["players"][0]["basket"] if name]
    assert len(known) >= 1
    assert seen(game, 0, "worth.me")[3] == coins(game, "mermaid", known, me["scored"])
    load = seen(game, 0, "load.me")
    stains = seen(game, 0, "worth.me")[-3:]
    slime, dirt, magic = (STAINS.index(name) for name in ("slime", "dirt", "magic"))
    wanted = np.zeros((4, len(STAINS)), int)  # I is completed
    wanted[1, slime], wanted[2, dirt], wanted[3, magic] = stains[slime], stains[dirt], stains[magic]
    assert load == wanted.ravel().tolist()


def test_a_second_sock_pays_for_both_and_what_lies_face_up_for_itself(laundry: Any) -> None:
    t = laundry(
        {
            "species": "mermaid",
            "programmes": ["Quick Rinse", "Bubble Trouble", "Heavy Soil"],
            "scored": ["Fin Sock", "Ale Apron"],
            "basket": ["Fin Sock", "Pearl Gloves", "Kelp Knickers", "Sunday Best Breeches"],
        },
        {"species": "elf"},
        round=3,
        phase="wash",
        turn=0,
    )
    while t.seat != 0:
        t.do("stop")
    assert t.wash == ["Fin Sock"]
    assert seen(t.game, 0, "wash.worth") == [10 + 2, 0, 0, 0]
    t.do("draw")
    assert t.wash == ["Fin Sock", "Pearl Gloves"]
    assert seen(t.game, 1, "wash.worth") == [10 + 2 + 2 + 2, 0, 0, 0]
    t.do("draw")
    assert seen(t.game, 2, "wash.worth") == [16 + 2, 1, 0, 0]
    t.do("draw")
    assert seen(t.game, 0, "wash.worth") == [18, 1, 1, 0]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_all_of_it_follows_from_what_the_seat_is_told_by_name(n: int) -> None:
    pick, loads = random.Random(n), 0
    for deal in range(6):
        game = Game("laundromat", n, deal)
        cards = game.rules.cards  # type: ignore[attr-defined]
        by_name = {card.name: card for card in (cards[kind] for kind in range(45))}
        programmes = {programme.name: programme for programme in cards.programmes}
        while not game.is_over:
            seat = pick.randrange(n)
            table = game.to_json(seat)
            for other, player in enumerate(table["players"]):
                whose = f"opp{(other - seat) % n}" if other != seat else "me"
                sure = game.observation_spec[f"basket.{whose}"]
                copies = game.observe(seat)[sure.start : sure.stop]
                inside = [cards[kind].name for kind, count in enumerate(copies) for _ in range(count)]
                assert not Counter(inside) - Counter(player["basket"])  # which tells what counting shows, too
                kinds = [
                    Counter(CATEGORIES[by_name[name].category] for name in names)
                    for names in (player["scored"], inside)
                ]
                stains = [sum(by_name[name].stains[stain] for name in inside) for stain in range(len(STAINS))]
                paid = coins(game, player["basket_species"], inside, player["scored"])
                counts = [[kind[piece] for piece in PIECES] for kind in kinds]
                assert seen(game, seat, f"worth.{whose}") == [*counts[0], min(paid, 127), *counts[1], *stains]
                if other == seat:
                    load = [
                        stains[stain] if fate == "open" and programmes[name].limits[stain] != NO_LIMIT else 0
                        for name, fate in zip(player["programmes"], player["fates"], strict=True)
                        for stain in range(len(STAINS))
                    ]
                    assert seen(game, seat, "load.me") == load
                    loads += any(load)
            worth = [0, 0, 0, 0]
            if table["wash"]:
                player = table["players"][table["washer"]]
                kinds = Counter(CATEGORIES[by_name[name].category] for name in table["wash"])
                paid = coins(game, player["basket_species"], table["wash"], player["scored"])
                worth = [paid, *(kinds[piece] for piece in PIECES)]
            assert seen(game, seat, "wash.worth") == worth
            game.apply(pick.choice(game.legal_actions()))
    assert loads > 100
