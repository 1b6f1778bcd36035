"""A game told turn by turn: what each seat does, and what comes of it."""

from __future__ import annotations

import re
import textwrap
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gosu_env.engine.game import Game
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import CLAN_NAMES
from gosu_env.gosu.colours import ADVANTAGE_SIGN, CLAN_STYLES, DRAGOON_SIGN, TOKEN_SIGN
from gosu_env.gosu.ledger import AIMED, OWN_SLOT, Json, Ledger
from gosu_env.gosu.ruleset import gosu_rules
from gosu_env.gosu.state import HIT, VICTORY
from gosu_env.gosu.text import global_text
from gosu_env.render.colours import HARD_SPACE, SEAT_STYLES
from gosu_env.render.log import Entry, Line, Part, counted, join, listed, seat_word


@dataclass(frozen=True)
class Answer:
    """A decision as it was taken: the table before and after, and what was said."""

    before: Json
    after: Json
    words: str
    forced: bool  # there was nothing else to say
    ledger: Ledger

    @property
    def seat(self) -> int:
        return int(self.before["seat"])

    @property
    def kind(self) -> str:
        return str(self.before["decision"]["kind"])


def stars(points: int) -> str:
    """Victory points, and those that are missing."""
    return "★" * points + "☆" * max(VICTORY - points, 0)


def standing(game: Game, seat: int) -> str:
    """How a seat stands, in a few words."""
    return f"{stars(int(game.state.victory_points[seat]))} · strength {game.strengths()[seat]}"


def team_verdict(eve: Json, strengths: Sequence[int], after: Json) -> tuple[str, list[int]]:
    """How a Great Battle between teams ends, and the seats that earn a VP by it (K-3.4)."""
    earners = [seat for seat, player in enumerate(after["players"]) if player["vp"] > eve["players"][seat]["vp"]]
    armies = [sorted(strengths[team::2], reverse=True) for team in (0, 1)]
    if not earners:
        return "All armies are level, and a tie earns nobody a VP.", earners
    names = listed([seat_word(seat) for seat in earners])
    (mine, mine_too), (theirs, theirs_too) = armies if earners[0] == 0 else armies[::-1]
    if mine != theirs:
        return f"{names} have the strongest army, with {mine} against {theirs}, and earn a VP.", earners
    if mine_too != theirs_too:
        others = f"the other two decide, with {mine_too} against {theirs_too}"
        return f"The strongest armies are level at {mine}; {others}: {names} earn a VP.", earners
    return f"All is level at {mine} and {mine_too}; the Advantage token gives the VP to {names}.", earners


