"""``History``: what every seat of a game has seen happen, been asked and answered, since it began.

It is all that a player with a perfect memory could write down, so it is the information state of a seat: as a sequence
of tokens for recurrent and attention models, as its last tokens beside an observation, and as text.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine import token_loops
from gosu_env.engine.errors import IllegalActionError, OptionError
from gosu_env.engine.events import told_dtype, words_of
from gosu_env.engine.game import Game, check_seat, check_whole
from gosu_env.engine.records import empty_records, records
from gosu_env.engine.rules import Rules
from gosu_env.engine.spec import Spec
from gosu_env.engine.tokens import ANSWER, CARD, CAUSE, FIELDS, FROM, NUMBER, SEAT, TO, WORD, Vocabulary

LONGEST = 4096  # tokens that are shown
GROWTH = 2048  # tokens; a step has at most 1024 events, a question and an answer


class History:
    """Follows a game from where it stands; a game that was just dealt, from its deal on.

    >>> game = Game(seed=7)
    >>> history = History(game)
    >>> while not game.is_over:
    ...     action = game.legal_actions()[0]
    ...     game.apply(action)
    ...     history.apply(action)
    >>> history.tokens(seat=0)

    ``apply`` takes actions that were legal in the game, and refuses others.
    """

    def __init__(self, game: Game) -> None:
        self.rules = rules = game.rules
        self.vocabulary: Vocabulary = rules.vocabulary
        plain = game.states
        self._size = plain.dtype.itemsize
        self._states = empty_records(plain.dtype if words_of(rules.name) is None else told_dtype(plain.dtype), 1)
        self._legal = np.zeros(rules.max_legal, np.int16)
        self._mask = game.mask()  # of the decision where the history stands
        self._store = np.zeros((rules.num_players, GROWTH, len(FIELDS)), np.int8)
        self._heard = np.zeros(rules.num_players, np.int32)
        if game.seed is not None and game.deal(game.seed) == game:
            rules.start(self._states, game.seed)
            self._go_on(-1)
        else:
            self._states.view(np.uint8)[: self._size] = plain.view(np.uint8)
            self._listen()

    def _go_on(self, action: int) -> None:
        self.rules.tell(self._states, action, self._legal, self._mask)
        self._listen()

    def _listen(self) -> None:
        if self._heard.max() + GROWTH > self._store.shape[1]:
            grown = np.zeros_like(self._store, shape=(len(self._store), 2 * self._store.shape[1], len(FIELDS)))
            grown[:, : self._store.shape[1]] = self._store
            self._store = grown
        token_loops.follow(self._states, 0, self.vocabulary.book, self._store, self._heard)

    def apply(self, action: int) -> None:
        """A decision was taken in the game. An action that was not legal raises; nothing is remembered of it."""
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not (0 <= number < len(self._mask) and self._mask[number]):
            raise IllegalActionError(f"the game that the history follows: {self._game().refusal(action)}")
        seat = int(self._states[0].decider)
        token_loops.answer(seat, number, self.vocabulary.book, self._store, self._heard)
        self._go_on(number)

    def _game(self) -> Game:
        """The game where the history stands."""
        plain = records(self.rules.new_states(1).dtype, self._states.tobytes()[: self._size])
        return Game.of_record(self.rules, plain)

    def tokens(self, seat: int) -> NDArray[np.int8]:
        """All tokens of a seat, the first first: int8, shape (T, 8), the columns as ``tokens.FIELDS`` says."""
        seat = check_seat(seat, self.rules.num_players)
        return self._store[seat, : self._heard[seat]].copy()

    def latest(self, seat: int, length: int) -> NDArray[np.int8]:
        """The last tokens of a seat as ``history_spec`` names them: int8, shape (8 * length,)."""
        seat, length = check_seat(seat, self.rules.num_players), check_whole("length", length, 0, LONGEST)
        kept = self._store[seat, max(self._heard[seat] - length, 0) : self._heard[seat]][::-1]
        out = np.zeros((len(FIELDS), length), np.int8)
        out[:, : len(kept)] = kept.T
        return out.reshape(-1)

    def text(self, seat: int) -> str:
        """All tokens of a seat in words, a line for each."""
        return "\n".join(token_text(self.rules, tuple(token)) for token in self.tokens(seat).tolist())

    def clone(self) -> History:
        made = History.__new__(History)
        made.__dict__.update(self.__dict__)
        made._states = records(self._states.dtype, self._states.tobytes())
        made._legal, made._mask = self._legal.copy(), self._mask.copy()
        made._store, made._heard = self._store.copy(), self._heard.copy()
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> History:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_states": (self._states.dtype, self._states.tobytes()), "vocabulary": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._states = records(*state["_states"])
        self._store, self._heard = self._store.copy(), self._heard.copy()
        self.vocabulary = self.rules.vocabulary

    def information_state(self, game: Game, seat: int) -> str:
        """All that a seat of the game has seen and done, and what it sees now, as text."""
        self._check_rules(game)
        return f"{self.text(seat)}\n{game.describe(seat)}"

    def believe(self, world: Game, seat: int | None = None) -> History:
        """The same past, with a world in the place of the game. With a seat, what the others remember is left out."""
        self._check_rules(world)
        made = self.clone()
        made._states.view(np.uint8)[: self._size] = world.states.view(np.uint8)
        made._mask = world.mask()
        if seat is not None:
            made._heard[np.arange(len(made._heard)) != check_seat(seat, self.rules.num_players)] = 0
        return made

    def _check_rules(self, game: Game) -> None:
        """Refuse a game with other rules than those of the history."""
        own, given = self.rules, game.rules
        for what in ("name", "num_players", "options", "digest"):
            here, there = getattr(own, what), getattr(given, what)
            if here != there:
                raise OptionError(f"the history is of a game with {what} {here!r}, the world of one with {there!r}")


def check_history(length: Any) -> int:
    """How many tokens are wanted: 0 is none."""
    if isinstance(length, bool) or not isinstance(length, int | np.integer) or not 0 <= length <= LONGEST:
        raise OptionError(f"history must be a number of tokens from 0 to {LONGEST}, not {length!r}")
    return int(length)


def history_spec(rules: Rules, length: int) -> Spec:
    """The named slices of an observation with the last tokens behind it."""
    known: Vocabulary = rules.vocabulary
    return rules.observation_spec.joined(known.spec(length)) if length else rules.observation_spec


def token_text(rules: Rules, token: tuple[int, ...]) -> str:
    """A token in words: "opp1: drawn, draw pile → opp1 hand"; ``me`` is the seat that looks on."""
    texts: dict[tuple[int, ...], str] = rules.vocabulary.texts
    if token not in texts:
        texts[token] = _token_text(rules, token)
    return texts[token]


def _token_text(rules: Rules, token: tuple[int, ...]) -> str:
    known: Vocabulary = rules.vocabulary
    word = known.words[token[WORD]]
    who = "game" if token[SEAT] == 0 else "me" if token[SEAT] == 1 else f"opp{token[SEAT] - 1}"
    if word == "asked":
        return f"{who}: asked, {rules.decisions[token[NUMBER]]}"
    if token[ANSWER]:
        block = rules.action_spec.blocks[token[ANSWER] - 1]
        return f"{who}: answered, {block.name}" + (f" {token[NUMBER] & 255}" if block.size > 1 else "")
    parts = [f"{who}: {word}"]
    card = known.card(token[CARD])
    if card is not None:
        parts.append(rules.card_name(card))
    if token[FROM] or token[TO]:
        parts.append(f"{known.zones[token[FROM]]} → {known.zones[token[TO]]}")
    if token[NUMBER]:
        parts.append(str(token[NUMBER]))
    cause = known.card(token[CAUSE])
    if cause is not None:
        parts.append(f"by {rules.card_name(cause)}")
    return ", ".join(parts)
