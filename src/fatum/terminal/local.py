"""Tables in this process: the same authority as a server's, without a server.

A save is the record of a running game, as it always was; the log of its table is made from it.
"""

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from msgspec import structs

from fatum.core.chance import SeededChance
from fatum.core.events import Event
from fatum.core.seats import seat_name
from fatum.play.match import Match
from fatum.protocol import messages as m
from fatum.protocol.snapshots import GameEvent, News
from fatum.protocol.table_settings import TableSettings
from fatum.records import RULES, Record, Replay
from fatum.table import log
from fatum.table.bot_choices import Thought, choose
from fatum.table.bot_pace import Pace, seconds_for
from fatum.table.connection import Connection, connect
from fatum.table.live_table import LiveTable
from fatum.table.live_tables import LiveTables
from fatum.table.log import AnyFact, encode_fact
from fatum.table.roles import Caller
from fatum.table.seats import hash_token, new_code, new_token
from fatum.table.services import Services
from fatum.table.store.batch import Line
from fatum.table.store.memory import MemoryStore
from fatum.table.table import BotTurn
from fatum.table.thinker import LocalThinker, Order, question_of
from fatum.table.viewer import Viewer
from fatum.table.wall_clock import now
from fatum.terminal.session import Happened, Session, read_event
from fatum.terminal.standing import finishing_order

_PATIENT: Final = TableSettings(grace=86_400, patience=2_592_000, spectators=False)
"""Generous limits: a local table has no one else waiting."""


class SeededThinker(LocalThinker):
    """Bots whose chance follows from the seed, so that a game continues as it would have.

    With ``beside`` they think in a thread, so that a screen stays alive meanwhile.
    """

    def __init__(self, beside: bool) -> None:
        self._beside = beside
        self.match: Callable[[], Match | None] = lambda: None

    async def move(self, turn: BotTurn, pace: Pace, order: Order) -> Thought | None:
        if not order.needed():
            return None
        question = question_of(turn, pace, seconds_for(turn.level))
        question = structs.replace(question, seed=self._seed(turn.seat))
        if self._beside:
            return await asyncio.to_thread(choose, question)
        return choose(question)

    def _seed(self, seat: int) -> int:
        """From the choices that this seat has made, whatever the others did meanwhile."""
        match = self.match()
        assert match is not None
        made = sum(move.seat == seat for move in match.moves)
        text = b"decision" + match.seed + bytes([seat]) + made.to_bytes(8, "big")
        return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


class LocalTable:
    """One table with one person at it. Call ``open`` in the loop that is to run it."""

    def __init__(
        self,
        session: Session,
        *,
        beside: bool = False,
        hear: Callable[[bytes], None] | None = None,
    ) -> None:
        self.session: Final = session
        session.local = True
        self._hear = hear or session.hear
        self._thinker = SeededThinker(beside)
        self._services = Services(self._thinker)
        self._connection: Connection | None = None
        self._live: LiveTable | None = None
        self.resumed = False

    async def open(self, facts: Sequence[AnyFact], token: str) -> None:
        """A table that begins with these facts, and the session of its host."""
        code = new_code()
        at = now()
        lines: list[Line] = [
            (code, seq, at, encode_fact(fact)) for seq, fact in enumerate(facts, 1)
        ]
        tables = LiveTables(MemoryStore(lines), self._services)
        table = await tables.loaded.get(code, at)
        self._thinker.match = lambda: table.state.match
        self._live = await tables.get(code)
        viewer = Viewer(Caller(hash_token(token)), self._hear, lambda _: None)
        self._connection = await connect(tables, code, viewer)
        assert self._connection is not None
        await self._connection.take(m.encode(self.session.hello()))
        self.resumed = any(isinstance(fact, log.Moved) for fact in facts)

    def tell_past(self) -> None:
        """Once the session has its picture, which tells only what happened last."""
        self.session.past = past(self.record(), self.session.seat)
        if self.resumed and self.session.out:
            self.session.out = finishing_order(self.record())
        elif not self.resumed:
            self.session.news = list(self.session.past)

    async def send(self, message: m.ClientMessage) -> None:
        assert self._connection is not None
        await self._connection.take(m.encode(message))

    @property
    def thinking(self) -> bool:
        """Whether any bot has a choice before it."""
        return self._live is not None and bool(self._live.bots.thinking)

    def record(self) -> Record:
        """The game so far, with its seed: for the save, never for the screen."""
        assert self._live is not None
        match = self._live.table.state.match
        assert match is not None
        return match.record()

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        await self._services.close()


def new_table(
    game: str,
    options: dict[str, Any],
    seed: bytes,
    names: Sequence[str],
    bots: Mapping[int, str],
    moves: Sequence[tuple[int, str]] = (),
) -> tuple[list[AnyFact], str]:
    """The facts of a local table, and the token of the one person at it.

    ``bots`` has a level for each seat but one.
    """
    token = new_token()
    (own,) = [seat for seat in range(len(names)) if seat not in bots]
    facts: list[AnyFact] = [
        log.Opened(game, RULES, options, _PATIENT, hash_token(token), names[own])
    ]
    for seat, name in enumerate(names):
        if seat in bots:
            facts.append(log.Botsat(seat, bots[seat], name))
        else:
            facts.append(log.Sat(seat, name, hash_token(token)))
    facts.append(log.Started(seed.hex()))
    facts += [log.Moved(seat, move, "bot" if seat in bots else "person") for seat, move in moves]
    return facts, token


def continued(record: Record, bots: Mapping[int, str]) -> tuple[list[AnyFact], str]:
    """The facts of the table of a saved game."""
    assert record.seed is not None
    players = record.options.players
    names = record.names
    if names is None:
        names = tuple([bots.get(seat, "You") for seat in range(players)])
    moves = [(made.seat, record.game.format_move(made.move)) for made in record.moves]
    options = record.options.to_dict()
    if SeededChance(record.seed).first(players) != record.first:
        options[record.game.first_key] = seat_name(record.first)
    return new_table(record.game.name, options, record.seed, names, bots, moves)


def past(record: Record, seat: int | None) -> list[Happened]:
    """All that has happened in a game, as this seat was told it."""
    replay = Replay(record, listen=True)
    told = [_told(0, None, replay.state.events or [], seat)]
    known = len(replay.state.events or [])
    for number, made in replay:
        events = (replay.state.events or [])[known:]
        known += len(events)
        told.append(_told(number, News("moved", seat_name(made.seat)), events, seat))
    return told


def _told(seq: int, news: News | None, events: Sequence[Event], seat: int | None) -> Happened:
    seen = [event.to_wire(event.cards_seen_by(seat)) for event in events]
    return Happened(seq, news, [read_event(cast("GameEvent", event)) for event in seen])
