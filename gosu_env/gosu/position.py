"""Positions by name: say which cards lie where, get a game, or an error that says what is wrong.

    Game.position(
        players=[
            {"hand": ["Garsh"], "army": [["Dom", "Ember"]], "tokens": 1},
            {"army": [["Bolt*", "[Cog]"], ["Turbine"]], "vp": 1},
        ],
        discard=["Fact"], deck=["Ideo"], advantage=1, turn=0,
    )

In an army, ``[Cog]`` is imprisoned, ``Bolt*`` carries a token and ``Bolt+`` a Dragoon token; ``Bolt°`` carries a token
of the partner's and ``Bolt+°`` a Dragoon token of the partner's. Where a turn limit counts (K-2.3), all its turns are
left unless ``turns_left`` says how many. The dicts of ``Game.to_json()`` are understood, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.position import Builder
from gosu_env.armies.state import FACE_DOWN, FACE_UP, ROWS
from gosu_env.engine import entries
from gosu_env.engine.bind import bind
from gosu_env.engine.errors import PositionError
from gosu_env.engine.game import check_seed
from gosu_env.engine.position import (
    Reader,
    check_index,
    read_any,
    read_card,
    read_flag,
    read_names,
    read_players,
    read_rows,
)
from gosu_env.engine.spelling import shown
from gosu_env.gosu import kernels, verbs
from gosu_env.gosu.cards import CardSet
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.sizes import with_options
from gosu_env.gosu.state import (
    ACTIVATION_TOKEN,
    CLANS,
    DRAGOON_TOKEN,
    DRAGOONS,
    KAMAKOR_STATE,
    LENT,
    MAX_PLAYERS,
    STATE,
)
from gosu_env.gosu.vocabulary import ACTIVATED, AT_TURN

PARTNER = "partner"  # whose token it is, in the dicts of ``Game.to_json``


def read_token(where: str, value: Any) -> bool | str:
    """Whether a token lies there; ``PARTNER``: one of the partner's."""
    return PARTNER if isinstance(value, str) and value == PARTNER else read_flag(where, value)


PLAYER_FIELDS: dict[str, Reader] = {
    "hand": read_names,
    "army": read_rows,
    "tokens": read_any,
    "vp": read_any,
    "passed": read_flag,
    "known": read_names,
}
KAMAKOR_PLAYER_FIELDS = PLAYER_FIELDS | {"dragoons": read_any}
CARD_FIELDS: dict[str, Reader] = {"face_up": read_flag, "token": read_token, "dragoon": read_flag}


def opposite(seat: int) -> int:
    """Where the partner sits (K-3.1)."""
    return (seat + 2) % MAX_PLAYERS


