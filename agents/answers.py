"""Answers of language models, read: which of the numbered choices is meant, or why that cannot be told.

An answer is data: nothing of it is run, and it cannot name anything but one of the choices. Read are, in this order: a
JSON object, a first or last line that is the text of a choice, ``choice: 3``, a number that such a line begins with,
the text of a choice anywhere, a single number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

LONGEST = 20_000  # letters that are looked at: the last ones
THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
KEYS = ("choice", "answer", "action", "number", "option", "move")
NUMBER = r"(?<![\w.,+-])(\d{1,6})(?![.,]?\d|\w|%)"
NAMED = re.compile(r"\b(?:choice|answer|option)\b[^\w-]{0,6}(?:is[^\w-]{1,4})?(-?\d[\d.]*\d|-?\d)(?!\w)", re.IGNORECASE)
MARKUP = "*_`\"'“”‘’«»[](){}<>#:;.!, \t"


class UnclearAnswerError(ValueError):
    """An answer that names no choice, several, or one that does not exist; the text says which, for the model."""


def read_answer(text: str, choices: Sequence[str]) -> int:
    """The place of the choice that is meant, from 0."""
    text = THOUGHT.sub("", text[-LONGEST:]).strip()
    if not text:
        raise UnclearAnswerError("the answer was empty")
    for value in objects(text):
        return read_value(value, choices)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in (lines[-1], lines[0]):
        if (words := plain(line)) in (texts := [plain(choice) for choice in choices]):
            return texts.index(words)
    if named := NAMED.findall(text):
        return numbered(named[-1], choices)
    for line in (lines[-1], lines[0]):
        if (place := read_line(line, choices)) is not None:
            return place
    return read_words(text, choices)


def objects(text: str) -> Iterator[Any]:
    """What JSON objects in a text say of the choice, the last one first."""
    decoder = json.JSONDecoder()
    for start in reversed([found.start() for found in re.finditer(r"\{", text)][-20:]):
        try:
            found, _ = decoder.raw_decode(text[start:])
        except (ValueError, RecursionError):
            continue
        for key in KEYS:
            if isinstance(found, dict) and isinstance(found.get(key), int | str) and not isinstance(found[key], bool):
                yield found[key]


def read_value(value: int | str, choices: Sequence[str]) -> int:
    """The value of a field: a number, or words."""
    if isinstance(value, int) or re.fullmatch(r"\s*-?\d{1,6}\s*", value):
        return numbered(str(value), choices)
    place = read_line(value, choices)
    return read_words(value, choices) if place is None else place


def numbered(number: str, choices: Sequence[str]) -> int:
    """A choice by its number."""
    if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= len(choices):
        raise UnclearAnswerError(f"there is no choice {number[:20]}; choices are numbered from 1 to {len(choices)}")
    return int(number) - 1


def plain(text: str) -> str:
    """Words without markup, in small letters, with single spaces."""
    return " ".join(text.casefold().split()).strip(MARKUP)


def read_line(line: str, choices: Sequence[str]) -> int | None:
    """A line that is the text of a choice, a number, or a number with the text of the choice."""
    words = plain(line)
    texts = [plain(choice) for choice in choices]
    if words in texts:
        return texts.index(words)
    found = re.match(r"(\d{1,6})(?:[.):\]*]+|\s+[-–—]|\s*$)\s*(.*)", words)
    if found is None or re.match(r"\d", found[2]):
        return None
    place = numbered(found[1], choices)
    others = [other for other, text in enumerate(texts) if other != place and plain(found[2]) == text]
    if others:
        raise UnclearAnswerError(
            f"choice {place + 1} is “{choices[place]}”, but the answer says “{choices[others[0]]}”"
        )
    return place


def read_words(text: str, choices: Sequence[str]) -> int:
    """The one choice whose text stands somewhere in an answer; or else the one number in it."""
    words = f" {' '.join(text.casefold().split())} "
    named = []
    for place in sorted(range(len(choices)), key=lambda place: -len(choices[place])):
        pattern = rf"(?<!\w){re.escape(plain(choices[place]))}(?!\w)"
        if re.search(pattern, words):
            named.append(place)
            words = re.sub(pattern, " ", words)  # "place Cog" is not also meant by "place Cog in row 2"
    if len(named) > 1:
        listed = " and ".join(f"“{choices[place]}”" for place in sorted(named)[:4])
        raise UnclearAnswerError(f"the answer names several choices: {listed}")
    if named:
        return named[0]
    numbers = set(re.findall(NUMBER, text))
    if len(numbers) == 1:
        return numbered(numbers.pop(), choices)
    raise UnclearAnswerError("the answer names no choice" if not numbers else "the answer has several numbers")
