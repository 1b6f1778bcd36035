"""Players that try every action in many worlds and play the games on, by chance or by a network."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env import OptionError, View
from gosu_env.agents import playouts, policy_playouts
from gosu_env.agents.inference import Net
from gosu_env.agents.judge import find_judge
from gosu_env.agents.repeats import Repeats
from gosu_env.engine.rules import Rules
from gosu_env.engine.view import Thoughts

DEPTH = 8  # decisions that a network plays on
ENDLESS = 1 << 30
MARGIN = 2.0  # standard errors by which an action has to be better than the network's own


class RolloutAgent:
    """Takes the action with the best average return over random playouts: flat Monte Carlo.

    ``playouts`` is the budget of a decision, split evenly over its legal actions; every action gets one at least. All
    actions are tried in the same worlds, dealt anew from what the seat knows.

    With a ``policy`` its network plays on at all seats, by its probabilities, for ``depth`` decisions and on to the
    seat's next one, where it says what to expect; 0: to the end of the game. It does what the network likes best unless
    something else is clearly better: policy improvement while playing (Tesauro and Galperin 1996). The better half of
    the actions, and the network's own, go on to more worlds, again and again.
    """

    def __init__(
        self,
        playouts: int = 200,
        seed: int | Sequence[int] | None = None,
        policy: str | None = None,
        depth: int = DEPTH,
    ) -> None:
        if playouts < 1:
            raise OptionError(f"playouts must be 1 or more, not {playouts!r}")
        if depth < 0:
            raise OptionError(f"depth must be 0 or more, not {depth!r}")
        self.playouts = playouts
        self.policy = policy
        self.depth = depth
        self.asked = 0  # random answers given in all playouts so far
        self.thoughts: Thoughts | None = None
        self._stream = np.random.default_rng(seed).integers(1, 2**32, 4, np.uint32)
        self._repeats = Repeats()
        self._rules: Rules | None = None
        self._net: Net | None = None

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        if len(legal) == 1:
            self.thoughts = None
            return legal[0]
        return self._by_chance(view, legal) if self.policy is None else self._by_network(view, legal)

    def _by_chance(self, view: View, legal: list[int]) -> int:
        world, rules = view.world, view.world.rules
        totals, actions, room = np.zeros(len(legal)), *np.zeros((2, rules.max_legal), np.int16)
        self.asked += rules.bind(playouts).try_actions(
            *(world.states, rules.tables, rules.new_states(2), self._stream, self.playouts, actions, room, totals)
        )
        best = int(totals.argmax())
        self.thoughts = Thoughts(value=float(totals[best]) / max(self.playouts // len(legal), 1))
        return legal[best]

    # -------------------------------------------------------------------------------------------- with a network

    def _by_network(self, view: View, legal: list[int]) -> int:
        world, net = view.world, self._sit_down(view.world.rules)
        rules, actions, likes = world.rules, np.array(legal, np.int64), np.zeros(len(legal))
        loops, room = rules.bind(policy_playouts), (rules.new_states(2), net, self._stream, self.depth or ENDLESS)
        lists = np.zeros(rules.max_legal, np.int16), np.zeros(rules.max_legal)
        loops.begin(world.states, rules.tables, net, actions, likes)
        alive = np.array(self._repeats.left(view, legal))
        usual, gained = int(alive[likes[alive].argmax()]), np.zeros((0, len(alive)))
        stages = max(1, len(alive) - 1).bit_length()
        for stage in range(stages):
            worlds = max(1, self.playouts // (stages * len(alive)))
            told = np.zeros((worlds, len(alive)))
            loops.try_with(world.states, rules.tables, *room, actions[alive], *lists, told)
            gained = np.concatenate([gained, told])
            if stage < stages - 1:
                kept = better_half(gained.mean(0), int(np.searchsorted(alive, usual)))
                alive, gained = alive[kept], gained[:, kept]
        chosen = better(gained, int(np.searchsorted(alive, usual)))
        self.thoughts = Thoughts(value=float(gained[:, chosen].mean()))
        return self._repeats.answer(view, legal[int(alive[chosen])])

    def _sit_down(self, rules: Rules) -> Net:
        """The network, at a table with these rules."""
        if self._net is None or rules is not self._rules:
            assert self.policy is not None
            self._net, self._rules = find_judge(self.policy, rules, proposes=True), rules
        return self._net


def better_half(means: NDArray[np.float64], usual: int) -> NDArray[np.int64]:
    """The actions that brought more on average, in their order; the usual one is always among them."""
    order = np.argsort(-means, kind="stable")
    kept = order[: (len(means) + 1) // 2]
    if usual not in kept:
        kept[-1] = usual
    return np.sort(kept)


def better(gained: NDArray[np.float64], usual: int) -> int:
    """The action that is clearly better than the usual one, or that one; what each brought in every world.

    Actions are compared world by world. One world more, in which they differ by 1, keeps few worlds from being sure.
    """
    lead = gained - gained[:, usual : usual + 1]
    worlds, mean = len(lead), lead.mean(0)
    error = np.sqrt((((lead - mean) ** 2).sum(0) + 1) / worlds) / np.sqrt(worlds)
    surely = np.where(np.arange(len(mean)) == usual, 0.0, mean - MARGIN * error)
    return int(surely.argmax()) if surely.max() > 0 else usual
