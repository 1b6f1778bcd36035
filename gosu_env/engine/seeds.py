"""The seeds of deals that agents are evaluated on: a space of its own, which no training reaches."""

from __future__ import annotations

from gosu_env.engine.errors import OptionError
from gosu_env.engine.game import check_whole

EVALUATION = 2**62  # seeds from here on deal what agents are evaluated on; training takes seeds below half of it


def evaluation_seed(seed: int) -> int:
    """A seed for deals that no training has seen: the number ``seed`` of those from 2**62 on.

    Training refuses seeds from 2**61 on, so that ``evaluation_seed(0)`` and a training seed 0 deal different games.

    >>> batch.reset(evaluation_seed(0))
    """
    return EVALUATION + check_whole("seed", seed, 0, EVALUATION - 1)


def check_training_seed(seed: int) -> int:
    """Refuse a seed whose deals might be those of an evaluation; a run counts on from its seed, but not 2**61 times."""
    try:
        return check_whole("seed", seed, 0, EVALUATION // 2 - 1)
    except OptionError as error:
        raise OptionError(f"setting {error}: larger seeds deal the games of evaluations") from None
