"""The same network, trained with sb3-contrib's MaskablePPO on the native ``VecEnv``.

    python -m gosu_env.training.sb3_maskable --opponents greedy --total-timesteps 500000

One seat of every game learns; agents play the others. The result is a policy file like that of ``gosu train``.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
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
from gosu_env.engine.rules import GAMES, USUAL_GAME, find_game
from gosu_env.engine.runs import usual_folder
from gosu_env.engine.seeds import check_training_seed
from gosu_env.envs.sb3 import GosuVecEnv
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.command import add_changes, start
from gosu_env.training.dense import DenseEnds
from gosu_env.training.folder import RunFolder, make_terms
from gosu_env.training.network import Network
from gosu_env.training.settings_file import (
    change_settings,
    named_changes,
    parse_changes,
    read_changes,
    settings_text,
)


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of a run, named as in stable-baselines3."""

    game: str = USUAL_GAME
    num_players: int = 2
    options: str = ""  # game options, comma-separated
    opponents: str = "random"  # the agent at the other seats
    total_timesteps: int = 500_000  # decisions of the learner
    num_envs: int = 64  # parallel games
    width: int = 128
    depth: int = 2
    n_steps: int = 128
    batch_size: int = 1024
    n_epochs: int = 4
    gamma: float = 1.0
    learning_rate: float = 1e-3
    seed: int = 0

    def __post_init__(self) -> None:
        check_training_seed(self.seed)

    @property
    def game_options(self) -> dict[str, Any]:
        return find_game(self.game).OPTIONS.read(text for text in self.options.split(",") if text)


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
    parser.add_argument("--opponents", help="the agent at the other seats")
    parser.add_argument("--total-timesteps", type=int, help="decisions of the learner")
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--players", dest="num_players", type=int, help="number of players")
    parser.add_argument("--option", dest="options", action="append", help="an option of the game: max_decisions=500 …")
    parser.add_argument("--envs", dest="num_envs", type=int, help="parallel games")
    for name in ("width", "depth", "seed"):
        parser.add_argument(f"--{name}", type=int)
    add_changes(parser, "learning_rate=0.0003")
    given = vars(parser.parse_args(arguments))
    file, words, folder = (given.pop(name) for name in ("settings", "set", "out"))
    changes = [*(read_changes(file) if file else []), *named_changes(**given), *parse_changes(words)]
    settings = change_settings(Settings(), changes)
    table = (settings.num_players, settings.seed, *settings.game_options)
    folder = folder or usual_folder(settings.game, "sb3", settings.opponents.replace(":", "-"), *table)
    kept = RunFolder(folder)
    try:
        return train(settings, kept)
    finally:
        kept.close()


def train(s: Settings, kept: RunFolder) -> MaskablePPO:
    """Train with some settings, and write the network to a folder."""
    if kept.resume.exists():
        raise OptionError(f"{kept.path}: contains a run of another kind; use another folder")
    opponents = [make_agent(s.opponents, s.seed + seat) for seat in range(1, s.num_players)]
    others = None if s.opponents == "random" else opponents
    env = GosuVecEnv(s.num_envs, s.num_players, opponents=others, game=s.game, **s.game_options)
    env.seed(s.seed)
    rules = env.learners.rules
    filed = settings_text(s, "", "python -m gosu_env.training.sb3_maskable")
    kept.write(make_terms("sb3", asdict(s), rules, {"opponent": s.opponents}), filed)
    learned = {name: getattr(s, name) for name in ("n_steps", "batch_size", "n_epochs", "gamma", "learning_rate")}
    model = make_model(env, s.width, s.depth, **learned, verbose=1)
    model.learn(s.total_timesteps, progress_bar=False)
    about = About.at_table(rules, s.width, s.depth, int(model.num_timesteps))
    save_policy(kept.path / FILE, network_of(model), about)
    print(f"play it with: gosu play --against policy:{kept.path}")
    return model


if __name__ == "__main__":
    start(main)
