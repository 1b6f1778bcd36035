"""A player with a trained network. It is read from a file and computed with numpy: playing needs no torch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.features import IMPRISONED, Features, numbered_kinds, read_features
from gosu_env import DataError, OptionError, View
from gosu_env.engine.errors import MissingExtraError
from gosu_env.engine.files import read_whole
from gosu_env.engine.view import Thoughts

SHIPPED = Path(__file__).parent / "policies"
ABOUT = "gosu-env"  # the key of the description in the file's metadata
LAYER_NORM = 1e-5
FILE = "policy.safetensors"  # of a folder of training


@dataclass(frozen=True)
class About:
    """What a policy was trained for."""

    game: str
    num_players: int
    width: int
    depth: int
    decisions: int  # that it learned from
    note: str = ""


@dataclass(frozen=True)
class Policy:
    """A network: its weights by name, and what it was trained for."""

    about: About
    weights: dict[str, NDArray[np.float32]]
    path: str

    def layer(self, name: str, x: NDArray[np.float32]) -> NDArray[np.float32]:
        out: NDArray[np.float32] = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return out

    def first_layer(self, features: Features, obs: NDArray[np.int8]) -> NDArray[np.float32]:
        """The sums of the first layer; only columns that are not empty count."""
        w = self.weights
        sums = np.repeat(w["bias"][None], len(obs), axis=0)
        for i, row in enumerate(obs):
            columns = np.flatnonzero(row * features.scale)
            sums[i] += (row[columns] * features.scale[columns]) @ w["numbers"][columns]
            places = np.flatnonzero(row[features.places])
            presence = np.ones(len(places), np.float32)
            army = places < len(features.face_down)
            presence[army] -= (1 - IMPRISONED) * row[features.face_down[places[army]]]
            cards = w["card"][numbered_kinds(row[features.places[places]])] * presence[:, None]
            sums[i] += np.einsum("pe,pew->w", cards, w["places"][places], optimize=True)
        return sums

    def evaluate(self, features: Features, obs: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits of the actions (N, actions) and expected returns (N,)."""
        h = self.first_layer(features, obs)
        for index in range(self.about.depth):
            h = h + np.maximum(self.layer(f"layers.{index}", norm(h)), 0)
        h = norm(np.maximum(h, 0))
        scale = np.float32(1 / np.sqrt(self.about.num_players - 1))
        return self.layer("policy", h), self.layer("value", h)[:, 0] * scale


