"""One seat at a table with opponents, as a gymnasium environment."""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from gosu_env.engine.errors import IllegalActionError
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.history import check_history, history_spec
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.envs.common import (
    ILLEGAL_REWARD,
    RENDER_FPS,
    RENDER_MODES,
    box_of,
    check_illegal_action,
    check_render_mode,
    first_game,
    render,
    svg,
)
from gosu_env.envs.episodes import LearnerTable, play_on
from gosu_env.envs.opponents import Opponents


class SeatEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One learner at a table; a step is one decision of the learner, and the others play until its next one.

    - Observation: int8 (F,), what the learner's seat may know (``observation_spec``). The mask of legal actions,
      int8 (A,), is in ``info["action_mask"]``; ``action_masks()`` gives it as bools. When the episode is over it is all
      ones, so that a policy that still looks at it finds something to choose.
    - Action: an id of ``game.action_spec``. An illegal one ends the episode with a reward of -1 and says why in
      ``info["illegal_action"]``; with ``illegal_action="raise"`` it raises ``IllegalActionError`` and changes nothing.
    - Reward: all that the learner's seat got since its last decision, also when another seat ended the game: 0, and at
      the end its part of ``game.returns()``. A game that reaches ``max_decisions`` is truncated.
    - Info: ``action_mask``; ``seat``, the learner's in this episode; and at the end ``ending``, how the game ended.

    ``history`` puts the last so many tokens behind an observation, as ``observation_spec`` names them.

    ``seat`` is the learner's seat; None draws one for every episode. ``opponents`` is

    - None: they play at random;
    - an agent, anything with ``act(view) -> action`` (``gosu_env.View``): it plays all the other seats;
    - a list with one entry for every other seat, clockwise from the learner;
    - a function that is called for every episode with a ``numpy.random.Generator`` and returns one of these.

    ``reset(seed=s)`` deals ``Game(seed=s)`` and fixes all that is drawn here: the seat, what the function of the
    opponents is given, and opponents that play at random. Agents bring their own randomness. The deals of later
    episodes do not depend on how earlier ones were played. A deal in which the game ends before the learner has
    anything to decide is dealt again.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        num_players: int = 2,
        opponents: Opponents = None,
        seat: int | None = None,
        illegal_action: str = "lose",
        game: str = USUAL_GAME,
        render_mode: str | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        length = check_history(history)
        self._table = LearnerTable(first_game(game, num_players, options), seat, opponents, history=length)
        self.observation_spec = history_spec(self.game.rules, length)
        self.illegal_action = check_illegal_action(illegal_action)
        self.render_mode = check_render_mode(render_mode)
        self._running = False
        self.observation_space = cast("Any", box_of(self.observation_spec))
        self.action_space = spaces.Discrete(self.game.num_actions)

    @property
    def game(self) -> Game:
        """The game itself; ``game.clone()`` is the copy to search in."""
        return self._table.game

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        return self._table.seat

    @property
    def opponents(self) -> Opponents:
        return self._table.opponents

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib asks for them: bool, shape (A,)."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        return self.game.mask() if self._running else np.ones(self.game.num_actions, np.int8)

    # -------------------------------------------------------------------------------------------- playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal. There are no options to a reset: whatever is given is ignored."""
        deal = None if seed is None else check_seed(seed)
        super().reset(seed=deal)
        self._running = False
        self._table.begin(int(self.np_random.integers(2**63)), deal)
        self._play_others()
        return self._table.observe(), self._info()

    def _play_others(self) -> None:
        """Until the learner decides or the game is over. If an opponent fails, only a reset helps."""
        self._running = False
        play_on([self._table])
        self._running = self._table.learner_decides
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        if not self._running:
            raise ResetNeeded("step() without a running episode: call reset() first")
        table = self._table
        try:
            table.decide(action)
        except IllegalActionError as error:
            if self.illegal_action == "raise":
                raise
            self._running = False
            info = self._info() | {"illegal_action": str(error)}
            return table.observe(), ILLEGAL_REWARD, True, False, info
        self._play_others()
        terminated = truncated = False
        info = self._info()
        if not self._running:
            info["ending"] = table.game.ending[0]
            truncated = table.is_truncated
            terminated = not truncated
        return table.observe(), table.reward, terminated, truncated, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    # -------------------------------------------------------------------------------------------- showing

    def render(self) -> Any:
        """The table as the learner sees it: a text (``ansi``), a picture, uint8 (H, W, 3), or printed (``human``)."""
        return render(self.game, self.render_mode, self.seat)

    def svg(self) -> str:
        """The table as a drawing, as the learner sees it."""
        return svg(self.game, self.seat)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self._table.is_dealt else None  # None: no cards have been dealt
