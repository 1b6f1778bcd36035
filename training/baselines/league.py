"""League training, ``gosu_env.training.league``, as a baseline: PPO that also plays past selves and exploiters."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gosu_env.solver.exploitability import Policy
from gosu_env.solver.tree import GameTree
from gosu_env.training import league
from gosu_env.training.baselines.usual import sampled_policy, small_ppo
from gosu_env.training.players import NetworkPlayer


class League:
    """The main network is measured. The exploiter's games are counted, too: without them there would be no league."""

    def __init__(self, game: str, options: dict[str, Any], seed: int) -> None:
        settings = small_ppo(game, options, seed)
        with TemporaryDirectory() as folder:  # nothing is saved
            self.league = league.League(Path(folder) / "league", settings, every=5, callbacks=())
            self.league.close()

    def learn(self) -> int:
        run = self.league
        run.iteration += 1
        run.work()
        assert run.exploiter is not None
        return int(run.learner.rollout.fresh + run.exploiter.learner.rollout.fresh)

    def policy(self, tree: GameTree) -> Policy:
        return sampled_policy(self.league.learner, tree)

    def player(self) -> NetworkPlayer:
        return NetworkPlayer(self.league.learner.network, 0)
