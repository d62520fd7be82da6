"""The application: routes, their description, and what stands around them."""

import itertools
from typing import Any, Final

from litestar import Litestar, Router, WebSocket, websocket
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import fatum
from fatum.games.registry import all_games
from fatum.server import about, faults, health, links, replays, static, tables
from fatum.server.access import address, asker, device_of, house_of
from fatum.server.cookies import API, SLOTS
from fatum.server.guard import RECEIVE, SEND, App, Guard
from fatum.server.house import House
from fatum.server.sockets import serve

_DESCRIPTION: Final = (
    "Find, open and join tables. The game itself is played over a WebSocket at "
    "/api/tables/CODE/socket, described in docs/protocol.md."
)


_SLOTS: Final = {str(slot): slot for slot in range(SLOTS)}


@websocket("/tables/{code:str}/socket")
async def play(socket: WebSocket[Any, Any, Any], code: str) -> None:
    """One viewer of one table; ``?slot=1`` for another seat of the same browser."""
    slot = _SLOTS.get(socket.query_params.get("slot", "0"), 0)
    caller = asker(socket, slot)
    await socket.accept()
    # Each wrapper around a message costs as much as a view.
    scope: dict[str, Any] = socket.scope  # type: ignore[assignment]
    await serve(
        house_of(socket),
        code,
        caller,
        scope[RECEIVE],
        scope[SEND],
        address(socket),
        device_of(socket),
    )


def build(house: House, client: static.Client | None = None) -> App:
    """The application of one process."""
    all_games()  # so that none is imported while a request waits, and faults are logged at once
    handlers = (about.HANDLERS, tables.HANDLERS, replays.HANDLERS, links.HANDLERS)
    api = Router(API, route_handlers=[*itertools.chain(*handlers), play])
    app = Litestar(
        route_handlers=[api, *health.HANDLERS, *static.HANDLERS],
        state=State({"house": house, "client": client or static.Client()}),
        exception_handlers=faults.HANDLERS,
        openapi_config=OpenAPIConfig(
            title="Fatum",
            version=fatum.__version__,
            description=_DESCRIPTION,
            path=f"{API}/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=house.settings.largest_request,
        logging_config=None,
    )
    # Now, and not for the first who asks: it takes longer than any request may.
    app.openapi_schema.to_schema()
    return Guard(app, house)  # type: ignore[arg-type]
