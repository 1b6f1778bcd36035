"""Bots think in threads of their own, so that the screen stays alive.

Bots that take long, cost something or cannot always answer may tell of it in attributes, which are also read while they
think: ``doing``, what keeps them; ``spent``, what they cost so far; ``excuse``, why the last answer was not their own.
Everybody reads them, so they must tell nothing that is hidden.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Mapping
from typing import NamedTuple

from gosu_env.agents.faults import told_fault
from gosu_env.engine.errors import GosuError, OpponentError
from gosu_env.engine.recorder import agent_name
from gosu_env.engine.view import Agent, Thoughts, View
from gosu_env.render.terminal import shown


class Answer(NamedTuple):
    """What a bot decided, and what it thought if it tells."""

    action: int
    thoughts: Thoughts | None

    @property
    def chances(self) -> dict[int, float]:
        """The probabilities of actions; empty when nothing is told of them."""
        told = self.thoughts.probabilities if self.thoughts else None
        if told is None:
            return {}
        return dict(told) if isinstance(told, Mapping) else dict(enumerate(told.tolist()))


def ask(agent: Agent, view: View) -> Answer:
    """A bot's answer, which is legal; or an ``OpponentError``, or what the bot raised if it is a ``GosuError``."""
    name = f"{agent_name(agent)} at seat {view.seat}"
    try:
        action = int(agent.act(view))
    except GosuError:
        raise
    except Exception as error:
        raise OpponentError(f"{name} failed: {told_fault(error)}; decision: {view.decision_text()}") from error
    choices = view.choices()
    if action not in choices:
        listed = ", ".join(f"{legal} ({text})" for legal, text in choices.items())
        raise OpponentError(f"{name} answered {action}; decision: {view.decision_text()}; legal: {listed}")
    return Answer(action, getattr(agent, "thoughts", None))


def told_by(agent: Agent, what: str) -> str:
    """What a bot tells of itself: ``doing``, ``spent`` or ``excuse``."""
    told = getattr(agent, what, "")
    return shown(told) if isinstance(told, str) else ""


async def think(agent: Agent, view: View) -> Answer:
    """Ask a bot in a thread; whoever no longer waits is not bothered with its answer.

    The thread is a daemon: leaving the program does not wait for the end of a thought.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Answer] = loop.create_future()

    def deliver(answer: Answer | GosuError) -> None:
        if future.done():
            return
        if isinstance(answer, GosuError):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def work() -> None:
        answer: Answer | GosuError
        try:
            answer = ask(agent, view)
        except GosuError as error:
            answer = error
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits
            loop.call_soon_threadsafe(deliver, answer)

    threading.Thread(target=work, name="thought", daemon=True).start()
    return await future
