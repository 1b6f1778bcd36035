"""A cluster that is not there, or has something else, is refused in one line; Ray itself is not needed for that."""

from __future__ import annotations

import sys

import pytest

from gosu_env import GosuError, MissingExtraError, OptionError
from gosu_env.agents.arena import Arena
from gosu_env.agents.arena.cluster import grouped, play_here, schedule_for, terms_of
from gosu_env.agents.cluster import check_address

ARENA = Arena(["random", "greedy"], games=4, seed=3)


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"pip install '.\[cluster\]'"):
        ARENA.play_all(progress=False, cluster="auto")
    assert ARENA.outcomes == {}


@pytest.mark.parametrize("address", ["127.0.0.1", "host:", ":6379", "host:0", "host:99999", "host:²"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    with pytest.raises(OptionError, match="expected auto, or an address such as"):
        check_address(address)


def test_an_address_where_nobody_listens_is_told_at_once() -> None:
    with pytest.raises(GosuError, match=r"cluster 'ray://127\.0\.0\.1:1': cannot be reached: Connection refused"):
        check_address("ray://127.0.0.1:1")
    check_address("auto")


def test_a_machine_plays_the_chunks_of_the_schedule() -> None:
    settings, terms = ARENA.settings, terms_of(ARENA.settings)
    played = play_here(settings, terms, list(ARENA.schedule.chunks()))
    assert not isinstance(played, GosuError)
    assert {outcome.index: outcome for outcome in played} == {
        outcome.index: outcome for outcome in Arena(["random", "greedy"], games=4, seed=3).play_all(1, progress=False)
    }
    assert schedule_for(settings, terms) is schedule_for(settings, terms)


def test_a_machine_with_other_files_hands_back_why() -> None:
    terms = terms_of(ARENA.settings) | {"rules": "0123456789abcdef"}
    told = play_here(ARENA.settings, terms, [range(2)])
    assert isinstance(told, GosuError)
    assert "would play other games: rules 0123456789abcdef, now" in str(told)


@pytest.mark.parametrize(("games", "cores", "size"), [(5, 4, 1), (400, 2, 16), (1000, 16, 7), (40_000, 1600, 3)])
def test_chunks_go_out_in_groups_that_leave_no_core_idle(games: int, cores: int, size: int) -> None:
    chunks = [range(game, game + 1) for game in range(games)]
    groups = grouped(chunks, cores)
    assert [chunk for group in groups for chunk in group] == chunks
    assert {len(group) for group in groups[:-1]} == {size}
