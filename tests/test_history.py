"""Histories: what a seat has seen, been asked and answered; all of it, and nothing that it may not know."""

from __future__ import annotations

import copy
import itertools
import pickle
from typing import Any

import numpy as np
import pytest

from gosu_env import Game, IllegalActionError, OptionError, encode, gosu_v0
from gosu_env.engine import history as histories
from gosu_env.engine import rules
from gosu_env.engine.events import Event, Teller
from gosu_env.engine.history import History, history_spec, token_text
from gosu_env.engine.tokens import ANSWER, CARD, FIELDS, NUMBER, SEAT, WORD
from gosu_env.envs.seat import SeatEnv
from gosu_env.envs.vector import SeatVectorEnv
from tests.some_options import TABLES

EVERY = pytest.mark.parametrize(("name", "players", "options"), TABLES)


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, "toy", "tests.toy.ruleset")


def played(name: str, players: int, options: dict[str, Any], seed: int = 3) -> Any:
    """A random game, decision by decision: the game and its history before each, and the action."""
    rng = np.random.default_rng(seed)
    game = Game(name, players, seed, **options)
    history = History(game)
    while not game.is_over:
        action = int(rng.choice(game.legal_actions()))
        yield game, history, action
        game.apply(action)
        history.apply(action)
    yield game, history, -1


@EVERY
def test_what_was_seen_stays(name: str, players: int, options: dict[str, Any]) -> None:
    """Tokens are only added; each seat has its own answers, and of every decision the question."""
    before = [np.zeros((0, len(FIELDS)), np.int8)] * players
    asked: list[int] = []
    answers: list[list[int]] = [[] for _ in range(players)]
    for game, history, action in played(name, players, options):
        for seat in range(players):
            tokens = history.tokens(seat)
            np.testing.assert_array_equal(tokens[: len(before[seat])], before[seat])
            before[seat] = tokens
        if action >= 0:
            asked.append(game.seat)
            answers[game.seat].append(action)
    spec = game.action_spec
    for seat, tokens in enumerate(before):
        questions = tokens[tokens[:, WORD] == 1]
        assert [(seat + number - 1) % players for number in questions[:, SEAT].tolist()] == asked
        own = tokens[tokens[:, WORD] == 2].tolist()
        assert [spec.blocks[row[ANSWER] - 1].start + (row[NUMBER] & 255) for row in own] == answers[seat]


@EVERY
def test_tokens_are_what_events_tell(name: str, players: int, options: dict[str, Any]) -> None:
    """Word by word, card by card: the events of a ``Teller``, as every seat may know them."""
    game = Game(name, players, 3, **options)
    known = game.rules.vocabulary
    teller = Teller(game)
    told: list[Event] = teller.deal(3)
    steps = [(history, action) for _, history, action in played(name, players, options)]
    for _, action in steps[:-1]:
        told += teller.apply(action)
    last = steps[-1][0]
    for seat in range(players):
        tokens = [row for row in last.tokens(seat).tolist() if row[WORD] > 2]
        events = [seen for event in told if (seen := event.for_seat(seat)) is not None]
        assert [known.words[row[WORD]] for row in tokens] == [event.word for event in events]
        assert [known.card(row[CARD]) for row in tokens] == [event.card for event in events]
        assert [(row[SEAT] + seat - 1) % players if row[SEAT] else -1 for row in tokens] == [e.seat for e in events]


@EVERY
def test_histories_tell_no_more_than_observations(name: str, players: int, options: dict[str, Any]) -> None:
    """In worlds that a seat cannot tell apart, the same answer leaves it with the same history, or it sees why not."""
    rng = np.random.default_rng(8)
    compared = differing = 0
    games = (played(name, players, options, seed) for seed in range(20 if name == "toy" else 3))
    for game, history, action in itertools.chain.from_iterable(games):
        if action < 0:
            continue
        seat = int(rng.integers(players))
        world = game.determinize(seat, rng)
        if action not in world.legal_actions():
            continue
        true, false = game.clone(), history.believe(world)
        other = history.clone()
        true.apply(action)
        world.apply(action)
        other.apply(action)
        false.apply(action)
        if (true.observe(seat) != world.observe(seat)).any() or true.is_over != world.is_over:
            # It learnt something, which was not the same: its history says so, but for hands and packs handed on.
            silent = name in ("toy", "laundromat") or "draft" in options
            assert silent or other.tokens(seat).tobytes() != false.tokens(seat).tobytes()
            continue
        compared += 1
        differing += any((other.tokens(s).tobytes() != false.tokens(s).tobytes()) for s in range(players))
        assert other.tokens(seat).tobytes() == false.tokens(seat).tobytes()
        assert other.text(seat) == false.text(seat)
    assert compared > 3
    assert differing > 0 or name in ("toy", "laundromat")


