"""Players by name."""

from __future__ import annotations

from importlib import import_module

from agents.random import RandomAgent
from gosu_env import Agent, OptionError


def make_agent(spec: str, seed: int | None = None) -> Agent:
    """``random``, or a class of your own as ``my_module:MyBot``, made with its seed."""
    if spec == "random":
        return RandomAgent(seed)
    module, colon, name = spec.partition(":")
    try:
        made: Agent = getattr(import_module(module), name)(seed)
    except (ImportError, AttributeError, ValueError) as error:
        raise OptionError(f"unknown player {spec!r}: {error}; there are: random, my_module:MyBot") from None
    if not colon or not isinstance(made, Agent):
        raise OptionError(f"player {spec!r} has no act(view)")
    return made
