"""Instructions as sentences: what cards of armies say, made from their programs.

The phrase of an effect or a condition stands in its row of the vocabulary. Its ``{parts}`` are those of every game,
``Phrases.parts``, and those that a game adds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gosu_env.armies.card_files import Printed
from gosu_env.armies.language import ANY, Filter, Instruction
from gosu_env.armies.vocabulary import ALL_OF_THEM, USE_X, Condition, Effect

MAY = "you may"


def listed(names: Sequence[str], word: str) -> str:
    """Fact, Garsh or Ideo."""
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} {word} {names[-1]}"


def card_list(cards: Sequence[Printed], counts: Any) -> str:
    """Cards of a pile or hand by name, with their numbers."""
    held = [(card.name, int(counts[card.kind])) for card in cards if counts[card.kind] > 0]
    return ", ".join(name + (f" ×{number}" if number > 1 else "") for name, number in held) or "–"


def counted(amount: int, bonus: int) -> str:
    """How many, with the bonus in brackets."""
    number = {USE_X: "X", ALL_OF_THEM: "all"}.get(amount, str(amount))
    return f"{number}{f' (+{bonus})' if bonus else ''}"


def several(step: Instruction) -> bool:
    """Whether an effect is about more than one card."""
    return step.amount != 1 or bool(step.bonus)


@dataclass
class Nouns:
    """The nouns of a game: its levels, clans and keywords."""

    levels: Sequence[str]  # from 1 on
    clans: Sequence[str]  # adjectives, in the order of their numbers
    plurals: Mapping[str, str] = field(default_factory=dict)  # those that take no plain s
    keywords: Mapping[str, str] = field(default_factory=dict)  # words of the language as they are printed
    bracket: str = ""  # when the filter in brackets is meant: "with a Supremacy token"

    def plural(self, noun: str) -> str:
        """More than one of it; of several nouns, of each: Troops or FREE Heroes, Echo or Wonder cards."""
        return " or ".join(self._plural(words) for words in noun.split(" or "))

    def _plural(self, words: str) -> str:
        *adjectives, noun = words.split(" ")
        if noun not in ("card", *self.levels):
            return words
        return " ".join([*adjectives, self.plurals.get(noun, noun + "s")])

    def noun(self, fits: Filter) -> str:
        """The singular noun of a filter: card, Fire Hero, Bakuto or Hero, Veteran."""
        nouns = ["card"]
        if fits.levels and len(fits.levels) < len(self.levels):
            nouns = [self.levels[level - 1] for level in sorted(fits.levels)]
        if fits.keywords:
            adjectives = [self.keywords.get(word, word.capitalize()) for word in sorted(fits.keywords)]
            nouns = [f"{' or '.join(adjectives)} {noun}" for noun in nouns]
        if fits.clan is not None:
            nouns = [f"{self.clans[fits.clan]} {noun}" for noun in nouns]
        return " or ".join(nouns)

    def some(self, amount: int, bonus: int, fits: Filter = ANY, before: str = "") -> str:
        """A number of things: a card, 2 cards, 1 (+1) cards, X cards."""
        if fits.names:
            names = listed(sorted(fits.names), "or")
            if amount == 1 and not bonus and len(fits.names) == 1:
                return names
            return f"all cards named {names}" if amount == ALL_OF_THEM else f"{counted(amount, bonus)} of {names}"
        noun = before + self.noun(fits)
        named = [word for word, said in (("clan", fits.named_clan), ("level", fits.named_level)) if said]
        tail = f" of that {' and '.join(named)}" if named else ""
        if amount == 1 and not bonus:
            return f"{'an' if noun[0] in 'AEIOUŌaeiou' else 'a'} {noun}{tail}"
        if amount == ALL_OF_THEM:
            return f"all {self.plural(noun)}{tail}"
        return f"{counted(amount, bonus)} {self.plural(noun)}{tail}"

    def cards(self, step: Instruction, before: str = "") -> str:
        """The cards that an effect is about, with those of its bracket."""
        told = self.some(step.amount, step.bonus, step.fits, before)
        if step.instead is None:
            return told
        instead = self.some(step.amount, step.bonus, step.instead, before)
        if step.amount == 1 and self.noun(step.instead) == "card":
            instead = f"any {before}card"
        return f"{told} ({self.bracket}, {instead})"


class Subject(NamedTuple):
    """Whom an effect is about: ``each opponent``, who draws, or ``the players with the fewest VP``, who draw."""

    words: str  # nothing: the reader
    singular: bool = True

    def verb(self, word: str) -> str:
        return f"{self.words} {self.form(word)}".strip()

    def form(self, word: str) -> str:
        """The form of a verb that follows."""
        ending = "es" if word.endswith(("s", "x", "ch", "sh")) else "s"
        return word + (ending if self.words and self.singular else "")

    def let(self, word: str) -> str:
        """After "you may"."""
        return f"have {self.words} {word}" if self.words else word


class With:
    """A part of a phrase that takes a word: ``{aim:FREE}``."""

    def __init__(self, write: Callable[[str], str]) -> None:
        self.write = write

    def __format__(self, word: str) -> str:
        return self.write(word)


def before(write: Callable[[str], str]) -> With:
    """A part whose word stands before its noun, or is left out: ``a FREE card``, ``a card``."""
    return With(lambda word: write(word and word + " "))


Part = Callable[[Instruction], object]


class _Parts(dict[str, object]):
    """The parts of phrases for one instruction, each made when a phrase asks for it."""

    def __init__(self, parts: Mapping[str, Part], step: Instruction, **given: object) -> None:
        super().__init__(given)
        self.parts = parts
        self.step = step

    def __missing__(self, name: str) -> object:
        return self.parts[name](self.step)


class Phrases:
    """The sentences of a game, from its nouns, its rows and its parts.

    ``told`` are parts of conditions that depend on the instructions before them. ``price`` says whether instructions
    from a place on are a price: the words for it, and how many they are. ``then`` joins what a condition leads to.
    """

    def __init__(
        self,
        nouns: Nouns,
        effects: Sequence[Effect],
        conditions: Sequence[Condition],
        subjects: Sequence[Subject],
        parts: Mapping[str, Part],
        leaps: tuple[int, ...],  # the effects "if" and "may", and those that price has words for
        told: Mapping[str, Callable[[Sequence[Instruction]], str]] | None = None,
        price: Callable[[Sequence[Instruction]], tuple[str, int] | None] = lambda program: None,
        then: str = "; ",
    ) -> None:
        self.nouns = nouns
        self.effects = effects
        self.conditions = conditions
        self.leaps = leaps
        self.told = dict(told or {})
        self.price = price
        self.then = then
        self.subjects = subjects
        self.parts: dict[str, Part] = {
            "players": lambda step: With(subjects[step.who].verb),
            "verb": lambda step: With(subjects[step.who].form),
            "they": lambda step: "they" if subjects[step.who].words else "you",
            "their": lambda step: "their" if subjects[step.who].words else "your",
            "some": lambda step: before(lambda word: nouns.cards(step, word)),
            "amount": lambda step: step.amount,
            "number": lambda step: counted(step.amount, step.bonus),
            "it": lambda step: "them" if several(step) else "it",
        } | dict(parts)

    def effect_text(self, step: Instruction, may: bool = False) -> str:
        """One instruction as a phrase, perhaps as one that follows "you may"."""
        given = {"players": With(self.subjects[step.who].let)} if may else {}
        return self.effects[step.op].phrase.format_map(_Parts(self.parts, step, **given))

    def condition_text(self, program: Sequence[Instruction], i: int) -> str:
        """One condition as a phrase."""
        step = program[i]
        if step.op == self.leaps[1]:
            return MAY
        given = {name: write(program[:i]) for name, write in self.told.items()}
        return self.conditions[step.who].phrase.format_map(_Parts(self.parts, step, **given))

    def program_text(self, program: Sequence[Instruction]) -> str:
        """A program as sentences."""
        sentences: list[str] = []
        done: Sequence[Instruction] = ()  # what the sentence before says
        i = 0
        while i < len(program):
            conditions: list[str] = []
            end = i + 1
            if program[i].op in self.leaps:
                end = i + 1 + program[i].skip
                while program[i].op in self.leaps:
                    words, length = self.price(program[i:]) or (self.condition_text(program, i), 1)
                    conditions.append(words)
                    i += length
            may = bool(conditions) and conditions[-1] == MAY
            steps = program[i:end]
            again = may and list(steps) == list(done)
            body = self.then.join(self.effect_text(step, may and step is steps[0]) for step in steps)
            body, done = "do that again" if again else body, steps
            if not conditions:
                sentence = body
            elif conditions[-1].startswith(MAY):
                sentence = ", ".join(conditions) + (" " if conditions[-1] == MAY else ": ") + body
            else:
                sentence = ", ".join(conditions) + ", " + body
            sentences.append(sentence[0].upper() + sentence[1:] + ".")
            i = end
        return " ".join(sentences)
