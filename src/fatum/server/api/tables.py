"""The HTTP API of tables: open, find, sit down, and what remains after the game."""

from typing import Any, Final, cast

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from fatum.core.messages import Declared
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import (
    AnalysisData,
    ClaimForm,
    OpenForm,
    Progress,
    RecordData,
    Seated,
    SitForm,
)
from fatum.protocol.snapshots import TableCard, You
from fatum.protocol.table_settings import TableSettings
from fatum.server.api.cookies import no_cookie, path_of, read_seats, seat_cookie, tokens_of
from fatum.server.api.error_responses import documented
from fatum.server.api.request_context import (
    AnyRequest,
    Code,
    Slot,
    address,
    asker,
    charge,
    device_of,
    is_secure,
    read_form,
    server_of,
    table_of,
)
from fatum.table import projection
from fatum.table.analyses import Analyses
from fatum.table.handover import MOST_MOVES, CarriedGame
from fatum.table.live_table import LiveTable
from fatum.table.refusals import NO_REMATCH, NO_SEAT, NOT_ANALYSED, refused
from fatum.table.roles import NOBODY, Caller, Role
from fatum.table.seats import hash_token
from fatum.table.summary import Summary, read_summary
from fatum.table.thinker import Busy
from fatum.table.wall_clock import now

NO_STORE: Final = {"cache-control": "no-store"}
ANALYSIS_COST: Final = 20
"""The cost of an analysis, in requests."""
CONTINUE_COST: Final = 10
"""The cost of playing a game up to where it was left, in requests."""

TOO_MANY_TABLES: Final = Declared(
    "server.open.too_many", "too many tables were opened from your address; wait a while"
)
ANALYSES_BUSY: Final = Declared(
    "server.analysis.busy", "too many games are waiting for an analysis; try again later"
)


@get("/lobby", summary="Public tables that wait for players", responses=documented(503))
async def lobby(request: AnyRequest) -> list[Summary]:
    return [read_summary(row) for row in await server_of(request).store.lobby()]


@post("/tables", summary="Open a table", responses=documented(422, 503))
async def open_table(request: AnyRequest, data: JSONBody[OpenForm]) -> Response[Seated]:
    """The host's seat comes as a cookie. Private unless the settings say otherwise."""
    server = server_of(request)
    data = await read_form(request, OpenForm)
    if not server.openings.take(address(request)):
        raise Refused("too_fast", TOO_MANY_TABLES())
    live, token = await server.tables.open(
        data.game,
        data.options,
        name=data.name,
        settings=data.settings,
        sits=data.sits,
        bots=data.bots,
        start=data.start,
        payer=address(request),
    )
    return _seated(request, live, Caller(hash_token(token)), token, 0, 201)


@get("/tables/{code:str}", summary="Look at a table", responses=documented(404, 503))
async def look(request: AnyRequest, code: Code, slot: Slot = 0) -> Response[TableCard]:
    """Also deletes cookies of seats that the browser no longer holds.

    The cookie of a removed player stays, because it identifies them.
    """
    live = await table_of(request, code)
    caller = asker(request, slot)
    forget: list[Cookie] = []
    removed = caller.token in live.table.state.removed
    if caller is not NOBODY and Role.STRANGER in live.table.who(caller).roles and not removed:
        forget.append(no_cookie(code, slot, is_secure(request)))
        caller = NOBODY
    return Response(await live.card(caller), cookies=forget, headers=NO_STORE)


@post(
    "/tables/{code:str}/seats", summary="Take a seat", responses=documented(403, 404, 409, 422, 503)
)
async def sit(
    request: AnyRequest, code: Code, data: JSONBody[SitForm], slot: Slot = 0
) -> Response[Seated]:
    """The seat comes as a cookie."""
    data = await read_form(request, SitForm)
    return await _take_seat(request, code, slot, r.Sit(data.name, data.seat))


@post(
    "/tables/{code:str}/claim",
    summary="Move a seat to this device by a one-time link",
    responses=documented(403, 404, 409, 503),
)
async def claim(
    request: AnyRequest, code: Code, data: JSONBody[ClaimForm], slot: Slot = 0
) -> Response[Seated]:
    """The old device's cookie is no longer valid."""
    data = await read_form(request, ClaimForm)
    return await _take_seat(request, code, slot, r.Claim(data.token, key=data.key))


@post(
    "/tables/{code:str}/follow",
    summary="Go on to the rematch",
    responses=documented(403, 404, 409, 503),
)
async def follow(request: AnyRequest, code: Code) -> Response[Seated]:
    """All seats that this browser holds here come as cookies for the next table."""
    live = await table_of(request, code)
    held = tokens_of(read_seats(request.scope["headers"]))
    # First, so that delayed spectators do not learn whether there is a rematch.
    if not _known(live, held):
        raise Refused("forbidden", NO_SEAT())
    following = live.table.state.next
    if following is None:
        raise Refused("phase", NO_REMATCH())
    after = await table_of(request, following)
    tokens = _known(after, held)
    if not tokens:
        raise Refused("forbidden", NO_SEAT())
    secure = is_secure(request)
    cookies = [seat_cookie(following, slot, token, secure) for slot, token in tokens.items()]
    first = Caller(hash_token(tokens[min(tokens)]))
    return Response(
        Seated(following, _you(after, first)),
        status_code=201,
        cookies=cookies,
        headers={"location": path_of(following), **NO_STORE},
    )


