"""``Coach``: what a strong agent would do, what every answer promises, and which decisions cost most.

It is asked with views, as agents are: it knows no more than the seat that it advises.
"""

from __future__ import annotations

import warnings
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from gosu_env.agents.features import read_features
from gosu_env.agents.lookahead import Lookahead
from gosu_env.agents.policy import PolicyWarning
from gosu_env.agents.registry import policy_of
from gosu_env.engine.audience import Audience
from gosu_env.engine.errors import GosuError
from gosu_env.engine.replay import Replay
from gosu_env.engine.rules import Rules
from gosu_env.engine.view import Agent, View
from gosu_env.play.thinking import ask
from gosu_env.web.roster import Roster, fits, policy_at

MOST_COACHES = 4
WORLDS = 16  # in which every answer is tried
COSTLIEST = 3
LEAST = 0.02  # a return that is worth mentioning
LIKELY = 0.25  # an answer that the agent gives itself so often is no mistake
SEED = 20


@dataclass(frozen=True)
class Advice:
    """What the coach thinks of a decision."""

    action: int
    promises: dict[int, float]  # the return that every answer promises; empty: it cannot tell
    chances: dict[int, float]  # the probabilities that the agent tells; empty: it tells none
    value: float | None  # the return that its seat can expect

    def as_dict(self) -> dict[str, Any]:
        return {
            "action": self.action,
            "promises": {str(action): round(hope, 3) for action, hope in self.promises.items()},
            "chances": {str(action): round(chance, 4) for action, chance in self.chances.items()},
            "value": None if self.value is None else round(self.value, 3),
        }


class Coaches:
    """Coaches by the rules that they know: those that were asked last. One has some 20 MB of worlds and networks."""

    def __init__(self, roster: Roster, most: int = MOST_COACHES) -> None:
        self.roster, self.most = roster, most
        self._known: OrderedDict[str, Coach] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def of(self, rules: Rules) -> Coach:
        """The coach for a table's rules. One thread at a time asks."""
        key = f"{rules.name} {rules.num_players} {rules.digest} {sorted(rules.options.items())}"
        coach = self._known.pop(key, None) or Coach(self.roster, rules)
        self._known[key] = coach
        while len(self._known) > self.most:
            self._known.popitem(last=False)
        return coach


class Coach:
    """The strongest agent of a table that answers at once, as an adviser."""

    def __init__(self, roster: Roster, rules: Rules) -> None:
        able = roster.for_table(rules.name, rules.num_players)
        self.name = next(spec for spec in able if fits(spec, rules))
        self.agent: Agent = roster.make(self.name, rules, SEED)
        self._ahead = self._judge(rules)

    def _judge(self, rules: Rules) -> Lookahead | None:
        """Its network, asked about what comes of every answer."""
        source = policy_of(self.name)
        if source is None:
            return None
        try:
            policy = policy_at(source, rules)
            ahead = Lookahead(rules, WORLDS)
            ahead.use(policy.weights, policy.about.depth, read_features(rules.observation_spec))
        except GosuError:
            return None
        return ahead

    def advise(self, view: View) -> Advice:
        """What it thinks of a decision."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PolicyWarning)
            answer = ask(self.agent, view)
        promises = {} if self._ahead is None else self._ahead.weigh(view.world.states, SEED)
        value = answer.thoughts.value if answer.thoughts else None
        return Advice(answer.action, promises, answer.chances, value)

    def review(self, replay: Replay, seat: int) -> list[dict[str, Any]]:
        """The decisions of a seat that cost most: what the agent would have done promised that much more.

        Answers that the agent finds as good as its own, by its probabilities, are left out.
        """
        found: list[dict[str, Any]] = []
        audience = Audience(replay.opening(), {seat: self.agent})
        before: int | None = None
        for step, game, action, _ in replay.decisions():
            if before is not None:
                audience.hear(before)
            before = action
            if game.seat != seat or len(game.legal_actions()) < 2:
                continue
            view = View(game)
            advice = self.advise(view)
            if not advice.promises:
                return []
            best = advice.action
            cost = advice.promises[best] - advice.promises[action]
            if cost >= LEAST and advice.chances.get(action, 0.0) < LIKELY:
                told = {
                    "step": step,
                    "round": int(game.state.round_number),
                    "question": view.decision_text(),
                    "chosen": view.action_text(action),
                    "better": view.action_text(best),
                    "promised": round(advice.promises[action], 3),
                    "possible": round(advice.promises[best], 3),
                    "cost": round(cost, 3),
                }
                found.append(told)
        found.sort(key=lambda told: -told["cost"])
        return found[:COSTLIEST]
