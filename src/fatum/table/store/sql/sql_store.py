"""Logs of tables in a database: append, read, list. No rules and no clock are known here."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import Select, and_, bindparam, delete, func, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fatum.protocol.snapshots import Phase
from fatum.table.log import Entry, read_entry
from fatum.table.store.batch import Batch, Row, StoreDown, StoreError, pages
from fatum.table.store.sql.columns import LOG, PRESENCE, STORE, TABLES
from fatum.table.store.sql.dialects import Dialect, find_dialect
from fatum.table.store.sql.follower import Follower
from fatum.table.store.sql.leases import Leases
from fatum.table.store.sql.migrate import migrate
from fatum.table.store.sql.writer import Writer

PATIENCE: Final = 20.0
"""Seconds that an append waits for a database that does not answer."""
DELETED_AT_ONCE: Final = 100
"""Tables deleted per transaction: nobody appends meanwhile."""


class SqlStore:
    """Made by ``SqlStore.open``; close it in the end."""

    def __init__(self, dialect: Dialect, engine: AsyncEngine, patience: float) -> None:
        self.dialect: Final = dialect
        self.engine: Final = engine
        self.writer: Final = Writer(dialect, engine, patience)
        self.follower: Final = Follower(dialect, engine)
        self.leases: Final = Leases(dialect, engine, secrets.token_hex(8))
        self.generation = ""

    @classmethod
    async def open(cls, where: str | Path, *, patience: float = PATIENCE) -> "SqlStore":
        """Open or create a store; migrations run by themselves."""
        dialect = find_dialect(where)
        try:
            engine = dialect.engine()
        except OSError as error:
            raise StoreError(f"cannot make the folder of {where}: {error.strerror}") from None
        store = cls(dialect, engine, patience)
        try:
            async with engine.connect() as connection:
                await connection.run_sync(migrate)
            await store.refresh()
            await store.writer.start()
        except (SQLAlchemyError, StoreDown, UnicodeDecodeError) as error:
            await engine.dispose()
            fault = error.__cause__ if isinstance(error, StoreDown) else error
            cause = getattr(fault, "orig", None) or fault or error
            raise StoreError(f"cannot open the store: {cause}") from None
        except BaseException:
            await engine.dispose()
            raise
        return store

    async def close(self) -> None:
        """Write what is pending and close."""
        await self.writer.stop()
        await self.follower.close()
        await self.leases.close()
        await self.engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # --- appending -------------------------------------------------------------------------------

    def append_all(self, batches: Sequence[Batch]) -> "asyncio.Future[None]":
        return self.writer.order(batches)

    def outcome(self, abandoned: "asyncio.Future[None]") -> "asyncio.Future[None]":
        return self.writer.outcome(abandoned)

    # --- reading ---------------------------------------------------------------------------------

    async def refresh(self) -> str:
        """The store's generation now; tables of another one must be read again."""
        found = await self._rows(select(STORE.c.generation))
        if not found:
            raise StoreDown("it is incomplete: its generation is missing")
        self.generation = str(found[0][0])
        return self.generation

    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        """The log of a table after this entry; empty if there is none."""
        query = (
            select(LOG.c.seq, LOG.c.at, LOG.c.body)
            .where(LOG.c.table_id == table_id, LOG.c.seq > after)
            .order_by(LOG.c.seq)
        )
        return [read_entry(*row) for row in await self._rows(query)]

    async def read_on(self, known: Mapping[str, int]) -> tuple[str, dict[str, list[Entry]]]:
        """What was appended to these logs after these entries, and the store's generation."""
        return await self.follower.read_on(known)

    async def row(self, table_id: str) -> Row | None:
        """A table as lists show it."""
        found = await self._rows(select(TABLES).where(TABLES.c.id == table_id))
        return _row(found[0]) if found else None

    async def lobby(self, limit: int = 100) -> list[Row]:
        """Public tables that wait for players, the newest first."""
        query = (
            select(TABLES)
            .where(TABLES.c.status == "lobby", TABLES.c.public)
            .order_by(TABLES.c.changed.desc(), TABLES.c.id)
            .limit(limit)
        )
        return [_row(found) for found in await self._rows(query)]

    async def waiting(
        self, silent_since: int, now: int, after: str = "", limit: int = 2000
    ) -> tuple[list[str], str]:
        """Tables not over that somebody should look after, and where the next page begins.

        These are the tables to which nobody is connected, whose log has not grown since then, and for
        which something may be due before ``now``. A page looks at ``limit`` tables in
        the order of their names; the last one is followed by ``""``.
        """
        page = (
            select(TABLES.c.id, TABLES.c.due, TABLES.c.due_seq)
            .where(TABLES.c.status.in_(("lobby", "playing")), TABLES.c.id > after)
            .order_by(TABLES.c.id)
            .limit(limit)
            .subquery()
        )
        head = (
            select(LOG.c.seq, LOG.c.at)
            .where(LOG.c.table_id == page.c.id)
            .order_by(LOG.c.seq.desc())
            .limit(1)
        )
        at = head.with_only_columns(LOG.c.at).scalar_subquery()
        seq = head.with_only_columns(LOG.c.seq).scalar_subquery()
        connected = select(PRESENCE.c.table_id).where(PRESENCE.c.table_id == page.c.id).exists()
        unknown = or_(page.c.due_seq.is_(None), page.c.due_seq < seq)
        needed = and_(or_(unknown, page.c.due <= now), at < silent_since, ~connected)
        found = await self._rows(select(page.c.id, needed).order_by(page.c.id))
        following = str(found[-1][0]) if len(found) == limit else ""
        return [str(table_id) for table_id, wanted in found if wanted], following

    async def sleep(self, tables: Mapping[str, tuple[int, int | None]]) -> None:
        """Record when something is next due at tables that no process holds, as of this entry."""
        if not tables:
            return
        change = (
            update(TABLES)
            .where(TABLES.c.id == bindparam("table_id"))
            .values(due_seq=bindparam("seq"), due=bindparam("when"))
        )
        rows = [{"table_id": t, "seq": seq, "when": when} for t, (seq, when) in tables.items()]
        try:
            async with self.engine.connect() as connection:
                await connection.exec_driver_sql(self.dialect.begin)
                await connection.execute(change, rows)
                await connection.exec_driver_sql("COMMIT")
        except (SQLAlchemyError, OSError) as error:
            raise StoreDown(str(error)) from error

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last entry of each of these logs, to find those that have gone on elsewhere."""
        found: dict[str, int] = {}
        for page in pages(tables, 500):
            query = (
                select(LOG.c.table_id, func.max(LOG.c.seq))
                .where(LOG.c.table_id.in_(page))
                .group_by(LOG.c.table_id)
            )
            found.update({str(table): int(seq) for table, seq in await self._rows(query)})
        return found

    async def counts(self) -> dict[Phase, int]:
        """How many tables there are in each state."""
        query = select(TABLES.c.status, func.count()).group_by(TABLES.c.status)
        return dict(await self._rows(query))

    async def check(self) -> None:
        """Check that the store can be written to; raise ``StoreDown`` if not."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(update(STORE).values(generation=STORE.c.generation))
        except (SQLAlchemyError, OSError) as error:
            fault = str(getattr(error, "orig", None) or error)
            self.writer.note(fault)
            raise StoreDown(fault) from error
        self.writer.note(None)

    # --- clearing away ---------------------------------------------------------------------------

    async def prune(self, before: int) -> int:
        """Delete the tables that nobody has touched since ``before``; how many there were.

        A process that still holds one of them finds its log gone with the next append or look.
        """
        last = select(func.max(LOG.c.at)).where(LOG.c.table_id == TABLES.c.id).scalar_subquery()
        old = [
            str(found[0]) for found in await self._rows(select(TABLES.c.id).where(last < before))
        ]
        deleted = 0
        for page in pages(old, DELETED_AT_ONCE):
            async with self.engine.connect() as connection:
                await self.begin(connection)
                found = await connection.execute(
                    select(TABLES.c.id).where(TABLES.c.id.in_(page), last < before)
                )
                still = [str(row[0]) for row in found]
                await connection.execute(delete(LOG).where(LOG.c.table_id.in_(still)))
                await connection.execute(delete(TABLES).where(TABLES.c.id.in_(still)))
                await connection.exec_driver_sql("COMMIT")
            deleted += len(still)
        return deleted

    async def begin(self, connection: AsyncConnection) -> None:
        """Begin a transaction, by hand, in which nobody else appends."""
        await connection.exec_driver_sql(self.dialect.begin)
        if self.dialect.alone is not None:
            await connection.exec_driver_sql(self.dialect.alone)

    async def renew(self, connection: AsyncConnection) -> None:
        """Make every process, on any machine, reload its tables."""
        await connection.execute(update(STORE).values(generation=secrets.token_hex(16)))

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        try:
            async with self.engine.connect() as connection:
                rows: Sequence[Any] = (await connection.execute(query)).all()
                return rows
        except (SQLAlchemyError, OSError) as error:
            raise StoreDown(str(error)) from error


def _row(found: Any) -> Row:
    return Row(
        found.id,
        found.game,
        found.status,
        bool(found.public),
        found.created,
        found.changed,
        bytes(found.summary),
    )
