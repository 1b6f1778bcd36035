"""Estimate how exploitable a player is: train a network against it alone, and measure the win rate.

    python -m gosu_env.training.best_response policy:strong --decisions 5000000

The opponent is frozen. Whatever the network wins beyond its share (1/2 with two players) is a lower bound on the
opponent's exploitability: a better response would win at least as much. Here, a policy samples its actions.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from gosu_env.agents.policy import find_policy
from gosu_env.engine.rules import find_game
from gosu_env.render.terminal import Terminal
from gosu_env.training.checkpoint import read_network
from gosu_env.training.command import EXTEND, add_game, start
from gosu_env.training.match import Score, play_match
from gosu_env.training.panel import Panel, told_start
from gosu_env.training.players import NetworkPlayer, make_player
from gosu_env.training.ppo import Guest, Learner, NetworkGuest, PlayerGuest, Settings
from gosu_env.training.presets import change_settings, find_preset, ppo_only
from gosu_env.training.run import Run, other_seats

DEALS = 500  # in the final evaluation


def make_guest(learner: Learner, spec: str) -> Guest:
    """The opponent at all seats except the learner's, in all games."""
    s = learner.settings
    seats = other_seats(s.num_envs, s.num_players, s.teams)
    name, _, source = spec.partition(":")
    if name == "policy" and source:
        network = read_network(find_policy(source, s.game, s.num_players), learner.batch.rules).to(s.device)
        return NetworkGuest(learner, network, slice(0, s.num_envs), seats)
    return PlayerGuest(make_player(spec, learner.batch.rules), seats)


class Response(Run):
    """Training against one opponent."""

    kind = "best response"

    def __init__(self, folder: Path, opponent: str, settings: Settings, extend: bool = False) -> None:
        super().__init__(folder, settings, measured_against=(opponent,), extend=extend, opponents=(opponent,))
        self.opponent = opponent
        self.guests = [make_guest(self.learner, opponent)]

    def final_score(self, deals: int = DEALS) -> Score:
        """The win rate of the network, on deals not seen in training."""
        s = self.settings
        opponent = make_player(self.opponent, self.learner.batch.rules, seed=1)
        rivals = NetworkPlayer(self.learner.network.to("cpu")), opponent
        return play_match(*rivals, s.match_rules, deals, seed=2**32)


def main(arguments: list[str] | None = None) -> Score:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.training.best_response", description=__doc__.split("\n")[0]
    )
    parser.add_argument("opponent", help="greedy, random, or policy:NAME_OR_FILE")
    parser.add_argument(
        "--decisions", type=int, default=5_000_000, help="with --extend, a finished run trains for longer"
    )
    add_game(parser)
    parser.add_argument("--preset", default="ppo", help="preset for network and learning rates: ppo or gpu")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting: start=strong"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=None, help="the folder of the run, where it also resumes")
    parser.add_argument("--extend", action="store_true", help=EXTEND)
    parser.add_argument("--deals", type=int, default=DEALS, help="deals in the final evaluation")
    given = parser.parse_args(arguments)
    read = find_game(given.game).OPTIONS.read
    preset = ppo_only(
        given.preset, find_preset(given.preset, given.players, given.seed, read(given.option), given.game)
    )
    settings = change_settings(replace(preset, decisions=given.decisions, imitation=0), given.set)
    name = given.opponent.replace("/", "-").replace(":", "-")
    folder = given.out or Path("runs") / f"response-{name}-{given.players}-{given.seed}"
    run = Response(folder, given.opponent, settings, given.extend)
    console = Terminal()
    told_start(run, console)
    with Panel(run, console) as panel:
        run.train(panel.show)
    score = run.final_score(given.deals)
    share = 1 / 2 if settings.teams else 1 / given.players
    lead, low, high = (f"{100 * (part - share):+.1f}" for part in (score.mean, score.low, score.high))
    console.print(
        f"A response to {given.opponent} wins {score} of {score.games} games, {lead} points above its share "
        f"({low} to {high})"
    )
    return score


if __name__ == "__main__":
    start(main)
