"""What a table needs from the place where its log is kept."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Protocol

from fatum.table.log import Entry
from fatum.table.store.batch import Batch


class Store(Protocol):
    """``SqlStore`` for servers; ``MemoryStore`` where there is no database."""

    @property
    def generation(self) -> str:
        """Changes when the logs are replaced by others; as it was at the last ``refresh``."""

    def append_all(self, batches: Sequence[Batch]) -> "asyncio.Future[None]":
        """Append to several logs, all or none.

        Done when durable; else ``Conflict``, ``Reset`` or ``StoreDown``.
        """

    def outcome(self, abandoned: "asyncio.Future[None]") -> "asyncio.Future[None]":
        """The outcome of an append that was cancelled: it is written all the same."""

    async def refresh(self) -> str:
        """The store's generation now; tables of another one must be read again."""

    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        """The log of a table after this entry; empty if there is none."""

    async def read_on(self, known: Mapping[str, int]) -> tuple[str, dict[str, list[Entry]]]:
        """What was appended to these logs after these entries, and the store's generation."""