def test_telling_more_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above is worth something: with every card shown to all it fails."""
    start = histories.token_loops.follow

    def open_book(states: Any, *others: Any) -> None:
        states["events"][0, 1:, 6] = 255
        start(states, *others)

    monkeypatch.setattr(histories.token_loops, "follow", open_book)
    with pytest.raises(AssertionError):
        test_histories_tell_no_more_than_observations("gosu", 2, {})


@EVERY
def test_the_latest_tokens_have_names(name: str, players: int, options: dict[str, Any]) -> None:
    *_, (game, history, _) = played(name, players, options)
    spec = history_spec(game.rules, 12)
    for seat in range(players):
        seen = np.concatenate([game.observe(seat), history.latest(seat, 12)])
        assert len(seen) == spec.size
        tokens = history.tokens(seat)[::-1][:12]
        for number, field in enumerate(FIELDS):
            block = spec.block(f"history.{field}")
            np.testing.assert_array_equal(seen[block.slice][: len(tokens)], tokens[:, number])
            assert (block.low <= seen[block.slice]).all()
            assert (seen[block.slice] <= block.high).all()
        encode(spec)(seen)
    few = History(game.deal(1)).latest(0, 200)
    assert few.reshape(len(FIELDS), 200)[:, -1].tolist() == [0] * len(FIELDS)


def test_texts_of_tokens() -> None:
    game = Game(seed=7)
    history = History(game)
    for text in ("draw one", "place Boko"):
        action = game.parse_action(text)
        game.apply(action)
        history.apply(action)
    assert history.text(0).splitlines()[-10:] == [
        "opp1: asked, main",
        "opp1: turn begins",
        "opp1: tokens spent, none → opp1 hand, 1",
        "opp1: drawn, draw pile → opp1 hand",
        "me: asked, main",
        "me: answered, PLACE 5",
        "me: turn begins",
        "me: placed, Boko, me hand → me army 0, 1",
        "me: entered, Boko, me army 0 → me army 0",
        "me: asked, place_again",
    ]
    assert history.information_state(game, 0) == f"{history.text(0)}\n{game.describe(0)}"
    assert token_text(game.rules, (0,) * len(FIELDS)) == "game: nothing"


def test_a_seat_that_believes_in_a_world_knows_nothing_of_what_others_remember() -> None:
    for game, history, action in itertools.islice(played("gosu", 2, {}), 12):
        world = history.believe(game.determinize(0, 1), seat=0)
        assert world.tokens(0).tobytes() == history.tokens(0).tobytes()
        assert len(world.tokens(1)) == 0
        assert action >= 0


def test_copies_go_their_own_way() -> None:
    game = Game(seed=7)
    history = History(game)
    twins = [history.clone(), copy.deepcopy(history), pickle.loads(pickle.dumps(history))]
    first = history.tokens(0).tobytes()
    history.apply(game.legal_actions()[0])
    for twin in twins:
        assert twin.tokens(0).tobytes() == first
        twin.apply(game.legal_actions()[0])
        assert twin.tokens(1).tobytes() == history.tokens(1).tobytes()


def test_long_histories_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "GROWTH", 32)
    *_, (_, small, _) = played("gosu", 2, {})
    monkeypatch.undo()
    *_, (_, large, _) = played("gosu", 2, {})
    assert len(large.tokens(0)) > 64
    np.testing.assert_array_equal(small.tokens(0), large.tokens(0))


def test_games_that_are_joined_begin_there() -> None:
    game = Game(seed=4)
    for _ in range(4):
        game.apply(game.legal_actions()[0])
    history = History(game)
    assert history.text(game.seat).startswith("me: asked")
    assert len(history.tokens(0)) == 1


def test_wrong_lengths_are_refused() -> None:
    for wrong in (-1, 5000, True, "many", 1.5):
        with pytest.raises(OptionError, match="history must be a number of tokens from 0 to 4096"):
            gosu_v0.raw_env(history=wrong)
        with pytest.raises(OptionError, match="history must be a number of tokens from 0 to 4096"):
            SeatVectorEnv(history=wrong)  # type: ignore[arg-type]


def test_pettingzoo_shows_histories() -> None:
    env = gosu_v0.raw_env(num_players=3, history=20)
    env.reset(seed=9)
    history = History(Game("gosu", 3, 9))
    rng = np.random.default_rng(1)
    while env.agents and not any(env.terminations.values()):
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)["observation"]
            assert env.observation_space(agent)["observation"].contains(seen)
            expected = np.concatenate([env.game.observe(seat), history.latest(seat, 20)])
            np.testing.assert_array_equal(seen, expected)
        action = int(rng.choice(env.game.legal_actions()))
        copy.deepcopy(env).step(action)
        env.step(action)
        history.apply(action)
    assert env.observation_spec["history.word"] == slice(
        env.game.observation_spec.size, env.observation_spec.size - 140
    )


def test_gymnasium_shows_histories() -> None:
    """One learner and many see the same, with random opponents as with others."""
    single = SeatEnv(num_players=2, history=16)
    plain = SeatEnv(num_players=2)
    many = SeatVectorEnv(num_envs=3, num_players=2, history=16)
    seen, info = single.reset(seed=6)
    plain.reset(seed=6)
    all_seen, _ = many.reset(seed=5)
    for _ in range(60):
        assert single.observation_space.contains(seen)
        np.testing.assert_array_equal(all_seen[1], seen)
        np.testing.assert_array_equal(seen[: plain.game.observation_spec.size], plain.game.observe(plain.seat))
        actions = many.learners.mask.argmax(axis=1)
        seen, _, over, cut, info = single.step(int(actions[1]))
        plain.step(int(actions[1]))
        all_seen, _, _, _, infos = many.step(actions)
        if over or cut:
            np.testing.assert_array_equal(infos["final_obs"][1], seen)
            break
    assert over
    assert info["ending"] == "battle"


@EVERY
def test_actions_that_are_not_legal_are_refused(name: str, players: int, options: dict[str, Any]) -> None:
    """None of them reaches compiled code, and nothing is remembered of it."""
    table = Game(name, players, 3, **options)
    joined = table.clone()
    joined.apply(joined.legal_actions()[0])
    seat = table.seat
    for game, history in (
        (table, History(table)),
        (joined, History(joined)),
        (table, History(table).clone()),
        (table, pickle.loads(pickle.dumps(History(table)))),
        (joined, History(table).believe(joined)),
    ):
        before = [history.tokens(at).tobytes() for at in range(players)]
        illegal = next(action for action in range(game.num_actions) if not game.mask()[action])
        for wrong in (-1, -5, illegal, game.num_actions, 10**9, 2**70, None, "1", 0.5):
            with pytest.raises(IllegalActionError, match=r"the game that the history follows: action .*; legal: "):
                history.apply(wrong)  # type: ignore[arg-type]
        assert [history.tokens(at).tobytes() for at in range(players)] == before
        history.apply(game.legal_actions()[-1])
        assert [history.tokens(at).tobytes() for at in range(players)] != before
    for wrong in (-1, players, 10**9, 0.5, None):
        for use in (history.tokens, history.text, lambda at: history.latest(at, 3)):
            with pytest.raises(OptionError, match=rf"seats are numbered from 0 to {players - 1}"):
                use(wrong)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="seats are numbered"):
        history.believe(table, seat=players)
    for wrong in (-1, 1.5, None, 10**9, 2**70):
        with pytest.raises(OptionError, match="length must be a whole number from 0 to 4096"):
            history.latest(seat, wrong)  # type: ignore[arg-type]


def test_nothing_follows_the_end() -> None:
    *_, (game, history, _) = played("laundromat", 2, {})
    assert game.is_over
    with pytest.raises(IllegalActionError, match="action 0: the game is over"):
        history.apply(0)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (("laundromat", 2, {}), "the history is of a game with name 'gosu', the world of one with 'laundromat'"),
        (("gosu", 3, {}), "with num_players 2, the world of one with 3"),
        (("gosu", 2, {"kamakor": True}), "with options {.*}, the world of one with {.*'kamakor': True"),
        (("gosu", 2, {"cards": "generated:3"}), "with options "),
    ],
)
def test_worlds_of_other_rules_are_refused(other: tuple[str, int, dict[str, Any]], said: str) -> None:
    """Their records have other sizes, and mean something else."""
    history = History(Game("gosu", 2, 1))
    name, players, options = other
    world = Game(name, players, 1, **options)
    with pytest.raises(OptionError, match=said):
        history.believe(world)
    with pytest.raises(OptionError, match=said):
        history.information_state(world, 0)
