"""Networks of one's own: ``my_module:Net``, found by name and built for a table. They need torch.

A network is a ``torch.nn.Module`` that is made by ``Net(rules, width, depth)``, or by a class method ``for_rules`` with
the same arguments, if there is one. Its ``forward(obs)`` takes observations, int8 of shape (N, columns), and returns
action logits, (N, actions), and expected returns, (N,), in units of the returns' standard deviation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env import DataError, GosuError, OptionError
from gosu_env.agents.faults import told_fault
from gosu_env.agents.own import check_trusted, find_class
from gosu_env.engine.errors import MissingExtraError, install
from gosu_env.engine.rules import Rules


@dataclass(frozen=True)
class Blueprint:
    """What a network is built from: its class, empty for that of this project, and two arguments."""

    name: str
    width: int
    depth: int


def build_network(blueprint: Blueprint, rules: Rules) -> Any:
    """A new network of one's own, tried out once."""
    try:
        import torch  # noqa: PLC0415  (an extra)
    except ModuleNotFoundError:
        raise MissingExtraError(f"network {blueprint.name!r} needs torch: {install('training')}") from None
    name = blueprint.name
    made = find_class("network", name, "forward")
    if not issubclass(made, torch.nn.Module):
        raise OptionError(f"network {name!r}: the class is no torch.nn.Module")
    try:
        network = getattr(made, "for_rules", made)(rules, blueprint.width, blueprint.depth)
        network.eval()
        with torch.no_grad():
            told = network(torch.zeros((2, rules.observation_size), dtype=torch.int8))
    except GosuError:
        raise
    except Exception as error:
        raise OptionError(
            f"network {name!r} cannot be made for {rules.name} with {rules.num_players} players: {told_fault(error)}; "
            f"expected {made.__name__}(rules, width, depth) with forward(obs), obs int8 of shape (N, columns)"
        ) from error
    shapes = [tuple(part.shape) for part in told] if isinstance(told, tuple) else [type(told).__name__]
    if shapes != [(2, rules.num_actions), (2,)]:
        raise OptionError(
            f"network {name!r}: forward of 2 observations gave {shapes}; expected logits of shape "
            f"(2, {rules.num_actions}) and values of shape (2,)"
        )
    network.blueprint = blueprint
    return network


def load_network(blueprint: Blueprint, rules: Rules, weights: Mapping[str, NDArray[Any]], path: str) -> Any:
    """A network of one's own with weights from a file, if its class is trusted."""
    check_trusted(f"policy {path}", blueprint.name)
    try:
        network = build_network(blueprint, rules)
    except OptionError as error:
        raise OptionError(f"policy {path}: {error}") from error
    import torch  # noqa: PLC0415  (an extra: ``build_network`` says so)

    try:
        network.load_state_dict({name: torch.from_numpy(np.array(weight)) for name, weight in weights.items()})
    except RuntimeError as error:
        told = " ".join(str(error).split())
        raise DataError(f"{path}: does not fit the network {blueprint.name!r}: {told}") from None
    return network


def think(
    network: Any, obs: Sequence[NDArray[np.int8]], actions: Sequence[NDArray[np.int64]]
) -> list[NDArray[np.float64]]:
    """What a network makes of observations: for each its value, then the logits of some actions."""
    import torch  # noqa: PLC0415

    with torch.no_grad():
        logits, values = network(torch.from_numpy(np.stack(obs)))
    told = zip(logits.double().numpy(), values.double().numpy(), actions, strict=True)
    return [np.concatenate([[value], row[legal]]) for row, value, legal in told]
