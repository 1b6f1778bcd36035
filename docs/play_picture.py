"""Write the picture of ``docs/play.md``, ``docs/play.svg``: ``python docs/play_picture.py``."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SIZE = (120, 40)
LETTERS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


async def picture(size: tuple[int, int] = SIZE, bot: str = "ismcts:500", adviser: str = "ismcts:5000") -> str:
    """The middle of a game against a bot in a terminal, with a hint."""
    sys.path.insert(0, str(ROOT))  # where agents is found
    from gosu_env import Game  # noqa: PLC0415
    from gosu_env.agents import make_agent  # noqa: PLC0415
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
    match = Match(game, ["human", bot], {1: make_agent(bot, 1)})
    app = PlayApp(lambda _: match, 0, make_agent(adviser, 2), adviser)
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
