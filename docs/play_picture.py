"""Write the pictures of ``docs/play.md``, of every game: ``python docs/play_picture.py``."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SIZE = (120, 40)
LETTERS = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
sys.path.insert(0, str(ROOT))  # where agents is found


def middle_of_gosu() -> Any:
    from gosu_env import Game  # noqa: PLC0415

    return Game.position(
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


def middle_of_laundromat() -> Any:
    """The laundry of seat 0, as greedy players come to it."""
    from gosu_env import Game, View  # noqa: PLC0415
    from gosu_env.agents import make_agent  # noqa: PLC0415

    game, agent = Game("laundromat", 4, seed=11), make_agent("greedy")
    for _ in range(60):
        game.apply(agent.act(View(game)))
    while game.seat != 0:
        game.apply(agent.act(View(game)))
    return game


def middle_of_gosux() -> Any:
    """The second round, seat 0 to move."""
    from gosu_env import Game  # noqa: PLC0415

    return Game.position(
        "gosux",
        players=[
            {
                "clans": ["galmi", "goan_sul", "justice"],
                "hand": ["Boul Go", "Elle", "Shard", "Smook", "Goan Sul"],
                "army": [["Bun To", "[Déesses de lave]", "Esprits de Smook*"], ["Kan Te", "Hempo"]],
                "tokens": 1,
                "supremacy": 1,
                "discard": ["Volantis", "Orgah"],
            },
            {
                "clans": ["abhilasha", "phoenix", "tomorrow"],
                "hand": ["Timer", "Solok", "Ne'o", "Phoenix"],
                "known": ["Solok"],
                "army": [["Les sombres cultistes!", "Arpia*", "Wiindz", "Muraena"], ["Ashes", "Kaez"], ["Tomorrow"]],
                "tokens": 1,
                "discard": ["Aat", "Cylak"],
            },
        ],
        wonder=1,
        round=2,
    )


async def picture(
    size: tuple[int, int] = SIZE, bot: str = "ismcts:500", adviser: str = "ismcts:5000", game: Any = None
) -> str:
    """The middle of a game against bots in a terminal, with a hint."""
    from gosu_env.agents import make_agent  # noqa: PLC0415
    from gosu_env.play.app import PlayApp  # noqa: PLC0415
    from gosu_env.play.match import Match  # noqa: PLC0415

    game = game or middle_of_gosu()
    others = range(1, game.num_players)
    match = Match(game, ["human", *(bot for _ in others)], {seat: make_agent(bot, seat) for seat in others})
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
    for folder, game in (("gosux", middle_of_gosux()), ("laundromat", middle_of_laundromat())):
        drawn = asyncio.run(picture(game=game))
        (ROOT / "docs" / folder / "play.svg").write_text(drawn, encoding="utf-8")
