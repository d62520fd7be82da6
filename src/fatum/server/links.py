"""Links to a table, also for phones in the same network."""

import io
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request, Response, get

from fatum.server.access import Code, house_of, room_of
from fatum.server.addresses import is_loopback, lan_address
from fatum.server.faults import documented
from fatum.server.forms import Links

Asked = Request[Any, Any, Any]


@get("/tables/{code:str}/link", summary="Where others find a table", responses=documented(404, 503))
async def link(request: Asked, code: Code) -> Links:
    await room_of(request, code)
    base, reachable = _base(request)
    return Links(code, f"{base}/t/{code}", reachable)


@get(
    "/tables/{code:str}/qr.svg",
    summary="The same as a QR code",
    media_type="image/svg+xml",
    responses=documented(404, 503),
)
async def qr(request: Asked, code: Code) -> Response[bytes]:
    import segno

    await room_of(request, code)
    base, _ = _base(request)
    picture = io.BytesIO()
    # Dark on light whatever the page looks like: many cameras read nothing else.
    segno.make(f"{base}/t/{code}", micro=False, error="m").save(
        picture, kind="svg", border=2, dark="#111111", light="#ffffff", xmldecl=False, scale=8
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


def _base(request: Asked) -> tuple[str, bool]:
    """The server's address as others should write it, and whether it will work for them."""
    settings = house_of(request).settings
    if settings.public_url:
        return settings.public_url.rstrip("/"), True
    scheme = request.scope["scheme"]
    host = request.headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if not is_loopback(name):
        return f"{scheme}://{host}", True
    # Opened on this very machine: others need its address in the network.
    own = lan_address()
    if own is None or is_loopback(settings.host):
        return f"{scheme}://{host}", False
    port = urlsplit(f"//{host}").port
    return f"{scheme}://{own}" + (f":{port}" if port else ""), True


HANDLERS: Final = [link, qr]
