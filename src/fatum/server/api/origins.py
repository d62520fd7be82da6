"""``Host`` and ``Origin`` headers, read in linear time and never with an error."""

import re
from typing import Final, NamedTuple

_HOST: Final = re.compile(
    r"(?:([a-z0-9._-]{1,253})|\[([0-9a-f:.]{2,45})\])(?::([0-9]{1,5}))?", re.ASCII | re.IGNORECASE
)
_SCHEMES: Final = ("http", "https")
_HIGHEST_PORT: Final = 65_535


class Host(NamedTuple):
    """The name, without the brackets of IPv6, and the port if one is given."""

    name: str
    port: int | None

    def written(self) -> str:
        """As it stands in an address."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        return name if self.port is None else f"{name}:{self.port}"


def parse_host(text: str) -> Host | None:
    """The parts of a ``Host`` header, ``None`` if it is malformed.

    >>> parse_host("[::1]:8000")
    Host(name='::1', port=8000)
    >>> parse_host("localhost:99999") is None
    True
    """
    found = _HOST.fullmatch(text)
    if found is None:
        return None
    port = None if found[3] is None else int(found[3])
    if port is not None and port > _HIGHEST_PORT:
        return None
    return Host(found[1] or found[2], port)


def is_origin_of(origin: str, host: str) -> bool:
    """Whether a page of this origin came from this host.

    >>> is_origin_of("https://example.org:8000", "example.org:8000")
    True
    """
    scheme, _, named = origin.partition("://")
    return scheme in _SCHEMES and bool(named) and named == host
