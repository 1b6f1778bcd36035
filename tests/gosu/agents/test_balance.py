"""The report on the game: what happens to cards is counted exactly, and the figures say what the games say."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from gosu_env import DataError, Game, GosuError, OptionError
from gosu_env.agents.arena import Arena, Outcome
from gosu_env.agents.arena.journal import write_line
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.balance import Report, Verdict
from gosu_env.agents.balance.aims import card_bounds, seat_bounds
from gosu_env.agents.balance.page import command
from gosu_env.agents.gosu.balance import Balance, Tally, aims
from gosu_env.agents.gosu.balance.aims import card_verdict, clan_verdict
from gosu_env.agents.gosu.balance.page import markdown
from gosu_env.agents.gosu.balance.tally import EVENTS
from gosu_env.agents.intervals import QUANTILES, bootstrap_rate, clustered_wilson, rate_shares, wilson
from gosu_env.cli import app
from gosu_env.gosu.cards import CLAN_NAMES, DEFAULT_SET, default_cards, load_cards

KAMAKOR = load_cards(kamakor=True)

# ------------------------------------------------------------------------------------------------ tallies


def choices(game: Game, *texts: str) -> list[int]:
    """The actions of these texts; decisions with one answer are not named."""
    game, left, found = game.clone(), list(texts), []
    while not game.is_over:
        legal = game.legal_actions()
        if len(legal) > 1:
            found.append(game.parse_action(left.pop(0)))
        game.apply(found[-1] if len(legal) > 1 else legal[0])
    assert not left
    return found


def told(game: Game, *texts: str) -> dict[str, dict[int, dict[str, int]]]:
    """What a tally counts besides the first hands, by event, seat and card."""
    names = [card.name for card in default_cards().cards]
    tally = Tally(game.clone(), choices(game, *texts))
    counts = tally.counts.copy()
    dealt = counts[:, EVENTS.index("dealt")]
    assert (dealt == game.states["hand"][0, : game.num_players]).all()
    counts[:, EVENTS.index("drawn")] -= dealt
    found: dict[str, dict[int, dict[str, int]]] = {}
    for seat, event, kind in zip(*np.nonzero(counts), strict=True):
        if EVENTS[event] != "dealt":
            seats = found.setdefault(EVENTS[event], {})
            seats.setdefault(int(seat), {})[names[kind]] = int(counts[seat, event, kind])
    return found


def position(*players: dict[str, Any], cards: str | None = None, **more: Any) -> Game:
    """A table whose next Great Battle ends the game: seat 0 has two VP and the Advantage token."""
    first = {"vp": 2} | players[0]
    options = {"auto_forced": False, "cards": cards}
    return Game.position("gosu", 2, options=options, players=[first, *players[1:]], **more)


def test_what_is_paid_is_neither_placed_nor_drawn() -> None:
    game = position({"hand": ["Sprig", "Garsh", "Fact", "Ideo"], "army": [["Bolt"]]}, {"army": [["Dom"]]})
    assert told(game, "place Sprig", "discard Garsh", "discard Ideo", "pass", "pass") == {"placed": {0: {"Sprig": 1}}}


def test_a_card_drawn_while_its_twin_is_discarded_is_counted() -> None:
    game = position({"hand": ["Piston", "Bolt", "Bolt"]}, {"army": [["Dom"]]}, deck=["Cog", "Grint"])
    found = told(game, "place Piston", "number 2", "pass", "pass")
    assert found == {"placed": {0: {"Piston": 1}}, "drawn": {0: {"Cog": 1, "Grint": 1}}}
    game = position({"hand": ["Piston", "Bolt"]}, {"army": [["Dom"]]}, deck=["Bolt"])
    found = told(game, "place Piston", "number 1", "pass", "pass")
    assert found == {"placed": {0: {"Piston": 1}}, "drawn": {0: {"Bolt": 1}}}


def test_an_effect_that_places_is_a_placing_by_its_player() -> None:
    game = position({"hand": ["Boko", "Sprig"]}, {"army": [["Dom"]]}, deck=["Ideo", "Fact"])
    found = told(game, "place Boko", "place Sprig", "pass", "pass")
    assert found == {"placed": {0: {"Boko": 1, "Sprig": 1}}, "drawn": {0: {"Fact": 1, "Ideo": 1}}}


def test_a_mutation_has_one_that_goes_and_one_that_comes() -> None:
    game = position({"hand": ["Sprig", "Ideo", "Fact"], "army": [["Grint"]]}, {"army": [["Dom"]]}, deck=["Cog"])
    found = told(game, "mutate 1.1", "discard Ideo", "pass", "pass")
    assert found == {"replaced": {0: {"Grint": 1}}, "brought": {0: {"Sprig": 1}}, "drawn": {0: {"Cog": 1}}}


def test_a_zombie_brings_a_card_that_no_hand_had() -> None:
    players = {"hand": ["Ideo", "Tusk"], "army": [["Murk"], ["Kataclysm"]]}, {"army": [["Dom"]]}
    found = told(position(*players, discard=["Sparx"]), "mutate 2.1", "discard Tusk", "bring in Sparx", "pass", "pass")
    assert found == {"replaced": {0: {"Kataclysm": 1}}, "brought": {0: {"Sparx": 1}}}


@pytest.mark.parametrize(("answer", "left"), [("bring in Cog from the discard", 1), ("bring in Cog", 0)])
def test_a_zombie_may_choose_between_hand_and_discard(tmp_path: Path, answer: str, left: int) -> None:
    """The newcomer comes from where the answer says; a draw of its twin right after shows that nothing is mixed up."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    text = text.replace('name = "Hoshi"\n', 'name = "Hoshi"\nzombie = true\n')
    text = text.replace('enters = ["token back 1"]', "enters = ['recover 1 name=\"Cog\"']")
    (tmp_path / "zombie.toml").write_text(text, encoding="utf-8")
    players = {"hand": ["Cog", "Ideo", "Fact"], "army": [["Hoshi"]]}, {"army": [["Dom"]]}
    game = position(*players, cards=str(tmp_path / "zombie.toml"), discard=["Cog"], deck=["Grint", "Rivet"])
    found = told(game, "mutate 1.1", "discard Ideo", "discard Fact", answer, "keep Rivet", "pass", "pass")
    assert found["replaced"] == {0: {"Hoshi": 1}}
    assert found["brought"] == {0: {"Cog": 1}}
    assert found["drawn"] == {0: {"Rivet": 1} | ({} if left else {"Cog": 1})}


