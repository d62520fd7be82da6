"""The application: routes, their description, and middleware."""

from typing import Any, Final

from litestar import Litestar, Router, WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from fatum.games.registry import all_games
from fatum.server.api import client_files, error_responses, openapi
from fatum.server.api.cookies import API
from fatum.server.api.middleware import RECEIVE, SEND, App, Middleware
from fatum.server.api.request_context import address, asker, device_of, server_of
from fatum.server.ops import health
from fatum.server.process import ServerProcess
from fatum.server.realtime.sockets import serve
from fatum.table.offers import SLOTS

_SLOTS: Final = {str(slot): slot for slot in range(SLOTS)}


@websocket("/tables/{code:str}/socket")
async def play(socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
    """One viewer of one table; ``?slot=1`` for another seat of the same browser."""
    slot = _SLOTS.get(socket.query_params.get("slot", "0"), 0)
    caller = asker(socket, slot)
    await socket.accept()
    # Each wrapper around a message costs as much as a view.
    scope: dict[str, Any] = socket.scope  # type: ignore[assignment]
    await serve(
        server_of(socket),
        code,
        caller,
        scope[RECEIVE],
        scope[SEND],
        address(socket),
        device_of(socket),
    )


def build(server: ServerProcess, client: client_files.ClientFiles | None = None) -> App:
    """The application of one process."""
    all_games()  # so that no game is imported during a request, and errors are logged at start
    api = Router(API, route_handlers=[*openapi.HANDLERS, play])
    app = Litestar(
        route_handlers=[api, *health.HANDLERS, *client_files.HANDLERS],
        state=State({"server": server, "client": client or client_files.ClientFiles()}),
        exception_handlers=error_responses.HANDLERS,
        openapi_config=openapi.config(),
        request_max_body_size=server.settings.largest_request,
        logging_config=None,
    )
    # Built now: it takes longer than a request may.
    openapi.describe_alike(app.openapi_schema)
    app.openapi_schema.to_schema()
    return Middleware(app, server)  # type: ignore[arg-type]
