"""What does the other player hold? ``python examples/belief.py --decisions 200000`` learns to guess.

Whoever counts cards knows which ones are unseen; without any other clue, every unseen copy is equally likely to be in
the other hand. But what players do tells what they hold: a good card that could have been placed would be on the table.
The network starts at the uniform guess and learns a correction for every kind of card from what the seat observes.
The score is the mean log-loss in nats for a hidden card of the other hand, on games that were not learned from.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor, nn

from gosu_env import encode, make_batch
from gosu_env.agents.greedy import Choices
from gosu_env.gosu.cards import load_cards


def unseen(obs: np.ndarray, spec, copies: np.ndarray) -> np.ndarray:
    """Copies of each kind that lie in the draw pile or, unknown, in the other hand: int64 (rows, kinds)."""
    left = np.tile(copies, (len(obs), 1))
    for name in ("discard", "hand.me", "hand.opp1"):  # the last one: what is known of it
        left -= obs[:, spec[name]]
    for name in ("army.me.card", "army.opp1.card", "look"):
        cards = obs[:, spec[name]]
        row, place = np.nonzero(cards)
        np.subtract.at(left, (row, cards[row, place] - 1), 1)
    return left


def watch(decisions: int, seed: int, num_envs: int = 512) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Games of greedy players: what the deciding seat observes, what is unseen, and the truth about the other hand.

    The truth is in the records of the batch, and the network is never shown it when it guesses.
    """
    batch = make_batch("gosu", num_envs=num_envs, num_players=2, seed=seed)
    choices = Choices(batch.rules)
    copies = np.array([card.copies for card in load_cards()])
    rows = np.arange(num_envs)
    rng = np.random.default_rng(seed)
    seen: list[tuple[np.ndarray, ...]] = []
    for _ in range(max(1, decisions // num_envs)):
        hidden = batch.states["hand"][rows, 1 - batch.seat] - batch.obs[:, batch.observation_spec["hand.opp1"]]
        seen.append((batch.obs.copy(), unseen(batch.obs, batch.observation_spec, copies), hidden))
        greedy = choices.of(batch.states)
        batch.step(np.where(rng.random(num_envs) < 0.05, batch.sample(), greedy))  # some variety
    obs, left, hidden = (np.concatenate(column) for column in zip(*seen, strict=True))
    asked = hidden.sum(axis=1) > 0
    return obs[asked], left[asked], hidden[asked]


def log_loss(logits: Tensor, hidden: Tensor) -> Tensor:
    """Per hidden card."""
    return -(logits.log_softmax(1) * hidden).sum() / hidden.sum()


def uniform(left: Tensor) -> Tensor:
    """The logits of the guess that counts cards: every unseen copy is equally likely."""
    return left.clamp(min=1e-6).log()


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description="What does the other player hold?")
    parser.add_argument("--decisions", type=int, default=200_000, help="to learn from")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--width", type=int, default=128, help="of the network")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)

    torch.manual_seed(args.seed)
    obs, left, hidden = watch(args.decisions, args.seed)
    tests = watch(max(args.decisions // 10, 10_000), args.seed + 1_000_000)  # games of other deals
    encoder = encode(make_batch("gosu", num_envs=1, num_players=2).observation_spec)
    network = nn.Sequential(nn.Linear(encoder.size, args.width), nn.ReLU(), nn.Linear(args.width, left.shape[1]))
    nn.init.zeros_(network[-1].weight)
    nn.init.zeros_(network[-1].bias)  # begins at the uniform guess
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)

    def losses(obs: np.ndarray, left: np.ndarray, hidden: np.ndarray) -> tuple[Tensor, Tensor]:
        prior, truth = uniform(torch.from_numpy(left).float()), torch.from_numpy(hidden)
        return log_loss(prior, truth), log_loss(prior + network(torch.from_numpy(encoder(obs))), truth)

    def score() -> tuple[float, float]:
        with torch.no_grad():
            counted, guessed = losses(*(column[:10_000] for column in tests))
        return counted.item(), guessed.item()

    for epoch in range(1, args.epochs + 1):
        for rows in torch.randperm(len(obs)).split(1024):
            _, loss = losses(obs[rows], left[rows], hidden[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        counted, guessed = score()
        print(f"epoch {epoch}: {guessed:.4f} nats a card; by counting alone: {counted:.4f}", flush=True)
    return counted, guessed


if __name__ == "__main__":
    main()
