"""Positions by name: say which cards lie where, get a game, or an error that says what is wrong.

    Game.position(
        "gosux",
        players=[
            {"clans": ["galmi", "xian", "justice"], "hand": ["Shard"], "army": [["Bun To", "[Boul Go]"], ["Kan Te*"]]},
            {"hand": ["Timer"], "army": [["Arpia!"]], "deck": ["Muraena"], "tokens": 1, "supremacy": 1},
        ],
        wonder=0, turn=1,
    )

In an army, ``[Boul Go]`` is captured, ``Kan Te*`` carries an activation token, ``Arpia!`` the Bounty token. Clans that
are not named follow from the cards. ``deck`` names the top of a deck, first card first; the cards of a player that are
not named lie below it or, with ``rest="discard"``, in the discard. ``known`` cards of a hand, ``known_top`` and
``known_bottom`` of a deck are known to both players. The dicts of ``Game.to_json()`` are understood, too; in them
``deck`` is a number of cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.position import Builder
from gosu_env.armies.state import (
    COLUMNS,
    FACE_DOWN,
    FACE_UP,
    NO_PLACE,
    ROWS,
    SLOTS,
)
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
from gosu_env.engine.spelling import nearest, shown
from gosu_env.gosux import kernels, verbs
from gosu_env.gosux.cards import CardSet
from gosu_env.gosux.options import XOptions
from gosu_env.gosux.state import (
    CLAN_WORDS,
    CLANS_EACH,
    FEWER_TURNS,
    FORBIDDEN,
    GALMI,
    MOST_ROUNDS,
    MOST_TOKENS,
    NOBODY,
    PLAYERS,
    STATE,
    SUPREMACY,
    TOKENS,
    TURNS_AFTER_PASS,
)
from gosu_env.gosux.vocabulary import AT_TURN


def read_deck(where: str, value: Any) -> list[str] | int:
    """The cards on top of a deck, or how many cards it has."""
    return value if isinstance(value, int) and not isinstance(value, bool) else read_names(where, value)


def read_tokens(where: str, value: Any) -> int:
    return check_index(where, value, 0, MOST_TOKENS)


PLAYER_FIELDS: dict[str, Reader] = {
    **dict.fromkeys(("clans", "hand", "discard", "bottom", "known", "tiles", "forbidden"), read_names),
    **dict.fromkeys(("known_top", "known_bottom"), read_names),
    **dict.fromkeys(("tokens", "owned", "supremacy", "deck_cards"), read_any),
    "army": read_rows,
    "deck": read_deck,
    "passed": read_flag,
}
CARD_FIELDS: dict[str, Reader] = {"face_up": read_flag, "tokens": read_tokens, "bounty": read_flag}


def _entry(entry: Any, where: str) -> tuple[str, bool, int, bool]:
    """Name, captured, tokens on it, whether the Bounty token lies on it."""
    if isinstance(entry, Mapping):
        card = read_card(where, entry, CARD_FIELDS)
        return card["card"], not card.get("face_up", True), card.get("tokens", 0), card.get("bounty", False)
    plain = entry.rstrip("*!")
    marks = entry[len(plain) :]
    down = plain.startswith("[") and plain.endswith("]")
    return plain[1:-1] if down else plain, down, marks.count("*"), "!" in marks


def _deck(player: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """The cards on top of a deck and at its bottom, the undermost last; known ones are outside."""
    named = player.get("deck", ())
    top = [*player.get("known_top", ()), *(() if isinstance(named, int) else named)]
    bottom = [*player.get("bottom", ()), *player.get("known_bottom", ())]
    return top, bottom


class _Builder(Builder):
    def __init__(self, cards: CardSet, tables: NDArray[np.void], options: XOptions, seed: int) -> None:
        super().__init__(cards, np.zeros(1, STATE), np.zeros(len(cards), np.int64))
        symbols = tables[0].symbols.astype(np.int64)
        self.room = np.where(tables[0].mirrors != 0, symbols.max(), symbols)  # a mirror has those of what it mirrors
        bind(entries, verbs).start(self.states, tables, 0, PLAYERS, seed, options.flags, options.max_decisions)
        self.st.stack[...] = 0
        self.generator = np.random.default_rng(seed)

    def clans(self, players: Sequence[Mapping[str, Any]], removed: Sequence[str]) -> None:
        """Who has which clans: as named, then by the cards, then the first that are left."""
        st = self.st
        for seat, player in enumerate(players):
            for word in player.get("clans", ()):
                if word not in CLAN_WORDS:
                    hint = nearest(word, list(CLAN_WORDS))
                    raise PositionError(f"clans of seat {seat}: unknown clan {shown(word)}; {hint}")
                self._give(seat, CLAN_WORDS.index(word))
        for seat, player in enumerate(players):
            piles = (player.get("hand", ()), player.get("discard", ()), *_deck(player))
            names = [name for pile in piles for name in pile]
            for row in player.get("army", ()):
                names += [_entry(entry, f"army of seat {seat}")[0] for entry in row]
            for name in names:
                self._give(seat, self.cards[self.kind(name, f"cards of seat {seat}")].clan)
        for name in removed:
            clan = self.cards[self.kind(name, "removed")].clan
            if st.clan_owner[clan] == NOBODY:
                raise PositionError(f"removed: {name!r} is of {CLAN_WORDS[clan]}, which nobody has; name it in clans")
        for seat in range(PLAYERS):
            for clan in range(len(CLAN_WORDS)):
                if st.clan_owner[clan] == NOBODY and int(st.clans[seat]).bit_count() < CLANS_EACH:
                    self._give(seat, clan)
        for clan in range(len(CLAN_WORDS)):
            st.tile[clan] = st.clan_owner[clan] == NOBODY
        for card in self.cards.cards:
            self.left[card.kind] = card.copies if st.clan_owner[card.clan] != NOBODY else 0

    def _give(self, seat: int, clan: int) -> None:
        st, word = self.st, CLAN_WORDS[clan]
        if st.clan_owner[clan] == 1 - seat:
            raise PositionError(f"both players have cards of {word}; a clan is one player's (X-2.2)")
        st.clan_owner[clan] = seat
        st.clans[seat] |= 1 << clan
        if int(st.clans[seat]).bit_count() > CLANS_EACH:
            words = ", ".join(other for i, other in enumerate(CLAN_WORDS) if st.clan_owner[i] == seat)
            raise PositionError(f"seat {seat} has cards of more than {CLANS_EACH} clans: {words} (X-2.2)")

    def hand(self, seat: int, names: Sequence[str], known: Sequence[str]) -> None:
        st = self.st
        for name in names:
            st.hand[seat, self.take(name, f"hand of seat {seat}")] += 1
            st.hand_size[seat] += 1
        for name in known:
            kind = self.kind(name, f"known cards of seat {seat}")
            if st.known[kind] == st.hand[seat, kind]:
                raise PositionError(f"known cards of seat {seat}: {name!r} is not in that hand")
            st.known[kind] += 1

    def army(self, seat: int, rows: Sequence[Sequence[Any]]) -> None:
        st = self.st
        if len(rows) > ROWS:
            raise PositionError(f"army of seat {seat}: {len(rows)} rows; there are {ROWS}: Troops, Heroes, Immortals")
        for row, names in enumerate(rows):
            where = f"army of seat {seat}, row {row + 1}"
            if len(names) > COLUMNS:
                raise PositionError(f"{where}: {len(names)} cards; a row holds {COLUMNS} (X-4.1)")
            if row > 0 and len(names) > st.row_size[seat, row - 1]:
                raise PositionError(f"{where}: more cards than the row below (X-4.3)")
            for column, entry in enumerate(names):
                name, down, tokens, bounty = _entry(entry, where)
                slot = self.stand(seat, row, column, name, where)
                if tokens and down:
                    raise PositionError(f"{where}: {name!r} is captured and cannot carry a token (X-6.4)")
                if tokens > (most := self.room[st.army[seat, slot]]):
                    raise PositionError(f"{where}: {name!r} carries {tokens} tokens; it has room for {most} (X-6.2)")
                st.face[seat, slot] = FACE_DOWN if down else FACE_UP
                st.token[seat, slot] = tokens
                if bounty:
                    if st.bounty != NO_PLACE:
                        raise PositionError(f"{where}: there is one Bounty token")
                    st.bounty = seat * SLOTS + slot

    def tokens(self, seat: int, given: Mapping[str, Any]) -> None:
        st = self.st
        lying = int(st.token[seat].sum())
        st.owned[seat] = check_index(f"owned of seat {seat}", given.get("owned", TOKENS), TOKENS, MOST_TOKENS)
        most = int(st.owned[seat]) - lying
        if most < 0:
            raise PositionError(f"seat {seat} has {lying} tokens on cards, and owns {int(st.owned[seat])} (X-6.5)")
        value = given.get("tokens")
        st.tokens[seat] = most if value is None else check_index(f"tokens of seat {seat}", value, 0, most)

    def turn_tiles(self, words: Sequence[str]) -> None:
        """Tiles whose active side is up, whoever's they are."""
        for word in words:
            if word not in CLAN_WORDS:
                raise PositionError(f"tiles: unknown clan {shown(word)}; {nearest(word, list(CLAN_WORDS))}")
            self.st.tile[CLAN_WORDS.index(word)] = 1

    def tiles(self, seat: int, words: Sequence[str]) -> None:
        for word in words:
            if word not in CLAN_WORDS or self.st.clan_owner[CLAN_WORDS.index(word)] != seat:
                raise PositionError(f"tiles of seat {seat}: {shown(word)} is no clan of that player")
            self.st.tile[CLAN_WORDS.index(word)] = 1

    def forbidden(self, seat: int, names: Sequence[str]) -> None:
        """Cards that a player may not play until the end of the opponent's next turn."""
        if len(names) > FORBIDDEN:
            raise PositionError(f"forbidden cards of seat {seat}: {len(names)}; there are at most {FORBIDDEN}")
        for at, name in enumerate(names):
            kind = self.kind(name, f"forbidden cards of seat {seat}")
            if self.st.clan_owner[self.cards[kind].clan] != seat:
                raise PositionError(f"forbidden cards of seat {seat}: {name!r} is no card of that player")
            self.st.forbidden[seat, at] = kind
            self.st.forbidden_turns[seat] = 1

    def piles(self, seat: int, player: Mapping[str, Any], rest: str) -> None:
        st = self.st
        for name in player.get("discard", ()):
            st.discard[seat, self.take(name, f"discard of seat {seat}")] += 1
        top, bottom = ([self.take(name, f"deck of seat {seat}") for name in names] for names in _deck(player))
        own = [card.kind for card in self.cards.cards if st.clan_owner[card.clan] == seat]
        others = [kind for kind in own for _ in range(self.left[kind])]
        self.left[own] = 0
        if rest == "deck":
            self.generator.shuffle(others)
            pile = bottom[::-1] + others + top[::-1]
        elif rest == "discard":
            for kind in others:
                st.discard[seat, kind] += 1
            pile = bottom[::-1] + top[::-1]
        else:
            raise PositionError(f"rest must be 'deck' or 'discard', not {shown(rest)}")
        st.discard_size[seat] = int(st.discard[seat].sum())
        st.deck[seat, : len(pile)] = pile
        st.deck_size[seat] = len(pile)
        st.top_known[seat] = len(player.get("known_top", ()))
        st.bottom_known[seat] = len(player.get("known_bottom", ()))
        wanted = player.get("deck", ())
        if isinstance(wanted, int) and wanted != len(pile):
            raise PositionError(f"deck of seat {seat}: {len(pile)} cards are left for it, not {shown(wanted)}")

    def turns(self, given: Any) -> None:
        """Turns left after a pass: fewer under the law of Galmi, which a tile left over gives all game long."""
        st = self.st
        if not st.passed.any():
            if given is not None:
                raise PositionError("turns_left: nobody has passed (X-3.3)")
            return
        galmi, seat = 1 << GALMI, int(np.argmax(st.passed))
        most = FEWER_TURNS if st.clan_owner[GALMI] == NOBODY else TURNS_AFTER_PASS
        usual = FEWER_TURNS if int(st.laws[seat]) & galmi else TURNS_AFTER_PASS
        st.turns_left = usual if given is None else check_index("turns_left (X-3.3)", given, 1, most)


