"""What the rules tell: all that happens, to nobody more than it may know, and nothing in plain records."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from some_options import NAMES, fitting

from gosu_env import Game
from gosu_env.armies.state import SLOTS
from gosu_env.engine import events as engine_events
from gosu_env.engine.events import NOBODY, NOWHERE, Event, Teller, told_dtype, words_of
from gosu_env.engine.layout import told_record
from gosu_env.gosu import events as e
from gosu_env.gosu.state import KAMAKOR_STATE, STATE, TOKENS
from gosu_env.render.log import scribe_of

HIDDEN = {"dealt", "drawn", "looked at", "kept"}  # moves of which only a player sees the card


def told_games(count: int, seed: int) -> Iterator[tuple[Game, Teller, list[Event], np.random.Generator]]:
    """Random games of all sorts, each with somebody who tells it and what the deal was."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        n = 2 + number % 3
        options = fitting(n, {name: bool(rng.integers(2)) for name in NAMES})
        dealt = int(rng.integers(2**60))
        game = Game("gosu", n, dealt, auto_forced=bool(number % 2), **options)
        teller = Teller(game)
        yield game, teller, teller.deal(dealt), rng


# ------------------------------------------------------------------------------------------------ records


@pytest.mark.parametrize("plain", [STATE, KAMAKOR_STATE])
def test_a_plain_record_is_the_beginning_of_a_told_one(plain: np.dtype[Any]) -> None:
    told = told_dtype(plain)
    assert plain["events"].shape == (0, 8)
    assert told["events"].shape == (engine_events.ROOM + 1, 8)
    assert told.itemsize % 16 == 0
    assert plain.fields is not None
    assert told.fields is not None
    for name in plain.names or ():
        assert plain.fields[name][1] == told.fields[name][1]
    assert told.fields["events"][1] == plain.itemsize


@pytest.mark.slow
def test_telling_changes_nothing() -> None:
    for game, teller, _, rng in told_games(24, seed=1):
        assert teller.game() == game
        while not game.is_over:
            action = int(rng.choice(game.legal_actions()))
            game.apply(action)
            teller.apply(action)
            assert teller.game() == game


@pytest.mark.slow
def test_what_finds_no_room_is_lost_and_that_is_told() -> None:
    game = Game(seed=1)
    teller = Teller(game)
    teller._take(told_record(game.states.dtype, 4))
    told = teller.deal(1)
    assert [event.word for event in told] == ["dealt", "dealt", "dealt", "lost"]
    assert teller.game() == game
    assert len(teller.apply(game.legal_actions()[0])) <= 4  # a step begins with all of its room


# ------------------------------------------------------------------------------------------------ all that happens


