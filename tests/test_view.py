"""What a player is given: all that its seat may know, and no way to the truth."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from gosu_env import Agent, Game, View
from gosu_env.agents import RandomAgent
from gosu_env.engine.view import act_many
from tests.gosu.test_worlds import random_positions, shown


def test_a_view_shows_what_the_seat_may_know() -> None:
    for game in random_positions(100, seed=21):
        view = View(game)
        assert view.seat == game.seat
        assert view.observation.tolist() == game.observe().tolist()
        assert view.mask.tolist() == game.mask().tolist()
        assert view.legal_actions() == game.legal_actions()
        assert view.choices() == {action: game.action_text(action) for action in game.legal_actions()}
        assert view.decision_text() == game.decision_text()
        assert view.describe() == game.describe(game.seat)
        assert view.table() == game.to_json(game.seat)
        assert (view.num_players, view.num_actions) == (game.num_players, game.num_actions)
        assert view.action_spec is game.action_spec
        assert view.observation_spec is game.observation_spec


def test_every_byte_behind_a_view_follows_from_what_the_seat_knows() -> None:
    """Two games that a seat cannot tell apart give the same view, to the last byte: so there is no truth in it."""
    rng = np.random.default_rng(22)
    for game in random_positions(300, seed=23):
        other = game.determinize(game.seat, rng)
        assert other != game
        assert View(other)._world.to_bytes() == View(game)._world.to_bytes()


def reachable(thing: Any) -> list[Any]:
    """Everything that can be reached from a thing, by whatever name, short of modules, classes and functions."""
    seen: dict[int, Any] = {}
    waiting = [thing]
    while waiting:
        found = waiting.pop()
        if id(found) not in seen and not isinstance(found, type) and not hasattr(found, "__globals__"):
            if type(found).__name__ in ("module", "GosuRules"):
                continue
            seen[id(found)] = found
            waiting += gc.get_referents(found)
    return list(seen.values())


def test_the_game_cannot_be_reached_from_a_view() -> None:
    game = Game("gosu", num_players=3, seed=24)
    view = View(game)
    objects = reachable(view)
    assert any(thing is view._world for thing in objects)
    assert not any(thing is game for thing in objects)
    for thing in objects:
        if isinstance(thing, np.ndarray) and thing.dtype == game.states.dtype:
            assert not np.shares_memory(thing, game.states)
            assert thing.tobytes() != game.states.tobytes()


def test_the_worlds_of_a_view_are_worlds_of_its_seat() -> None:
    for game in random_positions(50, seed=25):
        view = View(game)
        worlds = [view.determinize(seed) for seed in range(5)]
        assert all(shown(world, view.seat) == shown(game, view.seat) for world in worlds)
        assert len({world.to_bytes() for world in worlds}) > 1
        worlds[0].apply(worlds[0].legal_actions()[0])
        assert view.legal_actions() == game.legal_actions()


def test_a_seat_that_does_not_decide_has_nothing_to_choose() -> None:
    game = Game("gosu", seed=26)
    view = View(game, 1 - game.seat)
    assert view.legal_actions() == []
    assert view.choices() == {}
    assert not view.mask.any()
    assert view.observation.tolist() == game.observe(1 - game.seat).tolist()


def test_the_table_hides_what_the_seat_does_not_know() -> None:
    game = Game.position(players=[{"hand": ["Bolt"]}, {"hand": ["Dom", "Garsh", "Cog"], "known": ["Garsh"]}], turn=0)
    mine, theirs = game.to_json(0)["players"]
    assert mine["hand"] == ["Bolt"]
    assert theirs["hand"] == ["Garsh", None, None]
    assert sorted(game.to_json()["players"][1]["hand"]) == ["Cog", "Dom", "Garsh"]


class ManyAtOnce(RandomAgent):
    asked = 0

    def act_many(self, views: Sequence[View]) -> list[int]:
        self.asked += 1
        return [self.act(view) for view in views]


@pytest.mark.parametrize("agent", [RandomAgent(1), ManyAtOnce(1)])
def test_many_decisions_at_once(agent: Agent) -> None:
    views = [View(game.clone()) for game in random_positions(20, seed=28)]
    actions = act_many(agent, views)
    assert all(action in view.legal_actions() for action, view in zip(actions, views, strict=True))
    if isinstance(agent, ManyAtOnce):
        assert agent.asked == 1
