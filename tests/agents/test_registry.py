"""Agents by name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gosu_env import Agent, Game, OptionError, View
from gosu_env.agents import RandomAgent, make_agent
from gosu_env.agents.greedy import GreedyAgent
from gosu_env.agents.rollout import RolloutAgent
from gosu_env.engine.errors import MissingExtraError
from tests.agents.tables import play

BOT = """
class First:
    def act(self, view):
        return view.legal_actions()[0]

class Nth:
    def __init__(self, n, step=1, *, name="nth", seed=None):
        self.n, self.step, self.name, self.seed = n, step, name, seed
    def act(self, view):
        legal = view.legal_actions()
        return legal[self.n % len(legal)]

class Dumb:
    pass
"""


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module with bots in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "my_bots.py").write_text(BOT)
    (tmp_path / "broken_bots.py").write_text("import no_such_library")
    yield
    sys.modules.pop("my_bots", None)


def test_built_in_agents() -> None:
    assert isinstance(make_agent("random", 1), RandomAgent)
    assert isinstance(make_agent("greedy", 1), GreedyAgent)
    rollout = make_agent("rollout:77", 1)
    assert isinstance(rollout, RolloutAgent)
    assert rollout.playouts == 77
    assert isinstance(make_agent("rollout"), RolloutAgent)
    searches = [make_agent(f"ismcts:{rest}") for rest in ("9", "20ms", "9:playouts", "9:judge=some/file.safetensors")]
    assert [vars(search)["simulations"] for search in searches] == [9, None, 9, 9]
    assert [vars(search)["milliseconds"] for search in searches] == [None, 20, None, None]
    assert [vars(search)["playouts"] for search in searches] == [False, False, True, False]
    assert [vars(search)["judge"] for search in searches] == [None, None, None, "some/file.safetensors"]


@pytest.mark.parametrize("spec", ["random", "greedy", "rollout:10"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_same_seed_gives_the_same_games(spec: str, num_players: int) -> None:
    """Also when every decision is asked, those with one answer too; ``play`` checks that every answer is legal."""
    for auto_forced in (True, False):
        games = [Game(num_players=num_players, seed=9, auto_forced=auto_forced) for _ in range(2)]
        first, second = (play(game, [make_agent(spec, 5 + seat) for seat in range(num_players)]) for game in games)
        assert first == second


def test_arguments_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    class IsmctsAgent(RandomAgent):
        def __init__(self, simulations: int = 5, milliseconds: int | None = None, seed: Any = None) -> None:
            super().__init__(seed)
            self.budget = (simulations, milliseconds, seed)

    module = ModuleType("gosu_env.agents.ismcts")
    module.IsmctsAgent = IsmctsAgent  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gosu_env.agents.ismcts", module)
    made: Any = make_agent("ismcts:1000", 3)
    assert made.budget == (1000, None, 3)
    made = make_agent("ismcts:500ms", 3)
    assert made.budget == (5, 500, 3)


def test_a_policy_by_file_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class PolicyAgent(RandomAgent):
        def __init__(self, source: str, seed: Any = None) -> None:
            super().__init__(seed)
            self.source = source

    module = ModuleType("gosu_env.agents.policy")
    module.PolicyAgent = PolicyAgent  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gosu_env.agents.policy", module)
    made: Any = make_agent("policy:runs/best.safetensors", 3)
    assert made.source == "runs/best.safetensors"
    made = make_agent(r"policy:C:\\runs\\best", 3)
    assert made.source == r"C:\\runs\\best"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "gredy",
            r"unknown agent 'gredy'; did you mean 'greedy'\? known: random, greedy, rollout:",
        ),
        ("xyz", r"unknown agent 'xyz'; known: random.*my_module:MyBot"),
        ("rolout:200", r"did you mean 'rollout'"),
        ("", r"unknown agent ''"),
        (":Bot", r"unknown agent ':Bot'"),
        (".bots:Bot", r"unknown agent"),
        ("random:3", r"agent 'random:3': it takes no argument; expected random"),
        ("rollout:many", r"agent 'rollout:many': 'many' is not a positive whole number; expected rollout:"),
        ("rollout:0", r"'0' is not a positive whole number"),
        ("rollout:-5", r"'-5' is not a positive whole number"),
        ("rollout:5:strong", r"'strong' is neither policy=NAME_OR_FILE nor depth=DECISIONS; expected rollout:PLAYOUTS"),
        ("rollout:5:depth=3", r"depth is for playouts by a policy"),
        ("ismcts", r"'' is not a positive whole number.*500ms"),
        ("ismcts:5s", r"'5s' is not a positive whole number.*500ms"),
        ("ismcts:5:small", r"'small' is neither playouts nor judge=NAME_OR_FILE; expected ismcts:SIMULATIONS"),
        ("ismcts:5:judge=", r"'judge=' is neither playouts nor judge=NAME_OR_FILE"),
        ("policy", r"no name or file of a policy; expected policy:NAME_OR_FILE"),
    ],
)
def test_mistakes_are_told(spec: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_agent(spec)


def test_policies_without_their_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "safetensors", None)
    agent = make_agent("ismcts:5:judge=small")
    with pytest.raises(MissingExtraError, match=r"pip install '.\[training\]'"):
        agent.act(View(Game(num_players=4, seed=1)))


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gosu_env.agents.policy", None)
    with pytest.raises(
        OptionError, match=r"'gosu_env.agents.policy', which is not installed: pip install '.\[training\]'"
    ):
        make_agent("policy:best")


# ------------------------------------------------------------------------------------------------ agents of others


@pytest.mark.usefixtures("own_module")
def test_an_agent_of_your_own() -> None:
    first = make_agent("my_bots:First", 4)
    assert isinstance(first, Agent)
    play(Game(seed=1), [first, first])
    nth: Any = make_agent("my_bots:Nth:3:name=deep:step=0.5", 4)
    assert (nth.n, nth.step, nth.name, nth.seed) == (3, 0.5, "deep", 4)
    nth = make_agent("my_bots:Nth:-1:true:seed=9", 4)
    assert (nth.n, nth.step, nth.seed) == (-1, True, 9)


@pytest.mark.usefixtures("own_module")
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("my_bots:Frist", r"'my_bots' has no class 'Frist' with act\(view\); known: First, Nth"),
        ("my_bots:Dumb", r"'my_bots' has no class 'Dumb' with act\(view\)"),
        ("os:system:ls", r"agent 'os:system:ls': the module 'os' has no class 'system' with act\(view\).*none"),
        ("os:_exit:3", r"the module 'os' has no class '_exit'"),
        ("subprocess:Popen:ls", r"the module 'subprocess' has no class 'Popen' with act\(view\)"),
        ("my_bots:Nth", r"missing a required argument: 'n'; signature: Nth\(n, step=1, \*, name='nth', seed=None\)"),
        ("my_bots:First:3", r"too many positional arguments"),
        ("no_bots:First", r"unknown agent 'no_bots:First'; known: .* my_module:MyBot"),
        ("no_bots.deep:First", r"unknown agent"),
        ("polcy:best", r"unknown agent 'polcy:best'; did you mean 'policy'\?"),
    ],
)
def test_mistakes_with_agents_of_your_own(spec: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_agent(spec)


@pytest.mark.usefixtures("own_module")
def test_a_module_that_fails_by_itself_shows_its_own_error() -> None:
    with pytest.raises(OptionError, match=r"cannot be imported: .*no_such_library.*broken_bots\.py, line \d+\)"):
        make_agent("broken_bots:First")


def test_random_loads_no_torch_and_no_compiled_player() -> None:
    code = (
        "import sys; from gosu_env.agents import make_agent; make_agent('random', 1); "
        "quiet = ['torch', *(f'gosu_env.agents.{name}' for name in ('greedy', 'rollout', 'policy'))]; "
        "print([name for name in quiet if name in sys.modules])"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
