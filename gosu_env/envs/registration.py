"""Makes the environments known to gymnasium and PettingZoo, where these are installed."""

from __future__ import annotations


def register_gymnasium() -> None:
    try:
        import gymnasium  # noqa: PLC0415  (the engine runs without it)
    except ImportError:
        return
    if "gosu/Gosu-v0" not in gymnasium.registry:
        gymnasium.register(
            id="gosu/Gosu-v0",
            entry_point="gosu_env.envs.seat:SeatEnv",
            vector_entry_point="gosu_env.envs.vector:SeatVectorEnv",
        )


def register_pettingzoo() -> None:
    try:
        import pettingzoo  # noqa: PLC0415  (the engine runs without it)
    except ImportError:
        return
    if hasattr(pettingzoo, "register") and "gosu/gosu-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "gosu/gosu-v0", entry_point="gosu_env.gosu_v0:env")


def register_environments() -> None:
    register_gymnasium()
    register_pettingzoo()