class Story:
    """Tells a game as it is played: one line for a turn, the armies before each Great Battle, the end."""

    def __init__(self, console: Console, game: Game, hands: bool, delay: float = 0.0) -> None:
        self.console = console
        self.game = game
        self.cards = cards = gosu_rules(game).cards
        self.hands = hands
        self.delay = delay
        self.clans = {card.name: card.clan for card in cards.cards}
        self.jumpers = {card.name for card in cards.cards if card.shadow_jump}
        self.zombies = {card.name for card in cards.cards if card.zombie}
        names = sorted(self.clans, key=len, reverse=True)
        self.name_pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, names)) + r")\b")
        self.table = game.to_json()
        self.line_seat = -1
        self.line_card = ""  # the card that the line is about
        self.parts: list[Part] = []
        self.newcomer = ""
        self.from_pile = False
        self.last_turn = -1  # the seat that had the last turn of this round
        self.fought = False  # this round's Great Battle is over

    # What happens.

    def step(self, action: int) -> None:
        """Apply an action and tell what it did."""
        game, before = self.game, self.table
        forced = len(game.legal_actions()) == 1
        words = game.action_text(action)
        earlier = game.clone()
        game.apply(action)
        after = game.to_json()
        eve = None if self.fought else self._eve_of_battle(earlier, action, after)
        seat, kind = before["seat"], before["decision"]["kind"]
        if kind == "main":
            self.end_line()
            in_a_row = seat == self.last_turn and not all(
                p["passed"] for s, p in enumerate(before["players"]) if s != seat
            )
            if in_a_row or earlier.state.stack[0, HIT]:  # K-3.3: or out of order, after a turn of the partner
                self.parts.append(Part(seat, "has an extra turn"))
            self.last_turn = seat
        if kind == "keep" and before["round"] == 0 and seat != self.line_seat:  # a draft (K-2.2)
            self.end_line()
        if not self.parts:
            self.line_seat, self.line_card = seat, ""
        now = after if eve is None else eve.to_json()
        answer = Answer(before, now, words, forced, Ledger(before, now))
        for part in self.tell(answer) + answer.ledger.rest(seat, now["round"] > before["round"]):
            self.add(part)
        self.table = after
        if eve is not None:
            self.end_line()
            if not all(player["passed"] for s, player in enumerate(now["players"]) if s == seat):
                self.note("The limit of turns ends the round.")
            earners = self.battle(eve, after)
        if after["round"] > before["round"]:
            self.end_line()
            self.last_turn, self.fought = -1, False
            self.round_heading()
            if eve is not None:
                self._tell_round_start(Ledger(now, after), earners, after["advantage"])
        if after["over"]:
            self.end_line()

    def _eve_of_battle(self, earlier: Game, action: int, after: Json) -> Game | None:
        """The table just before the Great Battle, if this action led to it.

        The action is applied to a copy in which the round goes on: another player is still in, and no limit of turns
        is near. If the copy then waits for a turn and the game does not, the battle lies between them.
        """
        if not (
            after["over"] or after["round"] > self.table["round"] > 0 or all(p["passed"] for p in after["players"])
        ):
            return None
        copy = earlier.clone()
        copy.state.passed[(self.table["turn_seat"] + 1) % copy.num_players] = 0
        copy.state.turns_left = 100
        copy.apply(action)
        table = copy.to_json()
        return copy if table["decision"]["kind"] == "main" and table["round"] == self.table["round"] else None

    def _tell_round_start(self, ledger: Ledger, earners: list[int], holder: int) -> None:
        """What cards do when a round starts."""
        for seat in earners:
            ledger.vp[seat] -= 1
        for part in ledger.rest(holder, True):
            self.line_seat = part.seat
            part.tail = f"{part.tail} as the round starts".strip()
            self.add(part)
            self.end_line()

    def tell(self, answer: Answer) -> list[Part]:
        """An answer in words; what it says is struck off the ledger."""
        seat, kind, words, ledger = answer.seat, answer.kind, answer.words, answer.ledger
        card = words.partition(" ")[2]
        source = self._source(answer.before)
        by_card = f"({source})" if source not in ("", self.line_card) else ""
        if kind in ("main", "place_again", "mutate_again"):
            return [self._tell_action(answer)]
        if kind == "newcomer":
            return self._tell_newcomer(answer)
        if kind in ("target", "swap_with", "order"):
            return self._tell_aim(answer, by_card)
        if kind == "row":
            ledger.from_hand(seat, source)
            ledger.drop_arrival(seat, source)
            return [Part(seat, f"puts it in row {card}")]
        if kind == "ban":
            if answer.after["decision"]["kind"] != "ban":
                ledger.deal()
            return [Part(seat, f"bans the {card}")]
        if kind == "mulligan":
            if words != "yes":
                return [Part(seat, "keeps a hand without a Bakuto", private=True)]
            for thrown in answer.before["players"][seat]["hand"]:
                ledger.from_hand(seat, thrown)
                ledger.to_pile(thrown)
            return [Part(seat, "has no Bakuto and throws the hand")]
        if kind in ("pay", "discard"):
            ledger.from_hand(seat, card)
            ledger.to_pile(card)
            return [Part(seat, "pays" if kind == "pay" else "discards", [card], by_card)]
        if kind == "keep":
            ledger.to_hand(seat, card)
            return [Part(seat, "keeps", [card], by_card, secret=True)]
        if kind == "recover" and words != "done":
            ledger.from_pile(card)
            ledger.to_hand(seat, card)
            return [Part(seat, "takes", [card], "from the discard pile")]
        if kind == "token":
            ledger.tokens[seat] -= 1
            found = AIMED.fullmatch(words)
            return [Part(seat, "takes a token back", tail=f"from {found['card']}" if found else "")]
        if kind == "may":
            of_card = f"of {source}" if by_card else ""
            return [Part(seat, "uses the effect" if words == "yes" else "forgoes the effect", tail=of_card)]
        if answer.forced:
            return []
        if kind == "seat":
            return [Part(seat, f"chooses {seat_word(self.absolute(seat, card))}")]
        if kind == "number":
            return [Part(seat, f"chooses X = {card}")]
        if kind == "clan":
            return [Part(seat, f"names the {card}")]
        return [Part(seat, "takes no more" if kind == "recover" else f"answers {words}")]

    def _tell_action(self, answer: Answer) -> Part:
        """One of the actions of a turn, or the further placing or mutating that a card allows."""
        seat, words, ledger = answer.seat, answer.words, answer.ledger
        also = "" if answer.kind == "main" else "also "
        if found := OWN_SLOT.fullmatch(words):
            self.line_card = found["card"]
            if found["verb"] == "activate":
                ledger.tokens[seat] += 1
            if found["verb"] == "dragoon":
                ledger.dragoons[seat] += 1
                return Part(seat, "activates", [found["card"]], "with a Dragoon token")
            if found["verb"] == "mutate" and found["card"] in self.jumpers:
                slot = (seat, int(found["row"]) - 1, int(found["column"]) - 1)
                return Part(seat, f"{also}jumps with", [found["card"]], ledger.jump(slot))
            return Part(seat, f"{also}{found['verb']}s", [found["card"]])
        if found := AIMED.fullmatch(words):  # K-3.3
            self.line_card = found["card"]
            tail = f"of {seat_word(self.absolute(seat, found['who']))}"
            if found["verb"] == "dragoon":
                ledger.dragoons[seat] += 1
                return Part(seat, "activates", [found["card"]], f"{tail} with a Dragoon token")
            ledger.tokens[seat] += 1
            return Part(seat, "activates", [found["card"]], tail)
        verb, _, what = words.partition(" ")
        if verb == "partner":
            spent = 1 if what.endswith("one") else 2
            ledger.tokens[seat] += spent
            tail = f"for {seat_word(self.absolute(seat, verb))}"
            return Part(seat, "spends a token" if spent == 1 else "spends two tokens", tail=tail)
        if verb == "place":
            self.line_card = what
            if answer.after["decision"]["kind"] != "row":
                ledger.from_hand(seat, what)
                ledger.drop_arrival(seat, what)
            return Part(seat, f"{also}places", [what])
        if verb == "draw":
            spent = 1 if what == "one" else 2
            ledger.tokens[seat] += spent
            return Part(seat, "spends a token" if spent == 1 else "spends two tokens")
        if verb == "pass":
            return Part(seat, "passes")
        deed = "place" if answer.kind == "place_again" else "mutate"
        return Part(seat, f"{deed}s nothing more")  # whether anything else could be done, others do not know

    def _tell_newcomer(self, answer: Answer) -> list[Part]:
        """The second half of a mutation: it goes into the part that began it."""
        seat, ledger = answer.seat, answer.ledger
        words = answer.words.removeprefix("bring in ")
        card = self.newcomer = words.removesuffix(" from the discard")
        self.from_pile = card != words or card not in answer.before["players"][seat]["hand"]
        if self.from_pile:
            ledger.from_pile(card)
        else:
            ledger.from_hand(seat, card)
        old = ledger.drop_arrival(seat, card)
        if old is not None:
            ledger.to_pile(old["card"])
        self.line_card = card
        tail = f"into {card}" + (" from the discard pile" if self.from_pile else "")
        for part in reversed(self.parts):
            if part.verb.endswith("mutates") and not part.tail:
                part.tail = tail
                return []
        return [Part(seat, "mutates", tail=tail)]

    def _tell_aim(self, answer: Answer, by_card: str) -> list[Part]:
        """An effect aimed at a card of an army."""
        seat, ledger = answer.seat, answer.ledger
        found = AIMED.fullmatch(answer.words)
        if found is None:
            return [Part(seat, f"answers {answer.words}")]
        owner = self.absolute(seat, found["who"])
        slot = (owner, int(found["row"]) - 1, int(found["column"]) - 1)
        card, verb = found["card"] or "a card", found["verb"]
        own = " its own" if owner == seat else ""
        tail = f"{'' if own else f'of {seat_word(owner)}'} {by_card}".strip()
        if answer.kind == "order":
            return [] if answer.forced else [Part(seat, "lets", [card], f"of {seat_word(owner)} act first")]
        if answer.kind == "swap_with":
            for changed in [changed for changed in ledger.slots if changed[:2] == slot[:2]]:
                ledger.drop(changed)
            if self.parts and self.parts[-1].verb.startswith("swaps"):
                self.parts[-1].tail = f"with {card} {tail}".strip()
                return []
            return [Part(seat, f"swaps with{own}", [card], tail)]
        if verb == "jump":
            return [Part(seat, f"lets{own}", [card], f"{tail} jump {ledger.jump(slot)}".strip())]
        ledger.drop(slot)
        if verb == "destroy":
            ledger.to_pile(card)
        elif verb == "return":
            ledger.to_hand(owner, card)
        return [Part(seat, f"{verb}s{own}", [card], tail)]

    def absolute(self, seat: int, who: str) -> int:
        """The seat that "me", "opp1" or "partner" is for a decider."""
        places = {"me": 0, "partner": 2}
        return (seat + (places[who] if who in places else int(who.removeprefix("opp")))) % self.game.num_players

    def _source(self, table: Json) -> str:
        """The card whose effect asks."""
        pieces = table["decision"]["text"].split(": ")
        return pieces[1] if len(pieces) > 2 and pieces[1] in self.clans else ""

    # Lines.

    def styled(self, words: str, style: str = "") -> Text:
        """Words with every card in the colour of its clan and every seat in its own."""
        text = Text(words.replace(HARD_SPACE, " "), style)
        text.highlight_regex(self.name_pattern, lambda name: CLAN_STYLES[self.clans[name]])
        for clan, name in enumerate(CLAN_NAMES):
            text.highlight_words([name], CLAN_STYLES[clan])
        for seat, colour in enumerate(SEAT_STYLES):
            text.highlight_regex(rf"\b[Ss]eat {seat}\b", colour)
        text.highlight_regex(r" · ", "dim")
        text.highlight_regex(r"★|earns \d VP|Advantage token", "yellow")
        return text

    def print_hanging(self, label: str, words: str) -> None:
        """A label and words that go on beneath themselves."""
        indent = len(label) + 4
        lines = textwrap.wrap(words, max(self.console.width - indent, 20), break_on_hyphens=False) or [""]
        for number, line in enumerate(lines):
            self.console.print(self.styled(f"  {label if number == 0 else ' ' * len(label)}  {line}"))

    def note(self, words: str) -> None:
        self.console.print(self.styled(f"  {words}", "italic"))

    def add(self, part: Part) -> None:
        """Add to the line."""
        join(self.parts, part)

    def end_line(self) -> None:
        """Print the line told so far."""
        told = [
            ("" if part.seat == self.line_seat else f"{seat_word(part.seat)} ") + part.words(self.hands)
            for part in self.parts
            if self.hands or not part.private
        ]
        self.parts = []
        if not told:
            return
        self.print_hanging(seat_word(self.line_seat), f"{HARD_SPACE}· ".join(told))
        time.sleep(self.delay)

    def opening(self, title: str) -> None:
        self.console.print(Text.assemble(("GOSU", "bold"), f"  {title}"))
        legend = f"[Cog] imprisoned · Cog {TOKEN_SIGN} with a token · {ADVANTAGE_SIGN} Advantage token · ★ VP"
        legend += f" · {DRAGOON_SIGN} Dragoon token" if "clans" in self.table else ""
        self.console.print(Text(f"      {legend}", "dim"))
        if self.table["round"] > 0:
            self.round_heading()

    def round_heading(self) -> None:
        table = self.table
        title = self.styled(f"Round {table['round']} · {seat_word(table['advantage'])} holds the Advantage token")
        self.console.print()
        self.console.print(Rule(title, align="left", style="dim"))
        for seat, player in enumerate(table["players"]):
            hand = f"hand{HARD_SPACE}{len(player['hand'])}"
            if self.hands and player["hand"]:
                hand += ": " + ", ".join(player["hand"])
            if player.get("dragoons"):
                hand = f"{DRAGOON_SIGN * player['dragoons']} {hand}"
            self.print_hanging(f"{seat_word(seat)} {stars(player['vp'])}", hand)
        self.console.print()

    # The battle and the end.

    def army(self, seat: int, player: Json, strength: int, holder: bool) -> RenderableType:
        """An army as a small grid, Bakutos at the bottom."""
        title = self.styled(f"{seat_word(seat)}{f' {ADVANTAGE_SIGN}' if holder else ''} · strength {strength}")
        rows = [row for row in reversed(player["army"]) if row]
        if not rows:
            return Group(title, Text("no goblins", "dim"))
        grid = Table(box=box.SQUARE, show_header=False, show_lines=True, border_style="dim", padding=(0, 1))
        columns = max(len(row) for row in rows)
        for _ in range(columns):
            grid.add_column(no_wrap=True, min_width=4)
        for row in rows:
            grid.add_row(*(self.army_card(card) for card in row), *[""] * (columns - len(row)))
        return Group(title, grid)

    def army_card(self, card: Json) -> Text:
        style = CLAN_STYLES[self.clans[card["card"]]]
        if not card["face_up"]:
            return Text(f"[{card['card']}]", f"dim {style}")
        text = Text(card["card"], style)
        if card.get("dragoon"):
            return text.append(f" {DRAGOON_SIGN}", "magenta")
        return text.append(f" {TOKEN_SIGN}", "yellow") if card["token"] else text

    def side_by_side(self, pieces: Sequence[RenderableType]) -> None:
        """As many beside each other as the width allows, standing on one ground."""
        gap, room = 4, self.console.width - 2
        line: list[RenderableType] = []
        used = 0
        lines = [line]
        for piece in pieces:
            width = Measurement.get(self.console, self.console.options, piece).maximum + gap
            if line and used + width - gap > room:
                line, used = [], 0
                lines.append(line)
            line.append(piece)
            used += width
        for number, line in enumerate(lines):
            if number > 0:
                self.console.print()
            grid = Table.grid(padding=(0, gap, 0, 0))
            for _ in line:
                grid.add_column(vertical="bottom")
            grid.add_row(*line)
            self.console.print(Padding(grid, (0, 0, 0, 2), expand=False))

    @staticmethod
    def verdict(eve: Json, strengths: Sequence[int], after: Json) -> tuple[str, list[int]]:
        """How a Great Battle ends, and the seats that earn a VP by it."""
        if eve["options"]["teams"]:
            return team_verdict(eve, strengths, after)
        best = max(strengths)
        tied = [seat for seat, strength in enumerate(strengths) if strength == best]
        earners = [seat for seat in tied if after["players"][seat]["vp"] > eve["players"][seat]["vp"]]
        names = listed([seat_word(seat) for seat in tied])
        if len(tied) == 1:
            return f"{names} is the strongest with {best} and earns a VP.", earners
        if not earners:
            return f"{names} are level at {best}, and a tie earns nobody a VP.", earners
        if len(earners) == 1:
            holder = seat_word(earners[0])
            return f"{names} are level at {best}; the Advantage token gives the VP to {holder}.", earners
        return f"{names} are level at {best} and earn a VP each.", earners

    def battle(self, eve: Game, after: Json) -> list[int]:
        """The armies, their strengths, and who earns the VP; the seats that earned one."""
        self.fought = True
        table, strengths = eve.to_json(), eve.strengths()
        self.console.print()
        self.console.print(self.styled(f"  Great Battle of round {table['round']}", "bold"))
        holder = table["advantage"]
        self.side_by_side(
            [self.army(seat, player, strengths[seat], seat == holder) for seat, player in enumerate(table["players"])]
        )
        verdict, earners = self.verdict(table, strengths, after)
        standing = " · ".join(
            f"{seat_word(seat)} {stars(table['players'][seat]['vp'] + (seat in earners))}"
            for seat in range(table["num_players"])
        )
        self.print_hanging("⚔", verdict)
        self.print_hanging(" ", standing)
        time.sleep(self.delay)
        return earners

    def outcome(self) -> tuple[str, str]:
        """Who won, and how."""
        table = self.table
        ending, name = self.game.ending
        card = None if name is None else self.cards[self.cards.kind(name)]
        winners = table["winners"]
        if not winners:
            return "No winner", "The game went on for too long."
        names = listed([seat_word(seat) for seat in winners])
        together = "win" if table["options"]["teams"] else "share the victory"
        title = f"{names} {'wins' if len(winners) == 1 else together}"
        points = max(table["players"][seat]["vp"] for seat in winners)
        if card is None:
            return title, f"{points} VP after the Great Battle of round {table['round']}."
        if ending == "victory_point":
            return title, f"{card.name} gave the third VP in the middle of round {table['round']}."
        rules = " ".join(global_text(bound) for bound in card.globals if v.GLOBALS[bound.which].startswith("win_"))
        return title, f"A special victory, by {card.name} as round {table['round']} began. {rules}"

    def ending(self, seed: int | None, decisions: int) -> None:
        """The end in a frame."""
        table = self.table
        title, how = self.outcome()
        standing = " · ".join(
            f"{seat_word(seat)} {stars(player['vp'])}" for seat, player in enumerate(table["players"])
        )
        dealt = "" if seed is None else f"seed {seed} · "
        facts = Text(f"{dealt}{counted(table['round'], 'round')} · {decisions} decisions", "dim")
        body = Group(self.styled(title, "bold"), self.styled(how), Text(""), self.styled(standing), facts)
        self.console.print()
        self.console.print(
            Panel(body, box=box.ROUNDED, border_style="yellow", padding=(0, 2), width=min(76, self.console.width))
        )


