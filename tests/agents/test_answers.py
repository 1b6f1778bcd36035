"""Answers of language models: what is meant is taken, what is not clear is refused with a reason."""

from __future__ import annotations

import random
import string

import pytest

from gosu_env.agents.answers import UnclearAnswerError, read_answer

CHOICES = ("pass", "draw one", "place Cog", "place Cogwheel", "mutate 1.2 (Torch)", "number 12")


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("3", 2),
        (" 3. ", 2),
        ("**3**", 2),
        ("3. place Cog", 2),
        ("3) place Cog, because it is free", 2),
        ("choice: 3", 2),
        ("Choice: **3**", 2),
        ("My choice is 3", 2),
        ("choice: 3.", 2),
        ("I could pass (1) or draw (2).\n\nchoice: 3", 2),
        ("choice: 1 would be weak.\nchoice: 4", 3),
        ("Answer = 3", 2),
        ("place Cog", 2),
        ("Place  COG.", 2),
        ('"place Cog"', 2),
        ("I will place Cogwheel now, it is stronger.", 3),
        ("«mutate 1.2 (Torch)»", 4),
        ("I'd mutate 1.2 (Torch) to destroy a Hero.", 4),
        ('{"choice": 3}', 2),
        ('{"choice": "3"}', 2),
        ('Sure!\n```json\n{"reason": "strong", "choice": "place Cog"}\n```', 2),
        ('{"action": "draw one"} because cards matter', 1),
        ('{"choice": 1}\nNo, better:\n{"choice": 2}', 1),
        ("<think>choice: 5 or choice: 6?</think>choice: 2", 1),
        ("Let me think about 7 cards.\nplace Cog", 2),
        ("The best one is 3", 2),
        ("number 12", 5),
        ("6. number 12", 5),
        ("place Cog\n\nIt costs nothing.", 2),
    ],
)
def test_what_is_meant_is_taken(answer: str, place: int) -> None:
    assert read_answer(answer, CHOICES) == place


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "empty"),
        ("<think>3</think>", "empty"),
        ("choice: 9", "there is no choice 9; choices are numbered from 1 to 6"),
        ("choice: 0", "there is no choice 0"),
        ("choice: -1", "there is no choice -1"),
        ("choice: 3.5", "there is no choice 3.5"),
        ('{"choice": 77}', "there is no choice 77"),
        ("7", "there is no choice 7"),
        ("3. draw one", "choice 3 is “place Cog”, but the answer says “draw one”"),
        ("draw one or place Cog", "several choices: “draw one” and “place Cog”"),
        ("either 2 or 3", "several numbers"),
        ("I resign.", "names no choice"),
        ("I cannot help with that.", "names no choice"),
        ("3.5", "names no choice"),
        ("50%", "names no choice"),
        ("__import__('os').system('ls')", "names no choice"),
    ],
)
def test_what_is_not_clear_is_refused_with_the_reason(answer: str, reason: str) -> None:
    with pytest.raises(UnclearAnswerError, match=reason.replace(".", r"\.")):
        read_answer(answer, CHOICES)


def place_or_none(answer: str) -> int:
    """A choice, or 0 for an answer that was refused with a short reason."""
    try:
        return read_answer(answer, CHOICES)
    except UnclearAnswerError as error:
        return 0 if len(str(error)) < 300 else -1


def test_no_text_does_anything_but_choose() -> None:
    """Rubbish of all kinds is a choice or a refusal, quickly."""
    rng = random.Random(1)
    pieces = ["choice", ":", "{", "}", '"', "3", "place", "Cog", "\\", "[" * 50, "\x00", "²", "١", " ", "\n", "9" * 400]
    for _ in range(3000):
        text = "".join(rng.choice([*pieces, rng.choice(string.printable)]) for _ in range(rng.randrange(30)))
        assert 0 <= place_or_none(text) < len(CHOICES)
    for text in ("{" * 30_000, '{"choice":' * 20_000, "3 4 " * 20_000, "choice " * 20_000):
        with pytest.raises(UnclearAnswerError):
            read_answer(text + " or so", CHOICES)
