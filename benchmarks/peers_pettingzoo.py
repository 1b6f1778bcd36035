"""PettingZoo's classic card games. Poker is RLCard's, Hanabi is OpenSpiel's, through Shimmy."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.aec import Table
from benchmarks.case import Case, Setup, Spread

GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")

DECISION = (
    "one last, which gives observation and mask, and one step of raw_env, by a seat that is still in the game. "
    "Steps with None, by which seats leave a finished game, take time and are not counted. This project's AEC row "
    "runs the same loop."
)


def _prepare(name: str, seed: int) -> Setup:
    module: Any = import_module(f"pettingzoo.classic.{name}")
    return Table(module.raw_env(), seed).setup()


def cases() -> list[Case]:
    spreads: tuple[Spread, Spread] = ("one core", "processes")
    return [
        Case("PettingZoo", name, "raw_env: last, step", "AEC", partial(_prepare, name), spread=spread)
        for spread in spreads
        for name in GAMES
    ]
