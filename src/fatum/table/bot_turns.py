"""When a table's bots are asked, and how their answers become moves."""

import asyncio
import time
from typing import Final

from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.table import logger
from fatum.table.bot_choices import Thought
from fatum.table.bot_pace import BEAT, Pace
from fatum.table.roles import Caller
from fatum.table.services import Services
from fatum.table.table import BotTurn, Table
from fatum.table.thinker import Busy, Order
from fatum.table.wall_clock import now

CLAIM: Final = 5
"""Seconds for which one process has the exclusive claim on a bot's turn."""
AGAIN: Final = 1.0
"""Seconds after which a move that the store could not keep is tried again."""
ANSWERED: Final = frozenset({"stale", "forbidden", "phase"})
"""Refusals of a move that was made already or is no longer wanted."""


class BotTurns:
    """The bots of one table. ``payer`` is the address charged for their thinking."""

    def __init__(self, services: Services, table: Table, payer: str) -> None:
        self._services = services
        self._table = table
        self.payer = payer
        self.thinking: Final[dict[int, int]] = {}
        """Bots that have been asked: seat → the entry with the question."""

    @property
    def has_people(self) -> bool:
        """Whether a person sits at the table and is connected."""
        return any(seat.here for seat in self._table.state.seats)

    def people_changed(self) -> None:
        self._services.thinker.people_changed(self._table.id, self.has_people)

    def ask(self) -> None:
        """Start thinking about every open question of a bot, once."""
        state = self._table.state
        seats = state.seats
        if state.phase != "playing" or not any(seats[seat].automatic for seat in state.asked):
            return
        for turn in self._table.bot_turns():
            if self.thinking.get(turn.seat) != turn.seq:
                self.thinking[turn.seat] = turn.seq
                self._services.spawn(self._run(turn))

    async def _run(self, turn: BotTurn) -> None:
        try:
            await self._play(turn)
        finally:
            if self.thinking.get(turn.seat) == turn.seq:
                del self.thinking[turn.seat]

    async def _play(self, turn: BotTurn) -> None:
        """Make a bot's move on the beat: the thinking time must reveal nothing about its cards."""
        services = self._services
        begun = time.monotonic()
        what = f"{self._table.id}:{turn.seat}:{turn.seq}"
        while not await services.peers.claim(what, CLAIM):
            # Another process has claimed it. If that process dies, the claim expires and this one takes over.
            await asyncio.sleep(CLAIM)
            begun = time.monotonic()
            if not self._still_asked(turn):
                return
        pace = Pace(services.beat, turn.level, begun, self._table.state.hurried())
        thought = await self._think(turn, pace)
        if thought is None:
            return
        await asyncio.sleep(pace.wait(time.monotonic()))
        if services.beat:
            await asyncio.sleep(services.spacing.wait(time.monotonic()))
        # Not earlier: metrics are public, and the thinking time alone would reveal something.
        services.counters.bot_seconds.observe(time.monotonic() - begun)
        await self._move(turn, thought.move)

    async def _think(self, turn: BotTurn, pace: Pace) -> Thought | None:
        while True:
            try:
                order = Order(
                    self._table.id, self.payer, lambda: self._still_asked(turn), self.has_people
                )
                return await self._services.thinker.move(turn, pace, order)
            except Busy:
                await asyncio.sleep(BEAT)

    def _still_asked(self, turn: BotTurn) -> bool:
        state = self._table.state
        asked = state.asked.get(turn.seat)
        return asked is not None and asked.seq == turn.seq and state.seats[turn.seat].automatic

    async def _move(self, turn: BotTurn, move: str) -> None:
        """Make a bot's move, unless it was made already or is no longer wanted."""
        # No key: whatever a client may have sent with the same one must not count as this move, and a
        # second answer to the same question is stale anyway.
        request = r.MakeMove(move, turn.seq)
        told = False
        while self._still_asked(turn):
            try:
                await self._table.run(Caller(bot=turn.seat), request, now())
            except Refused as refusal:
                if refusal.code in ANSWERED:
                    return
                if not told:
                    logger.warning(
                        "a bot's move was refused",
                        table=self._table.id,
                        code=refusal.code,
                        level=turn.level,
                    )
                if refusal.code != "busy":
                    return
                # Nothing else would ask this bot again, and the table would wait for it forever.
                told = True
                await asyncio.sleep(AGAIN)
            else:
                return
