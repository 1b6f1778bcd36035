"""What a perfect memory knows of hidden cards: after reshuffles, after a draft, after a declined mulligan."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.gosu.cards import DEFAULT_SET

HERE = Path(__file__).parent


def hand(game: Game, seat: int) -> list[str]:
    return sorted(game.to_json()["players"][seat]["hand"])


def worlds(game: Game, seat: int, count: int = 60) -> list[Game]:
    return [game.determinize(seat, number) for number in range(count)]


def part(game: Game, name: str, seat: int) -> np.ndarray[Any, Any]:
    return game.observe(seat)[game.observation_spec[name]]


# ------------------------------------------------------------------------------------------------ cards kept


@pytest.mark.rule("G-1.6")
def test_everybody_sees_what_is_kept_because_it_is_of_a_clan() -> None:
    players = [{"hand": ["Mokuso", "Boko"], "army": [["Tamo"]]}, {"hand": ["Bolt"]}]
    game = Game.position(players=players, deck=["Garsh", "Bolt", "Dom", "Murk", "Dom", "Walror"])
    for text in ("place Mokuso", "clan Fire Goblins"):
        game.apply(game.parse_action(text))
    assert hand(game, 0) == ["Boko", "Dom", "Dom", "Garsh"]
    assert game.to_json(1)["players"][0]["hand"].count(None) == 1
    assert "known    Dom ×2, Garsh" in game.describe(1)
    assert all({"Dom", "Garsh"} <= set(hand(world, 0)) for world in worlds(game, 1))
    assert part(game, "hand.opp1", 1).sum() == 3
    assert game.known(1)[:75].sum() == 3


@pytest.mark.rule("G-1.6")
def test_across_a_reshuffle_too_everybody_sees_what_is_kept_because_it_is_of_a_clan() -> None:
    """The old pile has two cards; the other three come from the discard pile, where a second Dom lay."""
    players = [{"hand": ["Mokuso", "Boko"], "army": [["Tamo"]]}, {"hand": ["Bolt"]}, {"hand": ["Cog", "Nyx"]}]
    for fire in range(12):
        game = Game.position(num_players=3, players=players, deck=["Dom", "Murk"], rest="discard")
        game.state.rng[0] += fire
        for text in ("place Mokuso", "clan Fire Goblins"):
            game.apply(game.parse_action(text))
        kept = Counter(hand(game, 0)) - Counter(["Boko"])
        assert kept["Dom"] > 0
        for seat in (1, 2):
            assert Counter(filter(None, game.to_json(seat)["players"][0]["hand"])) >= kept
            for world in worlds(game, seat, 10):
                assert Counter(hand(world, 0)) >= kept
                assert world.describe(seat) == game.describe(seat)
                assert world.observe(seat).tobytes() == game.observe(seat).tobytes()
        game.rules.check(game.states)


# ------------------------------------------------------------------------------------------------ what is told


def counter(names: Any, counts: Any) -> Counter[str]:
    return Counter({names[kind]: int(count) for kind, count in enumerate(counts) if count})


@pytest.mark.parametrize(("n", "options"), [(2, {}), (3, {}), (4, {"draft": True})])
def test_texts_and_json_tell_what_is_known(n: int, options: dict[str, Any]) -> None:
    rng = np.random.default_rng(n)
    told = 0
    for seed in range(3):
        game = Game(num_players=n, seed=seed, **options)
        names: Any = game.rules.cards.names  # type: ignore[attr-defined]
        while not game.is_over:
            if rng.random() < 0.05:
                seat = int(rng.integers(n))
                known, spec = game.known(seat), game.belief_spec
                text, table = game.describe(seat), game.to_json(seat)
                for relative in range(1, n):
                    hand = counter(names, known[spec[f"hand.opp{relative}"]])
                    assert Counter(filter(None, table["players"][(seat + relative) % n]["hand"])) == hand
                    assert all(name in text for name in hand)
                    told += hand.total()
                assert Counter(table["known_deck"]) == counter(names, known[spec["draw_pile"]])
                assert ("Draw pile: " in text) == bool(table["known_deck"])
                assert ("Older cards, " in text) == bool(table["older"])
                for world in range(2):
                    assert game.determinize(seat, world).describe(seat) == text
                    assert game.determinize(seat, world).to_json(seat) == table
            game.apply(int(rng.choice(game.legal_actions())))
    assert told > 0


def test_texts_and_json_tell_of_cards_from_older_draw_piles() -> None:
    game = three_players()
    game.apply(game.parse_action("draw one"))
    assert "Older cards, held or shown since (seat 1: 2, seat 2: 3): Nyx, Garsh, Fact, Ideo, Walror" in game.describe(0)
    table = game.to_json(0)
    assert sorted(table["older"]) == ["Fact", "Garsh", "Ideo", "Nyx", "Walror"]
    assert table["older_held"] == [0, 2, 3]


@pytest.mark.rule("G-2.3")
def test_texts_and_json_tell_of_a_declined_mulligan() -> None:
    games = (Game(seed=seed) for seed in range(200))
    game = next(game for game in games if game.to_json()["decision"]["kind"] == "mulligan")
    seat = game.seat
    game.apply(game.parse_action("no"))
    assert "mulligan declined: 7 cards of the hand without a Bakuto" in game.describe(1 - seat)
    assert game.to_json(1 - seat)["no_bakutos"][seat] == 7


# ------------------------------------------------------------------------------------------------ reshuffles


def two_players(**more: Any) -> Game:
    """The draw pile is empty: the next draw shuffles the discard."""
    players = [{"hand": ["Bolt"], "army": [["Tamo"]]}, {"hand": ["Garsh", "Walror", "Nyx"], "army": [["Murk"]]}]
    return Game.position(players=players, deck=[], rest="discard", **more)


def test_after_a_reshuffle_two_players_know_each_others_hands() -> None:
    game = two_players()
    game.apply(game.parse_action("draw one"))
    assert "known    Nyx, Garsh, Walror" in game.describe(0)
    assert all(hand(world, 1) == ["Garsh", "Nyx", "Walror"] for world in worlds(game, 0))
    assert all("Bolt" in hand(world, 0) for world in worlds(game, 1))
    assert len({tuple(hand(world, 0)) for world in worlds(game, 1)}) > 10  # the card that was drawn is not known
    shown = part(game, "shown.me", 1)
    assert shown.sum() == 3
    assert (shown == part(game, "hand.me", 1)).all()
    assert (part(game, "hand.opp1", 0) == part(game, "hand.me", 1)).all()


def three_players() -> Game:
    players = [
        {"hand": ["Bolt"], "army": [["Tamo"]]},
        {"hand": ["Garsh", "Nyx"], "army": [["Murk"]]},
        {"hand": ["Walror", "Fact", "Ideo"], "army": [["Dom"]]},
    ]
    return Game.position(num_players=3, players=players, deck=[], rest="discard")


def test_with_more_players_hands_come_from_what_was_unseen_before_the_reshuffle() -> None:
    game = three_players()
    game.apply(game.parse_action("draw one"))
    pool = sorted(["Garsh", "Nyx", "Walror", "Fact", "Ideo"])
    found = set()
    for world in worlds(game, 0):
        assert sorted(hand(world, 1) + hand(world, 2)) == pool
        found.add(tuple(hand(world, 1)))
    assert len(found) == 10  # every pair of the five
    names = [card.name for card in game.rules.cards.cards]  # type: ignore[attr-defined]
    assert (
        sorted(name for name, copies in zip(names, part(game, "pool", 0), strict=True) for _ in range(copies)) == pool
    )
    assert part(game, "held", 0).tolist() == [2, 3]
    for world in worlds(game, 1):
        assert sorted(set(hand(world, 0)) & {"Bolt", *pool}) != []
        assert len(Counter(hand(world, 0) + hand(world, 2)) & Counter(["Bolt", "Walror", "Fact", "Ideo"])) == 4


def test_a_card_shown_from_a_pool_is_no_longer_looked_for_in_it() -> None:
    game = three_players()
    game.apply(game.parse_action("draw one"))
    while game.seat != 1:
        game.apply(game.parse_action("pass"))
    game.apply(game.parse_action("draw one"))
    for name in ("pool", "held"):
        assert part(game, name, 0).sum() == 5  # what was drawn since is of another pool
    for world in worlds(game, 0):
        held = Counter(hand(world, 1)) & Counter(["Garsh", "Nyx", "Walror", "Fact", "Ideo"])
        assert 2 <= held.total() <= 3


def test_a_card_that_may_come_from_either_pool_is_taken_from_either() -> None:
    """Seat 1 shows a Murk: it held two cards from before the reshuffle and drew one; another Murk is not seen."""
    players = [
        {"hand": ["Bolt"], "army": [["Tamo"]]},
        {"hand": ["Murk", "Nyx"], "army": [["Shade"]]},
        {"hand": ["Garsh", "Walror"], "army": [["Cog"]]},
    ]
    game = Game.position(num_players=3, players=players, deck=[], rest="discard", turn=1)
    game.apply(game.parse_action("draw one"))
    for action in ("pass", "pass", "place Murk"):
        game.apply(game.parse_action(action))
    assert game.state.ghosts_size == 1
    old = Counter(["Murk", "Nyx", "Garsh", "Walror"])
    found = set()
    for world in worlds(game, 0, 600):
        held = Counter(hand(world, 1) + hand(world, 2)) & old
        assert held["Nyx"] == held["Garsh"] == held["Walror"] == 1  # they have not been shown
        found.add(held["Murk"])
    assert found == {0, 1}  # the Murk was of the old pool, or the old one is still there


def test_a_look_across_a_reshuffle_tells_nothing_more() -> None:
    """Tamo looks at three cards: one of the old pile, two of the reshuffled one."""
    game = Game.position(
        players=[{"hand": ["Tamo", "Nyx"]}, {"hand": ["Bolt"]}],
        deck=["Garsh"],
        rest="discard",
    )
    game.apply(game.parse_action("place Tamo"))
    assert game.to_json()["decision"]["kind"] == "keep"
    assert len(game.to_json()["look"]) == 3
    assert game.to_json(1)["look"] == [None] * 3
    for world in worlds(game, 1):
        together = Counter(hand(world, 0) + world.to_json()["look"])
        assert together["Garsh"] == together["Nyx"] == 1
    game.apply(game.parse_action("keep Garsh"))
    assert all(hand(world, 0) == hand(game, 0) for world in worlds(game, 1))


# ------------------------------------------------------------------------------------------------ the opening


@pytest.mark.rule("G-2.3")
@pytest.mark.parametrize("players", [2, 3])
def test_a_hand_that_was_kept_without_a_bakuto_has_none_in_any_world(players: int) -> None:
    games = (Game("gosu", players, seed) for seed in range(4000))
    game = next(game for game in games if game.to_json()["decision"]["kind"] == "mulligan")
    seat = game.seat
    game.apply(game.parse_action("no"))
    levels = {card.name: card.level for card in game.rules.cards.cards}  # type: ignore[attr-defined]
    observer = (seat + 1) % players
    for world in worlds(game, observer):
        assert all(levels[name] > 1 for name in hand(world, seat))


@pytest.mark.rule("G-2.3")
def test_worlds_before_a_mulligan_hold_no_card_that_counts_as_a_bakuto() -> None:
    """Facade counts as several levels, the first among them (K-1.11)."""
    for seed in range(4000):
        game = Game("gosu", 2, seed, kamakor=True, auto_forced=False, clans=("mask", "fire", "dark", "drake", "drum"))
        if game.to_json()["decision"]["kind"] == "mulligan":
            break
    assert game.to_json()["decision"]["kind"] == "mulligan"
    levels = {card.name: card.levels for card in game.rules.cards.cards}  # type: ignore[attr-defined]
    assert any(len(found) > 1 for found in levels.values())
    for world in worlds(game, 1 - game.seat, 300):
        assert all(1 not in levels[name] for name in hand(world, game.seat))


# ------------------------------------------------------------------------------------------------ what decisions tell


@pytest.mark.rule("G-5.8")
def test_a_zombies_newcomer_from_the_discard_does_not_show_that_it_is_in_hand_too(tmp_path: Path) -> None:
    """One answer says which card and where it is taken from: a second question would tell what the hand holds."""
    text = DEFAULT_SET.read_text(encoding="utf-8").replace('name = "Murk"', 'name = "Murk"\nzombie = true')
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    game = Game.position(
        players=[{"hand": ["Cog", "Dom", "Ember", "Ideo"], "army": [["Murk"]]}, {"army": [["Bolt"]]}],
        discard=["Cog"],
        options={"cards": str(tmp_path / "cards.toml")},
    )
    for action in ("mutate 1.1", "discard Dom", "discard Ember"):
        game.apply(game.parse_action(action))
    assert game.to_json()["decision"]["kind"] == "newcomer"
    texts = [game.action_text(action) for action in game.legal_actions()]
    assert {"bring in Cog", "bring in Cog from the discard"} <= set(texts)
    taken = game.clone()
    taken.apply(taken.parse_action("bring in Cog from the discard"))
    assert taken.to_json(1)["players"][0]["hand"][:2] == [None, None]
    assert hand(taken, 0)[:2] == ["Cog", "Ideo"]
    assert "Cog" not in taken.to_json()["discard"]
    game.apply(game.parse_action("bring in Cog"))
    assert "Cog" not in hand(game, 0)
    assert "Cog" in game.to_json()["discard"]


def test_observations_tell_whether_the_advantage_token_moved_in_this_round() -> None:
    game = Game(seed=1)
    other = game.clone()
    other.state.advantage_moved = 1
    assert (game.observe(0) != other.observe(0)).sum() == 1
    assert part(other, "table", 0)[-1] == 1
    assert other.to_json()["advantage_moved"] is True


def test_observations_tell_of_effects_that_wait() -> None:
    """While the newcomer of a mutation waits for what the old card does, its arrival is to be seen."""
    seen = 0
    rng = np.random.default_rng(3)
    for seed in range(60):
        game = Game("gosu", 2, seed)
        while not game.is_over:
            deep = int(game.state.depth)
            cards = part(game, "waiting.source", 0)
            if deep > 2:
                seen += 1
                assert np.count_nonzero(cards) >= 1
            elif deep == 1:
                assert not cards.any()
                assert not part(game, "waiting.effect", 0).any()
                assert part(game, "pending", 0).tolist()[:2] == [0, 0]  # no card, no owner
            game.apply(int(rng.choice(game.legal_actions())))
    assert seen > 10


def test_turns_to_come_are_told() -> None:
    game = Game.position(
        players=[{"hand": ["Bolt"], "army": [["Tamo"]]}, {"hand": ["Nyx"], "army": [["Murk"]]}],
        options={"turn_limit": True},
    )
    assert game.to_json()["turns_left"] is None
    game.apply(game.parse_action("pass"))
    assert game.to_json()["turns_left"] == 10
    assert "turns left 10" in game.describe(0)
    game.state.extra_turns = 1
    assert game.to_json()["extra_turns"] == 1
    assert "extra turns 1" in game.describe(0)


# ------------------------------------------------------------------------------------------------ the observer


def observe_games(games: int, seed: int, *more: str, **environment: str) -> Counter[str]:
    """What ``tests/gosu/perfect_memory.py`` says of so many games, in a process of its own."""
    done = subprocess.run(
        [sys.executable, str(HERE / "perfect_memory.py"), str(games), str(seed), *more],
        env=os.environ | {"PYTHONPATH": str(HERE.parents[1])} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return Counter(ast.literal_eval(done.stdout.splitlines()[-1]))


@pytest.mark.slow
def test_known_cards_and_worlds_are_those_of_a_perfect_memory() -> None:
    told = observe_games(6, 1, GOSU_INTERPRETED="1")
    assert told["checks"] > 50
    assert told["reshuffles"] >= 2
    assert told["beliefs"] > 50
    assert told["beliefs with ghosts"] > 50
    assert told["apart"] == told["not exact"] == 0


@pytest.mark.slow
def test_what_follows_a_declined_mulligan_is_what_a_perfect_memory_knows() -> None:
    told = observe_games(6, 1, "declined", GOSU_INTERPRETED="1")
    assert told["beliefs with ghosts"] > 20
    assert told["apart"] == told["not exact"] == 0


@pytest.mark.slow
def test_what_follows_a_look_across_a_reshuffle_is_what_a_perfect_memory_knows() -> None:
    told = observe_games(8, 1, "looks", GOSU_INTERPRETED="1")
    assert told["looks across a reshuffle"] >= 5
    assert told["beliefs after looks"] > 50
    assert told["apart"] == told["not exact"] == 0


@pytest.mark.soak
def test_known_cards_and_worlds_are_those_of_a_perfect_memory_in_ten_thousand_games(tmp_path: Path) -> None:
    told = observe_games(10_000, 2, GOSU_ENV_CACHE=str(tmp_path))
    print(dict(told))
    assert told["games"] == 10_000
    assert told["beliefs after looks"] > 1000
