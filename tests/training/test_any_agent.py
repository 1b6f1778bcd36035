"""Any agent as opponent or teacher: by name, asked rightly, the same for a seed, refused in words."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
import torch

from gosu_env import OptionError, View, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.policy import shipped_folder
from gosu_env.engine.errors import OpponentError
from gosu_env.engine.rules import find_rules
from gosu_env.training import best_response, td
from gosu_env.training.guests import other_seats, seat_rivals
from gosu_env.training.league import League
from gosu_env.training.players import AgentPlayer, GreedyPlayer, LookaheadPlayer, NetworkPlayer, make_player
from gosu_env.training.ppo import Learner, Settings
from gosu_env.training.run import Run
from gosu_env.training.teacher import AgentTeacher, NetworkTeacher, PlayerTeacher, make_teacher
from tests.training.killing import check_killed_run, curve

SMALL = Settings(decisions=2_000, num_envs=16, n_steps=16, width=8, depth=1)
SMALL_TD = td.Settings(decisions=2_000, num_envs=16, n_steps=16, width=8, batch_size=64)
BOTS = """
import numpy as np
asked = []

class Last:
    "The last legal action."
    def act(self, view):
        return view.legal_actions()[-1]

class Dice:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
    def act(self, view):
        return self.rng.choice(view.legal_actions())

class Crowd(Last):
    def act_many(self, views):
        asked.append(len(views))
        return [self.act(view) for view in views]

class Deaf(Last):
    def act_many(self, views):
        return []

class Sure(Last):
    "Tells that it thinks of the first action, and does the last."
    def act(self, view):
        from gosu_env.engine.view import Thoughts
        legal = view.legal_actions()
        self.thoughts = Thoughts({legal[0]: 0.5, legal[-1]: 0.25})
        return legal[-1]

class Cheat:
    def act(self, view):
        return 10_000 if view.seat else view.legal_actions()[0]

class Mute:
    def act(self, view):
        return None

class Pair:
    def act(self, view):
        assert view.num_players == 2, "only for two"
        return view.legal_actions()[0]

class Tired(Last):
    "Fails after a while."
    left = 40
    def act(self, view):
        Tired.left -= 1
        return view.legal_actions()[0 if Tired.left else 1 // 0]
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "these_bots.py").write_text(BOTS)
    monkeypatch.delitem(sys.modules, "these_bots", raising=False)
    yield tmp_path
    sys.modules.pop("these_bots", None)


@pytest.mark.parametrize("spec", ["ismcts:8", "rollout:6", "these_bots:Last", "policy:strong:temperature=0"])
def test_an_agent_answers_a_batch_as_it_does_elsewhere(bots, spec):
    batch = make_batch("gosu", 12, 2, seed=5)
    batch.rollout(20)
    games = np.array([1, 4, 11])
    player = make_player(spec, batch.rules, seed=7)
    assert isinstance(player, AgentPlayer)
    agent = make_agent(spec, 7)
    assert player.answer(batch, games).tolist() == [agent.act(View(batch.game(int(i)))) for i in games]


def test_players_of_this_project_answer_all_games_at_once(tmp_path):
    rules = find_rules("gosu", 2, {})
    assert isinstance(make_player("greedy", rules), GreedyPlayer)
    assert isinstance(make_player("policy:strong", rules), NetworkPlayer)


def test_an_agent_with_act_many_is_asked_about_all_its_games_at_once(bots):
    batch = make_batch("gosu", 9, 2, seed=5)
    player = make_player("these_bots:Crowd", batch.rules)
    player.answer(batch, np.arange(9))
    assert sys.modules["these_bots"].asked[-1] == 9


def test_begin_starts_an_agent_over(bots):
    batch = make_batch("gosu", 30, 2, seed=5)
    player, games = make_player("these_bots:Dice", batch.rules, seed=3), np.arange(30)
    first, second = player.answer(batch, games).tolist(), player.answer(batch, games).tolist()
    player.begin(3)
    assert player.answer(batch, games).tolist() == first != second


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["these_bots:Last", "these_bots:Crowd"])
@pytest.mark.parametrize("settings", [SMALL, SMALL_TD], ids=["ppo", "td"])
def test_opponents_hold_their_seats_and_are_not_learned_from(bots, settings, opponent):
    """Half of the games are theirs; there, every answer of theirs is the last legal one and is marked as not own."""
    run = Run(bots / "run", replace(settings, opponents=opponent), measured_against=("random",), deals=2)
    learner, r = run.learner, run.learner.rollout
    steps = []
    step = learner.batch.step

    def watched(actions):
        at = np.arange(16)
        highest = 0 * at + [np.flatnonzero(row)[-1] for row in learner.batch.mask]
        steps.append((learner.batch.seat.copy(), np.asarray(actions) == highest))
        return step(actions)

    learner.batch.step = watched
    run.iteration = 1
    run.learner.play(run.guests)
    seats, last = (torch.from_numpy(np.array(part)) for part in zip(*steps, strict=True))
    theirs = torch.zeros(16, 2, dtype=torch.bool)
    theirs[8:] = torch.from_numpy(other_seats(8, 2))
    asked = theirs[torch.arange(16), seats.long()]
    assert asked.any()
    assert last[asked].all()
    assert not last[~asked].all()
    own = r.own[r.before :]
    assert not own[asked].any()
    ended = r.done[r.before :] if settings is SMALL_TD else torch.zeros_like(own)
    assert own[~asked & ~ended].all()
    run.close()