class _Builder(Builder):
    def __init__(
        self, cards: CardSet, tables: NDArray[np.void], options: GosuOptions, num_players: int, seed: int
    ) -> None:
        states = np.zeros(1, KAMAKOR_STATE if options.kamakor else STATE)
        super().__init__(cards, states, tables[0].copies.astype(np.int64))
        self.powers = tables[0].program[:, ACTIVATED] >= 0  # the kinds with an activation symbol
        self.kamakor = options.kamakor
        self.size = with_options(cards.size, options.sizes)
        flags = replace(options, draft=False).flags
        bind(entries, verbs).start(self.states, tables, 0, num_players, seed, flags, options.max_decisions)
        self._clear()

    def clans(self, fixed: Sequence[str] | None, named: Sequence[str]) -> None:
        """The clans in play: those that the options fix, or those of the cards named and, up to five, the next ones."""
        chosen = {CLAN_WORDS.index(word) for word in fixed or ()}
        if not chosen:
            by_name = {card.name: card.clan for card in self.cards.cards}
            chosen = {by_name[name] for name in named if name in by_name}
            if len(chosen) > CLANS:
                words = ", ".join(CLAN_WORDS[clan] for clan in sorted(chosen))
                raise PositionError(f"the cards are of {len(chosen)} clans ({words}); a game has {CLANS} (K-1.1)")
            others = (clan for clan in range(len(CLAN_WORDS)) if clan not in chosen)
            chosen |= {next(others) for _ in range(CLANS - len(chosen))}
        for clan in range(len(CLAN_WORDS)):
            self.st.clans[clan] = clan in chosen
        for card in self.cards.cards:
            if card.clan not in chosen:
                self.left[card.kind] = 0

    def _clear(self) -> None:
        st = self.st
        for name in ("hand", "hand_size", "hand_level", "known", "known_size", "deck", "stack"):
            st[name][...] = 0
        st.deck_size = 0

    def hand(self, seat: int, names: Sequence[str], known: Sequence[str]) -> None:
        st = self.st
        for name in names:
            kind = self.take(name, f"hand of seat {seat}")
            st.hand[seat, kind] += 1
            for level in self.cards[kind].levels:
                st.hand_level[seat, level - 1] += 1
            st.hand_size[seat] += 1
        for name in known:
            kind = self.kind(name, f"known cards of seat {seat}")
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
            if len(names) > self.size.columns:
                raise PositionError(f"{where}: {len(names)} cards; a row holds {self.size.columns} (G-4.1)")
            if row > 0 and len(names) > st.row_size[seat, row - 1]:
                raise PositionError(f"{where}: more cards than the row below (G-4.5, G-4.6)")
            for column, entry in enumerate(names):
                name, down, token = self._entry(entry, where)
                slot = self.stand(seat, row, column, name, where)
                if token > LENT and not st.teams:
                    raise PositionError(f"{where}: a token of the partner, but there are no teams")
                if token and down:
                    raise PositionError(f"{where}: {name!r} is imprisoned and cannot carry a token (G-6.3)")
                if token and not self.powers[st.army[seat, slot]]:
                    raise PositionError(f"{where}: {name!r} has no activation symbol to carry a token on (G-6.2)")
                st.face[seat, slot] = FACE_DOWN if down else FACE_UP
                st.token[seat, slot] = token

    @staticmethod
    def _entry(entry: Any, where: str) -> tuple[str, bool, int]:
        """Name, imprisoned, what lies on it."""
        if isinstance(entry, Mapping):
            card = read_card(where, entry, CARD_FIELDS)
            token = DRAGOON_TOKEN if card.get("dragoon", False) else int(bool(card.get("token", False)))
            return card["card"], not card.get("face_up", True), token + LENT * (card.get("token") == PARTNER)
        if entry.startswith("[") and entry.endswith("]"):
            return entry[1:-1], True, 0
        name = entry.rstrip("*+°")
        marks = entry[len(name) :]
        token = DRAGOON_TOKEN if "+" in marks else ACTIVATION_TOKEN if marks else 0
        return name, False, token + LENT * ("°" in marks)

    def lying(self, seat: int, token: int) -> int:
        """How many tokens of that sort a player has on goblins, the partner's included (K-3.3)."""
        lying = int((self.st.token[seat] == token).sum())
        return lying + (int((self.st.token[opposite(seat)] == token + LENT).sum()) if self.st.teams else 0)

    def dragoons(self, given: Sequence[Any], supply: int) -> None:
        """Dragoon tokens in hands and on goblins; the rest is the supply (K-1.3)."""
        if not self.kamakor:
            if (self.st.token & DRAGOON_TOKEN).any():
                raise PositionError("a Dragoon token lies on a goblin; the game needs the option kamakor")
            return
        left = supply
        for seat, value in enumerate(given):
            self.st.dragoons[seat] = check_index(f"dragoons of seat {seat}", value, 0, DRAGOONS)
            lying = self.lying(seat, DRAGOON_TOKEN)
            if lying > DRAGOONS:
                raise PositionError(f"seat {seat} has {lying} Dragoon tokens on goblins; at most {DRAGOONS} (K-1.3)")
            left -= lying + int(self.st.dragoons[seat])
        if left < 0:
            raise PositionError(f"there are {supply - left} Dragoon tokens on the table; the game has {supply}")
        self.st.dragoon_supply[0] = left

    def tokens(self, seat: int, value: Any) -> None:
        lying = self.lying(seat, ACTIVATION_TOKEN)
        most = self.size.tokens - lying
        if most < 0:
            raise PositionError(f"seat {seat} has {lying} tokens on goblins; a player has {self.size.tokens} (G-1.4)")
        self.st.tokens[seat] = most if value is None else check_index(f"tokens of seat {seat}", value, 0, most)

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
            raise PositionError(f"rest must be 'deck' or 'discard', not {shown(rest)}")
        st.discard_size = int(st.discard.sum())
        st.deck[: len(pile)] = pile
        st.deck_size = len(pile)


