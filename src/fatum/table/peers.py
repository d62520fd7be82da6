"""Other processes that serve the same tables."""

from collections.abc import Mapping
from typing import Final, Protocol

from msgspec import Struct


class Here(Struct, frozen=True):
    """Who is connected to a table at one process."""

    seats: int = 0
    """A bit for each seat that a connected device holds."""
    watching: int = 0


NOBODY_HERE: Final = Here()


class Peers(Protocol):
    """What a table tells other processes and asks of them."""

    def wake(self, table: str, seq: int) -> None:
        """The table has a new entry."""

    def changed(self, table: str) -> None:
        """Somebody has connected or gone."""

    def ask(self, table: str) -> None:
        """Find out soon who is connected to this table elsewhere."""

    async def look(self, table: str) -> Mapping[str, Here] | None:
        """Who is connected elsewhere, freshly read; ``None`` if nobody can say."""

    async def claim(self, what: str, seconds: int) -> bool:
        """Whether this process should do it; when in doubt, everybody does."""


class NoPeers:
    """This process has its tables to itself."""

    def wake(self, table: str, seq: int) -> None:
        pass

    def changed(self, table: str) -> None:
        pass

    def ask(self, table: str) -> None:
        pass

    async def look(self, table: str) -> Mapping[str, Here] | None:
        return {}

    async def claim(self, what: str, seconds: int) -> bool:
        return True
