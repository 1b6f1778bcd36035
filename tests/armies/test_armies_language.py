"""A game adds words of its own to the language of armies: keywords, brackets, sets of words, verbs with slashes."""

from __future__ import annotations

import pytest

from gosu_env.armies.language import (
    ANY,
    Filter,
    Form,
    Instruction,
    Language,
    LineError,
    Words,
    condition,
    plain,
)
from gosu_env.armies.vocabulary import ALL_OF_THEM, USE_X, Effects

ROWS = Effects()
END = ROWS.row("end", "the program is over")
CAPTURE = ROWS.row("capture", "", verb="capture", takes="amount fits instead army area", example="capture 1 enemy")
FREE = ROWS.row("free", "", verb="free", takes="amount fits instead army area", example="free 1 own")
TAKE = ROWS.row("take", "", verb="take", takes="amount x fits instead up_to limit", example="take 1 level=1")
IF = ROWS.row("if", "")
MAY = ROWS.row("may", "")
CAPTURES, FREES = 1, 2  # in ARG
AREAS = {"crossing": 1, "adjacent": 2, "column": 3, "row": 4}


def either(verbs: tuple[str, ...], words: Words) -> list[Instruction]:
    bits = {"capture": CAPTURES, "free": FREES}
    return plain(CAPTURE, arg=sum(bits[verb] for verb in verbs))(words)


LANGUAGE = Language(
    effects=ROWS,
    builders={"free": lambda words: plain(FREE, arg=words.chosen.get("area", 0))(words)},
    forms=(
        Form("supremacy", "supremacy", condition(IF, 0, 9)),
        Form("captured N", "captured ([0-9]+)", condition(IF, 1, 9)),
        Form("may", "may", lambda match: [Instruction(MAY)]),
    ),
    clans=("galmi", "justice"),
    who={"opponent": 1},
    armies={"any": 0, "own": 1, "enemy": 2},
    most=15,
    leaps=(IF, MAY),
    of_all=("take",),
    named=("clan", "level"),
    keywords=("veteran", "wonder"),
    choices={"area": AREAS},
    bracket="supremacy",
    either=either,
)


def only(line: str) -> Instruction:
    (step,) = LANGUAGE.parse_line(line)
    return step


def test_a_filter_takes_any_of_its_keywords() -> None:
    fits = only("take 1 keyword=veteran,wonder level=2").fits
    assert fits == Filter(levels=frozenset({2}), keywords=frozenset({"veteran", "wonder"}))
    assert fits.takes("Smook", frozenset({2}), 0, frozenset({"veteran", "bounty"}))
    assert not fits.takes("Smook", frozenset({2}), 0, frozenset({"bounty"}))
    assert not fits.takes("Smook", frozenset({2}), 0)
    assert ANY.takes("Smook", frozenset({2}), 0)


def test_a_bracket_changes_the_filter_of_its_line() -> None:
    step = only("capture 1 level=1-2 (supremacy level=1-3) keyword=veteran enemy")
    veteran = frozenset({"veteran"})
    assert step.fits == Filter(levels=frozenset({1, 2}), keywords=veteran)
    assert step.instead == Filter(levels=frozenset({1, 2, 3}), keywords=veteran)
    assert step.who == 2
    assert only("capture 1 level=1 enemy").instead is None


def test_words_of_a_set_and_names_of_the_program() -> None:
    assert only("free 1 crossing").arg == AREAS["crossing"]
    assert only("take 1 level=named clan=named").fits == Filter(named_clan=True, named_level=True)


def test_verbs_with_slashes_take_what_all_of_them_take() -> None:
    step = only("capture/free 1 level=1-2 enemy")
    assert (step.op, step.arg, step.who) == (CAPTURE, CAPTURES | FREES, 2)
    with pytest.raises(LineError, match="'capture/take' does not take an army"):
        LANGUAGE.parse_line("capture/take 1 enemy")


def test_numbers() -> None:
    assert only("take X up to").amount == USE_X
    assert only("take up to X").amount == USE_X
    assert only("take all keyword=veteran").amount == ALL_OF_THEM


def test_conditions_leap_over_the_rest_of_their_line() -> None:
    program = LANGUAGE.parse_line("captured 3, may: capture 1; free 1 own")
    assert [(step.op, step.skip) for step in program] == [(IF, 3), (MAY, 2), (CAPTURE, 0), (FREE, 0)]
    assert program[0].amount == 3


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("take 1 keyword=vetran", "unknown keyword 'vetran'; did you mean 'veteran'?"),
        ("take 1 keyword=", "unknown keyword ''; known: veteran, wonder"),
        ("take 1 clan=dark", "unknown clan 'dark'; known: galmi, justice"),
        ("take 1 (supremacy level=2", "write one bracket and close it, as in '(supremacy level=1-3)'"),
        ("take 1 (supremacy level=2) (supremacy level=3)", "write one bracket and close it"),
        ("take 1 (supremacy)", "in the bracket stands a filter, as in '(supremacy level=1-3)', not ''"),
        ("take 1 (supremacy 3)", "in the bracket stands a filter, as in '(supremacy level=1-3)', not '3'"),
        ("take 1 column", "'take' does not take 'area'; for example: take 1 level=1"),
        ("take 1 enemy", "'take' does not take an army"),
        ("capture all", "'capture' takes a number, not 'all'"),
        ("capture/fre 1", "unknown effect 'fre'; did you mean 'free'?"),
        ("free/free 1", "'free/free' offers the same effect twice"),
        ("supremcy: take 1", "unknown condition 'supremcy'; known: supremacy, captured N, may"),
    ],
)
def test_lines_that_are_not_in_the_language(line: str, error: str) -> None:
    with pytest.raises(LineError) as caught:
        LANGUAGE.parse_line(line)
    assert error in str(caught.value)
