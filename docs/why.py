"""The page that sets this project beside its peers, with figures of ``benchmarks``; ``docs/generate.py`` writes it."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.row import Row, best_ratio, fastest, style_ratio
from benchmarks.table import number_text, ratio_text
from docs.generate import page, table

RESULTS = Path(__file__).resolve().parents[1] / "benchmarks" / "results" / "compare.json"

INTRODUCTION = """
# Why this, and not OpenSpiel, Pgx or RLCard?

Those three are libraries of many games. This is one family of three, done in depth. If your question is about a
*method* and any game will do, one of them is probably the better choice. If you need a game with hidden hands, long
turns, and cards whose effects trigger one another, with everything around it that an experiment needs, it is this one.

## What you get here

- **Cards that do things.** GOSU has 75 different cards, its expansion 75 more, GOSU X 88, nearly all with effects that
  other cards react to. The card games in those libraries are mostly classics (poker, bridge, gin rummy, dou dizhu,
  mahjong), where a card is a rank and a suit; the action cards of RLCard's UNO come nearest.
- **Cards are data.** A new card is a few lines of TOML, with its text, its place in the observation and its action
  made from them. In those libraries, a game is code.
- **Speed on a CPU**, [measured below](#speed-measured), and the same games, byte for byte, on a GPU.
- **Exact knowledge.** What a seat may know is what a player with a perfect memory knows, and `determinize` deals worlds
  that respect it. Tests check that for every game, and that nothing hidden leaks.
- **Rules that can be checked.** Every rule has a number and a test, and every card has one.
- **The tools of an experiment.** Agents from random to a search with a network, an arena with paired deals and
  intervals, [one Elo on a ladder](arena.md#one-rating-gosu-rate), replays, reports on balance, training that resumes.

## Where the others are better
"""

BETTER = [
    (
        "many games behind one interface",
        "OpenSpiel",
        "it has about a hundred, of every kind: matrix games, sequential, simultaneous, mean-field",
    ),
    (
        "equilibria: CFR, exploitability, exact solutions",
        "OpenSpiel",
        "many of its games are small enough, with chance nodes and information states as tensors; of ours only "
        "[the smallest size](exploitability.md) is, and the others [draw a seed](wrappers.md#openspiel) for chance",
    ),
    (
        "search in C++ over one game at a time",
        "OpenSpiel",
        "clones and playouts of its bridge and dou dizhu are faster than ours from Python",
    ),
    (
        "everything in JAX: environment and learner in one `jit`, TPUs",
        "Pgx",
        "its games are JAX functions; ours reach a GPU through CUDA, and torch reads their arrays",
    ),
    ("Go, chess, backgammon as baselines", "Pgx, OpenSpiel", "they have them"),
    (
        "well-known card games and published baselines",
        "RLCard",
        "it has dou dizhu, mahjong, UNO and hold'em, with agents that papers compare with",
    ),
    (
        "the smallest possible game to debug a method",
        "any of them",
        "Kuhn or Leduc poker; a game of Goblin Laundromat for two has some 50 decisions",
    ),
    ("a community, years of use, citations", "any of them", "this project is young"),
]

TOGETHER = """
The choice is not final: every game here is also [an OpenSpiel game](wrappers.md#openspiel) and a
[PettingZoo](wrappers.md#pettingzoo) environment.
"""

MEASURED = """
## Speed, measured

Random legal play on one core, with an observation and a mask of the legal actions at every decision. *Batch* sets the
fastest way of this project against the row; *same style* sets against it what is driven the same way, one game from
Python against one game from Python.
"""

CAVEATS = """
Games differ: a decision of Kuhn poker is one of two actions, a decision of GOSU one of 240, with an observation of
hundreds of numbers. So a factor tells how long an experiment takes, not who wrote better code. Where the factor is
below 1, the peer is faster. [The whole table](../benchmarks/results/compare.md) also has two cores, clones, playouts
and whole evaluations, and what a decision is in each library; [how it was measured](../benchmarks/README.md).
"""


def figures() -> str:
    """The fastest row of every game of every peer, on one core, with observation and mask."""
    content = json.loads(RESULTS.read_text(encoding="utf-8"))
    rows = [Row(**row) for row in content["rows"]]
    ours = fastest([row for row in rows if row.is_ours and row.sees_all and row.cores == 1 and row.style == "batch"])
    assert ours is not None
    lines: list[list[object]] = [
        ["**gosu-env**", ours.game, ours.driven, ours.num_actions, number_text(ours.rate), ratio_text(1), ratio_text(1)]
    ]
    peers = dict.fromkeys((row.library, row.game) for row in rows if row.sees_all and not row.is_ours)
    for library, game in peers:
        row = fastest([r for r in rows if (r.library, r.game, r.cores) == (library, game, 1) and r.sees_all])
        if row is None:
            continue
        against = [r for r in rows if r.style != "native"]  # there, nobody looks at what is observed
        ratios = ratio_text(best_ratio(row, against)), ratio_text(style_ratio(row, against))
        lines.append([library, game, row.driven, row.num_actions, number_text(row.rate), *ratios])
    versions, machine = content["versions"], content["machine"]
    names = {"open_spiel": "OpenSpiel", "rlcard": "RLCard", "pettingzoo": "PettingZoo", "pgx": "Pgx", "jax": "JAX"}
    told = ", ".join(f"{name} {versions[key]}" for key, name in names.items() if key in versions)
    return (
        table(["library", "game", "driven by", "actions>", "decisions/s>", "batch>", "same style>"], lines)
        + f"\n\nMeasured by `make bench-peers` on {content['date'][:10]}: {machine['processor']}, Python "
        + f"{machine['python']};\n{told}."
    )


def why_page() -> str:
    better = table(["If you want", "take", "because"], BETTER)
    return page(INTRODUCTION, better, TOGETHER, MEASURED, figures(), CAVEATS)
