"""A player with a trained network. It is read from a file and compiled for the CPU: playing needs no torch."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env import DataError, OptionError, View
from gosu_env.agents.features import Features, read_features
from gosu_env.agents.folders import game_folder, value_text
from gosu_env.agents.inference import Net, infer, make_net
from gosu_env.agents.lookahead import Lookahead
from gosu_env.agents.networks import Blueprint, load_network, think
from gosu_env.agents.own import check_trusted
from gosu_env.agents.printed import PRINTED, Layout, for_cards, read_layout
from gosu_env.agents.printed import expected_shapes as printed_shapes
from gosu_env.agents.registry import policy_of
from gosu_env.agents.repeats import Repeats
from gosu_env.agents.sources import source_files
from gosu_env.agents.weights import Shapes, check_shapes, read_metadata, seal, trunk_shapes
from gosu_env.cards import printed
from gosu_env.engine.errors import MissingExtraError, install
from gosu_env.engine.files import read_whole
from gosu_env.engine.rules import Rules, find_game
from gosu_env.engine.view import Thoughts

ABOUT = "gosu-env"  # the key of the description in the file's metadata
FILE = "policy.safetensors"  # of a folder of training
LARGEST = 1e6  # of a weight: with 32 bits, no sum of a network then runs over
ELSEWHERE = ("cards", "auto_forced", "max_decisions")  # options that a policy need not know: cards have a digest


class PolicyWarning(UserWarning):
    """A policy at a table that it was not trained for."""


@dataclass(frozen=True)
class About:
    """What a policy was trained for. Files of before may not tell the cards and the options."""

    game: str
    num_players: int
    width: int
    depth: int
    decisions: int  # that it learned from
    note: str = ""
    cards: str | None = None  # the digest of the card set
    options: dict[str, Any] | None = None  # of the game, but for those of ELSEWHERE
    worlds: int = 0  # in which it tries every answer, to judge what comes of it; 0: it plays by its logits
    network: str = ""  # printed: it reads cards; its class, if that is not this project's: my_module:Net
    sets: str = ""  # the range of card sets that it learned with, if there were several: generated:0-99
    also: dict[str, Any] | None = None  # options of other tables at which it was trained, too

    @classmethod
    def at_table(
        cls,
        rules: Rules,
        width: int,
        depth: int,
        decisions: int,
        note: str = "",
        worlds: int = 0,
        network: str = "",
        sets: str = "",
        also: dict[str, Any] | None = None,
    ) -> About:
        """A policy for a game with these rules, or with any of several ``sets``."""
        cards = None if sets else rules.digest
        return cls(
            *(rules.name, rules.num_players, width, depth, decisions, note),
            *(cards, table_options(rules.options), worlds, network, sets, also),
        )

    @classmethod
    def read(cls, text: str) -> About:
        """From the text in a file; what a later version may have added is left out."""
        plain = json.loads(text)
        if not isinstance(plain, dict):
            raise DataError("its description is not a JSON object")
        about = cls(**{field.name: plain[field.name] for field in fields(cls) if field.name in plain})
        for name, (least, most) in SIZES.items():
            size = getattr(about, name)
            if not isinstance(size, int) or isinstance(size, bool) or not least <= size <= most:
                raise DataError(f"{name} is {size!r}, not a whole number of {least} to {most}")
        for name, kinds in {
            "game": str,
            "note": str,
            "network": str,
            "sets": str,
            "cards": str | None,
            "options": dict | None,
            "also": dict | None,
        }.items():
            if not isinstance(getattr(about, name), kinds):
                raise DataError(f"{name} is {getattr(about, name)!r}")
        return about


SIZES = {
    "num_players": (2, 64),
    "width": (1, 1 << 16),
    "depth": (0, 1000),
    "decisions": (0, 1 << 62),
    "worlds": (0, 1 << 10),
}


def table_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a game that make a table another one for a policy."""
    return {name: value for name, value in options.items() if name not in ELSEWHERE}


