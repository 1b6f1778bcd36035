"""Bots think in threads of their own, so that the screen stays alive."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Mapping
from typing import NamedTuple

from gosu_env.agents.faults import told_fault
from gosu_env.engine.errors import OpponentError
from gosu_env.engine.recorder import agent_name
from gosu_env.engine.view import Agent, Thoughts, View


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
    """A bot's answer, which is legal; or an ``OpponentError``."""
    name = f"{agent_name(agent)} at seat {view.seat}"
    try:
        action = int(agent.act(view))
    except Exception as error:
        raise OpponentError(f"{name} failed: {told_fault(error)}; decision: {view.decision_text()}") from error
    choices = view.choices()
    if action not in choices:
        listed = ", ".join(f"{legal} ({text})" for legal, text in choices.items())
        raise OpponentError(f"{name} answered {action}; decision: {view.decision_text()}; legal: {listed}")
    return Answer(action, getattr(agent, "thoughts", None))


async def think(agent: Agent, view: View) -> Answer:
    """Ask a bot in a thread; whoever no longer waits is not bothered with its answer.

    The thread is a daemon: leaving the program does not wait for the end of a thought.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Answer] = loop.create_future()

    def deliver(answer: Answer | OpponentError) -> None:
        if future.done():
            return
        if isinstance(answer, OpponentError):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def work() -> None:
        answer: Answer | OpponentError
        try:
            answer = ask(agent, view)
        except OpponentError as error:
            answer = error
        with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits
            loop.call_soon_threadsafe(deliver, answer)

    threading.Thread(target=work, name="thought", daemon=True).start()
    return await future
