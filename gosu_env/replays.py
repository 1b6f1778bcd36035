"""Replays as a table: one row for every decision, as a polars frame (the extra ``arena``)."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rich.progress import track

from gosu_env.engine.counters import count, counters_of
from gosu_env.engine.errors import DataError, MissingExtraError, OptionError, install
from gosu_env.engine.replay import Replay
from gosu_env.render.terminal import Terminal

if TYPE_CHECKING:
    import polars

# Columns: their types, and what they say. Between these stand the counters of the game, from before the decision.
BEFORE = {
    "replay": ("String", "the file, relative to the folder"),
    "step": ("Int32", "the number of the decision, from 0"),
    "num_players": ("Int8", "number of players"),
    "round": ("Int16", "the round; 0 before the first"),
    "turn_seat": ("Int8", "whose turn it is"),
    "seat": ("Int8", "who decides"),
    "agent": ("String", "the name of the agent that decides"),
    "kind": ("String", "the kind of decision: main, pay, target …"),
    "legal": ("Int16", "number of legal actions"),
    "action": ("Int16", "the id of the action taken"),
    "block": ("String", "its block of the action space"),
    "text": ("String", "its text"),
}
AFTER = {
    "probability": ("Float32", "of the action taken, if recorded; 0 if only others were"),
    "value": ("Float32", "the return that the agent expected, if recorded"),
    "return": ("Float32", "the seat's return; null if the game was not finished"),
    "won": ("Boolean", "whether it is among the winners; null if the game was not finished"),
}

Row = dict[str, Any]


def columns_of(*games: str) -> dict[str, tuple[str, str]]:
    """The columns of a table of such games: their types, and what they say."""
    counters = {name: counter for game in games for name, counter in counters_of(game).items()}
    own = {name: (counter.dtype, counter.meaning) for name, counter in counters.items()}
    others = {f"others_{name}": (each.dtype, each.of_others) for name, each in counters.items() if each.of_others}
    return BEFORE | own | others | AFTER


def _polars() -> Any:
    try:
        import polars  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError(f"a table of replays needs polars: {install('arena')}") from None
    return polars


def decision_rows(replay: Replay, name: str) -> Iterator[Row]:
    """The rows of one replay, with the columns of its game."""
    returns = replay.returns
    winners = replay.game().winners
    counters = counters_of(replay.header.game)
    for decision in replay.decisions():
        step, game, action, thoughts = decision
        seat, facts, counts = game.seat, game.to_json(), count(game)
        chances = decision.chances
        yield {
            "replay": name,
            "step": step,
            "num_players": game.num_players,
            "round": int(game.state.round_number),
            "turn_seat": facts.get("turn_seat"),
            "seat": seat,
            "agent": replay.agents[seat],
            "kind": facts.get("decision", {}).get("kind"),
            "legal": len(game.legal_actions()),
            "action": action,
            "block": game.action_spec.at(action).name,
            "text": game.action_text(action),
            **{each: counts[each][seat] for each in counters},
            **{
                f"others_{each}": max(number for other, number in enumerate(counts[each]) if other != seat)
                for each, counter in counters.items()
                if counter.of_others
            },
            "probability": None if chances is None else chances.get(action, 0.0),
            "value": thoughts.value if thoughts else None,
            "return": returns[seat] if returns else None,
            "won": seat in winners if returns else None,
        }


def load_decisions(
    folder: str | os.PathLike[str], damaged: Literal["raise", "report"] = "raise", cards: str | None = None
) -> polars.DataFrame:
    """All decisions of the replays in a folder and the folders in it, one row each.

    ``columns_of`` says what is in them; with replays of several games, what one of them does not count is null.

    Files that are damaged, foreign or go astray raise, or with ``damaged="report"`` are left out with a warning each.
    ``cards`` is the card file that the games were played with, if it is not where it was.
    """
    pl = _polars()
    root = Path(folder)
    if damaged not in ("raise", "report"):
        raise OptionError(f"damaged must be 'raise' or 'report', not {damaged!r}")
    if not root.is_dir():
        raise DataError(f"{root}: no such folder")
    paths = sorted(root.rglob("*.gosu"))
    console = Terminal(stderr=True)
    rows: list[Row] = []
    games: dict[str, None] = {}
    for path in track(paths, "reading replays", console=console, transient=True, disable=not console.is_terminal):
        try:
            replay = Replay.load(path, cards)
            rows += decision_rows(replay, path.relative_to(root).as_posix())
            games[replay.header.game] = None
        except DataError as error:
            told = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
            if damaged == "raise":
                raise DataError(told) from None
            warnings.warn(f"left out: {told}", stacklevel=2)
    schema = {name: getattr(pl, dtype) for name, (dtype, _) in columns_of(*games).items()}
    return pl.DataFrame(rows, schema=schema, orient="row")
