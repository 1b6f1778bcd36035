"""The names of generated card sets: ``generated:7`` is that of seed 7, wherever a card file may be named."""

from __future__ import annotations

import re

from gosu_env.engine.errors import OptionError

PREFIX = "generated:"
MOST_SEED = 2**31 - 1
MOST_SETS = 10_000  # of a pool


def generated_name(seed: int) -> str:
    """The name of the set of a seed."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MOST_SEED:
        raise OptionError(f"the seed of a card set must be a whole number from 0 to {MOST_SEED:,}, not {seed!r}")
    return f"{PREFIX}{seed}"


def pool_of(name: str) -> list[str] | None:
    """The sets of a range of seeds, ``generated:0-99``; None for another name."""
    found = re.fullmatch(f"{PREFIX}([0-9]+)-([0-9]+)", name)
    if found is None:
        return None
    low, high = int(found[1]), int(found[2])
    if not low < high < low + MOST_SETS or high > MOST_SEED:
        raise OptionError(f"cards {name!r}: expected seeds in ascending order, at most {MOST_SETS:,} of them")
    return [f"{PREFIX}{seed}" for seed in range(low, high + 1)]


def seed_of(name: str) -> int | None:
    """The seed of a generated set by its name; None for another name."""
    if not name.startswith(PREFIX):
        return None
    digits = name.removeprefix(PREFIX)
    if not re.fullmatch("[0-9]{1,10}", digits) or int(digits) > MOST_SEED:
        raise OptionError(f"cards {name!r}: expected {PREFIX}SEED, with a seed from 0 to {MOST_SEED:,}")
    return int(digits)