@dataclass(frozen=True)
class Policy:
    """A network: its weights by name, and what it was trained for."""

    about: About
    weights: dict[str, NDArray[np.float32]]
    path: str

    def net(self, features: Features) -> Net:
        """The network, ready to think about such observations."""
        check_fit(self, features)
        return make_net(self.weights, self.about.depth, features)

    def at(self, rules: Rules) -> Policy:
        """The policy at a table: if it reads cards, the same with what it makes of these, as compiled code needs it."""
        if self.about.network != PRINTED:
            return self
        check_table(self, rules)
        weights, layout, cards = self.weights, read_layout(rules), printed(rules)
        check_printed(self, layout, cards.shape[1])
        made = replace(self, about=replace(self.about, network=""), weights=for_cards(weights, layout, cards))
        check_policy(made)
        return made

    def own_network(self, rules: Rules) -> Any:
        """The network, if its class is not this project's; needs torch."""
        about = self.about
        return load_network(Blueprint(about.network, about.width, about.depth), rules, self.weights, self.path)

    def evaluate(self, features: Features, obs: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits of the actions (N, actions) and expected returns (N,)."""
        net, actions = self.net(features), np.arange(len(self.weights["policy.bias"]))
        told = np.array([consider(net, row, actions) for row in obs], np.float32).reshape(len(obs), 1 + len(actions))
        return told[:, 1:], told[:, 0] * np.float32(1 / np.sqrt(self.about.num_players - 1))


def consider(net: Net, obs: NDArray[np.int8], actions: NDArray[np.int64]) -> NDArray[np.float64]:
    """What a network makes of an observation: its value, then the logits of some actions."""
    told = np.zeros(1 + len(actions))
    net.obs[:] = obs
    infer(net, actions, told)
    return told


def load_policy(path: str | Path) -> Policy:
    """Read a policy from its file."""
    try:
        from safetensors import SafetensorError  # noqa: PLC0415
        from safetensors.numpy import load  # noqa: PLC0415
    except ModuleNotFoundError:
        raise MissingExtraError(f"policies need safetensors: {install('training')}") from None

    content = read_whole(path)
    try:
        weights = load(content)
        about = About.read(read_metadata(content)[ABOUT])
    except (SafetensorError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise DataError(f"{path}: not a policy of this project, or damaged: {error}") from None
    with np.errstate(over="ignore"):  # a number that is too large becomes infinite, and is refused
        kept = {name: np.asarray(w, np.float32 if w.dtype.kind == "f" else w.dtype) for name, w in weights.items()}
    policy = Policy(about, kept, str(path))
    check_policy(policy)
    return policy


def write_about(content: bytes, about: About) -> bytes:
    """The content of a policy's file with another description; its weights are left as they are."""
    from safetensors.numpy import load, save  # noqa: PLC0415

    return seal(save(load(content)), policy_metadata(about))


def policy_metadata(about: About) -> dict[str, str]:
    """What goes into a policy's file besides the weights."""
    return {ABOUT: json.dumps(asdict(about))}


def expected_shapes(about: About) -> Shapes:
    """The shapes of the weights of a network of this project."""
    if about.network == PRINTED:
        return printed_shapes(about.width, about.depth)
    return {
        "card": ("kinds", "parts"),
        "places": ("places", "parts", about.width),
        **trunk_shapes(about.width, about.depth),
    }


def check_policy(policy: Policy) -> None:
    """Refuse a network with missing, misshapen or broken weights. What one of your own holds, its class must say."""
    largest = np.inf
    if policy.about.network in ("", PRINTED):
        check_shapes(policy.path, policy.weights, expected_shapes(policy.about))
        largest = LARGEST
    for name, weight in policy.weights.items():
        if not np.isfinite(weight).all():
            raise DataError(f"{policy.path}: {name} holds numbers that are none")
        if weight.size and np.abs(weight).max() > largest:
            raise DataError(f"{policy.path}: {name} holds {np.abs(weight).max():g}; expected {largest:g} at most")


def check_sizes(policy: Policy, wanted: Mapping[str, int]) -> None:
    """Refuse a network that was made for a game with other sizes."""
    found = check_shapes(policy.path, policy.weights, expected_shapes(policy.about))
    odd = [f"{found[name]} {name}, this game has {size}" for name, size in wanted.items() if found[name] != size]
    if odd:
        raise OptionError(f"policy {policy.path}: it is for another game, or of another version: {'; '.join(odd)}")


def check_printed(policy: Policy, layout: Layout, facts: int) -> None:
    """Refuse a network that reads cards of another game, or of another number of players."""
    sizes = {"places": len(layout.features.places), "lists": len(layout.lists), "answers": len(layout.answers)}
    check_sizes(policy, sizes | {"columns": len(layout.numbers), "actions": len(layout.others), "facts": facts})


def check_own(policy: Policy) -> None:
    """Refuse a network of one's own, or one for any cards, where compiled code reads it."""
    if policy.about.network == PRINTED:
        raise OptionError(
            f"policy {policy.path}: it reads what is printed on cards; Policy.at(rules) makes a network for one card "
            "set of it, which searches and compiled code can read"
        )
    if policy.about.network:
        raise OptionError(
            f"policy {policy.path}: its network, {policy.about.network}, is one of your own; searches and compiled "
            "code need one of this project"
        )


def check_fit(policy: Policy, features: Features, num_actions: int | None = None) -> None:
    """Refuse a network that was made for a game with other observations or actions."""
    check_own(policy)
    sizes = {"columns": len(features.scale), "kinds": features.kinds, "places": len(features.places)}
    check_sizes(policy, sizes if num_actions is None else sizes | {"actions": num_actions})


def check_table(policy: Policy, rules: Rules) -> None:
    """Refuse a table of another game or number of players; warn of other cards or options than it was trained with.

    Cards of an earlier edition are not others: it still plays well with them.
    """
    about = policy.about
    if about.game != rules.name:
        raise OptionError(f"policy {policy.path} is for the game {about.game!r}, not for {rules.name!r}")
    if about.num_players != rules.num_players:
        raise OptionError(f"policy {policy.path} is for {about.num_players} players, not for {rules.num_players}")
    odd = []
    if about.cards is not None and about.cards not in (rules.digest, *rules.former):
        odd.append(f"cards of digest {about.cards}, here {rules.digest}")
    if about.options is not None:
        usual = table_options(find_game(rules.name).OPTIONS().as_dict())
        learned, here = usual | about.options, table_options(rules.options)
        also = learned | (about.also or {})
        for name in learned | here:
            if here.get(name) not in (learned.get(name), also.get(name)):
                odd.append(f"{_told(name, learned)}, here {_told(name, here)}")
    if odd:
        warnings.warn(
            f"policy {policy.path} was not trained for this table and may play badly: it learned with {'; '.join(odd)}",
            PolicyWarning,
            stacklevel=1,  # one place, so that it is told once
        )


def check_specs(specs: Iterable[str], rules: Rules) -> None:
    """Refuse policies that do not fit a table, or whose code is not trusted, before their agents sit down."""
    for source in filter(None, map(policy_of, specs)):
        policy = find_policy(source, rules.name, rules.num_players, rules.options)
        check_table(policy, rules)
        if policy.about.network not in ("", PRINTED):
            check_trusted(f"policy {policy.path}", policy.about.network)


def _told(name: str, options: dict[str, Any]) -> str:
    value = options.get(name)
    return name if value is True else f"no {name}" if value is False else f"{name} {value_text(value)}"


def file_digest(path: str | Path) -> str:
    """Sixteen letters for what is in a file."""
    return hashlib.sha256(read_whole(path)).hexdigest()[:16]


def network_files(path: Path) -> list[Path]:
    """The files of the network's class, if that is not this project's."""
    network = load_policy(path).about.network
    return source_files(network, None) if network not in ("", PRINTED) else []


def shipped_folder(game: str) -> Path:
    """Where the policies of a game are that come with this project."""
    return game_folder(game) / "policies"


def policy_file(source: str, game: str, num_players: int, options: Mapping[str, Any] | None = None) -> Path:
    """The file of a policy; it need not be there.

    Of those shipped it is the one for most of the options that are on, the first by name if several are:
    ``strong-4-teams`` for a draft with teams.
    """
    path = Path(source)
    if path.is_dir():
        return path / FILE
    if path.is_file() or path.suffix:
        return path
    usual = shipped_folder(game) / f"{source}-{num_players}.safetensors"
    on = {name for name, value in table_options(dict(options or {})).items() if value is True}
    special = usual.parent.glob(f"{usual.stem}-*.safetensors")
    fitting = {flags: file for file in special if (flags := special_flags(file)) <= on}
    return fitting[min(fitting, key=lambda flags: (-len(flags), sorted(flags)))] if fitting else usual


def special_flags(file: Path) -> frozenset[str]:
    """The options that a shipped policy is for: ``strong-4-draft-teams`` for two."""
    return frozenset(file.stem.split("-")[2:])


def find_policy(source: str, game: str, num_players: int, options: Mapping[str, Any] | None = None) -> Policy:
    """The policy of a name, a file, or a folder of training; names are those of the policies shipped.

    Among these the best for the ``options`` of the game is found.
    """
    path, shipped = policy_file(source, game, num_players, options), shipped_folder(game)
    if path.is_file() or not path.is_relative_to(shipped):
        return load_policy(path)
    names = ", ".join(sorted(file.stem for file in shipped.glob("*.safetensors"))) or "none"
    raise OptionError(
        f"policy {source!r} for {num_players} players of {game}: no such file or folder, and none of that name is "
        f"shipped (shipped, by name and number of players: {names})"
    )


def shipped_for(name: str, game: str) -> list[int]:
    """The numbers of players for which a policy of that name is shipped, without any options."""
    files = shipped_folder(game).glob(f"{name}-*.safetensors")
    return sorted(int(file.stem.split("-")[1]) for file in files if not special_flags(file))


class PolicyAgent:
    """Plays with a trained network.

    ``temperature`` 0 takes the best action, or the next best where that leads round in circles (``repeats``); 1 acts
    by the probabilities that were learned, which is harder to exploit.
    A network that learned to judge positions looks one answer ahead; there, the temperature is in returns.
    """

    def __init__(self, source: str, seed: int | None = None, temperature: float = 0.0) -> None:
        if not isinstance(temperature, (int, float)) or not 0 <= temperature <= 100:
            raise OptionError(f"temperature must be 0 … 100, not {temperature!r}")
        self.source = source
        self.temperature = float(temperature)
        self.thoughts: Thoughts | None = None
        self._rng = np.random.default_rng(seed)
        self._repeats = Repeats()
        self._given: Policy | None = None  # of a file, whatever the table
        self._seat: tuple[Policy, Any] | None = None  # the policy for the table, and its network
        self._ahead: Lookahead | None = None
        self._rules: Rules | None = None  # of the table where it sits
        if Path(source).suffix or Path(source).is_dir():
            self._given = load_policy(policy_file(source, "", 0))

    def _sit_down(self, view: View) -> tuple[Policy, Any]:
        """The policy for this table, and its network."""
        rules = view.world.rules
        if self._seat is None or rules is not self._rules:
            read = self._given or find_policy(self.source, rules.name, rules.num_players, rules.options)
            policy = read.at(rules)
            if policy.about.num_players != rules.num_players:
                made_for = policy.about.num_players
                raise OptionError(f"policy {self.source!r} is for {made_for} players, not for {rules.num_players}")
            features = read_features(view.observation_spec)
            if not policy.about.network:
                check_fit(policy, features, view.num_actions)
            check_table(policy, rules)
            self._ahead = None
            if policy.about.worlds:
                self._ahead = Lookahead(rules, policy.about.worlds)
                self._ahead.use(policy.weights, policy.about.depth, features)
            self._seat = policy, policy.own_network(rules) if policy.about.network else policy.net(features)
            self._rules = rules
        return self._seat

    def act(self, view: View) -> int:
        return self.act_many([view])[0]

    def act_many(self, views: Sequence[View]) -> list[int]:
        """The answers to many decisions of one table's kind."""
        policy, net = self._sit_down(views[0])
        if self._ahead is not None:
            return [self._look_ahead(self._ahead, view) for view in views]
        seen = [view.observation for view in views]
        actions = [np.array(view.legal_actions(), np.int64) for view in views]
        if policy.about.network:
            thought = think(net, seen, actions)
        else:
            thought = [consider(net, obs, legal) for obs, legal in zip(seen, actions, strict=True)]
        return [
            self._answer(policy, view, legal.tolist(), told)
            for view, legal, told in zip(views, actions, thought, strict=True)
        ]

    def _answer(self, policy: Policy, view: View, legal: list[int], told: NDArray[np.float64]) -> int:
        if not np.isfinite(told).all():  # of a network of one's own
            raise DataError(f"policy {policy.path}: its network says {told[~np.isfinite(told)][0]}")
        value = told[0] / np.sqrt(policy.about.num_players - 1)
        probabilities = softmax(told[1:])
        self.thoughts = Thoughts(
            probabilities=dict(zip(legal, probabilities.tolist(), strict=True)),
            value=float(np.clip(value, -1, 1)),
        )
        if self.temperature == 0:
            best = max(self._repeats.left(view, legal), key=lambda at: probabilities[at])
            return self._repeats.answer(view, legal[best])
        return int(self._rng.choice(legal, p=softmax(told[1:] / self.temperature)))

    def _look_ahead(self, ahead: Lookahead, view: View) -> int:
        hopes = ahead.weigh(view.world.states, int(self._rng.integers(1 << 62)))
        best = max(hopes, key=lambda action: hopes[action])
        self.thoughts = Thoughts(value=hopes[best])
        if self.temperature == 0:
            return best
        return int(self._rng.choice(list(hopes), p=softmax(np.array(list(hopes.values())) / self.temperature)))


def softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    raised = np.exp(logits.astype(np.float64) - logits.max())
    out: NDArray[np.float64] = raised / raised.sum()
    return out
