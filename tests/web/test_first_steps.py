"""What a newcomer does first, in a real browser: a seed that is none, a step of a course taken differently, costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from tests.web.conftest import Running

PATIENCE = 60_000  # milliseconds: the machine may be busy


@pytest.fixture
def page(browser: Any, running: Running) -> Iterator[Any]:
    """The lobby."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    opened.goto(running.url)
    yield opened
    context.close()


def test_what_is_no_seed_is_refused_in_the_lobby(page: Any, running: Running) -> None:
    page.wait_for_selector("#begin")
    page.wait_for_selector("#games [aria-checked=true]")
    page.click("#more summary")
    page.fill("#seed", "abc")
    page.click("#begin")
    page.wait_for_selector("#problem:not([hidden])")
    assert page.locator("#problem").inner_text() == "seed must be a whole number from 0 to 2**63 - 1, not 'abc'"
    assert not list(running.folder.glob("*.json"))
    page.fill("#seed", "9007199254740993")
    option = page.locator("#options input[type=number]").first
    option.press("e")  # browsers say nothing of what is no number
    page.click("#begin")
    page.wait_for_selector("#problem:text('must be a whole number')")
    option.press("Backspace")
    page.click("#begin")
    page.wait_for_selector("body[data-deciding]")


def test_what_a_step_of_a_course_did_not_ask_for_is_taken_back(page: Any) -> None:
    def choose(text: str) -> None:
        page.locator(f"#choices button:has-text('{text}')").click()

    page.click("#learn-gosu")
    page.wait_for_selector("body[data-deciding=me]")
    assert page.locator("#choices button:has-text('Draw one') .cost").inner_text() == "pay 1 token"
    assert page.locator("#choices button:has-text('Draw three') .cost").inner_text() == "pay 2 tokens"
    choose("Draw one")
    page.wait_for_selector("#astray:text('“Draw one” is not what this step asks for.')")
    page.click("#astray-back")
    page.wait_for_selector("#astray", state="detached")
    choose("Draw one")
    page.wait_for_selector("#astray")
    page.keyboard.press("Escape")
    page.wait_for_selector("#astray", state="detached")
    choose("Draw one")
    number = page.locator("body").get_attribute("data-number")
    page.click("#astray-on")
    page.wait_for_selector(f"body:not([data-number='{number}'])")
    assert page.locator("#astray").count() == 0
