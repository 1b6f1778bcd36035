"""``GameTree``: a whole game of two players as arrays, and how it is enumerated.

A node is a history. Parents come before their children. What leads to a node is either chance, with a probability, or
an action of an information set: a *slot*. The slots of all information sets lie in one row, so a policy is one array.
An information set is all that its player has seen and done, in order: perfect recall.
"""

from __future__ import annotations

import hashlib
import io
import json
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine import entries
from gosu_env.engine.chance import find_chance, too_large
from gosu_env.engine.compile import compiled_for
from gosu_env.engine.errors import DataError
from gosu_env.engine.events import told_dtype, words_of
from gosu_env.engine.files import write_whole
from gosu_env.engine.records import empty_records
from gosu_env.engine.rules import find_rules

CHANCE = 2  # who leads to a node: player 0, player 1, or chance
NO_SLOT = -1
VERSION = 1  # of files
MOST_NODES = 20_000_000  # a few GB
WALKS = 200  # random games that the size of a tree is estimated from
FAR = 10  # times too many histories are surely too many: an estimate may be off


@dataclass(frozen=True)
class GameTree:
    """Nodes N, information sets I, slots S. Everything is read-only."""

    parent: NDArray[np.int32]  # (N,) -1: the root
    mover: NDArray[np.int8]  # (N,) whose action leads here: 0, 1, CHANCE
    slot: NDArray[np.int32]  # (N,) which action: its slot, or NO_SLOT
    chance: NDArray[np.float64]  # (N,) the probability of chance; 1 for actions
    value: NDArray[np.float64]  # (N,) at the end of a game, what player 0 gets; 0 elsewhere
    ends: NDArray[np.bool_]  # (N,) the game is over
    level: NDArray[np.int16]  # (N, 2) decisions that each player has taken before
    player: NDArray[np.int8]  # (I,) whose information set
    first: NDArray[np.int32]  # (I,) its first slot
    count: NDArray[np.int32]  # (I,) how many actions there are
    action: NDArray[np.int16]  # (S,) of every slot: the action as the game numbers it
    infoset: NDArray[np.int32]  # (S,) and its information set
    seen: NDArray[np.int8]  # (I, observation) what the player sees there
    record: NDArray[np.uint8]  # (I, bytes) one of its positions, for agents to decide in
    game: str = ""  # of which it is the tree, in JSON

    @property
    def nodes(self) -> int:
        return len(self.parent)

    @property
    def infosets(self) -> int:
        return len(self.player)

    @property
    def slots(self) -> int:
        return len(self.action)

    def uniform(self) -> NDArray[np.float64]:
        """The policy that takes every legal action alike."""
        return 1.0 / self.count[self.infoset]

    def legal(self, infoset: int) -> NDArray[np.int16]:
        """The legal actions of an information set."""
        return self.action[self.first[infoset] : self.first[infoset] + self.count[infoset]]

    def masks(self, num_actions: int) -> NDArray[np.int8]:
        """(I, actions) 1 for every legal action."""
        masks = np.zeros((self.infosets, num_actions), np.int8)
        masks[self.infoset, self.action] = 1
        return masks

    def policy_of(self, probabilities: NDArray[Any]) -> NDArray[np.float64]:
        """A policy from (I, actions): what illegal actions have is left out, the rest adds up to 1."""
        chosen = probabilities[self.infoset, self.action].astype(np.float64)
        total = np.bincount(self.infoset, chosen, self.infosets)[self.infoset]
        return np.where(total > 0, chosen / np.where(total > 0, total, 1.0), self.uniform())

    def save(self, path: Path) -> None:
        """Write the tree to a file, whole or not at all."""
        made = io.BytesIO()
        arrays = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "game"}
        np.savez_compressed(made, game=np.array(self.game), version=np.array(VERSION), **arrays)
        write_whole(path, made.getvalue())

    @classmethod
    def load(cls, path: Path, game: str) -> GameTree:
        """The tree of a game from a file; an error if it is of another game or damaged."""
        try:
            with np.load(path, allow_pickle=False) as kept:
                found = {name: kept[name] for name in kept.files}
        except (OSError, ValueError, EOFError, KeyError) as error:
            raise DataError(f"{path}: not the file of a game tree: {error}") from None
        if int(found.pop("version", 0)) != VERSION or str(found.pop("game", "")) != game:
            raise DataError(f"{path}: the tree of another game; remove the file or name another")
        try:
            return cls(**found, game=game)
        except TypeError:
            raise DataError(f"{path}: the file of the tree lacks an array; remove it") from None


