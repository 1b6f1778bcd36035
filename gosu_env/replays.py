"""Replays as a table: one row for every decision, as a polars frame (the extra ``gosu-env[arena]``)."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rich.progress import track

from gosu_env.engine.errors import DataError, MissingExtraError, OptionError
from gosu_env.engine.replay import Replay
from gosu_env.gosu.vocabulary import DECISIONS
from gosu_env.render.terminal import Terminal

if TYPE_CHECKING:
    import polars

# Columns: their types, and what they say. "Others" are all seats but the one that decides.
COLUMNS = {
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
    "vp": ("Int8", "victory points of the seat; this and all that follow are from before the decision"),
    "hand": ("Int16", "cards in its hand"),
    "tokens": ("Int8", "activation tokens it has"),
    "strength": ("Int16", "military strength of its army"),
    "others_vp": ("Int8", "the most victory points of another seat"),
    "others_hand": ("Int16", "the most cards in another hand"),
    "others_strength": ("Int16", "the strength of the strongest other army"),
    "probability": ("Float32", "of the action taken, if recorded; 0 if only others were"),
    "value": ("Float32", "the return that the agent expected, if recorded"),
    "return": ("Float32", "the seat's return; null if the game was not finished"),
    "won": ("Boolean", "whether it is among the winners; null if the game was not finished"),
}


def _polars() -> Any:
    try:
        import polars  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError("a table of replays needs polars: pip install 'gosu-env[arena]'") from None
    return polars


def decision_rows(replay: Replay, name: str) -> Iterator[tuple[Any, ...]]:
    """The rows of one replay, in the order of ``COLUMNS``."""
    n, returns = replay.header.num_players, replay.returns
    winners = replay.game().winners
    for decision in replay.decisions():
        step, game, action, thoughts = decision
        st, seat, strengths = game.state, game.seat, game.strengths()
        vp, hands = st.victory_points[:n].tolist(), st.hand_size[:n].tolist()

        def most(numbers: Sequence[int], seat: int = seat) -> int:
            return max(number for other, number in enumerate(numbers) if other != seat)

        chances = decision.chances
        yield (
            name,
            step,
            n,
            int(st.round_number),
            int(st.turn_seat),
            seat,
            replay.agents[seat],
            DECISIONS[int(st.decision)],
            len(game.legal_actions()),
            action,
            game.action_spec.at(action).name,
            game.action_text(action),
            vp[seat],
            hands[seat],
            int(st.tokens[seat]),
            strengths[seat],
            most(vp),
            most(hands),
            most(strengths),
            None if chances is None else chances.get(action, 0.0),
            thoughts.value if thoughts else None,
            returns[seat] if returns else None,
            seat in winners if returns else None,
        )


def load_decisions(
    folder: str | os.PathLike[str], damaged: Literal["raise", "report"] = "raise", cards: str | None = None
) -> polars.DataFrame:
    """All decisions of the replays in a folder and the folders in it, one row each; ``COLUMNS`` says what is in them.

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
    rows: list[tuple[Any, ...]] = []
    for path in track(paths, "reading replays", console=console, transient=True, disable=not console.is_terminal):
        try:
            rows += decision_rows(Replay.load(path, cards), path.relative_to(root).as_posix())
        except DataError as error:
            told = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
            if damaged == "raise":
                raise DataError(told) from None
            warnings.warn(f"left out: {told}", stacklevel=2)
    schema = {name: getattr(pl, dtype) for name, (dtype, _) in COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")
