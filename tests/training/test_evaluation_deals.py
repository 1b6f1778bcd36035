"""No deal of an evaluation is a training deal, whatever the seeds: evaluations have a space of seeds of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gosu_env import Game, OptionError, evaluation_seed, make_batch
from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import find_rules
from gosu_env.training import expert, judge, match, ppo, sb3_maskable, td
from gosu_env.training.baselines.games import Tables
from gosu_env.training.match import deal_sets
from gosu_env.training.run import Run

DEALS = 100


class Noted(Batch):
    """A batch that notes the seeds of all games that it deals."""

    dealt: set[int]

    def reset(self, *given: Any, **named: Any) -> None:
        super().reset(*given, **named)
        self.dealt |= set(self.seeds.tolist())

    def step(self, *given: Any, **named: Any) -> int:
        found = super().step(*given, **named)
        self.dealt |= set(self.seeds.tolist())
        return found


def of_batch(batch: Any) -> set[int]:
    """The seeds of its first deals, and of those that follow."""
    seeds = set(batch.seeds.tolist())
    for _ in range(300):
        batch.step(batch.sample())
        seeds |= set(batch.seeds.tolist())
    return seeds


def of_learners() -> set[int]:
    """The deals of stable-baselines3's learners."""
    sb3 = pytest.importorskip("gosu_env.envs.sb3")
    env = sb3.GosuVecEnv(DEALS)
    env.seed(0)
    env.reset()
    return set(env.learners.seeds.tolist())


WAYS: dict[str, Callable[[], set[int]]] = {
    "ppo": lambda: of_batch(ppo.Learner(ppo.Settings(num_envs=DEALS, n_steps=8, minibatch_steps=8, imitation=0)).batch),
    "td": lambda: of_batch(td.Learner(td.Settings(num_envs=DEALS)).batch),
    "baselines": lambda: of_batch(Tables("gosu", {}, DEALS, 0).batch),
    "learners": of_learners,
    "batch": lambda: of_batch(make_batch("gosu", DEALS, seed=0)),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_deals_of_a_match_are_none_of_training(way: str) -> None:
    """Both with seed 0."""
    trained = WAYS[way]()
    assert len(trained) >= DEALS
    dealt = set(deal_sets([find_rules("gosu", 2, {})], DEALS, seed=0).seeds.tolist())
    assert len(dealt) == DEALS
    assert not dealt & trained


def test_an_evaluation_on_the_way_deals_nothing_that_was_learned_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole run: the games that it learns from, and those that its points are measured on."""
    dealt = {"training": set(), "evaluation": set()}  # type: dict[str, set[int]]

    def noted(name: str) -> type[Batch]:
        return type("Noted", (Noted,), {"dealt": dealt[name]})

    monkeypatch.setattr(match, "Batch", noted("evaluation"))
    made = ppo.Settings(decisions=1024, num_envs=32, n_steps=16, minibatch_steps=16, width=8, depth=0, imitation=0)
    run = Run(tmp_path / "run", made, measurements=2, measured_against=["random"], deals=16, callbacks=())
    run.learner.batch.__class__ = noted("training")
    run.learner.batch.reset(0)
    run.train()
    assert len(run.curve) == 2
    assert len(dealt["training"]) >= 32
    assert len(dealt["evaluation"]) >= 16
    assert not dealt["training"] & dealt["evaluation"]


def test_seeds_of_evaluations_follow_those_of_training() -> None:
    assert evaluation_seed(0) == 2**62
    assert evaluation_seed(7) == 2**62 + 7
    assert Game(seed=evaluation_seed(2**62 - 1)).legal_actions()
    for wrong in (-1, 2**62, 0.5):
        with pytest.raises(OptionError, match="seed must be a whole number from 0"):
            evaluation_seed(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [ppo.Settings, td.Settings, judge.Settings, expert.Settings, sb3_maskable.Settings])
def test_training_refuses_the_seeds_of_evaluations(kind: Any) -> None:
    assert kind(seed=2**61 - 1).seed == 2**61 - 1
    for seed in (2**61, evaluation_seed(0)):
        with pytest.raises(OptionError, match=r"setting seed must be .* larger seeds deal the games of evaluations"):
            kind(seed=seed)
    with pytest.raises(OptionError, match="larger seeds deal the games of evaluations"):
        Tables("gosu", {}, 1, 2**61)
