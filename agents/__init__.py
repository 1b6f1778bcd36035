"""Players: ``act(view)`` returns a legal action."""

from agents.random import RandomAgent

__all__ = ["RandomAgent"]
