"""All seats, for RLlib: ``PettingZooEnv(MaskedForRllib(gosu_v0.env()))``. RLlib itself is not needed here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper


class MaskedForRllib(BaseWrapper[str, Any, Any]):
    """Observations as ``ActionMaskingTorchRLModule`` takes them: ``observations`` and ``action_mask``, both float32.

    ``encoder`` turns an observation into float32 of its ``size``, as ``gosu_env.encode`` does; without one, numbers
    are what they are.
    """

    def __init__(self, env: AECEnv[str, Any, Any], encoder: Any = None) -> None:
        super().__init__(env)
        self._encode: Callable[[NDArray[np.int8]], NDArray[np.float32]] = encoder or _as_float
        plain: Any = env.observation_space(env.possible_agents[0])
        size = encoder.size if encoder is not None else plain["observation"].shape[0]
        low, high = (-1, 1) if encoder is not None else (-128, 127)
        self._space = spaces.Dict(
            {
                "observations": spaces.Box(low, high, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, plain["action_mask"].shape, np.float32),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._space

    def observe(self, agent: str) -> dict[str, NDArray[np.float32]]:
        seen: Any = super().observe(agent)
        return {
            "observations": self._encode(seen["observation"]),
            "action_mask": seen["action_mask"].astype(np.float32),
        }


def _as_float(observation: NDArray[np.int8]) -> NDArray[np.float32]:
    return observation.astype(np.float32)
