"""Options for tests to draw from: every combination that makes sense can come out."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

CLANS = ("ancient", "fire", "drake", "drum", "mask")
NAMES = ("no_pass_with_tokens", "draft", "turn_limit", "teams", "kamakor", "clans")


def fitting(num_players: int, on: Mapping[str, bool]) -> dict[str, Any]:
    """The options that are on, as far as they fit: teams are for four, and clans are named in games with Kamakor."""
    chosen: dict[str, Any] = {name: True for name in NAMES[:-1] if on[name] and (name != "teams" or num_players == 4)}
    if "kamakor" in chosen:
        chosen["no_pass_with_tokens"] = on["no_pass_with_tokens"]  # on, if nothing is said
    if on["clans"] and "kamakor" in chosen:
        chosen["clans"] = CLANS
    return chosen


def all_options(num_players: int) -> list[dict[str, Any]]:
    """Every combination that fits, once."""
    found: list[dict[str, Any]] = []
    for on in product((False, True), repeat=len(NAMES)):
        options = fitting(num_players, dict(zip(NAMES, on, strict=True)))
        if options not in found:
            found.append(options)
    return found


# Tables of every game, and of the toy.
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("gosu", 2, {}),
    ("gosu", 4, {"draft": True}),
    ("gosux", 2, {}),
    ("laundromat", 2, {}),
    ("laundromat", 4, {}),
    ("toy", 3, {}),
]
