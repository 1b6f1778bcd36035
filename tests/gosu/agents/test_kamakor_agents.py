"""Players at tables with Kamakor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env import Game, View, make_batch
from gosu_env.agents import RandomAgent, make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.gosu.appraisal import BY_TOKEN, ON_ENTERING, make_desk
from gosu_env.agents.gosu.balance.tally import BROUGHT, DEALT, PLACED, Tally
from gosu_env.agents.greedy import Choices, GreedyAgent
from gosu_env.gosu.cards import load_cards
from gosu_env.gosu.observe import observation_spec
from gosu_env.gosu.vocabulary import DECIDE_BAN

CARDS = load_cards(kamakor=True)


def play(game: Game, agents: list[Any]) -> None:
    while not game.is_over:
        game.apply(agents[game.seat].act(View(game)))


def test_greedy_beats_random() -> None:
    """At least 90 % of paired games; bans are drawn."""
    batch = make_batch(num_envs=400, num_players=2, seed=3, kamakor=True, observe=False)
    choices, rng = Choices(batch.rules), np.random.default_rng(0)
    greedy = np.arange(400) % 2
    answers, left, won = np.zeros(400, np.int64), np.ones(400, bool), 0.0
    while left.any():
        games = np.flatnonzero(left)
        found = choices.of(batch.states[games])
        answers[:] = (rng.random(batch.mask.shape) * batch.mask).argmax(axis=1)
        planned = (batch.seat[games] == greedy[games]) & (batch.states["decision"][games] != DECIDE_BAN)
        answers[games[planned]] = found[planned]
        batch.step(answers)
        ended = batch.done & left
        won += (batch.reward[ended, greedy[ended]] > 0).sum()
        left &= ~batch.done
    assert won >= 0.9 * 400


@pytest.mark.parametrize("spec", ["greedy", "rollout:40", "ismcts:40"])
def test_players_play_whole_games(spec: str) -> None:
    game = Game("gosu", 3, seed=5, kamakor=True)
    play(game, [make_agent(spec, 1), RandomAgent(2), RandomAgent(3)])
    assert game.winners


def test_greedy_bans_at_random_with_a_seed_and_always_alike_without() -> None:
    view = View(Game("gosu", seed=1, kamakor=True))
    assert len({GreedyAgent(seed=seed).act(view) for seed in range(30)}) > 3
    assert {GreedyAgent().act(view) for _ in range(3)} == {GreedyAgent().act(view)}
    assert GreedyAgent(seed=4).act(view) == GreedyAgent(seed=4).act(view)


def test_greedy_uses_what_is_new(kamakor: Any) -> None:
    def answer(t: Any) -> str:
        return str(t.game.action_text(GreedyAgent().act(View(t.game))))

    power = kamakor({"army": [["Yap"], ["Cinch"]], "tokens": 0, "dragoons": 2, "vp": 1}, {"passed": True})
    assert answer(power) == "dragoon 2.1 (Cinch)"
    recruited = kamakor({"hand": ["Bolt"], "army": [["Dom", "Tamtam"]], "tokens": 0}, {"passed": True})
    assert answer(recruited) == "place Bolt"
    colon = kamakor({"hand": ["Dom"], "army": [["Muck", "Slop"]], "tokens": 0}, {"army": [["Bolt", "Cog"]], "vp": 1})
    assert answer(colon) == "use 1.2 (Slop)"


def test_new_effects_have_a_worth() -> None:
    effects = make_desk(CARDS.tables)["effects"][0]
    assert effects[ON_ENTERING, CARDS.kind("Gallop")] > effects[ON_ENTERING, CARDS.kind("Yap")] > 0
    assert effects[BY_TOKEN, CARDS.kind("Croak")] > 0
    assert effects[BY_TOKEN, CARDS.kind("Tamtam")] == 0


def test_a_tally_counts_hands_that_are_dealt_after_the_bans_and_cards_of_several_levels() -> None:
    rng, placed, brought = np.random.default_rng(0), 0, 0
    for seed in range(40):
        game = Game("gosu", 2, seed, auto_forced=False, kamakor=True)
        actions, several = [], 0
        while not game.is_over:
            legal = game.legal_actions()
            action = int(rng.choice(legal))
            several += game.to_json()["decision"]["kind"] == "row"
            if len(legal) > 1:
                actions.append(action)
            game.apply(action)
        tally = Tally(Game("gosu", 2, seed, auto_forced=False, kamakor=True), actions)
        assert tally.counts[:, DEALT].sum() == 14
        placed += several
        brought += int(tally.counts[:, BROUGHT].sum())
        assert tally.counts[:, PLACED].sum() > 0
    assert placed > 0
    assert brought > 0


def test_card_numbers_go_both_ways() -> None:
    features = read_features(observation_spec(2, 150))
    numbers = features.card_numbers()
    assert (numbers[0], numbers[74], numbers[75], numbers[149]) == (1, 75, -1, -75)
    assert features.numbered_kinds(numbers).tolist() == list(range(150))
    assert features.kinds == 150
