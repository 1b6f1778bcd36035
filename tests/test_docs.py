"""The docs are true: generated pages are fresh, examples run and print what they show, links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from scripts import load_script

from gosu_env import Game, GosuError, record
from gosu_env.agents import make_agent
from gosu_env.agents.registry import RECIPES
from gosu_env.cli.early import EXTRAS
from gosu_env.engine.gpu import load_cuda
from gosu_env.engine.rules import GAMES

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "RELIABILITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
GENERATED = sorted(
    [f"{game}/{name}.md" for game in GAMES for name in ("cards", "spaces")]
    + [f"{game}_v0.py" for game in GAMES]
    + ["tokens.md", "why.md"]
)
WITH_EXAMPLES = [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")]
FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ADAPTERS = {"tianshou", "torchrl", "pyspiel", "ray.rllib"}  # not in the lock: `make test-adapters`, `make test-rllib`
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The generator, writing into empty folders."""
    module = load_script("docs/generate.py")
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    for game in GAMES:
        (tmp_path / game).mkdir()
    return module


def written(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))


def test_generated_pages_are_fresh() -> None:
    generator = load_script("docs/generate.py")
    stale = [name_of(path) for path in generator.stale(generator.pages())]
    assert stale == [], "run python docs/generate.py"


def test_the_example_of_a_replay_shows_strong_players_who_play() -> None:
    page = (ROOT / "docs" / "replay.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    shown = json.loads(found[1])
    script = load_script("docs/replay.py")
    assert shown["agents"] == list(script.PLAYERS) == ["policy:strong", "ismcts:400"]
    assert "pass" not in shown["decisions"][0]["told"]
    assert f"seed {script.SEED} " in shown["facts"]


def test_what_is_to_be_installed_can_be(installable: set[str]) -> None:
    """The package is on no index yet: pages and errors tell what works in a clone."""
    for page in [*PAGES, *(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / "examples").glob("*.*")]:
        for told in re.findall(r"pip install '([^']*)'", page.read_text(encoding="utf-8")):
            extras = re.fullmatch(r"\.\[([a-z,]+)\]", told)
            assert extras is not None, f"{name_of(page)}: {told}"
            assert installable.issuperset(extras[1].split(",")), f"{name_of(page)}: {told}"
    hints = set(EXTRAS.values()) | {recipe.extra for recipe in RECIPES.values() if recipe.extra}
    for source in [*(ROOT / "gosu_env").rglob("*.py"), *(ROOT / "agents").rglob("*.py")]:
        text = source.read_text(encoding="utf-8")
        assert "pip install" not in text or source.name == "errors.py", name_of(source)
        hints |= {extra for named in re.findall(r"\binstall\('([^']+)'\)", text) for extra in named.split(",")}
    assert {"arena", "play", "web"} < hints <= installable


@pytest.fixture
def installable() -> set[str]:
    """The extras of the package."""
    return set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])


def test_check_names_what_is_stale_and_writes_nothing(
    generator: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generator.main(["--check"]) == 1
    told = capsys.readouterr().err
    for name in GENERATED:
        assert f"docs/{name} is stale" in told
    assert written(tmp_path) == []


def test_generating_twice_changes_nothing(generator: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generator.main([]) == 0
    assert written(tmp_path) == GENERATED
    capsys.readouterr()
    assert generator.main([]) == 0
    assert capsys.readouterr().out == ""
    assert generator.main(["--check"]) == 0


def test_only_the_page_that_was_changed_is_written_again(
    generator: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    generator.main([])
    page = tmp_path / "gosu" / "cards.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    capsys.readouterr()
    assert generator.main(["--check"]) == 1
    assert capsys.readouterr().err == "docs/gosu/cards.md is stale: run python docs/generate.py\n"
    generator.main([])
    assert capsys.readouterr().out == "docs/gosu/cards.md written\n"


def test_generator_refuses_a_word_without_a_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = load_script("docs/gosu/generate.py")
    monkeypatch.delitem(generator.WHO_NOTES, "fewest")
    with pytest.raises(SystemExit, match="fewest"):
        generator.cards_page()


def test_generator_is_a_command_that_explains_itself() -> None:
    asked = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "generate.py"), "--wrong"], capture_output=True, text=True, check=False
    )
    assert asked.returncode == 2
    assert "usage: python docs/generate.py [--check]" in asked.stderr


