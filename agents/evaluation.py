"""Which evaluation searches use for a game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from gosu_env.agents import plain, verbs
from gosu_env.engine.bind import bind
from gosu_env.engine.rules import Rules


def find_evaluation(game: str) -> ModuleType:
    """The module ``evaluation`` in the folder of the game; ``plain`` for a game that has none."""
    folder = f"gosu_env.agents.{game}"
    if find_spec(folder) is None or find_spec(f"{folder}.evaluation") is None:
        return plain
    return import_module(f"{folder}.evaluation")


def can_evaluate(game: str) -> bool:
    return find_evaluation(game) is not plain


def bind_search(template: ModuleType, rules: Rules) -> Any:
    """A module over ``engine.verbs`` and ``agents.verbs``, for a game."""
    return bind(template, rules.verbs, (verbs, find_evaluation(rules.name)))