def test_activations_are_counted_for_the_card_and_every_use() -> None:
    game = position({"army": [["Bolt", "Rengo"]]}, {"army": [["Dom"]]}, deck=["Ideo", "Fact", "Cog", "Grint"])
    found = told(game, "activate 1.1", "pass", "activate 1.2", "keep Cog", "pass")
    assert found["activated"] == {0: {"Bolt": 1, "Rengo": 1}}
    assert sum(found["drawn"][0].values()) == 3


def test_a_stolen_card_is_drawn_by_the_thief_alone() -> None:
    game = position({"hand": ["Duwal", "Bolt"], "army": [["Murk"]]}, {"hand": ["Ideo"], "army": [["Dom"]]})
    found = told(game, "place Duwal", "yes", "pass", "pass")
    assert found == {"placed": {0: {"Duwal": 1}}, "drawn": {0: {"Ideo": 1}}}


def test_cards_that_are_discarded_or_destroyed_by_others_are_not_counted() -> None:
    game = position({"hand": ["Shade", "Garsh"], "army": [["Ember"]]}, {"hand": ["Ideo", "Fact"], "army": [["Dom"]]})
    found = told(game, "place Garsh", "destroy opp1 1.1", "pass", "pass")
    assert found == {"placed": {0: {"Garsh": 1}}}
    game = position({"hand": ["Shade"], "army": [["Murk"]]}, {"hand": ["Ideo", "Fact"], "army": [["Dom"]]})
    assert told(game, "place Shade", "discard Ideo", "pass", "pass") == {"placed": {0: {"Shade": 1}}}


