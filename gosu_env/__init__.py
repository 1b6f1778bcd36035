"""Reinforcement-learning environments for the GOSU family of card games."""

from gosu_env.engine.batch import Batch, make_batch
from gosu_env.engine.encode import Encoder, encode
from gosu_env.engine.errors import (
    BusyError,
    CardFileError,
    DataError,
    GosuError,
    IllegalActionError,
    MissingExtraError,
    OpponentError,
    OptionError,
    PositionError,
)
from gosu_env.engine.game import Game
from gosu_env.engine.recorder import Recorder, record
from gosu_env.engine.replay import Replay
from gosu_env.engine.seeds import evaluation_seed
from gosu_env.engine.view import Agent, Thoughts, View
from gosu_env.envs.registration import register_environments
from gosu_env.version import VERSION

__version__ = VERSION

__all__ = [
    "Agent",
    "Batch",
    "BusyError",
    "CardFileError",
    "DataError",
    "Encoder",
    "Game",
    "GosuError",
    "IllegalActionError",
    "MissingExtraError",
    "OpponentError",
    "OptionError",
    "PositionError",
    "Recorder",
    "Replay",
    "Thoughts",
    "View",
    "__version__",
    "encode",
    "evaluation_seed",
    "make_batch",
    "record",
]

register_environments()


def _drawn(game: Game) -> str:
    """A game as a notebook shows it; drawing is loaded when it is needed."""
    from gosu_env.render.svg import table_svg  # noqa: PLC0415

    return table_svg(game)


Game.drawn_by = _drawn
