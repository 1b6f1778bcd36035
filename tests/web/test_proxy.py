"""Behind nginx with TLS, configured as ``docs/serve.md`` says: https, no port in names, sockets, a real browser."""

from __future__ import annotations

import contextlib
import getpass
import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from gosu_env.cli.serve import names_of
from gosu_env.web.visitors import HERE
from tests.web.conftest import Running, chromium

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(
    NGINX is None or OPENSSL is None, reason="needs nginx and openssl: apt-get install nginx openssl"
)

NAME = "games.example"
ORIGIN = f"https://{NAME}"
TOKEN = "t" * 32
PAGE = Path(__file__).parents[2] / "docs" / "serve.md"
FRAME = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 256; }}
http {{
    access_log off;
    {paths}
{own}
}}
"""


class Proxy(NamedTuple):
    """nginx in front of a server."""

    port: int
    running: Running

    def connection(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), 20)

    def table(self, origin: str) -> Any:
        """A socket for a table, over TLS."""
        secure = {"sock": self.connection(), "ssl": context(), "server_hostname": NAME}
        return connect(f"wss://{NAME}/socket", origin=origin, max_size=None, **secure)  # type: ignore[arg-type]

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        line = http.client.HTTPSConnection(NAME, 443, timeout=20)
        line.sock = context().wrap_socket(self.connection(), server_hostname=NAME)
        line.request(method, path, None if body is None else json.dumps(body), headers)
        answer = line.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        line.close()
        return found


def context() -> ssl.SSLContext:
    """Trusts anybody: the certificate was signed by nobody else."""
    made = ssl.create_default_context()
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    return made


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def configuration(folder: Path, port: int, behind: int) -> str:
    """What ``docs/serve.md`` says, for these ports and files, without a privilege."""
    own = re.search(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert own is not None
    changes = {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "http://127.0.0.1:8765": f"http://127.0.0.1:{behind}",
        "/etc/ssl/games.example": f"{folder}/games.example",
    }
    text = own[1]
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"    {kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if getpass.getuser() == "root" else ""
    return FRAME.format(folder=folder, user=user, paths=paths, own=text)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("proxy")
    key, certificate = folder / f"{NAME}.key", folder / f"{NAME}.pem"
    assert NGINX is not None
    assert OPENSSL is not None
    kind = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    about = ("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}")
    command = [OPENSSL, "req", "-x509", *kind, *about, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    running = Running(folder / "games", hosts=names_of("127.0.0.1", 0, [NAME]), token=TOKEN)
    port = free_port()
    (folder / "nginx.conf").write_text(configuration(folder, port, running.port), encoding="utf-8")
    nginx = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            break
        time.sleep(0.1)
    else:
        pytest.fail(f"nginx does not listen: {(folder / 'error.log').read_text()}")
    yield Proxy(port, running)
    nginx.terminate()
    nginx.wait(20)
    running.stop()


@pytest.fixture(scope="module")
def cookie(proxy: Proxy) -> str:
    """What a browser has after it opened the printed address."""
    status, headers, _ = proxy.ask("GET", f"/?token={TOKEN}")
    assert (status, headers["location"]) == (303, "/")
    assert "Secure" in headers["set-cookie"]
    return headers["set-cookie"].partition(";")[0]


def test_pages_come_through(proxy: Proxy, cookie: str) -> None:
    assert proxy.ask("GET", "/")[0] == 401
    status, _, page = proxy.ask("GET", "/", Cookie=cookie)
    assert status == 200
    assert b"Goblin tables" in page


def test_a_game_is_played_over_tls(proxy: Proxy, cookie: str) -> None:
    asked = {"game": "laundromat", "seats": [{}, {}], "seed": 2}  # seat 0 begins
    status, _, told = proxy.ask("POST", "/api/tables", asked, Origin=ORIGIN, Cookie=cookie)
    assert status == 201, told
    table = json.loads(told)
    with proxy.table(ORIGIN) as line:
        line.send(json.dumps({"type": "sit", "table": table["table"], "token": table["seats"][0]["token"]}))
        message = json.loads(line.recv(20))
        assert message["type"] == "table"
        assert message["decision"]
        action = message["decision"]["choices"][0]["action"]
        line.send(json.dumps({"type": "act", "number": message["number"], "action": action}))
        while (message := json.loads(line.recv(20)))["type"] != "table":
            pass
        assert message["number"] == 1
        clients = set(proxy.running.application.sockets)
    assert clients == {HERE}  # nginx speaks for a client on this machine


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Host": f"{NAME}:1"}, {"Origin": "https://evil.example"}]
)
def test_others_are_refused_through_the_proxy(proxy: Proxy, cookie: str, headers: dict[str, str]) -> None:
    assert proxy.ask("GET", "/", Cookie=cookie, **headers)[0] == 403
    evil = headers.get("Origin", ORIGIN)
    if evil != ORIGIN:
        with pytest.raises(InvalidStatus, match="403"), proxy.table(evil):
            pass


def test_a_browser_plays_at_the_name_without_a_port(proxy: Proxy) -> None:
    sync = pytest.importorskip("playwright.sync_api", reason="tests in a browser need playwright")
    path = chromium()
    if path is None:
        pytest.skip("tests in a browser need Chromium: apt-get install chromium")
    faults: list[Any] = []
    rules = f"--host-resolver-rules=MAP {NAME}:443 127.0.0.1:{proxy.port}"
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", rules])
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{ORIGIN}/?token={TOKEN}")
        assert page.url == f"{ORIGIN}/"
        page.click("[data-name=laundromat]")
        page.select_option("#seat-1", "random")
        page.click("#begin")
        page.wait_for_selector("body[data-deciding=me]", timeout=60_000)
        assert page.url.startswith(f"{ORIGIN}/table/")
        number = int(page.locator("body").get_attribute("data-number"))
        page.locator("#choices button").first.click()
        page.wait_for_selector(f"body:not([data-number='{number}'])")
        browser.close()
    assert not faults
