"""Results of a training run: ratings against the bots, the learning curve, a game with the network's evaluations."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from gosu_env import Game, OptionError, Recorder, evaluation_seed
from gosu_env.agents import make_agent
from gosu_env.agents.arena import Arena
from gosu_env.agents.arena.drawing import as_png, empty_figure, set_bare, set_title
from gosu_env.agents.arena.standings import Standings
from gosu_env.engine.files import write_whole
from gosu_env.render.replay_page import replay_html
from gosu_env.training.algorithms import AnySettings
from gosu_env.training.run import Row, bots_of

SEARCHES = ("rollout:50",)
GAMES = 100  # at every table
ATTEMPTS = 40  # games to find a win and a loss in
COLOURS = {"greedy": "#c2410c", "random": "#64748b"}
OTHERS = ("#0f766e", "#7c3aed", "#be185d", "#a16207")  # of the opponents in training


def hold_arena(folder: Path, settings: AnySettings, name: str = "trained") -> Standings:
    """The network of a run against the bots; results and pictures go to a subfolder.

    A run on a range of card sets is shown with the first of them.
    """
    players = settings.num_players
    tables = None if players == 2 or settings.teams else "solo"
    entrants = [f"{name}=policy:{folder}", *SEARCHES, *bots_of(settings.game)]
    arena = Arena(entrants, GAMES, players, tables, out=folder / "arena", game=settings.game, **settings.shown_options)
    assert arena.folder is not None
    try:
        arena.folder.check()
    except OptionError:
        arena.folder.fresh = True  # the run was extended: the games there are of an earlier network
    return arena.run()


def write_replays(folder: Path, settings: AnySettings) -> list[str]:
    """A win and a loss of the network against the strongest bot, as replays and as pages, with its evaluations.

    Games are played until there is one of each, up to ``ATTEMPTS``; which ones there are.
    """
    players, rival = settings.num_players, bots_of(settings.game)[0]
    own = range(0, players, 2) if settings.teams else range(1)
    names = ["trained" if seat in own else rival for seat in range(players)]
    agents = [make_agent(f"policy:{folder}" if name == "trained" else name) for name in names]
    found: list[str] = []
    for seed in range(ATTEMPTS):
        game = Game(settings.game, players, evaluation_seed(seed), **settings.shown_options)
        recorder = Recorder(game, names, listeners=dict(enumerate(agents)))
        while not recorder.game.is_over:
            recorder.ask(agents[recorder.game.seat])
        result = "win" if own[0] in recorder.game.winners else "loss"
        if result not in found:
            found.append(result)
            recorder.save(folder / f"{result}.gosu")
            write_whole(folder / f"{result}.html", replay_html(recorder.replay()).encode())
        if len(found) == 2:
            break
    return sorted(found, reverse=True)


def plot_curve(curve: list[Row], settings: AnySettings) -> Any:
    """Win rates against the bots and the opponents, over decisions."""
    figure = empty_figure(7.2, 4.0)
    axes = figure.subplots()
    decisions = [row.decisions / 1e6 for row in curve]
    others = itertools.cycle(OTHERS)
    height = 0.0  # of the next label: they stand above each other
    for name, last in sorted(curve[-1].scores.items(), key=lambda score: score[1]):
        colour = COLOURS.get(name) or next(others)
        wins = [100 * row.scores[name] for row in curve]
        axes.plot(decisions, wins, color=colour, linewidth=2, marker="o", markersize=4)
        low, high = ([100 * row.intervals[name][end] for row in curve] for end in (0, 1))
        axes.fill_between(decisions, low, high, color=colour, alpha=0.12, linewidth=0)
        axes.annotate(
            name,
            (decisions[-1], max(100 * last, height)),
            (6, 0),
            textcoords="offset points",
            color=colour,
            va="center",
            weight="bold",
        )
        height = max(100 * last, height) + 6
    if 0 < settings.imitation < settings.decisions:
        axes.axvspan(0, settings.imitation / 1e6, color="#f1f5f9", zorder=0)
        axes.annotate(f"imitates {settings.teacher}", (settings.imitation / 2e6, 3), ha="center", color="#64748b")
    axes.axhline(50 if settings.teams else 100 / settings.num_players, color="#94a3b8", linewidth=1, linestyle=":")
    axes.set_ylim(0, 103)
    axes.set_xlim(0, decisions[-1] * 1.12)
    axes.set_xlabel("million decisions")
    axes.set_ylabel("games won, %")
    set_bare(axes)
    told = f"{settings.num_players} players, {curve[-1].seconds:,.0f} s of play and learning; bands are 95 % intervals"
    set_title(axes, "Learning", told)
    return figure


def write_curve(folder: Path, curve: list[Row], settings: AnySettings) -> None:
    write_whole(folder / "curve.png", as_png(plot_curve(curve, settings)))
