"""OpenSpiel: its own tests, and its bots, over GOSU."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from typing import Any

import numpy as np
import pytest

from gosu_env import Game, OptionError
from gosu_env.engine.history import History

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import observation, rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from gosu_env.envs.openspiel import FamilyGame  # noqa: E402

pytestmark = pytest.mark.adapter

PLAYERS = [2, 3, 4]


def load(players: int, **options: Any) -> FamilyGame:
    game = pyspiel.load_game("gosu", {"players": players, **options})
    assert isinstance(game, FamilyGame)
    return game


def random_action(state: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(state.legal_actions()))


# ------------------------------------------------------------------------------------------------ OpenSpiel's tests


@pytest.mark.parametrize("players", PLAYERS)
def test_random_simulations_in_cpp(players: int) -> None:
    """Legal actions, texts, clones, saves, observations, returns and bounds, as OpenSpiel tests its own games."""
    pyspiel.random_sim_test(load(players), num_sims=2, serialize=True, verbose=False)


def test_random_simulations_with_every_decision_asked() -> None:
    pyspiel.random_sim_test(load(3, auto_forced=False), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("players", PLAYERS)
def test_random_simulations_in_python(players: int) -> None:
    games_sim_test.GamesSimTest("test_pig").sim_game(load(players))


# ------------------------------------------------------------------------------------------------ the game in it


@pytest.mark.parametrize("players", PLAYERS)
def test_it_is_the_same_game(players: int) -> None:
    game = load(players)
    state, twin = game.deal(2**63 - 5), Game(num_players=players, seed=2**63 - 5)
    rng = np.random.default_rng(0)
    seen = observation.make_observation(game)
    while not twin.is_over:
        assert state.table == twin
        assert state.current_player() == twin.seat
        assert state.legal_actions() == twin.legal_actions()
        assert state.legal_actions_mask() == twin.mask().tolist()
        assert state.returns() == state.rewards() == [0] * players
        for seat in range(players):
            assert state.observation_tensor(seat) == twin.observe(seat).tolist()
            seen.set_from(state, seat)
            assert (seen.tensor == twin.observe(seat)).all()
            assert (seen.dict["hand.me"] == twin.observe(seat)[twin.observation_spec["hand.me"]]).all()
        action = random_action(state, rng)
        assert state.action_to_string(action) == twin.action_text(action)
        state.apply_action(action)
        twin.apply(action)
    assert state.is_terminal()
    assert state.returns() == twin.returns()
    replayed = game.new_initial_state()
    for action in state.history():
        replayed.apply_action(action)
    assert replayed.table == state.table


def test_nature_draws_the_seed_digit_by_digit() -> None:
    game = load(2)
    state = game.new_initial_state()
    digits = [511, 0, 3, 77, 128, 256, 1]
    for digit in digits:
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert [value for value, _ in outcomes] == list(range(512))
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert state.observation_tensor(0) == [0] * Game().observation_spec.size
        state.apply_action(digit)
    assert not state.is_chance_node()
    seed = sum(digit * 512**place for place, digit in enumerate(reversed(digits)))
    assert state.table == Game(seed=seed) == game.deal(seed).table
    assert game.max_chance_nodes_in_history() == len(digits)


@pytest.mark.parametrize(
    "how",
    [lambda s: s.clone(), copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))],
    ids=["clone", "copy", "pickle"],
)
def test_copies_go_on_alone(how: Any) -> None:
    state = load(3, max_decisions=500).deal(4)
    rng = np.random.default_rng(0)
    for _ in range(20):
        state.apply_action(random_action(state, rng))
    other = how(state)
    assert other.table == state.table
    assert other.history() == state.history()
    assert [other.information_state_string(seat) for seat in range(3)] == [
        state.information_state_string(seat) for seat in range(3)
    ]
    state.apply_action(state.legal_actions()[0])
    assert other.table != state.table
    other.apply_action(other.legal_actions()[0])
    assert other.table == state.table


def test_a_game_that_is_too_long_ends_without_a_winner() -> None:
    state = load(2, max_decisions=5).deal(1)
    rng = np.random.default_rng(0)
    while not state.is_terminal():
        state.apply_action(random_action(state, rng))
    assert state.returns() == [0, 0]


@pytest.mark.parametrize(
    ("options", "error"),
    [({"players": 5}, "num_players must be 2, 3 or 4"), ({"max_decisions": 0}, "max_decisions must be")],
)
def test_absurd_options_are_refused(options: dict[str, Any], error: str) -> None:
    with pytest.raises(OptionError, match=error):
        pyspiel.load_game("gosu", options)


def test_other_observations_are_refused() -> None:
    game = load(2)
    everyone = pyspiel.PrivateInfoType.ALL_PLAYERS
    everything = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=everyone)
    with pytest.raises(OptionError, match="observations of gosu are those of one player"):
        game.make_py_observer(everything)
    with pytest.raises(OptionError, match="take no parameters"):
        game.make_py_observer(params={"colour": "red"})


# ------------------------------------------------------------------------------------------------ information


@pytest.mark.parametrize("players", PLAYERS)
def test_resampling_keeps_what_a_player_knows(players: int) -> None:
    """OpenSpiel's contract of ``resample_from_infostate``, for every player at every decision of a game."""
    state = load(players).deal(3)
    rng = np.random.default_rng(0)
    others = 0
    while not state.is_terminal():
        for seat in range(players):
            world = state.resample_from_infostate(seat, rng.random)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
            assert world.current_player() == state.current_player()
            if seat == state.current_player():
                assert world.legal_actions() == state.legal_actions()
            assert world.history() == [], "the true history would tell the seed"
            others += world.table != state.table
        state.apply_action(random_action(state, rng))
    assert others > 20
    while not world.is_terminal():
        world.apply_action(random_action(world, rng))
    assert sum(world.returns()) == pytest.approx(0)


