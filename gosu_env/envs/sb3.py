"""Many learners at once for stable-baselines3: a ``VecEnv`` without subprocesses, with masks for MaskablePPO."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gosu_env.engine.errors import OptionError, install
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.envs.common import box_of
from gosu_env.envs.learners import make_learners
from gosu_env.envs.opponents import Opponents

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(f"this wrapper needs stable-baselines3: {install('training')}") from error


class GosuVecEnv(VecEnv):
    """N tables with one learner each, in one process; seats, opponents, rewards and errors are those of ``SeatEnv``.

    ``env.seed(s)`` and then ``reset`` give table i the episodes of ``SeatEnv.reset(seed=s + i)``.

    >>> env = GosuVecEnv(num_envs=64, num_players=2)
    >>> MaskablePPO("MlpPolicy", env).learn(100_000)
    """

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int = 2,
        opponents: Opponents = None,
        seat: int | None = None,
        illegal_action: str = "lose",
        game: str = USUAL_GAME,
        history: int = 0,
        **options: Any,
    ) -> None:
        self.learners = make_learners(game, num_envs, num_players, opponents, seat, options, illegal_action, history)
        self.observation_spec = self.learners.observation_spec
        rules = self.learners.rules
        num_envs = self.learners.num_envs
        self.render_mode = None
        self._actions: NDArray[Any] = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, box_of(self.observation_spec), spaces.Discrete(rules.num_actions))

    def reset(self) -> NDArray[np.int8]:
        self.learners.reset(self._seeds)
        self._reset_seeds()
        self._reset_options()
        return self.learners.obs.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        tables = self.learners
        tables.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(tables.done).tolist():
            infos[i] = {
                "terminal_observation": tables.final_obs[i].copy(),
                "TimeLimit.truncated": bool(tables.truncated[i]),
                "episode": {"r": float(tables.reward[i]), "l": int(tables.final_length[i]), "t": 0.0},
            }
            if i in tables.refusals:
                infos[i]["illegal_action"] = tables.refusals[i]
        return tables.obs.copy(), tables.reward.astype(np.float32), tables.done.copy(), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every legal action: (N, A)."""
        return self.learners.mask.astype(np.bool_)

    def close(self) -> None:
        """There is nothing to close."""

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or hasattr(self.learners, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        count = len(list(self._get_indices(indices)))
        return [self.render_mode if attr_name == "render_mode" else getattr(self.learners, attr_name)] * count

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise OptionError(f"{attr_name!r} cannot be set: the tables of a GosuVecEnv share it; make a new one instead")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise OptionError(f"the tables of a GosuVecEnv have no method {method_name!r}; expected action_masks")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        from gosu_env.render.raster import table_rgb  # noqa: PLC0415  (drawing is loaded when it is needed)

        tables = self.learners
        return [table_rgb(tables.game(i), int(tables.seat[i])) for i in range(self.num_envs)]
