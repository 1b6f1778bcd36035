"""Hidden information: nothing leaks, and determinised worlds are worlds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from some_options import NAMES, fitting

from gosu_env import Game
from gosu_env.engine import entries
from gosu_env.engine.bind import bind
from gosu_env.gosu import verbs
from gosu_env.gosu.invariants import VIOLATIONS
from gosu_env.gosu.legal import KAMAKOR_MAX_LEGAL

ENTRIES = bind(entries, verbs)


def random_positions(count: int, seed: int, auto_forced: bool = True, sampled: bool = False) -> Iterator[Game]:
    """Positions of random games with 2, 3 and 4 players; with sampled options, or with none."""
    rng = np.random.default_rng(seed)
    found = 0
    while found < count:
        n = 2 + found % 3
        options = fitting(n, {name: bool(rng.integers(2)) for name in NAMES}) if sampled else {}
        game = Game("gosu", n, int(rng.integers(2**62)), auto_forced=auto_forced, **options)
        while not game.is_over and found < count:
            if rng.random() < 0.2:
                found += 1
                yield game
            game.apply(int(rng.choice(game.legal_actions())))


def shown(game: Game, seat: int) -> tuple[object, ...]:
    """Everything that a seat is shown."""
    mask = game.mask().tolist() if game.seat == seat else None
    texts = [game.action_text(a) for a in game.legal_actions()] if game.seat == seat else None
    return (game.observe(seat).tolist(), mask, texts, game.describe(seat), game.decision_text(), game.seat)


def hidden(game: Game, seat: int) -> tuple[object, ...]:
    """What a seat cannot see: other hands, the draw pile, the generator."""
    record = game.state
    others = [record.hand[s].tolist() for s in range(game.num_players) if s != seat]
    return (others, record.deck[: record.deck_size].tolist(), record.rng.tolist())


def play_on(game: Game, rng: np.random.Generator) -> None:
    while not game.is_over:
        game.apply(int(rng.choice(game.legal_actions())))


@pytest.mark.slow
@pytest.mark.parametrize(("auto_forced", "sampled"), [(True, False), (False, False), (True, True), (False, True)])
def test_worlds_look_alike_are_legal_and_play_on(auto_forced: bool, sampled: bool) -> None:
    rng = np.random.default_rng(1)
    different = 0
    positions = 1000 if auto_forced and not sampled else 300
    for game in random_positions(positions, seed=2, auto_forced=auto_forced, sampled=sampled):
        seat = int(rng.integers(game.num_players))
        before = game.to_bytes()
        expected = shown(game, seat)
        for _ in range(2):
            world = game.determinize(seat, rng)
            assert shown(world, seat) == expected
            states = np.array([world.state])
            found = ENTRIES.check(states, world.rules.tables, 0, np.zeros(KAMAKOR_MAX_LEGAL, np.int16))
            assert VIOLATIONS[found] == "none"
            different += hidden(world, seat) != hidden(game, seat)
            play_on(world, rng)
        assert game.to_bytes() == before
    assert different > 1.9 * positions


def test_the_same_seed_gives_the_same_world() -> None:
    for game in random_positions(20, seed=3, sampled=True):
        assert game.determinize(0, 5) == game.determinize(0, 5)
        assert game.determinize(0, np.random.default_rng(5)) == game.determinize(0, np.random.default_rng(5))


@pytest.mark.parametrize("sampled", [False, True])
def test_nothing_leaks(sampled: bool) -> None:
    """Permuting what is hidden — by hand, not by ``determinize`` — changes nothing that a seat is shown."""
    rng = np.random.default_rng(4)
    for game in random_positions(300, seed=5, sampled=sampled):
        seat = int(rng.integers(game.num_players))
        if game.state.draft:
            continue  # what is hidden in a draft lies in packs: tests/gosu/rules/test_tournament.py
        if game.seat != seat and game.to_json()["decision"]["kind"] not in ("main", "target", "may"):
            continue  # what another seat is asked may depend on its own hidden cards
        expected = shown(game, seat)
        world = game.clone()
        record = world.state
        cards = world.rules.cards
        for _ in range(30):
            other = int(rng.integers(game.num_players))
            if other == seat or record.deck_size == 0:
                continue
            unknown = [k for k in range(len(cards)) if record.hand[other, k] > 0 and record.known[other, k] == 0]
            if not unknown:
                continue
            mine = int(rng.choice(unknown))
            at = int(rng.integers(record.deck_size))
            theirs = int(record.deck[at])
            record.deck[at] = mine
            record.hand[other, mine] -= 1
            record.hand[other, theirs] += 1
            for kind, change in ((mine, -1), (theirs, 1)):
                for level in cards[kind].levels:
                    record.hand_level[other, level - 1] += change
        assert shown(world, seat) == expected


def test_a_world_depends_on_what_the_seat_knows_alone() -> None:
    """A world of a world is the same as one of the truth, byte for byte, for the same seed."""
    rng = np.random.default_rng(6)
    for game in random_positions(300, seed=7, sampled=True):
        seat = int(rng.integers(game.num_players))
        assert game.determinize(seat, 1).determinize(seat, 2) == game.determinize(seat, 2)


def test_worlds_are_spread_evenly() -> None:
    """Every unseen card is as likely as any other to be in the opponent's hand."""
    game = Game.position(players=[{"hand": ["Dom"]}, {"hand": ["Boko", "Bolt", "Tamo"]}])
    times = np.zeros(75)
    draws = 4000
    for i in range(draws):
        times += game.determinize(0, i).state.hand[1]
    copies = np.array([card.copies for card in game.rules.cards.cards], float)
    copies[game.rules.cards.kind("Dom")] -= 1
    expected = draws * 3 * copies / 99
    assert np.abs(times - expected).max() < 6 * np.sqrt(expected.max())
    assert times.sum() == 3 * draws


