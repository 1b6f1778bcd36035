"""Makes the environments of all games known to gymnasium and PettingZoo, where these are installed."""

from __future__ import annotations

from gosu_env.engine.rules import GAMES


def register_gymnasium() -> None:
    """``gosu/Gosu-v0`` and the like: one learner at a table."""
    try:
        import gymnasium  # noqa: PLC0415  (the engine runs without it)
    except ImportError:
        return
    for game in GAMES:
        name = f"gosu/{game.capitalize()}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="gosu_env.envs.seat:SeatEnv",
                vector_entry_point="gosu_env.envs.vector:SeatVectorEnv",
                kwargs={"game": game},
            )


def register_pettingzoo() -> None:
    """``gosu/gosu-v0`` and the like: all seats."""
    try:
        import pettingzoo  # noqa: PLC0415  (the engine runs without it)
    except ImportError:
        return
    for game in GAMES:
        name = f"gosu/{game}-v0"
        if hasattr(pettingzoo, "register") and name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=f"gosu_env.{game}_v0:env")


def register_environments() -> None:
    register_gymnasium()
    register_pettingzoo()
