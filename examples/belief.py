"""What do the others hold? ``python examples/belief.py --decisions 300000`` learns to guess.

Whoever counts cards knows what is hidden, and how much of it to expect in every hand if all deals are alike: the
``belief`` of a batch. But what players do tells what they hold: a good card that could have been placed would be on the
table. The network starts at the guess by counting and learns a correction for every kind of card from what the seat
observes, against greedy players. The score is the log-loss in nats for a hidden card, on games that were not learned
from, and by how much it is better than counting, with an interval of 95 %.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env import encode, evaluation_seed, make_batch
from gosu_env.agents.greedy import Choices
from gosu_env.beliefs import Gain, gain, log_loss

Positions = dict[str, NDArray[Any]]


def watch(batch: Any, decisions: int) -> Positions:
    """Games of greedy players: what the deciding seats see, could expect and know, and what is there."""
    choices = Choices(batch.rules)
    rng = np.random.default_rng(0)
    seen: dict[str, list[NDArray[Any]]] = {name: [] for name in ("obs", "belief", "known", "hidden", "game")}
    for _ in range(max(1, decisions // batch.num_envs)):
        for name, column in seen.items():
            column.append((batch.seeds if name == "game" else getattr(batch, name)).copy())
        greedy = choices.of(batch.states)
        batch.step(np.where(rng.random(batch.num_envs) < 0.05, batch.sample(), greedy))  # some variety
    found = {name: np.concatenate(column) for name, column in seen.items()}
    size = batch.hidden_spec.size
    found["belief"], found["known"] = found["belief"][:, :size], found["known"][:, :size]
    asked = (found["hidden"] > found["known"]).any(axis=1)
    return {name: column[asked] for name, column in found.items()}


class Head(nn.Module):
    """Expected numbers of hidden cards: those of counting, times a factor for each that the network finds."""

    def __init__(self, encoder: Any, places: int, size: int, width: int) -> None:
        super().__init__()
        self.encoder, self.places = encoder, places
        self.layers = nn.Sequential(nn.Linear(encoder.size, width), nn.ReLU(), nn.Linear(width, size))
        nn.init.zeros_(self.layers[-1].weight)
        nn.init.zeros_(self.layers[-1].bias)  # begins at the guess by counting

    def forward(self, positions: Positions) -> Tensor:
        """The log-chance of each kind for a hidden card of each place: (rows, places, kinds)."""
        open_ = torch.from_numpy(positions["belief"] - positions["known"]).clamp(min=1e-9)
        logits = open_.log() + self.layers(torch.from_numpy(self.encoder(positions["obs"])))
        return logits.unflatten(1, (self.places, -1)).log_softmax(2)

    def expect(self, positions: Positions) -> NDArray[np.float32]:
        """Expected numbers in all places: (rows, size)."""
        left = torch.from_numpy(positions["hidden"] - positions["known"]).unflatten(1, (self.places, -1)).sum(2)
        with torch.no_grad():
            found = (self(positions).exp() * left[:, :, None]).flatten(1).numpy()
        return found + positions["known"]


def learn(head: Head, positions: Positions, epochs: int) -> None:
    optimizer = torch.optim.Adam(head.parameters(), 1e-3)
    for _ in range(epochs):
        for rows in torch.randperm(len(positions["obs"])).split(1024):
            some = {name: column[rows.numpy()] for name, column in positions.items()}
            left = torch.from_numpy(some["hidden"] - some["known"]).unflatten(1, (head.places, -1))
            loss = -(head(some) * left).sum() / left.sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def main(arguments: list[str] | None = None) -> tuple[float, float, Gain]:
    parser = argparse.ArgumentParser(description="What do the others hold?")
    parser.add_argument("--game", default="gosu")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=300_000, help="to learn from")
    parser.add_argument("--epochs", type=int, default=1, help="over the same positions; more of them overfit")
    parser.add_argument("--width", type=int, default=128, help="of the network")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)

    torch.manual_seed(args.seed)
    extras = {"num_envs": 512, "num_players": args.players, "extras": ["hidden", "belief"]}
    batch = make_batch(args.game, seed=args.seed, **extras)
    spec = batch.hidden_spec
    head = Head(encode(batch.observation_spec), len(spec.blocks), spec.size, args.width)
    seen = watch(batch, args.decisions)
    others = make_batch(args.game, seed=evaluation_seed(args.seed), **extras)  # games of other deals
    tests = watch(others, max(args.decisions // 5, 50_000))
    counted = log_loss(tests["belief"], tests["hidden"], tests["known"], spec)
    for epoch in range(1, args.epochs + 1):
        learn(head, seen, 1)
        guessed = log_loss(head.expect(tests), tests["hidden"], tests["known"], spec)
        better = gain(counted, guessed, tests["game"])
        print(
            f"epoch {epoch}: {guessed.mean:.4f} nats a card; by counting alone: {counted.mean:.4f};"
            f" better by {better.mean:.4f} ({better.low:.4f} to {better.high:.4f})",
            flush=True,
        )
    return counted.mean, guessed.mean, better


if __name__ == "__main__":
    main()
