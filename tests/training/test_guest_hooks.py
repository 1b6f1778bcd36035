"""Agents with hooks as guests, opponents and teachers of a network: told of the games that they sit in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from remembering import choose, remembered_game

from gosu_env import Game
from gosu_env.engine.batch import Batch
from gosu_env.engine.events import Event, Teller
from gosu_env.engine.rules import find_rules
from gosu_env.training.guests import PlayerGuest, other_seats
from gosu_env.training.match import play_deals
from gosu_env.training.players import AgentPlayer
from gosu_env.training.ppo import Learner, Settings
from gosu_env.training.teacher import make_teacher

RULES = find_rules("gosu", 2, {})


@pytest.mark.parametrize("bot", ["Rememberer", "Crowd"])
def test_matches_tell_both_players(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int, int]] = []
    step = Batch.step

    def watched(batch: Batch, actions: Any, **more: Any) -> int:
        seen.extend(zip(range(len(batch)), batch.seeds.tolist(), np.asarray(actions).tolist(), strict=True))
        return step(batch, actions, **more)

    monkeypatch.setattr(Batch, "step", watched)
    players = [AgentPlayer(f"remembering:{bot}", RULES), AgentPlayer("remembering:Crowd", RULES)]
    seen.clear()
    play_deals(players[0], players[1], RULES, 2, seed=6)
    first = {game: seed for game, seed, _ in reversed(seen)}
    for game, seed in first.items():
        answers = [action for number, dealt, action in seen if (number, dealt) == (game, seed)]
        assert answers == [action for _, action in remembered_game(Game.of_rules(RULES, seed))]


def test_guests_are_told_of_their_seats_alone() -> None:
    """From the beginning of a rollout on, and of the games that are dealt in it, whole."""
    learner = Learner(Settings(decisions=2_000, num_envs=4, n_steps=72, width=8, depth=1))
    player = AgentPlayer("remembering:Rememberer", learner.batch.rules)
    seats = other_seats(4, 2)
    guest = PlayerGuest(player, seats)
    guest.begin(3)
    seeds: list[list[int]] = [learner.batch.seeds.tolist()]
    step = learner.batch.step
    learner.batch.step = lambda actions: (step(actions), seeds.append(learner.batch.seeds.tolist()))[0]  # type: ignore[method-assign]
    learner.play([guest])
    agent: Any = player.agent
    assert {tuple(chair) for chair in agent.heard} == {(i, seat) for i in range(4) for seat in (0, 1) if seats[i, seat]}
    r = learner.rollout
    checked = 0
    for i in range(4):
        history: list[tuple[int, int]] = []
        for t in range(r.before, 72):
            history.append((int(r.seat[t, i]), int(r.action[t, i])))
            if r.done[t, i]:
                game = Game.of_rules(learner.batch.rules, seeds[t - r.before][i])
                checked += len(history)
                assert_remembered(game, int(seats[i].argmin()), history)
                history = []
    assert checked > 0


def assert_remembered(game: Game, learner: int, history: list[tuple[int, int]]) -> None:
    """The guest's answers follow from what its seat heard; the learner's are what they are."""
    teller = Teller(game)
    heard: list[Event] = []
    assert game.seed is not None
    told = teller.deal(game.seed)
    for seat, action in history:
        heard += [seen for event in told if (seen := event.for_seat(1 - learner)) is not None]
        assert game.seat == seat
        if seat != learner:
            assert action == choose(heard, game.legal_actions())
        game.apply(action)
        told = teller.apply(action)


@pytest.mark.parametrize("bot", ["Rememberer", "Crowd"])
def test_teachers_follow_the_games_they_advise(bot: str) -> None:
    batch = Batch(RULES, 3, 5)
    teacher = make_teacher(f"remembering:{bot}", batch)
    teacher.begin(1)
    games = [Game.of_rules(RULES, int(seed)) for seed in batch.seeds]
    expected = [remembered_game(game) for game in games]
    for step in range(min(map(len, expected)) - 1):
        advice = teacher.advise(batch).argmax(axis=1)
        assert advice.tolist() == [answers[step][1] for answers in expected]
        batch.step(advice)


def test_games_that_were_not_followed_begin_anew() -> None:
    """Whoever is asked without having been told of every step is at least told where a game begins for it."""
    player = AgentPlayer("remembering:Rememberer", RULES)
    batch = Batch(RULES, 2, 5)
    everything = np.ones((2, 2), np.bool_)
    player.follow(batch, everything)
    batch.step(batch.sample())
    player.follow(batch, everything)
    agent: Any = player.agent
    known = {chair: list(events) for chair, events in agent.heard.items()}
    player.follow(batch, everything)
    assert agent.heard == known
    batch.rollout(3)
    player.answer(batch, np.arange(2))
    assert sum(not events for events in agent.heard.values()) >= 2