def _names(players: Sequence[Mapping[str, Any]], *piles: Sequence[str]) -> list[str]:
    """All cards that a position names, as they are written."""
    names = [name for pile in piles for name in pile]
    for player in players:
        names += player.get("hand", ())
        for row in player.get("army", ()):
            names += [_Builder._entry(entry, "army")[0] for entry in row]
    return names


def build_position(
    cards: CardSet,
    tables: NDArray[np.void],
    options: GosuOptions,
    num_players: int,
    *,
    players: Sequence[Mapping[str, Any]] = (),
    discard: Sequence[str] = (),
    deck: Sequence[str] = (),
    rest: str = "deck",
    advantage: int = 0,
    turn: int | None = None,
    turns_left: int | None = None,
    round: int = 1,
    seed: int = 0,
) -> NDArray[np.void]:
    """A record with these cards, at the main decision of seat ``turn`` (default: the holder of the Advantage token).

    ``deck`` names the top of the draw pile, first card first; the cards not named go below it or, with
    ``rest="discard"``, to the discard pile.
    """
    described = read_players(players, num_players, KAMAKOR_PLAYER_FIELDS if options.kamakor else PLAYER_FIELDS)
    discard, deck, seed = read_names("discard", discard), read_names("deck", deck), check_seed(seed)
    builder = _Builder(cards, tables, options, num_players, seed)
    st = builder.st
    if options.kamakor:
        builder.clans(options.clans, _names(described, discard, deck))
    for seat, player in enumerate(described):
        builder.hand(seat, player.get("hand", ()), player.get("known", ()))
        builder.army(seat, player.get("army", ()))
        st.victory_points[seat] = check_index(
            f"vp of seat {seat}", player.get("vp", 0), 0, builder.size.victory_points - 1
        )
        st.passed[seat] = player.get("passed", False)
    for seat, player in enumerate(described):
        builder.tokens(seat, player.get("tokens"))
        if st.teams and st.victory_points[seat] != st.victory_points[opposite(seat)]:
            raise PositionError(f"vp of seats {seat} and {opposite(seat)}: partners have the VP of their team (K-3.1)")
    builder.piles(discard, deck, rest, seed)
    builder.dragoons([player.get("dragoons", 0) for player in described], options.dragoon_supply)
    st.advantage = check_index("advantage", advantage, 0, num_players - 1)
    st.turn_seat = check_index("turn", advantage if turn is None else turn, 0, num_players - 1)
    if st.passed[st.turn_seat]:
        raise PositionError(f"turn: seat {int(st.turn_seat)} has passed; name one that has not (G-3.3)")
    st.round_number = check_index("round", round, 1, 1000)
    builder.begin_turn(AT_TURN)
    kernels.recount(builder.states, tables, 0)
    if turns_left is not None:
        if st.turns_left < 0:
            raise PositionError("turns_left: there is no limit of turns, or nobody has passed (K-2.3, K-3.5)")
        st.turns_left = check_index("turns_left", turns_left, 1, int(st.turns_left))
    return builder.states
