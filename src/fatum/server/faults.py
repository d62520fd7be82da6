"""Refusals as HTTP answers."""

from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from fatum.protocol.messages import ErrorCode
from fatum.server import logs
from fatum.server.forms import Fault
from fatum.table.errors import Refused
from fatum.table.log import BrokenLog
from fatum.table.store import StoreDown

STATUS: Final[dict[ErrorCode, int]] = {
    "malformed": 400,
    "protocol": 400,
    "forbidden": 403,
    "off": 403,
    "gone": 404,
    "stale": 409,
    "seat": 409,
    "phase": 409,
    "link": 409,
    "too_large": 413,
    "illegal": 422,
    "unreadable": 422,
    "options": 422,
    "name": 422,
    "too_fast": 429,
    "internal": 500,
    "busy": 503,
}
_CODES: Final[dict[int, ErrorCode]] = {
    400: "malformed",
    403: "forbidden",
    404: "gone",
    405: "malformed",
    413: "too_large",
    415: "malformed",
    429: "too_fast",
    503: "busy",
}


def answer(code: ErrorCode, text: str, rule: str | None = None) -> Response[Fault]:
    return Response(Fault(code, text, rule), status_code=STATUS[code])


def refused(_: Request[Any, Any, Any], error: Refused) -> Response[Fault]:
    return answer(error.code, error.text, error.rule)


def http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Fault]:
    """Litestar's own refusals in our form."""
    text = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        text = "; ".join(_told(item) for item in error.extra)
    code = _CODES.get(error.status_code, "malformed" if error.status_code < 500 else "internal")
    return Response(Fault(code, text), status_code=error.status_code, headers=error.headers or {})


def _told(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    key = item.get("key")
    message = str(item.get("message", "cannot be read"))
    return f"{key}: {message}" if key else message


def unexpected(request: Request[Any, Any, Any], _: Exception) -> Response[Fault]:
    logs.fault("a request has failed", method=request.method, path=request.scope["path"])
    return answer("internal", "this is the server's fault")


def store_down(_: Request[Any, Any, Any], __: StoreDown) -> Response[Fault]:
    return answer("busy", "the server cannot reach its tables right now; try again")


def too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Fault]:
    return answer("malformed", "the request is nested too deeply")


HANDLERS: Final[dict[Any, Any]] = {
    Refused: refused,
    StoreDown: store_down,
    BrokenLog: unexpected,
    RecursionError: too_deep,
    HTTPException: http,
    Exception: unexpected,
}


def documented(*codes: int) -> dict[int, ResponseSpec]:
    """The refusals of a route for its description."""
    return {
        code: ResponseSpec(Fault, description=_MEANINGS[code], generate_examples=False)
        for code in sorted({400, 413, 429, *codes})
    }


_MEANINGS: Final = {
    400: "The request cannot be read",
    403: "Your role may not do that, or the host has switched it off",
    404: "There is no such table or game",
    405: "Not with this method",
    409: "Not now: the seat, the phase of the game or the link does not allow it",
    413: "The request is too large",
    422: "The game refuses it",
    429: "Too many requests",
    503: "Too many ask for it now, or the store does not answer; try again",
}
