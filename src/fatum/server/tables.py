"""The HTTP API of tables: open, find, sit down, and what is left when the game is over."""

from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import Cookie

from fatum.core.errors import FatumError
from fatum.games.registry import find_game
from fatum.records import Record
from fatum.server.access import (
    Asked,
    Code,
    Slot,
    address,
    asker,
    charge,
    device_of,
    house_of,
    is_secure,
    read_form,
    room_of,
)
from fatum.server.cookies import no_cookie, path_of, read_seats, seat_cookie, tokens_of
from fatum.server.fair_queue import Busy
from fatum.server.faults import documented
from fatum.server.forms import ClaimForm, OpenForm, Progress, Seated, SitForm, TableCard
from fatum.server.room import Room
from fatum.server.sockets import check_level
from fatum.server.studies import Studies
from fatum.server.times import now
from fatum.table import project
from fatum.table import requests as r
from fatum.table.errors import Refused
from fatum.table.picture import TableBase, You
from fatum.table.roles import NOBODY, Caller, Role
from fatum.table.seats import hash_token
from fatum.table.summary import Summary, read_summary

NO_STORE: Final = {"cache-control": "no-store"}
ANALYSIS_COST: Final = 20
"""An analysis counts as so many requests."""


@get("/lobby", summary="Public tables that wait for players", responses=documented(503))
async def lobby(request: Asked) -> list[Summary]:
    return [read_summary(row) for row in await house_of(request).store.lobby()]


@post("/tables", summary="Open a table", responses=documented(422, 503))
async def open_table(request: Asked, data: OpenForm) -> Response[Seated]:
    """The host's seat comes as a cookie. Private unless the settings say otherwise."""
    house = house_of(request)
    data = await read_form(request, OpenForm)
    _check_bots(data)
    if not house.openings.take(address(request)):
        raise Refused("too_fast", "too many tables were opened from your address; wait a while")
    wanted: list[r.AnyRequest] = [r.AddBot(level) for level in data.bots]
    if data.start:
        wanted.append(r.Start(data.bots[-1] if data.bots else None))
    table, token = await house.tables.open(
        data.game,
        data.options,
        now(),
        name=data.name,
        settings=data.settings,
        sits=data.sits,
        requests=wanted,
    )
    room = Room(house, table, address(request))
    house.enter(room)
    return _seated(request, room, Caller(hash_token(token)), token, 0, 201)


def _check_bots(data: OpenForm) -> None:
    """Before the table is open: whether all that is asked for can be done."""
    for level in data.bots:
        check_level(level)
    try:
        players = find_game(data.game).read_options(data.options).players
    except FatumError:
        return  # the table says it better
    free = players - data.sits
    if len(data.bots) > free:
        raise Refused("options", f"there are {free} seats for {len(data.bots)} bots")
    if data.start and free and not data.bots:
        raise Refused("options", "to start at once, name the bots for the other seats")


@get("/tables/{code:str}", summary="Look at a table", responses=documented(404, 503))
async def look(request: Asked, code: Code, slot: Slot = 0) -> Response[TableCard]:
    """Also makes the browser forget a seat that it does not have any more."""
    room = await room_of(request, code)
    caller = asker(request, slot)
    who = room.table.who(caller)
    forget: list[Cookie] = []
    if caller is not NOBODY and Role.STRANGER in who.roles:
        forget.append(no_cookie(code, slot, is_secure(request)))
        caller = NOBODY
        who = room.table.who(caller)
    info = project.table_info(await room.shown_to(who))
    card = TableCard(
        **{name: getattr(info, name) for name in TableBase.__struct_fields__},
        previous=info.previous,
        next=info.next,
        you=_you(room, caller),
        may_sit=room.table.state.phase == "lobby"
        and who.seat is None
        and any(seat.kind == "empty" for seat in info.seats),
        may_watch=Role.STRANGER not in who.roles,
    )
    return Response(card, cookies=forget, headers=NO_STORE)


@post(
    "/tables/{code:str}/seats", summary="Take a seat", responses=documented(403, 404, 409, 422, 503)
)
async def sit(request: Asked, code: Code, data: SitForm, slot: Slot = 0) -> Response[Seated]:
    """The seat comes as a cookie."""
    data = await read_form(request, SitForm)
    room = await room_of(request, code)
    caller = asker(request, slot)
    answer = await room.table.run(caller, r.Sit(data.name, data.seat), now())
    if answer.token is not None:
        caller = Caller(hash_token(answer.token))
    return _seated(request, room, caller, answer.token, slot, 201)


@post(
    "/tables/{code:str}/claim",
    summary="Move a seat to this device by a one-time link",
    responses=documented(403, 404, 409, 503),
)
async def claim(request: Asked, code: Code, data: ClaimForm, slot: Slot = 0) -> Response[Seated]:
    """The old device's cookie is worth nothing from now on."""
    data = await read_form(request, ClaimForm)
    room = await room_of(request, code)
    caller = asker(request, slot)
    answer = await room.table.run(caller, r.Claim(data.token, key=data.key), now())
    assert answer.token is not None
    return _seated(request, room, Caller(hash_token(answer.token)), answer.token, slot, 201)


