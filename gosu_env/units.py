"""What is compiled together: the entries over the rules of a game, and those that need none.

``python -m gosu_env.units`` builds all libraries that are not in the cache. Entries declare what they take
(``engine.compile.arguments``), so all of them can be compiled before anybody calls one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from gosu_env.engine.bind import needs, template_name
from gosu_env.engine.compile.arguments import examples
from gosu_env.engine.compile.dispatch import Entry
from gosu_env.engine.compile.libraries import Member, Unit, doors, index_of
from gosu_env.engine.events import told_dtype, words_of
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.rules import GAMES, Rules, find_game, find_rules

OF_GAMES = {  # templates, by the library that has them; each game and variant has its own
    "rules": ("engine.entries", "engine.batch_loops", "engine.extra_loops", "engine.belief_loops"),
    "memory": ("engine.told_loops", "engine.token_loops"),
    "players": ("agents.choices", "agents.playouts", "agents.advice"),
    "searches": ("agents.tree", "agents.lookahead_loops", "agents.policy_playouts", "engine.world_loops"),
}
ALONE = {  # modules that need no game
    "tools": ("engine.rng", "engine.token_loops", "solver.passes"),
    "networks": ("agents.inference",),
    "learning": ("training.sparse_loops",),
}
ANY_GAME = ("gosu_env.engine.token_loops",)  # not a template: it takes the records of any game
TOLD = "_told"  # ends the symbols of entries that are given told records
KERNELS = "kernels"  # the part of a game with entries of its own: they belong to its rules


def unit_of(entry: Entry, arguments: Sequence[Any]) -> Unit | None:
    """The unit that an entry with such arguments belongs to, if there is one."""
    module = template_name(entry.__module__).removeprefix("gosu_env.")
    record = _record(arguments)
    for name, modules in ALONE.items():
        if module in modules and record is None:
            return unit_alone(name)
    for game in GAMES:
        for variant, rules in _variants(game):
            records = _records(game, variant)
            if _packs(rules, entry) and record in (records["states"], records["told"]):
                library = next((name for name, modules in OF_GAMES.items() if module in modules), "rules")
                is_told = record == records["told"] != records["states"]
                return unit_for(game, variant, "memory" if is_told else library)
    return None


def all_units() -> Iterator[Unit]:
    """What an installed package brings."""
    for name in ALONE:
        yield unit_alone(name)
    for game in GAMES:
        for variant, _ in _variants(game):
            for library in OF_GAMES:
                unit = unit_for(game, variant, library)
                if unit.members:
                    yield unit


@cache
def unit_alone(name: str) -> Unit:
    modules = [import_module(f"gosu_env.{module}") for module in ALONE[name]]
    return Unit(name, tuple(_members(modules, {})))


@cache
def unit_for(game: str, variant: str, library: str) -> Unit:
    """The entries over the rules of a game, in one of its variants."""
    rules = dict(_variants(game))[variant]
    modules = [_bound(import_module(f"gosu_env.{module}"), rules) for module in OF_GAMES[library]]
    if library == "rules" and (kernels := find_part(game, KERNELS)) is not None:
        modules.append(kernels)
    records = _records(game, variant)
    members = list(_members(modules, records))
    if library == "memory":  # what takes told records is made of rules that note events: nobody else needs them
        others = (_bound(import_module(f"gosu_env.{module}"), rules) for module in OF_GAMES["rules"])
        return Unit(f"{library} of {variant}", (*members, *(m for m in _members(others, records) if _is_told(m))))
    return Unit(f"{library} of {variant}", tuple(member for member in members if not _is_told(member)))


# ------------------------------------------------------------------------------------------------ of a game


@cache
def _variants(game: str) -> tuple[tuple[str, Rules], ...]:
    found = find_game(game)
    return tuple((title, find_rules(game, found.PLAYERS[0], options)) for title, options in found.VARIANTS.items())


@cache
def _records(game: str, variant: str) -> Mapping[str, np.dtype[Any]]:
    """The types of the records that the entries over some rules work on."""
    from gosu_env.agents.evaluation import find_evaluation  # noqa: PLC0415  (agents import this package)

    rules = dict(_variants(game))[variant]
    record = rules.new_states(1).dtype
    told = record if words_of(rules.name) is None else told_dtype(record)
    desks = find_evaluation(rules.name).make_desks(rules, None).dtype
    return {"states": record, "told": told, "tables": rules.tables.dtype, "desks": desks}


def _bound(template: ModuleType, rules: Rules) -> ModuleType:
    from gosu_env.agents.evaluation import bind_search  # noqa: PLC0415

    bound: ModuleType = bind_search(template, rules) if needs(template) else template
    return bound


def _members(modules: Iterable[ModuleType], records: Mapping[str, np.dtype[Any]]) -> Iterator[Member]:
    for module in modules:
        short = template_name(module.__name__).rpartition(".")[2]
        for name, value in list(vars(module).items()):
            if isinstance(value, Entry) and value.__module__ == module.__name__:
                for number, arguments in enumerate(examples(value.py_func, dict(records))):
                    yield Member(f"{short}_{name}{TOLD * number}", value, arguments)


def _is_told(member: Member) -> bool:
    return member.symbol.endswith(TOLD)


def _packs(rules: Rules, entry: Entry) -> bool:
    """Whether an entry is one over these rules."""
    module, bracket, verbs = entry.__module__.rstrip("]").partition("[")
    kernels = find_part(rules.name, KERNELS)
    own = kernels is not None and module == kernels.__name__
    return own or (rules.verbs.__name__ in verbs.split(",") if bracket else module in ANY_GAME)


def _record(arguments: Sequence[Any]) -> np.dtype[Any] | None:
    """The type of the first record among some arguments."""
    for value in arguments:
        if isinstance(value, np.ndarray) and value.dtype.fields is not None:
            found: np.dtype[Any] | None = value.dtype
            return found
        if isinstance(value, tuple) and (found := _record(value)) is not None:
            return found
    return None


def main() -> None:
    doors()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(index_of, all_units()))
    print(f"{len(found) + 1} libraries in {found[0][0]}")


if __name__ == "__main__":
    main()
