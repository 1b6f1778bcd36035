"""Whole games in a real browser: by mouse, by keyboard, on a phone, in the dark, with two people, through a restart."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from gosu_env import Replay
from tests.web.conftest import Running

GAMES = ("gosu", "gosux", "laundromat")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
EVIL = "<img src=x onerror=alert(1)>"
MOST = 400  # decisions of a person in one game
QUICK = ("Pass", "Stop", "No ")  # what ends a game soon
PATIENCE = 90.0  # seconds: a machine may have better things to do


class Page:
    """A page of the browser; whatever goes wrong on it is remembered."""

    def __init__(self, browser: Any, **how: Any) -> None:
        self.context = browser.new_context(**{"reduced_motion": "reduce", **DESK, **how})
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)
        self.page.on("dialog", lambda dialog: self.faults.append(f"dialog {dialog.message}"))

    def close(self) -> None:
        faults = [fault for fault in self.faults if "WebSocket" not in fault and "ERR_CONNECTION" not in fault]
        self.context.close()
        assert not faults

    def settle(self) -> str:
        """Wait for one's turn or the end: ``me`` or ``over``."""
        self.page.wait_for_selector("body[data-deciding=me], body[data-deciding=over]")
        return self.deciding

    @property
    def deciding(self) -> str:
        return str(self.page.locator("body").get_attribute("data-deciding"))

    @property
    def number(self) -> int:
        return int(self.page.locator("body").get_attribute("data-number") or -1)

    def moved(self, number: int) -> None:
        """Wait until a decision is taken."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.number > number:
                return
            self.page.wait_for_timeout(10)
        pytest.fail(f"the table stays at decision {number}: {self.page.locator('#problem').inner_text()}")


@pytest.fixture
def pages(browser: Any) -> Iterator[Any]:
    opened: list[Page] = []

    def make(**how: Any) -> Page:
        opened.append(Page(browser, **how))
        return opened[-1]

    yield make
    for page in opened:
        page.close()


def opened(running: Running, game: str, seats: list[Any], **more: Any) -> list[str]:
    """The links of a new table: one for every person, or one to look on."""
    asked = json.dumps({"game": game, "seats": seats, "seed": 5, **more}).encode()
    request = Request(f"{running.url}/api/tables", asked, {"Origin": running.url})
    with urlopen(request, timeout=PATIENCE) as answer:
        told = json.load(answer)
    tokens = [seat["token"] for seat in told["seats"] if seat["token"]] or [told["watch"]]
    return [f"{running.url}/table/{told['table']}#{token}" for token in tokens]


def quick(page: Any) -> int:
    """The number of the choice that ends a game soon; the last one otherwise."""
    texts = page.locator("#choices .words").all_inner_texts()
    found = [number for number, text in enumerate(texts) if text.startswith(QUICK)]
    return found[0] if found else len(texts) - 1


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(running: Running, pages: Any, game: str) -> None:
    """From the lobby to the end: cards are picked on the table, then what to do with them."""
    table = pages()
    page = table.page
    page.goto(running.url)
    page.click(f"[data-name={game}]")
    page.fill("#name", EVIL)
    page.select_option("#seat-1", "random")
    page.click("#more summary")
    page.fill("#seed", "5")
    page.click("#begin")
    pointed = 0
    for _ in range(MOST):
        if table.settle() == "over":
            break
        number = table.number
        lit = page.locator(".spot.lit")
        if pointed < 6 and lit.count():
            lit.first.click()
            if lit.first.get_attribute("aria-label") != "player":
                page.wait_for_selector("#reader h4")
            assert page.locator("#undo").is_visible()
            assert page.locator(".spot.chosen").count() >= 1
            page.click("#undo")
            lit.last.click()
            page.locator("#choices button").first.click()
            pointed += 1
        else:
            page.locator("#choices button").nth(quick(page)).click()
        table.moved(number)
    assert table.settle() == "over"
    assert pointed >= 3
    assert page.locator("#people li").first.inner_text().startswith(f"seat 0 {EVIL[:24]}")
    assert page.locator("#people img").count() == 0
    with page.expect_download() as download:
        page.click("#save")
    Replay.load(download.value.path()).verify()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(running: Running, pages: Any, game: str) -> None:
    table = pages()
    page = table.page
    page.goto(opened(running, game, [{}, {"agent": "random"}])[0])
    by_card = 0
    for _ in range(MOST):
        if table.settle() == "over":
            break
        number = table.number
        if by_card < 3 and page.locator(".spot.lit").count():
            page.locator(".spot.lit[tabindex='0']").first.focus()
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.dataset.action") is not None
            page.keyboard.press("Escape")
            assert page.locator("#undo").count() == 0
            page.locator(".spot.lit[tabindex='0']").first.focus()
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
            by_card += 1
        elif (key := quick(page)) < 10:
            page.keyboard.press(str((key + 1) % 10))
        else:
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowUp")
            page.keyboard.press("Enter")
        table.moved(number)
    assert table.settle() == "over"
    assert by_card == 3


def test_the_arrows_go_from_card_to_card_and_read_them(running: Running, pages: Any) -> None:
    table = pages()
    page = table.page
    page.goto(opened(running, "gosu", [{}, {}])[0])
    table.settle()
    page.locator(".spot[tabindex='0']").first.focus()
    first = page.locator(":focus").bounding_box()
    page.keyboard.press("ArrowRight")
    second = page.locator(":focus").bounding_box()
    assert second["x"] > first["x"]
    assert page.locator("#reader h4").inner_text() == page.locator(":focus").get_attribute("aria-label").split(" · ")[0]
    page.keyboard.press("Escape")
    assert not page.locator("#reader").is_visible()
    page.keyboard.press("?")
    page.wait_for_selector("#rules[open] dl")
    assert "Three victory points" in page.locator("#rules").inner_text()


def test_two_people_at_one_table(running: Running, pages: Any) -> None:
    links = opened(running, "laundromat", [{"name": "Ada"}, {"name": EVIL}])
    seats = [pages(reduced_motion="no-preference"), pages(**PHONE)]
    for seat, link in zip(seats, links, strict=True):
        seat.page.goto(link)
        seat.page.wait_for_selector("#people li")
    seats[0].page.wait_for_selector("#people .away", state="detached")
    for _ in range(MOST):
        for seat in seats:
            seat.page.wait_for_selector(f"body[data-number='{seats[0].number}']")
        deciding = [seat.deciding for seat in seats]
        if deciding == ["over", "over"]:
            break
        assert sorted(deciding) == ["me", "other"]
        decider, number = seats[deciding.index("me")], seats[0].number
        decider.page.locator("#choices button").nth(quick(decider.page)).click()
        for seat in seats:
            seat.moved(number)
    assert seats[0].page.locator("#decision h2").inner_text() != ""
    assert [seat.deciding for seat in seats] == ["over", "over"]
    assert seats[1].page.locator("#people img").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_everything_in_its_width(running: Running, pages: Any, game: str) -> None:
    table = pages(**PHONE)
    page = table.page
    options = {"clans_dealt": True} if game == "gosux" else {}
    page.goto(opened(running, game, [{}, {"agent": "random"}], options=options)[0])
    table.settle()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".region").count() > 1
    small = page.evaluate(
        "[...document.querySelectorAll('#choices button')].filter(b => b.getBoundingClientRect().height < 44).length"
    )
    assert small == 0
    number = table.number
    page.locator("#choices button").first.tap()
    table.moved(number)
    table.settle()
    page.locator(".spot:not([aria-label=player])").last.tap()
    page.wait_for_selector("#reader")
    box = page.locator("#reader").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def luminance(page: Any, selector: str, what: str) -> float:
    colour = page.evaluate(
        f"getComputedStyle(document.querySelector('{selector}')).{what}.match(/[\\d.]+/g).slice(0, 3).map(Number)"
    )
    return float(sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), colour, strict=True)))


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_dark_and_light_reach_the_table_itself(running: Running, pages: Any, scheme: str) -> None:
    table = pages(color_scheme=scheme)
    page = table.page
    page.goto(opened(running, "gosu", [{}, {"agent": "random"}])[0])
    table.settle()
    for turn in range(2):
        dark = (scheme == "dark") != (turn == 1)
        for selector, what in (("body", "backgroundColor"), (".ground rect", "fill"), (".panel", "backgroundColor")):
            assert (luminance(page, selector, what) < 80) == dark, (selector, turn)
        assert (luminance(page, ".things text", "fill") > 120) == dark
        page.click("#theme")


def test_a_lost_connection_comes_back(running: Running, pages: Any) -> None:
    table = pages()
    page = table.page
    page.goto(opened(running, "gosu", [{}, {"agent": "random"}])[0])
    for _ in range(3):
        table.settle()
        number = table.number
        page.locator("#choices button").first.click()
        table.moved(number)
    table.settle()
    number, choices = table.number, page.locator("#choices .words").all_inner_texts()
    log = page.locator("#log li").all_inner_texts()
    running.stop()
    page.wait_for_selector("#problem:not([hidden])")
    running.start()
    page.wait_for_selector("#problem[hidden]", state="attached")
    table.settle()
    assert table.number == number
    assert page.locator("#choices .words").all_inner_texts() == choices
    assert page.locator("#log li").all_inner_texts() == log
    page.locator("#choices button").first.click()
    table.moved(number)


def test_a_link_that_opens_nothing_says_so(running: Running, pages: Any) -> None:
    page = pages().page
    page.goto(f"{running.url}/table/{'x' * 16}#{'y' * 32}")
    page.wait_for_selector("#problem:not([hidden])")
    assert page.locator("#problem").inner_text() == "there is no such table"


@pytest.mark.parametrize("running", [2.5], indirect=True)
def test_agents_are_watched_at_any_speed(running: Running, pages: Any) -> None:
    table = pages()
    page = table.page
    page.goto(opened(running, "gosux", [{"agent": "random"}, {"agent": "random"}])[0])
    page.wait_for_selector("#pace:not([hidden])")
    page.click("#pause")
    page.wait_for_selector("#pause[aria-pressed=true]")
    page.select_option("#speed", "0.05")
    page.wait_for_timeout(3000)  # a decision may have been on its way
    number = table.number
    page.wait_for_timeout(2000)
    assert table.number == number
    page.select_option("#eyes", "1")
    page.wait_for_timeout(200)
    page.click("#pause")
    table.moved(number + 5)


def test_an_onlooker_follows_people_without_seeing_a_hand(running: Running, pages: Any) -> None:
    player, onlooker = pages(permissions=["clipboard-read", "clipboard-write"]), pages(**PHONE)
    player.page.goto(opened(running, "gosu", [{}, {"agent": "random"}])[0])
    player.settle()
    player.page.click("#invite")
    link = player.page.evaluate("navigator.clipboard.readText()")
    onlooker.page.goto(link)
    onlooker.page.wait_for_selector("#decision h2")
    player.page.wait_for_selector("#onlookers:text('1 looks on')")
    for hidden in ("#coach", "#pace", "#choices", "#hint"):
        assert not onlooker.page.locator(hidden).is_visible()
    hand = {
        choice.split()[-1] for choice in player.page.locator("#choices .words").all_inner_texts() if "Place" in choice
    }
    assert hand
    number = player.number
    assert not any(name in onlooker.page.content() for name in hand)
    player.page.locator("#choices button", has_text="place").first.click()
    player.moved(number)
    if player.page.locator("#take-back").count() == 0:
        onlooker.moved(number)
    assert onlooker.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_options_and_cards_of_ones_own_in_the_lobby(running: Running, pages: Any, tmp_path: Path) -> None:
    table = pages(**PHONE)
    page = table.page
    page.goto(running.url)
    page.fill("#name", "Ada")
    page.select_option("#seat-1", "random")
    page.click("#more summary")
    page.check("[name=kamakor]")
    for clan in ("meka", "fire"):
        page.check(f"fieldset [value={clan}]")
    page.click("#begin")
    page.wait_for_selector("#problem:text('clans must name 5 different clans')")
    assert len(table.faults) == 1  # the browser's own word on a refused request
    table.faults.clear()
    page.uncheck("[name=kamakor]")
    for clan in ("meka", "fire"):
        page.uncheck(f"fieldset [value={clan}]")
    own = Path(__file__).parents[2] / "examples" / "own_cards.toml"
    hostile = tmp_path / "cards.toml"
    hostile.write_text(own.read_text(encoding="utf-8").replace("Phoenix Egg", "<b onclick=alert(1)>"), encoding="utf-8")
    page.set_input_files("#cards", hostile)
    page.click("#begin")
    table.settle()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("b[onclick]").count() == 0
    stands = f"{table.number} decisions so far" if table.number else "not begun"  # the agent may have begun
    page.goto(running.url)
    page.wait_for_selector(f"#recent-list li:has-text('{stands}')")
    page.click("#recent-list button")
    page.click("#recent-list button:text('For good?')")
    page.wait_for_selector("#recent", state="hidden")
    assert not list(running.folder.glob("*.json"))


def test_the_coach_while_playing_and_afterwards(running: Running, pages: Any) -> None:
    table = pages()
    page = table.page
    page.goto(opened(running, "laundromat", [{}, {"agent": "random"}])[0])
    table.settle()
    page.click("#coach")
    page.wait_for_selector("#advice")
    assert page.locator("#choices .advised").count() == 1
    page.click("#coach")
    for _ in range(MOST):
        if table.settle() == "over":
            break
        number = table.number
        page.locator("#choices button").nth(quick(page)).click()
        table.moved(number)
    page.click("#look-back")
    page.wait_for_selector("#review:not([hidden]) li, #review:not([hidden]) p")


def test_a_course_from_the_first_station_to_the_next(running: Running, pages: Any) -> None:
    table = pages()
    page = table.page
    page.goto(running.url)
    page.click("#learn-gosu")
    page.wait_for_selector("#station:not([hidden])")
    table.settle()
    page.locator(".spot.lit").first.click()
    page.locator("#choices button").first.click()
    page.wait_for_selector("#station.reached")
    page.click("#next")
    page.wait_for_selector("#station h2:text('Pay for a new clan')")


@pytest.mark.parametrize("how", [DESK, PHONE])
def test_an_unfinished_choice_is_taken_back(running: Running, pages: Any, how: Any) -> None:
    """A Bakuto of a new clan is placed, and paid for with two cards: each step can be taken back."""
    table = pages(**how)
    page = table.page
    page.goto(running.url)
    asked = Request(f"{running.url}/api/courses", b'{"game": "gosu", "station": 1}', {"Origin": running.url})
    with urlopen(asked, timeout=PATIENCE) as answer:
        told = json.load(answer)
    page.goto(f"{running.url}/table/{told['table']}#{told['seats'][0]['token']}")
    table.settle()
    number, choices = table.number, page.locator("#choices .words").all_inner_texts()
    log = page.locator("#log li").all_inner_texts()
    place = page.locator("#choices button", has_text="place Bolt").first
    place.click()
    table.moved(number)
    page.locator("#choices button").first.click()
    table.moved(number + 1)
    if how is PHONE:
        page.tap("#take-back")
    else:
        page.keyboard.press("Escape")
    page.wait_for_selector(f"body[data-number='{number + 1}']")
    page.reload()  # it is still there, and still unfinished
    page.wait_for_selector(f"body[data-number='{number + 1}'] #take-back")
    if how is PHONE:
        page.tap("#take-back")
    else:
        page.keyboard.press("Backspace")
    page.wait_for_selector(f"body[data-number='{number}']")
    assert page.locator("#take-back").count() == 0
    assert page.locator("#choices .words").all_inner_texts() == choices
    assert page.locator("#log li").all_inner_texts() == log
    page.keyboard.press("Backspace")  # there is nothing more
    assert not page.locator("#problem").is_visible()
    place.click()
    for step in range(2):
        table.moved(number + step)
        page.locator("#choices button").first.click()
    page.wait_for_selector("#station.reached")


RECORD = """
  window.moves = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.moves.push(`${this.card}: ${JSON.stringify(frames)}`);
    return animate.call(this, frames, how);
  };
