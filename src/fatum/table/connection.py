"""A connection to a table, independent of the transport.

A client says hello and is told what it missed; then it may ask for things, and is told everything
that happens until either side ends the connection.
"""

import secrets
import time
from typing import Final, Protocol

import fatum
from fatum.core.messages import declare
from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.table import logger
from fatum.table.bot_choices import BotQuestion, check_level
from fatum.table.live_table import SEAT_MOVED, LiveTable
from fatum.table.live_tables import LiveTables
from fatum.table.refusals import INTERNAL, REFUSED, REMOVED, STORE_UNREACHABLE
from fatum.table.store import StoreDown
from fatum.table.thinker import Busy, Order
from fatum.table.viewer import Viewer
from fatum.table.wall_clock import now

HEARTBEAT: Final = 25
"""Clients reconnect after so many seconds of silence."""
PATIENCE: Final = 40
"""Refused messages in a row after which a client is disconnected."""

_SAID: Final = declare(
    "server",
    {
        "message.too_many": "too many messages; wait a second",
        "bye.nonsense": "too many unreadable messages",
        "bye.soon": "try again in a moment",
        "table.broken": "this table cannot be shown",
        "hello.missing": "the first message must be hello",
        "hello.protocol": "this server speaks protocol {protocol}",
        "bye.reload": "please reload to get the newest version",
        "hint.twice": "your hint is on its way",
        "hint.busy": "too many players want a hint right now; try again",
        "hint.none": "there is no hint right now",
    },
)

_TOLD: Final = (r.MakeMove, r.React, r.Chat)
"""Requests whose key is returned with the entry they caused."""


class Allowance(Protocol):
    """How much a client may send."""

    def message(self) -> bool:
        """Whether it may send one more message now."""

    def picture(self) -> bool:
        """Whether it may have another full snapshot now; making one is slow."""


class Unlimited:
    def message(self) -> bool:
        return True

    def picture(self) -> bool:
        return True


async def connect(
    tables: LiveTables, table_id: str, viewer: Viewer, allowance: Allowance | None = None
) -> "Connection | None":
    """Connect a viewer to a table. If there is no such table, the viewer is told and the result is ``None``."""
    try:
        live = await tables.get(table_id)
    except Refused as refusal:
        viewer.tell(m.refused(refusal))
        viewer.bye("gone", refusal.message)
    except StoreDown:
        viewer.tell(m.failure("busy", STORE_UNREACHABLE()))
        viewer.bye("restart", _SAID["bye.soon"](), again=2.0)
    except Exception:  # also a log that this version cannot replay
        logger.fault("a table cannot be loaded", table=table_id)
        viewer.tell(m.failure("internal", _SAID["table.broken"]()))
        viewer.bye("gone", _SAID["table.broken"]())
    else:
        return Connection(live, viewer, allowance or Unlimited())
    return None


