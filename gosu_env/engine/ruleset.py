"""``Ruleset``: what the rules of every game do alike, over the verbs of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine import batch_loops, belief_loops, entries, extra_loops, loops, token_loops, told_loops
from gosu_env.engine.bind import bind
from gosu_env.engine.compile import compiled_for
from gosu_env.engine.cpp import device_source
from gosu_env.engine.errors import DataError, PositionError
from gosu_env.engine.faults import Validator
from gosu_env.engine.options import Options
from gosu_env.engine.records import empty_records
from gosu_env.engine.rng import random_below
from gosu_env.engine.rules import Rules, check_players, find_game, find_rules
from gosu_env.engine.spec import Spec
from gosu_env.engine.spelling import nearest
from gosu_env.engine.tokens import Vocabulary, book_record, note_rows, vocabulary_of

AT_ONCE = 4096  # records that are checked together


class Ruleset:
    """The rules of a game for a number of players, cards and options; see ``engine.rules.Rules``.

    A game adds its words: texts of actions and decisions, tables as text and JSON, positions by name.
    """

    name: ClassVar[str]
    verbs: ClassVar[ModuleType]
    endings: ClassVar[tuple[str, ...]]
    decisions: ClassVar[tuple[str, ...]]  # what may be asked, by its number; the first is nothing
    turn_begins: ClassVar[NDArray[np.bool_]]  # by these numbers: whether a turn begins there, rather than goes on
    violations: ClassVar[tuple[str, ...]]  # what each number of the verb ``violation`` means
    former: tuple[str, ...] = ()  # digests of earlier editions of these cards, from which little has changed

    def __init__(
        self,
        num_players: int,
        options: Options,
        digest: str,
        *,
        record: np.dtype[np.record],
        tables: NDArray[np.void],
        max_legal: int,
        action_spec: Spec,
        observation_spec: Spec,
        hidden_spec: Spec | None = None,
        unseen_spec: Spec | None = None,
    ) -> None:
        self.num_players = num_players
        self.options = options.as_dict()
        self.members = 2 if options.in_teams else 1
        self.digest = digest
        self.record = record
        self.tables = tables
        self.max_legal = max_legal
        self.settings_array = np.array([num_players, options.flags, options.max_decisions], np.int64)
        self.action_spec = action_spec
        self.num_actions = action_spec.size
        self.observation_spec = observation_spec
        self.hidden_spec = Spec(()) if hidden_spec is None else hidden_spec
        self.unseen_spec = Spec(()) if unseen_spec is None else unseen_spec
        self.observation_size = observation_spec.size
        self._entries = self.bind(entries)
        self.batch = self.bind(batch_loops)

    @cached_property
    def _step(self) -> Callable[..., int]:
        legal, mask = np.zeros(self.max_legal, np.int16), np.zeros(self.num_actions, np.int8)
        return compiled_for(self._entries.step, self.new_states(1), self.tables, 0, 0, legal, mask)

    @cached_property
    def answer_entry(self) -> Callable[..., int]:
        legal, mask = np.zeros(self.max_legal, np.int16), np.zeros(self.num_actions, np.int8)
        return compiled_for(self._entries.answer, self.new_states(1), self.tables, 0, 0, legal, mask)

    @cached_property
    def observe_entry(self) -> Callable[..., None]:
        seen = np.zeros(self.observation_size, np.int8)
        return compiled_for(self._entries.observe, self.new_states(1), self.tables, 0, 0, seen)

    @classmethod
    def make(cls, num_players: int, options: Any) -> Self:
        """The rules for options that are checked, with the cards they name."""
        raise NotImplementedError

    @classmethod
    def for_options(cls, num_players: int, given: Mapping[str, Any]) -> Self:
        """The rules for these options, made once for the default cards; card files are read anew."""
        check_players(cls.name, num_players)
        options = find_game(cls.name).OPTIONS.parse(given)
        options.check_players(num_players)
        return cls._made_once(num_players, options) if options.cards is None else cls.make(num_players, options)

    @classmethod
    @lru_cache(maxsize=32)
    def _made_once(cls, num_players: int, options: Options) -> Self:
        return cls.make(num_players, options)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_same_rules, (self.name, self.num_players, self.options, self.digest))

    @property
    def title(self) -> str:
        return self.name.capitalize()

    @property
    def best_return(self) -> float:
        """What a winner gets who shares a victory with nobody but its team."""
        return (self.num_players / self.members - 1) / (self.num_players - 1)

    def __deepcopy__(self, memo: dict[int, Any]) -> Ruleset:
        return self  # nothing in it ever changes

    def bind(self, template: ModuleType) -> Any:
        """A module of compiled functions over ``engine.verbs``, for this game."""
        return bind(template, self.verbs)

    def begins_turn(self, states: NDArray[np.void]) -> NDArray[np.bool_]:
        """In which games a turn begins, rather than goes on: where positions are worth comparing."""
        return self.turn_begins[states["decision"]]  # type: ignore[no-any-return]

    def new_states(self, count: int) -> NDArray[np.void]:
        return empty_records(self.record, count)

    def start(self, states: NDArray[np.void], seed: int) -> None:
        num_players, flags, max_decisions = self.settings_array.tolist()
        self._entries.start(states, self.tables, 0, num_players, seed, flags, max_decisions)

    def step(self, states: NDArray[np.void], action: int, legal: NDArray[np.int16], mask: NDArray[np.int8]) -> int:
        return self._step(states, self.tables, 0, action, legal, mask)

    def tell(self, states: NDArray[np.void], action: int, legal: NDArray[np.int16], mask: NDArray[np.int8]) -> int:
        """``step`` for records of any type: for told ones, see ``engine.events``."""
        return self._entries.step(states, self.tables, 0, action, legal, mask)  # type: ignore[no-any-return]

    def legal_actions(self, states: NDArray[np.void], legal: NDArray[np.int16], mask: NDArray[np.int8]) -> int:
        return self._entries.legal_actions(states, self.tables, 0, legal, mask)  # type: ignore[no-any-return]

    def observe(self, states: NDArray[np.void], seat: int, out: NDArray[np.int8]) -> None:
        self.observe_entry(states, self.tables, 0, seat, out)

    def card_facts(self) -> NDArray[np.float32]:
        """What is printed on every card that observations name, as numbers of about 1: (kinds, facts)."""
        kinds = [kind for block in self.observation_spec.blocks for kind in block.kinds if kind.word == "card"]
        return np.zeros((kinds[0].high - kinds[0].low if kinds else 0, 0), np.float32)

    @cached_property
    def state_spec(self) -> Spec:
        """The observations of all seats, one after the other, then the cards that none of them sees."""
        size = self.observation_size
        blocks = [
            replace(block, name=f"seat_{seat}.{block.name}", start=seat * size + block.start)
            for seat in range(self.num_players)
            for block in self.observation_spec.blocks
        ]
        return Spec(tuple(blocks)).joined(self.unseen_spec)

    @cached_property
    def extras(self) -> Any:
        """The loops over what is not always asked for: ``engine.extra_loops``, bound to the game."""
        return self.bind(extra_loops)

    @cached_property
    def belief_spec(self) -> Spec:
        """What others hold out of a seat's sight, then the cards that no seat sees."""
        return self.hidden_spec.joined(self.unseen_spec)

    @cached_property
    def beliefs(self) -> Any:
        """The loops over what seats may believe: ``engine.belief_loops``, bound to the game."""
        return self.bind(belief_loops)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What the numbers of tokens mean."""
        return vocabulary_of(cast("Rules", self))

    @cached_property
    def memories(self) -> Any:
        """The loops of a batch that remembers: ``engine.told_loops``, bound to the game."""
        return self.bind(told_loops)

    def hidden(self, states: NDArray[np.void], seat: int) -> NDArray[np.int8]:
        """What the other players hold out of the seat's sight, as ``hidden_spec`` says."""
        out = np.zeros(self.hidden_spec.size, np.int8)
        self.extras.hidden(states, self.tables, 0, seat, out)
        return out

    def belief(self, states: NDArray[np.void], seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8], bool]:
        """What is expected of hidden cards, how many are known, as ``belief_spec`` says; whether it is exact."""
        out, known = np.zeros(self.belief_spec.size, np.float32), np.zeros(self.belief_spec.size, np.int8)
        legal = np.zeros(self.max_legal, np.int16)
        exact = self.beliefs.belief(states, self.tables, 0, seat, self.new_states(1), legal, known, out)
        return out, known, bool(exact)

    def known(self, states: NDArray[np.void], seat: int) -> NDArray[np.int8]:
        """How many hidden cards the seat knows where they are, as ``belief_spec`` says."""
        known = np.zeros(self.belief_spec.size, np.int8)
        self.beliefs.certain(states, self.tables, 0, seat, known)
        return known

    def central_state(self, states: NDArray[np.void]) -> NDArray[np.int8]:
        """Everything that lies on the table or in a hand, as ``state_spec`` says."""
        out = np.zeros(self.state_spec.size, np.int8)
        self.extras.central_state(states, self.tables, 0, self.observation_size, out)
        return out

    def returns(self, states: NDArray[np.void]) -> list[float]:
        out = np.zeros(self.num_players)
        self._entries.returns(states, self.tables, 0, out)
        return out.tolist()

    def determinize(self, states: NDArray[np.void], seat: int, seed: int) -> NDArray[np.void]:
        world = self.new_states(1)
        self._entries.determinize(states, world, self.tables, 0, 0, seat, seed, np.zeros(self.max_legal, np.int16))
        return world

    def play(
        self, decisions: int, rng: NDArray[np.uint32], *, mask: bool, observe: bool, check: bool
    ) -> tuple[NDArray[np.int64], int]:
        """Random play for at least that many decisions: counts, as ``entries.play`` keeps them, and the violation."""
        stats = np.zeros(4 + len(self.endings), np.int64)
        written = np.zeros(self.num_actions if mask else 0, np.int8)
        seen = np.zeros(self.observation_size if observe else 0, np.int8)
        legal = np.zeros(self.max_legal, np.int16)
        room = (*self.settings_array.tolist(), legal, written, seen, int(check), stats)
        return stats, self._entries.play(self.new_states(1), self.tables, decisions, rng, *room)

    def device_source(self, parts: Collection[str] = ()) -> str:
        """These rules in C++, with the kernels of a batch on a GPU, and those of its ``parts``: see ``engine.cpp``."""
        bound = self.bind(loops)
        roots = [bound.settle, bound.deal, bound.pick, bound.write_mask, random_below]
        called = ["answer_decision", "write_observation", "seat_return", "was_truncated"]
        called += ["write_hidden", "write_unseen"] if "extras" in parts else []
        verbs = {verb: getattr(self.verbs, verb) for verb in called}
        sizes = {"ACTIONS": self.num_actions, "MAX_LEGAL": self.max_legal, "OBSERVED": self.observation_size}
        told: dict[str, Any] = {}
        if "history" in parts:
            heard = (token_loops.hear_answer, token_loops.hear_events, token_loops.hear_question)
            roots += [*heard, token_loops.write_history]
            told = {"book": book_record(self.vocabulary.book).dtype, "note_rows": note_rows(self.name)}
        return device_source(roots, verbs, self.record, self.tables.dtype, sizes, parts, **told)

    @cached_property
    def validator(self) -> Validator:
        """Checks records from outside before compiled code sees them."""
        raise NotImplementedError

    def first_fault(self, states: NDArray[np.void]) -> tuple[int, str] | None:
        """The first record that is no position of this game, and what is wrong with it; None if all are."""
        fault = self.validator.fault(states)
        if fault is None:  # now compiled code may look at it: is there a legal action?
            found = self._entries.check(states, self.tables, 0, np.zeros(self.max_legal, np.int16))
            fault = (found >> 8, self.violations[found & 255]) if found else None
        return fault

    def check(self, states: NDArray[np.void], running: bool = False) -> None:
        """Refuse records that are no positions of this game, or that are over where all must be ``running``."""
        for first in range(0, len(states), AT_ONCE):
            part = states[first : first + AT_ONCE]
            fault = self.first_fault(part)
            if fault is None and running and part["ending"].any():
                fault = int(np.argmax(part["ending"] != 0)), "the game is over"
            if fault is not None:
                which = "the saved game" if len(states) == 1 else f"saved game {first + fault[0]} of {len(states)}"
                raise DataError(f"{which} is damaged: {fault[1]}")

    def position(self, **table: Any) -> NDArray[np.void]:
        raise PositionError(f"{self.name} has no positions by name")

    # -------------------------------------------------------------------------------------------- words

    def card_name(self, kind: int) -> str:
        """A card by its number."""
        return f"card {kind}"

    def action_text(self, st: Any, action: int) -> str:
        """An action by its block: "PLAY 3"."""
        block = self.action_spec.at(action)
        return block.name if block.size == 1 else f"{block.name} {action - block.start}"

    def parse_action(self, st: Any, legal: list[int], text: str) -> int:
        """The action that a text names, a legal one first. What stands in brackets at its end may be left out.

        All words count before that: a card may be told from another by what stands in brackets.
        """

        def full(words: str) -> str:
            return " ".join(words.split()).casefold()

        def short(words: str) -> str:
            return re.sub(r"\s*\(.*\)$", "", full(words))

        for fold in (full, short):
            for action in (*legal, *range(self.num_actions)):
                if fold(self.action_text(st, action)) == fold(text):
                    return int(action)
        texts = [short(self.action_text(st, action)) for action in legal]
        raise ValueError(f"no action reads {text!r}; {nearest(short(text), texts)}")

    def decision_text(self, st: Any) -> str:
        if st.ending:
            return f"the game is over: {self.endings[int(st.ending)]}"
        return f"seat {int(st.decider)} decides"

    def describe(self, states: NDArray[np.void], seat: int | None) -> str:
        """The observation of a seat, or of all, piece by piece."""
        st = states[0]
        lines = [f"Round {int(st.round_number)} · {self.decision_text(st)}"]
        for observer in range(self.num_players) if seat is None else (seat,):
            out = np.zeros(self.observation_size, np.int8)
            self.observe(states, observer, out)
            pieces = (f"{block.name} {' '.join(map(str, out[block.slice]))}" for block in self.observation_spec.blocks)
            lines += [f"seat {observer}", *(f"  {piece}" for piece in pieces)]
        return "\n".join(lines)

    def ending(self, st: Any) -> tuple[str, str | None]:
        return self.endings[int(st.ending)], None

    def strengths(self, states: NDArray[np.void]) -> list[int]:
        return [0] * self.num_players

    def to_json(self, states: NDArray[np.void], seat: int | None) -> dict[str, Any]:
        """What every game has: a game adds its table."""
        st = states[0]
        return {
            "game": self.name,
            "options": dict(self.options),
            "num_players": self.num_players,
            "round": int(st.round_number),
            "seat": int(st.decider),
            "decision": {
                "kind": self.decisions[int(st.decision)],
                "seat": int(st.decider),
                "text": self.decision_text(st),
            },
            "over": bool(st.ending),
            "winners": [seat for seat in range(self.num_players) if int(st.winners) >> seat & 1],
        }


def _same_rules(game: str, num_players: int, options: dict[str, Any], digest: str) -> Rules:
    """The rules that were pickled, if the cards are still the same."""
    made = find_rules(game, num_players, options)
    if made.digest != digest:
        raise DataError(f"the pickle was made with rules or cards of digest {digest}, these are {made.digest}")
    return made
