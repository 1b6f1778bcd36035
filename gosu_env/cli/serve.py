"""The command ``gosu serve``: the table in the browser."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import re
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.text import Text

from gosu_env.cli.costs import tell_costs
from gosu_env.engine.errors import OptionError
from gosu_env.render.terminal import Terminal

USUAL_PORT = 80  # of http: browsers leave it out
HOST_NAME = r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:\d{1,5})?"


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8765,
    host: Annotated[
        str, typer.Option(help="The address to listen at; anything but loopback opens it to others.")
    ] = "127.0.0.1",
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="A name that browsers call this server by; repeatable.", metavar="NAME", show_default=False),
    ] = None,
    folder: Annotated[
        Path, typer.Option(help="Where games are kept, to go on after a restart.", metavar="FOLDER")
    ] = Path("games"),
    agent: Annotated[
        list[str] | None,
        typer.Option(help="One more agent to choose from: my_module:MyBot; repeatable.", show_default=False),
    ] = None,
    login: Annotated[
        bool | None,
        typer.Option(
            "--login/--no-login",
            help="Ask visitors for the token in the printed address before they open tables.",
            show_default="only where others can come from: with --host or --host-name",
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
) -> None:
    """Play, watch and learn in the browser."""
    from gosu_env.web.hall import Hall  # noqa: PLC0415  (the package itself does not need a server)
    from gosu_env.web.journal import Journal  # noqa: PLC0415
    from gosu_env.web.login import token_in  # noqa: PLC0415
    from gosu_env.web.roster import Roster  # noqa: PLC0415
    from gosu_env.web.running import run  # noqa: PLC0415
    from gosu_env.web.server import Server  # noqa: PLC0415
    from gosu_env.web.sockets import listen  # noqa: PLC0415

    console = Terminal()
    more = list(host_name or ())
    strangers = bool(more) or not is_loopback(host)
    listening = listen(host, port)
    port = listening.getsockname()[1]
    hosts = names_of(host, port, more)
    hall = Hall(Journal(folder), Roster(agent or ()), strangers=strangers)
    token = token_in(folder) if login or (login is None and strangers) else None
    server = Server(hall, hosts, token, port)
    addresses = addresses_of(host, port, hosts[0], more, token)
    for address in addresses:
        console.print(Text(address), soft_wrap=True)
    console.print(Text(f"(Ctrl+C stops; games are kept in {folder})"), soft_wrap=True)
    if strangers and token is None:
        console.print(Text("Everybody who can reach this address can open tables here.", "yellow"), soft_wrap=True)
    if open_browser:
        webbrowser.open(addresses[0])
    try:
        ended_by = run(server.app(), listening)
    finally:
        tell_costs()
    if ended_by is not None:
        leave(ended_by, f"stopped; games are kept in {folder}")


def leave(sig: int, words: str) -> NoReturn:
    """End the process at once: threads may be compiling or thinking, and would hold it for a minute."""
    Terminal(stderr=True).print(Text(f"gosu: {words}"), soft_wrap=True)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    os._exit(128 + sig)


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def addresses_of(host: str, port: int, own: str, more: Sequence[str], token: str | None) -> list[str]:
    """What to open in a browser, here first. At loopback, other names are those of a proxy, which speaks https."""
    path = "/" if token is None else f"/?token={token}"
    if is_loopback(host):
        others = [f"https://{name}" for name in more]
    else:
        others = [f"http://{_with_ports(name, port, port == USUAL_PORT)[-1]}" for name in more]
    return [f"{address}{path}" for address in (f"http://{own}", *others)]


def names_of(host: str, port: int, more: list[str] | tuple[str, ...]) -> list[str]:
    """What browsers may call the server: ``Host`` headers, the usual one first."""
    names = [f"[{host}]" if ":" in host else host, "127.0.0.1", "localhost", "[::1]", *more]
    if host in ("0.0.0.0", "::"):
        names = names[1:]
    for name in more:
        if not re.fullmatch(HOST_NAME, name):
            raise OptionError(f"--host-name {name!r}: expected the name of a host, such as games.example")
    # A proxy is asked at the usual port of http or https, which browsers leave out.
    return [named for name in dict.fromkeys(names) for named in _with_ports(name, port, name in more)]


def _with_ports(name: str, port: int, is_usual: bool) -> list[str]:
    if name.rpartition("]")[2].count(":") == 1:
        return [name]
    return [f"{name}:{port}", *([name] if is_usual or port == USUAL_PORT else [])]
