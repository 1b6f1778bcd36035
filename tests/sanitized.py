"""Random play with every index checked, under AddressSanitizer and UBSan: ``python tests/sanitized.py DECISIONS``.

It starts itself once more with the sanitizers' runtime loaded, and builds libraries of its own. All games, options and
numbers of players are played, with masks, observations and every invariant checked; then players of all sorts play
some games. A fault ends the process with the line of the rule.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined"
KAMAKOR = {"kamakor": True}
TOURNAMENT = {"no_pass_with_tokens": True, "draft": True, "turn_limit": True}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *(("gosu", 2, {}), ("gosu", 3, TOURNAMENT), ("gosu", 4, {"teams": True}), ("gosu", 4, {"draft": True})),
    *(("gosu", 2, KAMAKOR), ("gosu", 3, KAMAKOR), ("gosu", 4, KAMAKOR | TOURNAMENT | {"teams": True})),
    *(("gosux", 2, {}), ("gosux", 2, {"auto_forced": False})),
    *(("laundromat", players, {}) for players in (2, 3, 4, 5)),
]
PLAYERS = ("greedy", "ismcts:20", "rollout:20", "policy:small")


def restart() -> int:
    """This program again, in a process with the sanitizers' runtime."""
    compiler = os.environ.get("CXX", "g++")
    asked = [compiler, "-print-file-name=libasan.so"]
    runtime = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    env = os.environ | {
        **{"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
        **{"GOSU_CHECKED": "1", "GOSU_CXXFLAGS": FLAGS, "PYTHONPATH": str(ROOT)},
    }
    return subprocess.run([sys.executable, __file__, *sys.argv[1:]], env=env, check=False).returncode


def play_at_random(decisions: int) -> None:
    import numpy as np  # noqa: PLC0415

    from gosu_env.engine.rng import Stream  # noqa: PLC0415
    from gosu_env.engine.rules import find_rules  # noqa: PLC0415

    assert Stream(1).below(2) in (0, 1)
    for number, (game, players, options) in enumerate(TABLES):
        began, rules = time.monotonic(), find_rules(game, players, options)
        words = np.array([1 + number, 2, 3, 4], np.uint32)
        stats, found = rules.play(decisions // len(TABLES), words, mask=True, observe=True, check=True)
        if found:
            raise SystemExit(f"{game}, {players} players, {options}: {rules.violations[found]}")
        shown = ", ".join(options) or "no options"
        print(
            f"{game}, {players} players, {shown}: {stats[1]:,} decisions, {stats[0]:,} games, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )


def play_games() -> None:
    """A game of every sort of player, in every game, with worlds, beliefs, histories and saves on the way."""
    from gosu_env import Game, View  # noqa: PLC0415
    from gosu_env.agents import make_agent  # noqa: PLC0415
    from gosu_env.engine.history import History  # noqa: PLC0415

    for game, players, options in TABLES:
        for spec in PLAYERS if (players, options) == (2, {}) else PLAYERS[:1]:
            table = Game(game, players, 3, **options)
            agent, history = make_agent(spec, 1), History(table)
            for number in range(60):
                if table.is_over:
                    break
                action = agent.act(View(table))
                history.apply(action)
                table.apply(action)
                if number % 10 == 0 and not table.is_over:
                    seat = table.seat
                    table.determinize(seat, number).observe(seat)
                    table.belief(), table.hidden(), table.known(), table.central_state()
                    assert Game.from_bytes(table.to_bytes()) == table
        print(f"{game}, {players} players: games of {', '.join(PLAYERS)}", flush=True)


def main() -> int:
    if os.environ.get("GOSU_CXXFLAGS") != FLAGS:
        return restart()
    play_at_random(int(sys.argv[1]))
    play_games()
    print("clean")
    return 0


if __name__ == "__main__":
    sys.exit(main())