def frames_of(svg: str) -> list[float]:
    """When every position of a moving picture is shown, in seconds before the picture begins anew."""
    assert "prefers-reduced-motion" in svg
    frames = [frame for frame in ElementTree.fromstring(svg) if frame.get("class") == "f"]
    return [float(frame.get("style", "").removeprefix("animation-delay:").removesuffix("s")) for frame in frames]


def test_the_moving_picture_shows_every_position_in_its_turn() -> None:
    script = load_script("docs/game_picture.py")
    replay = record(Game("gosu", num_players=2, seed=3), [make_agent("random", 1), make_agent("random", 2)])
    shown = frames_of(script.moving_svg(replay))
    assert len(shown) == len(replay) + 1
    for delays in (shown, frames_of((ROOT / "docs" / "game.svg").read_text(encoding="utf-8"))):
        assert delays == pytest.approx([delays[0] + script.SECONDS * step for step in range(len(delays))])
        assert delays[-1] == pytest.approx(-script.LAST * script.SECONDS)


class Example(NamedTuple):
    """A python block; what is right of ``needs=`` in its first line must be there for it to run."""

    source: str
    line: int
    needs: list[str]
    shown: str | None  # the text block right below it

    def run(self, page: Path, names: dict[str, Any]) -> None:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * (self.line - 1) + self.source, name_of(page), "exec"), names)
        if self.shown is not None:
            assert printed.getvalue() == self.shown, f"{name_of(page)}:{self.line} prints something else"


def examples(page: Path) -> Iterator[Example]:
    text = page.read_text(encoding="utf-8")
    blocks = list(FENCE.finditer(text))
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        if block[1] != "python":
            continue
        shown = None
        if after is not None and after[1] == "text" and not text[block.end() : after.start()].strip():
            shown = after[3]
        needs = re.findall(r"[\w.]+", block[2].partition("needs=")[2])
        yield Example(block[3], text.count("\n", 0, block.start(3)) + 1, needs, shown)


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Examples run in an empty folder, and the modules that they write there are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.slow
@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=name_of)
def test_examples_run_and_print_what_they_show(page: Path) -> None:
    """All that need nothing else, in order, in one namespace."""
    names: dict[str, Any] = {"__name__": "example"}
    for example in examples(page):
        if not example.needs:
            example.run(page, names)


def examples_with_needs() -> Iterator[Any]:
    for page in WITH_EXAMPLES:
        for example in examples(page):
            if example.needs:
                marks = [pytest.mark.adapter] if ADAPTERS & set(example.needs) else []
                yield pytest.param(page, example, marks=marks, id=f"{name_of(page)}-{'-'.join(example.needs)}")


def look_for_a_gpu() -> None:
    try:
        load_cuda()
    except GosuError as error:
        pytest.skip(str(error))


@pytest.mark.slow
@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize(("page", "example"), list(examples_with_needs()))
def test_examples_of_extras_run_where_these_are_there(page: Path, example: Example) -> None:
    """Each in a namespace of its own."""
    for need in example.needs:
        if need == "cuda":
            look_for_a_gpu()
        else:
            pytest.importorskip(need, exc_type=ImportError)
    example.run(page, {"__name__": "example"})


def test_readme_and_docs_have_examples() -> None:
    found = {name_of(page) for page in WITH_EXAMPLES}
    assert {"README.md", "docs/engine.md", "docs/gosu/cards.md", "docs/gosu/spaces.md"} <= found


def anchors(page: Path) -> set[str]:
    """The names that headings get, as GitHub makes them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_relative_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name_of(page)} links to {link}"
        if anchor:
            assert anchor in anchors(target), f"{name_of(page)} links to {link}"


def test_functions_named_in_the_engine_page_stand_in_their_files() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    named = re.findall(r"\]\(\.\./([^)]+\.py)\): ((?:`\w+`(?:, )?)+)", text)
    assert named
    for path, functions in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        for function in re.findall(r"\w+", functions):
            assert f"def {function}(" in source, f"{path} has no {function}"


def test_contributing_has_a_line_for_every_module() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    modules = [path for folder in ("gosu_env", "agents") for path in (ROOT / folder).rglob("*.py")]
    lines = [name_of(path) for path in modules if path.name != "__init__.py"]
    assert [name for name in sorted(lines) if f"| `{name}` |" not in text] == []
    named = re.findall(r"^\| `([\w/.]+)` \|", text, re.MULTILINE)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_what_is_promised_is_tested() -> None:
    """RELIABILITY.md names tests; they exist."""
    text = (ROOT / "RELIABILITY.md").read_text(encoding="utf-8")
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", text))
    assert named
    assert [name for name in sorted(named) if f"def {name}(" not in tests] == []