def test_cards_taken_openly_stay_where_they_are_known() -> None:
    game = Game.position(
        num_players=3,
        players=[{"hand": ["Jigo", "Dom"], "army": [["Tamo"]]}, {"hand": ["Bolt"]}, {"hand": ["Cog"]}],
        discard=["Garsh", "Fact"],
        options={"auto_forced": False},
    )
    game.apply(game.parse_action("place Jigo"))
    game.apply(game.parse_action("take Garsh"))
    for observer in (1, 2):
        assert "known    Garsh" in game.describe(observer)
        for seed in range(50):
            assert "Garsh" in game.determinize(observer, seed).to_json()["players"][0]["hand"]
    assert {tuple(game.determinize(1, seed).to_json()["players"][2]["hand"]) for seed in range(20)} != {("Cog",)}


def test_a_mulligan_of_another_seat_stays_possible() -> None:
    for seed in range(4000):
        game = Game("gosu", seed=seed)
        if game.to_json()["decision"]["kind"] == "mulligan":
            break
    assert game.to_json()["decision"]["kind"] == "mulligan"
    asked = game.seat
    for i in range(100):
        world = game.determinize(1 - asked, i)
        assert world.legal_actions() == game.legal_actions()


def test_a_payment_for_a_mutation_keeps_a_newcomer_in_every_world() -> None:
    game = Game.position(
        players=[
            {"hand": ["Garsh", "Dom", "Boko"], "army": [["Tamo"], ["Alikan"]]},
            {"hand": ["Bolt"], "army": [["Cog"]]},
        ]
    )
    game.apply(game.parse_action("mutate 2.1"))
    assert game.to_json()["decision"]["kind"] == "pay"
    rng = np.random.default_rng(0)
    for seed in range(200):
        world = game.determinize(1, seed)
        heroes = [c for c in world.rules.cards.cards if c.level == 2]
        assert any(world.state.hand[0, card.kind] for card in heroes)
        play_on(world, rng)


def test_cards_another_seat_looks_at_are_hidden() -> None:
    game = Game.position(
        players=[{"hand": ["Tamo"]}, {"hand": ["Bolt"]}],
        deck=["Garsh", "Dom", "Fact"],
    )
    game.apply(game.parse_action("place Tamo"))
    assert game.to_json()["decision"]["kind"] == "keep"
    spec = game.observation_spec
    assert game.observe(0)[spec["look"]].any()
    assert not game.observe(1)[spec["look"]].any()
    assert "Garsh" not in game.describe(1)
    looked = {tuple(game.determinize(1, seed).state.look[:3].tolist()) for seed in range(50)}
    assert len(looked) > 40
    assert {tuple(game.determinize(0, seed).state.look[:3].tolist()) for seed in range(50)} == {
        tuple(game.state.look[:3].tolist())
    }
