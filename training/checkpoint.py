"""Files of a training run: the policy, and a checkpoint to resume from. Writes are atomic."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor, nn
from torch.optim import Optimizer

from gosu_env import DataError
from gosu_env.agents.features import read_features
from gosu_env.agents.policy import About, Policy, check_printed, check_table, policy_metadata
from gosu_env.agents.printed import PRINTED, read_layout
from gosu_env.agents.weights import CHECKSUM, read_metadata, seal
from gosu_env.cards import printed
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.rules import Rules, find_rules
from gosu_env.training.network import Network
from gosu_env.training.printed import PrintedNetwork


def save_policy(path: Path, network: nn.Module, about: About, *, half: bool = False) -> None:
    """Write a network for ``gosu_env.agents.policy``; ``half``: in float16, for shipped files."""
    kind = torch.float16 if half else torch.float32
    weights = {}
    for name, weight in network.state_dict().items():
        kept = weight.detach().to("cpu", kind if weight.is_floating_point() else weight.dtype)
        weights[name] = kept.clone(memory_format=torch.contiguous_format)  # some may share their memory
    write_whole(path, seal(save(weights), policy_metadata(about)))


def read_network(policy: Policy, rules: Rules | None = None) -> Any:
    """The network of a policy, for further training; ``rules`` for a game with options."""
    about = policy.about
    rules = rules or find_rules(about.game, about.num_players, {})
    check_table(policy, rules)
    if about.network == PRINTED:
        return _read_printed(policy, rules)
    if about.network:
        return policy.own_network(rules)
    features, embedding = read_features(rules.observation_spec), policy.weights["card"].shape[1]
    network = Network(features, rules.num_actions, about.width, about.depth, embedding)
    try:
        network.load_state_dict({name: torch.from_numpy(weight) for name, weight in policy.weights.items()})
    except RuntimeError as error:
        raise DataError(f"{policy.path}: does not fit the game: {error}") from None
    return network


def _read_printed(policy: Policy, rules: Rules) -> PrintedNetwork:
    """The network of a policy that reads cards; it knows the cards of these rules, and can be told of others."""
    layout, weights = read_layout(rules), policy.weights
    check_printed(policy, layout, printed(rules).shape[1])
    sizes = len(weights["reader.bias"]), len(weights["card.bias"])
    width, depth = policy.about.width, policy.about.depth
    network = PrintedNetwork(layout, weights["reader.weight"].shape[1], width, depth, sizes)
    try:
        network.load_state_dict({name: torch.from_numpy(weight) for name, weight in weights.items()})
    except RuntimeError as error:
        raise DataError(f"{policy.path}: does not fit the game: {error}") from None
    network.know_sets([rules])
    return network


def part_of(tensors: Mapping[str, Tensor], name: str) -> dict[str, Tensor]:
    """The tensors whose names start with a prefix, without it."""
    return {key.removeprefix(name): tensor for key, tensor in tensors.items() if key.startswith(name)}


def pack(network: nn.Module, optimiser: Optimizer) -> dict[str, Tensor]:
    """The state of a network and its optimiser, for ``unpack``."""
    tensors = {f"network.{name}": tensor.clone() for name, tensor in network.state_dict().items()}
    for index, state in optimiser.state_dict()["state"].items():
        tensors |= {f"optimiser.{index}.{name}": tensor for name, tensor in state.items()}
    return tensors


def unpack(tensors: Mapping[str, Tensor], network: nn.Module, optimiser: Optimizer) -> None:
    """Restore the state packed by ``pack``."""
    network.load_state_dict(part_of(tensors, "network."))
    state: dict[int, dict[str, Tensor]] = {}
    for key, tensor in part_of(tensors, "optimiser.").items():
        index, name = key.split(".")
        state.setdefault(int(index), {})[name] = tensor
    optimiser.load_state_dict(optimiser.state_dict() | {"state": state})


def save_tensors(path: Path, tensors: dict[str, Tensor], notes: dict[str, Any]) -> None:
    """Write tensors, and notes as JSON."""
    kept = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    write_whole(path, seal(save(kept), {"notes": json.dumps(notes)}))


def load_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Read what ``save_tensors`` wrote."""
    content = read_whole(path)
    try:
        tensors = load(content)
        metadata = read_metadata(content)
        if CHECKSUM not in metadata:
            raise DataError("no checksum")
        notes: dict[str, Any] = json.loads(metadata["notes"])
    except (SafetensorError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise DataError(f"{path}: not a checkpoint of this project, or damaged: {error}") from None
    return tensors, notes
