"""The agents that a visitor may choose.

Names come from the browser, so they are looked up in a list: a name that is not in it makes no agent, imports no module
and opens no file. ``gosu serve --agent`` adds to the list.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import lru_cache

from gosu_env.agents.features import read_features
from gosu_env.agents.policy import Policy, PolicyWarning, check_fit, find_policy
from gosu_env.agents.registry import make_agent, policy_of
from gosu_env.engine.errors import GosuError, MissingExtraError, OptionError
from gosu_env.engine.rules import Rules
from gosu_env.engine.view import Agent
from gosu_env.play.seating import STRONG, check_reads

WITH_JUDGE = "ismcts:1000:judge=small"
USUAL = (STRONG, WITH_JUDGE, "policy:small", "ismcts:1000", "ismcts:200", "rollout:50", "greedy", "random")


class Roster:
    """The agents of a server by name: first the one to play against unless another is chosen, then the strongest."""

    def __init__(self, more: Sequence[str] = ()) -> None:
        for spec in more:
            make_agent(spec, 0)
        self.specs = (*more, *(spec for spec in USUAL if spec not in more))

    def for_table(self, game: str, players: int) -> list[str]:
        """Those that can sit at a table."""
        return [spec for spec in self.specs if can_play(spec, game, players)]

    def make(self, spec: str, rules: Rules, seed: int) -> Agent:
        """An agent of the list for a table."""
        if spec not in self.specs:
            raise OptionError(f"unknown agent {spec[:40]!r}; known here: {', '.join(self.specs)}")
        if not can_play(spec, rules.name, rules.num_players):
            raise OptionError(f"{spec} does not play {rules.title} with {rules.num_players} players")
        if not fits(spec, rules):
            raise OptionError(f"{spec} does not play {rules.title} with these options")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PolicyWarning)
            return make_agent(spec, seed)


def policy_at(source: str, rules: Rules) -> Policy:
    """A network at a table, without a word about other cards that it was trained with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PolicyWarning)
        return find_policy(source, rules.name, rules.num_players, rules.options).at(rules)


def fits(spec: str, rules: Rules) -> bool:
    """Whether the network of an agent, if it has one, reads the observations of a table."""
    source = policy_of(spec)
    if source is None:
        return True
    try:
        check_fit(policy_at(source, rules), read_features(rules.observation_spec), rules.num_actions)
    except GosuError:
        return False
    return True


@lru_cache(maxsize=256)
def can_play(spec: str, game: str, players: int) -> bool:
    """Whether an agent can be made for so many players of a game."""
    try:
        make_agent(spec, 0)
        check_reads(spec, players, game, {})
    except (GosuError, MissingExtraError):
        return False
    return True
