"""Behaviour cloning from a dataset, in one file.

    gosu dataset data --players policy:strong --decisions 1_000_000
    python examples/clone.py data --save clone.safetensors
    gosu arena --players greedy,policy:strong,policy:clone.safetensors --games 400

The network learns the probabilities of the agent that played, or its actions where it told none, and to expect what the
seat got. The last part is held out: what is printed of it was not learned from. Then the network plays greedy.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from rich.progress import track

from gosu_env.agents.policy import About
from gosu_env.dataset import Dataset, as_tensors
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.ends import make_ends
from gosu_env.training.match import Score, play_match
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer, make_player

COLUMNS = ("observation", "mask", "action", "policy", "return")


def target(batch: dict[str, np.ndarray]) -> np.ndarray:
    """The probabilities to imitate, (N, actions): of the agent, or 1 for its action."""
    wanted, untold = batch["policy"], np.isnan(batch["policy"][:, 0])
    wanted[untold] = 0
    wanted[untold, batch["action"][untold]] = 1
    return wanted


def agreement(ends, data: Dataset, parts: list[int], unit: float) -> tuple[float, float]:
    """How often the network would do the same, and the mean squared error of the return that it expects."""
    same, error, rows = 0, 0.0, 0
    for batch in data.batches(8192, ("observation", "mask", "action", "return"), parts=parts):
        tensors = as_tensors(batch)
        with torch.no_grad():
            logits, values = ends.think(tensors["observation"])
        best = logits.masked_fill(tensors["mask"] == 0, -torch.inf).argmax(1)
        same += int((best == tensors["action"]).sum())
        error += float((values * unit - tensors["return"]).pow(2).sum())
        rows += len(best)
    return same / rows, error / rows


def main(arguments: list[str] | None = None) -> tuple[float, Score]:
    parser = argparse.ArgumentParser(description="Behaviour cloning from a dataset.")
    parser.add_argument("data", type=Path, help="a folder that gosu dataset wrote")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=512)
    parser.add_argument("--learning-rate", type=float, default=1e-3, help="at first; it falls to 0")
    parser.add_argument("--width", type=int, default=256, help="of the network")
    parser.add_argument("--depth", type=int, default=2, help="of the network")
    parser.add_argument("--deals", type=int, default=500, help="played against greedy, each from every seat")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help="where to write the policy: clone.safetensors")
    args = parser.parse_args(arguments)

    torch.manual_seed(args.seed)
    data = Dataset(args.data)
    rules = data.rules()
    unit = (rules.num_players - 1) ** -0.5  # the standard deviation of returns, in which networks count
    *learned, _ = held_out = list(range(len(data.parts)))
    learned = learned or held_out  # of a single part, nothing can be held out
    rows = sum(data.parts[part].decisions for part in learned)
    updates = args.epochs * -(-rows // args.batch_size)
    network = Network.for_rules(rules, args.width, args.depth)
    ends = make_ends(network, "cpu")
    optimizer = torch.optim.Adam(network.parameters(), args.learning_rate)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, updates)
    for epoch in range(1, args.epochs + 1):
        batches = data.batches(args.batch_size, COLUMNS, shuffle=args.seed + epoch, parts=learned)
        for batch in track(batches, f"epoch {epoch}", updates // args.epochs, transient=True):
            wanted = torch.from_numpy(target(batch))
            tensors = as_tensors(batch)
            log_prob, values = ends.evaluate_advice(tensors["observation"], tensors["mask"], wanted)
            loss = -log_prob.mean() + 0.5 * (values - tensors["return"] / unit).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        same, error = agreement(ends, data, held_out[-1:], unit)
        print(f"epoch {epoch}: the same action in {same:.1%} of decisions, value error {error:.3f}", flush=True)
    if args.save:
        note = f"cloned from {', '.join(data.agents)}"
        save_policy(args.save, network, About.at_table(rules, args.width, args.depth, rows, note))
    score = play_match(NetworkPlayer(network), make_player("greedy", rules), rules, args.deals, args.seed)
    print(f"{score} won against greedy, {score.games} games", flush=True)
    return same, score


if __name__ == "__main__":
    main()
