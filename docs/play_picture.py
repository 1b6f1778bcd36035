"""Write the picture of ``docs/play.md``, ``docs/play.svg``: ``python docs/play_picture.py``."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SIZE = (120, 40)
LETTERS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


async def picture(size: tuple[int, int] = SIZE, worlds: int = 100) -> str:
    """The middle of a game in a terminal, with a hint that comes of so many worlds."""
    sys.path.insert(0, str(ROOT))  # where docs.replay is found
    from docs.replay import PlaysOut  # noqa: PLC0415
    from gosu_env import Game  # noqa: PLC0415
    from gosu_env.play.app import PlayApp  # noqa: PLC0415
    from gosu_env.play.match import Match  # noqa: PLC0415

    game = Game.position(
        players=[
            {
                "hand": ["Garsh", "Ember", "Kataclysm", "Assembler", "Hoshi", "Loya"],
                "army": [["Dom", "Rengo", "Vark", "Murk"], ["Fact", "[Alikan]", "Stampede"], ["Walror"]],
                "vp": 1,
                "tokens": 2,
            },
            {
                "hand": ["Nyx", "Shade", "Mainframe", "Tamo"],
                "known": ["Mainframe"],
                "army": [["Bolt*", "[Cog]", "Piston", "Boko", "Gloom"], ["Turbine", "Mokuso", "Magnet"], ["Titan"]],
                "tokens": 1,
                "vp": 2,
            },
        ],
        discard=["Ideo", "Flare", "Tusk", "Grint", "Grint", "Wisp", "Servo"],
        turn=1,
        round=4,
    )
    bot, adviser = PlaysOut(worlds // 5, seed=1), PlaysOut(worlds, seed=2)
    app = PlayApp(lambda _: Match(game, ["human", bot.name], {1: bot}), 0, adviser, adviser.name)
    async with app.run_test(size=size) as pilot:
        while not app.table.offered:
            await pilot.pause(0.1)
        await pilot.press("h")
        while app.table.advice is None:
            await pilot.pause(0.1)
        await pilot.pause(0.5)
        drawn: str = app.export_screenshot(title="gosu play", simplify=True)
    drawn = re.sub(
        r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL
    )  # a picture should not ask the network for letters
    return re.sub(r"font-family: [^;]*;", f"font-family: {LETTERS};", drawn)


if __name__ == "__main__":
    (ROOT / "docs" / "play.svg").write_text(asyncio.run(picture()), encoding="utf-8")
