"""What can be harmed in games of Goblin Laundromat, and what its card files can say. See ``tests/fuzzing.py``."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np

from gosu_env import Game
from gosu_env.laundromat.cards import DEFAULT_SET, TYPES


def some_options(num_players: int, pick: random.Random) -> dict[str, Any]:
    return {"reward": pick.choice(("win", "coins"))}


# ------------------------------------------------------------------------------------------------ saves


def exchange_rows(game: Game, pick: random.Random) -> None:
    """Two rows of one field change places: cards, coins or baskets of players, as a rule."""
    st = game.state
    name = pick.choice([name for name in st.dtype.names if st[name].ndim and len(st[name]) > 1])
    one, other = pick.sample(range(len(st[name])), 2)
    st[name][[one, other]] = np.array(st[name][[other, one]])


HARMS = (exchange_rows, exchange_rows)

# ------------------------------------------------------------------------------------------------ positions


def described(game: Game) -> dict[str, Any]:
    """The round as the arguments of ``Game.position``, from its beginning or that of its laundry."""
    told = game.to_json()
    players = [
        {"species": player["basket_species"], "potion": player["potion"], "programmes": player["programmes"]}
        | {"scored": player["scored"], "basket": player["basket"][:1], "hand": []}
        | {"completed": [kind for kind, fate in zip(TYPES, player["fates"], strict=True) if fate == "completed"]}
        for player in told["players"]
    ]
    turn = int(game.state.turn) if told["phase"] == "wash" else 0
    kept = {"round": told["round"], "phase": told["phase"], "turn": turn, "market": [], "deck": [], "seed": 1}
    return {"players": players, **kept}


# ------------------------------------------------------------------------------------------------ card files

BASE = DEFAULT_SET.read_text(encoding="utf-8")
LONG = "9" * 5000
NUMBER = re.compile(r"^(\w+) = ([0-9]+)$", re.MULTILINE)
FIELD = re.compile(r"^(\w+) = (.+)$", re.MULTILINE)
WILD = ("0", "-1", "99", "65536", "1.0", "true", "[]", "{}", '""', '"elf"', '"\\u0000"', LONG, "nan", "²")


def some_set(pick: random.Random) -> tuple[str, dict[str, Any]]:
    """A set with other stains, limits and coins; a wild one with anything anywhere."""
    wild = pick.random() < 0.5
    share = pick.choice((0.01, 0.05, 0.3))

    def other(match: re.Match[str]) -> str:
        if pick.random() >= share or (not wild and match[1] in ("copies", "type")):
            return match[0]
        return f"{match[1]} = {pick.choice(WILD) if wild else pick.randint(1, 3)}"

    return (FIELD if wild else NUMBER).sub(other, BASE), {}
