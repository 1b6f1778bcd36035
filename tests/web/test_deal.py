"""Deals that a visitor cannot compute, and everybody can check."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from gosu_env import DataError, Game, Replay
from gosu_env.web.deal import Deal, fresh_secret
from tests.web.conftest import Open
from tests.web.seats import Client, Seat, decide, new_table

SEED = 5  # what ``new_table`` wishes for


def dealt(client: Client, table: dict[str, Any]) -> Game:
    game: Game = client.hall.tables[table["table"]].match.game
    return game


@pytest.mark.parametrize("seats", [[{}, {}], [{}, {"agent": "random"}], [{"agent": "random"}, {"agent": "random"}]])
def test_a_visitor_cannot_compute_a_deal_from_the_seed_that_was_wished(serve: Open, seats: list[Any]) -> None:
    client = serve(strangers=True, secret=fresh_secret)
    games = [dealt(client, new_table(client, "laundromat", seats)) for _ in range(2)]
    assert games[0] != games[1]
    assert SEED not in [game.seed for game in games]
    assert Game("laundromat", 2, SEED) not in games


def test_on_ones_own_machine_a_seed_deals_the_same_to_who_plays_alone(client: Client) -> None:
    watched = [{"agent": "random"}, {"agent": "random"}]
    alone, agents, two = (
        new_table(client, "laundromat", seats) for seats in ([{}, {"agent": "random"}], watched, [{}, {}])
    )
    assert dealt(client, agents).seed == SEED
    assert dealt(client, alone).seed == SEED
    assert dealt(client, two).seed != SEED  # one of them could look at the hand of the other
    with client.socket() as socket:
        assert Seat(socket, alone["table"], alone["seats"][0]["token"]).table["deal"] is None


def test_the_secret_is_shown_after_the_game_and_not_before(serve: Open) -> None:
    client = serve(secret=fresh_secret)
    table = new_table(client, "laundromat")
    game = dealt(client, table)
    deal = client.hall.tables[table["table"]].seats.deal
    hidden = (deal.secret, str(game.seed))
    told: list[str] = []
    with client.socket() as one, client.socket() as two:
        seats = [Seat(s, table["table"], c["token"]) for s, c in zip((one, two), table["seats"], strict=True)]
        commitment = seats[0].table["deal"]["commitment"]
        while seats[0].table["over"] is None:
            told.extend(json.dumps(seat.table) for seat in seats)
            decide(seats, -1)
        last = seats[1].table["deal"]
    assert not any(secret in message for message in told for secret in hidden)
    assert json.dumps(commitment) in told[0]
    assert last == {"commitment": commitment, "wish": str(SEED), "secret": hidden[0], "seed": hidden[1]}
    assert hashlib.sha256(bytes.fromhex(last["secret"])).hexdigest() == commitment
    path, token = f"/api/tables/{table['table']}/replay.gosu", table["seats"][0]["token"]
    replay = Replay.from_bytes(client.post(path, json={"token": token}).content)
    replay.verify()
    assert Deal.of(replay) == deal
    assert replay.header.seed == deal.seed
    assert replay.opening() == Game("laundromat", 2, deal.seed)


def test_a_deal_outlives_the_server(serve: Open) -> None:
    first = serve(secret=fresh_secret)
    table = new_table(first, "laundromat")
    with first.socket() as one, first.socket() as two:
        decide([Seat(s, table["table"], c["token"]) for s, c in zip((one, two), table["seats"], strict=True)])
    before = first.hall.tables[table["table"]]
    second = serve()
    with second.socket() as socket:
        seat = Seat(socket, table["table"], table["seats"][0]["token"])
        assert seat.table["deal"]["commitment"] == before.seats.deal.commitment
    after = second.hall.tables[table["table"]]
    assert after.seats.deal == before.seats.deal
    assert after.match.recorder.replay() == before.match.recorder.replay()


def test_nobody_else_on_the_machine_reads_a_running_table(client: Client, tmp_path: Path) -> None:
    table = new_table(client, seats=[{}, {"agent": "random"}])
    with client.socket() as socket:
        Seat(socket, table["table"], table["seats"][0]["token"]).act()
    files = [file for file in (tmp_path / "games").iterdir() if file.name.startswith(table["table"])]
    assert {file.suffix for file in files} >= {".gosu", ".json"}
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []


def test_files_of_earlier_versions_are_closed_to_others(serve: Open, tmp_path: Path) -> None:
    table = new_table(serve())
    file = tmp_path / "games" / f"{table['table']}.gosu"
    file.chmod(0o644)
    serve()
    assert file.stat().st_mode & 0o777 == 0o600


def test_another_secret_is_noticed(client: Client) -> None:
    table = new_table(client, "laundromat")
    replay = client.hall.tables[table["table"]].match.recorder.replay()
    assert Deal.of(replay).wish == SEED
    for wrong in ({}, {"deal": None}, {"deal": {"secret": "x", "wish": 1}}, {"deal": {"secret": "00", "wish": -1}}):
        with pytest.raises(DataError, match="does not say"):
            Deal.of(replace(replay, header=replace(replay.header, metadata=wrong)))
    other = {"deal": {"secret": "00" * 32, "wish": SEED + 1}}
    with pytest.raises(DataError, match="was not dealt from its secret"):
        Deal.of(replace(replay, header=replace(replay.header, metadata=other)))


def test_the_seed_is_what_the_page_says() -> None:
    deal = Deal("00" * 31 + "01", 7)
    mixed = hashlib.sha256(bytes(31) + b"\1" + (7).to_bytes(8, "little")).digest()
    assert deal.seed == int.from_bytes(mixed[:8], "little") >> 1
    assert 0 <= deal.seed < 2**63
    assert deal.commitment == hashlib.sha256(bytes(31) + b"\1").hexdigest()
