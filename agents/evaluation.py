"""Which evaluation searches use for a game."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from gosu_env.agents import plain, verbs
from gosu_env.agents.parts import find_part
from gosu_env.engine.bind import bind
from gosu_env.engine.rules import Rules


def find_evaluation(game: str) -> ModuleType:
    """The module ``evaluation`` in the folder of the game; ``plain`` for a game that has none."""
    return find_part(game, "evaluation") or plain


def can_evaluate(game: str) -> bool:
    return find_evaluation(game) is not plain


def bind_search(template: ModuleType, rules: Rules) -> Any:
    """A module over ``engine.verbs`` and ``agents.verbs``, for a game."""
    return bind(template, rules.verbs, (verbs, find_evaluation(rules.name)))
