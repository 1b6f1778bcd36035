"""What seats may believe by counting: worlds agree, sums are right, nothing leaks; and the metric."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from gosu_env import DataError, Game, make_batch
from gosu_env.beliefs import Losses, gain, log_loss
from gosu_env.engine import rules
from gosu_env.engine.compile import entry
from gosu_env.engine.posterior import CHOICE, PINNED, spread
from gosu_env.engine.spec import Block, Spec
from tests.some_options import TABLES


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, "toy", "tests.toy.ruleset")


def truth_of(table: Game, seat: int) -> Any:
    unseen = table.rules.unseen_spec.size  # type: ignore[attr-defined]
    return np.concatenate([table.hidden(seat), table.central_state()[-unseen:]])


def positions(game: str, players: int, options: dict[str, Any], count: int) -> list[Game]:
    """Decisions of random games, spread over them."""
    found: list[Game] = []
    rng = np.random.default_rng(8)
    seed = 0
    while len(found) < count:
        table = Game(game, players, seed, **options)
        while not table.is_over:
            if rng.random() < 0.05 if game != "toy" else rng.random() < 0.5:
                found.append(table.clone())
            table.apply(int(rng.choice(table.legal_actions())))
        seed += 1
    return found[:count]


# ------------------------------------------------------------------------------------------------ games


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_worlds_bear_out_what_is_expected(game: str, players: int, options: dict[str, Any]) -> None:
    """Means over worlds, whose seeds are fixed: every one is as far from what is expected as chance allows."""
    worlds, squares = 1000, []
    for number, table in enumerate(positions(game, players, options, 12)):
        seat, belief = table.seat, table.belief().astype(np.float64)
        seeds = range(number * worlds, (number + 1) * worlds)
        drawn = np.array([truth_of(table.determinize(seat, seed), seat) for seed in seeds])
        means, spread_ = drawn.mean(axis=0), drawn.var(axis=0)
        assert (drawn.min(axis=0) >= table.known()).all()
        assert (belief[spread_ > 0] > 0).all()
        np.testing.assert_allclose(means[spread_ == 0], belief[spread_ == 0], atol=12 / worlds)
        error = np.sqrt(np.maximum(spread_, belief * np.maximum(1 - belief, 0)) / worlds)
        squares += (((belief - means) / np.maximum(error, 1e-9))[spread_ > 0] ** 2).tolist()
    assert len(squares) > 50
    assert 0.75 < np.mean(squares) < 1.15  # of a chi-squared with one degree of freedom
    assert max(squares) < 4.5**2  # of at most 3,000


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_beliefs_add_up_and_do_not_leak(game: str, players: int, options: dict[str, Any]) -> None:
    """As many cards as there are in every place; to the byte the same in worlds that a seat cannot tell apart."""
    for table in positions(game, players, options, 12):
        for seat in range(players):
            belief, known, truth = table.belief(seat), table.known(seat), truth_of(table, seat)
            assert (known <= truth).all()
            assert (belief > known - 1e-4).all()
            assert (belief[truth > 0] > 0).all()
            for block in table.belief_spec.blocks:
                assert belief[block.slice].sum() == pytest.approx(int(truth[block.slice].sum()), abs=1e-3)
        world = table.determinize(table.seat, 5)
        assert world.belief().tobytes() == table.belief().tobytes()
        assert world.known().tobytes() == table.known().tobytes()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_batch_believes_what_its_games_believe(game: str, players: int, options: dict[str, Any]) -> None:
    batch = make_batch(game, num_envs=3, num_players=players, seed=2, threads=2, extras=["belief"], **options)
    plain = make_batch(game, num_envs=3, num_players=players, seed=2, **options)
    assert plain.belief.shape == plain.known.shape == (3, 0)
    assert batch.hidden.shape == (3, 0)
    for _ in range(12):
        for i in range(3):
            np.testing.assert_array_equal(batch.belief[i], batch.game(i).belief())
            np.testing.assert_array_equal(batch.known[i], batch.game(i).known())
        batch.step(batch.sample())
        plain.step(plain.sample())
    assert batch.states.tobytes() == plain.states.tobytes()
    assert [block.name for block in batch.belief_spec.blocks][: players - 1] == [
        block.name for block in batch.hidden_spec.blocks
    ][: players - 1]


def test_a_hand_is_counted_by_hand() -> None:
    """At the first decision all that seat 0 does not hold is alike: 7 of 93 cards are in the other hand."""
    table = Game("gosu", 2, seed=4)
    copies = np.array([card.copies for card in table.rules.cards])  # type: ignore[attr-defined]
    unseen = copies - table.state.hand[table.seat]
    plain = int(table.state.plain[1 - table.seat])
    belief, spec = table.belief(), table.belief_spec
    if plain == 0:
        np.testing.assert_allclose(belief[spec["hand.opp1"]], unseen * 7 / 93, rtol=1e-5)
        np.testing.assert_allclose(belief[spec["draw_pile"]], unseen * 86 / 93, rtol=1e-5)
    assert plain == 0
    assert table.known().sum() == 0


def test_cards_drawn_after_a_declined_mulligan_are_counted_by_hand() -> None:
    """Seven cards are no Bakutos, the eighth is any of those left: worlds and beliefs say so."""
    games = (Game("gosu", 2, seed) for seed in range(4000))
    table = next(table for table in games if table.to_json()["decision"]["kind"] == "mulligan")
    seat = table.seat
    table.apply(table.parse_action("no"))
    while table.seat != seat:
        table.apply(table.parse_action("pass"))
    table.apply(table.parse_action("draw one"))
    assert table.state.hand_size[seat] == 8
    bakutos = np.array([1 in card.levels for card in table.rules.cards])  # type: ignore[attr-defined]
    copies = np.array([card.copies for card in table.rules.cards])  # type: ignore[attr-defined]
    unseen = copies - table.state.hand[1 - seat] - table.state.discard
    left = int(unseen.sum()) - 7
    plain = int(unseen[~bakutos].sum())
    expected = np.where(bakutos, unseen / left, unseen * (7 / plain + (1 - 7 / plain) / left))
    hand = table.belief(1 - seat)[table.belief_spec["hand.opp1"]]
    np.testing.assert_allclose(hand, expected, rtol=1e-5)
    worlds = 3000
    drawn = sum(int(table.determinize(1 - seat, seed).state.hand[seat][bakutos].sum()) for seed in range(worlds))
    mean = float(expected[bakutos].sum())
    assert abs(drawn / worlds - mean) < 4.5 * (mean * (1 - mean) / worlds) ** 0.5


def test_a_ghost_is_counted_by_hand() -> None:
    """Seat 1 shows a Murk: it had Murk and Nyx from before the reshuffle and drew one; seat 2 had two cards.

    The old pool has one Murk on four places, two of them seat 1's: 1 · 2 of 4. The new one, of n cards, has the other
    Murk, and one place of seat 1's: 1 · 1 of n.
    """
    players = [
        {"hand": ["Bolt"], "army": [["Tamo"]]},
        {"hand": ["Murk", "Nyx"], "army": [["Shade"]]},
        {"hand": ["Garsh", "Walror"], "army": [["Cog"]]},
    ]
    table = Game.position(num_players=3, players=players, deck=[], rest="discard", turn=1)
    new = int(table.state.discard_size)
    for action in ("draw one", "pass", "pass", "place Murk"):
        table.apply(table.parse_action(action))
    kinds = {card.name: card.kind for card in table.rules.cards}  # type: ignore[attr-defined]
    of_old, of_new = 2 / 4, 1 / new
    old = of_old / (of_old + of_new)
    hands = [table.belief(0)[table.belief_spec[f"hand.opp{seat}"]] for seat in (1, 2)]
    for name in ("Nyx", "Garsh", "Walror"):  # three cards on three old places; or four on four, one of them the Murk
        assert hands[0][kinds[name]] == pytest.approx(old / 3 + (1 - old) * 2 / 4, abs=1e-5)
        assert hands[1][kinds[name]] == pytest.approx(old * 2 / 3 + (1 - old) * 2 / 4, abs=1e-5)
    assert hands[0][kinds["Murk"]] == pytest.approx(old / new + (1 - old) * 2 / 4, abs=1e-5)
    assert hands[1][kinds["Murk"]] == pytest.approx((1 - old) * 2 / 4, abs=1e-5)
    assert hands[0][kinds["Dom"]] == pytest.approx(old * 2 / new, abs=1e-5)


def test_a_hand_of_gosux_is_counted_by_hand() -> None:
    """One card of the hand is known, and the top and bottom of the deck: 2 of 42 hidden cards are in hand."""
    players = [
        {"hand": ["Timer"]},
        {
            "hand": ["Bun To", "Shard", "Kan Te"],
            "known": ["Bun To"],
            "known_top": ["Bun To"],
            "known_bottom": ["Boul Go"],
        },
    ]
    table = Game.position("gosux", players=players)
    cards, spec = table.rules.cards, table.belief_spec  # type: ignore[attr-defined]
    kinds = {card.name: card.kind for card in cards}
    theirs = np.array([card.copies * (table.state.clan_owner[card.clan] == 1) for card in cards])
    hidden = theirs.copy()
    hidden[kinds["Bun To"]] -= 2
    hidden[kinds["Boul Go"]] -= 1
    assert hidden.sum() == 42
    hand, deck = hidden * 2 / 42, hidden * 40 / 42
    hand[kinds["Bun To"]] += 1
    deck[[kinds["Bun To"], kinds["Boul Go"]]] += 1
    belief = table.belief(0)
    np.testing.assert_allclose(belief[: len(theirs)], hand, atol=1e-5)
    np.testing.assert_allclose(belief[spec["deck.1"]], deck, atol=1e-5)
    known = table.known(0)
    assert known[: len(theirs)].tolist() == [int(kind == kinds["Bun To"]) for kind in range(len(theirs))]
    assert known[spec["deck.1"]].sum() == 2


def test_a_garment_that_was_turned_over_is_counted_by_hand() -> None:
    """Two players: seat 1 turns an Ale Apron over. It took one from the market; its first garment may be another.

    84 garments are unseen, two Ale Aprons among them, on 84 places, one of them in that basket: that it was the first
    garment has a weight of 2 · 1 of 84, that it was the one of the market of 1.
    """
    taken = ["Ale Apron", "Two-Tailed Slacks", "Fist Sock"]
    table = Game.position(
        "laundromat",
        2,
        round=1,
        phase="wash",
        players=[
            {"programmes": ["Cold Dip"], "basket": ["Mist Cape", "Boulder Sock", "Trophy Vest", "Garlic-Proof Scarf"]},
            {"programmes": ["Quick Rinse"], "basket": ["Ale Apron", *taken]},
        ],
    )
    assert table.seat == 1  # the warmer programme washes first, and one garment lies there already
    assert table.to_json()["wash"] == ["Ale Apron"]
    garments, spec = table.rules.cards.garments, table.belief_spec  # type: ignore[attr-defined]
    names = [garment.name for garment in garments]
    unseen = np.array([garment.copies for garment in garments], float)
    for name in (*taken, "Boulder Sock", "Trophy Vest", "Garlic-Proof Scarf"):
        unseen[names.index(name)] -= 1
    apron = np.array([name == "Ale Apron" for name in names], float)
    of_market = np.array([name in taken for name in names], float)
    assert unseen.sum() == 84
    assert unseen @ apron == 2
    first = (2 / 84) / (1 + 2 / 84)
    basket = (1 - first) * (of_market - apron + unseen / 84) + first * of_market
    pile = (1 - first) * unseen * 82 / 84 + first * (unseen - apron) * 82 / 83
    belief = table.belief(0)
    np.testing.assert_allclose(belief[spec["basket.opp1"]], basket, atol=1e-5)
    np.testing.assert_allclose(belief[spec["draw_pile"]], pile, atol=1e-4)
    worlds, mean = 6000, float(basket @ apron)
    drawn = [table.determinize(0, seed).hidden(0)[table.hidden_spec["basket.opp1"]] @ apron for seed in range(worlds)]
    assert abs(np.mean(drawn) - mean) < 4.5 * (mean / worlds) ** 0.5


# ------------------------------------------------------------------------------------------------ all deals, one by one


@entry
def spread_out(
    cards: Any, places: Any, fits: Any, homes: Any, pinned: Any, choices: Any, in_order: bool, known: Any, share: Any
) -> bool:
    return spread(cards, places, cards.shape[0], fits, homes, pinned, choices, pinned.shape[0], in_order, known, share)


def all_deals(cards: Any, places: Any, fits: Any, pinned: Any, choices: Any) -> tuple[Any, int]:
    """Mean numbers by sort over every deal, with every choice of cards and places for those pinned."""
    deals: list[list[tuple[tuple[int, ...], list[int]]]] = []
    for pool in range(len(cards)):
        kinds = [kind for kind in range(cards.shape[1]) for _ in range(cards[pool, kind])]
        sorts = [sort for sort in range(places.shape[1]) for _ in range(places[pool, sort])]
        deals.append(
            [
                (order, sorts)
                for order in permutations(kinds)
                if all(fits[kind] or sort % 2 == 0 for kind, sort in zip(order, sorts, strict=True))
            ]
        )
    total, found = 0, np.zeros((places.shape[1], cards.shape[1]))

    def lay(chosen: list[tuple[tuple[int, ...], list[int]]], i: int, taken: frozenset[tuple[int, int]]) -> int:
        if i == len(pinned):
            for pool, (order, sorts) in enumerate(chosen):
                for place, (kind, sort) in enumerate(zip(order, sorts, strict=True)):
                    if (pool, place) not in taken:
                        found[sort, kind] += 1
            return 1
        ways = 0
        for pool, sort, _ in choices[i, : pinned[i, 1]]:
            order, sorts = chosen[pool]
            for place, kind in enumerate(order):
                if kind == pinned[i, 0] and sorts[place] == sort and (pool, place) not in taken:
                    ways += lay(chosen, i + 1, taken | {(pool, place)})
        return ways

    for first in deals[0]:
        for second in deals[1]:
            total += lay([first, second], 0, frozenset())
    return found / max(total, 1), total


def test_what_is_expected_is_the_mean_over_all_deals() -> None:
    """Two small pools, places that take some cards only, and pinned cards: every deal is counted one by one."""
    rng = np.random.default_rng(0)
    compared = 0
    for _ in range(60):
        cards, places = np.zeros((2, 3), np.int64), np.zeros((2, 4), np.int64)
        for pool in range(2):
            for _ in range(int(rng.integers(2, 5))):
                cards[pool, rng.integers(3)] += 1
                places[pool, rng.integers(4)] += 1
        fits = np.array([1, 1, 0], np.int8)
        count = int(rng.integers(0, 3))
        pinned, choices = np.zeros((count, len(PINNED)), np.int64), np.zeros((count, 4, len(CHOICE)), np.int64)
        for i in range(count):
            kind = int(rng.integers(3))
            open_ = [
                (pool, sort, places[pool, sort])
                for pool in range(2)
                for sort in range(0, 4, 2)
                if cards[pool, kind] > 0 and places[pool, sort] > 0
            ]
            pinned[i] = kind, len(open_)
            choices[i, : len(open_)] = np.array(open_).reshape(-1, 3)
        expected, total = all_deals(cards, places, fits, pinned, choices)
        if total == 0:  # no deal fits: games have one, the true one
            continue
        known, share = np.zeros((4, 3), np.int64), np.zeros((4, 3))
        homes = np.arange(4)
        assert spread_out(
            cards.copy(), places.copy(), fits, homes, pinned, choices, bool(rng.random() < 0.5), known, share
        )
        compared += 1
        np.testing.assert_allclose(share, expected, atol=1e-9)
        assert (known <= expected + 1e-9).all()
    assert compared > 25


# ------------------------------------------------------------------------------------------------ the metric

TWO = Spec(Block.lay_out([("hand.opp1", 3, "cards"), ("hand.opp2", 3, "cards")]))


def test_log_loss_by_hand() -> None:
    """A known card costs nothing, a hidden one the log of its chance; chances are relative to the place."""
    hidden = [[1, 1, 0, 0, 0, 1]]
    known = [[1, 0, 0, 0, 0, 0]]
    expected = [[1.0, 0.25, 0.75, 0.5, 0.25, 0.25]]
    found = log_loss(expected, hidden, known, TWO)
    assert found.cards.tolist() == [2]
    assert found.nats[0] == pytest.approx(2 * np.log(4))
    assert found.mean == pytest.approx(np.log(4))
    sure = log_loss(hidden, hidden, known, TWO)
    assert sure.mean == pytest.approx(0)
    assert log_loss([[1, 0, 1, 0, 0, 1]], hidden, known, TWO).mean > 5


def test_no_guess_is_better_than_what_is_expected_if_all_deals_are_alike() -> None:
    """The metric is proper: over worlds, other numbers cost more."""
    table = Game("toy", 3, seed=1)
    spec = table.hidden_spec
    worlds = np.array([table.determinize(0, seed).hidden(0) for seed in range(400)])
    known = np.zeros_like(worlds)
    belief = np.tile(table.belief(0), (400, 1))
    best = log_loss(belief, worlds, known, spec).mean
    rng = np.random.default_rng(2)
    for _ in range(5):
        other = belief * rng.uniform(0.3, 3.0, belief.shape[1])
        assert log_loss(other, worlds, known, spec).mean > best


def test_a_gain_counts_games() -> None:
    cards = np.full(200, 2)
    nats = np.random.default_rng(1).normal(3.0, 1.0, 200)
    better = Losses(nats - 0.2, cards)
    found = gain(Losses(nats, cards), better, np.arange(200) // 10)
    assert found.mean == pytest.approx(0.1)
    assert found.low == pytest.approx(found.high)
    noisy = Losses(nats - np.repeat(np.random.default_rng(3).normal(0.2, 0.3, 20), 10), cards)
    by_game = gain(Losses(nats, cards), noisy, np.arange(200) // 10)
    by_row = gain(Losses(nats, cards), noisy, np.arange(200))
    assert by_game.high - by_game.low > 2 * (by_row.high - by_row.low)


def test_numbers_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(DataError, match=r"known: more cards than there are"):
        log_loss([[1, 1, 1, 1, 1, 1]], [[0, 0, 0, 0, 0, 1]], [[1, 0, 0, 0, 0, 0]], TWO)
    with pytest.raises(DataError, match=r"expected has shape \(1, 4\); expected \(1, 6\)"):
        log_loss([[1, 1, 1, 1]], [[0] * 6], [[0] * 6], TWO)
    one = Losses(np.ones(1), np.ones(1, np.int64))
    with pytest.raises(DataError, match="games: 2 positions; expected 1"):
        gain(one, one, [1, 2])
    with pytest.raises(DataError, match="other hidden cards"):
        gain(one, Losses(np.ones(1), np.full(1, 2)), [1])
