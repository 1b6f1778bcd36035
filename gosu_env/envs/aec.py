"""A table with all its seats, as a PettingZoo AEC environment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from gosu_env.engine.errors import IllegalActionError, OptionError
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.history import History, check_history, history_spec
from gosu_env.envs.common import (
    RENDER_FPS,
    RENDER_MODES,
    UNFINISHED,
    box_of,
    check_render_mode,
    check_seat,
    first_game,
    render,
    svg,
)

Observation = dict[str, NDArray[np.int8]] | NDArray[np.int8]
NOTHING = 0  # the action of a seat that waits, where all seats act at once


class TableEnv(AECEnv[str, Any, Any]):
    """All seats of one game, ``seat_0``, ``seat_1`` …; one step is one decision of ``agent_selection``.

    - Observation: ``observation``, int8 (F,), what the seat may know (``game.observation_spec``), and ``action_mask``,
      int8 (A,), 1 for every legal action; the mask is also in ``infos``. A seat that waits has a mask of zeros. When
      the game is over, masks are all ones, so that a policy that still looks at one finds something to choose.
    - Action: an id of ``game.action_spec``. An illegal one raises ``IllegalActionError`` and changes nothing.
    - Reward: 0, and at the end ``game.returns()``. A game that reaches ``max_decisions`` is truncated.
    - State: the observations of all seats, one after the other, then the cards that none of them sees, such as the
      copies of each card in the draw pile (``state_spec``); not the order of a pile.
    - Seeds: ``reset(seed=s)`` deals ``Game(seed=s)``, and the resets without a seed after it deal what follows from s.

    With ``flat``, an observation is the vector alone, for clients that take no dicts: SuperSuit, PPO without masks. The
    mask is in ``infos``.

    ``history`` puts the last so many tokens of a seat behind its observation, as ``observation_spec`` names them.
    ``deepcopy`` and ``pickle`` keep the running game. ``render_seat`` shows the table as that seat sees it; without it,
    all hands are open.
    """

    game_name: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.metadata = {
            "name": f"{cls.game_name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
        }

    def __init__(
        self,
        num_players: int = 2,
        render_mode: str | None = None,
        render_seat: int | None = None,
        history: int = 0,
        flat: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._game = first_game(self.game_name, num_players, options)
        self._flat = check_flat(flat)
        self._length = check_history(history)
        self._history: History | None = None
        self.observation_spec = history_spec(self._game.rules, self._length)
        self._rng: np.random.Generator | None = None
        self.render_mode = check_render_mode(render_mode)
        self.render_seat = check_seat("render_seat", render_seat, num_players)
        self.possible_agents = [f"seat_{seat}" for seat in range(num_players)]
        self.agents = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._num_actions = self._game.num_actions
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._num_actions) for agent in self.possible_agents}
        self.state_spec = self._game.rules.state_spec
        self.state_space = box_of(self.state_spec)

    def _observation_space(self) -> spaces.Space[Any]:
        box = box_of(self.observation_spec)
        if self._flat:
            return box
        return spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (self._num_actions,), np.int8)})

    @property
    def game(self) -> Game:
        """The game itself; ``game.clone()`` is the copy to search in."""
        return self._game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # -------------------------------------------------------------------------------------------- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. There are no options to a reset: whatever is given is ignored."""
        if seed is not None:
            seed = check_seed(seed)
            self._rng = np.random.default_rng(seed)
        else:
            if self._rng is None:
                self._rng = np.random.default_rng()
            seed = int(self._rng.integers(2**63))
        self._game = game = self._game.deal(seed)
        self._history = History(game) if self._length else None
        self.agents = agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {"action_mask": np.zeros(self._num_actions, np.int8)} for agent in agents}
        self._skip_agent_selection = None  # type: ignore[assignment]  # PettingZoo reads it with a None
        self.agent_selection = agents[game.seat]
        self.infos[self.agent_selection] = {"action_mask": game.mask()}
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Answer the decision of ``agent_selection``; for a seat whose game is over, with None."""
        agent = self.agent_selection
        if self.terminations.get(agent, True) or self.truncations[agent]:
            if not self.agents:
                raise IllegalActionError(f"action {action!r}: the game is over and no agents are left; call reset()")
            self._was_dead_step(action)
            return
        game = self._game
        game.apply(action)  # type: ignore[arg-type]  # None is refused like any other illegal action
        if self._history is not None:
            self._history.apply(action)  # type: ignore[arg-type]
        seat = game.seat
        if seat < 0:
            self._finish()
        else:
            # Nobody earns anything before the end, so rewards stay what they are.
            deciding = self.possible_agents[seat]
            if deciding != agent:
                self.infos[agent] = {"action_mask": np.zeros(self._num_actions, np.int8)}
                self.agent_selection = deciding
            self.infos[deciding] = {"action_mask": game.mask()}
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        agents = self.agents
        unfinished = self._game.ending[0] in UNFINISHED
        self.rewards = dict(zip(agents, self._game.returns(), strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(agents, not unfinished)
        self.truncations = dict.fromkeys(agents, unfinished)
        self.infos = {agent: {"action_mask": np.ones(self._num_actions, np.int8)} for agent in agents}
        self.agent_selection = agents[0]

    def observe(self, agent: str) -> Observation:
        if agent not in self._seats:
            raise OptionError(f"unknown agent {agent!r}; known: {', '.join(self.possible_agents)}")
        seen = self._seen(self._seats[agent])
        if self._flat:
            return seen
        info = self.infos.get(agent)
        mask = np.ones(self._num_actions, np.int8) if info is None else info["action_mask"].copy()
        return {"observation": seen, "action_mask": mask}

    def _seen(self, seat: int) -> NDArray[np.int8]:
        """What a seat sees, with the end of its history if that is wanted."""
        game = self._game
        seen = game.observe(None if seat == game.seat else seat)
        return seen if self._history is None else np.concatenate([seen, self._history.latest(seat, self._length)])

    @property
    def history(self) -> History | None:
        """All that every seat has seen and done, where ``history`` was asked for."""
        return self._history

    def state(self) -> NDArray[np.int8]:
        """Everything that lies on the table or in a hand: int8, shape (state_spec.size,)."""
        return self._game.rules.central_state(self._game.states)

    # -------------------------------------------------------------------------------------------- showing

    def render(self) -> Any:
        """The table: a text (``ansi``), a picture, uint8 (H, W, 3), or printed (``human``)."""
        return render(self._game, self.render_mode, self.render_seat)

    def svg(self) -> str:
        """The table as a drawing."""
        return svg(self._game, self.render_seat)

    def _repr_svg_(self) -> str | None:
        return None if self._rng is None else self.svg()  # None: no cards have been dealt

    def close(self) -> None:
        """Nothing is held open."""


class DrawnWrapper(OrderEnforcingWrapper[str, Any, Any]):
    """PettingZoo's order of calls; a bool is no action; and a notebook draws the table."""

    def step(self, action: Any) -> None:
        if isinstance(action, bool | np.bool_):
            raise IllegalActionError(f"action {action!r}: ids are whole numbers, not bools")
        super().step(action)

    def __str__(self) -> str:
        return str(self.env)

    def _repr_svg_(self) -> str | None:
        table = self.unwrapped
        return table._repr_svg_() if isinstance(table, TableEnv) else None


