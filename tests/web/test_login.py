"""A token opens the server beyond loopback; the link of a seat opens that seat without it."""

from __future__ import annotations

import hmac
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from gosu_env.engine.errors import OptionError
from gosu_env.web import limits
from gosu_env.web.login import CLOSED, token_in
from tests.web.conftest import Open
from tests.web.seats import ORIGIN, Client, Seat, new_table

TOKEN = "t" * 32
OPENING = [
    ("/api/tables", {"game": "laundromat", "seats": [{}, {}]}),
    ("/api/courses", {"game": "laundromat", "station": 0}),
    ("/api/replay", {}),
    ("/api/replay.html", {}),
]


@pytest.fixture
def closed(serve: Open) -> Any:
    """A server that asks for a token."""
    client = serve(token=TOKEN)
    client.follow_redirects = False
    return client


def log_in(client: Client) -> None:
    assert client.get(f"/?token={TOKEN}", follow_redirects=True).status_code == 200


def test_without_the_token_nothing_is_opened(closed: Client) -> None:
    for path, asked in OPENING:
        answer = closed.post(path, json=asked)
        assert (answer.status_code, answer.json()) == (401, {"error": CLOSED})
    assert closed.get("/api/offer").status_code == 401
    page = closed.get("/")
    assert page.status_code == 401
    assert "?token=" in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert not closed.hall.tables


@pytest.mark.parametrize("given", ["", "x", TOKEN[:-1], TOKEN + "t", TOKEN.upper(), "é" * 32, "\x00"])
def test_a_wrong_token_is_none(closed: Client, given: str) -> None:
    answer = closed.get("/", params={"token": given})
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    closed.cookies.set("gosu-0", given.encode("ascii", "ignore").decode().replace("\x00", ""))
    assert closed.get("/api/offer").status_code == 401


def test_the_token_in_the_address_becomes_a_cookie(closed: Client) -> None:
    answer = closed.get(f"/?token={TOKEN}&x=1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?x=1")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("gosu-0=")
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert closed.get("/").status_code == 200
    assert new_table(closed, "laundromat")["seats"][0]["token"]


def test_behind_tls_the_cookie_goes_over_tls_alone(closed: Client) -> None:
    answer = closed.get(f"{ORIGIN.replace('http', 'https')}/?token={TOKEN}")
    assert "; secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "///evil.example"])
def test_the_way_in_leads_to_no_other_server(closed: Client, path: str) -> None:
    answer = closed.get(f"{ORIGIN}{path}?token={TOKEN}")
    assert answer.status_code in (303, 401, 404)
    assert not answer.headers.get("location", "/x").startswith(("//", "/\\"))


def test_a_token_sent_by_another_page_is_refused(closed: Client) -> None:
    assert closed.post(f"/api/tables?token={TOKEN}", json=OPENING[0][1]).status_code == 401
    log_in(closed)
    evil = {"origin": "http://evil.example"}
    assert closed.post("/api/tables", json=OPENING[0][1], headers=evil).status_code == 403


def test_servers_on_one_machine_have_cookies_of_their_own(serve: Open) -> None:
    from gosu_env.web.server import Server  # noqa: PLC0415

    client = serve(token=TOKEN)
    other = Client(Server(client.hall, [ORIGIN.removeprefix("http://")], TOKEN, 8766).app(), client.hall)
    other.cookies.set("gosu-0", TOKEN)
    assert other.get("/api/offer").status_code == 401
    other.cookies.set("gosu-8766", TOKEN)
    assert other.get("/api/offer").status_code == 200


def test_the_link_of_a_seat_needs_no_login(serve: Open) -> None:
    owner = serve(token=TOKEN)
    log_in(owner)
    table = new_table(owner, "laundromat")
    guest = owner.elsewhere("192.0.2.9")
    assert guest.get(f"/table/{table['table']}").status_code == 200
    assert guest.get("/static/table.js").status_code == 200
    assert guest.get("/api/help/laundromat").status_code == 200
    with guest.socket() as socket:
        seat = Seat(socket, table["table"], table["seats"][0]["token"])
        assert seat.table["seat"] == 0
    asked = {"tables": [{"table": table["table"], "token": table["seats"][0]["token"]}]}
    assert guest.post("/api/mine", json=asked).json()["tables"]
    path = f"/api/tables/{table['table']}"
    assert guest.post(f"{path}/replay.gosu", json={"token": table["seats"][0]["token"]}).status_code == 403
    assert guest.post(f"{path}/remove", json={"owner": "x"}).status_code == 400
    for way, asked in OPENING:
        assert guest.post(way, json=asked).status_code == 401


def test_tokens_are_compared_in_constant_time(closed: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    monkeypatch.setattr(limits, "hmac", type("Spy", (), {"compare_digest": staticmethod(compare)}))
    closed.get("/?token=nonsense")
    closed.cookies.set("gosu-0", "nonsense")
    closed.get("/")
    assert compared == [(TOKEN, "nonsense")] * 2


def test_the_token_of_a_folder_stays_and_is_for_its_user_alone(tmp_path: Path) -> None:
    token = token_in(tmp_path)
    assert token_in(tmp_path) == token
    assert len(token) >= 32
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    for damaged in ("", "[]", '{"token": 3}', '{"token": ""}', "\ud800".encode(errors="surrogatepass")):
        file.write_bytes(damaged if isinstance(damaged, bytes) else damaged.encode())
        with pytest.raises(OptionError, match=r"not a login token; remove the file"):
            token_in(tmp_path)