class TreeBuilder:
    """Collects nodes and information sets, parents first."""

    def __init__(self, observation_size: int = 0, record_size: int = 0) -> None:
        self._parent, self._mover, self._slot = array("i"), array("b"), array("i")
        self._chance, self._value, self._ends = array("d"), array("d"), array("b")
        self._level = array("h")
        self._sets: dict[tuple[int, bytes], int] = {}
        self._player, self._first, self._count = array("b"), array("i"), array("i")
        self._action, self._infoset = array("h"), array("i")
        self._seen, self._record = bytearray(), bytearray()
        self._sizes = observation_size, record_size

    @property
    def nodes(self) -> int:
        return len(self._parent)

    def _add(self, parent: int, mover: int, slot: int, chance: float, value: float, ends: bool) -> int:
        node = len(self._parent)
        levels = (0, 0) if parent < 0 else (self._level[2 * parent], self._level[2 * parent + 1])
        self._parent.append(parent)
        self._mover.append(mover)
        self._slot.append(slot)
        self._chance.append(chance)
        self._value.append(value)
        self._ends.append(ends)
        self._level.extend(level + (mover == player) for player, level in enumerate(levels))
        return node

    def root(self) -> int:
        """The first node, at which chance decides."""
        return self._add(-1, CHANCE, NO_SLOT, 1.0, 0.0, False)

    def outcome(self, parent: int, probability: float, value: float | None = None) -> int:
        """A node to which chance leads; with a value, the game is over there."""
        return self._add(parent, CHANCE, NO_SLOT, probability, value or 0.0, value is not None)

    def act(self, parent: int, infoset: int, choice: int, value: float | None = None) -> int:
        """The node to which the choice-th action of an information set leads."""
        slot = self._first[infoset] + choice
        return self._add(parent, self._player[infoset], slot, 1.0, value or 0.0, value is not None)

    def infoset_of(self, player: int, key: bytes, actions: list[int], seen: bytes = b"", record: bytes = b"") -> int:
        """The number of an information set; a new one is added, with what is seen and a position of it."""
        found = self._sets.get((player, key))
        if found is not None:
            first = self._first[found]
            if self._action[first : first + self._count[found]].tolist() != actions:
                raise DataError(f"an information set of player {player} has other legal actions in another history")
            return found
        infoset = len(self._player)
        self._sets[player, key] = infoset
        self._player.append(player)
        self._first.append(len(self._action))
        self._count.append(len(actions))
        self._action.extend(actions)
        self._infoset.extend([infoset] * len(actions))
        self._seen += seen
        self._record += record
        return infoset

    def tree(self, game: str = "") -> GameTree:
        """What was built."""
        seen = np.frombuffer(bytes(self._seen), np.int8).reshape(len(self._player), self._sizes[0])
        record = np.frombuffer(bytes(self._record), np.uint8).reshape(len(self._player), self._sizes[1])
        return GameTree(
            parent=np.array(self._parent, np.int32),
            mover=np.array(self._mover, np.int8),
            slot=np.array(self._slot, np.int32),
            chance=np.array(self._chance, np.float64),
            value=np.array(self._value, np.float64),
            ends=np.array(self._ends, np.bool_),
            level=np.array(self._level, np.int16).reshape(-1, 2),
            player=np.array(self._player, np.int8),
            first=np.array(self._first, np.int32),
            count=np.array(self._count, np.int32),
            action=np.array(self._action, np.int16),
            infoset=np.array(self._infoset, np.int32),
            seen=seen,
            record=record,
            game=game,
        )


Keys = tuple[bytes, bytes]  # of both players: all they have seen and done


Told = tuple[int, list[int], list[list[int]]]  # of a step: its status, the legal actions after it, what happened


