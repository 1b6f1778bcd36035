"""GOSU for PettingZoo: ``env``, with PettingZoo's checks around it, and ``raw_env``."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from gosu_env.envs.aec import TableEnv, aec_metadata, wrapped

__all__ = ["env", "raw_env"]


class raw_env(TableEnv):  # noqa: N801  (PettingZoo's name for it)
    __doc__ = TableEnv.__doc__

    game_name = "gosu"
    metadata = aec_metadata("gosu_v0")


def env(
    num_players: int = 2, render_mode: str | None = None, render_seat: int | None = None, **options: Any
) -> AECEnv[str, Any, Any]:
    """``raw_env`` in PettingZoo's wrappers: an illegal action ends the game, and whoever took it gets -1."""
    return wrapped(raw_env(num_players, render_mode, render_seat, **options))
