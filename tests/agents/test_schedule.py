"""The schedule: everybody meets, everybody sits everywhere, with the same deal."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from gosu_env import Game, OptionError
from gosu_env.agents.arena.schedule import Schedule, derive_seed
from gosu_env.agents.arena.settings import Entrant, Settings, parse_entrants
from gosu_env.agents.policy import shipped_folder
from gosu_env.agents.random import RandomAgent

FOUR = "a=random,b=random,c=random,d=random"


def schedule(players: str = FOUR, games: int = 8, seats: int = 2, **more: object) -> Schedule:
    return Schedule(Settings.make(players, games, seats, **more))  # type: ignore[arg-type]


def test_every_pair_meets_equally_often_from_both_seats() -> None:
    plan = schedule(games=6)
    seatings = Counter(plan.fixture(index).entrants for index in range(len(plan)))
    assert seatings == dict.fromkeys(permutations(range(4), 2), 3)


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert len(schedule("a=random,b=random", games=5)) == 6
    assert len(schedule(games=5, seats=3)) == 4 * 6
    assert schedule(games=5, seats=3).games_per_table == 6


@pytest.mark.parametrize("seats", [3, 4])
def test_mixed_tables_go_through_all_seatings(seats: int) -> None:
    orders = {3: 2, 4: 6}[seats]  # around a table
    plan = schedule(games=seats * orders, seats=seats)
    assert plan.settings.tables == "mixed"
    seatings = Counter(plan.fixture(index).entrants for index in range(len(plan)))
    assert seatings == dict.fromkeys(permutations(range(4), seats), 1)


def test_one_against_three_others() -> None:
    plan = schedule("a=random,b=random", games=4, seats=4)
    assert plan.settings.tables == "solo"
    seatings = Counter(plan.fixture(index).entrants for index in range(len(plan)))
    a_alone = [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    b_alone = [tuple(1 - entrant for entrant in seating) for seating in a_alone]
    assert seatings == dict.fromkeys(a_alone + b_alone, 1)
    assert [plan.table_text(table) for table in range(2)] == ["a – 3 × b", "b – 3 × a"]


@pytest.mark.parametrize("seats", [2, 4])
def test_copies_of_one_player_play_a_deal_once(seats: int) -> None:
    plan = schedule("a=random,b=random", games=5, seats=seats, tables="mirror")
    fixtures = list(map(plan.fixture, range(len(plan))))
    assert Counter(fixture.entrants for fixture in fixtures) == {(0,) * seats: 5, (1,) * seats: 5}
    assert len({fixture.deal_seed for fixture in fixtures}) == 10
    assert {fixture.seating for fixture in fixtures} == {0}
    assert plan.games_per_table == 5
    assert plan.table_text(1) == f"{seats} × b"
    assert len(schedule("random", games=3, tables="mirror")) == 3


def test_solo_tables_for_two_are_pairs() -> None:
    assert schedule(tables="solo").tables == schedule().tables


def test_the_games_of_a_match_have_the_same_deal() -> None:
    plan = schedule(seats=3, games=6)
    deals = {}
    for fixture in map(plan.fixture, range(len(plan))):
        table = Game("gosu", 3, fixture.deal_seed).to_json()
        hands = [player["hand"] for player in table["players"]], table["turn_seat"]
        assert deals.setdefault(fixture.match, hands) == hands
    matches = [plan.fixture(index).match for index in range(len(plan))]
    assert Counter(matches) == dict.fromkeys(range(len(plan) // 3), 3)
    assert len({str(hands) for hands in deals.values()}) == len(deals)


def test_seeds_follow_from_match_seating_and_seat() -> None:
    plan = schedule()
    seeds = {
        plan.agent_seed(fixture, seat) for fixture in map(plan.fixture, range(len(plan))) for seat in range(plan.seats)
    }
    assert len(seeds) == len(plan) * plan.seats
    fixture = plan.fixture(13)
    assert fixture.deal_seed == derive_seed(0, "deal", 6)
    assert plan.agent_seed(fixture, 1) == derive_seed(0, "agent", 6, 1, 1)
    assert schedule(seed=1).fixture(13).deal_seed != fixture.deal_seed


def test_more_games_change_no_earlier_one() -> None:
    few, many = schedule(games=4, seats=3), schedule(games=40, seats=3)
    assert [few.fixture(index) for index in range(len(few))] == [many.fixture(index) for index in range(len(few))]


def test_games_come_one_by_one_or_side_by_side() -> None:
    alone = schedule("a=random,b=random")
    assert list(alone.chunks()) == [range(i, i + 1) for i in range(8)]
    together = schedule("a=random,b=arena_bots:Together", games=40)
    assert list(together.chunks()) == [range(0, 16), range(16, 32), range(32, 40)]
    assert together.chunk(20) == range(16, 32)


# ------------------------------------------------------------------------------------------------ settings


def test_entrants_may_have_names() -> None:
    assert parse_entrants("random, me=my_module:MyBot") == (
        Entrant("random", "random"),
        Entrant("me", "my_module:MyBot"),
    )
    assert parse_entrants(["policy:a=b"]) == (Entrant("policy:a=b", "policy:a=b"),)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"players": "random"}, "two players or more"),
        ({"players": "random,"}, "empty name"),
        ({"players": "random,random"}, "'random' appears more than once.* a=random"),
        ({"players": "random,nobody"}, "nobody"),
        ({"games": 0}, "games must be"),
        ({"seats": 5, "tables": "solo"}, "seats must be 2, 3 or 4, not 5"),
        ({"tables": "round"}, "'mixed', 'solo', 'teams', 'mirror' or 'ladder', not 'round'"),
        ({"seats": 4, "tables": "mixed"}, "mixed tables of 4 need 4 players, there are 2"),
        ({"seed": -1}, "seed must be"),
        ({"seed": None}, "seed must be"),
    ],
)
def test_bad_settings_are_refused(words: dict[str, object], told: str) -> None:
    with pytest.raises(OptionError, match=told):
        schedule(**({"players": "random,b=random"} | words))  # type: ignore[arg-type]


def test_settings_know_the_file_of_a_policy_that_is_shipped_or_in_a_folder(tmp_path: Path) -> None:
    """Bots of one's own are tried in ``test_arena.py``."""
    strong = Entrant.parse("policy:strong:temperature=1")
    two, four = (strong.files("gosu", seats, {}, RandomAgent()) for seats in (2, 4))
    assert [path.name for path in two + four] == ["strong-2.safetensors", "strong-4.safetensors"]
    mine = tmp_path / "policy.safetensors"
    assert Entrant.parse(f"policy:{tmp_path}").files("gosu", 2, {}, RandomAgent()) == []
    mine.write_bytes((shipped_folder("gosu") / "small-2.safetensors").read_bytes())
    for spec in (f"policy:{tmp_path}", f"ismcts:50:judge={tmp_path}"):
        assert Entrant.parse(spec).files("gosu", 2, {}, RandomAgent()) == [mine]
    assert Entrant.parse("ismcts:50").files("gosu", 2, {}, RandomAgent()) == []
