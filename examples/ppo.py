"""Self-play by PPO, in one file: ``python examples/ppo.py --decisions 100000 --save net.safetensors``.

One network plays all seats of many games at once. Each row of the batch waits for one seat, so consecutive decisions of
a game mostly belong to different seats. A seat's own decisions, in order, are one trajectory, and what the seat gets
for the game is credited to the last of them, by ``credit``. What the others do in between is part of the environment.

The network then plays in the arena: ``gosu arena --players random,me=examples.ppo:Bot:net.safetensors``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from gosu_env import View, encode, evaluation_seed, make_batch

ROLLOUT = 8192  # decisions between two updates


class Network(nn.Module):
    """Logits of all actions, and the return that the deciding seat expects."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # begins as the random player
        nn.init.zeros_(self.value.weight)

    def forward(self, codes: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        hidden = self.body(codes)
        logits = self.policy(hidden).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def credit(seats: np.ndarray, values: np.ndarray, rewards: np.ndarray, lam: float) -> np.ndarray:
    """The advantage of every decision of one whole game, by generalised advantage estimation, without discount.

    ``seats``: who decided; ``values``: what it expected; ``rewards``: what every seat got at the end.
    """
    advantages = np.zeros(len(seats), np.float32)
    for seat, reward in enumerate(rewards):
        own = np.flatnonzero(seats == seat)  # one trajectory
        ahead, advantage = reward, 0.0  # after the seat's last decision comes the reward
        for step in own[::-1]:
            advantage = ahead - values[step] + lam * advantage
            advantages[step], ahead = advantage, values[step]
    return advantages


def collect(batch, network, encoder, unfinished, decisions):
    """Play until so many decisions belong to finished games; the others wait in ``unfinished``, a list per game."""
    columns: list[list] = [[] for _ in range(7)]
    while sum(map(len, columns[0])) < decisions:
        obs, mask, seat = batch.obs.copy(), batch.mask.copy(), batch.seat.copy()  # the batch writes in place
        with torch.no_grad():
            chances, value = network(torch.from_numpy(encoder(obs)), torch.from_numpy(mask))
            action = chances.sample()
            log_prob = chances.log_prob(action)
        action, log_prob, value = action.numpy(), log_prob.numpy(), value.numpy()
        batch.step(action)
        for i, game in enumerate(unfinished):
            game.append((obs[i], mask[i], seat[i], action[i], log_prob[i], value[i]))
        for i in np.flatnonzero(batch.done):  # the game has restarted by itself; its rewards are still here
            game = list(map(np.array, zip(*unfinished[i], strict=True)))
            advantages = credit(game[2], game[5], batch.reward[i], lam=0.95)
            for column, part in zip(columns, (*game, advantages), strict=True):
                column.append(part)
            unfinished[i].clear()
    obs, mask, _, action, log_prob, value, advantage = map(np.concatenate, columns)
    return obs, mask, action, log_prob, (advantage - advantage.mean()) / advantage.std(), value + advantage


def update(network, encoder, optimizer, data, minibatch=1024, epochs=2, clip=0.2, entropy=0.01):
    """The clipped objective of PPO over whole games."""
    for _ in range(epochs):
        for rows in torch.randperm(len(data[0])).split(minibatch):
            obs, *columns = (column[rows] for column in data)
            mask, action, old, advantage, target = map(torch.from_numpy, columns)
            chances, value = network(torch.from_numpy(encoder(obs)), mask)
            ratio = (chances.log_prob(action) - old).exp()
            policy_loss = -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
            loss = policy_loss + 0.5 * (value - target).pow(2).mean() - entropy * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def win_rate(network, encoder, game: str, players: int, games: int = 200, seed: int = 0) -> float:
    """How often the network's most likely actions beat random players, from every seat in turn."""
    batch = make_batch(game, num_envs=games, num_players=players, seed=evaluation_seed(seed))
    mine = np.arange(games) % players  # the learner's seat
    result = np.full(games, np.nan)
    while np.isnan(result).any():
        actions = batch.sample()
        with torch.no_grad():
            chances, _ = network(torch.from_numpy(encoder(batch.obs)), torch.from_numpy(batch.mask))
        actions = np.where(batch.seat == mine, chances.logits.argmax(1).numpy(), actions)
        batch.step(actions)
        first = batch.done & np.isnan(result)
        result[first] = batch.reward[first, mine[first]] > 0
    return float(result.mean())


class Bot:
    """The network as a player, for the arena and every command: ``examples.ppo:Bot:net.safetensors``."""

    def __init__(self, file: str) -> None:
        weights = load_file(file)
        width, inputs = weights["body.0.weight"].shape
        self.network = Network(inputs, len(weights["policy.bias"]), width)
        self.network.load_state_dict(weights)
        self.encoder = None

    def act(self, view: View) -> int:
        return self.act_many([view])[0]

    def act_many(self, views: Sequence[View]) -> list[int]:
        self.encoder = self.encoder or encode(views[0].observation_spec)
        obs, mask = (np.stack([getattr(view, name) for view in views]) for name in ("observation", "mask"))
        with torch.no_grad():
            chances, _ = self.network(torch.from_numpy(self.encoder(obs)), torch.from_numpy(mask))
        return chances.logits.argmax(1).tolist()


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="gosu")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=100_000, help="decisions to learn from, all seats together")
    parser.add_argument("--num-envs", type=int, default=256, help="games side by side")
    parser.add_argument("--width", type=int, default=128, help="of the network")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help="where to write the weights: net.safetensors")
    args = parser.parse_args(arguments)

    torch.manual_seed(args.seed)
    batch = make_batch(args.game, num_envs=args.num_envs, num_players=args.players, seed=args.seed)
    encoder = encode(batch.observation_spec)
    network = Network(encoder.size, batch.num_actions, args.width)
    optimizer = torch.optim.Adam(network.parameters(), args.learning_rate)
    unfinished: list[list] = [[] for _ in range(args.num_envs)]
    seen = 0
    while seen < args.decisions:
        data = collect(batch, network, encoder, unfinished, min(ROLLOUT, args.decisions))
        update(network, encoder, optimizer, data)
        seen += len(data[0])
        wins = win_rate(network, encoder, args.game, args.players)
        print(f"{seen:>9,} decisions  {wins:.1%} won against random", flush=True)
    if args.save:
        save_file(network.state_dict(), args.save)
    return wins


if __name__ == "__main__":
    main()