def test_resampling_follows_the_numbers_given() -> None:
    state = load(2).deal(3)
    worlds = [state.resample_from_infostate(0, lambda number=number: number).table for number in (0.25, 0.25, 0.5)]
    assert worlds[0] == worlds[1] != worlds[2]
    with pytest.raises(OptionError, match="no cards have been dealt"):
        load(2).new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_information_states_recall_everything() -> None:
    """They never come again in a game, differ after different decisions, and do not tell what others hold."""
    state = load(2).deal(8)
    rng = np.random.default_rng(1)
    seen: set[str] = set()
    decisions = 0
    while not state.is_terminal():
        seat = state.current_player()
        seen.add(state.information_state_string(seat))
        decisions += 1
        after = {state.child(action).information_state_string(seat) for action in state.legal_actions()}
        assert len(after) == len(state.legal_actions())
        action = random_action(state, rng)
        worlds = [state.resample_from_infostate(seat, rng.random) for _ in range(3)]
        for world in worlds:
            world.apply_action(action)
        known = {tuple(world.observation_tensor(seat)) for world in worlds}
        assert len({world.information_state_string(seat) for world in worlds}) == len(known)
        state.apply_action(action)
    assert len(seen) == decisions


# ------------------------------------------------------------------------------------------------ bots and agents


def searcher(game: FamilyGame, simulations: int, seed: int) -> Any:
    """IS-MCTS with random playouts; its worlds come from the seed, too."""
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, simulations, random_state=rng)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    return bot


def test_is_mcts_beats_random_play() -> None:
    game = load(2)
    returns = []
    for seed in range(6):
        bots = [searcher(game, 25, seed), pyspiel.make_uniform_random_bot(1, seed)]
        if seed % 2:
            bots = [pyspiel.make_uniform_random_bot(0, seed), searcher(game, 25, seed)]
        returns.append(pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[seed % 2])
    assert sum(returns) >= 3


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("by_observation", [False, True])
def test_is_mcts_plays_with_more_players(players: int, by_observation: bool) -> None:
    """Also with OpenSpiel's own resampling, and with nodes kept by observation instead of information state."""
    game = load(players)
    rng = np.random.RandomState(1)
    bots = [
        ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 3, random_state=rng, use_observation_string=by_observation
        )
        if seat == 0
        else pyspiel.make_uniform_random_bot(seat, seat)
        for seat in range(players)
    ]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
    assert sum(returns) == pytest.approx(0)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("kind", list(rl_environment.ObservationType))
