"""The command ``gosu serve``."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from typer.testing import CliRunner
from websockets.sync.client import connect

from gosu_env.cli import app
from gosu_env.cli.serve import addresses_of, is_loopback, names_of
from gosu_env.engine.errors import GosuError, OptionError
from gosu_env.web.sockets import listen


def test_it_serves_until_it_is_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gosu_env", "serve", "--port", "0", "--folder", str(tmp_path / "games")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        with urlopen(found[0], timeout=20) as answer:
            assert b"Goblin tables" in answer.read()
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 130
    assert (tmp_path / "games").is_dir()


class Command:
    """``gosu serve`` in a process of its own."""

    def __init__(self, folder: Path, *more: str, **environment: str) -> None:
        command = [sys.executable, "-m", "gosu_env", "serve", "--port", "0", "--folder", str(folder), *more]
        piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, env={**os.environ, **environment}, **piped)  # type: ignore[call-overload]
        self.address = self.process.stdout.readline().strip()
        self.url = self.address.partition("?")[0].rstrip("/")

    def post(self, path: str, body: object) -> dict[str, Any]:
        request = Request(self.url + path, json.dumps(body).encode(), {"Origin": self.url})
        with urlopen(request, timeout=60) as answer:
            told: dict[str, Any] = json.load(answer)
        return told

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C: the exit code, and what is said."""
        self.process.send_signal(signal.SIGINT)
        said = self.process.communicate(timeout=20)[1]
        return self.process.returncode, said

    def __enter__(self) -> Command:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


def test_ctrl_c_while_somebody_plays_is_one_line(tmp_path: Path) -> None:
    with Command(tmp_path / "games") as server:
        told = server.post("/api/tables", {"game": "laundromat", "seats": [{}, {}]})
        with connect(server.url.replace("http", "ws") + "/socket", origin=server.url, max_size=None) as line:  # type: ignore[arg-type]
            line.send(json.dumps({"type": "sit", "table": told["table"], "token": told["seats"][0]["token"]}))
            assert json.loads(line.recv(60))["type"] == "table"
            code, said = server.interrupt()
    assert (code, said) == (130, f"gosu: stopped; games are kept in {tmp_path / 'games'}\n")


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with Command(folder):
        result = CliRunner().invoke(app, ["serve", "--port", "0", "--folder", str(folder)])
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        assert f"{folder}: another server keeps its games in this folder" in result.stderr
    with Command(folder) as again:  # the first was killed
        assert again.url.startswith("http://127.0.0.1:")


def test_where_others_can_come_from_the_address_has_a_token(tmp_path: Path) -> None:
    with Command(tmp_path / "games", "--host-name", "games.example") as server:
        token = server.address.partition("?token=")[2]
        assert len(token) >= 32
        assert server.process.stdout.readline().strip() == f"https://games.example/?token={token}"
        with pytest.raises(HTTPError, match="401"):
            server.post("/api/tables", {"game": "laundromat", "seats": [{}, {}]})
    with Command(tmp_path / "games", "--host-name", "games.example", "--no-login") as server:
        assert "token" not in server.address
        assert server.post("/api/mine", {"tables": []}) == {"tables": []}
    with Command(tmp_path / "games", "--login") as server:
        assert server.address.endswith(f"?token={token}")  # browsers stay logged in


def test_it_listens_on_loopback_alone() -> None:
    made = listen("127.0.0.1", 0)
    try:
        assert made.getsockname()[0] == "127.0.0.1"
        with pytest.raises(GosuError, match=r"cannot listen at 127.0.0.1 port .*; --port 0 takes a free one"):
            listen("127.0.0.1", made.getsockname()[1])
    finally:
        made.close()


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = CliRunner().invoke(app, ["serve", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert "--port 0 takes a free one" in result.stderr


def test_an_agent_that_is_none_is_told_at_once(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--folder", str(tmp_path), "--agent", "gredy"])
    assert result.exit_code == 2
    assert "did you mean 'greedy'" in result.stderr


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("192.168.0.4", False),
        ("a.b", False),
    ],
)
def test_what_opens_it_to_others(host: str, loopback: bool) -> None:
    assert is_loopback(host) == loopback


def test_what_to_open_in_a_browser() -> None:
    behind = addresses_of("127.0.0.1", 8765, "127.0.0.1:8765", ["games.example", "games.example:8443"], "t")
    assert behind == [
        "http://127.0.0.1:8765/?token=t",
        "https://games.example/?token=t",
        "https://games.example:8443/?token=t",
    ]
    assert addresses_of("0.0.0.0", 8765, "127.0.0.1:8765", ["192.0.2.4"], "t")[1] == "http://192.0.2.4:8765/?token=t"
    assert addresses_of("0.0.0.0", 80, "127.0.0.1:80", ["a.example"], None)[1] == "http://a.example/"


def test_the_names_of_a_server() -> None:
    assert names_of("127.0.0.1", 8765, []) == ["127.0.0.1:8765", "localhost:8765", "[::1]:8765"]
    assert names_of("0.0.0.0", 80, ["games.example"])[-1] == "games.example"
    assert "games.example:9000" in names_of("127.0.0.1", 9000, ["games.example"])
    assert "games.example:443" in names_of("127.0.0.1", 9000, ["games.example:443"])
    assert names_of("::1", 80, [])[0] == "[::1]:80"
    assert "games.example" in names_of("127.0.0.1", 8765, ["games.example"])
    assert "games.example" not in names_of("127.0.0.1", 8765, ["games.example:8443"])
    assert "localhost" not in names_of("127.0.0.1", 8765, ["games.example"])
    with pytest.raises(OptionError, match="expected the name of a host"):
        names_of("127.0.0.1", 80, ["http://games.example/"])
