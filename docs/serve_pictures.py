"""Write the pictures of ``docs/serve.md`` and ``docs/replays.md``: ``python docs/serve_pictures.py``.

They need Chromium and the extra ``dev``.

Run it after a change of the page or of the drawing, and look at what it wrote.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent
PORT = 8797
URL = f"http://127.0.0.1:{PORT}/"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "is_mobile": True, "has_touch": True}
REPLAYED = "#69"  # the decision that is shown of the example of a replay
# File, game, decisions of the person before the picture, what the browser is like.
PICTURES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("serve.png", "gosu", 11, DESK | {"color_scheme": "light"}),
    ("serve-dark.png", "gosux", 13, DESK | {"color_scheme": "dark"}),
    ("serve-laundromat.png", "laundromat", 9, DESK | {"color_scheme": "light"}),
    ("serve-phone.png", "gosu", 9, PHONE | {"color_scheme": "light"}),
)


def play(page: Any, game: str, decisions: int) -> None:
    """Some decisions against a bot: the first choice each time. Then a card is picked."""
    page.goto(URL)
    page.click(f"[data-name={game}]")
    page.select_option("#seat-1", "greedy")
    page.fill("#name", "Ada")
    page.click("#more summary")
    page.fill("#seed", "8")
    page.click("#begin")
    page.select_option("#speed", "0.05")
    for _ in range(decisions):
        page.wait_for_selector("body[data-deciding=me]")
        number = page.locator("body").get_attribute("data-number")
        page.locator("#choices button").first.click()
        page.wait_for_selector(f"body:not([data-number='{number}'])")
    page.wait_for_selector("body[data-deciding=me]")
    page.wait_for_timeout(3500)  # what was announced is gone
    lit = page.locator(".spot.lit")
    if lit.count():
        lit.nth(lit.count() - 1).click()
        page.wait_for_timeout(300)


def main() -> None:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        raise SystemExit("the pictures need Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "gosu_env", "serve", "--port", str(PORT), "--folder", folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    urlopen(URL, timeout=10).read()
                    break
                except OSError:
                    time.sleep(0.2)
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for name, game, decisions, how in PICTURES:
                context = browser.new_context(reduced_motion="reduce", **how)
                page = context.new_page()
                page.set_default_timeout(300_000)  # the rules may have to be compiled first
                play(page, game, decisions)
                page.screenshot(path=FOLDER / name)
                context.close()
            page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            page.goto((FOLDER / "replay.html").as_uri() + REPLAYED)
            page.wait_for_selector("#log li")
            page.screenshot(path=FOLDER / "replay.png")
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
