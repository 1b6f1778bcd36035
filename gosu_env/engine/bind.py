"""Templates, bound to a game.

Loops that every game needs are written once, with the verbs of ``engine/verbs.py``. Bound to a game, their functions
are the same code over other globals: the game's own verbs stand where those were. So one source is compiled for every
game, kept on disk for each, interpreted, and translated for a GPU, like any other rule.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any

from gosu_env.engine import verbs as engine_verbs
from gosu_env.engine.compile import DECORATORS
from gosu_env.engine.verbs import VERBS

Provided = Mapping[str, ModuleType]  # a module that declares verbs, and the one where a game has them

_bound: dict[str, ModuleType] = {}
_needs: dict[str, frozenset[str]] = {}


def bind(template: ModuleType, verbs: ModuleType, *more: tuple[ModuleType, ModuleType]) -> Any:
    """The module ``template`` over the verbs of a game; made once for each.

    ``more``: other modules that declare verbs, each with the one where the game has them.
    """
    return _bind(template, {engine_verbs.__name__: verbs} | {declared.__name__: own for declared, own in more})


def template_name(module: str) -> str:
    """The name of the template that a bound module was made from; of any other module, its own."""
    return module.partition("[")[0]


def _bind(template: ModuleType, provided: Provided) -> ModuleType:
    if template.__name__ in provided:
        return provided[template.__name__]
    used = {name: provided[name] for name in sorted(needs(template)) if name in provided}
    name = f"{template.__name__}[{','.join(module.__name__ for module in used.values())}]"
    if name not in _bound:
        _bound[name] = _rebuilt(template, name, used)
    return _bound[name]


def _rebuilt(template: ModuleType, name: str, provided: Provided) -> ModuleType:
    made = ModuleType(name, template.__doc__)
    made.__file__ = template.__file__
    sys.modules[name] = made  # compiled code that is read from disk asks for its module by name
    own: list[tuple[str, FunctionType]] = []
    for key, value in vars(template).items():
        function = _rule(value)
        if key.startswith("__"):
            continue
        if function is not None and function.__module__ == template.__name__:
            own.append((key, function))
        elif isinstance(value, ModuleType) and needs(value):
            setattr(made, key, _bind(value, provided))
        elif function is not None and needs(sys.modules[function.__module__]):
            setattr(made, key, _find(sys.modules[function.__module__], provided, function.__name__))
        else:
            setattr(made, key, value)
    for key, function in own:
        copy = FunctionType(function.__code__, made.__dict__, function.__name__, function.__defaults__)
        copy.__doc__, copy.__annotations__ = function.__doc__, function.__annotations__
        copy.__module__, copy.__qualname__ = name, function.__qualname__
        setattr(made, key, DECORATORS[function.__code__](copy))
    return made


def _find(template: ModuleType, provided: Provided, name: str) -> Any:
    bound = _bind(template, provided)
    if not hasattr(bound, name):
        wanted = ", ".join(VERBS[template.__name__])
        raise AttributeError(f"{bound.__name__} has no {name}; a game needs the verbs {wanted}")
    return getattr(bound, name)


def _rule(value: Any) -> FunctionType | None:
    """The Python of a rule, an entry or a verb; None for anything else."""
    function = getattr(value, "py_func", value)
    if not isinstance(function, FunctionType):
        return None
    declared = function.__name__ in VERBS.get(function.__module__, ())
    return function if declared or function.__code__ in DECORATORS else None


def needs(module: ModuleType) -> frozenset[str]:
    """The modules whose verbs a module needs, itself or through another one."""
    name = module.__name__
    if name in VERBS:
        return frozenset([name])
    if name not in _needs:
        _needs[name] = frozenset()  # while we look
        others: list[ModuleType] = []
        for value in list(vars(module).values()):
            function = _rule(value)
            if isinstance(value, ModuleType) and value.__name__.startswith("gosu_env."):
                others.append(value)
            elif function is not None and function.__module__ != name:
                others.append(sys.modules[function.__module__])
        _needs[name] = frozenset().union(*map(needs, others))
    return _needs[name]
