"""Classifies host names and addresses: this machine, its local network, or anywhere."""

from __future__ import annotations

import ipaddress
import socket

ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation. They are in no network, so the route to them leads out of any local network."""


def is_own_machine(host: str) -> bool:
    """Whether a host name or address means this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = _address(host)
    return address is not None and address.is_loopback


def is_every_address(host: str) -> bool:
    """Whether a host stands for all addresses of a machine, as 0.0.0.0 does, rather than for one of them."""
    address = _address(host)
    return address is not None and address.is_unspecified


def is_address(host: str) -> bool:
    """Whether a host is written as an address, not as a name."""
    return _address(host) is not None


def is_local(host: str) -> bool:
    """Whether a host name or address works only in a local network."""
    address = _address(host)
    if address is None:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".internal"))
    return address.is_private or address.is_link_local


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def own_address(host: str) -> str:
    """Returns the address of this machine in its network, if a server listens on `host`; empty if it has none."""
    listened = _address(host)
    if listened is not None and not listened.is_unspecified:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((ELSEWHERE[family], 9))  # only chooses a route, sends nothing
            found = str(probe.getsockname()[0])
    except OSError:
        return ""  # no network is available
    address = _address(found)
    return "" if address is None or address.is_loopback or address.is_unspecified else found