def norm(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean 0 and variance 1 in every row."""
    centred = x - x.mean(1, keepdims=True)
    out: NDArray[np.float32] = centred / np.sqrt((centred**2).mean(1, keepdims=True) + np.float32(LAYER_NORM))
    return out


def load_policy(path: str | Path) -> Policy:
    """Read a policy from its file."""
    try:
        from safetensors import SafetensorError  # noqa: PLC0415
        from safetensors.numpy import load  # noqa: PLC0415
    except ModuleNotFoundError:
        raise MissingExtraError("policies need safetensors: pip install 'gosu-env[training]'") from None

    content = read_whole(path)
    try:
        weights = load(content)
        size = int.from_bytes(content[:8], "little")
        described = json.loads(content[8 : 8 + size]).get("__metadata__", {})
        about = About(**json.loads(described[ABOUT]))
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise DataError(f"{path}: not a policy of this project, or damaged: {error}") from None
    policy = Policy(about, {name: np.asarray(w, np.float32) for name, w in weights.items()}, str(path))
    check_policy(policy)
    return policy


def expected_shapes(about: About) -> dict[str, tuple[int | None, ...]]:
    """The shapes of the weights of a network; None: as the game asks."""
    width = about.width
    shapes: dict[str, tuple[int | None, ...]] = {
        "card": (None, None),
        "places": (None, None, width),
        "numbers": (None, width),
        "bias": (width,),
        "policy.weight": (None, width),
        "policy.bias": (None,),
        "value.weight": (1, width),
        "value.bias": (1,),
    }
    for index in range(about.depth):
        shapes |= {f"layers.{index}.weight": (width, width), f"layers.{index}.bias": (width,)}
    return shapes


def check_policy(policy: Policy) -> None:
    """Refuse a network with missing, misshapen or broken weights."""
    shapes = expected_shapes(policy.about)
    if set(shapes) != set(policy.weights):
        odd = ", ".join(sorted(set(shapes) ^ set(policy.weights)))
        raise DataError(f"{policy.path}: weights are missing or too many: {odd}")
    for name, shape in shapes.items():
        found = policy.weights[name]
        if len(found.shape) != len(shape) or any(
            a is not None and a != b for a, b in zip(shape, found.shape, strict=True)
        ):
            raise DataError(f"{policy.path}: {name} has the shape {found.shape}, not {shape}")
        if not np.isfinite(found).all():
            raise DataError(f"{policy.path}: {name} holds numbers that are none")


def check_fit(policy: Policy, features: Features, num_actions: int) -> None:
    """Refuse a network that was made for a game with other observations or actions."""
    wanted = {"numbers": len(features.scale), "card": features.kinds, "places": len(features.places)}
    for name, size in (wanted | {"policy.bias": num_actions}).items():
        if len(policy.weights[name]) != size:
            raise OptionError(
                f"policy {policy.path}: it is for another game: {name} has {len(policy.weights[name])} rows, "
                f"this game asks for {size}"
            )


def policy_file(source: str, num_players: int) -> Path:
    """The file of a policy; it need not be there."""
    path = Path(source)
    if path.is_dir():
        return path / FILE
    return path if path.is_file() or path.suffix else SHIPPED / f"{source}-{num_players}.safetensors"


def find_policy(source: str, num_players: int) -> Policy:
    """The policy of a name, a file, or a folder of training; names are those of the policies shipped."""
    path = policy_file(source, num_players)
    if path.is_file() or path.parent != SHIPPED:
        return load_policy(path)
    names = ", ".join(sorted(file.stem for file in SHIPPED.glob("*.safetensors"))) or "none"
    raise OptionError(
        f"policy {source!r} for {num_players} players: no such file or folder, and none of that name is shipped "
        f"(shipped, by name and number of players: {names})"
    )


def shipped_for(name: str) -> list[int]:
    """The numbers of players for which a policy of that name is shipped."""
    return sorted(int(file.stem.rpartition("-")[2]) for file in SHIPPED.glob(f"{name}-*.safetensors"))


class PolicyAgent:
    """Plays with a trained network.

    ``temperature`` 0 takes the best action; 1 acts by the probabilities that were learned, which is harder to exploit.
    """

    def __init__(self, source: str, seed: int | None = None, temperature: float = 0.0) -> None:
        if not isinstance(temperature, (int, float)) or not 0 <= temperature <= 100:
            raise OptionError(f"temperature must be 0 … 100, not {temperature!r}")
        self.source = source
        self.temperature = float(temperature)
        self.thoughts: Thoughts | None = None
        self._rng = np.random.default_rng(seed)
        self._policies: dict[int, Policy] = {}
        self._features: dict[int, Features] = {}
        if Path(source).suffix or Path(source).is_dir():
            policy = find_policy(source, 0)
            self._policies[policy.about.num_players] = policy

    def _sit_down(self, view: View) -> tuple[Policy, Features]:
        """The policy for so many players, and how it reads observations."""
        players = view.num_players
        if players not in self._policies:
            if self._policies:
                made_for = next(iter(self._policies))
                raise OptionError(f"policy {self.source!r} is for {made_for} players, not for {players}")
            self._policies[players] = find_policy(self.source, players)
        policy = self._policies[players]
        if players not in self._features:
            features = read_features(view.observation_spec)
            check_fit(policy, features, view.num_actions)
            self._features[players] = features
        return policy, self._features[players]

    def act(self, view: View) -> int:
        return self.act_many([view])[0]

    def act_many(self, views: Sequence[View]) -> list[int]:
        """The answers to many decisions at once."""
        policy, features = self._sit_down(views[0])
        logits, values = policy.evaluate(features, np.stack([view.observation for view in views]))
        chosen = []
        for view, row, value in zip(views, logits, values, strict=True):
            legal = view.legal_actions()
            probabilities = softmax(row[legal])
            self.thoughts = Thoughts(
                probabilities=dict(zip(legal, probabilities.tolist(), strict=True)),
                value=float(np.clip(value, -1, 1)),
            )
            if self.temperature == 0:
                chosen.append(legal[int(probabilities.argmax())])
            else:
                chosen.append(int(self._rng.choice(legal, p=softmax(row[legal] / self.temperature))))
        return chosen


def softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    raised = np.exp(logits.astype(np.float64) - logits.max())
    out: NDArray[np.float64] = raised / raised.sum()
    return out
