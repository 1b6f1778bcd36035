"""On which machine, with which versions and at which commit figures were made."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

import gosu_env

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("numpy", "open_spiel", "rlcard", "pettingzoo", "shimmy", "pgx", "jax", "jaxlib", "gym-locm")


def core_numbers() -> list[int]:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def keep_to_one_core() -> None:
    """Where the system allows it; libraries with threads of their own then stay on one core, too."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, core_numbers()[-1:])


def processor() -> str:
    """Its name, as far as the system tells."""
    try:
        listed = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return platform.processor() or platform.machine()
    for line in listed.splitlines():
        if line.strip().startswith("Model name:"):
            return line.partition(":")[2].strip()
    return platform.machine()


def machine() -> dict[str, Any]:
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
        "cores": len(core_numbers()),
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "python": platform.python_version(),
    }


def versions() -> dict[str, str]:
    found = {"gosu_env": gosu_env.__version__}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def commit() -> dict[str, Any] | None:
    """The commit, and whether the engine differs from it; None without git."""
    try:
        head = _git("rev-parse", "HEAD")
        return {"hash": head, "changed": bool(_git("status", "--porcelain", "--", "gosu_env", "agents", "benchmarks"))}
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()