class _Enumeration:
    """Plays a game in every way. Records are told ones, so that players see what happens, not only what is."""

    def __init__(self, name: str, options: dict[str, Any], most_nodes: int) -> None:
        self.rules = cast("Any", find_rules(name, 2, options))
        self.chance = find_chance(self.rules, most_nodes)
        self.draws = self.chance.Draws(self.rules)
        words = words_of(name)
        assert words is not None, "a game with chance to enumerate tells what happens"
        self.private = {event for event in range(256) if _is_private(words, event)}
        self.plain = self.rules.record.itemsize
        self.told = empty_records(told_dtype(self.rules.record), 1)
        self.told_bytes, self.rows = self.told.view(np.uint8), self.told["events"][0]
        self.states = self.rules.new_states(1)
        self.bytes = self.states.view(np.uint8)
        self.legal = np.zeros(self.rules.max_legal, np.int16)
        self.mask = np.zeros(self.rules.num_actions, np.int8)
        self.observation = np.zeros(self.rules.observation_size, np.int8)
        self.returns = np.zeros(2)
        self.entries = self.rules.bind(entries)
        tables = self.rules.tables
        self.step = compiled_for(self.entries.step, self.told, tables, 0, 0, self.legal, self.mask)
        self.builder = TreeBuilder(self.rules.observation_size, self.plain)
        self.most_nodes = most_nodes

    def run(self) -> Iterator[float]:
        """Enumerate, opening after opening; how much of the probability is done."""
        enough = FAR * self.most_nodes
        if self.estimate(WALKS, enough) > enough:
            raise too_large(self.rules, self.most_nodes)
        root, done = self.builder.root(), 0.0
        for probability, states in self.chance.openings(self.rules):
            record, told = self.play(states.tobytes(), -1)
            keys = self.see(record, 0), self.see(record, 1)
            self.grow(record, told, keys, partial(self.builder.outcome, root, probability))
            done += probability
            yield done

    def estimate(self, walks: int, enough: float = np.inf) -> float:
        """About how many nodes there are, by random games; none has to be played once there are ``enough``.

        A random game stands for as many as there were ways to go on at its decisions and its chances (Knuth).
        """
        rng, found = np.random.default_rng(0), 0.0
        for _ in range(walks):
            probability, states = self.chance.sample_opening(self.rules, rng)
            record, (status, legal, _) = self.play(states.tobytes(), -1)
            stands_for = 1 / probability
            while not status >> 24 and found <= enough * walks:
                choices, action = len(legal), legal[int(rng.integers(len(legal)))]
                ways, record, (status, legal, _) = self.draws.sample(record, partial(self.play, action=action), rng)
                found += stands_for if ways == 1 else stands_for * (1 + choices)
                stands_for *= choices * ways
            found += stands_for
        return found / walks

    def see(self, record: bytes, seat: int) -> bytes:
        self.bytes[:] = np.frombuffer(record, np.uint8)
        self.rules.observe(self.states, seat, self.observation)
        return self.observation.tobytes()

    def play(self, record: bytes, action: int) -> tuple[bytes, Told]:
        """Take a step: the record, and what there is to tell."""
        self.told_bytes[: self.plain] = np.frombuffer(record, np.uint8)
        rows = self.rows
        rows[0, 0] = 0
        status = self.step(self.told, self.rules.tables, 0, action, self.legal, self.mask)
        happened = rows[1 : int(rows[0, 0]) + 1].tolist()
        return self.told_bytes[: self.plain].tobytes(), (status, self.legal[: status & 0xFFFF].tolist(), happened)

    def told_to(self, seat: int, happened: list[list[int]]) -> bytes:
        """What a seat hears of what happened."""
        heard = array("h")
        for event, who, card, from_zone, to_zone, cause, seen, number in happened:
            if event not in self.private or who == seat:
                known = card if (seen >> seat) & 1 else -1
                heard.extend((event, who, known, from_zone, to_zone, cause, number))
        return heard.tobytes()

    def value(self, record: bytes) -> float:
        """What player 0 gets."""
        self.bytes[:] = np.frombuffer(record, np.uint8)
        self.entries.returns(self.states, self.rules.tables, 0, self.returns)
        return float(self.returns[0])

    def grow(self, record: bytes, told: Told, keys: Keys, add: Callable[[float | None], int]) -> None:
        """Add a position and everything that may come of it; ``add`` makes its node."""
        status, legal, _ = told
        if status >> 24:
            add(self.value(record))
            return
        if self.builder.nodes > self.most_nodes:
            raise too_large(self.rules, self.most_nodes)
        node, seat = add(None), (status >> 16 & 255) - 1
        seen = self.see(record, seat)
        infoset = self.builder.infoset_of(seat, _digest(keys[seat], seen), legal, seen, record)
        for choice, action in enumerate(legal):
            found = self.draws.outcomes(record, partial(self.play, action=action))
            fork = self.builder.act(node, infoset, choice) if len(found) > 1 else -1
            for probability, after, came in found:
                heard = [self.told_to(player, came[2]) for player in range(2)]
                heard[seat] = action.to_bytes(2, "little") + heard[seat]
                both = _digest(keys[0], heard[0]), _digest(keys[1], heard[1])
                if fork >= 0:
                    self.grow(after, came, both, partial(self.builder.outcome, fork, probability))
                else:
                    self.grow(after, came, both, partial(self.builder.act, node, infoset, choice))


def _is_private(words: Any, event: int) -> bool:
    try:
        return words.of(event) in words.private
    except IndexError:
        return False


def _digest(*parts: bytes) -> bytes:
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(4, "little"))
        made.update(part)
    return made.digest()


def describe_game(name: str, options: dict[str, Any]) -> str:
    """Which game a tree is of: its rules, options and cards."""
    rules: Any = find_rules(name, 2, options)
    told = {"game": name, "options": rules.options, "digest": rules.digest}
    return json.dumps(told, sort_keys=True)


def enumerate_game(
    name: str,
    options: dict[str, Any],
    *,
    most_nodes: int = MOST_NODES,
    progress: Callable[[float], None] = lambda done: None,
) -> GameTree:
    """The whole tree of a game of two players in which seat 0 begins; ``progress`` hears how much of it is done."""
    walk = _Enumeration(name, options, most_nodes)
    for done in walk.run():
        progress(done)
    return walk.builder.tree(describe_game(name, options))
