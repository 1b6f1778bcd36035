"""Prompts: the same text for the same view, nothing that a seat may not know, every choice by its number.

``python -m tests.test_prompts`` writes the golden files anew. A change of them is a new ``VERSION`` of the prompt.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from gosu_env import Game, View
from gosu_env.engine.events import EVERYBODY, Event, Teller
from gosu_env.engine.rules import GAMES
from gosu_env.gosux.text import KEYWORD_NAMES
from gosu_env.render.prompt import HOW, Prompt, log_lines, make_prompt

FOLDER = Path(__file__).parent / "prompts"
TABLES = {"gosu": 2, "gosux": 2, "laundromat": 3}
STEPS = (0, 9, 24)


def played(name: str, players: int, steps: int, seed: int = 11) -> tuple[Game, list[Event]]:
    """A game after some random decisions, and all that happened."""
    game, rng = Game(name, players, seed), random.Random(seed)
    teller = Teller(game)
    events = teller.deal(seed)
    for _ in range(steps):
        if game.is_over:
            break
        action = rng.choice(game.legal_actions())
        events += teller.apply(action)
        game.apply(action)
    return game, events


def heard(events: list[Event], seat: int) -> list[Event]:
    return [seen for event in events if (seen := event.for_seat(seat)) is not None]


def prompt_at(name: str, steps: int) -> Prompt:
    game, events = played(name, TABLES[name], steps)
    return make_prompt(View(game), heard(events, game.seat))


def golden(name: str) -> str:
    parts = []
    for steps in STEPS:
        prompt = prompt_at(name, steps)
        parts.append(f"######## {prompt.format}, after {steps} decisions\n{prompt.text}\n")
    return "\n".join(parts)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_prompts_are_the_golden_ones(name: str) -> None:
    assert golden(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), (
        "a change of prompts is a new VERSION in prompt.py of the game: then run python -m tests.test_prompts"
    )


def test_every_game_has_a_prompt_of_its_own() -> None:
    assert set(TABLES) == set(GAMES)
    for name in GAMES:
        assert prompt_at(name, 0).format.startswith(f"{name}-")


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_prompt_has_all_choices_by_number(name: str) -> None:
    for steps in STEPS:
        game, _ = played(name, TABLES[name], steps)
        view = View(game)
        prompt = make_prompt(view)
        assert prompt.actions == tuple(view.legal_actions())
        assert prompt.choices == tuple(view.action_text(action) for action in prompt.actions)
        for number, text in enumerate(prompt.choices, start=1):
            assert f"\n{number}. {text}" in prompt.user
        assert prompt.text.count(HOW) == 1
        assert prompt.messages()[1]["content"] == prompt.user


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_prompt_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(name: str) -> None:
    for steps in range(0, 40, 4):
        game, events = played(name, TABLES[name], steps, seed=steps)
        if game.is_over:
            continue
        seat = game.seat
        told = make_prompt(View(game), heard(events, seat))
        for world in range(4):
            other = game.determinize(seat, world)
            assert make_prompt(View(other), heard(events, seat)) == told


@pytest.mark.parametrize("name", sorted(TABLES))
def test_cards_that_a_seat_may_not_know_are_not_in_its_log(name: str) -> None:
    """Whatever the hidden cards were, the words are the same; and the seat's own are named."""
    game, events = played(name, TABLES[name], 40)
    rng = random.Random(1)
    hidden = named = 0
    for seat in range(TABLES[name]):
        others = []
        for event in events:
            secret = event.card is not None and event.seen != EVERYBODY and not (event.seen >> seat) & 1
            hidden += secret
            others.append(event._replace(card=rng.randrange(20)) if secret else event)
        lines = log_lines(game.rules, heard(events, seat))
        assert lines == log_lines(game.rules, heard(others, seat))
        private = [event for event in heard(events, seat) if event.card is not None and event.seen == 1 << seat]
        named += len(private)
        for event in private:
            assert any(game.rules.cards[event.card].name in line for line in lines)
        assert not [event for event in events if event.private and event.seat != seat and event in heard(events, seat)]
    assert hidden
    assert named


def test_only_the_last_lines_of_the_log_are_told() -> None:
    game, events = played("gosu", 2, 30)
    mine = heard(events, game.seat)
    lines = log_lines(game.rules, mine)
    assert len(lines) > 12
    told = make_prompt(View(game), mine).user.partition("What happened lately:\n")[2].partition("\n\n")[0]
    assert told.splitlines() == lines[-12:]
    assert "What happened" not in make_prompt(View(game), mine, lines=0).user


def test_prompts_explain_the_keywords_of_gosu_x_the_hand_limit_and_ties() -> None:
    system = prompt_at("gosux", 0).system
    for keyword in KEYWORD_NAMES.values():
        assert f"\n- {keyword}: " in system
    assert "discard down to 7 cards" in system
    assert "If they are equally strong" in system
    assert "If several armies are equally strong" in prompt_at("gosu", 0).system
    assert "a tie goes to" in prompt_at("laundromat", 0).system


def test_prompts_tell_what_is_banned_and_what_lies_on_a_deck() -> None:
    """Also the player who may not play the card, and what each of these cards says."""
    players: list[dict[str, Any]] = [
        {"clans": ["justice", "galmi", "phoenix"], "hand": ["Les flèches de Justice"]},
        {"clans": ["xian", "narashima", "tomorrow"], "hand": ["Nitish"], "known_top": ["EZ"]},
    ]
    game = Game.position("gosux", 2, players=players)
    for text in ("place Les flèches de Justice", "forbid Nitish"):
        game.apply(game.parse_action(text))
    user = make_prompt(View(game)).user
    assert game.seat == 1
    assert "  forbidden Nitish; until seat 0 has ended 1 more turn\n" in user
    assert "  on top    EZ\n" in user
    assert "\n- Nitish: " in user
    assert "\n- EZ: " in user


if __name__ == "__main__":
    for each in TABLES:
        (FOLDER / f"{each}.txt").write_text(golden(each), encoding="utf-8")
