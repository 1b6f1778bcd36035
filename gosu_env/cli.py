"""The command ``gosu``: look at the cards, watch a game, measure the speed."""

from __future__ import annotations

import difflib
import os
import re
import textwrap
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gosu_env import Game, GosuError, OptionError, __version__
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import CLAN_NAMES, Card, CardSet, load_cards
from gosu_env.gosu.language import CLAN_WORDS, nearest
from gosu_env.gosu.text import CLAN_ADJECTIVES, card_text, global_text

CLAN_STYLES = ("white", "green", "bright_black", "bright_blue", "red")  # G-1.2
SEAT_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold dark_orange")
VALUES = (2, 3, 5)  # G-1.3
VICTORY = 3  # G-7.3
TOKEN = "●"
ADVANTAGE = "◆"
HARD_SPACE = "\u00a0"

app = typer.Typer(
    help="GOSU on the command line.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    app()


@contextmanager
def told_errors() -> Iterator[None]:
    """An error of this package is one red line and exit code 2."""
    try:
        yield
    except GosuError as error:
        Console(stderr=True, highlight=False, soft_wrap=True).print(Text(f"gosu: {error}", style="red"))
        raise typer.Exit(2) from None


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gosu-env {__version__}")
        raise typer.Exit


@app.callback()
def gosu(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """GOSU, the card game of goblin armies, on the command line."""


# ------------------------------------------------------------------------------------------------ gosu cards


def find_clan(word: str) -> int:
    """The number of a clan by its word, its name or the beginning of either."""
    folded = word.strip().casefold()
    for clan, names in enumerate(zip(CLAN_WORDS, CLAN_NAMES, strict=True)):
        if folded and any(name.casefold().startswith(folded) for name in names):
            return clan
    raise OptionError(f"unknown clan {word!r}; {nearest(folded, list(CLAN_WORDS))}")


def find_card(cards: CardSet, name: str) -> Card:
    """A card by its name, in capitals or not."""
    names = {card.name.casefold(): card for card in cards.cards}
    folded = name.strip().casefold()
    if folded in names:
        return names[folded]
    close = difflib.get_close_matches(folded, names, 1, 0.5)
    hint = f"did you mean {names[close[0]].name!r}?" if close else "'gosu cards' lists them all"
    raise OptionError(f"no card named {name!r}; {hint}")


def ability_words(card: Card) -> set[str]:
    """The words of the card language that a card is written with."""
    words = {v.TRIGGERS[trigger] for trigger in card.programs} | {v.GLOBALS[bound.which] for bound in card.globals}
    words |= {v.EFFECTS[step.op] for program in card.programs.values() for step in program}
    words |= {"zombie"} if card.zombie else set()
    words |= {"global"} if card.globals else set()
    return {word.replace("_", " ") for word in words}


def cards_with(cards: CardSet, ability: str) -> list[Card]:
    """The cards that have an ability: a word of the card language, or any piece of their text."""
    wanted = ability.strip().casefold().replace("_", " ")
    found = [card for card in cards.cards if wanted in ability_words(card) or wanted in card_text(card).casefold()]
    if not found or not wanted:
        words = sorted({word for card in cards.cards for word in ability_words(card)})
        raise OptionError(f"no card has {ability!r}; {nearest(wanted, words)}")
    return found


def mutation_sign(card: Card) -> str:
    return "–" if card.mutation is None else str(card.mutation)


TEXT_LABELS = re.compile(
    r"(?:Enters play(?: and mutates)?|Mutates|Destroyed|Activated|When [a-z ]+|Global):|Zombie mutation\."
)


def shown_text(card: Card) -> Text:
    """What a card says, its triggers set off."""
    text = Text(card_text(card) or "–")
    text.highlight_regex(TEXT_LABELS, "bold")
    return text


def cards_table(cards: Sequence[Card], provenance: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, header_style="bold")
    table.add_column("Name", no_wrap=True)
    table.add_column("Clan", no_wrap=True)
    table.add_column("Level", no_wrap=True)
    table.add_column("Copies", justify="right", no_wrap=True)
    table.add_column("Value", justify="right", no_wrap=True)
    table.add_column("Mut.", justify="right", no_wrap=True)
    table.add_column("Text", overflow="fold")
    last: Card | None = None
    for card in sorted(cards, key=lambda card: (card.clan, card.level)):
        if last is not None and last.clan != card.clan:
            table.add_section()
        last = card
        words = shown_text(card)
        if provenance:
            words = Text.assemble(words, "\n", (card.provenance, "dim italic"))
        style = CLAN_STYLES[card.clan]
        table.add_row(
            Text(card.name, f"bold {style}"),
            Text(CLAN_ADJECTIVES[card.clan], style),
            f"{card.level} {card.level_name}",
            str(card.copies),
            str(VALUES[card.level - 1]),
            mutation_sign(card),
            words,
        )
    return table


def card_panel(card: Card) -> Panel:
    style = CLAN_STYLES[card.clan]
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row("Clan", Text(card.clan_name, style))
    facts.add_row("Level", f"{card.level}, {card.level_name}")
    facts.add_row("Copies", str(card.copies))
    facts.add_row("Value", str(VALUES[card.level - 1]))
    price = {None: "none: it cannot mutate", 0: "0: for free", 1: "1 card"}
    facts.add_row("Mutation", price.get(card.mutation, f"{card.mutation} cards"))
    words = TEXT_LABELS.sub(lambda label: f"\n{label[0]}", card_text(card)).strip() or "It has no ability."
    text = Text(re.sub(r" +\n", "\n", words))
    text.highlight_regex(TEXT_LABELS, "bold")
    facts.add_row("", "")
    facts.add_row("Text", text)
    facts.add_row("", "")
    facts.add_row("Provenance", Text(card.provenance, "italic"))
    title = Text(f" {card.name} ", f"bold {style}")
    return Panel(facts, title=title, title_align="left", border_style=style, padding=(1, 2), width=76, box=box.ROUNDED)


@app.command("cards")
def show_cards(
    name: Annotated[str | None, typer.Argument(help="Show this one card.", show_default=False)] = None,
    *,
    clan: Annotated[str | None, typer.Option(help="Only a clan: ancient, alpha, dark, meka or fire.")] = None,
    level: Annotated[int | None, typer.Option(min=1, max=3, help="Only a level: 1 Bakuto, 2 Hero, 3 Ōzeki.")] = None,
    ability: Annotated[str | None, typer.Option(help="Only cards that do this: destroy, draw, zombie, win …")] = None,
    file: Annotated[str | None, typer.Option(help="A card file of your own.", metavar="TOML")] = None,
    provenance: Annotated[bool, typer.Option("--provenance", help="Also say where each card comes from.")] = False,
) -> None:
    """Browse the card set."""
    console = Console(highlight=False)
    with told_errors():
        cards = load_cards(file)
        if name is not None:
            console.print(card_panel(find_card(cards, name)), width=min(76, console.width))
            return
        shown = list(cards.cards) if ability is None else cards_with(cards, ability)
        if clan is not None:
            number = find_clan(clan)
            shown = [card for card in shown if card.clan == number]
        shown = [card for card in shown if level in (None, card.level)]
    if not shown:
        console.print("No card of the set is all of that.")
        return
    console.print(cards_table(shown, provenance))
    copies = sum(card.copies for card in shown)
    what = "card" if len(shown) == 1 else "different cards"
    console.print(Text(f"{len(shown)} {what}, {copies} with copies · {cards.name}", "dim"))


# ------------------------------------------------------------------------------------------------ gosu watch: facts


Json = dict[str, Any]
Slot = tuple[int, int, int]  # seat, row, column

AIMED = re.compile(r"(?P<verb>.+?) (?P<who>me|opp\d+) (?P<row>\d)\.(?P<column>\d)(?: \((?P<card>.*)\))?")
OWN_SLOT = re.compile(r"(?P<verb>mutate|activate) (?P<row>\d)\.(?P<column>\d)(?: \((?P<card>.*)\))?")


def seat_word(seat: int) -> str:
    return f"seat{HARD_SPACE}{seat}"


def listed(words: Sequence[str]) -> str:
    """A, B and C."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def counted(number: int, noun: str = "card") -> str:
    return f"a {noun}" if number == 1 else f"{number} {noun}s"


@dataclass
class Part:
    """One thing that a seat does in a turn: "destroys", Cog, "of seat 0"."""

    seat: int
    verb: str
    cards: list[str] = field(default_factory=list)
    tail: str = ""
    secret: bool = False  # the names are not for everybody

    def words(self, names: bool) -> str:
        middle = ""
        if self.cards:
            middle = " " + (counted(len(self.cards)) if self.secret and not names else listed(self.cards))
        return f"{self.verb}{middle}{' ' if self.tail else ''}{self.tail}"


class Ledger:
    """What changed on the table between two moments; what the words already tell is struck off, the rest is told."""

    def __init__(self, before: Json, after: Json) -> None:
        self.before, self.after = before, after
        self.seats = range(before["num_players"])
        self.hands = [Counter[str](after["players"][seat]["hand"]) for seat in self.seats]
        for seat in self.seats:
            self.hands[seat].subtract(before["players"][seat]["hand"])
        self.pile = Counter[str](after["discard"])
        self.pile.subtract(before["discard"])
        self.tokens = [after["players"][s]["tokens"] - before["players"][s]["tokens"] for s in self.seats]
        self.vp = [after["players"][s]["vp"] - before["players"][s]["vp"] for s in self.seats]
        old, new = self._slots(before), self._slots(after)
        self.slots = {slot: (old.get(slot), new.get(slot)) for slot in old | new if old.get(slot) != new.get(slot)}

    @staticmethod
    def _slots(table: Json) -> dict[Slot, Json]:
        return {
            (seat, row, column): card
            for seat, player in enumerate(table["players"])
            for row, cards in enumerate(player["army"])
            for column, card in enumerate(cards)
        }

    # What an action says by itself.

    def from_hand(self, seat: int, card: str) -> None:
        self.hands[seat][card] += 1

    def to_hand(self, seat: int, card: str) -> None:
        self.hands[seat][card] -= 1

    def from_pile(self, card: str) -> None:
        self.pile[card] += 1

    def to_pile(self, card: str) -> None:
        self.pile[card] -= 1

    def drop(self, slot: Slot) -> None:
        self.slots.pop(slot, None)

    def drop_arrival(self, seat: int, card: str) -> Json | None:
        """A card came to the army; the one that stood in its slot."""
        for slot, (old, new) in list(self.slots.items()):
            if slot[0] == seat and new is not None and new["card"] == card and (old is None or old["card"] != card):
                self.drop(slot)
                return old
        return None

    # The rest, told.

    def rest(self, actor: int, new_round: bool) -> list[Part]:
        """Everything not struck off. At a new round tokens and prisoners return, which needs no words."""
        parts = self._army_parts(new_round) + self._hand_parts(actor)
        for seat in self.seats:
            if self.tokens[seat] > 0 and not new_round:
                parts.append(Part(seat, f"takes {counted(self.tokens[seat], 'token')} back"))
            if self.vp[seat] > 0:
                parts.append(Part(seat, f"earns {self.vp[seat]} VP"))
        if self.after["advantage"] != self.before["advantage"]:
            parts.append(Part(self.after["advantage"], "gets the Advantage token"))
        return parts

    def _army_parts(self, new_round: bool) -> list[Part]:
        parts: list[Part] = []
        for (seat, _, _), (old, new) in self.slots.items():
            if old is None or (new is not None and new["card"] != old["card"]):
                continue
            card = old["card"]
            if new is None and self.pile[card] > 0:
                self.pile[card] -= 1
                parts.append(Part(seat, "loses", [card]))
            elif new is None:
                self.hands[seat][card] -= 1
                parts.append(Part(seat, "returns", [card], "to the hand"))
            elif old["face_up"] != new["face_up"] and not new_round:
                parts.append(Part(seat, f"{'releases' if new['face_up'] else 'imprisons'} its own", [card]))
        return parts

    def _hand_parts(self, actor: int) -> list[Part]:
        parts: list[Part] = []
        for seat in self.seats:
            lost = [card for card, change in self.hands[seat].items() for _ in range(-change)]
            for card in sorted(lost):
                thief = next((other for other in self.seats if self.hands[other][card] > 0), None)
                if thief is not None:
                    self.hands[thief][card] -= 1
                    parts.append(Part(thief, "takes", [card], f"from the hand of {seat_word(seat)}"))
                else:
                    self.pile[card] -= 1
                    parts.append(Part(seat, "loses", [card], "from the hand, at random"))
        order = [*range(actor, len(self.seats)), *range(actor)] if actor >= 0 else list(self.seats)
        drawn = 0
        for seat in order:
            gained = sorted(card for card, change in self.hands[seat].items() for _ in range(change))
            drawn += len(gained)
            if gained:
                parts.append(Part(seat, "draws", gained, secret=True))
        turned = sorted(card for card, change in self.pile.items() for _ in range(change))
        looked = self.before["deck"] - self.after["deck"] - drawn - len(turned)
        if self.after["deck"] > self.before["deck"] or any(change < 0 for change in self.pile.values()):
            parts.append(Part(actor, "shuffles the discard pile into a new draw pile"))
        elif turned and len(turned) <= 5:
            parts.append(Part(actor, "discards", turned, "off the draw pile"))
        elif turned:
            parts.append(Part(actor, f"discards {len(turned)} cards off the draw pile"))
        if looked > 0 and self.after["decision"]["kind"] == "keep":
            parts.append(Part(self.after["seat"], f"looks at {counted(looked)}"))
        return parts


# ------------------------------------------------------------------------------------------------ gosu watch: the story


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


class Story:
    """Tells a game as it is played: one line for a turn, the armies before each Great Battle, the end."""

    def __init__(self, console: Console, game: Game, cards: CardSet, hands: bool, delay: float = 0.0) -> None:
        self.console = console
        self.game = game
        self.cards = cards
        self.hands = hands
        self.delay = delay
        self.clans = {card.name: card.clan for card in cards.cards}
        names = sorted(self.clans, key=len, reverse=True)
        self.name_pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, names)) + r")\b")
        self.table = game.to_json()
        self.line_seat = -1
        self.line_card = ""  # the card that the line is about
        self.parts: list[Part] = []
        self.newcomer = ""
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
            if seat == self.last_turn and not all(p["passed"] for s, p in enumerate(before["players"]) if s != seat):
                self.parts.append(Part(seat, "has an extra turn"))
            self.last_turn = seat
        if not self.parts:
            self.line_seat, self.line_card = seat, ""
        now = after if eve is None else eve.to_json()
        answer = Answer(before, now, words, forced, Ledger(before, now))
        for part in self._tell(answer) + answer.ledger.rest(seat, now["round"] > before["round"]):
            self._add(part)
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
            self._add(part)
            self.end_line()

    def _tell(self, answer: Answer) -> list[Part]:
        """An answer in words; what it says is struck off the ledger."""
        seat, kind, words, ledger = answer.seat, answer.kind, answer.words, answer.ledger
        card = words.partition(" ")[2]
        source = self._source(answer.before)
        by_card = f"({source})" if source not in ("", self.line_card) else ""
        if kind in ("main", "place_again", "mutate_again"):
            return [self._tell_action(answer)]
        if kind in ("newcomer", "source"):
            return self._tell_newcomer(answer)
        if kind in ("target", "swap_with", "order"):
            return self._tell_aim(answer, by_card)
        if kind == "mulligan":
            if words != "yes":
                return [Part(seat, "keeps a hand without a Bakuto")]
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
        tail = {
            "seat": lambda: f"chooses {seat_word(self._absolute(seat, card))}",
            "number": lambda: f"chooses X = {card}",
            "clan": lambda: f"names the {card}",
            "recover": lambda: "takes no more",
        }
        return [Part(seat, tail[kind]() if kind in tail else f"answers {words}")]

    def _tell_action(self, answer: Answer) -> Part:
        """One of the actions of a turn, or the further placing or mutating that a card allows."""
        seat, words, ledger = answer.seat, answer.words, answer.ledger
        also = "" if answer.kind == "main" else "also "
        if found := OWN_SLOT.fullmatch(words):
            self.line_card = found["card"]
            if found["verb"] == "activate":
                ledger.tokens[seat] += 1
            return Part(seat, f"{also}{found['verb']}s", [found["card"]])
        verb, _, what = words.partition(" ")
        if verb == "place":
            self.line_card = what
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
        return Part(seat, f"can {deed} nothing more" if answer.forced else f"{deed}s nothing more")

    def _tell_newcomer(self, answer: Answer) -> list[Part]:
        """The second half of a mutation: it goes into the part that began it."""
        seat, ledger = answer.seat, answer.ledger
        if answer.kind == "newcomer":
            self.newcomer = answer.words.removeprefix("bring in ")
            if answer.after["decision"]["kind"] == "source":
                return []
        card = self.newcomer
        if answer.kind == "source":
            from_pile = answer.words == "yes"
        else:
            from_pile = card not in answer.before["players"][seat]["hand"]
        if from_pile:
            ledger.from_pile(card)
        else:
            ledger.from_hand(seat, card)
        old = ledger.drop_arrival(seat, card)
        if old is not None:
            ledger.to_pile(old["card"])
        self.line_card = card
        tail = f"into {card}" + (" from the discard pile" if from_pile else "")
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
        owner = self._absolute(seat, found["who"])
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
        ledger.drop(slot)
        if verb == "destroy":
            ledger.to_pile(card)
        elif verb == "return":
            ledger.to_hand(owner, card)
        return [Part(seat, f"{verb}s{own}", [card], tail)]

    def _absolute(self, seat: int, who: str) -> int:
        """The seat that "me" or "opp1" is for a decider."""
        return (seat + (0 if who == "me" else int(who.removeprefix("opp")))) % self.game.num_players

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

    def _add(self, part: Part) -> None:
        """Add to the line; like follows like: discards A, discards B is discards A and B."""
        last = self.parts[-1] if self.parts else None
        if (
            last
            and part.cards
            and last.cards
            and (last.seat, last.verb, last.tail) == (part.seat, part.verb, part.tail)
        ):
            last.cards += part.cards
        else:
            self.parts.append(part)

    def end_line(self) -> None:
        """Print the line told so far."""
        if not self.parts:
            return
        told = [
            ("" if part.seat == self.line_seat else f"{seat_word(part.seat)} ") + part.words(self.hands)
            for part in self.parts
        ]
        self.print_hanging(seat_word(self.line_seat), f"{HARD_SPACE}· ".join(told))
        self.parts = []
        time.sleep(self.delay)

    def opening(self, title: str) -> None:
        self.console.print(Text.assemble(("GOSU", "bold"), f"  {title}"))
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
            self.print_hanging(f"{seat_word(seat)} {self.stars(player['vp'])}", hand)
        self.console.print()

    @staticmethod
    def stars(points: int) -> str:
        return "★" * points + "☆" * max(VICTORY - points, 0)

    # The battle and the end.

    def army(self, seat: int, player: Json, strength: int, holder: bool) -> RenderableType:
        """An army as a small grid, Bakutos at the bottom."""
        title = self.styled(f"{seat_word(seat)}{f' {ADVANTAGE}' if holder else ''} · strength {strength}")
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
        return text.append(f" {TOKEN}", "yellow") if card["token"] else text

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
        for line in lines:
            grid = Table.grid(padding=(0, gap, 0, 0))
            for _ in line:
                grid.add_column(vertical="bottom")
            grid.add_row(*line)
            self.console.print(Padding(grid, (0, 0, 0, 2), expand=False))

    @staticmethod
    def strengths(game: Game) -> list[int]:
        return [int(number) for number in re.findall(r"^Seat \d.*?strength (-?\d+)", game.describe(), re.M)]

    def battle(self, eve: Game, after: Json) -> list[int]:
        """The armies, their strengths, and who earns the VP; the seats that earned one."""
        self.fought = True
        table, strengths = eve.to_json(), self.strengths(eve)
        self.console.print()
        self.console.print(self.styled(f"  Great Battle of round {table['round']}", "bold"))
        holder = table["advantage"]
        self.side_by_side(
            [self.army(seat, player, strengths[seat], seat == holder) for seat, player in enumerate(table["players"])]
        )
        best = max(strengths)
        tied = [seat for seat, strength in enumerate(strengths) if strength == best]
        earners = [seat for seat in tied if after["players"][seat]["vp"] > table["players"][seat]["vp"]]
        names = listed([seat_word(seat) for seat in tied])
        if len(tied) == 1:
            verdict = f"{names} is the strongest with {best} and earns a VP."
        elif not earners:
            verdict = f"{names} are level at {best}, and a tie earns nobody a VP."
        elif len(earners) == 1:
            verdict = f"{names} are level at {best}; the Advantage token gives the VP to {seat_word(earners[0])}."
        else:
            verdict = f"{names} are level at {best} and earn a VP each."
        standing = " · ".join(
            f"{seat_word(seat)} {self.stars(table['players'][seat]['vp'] + (seat in earners))}"
            for seat in range(table["num_players"])
        )
        self.print_hanging("⚔", verdict)
        self.print_hanging(" ", standing)
        time.sleep(self.delay)
        return earners

    def ending(self, seed: int, decisions: int) -> None:
        """Who won, and how."""
        table = self.table
        last = self.game.describe().splitlines()[-1]
        found = re.search(r" by (.+)\.$", last)
        card = next((card for card in self.cards.cards if found and card.name == found[1]), None)
        winners = table["winners"]
        points = max((table["players"][seat]["vp"] for seat in winners), default=0)
        title = last
        if winners:
            names = listed([seat_word(seat) for seat in winners])
            title = f"{names} {'wins' if len(winners) == 1 else 'share the victory'}"
        if not winners:
            how = "The game went on for too long."
        elif card is None:
            how = f"{points} VP after the Great Battle of round {table['round']}."
        elif points >= VICTORY:
            how = f"{card.name} gave the third VP in the middle of round {table['round']}."
        else:
            rules = " ".join(global_text(bound) for bound in card.globals if v.GLOBALS[bound.which].startswith("win_"))
            how = f"A special victory, by {card.name} as round {table['round']} began. {rules}"
        standing = " · ".join(
            f"{seat_word(seat)} {self.stars(player['vp'])}" for seat, player in enumerate(table["players"])
        )
        facts = Text(f"seed {seed} · {counted(table['round'], 'round')} · {decisions} decisions", "dim")
        body = Group(self.styled(title, "bold"), self.styled(how), Text(""), self.styled(standing), facts)
        self.console.print()
        self.console.print(
            Panel(body, box=box.ROUNDED, border_style="yellow", padding=(0, 2), width=min(76, self.console.width))
        )


@app.command()
def watch(
    players: Annotated[int, typer.Option(min=2, max=4, help="How many play.")] = 2,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed plays the same game.", show_default="a new one")
    ] = None,
    delay: Annotated[float, typer.Option(min=0.0, help="Seconds to wait after each turn.")] = 0.0,
    hands: Annotated[bool, typer.Option(help="Show what is in the hands, or only what the table sees.")] = True,
    cards: Annotated[str | None, typer.Option(help="A card file of your own.", metavar="TOML")] = None,
) -> None:
    """Watch a game between random players."""
    from agents import RandomAgent  # noqa: PLC0415  (the package itself does not need the agents)

    if seed is None:
        seed = int.from_bytes(os.urandom(4), "little")
    console = Console(highlight=False)
    with told_errors():
        card_set = load_cards(cards)
        game = Game("gosu", players, seed, auto_forced=False, cards=cards)
        seats = [RandomAgent([seed, seat]) for seat in range(players)]
        story = Story(console, game, card_set, hands, delay)
        story.opening(f"{players} random players · seed {seed}" + (f" · {card_set.name}" if cards else ""))
        decisions = 0
        while not game.is_over:
            story.step(seats[game.seat].act(game))
            decisions += 1
        story.ending(seed, decisions)


# ------------------------------------------------------------------------------------------------ gosu bench


def rate(number: float) -> str:
    return f"{number / 1e6:.2f} M" if number >= 1e6 else f"{number:,.0f}"


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure each row.")] = 2.0,
    players: Annotated[int, typer.Option(min=2, max=4, help="How many play.")] = 2,
    json: Annotated[Path | None, typer.Option(help="Also write the figures to this file.", metavar="FILE")] = None,
) -> None:
    """Measure the speed of random legal play on one core."""
    from gosu_env.bench import run_bench, write_json  # noqa: PLC0415  (the other commands do not need it)

    console = Console(highlight=False)
    with told_errors():
        with Console(stderr=True).status("measuring …"):
            figures = run_bench(players, seconds)
        if json is not None:
            write_json(figures, json)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column(f"Random legal play, {players} players, one core", no_wrap=True)
    table.add_column("decisions/s", justify="right", style="bold green", no_wrap=True)
    table.add_column("games/s", justify="right", no_wrap=True)
    rows = (
        ("compiled, mask", figures.mask),
        ("compiled, mask + observation", figures.mask_and_observation),
        ("Game from Python: apply + mask + observe", figures.through_game),
    )
    for name, speed in rows:
        table.add_row(name, rate(speed.decisions_per_second), rate(speed.games_per_second))
    console.print(table)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row(
        "a game", f"{figures.decisions_per_game:.1f} decisions, {figures.rounds_per_game:.1f} rounds on average"
    )
    facts.add_row("a record", f"{figures.record_bytes} bytes")
    facts.add_row(
        "a decision",
        "one answer by one seat: drawn from the legal ones, applied, the rules run to the next decision, its mask "
        f"({figures.num_actions} int8) written and, where named, the observation of the seat that decides "
        f"({figures.observation_size} int8). Every decision is asked and counted, also with one legal answer.",
    )
    if figures.compile_seconds is None:
        compiled = f"nothing: the code was in the cache, loaded in {figures.first_call_seconds:.1f} s"
    else:
        compiled = f"the loop in {figures.compile_seconds:.1f} s, kept for next time"
    facts.add_row("compiled", compiled)
    if json is not None:
        facts.add_row("written", str(json))
    console.print(facts)


if __name__ == "__main__":
    main()
