"""Write the pictures of the tables of all games: ``python docs/picture.py``."""

from __future__ import annotations

from pathlib import Path

from gosu_env import Game, View
from gosu_env.agents import make_agent
from gosu_env.render.svg import table_svg

FOLDER = Path(__file__).resolve().parent
PATH = FOLDER / "gosu" / "table.svg"
LAUNDRY = FOLDER / "laundromat" / "table.svg"
X = FOLDER / "gosux" / "table.svg"


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


def x_picture() -> str:
    """The last round of GOSU X, as seat 0 sees it, who has just activated Shard."""
    game = Game.position(
        "gosux",
        players=[
            {
                "clans": ["galmi", "goan_sul", "justice"],
                "hand": ["Byun Hyung Ja (Galmi)", "Hempo", "Atalante à grand bouclier", "Elle"],
                "army": [
                    ["Bun To", "Un'Go", "Les gardiens démons", "[Déesses de lave]", "Volantis"],
                    ["Galmi (Avatar)", "Smook*", "Shard", "Hemro, bounty hunter"],
                    ["Galmi", "Goan Sul"],
                ],
                "discard": ["Orgah", "Boul Go", "Boul Go", "Justice", "Alpha", "Les flèches de Justice"],
                "deck": ["Quae", "Kno'Bo", "Kan Te", "Esprits de Smook"],
                "owned": 3,
                "supremacy": 1,
            },
            {
                "clans": ["abhilasha", "phoenix", "tomorrow"],
                "hand": ["Timer", "Aat", "Solok", "Phoenix", "Wiindz", "Ne'o"],
                "known": ["Solok"],
                "army": [
                    ["Les sombres cultistes!", "Arpia", "Muraena", "Obeezs"],
                    ["Phoenix (Immortal)", "Sha'dow", "[Cylak]"],
                    ["Tomorrow", "Byun Hyung Ja (Phoenix)"],
                ],
                "discard": ["Sqeezs", "EZ", "Kaez", "Ashes", "Alpha (mort)"],
                "tokens": 1,
                "tiles": ["phoenix"],
                "supremacy": 1,
            },
        ],
        removed=["Ne'ye", "Genious"],
        wonder=0,
        round=3,
    )
    game.apply(game.parse_action("activate H3"))
    return table_svg(game, seat=0)


if __name__ == "__main__":
    PATH.write_text(picture(), encoding="utf-8")
    LAUNDRY.write_text(laundry_picture(), encoding="utf-8")
    X.write_text(x_picture(), encoding="utf-8")