@post(
    "/tables/{code:str}/follow",
    summary="Go on to the rematch",
    responses=documented(403, 404, 409, 503),
)
async def follow(request: Asked, code: Code) -> Response[Seated]:
    """All seats that this browser holds here come as cookies for the next table."""
    room = await room_of(request, code)
    held = tokens_of(read_seats(request.scope["headers"]))
    # First, so that spectators who are behind do not learn whether there is a rematch.
    if not _known(room, held):
        raise Refused("forbidden", "you have no seat at this table")
    following = room.table.state.next
    if following is None:
        raise Refused("phase", "there is no rematch yet")
    after = await room_of(request, following)
    tokens = _known(after, held)
    if not tokens:
        raise Refused("forbidden", "you have no seat at this table")
    secure = is_secure(request)
    cookies = [seat_cookie(following, slot, token, secure) for slot, token in tokens.items()]
    first = Caller(hash_token(tokens[min(tokens)]))
    return Response(
        Seated(following, _you(after, first)),
        status_code=201,
        cookies=cookies,
        headers={"location": path_of(following), **NO_STORE},
    )


def _known(room: Room, tokens: dict[int, str]) -> dict[int, str]:
    """The tokens that are worth something at this table."""
    return {
        slot: token
        for slot, token in tokens.items()
        if Role.STRANGER not in room.table.who(Caller(hash_token(token))).roles
    }


@get(
    "/tables/{code:str}/record",
    summary="The record of a finished game",
    responses=documented(403, 404, 409, 503),
)
async def record(request: Asked, code: Code, slot: Slot = 0) -> Response[dict[str, Any]]:
    """As ``fatum verify`` and ``fatum replay`` read it."""
    room = await room_of(request, code)
    found = (await finished(room, asker(request, slot))).to_dict()
    return Response(found, headers={"content-disposition": f'inline; filename="fatum-{code}.json"'})


@post(
    "/tables/{code:str}/analysis",
    summary="Have a finished game analysed",
    status_code=202,
    responses=documented(403, 404, 409, 429, 503),
)
async def analyse(
    request: Asked, code: Code, slot: Slot = 0
) -> Response[dict[str, Any]] | Response[Progress]:
    """Counts as 20 requests, unless the analysis exists or is being made. Then ask for it with GET."""
    room = await room_of(request, code)
    found = await finished(room, asker(request, slot))
    studies = house_of(request).studies
    if studies.get(code) is None and studies.before(code) is None:
        charge(request, ANALYSIS_COST)
        try:
            studies.start(code, found.to_dict(), address(request))
        except Busy:
            raise Refused("busy", "too many games wait for an analysis; try again later") from None
    return _analysis(studies, code)


@get(
    "/tables/{code:str}/analysis",
    summary="What each choice of a finished game was worth",
    responses=documented(403, 404, 409, 503),
)
async def analysis(
    request: Asked, code: Code, slot: Slot = 0
) -> Response[dict[str, Any]] | Response[Progress]:
    """Takes a while: 202 until it is done. It must have been asked for with POST."""
    room = await room_of(request, code)
    await finished(room, asker(request, slot))
    return _analysis(house_of(request).studies, code)


def _analysis(studies: Studies, code: str) -> Response[dict[str, Any]] | Response[Progress]:
    result = studies.get(code)
    if result is not None:
        return Response(result, status_code=200)
    before = studies.before(code)
    if before is None:
        raise Refused("phase", "this game is not being analysed; reload the page to ask for it")
    return Response(Progress(before), status_code=202, headers=NO_STORE)


async def finished(room: Room, caller: Caller) -> Record:
    """For whoever may watch, and for those who are behind not before they have seen the end."""
    table = room.table
    who = table.who(caller)
    if Role.SPECTATOR in who.roles and table.state.settings.delay:
        if (await room.shown_to(who)).phase != "over":
            raise Refused("phase", "the record is there when the game is over")
    else:
        table.snapshot(caller)
    return table.record()


def _you(room: Room, caller: Caller) -> You:
    return project.you_of(room.table.who(caller))


def _seated(
    request: Asked, room: Room, caller: Caller, token: str | None, slot: int, status: int
) -> Response[Seated]:
    table_id = room.table.id
    if token is not None:
        room.share(device_of(request), hash_token(token))
    cookies = [] if token is None else [seat_cookie(table_id, slot, token, is_secure(request))]
    return Response(
        Seated(table_id, _you(room, caller)),
        status_code=status,
        cookies=cookies,
        headers={"location": path_of(table_id), **NO_STORE},
    )


HANDLERS: Final = [lobby, open_table, look, sit, claim, follow, record, analyse, analysis]
