"""Training on ranges of card sets, and networks that read what is printed on cards."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest
import torch
from rich.console import Console

from gosu_env import Game, OptionError, View, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.greedy import GreedyAgent
from gosu_env.agents.policy import load_policy
from gosu_env.agents.printed import PRINTED, for_cards
from gosu_env.cards import printed
from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import find_card_sets, find_rules
from gosu_env.training import exploit, td
from gosu_env.training.best_response import Response
from gosu_env.training.checkpoint import read_network, save_policy
from gosu_env.training.counter_search import CounterSearch
from gosu_env.training.match import deal_sets, play_deals, play_match
from gosu_env.training.network import Network
from gosu_env.training.pieces import Plan
from gosu_env.training.players import GreedyPlayer, NetworkPlayer, RandomPlayer, make_player
from gosu_env.training.ppo import Learner, Settings
from gosu_env.training.printed import PrintedNetwork
from gosu_env.training.run import Run
from gosu_env.training.settings_file import parse_changes
from gosu_env.training.teacher import GreedyTeacher
from gosu_env.web.roster import fits

RANGE = "generated:0-3"
SMALL = Settings(decisions=1_500, num_envs=32, n_steps=16, width=8, depth=1, options=f"cards={RANGE}")
FEW = {"measurements": 1, "measured_against": ("random",), "deals": 5}


@pytest.fixture(scope="module")
def table():
    """Positions in the middle of games with several sets, and a network that reads cards."""
    batch = make_batch("gosu", 96, 2, seed=3, cards=RANGE)
    batch.rollout(45)
    torch.manual_seed(1)
    network = PrintedNetwork.for_sets(batch.card_sets, 16, 2)
    with torch.no_grad():
        network.policy.weight *= 30
        network.answers *= 300
    return batch, network


def seen(batch):
    return torch.from_numpy(batch.obs.copy()), torch.from_numpy(batch.sets.copy())


def test_with_one_set_it_is_a_network_by_numbers(table):
    batch, network = table
    obs, sets = seen(batch)
    logits, values = network(obs, sets)
    weights = {name: weight.numpy() for name, weight in network.state_dict().items()}
    for number, rules in enumerate(batch.card_sets):
        plain = for_cards(weights, network.layout, printed(rules))
        same = Network(network.layout.features, batch.num_actions, 16, 2, plain["card"].shape[1])
        same.load_state_dict({name: torch.from_numpy(weight) for name, weight in plain.items()})
        rows = sets == number
        found, worth = same(obs[rows])
        torch.testing.assert_close(found, logits[rows], rtol=1e-3, atol=1e-3)
        torch.testing.assert_close(worth, values[rows], rtol=1e-3, atol=1e-4)


def test_what_is_quicker_on_a_gpu_gives_the_same_gradients(table):
    batch, network = table
    found = []
    for by_product in (False, True):
        network.zero_grad()
        logits, values = network.think(*seen(batch), torch.float32, by_product)
        (logits.square().mean() + values.square().mean()).backward()
        found.append({name: weight.grad.clone() for name, weight in network.named_parameters()})
    for name, gradient in found[0].items():
        assert gradient.abs().max() > 0, name
        torch.testing.assert_close(gradient, found[1][name], rtol=1e-3, atol=1e-5)


def test_numbers_of_cards_do_not_matter_to_it(table):
    """Two cards of the set change their numbers, in what is printed and in what is seen: so do their actions alone."""
    batch, network = table
    obs, _ = seen(batch)
    one, other = 2, 40
    turned = np.arange(75)
    turned[[one, other]] = other, one
    cards = network.printed[:1].clone()
    features, columns, actions = network.layout.features, np.arange(obs.shape[1]), np.arange(batch.num_actions)
    for block in network.layout.lists:
        columns[block] = block[turned]
    for block in network.layout.answers:
        actions[block] = block[turned]
    moved = obs[:, torch.from_numpy(columns)]
    named = moved[:, torch.from_numpy(features.places)]
    swapped = torch.where(named == one + 1, other + 1, torch.where(named == other + 1, one + 1, named))
    moved[:, torch.from_numpy(features.places)] = swapped.to(torch.int8)
    try:
        kept, network.printed = network.printed, cards
        logits, values = network(obs)
        network.printed = cards[:, torch.from_numpy(turned)]
        again, same = network(moved)
    finally:
        network.printed = kept
    assert (moved != obs).any()
    torch.testing.assert_close(again, logits[:, torch.from_numpy(actions)], rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(same, values, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("network", ["", PRINTED])
def test_a_run_on_a_range_is_saved_and_plays_with_any_set(tmp_path, network):
    settings = replace(SMALL, network=network, imitation=500)
    run = Run(tmp_path / "run", settings, **FEW)
    before = {name: weight.clone() for name, weight in run.learner.network.state_dict().items()}
    run.train()
    after = run.learner.network.state_dict()
    assert all(not torch.equal(before[name], after[name]) for name in ("numbers", "places", "policy.weight"))
    policy = load_policy(tmp_path / "run" / "policy.safetensors")
    assert (policy.about.sets, policy.about.network, policy.about.cards) == (RANGE, network, None)
    unseen = find_rules("gosu", 2, {"cards": "generated:500"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        player = make_player(f"policy:{tmp_path / 'run'}", unseen)
        agent = make_agent(f"policy:{tmp_path / 'run'}")
        batch = make_batch("gosu", 8, 2, seed=5, cards="generated:500")
        views = [View(batch.game(i)) for i in range(8)]
        assert player.answer(batch, np.arange(8)).tolist() == agent.act_many(views)
        pool = make_batch("gosu", 16, 2, seed=5, cards="generated:500-502")
        ranged = make_player(f"policy:{tmp_path / 'run'}", pool.rules).answer(pool, np.arange(16))
        assert ranged.tolist() == [agent.act(View(pool.game(i))) for i in range(16)]


@pytest.mark.slow
def test_a_network_that_reads_cards_judges_in_a_search(tmp_path):
    """Whatever the set: the search has what the network makes of the cards on the table."""
    few = replace(SMALL, network=PRINTED, decisions=1_000)
    Run(tmp_path / "run", few, **FEW).train()
    policy = load_policy(tmp_path / "run" / "policy.safetensors")
    spec = f"ismcts:16:judge={tmp_path / 'run'}"
    for cards in ("generated:500", "generated:501"):
        game = Game("gosu", seed=5, cards=cards)
        plain = policy.at(game.rules)
        save_policy(tmp_path / "numbers.safetensors", read_network(plain, game.rules), plain.about)
        agent, numbers = make_agent(spec, 1), make_agent(f"ismcts:16:judge={tmp_path / 'numbers.safetensors'}", 1)
        assert agent.act(View(game)) == numbers.act(View(game))
        assert agent.thoughts == numbers.thoughts
    with pytest.raises(OptionError, match="is for 2 players, not for 3"):
        make_agent(spec, 1).act(View(Game("gosu", 3, seed=5)))
    assert fits(f"policy:{tmp_path / 'run'}", find_rules("gosu", 2, {}))
    assert fits(spec, find_rules("gosu", 2, {}))
    assert not fits(spec, find_rules("gosu", 3, {}))
    with pytest.raises(OptionError, match=r"it reads what is printed on cards; Policy.at\(rules\) makes a network"):
        policy.net(read_features(game.observation_spec))


@pytest.mark.slow
def test_an_interrupted_run_on_a_range_goes_on_to_the_same_numbers(tmp_path):
    settings = replace(SMALL, network=PRINTED, decisions=3_000)
    whole, first = (Run(tmp_path / name, settings, 3, ("random",), 3, callbacks=()) for name in ("whole", "parts"))
    whole.train()
    while not first.curve:
        first.iterate()
    first.close()
    second = Run(tmp_path / "parts", settings, 3, ("random",), 3, callbacks=())
    assert second.learner.decisions > 0
    second.train()
    for name, weight in whole.learner.network.state_dict().items():
        assert torch.equal(weight, second.learner.network.state_dict()[name])


def test_what_it_starts_from_and_its_opponents_may_read_cards(tmp_path):
    first = replace(SMALL, network=PRINTED, decisions=1_000)
    Run(tmp_path / "first", first, **FEW).train()
    spec = f"policy:{tmp_path / 'first'}"
    other = replace(SMALL, options="cards=generated:7-9", opponents=f"{spec},greedy", start=str(tmp_path / "first"))
    run = Run(tmp_path / "second", other, **FEW)
    assert isinstance(run.learner.network, PrintedNetwork)
    assert len(run.learner.network.printed) == 3
    run.train()
    imitating = replace(SMALL, options="cards=generated:7-9", network="", teacher=spec, imitation=600, decisions=1_000)
    Run(tmp_path / "third", imitating, **FEW).train()


def test_td_learns_on_a_range(tmp_path):
    few = td.Settings(decisions=400, num_envs=16, n_steps=16, width=8, eval_worlds=1, options=f"cards={RANGE}")
    run = Run(tmp_path / "td", few, measurements=1, measured_against=("random",), deals=2)
    run.train()
    assert load_policy(tmp_path / "td" / "policy.safetensors").about.sets == RANGE


def test_deals_come_from_the_sets_in_turn():
    card_sets = find_card_sets("gosu", 2, {"cards": "generated:20-22"})
    batch = deal_sets(card_sets, 5, seed=1)
    assert batch.sets.tolist() == [0, 0, 1, 1, 2, 2, 0, 0, 1, 1]
    assert (batch.seeds[0::2] == batch.seeds[1::2]).all()
    for i in range(10):
        dealt = Game("gosu", seed=int(batch.seeds[i]), cards=f"generated:{20 + int(batch.sets[i])}")
        assert (dealt.observe() == batch.obs[i]).all()
    shares = play_deals(GreedyPlayer(), GreedyPlayer(), card_sets, 12, seed=1)
    assert (shares.sum(axis=1) == 1).all()  # the same player on both sides: each wins as much as it loses
    assert play_match(GreedyPlayer(), RandomPlayer(), card_sets, 12, seed=1).mean > 0.7


def test_bots_know_the_set_of_every_game(table):
    batch, _ = table
    games = np.arange(batch.num_envs)
    answers = GreedyPlayer().answer(batch, games)
    teacher = GreedyTeacher(batch).advise(batch)
    for i in range(0, batch.num_envs, 7):
        assert answers[i] == GreedyAgent().act(View(batch.game(i)))
        assert teacher[i].sum() == pytest.approx(1)
        assert (teacher[i][batch.mask[i] == 0] == 0).all()


def test_sets_of_a_rollout_are_those_of_its_games():
    learner = Learner(replace(SMALL, network=PRINTED))
    learner.play()
    assert learner.rollout.sets[-1].unique().numel() > 1
    step = learner.rollout
    log_prob, _, _ = learner.ends.evaluate_actions(step.obs[-1], step.mask[-1], step.action[-1], step.sets[-1])
    torch.testing.assert_close(log_prob, step.log_prob[-1], rtol=1e-4, atol=1e-5)
    wrong, _, _ = learner.ends.evaluate_actions(step.obs[-1], step.mask[-1], step.action[-1], (step.sets[-1] + 1) % 4)
    assert not torch.allclose(wrong, log_prob)


def test_rollout_workers_send_the_sets_of_their_games(tmp_path):
    run = Run(tmp_path / "run", replace(SMALL, network=PRINTED, workers=2), **FEW)
    run.iteration = 1
    run.workers.play(run.learner, 1, False)
    step = run.learner.rollout
    known = step.obs[-1], step.mask[-1], step.action[-1], step.sets[-1]
    assert step.sets[-1].unique().numel() > 1
    torch.testing.assert_close(run.learner.ends.evaluate_actions(*known)[0], step.log_prob[-1], rtol=1e-4, atol=1e-5)
    run.close()


@pytest.mark.slow
def test_a_best_response_on_a_range(tmp_path):
    response = Response(tmp_path / "response", "greedy", replace(SMALL, network=PRINTED), callbacks=[])
    response.train()
    assert response.final_score(5).games == 10
    assert response.curve[-1].scores.keys() == {"greedy"}
    plan = Plan(replace(SMALL, network=PRINTED), "greedy")
    assert {**plan.terms(), "extended": []} == response.terms
    assert plan.terms()["cards"] != Plan(replace(SMALL, options="cards=generated:0-2"), "greedy").terms()["cards"]


@pytest.mark.slow
def test_responses_on_a_range_are_measured_on_all_of_its_sets(tmp_path, monkeypatch):
    tiny = ("num_envs=16", "n_steps=16", "width=8", "depth=1")
    few = {"decisions": 400, "seeds": 1, "deals": 4, "search_deals": 12, "worlds": 1}
    settings = exploit.Settings(agent="random", options=f"cards={RANGE}", **few)
    changes = {method: parse_changes(tiny) for method in ("ppo", "td")}
    dealt: list[str] = []

    def spied(player, rival, card_sets, *others):
        count, seed = others
        if seed >= exploit.FIRST:  # not an evaluation while a response learns
            dealt.extend(card_sets[i % len(card_sets)].options["cards"] for i in range(count))
        return play_deals(player, rival, card_sets, *others)

    monkeypatch.setattr("gosu_env.training.match.play_deals", spied)
    tried = exploit.Exploit(tmp_path / "all", settings, changes)
    tried.run(Console(quiet=True))
    assert [len(tried.shares[f"{each}@{exploit.FIRST}"]) for each in tried.attempts()] == [4, 4, 12]
    measured = [range(4), range(4), range(12), range(len(dealt) - 20)]  # also where the search is saved in between
    assert dealt == [f"generated:{i % 4}" for deals in measured for i in deals]
    with pytest.raises(OptionError, match=r"other attempts: .*cards [0-9a-f]+, now"):
        exploit.Exploit(tmp_path / "all", replace(settings, options="cards=generated:0-2"), changes)


def test_the_search_knows_the_set_of_every_game():
    """In a batch of several sets it answers as in one of a single set."""
    pool = make_batch("gosu", 8, 2, seed=6, cards=RANGE)
    pool.rollout(20)
    kept = pool.snapshot()
    for number, rules in enumerate(pool.card_sets):
        games = np.flatnonzero(pool.sets == number)
        if len(games):
            alone = Batch(rules, len(games), 0)
            alone.restore({name: kept[name][games] for name in ("states", "streams", "seeds")})
            search, same = (CounterSearch(GreedyPlayer(), worlds=2, seed=5) for _ in range(2))
            assert search.answer(pool, games).tolist() == same.answer(alone, np.arange(len(games))).tolist()
    assert len(np.unique(pool.sets)) > 1


def test_what_a_search_takes_from_a_network_that_reads_cards(table):
    batch, network = table
    player = NetworkPlayer(network)
    games = np.arange(6)
    CounterSearch(player, worlds=1, depth=1, seed=5).answer(batch, games)
    obs, sets = seen(batch)
    values = network(obs, sets)[1].detach().numpy()
    np.testing.assert_allclose(player.values(batch, games), values[:6], atol=1e-4)


def test_what_it_cannot_read_is_refused(tmp_path):
    with pytest.raises(OptionError, match="laundromat does not describe its cards"):
        Learner(Settings(game="laundromat", network=PRINTED, num_envs=4))
    Run(tmp_path / "run", replace(SMALL, network=PRINTED, decisions=500), **FEW).train()
    policy = load_policy(tmp_path / "run" / "policy.safetensors")
    with pytest.raises(OptionError, match="is for 2 players, not for 3"):
        policy.at(find_rules("gosu", 3, {}))
    kamakor = find_rules("gosu", 2, {"kamakor": True})
    with pytest.warns(UserWarning, match="learned with"), pytest.raises(OptionError, match="for another game"):
        policy.at(kamakor)
    network = read_network(policy, find_rules("gosu", 2, {"cards": "generated:9"}))
    assert isinstance(NetworkPlayer(network).network, PrintedNetwork)
