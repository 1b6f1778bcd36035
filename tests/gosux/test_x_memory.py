"""What a perfect memory knows of hidden cards: known ones, epochs, ghosts; and how likely worlds are."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import x_perfect_memory
from x_posterior import Cards, Deal, Posterior
from x_table import (
    BACK,
    BELOW,
    DRAW,
    MILL,
    MISS,
    PLAY,
    RECOVER,
    REFILL,
    SEARCH,
    SEE,
    SHOW,
    SHUFFLE,
    TOP,
    Table,
)

from gosu_env import Game
from gosu_env.gosux.state import GHOSTS

A, B, C = 0, 1, 2  # Troops, of which there are two
H, J = 32, 33  # Heroes
DECK = (A, A, B, B, C, C, H, J)


class Watched:
    """A table, and all that may be there for one who watches."""

    def __init__(self, deck: Any, seed: int) -> None:
        self.table, self.seen = Table(deck, seed), Posterior(deck)

    def draw(self) -> None:
        self.table.do(DRAW)
        self.seen.draw()

    def mill(self) -> None:
        kind = self.table.deck()[0]
        self.table.do(MILL)
        self.seen.mill(kind)

    def play(self, kind: int) -> None:
        self.table.do(PLAY, kind)
        self.seen.play(kind)

    def recover(self, kind: int) -> None:
        self.table.do(RECOVER, kind)
        self.seen.recover(kind)

    def back(self, *kinds: int) -> None:
        for kind in kinds:
            self.table.do(BACK, kind)
        self.table.do(SHUFFLE)
        self.seen.lose_order(kinds)

    def top(self, kind: int) -> None:
        self.table.do(TOP, kind)
        self.seen.top.append(kind)

    def below(self, kind: int) -> None:
        self.table.do(BELOW, kind)
        self.seen.bottom.insert(0, kind)

    def search(self, kind: int) -> None:
        self.table.do(SEARCH, kind)
        self.seen.search()

    def show(self, kind: int) -> None:
        self.table.do(SHOW, kind)
        self.seen.show(kind)

    def miss(self, kind: int) -> None:
        self.table.do(MISS, kind)
        self.seen.miss(kind)

    def see(self) -> None:
        hidden = (self.table.hand() - self.table.known()).elements()
        self.table.do(SEE)
        self.seen.see(hidden)

    def refill(self) -> None:
        cards = self.table.discard().elements()
        self.table.do(REFILL)
        self.seen.lose_order(cards)

    def do_something(self, rng: random.Random) -> None:
        """A random move."""
        hand, discard, deck = list(self.table.hand()), self.table.discard(), self.table.deck()
        moves = ["miss"] + ["see"] * (rng.random() < 0.05)
        moves += ["draw"] * 4 + ["mill", "search", "show"] if deck else ["refill"] * bool(discard)
        moves += ["play"] * 5 if hand else []
        moves += ["recover", "back", "back", "back", "top", "below"] if discard else []
        move = rng.choice(moves)
        if move == "back":
            self.back(*rng.sample(list(discard.elements()), rng.randint(1, min(3, discard.total()))))
        elif move == "miss":
            missing = [kind for kind in (A, B, C, H, J) if kind not in deck]
            if missing:
                self.miss(rng.choice(missing))
        elif move in ("play", "search", "show", "recover", "top", "below"):
            choice = hand if move == "play" else deck if move in ("search", "show") else list(discard)
            getattr(self, move)(rng.choice(choice))
        else:
            getattr(self, move)()

    def check(self, seeds: range) -> None:
        """What is known is known, and every world is among those that may be."""
        assert +self.table.known() == +self.seen.known
        for table in (self.table, *(self.table.world(seed) for seed in seeds)):
            hand, deck, top, bottom = hidden(table)
            assert (hand, deck) in self.seen.deals
            assert [list(top), list(bottom)] == [self.seen.top, self.seen.bottom]
            assert table.known() == self.table.known()

    def surprise(self, worlds: int) -> float:
        """By how much worlds are spread otherwise than they should be, in standard deviations of chi squared."""
        found = Counter[Deal](hidden(self.table.world(seed))[:2] for seed in range(worlds))
        freedom = len(self.seen.deals) - 1
        expected = {deal: worlds * float(weight) for deal, weight in self.seen.deals.items()}
        chi = sum((found[deal] - count) ** 2 / count for deal, count in expected.items())
        return float((chi - freedom) / (2 * freedom) ** 0.5)


def hidden(table: Table) -> tuple[Cards, Cards, Cards, Cards]:
    """Hidden in hand, hidden in the deck; the known top, the known bottom."""
    st = table.state
    size, bottom, top = int(st.deck_size[1]), int(st.bottom_known[1]), int(st.top_known[1])
    deck = [int(kind) for kind in st.deck[1, :size]]
    hand = tuple(sorted((table.hand() - table.known()).elements()))
    return hand, tuple(sorted(deck[bottom : size - top])), tuple(deck[size - top :]), tuple(deck[:bottom])


def ghosts(table: Table) -> int:
    return int(table.state.ghosts_size[1])


def drawn(deck: Any, hand: Counter[int], more: int = 0) -> Watched:
    """A table at which that many cards were drawn as there are in the hand, by chance that very hand, and more."""
    for seed in range(100_000):
        table = Watched(deck, seed)
        for _ in range(hand.total()):
            table.draw()
        if table.table.hand() == hand:
            for _ in range(more):
                table.draw()
            return table
    raise AssertionError


# ------------------------------------------------------------------------------------------------ known cards


@pytest.mark.slow
def test_a_card_that_came_into_the_hand_openly_is_known_until_one_leaves() -> None:
    table = drawn(DECK, Counter([A, A, H]))
    table.play(A)
    table.recover(A)
    assert table.table.known() == Counter([A])
    table.play(A)
    assert not table.table.known()
    assert table.table.hand() == Counter([A, H])
    table.check(range(50))
    assert table.surprise(4000) < 5


def test_the_last_hidden_card_of_a_deck_tells_the_hand() -> None:
    table = Watched((A, B, H), 1)
    table.draw()
    table.draw()
    assert not table.table.known()
    table.draw()
    assert table.table.known() == table.table.hand()
    assert table.table.state.secret[1] == 0


def test_a_card_put_on_top_is_known_when_it_is_drawn() -> None:
    table = drawn(DECK, Counter([A, H]))
    table.play(H)
    table.top(H)
    table.draw()
    assert table.table.known() == Counter([H])
    table.check(range(20))


def test_a_known_deck_tells_the_hand_as_an_empty_one_does() -> None:
    table = Watched((A, B, H), 1)
    for _ in range(2):
        table.draw()
    table.mill()
    assert table.table.known() == table.table.hand()
    (kind,) = table.table.discard()
    table.below(kind)
    table.draw()
    assert table.table.known().total() == 3


def test_a_search_that_finds_nothing_tells_what_is_in_hand() -> None:
    table = drawn(DECK, Counter([A, H, J]))
    table.miss(H)
    assert table.table.known() == Counter([H])
    table.check(range(50))
    assert table.surprise(3000) < 5


# ------------------------------------------------------------------------------------------------ epochs and ghosts


def test_cards_shuffled_in_later_are_not_among_those_drawn_before() -> None:
    table = drawn(DECK, Counter([A, B, H]))
    table.play(H)
    table.back(H)
    for seed in range(300):
        assert H not in table.table.world(seed).hand()
    table.draw()
    found = Counter(H in table.table.world(seed).hand() for seed in range(6000))
    assert abs(found[True] - 1000) < 150  # one of the six cards of the deck was drawn
    assert table.surprise(6000) < 5


def test_a_card_that_leaves_may_have_been_in_any_place_of_the_hand() -> None:
    """Three cards, one shuffled back, another drawn; then one shows itself: it was there before, or just came."""
    table = drawn(DECK, Counter([A, B, H]))
    table.play(H)
    table.back(H)
    for _ in range(2):
        table.draw()
    table.play(next(kind for kind in table.table.hand() if kind not in (H,)))
    assert ghosts(table.table) == 1
    table.check(range(100))
    assert table.surprise(8000) < 5


def test_of_two_copies_of_different_epochs_either_may_have_left_the_hand() -> None:
    table = drawn(DECK, Counter([A, A, B]))
    table.play(A)
    table.back(A)
    table.search(A)
    table.play(A)
    assert ghosts(table.table) == 1
    table.check(range(100))
    assert table.surprise(8000) < 5


def test_of_two_copies_of_different_epochs_either_may_have_been_turned_over() -> None:
    """Counted by hand: the place of the hand had one of A, B, H, J; then an A was shuffled in, and one turned over.

    That was one of two among four cards, or, if the other A is in hand, one of one: 2 to 2 to 2 to 1.
    """
    for seed in range(1000):
        table = Watched((A, A, B, H, J), seed)
        table.draw()
        table.draw()
        if A not in table.table.hand():
            continue
        table.play(A)
        table.back(A)
        if table.table.deck()[0] == A:
            break
    table.mill()
    assert ghosts(table.table) == 1
    table.check(range(100))
    assert table.surprise(8000) < 5
    belief, exact = table.table.belief()
    assert exact
    np.testing.assert_allclose(belief[[A, B, H, J]], [1 / 7, 2 / 7, 2 / 7, 2 / 7], atol=1e-6)


def test_what_does_not_matter_any_more_is_forgotten() -> None:
    table = drawn(DECK, Counter([A, B, H]))
    table.play(H)
    table.back(H)
    table.draw()
    table.play(A)
    assert table.table.state.epoch[1] > 0
    assert ghosts(table.table) == 1
    table.see()
    assert table.table.state.epoch[1] == 0
    assert ghosts(table.table) == 0
    table.check(range(10))


def test_too_many_ghosts_are_forgotten_together_and_no_world_is_left_out() -> None:
    table = Table(DECK, 5)
    for _ in range(3):
        table.do(DRAW)
    for _ in range(3 * GHOSTS):  # one card comes and goes; the others stay, so that epochs never end
        kept = list(table.hand().elements())
        table.do(PLAY, kept[-1])
        table.do(BACK, kept[-1])
        table.do(SHUFFLE)
        table.do(DRAW)
        assert ghosts(table) <= GHOSTS
        for seed in range(3):
            assert table.world(seed).hand().total() == 3
    assert table.state.epoch[1] < 200


# ------------------------------------------------------------------------------------------------ random tables


def random_tables(count: int, seed: int) -> Any:
    rng = random.Random(seed)
    for _ in range(count):
        table = Watched(rng.sample(DECK, rng.randint(5, 8)), rng.randrange(2**31))
        for _ in range(rng.randint(5, 40)):
            table.do_something(rng)
            table.check(range(2))
        yield table


def test_beliefs_of_random_tables_are_means_over_all_that_may_be() -> None:
    """With ghosts and without, to the last digit: every deal is gone through, move by move."""
    compared = 0
    for table in random_tables(150, 3):
        belief, exact = table.table.belief()
        assert exact
        means = np.zeros(len(belief))
        for (hand, _), weight in table.seen.deals.items():
            for kind in hand:
                means[kind] += float(weight)
        for kind, copies in table.seen.known.items():
            means[kind] += copies
        np.testing.assert_allclose(belief, means, atol=1e-5)
        compared += ghosts(table.table) > 0 and len(table.seen.deals) > 1
    assert compared > 10


def test_worlds_of_random_tables_are_those_that_may_be() -> None:
    assert sum(ghosts(table.table) > 0 for table in random_tables(150, 1)) > 10


@pytest.mark.slow
@pytest.mark.parametrize(("tables", "worlds"), [(80, 2000), pytest.param(1000, 4000, marks=pytest.mark.soak)])
def test_worlds_of_random_tables_are_as_likely_as_they_are(tables: int, worlds: int) -> None:
    found = [
        table.surprise(worlds)
        for table in random_tables(tables, 2)
        if len(table.seen.deals) > 1 and ghosts(table.table) > 0
    ]
    assert len(found) > tables // 20
    assert max(found) < 7
    assert abs(sum(found) / len(found)) < 5 / len(found) ** 0.5


# ------------------------------------------------------------------------------------------------ games


@pytest.mark.slow
def test_known_cards_and_worlds_are_those_of_a_perfect_memory() -> None:
    told = x_perfect_memory.main(200, 1)
    assert told["checks"] > 1000
    assert told["ghosts"] > 20
    assert told["shuffles"] > 100


@pytest.mark.soak
def test_known_cards_and_worlds_are_those_of_a_perfect_memory_in_five_thousand_games() -> None:
    told = x_perfect_memory.main(5000, 2)
    print(dict(told))
    assert told["games"] == 5000


@pytest.mark.rule("X-2.5")
def test_a_mulligan_shows_the_hand_and_is_forgotten_with_it() -> None:
    game = next(game for game in map(opening, range(400)) if len(game.legal_actions()) == 2)
    seat = game.seat
    game.apply(game.parse_action("yes"))
    st = game.state
    assert int(st.secret[seat]) == 7
    assert not st.known.any()
    assert not st.epoch.any()


def opening(seed: int) -> Game:
    """A game whose clans are picked."""
    game = Game("gosux", 2, seed)
    while game.to_json()["decision"]["kind"] == "draft":
        game.apply(game.legal_actions()[0])
    return game


@pytest.mark.card("Les flèches de Justice")
def test_a_hand_that_was_looked_at_is_known(x_table: Any) -> None:
    t = x_table({"hand": ["Les flèches de Justice"]}, {"hand": ["Timer", "Arpia"], "army": [["Muraena"]]})
    t.do("place Les flèches de Justice")
    assert sorted(t.game.to_json(0)["players"][1]["hand"]) == ["Arpia", "Timer"]


@pytest.mark.card("Fenghuang")
def test_a_failed_search_for_a_phoenix_tells_that_it_is_in_hand(x_table: Any) -> None:
    phoenixes = ["Phoenix", "Phoenix (Eliana)", "Phoenix (Immortal)"]
    t = x_table({"hand": ["Fenghuang", *phoenixes[:2]], "army": [["Timer"]], "discard": phoenixes[2:]})
    t.do("place Fenghuang")
    assert t.game.to_json(1)["players"][0]["hand"] == ["Phoenix (Eliana)", "Phoenix"]


# ------------------------------------------------------------------------------------------------ what is told


def counter(names: Any, counts: Any) -> Counter[str]:
    return Counter({names[kind]: int(count) for kind, count in enumerate(counts) if count})


def test_texts_and_json_tell_what_is_known() -> None:
    rng, told = np.random.default_rng(2), 0
    for seed in range(3):
        game = Game("gosux", 2, seed)
        names = [card.name for card in game.rules.cards.cards]  # type: ignore[attr-defined]
        while not game.is_over:
            if rng.random() < 0.1:
                seat = int(rng.integers(2))
                known, spec = game.known(seat), game.belief_spec
                text, table = game.describe(seat), game.to_json(seat)
                me, other = table["players"][seat], table["players"][1 - seat]
                assert Counter(filter(None, other["hand"])) == counter(names, known[spec["hand.opp1"]])
                decks = [me, other] if seat == 0 else [other, me]
                assert Counter(me["deck_cards"]) == counter(names, known[spec[f"deck.{seat}"]])
                surely = counter(names, known[spec[f"deck.{1 - seat}"]])
                placed = other["known_top"] + other["known_bottom"]
                assert Counter(other["deck_cards"] or placed) == surely
                assert Counter(table["unseen"]) == counter(
                    names, game.observe(seat)[game.observation_spec["hidden.opp1"]]
                )
                told += surely.total()
                for player in decks:
                    for label, cards in (("on top", player["known_top"]), ("at bottom", player["known_bottom"])):
                        assert (f"  {label:<9} {', '.join(cards)}\n" in text) == bool(cards)
                for world in range(2):
                    assert game.determinize(seat, world).describe(seat) == text
                    assert game.determinize(seat, world).to_json(seat) == table
            game.apply(int(rng.choice(game.legal_actions())))
    assert told > 3


@pytest.mark.card("Les flèches de Justice")
def test_texts_tell_both_which_card_may_not_be_played_and_for_how_long(x_table: Any) -> None:
    mine = {"clans": ["justice", "galmi", "phoenix"], "hand": ["Les flèches de Justice"]}
    yours = {"clans": ["xian", "narashima", "tomorrow"], "hand": ["Nitish", "EZ"]}
    t = x_table(mine, yours).do("place Les flèches de Justice", "forbid Nitish")
    for seat in (0, 1):
        assert "  forbidden Nitish; until seat 0 has ended 1 more turn\n" in t.game.describe(seat)
    assert t.game.to_json(1)["forbidden_turns"] == [0, 1]


@pytest.mark.card("Nityananda")
def test_texts_tell_when_cards_of_a_discard_may_be_played(x_table: Any) -> None:
    mine = {"clans": ["xian", "narashima", "tomorrow"], "hand": ["Nityananda"], "army": [["Nitish"]], "discard": ["EZ"]}
    t = x_table(mine, {"clans": ["justice", "galmi", "phoenix"]}).do("place Nityananda")
    assert t.game.to_json(1)["from_discard"] == ["now", None]
    for seat in (0, 1):
        assert "  cards of the discard may be placed or shifted in, in this turn\n" in t.game.describe(seat)