class Connection:
    """Made by ``connect``; call ``take`` for each message in turn, and ``close`` in the end."""

    def __init__(self, live: LiveTable, viewer: Viewer, allowance: Allowance) -> None:
        self._live = live
        self._services = live.services
        self._counters = live.services.counters
        self._viewer = viewer
        self._allowance = allowance
        self._bad = 0
        self._hinting = False

    def close(self) -> None:
        """The client has gone."""
        self._viewer.closed = True
        self._live.detach(self._viewer)

    async def take(self, data: str | bytes) -> None:
        """Handle one message from the client. Nothing in it ends the connection without an answer."""
        viewer = self._viewer
        if not self._allowance.message():
            self._complain(m.failure("too_fast", _SAID["message.too_many"]()))
            return
        try:
            message = m.read_client(data)
        except m.BadMessage as bad:
            self._misread(bad.error)
            return
        kind = type(message)
        self._counters.messages[kind.__name__] += 1
        key: str | None = getattr(message, "key", None)
        message_id = message.id
        try:
            if isinstance(message, m.Hello):
                await self._hello(message)
            elif not viewer.attached:
                raise _NotGreeted
            elif isinstance(message, r.SocketRequest):
                await self._request(message, key)
            else:
                self._answer(message)
        except Refused as refusal:
            self._refuse(refusal, key, message_id)
        except _NotGreeted:
            self._complain(
                m.failure("protocol", _SAID["hello.missing"](), key=key, message_id=message_id)
            )
        except Exception:  # an error here must not end anybody's game
            logger.fault("a message has failed", table=self._live.table.id, type=kind.__name__)
            viewer.tell(m.failure("internal", INTERNAL(), key=key, message_id=message_id))
        else:
            self._bad = 0

    def _misread(self, failure: m.Failure) -> None:
        if failure.code != "unknown":
            self._complain(failure)
            return
        # A newer client must cope without what this server does not know.
        if not self._counters.refusals["unknown"]:
            logger.info("a client sends messages that this version does not know")
        self._counters.refusals["unknown"] += 1
        self._viewer.tell(failure)

    def _complain(self, failure: m.Failure) -> None:
        """Answer an invalid message; disconnect a client that sends nothing else."""
        self._counters.refusals[failure.code] += 1
        self._bad += 1
        self._viewer.tell(failure)
        if self._bad >= PATIENCE:
            self._viewer.bye("too_fast", _SAID["bye.nonsense"]())

    def _refuse(
        self, refusal: Refused, key: str | None = None, message_id: int | None = None
    ) -> None:
        self._counters.refusals[refusal.code] += 1
        viewer = self._viewer
        viewer.tell(m.refused(refusal, key, message_id))
        if refusal.code == "stale" and viewer.attached and self._allowance.picture():
            self._live.show(viewer, None)

    # --- answers ---------------------------------------------------------------------------------

    async def _hello(self, hello: m.Hello) -> None:
        viewer = self._viewer
        if hello.protocol != m.PROTOCOL:
            said = _SAID["hello.protocol"](protocol=m.PROTOCOL)
            viewer.tell(m.failure("protocol", said, message_id=hello.id))
            viewer.bye("protocol", _SAID["bye.reload"]())
            return
        if not self._allowance.picture():
            raise Refused("too_fast", _SAID["message.too_many"]())
        try:
            # The viewer may have been at another process.
            await self._live.table.catch_up()
        except Refused as refusal:
            self._refuse(refusal, message_id=hello.id)
            if refusal.code == "gone":
                viewer.bye("gone", refusal.message)
            else:
                viewer.bye("restart", _SAID["bye.soon"](), again=2.0)
            return
        await self._be_back()
        try:
            viewer.tell(m.Welcome(m.PROTOCOL, fatum.__version__, now(), HEARTBEAT, id=hello.id))
            await self._live.attach(viewer, hello.seq)
        except Refused as refusal:
            self._refuse(refusal, message_id=hello.id)
            if refusal.code == "gone":
                viewer.bye("gone", refusal.message)
            elif viewer.caller.token in self._live.table.state.moved_on:
                viewer.bye("moved", SEAT_MOVED())
            elif viewer.caller.token in self._live.table.state.removed:
                viewer.bye("forbidden", REMOVED())
            else:
                viewer.bye("forbidden", refusal.message)

    async def _be_back(self) -> None:
        """A person who reconnects has the seat again."""
        table = self._live.table
        number = table.who(self._viewer.caller).seat
        if number is None:
            return
        seat = table.state.seats[number]
        if seat.away_since is not None or seat.stand_in:
            try:
                await table.run(self._viewer.caller, r.Back(), now())
            except Refused as refusal:
                logger.debug("a return was refused", table=table.id, code=refusal.code)

    async def _request(self, request: r.SocketRequest, key: str | None) -> None:
        viewer = self._viewer
        if isinstance(request, r.AddBot):
            check_level(request.level)
        elif isinstance(request, r.Start) and request.fill is not None:
            check_level(request.fill)
        begun = time.perf_counter()
        answer = await self._live.table.run(viewer.caller, request, now())
        self._counters.request_seconds.observe(time.perf_counter() - begun)
        if isinstance(request, r.Link) and answer.token is not None:
            viewer.tell(m.NewLink(answer.token, id=request.id))
        elif request.id is not None or (
            key and (answer.repeated or not isinstance(request, _TOLD))
        ):
            viewer.tell(m.Ack(key or "", answer.seq, id=request.id))

    def _answer(self, message: m.ClientMessage) -> None:
        viewer = self._viewer
        match message:
            case m.Ping():
                viewer.tell(m.Pong(message.n, now(), id=message.id))
            case m.Resync():
                if not self._allowance.picture():
                    raise Refused("too_fast", _SAID["message.too_many"]())
                self._live.show(viewer, message.seq, message.id)
            case m.Explain():
                reason = self._live.table.explain(viewer.caller, message.move)
                viewer.tell(m.Explained(reason, id=message.id))
            case m.Hint():
                self._ask_hint(message.id)

    def _ask_hint(self, message_id: int | None) -> None:
        table = self._live.table
        seat = table.hint_seat(self._viewer.caller)
        if self._hinting:
            raise Refused("too_fast", _SAID["hint.twice"]())
        self._hinting = True
        self._services.spawn(self._hint(seat, table.state.asked[seat].seq, message_id))

    async def _hint(self, seat: int, seq: int, message_id: int | None) -> None:
        viewer = self._viewer
        table = self._live.table

        def needed() -> bool:
            asked = table.state.asked.get(seat)
            return viewer.attached and asked is not None and asked.seq == seq

        def question(seconds: float) -> BotQuestion:
            return BotQuestion(
                table.state.game.name,
                table.state.given,
                table.hint_view(viewer.caller).to_dict(),
                seat,
                list(table.state.asked[seat].legal),
                secrets.randbits(64),
                seconds,
            )

        answer: m.ServerMessage
        try:
            order = Order(table.id, viewer.address, needed)
            thought = await self._services.thinker.hint(question, order)
        except Busy:
            answer = m.failure("busy", _SAID["hint.busy"](), message_id=message_id)
        except Exception:  # a bot's error must not end the connection
            logger.fault("a hint has failed", table=table.id)
            answer = m.failure("internal", _SAID["hint.none"](), message_id=message_id)
        else:
            if thought is None or thought.why is None:
                answer = m.failure("phase", REFUSED["not_asked"](), message_id=message_id)
            else:
                answer = m.Advice(seq, thought.move, thought.why, id=message_id)
        finally:
            self._hinting = False
        viewer.tell(answer)


class _NotGreeted(Exception):
    pass
