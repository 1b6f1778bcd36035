"""Who asks: the address of a client, and how much one client may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from gosu_env.web.limits import Bucket

HERE = ""  # the machine itself: its user, or a proxy that does not say whom it speaks for
KNOWN = 4096  # clients that are remembered


def client_at(address: str | None) -> str:
    """The client behind an address: of IPv6, the network that one customer gets."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return HERE if address in (None, "", "localhost") else str(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return client_at(str(found.ipv4_mapped))
        if not found.is_loopback:
            return str(ipaddress.ip_network((found, 64), strict=False))
    return HERE if found.is_loopback else str(found)


def client_of(scope: Any) -> str:
    """The client of a request; uvicorn put the one there that a proxy on this machine names."""
    return client_at((scope.get("client") or (None,))[0])


class Shares:
    """A ``Bucket`` for each client. The machine itself has no limit."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self._clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether a client may have one more now."""
        if client == HERE:
            return True
        if client not in self._buckets:
            self._buckets[client] = Bucket(self.rate, self.burst, self._clock)
            if len(self._buckets) > KNOWN:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return self._buckets[client].take()
