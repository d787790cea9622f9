"""Where a client is: its address behind trusted proxies, and the origin of a page."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_DEFAULT_PORTS = {"http": 80, "https": 443}


class Addresses:
    """Finds a client's address. `trusted`: addresses and networks of proxies of ours.

    Raises ValueError for one that is neither.
    """

    def __init__(self, trusted: Sequence[str]) -> None:
        self._trusted: tuple[_Network, ...] = tuple(
            ipaddress.ip_network(text, strict=False) for text in trusted
        )

    def of(self, peer: str, forwarded: Sequence[str]) -> str:
        """The nearest address on the way that is no proxy of ours.

        `peer` is the connection's; `forwarded` are the `X-Forwarded-For` headers, believed only
        as far as they were written by trusted ones. An IPv6 address counts by its /64, which is
        what one household has.
        """
        hops = [hop.strip() for header in forwarded for hop in header.split(",")]
        nearest = peer
        while hops and self._is_trusted(nearest):
            hop = hops.pop()
            if _parsed(hop) is None:
                break
            nearest = hop
        return _household(nearest)

    def _is_trusted(self, text: str) -> bool:
        address = _parsed(text)
        return address is not None and any(
            address.version == network.version and address in network for network in self._trusted
        )


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


@lru_cache(maxsize=4096)
def _household(text: str) -> str:
    address = _parsed(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address) if address is not None else text


def origin_allowed(origins: Sequence[str], hosts: Sequence[str], allowed: Sequence[str]) -> bool:
    """Whether a page from there may open a socket here.

    Programs send no origin, and are let in; a page's must be that of the host asked for, or one
    of `allowed` (`*`: any).
    """
    if not origins or "*" in allowed:
        return True
    if len(origins) > 1 or len(hosts) != 1:
        return False
    origin = origins[0]
    if origin in allowed:
        return True
    page = urlsplit(origin)
    try:
        port = page.port or _DEFAULT_PORTS.get(page.scheme)
        asked = urlsplit(f"//{hosts[0]}")
        asked_port = asked.port or _DEFAULT_PORTS.get(page.scheme)
    except ValueError:
        return False
    return page.hostname is not None and (page.hostname, port) == (asked.hostname, asked_port)