class Shadow:
    """A table that is moved by events alone."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.hands = [Counter[int]() for _ in range(n)]
        self.discard = Counter[int]()
        self.look = Counter[int]()
        self.army: dict[int, int] = {}
        self.down: set[int] = set()
        self.tokens = [TOKENS] * n
        self.dragoons = [0] * n
        self.vp = [0] * n
        self.passed = [False] * n
        self.round = 0
        self.drafting = False

    def zone(self, zone: int) -> Counter[int] | None:
        if zone >= e.HANDS:
            return self.hands[zone - e.HANDS]
        return {e.DISCARD: self.discard, e.LOOK: self.look}.get(zone)

    def take(self, card: int, zone: int) -> None:
        cards = self.zone(zone)
        if zone < e.DECK:
            assert self.army.pop(zone) == card
            self.down.discard(zone)
        elif cards is not None and not (self.drafting and zone == e.LOOK):
            assert cards[card] > 0, (card, zone)
            cards[card] -= 1

    def put(self, card: int, zone: int) -> None:
        cards = self.zone(zone)
        if zone < e.DECK:
            assert zone not in self.army
            self.army[zone] = card
        elif cards is not None:
            cards[card] += 1

    def move(self, event: Event) -> None:
        word, seat, number = event.word, event.seat, event.number
        assert word != "lost"
        if word == "packed":
            self.drafting = True
            assert self.hands[seat].total() == number
            self.hands[seat].clear()
        elif word == "shuffled":
            assert self.discard.total() == number
            self.discard.clear()
        elif word == "swapped":
            a, b = event.from_zone, event.to_zone
            assert (self.army[a], self.army[b]) == (event.card, number)
            self.army[a], self.army[b] = self.army[b], self.army[a]
            turned = {a: b, b: a}
            self.down = {turned.get(place, place) for place in self.down}
        elif word == "activated":
            self.tokens[seat] -= number == 1
            self.dragoons[seat] -= number == 2
            assert self.army[event.to_zone] == event.card
        elif word == "round begins":
            self.round, self.drafting = number, False
            self.tokens, self.passed, self.down = [TOKENS] * self.n, [False] * self.n, set()
        elif word == "turns limited":
            self.passed = [True] * self.n
        elif word in ("imprisoned", "released"):
            assert self.army[event.from_zone] == event.card
            (self.down.add if word == "imprisoned" else self.down.discard)(event.from_zone)
        elif event.card is not None and NOWHERE not in (event.from_zone, event.to_zone):
            if event.from_zone != event.to_zone:
                self.take(event.card, event.from_zone)
                self.put(event.card, event.to_zone)
        elif seat != NOBODY:
            self.tokens[seat] += {"tokens back": number, "tokens spent": -number}.get(word, 0)
            self.dragoons[seat] += number if word == "Dragoon tokens taken" else 0
            self.vp[seat] += number if word == "victory points" else 0
            self.passed[seat] |= word == "passed"

    def check(self, game: Game) -> None:
        st, n, slots = game.state, self.n, SLOTS
        assert [+hand for hand in self.hands] == [
            Counter({kind: int(copies) for kind, copies in enumerate(hand) if copies}) for hand in st.hand[:n]
        ]
        assert +self.discard == Counter({kind: int(copies) for kind, copies in enumerate(st.discard) if copies})
        if not st.draft:
            assert +self.look == Counter(st.look[: st.look_size].tolist())
        lying = {s * slots + i: int(st.army[s, i]) for s in range(n) for i in range(slots) if st.army[s, i] >= 0}
        assert self.army == lying
        assert self.down == {place for place in lying if st.face[place // slots, place % slots] == 1}
        assert self.tokens == st.tokens[:n].tolist()
        assert self.vp == st.victory_points[:n].tolist()
        assert self.round == st.round_number
        if self.round and not game.is_over:
            assert self.passed == [bool(passed) for passed in st.passed[:n]]
        if len(st.dragoons):
            assert self.dragoons == st.dragoons[:n].tolist()


@pytest.mark.slow
def test_events_tell_everything_that_happens() -> None:
    heard = Counter[str]()
    most = 0
    for game, teller, dealt, rng in told_games(220, seed=5):
        shadow = Shadow(game.num_players)
        for event in dealt:
            heard[event.word] += 1
            shadow.move(event)
        shadow.check(game)
        while not game.is_over:
            action = int(rng.choice(game.legal_actions()))
            game.apply(action)
            told = teller.apply(action)
            most = max(most, len(told))
            for event in told:
                heard[event.word] += 1
                shadow.move(event)
            shadow.check(game)
    assert most < engine_events.ROOM / 2
    never = {*e.WORDS.own, *engine_events.NEUTRAL_EVENTS} - set(heard)
    assert never <= {"lost", "no more taken"}, never


def test_causes_are_cards_that_say_so(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Cog", "Bolt"]]}, turn=0)
    kind = t.game.rules.cards.kind
    t.do("place Garsh")
    told = Teller(t.game).apply(t.game.parse_action("destroy opp1 1.2"))
    destroyed = next(event for event in told if event.word == "destroyed")
    assert (destroyed.seat, destroyed.card, destroyed.cause) == (0, kind("Bolt"), kind("Garsh"))
    assert (destroyed.from_zone, destroyed.to_zone) == (SLOTS + 1, e.DISCARD)


# ------------------------------------------------------------------------------------------------ who may know


def test_what_moves_openly_is_told_to_all_and_hidden_cards_to_their_player_alone() -> None:
    for game, teller, dealt, rng in told_games(60, seed=3):
        told = list(dealt)
        while not game.is_over:
            action = int(rng.choice(game.legal_actions()))
            game.apply(action)
            told += teller.apply(action)
        for event in told:
            for seat in range(game.num_players):
                heard = event.for_seat(seat)
                if event.word == "mulligan declined":
                    assert (heard is None) == (seat != event.seat)
                elif event.word in HIDDEN and not (event.word == "kept" and event.seen == 255):  # shown to all
                    assert heard is not None
                    assert heard.card == (event.card if seat == event.seat else None)
                else:
                    assert heard == event
            if event.card is not None and event.word not in HIDDEN:
                assert event.from_zone <= e.DISCARD or event.to_zone <= e.DISCARD or event.word in ("stolen", "found")
            assert event.for_seat(None) == event


def heard_by(told: list[Event], seat: int) -> list[Event]:
    """What a seat hears, but for the cards that come to itself, which are its own to know."""
    heard = [event.for_seat(seat) for event in told]
    own = (each._replace(card=None) if each and each.seat == seat and each.word in HIDDEN else each for each in heard)
    return [each for each in own if each is not None]


@pytest.mark.slow
def test_no_event_tells_a_seat_more_than_it_may_know() -> None:
    """The same action in two worlds that a seat cannot tell apart, before or afterwards: it hears the same of both."""
    compared = 0
    differing = 0
    for game, teller, _, rng in told_games(400, seed=4):
        while not game.is_over:
            seat = int(rng.integers(game.num_players))
            world = game.determinize(seat, int(rng.integers(2**60)))
            others = Teller(world)
            action = int(rng.choice(game.legal_actions()))
            possible = action in world.legal_actions()
            game.apply(action)
            told = teller.apply(action)
            if not possible:
                continue
            world.apply(action)
            told_there = others.apply(action)
            if (game.observe(seat) != world.observe(seat)).any() or game.is_over != world.is_over:
                continue  # it learnt something, which was not the same
            compared += 1
            differing += told != told_there
            assert heard_by(told, seat) == heard_by(told_there, seat)
    assert compared > 10000
    assert differing > 1000  # what was not told to it did differ


def test_hearing_more_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above is worth something: with drawn cards told to all it fails."""
    monkeypatch.setattr(Event, "for_seat", lambda self, seat: self)
    with pytest.raises(AssertionError):
        test_no_event_tells_a_seat_more_than_it_may_know()


