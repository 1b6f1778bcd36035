"""A replay as one HTML page that needs nothing else.

The page is put together from the files in ``page/`` and the data that is made here. It draws the table of every
position, for every viewer, from parts that it holds once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from gosu_env.engine.counters import count, counters_of
from gosu_env.engine.errors import OptionError
from gosu_env.engine.game import Game
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.replay import Decision, Replay
from gosu_env.engine.rules import GAMES
from gosu_env.render.colours import DARK_LINES, DARK_SHAPES, DARK_WORDS
from gosu_env.render.log import Entry, Line, log_of, question
from gosu_env.render.parts import Parts, Place
from gosu_env.render.svg import FONTS
from gosu_env.render.table import draw_table

Json = dict[str, Any]
Viewer = int | None  # a seat, or None for one who sees all hands


class Film:
    """The tables of all positions for all viewers, as the changes from one to the next."""

    def __init__(self, viewers: Sequence[Viewer]) -> None:
        self.viewers = viewers
        self.parts = Parts()
        self.places: dict[tuple[Place, int], int] = {}  # what lies where in which layer, numbered
        self.frames: list[list[tuple[list[int], list[int]]]] = [[] for _ in viewers]
        self._last: list[dict[int, None]] = [{} for _ in viewers]
        self.size = (0.0, 0.0)
        self.regions: list[list[list[float]]] = [[] for _ in viewers]

    def expose(self, game: Game) -> None:
        """Add the next position."""
        for number, viewer in enumerate(self.viewers):
            table = draw_table(game, viewer)
            self.size = table.width, table.height
            self.regions[number] = [[each.x, each.y, each.width, each.height] for each in table.regions]
            placed = zip(self.parts.places(table), (part.layer for _, _, part in table.parts), strict=True)
            now = {self.places.setdefault(each, len(self.places)): None for each in placed}
            last = self._last[number]
            self.frames[number].append(([p for p in last if p not in now], [p for p in now if p not in last]))
            self._last[number] = now


def _per_viewer(line: Line | Entry, viewers: Sequence[Viewer]) -> str | list[str]:
    """A line for every viewer; one for all when it is the same."""
    told = [line.words(viewer) for viewer in viewers]
    return told[0] if len(set(told)) == 1 else told


def _decision(decision: Decision, entry: Entry, viewers: Sequence[Viewer]) -> Json:
    game, thoughts = decision.game, decision.thoughts
    legal = game.legal_actions()
    chances = decision.chances
    return {
        "seat": entry.seat,
        "round": entry.round,
        "turn": bool(game.rules.begins_turn(game.states)[0]),
        "question": question(game.decision_text()),
        "told": _per_viewer(entry, viewers),
        "sequel": [_per_viewer(line, viewers) for line in entry.sequel],
        "options": [game.action_text(action) for action in legal],
        "chosen": legal.index(decision.action),
        "chances": chances and [round(chances.get(action, 0.0), 4) for action in legal],
        "value": thoughts.value if thoughts else None,
        "note": thoughts.note if thoughts else None,
    }


def _facts(replay: Replay, rounds: int) -> str:
    """One line about the game as a whole."""
    head = replay.header
    start = "from a position" if head.seed is None else f"seed {head.seed}"
    more = [f"{key.replace('_', ' ')} {value}" for key, value in head.metadata.items() if isinstance(value, int | str)]
    return " · ".join([start, f"{rounds} round{'s' if rounds != 1 else ''}", f"{len(replay)} decisions", *more])


def page_data(replay: Replay, seat: int | None = None) -> Json:
    """All that the page shows."""
    n = replay.header.num_players
    if seat is not None and not 0 <= seat < n:
        raise OptionError(f"seat {seat!r}: seats are numbered from 0 to {n - 1}")
    viewers: list[Viewer] = [None, *range(n)]
    log = log_of(replay)
    title, how = log.outcome()
    film = Film(viewers)
    counted = []
    for game in replay.games():
        film.expose(game)
        counted.append(count(game))
    lines: dict[str, int] = {}
    parts = [[lines.setdefault(line, len(lines)) for line in part.split("\n")] for part in film.parts]
    value: list[list[float | None]] = [[None] * len(counted) for _ in range(n)]
    decisions = []
    for decision, entry in zip(replay.decisions(), log.entries, strict=True):
        decisions.append(_decision(decision, entry, viewers))
        value[entry.seat][entry.step] = decisions[-1]["value"]
    return {
        "agents": replay.agents,
        "facts": _facts(replay, int(game.state.round_number)),
        "returns": replay.returns,
        "winners": game.winners,
        "outcome": [title[0].upper() + title[1:], how],
        "views": viewers,
        "view": viewers.index(seat),
        "fonts": FONTS,
        "size": film.size,
        "regions": film.regions,
        "lines": list(lines),
        "parts": parts,
        "places": [(*place, layer) for place, layer in film.places],
        "frames": film.frames,
        "decisions": decisions,
        "charts": [
            {
                "title": counter.chart,
                "lines": [[counts[name][s] for counts in counted] for s in range(n)],
                "high": counter.high,
                "ticks": counter.ticks,
            }
            for name, counter in counters_of(game.name).items()
            if counter.chart
        ],
        "value": value,
    }


STYLES = ("base.css", "dark.css", "replay.css")
SCRIPTS = ("base.js", "picture.js", "replay.js")


def dark_style() -> str:
    """The colours of a dark table: where they stand, light ones are replaced. Cards keep theirs.

    A game that has more of them has ``DARK_SHAPES``, ``DARK_WORDS`` or ``DARK_LINES`` in its part ``colours``.
    """

    def dark(name: str, colours: dict[str, str]) -> dict[str, str]:
        parts = (find_part(game, "colours") for game in GAMES)
        return {**colours, **{light: to for part in parts for light, to in getattr(part, name, {}).items()}}

    places = (
        (".table-colours :not(text)[fill={}]", "fill", dark("DARK_SHAPES", DARK_SHAPES)),
        (".table-colours text[fill={}]", "fill", dark("DARK_WORDS", DARK_WORDS)),
        (".table-colours [stroke={}]", "stroke", dark("DARK_LINES", DARK_LINES)),
    )
    rules = (
        f"{where.format(json.dumps(light))} {{ {what}: light-dark({light}, {dark}); }}"
        for where, what, colours in places
        for light, dark in colours.items()
    )
    return "\n".join(rules) + "\n"


def page_file(name: str) -> str:
    """A script or a style of the page."""
    if name == "dark.css":
        return dark_style()
    return (files("gosu_env.render") / "page" / name).read_text(encoding="utf-8")


def replay_html(replay: Replay, seat: int | None = None) -> str:
    """The page; it begins with the table as a seat sees it, or with all hands."""
    data = json.dumps(page_data(replay, seat), ensure_ascii=False, separators=(",", ":"))
    title = replay.opening().rules.title
    pieces = {
        "TITLE": escape(f"{title}: {' – '.join(replay.agents)}"),
        "GAME": escape(title),
        "STYLE": "\n".join(page_file(name).strip() for name in STYLES),
        "SCRIPT": "\n".join(page_file(name).strip() for name in SCRIPTS),
        "DATA": re.sub("<(?=[/!s])", r"\\u003c", data, flags=re.IGNORECASE),  # what could end a script
    }
    return re.sub("@(TITLE|GAME|STYLE|SCRIPT|DATA)@", lambda mark: pieces[mark[1]], page_file("replay.html"))
