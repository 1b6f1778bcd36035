"""Players: ``act(view)`` returns a legal action."""

from agents.random import RandomAgent
from agents.registry import make_agent

__all__ = ["RandomAgent", "make_agent"]
