"""The documentation site: built without a warning from what a clone has; every page is there, and its links lead on."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-docs" / "bin" / "python"
LINK = re.compile(r'(?:href|src)="([^"]+)"')
ID = re.compile(r'\bid="([^"]+)"')

pytestmark = pytest.mark.adapter


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, made from the tracked files alone."""
    if not PYTHON.exists() or shutil.which("git") is None:
        pytest.skip("the site needs .venv-docs, which make docs sets up, and git")
    folder = tmp_path_factory.mktemp("site")
    clone, out = folder / "clone", folder / "out"
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(clone)], check=True)
    command = [str(PYTHON), "-m", "sphinx", "-W", "--keep-going", "-q", "-c", "docs/site", "-b", "html", ".", str(out)]
    built = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-4000:]
    return out


def test_every_page_is_on_the_site(site: Path) -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "notebooks").glob("*.ipynb"), ROOT / "RELIABILITY.md"]
    missing = [page for page in pages if not (site / page.relative_to(ROOT)).with_suffix(".html").is_file()]
    assert missing == []
    assert 'url=docs/site/index.html"' in (site / "index.html").read_text(encoding="utf-8")
    assert (site / "searchindex.js").stat().st_size > 100_000


def test_links_within_the_site_lead_somewhere(site: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    ids = {path: set(map(html.unescape, ID.findall(text))) for path, text in pages.items()}
    broken = []
    for path, text in pages.items():
        if "replay" in path.name:
            continue  # pages of their own
        for link in map(html.unescape, LINK.findall(text)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("data:"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.exists() or (parts.fragment and target in ids and unquote(parts.fragment) not in ids[target]):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == [], "\n".join(broken)


def test_replays_and_the_api_are_there(site: Path) -> None:
    for page in (ROOT / "docs").glob("*/playthroughs/*.md"):
        built = (site / page.relative_to(ROOT)).with_suffix(".html")
        replay = built.with_suffix(".replay.html")
        assert f'src="{replay.name}"' in built.read_text(encoding="utf-8")
        assert "<script" in replay.read_text(encoding="utf-8")
    core = (site / "docs/site/api/core.html").read_text(encoding="utf-8")
    for name in ("Game.determinize", "Batch.step", "make_batch", "View.choices"):
        assert f'id="gosu_env.{name}"' in core
    assert (site / "docs" / "replay.html").read_bytes() == (ROOT / "docs" / "replay.html").read_bytes()
