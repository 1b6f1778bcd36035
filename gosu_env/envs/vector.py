"""Many learners at once for gymnasium: the native vector environment of ``gosu/Gosu-v0``."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from gosu_env.engine.errors import OptionError
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.envs.common import box_of, check_render_mode
from gosu_env.envs.learners import make_learners
from gosu_env.envs.opponents import Opponents


class SeatVectorEnv(VectorEnv[NDArray[np.int8], NDArray[Any], NDArray[Any]]):
    """N tables with one learner each, in one process; seats, opponents, rewards and errors are those of ``SeatEnv``.

    All that is handed out is what gymnasium's ``SyncVectorEnv`` of as many ``SeatEnv`` hands out with the same
    ``autoreset_mode``, by default in the same step. ``reset(seed=s)`` gives table i the episodes of
    ``SeatEnv.reset(seed=s + i)``; a list has a seed or None for every table. ``reset(options={"reset_mask": mask})``,
    bool (N,), deals just these tables anew.

    - Observation: int8 (N, F). Action: int (N,).
    - Info: ``action_mask``, int8 (N, A), which ``action_masks()`` gives as bools, and ``seat``. A key with ``_`` before
      it, bool (N,), says which tables have something there.
    - ``AutoresetMode.SAME_STEP``: the next episode begins in the step that ends one. Where games ended, ``final_obs``
      holds what their learners saw last and ``final_info`` what ``SeatEnv`` tells at the end.
    - ``NEXT_STEP``, which gymnasium's ``NormalizeObservation`` needs: the step that ends an episode shows its end, the
      next one ignores the action at that table and shows the next deal.
    - ``DISABLED``: the same, but tables whose games are over must be reset before the next step.

    ``history`` is as in ``SeatEnv``. Without it, and without ``opponents``, all others play at random and everything is
    compiled. Agents are asked for the decisions of many tables at once (``act_many(views)``, if they have it).
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        num_players: int = 2,
        opponents: Opponents = None,
        seat: int | None = None,
        illegal_action: str = "lose",
        game: str = USUAL_GAME,
        render_mode: str | None = None,
        history: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        self.autoreset_mode = check_autoreset(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.learners = make_learners(game, num_envs, num_players, opponents, seat, options, illegal_action, history)
        self.observation_spec = self.learners.observation_spec
        rules = self.learners.rules
        self.num_envs = num_envs = self.learners.num_envs
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self._over = np.zeros(num_envs, np.bool_)  # tables that show the end of an episode, with the next one dealt
        self.single_observation_space = box_of(self.observation_spec)
        self.single_action_space = spaces.Discrete(rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal all tables, or those of ``options["reset_mask"]``. There are no other options: they are ignored."""
        chosen = self._chosen(options)
        everywhere = np.ones(self.num_envs, np.bool_) if chosen is None else chosen.copy()
        if self._over.any() and self.learners.is_running:
            self._reset_some(seed, everywhere)
        else:
            self._over = np.zeros(self.num_envs, np.bool_)
            self.learners.reset(seed, chosen)
        return self._seen(), self._info(self.learners.mask, self.learners.seat, everywhere)

    def _reset_some(self, seed: Any, chosen: NDArray[np.bool_]) -> None:
        """Where an episode has ended, the next one is dealt already: without a seed, it is only shown."""
        seeds = self.learners.seeds_of_tables(seed)
        dealt = self._over & np.array([own is None for own in seeds])
        if (anew := chosen & ~dealt).any():
            self.learners.reset(seeds, anew)
        self._over = self._over & ~chosen

    def _seen(self) -> NDArray[np.int8]:
        """What learners see, or saw last where an episode has ended."""
        return (
            np.where(self._over[:, None], self._last, self.learners.obs)
            if self._over.any()
            else self.learners.obs.copy()
        )

    def _chosen(self, options: dict[str, Any] | None) -> NDArray[np.bool_] | None:
        """The tables to reset; None is all of them."""
        if not options or "reset_mask" not in options:
            return None
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            what = f"{mask.dtype} of shape {mask.shape}" if isinstance(mask, np.ndarray) else repr(mask)
            raise OptionError(f"reset_mask must be an array of {self.num_envs} bools, not {what}")
        if not mask.any():
            raise OptionError("reset_mask selects no table; select at least one, or omit it to reset all")
        return mask

    def _info(self, mask: NDArray[np.int8], seat: NDArray[Any], where: NDArray[np.bool_]) -> dict[str, Any]:
        """What ``SeatEnv`` tells, of the tables of ``where``."""
        return {
            "action_mask": np.where(where[:, None], mask, np.int8(0)),
            "_action_mask": where.copy(),
            "seat": np.where(where, seat, 0).astype(np.int64),
            "_seat": where.copy(),
        }

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            return self._step_apart(actions)
        tables = self.learners
        tables.step(actions)
        info = self._info(tables.mask, tables.seat, np.ones(self.num_envs, np.bool_))
        if tables.done.any():
            info |= self._final()
        terminated = tables.done & ~tables.truncated
        return tables.obs.copy(), tables.reward.copy(), terminated, tables.truncated.copy(), info

    def _step_apart(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """A step that shows the ends of episodes, and the deals after them later."""
        tables = self.learners
        if self._over.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            ended = ", ".join(map(str, np.flatnonzero(self._over)[:8]))
            raise ResetNeeded(f"the games at tables {ended} are over: reset(options={{'reset_mask': …}}) comes first")
        tables.step(actions, self._over)
        self._over = tables.done.copy()
        over = self._over[:, None]
        self._last = tables.final_obs.copy()
        masks, seats = np.where(over, np.int8(1), tables.mask), np.where(self._over, tables.final_seat, tables.seat)
        info = self._info(masks, seats, np.ones(self.num_envs, np.bool_)) | self._ends()
        terminated = tables.done & ~tables.truncated
        return self._seen(), tables.reward.copy(), terminated, tables.truncated.copy(), info

    def _ends(self) -> dict[str, Any]:
        """How episodes ended in this step, and what was wrong with actions that lost."""
        tables = self.learners
        told: dict[str, Any] = {}
        ended = {i: tables.rules.endings[tables.ending[i]] for i in np.flatnonzero(tables.ending).tolist()}
        for name, texts in (("ending", ended), ("illegal_action", tables.refusals)):
            if texts:
                told |= {name: self._spread(texts), f"_{name}": np.isin(np.arange(self.num_envs), list(texts))}
        return told

    def _final(self) -> dict[str, Any]:
        """What there is to say of the games that ended in this step."""
        tables = self.learners
        done = tables.done.copy()
        seen = self._spread({i: tables.final_obs[i].copy() for i in np.flatnonzero(done).tolist()})
        told = self._info(np.ones_like(tables.mask), tables.final_seat, done) | self._ends()
        return {"final_obs": seen, "_final_obs": done, "final_info": told, "_final_info": done.copy()}

    def _spread(self, entries: dict[int, Any]) -> NDArray[np.object_]:
        """An array of one entry for every table, None where there is none."""
        array = np.full(self.num_envs, None, dtype=object)
        for i, entry in entries.items():
            array[i] = entry
        return array

    def action_masks(self) -> NDArray[np.bool_]:
        """True for every legal action, or for all where an episode has ended: (N, A)."""
        return self.learners.mask.astype(np.bool_) | self._over[:, None]

    def render(self) -> tuple[str, ...] | None:
        if self.render_mode != "ansi":
            return None
        tables = self.learners
        return tuple(tables.game(i).describe(int(tables.seat[i])) for i in range(self.num_envs))


def check_autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(f"AutoresetMode.{each.name}" for each in AutoresetMode)
        raise OptionError(f"autoreset_mode must be one of {known}, not {mode!r}") from None
