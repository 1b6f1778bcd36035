"""Measure this project and its peers in one run: ``python -m benchmarks.compare``.

Every case runs in a process of its own. What is not installed, fails or takes too long gets a line that says so, and
the run goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.case import FAMILIES, KINDS, STYLES, UNITS, Case, Family
from benchmarks.clock import WINDOWS
from benchmarks.machine import commit, core_numbers, machine, versions
from benchmarks.plot import draw
from benchmarks.row import Absence, Row
from benchmarks.table import LEGEND, cores_text, grids, number_text, screen, show

RESULTS = Path(__file__).parent / "results"


def run_case(
    family: Family, number: int, case: Case, cores: int, seconds: float, budget: float, settings: dict[str, str]
) -> Row | Absence:
    """One case in a process of its own, with all that it starts."""
    command = [sys.executable, "-m", "benchmarks.worker", family.library, str(number), str(cores), str(seconds)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=os.getcwd(),
        env=os.environ | settings,
        start_new_session=True,
    )
    what = f"{case.game}, {case.driven}, {case.spread}"
    try:
        output, errors = process.communicate(timeout=budget)
    except subprocess.TimeoutExpired:
        return Absence(family.library, what, f"not done after {budget:g} s; --budget gives it more")
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    lines = output.strip().splitlines()
    if not lines:
        last = errors.strip().splitlines()[-1:] or ["nothing was said"]
        return Absence(family.library, what, f"the process ended with {process.returncode}: {last[0]}")
    answer = json.loads(lines[-1])
    if "reason" in answer:
        return Absence(family.library, what, answer["reason"])
    return Row(**answer["row"])


def measure_all(libraries: Sequence[str], seconds: float, budget: float, cold: bool) -> Iterator[Row | Absence]:
    """Case by case. ``cold``: what this project compiles goes to a folder that is empty at first."""
    cores = len(core_numbers())
    with tempfile.TemporaryDirectory(prefix="gosu-bench-") as folder:
        settings = {"GOSU_ENV_CACHE": folder} if cold else {}
        for family in FAMILIES:
            if family.library not in libraries:
                continue
            if not family.is_installed:
                yield Absence(family.library, "", f"not installed: {family.advice}")
                continue
            for number, case in enumerate(family.cases(cores)):
                yield run_case(family, number, case, cores, seconds, budget, settings)


def report(
    rows: Sequence[Row], absences: Sequence[Absence], seconds: float, note: str | None, where: dict[str, Any]
) -> dict[str, Any]:
    """Everything that is known about a run, as plain values."""
    measured = {row.library for row in rows}
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "provisional": note is not None,
        "note": note,
        "machine": where,
        "versions": versions(),
        "commit": commit(),
        "seconds_per_row": seconds,
        "windows_per_row": WINDOWS,
        "decision": {family.library: family.decision for family in FAMILIES if family.library in measured},
        "kinds": KINDS,
        "units": UNITS,
        "styles": STYLES,
        "columns": LEGEND,
        "rows": [row.as_dict() for row in rows],
        "absent": [asdict(absence) for absence in absences],
    }


def footnote(content: dict[str, Any]) -> str:
    """Where the figures come from, in a line or two."""
    where, library = content["machine"], content["versions"]
    names = {"open_spiel": "OpenSpiel", "rlcard": "RLCard", "pettingzoo": "PettingZoo", "pgx": "Pgx", "jax": "JAX"}
    peers = ", ".join(f"{shown} {library[name]}" for name, shown in names.items() if name in library)
    at = f" at {content['commit']['hash'][:10]}" if content["commit"] else ""
    line = (
        f"gosu-env {library['gosu_env']}{at}, {where['processor']} with {where['cores']} cores, "
        f"Python {where['python']}, {content['date'][:10]}\n{peers}"
    )
    return f"PROVISIONAL: {content['note']}\n{line}" if content["provisional"] else line


def rows_of(content: dict[str, Any]) -> list[Row]:
    return [Row(**row) for row in content["rows"]]


def absences_of(content: dict[str, Any]) -> list[Absence]:
    return [Absence(**absence) for absence in content["absent"]]


def markdown(content: dict[str, Any], picture: str) -> str:
    parts = [f"# Speed, side by side\n\n{footnote(content)}\n\n![Decisions per second]({picture})\n"]
    parts += [grid.markdown() for grid in grids(rows_of(content))]
    lists = {"What the columns say": LEGEND, "What a decision is": content["decision"]}
    for title, meanings in lists.items():
        parts.append(f"## {title}\n\n" + "".join(f"- **{name}**: {meaning}\n" for name, meaning in meanings.items()))
    if content["absent"]:
        parts.append("## Not measured\n\n" + "".join(f"- {absence}\n" for absence in absences_of(content)))
    return "\n".join(parts)


def write_whole(path: Path, content: bytes) -> None:
    """The file is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    names = [family.library for family in FAMILIES]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="LIBRARY", help=", ".join(names))
    parser.add_argument("--seconds", type=float, default=3.0, help="per row, besides a third of it to warm up (3)")
    parser.add_argument("--budget", type=float, default=300.0, help="seconds after which a row is given up (300)")
    parser.add_argument("--warm", action="store_true", help="use this project's compiled code from earlier runs")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder to write to")
    parser.add_argument("--name", default="compare", help="how the files are called (compare)")
    parser.add_argument("--redraw", action="store_true", help="measure nothing: make tables and picture anew")
    parser.add_argument("--provisional", metavar="WHY", help="mark the figures as provisional")
    return parser.parse_args(arguments)


def measure_and_tell(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    """All that was asked for, a line as each result comes."""
    where = machine()  # before the run itself keeps it busy
    rows: list[Row] = []
    absences: list[Absence] = []
    for result in measure_all(options.only, options.seconds, options.budget, not options.warm):
        if isinstance(result, Absence):
            absences.append(result)
            console.print(f"not measured: {result}", style="yellow", highlight=False, markup=False)
            continue
        rows.append(result)
        what = (result.library, result.game, result.driven, f"batch {result.batch}", f"cores {cores_text(result)}")
        speed = f"{number_text(result.rate)} {UNITS[result.kind]}/s"
        console.print(f"{' · '.join(what)}: {speed}", highlight=False, markup=False)
    return report(rows, absences, options.seconds, options.provisional, where)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    console = screen()
    kept, page, picture = (options.results / f"{options.name}.{ending}" for ending in ("json", "md", "png"))
    if options.redraw:
        content = json.loads(kept.read_text(encoding="utf-8"))
    else:
        content = measure_and_tell(options, console)
        write_whole(kept, json.dumps(content, indent=1, ensure_ascii=False).encode() + b"\n")
    if not content["rows"]:
        console.print("nothing could be measured", style="red")
        return 1
    show(rows_of(content), console)
    for library, text in content["decision"].items():
        console.print(f"[bold]A decision of {library}[/]: {text}", highlight=False)
    for absence in absences_of(content):
        console.print(f"not measured: {absence}", style="yellow", highlight=False, markup=False)
    write_whole(page, markdown(content, picture.name).encode())
    write_whole(picture, draw(rows_of(content), footnote(content)))
    console.print(f"kept in {kept}, {page.name} and {picture.name}", highlight=False, markup=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
