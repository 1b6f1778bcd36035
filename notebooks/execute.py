"""Runs the notebooks from a clean state and keeps what they print and draw.

    python notebooks/execute.py              # all of them
    python notebooks/execute.py 3 4          # those whose names begin so
    python notebooks/execute.py --check      # writes nothing, and fails if one prints something else than it keeps

A cell with the tag ``varies`` prints numbers of a network: machines round differently, so only the kinds of its outputs
are compared. All other text is compared to the letter; pictures are looked at by people.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from gosu_env.engine.files import write_whole

FOLDER = Path(__file__).resolve().parent
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
VARIES = "varies"
PATIENCE = 600  # seconds for a cell: the first one on a machine compiles the rules


def find(names: Sequence[str]) -> list[Path]:
    """The notebooks whose names begin with one of these; without names, all."""
    found = sorted(FOLDER.glob("*.ipynb"))
    for name in names:
        if not any(path.name.startswith(name) for path in found):
            raise SystemExit(f"no notebook {name!r}; there are: " + ", ".join(path.stem for path in found))
    return [path for path in found if not names or path.name.startswith(tuple(names))]


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def write(path: Path, notebook: Any) -> None:
    write_whole(path, (nbformat.writes(notebook) + "\n").encode())


def execute(path: Path) -> Any:
    """A notebook with what its cells print and draw now, run in an empty folder by a kernel that nobody configured."""
    notebook = read(path)
    with TemporaryDirectory() as folder:
        clean = {
            "IPYTHONDIR": str(Path(folder, "ipython")),
            "OMP_NUM_THREADS": "1",  # sums do not depend on the number of cores
            "PYTHONPATH": str(FOLDER.parent),  # what stands beside the notebooks, not what is installed
        }
        work = Path(folder, "work")
        work.mkdir()
        client = NotebookClient(
            notebook,
            timeout=PATIENCE,
            kernel_name="python3",
            record_timing=False,
            coalesce_streams=True,
            extra_arguments=["--IPKernelApp.log_level=40"],  # errors of the kernel, not its remarks
            resources={"metadata": {"path": str(work)}},
        )
        client.execute(env=os.environ | clean)
    return tidy(notebook)


def tidy(notebook: Any) -> Any:
    """A notebook with nothing in it that differs from run to run: it says nothing of the machine or the hour."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = nbformat.from_dict({"tags": cell.metadata["tags"]} if cell.metadata.get("tags") else {})
        if cell.cell_type == "code":  # what goes to stderr is not for the page: that rules are compiled, for example
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    nbformat.validate(notebook)
    return notebook


def shown(output: Any, varies: bool) -> tuple[str, ...]:
    """What is compared of an output."""
    if output.output_type == "stream":
        return (output.name,) if varies else (output.name, output.text)
    kinds = sorted(output.get("data", {}))
    return (output.output_type, *kinds, "" if varies else output.get("data", {}).get("text/plain", ""))


def differences(kept: Any, fresh: Any) -> Iterator[str]:
    """In words, where a notebook prints something else than it keeps."""
    for number, (old, new) in enumerate(zip(kept.cells, fresh.cells, strict=True), 1):
        if old.cell_type != "code":
            continue
        varies = VARIES in old.metadata.get("tags", [])
        before, after = ([shown(output, varies) for output in cell.outputs] for cell in (old, new))
        if before != after:
            yield f"cell {number} shows {after}, and keeps {before}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python notebooks/execute.py", description="runs the notebooks")
    parser.add_argument("names", nargs="*", help="how their names begin; without any, all are run")
    parser.add_argument("--check", action="store_true", help="write nothing, say which are stale")
    asked = parser.parse_args(arguments)
    stale = 0
    for path in find(asked.names):
        try:
            fresh = execute(path)
        except CellExecutionError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            return 1
        if asked.check:
            for difference in differences(read(path), fresh):
                print(f"{path.name}: {difference}", file=sys.stderr)
                stale = 1
        else:
            write(path, fresh)
            print(f"{path.name} written")
    return stale


if __name__ == "__main__":
    sys.exit(main())