class Scribe(Story):
    """A story that is kept decision by decision instead of being printed."""

    def __init__(self, game: Game) -> None:
        super().__init__(Console(quiet=True), game, hands=True)
        self.lines: list[list[Part] | str] = []

    def entry(self, step: int, actions: Sequence[int]) -> Entry:
        """A decision taken and told, with the forced ones that follow it."""
        before = self.table
        self.lines = [[]]
        for action in actions:
            self.step(action)
        seat = before["seat"]
        deed, *sequel = [
            Line(seat, remark=line) if isinstance(line, str) else Line(seat, tuple(line)) for line in self.lines
        ]
        return Entry(step, before["round"], seat, before["decision"]["kind"], deed, tuple(sequel))

    # What a story would print.

    def tell(self, answer: Answer) -> list[Part]:
        """Also the answers that complete what was told before."""
        parts, seat = super().tell(answer), answer.seat
        if parts:
            return parts
        if answer.kind == "newcomer":
            newcomer = [Part(seat, "brings in", [self.newcomer])]
            if self._source(answer.before) not in self.zombies:
                return newcomer
            return [*newcomer, self._tell_source(seat, self.from_pile)]
        if answer.kind == "swap_with" and (found := AIMED.fullmatch(answer.words)):
            owner, card = self.absolute(seat, found["who"]), found["card"] or "a card"
            if owner == seat:
                return [Part(seat, "swaps it with its own", [card])]
            return [Part(seat, "swaps it with", [card], f"of {seat_word(owner)}")]
        return []

    @staticmethod
    def _tell_source(seat: int, from_pile: bool) -> Part:
        return Part(seat, f"takes it from the {'discard pile' if from_pile else 'hand'}")

    def add(self, part: Part) -> None:
        super().add(replace(part, cards=list(part.cards)))
        last = self.lines[-1]
        if isinstance(last, str):
            last = []
            self.lines.append(last)
        join(last, part)

    def end_line(self) -> None:
        self.parts = []

    def note(self, words: str) -> None:
        self.lines.append(words)

    def round_heading(self) -> None:
        """Entries know their round."""

    def battle(self, eve: Game, after: Json) -> list[int]:
        self.fought = True
        verdict, earners = self.verdict(eve.to_json(), eve.strengths(), after)
        self.lines.append(f"Great Battle: {verdict}")
        return earners
