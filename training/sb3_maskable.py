"""The same network, trained with sb3-contrib's MaskablePPO on the native ``VecEnv``.

    python -m gosu_env.training.sb3_maskable --opponents greedy --total-timesteps 500000

One seat of every game learns; agents play the others. The result is a policy file like that of ``gosu train``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor

from gosu_env import OptionError
from gosu_env.agents import make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.policy import FILE, About
from gosu_env.engine.rules import find_game
from gosu_env.envs.sb3 import GosuVecEnv
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.command import add_game, start
from gosu_env.training.dense import DenseEnds
from gosu_env.training.folder import RunFolder, make_terms
from gosu_env.training.network import Network


class Trunk(BaseFeaturesExtractor):
    """All of a network but its heads, which are stable-baselines3's own."""

    def __init__(self, observation_space: spaces.Box, network: Network) -> None:
        super().__init__(observation_space, network.width)
        self.ends = DenseEnds(network)

    def forward(self, observations: Tensor) -> Tensor:
        return self.ends.hidden(observations.T)


def make_model(env: GosuVecEnv, width: int, depth: int, **arguments: Any) -> MaskablePPO:
    """MaskablePPO with a network of this project; ``arguments`` are those of MaskablePPO."""
    rules = env.learners.rules
    network = Network(read_features(rules.observation_spec), rules.num_actions, width, depth)
    shape = {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"network": network},
        "net_arch": [],
        "normalize_images": False,
    }
    return MaskablePPO(MaskableActorCriticPolicy, env, policy_kwargs=shape, **arguments)


def network_of(model: MaskablePPO) -> Network:
    """The network of a model, with its heads copied back."""
    policy: Any = model.policy
    network: Network = policy.features_extractor.ends.network
    network.policy.load_state_dict(policy.action_net.state_dict())
    network.value.load_state_dict(policy.value_net.state_dict())
    return network


def main(arguments: list[str] | None = None) -> MaskablePPO:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.training.sb3_maskable", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--opponents", default="random", help="the agent at the other seats")
    parser.add_argument("--total-timesteps", type=int, default=500_000, help="decisions of the learner")
    add_game(parser)
    parser.add_argument("--envs", type=int, default=64, help="parallel games")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args(arguments)
    folder = given.out or Path("runs") / f"sb3-{given.opponents.replace(':', '-')}-{given.players}-{given.seed}"
    kept = RunFolder(folder)
    try:
        return train(given, kept)
    finally:
        kept.close()


def train(given: argparse.Namespace, kept: RunFolder) -> MaskablePPO:
    """Train with the arguments of the command, and write the network to a folder."""
    if kept.resume.exists():
        raise OptionError(f"{kept.path}: contains a run of another kind; use another folder")
    opponents = [make_agent(given.opponents, given.seed + seat) for seat in range(1, given.players)]
    options = find_game(given.game).OPTIONS.read(given.option)
    others = None if given.opponents == "random" else opponents
    env = GosuVecEnv(given.envs, given.players, opponents=others, game=given.game, **options)
    env.seed(given.seed)
    rules = env.learners.rules
    settings = {name: value for name, value in vars(given).items() if name not in ("out", "option", "opponents")}
    kept.write(make_terms("sb3", settings, rules, {"opponent": given.opponents}, opponents=[given.opponents]))
    model = make_model(
        env,
        given.width,
        given.depth,
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        learning_rate=1e-3,
        verbose=1,
    )
    model.learn(given.total_timesteps, progress_bar=False)
    about = About.at_table(rules, given.width, given.depth, int(model.num_timesteps))
    save_policy(kept.path / FILE, network_of(model), about)
    print(f"play it with: gosu play --against policy:{kept.path}")
    return model


if __name__ == "__main__":
    start(main)
