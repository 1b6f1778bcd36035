"""Card sets made by chance: whole sets of the composition of GOSU, written in the language of cards.

A set is determined by its seed. Every clan has some things that it likes to do and sounds that its names are made of.
Every line has a worth, in cards drawn, and every card has about as much of it as its level should; so no card is better
than all others by much, and what is left to learn is what goes together.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from gosu_env.engine.errors import DataError
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.gosu.state import BAKUTOS, CLANS, HEROES, OZEKIS

ATTEMPTS = 100  # at a set that keeps to the limits of the tables
BUDGETS = ((0.7, 1.5), (1.4, 2.4), (0.4, 1.4))  # what the lines of a card of each level are worth
LISTENERS = 10  # copies that react to one event
LETTERS = ("hknst", "bglmw", "dfmvz", "cjkpt", "bfrtz")  # of the names of a clan
VOWELS = ("a", "e", "i", "o", "u")
MIDDLES = ("", "", "", "n", "r", "l")
ENDINGS = ("", "", "k", "n", "r", "sh", "m", "g", "sk", "rn")


@dataclass(frozen=True)
class Line:
    """Words of the language, and what they are worth."""

    text: str
    worth: float


T = TypeVar("T")
Make = Callable[[random.Random, str], Line]


def _level(chance: random.Random) -> tuple[str, float]:
    """A filter by level, and which part of an effect on any card is left of it."""
    return chance.choice((("", 1.0), (" level=1", 0.65), (" level=1-2", 0.85), (" level=2", 0.6)))


def _draw(chance: random.Random, clan: str) -> Line:
    number = chance.choice((1, 1, 2, 2, 3))
    return chance.choice(
        (
            Line(f"draw {number}", number),
            Line(f"draw {number}", number),
            Line("draw 1 (+1)", 1.4),
            Line(f"draw to {number + 2}", 0.6 + 0.3 * number),
            Line("draw 1 fewest", 0.5),
            Line(f"count X own clan={clan} up to {number + 1}; draw X", 0.6 + 0.4 * number),
        )
    )


def _find(chance: random.Random, clan: str) -> Line:
    shown = chance.randint(2, 5)
    level = chance.randint(1, 3)
    return chance.choice(
        (
            Line(f"look {shown} keep 1", 0.9 + 0.15 * shown),
            Line(f"look {shown} keep all clan={clan}", 0.25 * shown),
            Line(f"search 1 level={level}", 1.3),
            Line(f"search 1 clan={clan}", 1.3),
            Line(f"recover 1 level={level}", 1.2),
            Line(f"recover 1 clan={clan}", 1.2),
            Line("name clan; look 5 keep all clan=named", 1.3),
        )
    )


def _rob(chance: random.Random, clan: str) -> Line:
    number = chance.choice((1, 1, 2))
    return chance.choice(
        (
            Line(f"discard {number} opponents", 0.9 * number),
            Line(f"discard {number} opponents random", 0.95 * number),
            Line(f"discard to {chance.randint(3, 5)} everyone", 0.7),
            Line("steal 1", 1.7),
            Line("choose opponent; discard 1 chosen random", 0.9),
        )
    )


def _destroy(chance: random.Random, clan: str) -> Line:
    fits, part = _level(chance)
    return chance.choice(
        (
            Line(f"destroy 1{fits}", 1.9 * part),
            Line(f"destroy 1{fits} enemy", 2.0 * part),
            Line("sacrifice 1 opponents", 1.6),
            Line("sacrifice 1 everyone", 0.5),
        )
    )


def _imprison(chance: random.Random, clan: str) -> Line:
    fits, part = _level(chance)
    return chance.choice(
        (
            Line(f"imprison 1{fits}", 1.6 * part),
            Line(f"imprison 1{fits} enemy", 1.7 * part),
            Line(f"imprison 2{fits} enemy; imprison self", 1.9 * part),
        )
    )


def _move(chance: random.Random, clan: str) -> Line:
    fits, part = _level(chance)
    return chance.choice(
        (
            Line(f"return 1{fits} enemy", 1.2 * part),
            Line("release 1 own", 0.9),
            Line("release 2 own", 1.4),
            Line("swap", 0.7),
            Line("swap own", 0.5),
        )
    )


def _again(chance: random.Random, clan: str) -> Line:
    return chance.choice(
        (
            Line("place again", 0.9),
            Line("place again free", 1.7),
            Line("mutate again", 0.8),
            Line("mutate again free", 1.5),
            Line("extra turn", 1.9),
        )
    )


def _token(chance: random.Random, clan: str) -> Line:
    return chance.choice(
        (
            Line("token back 1", 1.3),
            Line("token back all", 1.9),
            Line("advantage take", 0.7),
            Line("advantage take; draw 1", 1.6),
        )
    )


FAMILIES: tuple[Make, ...] = (_draw, _find, _rob, _destroy, _imprison, _move, _again, _token)
# What the player gives in return.
PRICES = (
    Line("discard 1", -0.9),
    Line("discard 2", -1.8),
    Line("draw 1 opponents", -0.9),
    Line("sacrifice 1 me", -1.5),
    Line("imprison self", -1.0),
)
TRIGGERS = (  # how often, and which part of a line that happens on entering play it is worth there
    ("enters", 10, 1.0),
    ("activated", 5, 1.2),
    ("mutates", 2, 0.6),
    ("destroyed", 2, 0.5),
    ("enters_and_mutates", 2, 1.5),
    ("round_starts", 1, 1.6),
    ("passes", 1, 0.9),
    ("imprisoned", 1, 1.2),
)
ENDLESS = {"activated": "token back", "imprisoned": "imprison"}  # what would set itself off again and again
LISTENING = ("round_starts", "passes", "imprisoned")


class Writer:
    """Writes the cards of one set."""

    def __init__(self, chance: random.Random, seed: int) -> None:
        self.chance = chance
        self.seed = seed
        self.names: set[str] = set()
        self.listeners = dict.fromkeys(LISTENING, 0)
        self.likes = [self._tastes() for _ in range(CLANS)]
        self.heroes = [[self.name(clan) for _ in range(HEROES)] for clan in range(CLANS)]
        self.globals = self._globals()

    def _tastes(self) -> list[float]:
        """How often a clan uses each family of effects: three of them mostly."""
        weights = [1.0] * len(FAMILIES)
        for family in self.chance.sample(range(len(FAMILIES)), 3):
            weights[family] = 5.0
        return weights

    def name(self, clan: int) -> str:
        """A name that no other card of the set has."""
        while True:
            parts = [
                self.chance.choice(LETTERS[clan]) + self.chance.choice(VOWELS)
                for _ in range(self.chance.choice((1, 2, 2, 3)))
            ]
            middle = self.chance.choice(MIDDLES) if len(parts) == 2 else ""
            name = (middle.join(parts) + self.chance.choice(ENDINGS)).capitalize()
            if len(name) > 2 and name not in self.names:
                self.names.add(name)
                return name

    def _globals(self) -> list[str]:
        """The Globals of the set, as many as there are Ōzekis, some of them empty: each once."""
        chance, named = self.chance, self.chance.randrange(CLANS)
        clans = chance.sample(CLAN_WORDS[:CLANS], 3)
        victories = [
            f"win cards {chance.randint(13, 15)}",
            f"win hand {chance.randint(10, 12)}",
            f"win one clan {chance.randint(6, 8)}",
            "win ozekis 3",
            f"win advantage {chance.randint(11, 14)}",
            "win named " + ", ".join(chance.sample(self.heroes[named], 3)),
        ]
        rules = [
            f"value level={chance.randint(1, 3)} +1",
            f"value clan={clans[0]} +1",
            f"value level=1 {chance.choice(('+1', '-1'))}",
            f"place cost {chance.choice(('-2', '-1', '+1'))}",
            f"mutation cost {chance.choice(('-1', '+1'))}",
            f"hand limit {chance.randint(5, 7)}",
            "token draw +1",
            f"no destruction clan={clans[1]}",
            f"no imprisonment clan={clans[2]}",
            "ties earn nothing",
            "no pass with tokens",
            f"turn limit {chance.randint(2, 5)}",
        ]
        ozekis = CLANS * OZEKIS
        chosen = [*chance.sample(victories, 4), *chance.sample(rules, ozekis - 6), "", ""]
        chance.shuffle(chosen)
        return chosen

    def effect(self, clan: int) -> Line:
        make = self.chance.choices(FAMILIES, self.likes[clan])[0]
        return make(self.chance, CLAN_WORDS[clan])

    def line(self, clan: int) -> Line:
        """An effect, with a price or a condition or without."""
        chance, line = self.chance, self.effect(clan)
        turn = chance.random()
        if turn < 0.15:
            price = chance.choice(PRICES)
            return Line(f"{price.text}; {line.text}", line.worth + price.worth)
        if turn < 0.27:
            number = chance.choice((1, 1, 2))
            return Line(f"pay {number}: {line.text}", max(0.3, line.worth - 0.8 * number))
        if turn < 0.5:
            word, part = chance.choice(
                (
                    ("advantage", 0.55),
                    ("behind", 0.5),
                    ("no tokens", 0.45),
                    ("hand <= 2", 0.5),
                    (f"cards {chance.randint(4, 7)}", 0.6),
                    (f"clan {CLAN_WORDS[clan]} {chance.randint(2, 4)}", 0.5),
                )
            )
            return Line(f"{word}: {line.text}", line.worth * part)
        return line

    def lines(self, clan: int, level: int, copies: int) -> dict[str, list[str]]:
        """The fields of a card with lines: together worth what its level should be."""
        low, high = BUDGETS[level - 1]
        while True:
            fields: dict[str, list[str]] = {}
            worth = 0.0
            for _ in range(self.chance.choice((1, 1, 2))):
                (field, _, part), line = self.trigger(copies), self.line(clan)
                endless = ENDLESS.get(field)
                if field not in fields and (endless is None or endless not in line.text):
                    fields[field] = [line.text]
                    worth += part * line.worth
            twice = "enters_and_mutates" in fields and fields.keys() & {"enters", "mutates"}
            if low <= worth <= high and not twice:
                return fields

    def trigger(self, copies: int) -> tuple[str, int, float]:
        free = [row for row in TRIGGERS if self.listeners.get(row[0], 0) + copies <= LISTENERS]
        return self.chance.choices(free, [often for _, often, _ in free])[0]

    def card(self, clan: int, level: int, name: str) -> str:
        copies = 2 if level == 1 else 1
        fields: dict[str, list[str]] = {}
        bound = self.globals.pop() if level == 3 else ""
        if level < 3 or not bound or self.chance.random() < 0.6:
            fields = self.lines(clan, level, copies)
        for field in fields.keys() & self.listeners.keys():
            self.listeners[field] += copies
        rows = ["[[card]]", f'name = "{name}"', f'clan = "{CLAN_WORDS[clan]}"', f"level = {level}"]
        mutation = self.chance.choices((None, 0, 1, 2, 3), (15, 18, 30, 27, 10))[0]
        if mutation is not None:
            rows.append(f"mutation = {mutation}")
        rows += [f"{field} = [{', '.join(_quoted(line) for line in lines)}]" for field, lines in fields.items()]
        if bound:
            rows.append(f'global = ["{bound}"]')
        return "\n".join((*rows, f'provenance = "generated, seed {self.seed}"')) + "\n"

    def text(self) -> str:
        cards = []
        for clan in range(CLANS):
            cards += [self.card(clan, 1, self.name(clan)) for _ in range(BAKUTOS)]
            cards += [self.card(clan, 2, name) for name in self.heroes[clan]]
            cards += [self.card(clan, 3, self.name(clan)) for _ in range(OZEKIS)]
        return "\n".join((f'name = "generated, seed {self.seed}"\n', *cards))


def _quoted(line: str) -> str:
    return f'"{line}"'


def generate(seed: int, parse: Callable[[str], T]) -> tuple[str, T]:
    """The card file of a seed, the first try that ``parse`` takes without an error, and what it makes of it."""
    for attempt in range(ATTEMPTS):
        text = Writer(random.Random(f"{seed} {attempt}"), seed).text()
        try:
            return text, parse(text)
        except DataError:
            continue
    raise AssertionError(f"no set of seed {seed} keeps to the limits of a card set")