# ------------------------------------------------------------------------------------------------ however they are run

SCRIPT = """
import hashlib, random
from gosu_env import Game
from gosu_env.engine.events import Teller
digest = hashlib.sha256()
for n, options in ((2, {}), (3, {"draft": True}), (4, {"teams": True, "kamakor": True})):
    game = Game("gosu", n, 5, **options)
    teller, pick = Teller(game), random.Random(n)
    digest.update(repr(teller.deal(5)).encode())
    while not game.is_over:
        action = pick.choice(game.legal_actions())
        game.apply(action)
        digest.update(repr(teller.apply(action)).encode())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_interpreted_and_compiled_rules_tell_the_same() -> None:
    root = Path(__file__).resolve().parents[2]
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"GOSU_INTERPRETED": switch},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for switch in "01"
    ]
    assert told[0] == told[1]


def test_words_are_words_of_their_own() -> None:
    words = words_of("gosu")
    assert words is not None
    every = [words.of(number) for number in range(7)] + [words.of(e.PACKED + i) for i in range(len(e.OWN))]
    assert len(set(every)) == len(every)
    assert words.private < set(every)


@pytest.mark.slow
def test_no_word_of_a_log_tells_a_seat_more_than_it_may_know() -> None:
    """The same action in two worlds that a seat cannot tell apart, before or afterwards: it reads the same of both."""
    compared = 0
    differing = 0
    for game, _, _, rng in told_games(60, seed=5):
        while not game.is_over:
            seat = int(rng.integers(game.num_players))
            world = game.determinize(seat, int(rng.integers(2**60)))
            action = int(rng.choice(game.legal_actions()))
            possible = action in world.legal_actions()
            scribes = [scribe_of(each.clone()) for each in (game, world)]
            game.apply(action)
            if not possible:
                continue
            world.apply(action)
            if (game.observe(seat) != world.observe(seat)).any() or game.is_over != world.is_over:
                continue
            entries = [scribe.entry(0, action) for scribe in scribes]
            read, other = ([line.words(seat) for line in (entry.deed, *entry.sequel)] for entry in entries)
            everything, other_everything = ([entry.deed.words(None)] for entry in entries)
            assert read == other
            compared += 1
            differing += everything != other_everything
    assert compared > 1500
    assert differing > 100
