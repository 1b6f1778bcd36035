"""The options that every game has, and how options are checked, read and written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from gosu_env.engine.errors import OptionError, UnknownOptionError
from gosu_env.engine.spelling import nearest, shown

BOOLS = ("bool", "bool | None")  # as the types of fields are written
INTS = ("int", "int | None")
YES_AND_NO = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
MOST_DECISIONS = 1_000_000

O = TypeVar("O", bound="Options")  # noqa: E741


@dataclass(frozen=True)
class Options:
    """Checked when made: an absurd option is an error, never a surprise later."""

    cards: str | None = None  # path of a card file; None: the default set
    auto_forced: bool = True  # decisions with one legal answer are taken automatically
    max_decisions: int = 2000  # a game that long ends as truncated
    reward: str = "win"  # what returns are made of: REWARDS

    REWARDS: ClassVar[tuple[str, ...]] = ("win",)
    WORDS: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # what options that are lists choose from

    def __post_init__(self) -> None:
        if self.cards is not None and not isinstance(self.cards, str | Path):
            raise OptionError(f"cards must be the path of a card file, not {shown(self.cards)}")
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type in BOOLS and value is not field.default and not isinstance(value, bool):
                raise OptionError(f"{field.name} must be True or False, not {shown(value)}")
            if field.type == "str" and not isinstance(value, str):
                raise OptionError(f"{field.name} must be a text, not {shown(value)}")
        limit = self.max_decisions
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= MOST_DECISIONS:
            raise OptionError(f"max_decisions must be a whole number from 1 to {MOST_DECISIONS}, not {shown(limit)}")

        if self.reward not in self.REWARDS:
            raise OptionError(f"reward must be {' or '.join(map(repr, self.REWARDS))}, not {shown(self.reward)}")

    def check_players(self, num_players: int) -> None:
        """Refuse options that do not fit a number of players."""

    @property
    def players(self) -> int | None:
        """How many players these options ask for, if they do."""
        return None

    @property
    def in_teams(self) -> bool:
        """Two against two: a player holds both seats of a team."""
        return False

    @property
    def flags(self) -> int:
        """The options that are on, as the compiled rules take them."""
        raise NotImplementedError

    @classmethod
    def parse(cls: type[O], options: Mapping[str, Any]) -> O:
        if not isinstance(options, Mapping):
            raise OptionError(f"options must be a dict, not {shown(options)}")
        for name in options:
            cls.check_name(name)
        return cls(**options)

    @classmethod
    def check_name(cls, name: str) -> None:
        known = [field.name for field in fields(cls)]
        if name not in known:
            raise UnknownOptionError(f"unknown option {shown(name)}; {nearest(str(name), known)}", str(name))

    @classmethod
    def read(cls, texts: Iterable[str]) -> dict[str, Any]:
        """Options from texts, as they are given on a command line: ``draft``, ``draft=no``, ``max_decisions=500``."""
        kinds = {field.name: str(field.type) for field in fields(cls)}
        found: dict[str, Any] = {}
        for text in texts:
            name, sign, value = (part.strip() for part in text.partition("="))
            cls.check_name(name)
            if name in found:
                raise OptionError(f"option {name!r} appears more than once")
            if kinds[name] in BOOLS:
                if sign and value.lower() not in YES_AND_NO:
                    raise OptionError(f"option {name}: {value!r} is not a boolean; expected yes or no")
                found[name] = YES_AND_NO[value.lower()] if sign else True
            elif not value:
                raise OptionError(f"option {name!r} needs a value: {name}=…")
            elif kinds[name] in INTS:
                try:
                    found[name] = int(value)
                except ValueError:
                    raise OptionError(f"option {name}: {value!r} is not a whole number") from None
            else:
                found[name] = value
        parsed = cls.parse(found).as_dict()
        return {name: parsed[name] if isinstance(parsed[name], list) else value for name, value in found.items()}

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as JSON has them."""
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return plain | {"cards": None if self.cards is None else str(self.cards)}


def option_texts(options: Mapping[str, Any]) -> list[str]:
    """Options as texts that ``Options.read`` understands; those that are on by their names alone."""
    texts = []
    for name, value in options.items():
        written = "+".join(value) if isinstance(value, list | tuple) else value
        texts.append(name if value is True else f"{name}={written}")
    return texts
