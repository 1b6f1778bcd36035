"""Makes again what depends on the strong agent of GOSU X: two pages of balance and the sixth notebook.

    python docs/gosux/strong.py              # after policies/strong-2.safetensors has changed
    python docs/gosux/strong.py --jobs 1     # with one process

Look at the pictures before you commit them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
GAMES, SEED = 4000, 2027
PAGES = {"balance-strong": ["--option", "clans_dealt"], "balance-drafted": []}
NOTEBOOK = "6"


def commands(jobs: int, games: int, folder: Path) -> list[list[str]]:
    """What is run, in the root of the project. Games go to a new folder: those of another network must not count."""
    told = ["-m", "gosu_env", "report", "--game", "gosux", "--players", "policy:strong"]
    told += ["--games", str(games), "--seed", str(SEED), "--jobs", str(jobs)]
    made = [
        [*told, "--out", str(folder / name), *options, "--markdown", f"docs/gosux/{name}.md"]
        for name, options in PAGES.items()
    ]
    return [*made, ["notebooks/execute.py", NOTEBOOK]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python docs/gosux/strong.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play (all cores)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of a page ({GAMES})")
    asked = parser.parse_args(arguments)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with TemporaryDirectory() as folder:
        for command in commands(asked.jobs, asked.games, Path(folder)):
            done = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=False)
            if done.returncode:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
