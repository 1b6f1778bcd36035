"""The names of generated card sets: ``generated:7`` is that of seed 7, wherever a card file may be named."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    """The sets of ranges of seeds, ``generated:0-99`` or ``generated:0-15+17+20-99``; None for another name."""
    if not re.fullmatch(f"{PREFIX}[0-9]+(-[0-9]+)?([+][0-9]+(-[0-9]+)?)*", name) or not re.search("[-+]", name):
        return None
    wrong = OptionError(f"cards {name!r}: expected seeds in ascending order, at most {MOST_SETS:,} of them")
    seeds: list[int] = []
    for part in name.removeprefix(PREFIX).split("+"):
        low, *high = map(int, part.split("-"))
        last = high[0] if high else low
        ascending = (low < last or not high) and (not seeds or seeds[-1] < low)
        if not ascending or last > MOST_SEED or len(seeds) + last - low >= MOST_SETS:
            raise wrong
        seeds.extend(range(low, last + 1))
    return [f"{PREFIX}{seed}" for seed in seeds]


def pool_name(seeds: Sequence[int]) -> str:
    """The name of the sets of these seeds, in ascending order: one, or several for ``pool_of``."""
    parts: list[list[int]] = []
    for seed in seeds:
        if parts and parts[-1][-1] == seed - 1:
            parts[-1][1:] = [seed]
        else:
            parts.append([seed])
    return PREFIX + "+".join("-".join(map(str, part)) for part in parts)


def seed_of(name: str) -> int | None:
    """The seed of a generated set by its name; None for another name."""
    if not name.startswith(PREFIX):
        return None
    digits = name.removeprefix(PREFIX)
    if not re.fullmatch("[0-9]{1,10}", digits) or int(digits) > MOST_SEED:
        raise OptionError(f"cards {name!r}: expected {PREFIX}SEED, with a seed from 0 to {MOST_SEED:,}")
    return int(digits)