def test_both_hands_of_a_mulligan_are_drawn_and_the_first_is_dealt() -> None:
    empty = Game("gosu", 2, 0, auto_forced=False)
    game = next(game for game in map(empty.deal, range(1000)) if "Bakuto" in game.decision_text())
    seat, first = game.seat, game.states["hand"][0, game.seat].copy()
    actions = [game.parse_action("yes")]
    played = game.clone()
    played.apply(actions[0])
    second = played.states["hand"][0, seat].copy()
    while not played.is_over:
        legal = played.legal_actions()
        actions += legal[:1] if len(legal) > 1 else []
        played.apply(legal[0])
    counts = Tally(game, actions).counts[seat]
    assert (counts[EVENTS.index("dealt")] == first).all()
    assert (counts[EVENTS.index("drawn")] >= first + second).all()
    assert counts[EVENTS.index("drawn")].sum() < 14 + 7


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tallies_agree_with_what_is_said_at_the_table(seats: int) -> None:
    """The actions of an arena leave out what is forced; the words of the same game told in full do not."""
    rng = np.random.default_rng(seats)
    names = [card.name for card in default_cards().cards]
    whole, forced = (Game("gosu", seats, 0, auto_forced=option) for option in (False, True))
    for seed in range(12):
        game, actions = forced.deal(seed), []
        while not game.is_over:
            actions.append(int(rng.choice(game.legal_actions())))
            game.apply(actions[-1])
        tally = Tally(whole.deal(seed), actions)
        assert tally.game.winners == game.winners
        assert (tally.game.states["hand"] == game.states["hand"]).all()
        said: Counter[tuple[str, int, str]] = Counter()
        told_again, left = whole.deal(seed), iter(actions)
        assert tally.opener == told_again.to_json()["advantage"]
        while not told_again.is_over:
            legal = told_again.legal_actions()
            action = legal[0] if len(legal) == 1 else next(left)
            text, seat = told_again.action_text(action), told_again.seat
            for verb, event in (("place ", "placed"), ("bring in ", "brought")):
                if text.startswith(verb):
                    said[event, seat, text.removeprefix(verb)] += 1
            if text.startswith("activate "):
                said["activated", seat, text.partition("(")[2].rstrip(")")] += 1
            told_again.apply(action)
        for event in ("placed", "brought", "activated"):
            counted = tally.counts[:, EVENTS.index(event)]
            found = {(event, int(s), names[k]): int(counted[s, k]) for s, k in zip(*np.nonzero(counted), strict=True)}
            assert found == {key: number for key, number in said.items() if key[0] == event}
        counts = tally.counts.sum(axis=0)
        replaced, brought = counts[EVENTS.index("replaced")], counts[EVENTS.index("brought")]
        assert replaced.sum() == brought.sum()
        army = np.bincount([kind for kind in game.states["army"][0].ravel() if kind >= 0], minlength=len(names))
        assert (counts[EVENTS.index("placed")] + brought - replaced >= army).all()


def test_a_tally_refuses_what_it_cannot_count() -> None:
    game = position({"hand": ["Sprig"]}, {"army": [["Dom"]]})
    actions = choices(game, "place Sprig", "pass", "pass")
    with pytest.raises(DataError, match="the actions end before the game"):
        Tally(game.clone(), actions[:-1])
    with pytest.raises(DataError, match="the game ends before the actions"):
        Tally(game.clone(), [*actions, 0])


# ------------------------------------------------------------------------------------------------ intervals


def test_seats_of_different_games_are_independent() -> None:
    wins = np.array([1.0] * 60 + [0.0] * 40)
    low, high = clustered_wilson(wins, np.ones(100))
    assert (low, high) == pytest.approx(wilson(60, 100), abs=2e-3)
    assert clustered_wilson(np.zeros(20), np.ones(20)) == wilson(0, 20)
    assert clustered_wilson(np.zeros(3), np.zeros(3)) == (0, 1)


def test_when_every_seat_of_a_game_counts_there_is_little_to_be_unsure_of() -> None:
    low, high = clustered_wilson(np.ones(500), np.full(500, 2.0))
    assert 0.45 < low < 0.5 < high < 0.55
    assert high - low < 0.1 * (wilson(500, 1000)[1] - wilson(500, 1000)[0])


def test_clustered_intervals_are_those_of_a_bootstrap_over_games() -> None:
    rng = np.random.default_rng(3)
    seats = rng.integers(1, 3, 800).astype(float)
    wins = np.where(seats == 2, 1.0, rng.random(800) < 0.6)
    close = bootstrap_rate(wins, seats, 4000, rng)
    assert clustered_wilson(wins, seats) == pytest.approx(close, abs=0.004)
    plain = wilson(wins.sum(), seats.sum())
    assert plain[1] - plain[0] > 1.3 * (close[1] - close[0])


