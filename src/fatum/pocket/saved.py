"""What a device keeps of its tables: their logs, and the tokens of the seats that it holds."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from fatum.table.seats import hash_token
from fatum.table.store.batch import Batch, Line

MOST_TABLES: Final = 60
"""Tables that are kept; the one that was not changed for longest goes first."""

SavedLine = tuple[str, int, int, str]
"""A line of a log whose fact is text."""
SavedSeat = tuple[str, int, str]
"""Table, slot and token."""


class Saved(Struct, frozen=True, omit_defaults=True):
    """What is read when the device's tables are opened, and each change that is written."""

    lines: Sequence[SavedLine] = ()
    seats: Sequence[SavedSeat] = ()
    dropped: Sequence[str] = ()
    """Tables to be forgotten."""


Write = Callable[[str], Awaitable[object]]
"""Makes a change durable; it is given a ``Saved`` as JSON."""


class Shelf:
    """The saved tables. Everything is durable before it counts."""

    def __init__(self, saved: str, write: Write) -> None:
        found = msgspec.json.decode(saved, type=Saved)
        self._write = write
        self._tokens: Final[dict[str, dict[int, str]]] = {}
        self._old = _oldest(found.lines)
        self.lines: Final[list[Line]] = [
            (table, seq, at, fact.encode())
            for table, seq, at, fact in found.lines
            if table not in self._old
        ]
        for seat in found.seats:
            self._hold(*seat)

    async def tidy(self) -> None:
        """Forget the oldest tables where there are too many."""
        if self._old:
            await self._save(Saved(dropped=sorted(self._old)))

    async def write(self, batches: Sequence[Batch]) -> None:
        """What a ``MemoryStore`` appends."""
        lines = [
            (table, seq, at, fact.decode())
            for batch in batches
            for table, seq, at, fact in batch.lines
        ]
        await self._save(Saved(lines))

    async def sit(self, table: str, slot: int, token: str) -> None:
        """Hold a seat at a table."""
        await self._save(Saved(seats=[(table, slot, token)]))
        self._hold(table, slot, token)

    def tokens(self, table: str) -> dict[int, str]:
        """The seats that this device holds at a table: slot → token."""
        return dict(self._tokens.get(table, {}))

    def hashes(self, table: str) -> set[str]:
        return {hash_token(token) for token in self.tokens(table).values()}

    def _hold(self, table: str, slot: int, token: str) -> None:
        self._tokens.setdefault(table, {})[slot] = token

    async def _save(self, change: Saved) -> None:
        await self._write(msgspec.json.encode(change).decode())


def _oldest(lines: Sequence[SavedLine]) -> set[str]:
    changed: dict[str, int] = {}
    for table, _, at, _ in lines:
        changed[table] = max(at, changed.get(table, 0))
    newest = sorted(changed, key=lambda table: -changed[table])
    return set(newest[MOST_TABLES:])
