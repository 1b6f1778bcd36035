"""``Game``: one game in the hand, for search, tools and notebooks."""

from __future__ import annotations

import json
import operator
import os
import random
import zlib
from collections.abc import Callable
from threading import Lock
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import BusyError, DataError, IllegalActionError, OptionError, PositionError
from gosu_env.engine.generated import seed_of
from gosu_env.engine.records import records
from gosu_env.engine.rules import USUAL_GAME, Rules, find_rules
from gosu_env.engine.spec import Spec

MAGIC = b"GOSU-ENV/1\n"


def fresh_seed() -> int:
    return int.from_bytes(os.urandom(8), "little") >> 1


def shown(value: Any) -> str:
    """A value as an error names it, however large it is."""
    if isinstance(value, np.integer):
        value = int(value)
    if isinstance(value, int) and value.bit_length() > 64:
        return f"a number of {value.bit_length()} bits"
    return repr(value)


def whole(number: Any) -> int:
    """A whole number as an int; not a bool, which is the answer to another question."""
    if type(number) is bool:
        raise TypeError("a bool is not a whole number")
    return operator.index(number)


def check_seed(seed: Any) -> int:
    """A seed as an int of 0 … 2**63 - 1; None draws one."""
    if seed is None:
        return fresh_seed()
    try:
        number = -1 if isinstance(seed, bool) else operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 2**63:
        raise OptionError(f"seed must be a whole number from 0 to 2**63 - 1, not {shown(seed)}")
    return number


def named_cards(what: str, options: dict[str, Any], cards: str | None) -> dict[str, Any]:
    """The options of a file, with the card file that its reader names: one that only the file names is not opened.

    A generated set needs no file.
    """
    if cards is not None:
        return options | {"cards": cards}
    if options.get("cards") is not None and seed_of(str(options["cards"])) is None:
        raise DataError(
            f"the {what} was played with the card file {options['cards']!r}; "
            "pass that file as cards= (gosu replay: --cards) to open it"
        )
    return options


def check_whole(name: str, number: Any, low: int, high: int | None = None) -> int:
    """A whole number from ``low`` up, to ``high`` if given, as an int."""
    try:
        whole = operator.index(number)
    except TypeError:
        whole = None
    if whole is None or whole < low or (high is not None and whole > high):
        span = f", {low} or more" if high is None else f" from {low} to {high}"
        raise OptionError(f"{name} must be a whole number{span}, not {shown(number)}")
    return whole


def check_seat(seat: Any, num_players: int) -> int:
    """A seat as an int."""
    try:
        number = operator.index(seat)
    except TypeError:
        number = -1
    if not 0 <= number < num_players:
        raise OptionError(f"seat {shown(seat)}: seats are numbered from 0 to {num_players - 1}")
    return number