def test_intervals_hold_the_truth_in_95_of_100_cases() -> None:
    rng, held = np.random.default_rng(5), 0
    for _ in range(600):
        seats = rng.integers(1, 3, 150).astype(float)
        wins = np.where(seats == 2, 1.0, rng.random(150) < 0.7)
        low, high = clustered_wilson(wins, seats)
        held += low <= (1 + 0.7) / 3 <= high
    assert 0.92 < held / 600 < 0.98


def test_shares_have_the_intervals_of_a_bootstrap_over_games() -> None:
    """Two seats, three things: who plays more of the first wins more often."""
    rng = np.random.default_rng(8)
    parts = rng.dirichlet(np.ones(3), (1000, 2))
    first = rng.random(1000) < 0.5 + 0.4 * (parts[:, 0, 0] - parts[:, 1, 0])
    wins, plays = np.where(first[:, None], parts[:, 0], parts[:, 1]), parts.sum(axis=1)
    share, low, high = zip(*rate_shares(wins, plays), strict=True)
    weights = np.concatenate([np.ones((1, 1000)), rng.exponential(size=(4000, 1000))])
    rates = weights @ wins / (weights @ plays)
    samples = rates / rates.sum(axis=1, keepdims=True)
    assert share == pytest.approx(samples[0])
    assert [low, high] == pytest.approx(np.quantile(samples[1:], QUANTILES, axis=0), abs=0.002)
    assert low[0] > 1 / 3 > high[1]


def test_what_was_never_played_has_no_share() -> None:
    found = rate_shares(np.array([[1.0, 0.0, 0.0]]), np.array([[1.0, 1.0, 0.0]]))
    assert [share for share, _, _ in found] == [1, 0, None]
    assert rate_shares(np.zeros((4, 2)), np.zeros((4, 2))) == [(None, None, None)] * 2


def test_a_share_of_nothing_has_an_interval() -> None:
    """Two things in 40 games: one always wins, the other never does."""
    always, never = rate_shares(np.tile([1.0, 0.0], (40, 1)), np.ones((40, 2)))
    assert always[0] == 1
    assert always[1] <= 1
    assert never[:2] == (0, 0)
    assert 0.05 < never[2] < 0.1


# ------------------------------------------------------------------------------------------------ figures


def invented(rows: list[dict[str, Any]], seats: int = 2, kamakor: bool = False) -> Balance:
    """Games that nobody played: who won, and ``did``: event, seat, card, how often; with Kamakor ``clans``."""
    cards = load_cards(kamakor=kamakor)
    outcomes, tallies = [], []
    for index, row in enumerate(rows):
        counts = np.zeros((seats, len(EVENTS), len(cards)), np.int16)
        for event, seat, name, number in row.get("did", ()):
            counts[seat, EVENTS.index(event), cards.kind(name)] += number
        ending, card = row.get("ending", ("battle", None))
        rounds, decisions = row.get("length", (4, [10] * seats))
        outcomes.append(Outcome(index, row["winners"], ending, card, rounds, decisions, []))
        in_play = np.array([clan in row.get("clans", range(5)) for clan in range(len(cards.clan_names))])
        tallies.append(SimpleNamespace(opener=row.get("opener", 0), counts=counts, clans=in_play))
    options = {"kamakor": True} if kamakor else {}
    settings = Settings.make("random", len(rows), seats, "mirror", **options)
    return Balance(settings, cards, outcomes, tallies)  # type: ignore[arg-type]


def test_a_seat_counts_once_for_a_game_and_a_card_every_time() -> None:
    balance = invented(
        [
            {"winners": [0], "did": [("drawn", 0, "Bolt", 2), ("placed", 0, "Bolt", 2), ("placed", 1, "Bolt", 1)]},
            {"winners": [1], "did": [("placed", 1, "Bolt", 1), ("activated", 1, "Bolt", 3), ("placed", 0, "Cog", 1)]},
            {"winners": [0, 1], "did": [("placed", 0, "Bolt", 1), ("replaced", 0, "Bolt", 1)]},
            {"winners": []},
        ]
    )
    bolt = balance.cards.row(by_predicate=pl.col("card") == "Bolt", named=True)
    assert [bolt[name] for name in EVENTS] == [0, 2, 5, 1, 0, 3]
    assert (bolt["placed_seats"], bolt["placed_win"]) == (4, 2.5 / 4)
    assert (bolt["drawn_seats"], bolt["drawn_win"]) == (1, 1)
    assert (bolt["activated_seats"], bolt["activated_win"]) == (1, 1)
    assert (bolt["dealt_seats"], bolt["dealt_win"]) == (0, None)
    assert bolt["placed_edge"] == pytest.approx(2.5 / 4 - 2.5 / 5)
    assert (bolt["clan"], bolt["level"], bolt["copies"]) == ("Meka-Goblins", 1, 2)
    plays = balance.plays.filter(card="Bolt").sort("game", "seat")
    assert plays["game"].to_list() == [0, 0, 1, 2]
    assert plays["win"].to_list() == [1, 0, 1, 0.5]
    assert plays["placed"].to_list() == [2, 1, 1, 1]


