"""One socket: a viewer's messages, in the order in which they come."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final

import fatum
from fatum.protocol import messages as m
from fatum.server import logs
from fatum.server.bot_worker import Question, levels
from fatum.server.fair_queue import Busy
from fatum.server.house import House
from fatum.server.limits import Bucket
from fatum.server.pipe import Pipe, Send
from fatum.server.room import Room
from fatum.server.times import now
from fatum.server.viewer import Viewer
from fatum.table import requests as r
from fatum.table.errors import Refused
from fatum.table.roles import Caller
from fatum.table.store import StoreDown

HEARTBEAT: Final = 25
"""Seconds; clients that hear nothing for so long connect anew."""
HELLO_TIME: Final = 10.0
PICTURE: Final = 4
"""A whole picture of the table counts as so many more messages."""
PATIENCE: Final = 40
"""Refused messages in a row after which a client is sent away."""

_TOLD: Final = (r.Move, r.React, r.Chat)
"""Requests whose key comes back with the entry they brought about."""

Receive = Callable[[], Awaitable[Any]]


async def serve(
    house: House,
    table_id: str,
    caller: Caller,
    receive: Receive,
    send: Send,
    address: str = "",
    device: Collection[str] = (),
) -> None:
    """From the accepted socket to its end."""
    rate = house.settings.messages_per_second
    pipe = Pipe(send, house.unread, address)
    viewer = Viewer(caller, pipe, Bucket(rate, 2 * rate), address, set(device))
    try:
        await _serve(house, table_id, viewer, receive)
    finally:
        await pipe.flush()


async def _serve(house: House, table_id: str, viewer: Viewer, receive: Receive) -> None:
    try:
        room = await house.room(table_id)
    except Refused as refusal:
        viewer.tell(m.refused(refusal))
        viewer.bye("gone", refusal.text)
        return
    except StoreDown:
        viewer.tell(m.Failure("busy", "the server cannot reach its tables right now"))
        viewer.bye("restart", "try again in a moment", again=2.0)
        return
    except Exception:  # also a log that this version cannot replay
        logs.fault("a table cannot be loaded", table=table_id)
        viewer.tell(m.Failure("internal", "this table cannot be shown"))
        viewer.bye("gone", "this table cannot be shown")
        return
    line = _Line(house, room, viewer)
    try:
        await line.run(receive)
    finally:
        room.detach(viewer)


class _Line:
    """The conversation on one socket."""

    def __init__(self, house: House, room: Room, viewer: Viewer) -> None:
        self._house = house
        self._room = room
        self._viewer = viewer
        self._bad = 0

    async def run(self, receive: Receive) -> None:
        viewer = self._viewer
        greeting: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(
            HELLO_TIME, self._too_silent
        )
        try:
            while not viewer.pipe.closed:
                event = await receive()
                if event["type"] != "websocket.receive":
                    return
                text = event.get("text")
                await self.take(event.get("bytes", b"") if text is None else text)
                if greeting is not None and viewer.attached:
                    greeting.cancel()
                    greeting = None
        finally:
            if greeting is not None:
                greeting.cancel()

    def _too_silent(self) -> None:
        if not self._viewer.attached:
            self._viewer.bye("idle", "nothing was heard from you")

    async def take(self, data: str | bytes) -> None:
        """One message from the client; whatever it is, the socket lives on and is answered."""
        viewer = self._viewer
        if not viewer.bucket.take() or not self._house.messages.take(viewer.address):
            self._house.limits.reached("messages", viewer.address)
            self._complain(m.Failure("too_fast", "too many messages; wait a second"))
            return
        try:
            message = m.read_client(data)
        except m.BadMessage as bad:
            self._complain(bad.error)
            return
        kind = type(message)
        self._house.metrics.messages[kind.__name__] += 1
        key: str | None = getattr(message, "key", None)
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
            self._refuse(refusal, key)
        except _NotGreeted:
            self._complain(m.Failure("protocol", "say hello first", key=key or None))
        except Exception:  # a fault here must not end anybody's game
            logs.fault("a message has failed", table=self._room.table.id, type=kind.__name__)
            viewer.tell(m.Failure("internal", "this is the server's fault", key=key or None))
        else:
            self._bad = 0

    def _complain(self, failure: m.Failure) -> None:
        """Answer nonsense; whoever sends nothing else is sent away."""
        self._house.metrics.refusals[failure.code] += 1
        self._bad += 1
        self._viewer.tell(failure)
        if self._bad >= PATIENCE:
            self._viewer.bye("too_fast", "too many messages that cannot be understood")

    def _refuse(self, refusal: Refused, key: str | None) -> None:
        self._house.metrics.refusals[refusal.code] += 1
        viewer = self._viewer
        viewer.tell(m.refused(refusal, key))
        if refusal.code == "stale" and viewer.attached and self._charge_picture():
            self._room.show(viewer, None)

    def _charge_picture(self) -> bool:
        """Whether the viewer may have another whole picture now; making it takes a while."""
        viewer = self._viewer
        if viewer.bucket.take(PICTURE) and self._house.messages.take(viewer.address, PICTURE):
            return True
        self._house.limits.reached("pictures", viewer.address)
        return False

    # --- answers ---------------------------------------------------------------------------------

    async def _hello(self, hello: m.Hello) -> None:
        viewer = self._viewer
        if hello.protocol != m.PROTOCOL:
            viewer.tell(m.Failure("protocol", f"this server speaks protocol {m.PROTOCOL}"))
            viewer.bye("protocol", "please reload to get the newest version")
            return
        if not self._charge_picture():
            raise Refused("too_fast", "too many messages; wait a second")
        try:
            # The viewer may have been at another process.
            await self._room.table.catch_up()
        except Refused as refusal:
            self._refuse(refusal, None)
            if refusal.code == "gone":
                viewer.bye("gone", refusal.text)
            else:
                viewer.bye("restart", "try again in a moment", again=2.0)
            return
        await self._be_back()
        welcome = m.Welcome(m.PROTOCOL, fatum.__version__, now(), HEARTBEAT)
        try:
            viewer.tell(welcome)
            await self._room.attach(viewer, hello.seq)
        except Refused as refusal:
            self._refuse(refusal, None)
            if refusal.code == "gone":
                viewer.bye("gone", refusal.text)
            elif viewer.caller.token in self._room.table.state.moved_on:
                viewer.bye("moved", "the seat is on another device now")
            else:
                viewer.bye("forbidden", refusal.text)

    async def _be_back(self) -> None:
        """Whoever connects has the seat again."""
        table = self._room.table
        number = table.who(self._viewer.caller).seat
        if number is None:
            return
        seat = table.state.seats[number]
        if seat.away_since is not None or seat.stand_in:
            try:
                await table.run(self._viewer.caller, r.Back(), now())
            except Refused as refusal:
                logs.debug("a return was refused", table=table.id, code=refusal.code)

    async def _request(self, request: Any, key: str | None) -> None:
        viewer = self._viewer
        if isinstance(request, r.AddBot):
            check_level(request.level)
        elif isinstance(request, r.Start) and request.fill is not None:
            check_level(request.fill)
        begun = time.perf_counter()
        answer = await self._room.table.run(viewer.caller, request, now())
        self._house.metrics.request_seconds.observe(time.perf_counter() - begun)
        if isinstance(request, r.Link) and answer.token is not None:
            viewer.tell(m.NewLink(answer.token))
        elif key and (answer.repeated or not isinstance(request, _TOLD)):
            viewer.tell(m.Ack(key, answer.seq))

    def _answer(self, message: m.ClientMessage) -> None:
        viewer = self._viewer
        table = self._room.table
        match message:
            case m.Ping():
                viewer.tell(m.Pong(message.n, now()))
            case m.Resync():
                if not self._charge_picture():
                    raise Refused("too_fast", "too many messages; wait a second")
                self._room.show(viewer, message.seq)
            case m.Explain():
                viewer.tell(m.Explained(table.explain(viewer.caller, message.move)))
            case m.Hint():
                self._ask_hint()

    def _ask_hint(self) -> None:
        viewer = self._viewer
        seat = self._room.table.hint_seat(viewer.caller)
        if viewer.hinting:
            raise Refused("too_fast", "a hint is on its way")
        viewer.hinting = True
        self._house.spawn(self._hint(seat, self._room.table.state.asked[seat].seq))

    async def _hint(self, seat: int, seq: int) -> None:
        viewer = self._viewer
        table = self._room.table

        def needed() -> bool:
            asked = table.state.asked.get(seat)
            return viewer.attached and asked is not None and asked.seq == seq

        def question(seconds: float) -> Question:
            return Question(
                table.state.game.name,
                table.state.given,
                table.hint_view(viewer.caller).to_dict(),
                seat,
                list(table.state.asked[seat].legal),
                secrets.randbits(64),
                seconds,
            )

        try:
            thought = await self._house.bots.hint(
                question, table=table.id, address=viewer.address, needed=needed
            )
        except Busy:
            viewer.tell(m.Failure("busy", "too many want a hint now; try again"))
        except Exception:  # a bot's fault is no reason to hang up
            logs.fault("a hint has failed", table=table.id)
            viewer.tell(m.Failure("internal", "there is no hint now"))
        else:
            if thought is None:
                viewer.tell(m.Failure("phase", "nothing is asked of you now"))
            else:
                viewer.tell(m.Advice(seq, thought.move, thought.why))
        finally:
            viewer.hinting = False


class _NotGreeted(Exception):
    pass


def check_level(level: str) -> None:
    known = levels()
    if level not in known:
        raise Refused("options", f"there is no bot {level!r}; the bots are {', '.join(known)}")
