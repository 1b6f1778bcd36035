"""Whether a record is a position of GOSU X: see ``engine.faults``.

Beyond the fields' ranges it checks the conservation of cards and armies, every frame of the stack against the
instruction it has come to, and the decision against the instruction that asks for it. The rest (tokens, prices, what
is known of hidden cards) is left to ``invariants.violation``, which such a record cannot harm. A record that passes
can be played on; it need not be one that a game could reach.

A new field of the record needs a row in ``Validator._ranges``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies import state as a
from gosu_env.armies.faults import army_faults, row_kinds, tally
from gosu_env.armies.frames import Frames
from gosu_env.engine import faults
from gosu_env.engine.faults import Faults, exactly
from gosu_env.gosux import events as e
from gosu_env.gosux import state as s
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.cards import COPIERS
from gosu_env.gosux.memory import COPIES, LAST_EPOCH
from gosu_env.gosux.options import XOptions

LARGEST = 32767  # of a field of two bytes
LAST_MOMENT = 30000
MOST_LEFT = 120  # cards left to choose or to pay
LAST_X = (1 << s.PLAYERS * a.ROWS) - 1  # X as bits of rows, of a clan that is being destroyed
PICKS = (0, 0, 1, 2, 2, 2, 3)  # clans of the second player after so many picks

# Who answers a decision: the owner of the frame, the other player, the one that its effect has come to, the player of
# the card aimed at, the one whose turn it is, the one who picks.
OWNER, OPPONENT, CURSOR, VICTIM, TURN_SEAT, PICKER = range(6)

# Which instruction asks for which decision, from which step to which, with how many left to choose, and whom.
ASKED = (
    (v.DECIDE_DRAFT, v.DRAFT, 0, 0, 0, 0, PICKER),
    (v.DECIDE_MULLIGAN, v.MULLIGAN, 0, 0, 0, 0, CURSOR),
    (v.DECIDE_MAIN, v.TURN, 1, 1, 0, 0, TURN_SEAT),
    (v.DECIDE_PAY, v.PAY, 0, 0, 1, MOST_LEFT, OWNER),
    (v.DECIDE_NEWCOMER, v.NEWCOMER, 0, 0, 0, 0, OWNER),
    (v.DECIDE_ROW, v.ROW, 0, 0, 0, 0, OWNER),
    (v.DECIDE_ECHO, v.ECHO, 0, 0, 0, 0, OWNER),
    (v.DECIDE_REACT, v.STRIKE, 1, 1, 0, 0, VICTIM),
    (v.DECIDE_REACT, v.ACTIVATION, 1, 1, 0, 0, OPPONENT),
    (v.DECIDE_BOUNTY, v.STRIKE, 2, 2, 0, 0, OWNER),
    (v.DECIDE_DISCARD, v.TURN, 3, 3, 0, 0, TURN_SEAT),
    *(
        (v.DECIDE_DISCARD, op, 1, 1, 1, MOST_LEFT, CURSOR)
        for op in (v.DISCARD, v.DISCARD_HALF, v.DISCARD_TO_MINE, v.HAND_TO)
    ),
    (v.DECIDE_DISCARD, v.PAY_CLAN, 2, 2, 1, MOST_LEFT, OWNER),
    *((v.DECIDE_TARGET, op, 1, 1, 1, MOST_LEFT, CURSOR) for op in (v.SONG, v.SACRIFICE, v.SACRIFICE_EVEN, v.AIM)),
    (v.DECIDE_TARGET, v.SWAP, 1, 1, 0, 0, OWNER),
    *((v.DECIDE_TARGET, op, 0, 0, 0, 0, OWNER) for op in (v.COPY, v.LIFT, v.BOUNTY_TOKEN)),
    (v.DECIDE_MODE, v.AIM, 2, 2, 1, MOST_LEFT, CURSOR),
    (v.DECIDE_SWAP_WITH, v.SWAP, 2, 2, 0, 0, OWNER),
    (v.DECIDE_KEEP, v.REVEAL, 0, 0, 1, MOST_LEFT, OWNER),
    (v.DECIDE_KEEP, v.ARRANGE, 1, 2, 0, 0, OWNER),
    *((v.DECIDE_TAKE, op, 1, 1, 1, MOST_LEFT, OWNER) for op in (v.RECOVER, v.TOP)),
    *((v.DECIDE_TAKE, op, 0, 0, 0, 0, OWNER) for op in (v.RECOVER_NAME, v.REMOVE, v.COPY)),
    (v.DECIDE_SEARCH, v.SEARCH, 0, 0, 0, 0, OWNER),
    (v.DECIDE_FORBID, v.FORBID, 0, 0, 0, 0, OWNER),
    (v.DECIDE_SEAT, v.CHOOSE_SEAT, 0, 0, 0, 0, OWNER),
    (v.DECIDE_CLAN, v.NAME_CLAN, 0, 0, 0, 0, OWNER),
    *((v.DECIDE_CLAN, op, 0, 0, 0, 0, CURSOR) for op in (v.REMOVE_CLAN, v.SHUFFLE_CLAN)),
    (v.DECIDE_LEVEL, v.NAME_LEVEL, 0, 0, 0, 0, OWNER),
    (v.DECIDE_MAY, v.MAY, 0, 0, 0, 0, OWNER),
    (v.DECIDE_TOKEN, v.TOKEN_BACK, 1, 1, 1, MOST_LEFT, CURSOR),
    (v.DECIDE_TILE, v.TURN_TILE, 0, 0, 0, 0, OWNER),
    (v.DECIDE_PAY_BOUNTY, v.PAY_BOUNTY, 0, 0, 0, 0, OWNER),
    (v.DECIDE_PAY_CLAN, v.PAY_CLAN, 1, 1, 0, 0, OWNER),
)

BEFORE = (v.DRAFT, v.MULLIGAN)  # the first round
OF_A_TURN = (v.PAY, v.NEWCOMER, v.ROW, v.ECHO, v.ACTIVATION)  # right above it, with its player as their owner
AT_ONCE = (v.END, v.ROUND_START, v.ARRIVE)  # nobody is ever asked while these wait
ON_TOP = (v.PAY, v.NEWCOMER, v.ROW, v.ACTIVATION, v.STRIKE)  # nothing happens above these


class Validator(faults.Validator):
    """Checks records of a game with these options and card tables."""

    def __init__(self, options: XOptions, tables: NDArray[np.void]) -> None:
        self.options = options
        self.tables = tables[0]
        self.code = tables["code"][0].astype(np.int64)
        self.copies = self.tables.copies.astype(np.int64)
        self.clan = self.tables.clan.astype(np.int64)
        self.stands = (self.tables.levels[:, None] >> np.arange(a.ROWS)) & 1 == 1  # (kinds, rows)
        self.row_kind = row_kinds(self.code, self.tables.program, v.CARD_CODE)
        self.starts = np.zeros(len(self.code), np.bool_)
        self.starts[self.tables.program[self.tables.program >= 0]] = True
        super().__init__(s.STATE, s.PLAYERS, options, self._ranges())
        asked = np.full((len(v.DECISIONS), len(v.EFFECTS), 5), -1, np.int64)
        for decision, op, *rest in ASKED:
            asked[decision, op] = rest
        self.first_step, self.last_step, self.fewest, self.most, self.decider = np.moveaxis(asked, -1, 0)

    def _ranges(self) -> dict[str, tuple[int, int]]:
        """The least and the greatest value of each field of this game."""
        last = s.KINDS - 1
        seat, nobody, bit = (0, s.PLAYERS - 1), (s.NOBODY, s.PLAYERS - 1), (0, 1)
        card, clans, pile, copies = (a.NO_CARD, last), (0, (1 << s.CLANS) - 1), (0, s.DECK), (0, COPIES)
        return {
            "round_number": (0, s.MOST_ROUNDS),
            "first_seat": seat,
            "turn_seat": seat,
            "extra_turn": bit,
            "in_extra_turn": bit,
            "turns_left": (-1, s.TURNS_AFTER_PASS),
            "ending": (a.RUNNING, len(s.ENDINGS) - 1),
            "ending_kind": card,
            "decision": (0, len(v.DECISIONS) - 1),
            "action": exactly(a.NO_ANSWER),
            "answer": exactly(a.NO_ANSWER),
            "unknown_row": exactly(a.NO_ROW),
            "look_size": (0, s.LOOK_SIZE),
            "depth": (1, s.STACK_DEPTH),
            "moment": (0, LAST_MOMENT),
            "wonder": nobody,
            "bounty": (a.NO_PLACE, s.PLAYERS * a.SLOTS - 1),
            "hand_size": pile,
            "deck_size": pile,
            "discard_size": pile,
            "clans": clans,
            "laws": clans,
            "forbidden": card,
            "army": card,
            "look": card,
            "stack": (-LARGEST - 1, LARGEST),  # frames in use: see ``_frames``; what is left of others is never read
            "forbidden_turns": (0, s.PLAYERS),
            "tokens": (0, s.MOST_TOKENS),
            "owned": (s.TOKENS, s.MOST_TOKENS),
            "supremacy": (0, s.SUPREMACY),
            "passed": bit,
            "refilled": (0, 2),
            "from_discard": (0, 2),
            "row_size": (0, a.COLUMNS),
            "face": (a.FACE_UP, a.ARRIVING),
            "token": (0, s.MOST_TOKENS),
            "clan_owner": nobody,
            "tile": bit,
            "hand": copies,
            "discard": copies,
            "removed": copies,
            "known": copies,
            "secret": pile,
            "top_known": pile,
            "bottom_known": pile,
            "born": (0, LAST_EPOCH),  # of the last epoch there is nothing: it is forgotten
            "arrived": (0, LAST_EPOCH),
            "epoch": (0, LAST_EPOCH - 1),
            "clans_dealt": exactly(int(self.options.clans_dealt)),
            "for_supremacy": exactly(int(self.options.reward == "supremacy")),
            "ghosts_size": (0, s.GHOSTS),
            "ghosts": (0, LAST_EPOCH),
            "deck": (0, last),
        }

    # -------------------------------------------------------------------------------------------- the checks

    def faults(self, states: NDArray[Any]) -> Faults:
        yield from self._course(states)
        yield from self._clans(states)
        yield from army_faults(states, self.stands)
        yield from self._cards(states)
        running = states["ending"] == a.RUNNING
        if running.any():
            going_on = states[running]
            frames = Frames(going_on, s.X_FRAME)
            for part in (self._frames, self._arriving, self._decision, self._aimed):
                for what, wrong in part(going_on, frames):
                    found = np.zeros(len(states), np.bool_)
                    found[running] = wrong
                    yield what, found

    def _course(self, states: NDArray[Any]) -> Faults:
        """How far the game has come."""
        running = states["ending"] == a.RUNNING
        stopped = np.isin(states["ending"], (a.TRUNCATED, a.FAULT))
        yield "winners do not fit the ending", (~running & ~stopped) != (states["winners"] != 0)
        by_card = np.isin(states["ending"], (s.BY_FIFTH_TOKEN, s.BY_JUSTICE, a.FAULT))
        yield "ending_kind does not fit the ending", by_card != (states["ending_kind"] != a.NO_CARD)
        passed = states["passed"].sum(axis=1)
        fewest, most = np.array([-1, 1, 0])[passed], np.array([-1, s.TURNS_AFTER_PASS, s.TURNS_AFTER_PASS])[passed]
        turns = states["turns_left"]
        yield "turns_left does not fit who has passed", (turns < fewest) | (turns > most)
        yield "an extra turn follows another", (states["extra_turn"] & states["in_extra_turn"]) != 0
        seats = np.arange(s.PLAYERS)
        playing = states["turn_seat"][:, None] == seats
        allowed = np.select(
            [playing & (states["extra_turn"] == 1)[:, None], playing & (states["in_extra_turn"] == 1)[:, None]], [1, 2]
        )
        old = states["from_discard"]
        yield "cards of a discard may be played at another time", ((old != 0) & (old != allowed)).any(axis=1)
        battles = np.maximum(states["round_number"] - 1, 0)  # each gives a token to somebody
        yield "round_number does not fit the Supremacy tokens", battles > states["supremacy"].sum(axis=1)

    def _clans(self, states: NDArray[Any]) -> Faults:
        """Whose the clans are, whose tiles are turned, which cards may not be played."""
        owner = states["clan_owner"]
        dealt = (owner != s.NOBODY).sum(axis=1) == s.PLAYERS * s.CLANS_EACH
        bits = 1 << np.arange(s.CLANS)
        for seat in range(s.PLAYERS):
            own = owner == seat
            count = own.sum(axis=1)
            wrong = (own @ bits != states["clans"][:, seat]) | (count > s.CLANS_EACH) | (dealt & (count < s.CLANS_EACH))
            yield "clans are not those of their owners", wrong
            kinds = states["forbidden"][:, seat].astype(np.int64)
            named = kinds != a.NO_CARD
            turns = states["forbidden_turns"][:, seat]
            wrong = (named[:, 0] != (turns > 0)) | (named[:, 1] & ~named[:, 0])
            yield "a card is forbidden for no time", wrong
            strange = ~np.take_along_axis(own, self.clan[np.maximum(kinds, 0)], axis=1)
            yield "a card of another player is forbidden", (named & strange).any(axis=1)
        tile = states["tile"] == 1
        wrong = np.where(dealt[:, None], (owner == s.NOBODY) & ~tile, tile).any(axis=1)
        yield "tiles do not fit the clans", wrong

    def _cards(self, states: NDArray[Any]) -> Faults:
        """Every card is somewhere of its owner's, and as often as there are copies of it."""
        owner = states["clan_owner"][:, self.clan]
        dealt = (states["clan_owner"] != s.NOBODY).sum(axis=1) == s.PLAYERS * s.CLANS_EACH
        shown = np.arange(s.LOOK_SIZE) < states["look_size"][:, None]
        yield "a card that is revealed is none", (shown != (states["look"] != a.NO_CARD)).any(axis=1)
        either = states["removed"] + tally(states["look"], shown, s.KINDS)
        for seat in range(s.PLAYERS):
            army = states["army"][:, seat]
            inside = np.arange(s.DECK) < states["deck_size"][:, seat, None]
            found = states["discard"][:, seat] + states["hand"][:, seat].astype(np.int64)
            found = found + tally(army, army != a.NO_CARD, s.KINDS) + tally(states["deck"][:, seat], inside, s.KINDS)
            own = owner == seat
            wanted = np.where(own & dealt[:, None], self.copies, 0)
            yield "cards are not conserved", (found + np.where(own, either, 0) != wanted).any(axis=1)
            for part in ("hand", "discard"):
                total = states[part][:, seat].sum(axis=1, dtype=np.int64)
                yield f"{part}_size is wrong", total != states[f"{part}_size"][:, seat]
        yield "cards are not conserved", ((owner == s.NOBODY) & (either != 0)).any(axis=1)
        hidden = (states["born"] | states["arrived"]).any(axis=2)
        yield "cards that nobody has are known", ((owner == s.NOBODY) & (hidden | (states["known"] != 0))).any(axis=1)

    # -------------------------------------------------------------------------------------------- the stack

    def _frames(self, states: NDArray[Any], f: Frames) -> Faults:
        """Every frame against the instruction that it has come to."""
        places = s.PLAYERS * a.SLOTS
        yield "an effect points nowhere", f.records((f.pc < 0) | (f.pc >= len(self.code)))
        of_kind, op = self.row_kind[f.pc], self.code[f.pc, v.OP]
        bottom, card = f.height == 0, of_kind >= 0
        at_bottom = f.pc <= v.AT_SONG
        nowhere = (of_kind < -1) | (at_bottom != bottom) | np.isin(op, AT_ONCE)
        yield "an effect points nowhere", f.records(nowhere)
        yield "an effect has no owner", f.records((f.owner < 0) | (f.owner >= s.PLAYERS))
        wrong = np.where(bottom, f.kind != a.NO_CARD, (f.kind < 0) | (f.kind >= s.KINDS))
        yield "an effect is of another card", f.records(wrong | (card & (f.kind != of_kind)))
        from_pile = (f.place == e.HANDS + f.owner) | (f.place == e.DISCARDS + f.owner)
        in_play = (f.place >= 0) & (f.place < places)
        stands = np.select([bottom, op == v.ROW], [f.place == a.NO_PLACE, from_pile], in_play)
        yield "an effect stands nowhere", f.records(~stands)
        own = card | np.isin(op, (v.PAY, v.NEWCOMER, v.ECHO, v.ACTIVATION))
        yield "an effect is of another army", f.records(own & (f.place // a.SLOTS != f.owner))
        most_cursor = np.select([op == v.DRAFT, op == v.SONG], [s.DRAFT_PICKS - 1, s.PLAYERS + 1], s.PLAYERS - 1)
        most_x = np.select([bottom, card], [(1 << s.PLAYERS) - 1, LAST_X], 0)
        fought = (op == v.BATTLE) | (op == v.SONG)
        wrong = (f.x < 0) | (f.x > most_x) | (f.seat < np.where(fought, 0, a.NO_SEAT)) | (f.seat >= s.PLAYERS)
        wrong |= (f.target < a.NO_PLACE) | (f.target >= places) | (f.hit != 0)
        wrong |= (f.clan < 0) | (f.clan >= s.CLANS) | (f.level < 0) | (f.level > a.ROWS)
        wrong |= (f.card < a.NO_CARD) | (f.card >= s.KINDS) | (f.chain < 0) | (f.chain >= 1 << COPIERS)
        wrong |= (f.step < 0) | (f.step > 3) | (f.count < 0) | (f.count > MOST_LEFT)
        wrong |= (f.cursor < 0) | (f.cursor > most_cursor)
        yield "an effect has impossible registers", f.records(wrong)
        clean = (f.target == a.NO_PLACE) & (f.clan == 0) & (f.level == 0) & (f.card == 0) & (f.chain == 0)
        yield "an effect has impossible registers", f.records(bottom & ~clean)
        fresh = clean & (f.x == 0) & (f.seat == a.NO_SEAT)
        not_begun = (f.step == 0) & (f.count == 0) & (f.cursor == 0)
        waiting = f.group != 0
        triggers = card & self.starts[f.pc] & fresh & not_begun & (f.group > 0) & (f.group <= LAST_MOMENT)
        yield "a trigger that waits has begun", f.records(waiting & ~triggers)
        # Below the top: between two instructions, or between two targets of one, or the game under way.
        alone = (f.count == 0) & (f.cursor == 0)
        each = self.code[f.pc, v.ARG] & v.EACH != 0
        paused = (op == v.AIM) & (f.step == 1) & (each | (f.cursor == 0))
        paused |= (op == v.DESTROY_CLAN) & (f.step == 1) & alone
        paused |= (op == v.TURN) & (f.step >= 2) & alone
        paused |= (op == v.BATTLE) & (f.step == 1) & alone
        paused |= (op == v.SONG) & (f.step == 0) & (f.cursor == s.PLAYERS + 1)
        paused |= not_begun & ~bottom & ~np.isin(op, ON_TOP)
        yield "an effect below another is not between its steps", f.records(~f.top & ~waiting & ~paused)
        base = states["stack"][:, 0].astype(np.int64)
        in_turn = (self.code[base[:, a.PC], v.OP] == v.TURN) & (base[:, a.STEP] == 2)
        fits = (f.height == 1) & in_turn[f.record] & (f.owner == states["turn_seat"][f.record])
        yield "a card is played outside a turn", f.records(np.isin(op, OF_A_TURN) & ~fits)
        yield from self._opening(states, self.code[base[:, a.PC], v.OP], base[:, a.CURSOR])

    def _opening(self, states: NDArray[Any], op: NDArray[np.int64], cursor: NDArray[np.int64]) -> Faults:
        """The game itself, which is the undermost frame, against how far it has come."""
        before = np.isin(op, BEFORE)
        yield "round_number does not fit the course of the game", before != (states["round_number"] == 0)
        passed = states["passed"].sum(axis=1)
        yield "players have passed at another time", before & (passed > 0)
        fought = np.isin(op, (v.BATTLE, v.SONG))
        yield "a battle begins before its time", fought & (passed < s.PLAYERS)
        tokens = states["supremacy"].sum(axis=1)
        yield "round_number does not fit the Supremacy tokens", fought & (states["round_number"] > tokens)
        drafting = op == v.DRAFT
        yield "clans are picked where they are dealt", drafting & self.options.clans_dealt
        picked = (states["clan_owner"] != s.NOBODY).sum(axis=1)
        expected = np.where(drafting, cursor, s.DRAFT_PICKS)
        yield "clans do not fit the course of the game", picked != expected
        second = (states["clan_owner"] == 1 - states["first_seat"][:, None]).sum(axis=1)
        yield "clans do not fit the course of the game", second != np.array(PICKS)[expected]
        opening = (states["hand_size"] != s.OPENING_HAND) | (states["deck_size"] != s.DECK - s.OPENING_HAND)
        yield "an opening hand is not of seven cards", (op == v.MULLIGAN) & opening.any(axis=1)

    def _arriving(self, states: NDArray[Any], f: Frames) -> Faults:
        """Cards that are being placed, shifted or struck, and the frames that do it."""
        op = self.code[f.pc, v.OP]
        placing = f.pc == v.PLACE_PROGRAM
        shifting = (f.pc == v.SHIFT_PROGRAM) | (op == v.NEWCOMER)
        moves = placing | shifting | (op == v.STRIKE)
        yield "a card arrives nowhere", f.records(moves & (f.target != f.place))
        where = np.maximum(f.target, 0)
        seat, slot = where // a.SLOTS, where % a.SLOTS
        kind, face = states["army"][f.record, seat, slot], states["face"][f.record, seat, slot]
        there = placing | shifting | ((op == v.STRIKE) & (f.step == 1))
        wanted = np.select([placing, shifting], [a.ARRIVING, a.FACE_UP], face)
        yield "another card arrives there", f.records(there & ((kind != f.kind) | (face != wanted)))
        arriving = (states["face"] == a.ARRIVING).reshape(len(states), -1)
        times = np.bincount(f.record[placing] * arriving.shape[1] + where[placing], minlength=arriving.size)
        yield "a card arrives never, or twice", (times.reshape(arriving.shape) != arriving).any(axis=1)

    def _decision(self, states: NDArray[Any], f: Frames) -> Faults:
        """The decision against the instruction that asks for it: its step, and who decides."""
        first = np.flatnonzero(f.top)  # one for each record, in order
        pc, owner, step, count, cursor, target, group = (
            f.values[first, s.X_FRAME.index(name)]
            for name in ("pc", "owner", "step", "count", "cursor", "target", "group")
        )
        op, arg = self.code[pc, v.OP], self.code[pc, v.ARG]
        decision, decider = states["decision"].astype(np.int64), states["decider"].astype(np.int64)
        below = f.values[np.maximum(first - 1, 0), a.GROUP]
        ordered = (group != 0) & (below == group) & (states["depth"] > 1)
        order = decision == v.DECIDE_ORDER
        yield "there is no order to choose", order != ordered
        yield "a trigger waits above the effect that asks", (group != 0) & ~order
        yield "order is not for that player to choose", order & (decider != states["turn_seat"])
        asks = ~order
        who = self.decider[decision, op]
        yield "the decision is not one of the instruction that asks", asks & (who < 0)
        wrong = (step < self.first_step[decision, op]) | (step > self.last_step[decision, op])
        wrong |= (count < self.fewest[decision, op]) | (count > self.most[decision, op])
        turns = (who == CURSOR) & ~((op == v.AIM) & (arg & v.EACH == 0))
        wrong |= np.where(turns, cursor >= s.PLAYERS, (cursor != 0) & (op != v.DRAFT))
        yield "an effect is not at the step of its decision", asks & wrong
        second = np.isin(cursor, (1, 2, s.DRAFT_PICKS - 1))
        expected = np.select(
            [who == OWNER, who == OPPONENT, who == CURSOR, who == VICTIM, who == PICKER],
            [owner, 1 - owner, owner ^ cursor & 1, target // a.SLOTS, states["first_seat"] ^ second],
            states["turn_seat"],
        )
        yield "decider is not the player whom the instruction asks", asks & (decider != expected)

    def _aimed(self, states: NDArray[Any], f: Frames) -> Faults:
        """What a decision is about. Where the mask would be empty otherwise, the compiled check says so."""
        records = np.arange(len(states))
        top = f.values[f.top]
        decision, decider = states["decision"], states["decider"].astype(np.int64)
        op, area = self.code[top[:, a.PC], v.OP], self.code[top[:, a.PC], v.ARG] // v.AREA
        yield (
            "it is the turn of a player who has passed",
            (decision == v.DECIDE_MAIN) & (states["passed"][records, decider] != 0),
        )
        taken = (decision == v.DECIDE_TAKE) != (area == v.IN_DISCARD)
        yield (
            "an effect is copied from elsewhere",
            (op == v.COPY) & (taken | (area == v.FREED)) & (decision != v.DECIDE_ORDER),
        )
        where = np.maximum(top[:, a.TARGET], 0)
        there = (top[:, a.TARGET] >= 0) & (states["army"][records, where // a.SLOTS, where % a.SLOTS] != a.NO_CARD)
        yield "no card is aimed at", np.isin(decision, (v.DECIDE_SWAP_WITH, v.DECIDE_MODE)) & ~there
        yield (
            "a player takes a Bounty of their own",
            (decision == v.DECIDE_BOUNTY) & (top[:, a.TARGET] // a.SLOTS == top[:, a.OWNER]),
        )
        size, look = states["look_size"], states["look"]
        placed = decision == v.DECIDE_ROW
        looking = placed | (decision == v.DECIDE_KEEP)
        yield "nobody looks at the cards that are revealed", (size > 0) != looking
        yield "the card to place is not shown", placed & ((size != 1) | (look[:, 0] != top[:, a.KIND]))
        whose = states["clan_owner"][records[:, None], self.clan[np.maximum(look, 0)]]
        yield "a card of the other player is revealed", ((look >= 0) & (whose != decider[:, None])).any(axis=1)
