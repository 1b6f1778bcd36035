"""Write ``docs/game.svg``, a whole game as a moving picture: ``python docs/game_picture.py``.

Every position is a group of shared parts, shown in its turn by an animation in the file's own style. Where people ask
for less motion, the end of the game stands still.
"""

from __future__ import annotations

from pathlib import Path

from gosu_env import Game, record
from gosu_env.agents import make_agent
from gosu_env.engine.files import write_whole
from gosu_env.engine.replay import Replay
from gosu_env.render.colours import PAGE
from gosu_env.render.log import log_of
from gosu_env.render.parts import Parts
from gosu_env.render.strip import CAPTION, caption
from gosu_env.render.svg import FONTS, inside
from gosu_env.render.table import draw_table

PATH = Path(__file__).resolve().parent / "game.svg"
SEED = 11
SECONDS = 0.7  # for a position
LAST = 4  # the end is shown as long as so many positions
WIDTH = 960

STYLE = """
.f{{visibility:hidden;animation:f {total:g}s step-end infinite}}
.f:last-of-type{{animation-name:l}}
@keyframes f{{0%{{visibility:visible}}{one:.4f}%{{visibility:hidden}}}}
@keyframes l{{0%{{visibility:visible}}{last:.4f}%{{visibility:hidden}}}}
@media (prefers-reduced-motion:reduce){{.f{{animation:none}}.f:last-of-type{{visibility:visible}}}}
"""


def moving_svg(replay: Replay) -> str:
    """All positions of a replay, one after the other, with all hands shown."""
    entries = log_of(replay).entries
    parts = Parts()
    frames = []
    total = (len(replay) + LAST) * SECONDS
    for step, game in enumerate(replay.games()):
        table = draw_table(game, None)
        uses = "".join(f'<use href="#p{part}" x="{x:g}" y="{y:g}"/>' for x, y, part in parts.places(table))
        head = inside(caption(entries[step] if step < len(entries) else None, len(replay), table.width, None))
        delay = step * SECONDS - total
        body = f'<g transform="translate(0 {CAPTION:g})">{uses}</g>{head}'
        frames.append(f'<g class="f" style="animation-delay:{delay:g}s">{body}</g>')
    height = table.height + CAPTION
    shared = "\n".join(f'<g id="p{number}">{part}</g>' for number, part in enumerate(parts))
    style = STYLE.format(total=total, one=100 * SECONDS / total, last=100 * LAST * SECONDS / total)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{WIDTH * height / table.width:.0f}" '
        f'viewBox="0 0 {table.width:g} {height:g}" font-family="{FONTS}" role="img">\n'
        f"<title>A game of GOSU between two agents</title>\n<style>{style}</style>\n<defs>\n{shared}\n</defs>\n"
        f'<rect width="{table.width:g}" height="{height:g}" fill="{PAGE}"/>\n' + "\n".join(frames) + "\n</svg>\n"
    )


def picture() -> str:
    agents = [make_agent("policy:strong", 1), make_agent("greedy", 2)]
    return moving_svg(record(Game("gosu", num_players=2, seed=SEED), agents))


if __name__ == "__main__":
    write_whole(PATH, picture().encode())
