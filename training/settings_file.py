"""Settings as text: files in TOML, and changes as NAME=VALUE. Errors say which setting is wrong, and where it is."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from gosu_env import DataError, OptionError
from gosu_env.engine.files import read_whole
from gosu_env.engine.spelling import nearest, shown

S = TypeVar("S")
KINDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


@dataclass(frozen=True)
class Change:
    """Another value for a setting, and where it is asked for."""

    name: str
    value: Any
    where: str


def read_changes(path: Path) -> list[Change]:
    """The settings in a TOML file; a name in a table has the name of the table before it: ``league.every``."""
    try:
        text = read_whole(path).decode()
        plain = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path}: not a file of settings in TOML: {error}") from None
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            table = f"{found[1]}."
        elif found := re.match(r"\s*\"?([\w-]+)\"?\s*=", line):
            lines.setdefault(f"{table}{found[1]}", number)
    return [
        Change(name, value, f"{path}, line {lines[name]}" if name in lines else str(path))
        for name, value in _flat(plain)
    ]


def _flat(plain: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in plain.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def parse_changes(words: Iterable[str]) -> list[Change]:
    """Changes given as NAME=VALUE, as with ``--set``."""
    changes = []
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise OptionError(f"setting {word!r}: expected NAME=VALUE")
        changes.append(Change(name, value, f"--set {word}"))
    return changes


def named_changes(where: str = "--{}", **given: Any) -> list[Change]:
    """Changes given as options of their own, as far as they are: None is none."""
    return [
        Change(name, value, where.format(name.replace("_", "-"))) for name, value in given.items() if value is not None
    ]


def change_settings(settings: S, changes: Iterable[Change | str], elsewhere: Mapping[str, str] | None = None) -> S:
    """Settings with some changes, the later ones before the earlier; texts are NAME=VALUE.

    ``elsewhere`` says of settings that are not here where they are.
    """
    usual = {field.name: getattr(settings, field.name) for field in fields(settings)}  # type: ignore[arg-type]
    given: dict[str, Any] = {}
    for change in changes:
        for each in parse_changes([change]) if isinstance(change, str) else [change]:
            if each.name not in usual:
                hint = (elsewhere or {}).get(each.name) or nearest(each.name, list(usual))
                raise OptionError(f"{each.where}: there is no setting {each.name!r}; {hint}")
            given[each.name] = read_value(each, type(usual[each.name]))
    return replace(settings, **given)  # type: ignore[type-var]


def read_value(change: Change, kind: type[Any]) -> Any:
    """The value of a change as one of the kind that a setting has. Text may stand for any kind, a list for a text."""
    value, text = change.value, isinstance(change.value, str)
    wrong = OptionError(f"{change.where}: setting {change.name}: expected {KINDS[kind]}, not {shown(value)}")
    if kind is str:
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            return ",".join(value)
        if not text:
            raise wrong
        return value
    if kind is bool:
        found = {"true": True, "false": False}.get(value) if text else value
        if not isinstance(found, bool):
            raise wrong
        return found
    if not text and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise wrong
    try:
        number = int(value) if text and kind is int and re.fullmatch(r"[+-]?[\d_]+", value) else value
        number = float(number) if isinstance(number, str) else number
        if not math.isfinite(number) or (kind is int and number != int(number)):
            raise wrong
        return kind(number)
    except (ValueError, OverflowError):
        raise wrong from None


def settings_text(settings: Any, algorithm: str, command: str, **tables: Mapping[str, Any]) -> str:
    """All settings as TOML, for ``read_changes``."""
    lines = [f"# The settings of this run. To start it again: {command} --settings FILE --out OTHER_FOLDER"]
    lines += [f"algorithm = {_value_text(algorithm)}"] if algorithm else []
    lines += [f"{field.name} = {_value_text(getattr(settings, field.name))}" for field in fields(settings)]
    for table, values in tables.items():
        lines += ["", f"[{table}]", *(f"{name} = {_value_text(value)}" for name, value in values.items())]
    return "\n".join(lines) + "\n"


def _value_text(value: Any) -> str:
    """A value as TOML writes it: nearly as JSON does."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
