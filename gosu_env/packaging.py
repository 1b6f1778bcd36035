"""Compile all libraries for a wheel: ``python -m gosu_env.packaging FOLDER [TARGET]``, which ``setup.py`` runs.

A target is one of TARGETS, compiled by the package ziglang on whatever machine this is.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from gosu_env.engine.compile import build, libraries, packaged
from gosu_env.units import all_units


class Target(NamedTuple):
    """A platform that wheels are made for."""

    triple: str  # as zig names it
    tag: str  # as pip does
    ending: str  # of its libraries

    @property
    def command(self) -> tuple[str, ...]:
        """The compiler's command: nothing of the C++ library is used, so that none has to be built first."""
        return (sys.executable, "-m", "ziglang", "cc", "-target", self.triple)

    def flags(self, flags: Sequence[str]) -> tuple[str, ...]:
        """How it is compiled there."""
        position = () if self.ending == ".dll" else ("-fPIC",)  # there, all code can be loaded anywhere
        return (*(flag for flag in flags if flag != "-fPIC"), *position, "-s")


TARGETS = {
    "linux-x86_64": Target("x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64.manylinux2014_x86_64", ".so"),
    "linux-aarch64": Target("aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64.manylinux2014_aarch64", ".so"),
    "macos-arm64": Target("aarch64-macos.11.0", "macosx_11_0_arm64", ".dylib"),
    "macos-x86_64": Target("x86_64-macos.10.13", "macosx_10_13_x86_64", ".dylib"),
    "windows-x86_64": Target("x86_64-windows-gnu", "win_amd64", ".dll"),
}


def compile_all(folder: Path, target: Target | None = None) -> dict[str, libraries.Code]:
    """Compile every unit into a folder, with an index of all entries. For this machine, the cache may have them."""
    folder.mkdir(parents=True, exist_ok=True)
    ending = build.ENDING if target is None else target.ending
    index: dict[str, libraries.Code] = {}
    sources = [((build.NATIVE / "door.cpp").read_text(), packaged.DOORS, build.flags_for())]
    for unit in all_units():
        text, symbols = libraries.translated(unit)
        sources.append((text, unit.name, build.flags_for(unit.members[0].entry.quick)))
        file = f"{build.file_name(unit.name)}{ending}"
        index |= {key: libraries.Code(file, *found) for key, found in symbols.items()}

    def compiled(source: tuple[str, str, tuple[str, ...]]) -> None:
        text, name, flags = source
        path = folder / f"{build.file_name(name)}{ending}"
        if target is None:
            shutil.copyfile(build.library(text, name, flags), path)
        else:
            build.compile_library(text, target.command, target.flags(flags), path, name)
            path.with_suffix(".cpp").unlink()
        print(f"{path.name}: {path.stat().st_size // 1024} KB", flush=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compiled, sources))
    for left in (*folder.glob("*.lib"), *folder.glob("*.pdb")):  # of Windows: nothing is linked with these libraries
        left.unlink()
    (folder / packaged.FILE).write_text(json.dumps(index))
    return index


def main(arguments: Sequence[str]) -> None:
    folder, *named = arguments
    if named and named[0] not in TARGETS:
        raise SystemExit(f"no target {named[0]!r}; expected one of {', '.join(TARGETS)}")
    index = compile_all(Path(folder), TARGETS[named[0]] if named else None)
    print(f"{len(index)} entries")


if __name__ == "__main__":
    main(sys.argv[1:])
