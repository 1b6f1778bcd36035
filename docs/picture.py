"""Write the pictures of the README, of both games: ``python docs/picture.py``."""

from __future__ import annotations

from pathlib import Path

from gosu_env import Game, View
from gosu_env.agents import make_agent
from gosu_env.render.svg import table_svg

FOLDER = Path(__file__).resolve().parent
PATH = FOLDER / "gosu" / "table.svg"
LAUNDRY = FOLDER / "laundromat" / "table.svg"


def picture() -> str:
    """The middle of a game, as seat 0 sees it."""
    game = Game.position(
        players=[
            {
                "hand": ["Garsh", "Ember", "Kataclysm", "Assembler", "Hoshi"],
                "army": [["Dom", "Rengo*", "Vark", "Murk"], ["Fact", "[Alikan]", "Stampede"], ["Walror"]],
                "vp": 1,
            },
            {
                "hand": ["Nyx", "Shade", "Mainframe", "Tamo"],
                "known": ["Nyx"],
                "army": [["Bolt*", "[Cog]", "Piston", "Boko", "Gloom"], ["Turbine", "Mokuso", "Magnet"], ["Titan"]],
                "tokens": 1,
                "vp": 2,
            },
        ],
        discard=["Ideo", "Flare", "Tusk", "Grint", "Grint", "Wisp", "Loya", "Servo"],
        round=4,
    )
    game.apply(game.parse_action("mutate 2.1"))
    game.apply(game.parse_action("discard Ember"))
    game.apply(game.parse_action("bring in Garsh"))
    return table_svg(game, seat=0)


def laundry_picture() -> str:
    """A wash of the third round, as the seat sees it whose wash it is."""
    game, agent = Game("laundromat", num_players=4, seed=11), make_agent("greedy")
    told = game.to_json()
    while told["round"] < 3 or len(told["wash"]) < 3:
        game.apply(agent.act(View(game)))
        told = game.to_json()
    return table_svg(game, game.seat)


if __name__ == "__main__":
    PATH.write_text(picture(), encoding="utf-8")
    LAUNDRY.write_text(laundry_picture(), encoding="utf-8")
