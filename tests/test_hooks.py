"""Agents with hooks are told the same wherever they play: what their seats may know, from the deal to the end."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from remembering import Crowd, FirstAnswer, Forgetful, Rememberer, remembered_game

from gosu_env import Game, View, record
from gosu_env.agents.arena.play import AgentError, play_chunk, seat_agents
from gosu_env.agents.arena.schedule import Schedule
from gosu_env.agents.arena.settings import Settings
from gosu_env.engine.audience import Audience, brief
from gosu_env.engine.errors import OpponentError
from gosu_env.engine.events import Teller
from gosu_env.envs.seat import SeatEnv
from gosu_env.envs.vector import SeatVectorEnv
from gosu_env.play.match import Match
from gosu_env.web.table import replayed

GAMES = [("gosu", 3), ("gosux", 2), ("laundromat", 4)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_recorded_game_is_told_to_its_players(name: str, players: int) -> None:
    expected = remembered_game(Game(name, players, 5))
    agents = [Rememberer() for _ in range(players)]
    assert [(seat, action) for seat, action in expected] == _answers(record(Game(name, players, 5), agents))
    assert [agent.resets for agent in agents] == [1] * players
    again = record(Game(name, players, 5), [agents[0]] * players)  # one agent on all chairs, with a memory for each
    assert _answers(again) == expected


def _answers(replay: Any) -> list[tuple[int, int]]:
    return [(game.seat, action) for _, game, action, _ in replay.decisions()]


@pytest.mark.parametrize("bot", ["Rememberer", "Crowd"])
def test_arenas_tell_alone_and_many_at_a_time(bot: str) -> None:
    settings = Settings.make(f"a=remembering:{bot},b=remembering:Crowd", 6, 2, seed=3)
    schedule = Schedule(settings)
    for outcome in play_chunk(schedule, range(6)):
        game = settings.empty_game.deal(schedule.fixture(outcome.index).deal_seed)
        assert outcome.actions == [action for _, action in remembered_game(game)]


def test_an_arena_says_who_failed_to_listen() -> None:
    schedule = Schedule(Settings.make("a=remembering:Crowd,b=remembering:Forgetful", 2, 2, seed=3))
    with pytest.raises(AgentError, match=r"Forgetful at seat \d failed in observe: ZeroDivisionError: forgotten; in g"):
        seat_agents(schedule, range(2))


def test_matches_tell_bots_and_go_on_after_a_restart() -> None:
    """``gosu play`` and ``gosu serve``: people and bots at a table, also one that is taken up from its journal."""
    game = Game("gosu", 3, 8)
    expected = remembered_game(game, plain=[0])
    bots = {1: Rememberer(), 2: Rememberer()}
    match = Match(game.clone(), ["human", "a", "b"], bots)
    for step, (seat, action) in enumerate(expected):
        assert match.game.seat == seat
        if match.bot is not None:
            assert match.bot.act(match.view(seat)) == action
        match.apply(action)
        if step == len(expected) // 2:
            match = replayed(match.recorder.replay(), match.players, bots)
    assert match.game.is_over


def test_an_adviser_is_told_what_the_seat_has_heard() -> None:
    game = Game("gosu", 2, 8)
    match = Match(game.clone(), ["human", "bot"], {1: Rememberer()})
    for seat, action in remembered_game(game)[:9]:
        adviser = Rememberer()
        brief(adviser, seat, match.recorder.replay())
        assert adviser.act(match.view(seat)) == action
        match.apply(action)


@pytest.mark.parametrize("way", ["act", "act_many"])
def test_opponents_of_a_learner_are_told(way: str) -> None:
    """In the environments of one learner and of many: the same episodes as with a memory kept by hand."""
    opponent = Rememberer if way == "act" else Crowd
    common: dict[str, Any] = {"num_players": 3, "seat": 0}
    single = SeatEnv(opponents=opponent(), **common)
    many = SeatVectorEnv(num_envs=2, opponents=opponent(), **common)
    single.reset(seed=21)
    observations, info = many.reset(seed=20)
    played = Game("gosu", 3, 21)
    for seat, action in remembered_game(played, plain=[0]):
        if seat == 0:
            np.testing.assert_array_equal(single.game.observe(0), played.observe(0))
            np.testing.assert_array_equal(observations[1], played.observe(0))
            twin = copy.deepcopy(many)
            single.step(action)
            observations, _, _, _, info = many.step([int(info["action_mask"][0].argmax()), action])
            same = pickle.loads(pickle.dumps(twin)).step(many_actions(twin, action))[0]
            np.testing.assert_array_equal(same[1], observations[1])
        played.apply(action)
    assert played.is_over


def many_actions(envs: Any, action: int) -> list[int]:
    return [int(envs.learners.mask[0].argmax()), action]


def test_failing_listeners_are_named() -> None:
    with pytest.raises(OpponentError, match="Forgetful at seat 1 failed in observe: ZeroDivisionError: forgotten"):
        record(Game(seed=1), [FirstAnswer(), Forgetful()])


def test_those_without_hooks_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Teller, "__init__", lambda *_: pytest.fail("nobody listens"))
    record(Game(seed=1), [FirstAnswer(), FirstAnswer()])

    class OnlyReset(FirstAnswer):
        begun = 0

        def reset(self, chair: object) -> None:
            self.begun += 1

    agent = OnlyReset()
    record(Game(seed=1), [agent, FirstAnswer()])
    assert agent.begun == 1


def test_a_game_that_is_joined_is_told_from_there_on() -> None:
    game = Game(seed=4)
    for _ in range(5):
        game.apply(game.legal_actions()[0])
    agent = Rememberer()
    audience = Audience(game, {0: agent}, table=7)
    chair = View(game, 0, table=7).chair
    assert agent.heard == {chair: []}
    audience.hear(game.legal_actions()[0])
    assert agent.heard[chair]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_is_told_does_not_depend_on_what_is_hidden(name: str, players: int) -> None:
    """The same answer of another seat, in two worlds that a listener cannot tell apart, as far as both allow it."""
    rng = np.random.default_rng(6)
    game = Game(name, players, 12)
    compared = 0
    while not game.is_over:
        action = int(rng.choice(game.legal_actions()))
        for seat in set(range(players)) - {game.seat}:
            world = game.determinize(seat, rng)
            if action not in world.legal_actions():
                continue
            told = []
            for table in (game.clone(), world):
                listener = Rememberer()
                audience = Audience(table, {seat: listener})
                listener.reset(View(table, seat).chair)  # forgets the deal, which is told of a game but of no world
                audience.hear(action)
                table.apply(action)
                told.append((table.observe(seat).tobytes(), table.is_over, listener.heard))
            if told[0][:2] == told[1][:2]:  # else it learnt something, which was not the same
                compared += 1
                assert told[0] == told[1]
        game.apply(action)
    assert compared > 20
