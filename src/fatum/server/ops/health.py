"""Health checks for operators."""

from typing import Final

from litestar import MediaType, Response, get

from fatum.server.api.request_context import AnyRequest, server_of


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT)
async def healthy() -> str:
    """The process answers."""
    return "ok"


@get("/readyz", include_in_schema=False, media_type=MediaType.TEXT)
async def ready(request: AnyRequest) -> Response[str]:
    """The process accepts players: it is not stopping, and its store is writable."""
    server = server_of(request)
    if server.stopping:
        return Response("stopping", status_code=503)
    if not await server.readiness.check():
        return Response("the store cannot be written", status_code=503)
    return Response("ready")


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    server = server_of(request)
    if not server.settings.metrics:
        return Response(b"", status_code=404)
    return Response(server.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS: Final = [healthy, ready, metrics]
