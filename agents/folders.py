"""Folders: of games, and those that one run at a time writes into, and goes on in if it is the same run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from gosu_env import GosuError

try:
    import fcntl
except ImportError:  # no such lock on this system: two runs in one folder are not noticed
    fcntl = None  # type: ignore[assignment]


def game_folder(game: str) -> Path:
    """What comes with this project for players of a game; a game may have none."""
    return Path(__file__).parent / game


def make_folder(path: Path) -> None:
    """Make a folder and those above it, if they are not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise GosuError(f"{path}: cannot be used: it is a file; expected a folder") from None
    except OSError as error:
        raise GosuError(f"{path}: cannot be used: {error.strerror}; expected a folder that can be created") from None


def open_locked(path: Path) -> IO[bytes]:
    """A file at whose end one process at a time writes: locked until it is closed."""
    try:
        file = path.open("ab")
    except OSError as error:
        raise GosuError(f"{path}: cannot be written: {error.strerror}") from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise GosuError(f"{path}: another run is writing to this folder") from None
    return file


def differences(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, str]:
    """What is not the same, by name: what it was, and what it is now. Mappings within are looked into."""
    told: dict[str, str] = {}
    for name in [*wanted, *(name for name in found if name not in wanted)]:
        before, now = found.get(name), wanted.get(name)
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            told |= {f"{name} {part}": text for part, text in differences(before, now).items()}
        elif before != now:
            told[name] = f"{name} {value_text(before)}, now {value_text(now)}"
    return told


def value_text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(value_text, value)) or "none"
    return "none" if value in (None, "") else str(value)
