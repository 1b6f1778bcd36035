"""TOML from anybody: what a parser would take long over is refused before it sees it.

``tomllib`` takes time that grows with the square of the parts of a dotted key, ``a.a.a = 1`` or ``[a.a.a]``.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from gosu_env.engine.errors import CardFileError

LONGEST_REASON = 300
LONGEST_KEY = 200  # characters, dots included
MOST_PARTS = 4  # of a dotted key
DEEPEST = 12  # lists and tables inside one another, in one value

SIGN = re.compile(r"""\"{3}|'{3}|["'.=,\[\]{}]|\n\s*|\#[^\n]*""")
NEWLINE = "\n"
REST = {  # of a text, after its first quotes
    '"""': re.compile(r'(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}', re.DOTALL),
    "'''": re.compile(r"(?:[^']|'{1,2}(?!'))*'{3,5}", re.DOTALL),
    '"': re.compile(r'(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"[^'\n]*'"),
}


def read_toml(text: str, path: str) -> dict[str, Any]:
    """The tables of a file; ``path`` is for the errors."""
    check_shape(text, path)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # of TOML, or a number of thousands of digits
        raise CardFileError(f"{path}: not TOML: {str(error)[:LONGEST_REASON]}") from None
    except RecursionError:
        raise too_deep(path) from None


def too_deep(path: str) -> CardFileError:
    return CardFileError(f"{path}: lists or tables are nested too deeply; at most {DEEPEST} levels")


def check_shape(text: str, path: str) -> None:
    """Refuse long keys, keys of many parts and deep nesting, in one pass over the text."""

    def refuse(why: str) -> CardFileError:
        return CardFileError(f"{path}: line {line_of(text, place)}: {why}")

    place = depth = dots = begin = 0  # a key may begin at ``begin``
    in_value = False
    while found := SIGN.search(text, place):
        sign, place = found[0][:3].strip() or NEWLINE, found.end()
        if sign in REST:
            rest = REST[sign].match(text, place)
            if rest is None:
                raise refuse("not TOML: a string without an end")
            place = rest.end()
        elif sign == ".":
            dots += 1
            if dots >= MOST_PARTS:
                raise refuse(f"a key has at most {MOST_PARTS} parts")
        elif not sign.startswith("#"):
            if (sign == "=" or (sign == "]" and not in_value)) and place - begin > LONGEST_KEY:
                raise refuse(f"a key has at most {LONGEST_KEY} characters")
            depth += (sign in "[{") - (sign in "]}")
            if depth > DEEPEST:
                raise too_deep(path)
            dots, begin = 0, place
            in_value = sign == "=" or (in_value and (depth > 0 or sign != NEWLINE))


def line_of(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
