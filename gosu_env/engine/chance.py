"""The games whose chance can be enumerated: what it may do is in their part ``chance``."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.errors import OptionError
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.rules import GAMES, Rules


def find_chance(rules: Rules, most: int) -> Any:
    """The part ``chance`` of a game; an error if there is none, or if there are more than ``most`` deals."""
    chance: Any = find_part(rules.name, "chance")
    if chance is None:
        known = ", ".join(game for game in GAMES if find_part(game, "chance"))
        raise OptionError(f"{rules.name} does not say what chance may do: it cannot be enumerated; known: {known}")
    if chance.count_openings(rules) > most:
        raise too_large(rules, most)
    return chance


def too_large(rules: Rules, most: int) -> OptionError:
    """What is said of a game that nobody can enumerate: which sizes are small enough."""
    chance: Any = find_part(rules.name, "chance")
    small = " or ".join(repr(options) for options in chance.SOLVABLE)
    return OptionError(
        f"{rules.title} with these options cannot be enumerated: it has more than {most:,} histories; "
        f"small enough are the options {small}"
    )