def build_position(
    cards: CardSet,
    tables: NDArray[np.void],
    options: XOptions,
    *,
    players: Sequence[Mapping[str, Any]] = (),
    removed: Sequence[str] = (),
    rest: str = "deck",
    wonder: int | None = None,
    turn: int = 0,
    turns_left: int | None = None,
    tiles: Sequence[str] = (),
    extra_turn: bool = False,
    round: int = 1,
    seed: int = 0,
) -> NDArray[np.void]:
    """A record with these cards, at the main decision of seat ``turn``."""
    described = read_players(players, PLAYERS, PLAYER_FIELDS)
    removed, tiles, seed = read_names("removed", removed), read_names("tiles", tiles), check_seed(seed)
    builder = _Builder(cards, tables, options, seed)
    st = builder.st
    builder.clans(described, removed)
    builder.turn_tiles(tiles)
    for name in removed:
        st.removed[builder.take(name, "removed")] += 1
    for seat, player in enumerate(described):
        builder.hand(seat, player.get("hand", ()), player.get("known", ()))
        builder.army(seat, player.get("army", ()))
        builder.tokens(seat, player)
        builder.tiles(seat, player.get("tiles", ()))
        st.supremacy[seat] = check_index(f"supremacy of seat {seat}", player.get("supremacy", 0), 0, SUPREMACY - 1)
        st.passed[seat] = player.get("passed", False)
        builder.forbidden(seat, player.get("forbidden", ()))
    for seat, player in enumerate(described):
        builder.piles(seat, player, rest)
    st.wonder = NOBODY if wonder is None else check_index("wonder", wonder, 0, PLAYERS - 1)
    st.turn_seat = check_index("turn", turn, 0, PLAYERS - 1)
    st.first_seat = st.turn_seat
    if st.passed[st.turn_seat]:
        raise PositionError(f"turn: seat {int(st.turn_seat)} has passed; name one that has not (X-3.3)")
    st.in_extra_turn = read_flag("extra_turn", extra_turn)
    st.round_number = check_index("round", round, 1, MOST_ROUNDS)
    if round - 1 > st.supremacy.sum():
        raise PositionError(f"round {round}: every battle before gave a Supremacy token to somebody (X-1.1)")
    builder.begin_turn(AT_TURN)
    kernels.recount(builder.states, tables, 0)
    builder.turns(turns_left)
    return builder.states
