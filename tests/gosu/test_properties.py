"""What holds in every state of every game, whatever is played."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_options import NAMES, all_options, fitting

from gosu_env import Game, IllegalActionError
from gosu_env.engine import entries
from gosu_env.engine.bind import bind
from gosu_env.engine.rules import find_rules
from gosu_env.gosu import verbs
from gosu_env.gosu.cards import CardSet, load_cards
from gosu_env.gosu.invariants import VIOLATIONS
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.gosu.legal import MAX_LEGAL
from gosu_env.gosu.observe import observation_spec
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.state import ENDINGS, STATE

CARDS = load_cards()
ENTRIES = bind(entries, verbs)

seeds = st.integers(0, 2**63 - 1)
players = st.integers(2, 4)
options = st.fixed_dictionaries({name: st.booleans() for name in NAMES})
choices = st.lists(st.integers(0, 10**6), min_size=1, max_size=400)


def play(game: Game, picks: list[int]) -> Any:
    """Play on with the picks, over and over; yields the game at every decision."""
    i = 0
    while not game.is_over:
        yield game
        legal = game.legal_actions()
        game.apply(legal[picks[i % len(picks)] % len(legal)])
        i += 1
    yield game


def card_set(game: Game) -> CardSet:
    return game.rules.cards  # type: ignore[attr-defined,no-any-return]


def copies_in_play(game: Game) -> dict[str, int]:
    """How many copies of each card there are: with Kamakor none of a clan that was banned, and none before."""
    clans = game.to_json().get("clans", CLAN_WORDS[:5])
    there = {CLAN_WORDS.index(word) for word in clans} if len(clans) == 5 else set()
    return {card.name: card.copies if card.clan in there else 0 for card in card_set(game).cards}


def all_cards(game: Game) -> dict[str, int]:
    """Every card that can be seen or counted, by name; the draw pile and cards looked at from the record."""
    table = game.to_json()
    names = [card.name for card in card_set(game).cards]
    found: dict[str, int] = dict.fromkeys(names, 0)
    record = game.state
    piles = [table["discard"], [names[k] for k in record.deck[: record.deck_size]]]
    if record.draft:  # the packs lie above the draw pile, with what was kept of them
        packs = record.deck[record.deck_size : record.deck_size + 7 * game.num_players]
        piles.append([names[k] for k in packs])
        piles += [army for player in table["players"] for army in player["army"]]
        assert sum(map(len, piles)) == 100
        for pile in piles:
            for name in pile:
                found[name] += 1
        return found
    piles.append([names[k] for k in record.look[: record.look_size]])
    for player in table["players"]:
        piles.append(player["hand"])
        piles += [[card["card"] for card in row] for row in player["army"]]
    for pile in piles:
        for name in pile:
            found[name] += 1
    return found


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(seeds, players, choices, st.booleans(), options)
def test_cards_are_conserved_and_armies_stand(
    seed: int, n: int, picks: list[int], forced: bool, chosen: dict[str, bool]
) -> None:
    start = Game("gosu", n, seed, auto_forced=forced, **fitting(n, chosen))
    levels = {card.name: card.levels for card in card_set(start).cards}
    for game in play(start, picks):
        copies, banning = copies_in_play(game), game.to_json()["decision"]["kind"] == "ban"
        assert all_cards(game) == copies
        assert sum(copies.values()) == (0 if banning else 100)
        for player in game.to_json()["players"]:
            rows = player["army"]
            assert len(rows[0]) <= 5
            assert len(rows[0]) >= len(rows[1]) >= len(rows[2])
            for level, row in enumerate(rows, 1):
                assert all(level in levels[card["card"]] for card in row)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(seeds, players, choices, st.integers(0, 10**6), options)
def test_the_mask_is_exact(seed: int, n: int, picks: list[int], sample: int, chosen: dict[str, bool]) -> None:
    """Never empty before the end; every legal id applies; an illegal one is refused and changes no byte."""
    for game in play(Game("gosu", n, seed, **fitting(n, chosen)), picks):
        mask = game.mask()
        legal = game.legal_actions()
        assert np.flatnonzero(mask).tolist() == legal == sorted(set(legal))
        assert game.is_over == (not legal)
        for action in legal:
            game.clone().apply(action)
            assert game.parse_action(game.action_text(action)) == action
        before = game.to_bytes()
        illegal = np.flatnonzero(mask == 0)
        for action in (int(illegal[sample % len(illegal)]), -1, game.num_actions, game.num_actions + sample):
            with pytest.raises(IllegalActionError):
                game.apply(action)
        assert game.to_bytes() == before
        assert game.mask().tolist() == mask.tolist()


@settings(max_examples=30, deadline=None)
@given(seeds, players, choices, options)
def test_saves_and_clones_go_on_alike(seed: int, n: int, picks: list[int], chosen: dict[str, bool]) -> None:
    game = Game("gosu", n, seed, **fitting(n, chosen))
    for _ in itertools.islice(play(game, picks), 20):
        pass
    twins = [game.clone(), Game.from_bytes(game.to_bytes()), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    assert all(twin == game for twin in twins)
    if not game.is_over:
        before = game.to_bytes()
        for twin in twins:
            twin.apply(twin.legal_actions()[0])
        assert all(twin == twins[0] for twin in twins)
        assert twins[0] != game
        assert game.to_bytes() == before


@settings(max_examples=20, deadline=None)
@given(seeds, players, choices, options)
def test_returns_follow_the_formula(seed: int, n: int, picks: list[int], chosen: dict[str, bool]) -> None:
    for game in play(Game("gosu", n, seed, **fitting(n, chosen)), picks):
        if not game.is_over:
            assert game.returns() == [0.0] * n
    k = len(game.winners)
    returns = game.returns()
    assert sum(returns) == pytest.approx(0)
    for seat in range(n):
        if k:
            expected = (n / k - 1) / (n - 1) if seat in game.winners else -1 / (n - 1)
            assert returns[seat] == pytest.approx(expected)


def soak(decisions: int, n: int, seed: int, **options: Any) -> np.ndarray:
    """Random play with every invariant checked in compiled code; the statistics."""
    stats = np.zeros(4 + len(ENDINGS), np.int64)
    rng = np.random.default_rng(seed).integers(1, 2**32, 4, np.uint32)
    mask, obs = np.zeros(0, np.int8), np.zeros(0, np.int8)
    rules: Any = find_rules("gosu", n, options)
    states, legal = rules.new_states(1), np.zeros(rules.max_legal, np.int16)
    flags = GosuOptions(**options).flags
    found = ENTRIES.play(states, rules.tables, decisions, rng, n, flags, 2000, legal, mask, obs, 1, stats)
    assert VIOLATIONS[found] == "none"
    return stats


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("auto_forced", [False, True])
def test_random_play_breaks_no_invariant(n: int, auto_forced: bool) -> None:
    stats = soak(60_000, n, seed=n, auto_forced=auto_forced)
    assert stats[1] >= 60_000
    assert stats[4 + ENDINGS.index("fault")] == 0


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4])
def test_random_play_by_any_options_breaks_no_invariant(n: int) -> None:
    for i, chosen in enumerate(all_options(n)):
        stats = soak(4_000, n, seed=n, auto_forced=i % 3 > 0, **chosen)
        assert stats[4 + ENDINGS.index("fault")] == 0


def test_a_broken_record_is_noticed() -> None:
    """The checks themselves can fail: damage one field after the other."""
    damage = {
        "cards are not conserved": lambda s: s.discard.__setitem__(3, s.discard[3] + 1),
        "a row has a hole or a wrong count": lambda s: s.row_size.__setitem__((0, 0), s.row_size[0, 0] + 1),
        "a hand's counts are wrong": lambda s: s.hand_level.__setitem__((0, 0), s.hand_level[0, 0] + 1),
        "tokens are not conserved": lambda s: s.tokens.__setitem__(0, 3),
        "more is known of a hand than it holds": lambda s: s.known.__setitem__((0, slice(None)), 255),
        "the Globals in force are wrong": lambda s: s.globals.__setitem__(0, 1),
        "a running game waits for nobody": lambda s: setattr(s, "decision", 0),
        "the stack overflowed": lambda s: setattr(s, "depth", 0),
        "partners have different victory points": lambda s: (
            setattr(s, "teams", 1),
            s.victory_points.__setitem__(1, 1),
        ),
    }
    for expected, harm in damage.items():
        game = Game("gosu", 4 if "partners" in expected else 2, seed=4)
        states = np.array([game.state], STATE)
        harm(states[0])
        found = ENTRIES.check(states, CARDS.tables, 0, np.zeros(MAX_LEGAL, np.int16))
        assert VIOLATIONS[found] == expected


def test_a_game_that_is_too_long_ends_as_truncated() -> None:
    game = Game("gosu", seed=1, max_decisions=5)
    steps = 0
    while not game.is_over:
        game.apply(game.legal_actions()[0])
        steps += 1
    assert steps <= 5
    assert ENDINGS[int(game.state.ending)] == "truncated"
    assert game.winners == []
    assert game.returns() == [0.0, 0.0]


@pytest.mark.soak
def test_soak() -> None:
    """20 million random decisions; fewer than 1 game in 10,000 reaches the bound."""
    decisions = int(os.environ.get("SOAK_DECISIONS", "20000000"))
    per_run = decisions // 6
    for n in (2, 3, 4):
        for auto_forced in (False, True):
            stats = soak(per_run, n, seed=100 + n, auto_forced=auto_forced)
            games, played, longest, rounds = stats[:4].tolist()
            ends = dict(zip(ENDINGS, stats[4:].tolist(), strict=True))
            print(
                f"\n{n} players, auto_forced={auto_forced}: {played:,} decisions, {games:,} games, "
                f"{played / games:.1f} decisions and {rounds / games:.2f} rounds a game, longest {longest}, {ends}"
            )
            assert ends["fault"] == 0
            assert ends["truncated"] * 10_000 < games


def test_observation_entries_fit_their_type() -> None:
    """No count of a long game wraps around in int8."""
    rng = np.random.default_rng(0)
    for n in (2, 3, 4):
        spec = observation_spec(n)
        game = Game("gosu", num_players=n, seed=n)
        while not game.is_over:
            for seat in range(n):
                obs = game.observe(seat)
                assert obs.dtype == np.int8
                assert obs.shape == (spec.size,)
                negative = np.flatnonzero(obs < 0)
                assert all(spec.at(int(i)).name == "globals" for i in negative)
            game.apply(int(rng.choice(game.legal_actions())))
