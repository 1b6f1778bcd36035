"""The command ``gosu serve``."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from typer.testing import CliRunner

from gosu_env.cli import app
from gosu_env.cli.serve import is_loopback, names_of
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
        assert server.wait(20) in (0, 130, -signal.SIGINT)
    assert (tmp_path / "games").is_dir()


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


def test_the_names_of_a_server() -> None:
    assert names_of("127.0.0.1", 8765, []) == ["127.0.0.1:8765", "localhost:8765", "[::1]:8765"]
    assert names_of("0.0.0.0", 80, ["games.example"])[-1] == "games.example"
    assert "games.example:9000" in names_of("127.0.0.1", 9000, ["games.example"])
    assert "games.example:443" in names_of("127.0.0.1", 9000, ["games.example:443"])
    assert names_of("::1", 80, [])[0] == "[::1]:80"
    with pytest.raises(OptionError, match="expected the name of a host"):
        names_of("127.0.0.1", 80, ["http://games.example/"])