class Game:
    """A game, from the first decision to its returns.

    >>> game = Game("gosu", num_players=2, seed=7)
    >>> while not game.is_over:
    ...     game.apply(game.legal_actions()[0])
    >>> game.returns()

    One step is one decision by one seat, ``game.seat``. Everything about the game is in ``game.state``, one record.
    A game is for one thread at a time: give every thread a ``clone``. A second one in ``apply`` gets a ``BusyError``.
    """

    __slots__ = ("_answer", "_legal", "_lock", "_look", "_mask", "_rules", "_seed", "_states", "_status")
    drawn_by: ClassVar[Callable[[Game], str | None] | None] = None  # makes an SVG of a game, for notebooks

    def __init__(self, game: str = USUAL_GAME, num_players: int = 2, seed: int | None = None, **options: Any) -> None:
        self._deal(find_rules(game, num_players, options), check_seed(seed))

    def _deal(self, rules: Rules, seed: int) -> Game:
        states = rules.new_states(1)
        rules.start(states, seed)
        return self._open(rules, states, seed=seed)

    def _open(self, rules: Rules, states: NDArray[np.void], settled: bool = False, seed: int | None = None) -> Game:
        """Take over a record; one that is not settled goes on to its next decision."""
        self._rules = rules
        self._states = states
        self._seed = seed
        self._legal = np.zeros(rules.max_legal, np.int16)
        self._mask = np.zeros(rules.num_actions, np.int8)
        self._answer, self._look = rules.answer_entry, rules.observe_entry
        self._lock = Lock()
        if settled:
            self._status = rules.legal_actions(states, self._legal, self._mask)
        else:
            self._status = rules.step(states, -1, self._legal, self._mask)
        return self

    @classmethod
    def position(
        cls, game: str = USUAL_GAME, num_players: int = 2, *, options: dict[str, Any] | None = None, **table: Any
    ) -> Game:
        """A game set up by hand: see the module ``position`` of the game."""
        rules = find_rules(game, num_players, {} if options is None else options)
        if "seed" in table:
            table["seed"] = check_seed(table["seed"])
        made = cls.__new__(cls)._open(rules, rules.position(**table))
        if fault := rules.first_fault(made._states):
            raise PositionError(f"no game of {rules.title} comes to this position: {fault[1]}")
        return made

    def deal(self, seed: int | None = None) -> Game:
        """A new game with the same rules, cards and options."""
        return Game.of_rules(self._rules, seed)

    @classmethod
    def of_rules(cls, rules: Rules, seed: int | None = None) -> Game:
        """A new game of rules that are already there."""
        return cls.__new__(cls)._deal(rules, check_seed(seed))

    @classmethod
    def of_record(cls, rules: Rules, states: NDArray[np.void]) -> Game:
        """A game around a record that waits at a decision or is over; the record is not copied."""
        return cls.__new__(cls)._open(rules, states, settled=True)

    # -------------------------------------------------------------------------------------------- what is there

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def name(self) -> str:
        return self._rules.name

    @property
    def seed(self) -> int | None:
        """The seed it was dealt from; None for a position, a determinised world or a save."""
        return self._seed

    @property
    def num_players(self) -> int:
        return self._rules.num_players

    @property
    def num_actions(self) -> int:
        return self._rules.num_actions

    @property
    def action_spec(self) -> Spec:
        """The blocks of the action space."""
        return self._rules.action_spec

    @property
    def observation_spec(self) -> Spec:
        """The named slices of ``observe``."""
        return self._rules.observation_spec

    @property
    def belief_spec(self) -> Spec:
        """The named slices of ``belief`` and ``known``."""
        return self._rules.belief_spec

    @property
    def hidden_spec(self) -> Spec:
        """The named slices of ``hidden``."""
        return self._rules.hidden_spec

    @property
    def state_spec(self) -> Spec:
        """The named slices of ``central_state``."""
        return self._rules.state_spec

    @property
    def state(self) -> Any:
        """The record itself; whoever writes into it answers for it."""
        return self._states[0]

    @property
    def states(self) -> NDArray[np.void]:
        """The record as an array of one, as the compiled rules take it."""
        return self._states

    @property
    def seat(self) -> int:
        """Whose decision is next; -1 when the game is over."""
        return (self._status >> 16 & 0xFF) - 1

    @property
    def is_over(self) -> bool:
        return self._status >> 24 != 0

    @property
    def winners(self) -> list[int]:
        bits = int(self._states[0].winners)
        return [seat for seat in range(self.num_players) if bits >> seat & 1]

    @property
    def ending(self) -> tuple[str, str | None]:
        """How the game ended ("running" until then), and the card whose effect ended it."""
        return self._rules.ending(self._states[0])

    def strengths(self) -> list[int]:
        """The military strength of every army (G-7.1)."""
        return self._rules.strengths(self._states)

    def returns(self) -> list[float]:
        """What every seat gets, once the game is over: -1 … 1; 0 until then."""
        return self._rules.returns(self._states) if self.is_over else [0.0] * self.num_players

    # -------------------------------------------------------------------------------------------- deciding

    def mask(self) -> NDArray[np.int8]:
        """1 for every legal action: int8, shape (num_actions,)."""
        return self._mask.copy()

    def legal_actions(self) -> list[int]:
        return self._legal[: self._status & 0xFFFF].tolist()  # type: ignore[no-any-return]

    def apply(self, action: int) -> None:
        """Answer the pending decision. An illegal action raises and leaves the game untouched."""
        rules, number = self._rules, action
        if type(action) is not int:
            try:
                number = whole(action)
            except TypeError:
                raise IllegalActionError(self.refusal(action)) from None
        if not self._lock.acquire(blocking=False):
            raise BusyError("the game is in use by another thread: use one game per thread, game.clone()")
        try:
            if 0 <= number < rules.num_actions:
                status = self._answer(self._states, rules.tables, 0, number, self._legal, self._mask)
                if status >= 0:
                    self._status = status
                    return
        finally:
            self._lock.release()
        raise IllegalActionError(self.refusal(action))

    def refusal(self, action: Any) -> str:
        """Why an action is not legal now, and what would be."""
        what = f"action {shown(action)}"
        if isinstance(action, bool | np.bool_):
            return f"{what}: ids are whole numbers, not bools"
        if self.is_over:
            return f"{what}: the game is over"
        legal = self.legal_actions()
        listed = ", ".join(f"{a} ({self.action_text(a)})" for a in legal[:8]) + (", …" if len(legal) > 8 else "")
        if isinstance(action, int | np.integer) and 0 <= action < self.num_actions:
            what += f" ({self.action_text(int(action))})"
        return f"{what} is not legal; decision: {self.decision_text()}; legal: {listed}"

    def action_text(self, action: int) -> str:
        try:
            number = whole(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.num_actions:
            raise IllegalActionError(f"action {shown(action)}: ids are whole numbers from 0 to {self.num_actions - 1}")
        return self._rules.action_text(self._states[0], number)

    def parse_action(self, text: str) -> int:
        if not isinstance(text, str):
            raise IllegalActionError(f"parse_action: expected the text of an action, not {text!r}")
        try:
            return self._rules.parse_action(self._states[0], self.legal_actions(), text)
        except ValueError as error:
            raise IllegalActionError(str(error)) from None

    def decision_text(self) -> str:
        return self._rules.decision_text(self._states[0])

    # -------------------------------------------------------------------------------------------- knowing

    def check_seat(self, seat: int) -> int:
        """A seat of this game; any other is refused."""
        return check_seat(seat, self.num_players)

    def observe(self, seat: int | None = None) -> NDArray[np.int8]:
        """What a seat (default: the deciding one) may know: int8, shape (observation_spec.size,)."""
        rules = self._rules
        if seat is None:
            seat = max((self._status >> 16 & 0xFF) - 1, 0)
        else:
            seat = self.check_seat(seat)
        out = np.empty(rules.observation_size, np.int8)
        self._look(self._states, rules.tables, 0, seat, out)
        return out

    def determinize(self, seat: int, rng: np.random.Generator | random.Random | int | None = None) -> Game:
        """Another world that the seat cannot tell from this one: everything hidden is dealt anew."""
        if isinstance(rng, np.random.Generator):
            seed = int(rng.integers(2**63))
        elif isinstance(rng, random.Random):
            seed = rng.getrandbits(63)
        else:
            seed = check_seed(rng)
        world = self._rules.determinize(self._states, self.check_seat(seat), seed)
        return Game.of_record(self._rules, world)

    def hidden(self, seat: int | None = None) -> NDArray[np.int8]:
        """What the others hold out of a seat's sight, as it is: int8, shape (hidden_spec.size,).

        For learners to guess at, never for players. The seat is the deciding one by default.
        """
        return self._rules.hidden(self._states, max(self.seat, 0) if seat is None else self.check_seat(seat))

    def belief(self, seat: int | None = None) -> NDArray[np.float32]:
        """Expected copies of each hidden card in each hidden place: float32, shape (belief_spec.size,).

        Every deal that the seat (default: the deciding one) cannot tell from the true one counts alike; see
        ``gosu_env.beliefs``.
        """
        return self._rules.belief(self._states, max(self.seat, 0) if seat is None else self.check_seat(seat))[0]

    def known(self, seat: int | None = None) -> NDArray[np.int8]:
        """Of ``belief``, the copies that the seat knows to be there: int8, shape (belief_spec.size,)."""
        return self._rules.known(self._states, max(self.seat, 0) if seat is None else self.check_seat(seat))

    def central_state(self) -> NDArray[np.int8]:
        """The observations of all seats, and the cards that none of them sees: int8, shape (state_spec.size,)."""
        return self._rules.central_state(self._states)

    def describe(self, seat: int | None = None) -> str:
        """The table as text, as a seat sees it; without a seat, with all hands."""
        return self._rules.describe(self._states, None if seat is None else self.check_seat(seat))

    # -------------------------------------------------------------------------------------------- copies and saves

    def clone(self) -> Game:
        made = Game.__new__(Game)
        made._rules = self._rules
        made._seed = self._seed
        made._states = records(self._states.dtype, self._states.tobytes())
        made._mask = self._mask.copy()
        made._legal = self._legal.copy()
        made._status = self._status
        made._answer, made._look = self._answer, self._look
        made._lock = Lock()
        return made

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (self.to_bytes(), self._rules.options.get("cards"), self._seed))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and self._rules.digest == other._rules.digest
            and self._states.tobytes() == other._states.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]

    def to_bytes(self) -> bytes:
        """The whole game; ``Game.from_bytes`` takes it up again."""
        rules = self._rules
        head = {"game": rules.name, "num_players": rules.num_players, "digest": rules.digest, "options": rules.options}
        body = json.dumps(head, sort_keys=True).encode() + b"\n" + self._states.tobytes()
        return MAGIC + zlib.crc32(body).to_bytes(4, "little") + body

    @classmethod
    def from_bytes(cls, data: bytes, cards: str | None = None) -> Game:
        """A game from ``to_bytes``; ``cards`` names its card file, if it was not the default set.

        A file that the save itself names is not opened.
        """
        if not isinstance(data, bytes | bytearray):
            raise DataError(f"a saved game must be bytes, not {type(data).__name__}")
        if not data.startswith(MAGIC):
            raise DataError("not a saved game: the bytes do not start with " + repr(MAGIC.decode().strip()))
        body = data[len(MAGIC) + 4 :]
        if zlib.crc32(body).to_bytes(4, "little") != data[len(MAGIC) : len(MAGIC) + 4]:
            raise DataError("the saved game is damaged: checksum mismatch; save it again")
        head_text, _, record = body.partition(b"\n")
        head = cls._read_head(head_text)
        try:
            rules = find_rules(head["game"], head["num_players"], named_cards("saved game", head["options"], cards))
        except OptionError as error:
            raise DataError(f"the saved game cannot be played here: {error}") from None
        if rules.digest != head["digest"]:
            raise DataError(
                f"the saved game was played with rules or cards of digest {head['digest']}, these are {rules.digest}; "
                "pass the card file it was played with as cards="
            )
        dtype = rules.new_states(1).dtype
        if len(record) != dtype.itemsize:
            raise DataError(f"the saved game has {len(record)} bytes of state; expected {dtype.itemsize}")
        states = records(dtype, record)
        rules.check(states)
        return cls.of_record(rules, states)

    @staticmethod
    def _read_head(text: bytes) -> dict[str, Any]:
        """What stands in front of the record of a save."""
        try:
            head = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise DataError(f"the saved game is damaged: its first line is not JSON: {error}") from None
        kinds = {"game": str, "num_players": int, "digest": str, "options": dict}
        for name, kind in kinds.items():
            if not isinstance(head, dict) or type(head.get(name)) is not kind:
                raise DataError(f"the saved game is damaged: its first line has no {name!r}")
        return head  # type: ignore[no-any-return]

    def to_json(self, seat: int | None = None) -> dict[str, Any]:
        """The table as plain dicts, lists, strings and numbers: the whole truth, or what a seat knows of it.

        To a seat, None stands for every card of another hand that it does not know.
        """
        return self._rules.to_json(self._states, None if seat is None else self.check_seat(seat))

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table with all hands, drawn by ``Game.drawn_by``; None, the text, without one."""
        return None if Game.drawn_by is None else Game.drawn_by(self)

    def __repr__(self) -> str:
        return f"<Game {self.name}, {self.num_players} players, {self.decision_text()}>"


def _unpickled(data: bytes, cards: str | None, seed: int | None) -> Game:
    game = Game.from_bytes(data, cards)
    game._seed = seed
    return game
