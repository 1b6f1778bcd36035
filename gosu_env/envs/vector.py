"""Many learners at once for gymnasium: the native vector environment of ``gosu/Gosu-v0``."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from gosu_env.envs.learners import make_learners
from gosu_env.envs.opponents import Opponents


class SeatVectorEnv(VectorEnv[NDArray[np.int8], NDArray[Any], NDArray[Any]]):
    """N tables with one learner each, in one process; seats, opponents and rewards are those of ``SeatEnv``.

    Observation int8 (N, F), action int (N,), mask in ``info["action_mask"]`` and by ``action_masks()``. Autoreset in
    the same step: ``info["final_obs"]`` holds the last observations of the games in ``info["_final_obs"]``. An illegal
    action raises before anything is applied.

    Without ``opponents`` all others play at random, and everything is compiled. Agents are asked for the decisions of
    many tables at once (``act_many(views)``, if they have it), and ``reset(seed=s)`` gives table i the episodes of
    ``SeatEnv.reset(seed=s + i)``.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int = 2,
        opponents: Opponents = None,
        seat: int | None = None,
        game: str = "gosu",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.learners = make_learners(game, num_envs, num_players, opponents, seat, options)
        rules = self.learners.rules
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = spaces.Box(-128, 127, (rules.observation_size,), np.int8)
        self.single_action_space = spaces.Discrete(rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal all tables. There are no options to a reset: whatever is given is ignored."""
        self.learners.reset(seed)
        return self.learners.obs.copy(), {"action_mask": self.action_masks(), "seat": self.learners.seat.copy()}

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        tables = self.learners
        tables.step(actions)
        info: dict[str, Any] = {"action_mask": self.action_masks(), "seat": tables.seat.copy()}
        if tables.done.any():
            done = tables.done.copy()
            info["final_obs"] = tables.final_obs.copy()
            info["_final_obs"] = done
            info["episode"] = {"r": np.where(done, tables.reward, 0), "l": tables.final_length.copy(), "_r": done}
        terminated = tables.done & ~tables.truncated
        return tables.obs.copy(), tables.reward.astype(np.float64), terminated, tables.truncated.copy(), info

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every legal action: (N, A)."""
        return self.learners.mask.astype(np.bool_)

    def render(self) -> tuple[str, ...] | None:
        if self.render_mode != "ansi":
            return None
        tables = self.learners
        return tuple(tables.game(i).describe(int(tables.seat[i])) for i in range(self.num_envs))
