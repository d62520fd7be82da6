"""A kept connection that exposes the driver's own."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fatum.table.store.batch import StoreDown

T = TypeVar("T")
Use = Callable[[Any], Awaitable[T]]
"""A function of the driver's connection."""


class Held:
    """Open or not; a caller that finds it broken closes it and opens it again."""

    def __init__(self, engine: AsyncEngine, prepare: Use[None] | None = None) -> None:
        self._engine = engine
        self._prepare = prepare
        self.connection: AsyncConnection | None = None
        self.driver: Any = None

    async def open(self) -> None:
        try:
            self.connection = await self._engine.connect()
            raw = await self.connection.get_raw_connection()
        except (SQLAlchemyError, OSError) as error:
            await self.close()
            raise StoreDown(str(error)) from error
        self.driver = raw.driver_connection
        if self._prepare is not None:
            await self._prepare(self.driver)

    async def run(self, use: Use[T]) -> T:
        """Open it if need be and use it; any fault closes it."""
        try:
            if self.driver is None:
                await self.open()
            return await use(self.driver)
        except BaseException:
            # Also if cancelled half-way: the next query would get this one's answer.
            await self.close()
            raise

    async def close(self) -> None:
        connection, self.connection, self.driver = self.connection, None, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.close()
