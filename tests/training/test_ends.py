"""The two ways to compute a network, and numpy's, give the same."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from gosu_env import make_batch
from gosu_env.agents.features import read_features
from gosu_env.agents.policy import About, load_policy
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.dense import DenseEnds
from gosu_env.training.network import Network
from gosu_env.training.sparse import SparseEnds


@pytest.fixture(params=[(2, {}), (4, {}), (2, {"kamakor": True})], ids=["2", "4", "kamakor"])
def table(request):
    """Positions in the middle of games, and a network for them."""
    num_players, options = request.param
    batch = make_batch("gosu", 64, num_players, seed=3, **options)
    batch.rollout(45)
    torch.manual_seed(1)
    network = Network(read_features(batch.rules.observation_spec), batch.num_actions, width=24, depth=2)
    with torch.no_grad():
        network.policy.weight *= 30  # so that the choices differ
    return batch, network


def seen(batch):
    return torch.from_numpy(batch.obs.copy()), torch.from_numpy(batch.mask.copy())


def gradients(network, outputs):
    network.zero_grad()
    sum((output * torch.arange(len(output))).mean() for output in outputs).backward()
    return {name: p.grad.clone() for name, p in network.named_parameters() if p.grad is not None}


def test_sparse_and_dense_judge_alike_and_learn_alike(table):
    batch, network = table
    obs, mask = seen(batch)
    action = torch.from_numpy(batch.sample().astype(np.int64))
    sparse = SparseEnds(network, threads=2).evaluate_actions(obs, mask, action)
    dense = DenseEnds(network).evaluate_actions(obs.T.contiguous(), mask.T.contiguous(), action)
    for ours, theirs in zip(sparse, dense, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5)
    for (name, ours), theirs in zip(
        gradients(network, sparse).items(), gradients(network, dense).values(), strict=True
    ):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4, msg=lambda text, name=name: f"{name}: {text}")


def test_the_number_of_threads_changes_no_choice(table):
    batch, network = table
    obs, mask = seen(batch)
    chosen = [
        SparseEnds(network, threads).choose(obs, mask, torch.Generator().manual_seed(5))[0] for threads in (1, 2, 3)
    ]
    assert torch.equal(chosen[0], chosen[1])
    assert torch.equal(chosen[0], chosen[2])
    assert (batch.mask[np.arange(64), chosen[0].numpy()] == 1).all()


@pytest.mark.parametrize("change", ["step", "load", "assign", "scale"])
def test_cards_are_multiplied_out_again_when_the_network_has_changed_and_only_then(table, change, monkeypatch):
    batch, network = table
    obs, mask = seen(batch)
    ends, multiplied, product = SparseEnds(network), [], network.card_weights
    monkeypatch.setattr(network, "card_weights", lambda: multiplied.append(1) or product())
    with torch.no_grad():
        before = ends.values(obs)
        assert torch.equal(ends.values(obs), before)
    assert len(multiplied) == 1
    other = Network(network.features, batch.num_actions, width=24, depth=2).state_dict()
    if change == "step":
        optimiser = torch.optim.Adam(network.parameters())
        ends.evaluate_actions(obs, mask, torch.from_numpy(batch.sample().astype(np.int64)))[2].sum().backward()
        optimiser.step()
    elif change == "scale":
        with torch.no_grad():
            network.card.mul_(2)
    else:
        network.load_state_dict(other, assign=change == "assign")
    with torch.no_grad():
        after = ends.values(obs)
        assert not torch.equal(after, before)
        assert torch.equal(after, SparseEnds(network).values(obs))


def test_actions_are_chosen_by_their_probabilities(table):
    batch, network = table
    obs, mask = (part[:1].repeat(4000, 1) for part in seen(batch))
    probabilities = torch.softmax(
        network.policy(SparseEnds(network).hidden(obs[:1])).masked_fill(mask[:1] == 0, -torch.inf), dim=1
    )[0]
    for ends, layout in ((SparseEnds(network), lambda part: part), (DenseEnds(network), lambda part: part.T)):
        torch.manual_seed(2)
        generator = torch.Generator().manual_seed(2)
        action, log_prob, _ = ends.choose(layout(obs), layout(mask), generator)
        counted = torch.bincount(action, minlength=batch.num_actions) / 4000
        torch.testing.assert_close(counted, probabilities, rtol=0, atol=0.04)
        torch.testing.assert_close(log_prob.exp(), probabilities[action], rtol=1e-4, atol=1e-5)


def test_following_advice_is_the_cross_entropy(table):
    batch, network = table
    obs, mask = seen(batch)
    advice = mask / mask.sum(1, keepdim=True)
    ends = SparseEnds(network, threads=2)
    log_prob, _ = ends.evaluate_advice(obs, mask, advice)
    log_probs = torch.log_softmax(network.policy(ends.hidden(obs)).masked_fill(mask == 0, -torch.inf), dim=1)
    wanted = (advice * log_probs.masked_fill(mask == 0, 0.0)).sum(1)
    torch.testing.assert_close(log_prob, wanted, rtol=1e-4, atol=1e-5)
    ours = gradients(network, (log_prob,))
    theirs = gradients(network, (wanted,))
    for name in ("policy.weight", "numbers", "card"):
        torch.testing.assert_close(ours[name], theirs[name], rtol=1e-3, atol=1e-4)


def test_a_saved_policy_computes_the_same_without_torch(table, tmp_path):
    batch, network = table
    path = tmp_path / "policy.safetensors"
    save_policy(path, network, About("gosu", batch.num_players, network.width, network.depth, decisions=7))
    policy = load_policy(path)
    logits, values = policy.evaluate(network.features, batch.obs)
    h = SparseEnds(network).hidden(seen(batch)[0])
    np.testing.assert_allclose(logits, network.policy(h).detach().numpy(), rtol=1e-3, atol=1e-4)
    scale = 1 / np.sqrt(batch.num_players - 1)
    np.testing.assert_allclose(values, scale * network.values(h).detach().numpy(), rtol=1e-3, atol=1e-4)
    assert policy.about.decisions == 7
