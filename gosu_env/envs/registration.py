"""Makes the environments known to gymnasium and PettingZoo, once a program imports these.

Neither is imported for it: together they would double the time that ``import gosu_env`` takes, and the engine needs
none of them. A library that is already there is told at once; for the others a finder waits on ``sys.meta_path``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


def register_gymnasium(gymnasium: Any) -> None:
    if "gosu/Gosu-v0" not in gymnasium.registry:
        gymnasium.register(
            id="gosu/Gosu-v0",
            entry_point="gosu_env.envs.seat:SeatEnv",
            vector_entry_point="gosu_env.envs.vector:SeatVectorEnv",
        )


def register_pettingzoo(pettingzoo: Any) -> None:
    """PettingZoo has a registry from 1.26 on."""
    if hasattr(pettingzoo, "register") and "gosu/gosu-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "gosu/gosu-v0", entry_point="gosu_env.gosu_v0:env")


LIBRARIES: dict[str, Callable[[Any], None]] = {"gymnasium": register_gymnasium, "pettingzoo": register_pettingzoo}


class _TellingLoader(Loader):
    """Loads a library as its own loader does, then registers with it."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        LIBRARIES[module.__name__](module)


class _Watch(MetaPathFinder):
    """Finds nothing itself: it leaves a note with what the other finders find."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in LIBRARIES:
            return None
        for finder in sys.meta_path:
            if not isinstance(finder, _Watch) and hasattr(finder, "find_spec"):
                spec = finder.find_spec(fullname, path, target)
                if spec is not None:
                    if spec.loader is not None:
                        spec.loader = _TellingLoader(spec.loader)
                    return spec
        return None


def register_environments() -> None:
    """Register with the libraries that are imported already, and later with those that are not."""
    for name, register in LIBRARIES.items():
        library = sys.modules.get(name)
        if library is not None:
            register(library)
    if not any(isinstance(finder, _Watch) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watch())
