"""A connection that is kept, with the driver's own beneath it."""

import contextlib
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fatum.table.store.batch import StoreDown


class Held:
    """Open or not; whoever finds it broken closes it and opens it again."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
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

    async def close(self) -> None:
        connection, self.connection, self.driver = self.connection, None, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, OSError):
                await connection.close()
