"""Where the server listens."""

from __future__ import annotations

import socket

from gosu_env.engine.errors import GosuError


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address, taken before anything else is begun."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(256)  # whoever comes before the server is ready waits
    except OSError as error:
        made.close()
        hint = "; --port 0 takes a free one" if port else ""
        raise GosuError(f"cannot listen at {host} port {port}: {error.strerror}{hint}") from None
    made.set_inheritable(True)
    return made
