"""The documentation site: ``make docs`` builds it from the pages as they lie in the project.

The root of the project is the source folder, so that the relative links of a page work here as they do in a checkout.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "site")]

from playthrough_pages import replays_of  # noqa: E402

from gosu_env.version import VERSION  # noqa: E402

project = "gosu-env"
author = "the authors of gosu-env"
copyright = "2026, the authors of gosu-env"
version = release = VERSION

extensions = ["sphinx.ext.autodoc", "sphinx.ext.viewcode", "myst_nb", "sphinx_copybutton", "sphinx_design"]
root_doc = "docs/site/index"
include_patterns = [
    *("CHANGELOG.md", "CONTRIBUTING.md", "RELIABILITY.md", "benchmarks/README.md", "benchmarks/results/compare.md"),
    *("agents/*/policies/*.md", "docs/*.md", "docs/**/*.md", "examples/README.md", "notebooks/*.ipynb"),
]
# Folders without pages are not searched: there are virtual environments among them.
exclude_patterns = [".*", "*.egg-info", "build", "dist", "gosu_env", "runs", "tests", "training"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # they are run by the tests

autodoc_mock_imports = ["pyspiel", "safetensors", "sb3_contrib", "stable_baselines3", "tensorboard", "torch"]
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_type_aliases = {"ArrayLike": "ArrayLike"}
autodoc_inherit_docstrings = False  # those of gymnasium and PettingZoo are told there
python_maximum_signature_line_length = 88

html_theme = "furo"
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_title = "gosu-env"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

ARRAY = re.compile(r"ndarray\[tuple\[Any, \.\.\.\], dtype\[(\w+)\]\]")
REDIRECT = (
    '<!doctype html><meta charset="utf-8"><title>gosu-env</title><meta http-equiv="refresh" content="0; url={0}">'
)


def open_pages(app: Sphinx, doctree: nodes.document) -> None:
    """Links to HTML pages of the project open them; other files are downloads."""
    folder = Path(app.env.docname).parent
    for link in list(doctree.findall(addnodes.download_reference)):
        target = link["reftarget"]
        if target.endswith(".html"):
            path = (ROOT / folder / target).resolve().relative_to(ROOT)
            app.env.live_pages.add(path)  # type: ignore[attr-defined]
            link.replace_self(nodes.reference("", "", *link.children, refuri=target, internal=True))


def show_replays(app: Sphinx, doctree: nodes.document) -> None:
    """A game told move by move has its replay below the title."""
    page = Path(app.env.docname)
    title = next(doctree.findall(nodes.title), None)
    if page.parent.name == "playthroughs" and title is not None:
        frame = f'<iframe class="replay" src="{page.name}.replay.html" title="The game" loading="lazy"></iframe>'
        title.parent.insert(title.parent.index(title) + 1, nodes.raw("", frame, format="html"))


def name_folders(app: Sphinx, doctree: nodes.document) -> None:
    """Folders have no page: a link to one is its name."""
    folder = ROOT / Path(app.env.docname).parent
    for link in list(doctree.findall(addnodes.pending_xref)):
        if link.get("reftype") == "myst" and (folder / link["reftarget"]).is_dir():
            link.replace_self(link.children)


def short_types(app: Sphinx, what: str, name: str, thing: Any, options: Any, *told: str | None) -> tuple[Any, ...]:
    """Arrays as they are written in the sources."""
    return tuple(text and ARRAY.sub(r"NDArray[\1]", text) for text in told)


def forget_mocks(app: Sphinx, env: Any) -> None:
    """Modules that are not there have no source to show; viewcode would list them all the same."""
    for module in autodoc_mock_imports:
        getattr(env, "_viewcode_modules", {}).pop(module, None)


def begin(app: Sphinx, env: Any, docnames: list[str]) -> None:
    env.live_pages = {Path("docs/replay.html")}


def end(app: Sphinx, error: Exception | None) -> None:
    """Pages that are there already, replays of the games told move by move, and a first page."""
    if error is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    for path in app.env.live_pages:  # type: ignore[attr-defined]
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, out / path)
    for path, page in replays_of(ROOT / "docs"):
        (out / path.relative_to(ROOT)).write_text(page, encoding="utf-8")
    (out / "index.html").write_text(REDIRECT.format(f"{root_doc}.html"), encoding="utf-8")


def setup(app: Sphinx) -> None:
    for block in ("game", "table"):  # of playthroughs
        app.add_lexer(block, TextLexer)
    app.connect("autodoc-process-signature", short_types)
    app.connect("env-before-read-docs", begin)
    app.connect("doctree-read", open_pages)
    app.connect("doctree-read", show_replays)
    app.connect("doctree-read", name_folders)
    app.connect("env-check-consistency", forget_mocks)
    app.connect("build-finished", end)