def test_rewards_are_those_of_the_seat(tmp_path):
    """Against players at random, values of a network learn who wins: the winner's last decisions get 1, not -1."""
    learner = Learner(replace(SMALL, opponents="random", opponent_share=1.0, n_steps=128))
    learner.play(seat_rivals(learner, [make_player("random", learner.batch.rules)]))
    r = learner.rollout
    learner.compute_advantages()
    returns = (learner.target * learner.value_scale)[r.done]
    wanted = r.reward.gather(2, r.seat.unsqueeze(2)).squeeze(2)[r.done]
    assert len(wanted) > 5
    torch.testing.assert_close(returns, wanted)


def test_every_game_and_number_of_players(bots):
    for game, players, options in (("gosu", 4, "teams"), ("gosux", 2, ""), ("laundromat", 3, "")):
        few = replace(SMALL, game=game, num_players=players, options=options, decisions=200)
        run = Run(bots / game, replace(few, opponents="these_bots:Dice,greedy"), measured_against=(), deals=2)
        run.train()
        assert run.is_over


def test_several_opponents_share_the_games(bots):
    run = Run(bots / "run", replace(SMALL, opponents="greedy, these_bots:Last", decisions=300), deals=2)
    assert [guest.seats.any(1).nonzero()[0].tolist() for guest in run.guests] == [[8, 9, 10, 11], [12, 13, 14, 15]]
    run.train()
    assert list(run.curve[-1].scores) == ["greedy", "random", "these_bots:Last"]
    with pytest.raises(OptionError, match=r"0\.5 of 2 games is too little to be shared by 2 opponents"):
        Run(bots / "few", replace(SMALL, num_envs=2, opponents="greedy,random"))


@pytest.mark.soak
@pytest.mark.parametrize("settings", [SMALL, SMALL_TD], ids=["ppo", "td"])
def test_a_run_against_agents_that_is_killed_goes_on_to_the_same_numbers(tmp_path, monkeypatch, settings):
    (tmp_path / "these_bots.py").write_text(BOTS)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{sys.path[0]}:.")
    few = replace(settings, decisions=6_000, opponents="these_bots:Dice,rollout:4")
    check_killed_run(tmp_path, few, threads=1)


def test_a_run_with_an_agent_as_teacher_goes_on_as_if_it_had_not_been_interrupted(tmp_path):
    few = replace(SMALL, decisions=2_000, imitation=1_500, teacher="rollout:4")
    more = {"measured_against": ("random",), "deals": 2}
    Run(tmp_path / "whole", few, **more).train()
    first = Run(tmp_path / "parts", few, **more)
    while len(first.curve) < 4:
        first.iterate()
    first.iterate()  # lost: not saved
    first.close()
    Run(tmp_path / "parts", few, **more).train()
    assert curve(tmp_path / "parts") == curve(tmp_path / "whole")


@pytest.mark.slow
def test_a_league_with_agents_goes_on_as_if_it_had_not_been_interrupted(bots):
    few = replace(SMALL, decisions=4_000, opponents="these_bots:Dice,policy:strong")

    def league(name):
        made = League(bots / name, few, every=3, exploit=False)
        made.deals = 1
        return made

    whole, first = league("whole"), league("parts")
    assert [(member.name, member.stays) for member in whole.members] == [
        ("these_bots:Dice", True),
        ("policy:strong", True),
    ]
    whole.train()
    while len(first.curve) < 5:
        first.iterate()
    first.iterate()  # lost: not saved
    first.close()
    second = league("parts")
    second.train()
    assert curve(bots / "parts") == curve(bots / "whole")
    assert [(m.name, m.beaten) for m in second.members] == [(m.name, m.beaten) for m in whole.members]
    assert {"these_bots:Dice", "policy:strong", "self 1"} <= {member.name for member in whole.members}
    assert whole.members[0].beaten != 0.5


def test_teachers(bots, tmp_path):
    batch = make_batch("gosu", 6, 2, seed=5)
    batch.rollout(20)
    assert isinstance(make_teacher("policy:strong", batch), NetworkTeacher)
    last = [int(np.flatnonzero(row)[-1]) for row in batch.mask]
    for spec, kind in (("these_bots:Last", AgentTeacher), ("these_bots:Crowd", PlayerTeacher)):
        teacher = make_teacher(spec, batch)
        assert type(teacher) is kind
        advice = teacher.advise(batch)
        assert advice.sum(1).tolist() == [1] * 6
        assert advice.argmax(1).tolist() == last
    advice = make_teacher("these_bots:Sure", batch).advise(batch)
    np.testing.assert_allclose(advice[np.arange(6), (batch.mask != 0).argmax(1)], 2 / 3)
    np.testing.assert_allclose(advice[np.arange(6), last], 1 / 3)
    searched = make_teacher("ismcts:20", batch).advise(batch)
    np.testing.assert_allclose(searched.sum(1), 1, rtol=1e-5)
    assert (searched[batch.mask == 0] == 0).all()
    assert (searched > 0).sum() > 6  # the share of simulations, not the choice alone


