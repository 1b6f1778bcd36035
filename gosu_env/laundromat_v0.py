"""Goblin Laundromat for PettingZoo: ``env``, with PettingZoo's checks around it, ``raw_env``, and ``parallel_env``."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from gosu_env.envs.aec import SimultaneousEnv, TableEnv, wrapped

__all__ = ["env", "parallel_env", "raw_env"]


class raw_env(TableEnv):  # noqa: N801  (PettingZoo's name for it)
    __doc__ = TableEnv.__doc__

    game_name = "laundromat"


def env(
    num_players: int = 2, render_mode: str | None = None, render_seat: int | None = None, **options: Any
) -> AECEnv[str, Any, Any]:
    """``raw_env`` in PettingZoo's wrappers: an illegal action ends the game, and whoever took it gets -1."""
    return wrapped(raw_env(num_players, render_mode, render_seat, **options))


def parallel_env(
    num_players: int = 2, render_mode: str | None = None, render_seat: int | None = None, **options: Any
) -> SimultaneousEnv:
    """``env`` with all seats acting at once; the masks of those that wait allow action 0 alone, which does nothing."""
    return SimultaneousEnv(env(num_players, render_mode, render_seat, **options))
