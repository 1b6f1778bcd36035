"""A player that asks a language model: any endpoint that speaks the chat protocol of OpenAI, by its address.

    chat:http://127.0.0.1:8000/v1:model=qwen3
    chat:https://api.example.com/v1:model=large:temperature=0.7:budget=2000000:log=chat.jsonl

The key is read from the environment variable OPENAI_API_KEY, or the one that ``key=NAME`` names. It is sent to that
address alone, over https or to this machine, and written nowhere.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gosu_env import GosuError, OptionError, View
from gosu_env.agents.answers import UnclearAnswerError, read_answer
from gosu_env.agents.endpoint import Endpoint, EndpointError, Reply
from gosu_env.engine.errors import UnavailableError
from gosu_env.engine.events import Event
from gosu_env.engine.view import Thoughts
from gosu_env.render.prompt import LINES, Prompt, make_prompt

FALLBACKS = ("random", "first", "raise")
FROM_ZERO = ("retries", "budget", "lines")  # what may be 0
NOTE = 300  # letters of an answer that replays keep
KEPT = 400  # events that are remembered of a game
QUOTED = 2000  # letters of an unclear answer that the model is shown again


class ChatError(GosuError, RuntimeError):
    """A language model that did not answer, or not clearly, or a budget that is used up."""


class ModelUnavailableError(ChatError, UnavailableError):
    """A language model that did not answer; asked again later, it may."""


@dataclass
class Usage:
    """What was asked of an endpoint, all agents of this process together."""

    decisions: int = 0
    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    unclear: int = 0  # answers that named no choice
    refusals: int = 0  # answers that the model or its filter held back
    fallbacks: int = 0  # decisions that were taken without the model
    lock: Any = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def count(self, **more: int) -> None:
        with self.lock:
            for name, number in more.items():
                setattr(self, name, getattr(self, name) + number)

    def told(self) -> str:
        """Requests, tokens, and what went wrong, in a few words; nothing, if nothing was asked."""
        if not self.requests:
            return ""
        return ", ".join([counted(self.requests, "request"), counted(self.tokens, "token"), *self.told_trouble()])

    def told_trouble(self) -> list[str]:
        trouble = {"unclear answer": self.unclear, "refusal": self.refusals, "fallback": self.fallbacks}
        return [counted(number, noun) for noun, number in trouble.items() if number]

    def as_dict(self) -> dict[str, int]:
        return {name: value for name, value in self.__dict__.items() if name != "lock"}


_usages: dict[tuple[str, str], Usage] = {}


def usage_of(address: str, model: str) -> Usage:
    """What this process has asked of a model."""
    return _usages.setdefault((address.rstrip("/"), model), Usage())


def usage_lines() -> list[str]:
    """What this process has asked of every model, in words."""
    lines = []
    for (address, model), used in _usages.items():
        if not used.requests:
            continue
        told = [
            counted(used.decisions, "decision"),
            counted(used.requests, "request"),
            f"{counted(used.prompt_tokens, 'token')} in",
            f"{used.completion_tokens:,} out",
            *used.told_trouble(),
        ]
        lines.append(f"{model} at {address}: {', '.join(told)}")
    return lines


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class ChatAgent:
    """Asks a model for each decision, with the prompt of ``gosu_env.render.prompt``.

    - ``asks``: how often a decision is put to the model: an unclear answer is asked for again, with the reason.
    - ``fallback``: what is done when none was clear: ``random`` (a legal action by the seed), ``first``, or ``raise``.
    - ``timeout``: seconds for a request; ``retries``: how often a request is repeated that failed on the way.
    - ``max_tokens``: of an answer; ``temperature``: sent if it is given.
    - ``budget``: tokens, in and out, that all agents of this address and model may use in this process; 0: no limit.
    - ``log``: a file that gets every exchange as a JSON line; never the key.
    - ``lines``: of the log of the game that the prompt tells, where the table tells what happens.
    - ``parallel``: requests at the same time, when asked about many games.
    """

    waits = True  # for an answer from elsewhere: it needs no core

    def __init__(
        self,
        address: str,
        model: str,
        seed: int | None = None,
        *,
        key: str = "OPENAI_API_KEY",
        temperature: float | None = None,
        max_tokens: int = 1024,
        timeout: float = 120.0,
        retries: int = 4,
        asks: int = 3,
        fallback: str = "random",
        budget: int = 0,
        log: str | None = None,
        lines: int = LINES,
        parallel: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if fallback not in FALLBACKS:
            raise OptionError(f"fallback must be one of {', '.join(FALLBACKS)}, not {fallback!r}")
        for name, number, most in (
            ("max_tokens", max_tokens, 1 << 20),
            ("retries", retries + 1, 21),
            ("asks", asks, 10),
            ("budget", budget + 1, 1 << 50),
            ("lines", lines + 1, 201),
            ("parallel", parallel, 64),
            ("timeout", timeout, 3600),
        ):
            if not 0 < number <= most:
                raise OptionError(f"{name} is out of range; expected at most {most - (name in FROM_ZERO)}")
        self.endpoint = Endpoint(address, key, timeout, retries, sleep)
        self.name = model
        self.model, self.asks, self.fallback, self.budget, self.lines = model, asks, fallback, budget, lines
        self.log = None if log is None else Path(log)
        self.usage = usage_of(address, model)
        self.thoughts: Thoughts | None = None
        self.excuse = ""  # for an answer that was not the model's, without what the model said
        self._asked_again = False
        self._parallel = parallel
        self._settings = {"max_tokens": max_tokens} | ({} if temperature is None else {"temperature": temperature})
        self._rng = np.random.default_rng(seed)
        self._heard: dict[Any, list[Event]] = {}  # by chair: what its seat was told of the game

    # -------------------------------------------------------------------------------------------- what it hears

    def reset(self, chair: Any) -> None:
        """A game begins at a chair."""
        self._heard[chair] = []

    def observe(self, event: Event, chair: Any) -> None:
        """Something happened, as the seat of a chair may know it."""
        heard = self._heard.setdefault(chair, [])
        heard.append(event)
        del heard[:-KEPT]

    def prompt(self, view: View) -> Prompt:
        """What the model is told of a decision."""
        heard = self._heard.get(getattr(view, "chair", None), [])
        return make_prompt(view, heard, self.lines)

    # -------------------------------------------------------------------------------------------- what it tells

    @property
    def doing(self) -> str:
        """What keeps it, for those who wait; nothing of what it was told or said."""
        trouble = self.endpoint.trouble or ("no clear answer" if self._asked_again else "")
        return f"asked again: {trouble}" if trouble else ""

    @property
    def spent(self) -> str:
        """What its model was asked in this process."""
        return self.usage.told()

    # -------------------------------------------------------------------------------------------- what it decides

    def act(self, view: View) -> int:
        return self.act_many([view])[0]

    def act_many(self, views: Sequence[View]) -> list[int]:
        """The answers to many decisions, some of them asked for at the same time."""
        self.excuse, self._asked_again = "", False
        prompts = [self.prompt(view) for view in views]
        if len(prompts) == 1:
            told = [self._decide(prompts[0])]
        else:
            with ThreadPoolExecutor(self._parallel) as pool:
                told = list(pool.map(self._decide, prompts))
        actions = []
        for prompt, (place, note) in zip(prompts, told, strict=True):
            self.thoughts = Thoughts(note=f"fallback: {note}" if place is None else note)
            actions.append(prompt.actions[self._fall_back(prompt, note) if place is None else place])
        return actions

    def _decide(self, prompt: Prompt) -> tuple[int | None, str]:
        """The place of the model's choice and what it said; or none, and why."""
        self.usage.count(decisions=1)
        if len(prompt.actions) == 1:
            return 0, "the only choice"
        messages: list[dict[str, str]] = prompt.messages()
        why = ""
        for _ in range(self.asks):
            if self.budget and self.usage.tokens >= self.budget:
                raise ChatError(
                    f"model {self.model!r}: the budget of {self.budget:,} tokens is used up: {self.usage.tokens:,} in "
                    f"{self.usage.requests:,} requests; give a larger budget=…"
                )
            reply = self._ask(messages)
            try:
                if reply.refusal:
                    self.usage.count(refusals=1)
                    raise UnclearAnswerError(f"the answer was held back ({reply.refusal})")
                place = read_answer(reply.text, prompt.choices)
                self._write(prompt, messages, reply, prompt.choices[place])
                return place, printable(reply.text)
            except UnclearAnswerError as error:
                why = str(error)
            self.usage.count(unclear=1)
            self._asked_again = True
            self._write(prompt, messages, reply, None, why)
            again = (
                f"This could not be used: {why}. Choose again, and end your answer with the line\nchoice: N\n"
                f"where N is a number from 1 to {len(prompt.choices)}."
            )
            said = {"role": "assistant", "content": reply.text[-QUOTED:] or "(no answer)"}
            messages = [*prompt.messages(), said, {"role": "user", "content": again}]
        return None, why

    def _ask(self, messages: list[dict[str, str]]) -> Reply:
        try:
            reply = self.endpoint.chat({"model": self.model, "messages": messages, **self._settings})
        except EndpointError as error:
            raise ModelUnavailableError(f"model {self.model!r} at {self.endpoint.address}: {error}") from None
        self.usage.count(requests=1, prompt_tokens=reply.prompt_tokens, completion_tokens=reply.completion_tokens)
        return reply

    def _fall_back(self, prompt: Prompt, why: str) -> int:
        if self.fallback == "raise":
            raise ChatError(f"model {self.model!r}: no clear answer in {self.asks} asks: {why}")
        self.usage.count(fallbacks=1)
        self.excuse = f"gave no clear answer: {'the first was taken' if self.fallback == 'first' else 'one was drawn'}"
        return 0 if self.fallback == "first" else int(self._rng.integers(len(prompt.actions)))

    def _write(
        self, prompt: Prompt, messages: list[dict[str, str]], reply: Reply, choice: str | None, why: str = ""
    ) -> None:
        if self.log is None:
            return
        line = {
            "model": self.model,
            "format": prompt.format,
            "messages": messages,
            "choices": prompt.choices,
            "answer": asdict(reply),
            "choice": choice,
            "unclear": why,
        }
        with self.usage.lock, self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def printable(text: str) -> str:
    """The end of an answer, without anything that could command a terminal."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[-NOTE:]


# ------------------------------------------------------------------------------------------------ by name

OPTIONS: dict[str, Callable[[str], Any]] = {
    "model": str,
    "key": str,
    "temperature": float,
    "max_tokens": int,
    "timeout": float,
    "retries": int,
    "asks": int,
    "fallback": str,
    "budget": int,
    "log": str,
    "lines": int,
    "parallel": int,
}
OPTION = re.compile(rf":(?=(?:{'|'.join(OPTIONS)})=)")  # names of models may have colons


def read_chat(text: str) -> dict[str, Any]:
    """The arguments of ``ChatAgent`` in a spec, after ``chat:``."""
    address, *parts = OPTION.split(text)
    named: dict[str, Any] = {"address": address}
    for part in parts:
        name, _, value = part.partition("=")
        named[name] = OPTIONS[name](value)
    if not address or not named.get("model"):
        raise ValueError("it needs an address and a model")
    return named