def test_a_seat_counts_for_its_clans_in_parts() -> None:
    """Meka: a quarter of a winner, and all of another. Fire: three quarters of a winner. Dark: a loser."""
    balance = invented(
        [
            {"winners": [0], "did": [("placed", 0, "Bolt", 1), ("brought", 0, "Garsh", 3), ("placed", 1, "Murk", 5)]},
            {"winners": [1], "did": [("placed", 1, "Bolt", 1), ("replaced", 1, "Boko", 1), ("drawn", 1, "Boko", 1)]},
            {"winners": [], "did": [("placed", 0, "Tamo", 1)]},
        ]
    )
    clans = dict(zip(("Ancient", "Alpha", "Dark", "Meka", "Fire"), balance.clans.to_dicts(), strict=True))
    shares = {name: row["share"] for name, row in clans.items()}
    assert shares == {"Ancient": 0.2, "Alpha": None, "Dark": 0, "Meka": 0.4, "Fire": 0.4}
    assert [row["of_plays"] for row in clans.values()] == [1 / 4, 0, 1 / 4, 1.25 / 4, 0.75 / 4]
    assert [row["of_wins"] for row in clans.values()] == [0.2, 0, 0, 0.5, 0.3]
    assert (clans["Dark"]["played_seats"], clans["Dark"]["played_win"]) == (1, 0)
    assert (clans["Meka"]["played_seats"], clans["Meka"]["played_win"]) == (2, 1)
    assert (clans["Alpha"]["played_seats"], clans["Alpha"]["drawn_seats"]) == (0, 1)


def test_with_bans_a_clan_is_one_of_the_five_of_its_games() -> None:
    """Drake (5) is in two games of three, wins in one of them, and plays half the cards in both."""
    with_drake = [("placed", 0, "Yap", 1), ("placed", 1, "Bolt", 1)]
    balance = invented(
        [
            {"winners": [0], "clans": (0, 1, 2, 3, 5), "did": with_drake},
            {"winners": [1], "clans": (1, 2, 3, 4, 5), "did": with_drake},
            {"winners": [1], "clans": (0, 1, 2, 3, 4), "did": [("placed", 0, "Bolt", 1), ("placed", 1, "Dom", 1)]},
        ],
        kamakor=True,
    )
    clans = {row["clan"]: row for row in balance.clans.to_dicts()}
    assert [row["games"] for row in clans.values()] == [2, 3, 3, 3, 2, 2]
    assert list(clans) == list(CLAN_NAMES[:6])
    assert balance.cards["card"].to_list() == [card.name for card in KAMAKOR.cards if card.clan < 6]
    shares = [row["share"] for row in clans.values()]
    rates = np.array([1 / 3, 1, 1 / 2])
    assert shares[:3] == [None] * 3
    assert shares[3:] == pytest.approx(rates / rates.sum() * 6 / 5)
    assert (clans["Drake Goblins"]["of_plays"], clans["Drake Goblins"]["of_wins"]) == (0.5, 0.5)
    assert (clans["Meka-Goblins"]["of_plays"], clans["Fire Goblins"]["of_plays"]) == (0.5, 0.25)


def test_shares_of_real_games_sum_to_one(reported: Balance) -> None:
    for name in ("share", "of_plays", "of_wins"):
        assert reported.clans[name].sum() == pytest.approx(1)
    assert reported.seats.filter(by="seat")["win"].sum() == pytest.approx(1)
    assert reported.seats.filter(by="turn order")["win"].sum() == pytest.approx(1)
    assert reported.endings["part"].sum() == pytest.approx(1)
    for row in reported.clans.to_dicts():
        of_clan = reported.cards.filter(clan=row["clan"])
        assert [of_clan[name].sum() for name in EVENTS] == [row[name] for name in EVENTS]
    assert reported.cards["dealt"].sum() == 7 * 2 * len(reported.outcomes)


