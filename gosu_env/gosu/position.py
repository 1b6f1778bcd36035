"""Positions by name: say which cards lie where, get a game, or an error that says what is wrong.

    Game.position(
        players=[
            {"hand": ["Garsh"], "army": [["Dom", "Ember"]], "tokens": 1},
            {"army": [["Bolt*", "[Cog]"], ["Turbine"]], "vp": 1},
        ],
        discard=["Fact"], deck=["Ideo"], advantage=1, turn=0,
    )

In an army, ``[Cog]`` is imprisoned, ``Bolt*`` carries a token, and ``Bolt°`` one of the partner's; the dicts of
``Game.to_json()`` are understood, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import PositionError
from gosu_env.gosu import kernels
from gosu_env.gosu.cards import CardSet
from gosu_env.gosu.language import nearest
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.state import (
    COLUMNS,
    FACE_DOWN,
    LENT,
    MAX_PLAYERS,
    NO_CARD,
    OWNER,
    PC,
    PLACE,
    ROWS,
    SEAT,
    STATE,
    TARGET,
    TOKENS,
    VICTORY,
)
from gosu_env.gosu.state import KIND as FRAME_KIND
from gosu_env.gosu.vocabulary import AT_TURN

PARTNER = "partner"  # whose token it is, in the dicts of ``Game.to_json``
PLAYER_FIELDS = ("hand", "army", "tokens", "vp", "passed", "known")


def opposite(seat: int) -> int:
    """Where the partner sits (K-3.1)."""
    return (seat + 2) % MAX_PLAYERS


def _index(what: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{what} must be of {low} to {high}, not {value!r}")
    return int(value)


class _Builder:
    def __init__(self, cards: CardSet, options: GosuOptions, num_players: int, seed: int) -> None:
        self.cards = cards
        self.states = np.zeros(1, STATE)
        self.left = np.array([card.copies for card in cards.cards], np.int64)
        flags = replace(options, draft=False).flags
        kernels.start(self.states, cards.tables, 0, num_players, seed, flags, options.max_decisions)
        self.st = self.states[0]
        self._clear()

    def _clear(self) -> None:
        st = self.st
        for name in ("hand", "hand_size", "hand_level", "known", "known_size", "deck", "stack"):
            st[name][...] = 0
        st.deck_size = 0

    def take(self, name: Any, where: str) -> int:
        """One copy of a card, by name."""
        try:
            kind = self.cards.kind(name)
        except KeyError:
            names = [card.name for card in self.cards.cards]
            raise PositionError(f"{where}: no card named {name!r}; {nearest(str(name), names)}") from None
        if self.left[kind] == 0:
            copies = self.cards[kind].copies
            raise PositionError(f"{where}: {name!r} stands more often than there are copies ({copies})")
        self.left[kind] -= 1
        return kind

    def hand(self, seat: int, names: Sequence[str], known: Sequence[str]) -> None:
        st = self.st
        for name in names:
            kind = self.take(name, f"hand of seat {seat}")
            st.hand[seat, kind] += 1
            st.hand_level[seat, self.cards[kind].level - 1] += 1
            st.hand_size[seat] += 1
        for name in known:
            kind = self.cards.kind(name)
            if list(names).count(name) < list(known).count(name):
                raise PositionError(f"known cards of seat {seat}: {name!r} is not in that hand")
            st.known[seat, kind] = ((int(st.known[seat, kind]) << 4) | 15) & 255
            st.known_size[seat] += 1

    def army(self, seat: int, rows: Sequence[Sequence[Any]]) -> None:
        st = self.st
        if len(rows) > ROWS:
            raise PositionError(f"army of seat {seat}: {len(rows)} rows; there are {ROWS}: Bakutos, Heroes, Ōzekis")
        for row, names in enumerate(rows):
            where = f"army of seat {seat}, row {row + 1}"
            if len(names) > COLUMNS:
                raise PositionError(f"{where}: {len(names)} cards; a row holds {COLUMNS} (G-4.1)")
            if row > 0 and len(names) > st.row_size[seat, row - 1]:
                raise PositionError(f"{where}: more cards than the row below (G-4.5, G-4.6)")
            for column, entry in enumerate(names):
                name, down, token = self._entry(entry, where)
                kind = self.take(name, where)
                card = self.cards[kind]
                if card.level != row + 1:
                    raise PositionError(f"{where}: {name!r} is a {card.level_name}; it stands in row {card.level}")
                if token and down:
                    raise PositionError(f"{where}: {name!r} is imprisoned and cannot carry a token (G-6.3)")
                slot = row * COLUMNS + column
                st.army[seat, slot] = kind
                st.face[seat, slot] = FACE_DOWN if down else 0
                st.token[seat, slot] = token
                st.row_size[seat, row] += 1

    def _entry(self, entry: Any, where: str) -> tuple[str, bool, int]:
        """Name, imprisoned, token."""
        if isinstance(entry, Mapping):
            if "card" not in entry or set(entry) - {"card", "face_up", "token"}:
                raise PositionError(f"{where}: {dict(entry)!r} must have 'card' and may have 'face_up' and 'token'")
            lent = entry.get("token") == PARTNER
            return entry["card"], not entry.get("face_up", True), self._lent(where, lent) or int(entry.get("token", 0))
        if not isinstance(entry, str):
            raise PositionError(f"{where}: {entry!r} is not a card name")
        if entry.startswith("[") and entry.endswith("]"):
            return entry[1:-1], True, 0
        return entry.rstrip("*°"), False, self._lent(where, entry.endswith("°")) or int(entry.endswith("*"))

    def _lent(self, where: str, lent: bool) -> int:
        if lent and not self.st.teams:
            raise PositionError(f"{where}: a token of the partner, but there are no teams")
        return (1 + LENT) * lent

    def tokens(self, seat: int, value: Any) -> None:
        lying = int((self.st.token[seat] == 1).sum())
        if self.st.teams:
            lying += int((self.st.token[opposite(seat)] > LENT).sum())
        most = TOKENS - lying
        if most < 0:
            raise PositionError(f"seat {seat} has {lying} tokens on goblins; a player has {TOKENS} (G-1.4)")
        self.st.tokens[seat] = most if value is None else _index(f"tokens of seat {seat}", value, 0, most)

    def piles(self, discard: Sequence[str], deck: Sequence[str], rest: str, seed: int) -> None:
        st = self.st
        for name in discard:
            st.discard[self.take(name, "discard")] += 1
        top = [self.take(name, "deck") for name in deck]
        others = [kind for kind, copies in enumerate(self.left) for _ in range(copies)]
        if rest == "deck":
            np.random.default_rng(seed).shuffle(others)
            pile = others + top[::-1]
        elif rest == "discard":
            for kind in others:
                st.discard[kind] += 1
            pile = top[::-1]
        else:
            raise PositionError(f"rest must be 'deck' or 'discard', not {rest!r}")
        st.discard_size = int(st.discard.sum())
        st.deck[: len(pile)] = pile
        st.deck_size = len(pile)


def build_position(
    cards: CardSet,
    options: GosuOptions,
    *,
    num_players: int,
    players: Sequence[Mapping[str, Any]],
    discard: Sequence[str] = (),
    deck: Sequence[str] = (),
    rest: str = "deck",
    advantage: int = 0,
    turn: int | None = None,
    round: int = 1,
    seed: int = 0,
) -> NDArray[np.void]:
    """A record with these cards, at the main decision of seat ``turn`` (default: the holder of the Advantage token).

    ``deck`` names the top of the draw pile, first card first; the cards not named go below it or, with
    ``rest="discard"``, to the discard pile.
    """
    if len(players) > num_players:
        raise PositionError(f"{len(players)} players are described; the game has {num_players}")
    builder = _Builder(cards, options, num_players, seed)
    st = builder.st
    for seat in range(num_players):
        player = players[seat] if seat < len(players) else {}
        for part in player:
            if part not in PLAYER_FIELDS:
                raise PositionError(f"player {seat}: unknown field {part!r}; {nearest(part, list(PLAYER_FIELDS))}")
        builder.hand(seat, player.get("hand", ()), player.get("known", ()))
        builder.army(seat, player.get("army", ()))
        st.victory_points[seat] = _index(f"vp of seat {seat}", player.get("vp", 0), 0, VICTORY - 1)
        st.passed[seat] = int(bool(player.get("passed", False)))
    for seat in range(num_players):
        builder.tokens(seat, players[seat].get("tokens") if seat < len(players) else None)
        if st.teams and st.victory_points[seat] != st.victory_points[opposite(seat)]:
            raise PositionError(f"vp of seats {seat} and {opposite(seat)}: partners have the VP of their team (K-3.1)")
    builder.piles(discard, deck, rest, seed)
    st.advantage = _index("advantage", advantage, 0, num_players - 1)
    st.turn_seat = _index("turn", advantage if turn is None else turn, 0, num_players - 1)
    if st.passed[st.turn_seat]:
        raise PositionError(f"turn: seat {int(st.turn_seat)} has passed; name one that has not (G-3.3)")
    st.round_number = _index("round", round, 1, 1000)
    frame = st.stack[0]
    frame[PC] = AT_TURN
    frame[OWNER] = st.turn_seat
    for column in (FRAME_KIND, PLACE, SEAT, TARGET):
        frame[column] = NO_CARD
    st.depth = 1
    kernels.recount(builder.states, cards.tables, 0)
    return builder.states
