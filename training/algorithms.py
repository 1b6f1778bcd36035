"""The algorithms of ``gosu train``: their settings and their learners."""

from __future__ import annotations

from typing import Any

from gosu_env.training import ppo, td
from gosu_env.training.turns import Turns

AnySettings = ppo.Settings | td.Settings


def algorithm_of(settings: AnySettings) -> str:
    """The name of the algorithm that some settings are for."""
    return "td" if isinstance(settings, td.Settings) else "ppo"


def make_learner(settings: AnySettings) -> Any:
    """The learner that some settings are for."""
    if isinstance(settings, td.Settings):
        return td.Learner(settings)
    return Turns(settings) if settings.also else ppo.Learner(settings)


def agents_of(settings: AnySettings) -> dict[str, str]:
    """The agents that take part in a run, by their roles."""
    agents = {"start": f"policy:{settings.start}"} if settings.start else {}
    agents |= {"teacher": settings.teacher} if settings.imitation else {}
    return agents | {f"opponent {name}": name for name in settings.opponent_names}
