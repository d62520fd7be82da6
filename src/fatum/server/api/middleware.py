"""Middleware: access, limits on requests and sockets, and the headers of every answer."""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from fatum.core.messages import Declared
from fatum.core.messages import Message as Said
from fatum.protocol.http_schemas import STATUS, fault
from fatum.protocol.messages import ErrorCode
from fatum.server.api.error_responses import REQUEST_TOO_LARGE
from fatum.server.api.origins import is_origin_of, parse_host
from fatum.server.api.request_context import TOO_MANY_REQUESTS
from fatum.server.ops.limits import address_of
from fatum.server.process import ServerProcess
from fatum.server.settings import split
from fatum.table import logger

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

RECEIVE: Final = "fatum.receive"
SEND: Final = "fatum.send"
"""Scope keys of a socket's original ``receive`` and ``send``, without wrappers."""

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # the positions of cards
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_POLICY: Final = b"content-security-policy"
_WORKERS: Final = "/assets/pocket-"
"""The scripts of the workers in which a browser plays without a server."""
_WORKER_POLICY: Final = (
    _POLICY,
    POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").encode(),
)
HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
    }.items()
)
_STRICT_TRANSPORT: Final = (b"strict-transport-security", b"max-age=31536000")
_QUIET: Final = ("/healthz", "/readyz", "/metrics")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
Refusal = tuple[ErrorCode, Said]
BAD_HOST: Final[Refusal] = (
    "malformed",
    Declared("server.http.host", "the Host header cannot be read")(),
)
TOO_MANY: Final[Refusal] = ("too_fast", TOO_MANY_REQUESTS())
OTHER_SITE: Final[Refusal] = (
    "forbidden",
    Declared("server.http.other_site", "requests from other sites are refused")(),
)
STOPPING: Final[Refusal] = (
    "busy",
    Declared("server.stopping", "the server is stopping; try again")(),
)


class Middleware:
    """Wraps an ASGI application."""

    def __init__(self, app: App, server: ServerProcess) -> None:
        self._app = app
        self._server = server
        self._origins = {
            origin
            for url in (*split(server.settings.origins), server.settings.public_url)
            if (origin := _origin(url))
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # --- requests --------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        answer = _Answer(send, scope["scheme"] == "https", scope["path"])
        refusal = self._refusal(scope)
        if refusal is None:
            limited = _Limited(receive, self._server.settings.largest_request)
            await self._app(scope, limited, answer)
        else:
            await answer.refuse(*refusal)
        method: str = scope["method"]
        self._server.metrics.responses[
            method if method in _METHODS else "other", answer.status
        ] += 1
        path: str = scope["path"]
        if path not in _QUIET:
            logger.debug(
                "request",
                method=method,
                path=path,
                status=answer.status,
                ms=round(1000 * (time.perf_counter() - begun), 1),
            )

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers = dict(scope["headers"])
        if not _host_is_readable(headers):
            return BAD_HOST
        address = address_of(scope.get("client"))
        if scope["path"] in _QUIET:
            # Counted separately: many clients behind one proxy must not make health checks fail.
            if self._server.probes.take(address):
                return None
            self._server.limits.reached("probes", address)
            return TOO_MANY
        if scope["method"] not in _SAFE and not self._same_origin(headers):
            return OTHER_SITE
        length = headers.get(b"content-length", b"0")
        # No valid length has more digits, and Python refuses to parse thousands of them.
        if (
            not length.isdigit()
            or len(length) > 15
            or int(length) > self._server.settings.largest_request
        ):
            return "too_large", REQUEST_TOO_LARGE()
        if not self._server.requests.take(address):
            self._server.limits.reached("requests", address)
            return TOO_MANY
        return None

    def _same_origin(self, headers: dict[bytes, bytes]) -> bool:
        """Browsers send the origin of a request; other programs need not."""
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if not origin:
            return headers.get(b"sec-fetch-site", b"none") in {b"none", b"same-origin"}
        if origin in self._origins:
            return True
        host = headers.get(b"host", b"").decode("latin-1").lower()
        return is_origin_of(origin, host)

    # --- sockets ---------------------------------------------------------------------------------

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope.get("client"))
        refusal = self._socket_refusal(dict(scope["headers"]), address)
        if refusal is not None:
            await _deny(send, *refusal)
            return
        scope[RECEIVE] = receive
        scope[SEND] = send
        try:
            await self._app(scope, receive, send)
        finally:
            self._server.places.leave(address)

    def _socket_refusal(self, headers: dict[bytes, bytes], address: str) -> Refusal | None:
        """Reserve a place for the socket; ``None`` on success, else the reason."""
        server = self._server
        if not _host_is_readable(headers):
            return BAD_HOST
        if not self._same_origin(headers):
            return OTHER_SITE
        if server.stopping:
            return STOPPING
        if not server.requests.take(address):
            server.limits.reached("requests", address)
            return TOO_MANY
        full = server.places.enter(address)
        if full is not None:
            server.limits.reached("sockets", address)
            return "too_fast", full()
        return None


_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


class _Answer:
    """Adds the headers of every answer, and keeps its status."""

    def __init__(self, send: Send, secure: bool, path: str) -> None:
        self._send = send
        self._secure = secure
        self._worker = path.startswith(_WORKERS)
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            extra = (*HEADERS, _STRICT_TRANSPORT) if self._secure else HEADERS
            if self._worker:
                # A worker's policy is that of its script.
                extra = (_WORKER_POLICY, *(each for each in extra if each[0] != _POLICY))
            message["headers"] = [*message.get("headers", ()), *extra]
        await self._send(message)

    async def refuse(self, code: ErrorCode, said: Said) -> None:
        body = msgspec.json.encode(fault(code, said))
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        if code == "too_fast":
            headers.append((b"retry-after", b"60"))
        await self({"type": "http.response.start", "status": STATUS[code], "headers": headers})
        await self({"type": "http.response.body", "body": body})


class _Limited:
    """A request body that is cut off when it is too large, even without a ``Content-Length``."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                from litestar.exceptions import HTTPException

                raise HTTPException(status_code=413, detail=str(REQUEST_TOO_LARGE()))
        return message


async def _deny(send: Send, code: ErrorCode, said: Said) -> None:
    """Refuse a WebSocket before its handshake."""
    await send(
        {
            "type": "websocket.http.response.start",
            "status": STATUS[code],
            "headers": [(b"content-type", b"application/json")],
        }
    )
    await send(
        {"type": "websocket.http.response.body", "body": msgspec.json.encode(fault(code, said))}
    )


def _host_is_readable(headers: dict[bytes, bytes]) -> bool:
    """HTTP/1.0 has no ``Host``; a newer request without one does not come this far."""
    host = headers.get(b"host", b"")
    return not host or parse_host(host.decode("latin-1")) is not None


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower() if parts.netloc else ""