def test_turn_order_begins_with_the_opener() -> None:
    balance = invented([{"winners": [2], "opener": 1}, {"winners": [0], "opener": 2}, {"winners": [0]}], seats=3)
    assert balance.seats.filter(by="seat")["win"].to_list() == pytest.approx([2 / 3, 0, 1 / 3])
    assert balance.seats.filter(by="turn order")["win"].to_list() == pytest.approx([1 / 3, 2 / 3, 0])


def test_endings_and_lengths_are_told() -> None:
    rows: list[dict[str, Any]] = [{"winners": [0], "length": (3, [20, 21])} for _ in range(7)]
    rows += [{"winners": [0], "ending": ("special", "Hatch"), "length": (5, [30, 30])} for _ in range(2)]
    rows.append({"winners": [], "ending": ("truncated", None), "length": (9, [400, 600])})
    balance = invented(rows)
    assert balance.endings.select("ending", "card", "games").rows() == [
        ("battle", None, 7),
        ("special", "Hatch", 2),
        ("truncated", None, 1),
    ]
    assert balance.ending("special")["part"] == 0.2
    decisions, rounds = balance.lengths.to_dicts()
    assert (decisions["least"], decisions["median"], decisions["most"]) == (41, 41, 1000)
    assert rounds["mean"] == (7 * 3 + 2 * 5 + 9) / 10
    with pytest.raises(GosuError, match="no game has finished yet"):
        Balance(balance.settings, balance.card_set, [], [])


# ------------------------------------------------------------------------------------------------ aims


@pytest.mark.parametrize(
    ("value", "low", "high", "verdict"),
    [
        (0.5, 0.1, 0.9, Verdict.MET),
        (0.7, 0.66, 0.74, Verdict.MISSED),
        (0.3, 0.2, 0.39, Verdict.MISSED),
        (0.67, 0.64, 0.7, Verdict.OPEN),
        (None, 0, 1, Verdict.OPEN),
    ],
)
def test_an_aim_is_missed_when_the_whole_interval_is_outside(
    value: float | None, low: float, high: float, verdict: Verdict
) -> None:
    assert Verdict.of(value, low, high, (0.4, 0.65)) is verdict


def test_the_worst_verdict_counts() -> None:
    assert Verdict.worst([Verdict.MET, Verdict.OPEN, Verdict.MISSED]) is Verdict.MISSED
    assert Verdict.worst([Verdict.MET, Verdict.OPEN]) is Verdict.OPEN
    assert Verdict.worst([Verdict.MET]) is Verdict.MET


def test_bounds_follow_the_number_of_seats() -> None:
    assert card_bounds(2) == pytest.approx((0.4, 0.65))
    low, high = card_bounds(4)
    assert low / (1 - low) == pytest.approx(2 / 3 / 3)
    assert low < 0.25 < high < 0.65
    assert seat_bounds(4) == pytest.approx((0.225, 0.275))


def test_aims_name_what_is_out_of_line() -> None:
    """Bolt wins every game for seat 0, Murk loses them, and Ideo is too rare to tell."""
    did = [("placed", 0, "Bolt", 1), ("placed", 1, "Murk", 1)]
    rows: list[dict[str, Any]] = [{"winners": [0], "did": did, "opener": index % 2} for index in range(200)]
    rows[0]["did"] = [*did, ("placed", 0, "Ideo", 1)]
    balance = invented(rows)
    cards = {row["card"]: card_verdict(row, 2) for row in balance.cards.to_dicts()}
    assert [name for name, verdict in cards.items() if verdict is Verdict.MISSED] == ["Murk", "Bolt"]
    assert cards["Ideo"] is Verdict.OPEN
    verdicts = [clan_verdict(row) for row in balance.clans.to_dicts()]
    assert [verdict.value for verdict in verdicts] == ["?", "?", "✗", "✗", "?"]
    clans, placed, special, seat, order = aims(balance)
    assert (clans.found, clans.verdict) == ("0.0 – 50.0%", Verdict.MISSED)
    assert (placed.found, placed.verdict) == ("2 of 2 outside, 73 with fewer than 100", Verdict.MISSED)
    assert (special.found, special.verdict) == ("0.0%", Verdict.MISSED)
    assert (seat.found, seat.verdict) == ("100.0% · 0.0%", Verdict.MISSED)
    assert (order.found, order.verdict) == ("50.0% · 50.0%", Verdict.MET)


