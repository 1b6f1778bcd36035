"""GOSU X in words: whole games are told, and to a seat no more than it may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.armies.state import FACE_DOWN, NO_CARD, SLOTS
from gosu_env.engine.events import NEUTRAL_EVENTS, Teller
from gosu_env.gosux import events as e
from gosu_env.gosux.log import Armies, Scribe, verdict
from gosu_env.render.log import Log

# Events that have no words of their own: what they tell is told by others, or on lines of their own.
SILENT = {"replaced", "entered", "turn begins", "round begins", "strength", "supremacy", "song", "extra turn"}
LIKELY = {"PLACE": 6.0, "SHIFT": 3.0, "ACTIVATE": 3.0, "DRAW_ONE": 1.0, "PASS": 0.2}


def played(seed: int, **options: Any) -> Iterator[tuple[Game, int]]:
    """A random game that comes to something: positions and the actions taken there."""
    rng, game = np.random.default_rng(seed), Game("gosux", 2, seed=seed, **options)
    while not game.is_over:
        legal = game.legal_actions()
        weights = np.array([LIKELY.get(game.action_spec.at(action).name, 2.0) for action in legal])
        action = int(rng.choice(legal, p=weights / weights.sum()))
        yield game, action
        game.apply(action)


def test_every_event_has_its_words() -> None:
    scribe = Scribe(Game("gosux", 2, seed=1))
    known = set(e.OWN) | set(NEUTRAL_EVENTS)
    assert known >= SILENT
    event = Teller(Game("gosux", 2, seed=1)).apply(Game("gosux", 2, seed=1).legal_actions()[0])[0]
    for word in known - SILENT:
        told = list(scribe.parts(event._replace(word=word, card=3, from_zone=2, to_zone=17, number=1)))
        assert told, word
        assert all(part.verb for part in told)


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_told(seed: int) -> None:
    game = Game("gosux", 2, seed=seed)
    log = Log(game)
    for before, action in played(seed):
        log.write(action)
        assert (log.entries[-1].seat, log.entries[-1].round) == (before.seat, before.state.round_number)
        for viewer in (None, 0, 1, -1):
            assert log.entries[-1].words(viewer)
    title, how = log.outcome()
    assert "win" in title or "share" in title
    assert how.endswith(".")
    for viewer in (0, 1):
        paragraphs = log.paragraphs(viewer)
        assert all(paragraph.words for paragraph in paragraphs)
        assert sum("Great Battle" in paragraph.words for paragraph in paragraphs) <= 3
        assert paragraphs[0].words == "Before the first round"
    assert log.scribe.styled(how).plain == how


@pytest.mark.parametrize("seed", range(3))
def test_armies_moved_by_events_are_those_of_the_game(seed: int) -> None:
    """The pictures of battles are as true as the game."""
    for game, action in played(seed):
        armies = Armies(game)
        teller = Teller(game)
        events = teller.apply(action)
        for event in events:
            armies.move(event)
        after = teller.game()
        if any(event.word == "song" for event in events):
            continue  # tokens go back to the hands in silence
        st = after.state
        places = [(seat, slot) for seat in range(2) for slot in range(SLOTS) if st.army[seat, slot] != NO_CARD]
        assert armies.kinds == {s * SLOTS + i: int(st.army[s, i]) for s, i in places}
        assert armies.down == {s * SLOTS + i for s, i in places if st.face[s, i] == FACE_DOWN}
        if after.state.round_number == game.state.round_number:
            tokens = {place: number for place, number in armies.tokens.items() if number}
            assert tokens == {s * SLOTS + i: int(st.token[s, i]) for s, i in places if st.token[s, i]}
            assert armies.bounty == st.bounty


@pytest.mark.parametrize("seed", range(3))
def test_no_word_tells_a_seat_more_than_it_may_know(seed: int) -> None:
    """In a world that a seat cannot tell from the true one, what follows reads the same, unless it shows more."""
    rng = np.random.default_rng(seed)
    compared = 0
    for number, (game, action) in enumerate(played(seed)):
        seat = game.seat ^ number % 2
        world = game.determinize(seat, rng)
        if number % 3 or action not in world.legal_actions():
            continue
        lines = []
        for one in (game, world):
            scribe = Scribe(one.clone())
            entry = scribe.entry(0, action)
            lines.append((scribe.game, [entry.words(seat), *(line.words(seat) for line in entry.sequel)]))
        (first, told), (second, told_too) = lines
        if (first.observe(seat) == second.observe(seat)).all():
            assert told == told_too
            compared += 1
    assert compared > 5


def test_drawn_cards_are_named_to_their_player_alone(x_table: Callable[..., Any]) -> None:
    table = x_table({"deck": ["Timer", "Arpia"]}, {})
    log = Log(table.game)
    log.write(table.game.parse_action("draw one"))
    (entry,) = log.entries
    assert entry.words(0) == "spends a token · draws Timer"
    assert entry.words(1) == "spends a token · draws a card"
    assert entry.words(-1) == "spends a token · draws a card"


def test_declining_to_cancel_is_nobody_elses_business(x_table: Callable[..., Any]) -> None:
    table = x_table(
        {"hand": ["Déesses de lave"], "army": []},
        {"hand": ["Le Cercle Rouge"], "army": [["Les apôtres de la nuit"]]},
    )
    game = table.game
    log = Log(game)
    for text in ("place Déesses de lave", "capture enemy T1", "no"):
        action = game.parse_action(text)
        log.write(action)
        game.apply(action)
    entry = log.entries[-1]
    assert entry.words(1).startswith("lets the loss happen · seat 0 captures Les apôtres de la nuit of seat 1")
    assert "lets" not in entry.words(0)
    assert "captures Les apôtres de la nuit" in entry.words(0)


def test_a_mulligan_is_told_with_the_hand_that_was_shown() -> None:
    shown: Counter[str] = Counter()
    for seed in range(60):
        game = Game("gosux", 2, seed=seed, auto_forced=False)
        while game.to_json()["decision"]["kind"] == "draft":
            game.apply(game.legal_actions()[0])
        if len(game.legal_actions()) == 2:
            log = Log(game)
            hand = Counter(game.to_json(game.seat)["players"][game.seat]["hand"])
            log.write(game.parse_action("yes"))
            told = log.entries[0].words(1 - game.seat)
            assert told.startswith("takes a new opening hand · shows ")
            assert told.endswith("draws 7 cards")
            assert all(name in told for name in hand)
            shown += hand
            break
    assert shown


@pytest.mark.parametrize(
    ("strengths", "winners", "told"),
    [
        ([12, 7], [0], "seat 0 is stronger, 12 against 7, and takes a Supremacy token."),
        ([7, 7], [1], "Both are level at 7; the Wonder token decides for seat 1."),
        ([7, 7], [0, 1], "Both are level at 7 and take a Supremacy token each."),
    ],
)
def test_verdicts(strengths: list[int], winners: list[int], told: str) -> None:
    assert verdict(strengths, winners).replace("\u00a0", " ") == told
