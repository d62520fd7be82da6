"""The tables that this process holds in memory, each of them once."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any, Final

from fatum.core.messages import Declared
from fatum.protocol.errors import Refused
from fatum.protocol.requests import AnyRequest
from fatum.protocol.table_settings import TableSettings
from fatum.table.opening import first_batch, opening
from fatum.table.seats import Entropy, hash_token, new_code, new_token
from fatum.table.store import Conflict, Reset, StoreDown
from fatum.table.store.store import Store
from fatum.table.table import TRIES, Table, store_is_down

NOT_OPENED: Final = Declared("refuse.open.busy", "no table could be opened; try again")


class LoadedTables:
    """Opens, loads and lets go of tables."""

    def __init__(self, store: Store, entropy: Entropy = secrets.token_bytes) -> None:
        self.store: Final = store
        self.live: Final[dict[str, Table]] = {}
        self._entropy = entropy
        self._loading: dict[str, asyncio.Future[Table]] = {}

    async def open(
        self,
        game: str,
        options: dict[str, Any],
        now: int,
        *,
        name: str,
        settings: TableSettings | None = None,
        sits: bool = True,
        requests: Sequence[AnyRequest] = (),
    ) -> tuple[Table, str]:
        """A new table and its host's token, which is told this once.

        ``requests`` are what the host asks for at once: all of it is one append, or nothing is.
        """
        entropy = self._entropy
        token = new_token(entropy)
        facts = opening(game, options, settings or TableSettings(), hash_token(token), name, sits)
        for _ in range(TRIES):
            first, state = first_batch(
                new_code(entropy), facts, now, self.store.generation, requests, entropy
            )
            try:
                await self.store.append_all([first])
            except Conflict:
                continue  # the code is taken
            except Reset:
                await self.store.refresh()
                continue
            except StoreDown as error:
                raise store_is_down() from error
            table = Table(self.store, state, first.generation, entropy=entropy)
            self.live[table.id] = table
            return table, token
        raise Refused("busy", NOT_OPENED())

    async def get(self, table_id: str, now: int) -> Table:
        """A table by its code, loaded if need be; ``Refused`` with ``gone`` if there is none."""
        table = self.live.get(table_id)
        if table is not None:
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table_id, now))
            self._loading[table_id] = loading
        return await asyncio.shield(loading)

    async def _load(self, table_id: str, now: int) -> Table:
        try:
            table = await Table.load(self.store, table_id, now, entropy=self._entropy)
            self.live[table_id] = table
            return table
        finally:
            del self._loading[table_id]

    def forget(self, table_id: str) -> None:
        """Let go of a table; it can be read from its log again."""
        self.live.pop(table_id, None)

    async def renew(self) -> None:
        """Read every table again if the store was restored or cleared."""
        generation = await self.store.refresh()
        for table in list(self.live.values()):
            if table.generation != generation:
                try:
                    await table.catch_up()
                except Refused:
                    self.forget(table.id)
