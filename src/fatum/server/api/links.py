"""Links to a table, also for phones in the same network."""

import io
from functools import lru_cache
from typing import Final

from litestar import Response, get

from fatum.protocol.http_schemas import Links
from fatum.server.api.error_responses import documented
from fatum.server.api.origins import Host, parse_host
from fatum.server.api.request_context import AnyRequest, Code, server_of, table_of
from fatum.server.ops.addresses import is_loopback, lan_address


@get("/tables/{code:str}/link", summary="Where others find a table", responses=documented(404, 503))
async def link(request: AnyRequest, code: Code) -> Links:
    await table_of(request, code)
    base, reachable = base_of(request)
    return Links(code, f"{base}/t/{code}", reachable)


@get(
    "/tables/{code:str}/qr.svg",
    summary="The same as a QR code",
    media_type="image/svg+xml",
    responses=documented(404, 503),
)
async def qr(request: AnyRequest, code: Code) -> Response[bytes]:
    await table_of(request, code)
    base, _ = base_of(request)
    return Response(_picture(f"{base}/t/{code}"), media_type="image/svg+xml")


@lru_cache(64)
def _picture(url: str) -> bytes:
    """5 ms for a usual address, 20 for the longest that a ``Host`` header may name."""
    import segno

    picture = io.BytesIO()
    # Always dark on light: many cameras cannot read inverted codes.
    segno.make(url, micro=False, error="m").save(
        picture, kind="svg", border=2, dark="#111111", light="#ffffff", xmldecl=False, scale=8
    )
    return picture.getvalue()


def base_of(request: AnyRequest) -> tuple[str, bool]:
    """The server's address for other devices, and whether they can reach it."""
    settings = server_of(request).settings
    if settings.public_url:
        return settings.public_url.rstrip("/"), True
    scheme = request.scope["scheme"]
    host = request.headers.get("host", "")
    asked = parse_host(host)
    if asked is None:
        # HTTP/1.0: the request does not say under which name the server was found.
        server: tuple[str, int | None] = request.scope["server"] or ("localhost", None)
        asked = Host(*server)
        host = asked.written()
    if not is_loopback(asked.name):
        return f"{scheme}://{host}", True
    # Opened on this machine: other devices need its network address.
    own = lan_address()
    if own is None or is_loopback(settings.host):
        return f"{scheme}://{host}", False
    return f"{scheme}://{Host(own, asked.port).written()}", True


HANDLERS: Final = [link, qr]
