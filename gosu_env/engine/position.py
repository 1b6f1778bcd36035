"""Positions by name, read: what people and JSON describe, checked before a game's builder lays it on the table.

Whatever is given, the error is a ``PositionError`` that says where something is wrong and what would be right.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import PositionError
from gosu_env.engine.spelling import nearest, shown

Reader: TypeAlias = Callable[[str, Any], Any]  # of a field: where it stands, and the value; the value as it is used


def check_index(what: str, value: Any, low: int, high: int) -> int:
    """A whole number from the one to the other."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{what} must be from {low} to {high}, not {shown(value)}")
    return int(value)


def read_any(where: str, value: Any) -> Any:
    """A value that the builder checks itself, where it knows what is possible."""
    return value


def read_flag(where: str, value: Any) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise PositionError(f"{where} must be True or False, not {shown(value)}")
    return bool(value)


def read_list(where: str, value: Any, of: str = "names") -> list[Any]:
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise PositionError(f"{where} must be a list of {of}, not {shown(value)}")
    return list(value)


def read_names(where: str, value: Any) -> list[str]:
    """A list of names."""
    for name in (names := read_list(where, value)):
        if not isinstance(name, str):
            raise PositionError(f"{where}: {shown(name)} is not a name")
    return names


def read_rows(where: str, value: Any) -> list[list[Any]]:
    """Rows of cards, each a name or a dict."""
    rows = [read_list(f"{where}, row {1 + i}", row, "cards") for i, row in enumerate(read_list(where, value, "rows"))]
    for i, row in enumerate(rows):
        for card in row:
            if isinstance(card, Mapping) and not isinstance(card.get("card"), str):
                raise PositionError(f"{where}, row {1 + i}: {shown(dict(card))} must have 'card', a name")
            if not isinstance(card, str | Mapping):
                raise PositionError(f"{where}, row {1 + i}: {shown(card)} is not a card name")
    return rows


def read_card(where: str, card: Mapping[str, Any], readers: Mapping[str, Reader]) -> dict[str, Any]:
    """A card of a row, as ``Game.to_json`` writes it: its name, and what else ``readers`` know of it."""
    if odd := [part for part in card if part != "card" and part not in readers]:
        names = ", ".join(map(repr, readers))
        raise PositionError(f"{where}: {shown(dict(card))} has {shown(odd[0])}; it must have 'card'; {names} may be")
    named = f"{where}, {card['card']!r}"
    return {"card": card["card"]} | {
        part: read(f"{part} of {named}", card[part]) for part, read in readers.items() if part in card
    }


def read_players(players: Any, most: int, readers: Mapping[str, Reader]) -> list[dict[str, Any]]:
    """What is said of every player; nothing of those who are not described."""
    described = read_list("players", players, "dicts, one per seat")
    if len(described) > most:
        raise PositionError(f"{len(described)} players are described; the game has {most}")
    found: list[dict[str, Any]] = []
    for seat, player in enumerate(described):
        if not isinstance(player, Mapping):
            raise PositionError(f"player {seat} must be a dict, not {shown(player)}")
        for part in player:
            if part not in readers:
                raise PositionError(f"player {seat}: unknown field {shown(part)}; {nearest(str(part), list(readers))}")
        found.append({part: readers[part](f"{part} of seat {seat}", value) for part, value in player.items()})
    return found + [{} for _ in range(most - len(found))]


def build_with(build: Callable[..., NDArray[np.void]], *given: Any, **described: Any) -> NDArray[np.void]:
    """Call a game's builder with what was described; a field that it does not know is refused."""
    known = [
        name
        for name, parameter in inspect.signature(build).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    for name in described:
        if name not in known:
            raise PositionError(f"unknown field {name!r} of a position; {nearest(name, known)}")
    return build(*given, **described)
