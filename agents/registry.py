"""Agents by name: how players are called on the command line, in the arena and in the environments.

    random · greedy · rollout:200 · rollout:200:policy=strong · ismcts:1000 · ismcts:500ms · ismcts:200:judge=small
    ismcts:1000:playouts · policy:NAME_OR_FILE · chat:http://127.0.0.1:8000/v1:model=NAME · my_module:MyBot:3:depth=2

A name stands before the first colon. If it is none of this project's, it is a module, and its class comes next. There
is nothing in a spec that a shell would touch, and no comma: specs can stand in a list.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gosu_env import Agent, GosuError, OptionError
from gosu_env.agents.faults import told_fault
from gosu_env.agents.own import import_own
from gosu_env.agents.sources import watch
from gosu_env.engine.errors import install
from gosu_env.engine.game import check_seed


@dataclass(frozen=True)
class Recipe:
    """How an agent of this project is made; its module is imported when it is."""

    usage: str
    module: str
    name: str
    read: Callable[[str], dict[str, Any]]  # arguments of the class, from what follows the colon
    extra: str | None = None  # of this package, to install for it


def read_nothing(text: str) -> dict[str, Any]:
    if text:
        raise ValueError("it takes no argument")
    return {}


def read_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise ValueError(f"{text!r} is not a positive whole number")
    return int(text)


def read_playouts(text: str) -> dict[str, Any]:
    if not text:
        return {}
    budget, *rest = text.split(":")
    named: dict[str, Any] = {"playouts": read_number(budget)}
    for part in rest:
        key, _, value = part.partition("=")
        if key == "policy" and value:
            named["policy"] = value
        elif key == "depth" and value.isascii() and value.isdigit():
            named["depth"] = int(value)
        else:
            raise ValueError(f"{part!r} is neither policy=NAME_OR_FILE nor depth=DECISIONS")
    if "depth" in named and "policy" not in named:
        raise ValueError("depth is for playouts by a policy; random ones go on to the end")
    return named


def read_simulations(text: str) -> dict[str, Any]:
    budget, _, rest = text.partition(":")
    key, _, judge = rest.partition("=")
    named: dict[str, Any] = {}
    if rest == "playouts":
        named["playouts"] = True
    elif key == "judge" and judge:
        named["judge"] = judge
    elif rest:
        raise ValueError(f"{rest!r} is neither playouts nor judge=NAME_OR_FILE")
    if budget.endswith("ms"):
        return named | {"milliseconds": read_number(budget.removesuffix("ms"))}
    return named | {"simulations": read_number(budget)}


def read_source(text: str) -> dict[str, Any]:
    source, _, rest = text.partition(":temperature=")
    if not source:
        raise ValueError("no name or file of a policy")
    return {"source": source, "temperature": float(rest)} if rest else {"source": source}


def read_chat(text: str) -> dict[str, Any]:
    read: dict[str, Any] = importlib.import_module("gosu_env.agents.chat").read_chat(text)
    return read


RECIPES = {
    "random": Recipe("random", "gosu_env.agents.random", "RandomAgent", read_nothing),
    "greedy": Recipe("greedy", "gosu_env.agents.greedy", "GreedyAgent", read_nothing),
    "rollout": Recipe(
        "rollout:PLAYOUTS or rollout:200:policy=NAME_OR_FILE",
        "gosu_env.agents.rollout",
        "RolloutAgent",
        read_playouts,
    ),
    "ismcts": Recipe(
        "ismcts:SIMULATIONS, ismcts:500ms, ismcts:200:judge=NAME_OR_FILE or ismcts:1000:playouts",
        "gosu_env.agents.ismcts",
        "IsmctsAgent",
        read_simulations,
    ),
    "policy": Recipe("policy:NAME_OR_FILE", "gosu_env.agents.policy", "PolicyAgent", read_source, extra="training"),
    "chat": Recipe("chat:http://ADDRESS/v1:model=NAME", "gosu_env.agents.chat", "ChatAgent", read_chat),
}
KNOWN = ", ".join(recipe.usage for recipe in RECIPES.values()) + ", or my_module:MyBot for one of your own"


def make_agent(spec: str, seed: int | None = None) -> Agent:
    """The agent that a spec names. The same spec and seed give an agent that answers the same."""
    seed = None if seed is None else check_seed(seed)
    name, _, rest = spec.partition(":")
    if name not in RECIPES:
        class_name, *arguments = rest.split(":")
        if not all(part.isidentifier() for part in (*name.split("."), class_name)):
            raise unknown(spec, name)
        return own_agent(spec, name, class_name, arguments, seed)
    recipe = RECIPES[name]
    try:
        named = recipe.read(rest)
    except ValueError as error:
        raise OptionError(f"agent {spec!r}: {error}; expected {recipe.usage}") from None
    try:
        made = getattr(importlib.import_module(recipe.module), recipe.name)
    except ModuleNotFoundError as error:
        hint = f": {install(recipe.extra)}" if recipe.extra else ""
        raise OptionError(f"agent {spec!r} needs the module {error.name!r}, which is not installed{hint}") from error
    return build(spec, made, [], named, seed)


def policy_of(spec: str) -> str | None:
    """The name or the file of the policy that an agent is made from, if it is made from one."""
    name, _, rest = spec.partition(":")
    read = {"policy": read_source, "ismcts": read_simulations, "rollout": read_playouts}.get(name)
    try:
        named = read(rest) if read else {}
    except ValueError:
        return None  # whoever makes the agent is told
    return named.get("source") or named.get("judge") or named.get("policy")


def unknown(spec: str, name: str) -> OptionError:
    close = difflib.get_close_matches(name.lower(), RECIPES, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return OptionError(f"unknown agent {spec!r}; {hint}known: {KNOWN}")


def build(spec: str, made: Any, positional: list[Any], named: dict[str, Any], seed: Any) -> Agent:
    """Call the class, with the seed if it takes one."""
    signature = inspect.signature(made)
    if "seed" in signature.parameters and "seed" not in named:
        named = named | {"seed": seed}
    try:
        signature.bind(*positional, **named)
    except TypeError as error:
        raise OptionError(f"agent {spec!r}: {error}; signature: {made.__name__}{signature}") from None
    agent = made(*positional, **named)
    if not isinstance(agent, Agent):
        raise OptionError(f"agent {spec!r}: no act(view) that returns an action")
    return agent


# ------------------------------------------------------------------------------------------------ agents of others


def own_agent(spec: str, module_name: str, class_name: str, arguments: list[str], seed: Any) -> Agent:
    """An agent by its module and class; modules are also looked for in the current folder."""
    try:
        module = import_own(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise OptionError(f"agent {spec!r} cannot be imported: {told_fault(error)}") from error
        raise unknown(spec, module_name) from error
    except Exception as error:
        raise OptionError(f"agent {spec!r} cannot be imported: {told_fault(error)}") from error
    classes = [name for name, thing in vars(module).items() if is_agent_class(thing)]
    if not is_agent_class(getattr(module, class_name, None)):
        raise OptionError(
            f"agent {spec!r}: the module {module_name!r} has no class {class_name!r} with act(view); known: "
            + (", ".join(classes) or "none")
        )
    positional = [read_value(argument) for argument in arguments if "=" not in argument]
    named = {key: read_value(value) for key, _, value in (text.partition("=") for text in arguments if "=" in text)}
    try:
        with watch(spec):
            return build(spec, getattr(module, class_name), positional, named, seed)
    except GosuError:
        raise
    except Exception as error:
        raise OptionError(f"agent {spec!r} cannot be made: {told_fault(error)}") from error


def is_agent_class(thing: Any) -> bool:
    """Whether it makes agents. Nothing else is called: a name on the command line starts no function."""
    return inspect.isclass(thing) and callable(getattr(thing, "act", None))


def read_value(text: str) -> Any:
    """A whole number, a number, true, false, or else the text itself."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text, text)
