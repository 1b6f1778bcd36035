"""TorchRL plays over the PettingZoo wrapper, with the mask of legal actions."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from gosu_env import Game, gosu_v0

pytest.importorskip("torchrl")
torch = pytest.importorskip("torch")

from tensordict.nn import TensorDictModule, TensorDictSequential  # noqa: E402
from torchrl.collectors import Collector  # noqa: E402
from torchrl.envs.libs.gym import GymEnv, GymWrapper  # noqa: E402
from torchrl.envs.libs.pettingzoo import PettingZooWrapper  # noqa: E402
from torchrl.envs.utils import check_env_specs  # noqa: E402
from torchrl.modules import MaskedCategorical, ProbabilisticActor  # noqa: E402

pytestmark = pytest.mark.adapter

PLAYERS = [2, 3, 4]


def make(num_players: int) -> Any:
    """The raw table raises at an illegal action, so that no mask can be wrong unnoticed."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="PettingZoo in TorchRL is tested using version")
        return PettingZooWrapper(gosu_v0.raw_env(num_players=num_players), use_mask=True)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_specs_hold_what_comes(num_players: int) -> None:
    env = make(num_players)
    assert env.group_map == {f"seat_{i}": [f"seat_{i}"] for i in range(num_players)}
    check_env_specs(env, seed=3)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_rollout_is_a_whole_game(num_players: int) -> None:
    """Played at random by TorchRL, then decision by decision in a ``Game``: the same table, and one seat acts."""
    torch.manual_seed(num_players)
    env = make(num_players)
    played = env.rollout(2000, auto_reset=False, tensordict=env.reset(seed=7))
    game = Game(num_players=num_players, seed=7)
    for moment in played:
        seat = game.seat
        acting = [bool(moment[f"seat_{i}", "mask"].item()) for i in range(num_players)]
        assert acting == [i == seat for i in range(num_players)]
        for i in range(num_players):
            seen = moment[f"seat_{i}", "observation", "observation"][0]
            assert (seen.numpy() == game.observe(i)).all()
        assert (moment[f"seat_{seat}", "action_mask"][0].numpy() == game.mask()).all()
        game.apply(int(moment[f"seat_{seat}", "action"].item()))
        assert bool(moment["next", "done"].item()) == game.is_over
    assert game.is_over
    rewards = [float(played["next", f"seat_{i}", "reward"].sum()) for i in range(num_players)]
    assert rewards == pytest.approx(game.returns())


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_collector_runs_a_masked_policy(num_players: int) -> None:
    """One network for all seats, its choice masked; games follow one another in the batches."""
    torch.manual_seed(0)
    env = make(num_players)
    size = env.observation_spec["seat_0", "observation", "observation"].shape[-1]
    network = torch.nn.Linear(size, env.action_spec["seat_0", "action"].space.n)

    def score(observation: Any) -> Any:
        return network(observation.float())

    def actor(seat: str) -> Any:
        return ProbabilisticActor(
            TensorDictModule(score, [(seat, "observation", "observation")], [(seat, "logits")]),
            in_keys={"logits": (seat, "logits"), "mask": (seat, "action_mask")},
            out_keys=[(seat, "action")],
            distribution_class=MaskedCategorical,
        )

    policy = TensorDictSequential(*(actor(seat) for seat in env.group_map))
    collector = Collector(env, policy, frames_per_batch=200, total_frames=400, auto_register_policy_transforms=False)
    ended = 0
    for batch in collector:
        assert batch.shape == (200,)
        acting = torch.stack([batch[seat, "mask"][:, 0] for seat in env.group_map])
        assert (acting.sum(dim=0) == 1).all()
        rewards = torch.stack([batch["next", seat, "reward"].reshape(-1) for seat in env.group_map])
        assert torch.allclose(rewards.sum(dim=0), torch.zeros(200), atol=1e-6)
        done = batch["next", "done"].reshape(-1)
        assert (rewards.abs().sum(dim=0) > 0).numpy().tolist() == done.numpy().tolist()
        ended += int(done.sum())
    collector.shutdown()
    assert ended >= 2


# ------------------------------------------------------------------------------------------------ all seats at once


def make_parallel(num_players: int) -> Any:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="PettingZoo in TorchRL is tested using version")
        return PettingZooWrapper(gosu_v0.parallel_env(num_players=num_players))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_parallel_form_keeps_to_its_specs(num_players: int) -> None:
    env = make_parallel(num_players)
    assert env.group_map == {"seat": [f"seat_{i}" for i in range(num_players)]}
    check_env_specs(env, seed=3)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_parallel_rollout_is_a_whole_game(num_players: int) -> None:
    """Played at random by TorchRL, then decision by decision in a ``Game``; ``active`` says whose answer counts."""
    torch.manual_seed(num_players)
    env = make_parallel(num_players)
    played = env.rollout(2000, auto_reset=False, tensordict=env.reset(seed=7))
    game = Game(num_players=num_players, seed=7)
    for moment in played:
        seat = game.seat
        assert moment["seat", "info", "active"].flatten().tolist() == [i == seat for i in range(num_players)]
        for i in range(num_players):
            assert (moment["seat", "observation", "observation"][i].numpy() == game.observe(i)).all()
        mask = moment["seat", "action_mask"].numpy()
        assert (mask[seat] == game.mask()).all()
        assert (mask.sum(axis=1) > 0).all()
        game.apply(int(moment["seat", "action"][seat]))
    assert game.is_over
    assert played["next", "seat", "reward"].sum(dim=0).flatten().tolist() == pytest.approx(game.returns())


# ------------------------------------------------------------------------------------------------ one learner


def test_gym_env_makes_it_by_its_name() -> None:
    """It probes for a keyword that no game has, and takes a ``TypeError`` for an answer."""
    env = GymEnv("gosu/Gosu-v0", num_players=3)
    check_env_specs(env, seed=3)
    played = env.rollout(50)
    assert played["observation"].shape[1:] == env.observation_spec["observation"].shape


def test_one_learner_plays_whole_games_with_its_mask() -> None:
    import gymnasium  # noqa: PLC0415
    from torchrl.envs.gym_like import default_info_dict_reader  # noqa: PLC0415

    env = GymWrapper(gymnasium.make("gosu/Gosu-v0"), categorical_action_encoding=True)
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"]))
    state = env.reset(seed=5)
    steps = 0
    while True:
        mask = state["action_mask"].to(torch.float32)
        state["action"] = torch.multinomial(mask, 1).reshape(env.action_spec.shape)
        state = env.step(state)["next"]
        steps += 1
        if bool(state["done"]):
            break
    assert steps > 10
    assert float(state["reward"]) in (-1.0, 0.0, 1.0)
