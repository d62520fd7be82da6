"""Logs in memory, for a single process."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Final

from fatum.table.log import Entry, read_entry
from fatum.table.store.batch import Batch, Conflict, Line, Row, StoreDown

Write = Callable[[Sequence[Batch]], Awaitable[None]]


class MemoryStore:
    """Starts with these lines. ``write`` makes each append durable before it counts.

    >>> store = MemoryStore()
    >>> store.lines()
    []
    """

    generation: Final = "memory"

    def __init__(self, lines: Iterable[Line] = (), write: Write | None = None) -> None:
        self._write = write
        self._logs: Final[dict[str, list[Line]]] = {}
        for line in lines:
            self._logs.setdefault(line[0], []).append(line)
        self.rows: Final[dict[str, Row]] = {}
        """Tables as lists show them, as far as they were changed since the start."""
        self._one_at_a_time = asyncio.Lock()
        self._appending: Final[dict[asyncio.Future[None], asyncio.Task[None]]] = {}

    def lines(self) -> list[Line]:
        """Everything that is stored, for another store to start with."""
        return [line for log in self._logs.values() for line in log]

    def append_all(self, batches: Sequence[Batch]) -> "asyncio.Future[None]":
        task = asyncio.ensure_future(self._append(batches))
        waiting = asyncio.shield(task)
        self._appending[waiting] = task
        task.add_done_callback(lambda _: self._appending.pop(waiting))
        return waiting

    def outcome(self, abandoned: "asyncio.Future[None]") -> "asyncio.Future[None]":
        task = self._appending.get(abandoned)
        if task is not None:
            return asyncio.shield(task)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    async def settled(self) -> None:
        """Wait for what is being appended, also for those who have gone."""
        while self._appending:
            await asyncio.wait(self._appending.values())

    async def _append(self, batches: Sequence[Batch]) -> None:
        async with self._one_at_a_time:
            for batch in batches:
                if batch.lines and batch.after != len(self._logs.get(batch.table, ())):
                    raise Conflict
            if self._write is not None:
                try:
                    await self._write(batches)
                except Exception as error:
                    raise StoreDown(str(error)) from error
            for batch in batches:
                self._logs.setdefault(batch.table, []).extend(batch.lines)
                if batch.row is not None:
                    self.rows[batch.table] = batch.row

    async def refresh(self) -> str:
        return self.generation

    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        return [read_entry(*line[1:]) for line in self._logs.get(table_id, ())[after:]]

    async def read_on(self, known: Mapping[str, int]) -> tuple[str, dict[str, list[Entry]]]:
        return self.generation, {table: await self.read(table, seq) for table, seq in known.items()}
