"""PettingZoo: its own tests, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test, state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from gosu_env import Game, IllegalActionError, OptionError, encode, gosu_v0
from gosu_env.envs.rllib import MaskedForRllib

PLAYERS = (2, 3, 4)
DICT_OBSERVATIONS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@contextmanager
def strict() -> Iterator[None]:
    """Warnings are errors, apart from the two that PettingZoo has for every Dict observation."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in DICT_OBSERVATIONS:
            warnings.filterwarnings("ignore", message=message)
        yield


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """PettingZoo's log of illegal moves is for people."""
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()


def play(env: Any, decisions: int, seed: int = 0) -> None:
    """Take that many random legal decisions, or as many as the game has."""
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))


def played_out(env: Any, seed: int = 0) -> list[Any]:
    """All that is seen from here to the end of the game, dead steps included."""
    rng = np.random.default_rng(seed)
    seen: list[Any] = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        mask = observation["action_mask"]
        seen.append((agent, observation["observation"].tobytes(), mask.tobytes(), reward, terminated, truncated))
        assert (info["action_mask"] == mask).all()
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(mask))))
        seen.append((dict(env.rewards), env.state().tobytes()))
    return seen


# ------------------------------------------------------------------------------------------------ PettingZoo's tests


@pytest.mark.parametrize("make", [gosu_v0.env, gosu_v0.raw_env])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_api(num_players: int, make: Any) -> None:
    with strict():
        api_test(make(num_players=num_players), num_cycles=200)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_seeds(num_players: int) -> None:
    with strict():
        seed_test(lambda: gosu_v0.env(num_players=num_players), num_cycles=200)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_state(num_players: int) -> None:
    with strict():
        env = gosu_v0.env(num_players=num_players)
        state_test(env, turn_based_aec_to_parallel(gosu_v0.env(num_players=num_players)), num_cycles=50)


def by_pettingzoo(num_players: int) -> Any:
    return turn_based_aec_to_parallel(gosu_v0.env(num_players=num_players))


@pytest.mark.parametrize("make", [gosu_v0.parallel_env, by_pettingzoo])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_parallel(num_players: int, make: Any) -> None:
    with strict():
        parallel_api_test(make(num_players), num_cycles=200)


@pytest.mark.parametrize("make", [gosu_v0.parallel_env, by_pettingzoo])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_parallel_seeds(num_players: int, make: Any) -> None:
    with strict():
        parallel_seed_test(lambda: make(num_players), num_cycles=200)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_seats_that_wait_can_do_nothing_but_always_something(num_players: int) -> None:
    """In the parallel form no mask is empty: a masked softmax of all seats has no NaN."""
    parallel, game = gosu_v0.parallel_env(num_players), Game(num_players=num_players, seed=4)
    rng = np.random.default_rng(0)
    observations, infos = parallel.reset(seed=4)
    while not game.is_over:
        for seat, agent in enumerate(parallel.possible_agents):
            mask = observations[agent]["action_mask"]
            assert mask in parallel.observation_space(agent)["action_mask"]
            assert parallel.active_agent == f"seat_{game.seat}"
            assert infos[agent]["active"] == (seat == game.seat)
            assert list(infos[agent]) == ["active"], "clients make tensors of all that is there, and want one mask"
            assert (observations[agent]["observation"] == game.observe(seat)).all()
            expected = game.legal_actions() if seat == game.seat else [0]
            assert np.flatnonzero(mask).tolist() == sorted(expected)
            chances = np.exp(np.where(mask == 1, 0.0, -np.inf))
            assert (chances / chances.sum()).sum() == pytest.approx(1)
        actions = {agent: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for agent, seen in observations.items()}
        game.apply(actions[f"seat_{game.seat}"])
        observations, rewards, terminations, _, infos = parallel.step(actions)
    assert all(terminations.values())
    assert list(rewards.values()) == game.returns()
    assert all(seen["action_mask"].all() for seen in observations.values())
    assert parallel.agents == []
    assert parallel.active_agent is None
    assert not any(info["active"] for info in infos.values())
    assert parallel.step({}) == ({}, {}, {}, {}, {})
    parallel.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"actions lack seat_\d, whose decision it is"):
        parallel.step({})


