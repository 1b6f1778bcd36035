"""``Replay``: a game as it was played, to be looked at again."""

from __future__ import annotations

import hashlib
import operator
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from gosu_env.engine.errors import CardFileError, DataError, IllegalActionError, OptionError
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.game import Game, named_cards
from gosu_env.engine.replay_format import Header, decode, encode
from gosu_env.engine.rules import find_rules
from gosu_env.engine.view import Thoughts
from gosu_env.version import VERSION


def maker() -> str:
    """Who writes replays here, as their headers name it."""
    return f"gosu-env {VERSION}"


def fingerprint(game: Game) -> bytes:
    """16 bytes that tell a state from any other."""
    return hashlib.blake2b(game.states.tobytes(), digest_size=16).digest()


def check_byte(game: Game) -> int:
    """One byte that tells a state from most others, so that a replay knows where it diverges."""
    return zlib.crc32(game.states.tobytes()) & 0xFF


class Decision(NamedTuple):
    """A decision of a replay: the game before it, what was decided, and what the agent thought."""

    step: int
    game: Game
    action: int
    thoughts: Thoughts | None

    @property
    def chances(self) -> dict[int, float] | None:
        """The probabilities that the agent told; actions that are missing have none."""
        told = self.thoughts.probabilities if self.thoughts else None
        return None if told is None else dict(told)


@dataclass(frozen=True, slots=True)
class Replay:
    """A seed and a list of actions, which are a game, and what is known about it.

    >>> replay = Replay.load("game.gosu")
    >>> replay.verify()
    >>> for step, game, action, thoughts in replay.decisions():
    ...     print(step, game.seat, game.action_text(action))

    Positions are numbered from 0: position ``n`` is the one before decision ``n``, and position ``len(replay)`` is the
    last. Whoever walks through a replay gets the game that was recorded or a ``DataError``.
    """

    header: Header
    actions: tuple[int, ...]
    checks: bytes  # ``check_byte`` of the game after every action
    thoughts: tuple[Thoughts | None, ...]  # for every action, or empty
    last: bytes  # ``fingerprint`` of the game after the last action
    returns: tuple[float, ...] | None  # None: the game was not played to its end

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the agents, one for every seat."""
        return tuple(name or f"seat {seat}" for seat, name in enumerate(self.header.agents))

    # -------------------------------------------------------------------------------------------- positions

    def opening(self) -> Game:
        """The game before the first decision."""
        head = self.header
        try:
            rules = find_rules(head.game, head.num_players, head.options)
            if rules.digest != head.digest:
                raise DataError(
                    f"the replay was played with cards of digest {head.digest}, these are {rules.digest}; "
                    "pass the card file it was played with as cards="
                )
            if head.start is None:
                return Game.of_rules(rules, head.seed)
            game = Game.from_bytes(head.start, head.options.get("cards"))
            if (game.name, game.num_players, game.rules.options) != (rules.name, rules.num_players, rules.options):
                raise DataError("the replay is damaged: it does not start from a game with its players and options")
            return game
        except (OptionError, CardFileError) as error:
            raise DataError(f"the replay cannot be played here: {error}") from None

    def _walk(self) -> Iterator[Game]:
        """One game that moves on, at every position."""
        game = self.opening()
        yield game
        for step, action in enumerate(self.actions):
            try:
                game.apply(action)
            except IllegalActionError as error:
                raise self._astray(step, str(error)) from None
            if check_byte(game) != self.checks[step]:
                raise self._astray(step, "what follows from the action is not what followed when it was recorded")
            yield game
        returns = tuple(game.returns()) if game.is_over else None
        if fingerprint(game) != self.last or returns != self.returns:
            raise self._astray(len(self), f"the end is not the one recorded: returns {returns}, not {self.returns}")

    def _astray(self, step: int, why: str) -> DataError:
        where = f"at decision {step} of {len(self)}" if step < len(self) else f"after all {len(self)} decisions"
        here, there = maker(), self.header.made_by
        versions = "" if here == there else f"; it was recorded by {there}, this is {here}"
        return DataError(f"the replay diverges {where}: {why}{versions}")

    def games(self) -> Iterator[Game]:
        """The game before every decision, and at the end."""
        for game in self._walk():
            yield game.clone()

    def decisions(self) -> Iterator[Decision]:
        """Every decision, with the game before it."""
        thoughts = self.thoughts or (None,) * len(self)
        for step, game in enumerate(self.games()):
            if step < len(self):  # the walk goes to its end, where it checks the last position
                yield Decision(step, game, self.actions[step], thoughts[step])

    def game(self, step: int = -1) -> Game:
        """The game before decision ``step``; as with lists, -1 is the last position."""
        number = operator.index(step)
        wanted = number + len(self) + 1 if number < 0 else number
        for found, game in enumerate(self._walk()):
            if found == wanted:
                return game
        raise OptionError(f"step {number}: positions are numbered from 0 to {len(self)}")

    def verify(self) -> None:
        """Play all actions again; a ``DataError`` says at which decision the game is not the one recorded."""
        for _ in self._walk():
            pass

    # -------------------------------------------------------------------------------------------- files

    def to_bytes(self) -> bytes:
        return encode(self.header, self.actions, self.checks, self.thoughts, self.last, self.returns)

    @classmethod
    def from_bytes(cls, data: bytes, cards: str | None = None) -> Replay:
        """A replay from ``to_bytes``; ``cards`` names its card file, if it was not the default set.

        A file that the replay itself names is not opened.
        """
        replay = cls(*decode(data))
        options = named_cards("replay", replay.header.options, cards)
        replay = replace(replay, header=replace(replay.header, options=options))
        num_actions = replay.opening().num_actions
        for thoughts in replay.thoughts:
            if thoughts is not None and max(thoughts.probabilities or (0,)) >= num_actions:
                raise DataError(
                    f"the replay is damaged: it has thoughts on unknown actions; the largest id is {num_actions - 1}"
                )
        return replay

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, by custom ``….gosu``; it is there whole or not at all."""
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str], cards: str | None = None) -> Replay:
        """A replay from a file; ``cards`` names its card file, if it was not the default set."""
        data = read_whole(path)
        try:
            return cls.from_bytes(data, cards)
        except DataError as error:
            raise DataError(f"{os.fspath(path)}: {error}") from None
