"""Where a player of one's own failed: the error with its file and line, instead of a traceback."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

from gosu_env.engine.errors import GosuError, IllegalActionError, OpponentError
from gosu_env.engine.recorder import Recorder, agent_name
from gosu_env.engine.view import Agent

PATHS = sysconfig.get_paths()
OTHERS = (str(Path(__file__).parents[1]), *(PATHS[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")))


def told_fault(error: BaseException) -> str:
    """An error in one line: "ZeroDivisionError: division by zero (my_bots.py, line 12)"."""
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    what = f"{type(error).__name__}: {' '.join(words.split())}" if words else type(error).__name__
    place = fault_place(error)
    return what if place is None else f"{what} ({_short(place[0])}, line {place[1]})"


def fault_place(error: BaseException) -> tuple[str, int] | None:
    """File and line of an error: the last ones in the user's own files, if any of these took part."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return error.filename, error.lineno
    frames = [
        (frame.filename, frame.lineno or 0)
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<")
    ]
    own = [frame for frame in frames if not frame[0].startswith(OTHERS)]
    return (own or frames)[-1] if frames else None


def _short(file: str) -> str:
    """A path as seen from the working folder, if it is in there."""
    try:
        return str(Path(file).absolute().relative_to(Path.cwd()))
    except ValueError:
        return file


def ask_player(recorder: Recorder, agent: Agent) -> int:
    """Let a player decide in a recorded game; one that fails or answers wrong is an ``OpponentError``."""
    game = recorder.game
    name, seat, decision = agent_name(agent), game.seat, game.decision_text()
    try:
        return recorder.ask(agent)
    except IllegalActionError as error:
        raise OpponentError(f"{name} at seat {seat}: {error}") from None
    except GosuError:
        raise
    except Exception as error:
        raise OpponentError(f"{name} at seat {seat} failed: {told_fault(error)}; decision: {decision}") from error
