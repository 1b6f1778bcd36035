"""The events of GOSU in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.text import Text

from gosu_env.armies import log, told_armies
from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.state import SLOTS
from gosu_env.engine.events import Event
from gosu_env.engine.game import Game
from gosu_env.gosu import events as e
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import CLAN_NAMES
from gosu_env.gosu.colours import ADVANTAGE_SIGN, CLAN_STYLES, DRAGOON_SIGN
from gosu_env.gosu.ruleset import gosu_rules
from gosu_env.gosu.state import DRAGOON_TOKEN
from gosu_env.gosu.text import global_text
from gosu_env.render.colours import HARD_SPACE
from gosu_env.render.log import Part, counted, listed, seat_word

AIMED = {"destroyed": "destroys", "imprisoned": "imprisons", "released": "releases", "returned": "returns"}
CHOICES = {"effect used": "uses the effect", "effect forgone": "forgoes the effect"}
OFF_THE_PILE = "off the draw pile"


def stars(points: int, win: int) -> str:
    """Victory points, and those that are missing."""
    return "★" * points + "☆" * max(win - points, 0)


# ------------------------------------------------------------------------------------------------ the Great Battle


def verdict(strengths: Sequence[int], earners: Sequence[int], teams: bool) -> str:
    """How a Great Battle ends: who earns a VP, and why (G-7.1, G-7.2)."""
    if teams:
        return team_verdict(strengths, earners)
    best = max(strengths)
    tied = [seat for seat, strength in enumerate(strengths) if strength == best]
    names = listed([seat_word(seat) for seat in tied])
    if len(tied) == 1:
        return f"{names} is the strongest with {best} and earns a VP."
    if not earners:
        return f"{names} are level at {best}, and a tie earns nobody a VP."
    if len(earners) == 1:
        return f"{names} are level at {best}; the Advantage token gives the VP to {seat_word(earners[0])}."
    return f"{names} are level at {best} and earn a VP each."


def team_verdict(strengths: Sequence[int], earners: Sequence[int]) -> str:
    """The same between teams (K-3.4)."""
    if not earners:
        return "All armies are level, and a tie earns nobody a VP."
    names = listed([seat_word(seat) for seat in earners])
    armies = [sorted(strengths[team::2], reverse=True) for team in (0, 1)]
    (mine, mine_too), (theirs, theirs_too) = armies if earners[0] == 0 else armies[::-1]
    if mine != theirs:
        return f"{names} have the strongest army, with {mine} against {theirs}, and earn a VP."
    if mine_too != theirs_too:
        others = f"the other two decide, with {mine_too} against {theirs_too}"
        return f"The strongest armies are level at {mine}; {others}: {names} earn a VP."
    return f"All is level at {mine} and {mine_too}; the Advantage token gives the VP to {names}."


class Armies(told_armies.Armies):
    """The armies, moved by events of GOSU."""

    beyond = e.DECK
    empty = "no goblins"

    def move(self, event: Event) -> None:
        a = event.from_zone
        if event.word == "swapped":
            self.swap(a, event.to_zone)
        elif event.word == "activated" and event.number:
            self.tokens[a] = event.number
        elif event.word == "tokens back" and event.card is None:
            mine = range(event.seat * SLOTS, event.seat * SLOTS + SLOTS)
            self.tokens = {place: token for place, token in self.tokens.items() if place not in mine}
        elif event.word == "tokens back":
            self.tokens.pop(a, None)
        elif event.word == "imprisoned":
            self.turn_down(a)
        elif event.word == "released":
            self.down.discard(a)
        else:
            self.carry(event)

    def mark(self, place: int) -> Text:
        token = self.tokens.get(place, 0)
        if token & DRAGOON_TOKEN:
            return Text(f" {DRAGOON_SIGN}", "magenta")
        return Text(f" {TOKEN_SIGN}" if token else "", "yellow")


# ------------------------------------------------------------------------------------------------ events


class Scribe(log.Scribe):
    """Tells games of GOSU."""

    styles = CLAN_STYLES

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.cards = gosu_rules(game).cards
        self.clans = {card.name: card.clan for card in self.cards.cards}
        self.zombies = {card.kind for card in self.cards.cards if card.zombie}
        names = sorted(self.clans, key=len, reverse=True)
        self.name_pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, names)) + r")\b")
        self.teams = bool(game.state.teams)
        self.legend = f"[Cog] imprisoned · Cog {TOKEN_SIGN} with a token · {ADVANTAGE_SIGN} Advantage token · ★ VP"
        self.legend += f" · {DRAGOON_SIGN} Dragoon token" if len(game.state.clans) else ""
        self.about: int | None = None  # the card that the turn is about
        self.named: int | None = None  # a card that waits for its row
        self.extra = False  # the next turn is an extra turn
        self.last_keeper = -1

    def tell(self, before: Game, events: Sequence[Event]) -> None:
        armies = Armies(before)
        holder = int(before.state.advantage)
        starting = begins = False
        i = 0
        while i < len(events):
            event = events[i]
            i += 1
            armies.move(event)
            if event.word == "strength":
                fought = [event]
                while i < len(events) and events[i].word in ("strength", "victory points"):
                    fought.append(events[i])
                    i += 1
                self.tell_battle(fought, armies, holder)
            elif event.word == "round begins":
                self.end_line()
                self.round, starting = event.number, event.number > 1
            elif event.word == "turns limited":
                self.remark("The limit of turns ends the round.")
            elif event.word == "turn begins":
                begins, starting, self.about = True, False, None
                if self.extra:
                    self.add(Part(event.seat, "has an extra turn", begins=True))
                    begins = self.extra = False
            elif event.word == "extra turn":
                self.extra = True
            else:
                holder = event.seat if event.word == "Advantage moved" else holder
                for part in self.parts(event):
                    part.begins, begins = begins or self.begins_by_itself(event), False
                    if starting:
                        part.tail = f"{part.tail} as the round starts".strip()
                        self.add_line(part)
                    else:
                        self.add(part)

    def begins_by_itself(self, event: Event) -> bool:
        """Before the first round, whatever another seat does is a line of its own."""
        new = self.round == 0 and event.word == "kept" and event.seat != self.last_keeper
        self.last_keeper = event.seat if event.word == "kept" else -1
        return new

    def parts(self, event: Event) -> Iterator[Part]:
        """What an event is called; many go without saying."""
        word, seat, number = event.word, event.seat, event.number
        names = [] if event.card is None else [self.card_name(event.card)]
        also = "" if event.cause is None else "also "
        by = f"({self.card_name(event.cause)})" if event.cause not in (None, self.about) else ""
        of_card = f"of {self.card_name(event.cause)}" if by and event.cause is not None else ""
        if word in AIMED:
            if not (word == "imprisoned" and event.cause is None and self._jumped(event)):
                yield self.aimed(AIMED[word], event, by)
        elif word == "placed":
            if self.named is not None:
                yield Part(seat, f"puts it in row {number}")
            else:
                yield Part(seat, f"{also}places", names)
            self.named, self.about = None, event.card
        elif word == "named":
            yield Part(seat, f"{also}places", names)
            self.named = event.card
        elif word == "mutates":
            self.about = event.card
            yield Part(seat, f"{also}mutates", names)
        elif word == "replaced":
            self.named = event.card
        elif word == "brought in":
            yield from self.newcomer(event)
        elif word == "jumps":
            yield self.jump(event, also, by)
        elif word == "activated":
            self.about = event.card
            owner = event.to_zone // SLOTS
            tail = f"of {seat_word(owner)}" if owner != seat else ""
            tail += " with a Dragoon token" if number & DRAGOON_TOKEN else ""
            yield Part(seat, "activates" if number else "uses", names, tail.strip())
        elif word == "tokens spent":
            drawing = event.to_zone - e.HANDS
            tail = "" if drawing == seat else f"for {seat_word(drawing)}"
            yield Part(seat, "spends a token" if number == 1 else "spends two tokens", tail=tail)
        elif word == "drawn":
            yield Part(seat, "draws", names, seen=event.seen)
        elif word == "looked at":
            yield Part(seat, "looks at", names, seen=event.seen)
        elif word == "kept":
            yield Part(seat, "keeps", names, by, seen=event.seen)
        elif word == "found":
            yield Part(seat, "takes", names, OFF_THE_PILE)
        elif word == "paid":
            yield Part(seat, "pays", names)
        elif word == "turned over" or (word == "discarded" and event.from_zone == e.LOOK):
            yield Part(seat, "discards", names, OFF_THE_PILE, brief=True)
        elif word == "discarded":
            yield Part(seat, "discards", names, by)
        elif word == "lost at random":
            yield Part(seat, "loses", names, "from the hand, at random")
        elif word == "stolen":
            yield Part(seat, "takes", names, f"from the hand of {seat_word(event.from_zone - e.HANDS)}")
        elif word == "recovered":
            yield Part(seat, "takes", names, "from the discard pile")
        elif word == "swap begins":
            yield self.aimed("swaps", event, by)
        elif word == "swapped":
            other = self.card_name(number)
            own = event.to_zone // SLOTS == seat
            tail = "" if own else f"of {seat_word(event.to_zone // SLOTS)}"
            yield Part(seat, f"swaps it with{' its own' if own else ''}", [other], tail)
        elif word in CHOICES:
            yield Part(seat, CHOICES[word], tail=of_card)
        else:
            yield from self.short_part(event, names)

    def short_part(self, event: Event, names: list[str]) -> Iterator[Part]:
        """Events that are a verb and perhaps a number."""
        seat, number = event.seat, event.number
        from_card = f"from {names[0]}" if names else ""
        goblin = f"of {seat_word(event.from_zone // SLOTS)} act first"
        clan = CLAN_NAMES[number] if event.word in ("banned", "named clan") else ""
        said = {
            "passed": Part(seat, "passes"),
            "nothing more": Part(seat, f"{'mutates' if number else 'places'} nothing more"),
            "no more taken": Part(seat, "takes no more"),
            "tokens back": Part(seat, f"takes {counted(number, 'token')} back", tail=from_card),
            "Dragoon tokens taken": Part(seat, f"takes {counted(number, 'Dragoon token')}"),
            "victory points": Part(seat, f"earns {number} VP"),
            "Advantage moved": Part(seat, "gets the Advantage token"),
            "chosen X": Part(seat, f"chooses X = {number}"),
            "named clan": Part(seat, f"names the {clan}"),
            "goes first": Part(seat, "lets", names, goblin),
            "banned": Part(seat, f"bans the {clan}"),
            "mulligan": Part(seat, "has no Bakuto and throws the hand"),
            "mulligan declined": Part(seat, "keeps a hand without a Bakuto", private=True),
            "shuffled": Part(self._acting(), "shuffles the discard pile into a new draw pile"),
        }
        if self.game.num_players > 2:
            said["chosen seat"] = Part(seat, f"chooses {seat_word(number)}")
        if event.word in said:
            yield said[event.word]

    def _acting(self) -> int:
        """Whose deed the line tells."""
        return self._open[0].seat if self._open else self._line_seat

    def _jumped(self, event: Event) -> bool:
        """Whether a goblin is imprisoned because it jumped in vain, which needs no words."""
        told = [part for part in self._open if part.tail.endswith("in vain")]
        return bool(told) and event.card is not None and self.card_name(event.card) in told[-1].cards

    def jump(self, event: Event, also: str, by: str) -> Part:
        """A Shadow Jump, in vain until a newcomer is there."""
        assert event.card is not None
        self.named = None
        if event.cause in (None, event.card):
            self.about = event.card
            return Part(event.seat, "jumps with", [self.card_name(event.card)], "in vain")
        part = self.aimed("lets", event, by)
        part.tail = f"{part.tail} jump in vain".strip()
        return part

    def newcomer(self, event: Event) -> Iterator[Part]:
        """The second half of a mutation, or of a Shadow Jump."""
        assert event.card is not None
        zombie = self.named in self.zombies
        self.named, self.about = None, event.card
        name = self.card_name(event.card)
        if event.from_zone == e.DECK:
            jump = next(part for part in reversed(self._open) if part.tail.endswith("in vain"))
            jump.tail = jump.tail.removesuffix("in vain") + f"into {name}"
            return
        pile = "discard pile" if event.from_zone == e.DISCARD else "hand"
        yield Part(event.seat, "brings in", [name], f"from the {pile}" if zombie else "")

    # The battle and the end.

    def tell_battle(self, fought: Sequence[Event], armies: Armies, holder: int) -> None:
        """The strengths of the armies, and who earns the VP."""
        strengths = [event.number for event in fought if event.word == "strength"]
        earners = [event.seat for event in fought if event.word == "victory points"]
        told = verdict(strengths, earners, self.teams)
        self.remark_battle(told, armies, strengths, {holder: f" {ADVANTAGE_SIGN}"})

    def title(self, winners: Sequence[int]) -> str:
        title = super().title(winners)
        return title.replace("share the victory", "win") if self.teams else title

    def how(self) -> str:
        ending, name = self.game.ending
        if name is None:
            points = max(int(self.game.state.victory_points[seat]) for seat in self.game.winners)
            return f"{points} VP after the Great Battle of round {self.round}."
        if ending == "victory_point":
            return f"{name} gave the third VP in the middle of round {self.round}."
        card = self.cards[self.cards.kind(name)]
        rules = " ".join(global_text(bound) for bound in card.globals if v.GLOBALS[bound.which].startswith("win_"))
        return f"A special victory, by {name} as round {self.round} began. {rules}"

    # The game as it stands.

    def score(self, seat: int) -> str:
        return stars(int(self.game.state.victory_points[seat]), gosu_rules(self.game).size.victory_points)

    def round_title(self) -> str:
        return f"Round {self.round} · {seat_word(int(self.game.state.advantage))} holds the Advantage token"

    def heading(self, hands: bool) -> Iterator[tuple[str, str]]:
        for seat, player in enumerate(self.game.to_json()["players"]):
            told = f"hand{HARD_SPACE}{len(player['hand'])}"
            if hands and player["hand"]:
                told += ": " + ", ".join(player["hand"])
            if player.get("dragoons"):
                told = f"{DRAGOON_SIGN * player['dragoons']} {told}"
            yield f"{seat_word(seat)} {self.score(seat)}", told

    def styled(self, words: str, style: str = "") -> Text:
        """Words with every card in the colour of its clan and every seat in its own."""
        text = super().styled(words, style)
        text.highlight_regex(self.name_pattern, lambda name: CLAN_STYLES[self.clans[name]])
        for clan, name in enumerate(CLAN_NAMES):
            text.highlight_words([name], CLAN_STYLES[clan])
        text.highlight_regex(r"★|earns \d VP|Advantage token", "yellow")
        return text