@pytest.mark.parametrize("make", [gosu_v0.env, gosu_v0.raw_env])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_flat_observations_have_the_mask_in_infos(num_players: int, make: Any) -> None:
    """The same game, in an observation that is a vector: PettingZoo's own tests of it, and beside the usual form."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(make(num_players=num_players, flat=True), num_cycles=200)
    flat, usual = make(num_players=num_players, flat=True), make(num_players=num_players)
    rng = np.random.default_rng(0)
    for env in (flat, usual):
        env.reset(seed=4)
    for agent in usual.agent_iter():
        (seen, *results, info), (expected, *others, _) = flat.last(), usual.last()
        assert flat.agent_selection == agent
        assert results == others
        assert seen in flat.observation_space(agent)
        assert (seen == expected["observation"]).all()
        assert (info["action_mask"] == expected["action_mask"]).all()
        dead = results[1] or results[2]
        action = None if dead else int(rng.choice(np.flatnonzero(info["action_mask"])))
        for env in (flat, usual):
            env.step(action)


def test_flat_tables_can_act_at_once() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(gosu_v0.parallel_env(3, flat=True), num_cycles=200)
    env = gosu_v0.parallel_env(3, flat=True)
    observations, infos = env.reset(seed=2)
    while env.agents:
        for agent, seen in observations.items():
            assert seen in env.observation_space(agent)
            waits = agent != env.active_agent
            assert np.flatnonzero(infos[agent]["action_mask"]).tolist() == [0] or not waits
        actions = {agent: int(infos[agent]["action_mask"].argmax()) for agent in env.agents}
        observations, _, _, _, infos = env.step(actions)
    with pytest.raises(OptionError, match="flat must be True or False, not 'yes'"):
        gosu_v0.env(flat="yes")


@pytest.mark.parametrize("make", [gosu_v0.env, gosu_v0.raw_env])
def test_a_bool_is_no_action(make: Any) -> None:
    env = make()
    env.reset(seed=1)
    before = env.unwrapped.game.clone()
    for wrong in (True, False, np.True_):
        with pytest.raises(IllegalActionError, match="ids are whole numbers, not bools"):
            env.step(wrong)
    assert env.unwrapped.game == before
    parallel = gosu_v0.parallel_env()
    parallel.reset(seed=1)
    with pytest.raises(IllegalActionError, match="ids are whole numbers, not bools"):
        parallel.step(dict.fromkeys(parallel.agents, True))


def test_a_parallel_game_of_four_decisions_has_four_steps() -> None:
    """What ``max_cycles_test`` of PettingZoo asks of games in which all seats act at once."""
    env = gosu_v0.parallel_env(3, max_decisions=4)
    observations, _ = env.reset(seed=1)
    steps = 0
    while env.agents:
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, _, _, truncations, _ = env.step(actions)
        steps += 1
    assert steps == 4
    assert all(truncations.values())


def test_an_unknown_keyword_is_also_a_type_error() -> None:
    """As Python words it: clients that probe for keywords look for that."""
    for make in (gosu_v0.env, gosu_v0.raw_env, gosu_v0.parallel_env):
        with pytest.raises(TypeError, match="got an unexpected keyword argument 'frameskip': unknown option") as told:
            make(frameskip=4)
        assert isinstance(told.value, OptionError)


def test_unknown_agents_are_told() -> None:
    env = gosu_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(OptionError, match="unknown agent 'seat_7'; known: seat_0, seat_1"):
        env.observe("seat_7")


@pytest.mark.parametrize("encoded", [False, True])
def test_observations_as_rllib_masks_them(encoded: bool) -> None:
    plain = gosu_v0.env(num_players=3)
    encoder = encode(Game(num_players=3).observation_spec) if encoded else None
    env = MaskedForRllib(gosu_v0.env(num_players=3), encoder)
    rng = np.random.default_rng(0)
    for table in (plain, env):
        table.reset(seed=3)
    for agent in env.agent_iter():
        expected, reward, terminated, truncated, _ = plain.last()
        seen, *others, _ = env.last()
        assert others == [reward, terminated, truncated]
        assert seen in env.observation_space(agent)
        assert {array.dtype for array in seen.values()} == {np.dtype(np.float32)}
        assert (seen["action_mask"] == expected["action_mask"]).all()
        shown = expected["observation"] if encoder is None else encoder(expected["observation"])
        assert (seen["observations"] == shown).all()
        action = None if terminated or truncated else int(rng.choice(np.flatnonzero(expected["action_mask"])))
        plain.step(action)
        env.step(action)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_render(num_players: int) -> None:
    pytest.importorskip("gosu_env.render.raster")
    with strict():
        render_test(lambda render_mode: gosu_v0.env(num_players=num_players, render_mode=render_mode))


# ------------------------------------------------------------------------------------------------ the game in it


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_same_game_as_game(num_players: int) -> None:
    for seed in range(5):
        env, game = gosu_v0.env(num_players=num_players), Game(num_players=num_players, seed=seed)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not game.is_over:
            assert env.agent_selection == f"seat_{game.seat}"
            assert env.unwrapped.game == game
            for seat, agent in enumerate(env.possible_agents):
                shown = env.observe(agent)
                assert shown["observation"].dtype == shown["action_mask"].dtype == np.int8
                assert (shown["observation"] == game.observe(seat)).all()
                expected = game.mask() if seat == game.seat else np.zeros(game.num_actions)
                assert (shown["action_mask"] == expected).all()
                assert (env.infos[agent]["action_mask"] == expected).all()
            assert set(env.rewards.values()) == {0}
            action = int(rng.choice(game.legal_actions()))
            game.apply(action)
            env.step(action)
        for seat, agent in enumerate(env.possible_agents):
            assert (env.observe(agent)["observation"] == game.observe(seat)).all()
            assert env.rewards[agent] == game.returns()[seat]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_end(num_players: int) -> None:
    env = gosu_v0.env(num_players=num_players)
    env.reset(seed=3)
    play(env, 10_000)
    returns = env.unwrapped.game.returns()
    assert max(returns) > 0
    left = []
    while env.agents:
        observation, reward, terminated, truncated, info = env.last()
        assert (terminated, truncated) == (True, False)
        assert reward == returns[env.possible_agents.index(env.agent_selection)]
        assert observation["action_mask"].all()
        assert info["action_mask"].all()
        left.append(env.agent_selection)
        env.step(None)
    assert sorted(left) == env.possible_agents
    raw = env.unwrapped
    with pytest.raises(IllegalActionError, match=r"the game is over and no agents are left; call reset\(\)"):
        raw.step(None)


def test_a_dead_seat_may_only_leave() -> None:
    env = gosu_v0.env()
    env.reset(seed=3)
    play(env, 10_000)
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


def test_too_long_a_game_is_truncated() -> None:
    env = gosu_v0.env(num_players=3, max_decisions=20)
    env.reset(seed=1)
    play(env, 10_000)
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert set(env.rewards.values()) == {0}


def test_what_was_handed_out_stays_as_it_was() -> None:
    env = gosu_v0.raw_env(num_players=3)
    env.reset(seed=5)
    rng = np.random.default_rng(0)
    kept: list[tuple[Any, Any]] = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        given = {**observation, "mirror": info["action_mask"], "state": env.state(), "info": info}
        kept.append((given, copy.deepcopy(given)))
        waiting = env.possible_agents[env.possible_agents.index(agent) - 1]
        if waiting in env.infos:
            kept.append((env.infos[waiting], copy.deepcopy(env.infos[waiting])))
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    assert len(kept) > 50
    for given, before in kept:
        np.testing.assert_equal(given, before)


def test_whoever_writes_into_an_observation_harms_only_that() -> None:
    env = gosu_v0.raw_env()
    env.reset(seed=5)
    first = env.observe(env.agent_selection)
    expected = copy.deepcopy(first)
    first["action_mask"][:] = 1
    first["observation"][:] = 1
    np.testing.assert_equal(env.observe(env.agent_selection), expected)
    assert (env.infos[env.agent_selection]["action_mask"] == expected["action_mask"]).all()


# ------------------------------------------------------------------------------------------------ copies and seeds


@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
@pytest.mark.parametrize("make", [gosu_v0.env, gosu_v0.raw_env])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_copies_go_on_with_the_game(num_players: int, make: Any, how: Any) -> None:
    env = make(num_players=num_players, max_decisions=500, render_seat=1)
    for i, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(i)
    env.reset(seed=11)
    play(env, 15)
    other = how(env)
    assert other.agent_selection == env.agent_selection
    assert other.unwrapped.game == env.unwrapped.game
    assert other.unwrapped.render_seat == 1
    for agent in env.possible_agents:
        mask = env.observe(agent)["action_mask"]
        draws = [[int(e.action_space(agent).sample(mask)) for _ in range(5)] for e in (env, other)]
        assert draws[0] == draws[1]
    seen = played_out(env)
    assert len(seen) > 20
    assert other.unwrapped.game != env.unwrapped.game  # the copy is not moved by the original
    assert played_out(other) == seen
    env.reset()  # the stream of deals goes on alike, too
    other.reset()
    assert other.unwrapped.game == env.unwrapped.game


def test_copies_at_the_end_and_before_the_beginning() -> None:
    env = gosu_v0.env()
    fresh = pickle.loads(pickle.dumps(env))
    with pytest.raises(AssertionError, match="reset"):
        fresh.step(0)
    for e in (env, fresh):
        e.reset(seed=2)
        play(e, 10_000)
        e.step(None)  # one seat has left
    assert played_out(copy.deepcopy(env)) == played_out(fresh) == played_out(env)


def test_seeds_make_streams_of_games() -> None:
    def stream(seed: int | None, decisions: int) -> list[Game]:
        env = gosu_v0.env()
        env.reset(seed=seed)
        games = [env.unwrapped.game.clone()]
        for i in range(4):
            play(env, decisions, seed=i)
            env.reset()
            games.append(env.unwrapped.game.clone())
        return games

    games = stream(7, 10)
    assert games == stream(7, 10_000)  # how the games are played does not matter
    assert games[0] == Game(seed=7)
    assert all(a != b for i, a in enumerate(games) for b in games[:i])
    assert all(a != b for a, b in zip(games, stream(8, 10), strict=True))
    assert stream(None, 0)[0] != stream(None, 0)[0]


def test_a_reset_in_the_middle_of_leaving() -> None:
    env, fresh = gosu_v0.env(num_players=3), gosu_v0.env(num_players=3)
    env.reset(seed=2)
    while env.agent_selection != "seat_1":
        play(env, 1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    env.step(None)
    for e in (env, fresh):
        e.reset(seed=2)
    assert env.agents == env.possible_agents
    assert played_out(env) == played_out(fresh)
    assert env.agent_selection == fresh.agent_selection


def test_options() -> None:
    env = gosu_v0.env(auto_forced=False)
    env.reset(seed=np.int64(1), options={"colour": "green"})
    assert env.unwrapped.game == Game(seed=1, auto_forced=False)
    with pytest.raises(OptionError, match="seed must be a whole number"):
        env.reset(seed=-1)
    with pytest.raises(OptionError, match="num_players must be 2, 3 or 4, not 5"):
        gosu_v0.env(num_players=5)
    with pytest.raises(OptionError, match="unknown option 'max_decision'; did you mean 'max_decisions'"):
        gosu_v0.env(max_decision=9)
    with pytest.raises(OptionError, match="render_mode must be None, 'ansi', 'rgb_array', 'human', not 'svg'"):
        gosu_v0.env(render_mode="svg")
    with pytest.raises(OptionError, match="render_seat must be None or a seat from 0 to 1, not 2"):
        gosu_v0.env(render_seat=2)


# ------------------------------------------------------------------------------------------------ illegal actions


def test_raw_env_refuses_an_illegal_action_and_changes_nothing() -> None:
    env = gosu_v0.raw_env()
    env.reset(seed=4)
    play(env, 8)
    agent, game = env.agent_selection, env.game.clone()
    before = copy.deepcopy((env.rewards, env.terminations, env.truncations, env.infos, env.agents))
    illegal = int(np.flatnonzero(game.mask() == 0)[-1])
    for action in (illegal, -1, 10**9, None, "pass"):
        with pytest.raises(IllegalActionError, match=r"action .* is not legal; decision: seat \d"):
            env.step(action)
        assert env.agent_selection == agent
        assert env.game == game
        after = (env.rewards, env.terminations, env.truncations, env.infos, env.agents)
        np.testing.assert_equal(after, before)
    env.step(game.legal_actions()[0])
    assert env.game != game


@pytest.mark.parametrize("observed", [True, False])
def test_env_ends_the_game_with_an_illegal_action(observed: bool) -> None:
    env = gosu_v0.env(num_players=3)
    env.reset(seed=4)
    play(env, 8)
    culprit, mask = env.agent_selection, env.unwrapped.game.mask()
    env.last(observe=observed)
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert set(env.terminations.values()) == {True}
    earned = {}
    for agent in env.agent_iter():
        _, earned[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert earned == {agent: -1 if agent == culprit else 0 for agent in env.possible_agents}
    env.reset(seed=4)
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())


def test_env_keeps_the_order_of_calls_and_the_bounds() -> None:
    env = gosu_v0.env()
    for call in (env.render, env.state, lambda: env.step(0), lambda: env.observe("seat_0")):
        with pytest.raises(AssertionError, match="reset"):
            call()
    env.reset(seed=1)
    for action in (-1, 240, None, 1.5):
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(action)
    assert not any(env.terminations.values())


# ------------------------------------------------------------------------------------------------ state


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_state_shows_all_hands_and_the_draw_pile(num_players: int) -> None:
    env = gosu_v0.raw_env(num_players=num_players)
    env.reset(seed=6)
    play(env, 25)
    names = [card.name for card in env.game.rules.cards.cards]  # type: ignore[attr-defined]
    state, spec, table = env.state(), env.state_spec, env.game.to_json()
    assert state.dtype == np.int8
    assert state.shape == (spec.size,) == env.state_space.shape

    def pile(counts: Any) -> list[str]:
        return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]

    for seat, player in enumerate(table["players"]):
        assert pile(state[spec[f"seat_{seat}.hand.me"]]) == player["hand"]
        assert state[spec[f"seat_{seat}.player.me"]][3] == player["vp"]
    assert len(pile(state[spec["draw_pile"]])) == table["deck"]
    # 100 cards are somewhere: hands, draw pile, discard pile, armies
    armies = [card["card"] for player in table["players"] for row in player["army"] for card in row]
    everything = pile(state[spec["draw_pile"]]) + table["discard"] + armies
    everything += [name for player in table["players"] for name in player["hand"]]
    copies = {card.name: card.copies for card in env.game.rules.cards.cards}  # type: ignore[attr-defined]
    assert {name: everything.count(name) for name in copies} == copies


# ------------------------------------------------------------------------------------------------ pictures


def test_text_shows_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    env = gosu_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == Game(seed=1).describe()
    one = gosu_v0.env(render_mode="ansi", render_seat=1)
    one.reset(seed=1)
    assert one.render() == Game(seed=1).describe(1) != env.render()
    assert capsys.readouterr().out == ""
    human = gosu_v0.env(render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out.strip() == Game(seed=1).describe().strip()
    play(human, 1)
    assert capsys.readouterr().out.strip() == human.unwrapped.game.describe().strip()
    silent = gosu_v0.env()
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match=r"render\(\) needs a render_mode: ansi, rgb_array, human"):
        assert silent.render() is None


def test_notebooks_draw_the_table() -> None:
    drawing = pytest.importorskip("gosu_env.render.svg")
    for env in (gosu_v0.env(num_players=3, render_seat=2), gosu_v0.raw_env(num_players=3, render_seat=2)):
        assert env._repr_svg_() is None
        env.reset(seed=1)
        assert env._repr_svg_() == env.svg() == drawing.table_svg(Game(num_players=3, seed=1), 2)


# ------------------------------------------------------------------------------------------------ registration


def run(code: str) -> None:
    subprocess.run([sys.executable, "-W", "error::UserWarning", "-c", code], check=True, timeout=120)


MAKE = """
env = pettingzoo.make("aec", "gosu/gosu-v0", num_players=3)
env.reset(seed=1)
assert str(env) == "gosu_v0" and env.num_agents == 3
assert pettingzoo.spec("aec", "gosu/gosu_v0").entry_point == "gosu_env.gosu_v0:env"
"""


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has a registry from 1.27 on")
@pytest.mark.parametrize("order", ["gosu_env, pettingzoo", "pettingzoo, gosu_env"])
def test_pettingzoo_can_make_it(order: str) -> None:
    run(f"import {order}\n{MAKE}")


def test_importing_the_package_imports_no_training_library() -> None:
    run("import sys, gosu_env; assert not {'torch', 'stable_baselines3', 'jax'} & set(sys.modules)")


def test_the_package_works_without_the_libraries() -> None:
    missing = "sys.modules['pettingzoo'] = sys.modules['gymnasium'] = None"
    run(f"import sys; {missing}; import gosu_env; gosu_env.Game(seed=1)")
