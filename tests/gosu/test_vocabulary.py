"""One row for each effect and each condition, and nothing missing in it."""

from __future__ import annotations

import itertools
import string
from collections.abc import Sequence

import pytest

from gosu_env.agents.gosu.appraisal import EFFECT_WEIGHTS, WEIGHTS
from gosu_env.armies.language import Instruction
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.language import FORMS, VERBS, parse_condition, parse_line
from gosu_env.gosu.text import PARTS, PHRASES, program_text

WRITTEN = [row for row in v.EFFECT_ROWS if row.verb]
COURSE_OF_THE_GAME = {
    *("end", "mulligan", "round_start", "turn", "battle", "round_end", "pay", "newcomer", "arrive"),
    *("ban", "row", "jump"),
}
BEFORE_THE_COLON = {"may", "if"}
# Worth nothing by themselves, or as much to one side as to the other.
WITHOUT_A_WEIGHT = {
    *("imprison_self", "release", "swap", "advantage_give", "choose_seat", "choose_x", "count_x", "name_clan"),
}


def complaints(rows: Sequence[v.Effect]) -> list[str]:
    """What is missing in rows of the vocabulary."""
    found = []
    verbs: set[str] = set()
    for row in rows:
        wanted = {"meaning": row.meaning}
        if row.word not in COURSE_OF_THE_GAME | BEFORE_THE_COLON:
            wanted |= {"verb": row.verb, "example": row.example, "phrase": row.phrase}
            if row.verb not in verbs:
                wanted |= {"takes": row.takes, "note": row.note}
            if row.word not in WITHOUT_A_WEIGHT:
                wanted["weight"] = row.weight or ""
        verbs.add(row.verb)
        found += [f"{row.word}: no {what}" for what, said in wanted.items() if not said]
    return found


def examples(row: v.Effect) -> list[list[Instruction]]:
    return [parse_line(example) for example in row.example.split(" · ")]


def test_every_effect_has_one_row_and_its_number_is_its_place() -> None:
    assert [row.number for row in v.EFFECT_ROWS] == list(range(len(v.EFFECTS)))
    assert len({row.word for row in v.EFFECT_ROWS}) == len(v.EFFECT_ROWS)
    for row in v.EFFECT_ROWS:
        assert getattr(v, row.word.upper()) == row.number
    assert v.EFFECTS[: len(v.BASE_EFFECTS)] == v.BASE_EFFECTS


def test_numbers_are_those_of_saved_games() -> None:
    """A row in between would change records and observations."""
    assert (v.END, v.ARRIVE, v.DRAW, v.IF, v.BAN, v.SHADOW_JUMP) == (0, 8, 9, 36, 37, 41)
    assert (v.IF_ADVANTAGE, v.IF_HIT, v.IF_FIRST, v.IF_DRAGOONS) == (0, 5, 7, 8)


def test_rows_say_all_that_is_asked_of_them() -> None:
    assert complaints(v.EFFECT_ROWS) == []


@pytest.mark.parametrize("missing", ["verb", "example", "phrase", "meaning", "note", "takes", "weight"])
def test_a_new_row_with_something_missing_is_noticed(missing: str) -> None:
    """The test above can fail."""
    draw = v.EFFECT_ROWS[v.DRAW]
    new = draw._replace(word="shuffle", verb="shuffle")
    assert complaints([new]) == []
    assert complaints([new._replace(**{missing: ""})]) == [f"shuffle: no {missing}"]


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: row.word)
def test_examples_are_of_their_effect_and_read_as_its_phrase(row: v.Effect) -> None:
    for program in examples(row):
        assert row.number in {step.op for step in program}
        assert program_text(program).endswith(".")


def test_phrases_have_known_parts_only() -> None:
    phrases = [row.phrase for row in (*v.EFFECT_ROWS, *v.CONDITION_ROWS)]
    parts = {name for phrase in phrases for _, name, _, _ in string.Formatter().parse(phrase) if name is not None}
    assert parts <= PHRASES.parts.keys() | PHRASES.told.keys()
    assert PARTS.keys() | PHRASES.told.keys() <= parts  # none of GOSU's own is left over


def test_rows_of_a_verb_stand_together_and_the_first_says_what_it_takes() -> None:
    verbs = [row.verb for row in WRITTEN]
    assert [verb for i, verb in enumerate(verbs) if verb not in verbs[:i]] == list(VERBS)
    for before, row in itertools.pairwise(WRITTEN):
        first = row.verb not in verbs[: WRITTEN.index(row)]
        assert first or (before.verb == row.verb and not (row.takes or row.needs or row.note))


def test_weights_are_those_of_the_appraisal() -> None:
    assert {row.weight for row in v.EFFECT_ROWS} - {None} <= WEIGHTS.keys()
    assert EFFECT_WEIGHTS[v.SEARCH] == list(WEIGHTS).index("find")
    assert {row.word for row in WRITTEN if row.number not in EFFECT_WEIGHTS} == WITHOUT_A_WEIGHT


def test_every_condition_has_one_row_a_form_and_a_phrase() -> None:
    assert [row.number for row in v.CONDITION_ROWS] == list(range(len(v.CONDITIONS)))
    assert len(set(v.CONDITIONS)) == len(v.CONDITIONS)
    asked = set()
    for form in FORMS:
        line = form.form.replace("clan NAME", "clan fire").replace("NAME", "Boko").replace("N", "2")
        if "no tokens" in form.form:
            line = form.form
        steps = parse_condition(line)
        asked |= {step.who for step in steps if step.op == v.IF}
        assert program_text(parse_line(f"{line}: draw 1")).endswith("draw a card.")
    assert asked == set(range(len(v.CONDITIONS)))
    assert all(row.phrase for row in v.CONDITION_ROWS)
