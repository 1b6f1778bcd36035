"""Expert iteration: the games of a search, what is learned of them, and runs that go on."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

from gosu_env import GosuError, OptionError, View
from gosu_env.agents.policy import FILE, About, find_policy
from gosu_env.engine.view import Thoughts
from gosu_env.render.terminal import Terminal
from gosu_env.training.checkpoint import read_network, save_policy
from gosu_env.training.ends import make_ends
from gosu_env.training.expert import Expert, Settings, learn, main, play_game
from gosu_env.training.lesson import Lesson
from gosu_env.training.network import Network


class Last:
    """Tells that it would nearly always take the last legal answer, and expects to win."""

    thoughts: Thoughts | None = None

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        chances = {action: 0.1 / (len(legal) - 1) for action in legal[:-1]} | {legal[-1]: 0.9}
        self.thoughts = Thoughts(chances, 1.0)
        return legal[-1]


class Silent:
    def act(self, view: View) -> int:
        return view.legal_actions()[0]


@pytest.fixture
def start(tmp_path):
    """A small network as a policy file."""
    rules = Settings().rules
    torch.manual_seed(0)
    path = tmp_path / "start.safetensors"
    save_policy(path, Network.for_rules(rules, 16, 1), About.at_table(rules, 16, 1, 0))
    return path


def test_a_game_teaches_every_choice() -> None:
    lesson = play_game(Last(), Settings().rules, seed=3, temperature=1.0, outcome_share=0.25)
    assert lesson is not None
    assert (lesson.count > 1).all()
    assert len(lesson.action) == len(lesson.advice) == lesson.count.sum()
    assert set(np.unique(lesson.value)) == {0.5, 1.0}  # 0.75 expected, and a quarter of what the seat got
    mask, advice = lesson.targets(1000)
    assert (mask.sum(axis=1) == lesson.count).all()
    assert np.allclose(advice.sum(axis=1), 1)
    assert np.allclose(advice.max(axis=1), 0.9)
    again = play_game(Last(), Settings().rules, seed=3, temperature=1.0, outcome_share=0.25)
    assert again is not None
    assert (again.obs == lesson.obs).all()
    best = play_game(Last(), Settings().rules, seed=3, temperature=0.0, outcome_share=0.25)
    assert best is not None
    assert best.obs.shape != lesson.obs.shape or (best.obs != lesson.obs).any()


def test_an_agent_that_tells_nothing_is_refused() -> None:
    with pytest.raises(OptionError, match="does not tell its probabilities"):
        play_game(Silent(), Settings().rules, 0, 1.0, 0.5)


def test_the_network_comes_to_do_as_it_is_told(start) -> None:
    rules = Settings().rules
    network = read_network(find_policy(str(start), rules.name, 2, rules.options), rules)
    played = [play_game(Last(), rules, seed, 1.0, 0.5) for seed in range(4)]
    lesson = Lesson.join([each for each in played if each is not None])
    losses = list(learn(network, lesson, Settings(n_epochs=20, batch_size=32, learning_rate=5e-3), 1))
    assert losses[-1]["policy_loss"] < 0.75 * losses[0]["policy_loss"]
    assert losses[-1]["value_loss"] < losses[0]["value_loss"]
    mask, advice = lesson.targets(rules.num_actions)
    ends = make_ends(network, "cpu")
    chances = ends.probabilities(torch.from_numpy(lesson.obs), torch.from_numpy(mask), 1.0)
    assert (chances.argmax(1) == advice.argmax(1)).mean() > 0.6


@pytest.mark.slow
def test_rounds_go_on_where_they_were(tmp_path, start) -> None:
    arguments = ["--search", "ismcts:4:judge={policy}", "--games", "5", "--rounds", "2", "--jobs", "1"]
    arguments += ["--set", f"start={start}", "--set", "deals=5"]
    whole = main([*arguments, "--out", str(tmp_path / "whole")])
    assert len(whole.scores) == 2
    halves = Expert(tmp_path / "halves", whole.settings)
    next(halves.play(1, 1))  # the first games, then it is interrupted
    halves.kept.close()
    resumed = main([*arguments, "--jobs", "2", "--out", str(tmp_path / "halves")])
    assert resumed.scores == whole.scores
    for number in (1, 2):
        assert (resumed.place(number) / FILE).read_bytes() == (whole.place(number) / FILE).read_bytes()
    assert whole.report().row_count == 2
    with pytest.raises(OptionError, match="contains another run"):
        main([*arguments, "--seed", "1", "--out", str(tmp_path / "whole")])


def test_damage_is_told(tmp_path, start) -> None:
    settings = Settings(start=str(start), search="ismcts:4:judge=small", games=1, deals=2)
    expert = Expert(tmp_path / "run", settings)
    list(expert.play(1, 1))
    file = next(expert.place(1).glob("games-*"))
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(GosuError, match="damaged"):
        expert.run(Terminal(), 1)
    told = json.loads(expert.path.read_bytes())
    assert told["rounds"] == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"games": 0}, "games: 0 is too small"),
        ({"outcome_share": 2.0}, "outcome_share"),
        ({"device": "tpu"}, "expected cpu, or cuda"),
    ],
)
def test_settings_are_checked(change, told) -> None:
    with pytest.raises(OptionError, match=told):
        Settings(**change)
