"""The command ``gosu serve``: the table in the browser."""

from __future__ import annotations

import ipaddress
import webbrowser
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gosu_env.cli.costs import tell_costs
from gosu_env.engine.errors import OptionError
from gosu_env.render.terminal import Terminal


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
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
) -> None:
    """Play, watch and learn in the browser."""
    import uvicorn  # noqa: PLC0415  (the package itself does not need a server)

    from gosu_env.web.hall import Hall  # noqa: PLC0415
    from gosu_env.web.journal import Journal  # noqa: PLC0415
    from gosu_env.web.limits import LONGEST_MESSAGE  # noqa: PLC0415
    from gosu_env.web.roster import Roster  # noqa: PLC0415
    from gosu_env.web.server import Server  # noqa: PLC0415
    from gosu_env.web.sockets import listen  # noqa: PLC0415

    console = Terminal()
    listening = listen(host, port)
    port = listening.getsockname()[1]
    hosts = names_of(host, port, host_name or ())
    app = Server(Hall(Journal(folder), Roster(agent or ())), hosts).app()
    address = f"http://{hosts[0]}/"
    console.print(Text(f"{address}  (Ctrl+C stops; games are kept in {folder})"), soft_wrap=True)
    if not is_loopback(host):
        console.print(Text("Everybody who can reach this address can open tables here.", "yellow"), soft_wrap=True)
    if open_browser:
        webbrowser.open(address)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_max_queue=8,
        limit_concurrency=2000,
        timeout_graceful_shutdown=2,
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        tell_costs()


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def names_of(host: str, port: int, more: list[str] | tuple[str, ...]) -> list[str]:
    """What browsers may call the server: ``Host`` headers, the usual one first."""
    names = [f"[{host}]" if ":" in host else host, "127.0.0.1", "localhost", "[::1]", *more]
    if host in ("0.0.0.0", "::"):
        names = names[1:]
    for name in more:
        if "/" in name or not name:
            raise OptionError(f"--host-name {name!r}: expected the name of a host, such as games.example")
    named = [name if name.rpartition("]")[2].count(":") == 1 else f"{name}:{port}" for name in dict.fromkeys(names)]
    return [*named, *(name for name in more if port in (80, 443))]
