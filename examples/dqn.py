"""Self-play by double DQN, in one file: ``python examples/dqn.py --decisions 100000 --save q.safetensors``.

One network plays all seats of many games at once. A transition leads from a decision of a seat to the *same seat's*
next decision, however much the others did in between, or to the end of the game with what that seat got. ``Seats``
keeps every seat's last decision until it is known where it led. Values are always those of the seat that decides, so
no sign changes from seat to seat, and any number of players can be trained.

The network then plays in the arena: ``gosu arena --players random,me=examples.dqn:Bot:q.safetensors``.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from gosu_env import View, encode, evaluation_seed, make_batch

STEPS_PER_UPDATE = 4  # steps of the batch between two updates
MINIBATCH = 512
TARGET_EVERY = 25  # updates between two copies of the network to the target
WARM_UP = 4  # minibatches of transitions before the first update


def q_network(inputs: int, actions: int, width: int) -> nn.Module:
    """The return of every action, between -1 and 1 as all returns are."""
    return nn.Sequential(
        nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, actions), nn.Tanh()
    )


class Replay:
    """The last transitions, in a ring. Observations are kept as int8 and encoded when they are drawn."""

    def __init__(self, capacity: int, inputs: int, actions: int) -> None:
        self.obs, self.next_obs = np.zeros((2, capacity, inputs), np.int8)
        self.action = np.zeros(capacity, np.int64)
        self.reward = np.zeros(capacity, np.float32)
        self.next_mask = np.zeros((capacity, actions), np.int8)  # all zeros: the game is over
        self.added = 0

    def __len__(self) -> int:
        return min(self.added, len(self.action))

    def add(self, obs, action, reward, next_obs, next_mask) -> None:
        rows = (self.added + np.arange(len(action))) % len(self.action)
        self.obs[rows], self.action[rows], self.reward[rows] = obs, action, reward
        self.next_obs[rows], self.next_mask[rows] = next_obs, next_mask
        self.added += len(action)


class Seats:
    """The last decision of every seat of every game, until the seat decides again or the game ends."""

    def __init__(self, games: int, players: int, inputs: int) -> None:
        self.waiting = np.zeros((games, players), bool)
        self.obs = np.zeros((games, players, inputs), np.int8)
        self.action = np.zeros((games, players), np.int64)

    def decide(self, replay: Replay, seat, obs, mask, action) -> None:
        """In every game a seat decides: its last decision led here, and this one waits."""
        game = np.flatnonzero(self.waiting[np.arange(len(seat)), seat])
        own = game, seat[game]
        replay.add(self.obs[own], self.action[own], 0.0, obs[game], mask[game])
        every = np.arange(len(seat)), seat
        self.waiting[every], self.obs[every], self.action[every] = True, obs, action

    def finish(self, replay: Replay, done, reward) -> None:
        """Games are over: every seat's last decision gets what the seat got."""
        over = np.nonzero(self.waiting & done[:, None])
        replay.add(self.obs[over], self.action[over], reward[over], 0, 0)
        self.waiting[done] = False


def best(network: nn.Module, encoder, obs, mask) -> np.ndarray:
    """The legal action that promises most."""
    with torch.no_grad():
        values = network(torch.from_numpy(encoder(obs)))
    return values.masked_fill(torch.from_numpy(mask) == 0, -torch.inf).argmax(1).numpy()


def update(network, target, encoder, optimizer, replay: Replay, rng: np.random.Generator) -> float:
    """One step of double DQN: the network chooses the next action, the target says what it is worth."""
    rows = rng.integers(len(replay), size=MINIBATCH)
    next_mask = replay.next_mask[rows]
    codes = torch.from_numpy(encoder(replay.next_obs[rows]))
    with torch.no_grad():
        choice = network(codes).masked_fill(torch.from_numpy(next_mask) == 0, -torch.inf).argmax(1)
        ahead = target(codes).gather(1, choice[:, None])[:, 0]
        goes_on = torch.from_numpy(next_mask.any(axis=1))
        wanted = torch.from_numpy(replay.reward[rows]) + ahead * goes_on  # no discount: a win is a win
    values = network(torch.from_numpy(encoder(replay.obs[rows])))
    found = values.gather(1, torch.from_numpy(replay.action[rows])[:, None])[:, 0]
    loss = nn.functional.mse_loss(found, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def win_rate(network, encoder, game: str, players: int, games: int = 200, seed: int = 0) -> float:
    """How often the network beats random players, from every seat in turn."""
    batch = make_batch(game, num_envs=games, num_players=players, seed=evaluation_seed(seed))
    mine = np.arange(games) % players  # the learner's seat
    result = np.full(games, np.nan)
    while np.isnan(result).any():
        batch.step(np.where(batch.seat == mine, best(network, encoder, batch.obs, batch.mask), batch.sample()))
        first = batch.done & np.isnan(result)
        result[first] = batch.reward[first, mine[first]] > 0
    return float(result.mean())


class Bot:
    """The network as a player, for the arena and every command: ``examples.dqn:Bot:q.safetensors``."""

    def __init__(self, file: str) -> None:
        weights = load_file(file)
        width, inputs = weights["0.weight"].shape
        self.network = q_network(inputs, len(weights["4.bias"]), width)
        self.network.load_state_dict(weights)
        self.encoder = None

    def act(self, view: View) -> int:
        return self.act_many([view])[0]

    def act_many(self, views: Sequence[View]) -> list[int]:
        self.encoder = self.encoder or encode(views[0].observation_spec)
        obs, mask = (np.stack([getattr(view, name) for view in views]) for name in ("observation", "mask"))
        return best(self.network, self.encoder, obs, mask).tolist()


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="gosu")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=100_000, help="decisions to play, all seats together")
    parser.add_argument("--num-envs", type=int, default=64, help="games side by side")
    parser.add_argument("--width", type=int, default=128, help="of the network")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help="where to write the weights: q.safetensors")
    args = parser.parse_args(arguments)

    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    batch = make_batch(args.game, num_envs=args.num_envs, num_players=args.players, seed=args.seed)
    encoder = encode(batch.observation_spec)
    network = q_network(encoder.size, batch.num_actions, args.width)
    target = copy.deepcopy(network)
    optimizer = torch.optim.Adam(network.parameters(), args.learning_rate)
    replay = Replay(50_000, batch.observation_spec.size, batch.num_actions)
    seats = Seats(args.num_envs, args.players, batch.observation_spec.size)
    steps = args.decisions // args.num_envs
    updates, loss = 0, float("nan")
    for step in range(1, steps + 1):
        exploring = rng.random(args.num_envs) < max(0.05, 1 - 2 * step / steps)  # falls to 5 % halfway
        action = np.where(exploring, batch.sample(), best(network, encoder, batch.obs, batch.mask))
        seats.decide(replay, batch.seat, batch.obs, batch.mask, action)
        batch.step(action)
        seats.finish(replay, batch.done, batch.reward)
        if step % STEPS_PER_UPDATE == 0 and len(replay) >= WARM_UP * MINIBATCH:
            loss = update(network, target, encoder, optimizer, replay, rng)
            updates += 1
            if updates % TARGET_EVERY == 0:
                target.load_state_dict(network.state_dict())
        if step % max(steps // 5, 1) == 0:
            wins = win_rate(network, encoder, args.game, args.players)
            print(f"{step * args.num_envs:>9,} decisions  loss {loss:.3f}  {wins:.1%} won against random", flush=True)
    if args.save:
        save_file(network.state_dict(), args.save)
    return wins


if __name__ == "__main__":
    main()
