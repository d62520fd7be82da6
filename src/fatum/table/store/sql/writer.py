"""Group commit: appends that arrive together share one transaction, so one sync of the disk."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from fatum.table.store.batch import Batch, Conflict, Line, Reset, Row, StoreDown, Unwritable, pages
from fatum.table.store.sql.checkpoints import Checkpoints
from fatum.table.store.sql.dialects import ROWS_AT_ONCE, Dialect
from fatum.table.store.sql.held import Held

LONGEST_QUEUE: Final = 20_000
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 2.0
UNWRITABLE: Final = 2.0
"""Seconds that an append waits for a database that takes nothing."""
LINGER: Final = 0.003
"""Seconds that a group waits for more while many arrive: a commit costs the same for all of them."""
MANY: Final = 2
ENOUGH: Final = 60
"""A group of this size does not wait for more: it is written while the last group is announced."""
AT_ONCE: Final = 100
"""Largest group, for the same reason: waiting for the disk leaves the processor idle."""


class _Order:
    """Batches to be written together or not at all, and who waits for them."""

    __slots__ = ("answered", "batches", "generation", "lines", "plain", "waiting")

    def __init__(self, batches: Sequence[Batch], waiting: "asyncio.Future[None]") -> None:
        self.batches = batches
        self.waiting = waiting
        self.answered = False
        self.generation = batches[0].generation
        if len(batches) == 1:
            self.plain = batches[0].row is None
            self.lines = batches[0].lines
        else:
            self.plain = all(batch.row is None for batch in batches)
            self.lines = [line for batch in batches for line in batch.lines]

    def succeed(self) -> None:
        self.answered = True
        if not self.waiting.done():
            self.waiting.set_result(None)

    def fail(self, error: BaseException) -> None:
        self.answered = True
        if not self.waiting.done():
            self.waiting.set_exception(error)


class Writer:
    """The writer, on a connection of its own."""

    def __init__(self, dialect: Dialect, engine: AsyncEngine, patience: float) -> None:
        self._dialect = dialect
        self._patience = patience
        self.checkpoints: Final = Checkpoints(dialect, engine)
        self.held: Final = Held(engine, self.checkpoints.begin)
        self._orders: list[_Order] = []
        self._writing: list[_Order] = []
        self._arrived = asyncio.Event()
        self._closing = False
        self._crowded = False
        self._task: asyncio.Task[None] | None = None
        self.groups = 0
        """Transactions so far, and lines in them: their ratio is how well grouping works."""
        self.written = 0
        self.fault: str | None = None
        """Why the last write failed; ``None`` if it did not."""
        self.on_fault: Callable[[str | None], None] = lambda fault: None
        """Called when writing starts to fail, and when it recovers."""

    def note(self, fault: str | None) -> None:
        """Record the outcome of a write."""
        known, self.fault = self.fault, fault
        if (known is None) != (fault is None):
            self.on_fault(fault)

    async def start(self) -> None:
        await self.held.open()
        self._task = asyncio.create_task(self._run(), name="fatum store writer")

    async def stop(self) -> None:
        """Write what is pending, then close."""
        self._closing = True
        self._arrived.set()
        if self._task is not None:
            await self._task
        await self.checkpoints.close()
        await self.held.close()

    def order(self, batches: Sequence[Batch]) -> "asyncio.Future[None]":
        """Queue batches; the future is resolved when they are durable."""
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._closing or len(self._orders) >= LONGEST_QUEUE:
            waiting.set_exception(StoreDown("the store is closing or has too much to do"))
            return waiting
        self._orders.append(_Order(batches, waiting))
        self._arrived.set()
        return waiting

    def outcome(self, abandoned: "asyncio.Future[None]") -> "asyncio.Future[None]":
        """What becomes of an order whose future was cancelled: it is written all the same."""
        again: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        for order in (*self._writing, *self._orders):
            if order.waiting is abandoned and not order.answered:
                order.waiting = again
                return again
        again.set_result(None)
        return again

    async def _run(self) -> None:
        try:
            await self._serve()
        finally:
            self._closing = True
            for order in (*self._writing, *self._orders):
                order.fail(StoreDown("the store was closed"))

    async def _serve(self) -> None:
        while True:
            await self._arrived.wait()
            if len(self._orders) < ENOUGH:
                # Everything that is ready to run in this turn of the loop may still join.
                await asyncio.sleep(LINGER if self._crowded and not self._closing else 0)
            self._writing, self._orders = self._orders[:AT_ONCE], self._orders[AT_ONCE:]
            self._crowded = len(self._writing) > MANY
            if not self._orders:
                self._arrived.clear()
            await self._write(self._writing)
            self._writing = []
            if self.checkpoints.due and self.held.driver is not None:
                await self.checkpoints.finish(self.held.driver)
            if self._closing and not self._orders:
                return

    async def _write(self, orders: list[_Order]) -> None:
        while orders:
            group, orders = _cut(orders)
            try:
                await self._together(group)
            except (Conflict, Reset):
                await self._one_by_one(group, doubtful=False)
            except StoreDown as error:
                self.note(str(error))
                await self.held.close()
                await self._one_by_one(group, doubtful=True)
            except Exception as error:
                # An internal error must neither leave callers waiting nor end the writer.
                await self.held.close()
                for order in group:
                    order.fail(error)
            else:
                for order in group:
                    order.succeed()

    async def _together(self, group: list[_Order]) -> None:
        lines = [line for order in group for line in order.lines]
        # Two processes that append to the same tables in the same order cannot block each other.
        lines.sort()
        if self.held.driver is None:
            await self.held.open()
        generation = group[0].generation
        if lines and len(lines) <= ROWS_AT_ONCE and all(order.plain for order in group):
            await self._append(lines, generation)
        else:
            batches = [batch for order in group for batch in order.batches]
            await self._transaction(batches, lines, generation)
        self.note(None)
        self.groups += 1
        self.written += len(lines)
        self.checkpoints.count(len(lines))

    async def _append(self, lines: Sequence[Line], generation: str) -> None:
        if await self._dialect.append(self.held.driver, lines, generation) != len(lines):
            raise Reset

    async def _transaction(self, batches: list[Batch], lines: list[Line], generation: str) -> None:
        execute = self._dialect.execute
        await execute(self.held.driver, self._dialect.begin)
        try:
            for batch in batches:
                if batch.row is not None:
                    await self._put_row(batch.row, batch.after == 0, generation)
            for page in pages(lines, ROWS_AT_ONCE):
                await self._append(page, generation)
            await execute(self.held.driver, "COMMIT")
        except BaseException:
            with contextlib.suppress(StoreDown):
                await execute(self.held.driver, "ROLLBACK")
            raise

    async def _put_row(self, row: Row, new: bool, generation: str) -> None:
        mark = self._dialect.mark
        values: list[object] = [
            row.game,
            row.status,
            row.public,
            row.created,
            row.changed,
            row.summary,
            row.id,
        ]
        if new:
            marks = ", ".join(mark(number) for number in range(1, 8))
            statement = (
                "INSERT INTO tables (game, status, public, created, changed, summary, id) "
                f"VALUES ({marks})"
            )
        else:
            names = ("game", "status", "public", "created", "changed", "summary")
            pairs = ", ".join(f"{name} = {mark(n)}" for n, name in enumerate(names, 1))
            # An older row, from a process that is behind, does not replace a newer one.
            statement = (
                f"UPDATE tables SET {pairs} WHERE id = {mark(7)} AND changed <= {mark(8)} "
                f"AND (SELECT generation FROM store) = {mark(9)}"
            )
            values += [row.changed, generation]
        await self._dialect.execute(self.held.driver, statement, values)

    async def _one_by_one(self, group: list[_Order], *, doubtful: bool) -> None:
        begun = asyncio.get_running_loop().time()
        for order in group:
            await self._alone(order, begun, doubtful)

    async def _alone(self, order: _Order, begun: float, doubtful: bool) -> None:
        """One order in a transaction of its own, until the store has given a clear answer.

        ``doubtful``: an earlier try may have been written although no answer came.
        """
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        while True:
            try:
                if doubtful and await self._is_written(order):
                    order.succeed()
                    return
                await self._together([order])
            except (Conflict, Reset) as error:
                order.fail(error)
                return
            except StoreDown as error:
                doubtful = True
                self.note(str(error))
                await self.held.close()
                patience = UNWRITABLE if isinstance(error, Unwritable) else self._patience
                if loop.time() + pause > begun + min(patience, self._patience):
                    order.fail(error)
                    return
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                order.succeed()
                return

    async def _is_written(self, order: _Order) -> bool:
        """Whether the log holds exactly these lines."""
        if self.held.driver is None:
            await self.held.open()
        assert self.held.connection is not None
        mark = self._dialect.mark
        statement = f"SELECT body FROM log WHERE table_id = {mark(1)} AND seq = {mark(2)}"
        try:
            for table, seq, _, body in order.lines:
                found = await self.held.connection.exec_driver_sql(statement, (table, seq))
                if found.scalar() != body:
                    return False
        except SQLAlchemyError as error:
            raise StoreDown(str(error)) from error
        return True


def _cut(orders: list[_Order]) -> tuple[list[_Order], list[_Order]]:
    """A first group that one statement can hold and that knows the same store, and the rest."""
    lines = 0
    for number, order in enumerate(orders):
        lines += len(order.lines)
        other = order.generation != orders[0].generation
        if number > 0 and (other or lines > ROWS_AT_ONCE):
            return orders[:number], orders[number:]
    return orders, []
