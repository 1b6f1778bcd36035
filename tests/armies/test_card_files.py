"""Card files of any game of armies: rows with errors that name their place, sets over a base, programs as code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env.armies.card_files import (
    CardRow,
    Compiler,
    Program,
    check_names,
    digest,
    fail,
    parse_rows,
    read_card_file,
)
from gosu_env.armies.language import ANY, Filter, Instruction, LineError
from gosu_env.engine.errors import CardFileError

DRAW, IF, MAY = 1, 2, 3
FIELDS = ("name", "clan", "level", "keywords", "shift", "arrives", "captured", "provenance")
CLANS = ("galmi", "phoenix")
KEYWORDS = ("veteran", "wonder")


def row(**fields: Any) -> CardRow:
    return CardRow("my.toml", {"name": "Timer", **fields}, 1, FIELDS, ("name",))


def parse_line(line: str) -> list[Instruction]:
    if line != "draw":
        raise LineError("write 'draw'")
    return [Instruction(DRAW, amount=1)]


# ------------------------------------------------------------------------------------------------ rows


def test_fields() -> None:
    card = row(clan="phoenix", shift=2, keywords=["wonder", "veteran"], arrives="draw", captured=["draw", "draw"])
    assert (card.word("clan", CLANS), card.number("shift", 0, 4), card.flag("level")) == (1, 2, False)
    assert card.words("keywords", KEYWORDS) == {"veteran", "wonder"}
    assert row().words("keywords", KEYWORDS) == frozenset()
    assert row().lines("arrives") == []
    programs = card.programs({"arrives": (0, 1), "captured": (2,)}, lambda part: card.program(part, parse_line))
    assert [len(programs[trigger]) for trigger in (0, 1, 2)] == [1, 1, 2]


@pytest.mark.parametrize(
    ("read", "fields", "error"),
    [
        (lambda card: card.word("clan", CLANS), {"clan": "galmy"}, "clan: unknown clan 'galmy'; did you mean 'galmi'?"),
        (lambda card: card.number("shift", 0, 4), {"shift": 5}, "shift: must be a whole number from 0 to 4, not 5"),
        (lambda card: card.flag("level"), {"level": 1}, "level: must be true or false, not 1"),
        (lambda card: card.words("keywords", KEYWORDS), {"keywords": "x"}, 'must be a list such as ["veteran"]'),
        (
            lambda card: card.words("keywords", KEYWORDS),
            {"keywords": ["x"]},
            "unknown word 'x'; known: veteran, wonder",
        ),
        (lambda card: card.words("keywords", KEYWORDS), {"keywords": [[]]}, "unknown word []"),
        (lambda card: card.words("keywords", KEYWORDS), {"keywords": ["wonder"] * 2}, "must name each word once"),
        (lambda card: card.lines("arrives"), {"arrives": [" "]}, "arrives: must be a line of text or a list of lines"),
        (lambda card: card.program("arrives", parse_line), {"arrives": "drow"}, "arrives: 'drow': write 'draw'"),
        (lambda card: card.provenance(), {"provenance": ""}, "provenance: must say where the card comes from"),
        (
            lambda card: card.programs({"arrives": (0,), "captured": (0,)}, lambda part: ()),
            {"arrives": "draw", "captured": "draw"},
            "captured: the same trigger is written twice",
        ),
    ],
)
def test_a_wrong_field_is_refused(read: Callable[[CardRow], object], fields: dict[str, Any], error: str) -> None:
    with pytest.raises(CardFileError) as caught:
        read(row(**fields))
    assert str(caught.value).startswith("my.toml: card 'Timer': ")
    assert error in str(caught.value)


@pytest.mark.parametrize(
    ("table", "error"),
    [
        (3, "my.toml: card 2 must be a table, not 3"),
        ({}, 'my.toml: card 2 has no name; write name = "…"'),
        ({"name": "a\a"}, "my.toml: card 2: the name 'a\\x07' has an unprintable character"),
        ({"name": "A", "clann": 1}, "my.toml: card 'A': clann: unknown field; did you mean 'clan'?"),
        ({"name": "A"}, "my.toml: card 'A': clan: missing"),
    ],
)
def test_a_table_that_is_no_card(table: Any, error: str) -> None:
    with pytest.raises(CardFileError) as caught:
        CardRow("my.toml", table, 2, FIELDS, ("clan",))
    assert str(caught.value) == error


# ------------------------------------------------------------------------------------------------ files


def rows_of(text: str) -> tuple[str, list[Any]]:
    base = [
        {"name": "Arpia", "clan": "phoenix", "level": 1, "shift": 2},
        {"name": "Timer", "clan": "phoenix", "level": 1},
    ]
    return parse_rows(
        text, "some/my.toml", lambda: base, lambda table, place: CardRow("my.toml", table, place, FIELDS, ())
    )


def test_a_file_has_a_name_and_cards_or_changes_some_of_the_default_set() -> None:
    assert rows_of('[[card]]\nname = "A"') == ("my", [{"name": "A"}])
    changes = '[[card]]\nname = "Arpia"\nshift = []\n[[card]]\nname = "Clock"\nreplaces = "Timer"\nshift = 1'
    assert rows_of(f'name = "mine"\nbase = "default"\n{changes}') == (
        "mine",
        [
            {"name": "Arpia", "clan": "phoenix", "level": 1},
            {"name": "Clock", "clan": "phoenix", "level": 1, "shift": 1},
        ],
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[card", "my.toml: not TOML"),
        ("", "my.toml: no cards; write one [[card]] table per card"),
        ("name = 3", "my.toml: name must be a string, not 3"),
        ('base = "x"\n[[card]]', "base: must be \"default\", the set that is changed, not 'x'"),
        ('base = "default"\n[[card]]', "card 1 has no name"),
        ('base = "default"\n[[card]]\nname = "Timr"', "the default set has no card 'Timr'; did you mean 'Timer'?"),
    ],
)
def test_a_wrong_file_is_refused(text: str, error: str) -> None:
    with pytest.raises(CardFileError) as caught:
        rows_of(text)
    assert error in str(caught.value)


def test_names_stand_once(tmp_path: Path) -> None:
    check_names("my.toml", ["A", "B"])
    with pytest.raises(CardFileError, match="card 'A': name: appears 2 times"):
        check_names("my.toml", ["A", "A"])
    with pytest.raises(CardFileError, match="'A' and 'a' differ only in case"):
        check_names("my.toml", ["A", "a"])
    with pytest.raises(CardFileError, match="no such card file"):
        read_card_file(tmp_path / "none.toml")


def test_the_digest_is_of_facts_and_tables() -> None:
    tables = np.zeros(1, [("code", np.int16, 2)])
    other = tables.copy()
    other["code"][0, 1] = 1
    digests = {digest(facts, table) for facts in (["A|1"], ["A|2"]) for table in (tables, other)}
    assert len(digests) == 4
    assert all(len(one) == 16 for one in digests)


# ------------------------------------------------------------------------------------------------ tables


@dataclass(frozen=True)
class Card:
    name: str
    kind: int
    clan: int
    levels: frozenset[int]
    also: tuple[str, ...] = ()
    keywords: frozenset[str] = frozenset()


PHOENIXES = (
    Card("Arpia", 0, 1, frozenset({1})),
    Card("Phoenix (Eliana)", 1, 1, frozenset({2}), ("Phoenix", "Arpia")),
    Card("Shard", 2, 0, frozenset({2}), keywords=frozenset({"wonder"})),
)
BOTH_NAMED = Filter(named_clan=True, named_level=True)


class Tables(Compiler[Card]):
    def names(self, card: Card) -> Sequence[str]:
        return (card.name, *card.also)

    def keywords(self, card: Card) -> frozenset[str]:
        return card.keywords

    def check_step(self, card: Card, part: str, program: Program, i: int) -> None:
        if program[i].amount > 9:
            raise fail(self.path, card.name, part, "too many")


def compiler(most_filters: int = 4, most_code: int = 20) -> Tables:
    named = {BOTH_NAMED: -3}
    return Tables("my.toml", PHOENIXES, [ANY], named, [(0,) * 6], (IF, MAY), most_filters, most_code)


def named(*names: str) -> Filter:
    return Filter(names=frozenset(names))


def test_programs_become_code() -> None:
    tables = compiler()
    wide = Instruction(DRAW, 1, 2, 3, Filter(clan=0), 4, instead=named("Phoenix"))
    line = (Instruction(MAY, skip=1), Instruction(DRAW, amount=1, bonus=1, fits=BOTH_NAMED))
    assert tables.add_programs(PHOENIXES[0], {0: line, 1: (wide,), 2: line}, ("a", "b", "c")) == {0: 1, 1: 4, 2: 1}
    assert tables.code == [
        (0, 0, 0, 0, 0, 0),
        (MAY, 0, 0, 0, 0, 3),
        (DRAW, 0, 1, 1, -3, 0),
        (0, 0, 0, 0, 0, 0),
        (DRAW, 1, 2, 2, 1, 4),  # the filter of the bracket in the place of the bonus
        (0, 0, 0, 0, 0, 0),
    ]
    assert tables.filters == [ANY, Filter(clan=0), named("Phoenix")]
    record = np.zeros(1, [("code", np.int16, (20, 6)), ("fits", np.int8, (4, 3))]).view(np.recarray)[0]
    tables.write(record)
    assert record.fits.tolist() == [[1, 1, 1], [0, 0, 1], [0, 1, 0], [0, 0, 0]]
    assert record.code[4].tolist() == [DRAW, 1, 2, 2, 1, 4]


def test_filters_know_all_names_and_keywords_of_a_card() -> None:
    tables = compiler()
    assert [tables.takes(named("Arpia"), card) for card in PHOENIXES] == [True, True, False]
    wonders = Filter(keywords=frozenset({"wonder", "veteran"}))
    assert [tables.takes(wonders, card) for card in PHOENIXES] == [False, False, True]


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ((Instruction(DRAW, fits=named("Phenix")),), "impossible target: no card 'Phenix'; did you mean 'Phoenix'?"),
        ((Instruction(DRAW, fits=Filter(levels=frozenset({3}))),), "impossible target: no card of the set fits"),
        ((Instruction(DRAW, fits=Filter(named_clan=True)),), "clan=named cannot be combined with another filter"),
        ((Instruction(DRAW, fits=Filter(named_level=True, clan=1)),), "level=named cannot be combined"),
        ((Instruction(DRAW, amount=10),), "too many"),
        (tuple(Instruction(DRAW, fits=Filter(clan=i % 2)) for i in range(2)), "at most 2 different filters"),
        ((Instruction(DRAW),) * 9, "the set's programs are longer than 9 instructions"),
    ],
)
def test_a_wrong_program_is_refused(program: Program, error: str) -> None:
    with pytest.raises(CardFileError) as caught:
        compiler(most_filters=2, most_code=9).add_program(PHOENIXES[0], "arrives", program)
    assert str(caught.value).startswith("my.toml: card 'Arpia': arrives: ")
    assert error in str(caught.value)
