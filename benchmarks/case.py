"""What is measured: a piece of work that one library does in one way."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

OURS = "gosu-env"

Kind = Literal["play", "clone", "playout", "evaluation"]
Style = Literal["one game", "AEC", "batch", "native"]
Spread = Literal["one core", "threads", "processes"]

Work = Callable[[int], tuple[int, int]]  # at least that many units of work; units done, and games that ended

UNITS: dict[Kind, str] = {"play": "decisions", "clone": "clones", "playout": "playouts", "evaluation": "games"}

KINDS: dict[Kind, str] = {
    "play": "random legal play, game after game",
    "clone": "a copy of a game in progress, on which one can play on",
    "playout": "a copy of a game in its middle, played to the end at random",
    "evaluation": "whole games between random players, through the library's own way to let players meet",
}

STYLES: dict[Style, str] = {
    "one game": "a Python loop over one game",
    "AEC": "a Python loop over PettingZoo's interface",
    "batch": "many games in one call",
    "native": "a loop inside the library, Python looks on from outside",
}


@dataclass(frozen=True)
class Facts:
    """What there is to know about a case besides its speed."""

    num_actions: int
    observation_size: int  # numbers in an observation
    forced_share: float | None = None  # of the decisions, those with one legal answer
    compile_seconds: float | None = None  # None: nothing was compiled
    cached: bool = False  # compiled code was there, but came from disk


class Setup(NamedTuple):
    """A case made ready: everything is imported, compiled and dealt."""

    work: Work
    facts: Facts


@dataclass(frozen=True)
class Case:
    library: str
    game: str
    driven: str  # how, in a few words
    style: Style  # which of our rows it is fairly compared with
    prepare: Callable[[int], Setup]  # takes a seed
    kind: Kind = "play"
    batch: int = 1  # games that advance together
    spread: Spread = "one core"  # over the cores
    observation: bool = True
    mask: bool = True


@dataclass(frozen=True)
class Family:
    """The cases of one library."""

    library: str
    module: str  # of this package; its function cases(cores) lists them
    requires: str  # what must be importable
    advice: str  # how to get it

    @property
    def is_installed(self) -> bool:
        return importlib.util.find_spec(self.requires) is not None

    def load(self) -> Any:
        return importlib.import_module(f"benchmarks.{self.module}")

    def cases(self, cores: int) -> list[Case]:
        """Those that make sense with that many cores."""
        cases: list[Case] = self.load().cases()
        return [case for case in cases if cores > 1 or case.spread == "one core"]

    @property
    def decision(self) -> str:
        """What a decision is there."""
        text: str = self.load().DECISION
        return text


LOCKED = "pip install -r benchmarks/requirements.lock"

FAMILIES = [
    Family(OURS, "ours", "gosu_env", "run it from the root of the repository"),
    Family("OpenSpiel", "peers_openspiel", "pyspiel", LOCKED),
    Family("RLCard", "peers_rlcard", "rlcard", LOCKED),
    Family("PettingZoo", "peers_pettingzoo", "pettingzoo", LOCKED),
    Family("Pgx", "peers_pgx", "pgx", LOCKED),
    Family(
        "gym-locm",
        "peers_locm",
        "gym_locm",
        "it asks for Python 3.12 and its wheel lacks the card files; put a checkout of its repository on PYTHONPATH",
    ),
]


def find_family(library: str) -> Family:
    return next(family for family in FAMILIES if family.library == library)
