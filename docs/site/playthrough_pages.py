"""The games that are told move by move, as replays to step through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gosu_env import Game, Recorder, Replay
from gosu_env.render.replay_page import replay_html

FRONT = re.compile(r"^```game\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ACTION = re.compile(r"^- seat (\d+): (.+)$", re.MULTILINE)


def read_playthrough(path: Path) -> Replay:
    """The game that a page tells; the tests check the page itself, table by table."""
    text = path.read_text(encoding="utf-8")
    front = FRONT.search(text)
    if front is None:
        raise SystemExit(f"{path}: there is no game block")
    told = dict(line.split(": ", 1) for line in front[1].splitlines())
    game = Game(
        told["game"], num_players=int(told["players"]), seed=int(told["seed"]), auto_forced=told["auto_forced"] == "yes"
    )
    recorder = Recorder(game)
    for action in ACTION.finditer(text):
        recorder.apply(recorder.game.parse_action(action[2]))
    return recorder.replay()


def replays_of(docs: Path) -> Iterator[tuple[Path, str]]:
    """For every playthrough, where its replay stands, beside the page, and the replay."""
    for page in sorted(docs.glob("*/playthroughs/*.md")):
        yield page.with_suffix(".replay.html"), replay_html(read_playthrough(page))
