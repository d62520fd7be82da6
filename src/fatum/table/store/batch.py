"""What is written to a store, and its errors."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from fatum.core.errors import FatumError
from fatum.protocol.snapshots import Phase
from fatum.table.log import AnyFact, Entry, encode_fact

T = TypeVar("T")
Line = tuple[str, int, int, bytes]
"""One entry as it is stored: table, seq, time and the fact as JSON."""


class Row(Struct, frozen=True):
    """The summary of a table for lists. It follows from the log and is never read to play."""

    id: str
    game: str
    status: Phase
    public: bool
    created: int
    changed: int
    summary: bytes
    """JSON for the lobby."""


class Batch(Struct, frozen=True):
    """Entries to be appended to one log, after entry ``after``; 0 opens the table."""

    table: str
    after: int
    lines: Sequence[Line]
    generation: str
    """Which store the authority has read its log from."""
    row: Row | None = None
    """The new row in the list of tables, where it changes."""


class StoreError(FatumError):
    """A store that cannot be used as it is; the text says what to do."""


class Conflict(Exception):
    """Another process has appended first: read its entries and decide again."""


class Reset(Exception):
    """The store was restored or cleared: reload everything."""


class StoreDown(Exception):
    """The store does not answer. Whether the entries were written is unknown until it does."""


class Unwritable(StoreDown):
    """The store answers but cannot be written to: its disk is full, or it is read-only."""


def batch(
    table_id: str,
    after: int,
    entries: Sequence[Entry],
    generation: str,
    row: Row | None = None,
) -> Batch:
    """Entries in the form in which they are stored."""
    lines = [(table_id, entry.seq, entry.at, encode_fact(entry.fact)) for entry in entries]
    return Batch(table_id, after, lines, generation, row)


def entries_after(seq: int, at: int, facts: Sequence[AnyFact]) -> list[Entry]:
    """Number these facts."""
    return [Entry(number, at, fact) for number, fact in enumerate(facts, seq + 1)]


def pages(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The rows in groups of at most ``size``, for statements that take only so many."""
    for first in range(0, len(rows), size):
        yield rows[first : first + size]
