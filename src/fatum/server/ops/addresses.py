"""The addresses of a server."""

import ipaddress
import socket
from typing import Final

from fatum.server.api.origins import Host
from fatum.server.settings import Settings

EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})
"""Hosts that mean all networks of this machine."""


def own_addresses(settings: Settings, port: int) -> list[str]:
    """The address for this machine, and the one for the network if others can connect."""
    scheme = "https" if settings.certificate else "http"
    if settings.host not in EVERYWHERE:
        return [f"{scheme}://{Host(settings.host, port).written()}"]
    others = lan_address()
    hosts = ["localhost", *([] if others is None else [others])]
    return [f"{scheme}://{host}:{port}" for host in hosts]


def is_loopback(name: str) -> bool:
    """Whether this name means the local machine."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def lan_address() -> str | None:
    """This machine's address in its network, if it has one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if is_loopback(found) else found
