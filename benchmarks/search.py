"""Simulations a second of tree search, this project and OpenSpiel's C++ bots: ``python -m benchmarks.search [file]``.

Each bot decides at the same number of positions in the middle of random games, on one core, with a random playout to
the end of the game at every leaf. Bots search other games, so every row also says how long a playout is: simulations
times that length are the random decisions a second.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.machine import commit, keep_to_one_core, machine, versions
from benchmarks.peers_openspiel import GAMES
from gosu_env import Game, View
from gosu_env.agents.ismcts import IsmctsAgent
from gosu_env.engine.files import write_whole

# Of its card games, those that the bots can search: the information-set search wants resampling, which others lack.
PEERS = (("gin_rummy", "ISMCTSBot"), ("gin_rummy", "MCTSBot"), ("dou_dizhu", "MCTSBot"), ("bridge", "MCTSBot"))
POSITIONS = 12
SIMULATIONS = 1000
SLOW = 20.0  # seconds after which a row counts the positions it has
EXPLORATION = 0.7
TARGET = Path("benchmarks/results/search.json")


def measure(positions: list[Any], search: Callable[[Any], None]) -> float:
    """Simulations a second; the first position is a warm-up."""
    search(positions[0])
    started, done = time.perf_counter(), 0
    for position in positions:
        search(position)
        done += 1
        if time.perf_counter() - started > SLOW:
            break
    return SIMULATIONS * done / (time.perf_counter() - started)


def ours(num_players: int) -> dict[str, Any]:
    rng = random.Random(1)

    def play(game: Game, decisions: int) -> int:
        played = 0
        while not game.is_over and played < decisions:
            game.apply(rng.choice(game.legal_actions()))
            played += 1
        return played

    positions: list[Game] = []
    while len(positions) < POSITIONS:
        game = Game("gosu", num_players, rng.getrandbits(40))
        play(game, play(game.clone(), 10**6) // 2)
        if not game.is_over:
            positions.append(game)
    agent = IsmctsAgent(simulations=SIMULATIONS, playouts=True, seed=1)
    rate = measure(positions, lambda game: agent.act(View(game)) and None)
    length = sum(play(game.clone(), 10**6) for game in positions * 10) / (10 * POSITIONS)
    return {"bot": "gosu-env IsmctsAgent", "game": f"gosu, {num_players} players", "rate": rate, "length": length}


def theirs(name: str, kind: str) -> dict[str, Any]:
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(GAMES[name])
    rng = random.Random(1)

    def play(state: Any, decisions: int) -> int:
        """At chance nodes too; only the players' decisions count."""
        played = 0
        while not state.is_terminal() and (played < decisions or state.is_chance_node()):
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                played += 1
        return played

    positions: list[Any] = []
    while len(positions) < POSITIONS:
        state = game.new_initial_state()
        play(state, play(state.clone(), 10**6) // 2)
        if not state.is_terminal() and len(state.legal_actions()) > 1:
            positions.append(state)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    if kind == "ISMCTSBot":
        most = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(1, evaluator, EXPLORATION, SIMULATIONS, -1, most, False, False)
    else:
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, 1000, False, 1, False)
    rate = measure(positions, lambda state: bot.step(state) and None)
    length = sum(play(state.clone(), 10**6) for state in positions * 10) / (10 * POSITIONS)
    return {"bot": f"OpenSpiel {kind}", "game": name, "rate": rate, "length": length}


def main(arguments: list[str]) -> None:
    target = Path(arguments[0]) if arguments else TARGET
    keep_to_one_core()
    console = Console()
    rows = [ours(players) for players in (2, 3, 4)]
    for name, kind in PEERS:
        console.print(f"searching {name} …", style="dim")
        rows.append(theirs(name, kind))
    table = Table("bot", "game", "simulations/s", "decisions of a playout", "random decisions/s", "ours is")
    for row in rows:
        ratio = rows[0]["rate"] / row["rate"]
        table.add_row(
            *(row["bot"], row["game"], f"{row['rate']:,.0f}", f"{row['length']:.0f}"),
            *(f"{row['rate'] * row['length']:,.0f}", f"{ratio:.1f}×" if ratio != 1 else ""),
        )
    console.print(table)
    result = {"command": "python -m benchmarks.search", "simulations": SIMULATIONS, "rows": rows}
    result |= {"machine": machine(), "versions": versions(), "commit": commit()}
    write_whole(target, (json.dumps(result, indent=2) + "\n").encode())
    console.print(f"written to {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
