"""GOSU as ``Game`` and the environments see it."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.state import COLUMNS, FACE_DOWN, NO_CARD, ROWS
from gosu_env.engine.errors import OptionError
from gosu_env.engine.game import Game
from gosu_env.engine.position import build_with
from gosu_env.engine.ruleset import Ruleset
from gosu_env.engine.spec import Spec
from gosu_env.gosu import kernels, text, verbs
from gosu_env.gosu.actions import blocks
from gosu_env.gosu.cards import FORMER, CardSet, load_cards
from gosu_env.gosu.hidden import hidden_spec, unseen_spec
from gosu_env.gosu.invariants import VIOLATIONS
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.gosu.legal import KAMAKOR_MAX_LEGAL, MAX_LEGAL
from gosu_env.gosu.observe import observation_spec
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.position import PARTNER, build_position
from gosu_env.gosu.sizes import LADDER, with_options
from gosu_env.gosu.state import DRAGOON_TOKEN, ENDINGS, KAMAKOR_STATE, LENT, MAX_PLAYERS, OPENING_HAND, STATE, State
from gosu_env.gosu.validate import Validator
from gosu_env.gosu.vocabulary import DECIDE_MAIN, DECISIONS

OPTIONS = GosuOptions
PLAYERS = range(2, MAX_PLAYERS + 1)
VARIANTS: dict[str, dict[str, Any]] = {"GOSU": {}, "Kamakor": {"kamakor": True}}


class GosuRules(Ruleset):
    """The rules of GOSU for a number of players, a card set and options."""

    name = "gosu"
    title = "GOSU"
    verbs: ClassVar[ModuleType] = verbs
    endings = ENDINGS
    decisions = DECISIONS
    turn_begins = np.arange(len(DECISIONS)) == DECIDE_MAIN
    violations = VIOLATIONS

    def __init__(self, num_players: int, options: GosuOptions, cards: CardSet) -> None:
        self.settings = options
        self.cards = cards
        self.size = with_options(cards.size, options.sizes)
        self.former = FORMER[options.kamakor] if cards.digest == load_cards(None, options.kamakor).digest else ()
        self._check_size(num_players)
        super().__init__(
            num_players,
            options,
            cards.digest,
            record=KAMAKOR_STATE if options.kamakor else STATE,
            tables=self._tables(),
            max_legal=KAMAKOR_MAX_LEGAL if options.kamakor else MAX_LEGAL,
            action_spec=Spec(blocks(num_players, cards.kinds)),
            observation_spec=observation_spec(num_players, cards.kinds),
            hidden_spec=hidden_spec(num_players, cards.kinds),
            unseen_spec=unseen_spec(cards.kinds),
        )

    @classmethod
    def make(cls, num_players: int, options: GosuOptions) -> Self:
        return cls(num_players, options, load_cards(options.cards or LADDER[options.size], options.kamakor))

    def _check_size(self, num_players: int) -> None:
        """Refuse a size that does not fit the number of players or the other options."""
        needed, there = num_players * self.size.hand_size, sum(card.copies for card in self.cards)
        if needed > there:
            raise OptionError(f"{num_players} opening hands of {self.size.hand_size} need {needed} cards, not {there}")
        if self.settings.draft and self.size.hand_size != OPENING_HAND:
            raise OptionError(f"draft needs opening hands of {OPENING_HAND} cards, not {self.size.hand_size} (K-2.2)")

    def _tables(self) -> NDArray[np.void]:
        """The tables of the card set, with the options that the rules read there."""
        tables = self.cards.tables.copy()
        self.size.write(tables)
        if not self.settings.kamakor:
            return tables
        tables[0].supply[0] = self.settings.dragoon_supply
        for word in self.settings.clans or ():
            tables[0].fixed[CLAN_WORDS.index(word)] = 1
        return tables

    def position(self, **described: Any) -> NDArray[np.void]:
        return build_with(build_position, self.cards, self.tables, self.settings, self.num_players, **described)

    def card_facts(self) -> NDArray[np.float32]:
        """Clan and level one-hot, and the cost of mutation."""
        tables = self.tables[0]
        clan, level = np.eye(tables.clan.max() + 1)[tables.clan], np.eye(3)[tables.level - 1]
        return np.column_stack([clan, level, tables.mutation_cost / 4]).astype(np.float32)

    @cached_property
    def validator(self) -> Validator:
        return Validator(self.num_players, self.settings, self.tables, self.record)

    # -------------------------------------------------------------------------------------------- words

    def card_name(self, kind: int) -> str:
        return self.cards[kind].name

    def action_text(self, st: State, action: int) -> str:
        return text.action_text(st, self.tables[0], self.cards, action)

    def decision_text(self, st: State) -> str:
        return text.decision_text(st, self.tables[0], self.cards)

    def describe(self, states: NDArray[np.void], seat: int | None) -> str:
        strengths, memory = self.strengths(states), self.remember(states, seat)
        return text.describe(states[0], self.tables[0], self.cards, seat, strengths, memory)

    def look_around(self, states: NDArray[np.void], observer: int) -> tuple[list[int], NDArray[np.int8]]:
        """The strength of every army, and how many cards of each kind the observer knows in every hand."""
        strengths = np.zeros(self.num_players, np.int64)
        known = np.zeros((self.num_players, self.cards.kinds), np.int8)
        kernels.look_around(states, self.tables, 0, observer, strengths, known)
        return strengths.tolist(), known

    def remember(self, states: NDArray[np.void], observer: int | None) -> text.Memory:
        """What an observer remembers and can tell by elimination; nothing, of one who sees everything."""
        n, kinds = self.num_players, self.cards.kinds
        hands, pile = np.zeros((n, kinds), np.int8), np.zeros(kinds, np.int8)
        older, held = np.zeros(kinds, np.int64), np.zeros(n, np.int64)
        if observer is not None:
            others = [(observer + i) % n for i in range(1, n)]
            known = self.known(states, observer).reshape(n, kinds)
            hands = self.look_around(states, observer)[1]
            hands[others] = np.maximum(hands[others], known[:-1])
            pile = known[-1]
            if n > 2 and states[0].draft == 0:
                counts = np.zeros(n - 1, np.int64)
                kernels.remember_pools(states, 0, observer, older, counts)
                held[others] = counts
        return text.Memory(hands, pile, older, held)

    def strengths(self, states: NDArray[np.void]) -> list[int]:
        return self.look_around(states, 0)[0]

    def ending(self, st: State) -> tuple[str, str | None]:
        kind = int(st.ending_kind)
        return ENDINGS[int(st.ending)], None if kind == NO_CARD else self.cards[kind].name

    def to_json(self, states: NDArray[np.void], observer: int | None) -> dict[str, Any]:
        st = states[0]
        names = self.cards.names
        memory = self.remember(states, observer)

        def pile(counts: Any) -> list[str | None]:
            return [names[kind] for kind in range(len(names)) for _ in range(int(counts[kind]))]

        def hand(seat: int) -> list[str | None]:
            if observer is None or seat == observer:
                return pile(st.hand[seat])
            shown = pile(memory.hands[seat])
            return shown + [None] * (int(st.hand_size[seat]) - len(shown))

        kamakor = self.settings.kamakor
        shown_look = observer is None or observer == st.decider

        def row(seat: int, level: int) -> list[dict[str, Any]]:
            slots = range(level * COLUMNS, level * COLUMNS + int(st.row_size[seat, level]))
            return [
                {
                    "card": names[int(st.army[seat, slot])],
                    "face_up": bool(st.face[seat, slot] != FACE_DOWN),
                    "token": PARTNER if st.token[seat, slot] > LENT else bool(st.token[seat, slot]),
                }
                | ({"dragoon": bool(st.token[seat, slot] & DRAGOON_TOKEN)} if kamakor else {})
                for slot in slots
            ]

        table = {
            "turn_seat": int(st.turn_seat),
            "extra_turns": int(st.extra_turns),
            "turns_left": None if st.turns_left < 0 else int(st.turns_left),
            "advantage": int(st.advantage),
            "advantage_moved": bool(st.advantage_moved),
            "deck": int(st.deck_size),
            "known_deck": pile(memory.draw_pile),
            "older": pile(memory.older),
            "older_held": memory.held.tolist(),
            "no_bakutos": st.plain[: self.num_players].tolist(),
            "discard": pile(st.discard),
            "look": [names[int(kind)] if shown_look else None for kind in st.look[: st.look_size]],
            "players": [
                {
                    "hand": hand(seat),
                    "tokens": int(st.tokens[seat]),
                    "vp": int(st.victory_points[seat]),
                    "passed": bool(st.passed[seat]),
                    "army": [row(seat, level) for level in range(ROWS)],
                }
                | ({"dragoons": int(st.dragoons[seat])} if kamakor else {})
                for seat in range(self.num_players)
            ],
        }
        return super().to_json(states, observer) | table | (self._kamakor_json(st) if kamakor else {})

    def _kamakor_json(self, st: State) -> dict[str, Any]:
        """The clans in play, or not banned yet, and the supply of Dragoon tokens."""
        clans = [word for word, left in zip(CLAN_WORDS, st.clans, strict=True) if left]
        return {"clans": clans, "dragoon_supply": int(st.dragoon_supply[0])}


make_rules = GosuRules.for_options


def gosu_rules(game: Game) -> GosuRules:
    """The rules of a game that is one of GOSU."""
    assert isinstance(game.rules, GosuRules)
    return game.rules
