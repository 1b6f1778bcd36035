"""What the environments share: arguments checked, and the table shown to people."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gosu_env.engine.errors import OptionError, UnknownOptionError
from gosu_env.engine.game import Game
from gosu_env.engine.spec import Spec

RENDER_MODES = ["ansi", "rgb_array", "human"]
RENDER_FPS = 2
UNFINISHED = ("truncated", "fault")  # endings without a result
ILLEGAL_ACTIONS = ("lose", "raise")
ILLEGAL_REWARD = -1.0


def first_game(game: str, num_players: int, options: Mapping[str, Any]) -> Game:
    """A game with the keywords of an environment.

    Whoever probes for keywords, as TorchRL does, looks for a ``TypeError`` in the words of Python.
    """
    try:
        return Game(game, num_players, 0, **options)
    except UnknownOptionError as error:
        told = f"got an unexpected keyword argument {error.name!r}: {error}"
        raise UnknownOptionError(told, error.name) from None


def box_of(spec: Spec) -> spaces.Box:
    """The space of the vectors that a spec describes: int8, each entry with its own bounds."""
    return spaces.Box(*spec.bounds, dtype=np.int8)


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    if mode is not None and mode not in modes:
        raise OptionError(f"render_mode must be None, {', '.join(map(repr, modes))}, not {mode!r}")
    return mode


def check_illegal_action(way: str) -> str:
    if way not in ILLEGAL_ACTIONS:
        raise OptionError(f"illegal_action must be 'lose' or 'raise', not {way!r}")
    return way


def check_seat(name: str, seat: int | None, num_players: int) -> int | None:
    if seat is not None and (
        not isinstance(seat, int | np.integer) or isinstance(seat, bool) or not 0 <= seat < num_players
    ):
        raise OptionError(f"{name} must be None or a seat from 0 to {num_players - 1}, not {seat!r}")
    return None if seat is None else int(seat)


def render(game: Game, mode: str | None, seat: int | None) -> str | NDArray[np.uint8] | None:
    """The table as a seat sees it, or with all hands; ``human`` prints it."""
    if mode == "rgb_array":
        from gosu_env.render.raster import table_rgb  # noqa: PLC0415  (drawing is loaded when it is needed)

        return table_rgb(game, seat)
    if mode == "ansi":
        return game.describe(seat)
    if mode == "human":
        print(game.describe(seat), end="\n\n", flush=True)
    else:
        warnings.warn(f"render() needs a render_mode: {', '.join(RENDER_MODES)}", stacklevel=3)
    return None


def svg(game: Game, seat: int | None) -> str:
    from gosu_env.render.svg import table_svg  # noqa: PLC0415  (drawing is loaded when it is needed)

    return table_svg(game, seat)
