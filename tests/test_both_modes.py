"""Everything that a game shows, compiled and interpreted: the same, to the byte."""

from __future__ import annotations

import pytest

from tests.twins import run_script

SCRIPT = """
import hashlib, json, random, sys, warnings
warnings.simplefilter("error")
from gosu_env import Game
from gosu_env.engine.events import Teller
from gosu_env.engine.history import History
from gosu_env.engine.compile import INTERPRETED

TABLES = [  # and how many decisions there are from one look to the next
    ("gosu", 2, {}, 17),
    ("gosu", 3, {"kamakor": True, "draft": True, "turn_limit": True}, 31),
    ("gosu", 4, {"teams": True, "draft": True, "auto_forced": False}, 43),
    ("gosu", 2, {"size": "small"}, 7),
    ("gosux", 2, {}, 17),
    ("gosux", 2, {"clans_dealt": True, "auto_forced": False}, 31),
    ("laundromat", 2, {}, 17),
    ("laundromat", 3, {"auto_forced": False}, 71),
    ("laundromat", 5, {"reward": "coins"}, 131),
]

def shown(game, history):
    yield "state", game.state.tobytes() + game.mask().tobytes()
    yield "words", [game.decision_text(), game.ending, *map(game.action_text, game.legal_actions())]
    yield "table", [game.describe(), game.to_json(), game.strengths(), game.returns()]
    yield "central state", game.central_state().tobytes()
    for seat in range(game.num_players):
        yield "observation", game.observe(seat).tobytes()
        yield "description", [game.describe(seat), game.to_json(seat)]
        yield "hidden", game.hidden(seat).tobytes()
        yield "known", game.known(seat).tobytes()
        yield "belief", game.belief(seat).tobytes()
        yield "history", history.tokens(seat).tobytes() + history.text(seat).encode()

def play(name, players, options, every, seed):
    game = Game(name, players, seed, **options)
    history, teller, pick = History(game), Teller(game), random.Random(seed)
    digests = {}

    def look(what, output):
        data = output if isinstance(output, bytes) else json.dumps(output).encode()
        digests.setdefault(what, hashlib.sha256()).update(data)

    steps = 0
    while not game.is_over:
        if steps % every == 0:
            for what, output in shown(game, history):
                look(what, output)
            for seat in range(players):
                look("worlds", game.determinize(seat, steps).state.tobytes())
        action = pick.choice(game.legal_actions())
        game.apply(action)
        history.apply(action)
        look("events", [list(event) for event in teller.apply(action)])
        steps += 1
    for what, output in shown(game, history):
        look(what, output)
    for what, digest in digests.items():
        print(name, players, options, "seed", seed, steps, "decisions:", what, digest.hexdigest()[:16], flush=True)

print("interpreted" if INTERPRETED else "compiled")
for table in TABLES[: int(sys.argv[1])]:
    play(*table, 0)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "tables",
    [7, pytest.param(9, marks=pytest.mark.soak)],  # the last two take many minutes interpreted
)
def test_a_game_shows_the_same_compiled_and_interpreted(tables: int) -> None:
    compiled, interpreted = (run_script(SCRIPT, way, tables) for way in (False, True))
    assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
    assert compiled[1:] == interpreted[1:]
    assert len(compiled) == 1 + tables * 12
