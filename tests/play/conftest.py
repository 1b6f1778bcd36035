"""What the tests of playing share: a table with people and bots, and a pilot who waits."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from textual.pilot import Pilot

from gosu_env import Agent, Game, Thoughts, View
from gosu_env.agents import RandomAgent
from gosu_env.play.app import PlayApp
from gosu_env.play.match import Match
from gosu_env.play.popups import Curtain
from gosu_env.play.side import Choices

PATIENCE = 400  # looks at the screen, a hundredth of a second apart


class Adviser:
    """Would take the last action, and tells how sure it is."""

    def __init__(self) -> None:
        self.thoughts: Thoughts | None = None

    def act(self, view: View) -> int:
        *others, best = view.legal_actions()
        self.thoughts = Thoughts({best: 0.75} | {action: 0.25 / len(others) for action in others}, 0.5, "Just so.")
        return best


class Sitting:
    """A running game with somebody at the keyboard."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def game(self) -> Game:
        return self.app.match.game

    @property
    def shown(self) -> str:
        """All letters on the screen."""
        lines: dict[str, str] = {}
        for y, letters in re.findall(r'<text[^>]* y="([^"]*)"[^>]*>([^<]*)</text>', self.app.export_screenshot()):
            lines[y] = lines.get(y, "") + html.unescape(letters).replace("\xa0", " ").replace("\n", "")
        return "\n".join(lines.values())

    @property
    def choices(self) -> list[str]:
        """The answers that are offered, without their keys."""
        options = self.app.table.query_one(Choices).options
        return [str(option.prompt)[2:] for option in options]

    def text(self, where: str) -> str:
        """What a part of the table says."""
        return str(self.app.table.query_one(where).render())

    async def until(self, true: Callable[[], Any]) -> None:
        for _ in range(PATIENCE):
            await self.pilot.pause()
            if true():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"this does not come: {self.shown}")

    async def asked(self) -> None:
        """Wait until a human is asked at an open table."""
        await self.until(lambda: self.app.screen is self.app.table and self.app.table.offered)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def take(self, text: str) -> None:
        """Choose an answer by its key."""
        number = [choice.partition("  ")[0] for choice in self.choices].index(text)
        await self.press(str((number + 1) % 10))

    async def click(self, where: str) -> None:
        await self.pilot.click(where)
        await self.pilot.pause()

    async def play_on(self, rng: np.random.Generator, decisions: int = 10_000) -> None:
        """Answer at random, opening curtains on the way, until the game is over or enough was decided."""
        app = self.app
        for _ in range(decisions):
            await self.until(lambda: self.game.is_over or isinstance(app.screen, Curtain) or app.table.offered)
            if self.game.is_over:
                return
            if isinstance(app.screen, Curtain):
                await self.press("enter")
            else:
                app.table.choose(int(rng.choice(list(app.table.offered))))


@pytest.fixture
def sit() -> Callable[..., Any]:
    """Sit down at a game: ``async with sit(Game(seed=7)) as sitting``. Seats without a bot are for people."""

    @asynccontextmanager
    async def sitting(
        game: Game, bots: dict[int, Agent] | None = None, size: Sequence[int] = (120, 40), **settings: Any
    ) -> AsyncIterator[Sitting]:
        n = game.num_players
        seats = {seat: RandomAgent(seat) for seat in range(1, n)} if bots is None else bots

        def deal(seed: int) -> Match:
            dealt = game if seed == 0 else game.deal(seed)
            return Match(dealt, [f"bot{seat}" if seat in seats else "human" for seat in range(n)], seats)

        app = PlayApp(deal, 0, Adviser(), "adviser", **settings)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Sitting(app, pilot)

    return sitting
