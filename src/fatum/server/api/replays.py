"""Replays of finished games, move by move."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from fatum.core.errors import InvalidMove
from fatum.protocol.errors import Refused
from fatum.protocol.snapshots import Snapshot, Update
from fatum.records import Record
from fatum.server.api.error_responses import documented
from fatum.server.api.request_context import (
    AnyRequest,
    Code,
    Slot,
    asker,
    charge,
    parse,
    server_of,
    table_of,
)
from fatum.server.api.tables import NO_STORE
from fatum.table.files import join_replay
from fatum.table.replay import Eyes, Replayed, eyes_of, retell
from fatum.table.roles import Who
from fatum.table.state import TableState

T = TypeVar("T")
SeenBy = Annotated[
    str | None,
    QueryParameter(
        name="seat",
        pattern=r"^(P[1-9]|all)$",
        description="From which seat to look, such as P2, or all to see every card.",
    ),
]

COST: Final = 20
"""The cost of a replay, in requests."""
BREATH: Final = 0.003
"""Seconds of work after which the event loop gets a turn."""


@get(
    "/tables/{code:str}/replay",
    summary="A finished game, move by move",
    responses=documented(403, 404, 409, 422, 503),
)
async def replay(
    request: AnyRequest, code: Code, slot: Slot = 0, seen: SeenBy = None
) -> Response[Replayed]:
    """From the seat of this browser, else as a spectator; ``seat`` overrides both."""
    live = await table_of(request, code)
    caller = asker(request, slot)
    record = await live.record_for(caller)
    eyes = _eyes(seen, live.table.who(caller), record)
    entries = await live.table.store.read(code)
    charge(request, COST)
    async with server_of(request).retelling:
        return await _answer(retell(TableState(code), entries, eyes))


@post(
    "/replay",
    summary="A record, move by move",
    status_code=200,
    responses=documented(422),
)
async def replay_record(
    request: AnyRequest, data: JSONBody[dict[str, Any]], seen: SeenBy = None
) -> Response[Replayed]:
    """The body is a record of a finished game, which is verified and not stored."""
    text = (await request.body()).decode()
    return _told(await parse(request, COST, "replay", text=text, seen=seen))


def _eyes(seen: str | None, usual: Who, record: Record) -> Eyes:
    try:
        return eyes_of(seen, usual, record.options.players)
    except InvalidMove as error:
        raise Refused("unreadable", error.message) from None


async def _unhurried(parts: Iterable[T]) -> AsyncIterator[T]:
    """One by one, yielding to the event loop in between."""
    since = time.perf_counter()
    for part in parts:
        yield part
        if time.perf_counter() - since > BREATH:
            await asyncio.sleep(0)
            since = time.perf_counter()


_ENCODER: Final = msgspec.json.Encoder()


async def _answer(told: Iterable[Snapshot | Update]) -> Response[Any]:
    # Encoded at once: a whole game of views would take much memory.
    return _told(join_replay([_ENCODER.encode(part) async for part in _unhurried(told)]))


def _told(body: bytes) -> Response[Any]:
    return Response(body, media_type="application/json", headers=NO_STORE)


HANDLERS: Final = [replay, replay_record]
