"""The tables of one process: opened, loaded, ticked and unloaded."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from fatum.core.errors import FatumError
from fatum.games.registry import find_game
from fatum.protocol import requests as r
from fatum.protocol.table_settings import TableSettings
from fatum.table import logger
from fatum.table.bot_choices import check_level
from fatum.table.clock import SECOND
from fatum.table.handover import CarriedGame
from fatum.table.live_table import LiveTable
from fatum.table.loaded_tables import LoadedTables
from fatum.table.refusals import refused
from fatum.table.services import Services
from fatum.table.store.store import Store
from fatum.table.table import Table
from fatum.table.wall_clock import now

TICK: Final = 0.2
"""Seconds between looks at the clocks."""
SLOWLY: Final = 5
"""Each table's presence is checked once in so many ticks, some tables per tick."""
STOPPED: Final = 5 * SECOND
"""A longer gap between two ticks means that the process or the machine was suspended."""


def _nothing(_: LiveTable) -> None:
    pass


class LiveTables:
    """Run ``run`` in a task to keep the clocks going; ``let_go`` is called with tables that nobody needs.

    ``first`` is what the codes of its tables begin with.
    """

    def __init__(
        self,
        store: Store,
        services: Services,
        let_go: Callable[[LiveTable], None] = _nothing,
        first: str = "",
    ) -> None:
        self.loaded: Final = LoadedTables(store, first=first)
        self.services: Final = services
        self.live: Final[dict[str, LiveTable]] = {}
        self._let_go = let_go
        self._ticked = now()

    # --- finding and opening ---------------------------------------------------------------------

    async def open(
        self,
        game: str,
        options: dict[str, Any],
        *,
        name: str,
        settings: TableSettings | None = None,
        sits: bool = True,
        bots: Sequence[str] = (),
        start: bool = False,
        payer: str = "",
    ) -> tuple[LiveTable, str]:
        """A new table and its host's token; with ``start`` the last bot fills all empty seats.

        :raises Refused: if it cannot be done as asked; then there is no table.
        """
        _check_bots(game, options, sits, bots, start)
        wanted: list[r.AnyRequest] = [r.AddBot(level) for level in bots]
        if start:
            wanted.append(r.Start(bots[-1] if bots else None))
        table, token = await self.loaded.open(
            game, options, now(), name=name, settings=settings, sits=sits, requests=wanted
        )
        return self._enter(table, payer), token

    async def continue_game(
        self, carried: CarriedGame, settings: TableSettings, payer: str = ""
    ) -> tuple[LiveTable, dict[int, str]]:
        """A table for a game that was begun elsewhere, and the tokens of its people by their slots.

        :raises Refused: if it cannot be played on.
        """
        table, tokens = await self.loaded.continue_game(carried, now(), settings)
        return self._enter(table, payer), tokens

    async def get(self, table_id: str) -> LiveTable:
        """The table with this code, loaded if need be; ``Refused`` if there is no such table."""
        live = self.live.get(table_id)
        if live is None:
            table = await self.loaded.get(table_id, now())
            # Another task may have waited for the same table.
            live = self.live.get(table_id) or self._enter(table)
        live.used_at = now()
        return live

    def _enter(self, table: Table, payer: str = "") -> LiveTable:
        live = LiveTable(self.services, table, self.drop, payer)
        self.live[table.id] = live
        return live

    def drop(self, live: LiveTable) -> None:
        """Unload a table; it stays in the store."""
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
            self.loaded.forget(live.table.id)
        self.services.peers.changed(live.table.id)

    # --- time ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until it is cancelled."""
        ticks = 0
        while True:
            ticks += 1
            try:
                self.tick(ticks % SLOWLY)
            except Exception:  # one bad table must not stop all clocks
                logger.fault("a tick has failed")
            await asyncio.sleep(TICK)

    def tick(self, turn: int) -> None:
        """Check all clocks, and the presence of the tables whose ``turn`` it is."""
        at = now()
        stopped = at - self._ticked > STOPPED
        self._ticked = at
        for number, live in enumerate(list(self.live.values())):
            if stopped:
                live.wait_for_people(at)
            live.tick(at)
            if number % SLOWLY == turn:
                live.presence.check(at)
                if live.idle(at):
                    self._let_go(live)
                    self.drop(live)


def _check_bots(
    game: str, options: dict[str, Any], sits: bool, bots: Sequence[str], start: bool
) -> None:
    """Check, before opening a table, that everything asked for is possible."""
    for level in bots:
        check_level(level)
    try:
        players = find_game(game).read_options(options).players
    except FatumError:
        return  # the table says it better
    free = players - sits
    if len(bots) > free:
        raise refused("options", "open.bots", count=free)
    if start and free and not bots:
        raise refused("options", "open.start")
