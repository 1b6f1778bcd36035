"""What a batch shows besides the present decisions, where it is asked for: what every game of it shows one by one."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

from gosu_env import DataError, Game, OptionError, make_batch
from gosu_env.engine import rules
from gosu_env.engine.batch_parts import EXTRAS
from gosu_env.engine.history import History
from tests.some_options import TABLES


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, "toy", "tests.toy.ruleset")


def shown(batch: Any) -> dict[str, bytes]:
    return {name: getattr(batch, name).tobytes() for name in EXTRAS}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_extras_are_those_of_the_games(game: str, players: int, options: dict[str, Any]) -> None:
    """Followed by games in the hand, over ends and truncations; all else is as in a batch without extras."""
    most = {"toy": 5, "gosux": 80, "laundromat": 30}.get(game, 40 * (players - 1))
    common = {"num_envs": 4, "num_players": players, "seed": 5, "max_decisions": most, **options}
    batch = make_batch(game, extras=EXTRAS, threads=2, **common)
    plain = make_batch(game, **common)
    hands = [Game(game, players, int(seed), max_decisions=most, **options) for seed in batch.seeds]
    cut = 0
    for _ in range(2 * most):
        for i, hand in enumerate(hands):
            views = np.array([hand.observe(seat) for seat in range(players)])
            np.testing.assert_array_equal(batch.seat_obs[i], views)
            np.testing.assert_array_equal(batch.hidden[i], hand.hidden())
            np.testing.assert_array_equal(batch.central_state[i], hand.central_state())
        actions = batch.sample()
        assert (actions == plain.sample()).all()
        batch.step(actions)
        plain.step(actions)
        for name in ("obs", "mask", "seat", "reward", "done", "truncated", "states"):
            assert getattr(batch, name).tobytes() == getattr(plain, name).tobytes()
        for i, hand in enumerate(hands):
            hand.apply(int(actions[i]))
            if batch.done[i]:
                cut += int(batch.truncated[i])
                np.testing.assert_array_equal(batch.final_obs[i], [hand.observe(seat) for seat in range(players)])
                hands[i] = Game(game, players, int(batch.seeds[i]), max_decisions=most, **options)
    assert cut > 0


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_hidden_hands_are_the_hands(game: str, players: int, options: dict[str, Any]) -> None:
    """Whoever adds up what a seat is not told finds what the others say of themselves."""
    table = Game(game, players, 11, **options)
    rng = np.random.default_rng(3)
    while not table.is_over:
        for seat in range(players):
            labels = table.hidden(seat)
            for block in table.hidden_spec.blocks:
                zone, _, whose = block.name.partition(".opp")
                other = (seat + int(whose)) % players
                counts = labels[block.slice]
                if game == "toy":
                    own = table.observe(other)
                    spec = table.observation_spec
                    np.testing.assert_array_equal(counts, own[spec["hand.me"]] & (1 - own[spec["played"]]))
                else:
                    named = table.to_json()["players"][other][zone] or []
                    cards: Any = table.rules.cards  # type: ignore[attr-defined]
                    found = Counter(cards[kind].name for kind in np.flatnonzero(counts) for _ in range(counts[kind]))
                    assert found == Counter(named)
        table.apply(int(rng.choice(table.legal_actions())))


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_what_a_seat_knows_of_others_is_part_of_the_truth(game: str, players: int, options: dict[str, Any]) -> None:
    """Labels and observations name pieces alike; a card that is known to be there is there."""
    table = Game(game, players, 2, **options)
    rng = np.random.default_rng(4)
    if game == "laundromat":
        shared = [block.name for block in table.hidden_spec.blocks if block.name.startswith("basket")]
    else:
        shared = [block.name for block in table.hidden_spec.blocks if block.name in table.observation_spec]
    assert shared or game == "toy"
    while not table.is_over:
        for seat in range(players):
            seen, truth = table.observe(seat), table.hidden(seat)
            for name in shared:
                assert (seen[table.observation_spec[name]] <= truth[table.hidden_spec[name]]).all()
        table.apply(int(rng.choice(table.legal_actions())))


def test_the_central_state_has_names() -> None:
    table = Game("gosu", 3, seed=4)
    spec, state = table.state_spec, table.central_state()
    for seat in range(3):
        np.testing.assert_array_equal(state[spec[f"seat_{seat}.hand.me"]], table.state.hand[seat])
    pile = np.bincount(table.state.deck[: table.state.deck_size], minlength=75)
    np.testing.assert_array_equal(state[spec["draw_pile"]], pile)
    assert sum(block.size for block in spec.blocks) == spec.size == len(state)


def test_what_is_not_asked_for_is_not_there() -> None:
    batch = make_batch("toy", num_envs=3, num_players=2, extras=["hidden"])
    assert batch.hidden.shape == (3, 9)
    assert batch.seat_obs.shape == batch.final_obs.shape == (3, 2, 0)
    assert batch.central_state.shape == (3, 0)
    blind = make_batch("toy", num_envs=3, num_players=2, observe=False, extras="seat_obs")
    assert blind.obs.shape == (3, 0)
    assert blind.seat_obs.shape == (3, 2, 19)


def test_unknown_extras_are_refused() -> None:
    with pytest.raises(OptionError, match="extras: unknown name 'final_ob'; did you mean 'final_obs'"):
        make_batch("toy", num_envs=1, extras=["final_ob"])
    with pytest.raises(OptionError, match="extras: unknown name 3; known: seat_obs, final_obs"):
        make_batch("toy", num_envs=1, extras=[3])  # type: ignore[list-item]


def test_extras_go_along_with_copies_snapshots_and_rollouts() -> None:
    batch = make_batch("toy", num_envs=5, num_players=3, seed=1, extras=EXTRAS)
    batch.step(batch.sample())
    for twin in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert shown(twin) == shown(batch)
        twin.step(twin.sample())
    kept = batch.snapshot()
    batch.step(batch.sample())
    later = shown(batch)
    assert shown(twin) == later
    batch.rollout(7)
    assert shown(batch) != later
    np.testing.assert_array_equal(batch.seat_obs[np.arange(5), batch.seat], batch.obs)
    batch.restore(kept)
    batch.step(batch.sample())
    assert {**shown(batch), "final_obs": b""} == {**later, "final_obs": b""}
    batch.reset(1)
    assert shown(batch)["hidden"] == shown(make_batch("toy", 5, 3, seed=1, extras=EXTRAS))["hidden"]


# ------------------------------------------------------------------------------------------------ histories


QUICK = ("gosu", "toy")  # the others take a minute each to compile, and the loops are the same
REMEMBERED = [table if table[0] in QUICK else pytest.param(*table, marks=pytest.mark.soak) for table in TABLES]


@pytest.mark.parametrize(("game", "players", "options"), REMEMBERED)
def test_a_batch_remembers_what_games_remember(game: str, players: int, options: dict[str, Any]) -> None:
    """The same numbers as a history of each game, over ends; with a ring that is shorter than a game, all around it."""
    most = {"toy": 5, "gosux": 80, "laundromat": 30}.get(game, 40 * (players - 1))
    common = {"num_envs": 4, "num_players": players, "seed": 5, "max_decisions": most, **options}
    batch = make_batch(game, extras=EXTRAS, threads=2, history=24, **common)
    plain = make_batch(game, **common)
    hands = [Game(game, players, int(seed), max_decisions=most, **options) for seed in batch.seeds]
    pasts = [History(hand) for hand in hands]

    def seen(i: int, seat: int) -> Any:
        return np.concatenate([hands[i].observe(seat), pasts[i].latest(seat, 24)])

    ended = 0
    for _ in range(2 * most):
        for i, hand in enumerate(hands):
            np.testing.assert_array_equal(batch.obs[i], seen(i, hand.seat))
            np.testing.assert_array_equal(batch.seat_obs[i], [seen(i, seat) for seat in range(players)])
        actions = batch.sample()
        assert (actions == plain.sample()).all()
        batch.step(actions)
        plain.step(actions)
        for name in ("mask", "seat", "reward", "done", "truncated", "states", "seeds"):
            assert getattr(batch, name).tobytes() == getattr(plain, name).tobytes()
        for i, hand in enumerate(hands):
            hand.apply(int(actions[i]))
            pasts[i].apply(int(actions[i]))
            if batch.done[i]:
                ended += 1
                np.testing.assert_array_equal(batch.final_obs[i], [seen(i, seat) for seat in range(players)])
                hands[i] = Game(game, players, int(batch.seeds[i]), max_decisions=most, **options)
                pasts[i] = History(hands[i])
            np.testing.assert_array_equal(batch.hidden[i], hands[i].hidden())
            np.testing.assert_array_equal(batch.central_state[i], hands[i].central_state())
    assert ended > 0


def test_memories_go_along_with_copies_snapshots_and_rollouts() -> None:
    batch = make_batch("toy", num_envs=5, num_players=3, seed=1, history=9, threads=2)
    assert batch.obs.shape == (5, batch.observation_spec.size) == (5, 19 + 9 * 8)
    twins = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    stepped = make_batch("toy", num_envs=5, num_players=3, seed=1, history=9, threads=1)
    kept = batch.snapshot()
    ended = sum(int(stepped.done.sum()) for _ in range(8) if stepped.step(stepped.sample()) == 0)
    for rolled in (batch, *twins):
        assert rolled.rollout(8) == ended > 0
        assert rolled.obs.tobytes() == stepped.obs.tobytes()
    batch.restore(kept)
    first = make_batch("toy", num_envs=5, num_players=3, seed=1, history=9)
    assert batch.obs.tobytes() == first.obs.tobytes()
    with pytest.raises(DataError, match="snapshot: ring is missing"):
        batch.restore(make_batch("toy", num_envs=5, num_players=3).snapshot())
    with pytest.raises(OptionError, match="history must be a number of tokens"):
        make_batch("toy", num_envs=5, num_players=3, history=-1)
