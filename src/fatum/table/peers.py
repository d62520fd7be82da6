"""Other processes that serve the same tables."""

from collections.abc import Mapping
from typing import Final, Protocol

from msgspec import Struct


class Connected(Struct, frozen=True):
    """Who is connected to a table at one process."""

    seats: int = 0
    """A bit for each seat that a connected device holds."""
    watching: int = 0


NOBODY_HERE: Final = Connected()


class Peers(Protocol):
    """What a table tells other processes and asks of them."""

    def wake(self, table: str, seq: int) -> None:
        """The table has a new entry."""

    def changed(self, table: str) -> None:
        """Somebody has connected or gone."""

    def ask(self, table: str) -> None:
        """Schedule a check of who is connected to this table elsewhere."""

    async def look(self, table: str) -> Mapping[str, Connected] | None:
        """Who is connected elsewhere, freshly read; ``None`` if unknown."""

    async def claim(self, what: str, seconds: int) -> bool:
        """Whether this process should do it; if unsure, every process does."""


class NoPeers:
    """No other process serves these tables."""

    def wake(self, table: str, seq: int) -> None:
        pass

    def changed(self, table: str) -> None:
        pass

    def ask(self, table: str) -> None:
        pass

    async def look(self, table: str) -> Mapping[str, Connected] | None:
        return {}

    async def claim(self, what: str, seconds: int) -> bool:
        return True
