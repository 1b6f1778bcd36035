"""Write the pages of the docs that are made from the sources: ``python docs/generate.py``.

So are the modules of games for PettingZoo, whose docstrings hold the rules in brief. Pages about a game are made by
``generate.py`` in its folder. ``--check`` writes nothing and exits with 1 when a page is stale.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from gosu_env.engine.errors import CardFileError
from gosu_env.engine.files import write_whole
from gosu_env.engine.options import Options
from gosu_env.engine.rules import GAMES
from gosu_env.engine.spec import KINDS, Block

FOLDER = Path(__file__).resolve().parent
PACKAGE = FOLDER.parent / "gosu_env"
FEW = 9  # names of entries that are listed
NOTICE = "<!-- Made by docs/generate.py from the sources: change those and run it again. -->"

# ------------------------------------------------------------------------------------------------ words


def check_words(what: str, meanings: Iterable[str], known: Iterable[str]) -> None:
    """A word without its meaning, or a meaning without its word, is an error."""
    wrong = sorted(set(meanings) ^ set(known))
    if wrong:
        raise SystemExit(f"docs/generate.py: {what}: no meaning for, or no such word as: {', '.join(wrong)}")


def comments_of(source: str) -> dict[str, str]:
    """The comment behind each field of a class."""
    found: dict[str, str] = {}
    for line in source.splitlines():
        match = re.match(r"\s*(\w+): .*?(?:  # (.*))?$", line)
        if match and match[2]:
            found[match[1]] = match[2]
    return found


# ------------------------------------------------------------------------------------------------ markdown


def code(word: object) -> str:
    return f"`{word}`"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; a head that ends in ``>`` is of numbers."""
    titles = [title.rstrip(">") for title in head]
    rule = ["---:" if title.endswith(">") else "---" for title in head]
    cells = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in (titles, rule, *cells))


def numbered(words: Sequence[str], meanings: Mapping[str, str]) -> list[list[object]]:
    return [[i, code(word), meanings[word]] for i, word in enumerate(words)]


def noted(what: str, notes: Mapping[str, str], known: Iterable[str]) -> list[list[str]]:
    """Words and what is noted of them, all that are known."""
    check_words(what, notes, known)
    return [[code(word), note] for word, note in notes.items()]


def vector_table(pieces: Sequence[Block], kinds: bool = False, shorter: Mapping[str, str] | None = None) -> str:
    """The pieces of a vector; ``kinds``: also the numbers in them; ``shorter``: what stands for some long words."""
    rows: list[list[object]] = []
    for piece in pieces:
        meaning = piece.meaning
        for long, short in (shorter or {}).items():
            meaning = meaning.replace(long, short)
        numbers = [entries_of(piece)] if kinds else []
        rows.append([code(piece.name), piece.start, piece.size, *numbers, meaning])
    return table(["Name", "Start>", "Size>", *(["Numbers"] if kinds else []), "Meaning"], rows)


def entries_of(piece: Block) -> str:
    """The kinds of its entries, with their names if each has one of its own, and there are few."""
    if len(piece.names) == len(piece.kinds):
        return ", ".join(f"{code(name)} {kind}" for name, kind in zip(piece.names, piece.kinds, strict=True))
    told = ", ".join(map(str, piece.kinds))
    return f"{told}: {', '.join(map(code, piece.names))}" if 0 < len(piece.names) <= FEW else told


def kinds_table() -> str:
    """The kinds of numbers in observations."""
    return table(["Kind", "What it is"], [[code(word), what] for word, what in KINDS.items()])


def option_table(options: type[Options]) -> str:
    """The options of a game, with the comments beside them."""
    meanings = comments_of(inspect.getsource(Options) + inspect.getsource(options))
    rows = []
    for option in fields(options):
        if option.name not in meanings:
            raise SystemExit(f"docs/generate.py: the option {option.name} of {options.__name__} has no comment")
        rows.append([code(option.name), code(option.type), code(option.default), meanings[option.name]])
    return table(["Option", "Type", "Default", "Meaning"], rows)


def record_table(record: Any, meanings: Mapping[str, str]) -> str:
    """The fields of a record that have any room, with their meanings."""
    rows: list[list[object]] = []
    for name, (dtype, offset, *_) in record.fields.items():
        if 0 in dtype.shape:
            continue
        if name not in meanings:
            raise SystemExit(f"docs/generate.py: the field {name} of a record has no meaning")
        rows.append([code(name), code(dtype.base), code(dtype.shape) if dtype.shape else "", offset, meanings[name]])
    return table(["Field", "Type", "Shape", "Offset>", "Meaning"], rows)


def refusal_of(parse: Callable[[str, str], object], text: str, by: str) -> str:
    """What is said of a card file that cannot be used, by what stands in it."""
    try:
        parse(text, "my.toml")
    except CardFileError as error:
        return str(error)
    raise SystemExit(f"docs/generate.py: {by!r} is no error")


def page(*parts: str) -> str:
    return "\n\n".join([NOTICE, *(part.strip("\n") for part in parts)]) + "\n"


# ------------------------------------------------------------------------------------------------ writing


def pages() -> dict[Path, str]:
    """The text of every generated page, by its file."""
    made: dict[Path, str] = {}
    for game in GAMES:
        if (Path(__file__).with_name(game) / "generate.py").is_file():
            texts = importlib.import_module(f"docs.{game}.generate").pages()
            made |= {FOLDER / game / name: text for name, text in texts.items()}
    made[FOLDER / "why.md"] = importlib.import_module("docs.why").why_page()
    made[FOLDER / "tokens.md"] = importlib.import_module("docs.tokens").tokens_page()
    modules = importlib.import_module("docs.modules")
    made |= {PACKAGE / f"{game}_v0.py": modules.module_text(game) for game in GAMES}
    return made


def stale(made: Mapping[Path, str]) -> list[Path]:
    """The pages whose file is missing or says something else."""
    return [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--check"]):
        print("usage: python docs/generate.py [--check]", file=sys.stderr)
        return 2
    made = pages()
    old = stale(made)
    for path in old:
        inside = path.is_relative_to(FOLDER)
        name = f"docs/{path.relative_to(FOLDER).as_posix()}" if inside else f"gosu_env/{path.name}"
        if arguments:
            print(f"{name} is stale: run python docs/generate.py", file=sys.stderr)
        else:
            write_whole(path, made[path].encode())
            print(f"{name} written")
    return 1 if old and arguments else 0


if __name__ == "__main__":
    sys.path.insert(0, str(FOLDER.parent))  # for docs.GAME.generate, docs.why, docs.tokens and docs.modules
    raise SystemExit(main(sys.argv[1:]))
