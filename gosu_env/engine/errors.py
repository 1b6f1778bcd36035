"""Errors that say what was wrong, where, and what would be right."""

from __future__ import annotations


class GosuError(Exception):
    """Any error of this package."""


class OptionError(GosuError, ValueError):
    """An option that does not exist or makes no sense."""


class UnknownOptionError(OptionError, TypeError):
    """An option that does not exist: also the ``TypeError`` of Python for a keyword that nobody expects."""

    def __init__(self, message: str, name: str = "") -> None:
        super().__init__(message)
        self.name = name


class IllegalActionError(GosuError, ValueError):
    """An action that is not legal now; the game is untouched."""


class BusyError(GosuError, RuntimeError):
    """A game or a batch that is at work in another thread; nothing was changed."""


class OpponentError(GosuError, RuntimeError):
    """An opponent that failed or answered with an illegal action."""


class UnavailableError(GosuError, RuntimeError):
    """A player that cannot be reached now; asked again, it may answer."""


class CardFileError(GosuError, ValueError):
    """A card file that cannot be used: file, card, field and reason."""


class PositionError(GosuError, ValueError):
    """A position that no game could reach."""


class DataError(GosuError, ValueError):
    """Bytes or JSON that are not a game of this kind."""


class MissingExtraError(GosuError, ImportError):
    """A package that an extra of gosu-env brings is not installed."""


def install(extra: str) -> str:
    """The command that brings an extra of gosu-env, which is on no package index yet."""
    return f"pip install '.[{extra}]' in a clone of gosu-env"
