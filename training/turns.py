"""One network that learns two tables by turns: a rollout of the one, then a rollout of the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from torch import Tensor

from gosu_env import OptionError
from gosu_env.engine.rules import find_card_sets
from gosu_env.training.checkpoint import part_of
from gosu_env.training.guests import Guest
from gosu_env.training.players import NetworkPlayer
from gosu_env.training.ppo import Learner, Rollout, Settings
from gosu_env.training.teacher import Teacher

SECOND = "also."  # before the names of what the second learner needs to resume
NETWORK = "network."  # before those of the network, which both have


class Turns:
    """A learner of PPO for the table of some settings, and one that shares its network for the table with ``also``.

    Each has half of the decisions, and games, a rollout and an optimiser of its own.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        each = replace(settings, also="", decisions=-(-settings.decisions // 2))
        other = replace(each, options=settings.other_options, seed=settings.seed + 1, start="", start_temperature=1.0)
        check_alike(each, other)
        first = Learner(each)
        second = Learner(other, network=first.network)
        self.learners = (first, second)
        self.playing = first

    @property
    def decisions(self) -> int:
        """Taken so far, at both tables."""
        return sum(learner.decisions for learner in self.learners)

    @property
    def turn(self) -> Learner:
        """Whose turn it is: the one that has learned less."""
        first, second = self.learners
        return first if first.decisions <= second.decisions else second

    @property
    def batch(self) -> Any:
        """The games of the first table, by whose rules the network is measured."""
        return self.learners[0].batch

    @property
    def network(self) -> Any:
        return self.learners[0].network

    def player(self) -> NetworkPlayer:
        return self.learners[0].player()

    def play(self, guests: Sequence[Guest] = (), teacher: Teacher | None = None) -> None:
        self.playing = self.turn
        self.playing.play(guests, teacher)

    def learn(self, imitate: bool = False) -> dict[str, float]:
        return self.playing.learn(imitate)

    @property
    def rollout(self) -> Rollout:
        """The last one."""
        return self.playing.rollout

    def snapshot(self) -> dict[str, Tensor]:
        """Everything needed to resume; the network once."""
        first, second = (learner.snapshot() for learner in self.learners)
        return first | {f"{SECOND}{name}": second[name] for name in second if not name.startswith(NETWORK)}

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Restore a snapshot."""
        first, second = self.learners
        first.restore(tensors)
        second.restore(part_of(tensors, SECOND) | {name: tensors[name] for name in tensors if name.startswith(NETWORK)})


def check_alike(first: Settings, second: Settings) -> None:
    """Refuse a second table that one network cannot play, too."""
    tables = [find_card_sets(each.game, each.num_players, each.game_options)[0] for each in (first, second)]
    for names, told in ((("observation_spec", "action_spec"), "observations or actions"), (("digest",), "cards")):
        if any(getattr(tables[0], name) != getattr(tables[1], name) for name in names):
            raise OptionError(
                f"setting also: with {second.options!r} there are other {told}; expected a table that the same network "
                "can play"
            )
