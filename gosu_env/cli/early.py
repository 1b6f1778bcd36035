"""What is checked before a game begins, so that nothing is played in vain; and letters for consoles without Unicode."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from gosu_env.engine.errors import MissingExtraError, OptionError, install

EXTRAS = {
    **dict.fromkeys(("msgspec", "polars", "openskill", "matplotlib"), "arena"),
    **dict.fromkeys(("torch", "safetensors", "stable_baselines3", "sb3_contrib"), "training"),
    "ray": "cluster",
    "textual": "play",
    **dict.fromkeys(("starlette", "uvicorn", "websockets"), "web"),
}
PLAIN = str.maketrans(
    "★☆♛♕●○◆◇◈⚔✓✗▸▶→←↑↓⇄−–—“”‘’…×·±°█▇▆▅▄▃▂▁│┃─━╌┄╭╮╰╯┌┐└┘├┤┬┴┼╞╡╪═║Ō",
    "*.*.oo+++!vx>>><^v~---\"\"''.x-+o########||----++++++++++++++++=|O",
)


def check_writable(*paths: str | Path | None) -> None:
    """Refuse files that cannot be written."""
    for file in [Path(path) for path in paths if path is not None]:
        folder = file.absolute().parent
        if file.is_dir():
            raise OptionError(f"{file}: cannot be written: it is a folder")
        if not folder.is_dir():
            raise OptionError(f"{file}: cannot be written: there is no folder {file.parent}")
        if not os.access(folder, os.W_OK):
            raise OptionError(f"{file}: cannot be written: the folder {file.parent} is read-only")


def check_seat(seat: int | None, players: int) -> None:
    """Refuse a seat that is not at the table."""
    if seat is not None and not 0 <= seat < players:
        raise OptionError(f"--seat {seat}: seats are numbered from 0 to {players - 1}")


def check_modules(*names: str) -> None:
    """Refuse to begin without modules that are needed later."""
    for name in names:
        try:
            import_module(name)
        except ModuleNotFoundError as error:
            raise missing_extra(error) from None


def missing_extra(error: ModuleNotFoundError) -> MissingExtraError:
    """A module that is not installed, with what brings it."""
    name = (error.name or "").partition(".")[0]
    extra = f": {install(EXTRAS[name])}" if name in EXTRAS else ""
    return MissingExtraError(f"the module {name!r} is not installed{extra}")


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """What a console that has no such letters shows instead, letter by letter."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(PLAIN)
    plain = "".join(unicodedata.normalize("NFKD", letter)[0] for letter in letters)
    return "".join(letter if letter.isascii() else "?" for letter in plain), error.end


def use_plain_letters() -> None:
    """Let nothing that is printed fail for a letter that the console lacks, as with cp1252."""
    codecs.register_error("gosu-plain", plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="gosu-plain")
