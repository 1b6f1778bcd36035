"""What training leaves on disk: a policy to play with, and all that it takes to go on. Files are whole or not there."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from agents.policy import ABOUT, About
from gosu_env import DataError
from gosu_env.engine.files import read_whole, write_whole
from training.network import Network


def save_policy(path: Path, network: Network, about: About, *, half: bool = False) -> None:
    """Write a network for ``agents.policy``; ``half``: numbers of 16 bits, for files that are shipped."""
    kind = torch.float16 if half else torch.float32
    weights = {name: w.detach().to("cpu", kind).contiguous() for name, w in network.state_dict().items()}
    write_whole(path, save(weights, {ABOUT: json.dumps(asdict(about))}))


def save_tensors(path: Path, tensors: dict[str, Tensor], notes: dict[str, Any]) -> None:
    """Write tensors, and notes that JSON can hold."""
    kept = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    write_whole(path, save(kept, {"notes": json.dumps(notes)}))


def load_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Read what ``save_tensors`` wrote."""
    content = read_whole(path)
    try:
        tensors = load(content)
        size = int.from_bytes(content[:8], "little")
        notes: dict[str, Any] = json.loads(json.loads(content[8 : 8 + size])["__metadata__"]["notes"])
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise DataError(f"{path}: not a checkpoint of this project, or damaged: {error}") from None
    return tensors, notes
