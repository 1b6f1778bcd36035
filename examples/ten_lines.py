"""A bot in ten lines: ``gosu arena --players random,greedy,me=examples.ten_lines:Bot --games 20``.

It tries every legal action a few times in worlds that it cannot tell from the true one, finishes each game at random,
and takes the action that did best. It knows no rule of any game, so it plays them all.
"""

from __future__ import annotations

import argparse

import numpy as np

from gosu_env import View
from gosu_env.agents.arena import Arena


class Bot:
    def __init__(self, seed: int, playouts: int = 8) -> None:
        self.rng, self.playouts = np.random.default_rng(seed), playouts

    def act(self, view: View) -> int:
        hopes = dict.fromkeys(view.legal_actions(), 0.0)
        for action in [*hopes] * self.playouts:
            world = view.determinize(self.rng)
            world.apply(action)
            while not world.is_over:
                world.apply(int(self.rng.choice(world.legal_actions())))
            hopes[action] += world.returns()[view.seat]
        return max(hopes, key=hopes.__getitem__)


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="gosu")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    args = parser.parse_args(arguments)
    players = ["me=examples.ten_lines:Bot", "random"]
    standings = Arena(players, args.games, args.players, game=args.game).run(jobs=1, progress=False)
    me = next(row for row in standings.payoffs.to_dicts() if row["player"] == "me")
    print(f"{me['games']} games: {me['win_rate']:.0%} won ({me['win_low']:.0%} to {me['win_high']:.0%}) against random")
    return float(me["win_rate"])


if __name__ == "__main__":
    main()