def test_the_rl_environment_runs_whole_episodes(players: int, kind: rl_environment.ObservationType) -> None:
    """With information states, as OpenSpiel has it where there are any, and with observations alone."""

    def episode(seed: int) -> list[Any]:
        chance = rl_environment.ChanceEventSampler(seed=seed)
        env = rl_environment.Environment(load(players), chance_event_sampler=chance, observation_type=kind)
        rng = np.random.default_rng(0)
        step = env.reset()
        seen: list[Any] = []
        while not step.last():
            seat = step.current_player()
            seen.append(step.observations["info_state"][seat])
            step = env.step([int(rng.choice(step.observations["legal_actions"][seat]))])
        assert sum(step.rewards) == pytest.approx(0)
        assert max(step.rewards) > 0
        return seen

    remembers = kind == rl_environment.ObservationType.INFORMATION_STATE
    assert len(episode(1)[0]) == Game(num_players=players).observation_spec.size + remembers * 8 * 256
    assert episode(1) == episode(1) != episode(2)


def learned(env: rl_environment.Environment, agents: list[Any], episodes: int) -> None:
    for _ in range(episodes):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)


def test_torch_agents_learn_from_observations() -> None:
    """All of OpenSpiel's torch agents can be imported; those that take observations play and learn."""
    package = importlib.import_module("open_spiel.python.pytorch")
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.endswith("_test"):
            importlib.import_module(f"{package.__name__}.{module.name}")
    env = rl_environment.Environment(load(2), observation_type=rl_environment.ObservationType.OBSERVATION)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    learned(
        env,
        [
            package.dqn.DQN(seat, size, actions, [16], batch_size=8, learn_every=4, min_buffer_size_to_learn=16)
            for seat in range(2)
        ],
        episodes=2,
    )
    learned(env, [package.nfsp.NFSP(seat, size, actions, [16], 1000, 0.1) for seat in range(2)], episodes=1)


@pytest.mark.parametrize("name", ["gosu", "gosux", "laundromat"])
def test_information_state_tensors_are_observations_and_histories(name: str) -> None:
    game = pyspiel.load_game(name, {"history": 40})
    state, twin = game.deal(1), Game(name, 2, 1)
    past = History(twin)
    rng = np.random.default_rng(2)
    recall = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    size = twin.observation_spec.size + 8 * 40
    assert game.information_state_tensor_shape() == [size] == [game.information_state_tensor_size()]
    assert game.new_initial_state().recall(0).tolist() == [0] * size
    while not twin.is_over:
        for seat in range(2):
            expected = np.concatenate([twin.observe(seat), past.latest(seat, 40)])
            assert state.information_state_tensor(seat) == expected.tolist()
            recall.set_from(state, seat)
            assert (recall.tensor == expected).all()
            assert recall.dict["history.word"].tolist() == past.tokens(seat)[::-1][:40, 0].tolist() + [0] * (
                40 - min(40, len(past.tokens(seat)))
            )
            told = state.information_state_string(seat)
            assert told == recall.string_from(state, seat)
            assert past.text(seat) in told
            world = state.resample_from_infostate(seat, rng.random)
            assert world.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert len(world.past.tokens(1 - seat)) == 0
        action = random_action(state, rng)
        state.apply_action(action)
        twin.apply(action)
        past.apply(action)
    with pytest.raises(OptionError, match="players are numbered from 0 to 1"):
        state.information_state_tensor(5)


def test_smaller_sizes_are_loaded() -> None:
    game = load(2, size="mini", hand_size="2")
    state, twin = game.deal(5), Game(size="mini", hand_size=2, seed=5)
    assert state.table == twin
    assert state.legal_actions() == twin.legal_actions()
    assert load(2).prototype.rules.options == Game().rules.options
    with pytest.raises(OptionError, match="unknown size 'tiny'"):
        load(2, size="tiny")


def test_deep_cfr_finds_its_tensors() -> None:
    from open_spiel.python.pytorch import deep_cfr  # noqa: PLC0415  (it loads torch)

    game = load(2, history=8, max_decisions=4)
    small = {"policy_network_layers": (4,), "advantage_network_layers": (4,), "memory_capacity": 100}
    solver = deep_cfr.DeepCFRSolver(game, num_iterations=1, num_traversals=1, **small)
    state = game.deal(1)
    chances = solver.action_probabilities(state)
    assert set(chances) == set(state.legal_actions())


@pytest.mark.parametrize(("name", "players"), [("gosux", 2), ("laundromat", 2), ("laundromat", 5)])
def test_other_games_of_the_family_are_known(name: str, players: int) -> None:
    game = pyspiel.load_game(name, {"players": players})
    games_sim_test.GamesSimTest("test_pig").sim_game(game)
    assert game.num_distinct_actions() == Game(name, players).num_actions
