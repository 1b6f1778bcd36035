"""The notebooks run from a clean state, show what they keep, and hold nothing of the machine that ran them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from scripts import load_script

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FOREIGN = re.compile(r"/(?:home|root|tmp|var|Users|work|mnt)/|https?://(?:localhost|127\.)")


executor = load_script("notebooks/execute.py")
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.notebook
@every_notebook
def test_notebook_shows_what_it_keeps(path: Path) -> None:
    kept = executor.read(path)
    assert list(executor.differences(kept, executor.execute(path))) == [], "run make notebooks, and look at them"


@every_notebook
def test_kept_notebook_is_whole_and_tidy(path: Path) -> None:
    text, notebook = path.read_text(encoding="utf-8"), executor.read(path)
    cells = code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert {output.output_type for output in outputs} <= {"stream", "display_data", "execute_result"}
    assert all(cell.outputs for cell in cells[1:]), "a cell besides the first keeps nothing"
    assert text == nbformat.writes(executor.tidy(notebook)) + "\n"


@every_notebook
def test_kept_notebook_says_nothing_of_the_machine(path: Path) -> None:
    notebook = executor.read(path)
    said = [cell.source for cell in notebook.cells]
    for output in (output for cell in code_cells(notebook) for output in cell.outputs):
        said += [
            output.get("text", ""),
            *(output.get("data", {}).get(kind, "") for kind in ("text/plain", "text/html")),
        ]
    assert [found for text in said for found in FOREIGN.findall(text)] == []


@every_notebook
def test_links_lead_somewhere(path: Path) -> None:
    for cell in executor.read(path).cells:
        for link in LINK.findall(cell.source) if cell.cell_type == "markdown" else ():
            target = link.partition("#")[0]
            assert re.match(r"[a-z]+:", link) or (path.parent / target).exists(), f"{path.name} links to {link}"


def test_quick_start_has_ten_cells() -> None:
    assert len(code_cells(executor.read(NOTEBOOKS[0]))) == 10


# ------------------------------------------------------------------------------------------------ how they are run


def printing(text: str, *tags: str) -> Any:
    """A notebook of one cell that printed something."""
    cell = nbformat.v4.new_code_cell("…", outputs=[nbformat.v4.new_output("stream", text=text)])
    cell.metadata["tags"] = list(tags)
    return nbformat.v4.new_notebook(cells=[cell])


def test_other_words_are_a_difference() -> None:
    assert list(executor.differences(printing("1\n"), printing("1\n"))) == []
    (told,) = executor.differences(printing("1\n"), printing("2\n"))
    assert "cell 1" in told
    assert "2" in told


def test_numbers_of_a_network_may_vary_but_not_what_kind_of_thing_is_shown() -> None:
    silent = printing("1\n", "varies")
    silent.cells[0].outputs = []
    assert list(executor.differences(printing("1\n", "varies"), printing("2\n", "varies"))) == []
    assert list(executor.differences(silent, printing("2\n", "varies")))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one small notebook in it."""
    monkeypatch.setattr(executor, "FOLDER", tmp_path)
    executor.write(
        tmp_path / "small.ipynb",
        nbformat.v4.new_notebook(
            metadata={"kernelspec": {"name": "mine", "display_name": "mine", "path": "/home/me"}},
            cells=[
                nbformat.v4.new_code_cell(
                    "import os, sys\nprint(os.listdir())\nprint('told', file=sys.stderr)",
                    metadata={"execution": {"iopub.status.busy": "yesterday"}},
                )
            ],
        ),
    )
    return tmp_path


def test_outputs_are_kept_and_the_rest_is_tidied(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert executor.main([]) == 0
    assert capsys.readouterr().out == "small.ipynb written\n"
    kept = executor.read(folder / "small.ipynb")
    assert [output.text for output in kept.cells[0].outputs] == ["[]\n"]  # an empty folder, and nothing of stderr
    assert kept.metadata == executor.METADATA
    assert kept.cells[0].metadata == {}
    assert [path.name for path in folder.iterdir()] == ["small.ipynb"]


def test_check_tells_what_is_stale_and_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "small.ipynb").read_bytes()
    assert executor.main(["--check", "small"]) == 1
    assert "small.ipynb: cell 1 shows" in capsys.readouterr().err
    assert (folder / "small.ipynb").read_bytes() == before


def test_a_cell_that_fails_leaves_the_notebook_as_it_was(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    executor.write(folder / "small.ipynb", nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0")]))
    before = (folder / "small.ipynb").read_bytes()
    assert executor.main([]) == 1
    told = capsys.readouterr().err
    assert "small.ipynb" in told
    assert "ZeroDivisionError" in told
    assert (folder / "small.ipynb").read_bytes() == before


def test_an_unknown_notebook_is_refused(folder: Path) -> None:
    with pytest.raises(SystemExit, match="no notebook '7'; there are: small"):
        executor.main(["7"])
