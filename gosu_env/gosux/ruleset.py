"""GOSU X as ``Game`` and the environments see it."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.state import COLUMNS, FACE_DOWN, NO_CARD, ROWS, SLOTS
from gosu_env.engine.game import Game
from gosu_env.engine.position import build_with
from gosu_env.engine.ruleset import Ruleset
from gosu_env.engine.spec import Spec
from gosu_env.gosux import kernels, text, verbs
from gosu_env.gosux.actions import blocks
from gosu_env.gosux.cards import CardSet, load_cards
from gosu_env.gosux.hidden import hidden_spec, unseen_spec
from gosu_env.gosux.invariants import VIOLATIONS
from gosu_env.gosux.legal import MAX_LEGAL
from gosu_env.gosux.observe import observation_spec
from gosu_env.gosux.options import XOptions
from gosu_env.gosux.position import build_position
from gosu_env.gosux.state import CLAN_WORDS, CLANS, ENDINGS, KEYWORDS, STATE, State
from gosu_env.gosux.state import PLAYERS as SEATS
from gosu_env.gosux.validate import Validator
from gosu_env.gosux.vocabulary import DECIDE_MAIN, DECISIONS

OPTIONS = XOptions
PLAYERS = range(SEATS, SEATS + 1)
VARIANTS: dict[str, dict[str, Any]] = {"GOSU X": {}}


class XRules(Ruleset):
    """The rules of GOSU X for a card set and options."""

    name = "gosux"
    title = "GOSU X"
    verbs: ClassVar[ModuleType] = verbs
    endings = ENDINGS
    decisions = DECISIONS
    turn_begins = np.arange(len(DECISIONS)) == DECIDE_MAIN
    violations = VIOLATIONS

    def __init__(self, num_players: int, options: XOptions, cards: CardSet) -> None:
        self.settings = options
        self.cards = cards
        super().__init__(
            num_players,
            options,
            cards.digest,
            record=STATE,
            tables=cards.tables,
            max_legal=MAX_LEGAL,
            action_spec=Spec(blocks()),
            observation_spec=observation_spec(),
            hidden_spec=hidden_spec(),
            unseen_spec=unseen_spec(),
        )

    @classmethod
    def make(cls, num_players: int, options: XOptions) -> Self:
        return cls(num_players, options, load_cards(options.cards))

    def position(self, **described: Any) -> NDArray[np.void]:
        return build_with(build_position, self.cards, self.tables, self.settings, **described)

    def card_facts(self) -> NDArray[np.float32]:
        """Clan, level and keywords one-hot, the cost of shifting, activation symbols."""
        tables = self.tables[0]
        clan, level = np.eye(CLANS)[tables.clan], np.eye(ROWS)[tables.level - 1]
        keywords = (tables.keywords[:, None] >> np.arange(len(KEYWORDS))) & 1
        return np.column_stack([clan, level, keywords, tables.shift_cost / 4, tables.symbols / 2]).astype(np.float32)

    @cached_property
    def validator(self) -> Validator:
        return Validator(self.settings, self.tables)

    # -------------------------------------------------------------------------------------------- words

    def card_name(self, kind: int) -> str:
        return self.cards[kind].name

    def action_text(self, st: State, action: int) -> str:
        return text.action_text(st, self.tables[0], self.cards, action)

    def decision_text(self, st: State) -> str:
        return text.decision_text(st, self.tables[0], self.cards)

    def describe(self, states: NDArray[np.void], seat: int | None) -> str:
        return text.describe(states[0], self.tables[0], self.cards, seat, self.strengths(states))

    def strengths(self, states: NDArray[np.void]) -> list[int]:
        out = np.zeros(SEATS, np.int64)
        kernels.strengths_of(states, self.tables, 0, out)
        return out.tolist()

    def values(self, states: NDArray[np.void]) -> list[list[int]]:
        """What every card in play is worth, by seat and slot."""
        out = np.zeros((SEATS, SLOTS), np.int64)
        kernels.values_of(states, self.tables, 0, out)
        return out.tolist()

    def ending(self, st: State) -> tuple[str, str | None]:
        kind = int(st.ending_kind)
        return ENDINGS[int(st.ending)], None if kind == NO_CARD else self.cards[kind].name

    def to_json(self, states: NDArray[np.void], observer: int | None) -> dict[str, Any]:
        st = states[0]
        names = [card.name for card in self.cards.cards]

        def pile(counts: Any) -> list[str | None]:
            return [names[kind] for kind in range(len(names)) for _ in range(int(counts[kind]))]

        def hand(seat: int) -> list[str | None]:
            if observer is None or seat == observer:
                return pile(st.hand[seat])
            shown = pile(np.where(st.hand[seat] > 0, st.known, 0))
            return shown + [None] * (int(st.hand_size[seat]) - len(shown))

        def row(seat: int, level: int) -> list[dict[str, Any]]:
            return [
                {
                    "card": names[int(st.army[seat, slot])],
                    "face_up": bool(st.face[seat, slot] != FACE_DOWN),
                    "tokens": int(st.token[seat, slot]),
                    "bounty": bool(st.bounty == seat * SLOTS + slot),
                }
                for slot in range(level * COLUMNS, level * COLUMNS + int(st.row_size[seat, level]))
            ]

        def deck(seat: int) -> dict[str, Any]:
            size = int(st.deck_size[seat])
            top, bottom = int(st.top_known[seat]), int(st.bottom_known[seat])
            own = observer is None or seat == observer or st.secret[seat] == 0
            cards = np.bincount(st.deck[seat, :size], minlength=len(names))
            return {
                "deck": size,
                "deck_cards": pile(cards) if own else None,
                "known_top": [names[int(kind)] for kind in st.deck[seat, size - top : size][::-1]],
                "known_bottom": [names[int(kind)] for kind in st.deck[seat, :bottom][::-1]],
            }

        table = {
            "turn_seat": int(st.turn_seat),
            "extra_turn": bool(st.in_extra_turn),
            "turns_left": None if st.turns_left < 0 else int(st.turns_left),
            "wonder": None if st.wonder < 0 else int(st.wonder),
            "tiles": [word for word, active in zip(CLAN_WORDS, st.tile, strict=True) if active],
            "removed": pile(st.removed),
            "revealed": [names[int(kind)] for kind in st.look[: st.look_size]],
            "unseen": [] if observer is None else pile(text.unseen_of(st, self.cards, 1 - observer)),
            "forbidden_turns": st.forbidden_turns.tolist(),
            "from_discard": [(None, "next", "now")[int(when)] for when in st.from_discard],
            "players": [
                {
                    "clans": [word for word, owner in zip(CLAN_WORDS, st.clan_owner, strict=True) if owner == seat],
                    "hand": hand(seat),
                    "known": pile(np.where(st.hand[seat] > 0, st.known, 0)),
                    "discard": pile(st.discard[seat]),
                    "tokens": int(st.tokens[seat]),
                    "owned": int(st.owned[seat]),
                    "supremacy": int(st.supremacy[seat]),
                    "passed": bool(st.passed[seat]),
                    "forbidden": [names[int(kind)] for kind in st.forbidden[seat] if kind != NO_CARD],
                    "army": [row(seat, level) for level in range(ROWS)],
                }
                | deck(seat)
                for seat in range(SEATS)
            ],
        }
        return super().to_json(states, observer) | table


make_rules = XRules.for_options


def x_rules(game: Game) -> XRules:
    """The rules of a game of GOSU X."""
    assert isinstance(game.rules, XRules)
    return game.rules
