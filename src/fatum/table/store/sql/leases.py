"""Which seats are connected to which process, kept in the store for all processes that share it.

A process that holds tables increments its own beat. Another process is alive if its beat advances,
so no two clocks are ever compared. Nothing here needs to survive a power cut: on this
connection a commit does not wait for the disk.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

from fatum.table.peers import NOBODY_HERE, Connected
from fatum.table.store.batch import pages
from fatum.table.store.sql.dialects import Dialect
from fatum.table.store.sql.held import Held

ROWS_AT_ONCE: Final = 200


class Leases:
    """The leases of one process. Every method raises ``StoreDown`` if the store does not answer."""

    def __init__(self, dialect: Dialect, engine: AsyncEngine, process: str) -> None:
        self._dialect = dialect
        self._held = Held(engine, self._relax)
        self._one_at_a_time = asyncio.Lock()
        self.process: Final = process

    async def beat(self) -> bool:
        """Report this process as alive; ``False`` if the store does not know it."""
        mark = self._dialect.mark
        changed = await self._execute(
            f"UPDATE processes SET beat = beat + 1 WHERE id = {mark(1)}", (self.process,)
        )
        if changed:
            return True
        await self._execute(
            f"INSERT INTO processes (id, beat) VALUES ({mark(1)}, 1) ON CONFLICT DO NOTHING",
            (self.process,),
        )
        return False

    async def put(self, changed: Mapping[str, Connected]) -> None:
        """Report who is connected here to these tables."""
        mark = self._dialect.mark(1)
        kept = [(table, here) for table, here in changed.items() if here != NOBODY_HERE]
        for page in pages(kept, ROWS_AT_ONCE):
            values: list[object] = []
            for table, here in page:
                values += (table, self.process, here.seats, here.watching)
            rows = ", ".join([f"({mark}, {mark}, {mark}, {mark})"] * len(page))
            await self._execute(
                f"INSERT INTO presence (table_id, process, seats, watching) VALUES {rows} "
                "ON CONFLICT (table_id, process) "
                "DO UPDATE SET seats = excluded.seats, watching = excluded.watching",
                values,
            )
        gone = [table for table, here in changed.items() if here == NOBODY_HERE]
        for empty in pages(gone, ROWS_AT_ONCE):
            marks = ", ".join([mark] * len(empty))
            await self._execute(
                f"DELETE FROM presence WHERE process = {mark} AND table_id IN ({marks})",
                (self.process, *empty),
            )

    async def beats(self) -> dict[str, int]:
        """The beats of all processes."""
        return dict(await self._fetch("SELECT id, beat FROM processes", ()))

    async def read(self, tables: Sequence[str]) -> dict[str, dict[str, Connected]]:
        """Table → process → who is connected there; this process left out."""
        mark = self._dialect.mark(1)
        found: dict[str, dict[str, Connected]] = {}
        for page in pages(tables, ROWS_AT_ONCE):
            marks = ", ".join([mark] * len(page))
            statement = (
                "SELECT table_id, process, seats, watching FROM presence "
                f"WHERE process <> {mark} AND table_id IN ({marks})"
            )
            for table, process, seats, watching in await self._fetch(
                statement, (self.process, *page)
            ):
                found.setdefault(table, {})[process] = Connected(seats, watching)
        return found

    async def bury(self, process: str, beat: int) -> None:
        """Forget a process whose beat has not advanced; it may register again as a new one."""
        mark = self._dialect.mark
        await self._execute(
            f"DELETE FROM processes WHERE id = {mark(1)} AND beat = {mark(2)}", (process, beat)
        )
        await self._execute(
            f"DELETE FROM presence WHERE process = {mark(1)} "
            f"AND NOT EXISTS (SELECT 1 FROM processes WHERE id = {mark(2)})",
            (process, process),
        )

    async def leave(self) -> None:
        """This process ends."""
        mark = self._dialect.mark(1)
        for statement in (
            f"DELETE FROM presence WHERE process = {mark}",
            f"DELETE FROM processes WHERE id = {mark}",
        ):
            await self._execute(statement, (self.process,))

    async def close(self) -> None:
        await self._held.close()

    async def _relax(self, driver: Any) -> None:
        await self._dialect.execute(driver, self._dialect.relaxed)

    async def _execute(self, statement: str, values: Sequence[object]) -> int:
        async with self._one_at_a_time:
            return await self._held.run(
                lambda driver: self._dialect.execute(driver, statement, values)
            )

    async def _fetch(self, statement: str, values: Sequence[object]) -> list[Any]:
        async with self._one_at_a_time:
            return await self._held.run(
                lambda driver: self._dialect.fetch(driver, statement, values)
            )
