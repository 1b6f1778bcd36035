"""Write the example of a replay, ``docs/replay.html``: ``python docs/replay.py``.

``--look 30`` writes nothing and lists the first 30 seeds, the liveliest game first: ``SEED`` is one of them. After a
change of the rules or the cards the game of a seed is another one, so look again. ``docs/replay.png`` shows that page
in a browser: ``docs/serve_pictures.py`` takes it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from gosu_env import Game, Recorder, Replay
from gosu_env.agents import make_agent
from gosu_env.engine.events import Teller
from gosu_env.engine.files import write_whole
from gosu_env.render.replay_page import replay_html

PATH = Path(__file__).resolve().parent / "replay.html"
PLAYERS = ("policy:strong", "ismcts:400")
SEED = 20
SHORT = 110  # decisions
LIVELY = ("destroyed", "imprisoned", "replaced", "swapped", "activated", "released", "victory points")  # events


def played(seed: int) -> Replay:
    """The strongest network against a search."""
    agents = [make_agent(spec, number) for number, spec in enumerate(PLAYERS)]
    recorder = Recorder(Game("gosu", num_players=2, seed=seed), PLAYERS, listeners=dict(enumerate(agents)))
    while not recorder.game.is_over:
        recorder.ask(agents[recorder.game.seat])
    return recorder.replay()


def liveliness(replay: Replay) -> tuple[float, str]:
    """How much there is to see in a game for its length, and what."""
    teller = Teller(replay.opening())
    happened = Counter(event.word for action in replay.actions for event in teller.apply(action))
    seen = {word: happened[word] for word in LIVELY if happened[word]}
    opening = [game.action_text(action) for _, game, action, _ in replay.decisions()][:2]
    points = [player["vp"] for player in replay.game().to_json()["players"]]
    rate = sum(min(count, 6) for count in seen.values()) / max(len(replay), SHORT) * (0.1 if "pass" in opening else 1)
    close = 1.5 if abs(points[0] - points[1]) <= 1 else 1.0
    return rate * close, f"{len(replay)} decisions, {points}, {opening[0]}; {seen}"


def main(arguments: Sequence[str]) -> int:
    if not arguments:
        write_whole(PATH, replay_html(played(SEED)).encode())
        return 0
    if len(arguments) != 2 or arguments[0] != "--look" or not arguments[1].isdecimal():
        print("usage: python docs/replay.py [--look SEEDS]", file=sys.stderr)
        return 2
    found = [(*liveliness(played(seed)), seed) for seed in range(int(arguments[1]))]
    for rate, told, seed in sorted(found, reverse=True):
        print(f"seed {seed}: {rate:.3f}  {told}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
