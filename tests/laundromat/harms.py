"""What can be harmed in games of Goblin Laundromat, and what its card files can say. See ``tests/fuzzing.py``."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np

from gosu_env import Game
from gosu_env.laundromat.cards import DEFAULT_SET


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
