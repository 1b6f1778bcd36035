"""The events of GOSU X in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.text import Text

from gosu_env.armies import log, told_armies
from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.state import NO_PLACE
from gosu_env.engine.events import Event
from gosu_env.engine.game import Game
from gosu_env.gosux import events as e
from gosu_env.gosux.cards import CLAN_NAMES, LEVEL_NAMES
from gosu_env.gosux.colours import BOUNTY_SIGN, CLAN_STYLES, NO_SUPREMACY_SIGN, SUPREMACY_SIGN, WONDER_SIGN
from gosu_env.gosux.ruleset import x_rules
from gosu_env.gosux.state import CANCELS_LOSS, LARGE_VICTORY, NOBODY, SUPREMACY
from gosu_env.gosux.text import NOUNS
from gosu_env.render.colours import HARD_SPACE
from gosu_env.render.log import Part, counted, seat_word

AIMED = {
    "captured": "captures",
    "destroyed": "destroys",
    "freed": "frees",
    "lifted": "puts",
    "swap begins": "swaps",
    "bounty moved": "puts the Bounty token on",
}
OFF_THE_DECK = "off the deck"


def crowns(tokens: int) -> str:
    """Supremacy tokens, and those that are missing."""
    return SUPREMACY_SIGN * tokens + NO_SUPREMACY_SIGN * max(SUPREMACY - tokens, 0)


def verdict(strengths: Sequence[int], winners: Sequence[int]) -> str:
    """How a Great Battle ends (X-7.1)."""
    high, low = max(strengths), min(strengths)
    if high > low:
        return f"{seat_word(winners[0])} is stronger, {high} against {low}, and takes a Supremacy token."
    if len(winners) == 1:
        return f"Both are level at {high}; the Wonder token decides for {seat_word(winners[0])}."
    return f"Both are level at {high} and take a Supremacy token each."


class Armies(told_armies.Armies):
    """The armies, moved by events of GOSU X."""

    beyond = e.DECKS

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.bounty = int(game.state.bounty)

    def move(self, event: Event) -> None:
        a, b = event.from_zone, event.to_zone
        if event.word == "swapped":
            self.swap(a, b)
            self.bounty = {a: b, b: a}.get(self.bounty, self.bounty)
        elif event.word == "activated":
            self.tokens[a] = self.tokens.get(a, 0) + 1
        elif event.word == "tokens back" and event.card is not None:
            self.tokens[a] = self.tokens.get(a, 1) - 1
        elif event.word == "captured":
            self.turn_down(a)
        elif event.word == "freed":
            self.down.discard(a)
        elif event.word == "song":
            self.down.clear()
        elif event.word == "bounty moved":
            self.bounty = a
        else:
            self.carry(event)
            self.bounty = NO_PLACE if self.bounty not in self.kinds else self.bounty

    def mark(self, place: int) -> Text:
        text = Text("")
        if self.tokens.get(place, 0) > 0:
            text.append(f" {TOKEN_SIGN * self.tokens[place]}", "yellow")
        return text.append(f" {BOUNTY_SIGN}", "magenta") if place == self.bounty else text


class Scribe(log.Scribe):
    """Tells games of GOSU X."""

    styles = CLAN_STYLES
    legend = (
        f"[Timer] captured · Timer {TOKEN_SIGN} with a token · {BOUNTY_SIGN} Bounty token · {WONDER_SIGN} Wonder token"
        f" · {SUPREMACY_SIGN} Supremacy token"
    )

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.cards = x_rules(game).cards
        self.clans = {card.name: card.clan for card in self.cards.cards}
        names = sorted(self.clans, key=len, reverse=True)
        ends = r"(?<!\w)(?:" + "|".join(map(re.escape, names)) + r")(?!\w)"
        self.name_pattern = re.compile(ends)
        self.about: int | None = None  # the card that the turn is about
        self.extra = bool(game.state.in_extra_turn)  # the next turn is an extra turn
        self.last: Event | None = None

    def tell(self, before: Game, events: Sequence[Event]) -> None:
        armies, wonder = Armies(before), int(before.state.wonder)
        begins = False
        i = 0
        while i < len(events):
            event = events[i]
            i += 1
            armies.move(event)
            if event.word == "strength":
                fought = [event]
                while i < len(events) and events[i].word in ("strength", "supremacy"):
                    fought.append(events[i])
                    i += 1
                self.tell_battle(fought, armies, wonder)
            elif event.word == "round begins":
                self.end_line()
                self.round = event.number
            elif event.word == "song":
                self.remark("The Song of the Dead: captured cards are freed, and half of each army is sacrificed.")
            elif event.word == "turn begins":
                begins, self.about = True, None
                if self.extra:
                    self.add(Part(event.seat, "has an extra turn", begins=True))
                    begins = self.extra = False
            elif event.word == "extra turn":
                self.extra = True
            else:
                if event.word in ("wonder taken", "wonder spent"):
                    wonder = event.seat if event.word == "wonder taken" else NOBODY
                for part in self.parts(event):
                    part.begins, begins = begins or self.begins_by_itself(event), False
                    self.add(part)
                self.last = event

    def begins_by_itself(self, event: Event) -> bool:
        """Before the first round, every pick and every hand is a line of its own."""
        if event.word == "dealt":
            return self.last is None or (self.last.word, self.last.seat) != ("dealt", event.seat)
        return event.word in ("picked", "mulligan", "mulligan declined")

    def parts(self, event: Event) -> Iterator[Part]:
        """What an event is called; what goes without saying has no words."""
        word, seat = event.word, event.seat
        names = [] if event.card is None else [self.card_name(event.card)]
        by = f"({self.card_name(event.cause)})" if event.cause not in (None, self.about) else ""
        if word in AIMED:
            yield self.aimed(AIMED[word], event, "on top of the deck" if word == "lifted" else "", by)
        elif word == "placed":
            self.about = event.card
            where = self.origin(event.from_zone)
            where += f" in row {event.number}" if len(self.cards[event.card or 0].levels) > 1 else ""
            yield Part(seat, "places", names, where.strip())
        elif word == "shifts":
            self.about = event.card
            yield Part(seat, "shifts", names)
        elif word == "brought in":
            self.about = event.card
            yield Part(seat, "brings in", names, self.origin(event.from_zone))
        elif word == "activated":
            self.about = event.card
            yield Part(seat, "activates", names)
        elif word == "swapped":
            yield Part(seat, "swaps it with", [self.card_name(event.number)])
        elif word == "discarded":
            yield Part(seat, "discards", names, OFF_THE_DECK if event.from_zone == e.LOOK else by)
        elif word == "milled":
            yield Part(seat, "discards", names, f"{OFF_THE_DECK} {by}".strip(), brief=True)
        elif word in ("drawn", "dealt"):
            yield Part(seat, "draws", names, seen=event.seen)
        elif word == "found":
            where = OFF_THE_DECK if event.from_zone == e.DECKS + seat else ""
            yield Part(seat, "takes", names, where, seen=event.seen)
        elif word == "recovered":
            where = "from those removed from the game" if event.from_zone == e.REMOVED else "from the discard"
            yield Part(seat, "takes", names, where)
        elif word == "shuffled":
            said = "shuffles the discard into a new deck" if event.from_zone >= e.DISCARDS else "shuffles the deck"
            yield Part(seat, said)
        else:
            yield from self.short_part(event, names, by)

    def short_part(self, event: Event, names: list[str], by: str) -> Iterator[Part]:
        """Events that are a verb and perhaps a card or a number."""
        seat, number = event.seat, event.number
        clan = CLAN_NAMES[number] if event.word in ("picked", "named clan", "tile turned") else ""
        level = NOUNS.plural(LEVEL_NAMES[number - 1]) if event.word == "named level" else ""
        from_card = f"from {names[0]}" if names else ""
        whom = "itself" if number == seat else seat_word(number)
        lost = "the loss" if number == CANCELS_LOSS else "the activation"
        back = "into the deck"
        said = {
            "picked": Part(seat, f"picks {clan}"),
            "mulligan": Part(seat, "takes a new opening hand"),
            "mulligan declined": Part(seat, "keeps the opening hand"),
            "shown": Part(seat, "shows", names),
            "paid": Part(seat, "pays", names),
            "wonder spent": Part(seat, "spends the Wonder token"),
            "wonder taken": Part(seat, "takes the Wonder token"),
            "echo": Part(seat, "repeats", names, "(Echo)"),
            "cancelled": Part(seat, f"cancels {lost}"),
            "not cancelled": Part(seat, f"lets {lost} happen", private=True),
            "sacrificed": Part(seat, "sacrifices", names, by),
            "bounty": Part(seat, "collects the Bounty"),
            "bounty declined": Part(seat, "draws nothing for the Bounty"),
            "copied": Part(seat, "copies", names),
            "revealed": Part(seat, "reveals", names),
            "put on top": Part(seat, "puts", names, "on top of the deck"),
            "put below": Part(seat, "puts", names, "at the bottom of the deck"),
            "put back": Part(seat, "shuffles", names, back),
            "removed": Part(seat, "removes", names, f"from the game {by}".strip()),
            "named card": Part(seat, "forbids", names),
            "named clan": Part(seat, f"names {clan}"),
            "named level": Part(seat, f"names {level}"),
            "chosen seat": Part(seat, f"chooses {whom}"),
            "tokens spent": Part(seat, "spends a token" if number == 1 else "spends two tokens"),
            "tokens back": Part(seat, f"takes back {counted(number, 'token')}", tail=from_card),
            "unlocked": Part(seat, "unlocks a token", tail=by),
            "tile turned": Part(seat, f"turns the tile of {clan}"),
            "passed": Part(seat, "has no turns left" if number else "passes"),
            "goes first": Part(seat, "lets", names, "act first"),
            "effect used": Part(seat, "uses the effect", tail=by),
            "effect forgone": Part(seat, "forgoes the effect", tail=by),
            "no more taken": Part(seat, "takes no more"),
            "hand seen": Part(1 - seat, f"looks at the hand of {seat_word(seat)}"),
            "lost": Part(max(seat, 0), "does more than can be told"),
        }
        if event.word in said:
            yield said[event.word]

    @staticmethod
    def origin(zone: int) -> str:
        """Where a card comes from, if not from the hand."""
        return "from the discard" if e.DISCARDS <= zone < e.HANDS else ""

    # The battle and the end.

    def tell_battle(self, fought: Sequence[Event], armies: Armies, wonder: int) -> None:
        """The strengths of the armies, and who takes a Supremacy token."""
        strengths = [event.number for event in fought if event.word == "strength"]
        winners = [event.seat for event in fought if event.word == "supremacy"]
        told = verdict(strengths, winners)
        self.remark_battle(told, armies, strengths, {wonder: f" {WONDER_SIGN}"})

    def how(self) -> str:
        ending, name = self.game.ending
        if len(self.game.winners) > 1:
            return "Both took the second Supremacy token in one battle."
        return {
            "supremacy": f"The second Supremacy token, in the Great Battle of round {self.round}.",
            "fifth token": f"A fifth activation token was unlocked in round {self.round}.",
            "fifteen cards": f"An army of fifteen cards stood face up in round {self.round}.",
            "goan sul": f"The Great Battle of round {self.round} was won by {LARGE_VICTORY} or more, under Goan Sul.",
            "justice": f"The third tile was turned by {name} in round {self.round}.",
        }.get(ending, super().how())

    # The game as it stands.

    def score(self, seat: int) -> str:
        return crowns(int(self.game.state.supremacy[seat]))

    def round_title(self) -> str:
        return f"Round {self.round} · {seat_word(int(self.game.state.first_seat))} begins"

    def heading(self, hands: bool) -> Iterator[tuple[str, str]]:
        for seat, player in enumerate(self.game.to_json()["players"]):
            clans = [CLAN_NAMES[clan] for clan in range(len(CLAN_NAMES)) if self.game.state.clan_owner[clan] == seat]
            told = f"{', '.join(clans)} · hand{HARD_SPACE}{len(player['hand'])}"
            if hands and player["hand"]:
                told += ": " + ", ".join(player["hand"])
            yield f"{seat_word(seat)} {self.score(seat)}", told

    def styled(self, words: str, style: str = "") -> Text:
        """Words with every card in the colour of its clan and every seat in its own."""
        text = super().styled(words, style)
        for clan, name in enumerate(CLAN_NAMES):
            text.highlight_words([name], CLAN_STYLES[clan])
        text.highlight_regex(self.name_pattern, lambda name: CLAN_STYLES[self.clans[name]])
        text.highlight_regex(rf"{SUPREMACY_SIGN}|Supremacy token|Wonder token", "yellow")
        return text
