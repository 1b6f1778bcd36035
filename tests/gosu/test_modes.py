"""Compiled and interpreted play the same games, byte for byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.twins import run_script

GAMES_EACH = 17  # three numbers of players: 51 whole games
WITH_OPTIONS = 9  # and so many with options, sampled

SCRIPT = """
import hashlib, random, sys, warnings
warnings.simplefilter("error")
from gosu_env import Game
from gosu_env.engine.compile import INTERPRETED
print("interpreted" if INTERPRETED else "compiled")

def play(n, seed, options, name):
    game = Game("gosu", num_players=n, seed=seed, auto_forced=seed % 4 != 0, **options)
    pick = random.Random(seed)
    digest = hashlib.sha256()
    steps = 0
    while not game.is_over:
        digest.update(game.state.tobytes())
        digest.update(game.mask().tobytes())
        digest.update(game.observe(steps % n).tobytes())
        if steps % 25 == 0:
            digest.update(game.determinize(steps % n, seed).state.tobytes())
        game.apply(pick.choice(game.legal_actions()))
        steps += 1
    digest.update(game.state.tobytes())
    print(n, name, steps, game.winners, digest.hexdigest())

for n in (2, 3, 4):
    for seed in range(int(sys.argv[1])):
        play(n, seed, {}, seed)
sampler = random.Random(0)
for seed in range(int(sys.argv[2])):
    n = 4 if seed % 2 else 2 + seed % 3
    names = ("no_pass_with_tokens", "draft", "turn_limit", "teams")
    options = {name: sampler.random() < 0.6 for name in names} | {"teams": n == 4 and seed % 4 != 1}
    play(n, seed, options, "+".join([str(seed), *(name for name in options if options[name])]))
"""


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return run_script(SCRIPT, False, GAMES_EACH, WITH_OPTIONS)


@pytest.mark.slow
def test_interpreted_and_compiled_games_are_identical(compiled: list[str]) -> None:
    interpreted = run_script(SCRIPT, True, GAMES_EACH, WITH_OPTIONS)
    assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
    assert compiled[1:] == interpreted[1:]
    assert len(compiled) == 1 + 3 * GAMES_EACH + WITH_OPTIONS


def test_games_are_the_same_as_ever(compiled: list[str]) -> None:
    """A seed and a list of actions give the same bytes today and tomorrow, as long as rules and cards stay."""
    golden = Path(__file__).parent / "games.txt"
    if os.environ.get("UPDATE_GAMES"):
        golden.write_text("\n".join(compiled[1:]) + "\n")
    assert compiled[1:] == golden.read_text().splitlines()
