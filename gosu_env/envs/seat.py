"""One seat at a table with opponents, as a gymnasium environment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from gosu_env.engine.errors import IllegalActionError, OpponentError, OptionError
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.view import Agent, View
from gosu_env.envs.table import (
    RENDER_FPS,
    RENDER_MODES,
    UNFINISHED,
    check_render_mode,
    check_seat,
    render,
    svg,
)

ILLEGAL_REWARD = -1.0
ILLEGAL_ACTIONS = ("lose", "raise")
MOST_DEALS = 1000  # to find a game in which the learner decides anything


# One opponent: an agent, None for one that plays at random, or a function that draws either for every episode.
Opponent: TypeAlias = Agent | Callable[[np.random.Generator], Any] | None
# All of them: one for every other seat, one for all, or a function that draws either for every episode.
Opponents: TypeAlias = Opponent | Sequence[Opponent]


class RandomOpponent:
    """Answers uniformly at random, from the generator of the episode."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._random = rng.random

    def act(self, view: View | Game) -> int:
        legal = view.legal_actions()
        return legal[int(self._random() * len(legal))]


class SeatEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One learner at a table; a step is one decision of the learner, and the others play until its next one.

    - Observation: int8 (F,), what the learner's seat may know (``game.observation_spec``). The mask of legal actions,
      int8 (A,), is in ``info["action_mask"]``; ``action_masks()`` gives it as bools. When the episode is over it is all
      ones, so that a policy that still looks at it finds something to choose.
    - Action: an id of ``game.action_spec``. An illegal one ends the episode with a reward of -1 and says why in
      ``info["illegal_action"]``; with ``illegal_action="raise"`` it raises ``IllegalActionError`` and changes nothing.
    - Reward: all that the learner's seat got since its last decision, also when another seat ended the game: 0, and at
      the end its part of ``game.returns()``. A game that reaches ``max_decisions`` is truncated.
    - Info: ``action_mask``; ``seat``, the learner's in this episode; and at the end ``ending``, how the game ended.

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
    game_name = "gosu"

    def __init__(
        self,
        num_players: int = 2,
        opponents: Opponents = None,
        seat: int | None = None,
        illegal_action: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._game = Game(self.game_name, num_players, 0, **options)
        self._seat_wanted = check_seat("seat", seat, num_players)
        self.seat = self._seat_wanted or 0
        self.opponents = opponents
        self._check_opponents(opponents)
        self._table: list[Agent | None] = []
        if illegal_action not in ILLEGAL_ACTIONS:
            raise OptionError(f"illegal_action must be 'lose' or 'raise', not {illegal_action!r}")
        self.illegal_action = illegal_action
        self.render_mode = check_render_mode(render_mode)
        self._running = False
        self.observation_space = spaces.Box(-128, 127, (self._game.observation_spec.size,), np.int8)
        self.action_space = spaces.Discrete(self._game.num_actions)

    @property
    def game(self) -> Game:
        """The game itself; ``game.clone()`` is the copy to search in."""
        return self._game

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib asks for them: bool, shape (A,)."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> NDArray[np.int8]:
        return self._game.mask() if self._running else np.ones(self._game.num_actions, np.int8)

    # -------------------------------------------------------------------------------------------- opponents

    def _check_opponents(self, opponents: Any, drawn: bool = False) -> None:
        others = self._game.num_players - 1
        if isinstance(opponents, Sequence) and not isinstance(opponents, str):
            if len(opponents) != others:
                raise OptionError(
                    f"opponents: {len(opponents)} for {others} other seats; give one for every other seat, clockwise"
                )
        else:
            opponents = [opponents]
        for opponent in opponents:
            if isinstance(opponent, type) and hasattr(opponent, "act"):
                raise OptionError(f"opponents: {opponent.__name__} is a class; give an agent, {opponent.__name__}()")
            if opponent is not None and not isinstance(opponent, Agent) and (drawn or not callable(opponent)):
                raise OptionError(
                    f"opponents: {opponent!r} has no act(view); give an agent, None for random play, a list of these"
                    + ("" if drawn else ", or a function that draws them for every episode")
                )

    def _seat_opponents(self, rng: np.random.Generator) -> list[Agent | None]:
        """Who sits where in this episode; None is the learner."""
        opponents: Any = self.opponents
        if opponents is not None and not isinstance(opponents, Agent | Sequence):
            opponents = opponents(rng)
            self._check_opponents(opponents)
        others = self._game.num_players - 1
        entries = list(opponents) if isinstance(opponents, Sequence) else [opponents] * others
        table: list[Agent | None] = [None] * (others + 1)
        for places, entry in enumerate(entries, start=1):
            opponent = entry
            if opponent is not None and not isinstance(opponent, Agent):
                opponent = opponent(rng)
                self._check_opponents([opponent] * others, drawn=True)
            table[(self.seat + places) % (others + 1)] = RandomOpponent(rng) if opponent is None else opponent
        return table

    def _play_opponent(self, seat: int) -> None:
        """Ask whoever sits there for a decision, and take it."""
        opponent = self._table[seat]
        assert opponent is not None
        try:
            if isinstance(opponent, RandomOpponent):  # trusted with the game itself: a view takes time to make
                action = opponent.act(self._game)
            else:
                action = opponent.act(View(self._game))
        except Exception as error:
            raise OpponentError(
                f"opponent {type(opponent).__name__} at seat {seat} failed: {type(error).__name__}: {error}; "
                f"decision: {self._game.decision_text()}"
            ) from error
        try:
            self._game.apply(action)
        except IllegalActionError as error:
            raise OpponentError(f"opponent {type(opponent).__name__} at seat {seat}: {error}") from error

    def _play_others(self) -> None:
        """Until the learner decides or the game is over. If an opponent fails, only a reset helps."""
        self._running = False
        while (seat := self._game.seat) != self.seat:
            if seat < 0:
                return
            self._play_opponent(seat)
        self._running = True

    # -------------------------------------------------------------------------------------------- playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal. There are no options to a reset: whatever is given is ignored."""
        deal = None if seed is None else check_seed(seed)
        super().reset(seed=deal)
        rng = np.random.default_rng(int(self.np_random.integers(2**63)))
        for _ in range(MOST_DEALS):
            self.seat = int(rng.integers(self._game.num_players)) if self._seat_wanted is None else self._seat_wanted
            self._table = self._seat_opponents(rng)
            self._game = self._game.deal(int(rng.integers(2**63)) if deal is None else deal)
            self._play_others()
            if self._running:
                break
            deal = None
        else:
            raise OptionError(
                f"in {MOST_DEALS} deals the learner had nothing to decide; the last game ended by "
                f"{self._game.ending[0]!r}: is max_decisions too low?"
            )
        if self.render_mode == "human":
            self.render()
        return self._game.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        if not self._running:
            raise ResetNeeded("step() without a running episode: call reset() first")
        game = self._game
        try:
            game.apply(action)
        except IllegalActionError as error:
            if self.illegal_action == "raise":
                raise
            self._running = False
            return game.observe(self.seat), ILLEGAL_REWARD, True, False, self._info() | {"illegal_action": str(error)}
        self._play_others()
        reward, terminated, truncated = 0.0, False, False
        info = self._info()
        if not self._running:
            reward = game.returns()[self.seat]
            info["ending"] = game.ending[0]
            truncated = info["ending"] in UNFINISHED
            terminated = not truncated
        if self.render_mode == "human":
            self.render()
        return game.observe(self.seat), reward, terminated, truncated, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    # -------------------------------------------------------------------------------------------- showing

    def render(self) -> Any:
        """The table as the learner sees it: a text (``ansi``), a picture, uint8 (H, W, 3), or printed (``human``)."""
        return render(self._game, self.render_mode, self.seat)

    def svg(self) -> str:
        """The table as a drawing, as the learner sees it."""
        return svg(self._game, self.seat)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self._table else None  # None: nothing is dealt yet
