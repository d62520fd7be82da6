"""The tables in this process's memory, each loaded once."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

from fatum.protocol.errors import Refused
from fatum.protocol.requests import AnyRequest
from fatum.protocol.table_settings import TableSettings
from fatum.table.handover import CarriedGame, carried_batch, facts_of, slots_of
from fatum.table.opening import first_batch, opening
from fatum.table.refusals import refused
from fatum.table.seats import Entropy, hash_token, new_code, new_token
from fatum.table.state import TableState
from fatum.table.store import Batch, Conflict, Reset, StoreDown
from fatum.table.store.store import Store
from fatum.table.table import TRIES, Table, store_is_down


class LoadedTables:
    """Opens, loads and unloads tables; ``first`` is what their codes begin with."""

    def __init__(
        self, store: Store, entropy: Entropy = secrets.token_bytes, first: str = ""
    ) -> None:
        self.store: Final = store
        self.live: Final[dict[str, Table]] = {}
        self._entropy = entropy
        self._first = first
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
        """A new table and its host's token, which is returned only here.

        ``requests`` are the host's first requests: they are appended together or not at all.
        """
        token = new_token(self._entropy)
        facts = opening(game, options, settings or TableSettings(), hash_token(token), name, sits)

        def first(code: str) -> tuple[Batch, TableState]:
            return first_batch(code, facts, now, self.store.generation, requests, self._entropy)

        return await self._add(first), token

    async def continue_game(
        self, carried: CarriedGame, now: int, settings: TableSettings
    ) -> tuple[Table, dict[int, str]]:
        """A table for a game that was begun elsewhere, and the tokens of its people by their slots."""
        tokens = {slot: new_token(self._entropy) for slot in slots_of(carried)}
        facts = facts_of(carried, settings, tokens)

        def first(code: str) -> tuple[Batch, TableState]:
            return carried_batch(code, facts, now, self.store.generation)

        return await self._add(first), tokens

    async def _add(self, make: Callable[[str], tuple[Batch, TableState]]) -> Table:
        """A table with the first entries that ``make`` makes for its code."""
        entropy = self._entropy
        for _ in range(TRIES):
            code = new_code(entropy, self._first)
            first, state = make(code)
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
            return table
        raise refused("busy", "open.busy")

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
        """Unload a table; it can be loaded from its log again."""
        self.live.pop(table_id, None)

    async def renew(self) -> None:
        """Reload all tables if the store was restored or cleared."""
        generation = await self.store.refresh()
        for table in list(self.live.values()):
            if table.generation != generation:
                try:
                    await table.catch_up()
                except Refused:
                    self.forget(table.id)
