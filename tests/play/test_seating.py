"""Who sits where."""

from __future__ import annotations

import sys

import pytest

from gosu_env import Agent, OptionError
from gosu_env.agents import RandomAgent
from gosu_env.agents.registry import make_agent
from gosu_env.play.seating import STRONGEST, Seating, bot_seed, strongest


def only(*known: str) -> object:
    """A registry that knows these bots."""

    def make(spec: str, seed: int) -> Agent:
        if spec not in known:
            raise OptionError(f"unknown player {spec!r}")
        return RandomAgent(seed)

    return make


def test_against_puts_you_at_seat_0() -> None:
    assert Seating.parse(make_agent, against="random,random").chairs == ("human", "random", "random")


def test_seats_are_taken_as_they_are_named() -> None:
    seating = Seating.parse(make_agent, seats="random, human,random,human")
    assert seating.chairs == ("random", "human", "random", "human")
    match = seating.match(5)
    assert match.humans == [1, 3]
    assert set(match.bots) == {0, 2}
    assert match.game.num_players == 4
    assert match.game.seed == 5


@pytest.mark.parametrize("known", [("policy:strong", "greedy", "random"), ("greedy", "random"), ("random",)])
def test_without_a_name_the_strongest_bot_plays(known: tuple[str, ...]) -> None:
    make = only(*known)
    assert strongest(make) == known[0]  # type: ignore[arg-type]
    assert Seating.parse(make).chairs == ("human", known[0])  # type: ignore[arg-type]
    assert known[0] in STRONGEST


@pytest.mark.parametrize(
    ("players", "options", "best"),
    [
        *((players, {}, "policy:strong") for players in (2, 3, 4)),
        *((4, {"teams": True}, "policy:strong"), (4, {"teams": True, "draft": True}, "greedy")),
        *((2, {"kamakor": True}, "policy:strong"), (3, {"kamakor": True}, "greedy")),
    ],
)
def test_the_network_plays_where_it_was_trained(players: int, options: dict[str, bool], best: str) -> None:
    assert strongest(only(*STRONGEST), players, options) == best  # type: ignore[arg-type]


def test_without_what_reads_networks_another_bot_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "safetensors", None)
    assert strongest(only(*STRONGEST)) == "greedy"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("against", "seats", "told"),
    [
        ("random", "human,random", "give one of them"),
        (None, "human", "makes 1 players; gosu is for 2 to 4"),
        ("random,random,random,random", None, "makes 5 players"),
        (None, "random,random", "leaves no seat for you"),
        ("random,", None, "empty name"),
        ("gredy", None, "unknown agent 'gredy'"),
    ],
)
def test_what_makes_no_sense_is_refused(against: str | None, seats: str | None, told: str) -> None:
    with pytest.raises(OptionError, match=told):
        Seating.parse(make_agent, against, seats)


def test_seeds_of_bots_follow_from_that_of_the_game() -> None:
    seeds = {bot_seed(seed, seat) for seed in range(3) for seat in (*range(4), "hints")}
    assert len(seeds) == 15
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert bot_seed(1, 2) == bot_seed(1, 2)
