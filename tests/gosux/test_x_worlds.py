"""Hidden information: nothing leaks, and determinised worlds are worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.engine import entries
from gosu_env.engine.bind import bind
from gosu_env.engine.encode import encode
from gosu_env.gosux import verbs
from gosu_env.gosux.invariants import VIOLATIONS
from gosu_env.gosux.legal import MAX_LEGAL

ENTRIES = bind(entries, verbs)
SECRET = ("react", "mulligan", "pay_bounty", "pay_clan")  # asked even if there is one answer


def random_positions(count: int, seed: int, auto_forced: bool = True) -> Iterator[Game]:
    """Positions of random games."""
    rng = np.random.default_rng(seed)
    found = 0
    while found < count:
        game = Game("gosux", 2, int(rng.integers(2**62)), auto_forced=auto_forced)
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
    """What a seat cannot see: the other hand, the decks, the generator."""
    st = game.state
    decks = [st.deck[i, : st.deck_size[i]].tolist() for i in range(2)]
    return (st.hand[1 - seat].tolist(), decks, st.rng.tolist())


def play_on(game: Game, rng: np.random.Generator) -> None:
    while not game.is_over:
        game.apply(int(rng.choice(game.legal_actions())))


def kind(game: Game) -> str:
    return str(game.to_json()["decision"]["kind"])


@pytest.mark.parametrize("auto_forced", [True, False])
def test_worlds_look_alike_are_legal_and_play_on(auto_forced: bool) -> None:
    rng = np.random.default_rng(1)
    different = 0
    asked = Counter[str]()
    for game in random_positions(400, seed=2, auto_forced=auto_forced):
        seat = int(rng.integers(2))
        before = game.to_bytes()
        expected = shown(game, seat)
        for _ in range(2):
            world = game.determinize(seat, rng)
            assert shown(world, seat) == expected
            found = ENTRIES.check(world.states, world.rules.tables, 0, np.zeros(MAX_LEGAL, np.int16))
            assert VIOLATIONS[found] == "none"
            if game.seat != seat:
                asked[kind(game)] += 1
                assert len(world.legal_actions()) > (auto_forced and kind(game) not in SECRET)
            different += hidden(world, seat) != hidden(game, seat)
            play_on(world, rng)
            assert world.state.ending != 5  # a fault
        assert game.to_bytes() == before
    assert different > 1.9 * 400
    assert {"main", "pay", "newcomer", "discard"} <= set(asked)


def test_the_same_seed_gives_the_same_world() -> None:
    for game in random_positions(20, seed=3):
        assert game.determinize(0, 5) == game.determinize(0, 5)
        assert game.determinize(0, np.random.default_rng(5)) == game.determinize(0, np.random.default_rng(5))


def test_a_world_depends_on_what_the_seat_knows_alone() -> None:
    """A world of a world is the same as one of the truth, byte for byte, for the same seed."""
    rng = np.random.default_rng(6)
    for game in random_positions(300, seed=7):
        seat = int(rng.integers(2))
        assert game.determinize(seat, 1).determinize(seat, 2) == game.determinize(seat, 2)


def test_nothing_leaks() -> None:
    """Permuting what is hidden — by hand, not by ``determinize`` — changes nothing that a seat is shown."""
    rng = np.random.default_rng(4)
    swapped = 0
    for game in random_positions(200, seed=5):
        seat = int(rng.integers(2))
        other = 1 - seat
        expected = shown(game, seat)
        world = game.clone()
        st = world.state
        for owner in range(2):
            first, last = int(st.bottom_known[owner]), int(st.deck_size[owner]) - int(st.top_known[owner])
            rng.shuffle(st.deck[owner, first:last])
        unknown = [k for k in range(88) if st.hand[other, k] > st.known[k]]
        first, last = int(st.bottom_known[other]), int(st.deck_size[other]) - int(st.top_known[other])
        if unknown and first < last and not st.epoch[other]:
            mine, at = int(rng.choice(unknown)), int(rng.integers(first, last))
            theirs = int(st.deck[other, at])
            st.deck[other, at] = mine
            st.hand[other, mine] -= 1
            st.hand[other, theirs] += 1
            swapped += 1
        assert shown(world, seat) == expected
    assert swapped > 100


def test_worlds_are_spread_evenly() -> None:
    """Every hidden card of the opponent is as likely as any other to be in hand."""
    game = Game.position("gosux", players=[{"hand": ["Timer"]}, {"hand": ["Shard", "Bun To", "Kan Te"]}])
    times = np.zeros(88)
    draws = 4000
    for i in range(draws):
        times += game.determinize(0, i).state.hand[1]
    owner = game.state.clan_owner
    copies = np.array([card.copies * (owner[card.clan] == 1) for card in game.rules.cards.cards], float)  # type: ignore[attr-defined]
    expected = draws * 3 * copies / 45
    assert np.abs(times - expected).max() < 6 * np.sqrt(expected.max())
    assert times.sum() == 3 * draws


def test_the_order_of_the_own_deck_is_not_known() -> None:
    game = next(random_positions(1, seed=8))
    while not game.state.deck_size[0]:
        game.apply(game.legal_actions()[0])
    size = int(game.state.deck_size[0])
    tops = {int(game.determinize(0, seed).state.deck[0, size - 1]) for seed in range(200)}
    assert len(tops) > 15
    for seed in range(5):
        world = game.determinize(0, seed)
        assert sorted(world.state.deck[0, :size]) == sorted(game.state.deck[0, :size])
        assert (world.state.hand[0] == game.state.hand[0]).all()


@pytest.mark.rule("X-5.1")
def test_a_payment_for_a_shift_keeps_a_newcomer_in_every_world() -> None:
    """The only Immortal left in hand, or a Hero: what the shift needs is there."""
    game = Game.position(
        "gosux",
        players=[
            {"hand": ["Smook", "Timer", "Muraena", "Sqeezs", "Arpia"], "army": [["Timer"], ["Genious"]]},
            {"hand": ["Shard"], "army": [["Bun To"]]},
        ],
    )
    game.apply(game.parse_action("shift h1"))
    assert kind(game) == "pay"
    rng = np.random.default_rng(0)
    heroes = [card.kind for card in game.rules.cards.cards if 2 in card.levels and card.name != "Genious"]  # type: ignore[attr-defined]
    for seed in range(200):
        world = game.determinize(1, seed)
        assert world.state.hand[0, heroes].any()
        play_on(world, rng)


@pytest.mark.card("Byun Hyung Ja (Xi'an)")
def test_cards_of_a_clan_that_are_being_paid_with_are_there_in_every_world() -> None:
    """Five of seven cards of a clan: no deal comes out like that by chance."""
    troops = ["3 voeux", "3 voeux", "1000 visages", "1000 visages", "Dragon dansant"]
    game = Game.position(
        "gosux",
        players=[
            {
                "clans": ["xian", "phoenix", "galmi"],
                "hand": ["Timer", *troops],
                "army": [["All in one", "All in one"], ["Valeen"], ["Byun Hyung Ja (Xi'an)"]],
                "tokens": 0,
            },
            {"army": [["Nitish"]]},
        ],
        options={"auto_forced": False},
    )
    game.apply(game.parse_action("place Timer"))
    while kind(game) != "pay_clan":
        game.apply(game.legal_actions()[0])
    game.apply(game.parse_action("discard Xi'an"))
    left = 5
    while kind(game) == "discard":
        xian = [card.kind for card in game.rules.cards.cards if card.clan == 7]  # type: ignore[attr-defined]
        for seed in range(60):
            assert game.determinize(1, seed).state.hand[0, xian].sum() >= left
        game.apply(game.legal_actions()[0])
        left -= 1
    assert left == 0


# ------------------------------------------------------------------------------------------------ observations


def part(game: Game, name: str, seat: int) -> Any:
    return game.observe(seat)[game.observation_spec[name]]


def test_numbers_lie_within_what_the_spec_says_and_can_be_encoded() -> None:
    spec = Game("gosux").observation_spec
    bounds = [(block.kind_of(i).low, block.kind_of(i).high) for block in spec.blocks for i in range(block.size)]
    low, high = np.array(bounds).T
    encoder = encode(spec)
    for game in random_positions(300, seed=9):
        for seat in range(2):
            seen = game.observe(seat)
            wrong = np.flatnonzero((seen < low) | (seen > high))
            assert not len(wrong), {spec.at(int(i)).name for i in wrong}
            assert np.isfinite(encoder(seen)).all()


def test_both_seats_see_the_same_table() -> None:
    for game in random_positions(100, seed=10):
        for name in ("discard", "removed", "tiles", "look", "decision", "effect"):
            assert (part(game, name, 0) == part(game, name, 1)).all()
        for piece in ("player", "laws", "top", "bottom"):
            assert (part(game, f"{piece}.me", 0) == part(game, f"{piece}.opp1", 1)).all()
        for piece in ("card", "clan", "face_down", "token", "free", "ethereal", "bounty"):
            assert (part(game, f"army.me.{piece}", 0) == part(game, f"army.opp1.{piece}", 1)).all()
        assert (part(game, "shown.me", 0) == part(game, "hand.opp1", 1)).all()
        assert part(game, "clans", 0).tolist() == [(0, 2, 1)[owner] for owner in part(game, "clans", 1)]


def test_all_cards_of_a_player_are_to_be_seen_somewhere() -> None:
    """Discard, army, removed, revealed, hand and deck: 45 of one's own; of the opponent, the hidden ones count."""
    for game in random_positions(200, seed=11):
        st = game.state
        if not st.clans.all() or np.bitwise_count(st.clans).sum() < 6:
            continue
        own = np.array([st.clan_owner[card.clan] == 0 for card in game.rules.cards.cards])  # type: ignore[attr-defined]
        table = Counter[int]()
        for name in ("army.me.card", "army.opp1.card", "look"):
            table.update(int(number) - 1 for number in part(game, name, 0) if number)
        lying = np.array([table[k] for k in range(88)]) + part(game, "discard", 0) + part(game, "removed", 0)
        mine = lying + part(game, "hand.me", 0) + part(game, "deck.me", 0)
        assert mine[own].sum() == 45
        theirs = lying + part(game, "hand.opp1", 0) + part(game, "hidden.opp1", 0)
        tops = int(st.top_known[1]) + int(st.bottom_known[1])
        assert theirs[part(game, "clans", 0)[[c.clan for c in game.rules.cards.cards]] == 2].sum() == 45 - tops  # type: ignore[attr-defined]
