"""The OpenAPI description of the HTTP API, also used for the browser client's types.

``python -m fatum.server.api.openapi`` prints it; ``client/tools/http.mjs`` makes TypeScript of it.
"""

import json
import re
import sys
from typing import Any, Final

import msgspec
from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPI
from litestar.types import ControllerRouterHandler

import fatum
from fatum.protocol.schema import schema as protocol_schema
from fatum.server.api import games, links, replays, tables
from fatum.server.api.cookies import API

_DESCRIPTION: Final = (
    "Find, open and join tables. The game itself is played over a WebSocket at "
    "/api/tables/CODE/socket, described in docs/protocol.md."
)
HANDLERS: Final[list[ControllerRouterHandler]] = [
    *games.HANDLERS,
    *tables.HANDLERS,
    *replays.HANDLERS,
    *links.HANDLERS,
]
"""All routes of the API."""


def config() -> OpenAPIConfig:
    """Configuration of the API description."""
    return OpenAPIConfig(
        title="Fatum",
        version=fatum.__version__,
        description=_DESCRIPTION,
        path=f"{API}/schema",
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    )


def describe_alike(api: OpenAPI) -> None:
    """Use the protocol's schema for what HTTP and sockets share, including views."""
    text = json.dumps(protocol_schema()["$defs"]).replace("#/$defs/", "#/components/schemas/")
    known: dict[str, Any] = json.loads(text)
    described: dict[str, Any] = api.components.schemas
    wanted = [name for name in described if name in known]
    while wanted:
        name = wanted.pop()
        described[name] = known[name]
        used = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(known[name]))
        wanted += [other for other in used if other not in described]


def document() -> bytes:
    """The description as JSON, without a server."""
    app = Litestar([Router(API, route_handlers=HANDLERS)], openapi_config=config())
    describe_alike(app.openapi_schema)
    return msgspec.json.format(msgspec.json.encode(app.openapi_schema.to_schema()))


if __name__ == "__main__":
    sys.stdout.buffer.write(document())