def test_aims_that_are_met() -> None:
    """Every clan and both cards do as well as the other, and one game in ten ends by Hatch."""
    bakutos = ["Tamo", "Boko", "Murk", "Bolt", "Dom"]
    did = [("placed", seat, name, 1) for seat in (0, 1) for name in bakutos]
    ends = [("special", "Hatch")] + [("battle", None)] * 9
    balance = invented([{"winners": [i // 10 % 2], "did": did, "ending": ends[i % 10]} for i in range(400)])
    assert [aim.verdict for aim in aims(balance)] == [Verdict.MET] * 5
    assert aims(balance)[1].found == "all 5 within, 70 with fewer than 100"


# ------------------------------------------------------------------------------------------------ reports


@pytest.fixture(scope="module")
def reported() -> Balance:
    return Report("eager=tests.agents.arena_bots:Eager", games=40).run(jobs=1, progress=False)


def test_the_same_seed_makes_the_same_report(reported: Balance) -> None:
    again = Report("eager=tests.agents.arena_bots:Eager", games=40).run(jobs=1, progress=False)
    assert again.as_dict() == reported.as_dict()
    other = Report("eager=tests.agents.arena_bots:Eager", games=40, seed=1).run(jobs=1, progress=False)
    assert other.as_dict() != reported.as_dict()


def test_every_game_of_a_report_has_a_deal_of_its_own() -> None:
    report = Report("random", games=7, seats=3)
    fixtures = [report.arena.schedule.fixture(index) for index in range(len(report.arena.schedule))]
    assert len({fixture.deal_seed for fixture in fixtures}) == len(fixtures) == 7
    assert {fixture.entrants for fixture in fixtures} == {(0, 0, 0)}
    with pytest.raises(OptionError, match="mirror tables have no opponents"):
        report.arena.run()


@pytest.mark.slow
def test_a_report_goes_on_where_it_stopped(tmp_path: Path) -> None:
    files = ("balance.json", "cards.parquet", "clans.parquet", "games.parquet", "plays.parquet")
    for folder, sizes in (("grown", (3, 8)), ("whole", (8,))):
        for games in sizes:
            Report("random", games, out=tmp_path / folder).run(jobs=1, progress=False)
    for name in files:
        assert (tmp_path / "grown" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    plain = json.loads((tmp_path / "whole" / "balance.json").read_text())
    assert plain["games"] == 8
    assert plain["settings"]["tables"] == "mirror"
    assert len(plain["cards"]) == 75
    assert [row["verdict"] for row in plain["aims"]][2] == "open"
    assert pl.read_parquet(tmp_path / "whole" / "games.parquet")["index"].to_list() == list(range(8))


def test_games_that_cannot_be_played_again_are_told(tmp_path: Path) -> None:
    outcome = Report("random", 1, out=tmp_path).arena.play_all(jobs=1, progress=False)[0]
    wrong = {
        "the actions end before the game": {"actions": outcome.actions[:-1]},
        "is not legal": {"actions": [239, *outcome.actions[1:]]},
        "the winner differs": {"winners": [1 - outcome.winners[0]]},
    }
    for words, change in wrong.items():
        (tmp_path / "games.journal").write_bytes(write_line(Outcome.of(outcome.as_dict() | change)))
        with pytest.raises(DataError, match=f"game 0 cannot be replayed: .*{words}"):
            Report("random", 1, out=tmp_path).run(jobs=1, progress=False)


def test_the_page_tells_its_command_and_all_cards(reported: Balance) -> None:
    page = markdown(reported, Path("runs/balance.md"))
    words = "gosu report --players eager=tests.agents.arena_bots:Eager --games 40 --seats 2 --markdown runs/balance.md"
    assert command(reported, Path("runs/balance.md")) == words
    assert f"```sh\n{words}\n```" in page
    for card in default_cards().cards:
        assert page.count(f"| **{card.name}** |") == 1
    for picture in ("clans", "cards", "endings", "lengths"):
        assert f"(balance-{picture}.png)" in page
    tables = [part.splitlines() for part in page.split("\n\n") if part.startswith("|")]
    assert [len(table) - 2 for table in tables] == [5, 5, 75, len(reported.endings), 2, 4]
    assert all(len({line.count("|") for line in table}) == 1 for table in tables)
    assert "{" not in page


@pytest.mark.slow
def test_a_report_on_games_with_bans_has_all_ten_clans() -> None:
    """Random players ban at random."""
    report = Report("random", games=60, kamakor=True).run(jobs=1, progress=False)
    assert len(report.clans) == 10
    assert report.clans["games"].sum() == 5 * 60
    assert report.clans["games"].min() > 10
    assert report.clans["share"].mean() == pytest.approx(1 / 5)
    page = markdown(report, Path("page.md"))
    assert "# The balance of the game (kamakor)" in page
    assert "--seats 2 --option kamakor --markdown page.md" in page
    assert "**Bans**: a game has five of 10 clans" in page
    assert page.count("| **Yap** |") == 1


def test_clans_that_are_never_in_play_are_left_out() -> None:
    clans = ["ancient", "fire", "drake", "drum", "mask"]
    report = Report("random", games=5, kamakor=True, clans=clans).run(jobs=1, progress=False)
    assert len(report.clans) == 5
    assert len(report.cards) == 75
    page = markdown(report, Path("page.md"))
    assert "--option kamakor --option clans=ancient+fire+drake+drum+mask" in page
    assert "The shares sum to 100%" in page


# ------------------------------------------------------------------------------------------------ the command

WIDE = {"COLUMNS": "130", "NO_COLOR": "1"}


@pytest.mark.slow
def test_the_command_shows_tables_and_writes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["report", "--players", "random", "--games", "12", "--seats", "3", "--jobs", "1", "--markdown", "page.md"]
    result = CliRunner().invoke(app, words, env=WIDE)
    assert result.exit_code == 0, result.output
    assert "random at every seat · 3 seats · 12 games · seed 0" in result.stdout
    for name in ("Walror", "Meka-Goblins", "Great Battle", "3rd in the first round", "every clan's share of the wins"):
        assert name in result.stdout
    folder = next((tmp_path / "runs").iterdir())
    pictures = {f"{name}.png" for name in ("cards", "clans", "endings", "lengths")}
    parquets = {f"{name}.parquet" for name in ("cards", "clans", "games", "plays")}
    files = {path.name for path in folder.iterdir()}
    assert files == {"games.journal", "settings.json", "balance.json"} | pictures | parquets
    assert {path.name for path in tmp_path.iterdir()} == {"runs", "page.md"} | {f"page-{name}" for name in pictures}
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in pictures)
    assert "With 3 players the equivalent odds" in (tmp_path / "page.md").read_text(encoding="utf-8")
    again = CliRunner().invoke(app, words, env=WIDE)
    told = "12 of 12 games came from an earlier run; --fresh plays them again\n"
    assert told in again.stdout
    assert again.stdout.replace(told, "") == result.stdout
    assert CliRunner().invoke(app, [*words, "--fresh"], env=WIDE).stdout == result.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "random,b=random"], "gosu: a report takes one player"),
        (["--players", "nobody:Bot"], "nobody"),
        (["--players", "random", "--markdown", "no/such/page.md"], "page.md: cannot be written"),
    ],
)
def test_the_command_refuses_in_one_line(tmp_path: Path, words: list[str], told: str) -> None:
    result = CliRunner().invoke(app, ["report", *words, "--out", str(tmp_path)], env={"COLUMNS": "500"})
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert told in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_interrupted_reports_say_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Arena, "play_all", interrupt)
    result = CliRunner().invoke(app, ["report", "--players", "random", "--games", "5", "--out", str(tmp_path)])
    assert result.exit_code == 130
    assert "interrupted after 0 of 5 games; run the same command to resume" in result.stderr


@pytest.mark.parametrize("library", ["polars", "matplotlib"])
def test_a_missing_library_is_told_with_its_cure(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = tuple(f"gosu_env.agents.{name}" for name in ("arena", "balance", "gosu.balance"))
    for name in [name for name in sys.modules if name.startswith(packages)]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.setitem(sys.modules, name, None)
    words = ["report", "--players", "random", "--games", "2", "--jobs", "1", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert f"need {library}: pip install '.[arena]'" in result.stderr
    assert list(tmp_path.iterdir()) == []  # told before anything is played