"""


@pytest.mark.parametrize(
    ("station", "clicks", "card", "frame"),
    [
        (2, ["Draw"], "Kelp Knickers", "scaleX"),  # turned over
        (4, ["Draw", "Keep Pearl Gloves"], "Soot Cape", "rotate"),  # thrown away
        (4, ["Draw", "Keep Pearl Gloves"], "Pearl Gloves", "translate"),  # goes to what is scored
    ],
)
def test_garments_move_as_the_events_tell(
    running: Running, pages: Any, station: int, clicks: list[str], card: str, frame: str
) -> None:
    table = pages(reduced_motion="no-preference")
    page = table.page
    page.add_init_script(RECORD)
    page.goto(running.url)
    body = json.dumps({"game": "laundromat", "station": station}).encode()
    with urlopen(Request(f"{running.url}/api/courses", body, {"Origin": running.url}), timeout=PATIENCE) as answer:
        told = json.load(answer)
    page.goto(f"{running.url}/table/{told['table']}#{told['seats'][0]['token']}")
    for words in clicks:
        table.settle()
        number = table.number
        page.locator("#choices button", has_text=re.compile(f"^\\d*{words}", re.IGNORECASE)).first.click()
        table.moved(number)
    if len(clicks) == 2:
        page.wait_for_selector("#banner p:text('The wash fails: seat 0')")
    moves = [move for move in page.evaluate("window.moves") if move.startswith(card)]
    assert any(frame in move for move in moves), page.evaluate("window.moves")


def test_a_replay_is_opened_read_and_saved_as_one_page(running: Running, pages: Any, tmp_path: Path) -> None:
    from gosu_env import Game, record  # noqa: PLC0415
    from gosu_env.agents.random import RandomAgent  # noqa: PLC0415

    file = tmp_path / "game.gosu"
    record(Game(seed=3), [RandomAgent(0), RandomAgent(1)]).save(file)
    table = pages()
    page = table.page
    page.goto(f"{running.url}/replay")
    page.set_input_files("#file", file)
    page.wait_for_selector("#viewer:not([hidden])")
    assert page.locator("#counter").inner_text().startswith("0 / ")
    page.keyboard.press("End")
    page.keyboard.press("Home")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.locator(".spot").last.click()
    assert page.locator("#reader h4").inner_text()
    with page.expect_download() as download:
        page.click("#save")
    saved = tmp_path / "saved.html"
    download.value.save_as(saved)
    alone = pages(offline=True).page
    alone.goto(saved.as_uri())
    alone.wait_for_selector("#log li")
    alone.locator(".spot").last.click()
    assert alone.locator("#reader h4").inner_text()
