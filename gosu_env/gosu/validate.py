"""Whether a record is a position of GOSU: see ``engine.faults``.

Beyond the fields' ranges it checks the conservation of cards, armies and tokens, every frame of the stack against the
instruction it has come to, the decision against the instruction that asks for it, and what is remembered of hidden
cards. A record that passes can be played on; it need not be one that a game could reach.

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
from gosu_env.engine.faults import Faults, exactly, per_seat
from gosu_env.gosu import state as s
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.draft import PASSES
from gosu_env.gosu.options import GosuOptions

LARGEST = 32767  # of a field of two bytes
MOST_LEFT = 120  # cards left to choose or to pay: printed numbers, bonuses and Globals together stay below
MOST_TURNS = 100  # that a Global may set as a limit
MOST_POINTS = s.VICTORY - 1 + s.NUMBERS  # victory points when a game ends

# Who answers a decision: the owner of the frame, the player that its effect has come to, the one that the opening or
# the end of a round has come to, the player whose turn it is.
OWNER, CURSOR, FROM_ADVANTAGE, TURN_SEAT = range(4)

# Which instruction asks for which decision, at which step, with how many left to choose, and whom.
AIMED = (v.DESTROY, v.IMPRISON, v.RELEASE, v.RETURN, v.SHADOW_JUMP)
ASKED = (
    (v.DECIDE_MULLIGAN, v.MULLIGAN, 0, 0, 0, FROM_ADVANTAGE),
    (v.DECIDE_MAIN, v.TURN, 1, 0, 0, TURN_SEAT),
    (v.DECIDE_PAY, v.PAY, 0, 1, MOST_LEFT, OWNER),
    (v.DECIDE_NEWCOMER, v.NEWCOMER, 0, 0, 0, OWNER),
    (v.DECIDE_DISCARD, v.DISCARD, 1, 1, MOST_LEFT, CURSOR),
    (v.DECIDE_DISCARD, v.DISCARD_TO, 1, 1, MOST_LEFT, CURSOR),
    (v.DECIDE_DISCARD, v.ROUND_END, 0, 0, 0, FROM_ADVANTAGE),
    (v.DECIDE_KEEP, v.MULLIGAN, 0, 1, 2, FROM_ADVANTAGE),  # a draft, see ``_draft``
    (v.DECIDE_KEEP, v.LOOK, 1, 1, v.ALL_OF_THEM, OWNER),
    (v.DECIDE_RECOVER, v.RECOVER, 1, 1, MOST_LEFT, OWNER),
    *((v.DECIDE_TARGET, op, 1, 1, MOST_LEFT, OWNER) for op in AIMED),
    (v.DECIDE_TARGET, v.SACRIFICE, 1, 1, MOST_LEFT, CURSOR),
    (v.DECIDE_TARGET, v.SWAP, 1, 0, 0, OWNER),
    (v.DECIDE_SWAP_WITH, v.SWAP, 2, 0, 0, OWNER),
    (v.DECIDE_SEAT, v.CHOOSE_SEAT, 0, 0, 0, OWNER),
    (v.DECIDE_NUMBER, v.CHOOSE_X, 0, 0, s.NUMBERS - 1, OWNER),
    (v.DECIDE_CLAN, v.NAME_CLAN, 0, 0, 0, OWNER),
    (v.DECIDE_MAY, v.MAY, 0, 0, 0, OWNER),
    (v.DECIDE_TOKEN, v.TOKEN_BACK, 1, 1, MOST_LEFT, OWNER),
    (v.DECIDE_PLACE_AGAIN, v.PLACE_AGAIN, 0, 0, 0, OWNER),
    (v.DECIDE_MUTATE_AGAIN, v.MUTATE_AGAIN, 0, 0, 0, OWNER),
    (v.DECIDE_BAN, v.BAN, 0, 0, 0, FROM_ADVANTAGE),
    (v.DECIDE_ROW, v.ROW, 0, 0, 0, OWNER),
)


class Validator(faults.Validator):
    """Checks records of a game with these options and card tables."""

    def __init__(self, num_players: int, options: GosuOptions, tables: NDArray[np.void], record: np.dtype[Any]) -> None:
        self.n = num_players
        self.options = options
        self.tables = tables[0]
        self.code = tables["code"][0].astype(np.int64)
        self.kinds = len(self.tables.level)
        self.tokens = s.TOKENS - int(self.tables.fewer_tokens)
        self.victory = s.VICTORY - int(self.tables.fewer_points)
        self.columns = a.COLUMNS - int(self.tables.fewer_columns)
        self.kamakor = self.kinds > s.KINDS
        self.copies = self.tables.copies.astype(np.int64)
        self.clan = self.tables.clan.astype(np.int64)
        rows = 1 << np.arange(a.ROWS)
        levels = (
            self.tables.rows[:, None] & rows if self.kamakor else self.tables.level[:, None] == np.arange(a.ROWS) + 1
        )
        self.stands = levels != 0  # (kinds, rows)
        self.row_kind = row_kinds(self.code, self.tables.program, v.KAMAKOR_CARD_CODE if self.kamakor else v.CARD_CODE)
        super().__init__(record, num_players, options, self._ranges())
        asked = np.full((len(v.DECISIONS), len(v.EFFECTS), 4), -1, np.int64)
        for decision, op, *rest in ASKED:
            asked[decision, op] = rest
        self.step, self.fewest, self.most, self.decider = np.moveaxis(asked, -1, 0)

    def _ranges(self) -> dict[str, tuple[Any, Any]]:
        """The least and the greatest value of each field of this game; seats that nobody has are empty."""
        n, last, options = self.n, self.kinds - 1, self.options
        taken = np.arange(s.MAX_PLAYERS) < n
        teams = s.LENT if options.teams else 0
        tokens = (s.DRAGOON_TOKEN if self.kamakor else s.ACTIVATION_TOKEN) + teams
        house_rules = options.flags & (s.NO_PASSING | s.TURN_LIMITED | s.DRAFTED | s.FOR_POINTS)
        return {
            "round_number": (0, s.MOST_ROUNDS),
            "turn_seat": (0, n - 1),
            "advantage": (0, n - 1),
            "advantage_moved": (0, 1),
            "extra_turns": (0, s.MOST_ROUNDS),
            "partner_turns": (0, s.MOST_ROUNDS if options.teams else 0),
            "out_of_order": (0, int(options.teams)),
            "turns_left": (-1, MOST_TURNS),
            "ending": (a.RUNNING, a.TRUNCATED),
            "ending_kind": (a.NO_CARD, last),
            "decision": (0, len(v.DECISIONS if self.kamakor else v.BASE_DECISIONS) - 1),
            "action": exactly(a.NO_ANSWER),
            "answer": exactly(a.NO_ANSWER),
            "unknown_row": exactly(a.NO_ROW),
            "deck_size": (0, s.CARDS),
            "discard_size": (0, s.CARDS),
            "look_size": (0, s.LOOK_SIZE),
            "depth": (1, s.STACK_DEPTH),
            "moment": (0, 30000),
            "hand_size": per_seat(taken, 0, s.CARDS),
            "army": per_seat(taken, a.NO_CARD, last, a.NO_CARD, more=1),
            "look": (a.NO_CARD, last),
            "stack": (-LARGEST - 1, LARGEST),  # frames in use: see ``_frames``; what is left of others is never read
            "tokens": per_seat(taken, 0, self.tokens),
            "victory_points": per_seat(taken, 0, MOST_POINTS),
            "passed": per_seat(taken, 0, 1),
            "row_size": per_seat(taken, 0, self.columns, more=1),
            "hand_level": per_seat(taken, 0, s.CARDS, more=1),
            "known_size": per_seat(taken, 0, s.CARDS),
            "face": per_seat(taken, a.FACE_UP, a.ARRIVING, more=1),
            "token": per_seat(taken, 0, tokens, more=1),
            "globals": (-128, 127),
            "hand": per_seat(taken, 0, 2, more=1),
            "known": per_seat(taken, 0, 255, more=1),
            "holder": (0, 255),  # see ``_memory``
            "born": (0, s.EPOCHS + s.MAX_EPOCH),
            "ghosts": (0, 255),
            "ghosts_size": (0, s.GHOSTS),
            "epoch": (0, s.MAX_EPOCH),
            "plain": per_seat(taken, 0, s.OPENING_HAND),
            "familiar": (0, s.CARDS if n == 2 else 0),
            "discard": (0, 2),
            "deck": (0, last),
            "house_rules": (house_rules & ~s.DRAFTED, house_rules),  # positions by name are not drafted
            "draft": (0, s.OPENING_HAND if options.draft else 0),
            "teams": exactly(int(options.teams)),
            "dragoons": per_seat(taken, 0, s.DRAGOONS) if self.kamakor else (0, 0),
            "dragoon_supply": (0, options.dragoon_supply),
            "clans": (0, 1),
        }

    # -------------------------------------------------------------------------------------------- the checks

    def faults(self, states: NDArray[Any]) -> Faults:
        yield from self._course(states)
        yield from self._armies(states)
        yield from self._tokens(states)
        frames = Frames(states, a.FRAME)
        yield from self._frames(states, frames)
        yield from self._arriving(states, frames)
        yield from self._decision(states, frames)
        yield from self._aimed(states, frames)
        yield from self._draft(states)
        yield from self._cards(states)
        yield from self._memory(states)

    def _course(self, states: NDArray[Any]) -> Faults:
        """How far the game has come."""
        yield "house_rules are not those of the options", ~np.isin(states["house_rules"], self.ranges["house_rules"])
        running = states["ending"] == a.RUNNING
        won = (states["ending"] > a.RUNNING) & (states["ending"] < a.TRUNCATED)
        yield "winners do not fit the ending", won != (states["winners"] != 0)
        if self.options.teams:
            yield "winners are no team", ~np.isin(states["winners"], (0, 5, 10))
        by_card = (states["ending"] == s.BY_VICTORY_POINT) | (states["ending"] == s.BY_SPECIAL)
        yield "ending_kind does not fit the ending", by_card != (states["ending_kind"] != a.NO_CARD)
        points = states["victory_points"]
        yield "a running game has a winner", running & (points >= self.victory).any(axis=1)
        if self.options.teams:
            yield "partners have different victory points", (points[:, :2] != points[:, 2:]).any(axis=1)
        if self.kamakor:
            fixed = self.tables.fixed
            wrong = (states["clans"] != fixed).any(axis=1) if fixed.any() else states["clans"].sum(axis=1) < s.CLANS
            yield "clans are not those of the game", wrong

    def _armies(self, states: NDArray[Any]) -> Faults:
        """Rows without holes, each card in a row where it may stand; what the cards there set for all."""
        yield from army_faults(states, self.stands)
        shown = (states["army"] != a.NO_CARD) & (states["face"] == a.FACE_UP)
        total = (self.tables.globals[states["army"]] * shown[..., None]).sum(axis=(1, 2), dtype=np.int64)
        yield "the Globals in force are wrong", (total != states["globals"]).any(axis=1)

    def _tokens(self, states: NDArray[Any]) -> Faults:
        """Activation tokens and Dragoon tokens, in hands and on goblins."""
        token = states["token"]
        sorts = [0, s.ACTIVATION_TOKEN] + [s.DRAGOON_TOKEN] * self.kamakor
        sorts += [sort + s.LENT for sort in sorts if sort and self.options.teams]
        yield "no such token", ~np.isin(token, sorts).all(axis=(1, 2))
        yield (
            "a token lies on a card that is not face up",
            ((token > 0) & (states["face"] != a.FACE_UP)).any(axis=(1, 2)),
        )

        def lying(sort: int) -> NDArray[np.int64]:
            own = (token == sort).sum(axis=2)
            lent = (token == sort + s.LENT).sum(axis=2)
            both: NDArray[np.int64] = own + lent[:, [2, 3, 0, 1]]  # the partner's goblins carry them (K-3.3)
            return both

        yield "tokens are not conserved", (states["tokens"] + lying(s.ACTIVATION_TOKEN) > self.tokens).any(axis=1)
        if self.kamakor:
            dragoons = lying(s.DRAGOON_TOKEN)
            total = (dragoons + states["dragoons"]).sum(axis=1) + states["dragoon_supply"][:, 0]
            wrong = (dragoons > s.DRAGOONS).any(axis=1) | (total != self.options.dragoon_supply)
            yield "Dragoon tokens are not conserved", wrong

    # -------------------------------------------------------------------------------------------- the stack

    def _frames(self, states: NDArray[Any], f: Frames) -> Faults:
        """Every frame against the instruction that it has come to."""
        places = self.n * a.SLOTS
        yield "an effect points nowhere", f.records((f.pc < 0) | (f.pc >= len(self.code)))
        of_kind = self.row_kind[f.pc]
        op = self.code[f.pc, v.OP]
        bottom, card = f.height == 0, of_kind >= 0
        opening = f.pc == v.BAN_PROGRAM if self.kamakor else np.zeros_like(bottom)
        at_bottom = (f.pc <= v.AT_ROUND_END) | opening
        yield "an effect points nowhere", f.records((of_kind < -1) | (at_bottom != bottom) | (op == v.JUMP))
        yield "an effect has no owner", f.records((f.owner < 0) | (f.owner >= self.n))
        kinds = np.where(bottom, f.kind != a.NO_CARD, (f.kind < 0) | (f.kind >= self.kinds))
        yield "an effect is of another card", f.records(kinds | (card & (f.kind != of_kind)))
        nowhere = bottom | (op == v.ROW)
        yield (
            "an effect stands nowhere",
            f.records(np.where(nowhere, f.place != a.NO_PLACE, (f.place < 0) | (f.place >= places))),
        )
        yield "an effect is of another army", f.records(card & (f.place // a.SLOTS != f.owner))
        most_x = np.where(card, s.NUMBERS - 1, 0)
        clans = self.kinds // s.KINDS_PER_CLAN
        wrong = (
            (f.x < 0) | (f.x > most_x) | (f.seat < a.NO_SEAT) | (f.seat >= self.n) | (f.clan < 0) | (f.clan >= clans)
        )
        wrong |= (f.target < a.NO_PLACE) | (f.target >= places) | (f.hit < 0) | (f.hit > 1)
        wrong |= (f.step < 0) | (f.step > 2) | (f.count < 0) | (f.count > MOST_LEFT)
        wrong |= (f.cursor < 0) | (f.cursor >= self.n)
        yield "an effect has impossible registers", f.records(wrong)
        fresh = (f.x == 0) & (f.seat == a.NO_SEAT) & (f.target == a.NO_PLACE) & (f.hit == 0) & (f.clan == 0)
        yield "an effect has impossible registers", f.records(bottom & ~fresh)
        not_begun = (f.step == 0) & (f.count == 0) & (f.cursor == 0)
        waiting = f.group != 0
        triggers = card & fresh & not_begun & (f.group > 0) & (f.group <= 30000)
        yield "a trigger that waits has begun", f.records(waiting & ~triggers)
        # Below the top: between two instructions, or between two targets of one, or a turn under way.
        aimed = np.isin(op, AIMED) & (f.step == 1) & (f.count > 0) & (f.cursor == 0)
        turn = (op == v.TURN) & (f.step != 1) & (f.count == 0) & (f.cursor == 0)
        begun = aimed | turn | (not_begun & ~np.isin(op, (v.PAY, v.NEWCOMER, v.ROW)) & ~bottom)
        yield "an effect below another is not between its steps", f.records(~f.top & ~waiting & ~begun)
        rounds = states["round_number"][f.record] == 0
        before = (op == v.MULLIGAN) | (op == v.BAN)
        yield "round_number does not fit the course of the game", f.records(bottom & (before != rounds))
        if self.kamakor:
            banning = states["clans"].sum(axis=1)[f.record] > s.CLANS
            yield "clans do not fit the course of the game", f.records(bottom & (banning != (op == v.BAN)))

    def _arriving(self, states: NDArray[Any], f: Frames) -> Faults:
        """Cards that are being placed or mutated, and the frames that do it."""
        op = self.code[f.pc, v.OP]
        paid = (op == v.PAY) & (f.pc == v.PLACE_PROGRAM)
        mutating = ((op == v.PAY) & ~paid) | (op == v.NEWCOMER)
        arriving = paid | (op == v.ARRIVE)
        moves = arriving | mutating
        yield "a card arrives nowhere", f.records(moves & (f.target // a.SLOTS != f.owner))
        where = np.maximum(f.target, 0)
        seat, slot = where // a.SLOTS, where % a.SLOTS
        kind, face = states["army"][f.record, seat, slot], states["face"][f.record, seat, slot]
        wanted = np.where(arriving, a.ARRIVING, a.FACE_UP)
        yield "another card arrives there", f.records(moves & ((kind != f.kind) | (face != wanted)))
        there = (states["face"] == a.ARRIVING).reshape(len(states), -1)
        times = np.bincount(f.record[arriving] * there.shape[1] + where[arriving], minlength=there.size)
        yield "a card arrives never, or twice", (times.reshape(there.shape) != there).any(axis=1)

    def _decision(self, states: NDArray[Any], f: Frames) -> Faults:
        """The decision against the instruction that asks for it: its step, and who decides."""
        first = np.flatnonzero(f.top)  # one for each record, in order
        pc, owner, step, count, cursor, group = (
            f.values[first, a.FRAME.index(name)] for name in ("pc", "owner", "step", "count", "cursor", "group")
        )
        op = self.code[pc, v.OP]
        decision, decider = states["decision"].astype(np.int64), states["decider"].astype(np.int64)
        running = states["ending"] == a.RUNNING
        below = f.values[np.maximum(first - 1, 0), a.FRAME.index("group")]
        ordered = (group != 0) & (below == group) & (states["depth"] > 1)
        order = decision == v.DECIDE_ORDER
        yield "there is no order to choose", running & (order != ordered)
        yield "a trigger waits above the effect that asks", running & (group != 0) & ~order
        yield "order is not for that player to choose", order & (decider != states["turn_seat"])
        asks = running & ~order
        yield "the decision is not one of the instruction that asks", asks & (self.decider[decision, op] < 0)
        drafting = states["draft"] > 0
        steps = (step != self.step[decision, op]) & ~drafting
        counts = (count < self.fewest[decision, op]) | (count > self.most[decision, op])
        yield "an effect is not at the step of its decision", asks & (steps | counts)
        who = self.decider[decision, op]
        advantage = states["advantage"].astype(np.int64)
        expected = np.select(
            [who == OWNER, who == CURSOR, who == FROM_ADVANTAGE],
            [owner, (owner + cursor) % self.n, (advantage + cursor) % self.n],
            states["turn_seat"],
        )
        yield "decider is not the player whom the instruction asks", asks & (decider != expected)
        moved = (cursor != 0) & ((who == OWNER) | (who == TURN_SEAT))
        yield "an effect is not at the step of its decision", asks & moved

    def _aimed(self, states: NDArray[Any], f: Frames) -> Faults:
        """What a decision is about. Where the mask would be empty otherwise, the compiled check says so."""
        records = np.arange(len(states))
        pc, kind, step, count, target = (
            f.values[f.top, a.FRAME.index(name)] for name in ("pc", "kind", "step", "count", "target")
        )
        op, arg = self.code[pc, v.OP], self.code[pc, v.ARG]
        decision, seat = states["decision"], np.maximum(states["decider"].astype(np.int64), 0)
        drafting = states["draft"] > 0
        hand, hand_size = states["hand"][records, seat], states["hand_size"][records, seat]
        row = np.maximum(target, 0) % a.SLOTS // a.COLUMNS
        own = np.maximum(kind, 0)
        newcomers = states["hand_level"][records, seat, row] - hand[records, own]
        fitting = self.stands[:, row].T & (np.arange(self.kinds) != own[:, None])
        zombie = self.tables.zombie[own] != 0
        to_come = np.where(zombie, ((states["discard"] > 0) & fitting).any(axis=1) | (newcomers > 0), newcomers > 0)
        kept = np.where((arg == v.MUTATION) & ~zombie, 1, 0)
        pays = decision == v.DECIDE_PAY
        yield "a price is higher than the hand can pay", pays & (count + kept > hand_size)
        yield "no newcomer is there", pays & (arg == v.MUTATION) & ~to_come
        yield "the card to place is not in hand", (decision == v.DECIDE_ROW) & (hand[records, own] == 0)
        amount = self.code[pc, v.AMOUNT] + self.code[pc, v.BONUS]
        yield "X is larger than it may be", (decision == v.DECIDE_NUMBER) & (count > np.minimum(amount, hand_size))
        where = np.maximum(target, 0)
        face = states["face"][records, where // a.SLOTS, where % a.SLOTS]
        there = states["army"][records, where // a.SLOTS, where % a.SLOTS] != a.NO_CARD
        swapped = there & (face != a.ARRIVING) & (target >= 0)
        yield "no card is there to swap", (decision == v.DECIDE_SWAP_WITH) & ~swapped
        tokens = states["tokens"][records, seat]
        yield "no token is missing", (decision == v.DECIDE_TOKEN) & (tokens >= self.tokens)
        yield (
            "it is the turn of a player who has passed",
            (decision == v.DECIDE_MAIN) & (states["passed"][records, seat] != 0),
        )
        full = (states["depth"] == s.STACK_DEPTH) & (self.code[np.minimum(pc + 1, len(self.code) - 1), v.OP] != v.END)
        again = (decision == v.DECIDE_PLACE_AGAIN) | (decision == v.DECIDE_MUTATE_AGAIN)
        yield "the stack has no room for what may be placed", again & full
        looked = states["look"]
        shown = np.arange(s.LOOK_SIZE) < states["look_size"][:, None]
        looking = ((op == v.LOOK) & (step == 1)) | drafting
        yield "nobody looks at the cards that are looked at", (states["look_size"] > 0) & ~looking
        yield "a card that is looked at is none", (shown & (looked < 0)).any(axis=1)
        yield "cards are drafted at another time", drafting & ((op != v.MULLIGAN) | (decision == v.DECIDE_MULLIGAN))
        yield "cards are drafted at another time", (decision == v.DECIDE_KEEP) & (op == v.MULLIGAN) & ~drafting

    # -------------------------------------------------------------------------------------------- cards

    def _kept(self, states: NDArray[Any]) -> NDArray[np.int64]:
        """For every record and pack of a draft: how many of its cards are kept by now, see ``draft.kept_of``."""
        passes = self._passes(states)
        before = np.where(passes == 0, 0, passes + 1)
        after = passes + 2
        packs = np.arange(self.n)
        turn = (packs + passes[:, None] - states["advantage"][:, None]) % self.n
        cursor, step = (states["stack"][:, 0, a.FRAME.index(name), None] for name in ("cursor", "step"))
        at_it = before[:, None] + np.where(turn == cursor, step, 0)
        kept = np.where(turn < cursor, after[:, None], at_it)
        return np.where(states["draft"][:, None] > 0, kept, s.OPENING_HAND)

    @staticmethod
    def _passes(states: NDArray[Any]) -> NDArray[np.int64]:
        draft = states["draft"].astype(np.int64)
        return np.where(draft == s.OPENING_HAND, 0, PASSES - draft)

    def _draft(self, states: NDArray[Any]) -> Faults:
        """Where the packs lie, and how far the draft has come."""
        draft = states["draft"]
        drafting = draft > 0
        if not drafting.any():
            return
        yield "draft is no number of cards in a pack", draft == PASSES
        piles = states["deck_size"] + states["discard_size"]  # hands may have been thrown before (G-2.3)
        wrong = (states["house_rules"] & s.DRAFTED == 0) | (piles != s.CARDS - self.n * s.OPENING_HAND)
        wrong |= (states["row_size"] != 0).any(axis=(1, 2))
        yield "the packs of a draft are not there", drafting & wrong
        passes = self._passes(states)
        frame = states["stack"][:, 0].astype(np.int64)
        to_keep = np.where(passes == 0, 2, 1)
        step, count = frame[:, a.FRAME.index("step")], frame[:, a.FRAME.index("count")]
        yield "the draft is not at a step of its own", drafting & ((step >= to_keep) | (count != to_keep - step))
        kept = self._kept(states)
        records = np.arange(len(states))
        base = states["deck_size"].astype(np.int64)
        hands = np.zeros((len(states), s.MAX_PLAYERS, self.kinds), np.int64)
        for pack in range(self.n):
            for i in range(s.OPENING_HAND):
                taken = drafting & (i < kept[:, pack])
                kinds = states["deck"][records, np.minimum(base + pack * s.OPENING_HAND + i, s.CARDS - 1)]
                hands[records[taken], (pack + max(i - 1, 0)) % self.n, kinds[taken]] += 1
        yield "hands are not what was kept of the packs", drafting & (hands != states["hand"]).any(axis=(1, 2))
        seat = (states["advantage"] + frame[:, a.FRAME.index("cursor")]) % self.n
        held = (seat - passes) % self.n  # the pack
        first, left = base + held * s.OPENING_HAND + kept[records, held], s.OPENING_HAND - kept[records, held]
        places = np.arange(s.LOOK_SIZE)
        there = places < left[:, None]
        looked = states["deck"][records[:, None], np.minimum(first[:, None] + places, s.CARDS - 1)].astype(np.int64)
        in_order = np.sort(np.where(there, looked, LARGEST), axis=1)
        wrong = (there & (in_order != states["look"])).any(axis=1) | (states["look_size"] != left)
        yield "the player who drafts looks at another pack", drafting & wrong & (states["decision"] != v.NONE)
        places = base[:, None] + np.arange(self.n * s.OPENING_HAND)
        packed = states["deck"][records[:, None], np.minimum(places, s.CARDS - 1)].reshape(len(states), self.n, -1)
        bakutos = self.stands[packed, 0].any(axis=2)
        wrong = (bakutos & (states["plain"][:, : self.n] > 0)).any(axis=1)
        yield "a pack of a hand without Bakutos has one", drafting & wrong

    def _cards(self, states: NDArray[Any]) -> Faults:
        """Every card is somewhere, and as often as there are copies of it."""
        count, kinds = len(states), self.kinds
        places = np.arange(s.CARDS)
        size = states["deck_size"].astype(np.int64)[:, None]
        pack = np.clip((places - size) // s.OPENING_HAND, 0, self.n - 1)
        kept = np.take_along_axis(self._kept(states), pack, axis=1)
        in_pack = (places >= size) & (places < size + self.n * s.OPENING_HAND) & (states["draft"][:, None] > 0)
        in_pack &= (places - size) % s.OPENING_HAND >= kept
        army = states["army"].reshape(count, -1)
        found = states["discard"] + states["hand"].sum(axis=1, dtype=np.int64)
        found = found + tally(states["deck"], (places < size) | in_pack, kinds) + tally(army, army != a.NO_CARD, kinds)
        looking = (np.arange(s.LOOK_SIZE) < states["look_size"][:, None]) & (states["draft"][:, None] == 0)
        found = found + tally(states["look"], looking, kinds)
        copies = np.broadcast_to(self.copies, found.shape)
        if self.kamakor:
            dealt = states["clans"].sum(axis=1) == s.CLANS
            copies = copies * (states["clans"][:, self.clan] * dealt[:, None])
        yield "cards are not conserved", (found != copies).any(axis=1)
        yield "cards are not conserved", states["discard"].sum(axis=1, dtype=np.int64) != states["discard_size"]
        hand = states["hand"].astype(np.int64)
        wrong = (hand.sum(axis=2) != states["hand_size"]) | (hand @ self.stands != states["hand_level"]).any(axis=2)
        yield "a hand's counts are wrong", wrong.any(axis=1)

    def _memory(self, states: NDArray[Any]) -> Faults:
        """Where hidden cards of closed pools are, and which shown ones left ghosts: see memory.py."""
        familiar = states["familiar"].sum(axis=1, dtype=np.int64)
        yield "more cards of a look are in hand than there are", familiar > s.CARDS
        holder, born, epoch = (states[name].astype(np.int64) for name in ("holder", "born", "epoch"))
        traced = holder >= s.TRACE
        there = (holder > 0) & ~traced
        drafted = (states["house_rules"] & s.DRAFTED != 0) & (states["round_number"] > 0) & (self.n > 2)
        packs = np.where(drafted, self.n * s.OPENING_HAND, 0)[:, None, None]

        def closed(tag: NDArray[np.int64], most: NDArray[np.int64]) -> NDArray[np.bool_]:
            return ((tag > 0) & (tag <= packs.reshape(-1, *(1,) * (tag.ndim - 1)))) | (
                (tag >= s.EPOCHS) & (tag <= most)
            )

        wrong = (there | traced) != (born > 0)
        wrong |= there & ~closed(born, s.EPOCHS + epoch[:, None, None] - 1)
        wrong |= there & (holder > self.n) & (holder != s.LOOKED)
        wrong |= traced & ~closed(born % s.TRACE_SEAT, np.full_like(born, s.EPOCHS))
        wrong |= traced & (~drafted[:, None, None] | (born // s.TRACE_SEAT >= self.n))
        wrong[:, :, 0] |= traced[:, :, 0]
        wrong[:, :, 1] |= traced[:, :, 1] & (self.copies != 1)
        if self.n == 2:
            wrong |= there & ((states["look_size"] == 0) & (states["ghosts_size"] == 0))[:, None, None]
        yield "a hidden card is remembered from no pool", wrong.any(axis=(1, 2))
        known = states["known"]
        one, two = known & 15, known >> 4
        if self.n == 2:
            other = np.array([1, 0, 0, 0])[:, None]
            shown = (one >> other & 1) + (two >> other & 1)
        else:
            shown = (one == 15).astype(np.int64) + (two == 15)
        for seat in range(self.n):
            held = (holder == seat + 1).sum(axis=2)
            yield (
                "a hidden card is remembered where it is not",
                ((held > 0) & (held + shown[:, seat] > states["hand"][:, seat])).any(axis=1),
            )
        looked = np.zeros((len(states), self.kinds), np.int64)
        for i in range(s.LOOK_SIZE):
            seen = np.flatnonzero(i < states["look_size"])
            looked[seen, states["look"][seen, i]] += 1
        looker = np.maximum(states["decider"].astype(np.int64), 0)
        kept = states["hand"][np.arange(len(states)), looker].astype(np.int64)  # some may be, while one looks
        looked += np.where(states["look_size"][:, None] > 0, kept, 0)
        drafting = (states["draft"] > 0)[:, None]
        yield (
            "a card that is looked at is remembered where it is not",
            ((holder == s.LOOKED).sum(axis=2) > np.where(drafting, 0, looked)).any(axis=1),
        )
        ghosts = states["ghosts"].astype(np.int64)
        used = np.arange(s.GHOSTS) < states["ghosts_size"][:, None]
        kind, whose, tag, when = (ghosts[..., i] for i in (s.GHOST_KIND, s.GHOST_HOLDER, s.GHOST_BORN, s.GHOST_WHEN))
        whose = np.where(whose > s.CERTAIN, whose - s.CERTAIN, whose)
        wrong = (kind >= self.kinds) | (whose < 1) | (whose > self.n) | (when > epoch[:, None])
        wrong |= (ghosts[..., s.GHOST_LOOKED] > s.LOOK_SIZE) | ((ghosts[..., s.GHOST_LOOKED] > 0) & (when == 0))
        wrong |= ~closed(tag, s.EPOCHS + when)
        yield "a card that was shown is remembered from no pool", (used & wrong).any(axis=1)
        hidden = np.maximum(states["hand_size"] - shown.sum(axis=2), 0)  # of known cards more is said elsewhere
        hidden += (used[:, None, :] & (whose[:, None, :] == np.arange(1, s.MAX_PLAYERS + 1)[:, None])).sum(axis=2)
        hidden += familiar[:, None]
        plain = np.where(drafted[:, None] | drafting, 0, states["plain"])
        yield "more hidden cards are no Bakutos than there are", (plain > hidden).any(axis=1)
