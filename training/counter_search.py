"""A search against one frozen player: every answer is tried in sampled worlds, where that player plays on at all seats.

One step of policy improvement on the player's own policy (Tesauro and Galperin 1996): the search does what that player
would do, unless another answer brings more by a clear margin. Worlds are those that the seat cannot tell from the true
one, so nothing hidden is used.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env import OptionError
from gosu_env.engine.batch import Batch
from gosu_env.engine.batch_parts import game_streams
from gosu_env.engine.rules import Rules
from gosu_env.training.players import NetworkPlayer, Player

AT_ONCE = 1024  # games that are played on side by side
MARGIN = 2.0  # standard errors by which an answer has to be better than the rival's


class CounterSearch:
    """Searches against ``rival`` in so many worlds a decision.

    Games are played to their end, or with ``depth`` for so many decisions and on to the next one of the searching seat,
    where the rival's network says what it is worth.
    """

    def __init__(self, rival: Player, worlds: int = 16, depth: int = 0, seed: int = 0) -> None:
        if worlds < 1 or depth < 0:
            raise OptionError(f"worlds and depth: expected 1 or more and 0 or more, not {worlds} and {depth}")
        if depth and not isinstance(rival, NetworkPlayer):
            raise OptionError(
                "depth: only policies say what a position is worth; with other agents, expected 0: the end"
            )
        self.rival, self.worlds, self.depth = rival, worlds, depth
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.rival.begin(seed)

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        legal = [np.flatnonzero(batch.mask[game]) for game in games]
        seats = batch.seat[games].astype(np.int64)
        # of every answer in every world: the record, its card set, the seat, what it brought
        states, sets, seated, worth = [], [], [], []
        for index, game in enumerate(games.tolist()):
            if len(legal[index]) == 1:
                continue
            true = batch.game(game)
            for _ in range(self.worlds):
                world = true.determinize(int(seats[index]), self.rng)
                for action in legal[index].tolist():
                    tried = world.clone()
                    tried.apply(action)
                    sets.append(batch.sets[game])
                    seated.append(seats[index])
                    worth.append(tried.returns()[seats[index]] if tried.is_over else np.nan)
                    states.append(np.frombuffer(tried.states.tobytes(), np.uint8))
        brought = np.array(worth)
        open_ones = np.flatnonzero(np.isnan(brought))
        for part in np.array_split(open_ones, max(1, -(-len(open_ones) // AT_ONCE))):
            if len(part):
                records = np.stack([states[at] for at in part.tolist()])
                brought[part] = self._play_on(batch.card_sets, records, np.array(sets)[part], np.array(seated)[part])
        answers = self.rival.answer(batch, games)
        at = 0
        for index, actions in enumerate(legal):
            if len(actions) > 1:
                count = self.worlds * len(actions)
                gained = brought[at : at + count].reshape(self.worlds, len(actions))
                answers[index] = actions[better(gained, int(np.searchsorted(actions, answers[index])))]
                at += count
        return answers

    def _play_on(
        self, card_sets: Sequence[Rules], states: NDArray[np.uint8], sets: NDArray[np.int32], own: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """What a seat of every game gets if the rival plays on everywhere."""
        count = len(states)
        batch = Batch(card_sets[0], count, 0, threads=1, card_sets=card_sets)
        streams = game_streams(int(self.rng.integers(2**62)), count)
        batch.restore({"states": states, "streams": streams, "seeds": np.zeros(count, np.int64), "sets": sets})
        gained = np.full(count, np.nan)
        decisions = 0
        while True:
            running = np.isnan(gained)
            if self.depth and decisions >= self.depth:
                there = np.flatnonzero(running & (batch.seat == own))
                gained[there] = self._value(batch, there)
                running[there] = False
            if not running.any():
                return gained
            actions = batch.sample().astype(np.int64)  # for games that are over already
            games = np.flatnonzero(running)
            actions[games] = self.rival.answer(batch, games)
            batch.step(actions)
            ended = np.flatnonzero(running & batch.done)
            gained[ended] = batch.reward[ended, own[ended]]
            decisions += 1

    def _value(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.float64]:
        """The rival's opinion of games where the searching seat decides."""
        assert isinstance(self.rival, NetworkPlayer)
        values = self.rival.values(batch, games)
        others = batch.num_players - 1
        worth: NDArray[np.float64] = np.clip(values / np.sqrt(others), -1 / others, 1)
        return worth


def better(gained: NDArray[np.float64], usual: int) -> int:
    """The answer that is clearly better than the usual one, or that one; what each brought in every world.

    Answers are compared world by world. One world more, in which they differ by 1, keeps few worlds from being sure.
    """
    lead = gained - gained[:, usual : usual + 1]
    worlds, mean = len(lead), lead.mean(0)
    error = np.sqrt((((lead - mean) ** 2).sum(0) + 1) / worlds) / np.sqrt(worlds)
    surely = np.where(np.arange(len(mean)) == usual, 0.0, mean - MARGIN * error)
    return int(surely.argmax()) if surely.max() > 0 else usual
