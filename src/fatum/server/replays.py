"""Finished games told again, for looking at them move by move."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.params import Parameter

from fatum.core.errors import InvalidMove, InvalidRecord
from fatum.records import Record, Replay, parse_record
from fatum.server.access import Code, Connection, Slot, address, asker, house_of, room_of
from fatum.server.faults import documented
from fatum.server.tables import finished
from fatum.table.errors import Refused
from fatum.table.picture import Snapshot, Update
from fatum.table.retold import SPECTATOR, Eyes, Replayed, eyes_of, retell, retell_record
from fatum.table.roles import Who
from fatum.table.state import TableState

T = TypeVar("T")
Asked = Request[Any, Any, Any]
Seen = Annotated[
    str | None,
    Parameter(
        query="seat",
        pattern=r"^(P[1-9]|all)$",
        description="From which seat to look, such as P2, or all to see every card.",
    ),
]

COST: Final = 20
"""A replay counts as so many requests."""
BREATH: Final = 0.003
"""Seconds of telling after which others have their turn."""


@get(
    "/tables/{code:str}/replay",
    summary="A finished game, move by move",
    responses=documented(403, 404, 409, 422, 503),
)
async def replay(
    request: Asked, code: Code, slot: Slot = 0, seen: Seen = None
) -> Response[Replayed]:
    """As the seat saw it that this browser has, else as a spectator did; or as ``seat`` says."""
    room = await room_of(request, code)
    caller = asker(request, slot)
    record = await finished(room, caller)
    eyes = _eyes(seen, room.table.who(caller), record)
    entries = await room.table.store.read(code)
    _pay(request)
    async with house_of(request).retelling:
        return await _answer(retell(TableState(code), entries, eyes))


@post(
    "/replay",
    summary="A record, move by move",
    status_code=200,
    responses=documented(422),
)
async def replay_record(
    request: Asked, data: dict[str, Any], seen: Seen = None
) -> Response[Replayed]:
    """The body is a record of a finished game, which is verified and not stored."""
    _pay(request)
    async with house_of(request).retelling:
        try:
            record = parse_record((await request.body()).decode())
            moves = Replay(record)
            async for _ in _unhurried(moves):
                pass
            moves.finish()
        except InvalidRecord as error:
            raise Refused("unreadable", str(error)) from None
        eyes = _eyes(seen, SPECTATOR, record)
        return await _answer(retell_record(record, eyes))


def _eyes(seen: str | None, usual: Who, record: Record) -> Eyes:
    try:
        return eyes_of(seen, usual, record.options.players)
    except InvalidMove as error:
        raise Refused("unreadable", str(error)) from None


def _pay(request: Connection) -> None:
    if not house_of(request).requests.take(address(request), COST):
        raise Refused("too_fast", "too many replays from your address; wait a minute")


async def _unhurried(parts: Iterable[T]) -> AsyncIterator[T]:
    """One by one, and in between others have their turn."""
    since = time.perf_counter()
    for part in parts:
        yield part
        if time.perf_counter() - since > BREATH:
            await asyncio.sleep(0)
            since = time.perf_counter()


_ENCODER: Final = msgspec.json.Encoder()


async def _answer(told: Iterable[Snapshot | Update]) -> Response[Any]:
    # Encoded at once: a whole game of views would take much memory.
    first, *others = [_ENCODER.encode(part) async for part in _unhurried(told)]
    body = b'{"snapshot":%b,"updates":[%b]}' % (first, b",".join(others))
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})


HANDLERS: Final = [replay, replay_record]
