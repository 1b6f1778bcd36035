"""GOSU X for PettingZoo: ``env``, with PettingZoo's checks around it, ``raw_env``, and ``parallel_env``."""

from gosu_env.envs.aec import environments

__all__ = ["env", "parallel_env", "raw_env"]

raw_env, env, parallel_env = environments("gosux")
