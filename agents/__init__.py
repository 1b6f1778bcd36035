"""Players: ``act(view)`` returns a legal action."""

from gosu_env.agents.random import RandomAgent
from gosu_env.agents.registry import make_agent

__all__ = ["RandomAgent", "make_agent"]

if __name__ == "agents":  # imported in a checkout as if it were a package of its own
    raise ImportError("this package is gosu_env.agents; expected, for example, from gosu_env.agents import make_agent")
