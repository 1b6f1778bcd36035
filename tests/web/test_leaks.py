"""Every message of whole games, read for a card that the seat cannot know."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gosu_env import Game
from gosu_env.engine.events import ONLOOKER, Teller, words_of
from gosu_env.play.match import Match
from gosu_env.web.hall import Hall
from gosu_env.web.journal import Journal
from gosu_env.web.roster import Roster
from gosu_env.web.snapshot import Reader, snapshot
from gosu_env.web.table import Listener, Table
from tests.web.conftest import same_secret

TABLES = [
    ("gosu", 2, {}),
    ("gosu", 3, {"draft": True}),
    ("gosu", 4, {"teams": True}),
    ("gosu", 2, {"kamakor": True}),
    ("gosux", 2, {}),
    ("laundromat", 2, {}),
    ("laundromat", 3, {}),
]

ANYWHERE = ("unseen", "older")  # of a table in JSON: cards that are hidden, the seat does not know where


def card_names(game: Game) -> list[str]:
    """The cards that may be hidden. A card with the name of its clan cannot be told from it."""
    cards: Any = game.rules
    found = [card.name for card in getattr(cards.cards, "cards", None) or cards.cards.garments]
    clans = {str(name) for name in getattr(__import__(f"gosu_env.{game.name}.cards", fromlist=["x"]), "CLAN_NAMES", ())}
    return [name for name in dict.fromkeys(found) if name not in clans]


class Memory:
    """What one seat has been shown, by the rules alone: the table as it knows it, and events."""

    def __init__(self, game: Game, seat: int) -> None:
        self.names = card_names(game)
        pattern = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True))
        self.pattern = re.compile(rf"(?<![\w’'])(?:{pattern})(?![\w’'])")
        self.seat = seat
        self.known: set[str] = set()

    def named(self, told: Any) -> set[str]:
        return set(self.pattern.findall(json.dumps(told, ensure_ascii=False)))

    def look(self, game: Game, events: list[Any], name: Any) -> None:
        """What the seat sees of a position and of what led there."""
        told = game.to_json(self.seat)
        self.known |= self.named({word: told[word] for word in told if word not in ANYWHERE})
        seen = [event.for_seat(self.seat) for event in events]
        self.known |= {name(event.card) for event in seen if event is not None and event.card is not None}
        if game.seat == self.seat:
            self.known |= {text for action in game.legal_actions() for text in self.named(game.action_text(action))}

    def leaks(self, message: Any, texts: set[str]) -> set[str]:
        """Cards in a message that the seat cannot know; texts of cards may speak of others."""
        return self.named(message) - self.known - texts


def spoken_of(game: Game, memory: Memory) -> dict[str, set[str]]:
    """For every card, the others that its text speaks of."""
    from gosu_env.engine.view import View  # noqa: PLC0415
    from gosu_env.play.sight import sight_of  # noqa: PLC0415
    from gosu_env.render.log import Log  # noqa: PLC0415

    sight = sight_of(game.name)(View(game, 0), Log(game).styled)
    texts = {name: sight.card_text(name) for name in memory.names}
    return {name: memory.named(text.plain) - {name} for name, text in texts.items() if text is not None}


def whole_game(game: Game, table: Table | None = None) -> Iterator[int]:
    """Random answers, always the same; at a table, to what its decider sees."""
    rng = random.Random(7)
    while not game.is_over:
        yield rng.choice(game.legal_actions())
        if table is not None:
            game = table.match_of(table.match.game.seat).game


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), [each for each in TABLES if each[1] < 4])
async def test_no_message_names_a_card_that_its_seat_cannot_know(
    tmp_path: Path, name: str, players: int, options: dict[str, Any]
) -> None:
    hall = Hall(Journal(tmp_path), Roster(), pace=0.0, strangers=False)
    table = await hall.open({"game": name, "seats": [{}] * players, "seed": 11, "options": options})
    match, sent = table.match, [[] for _ in range(players + 1)]  # type: list[list[Any]]
    listeners = [Listener(seat, sent[seat].append) for seat in (*range(players), ONLOOKER)]
    truth = match.game.clone()
    memories = [Memory(truth, seat) for seat in range(players)]
    texts = spoken_of(truth, memories[0])
    teller, card_name = Teller(truth), match.log.scribe.card_name
    for memory in memories:
        memory.look(truth, [], card_name)
    for listener in listeners:
        await table.join(listener)
    read, decisions, waiting = 0, 0, []
    for action in whole_game(truth):
        seat = truth.seat
        truth.apply(action)
        waiting.append((truth.clone(), teller.apply(action)))
        memories[seat].look(*waiting[-1], card_name)
        await table.act(seat, decisions, action)
        decisions += 1
        if not table.unfinished:  # others know of a choice once it is finished
            for known, events in waiting:
                for memory in memories:
                    memory.look(known, events, card_name)
            waiting = []
        public = copy.copy(memories[0])  # who looks on knows no more than all seats do
        public.seat, public.known = ONLOOKER, set.intersection(*(memory.known for memory in memories))
        for memory, messages in zip((*memories, public), sent, strict=True):
            about = set().union(*(texts.get(known, set()) for known in memory.known))
            for message in messages:
                assert not memory.leaks(message, about), f"decision {decisions}, seat {memory.seat}"
                read += 1
            messages.clear()
    assert table.match.game.is_over
    assert read > decisions * (players + 1)
    await hall.close()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), [TABLES[0], TABLES[4]])
async def test_what_is_taken_back_was_never_there_for_others(
    tmp_path: Path, name: str, players: int, options: dict[str, Any]
) -> None:
    """With choices that are begun and taken back, others are sent what they are sent without, byte for byte."""
    hall = Hall(Journal(tmp_path), Roster(), pace=0.0, strangers=False, secret=same_secret)
    asked = {"game": name, "seats": [{}] * players, "seed": 11, "options": options}
    tables = [await hall.open(asked) for _ in range(2)]
    sent = [[[] for _ in range(players)] for _ in tables]  # type: list[list[list[Any]]]
    for table, messages in zip(tables, sent, strict=True):
        for seat in range(players):
            await table.join(Listener(seat, messages[seat].append))
    plain, hesitant = tables
    rng, backs = random.Random(3), 0
    for number, action in enumerate(whole_game(plain.match.game.clone(), plain)):
        seat = plain.match.game.seat
        before = [len(messages) for messages in sent[1]]
        others = [other for other in range(players) if other != seat]
        seen = {other: snapshot(hesitant.match_of(other), Reader(other)) for other in others}
        steps = 0
        for _ in range(2):
            legal = hesitant.match_of(seat).game.legal_actions()
            can = [
                each for each in rng.sample(legal, min(4, len(legal))) if hesitant._can_go_back(hesitant._ahead(each))
            ]
            if can:
                await hesitant.act(seat, number + steps, can[0])
                steps += 1
        assert {other: snapshot(hesitant.match_of(other), Reader(other)) for other in others} == seen
        mine = hesitant.match_of(seat)
        for back in range(steps, 0, -1):
            await hesitant.take_back(seat, number + back)
            backs += 1
        assert all(len(sent[1][other]) == before[other] for other in others)
        if steps:
            assert hesitant.match_of(seat) is not mine
            del sent[1][seat][before[seat] :]
        for table in tables:
            await table.act(seat, number, action)
        assert hesitant.match.game == plain.match.game
    assert plain.match.game.is_over
    assert backs > 10
    told = [[[reduced(message) for message in seat] for seat in table] for table in sent]
    assert told[0] == told[1]
    replays = [hall.journal.read(table.name)[1] for table in tables]
    assert replays[0] == replays[1]
    await hall.close()


def reduced(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what depends on what the browser has already, drawings and old lines of the log, and without
    the token of the table for onlookers."""
    return {name: said for name, said in message.items() if name not in ("parts", "places", "log", "anew", "watch")}


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_what_can_be_taken_back_has_shown_nothing(name: str, players: int, options: dict[str, Any]) -> None:
    """A decision that its seat may take back leads to the same in every world that the seat thought possible."""
    words = words_of(name)
    assert words is not None
    match, unfinished = Match(Game(name, players, 4, **options), ["p"] * players, {}), 0
    for action in whole_game(match.game):
        seat, before = match.game.seat, match.branch()
        match.apply(action)
        if match.game.is_over or match.game.seat != seat or not words.foreseen_by(seat, match.log.scribe.events):
            continue
        unfinished += 1
        seen = match.game.observe(seat).tobytes(), match.game.mask().tobytes(), match.game.to_json(seat)
        for world in range(4):
            other = before.game.determinize(seat, world)
            other.apply(action)
            assert other.seat == seat
            assert (other.observe(seat).tobytes(), other.mask().tobytes(), other.to_json(seat)) == seen
    assert unfinished > 5 or name == "laundromat"


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_what_is_hidden_changes_nothing_in_a_message(name: str, players: int, options: dict[str, Any]) -> None:
    """The message of a seat is the same in every world that the seat cannot tell from the true one."""
    match = Match(Game(name, players, 4, **options), [f"p{seat}" for seat in range(players)], {})
    compared = different = 0
    for number, action in enumerate(whole_game(match.game)):
        if number % 5 == 0:
            for seat in range(players):
                other = copy.copy(match)
                other.game = match.game.determinize(seat, 100 + number)
                for eyes in (seat, ONLOOKER):
                    told = snapshot(match, Reader(eyes))
                    assert snapshot(other, Reader(eyes)) == told, f"decision {number}, seat {seat}, eyes {eyes}"
                compared += 1
                different += other.game != match.game
        match.apply(action)
    assert compared > 10
    assert different > compared // 2  # the worlds did differ


def test_the_reading_finds_leaks() -> None:
    for name in ("gosu", "gosux", "laundromat"):
        match = Match(Game(name, 2, 4), ["a", "b"], {})
        for action in whole_game(match.game):
            memory = Memory(match.game, 0)
            memory.look(match.game, [], match.log.scribe.card_name)
            if memory.leaks(snapshot(match, Reader(None)), set()):
                break
            match.apply(action)
        else:
            pytest.fail(f"{name}: all hands were open, and nothing was found")