class SimultaneousEnv(turn_based_aec_to_parallel_wrapper[str, Any, Any]):
    """All seats at once, as PettingZoo's parallel form of a game with turns: only one answer counts in a step.

    It is that of ``active_agent``, whose ``infos[agent]["active"]`` is 1. The others have nothing to decide: their
    masks allow only action 0, which does nothing here. So every mask has something to choose, and a policy for all
    seats needs no special case. Clients make tensors of infos: there are numbers and arrays only, and no second mask
    where observations have one.
    """

    @property
    def active_agent(self) -> str | None:
        """The seat that decides; None when the game is over."""
        return self.aec_env.agent_selection if self.agents else None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        observations, infos = super().reset(seed, options)  # type: ignore[no-untyped-call]
        return self._let_wait(observations), self._let_wait(self._numbers(infos))

    def step(self, actions: dict[str, Any]) -> Any:
        if not self.agents:
            return {}, {}, {}, {}, {}
        if self.aec_env.agent_selection not in actions:
            raise IllegalActionError(f"actions lack {self.aec_env.agent_selection}, whose decision it is")
        told = super().step(actions)  # type: ignore[no-untyped-call]
        observations, rewards, terminations, truncations, infos = told
        infos = self._let_wait(self._numbers(infos))
        return self._let_wait(observations), rewards, terminations, truncations, infos

    def _numbers(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Who decides, as a number at each seat: PettingZoo's wrapper tells the name."""
        deciding = self.active_agent
        kept = ("action_mask",) if isinstance(self._space, spaces.Box) else ()
        return {
            agent: {**{name: info[name] for name in kept}, "active": np.int8(agent == deciding)}
            for agent, info in infos.items()
        }

    @property
    def _space(self) -> spaces.Space[Any]:
        space: spaces.Space[Any] = cast("Any", self).observation_space(self.possible_agents[0])
        return space

    def _let_wait(self, told: dict[str, Any]) -> dict[str, Any]:
        """Masks of zeros become masks of the action that does nothing."""
        for agent, entry in told.items():
            if isinstance(entry, dict) and not entry.get("action_mask", self._nothing).any():
                told[agent] = entry | {"action_mask": self._nothing.copy()}
        return told

    @cached_property
    def _nothing(self) -> NDArray[np.int8]:
        space: Any = self.aec_env.action_space(self.possible_agents[0])
        mask = np.zeros(space.n, np.int8)
        mask[NOTHING] = 1
        return mask


def check_flat(flat: bool) -> bool:
    if not isinstance(flat, bool):
        raise OptionError(f"flat must be True or False, not {flat!r}")
    return flat


def wrapped(env: TableEnv) -> AECEnv[str, Any, Any]:
    """As PettingZoo's own board and card games: an illegal action ends the game, and whoever took it gets -1."""
    guarded = TerminateIllegalWrapper(env, illegal_reward=-1)
    return DrawnWrapper(AssertOutOfBoundsWrapper(guarded))


def environments(
    game: str,
) -> tuple[type[TableEnv], Callable[..., AECEnv[str, Any, Any]], Callable[..., SimultaneousEnv]]:
    """``raw_env``, ``env`` and ``parallel_env`` of a game, as the modules of PettingZoo have them."""
    module = f"gosu_env.{game}_v0"
    named = {"game_name": game, "__doc__": TableEnv.__doc__, "__module__": module, "__qualname__": "raw_env"}
    raw_env = type("raw_env", (TableEnv,), named)

    def env(
        num_players: int = 2,
        render_mode: str | None = None,
        render_seat: int | None = None,
        history: int = 0,
        flat: bool = False,
        **options: Any,
    ) -> AECEnv[str, Any, Any]:
        """``raw_env`` in PettingZoo's wrappers: an illegal action ends the game, and whoever took it gets -1."""
        return wrapped(raw_env(num_players, render_mode, render_seat, history, flat, **options))

    def parallel_env(
        num_players: int = 2,
        render_mode: str | None = None,
        render_seat: int | None = None,
        history: int = 0,
        flat: bool = False,
        **options: Any,
    ) -> SimultaneousEnv:
        """``env`` with all seats acting at once; those that wait have action 0 alone, which does nothing."""
        return SimultaneousEnv(env(num_players, render_mode, render_seat, history, flat, **options))

    env.__module__ = parallel_env.__module__ = module
    return raw_env, env, parallel_env