def _known(live: LiveTable, tokens: dict[int, str]) -> dict[int, str]:
    """The tokens that are valid at this table."""
    return {
        slot: token
        for slot, token in tokens.items()
        if Role.STRANGER not in live.table.who(Caller(hash_token(token))).roles
    }


@get(
    "/tables/{code:str}/record",
    summary="The record of a finished game",
    responses=documented(403, 404, 409, 503),
)
async def record(request: AnyRequest, code: Code, slot: Slot = 0) -> Response[RecordData]:
    """As ``fatum verify`` and ``fatum replay`` read it."""
    live = await table_of(request, code)
    found = (await live.record_for(asker(request, slot))).to_dict()
    return Response(
        cast("RecordData", found),
        headers={"content-disposition": f'inline; filename="fatum-{code}.json"'},
    )


@post(
    "/tables/{code:str}/analysis",
    summary="Have a finished game analysed",
    status_code=202,
    responses=documented(403, 404, 409, 429, 503)
    | {200: ResponseSpec(AnalysisData, description="It is there", generate_examples=False)},
)
async def analyse(request: AnyRequest, code: Code, slot: Slot = 0) -> Response[Progress]:
    """Counts as 20 requests, unless the analysis exists or is being made. Then ask for it with GET."""
    live = await table_of(request, code)
    found = await live.record_for(asker(request, slot))
    analyses = server_of(request).analyses
    if analyses.get(code) is None and analyses.before(code) is None:
        charge(request, ANALYSIS_COST)
        try:
            analyses.start(code, found.to_dict(), address(request))
        except Busy:
            raise Refused("busy", ANALYSES_BUSY()) from None
    return _analysis(analyses, code)


@get(
    "/tables/{code:str}/analysis",
    summary="What each choice of a finished game was worth",
    responses=documented(403, 404, 409, 503)
    | {202: ResponseSpec(Progress, description="It is being made", generate_examples=False)},
)
async def analysis(request: AnyRequest, code: Code, slot: Slot = 0) -> Response[AnalysisData]:
    """Takes a while: 202 until it is done. It must have been asked for with POST."""
    live = await table_of(request, code)
    await live.record_for(asker(request, slot))
    return _analysis(server_of(request).analyses, code)


def _analysis(analyses: Analyses, code: str) -> Response[Any]:
    result = analyses.get(code)
    if result is not None:
        return Response(result, status_code=200)
    before = analyses.before(code)
    if before is None:
        raise Refused("phase", NOT_ANALYSED())
    return Response(Progress(before), status_code=202, headers=NO_STORE)


def _you(live: LiveTable, caller: Caller) -> You:
    return projection.you_of(live.table.who(caller))


async def _take_seat(
    request: AnyRequest, code: str, slot: int, wish: r.Sit | r.Claim
) -> Response[Seated]:
    live = await table_of(request, code)
    caller = asker(request, slot)
    answer = await live.table.run(caller, wish, now())
    if answer.token is not None:
        caller = Caller(hash_token(answer.token))
    return _seated(request, live, caller, answer.token, slot, 201)


def _seated(
    request: AnyRequest, live: LiveTable, caller: Caller, token: str | None, slot: int, status: int
) -> Response[Seated]:
    table_id = live.table.id
    if token is not None:
        live.share(device_of(request), hash_token(token))
    cookies = [] if token is None else [seat_cookie(table_id, slot, token, is_secure(request))]
    return Response(
        Seated(table_id, _you(live, caller)),
        status_code=status,
        cookies=cookies,
        headers={"location": path_of(table_id), **NO_STORE},
    )


@post(
    "/tables/{code:str}/handover",
    summary="Give a running game to the device that holds every person's seat",
    status_code=200,
    responses=documented(403, 404, 409, 503),
)
async def hand_over(request: AnyRequest, code: Code) -> Response[CarriedGame]:
    """For the host, if nobody plays on another device. It holds the seed, and the table is closed."""
    live = await table_of(request, code)
    held = _known(live, tokens_of(read_seats(request.scope["headers"])))
    host = [token for token in held.values() if hash_token(token) == live.table.state.host]
    caller = Caller(hash_token(host[0])) if host else NOBODY
    return Response(await live.hand_over(caller, held), headers=NO_STORE)


@post(
    "/continued",
    summary="Continue a game that was begun on a device",
    responses=documented(422, 503),
)
async def continue_game(request: AnyRequest, data: JSONBody[CarriedGame]) -> Response[Seated]:
    """All seats of its people come as cookies."""
    server = server_of(request)
    data = await read_form(request, CarriedGame)
    if len(data.moves) > MOST_MOVES:
        raise refused("unreadable", "carry.long")
    charge(request, CONTINUE_COST)
    if not server.openings.take(address(request)):
        raise Refused("too_fast", TOO_MANY_TABLES())
    # The times and the chat of a device are for people who sit together.
    settings = TableSettings(move_time=data.settings.move_time, hints=data.settings.hints)
    live, tokens = await server.tables.continue_game(data, settings, address(request))
    secure = is_secure(request)
    table_id = live.table.id
    first = Caller(hash_token(tokens[min(tokens)]))
    return Response(
        Seated(table_id, _you(live, first)),
        status_code=201,
        cookies=[seat_cookie(table_id, slot, token, secure) for slot, token in tokens.items()],
        headers={"location": path_of(table_id), **NO_STORE},
    )


HANDLERS: Final = [
    *(lobby, open_table, look, sit, claim, follow, record, analyse, analysis),
    *(hand_over, continue_game),
]
