"""Goblin Laundromat as ``Game`` and the environments see it."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.position import build_with
from gosu_env.engine.ruleset import Ruleset
from gosu_env.engine.spec import Spec
from gosu_env.laundromat import kernels, text, verbs
from gosu_env.laundromat.actions import blocks
from gosu_env.laundromat.belief import DRAW_PILE, HANDS, HOMES
from gosu_env.laundromat.cards import CardSet, load_cards
from gosu_env.laundromat.hidden import hidden_spec, unseen_spec
from gosu_env.laundromat.invariants import VIOLATIONS
from gosu_env.laundromat.legal import MAX_LEGAL
from gosu_env.laundromat.observe import observation_spec
from gosu_env.laundromat.options import LaundromatOptions
from gosu_env.laundromat.places import hand_places, round_places
from gosu_env.laundromat.position import build_position
from gosu_env.laundromat.scoring import COINS_FOR
from gosu_env.laundromat.state import (
    CARDS,
    CATEGORIES,
    DECIDE_KEEP,
    DECISIONS,
    ENDINGS,
    FILL,
    MARKET,
    MAX_PLAYERS,
    ROUNDS,
    SPECIES,
    STATE,
    WASH,
    State,
)
from gosu_env.laundromat.validate import Validator

OPTIONS = LaundromatOptions
PLAYERS = range(2, MAX_PLAYERS + 1)
VARIANTS: dict[str, dict[str, Any]] = {"Goblin Laundromat": {}}
PHASES = ("opening", "fill", "wash")
FATES = ("open", "completed", "lost")
NEVER = 1e-9  # expected numbers that are nothing but rounding


class LaundromatRules(Ruleset):
    """The rules of Goblin Laundromat for a number of players, a card set and options."""

    name = "laundromat"
    title = "Goblin Laundromat"
    verbs: ClassVar[ModuleType] = verbs
    endings = ENDINGS
    decisions = DECISIONS
    turn_begins = np.arange(len(DECISIONS)) != DECIDE_KEEP
    violations = VIOLATIONS

    def __init__(self, num_players: int, options: LaundromatOptions, cards: CardSet) -> None:
        self.settings = options
        self.cards = cards
        super().__init__(
            num_players,
            options,
            cards.digest,
            record=STATE,
            tables=cards.tables,
            max_legal=MAX_LEGAL,
            action_spec=Spec(blocks(num_players)),
            observation_spec=observation_spec(num_players),
            hidden_spec=hidden_spec(num_players),
            unseen_spec=unseen_spec(),
        )

    @classmethod
    def make(cls, num_players: int, options: LaundromatOptions) -> Self:
        return cls(num_players, options, load_cards(options.cards))

    def position(self, **described: Any) -> NDArray[np.void]:
        return build_with(build_position, self.cards, self.settings, self.num_players, **described)

    def card_facts(self) -> NDArray[np.float32]:
        """Species and category one-hot, the coins, and the stains of each type."""
        tables = self.tables[0]
        species, category = np.eye(len(SPECIES))[tables.species_of], np.eye(len(CATEGORIES))[tables.category]
        return np.column_stack([species, category, tables.garment_coins / 5, tables.stains / 2]).astype(np.float32)

    @cached_property
    def validator(self) -> Validator:
        return Validator(self.num_players, self.settings, self.tables)

    # -------------------------------------------------------------------------------------------- words

    def card_name(self, kind: int) -> str:
        return self.cards[kind].name

    def action_text(self, st: State, action: int) -> str:
        return text.action_text(self.cards, action)

    def decision_text(self, st: State) -> str:
        return text.decision_text(st)

    def describe(self, states: NDArray[np.void], seat: int | None) -> str:
        return text.describe(states[0], self.cards, self.look(states, seat))

    def ending(self, st: State) -> tuple[str, str | None]:
        return ENDINGS[int(st.ending)], None

    def strengths(self, states: NDArray[np.void]) -> list[int]:
        """The coins of every seat."""
        return self.count_coins(states)[0]

    def count_coins(self, states: NDArray[np.void]) -> tuple[list[int], list[dict[str, int]]]:
        """The coins of every seat, and what they are for."""
        coins = np.zeros(self.num_players, np.int64)
        parts = np.zeros((self.num_players, len(COINS_FOR)), np.int64)
        kernels.count_coins(states, self.tables, 0, coins, parts)
        return coins.tolist(), [dict(zip(COINS_FOR, row, strict=True)) for row in parts.tolist()]

    def hand_slice(self, states: NDArray[np.void], seat: int) -> tuple[int, int]:
        """The places of ``cards`` that a seat's hand, or the market, has now; none while laundry is done."""
        places = hand_places(states[0], seat) if states[0].phase == FILL else slice(0, 0)
        return places.start, places.stop

    def look(self, states: NDArray[np.void], observer: int | None) -> text.Look:
        """What an observer finds on the table; None sees everything."""
        st, n = states[0], self.num_players
        memory = self.see_everything(st) if observer is None else self.remember(states, observer)
        filling = st.phase == FILL
        hands: list[list[int] | None] = [None] * n
        market: list[int] = []
        if filling and n > 2:
            for seat in range(n):
                if observer is None or seat == observer:
                    hands[seat] = st.cards[hand_places(st, seat)].tolist()
        pile = hand_places(st, 0) if filling and n == 2 else slice(0, 0)
        if filling and n == 2:
            market = st.cards[pile][:MARKET].tolist()
        dealt = round_places(n, int(st.round_number)).stop
        return text.Look(
            observer,
            self.count_coins(states)[0],
            hands,
            market,
            max(pile.stop - pile.start - MARKET, 0),
            memory,
            st.basket_size[:n].tolist(),
            CARDS - dealt,
        )

    def see_everything(self, st: State) -> text.Memory:
        """What is in every basket."""
        inside, nothing = st.drawn == 0, [dict[int, int]() for _ in range(self.num_players)]
        baskets = [Counter(st.cards[inside & (st.basket == seat)].tolist()) for seat in range(self.num_players)]
        return text.Memory([dict(sorted(basket.items())) for basket in baskets], nothing, nothing, nothing, {})

    def remember(self, states: NDArray[np.void], observer: int) -> text.Memory:
        """What an observer remembers and can tell by elimination."""
        n, kinds = self.num_players, len(self.cards)
        out = np.zeros(self.observation_size, np.int8)
        self.observe(states, observer, out)
        sure, share = np.zeros((HOMES, kinds), np.int64), np.zeros((HOMES, kinds))
        seen = np.zeros((n, kinds), np.int64)
        exact = kernels.look_inside(states, 0, observer, sure, share, seen)

        def shown(block: str) -> NDArray[np.int64]:
            """Pieces of the observation, by seat."""
            found = np.zeros((n, kinds), np.int64)
            for relative in range(n):
                name = f"{block}.opp{relative}" if relative else f"{block}.me"
                if name in self.observation_spec:
                    found[(observer + relative) % n] = out[self.observation_spec[name]]
            return found

        def listed(counts: NDArray[np.int64]) -> list[dict[int, int]]:
            return [{kind: int(row[kind]) for kind in np.flatnonzero(row > 0).tolist()} for row in counts]

        sure[:n] = np.maximum(sure[:n], shown("basket"))
        perhaps = np.where(share[:n] > sure[:n] + NEVER, seen - sure[:n], 0) if exact else shown("maybe")
        hands = sure[HANDS : HANDS + n]
        passed_on = shown("hand") if states[0].phase == FILL and n > 2 else np.zeros((n, kinds), np.int64)
        passed_on[observer] = 0
        return text.Memory(
            listed(sure[:n]), listed(perhaps), listed(hands), listed(passed_on), listed(sure[DRAW_PILE:])[0]
        )

    def to_json(self, states: NDArray[np.void], observer: int | None) -> dict[str, Any]:
        st, look = states[0], self.look(states, observer)
        coins, parts = self.count_coins(states)
        n, this = self.num_players, int(st.round_number) - 1

        def names(kinds: Any) -> list[str]:
            return [self.cards[int(kind)].name for kind in kinds]

        def pile(counts: Any) -> list[str]:
            found = counts.items() if isinstance(counts, dict) else enumerate(counts)
            return [self.cards[kind].name for kind, count in found for _ in range(int(count))]

        def programme(seat: int, number: int) -> str | None:
            shown = observer is None or observer == seat or number <= this
            return self.cards.programmes[int(st.programme[seat, number])].name if shown else None

        def player(seat: int) -> dict[str, Any]:
            hand, inside = look.hands[seat], pile(look.memory.baskets[seat])
            return {
                "basket_species": SPECIES[int(st.species[seat])],
                "potion": bool(st.potion[seat]),
                "programmes": [programme(seat, number) for number in range(ROUNDS)],
                "fates": [FATES[int(fate)] for fate in st.fate[seat]],
                "hand": None if hand is None else names(hand),
                "known_hand": pile(look.memory.hands[seat]),
                "passed_on": pile(look.memory.passed_on[seat]),
                "basket": inside + [None] * (look.sizes[seat] - len(inside)),
                "perhaps": pile(look.memory.perhaps[seat]),
                "scored": pile(st.scored[seat]),
                "coins": coins[seat],
                "coins_for": parts[seat],
                "stains": int(st.stained[seat]),
            }

        washer = text.washer_of(st) if st.phase == WASH and st.turn < n else None
        return super().to_json(states, observer) | {
            "phase": PHASES[int(st.phase)],
            "leader": int(st.leader[this]) if this >= 0 else None,
            "clockwise": bool(st.direction[this] > 0) if this >= 0 else None,
            "passes": int(st.passes),
            "deck": look.deck,
            "known_deck": pile(look.memory.draw_pile),
            "market": names(look.market),
            "market_pile": look.pile,
            "washer": washer,
            "wash": names(st.wash[: st.wash_size]),
            "shielded": int(st.shielded) if st.shielded >= 0 else None,
            "failed": bool(st.failed),
            "gone": pile(st.gone),
            "players": [player(seat) for seat in range(n)],
        }


make_rules = LaundromatRules.for_options