@pytest.mark.slow
def test_policies_that_look_ahead_do_so_as_opponents_and_as_teachers(tmp_path):
    """Their networks learned values: what their policy heads say means nothing."""
    Run(tmp_path, replace(SMALL_TD, decisions=200), measured_against=(), deals=2).train()
    batch = make_batch("gosu", 6, 2, seed=5)
    spec = f"policy:{tmp_path}"
    wanted = make_player(spec, batch.rules, seed=4)
    assert isinstance(wanted, LookaheadPlayer)
    teacher = make_teacher(spec, batch, seed=4)
    assert isinstance(teacher, PlayerTeacher)
    assert teacher.advise(batch).argmax(1).tolist() == wanted.answer(batch, np.arange(6)).tolist()
    run = Run(tmp_path / "next", replace(SMALL, opponents=spec), measured_against=())
    assert isinstance(run.guests[0].player, LookaheadPlayer)
    run.close()


@pytest.mark.parametrize(
    ("spec", "players", "said"),
    [
        ("gredy", 2, "unknown agent 'gredy'; did you mean 'greedy'"),
        ("no_such_module:Bot", 2, "unknown agent 'no_such_module:Bot'"),
        ("these_bots:Nobody", 2, "the module 'these_bots' has no class 'Nobody' with act"),
        ("broken_bots:Bot", 2, r"agent 'broken_bots:Bot' cannot be imported: SyntaxError.*broken_bots\.py, line 1"),
        ("ismcts:many", 2, "agent 'ismcts:many': 'many' is not a positive whole number"),
        ("policy:nothing:temperature=1", 2, "policy 'nothing' for 2 players of gosu: no such file or folder"),
        (f"policy:{shipped_folder('gosu')}/strong-2.safetensors", 3, "is for 2 players, not for 3"),
        ("policy:nothing", 2, "policy 'nothing' for 2 players of gosu: no such file or folder"),
        ("these_bots:Pair", 3, r"'these_bots:Pair' does not play gosu with 3 players: .*only for two"),
        ("these_bots:Mute", 2, r"agent 'these_bots:Mute' does not play gosu.*action None is not legal"),
        ("these_bots:Deaf", 2, "act_many gave 0 answers to 1 decisions"),
    ],
)
@pytest.mark.parametrize("role", ["opponent", "teacher", "response"])
def test_agents_that_cannot_play_are_refused(bots, spec, players, said, role):
    (bots / "broken_bots.py").write_text("class Bot\n")
    made = replace(SMALL, num_players=players)
    begin = {
        "opponent": lambda: Run(bots / "run", replace(made, opponents=spec)),
        "teacher": lambda: Run(bots / "run", replace(made, teacher=spec, imitation=100)),
        "response": lambda: best_response.main([spec, "--players", str(players), "--out", str(bots / "run")]),
    }
    with pytest.raises(OptionError, match=said):
        begin[role]()
    assert not (bots / "run").exists()


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (
            "Cheat",
            r"agent 'these_bots:Cheat' at seat 1 of the game with seed \d+: action 10000 is not legal; decision: ",
        ),
        ("Tired", r"agent 'these_bots:Tired' at seat \d .* failed: ZeroDivisionError: .*these_bots\.py, line \d+"),
    ],
)
def test_agents_that_fail_on_the_way_are_told(bots, bot, said):
    run = Run(bots / "run", replace(SMALL, opponents=f"these_bots:{bot}"), measured_against=())
    with pytest.raises(OpponentError, match=said):
        run.train()


def test_a_changed_bot_is_noticed_and_may_be_accepted(bots):
    few = replace(SMALL, decisions=300, opponents="these_bots:Last")
    more = {"measured_against": (), "measurements": 1}
    Run(bots / "run", few, **more).train()
    (bots / "these_bots.py").write_text(BOTS + "\n# another one\n")
    with pytest.raises(OptionError, match=r"these_bots\.py \w{16}, now \w{16}; .*--extend"):
        Run(bots / "run", few, **more)
    Run(bots / "run", few, extend=True, **more).close()


@pytest.mark.slow
def test_a_response_to_a_search_by_td(tmp_path, capsys):
    arguments = ["--preset", "quick", "--decisions", "400", "--deals", "2", "--out", str(tmp_path)]
    small = [word for change in ("num_envs=8", "n_steps=16", "width=8") for word in ("--set", change)]
    score = best_response.main(["rollout:3", *arguments, *small])
    assert score.games == 4
    assert "A response to rollout:3 wins" in " ".join(capsys.readouterr().out.split())
