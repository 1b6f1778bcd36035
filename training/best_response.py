"""Estimate how exploitable a player is: train a network against it alone, and measure the win rate.

    python -m gosu_env.training.best_response policy:strong --decisions 5000000

The opponent is frozen. Whatever the network wins beyond its share (1/2 with two players), by the lower end of the
interval, is a lower bound on the opponent's exploitability: a better response would win at least as much. Any agent
can be the opponent. A policy samples its actions here, unless it looks ahead or has a temperature of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from gosu_env import OptionError
from gosu_env.engine.runs import usual_folder
from gosu_env.render.terminal import Terminal
from gosu_env.training.algorithms import AnySettings
from gosu_env.training.callbacks import Callback, make_callbacks
from gosu_env.training.command import add_cluster, add_settings, gather_settings, start
from gosu_env.training.config import Config
from gosu_env.training.match import Score, play_match, sides_of
from gosu_env.training.panel import Panel, told_start
from gosu_env.training.players import make_player
from gosu_env.training.run import Run

DEALS = 500  # in the final evaluation
DECISIONS = 5_000_000


class Response(Run):
    """Training against one opponent."""

    kind = "best response"
    command = "python -m gosu_env.training.best_response"

    def __init__(
        self,
        folder: Path,
        opponent: str,
        settings: AnySettings,
        extend: bool = False,
        callbacks: Iterable[Callback] | None = None,
        cluster: str | None = None,
        deals: int | None = None,
    ) -> None:
        self.opponent = opponent
        alone = replace(settings, opponents=opponent, opponent_share=1.0)
        more: dict[str, Any] = {"extend": extend, "callbacks": callbacks, "cluster": cluster}
        super().__init__(folder, alone, measured_against=(opponent,), deals=deals, **more)

    def final_score(self, deals: int = DEALS) -> Score:
        """The win rate of the network, on deals not seen in training; with several card sets, from each in turn."""
        card_sets = self.settings.match_sets
        opponent = make_player(self.opponent, card_sets[0], seed=1, sample=True)
        return play_match(self.learner.player(), opponent, card_sets, deals, seed=2**32)


def main(arguments: list[str] | None = None) -> Score:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.training.best_response", description=__doc__.split("\n")[0]
    )
    parser.add_argument(
        "opponent", nargs="?", help="an agent by its name: greedy, policy:strong, ismcts:100, my_module:MyBot"
    )
    parser.add_argument("--decisions", type=int, default=None, help=f"default: {DECISIONS:,}")
    add_settings(parser, "ppo", "start=strong")
    parser.add_argument("--deals", type=int, default=DEALS, help="deals in the final evaluation")
    add_cluster(parser)
    given = parser.parse_args(arguments)
    config = Config("ppo", given.preset, given.settings, decisions=DECISIONS, imitation=0)
    if given.opponent is None and "opponents" not in config.filed:
        raise OptionError("no opponent; expected the name of an agent: greedy, policy:strong, my_module:MyBot")
    settings = gather_settings(config, given, decisions=given.decisions, opponents=given.opponent)
    opponent = settings.opponents
    name = opponent.replace("/", "-").replace(":", "-")
    table = (settings.num_players, settings.seed, *settings.game_options)
    folder = given.out or usual_folder(settings.game, "response", name, *table)
    run = Response(folder, opponent, settings, given.extend, make_callbacks(given.logger), given.cluster)
    console = Terminal()
    told_start(run, console)
    with Panel(run, console) as panel:
        run.train(panel.show)
    score = run.final_score(given.deals)
    share = 1 / sides_of(settings.match_sets[0])
    lead, least = 100 * (score.mean - share), 100 * (score.low - share)
    proven = f"so {opponent} is exploitable by at least {least:.1f}" if least > 0 else "which proves nothing"
    console.print(
        f"A response to {opponent} wins {score} of {score.games} games, {lead:+.1f} points from its share; {proven}"
    )
    return score


if __name__ == "__main__":
    start(main)
