"""A small network inside a search: what seats may expect of a position, and what a player would do; compiled."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gosu_env import OptionError
from gosu_env.agents.features import read_features
from gosu_env.agents.inference import Net, head, make_net, remember, think_on
from gosu_env.agents.policy import Policy, check_fit, check_table, find_policy
from gosu_env.engine.compile import rule
from gosu_env.engine.rules import Rules
from gosu_env.engine.verbs import State, Tables, write_observation


def read_judge(policy: Policy, rules: Rules) -> Net:
    """A network, for the searches of a game; one that reads cards, as it is for those of the table. One that plays by
    looking ahead has learned values alone: it likes all moves equally."""
    features = read_features(rules.observation_spec)
    policy = policy.at(rules)
    check_fit(policy, features, rules.num_actions)
    weights = dict(policy.weights)
    if policy.about.worlds:
        weights |= {name: np.zeros_like(weights[name]) for name in ("policy.weight", "policy.bias")}
    return make_net(weights, policy.about.depth, features, rules.num_players)


def find_judge(source: str, rules: Rules, proposes: bool = False) -> Net:
    """The network of a policy by its name or file, at a table; ``proposes`` refuses one of values alone."""
    policy = find_policy(source, rules.name, rules.num_players, rules.options)
    if proposes and policy.about.worlds:
        raise OptionError(f"policy {policy.path}: it has learned values alone; expected one that proposes actions")
    net = read_judge(policy, rules)
    check_table(policy, rules)
    return net


@rule
def look_round(st: State, tb: Tables, judge: Any) -> None:
    """See the game with the eyes of every seat, to compare positions like it with that: see ``look``."""
    for seat in range(st.num_players):
        write_observation(st, tb, seat, judge.obs)
        remember(judge, seat)


@rule
def look(st: State, tb: Tables, seat: int, judge: Any) -> None:
    """See the game with the eyes of a seat; ``worth`` and ``inclination`` tell what was thought of it."""
    write_observation(st, tb, seat, judge.obs)
    think_on(judge, seat)


@rule
def worth(judge: Any, players: int) -> float:
    """The return that the seat which looked may expect."""
    return max(-1.0 / (players - 1), min(1.0, head(judge, 0) / math.sqrt(players - 1)))


@rule
def inclination(judge: Any, action: int) -> float:
    """How much the seat which looked would like to take an action: a logit."""
    return head(judge, 1 + action)
