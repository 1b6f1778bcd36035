"""A model of stable-baselines3 as a player: ``python examples/sb3_bot.py --steps 50000 --save model.safetensors``.

MaskablePPO learns against random players. Its weights are written without pickle, and ``Bot`` plays with them in the
arena, in ``gosu play`` and everywhere else: ``gosu arena --players random,me=examples.sb3_bot:Bot:model.safetensors``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from gymnasium import spaces
from safetensors.torch import load_file, save_file
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from gosu_env import View
from gosu_env.agents.arena import Arena
from gosu_env.envs.sb3 import GosuVecEnv


class Bot:
    """The policy, made anew from its weights when the first view tells how large observations and actions are."""

    def __init__(self, file: str) -> None:
        self.files = [file]  # so that the arena notices when it changes
        self.weights = load_file(file)
        self.policy: MaskableActorCriticPolicy | None = None

    def act(self, view: View) -> int:
        return self.act_many([view])[0]

    def act_many(self, views: Sequence[View]) -> list[int]:
        if self.policy is None:
            seen = spaces.Box(-128, 127, (views[0].observation_spec.size,), np.int8)
            actions = spaces.Discrete(views[0].num_actions)
            self.policy = MaskableActorCriticPolicy(seen, actions, lr_schedule=lambda _: 0.0)
            self.policy.load_state_dict(self.weights)
        observations = np.stack([view.observation for view in views])
        masks = np.stack([view.mask for view in views])
        chosen, _ = self.policy.predict(observations, action_masks=masks, deterministic=True)
        return chosen.tolist()


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="gosu")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--steps", type=int, default=50_000, help="decisions of the learner")
    parser.add_argument("--games", type=int, default=200, help="games in the arena afterwards")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, default=Path("model.safetensors"), help="where to write the weights")
    args = parser.parse_args(arguments)

    envs = GosuVecEnv(num_envs=64, num_players=args.players, game=args.game)
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=512, n_epochs=4, learning_rate=1e-3, seed=args.seed)
    model.learn(args.steps)
    save_file(model.policy.state_dict(), args.save)

    players = [f"me=examples.sb3_bot:Bot:{args.save}", "random"]
    standings = Arena(players, args.games, args.players, game=args.game).run(jobs=1, progress=False)
    me = next(row for row in standings.payoffs.to_dicts() if row["player"] == "me")
    print(f"{me['games']} games: {me['win_rate']:.0%} won ({me['win_low']:.0%} to {me['win_high']:.0%}) against random")
    return float(me["win_rate"])


if __name__ == "__main__":
    main()
