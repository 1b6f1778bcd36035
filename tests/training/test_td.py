"""TD(λ): its returns, its values, its runs, and the players that come of it."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
import torch

from gosu_env import Game, OptionError, View, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.lookahead import Lookahead
from gosu_env.agents.lookahead_loops import FURTHER
from gosu_env.agents.policy import load_policy
from gosu_env.engine import rules as family
from gosu_env.engine.shares import Shares
from gosu_env.training.match import play_match
from gosu_env.training.players import LookaheadPlayer, RandomPlayer, make_player, weights_of
from gosu_env.training.ppo import estimate_advantages, make_network
from gosu_env.training.presets import find_preset, ppo_only
from gosu_env.training.run import Run, read_settings
from gosu_env.training.sparse import SparseEnds
from gosu_env.training.td import Learner, Settings
from tests.training.killing import check_killed_run

SMALL = Settings(decisions=6_000, num_envs=32, n_steps=16, width=16, batch_size=128)
TABLES = [("gosu", 2, {}), ("gosu", 3, {}), ("gosu", 4, {"teams": True}), ("gosux", 2, {}), ("laundromat", 3, {})]


# ------------------------------------------------------------------------------------------------ λ-returns


def slow_returns(reward, done, seat, value, td_lambda):
    """The λ-return of every decision of one game after another, by the definition; None where it is not known."""
    steps = len(reward)
    found = [None] * steps
    for t in range(steps):
        earned, end = 0.0, None
        own = []  # later decisions of the same seat in the same game
        for u in range(t, steps):
            if u > t and seat[u] == seat[t]:
                own.append(u)
            if done[u]:
                earned, end = float(reward[u, seat[t]]), u
                break
        if end is None and not own:
            continue
        # n-step returns: the value of the n-th later decision, or what the game brought
        n_step = [float(value[u]) for u in own] + ([earned] if end is not None else [])
        if end is not None and own and own[-1] == end:
            n_step = [*n_step[:-2], earned]  # the last decision ended the game: its afterstate is the end
        weights = [(1 - td_lambda) * td_lambda**n for n in range(len(n_step) - 1)] + [td_lambda ** (len(n_step) - 1)]
        found[t] = sum(weight * g for weight, g in zip(weights, n_step, strict=True))
    return found


@pytest.mark.parametrize("td_lambda", [0.0, 0.4, 0.7, 1.0])
def test_lambda_returns_are_those_of_the_definition(td_lambda):
    rng = np.random.default_rng(3)
    for _ in range(20):
        steps, games, players = 14, 5, 3
        seat = rng.integers(players, size=(steps, games))
        done = rng.random((steps, games)) < 0.12
        reward = np.where(done[:, :, None], rng.normal(size=(steps, games, players)), 0.0)
        value = rng.normal(size=(steps, games))
        own = np.take_along_axis(reward, seat[:, :, None], 2)[:, :, 0]
        value[done] = own[done]  # as ``Learner.play`` writes it
        tensors = (torch.from_numpy(part) for part in (reward, done, seat, value))
        advantage, complete = estimate_advantages(*tensors, 1.0, td_lambda)
        target = (advantage + torch.from_numpy(value)).numpy()
        for game in range(games):
            wanted = slow_returns(reward[:, game], done[:, game], seat[:, game], value[:, game], td_lambda)
            for t in range(steps):
                assert bool(complete[t, game]) == (wanted[t] is not None)
                if wanted[t] is not None:
                    assert target[t, game] == pytest.approx(wanted[t])


# ------------------------------------------------------------------------------------------------ values


@pytest.mark.slow
def test_it_learns_what_a_hand_is_worth(monkeypatch):
    """In High Card the hand decides: what the first card played leaves to expect can be counted."""
    monkeypatch.setitem(family.GAMES, "toy", "tests.toy.ruleset")
    settings = Settings("toy", decisions=60_000, num_envs=64, n_steps=32, batch_size=256, width=32, learning_rate=5e-3)
    learner = Learner(settings)
    while learner.decisions < settings.decisions:
        learner.play()
        learner.learn()
    cards, hand = learner.batch.num_actions, learner.batch.rules.max_legal
    assert learner.batch.observation_spec.size == 1 + 2 * cards
    errors, spread = [], []
    ends = SparseEnds(learner.network)
    for mine in itertools.combinations(range(cards), hand):
        others = [card for card in range(cards) if card not in mine]
        results = [np.sign(sum(mine) - sum(theirs)) for theirs in itertools.combinations(others, hand)]
        obs = torch.zeros((1, 1 + 2 * cards), dtype=torch.int8)
        obs[0, 0] = 1
        obs[0, 1 + np.array(mine)] = 1
        obs[0, 1 + cards + mine[-1]] = 1
        value = float(learner.network.values(ends.hidden(obs)).detach())
        errors.append(value - np.mean(results))
        spread.append(np.mean(results))
    assert np.sqrt(np.mean(np.square(errors))) < 0.3 * np.std(spread)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_what_is_remembered_changes_no_judgement(game, players, options):
    """Sums of the columns that changed are those of all columns, and promises are values of afterstates."""
    batch = make_batch(game, 24, players, seed=5, **options)
    batch.rollout(25)
    torch.manual_seed(2)
    network = make_network(batch.rules, 24, 1)
    with torch.no_grad():
        network.places *= 3
    features = read_features(batch.rules.observation_spec)
    ahead = Lookahead(batch.rules)
    ahead.use(weights_of(network), 1, features)
    tried = on = 0
    for i in range(batch.num_envs):
        states = batch.states[i : i + 1]
        game_now = batch.game(i)
        hopes = ahead.weigh(states, seed=i)
        assert sorted(hopes) == game_now.legal_actions()
        for action, hope in hopes.items():
            world = game_now.determinize(game_now.seat, i)
            world.apply(action)
            carried = carry_on(world, game_now.seat, network)
            assert hope == pytest.approx(promised(world, game_now.seat, network), abs=2e-4)
            tried += 1
            on += carried
    assert tried > 60
    assert on > 0 or game == "laundromat"


def promised(world, seat, network):
    """The return of a game that is over, or the value of what the seat sees."""
    if world.is_over:
        return world.returns()[seat]
    obs = torch.from_numpy(world.observe(seat).copy()).unsqueeze(0)
    with torch.no_grad():
        value = float(network.values(network.trunk(first(network, obs))))
    others = world.num_players - 1
    return float(np.clip(value / np.sqrt(others), -1 / others, 1))


def carry_on(world, seat, network):
    """Go on as the seat likes best until its turn is over; how often it answered."""
    for answered in range(FURTHER):
        if world.is_over or world.seat != seat or world.rules.begins_turn(world.states)[0]:
            return answered
        tries = []
        for action in world.legal_actions():
            tried = world.clone()
            tried.apply(action)
            tries.append((promised(tried, seat, network), -action))
        world.apply(-max(tries)[1])
    return FURTHER


def first(network, obs):
    """The first layer, by the plain definition."""
    features = network.features
    total = network.bias + (obs.float() * torch.from_numpy(features.scale)) @ network.numbers
    presence = features.presence(obs.numpy())[0]
    for place, column in enumerate(features.places):
        number = int(obs[0, column])
        if number:
            kind = int(features.numbered_kinds(np.array([number], np.int8))[0])
            total = total + float(presence[place]) * network.card[kind] @ network.places[place]
    return total


def test_threads_change_no_answer():
    batch = make_batch("gosu", 50, 2, seed=1)
    batch.rollout(20)
    network = make_network(batch.rules, 16, 1)
    seeds = np.arange(50)
    answers = []
    for threads in (1, 2, 3):
        ahead = Lookahead(batch.rules, 2, Shares(threads))
        ahead.use(weights_of(network), 1, network.features)
        answers.append(ahead.answer(batch.states, seeds).tolist())
    assert answers[0] == answers[1] == answers[2]
    assert batch.mask[np.arange(50), answers[0]].all()


# ------------------------------------------------------------------------------------------------ runs


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_every_game_can_be_learned(game, players, options):
    told = ",".join(options)
    settings = Settings(game, players, 2_000, num_envs=16, n_steps=16, width=8, batch_size=64, options=told)
    learner = Learner(settings)
    before = weights_of(learner.network)["value.weight"].copy()
    for _ in range(2):
        learner.play()
        losses = learner.learn()
    assert losses["value_loss"] > 0
    assert not np.array_equal(before, weights_of(learner.network)["value.weight"])


@pytest.mark.slow
def test_it_beats_random_players_soon():
    settings = Settings(decisions=100_000, num_envs=128, n_steps=32, width=32, batch_size=256)
    learner = Learner(settings)
    while learner.decisions < settings.decisions:
        learner.play()
        learner.learn()
    score = play_match(learner.player(), RandomPlayer(), settings.match_sets[0], 60, 5)
    assert score.low > 0.8


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_numbers(tmp_path):
    check_killed_run(tmp_path, SMALL, threads=2)


def test_its_policy_plays_everywhere(tmp_path):
    run = Run(tmp_path, replace(SMALL, decisions=1_000, eval_worlds=2), measurements=1, deals=2)
    run.train()
    assert read_settings(tmp_path) == run.settings
    policy = load_policy(tmp_path / "policy.safetensors")
    assert policy.about.worlds == 2
    player = make_player(f"policy:{tmp_path}", run.settings.match_sets[0], seed=1)
    assert isinstance(player, LookaheadPlayer)
    game = Game("gosu", 2, seed=4)
    agent = make_agent(f"policy:{tmp_path}", seed=1)
    while not game.is_over:
        action = agent.act(View(game))
        assert action in game.legal_actions()
        assert -1 <= agent.thoughts.value <= 1
        game.apply(action)
    judged = make_agent(f"ismcts:20:judge={tmp_path}", seed=1)
    game = Game("gosu", 2, seed=4)
    assert judged.act(View(game)) in game.legal_actions()


# ------------------------------------------------------------------------------------------------ settings


def test_presets_know_it():
    settings = find_preset("quick", 4, 3, {"kamakor": True})
    assert isinstance(settings, Settings)
    assert (settings.num_players, settings.seed, settings.options, settings.n_steps) == (4, 3, "kamakor", 128)
    with pytest.raises(OptionError, match=r"preset 'quick' does not learn by PPO; expected one of ppo, imitation, gpu"):
        ppo_only("quick", settings)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"td_lambda": 1.5}, r"setting td_lambda: 1.5 is out of range; expected 0 to 1"),
        ({"epsilon": -0.1}, r"setting epsilon: -0.1 is out of range"),
        ({"worlds": 0}, r"setting worlds: 0 is too small; expected 1 or more"),
        ({"n_steps": 2}, r"setting n_steps: 2 is too small; expected more than num_players"),
        ({"num_players": 9}, r"9"),
    ],
)
def test_absurd_settings_are_refused(change, message):
    with pytest.raises(OptionError, match=message):
        replace(SMALL, **change)
