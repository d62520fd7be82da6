"""Refusals as HTTP answers."""

from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from fatum.core.messages import Declared, Message
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import STATUS, Fault, fault
from fatum.protocol.messages import ErrorCode
from fatum.table import logger
from fatum.table.log import BrokenLog
from fatum.table.refusals import INTERNAL, STORE_UNREACHABLE, UNREADABLE
from fatum.table.store import StoreDown

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


NOT_FOUND: Final = Declared("server.http.not_found", "there is nothing at this address")
WRONG_METHOD: Final = Declared(
    "server.http.method", "this address does not accept {method} requests"
)
REQUEST_TOO_LARGE: Final = Declared("server.http.too_large", "the request is too large")
REQUEST_TOO_DEEP: Final = Declared("server.http.too_deep", "the request is nested too deeply")


def answer(code: ErrorCode, said: Message, rule: str | None = None) -> Response[Fault]:
    return Response(fault(code, said, rule), status_code=STATUS[code])


def refused(_: Request[Any, Any, Any], error: Refused) -> Response[Fault]:
    return answer(error.code, error.message, error.rule)


def http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Fault]:
    """Litestar's own errors in our format."""
    status = error.status_code
    code = _CODES.get(status, "malformed" if status < 500 else "internal")
    return Response(
        fault(code, _said(request, error)), status_code=status, headers=error.headers or {}
    )


def _said(request: Request[Any, Any, Any], error: HTTPException) -> Message:
    match error.status_code:
        case 404:
            return NOT_FOUND()
        case 405:
            return WRONG_METHOD(method=request.method)
        case 413:
            return REQUEST_TOO_LARGE()
        case status if status >= 500:
            return INTERNAL()
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        detail = "; ".join(_detail(item) for item in error.extra)
    return UNREADABLE(detail=detail)


def _detail(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    key = item.get("key")
    message = str(item.get("message", "cannot be read"))
    return f"{key}: {message}" if key else message


def unexpected(request: Request[Any, Any, Any], _: Exception) -> Response[Fault]:
    logger.fault("a request has failed", method=request.method, path=request.scope["path"])
    return answer("internal", INTERNAL())


def store_down(_: Request[Any, Any, Any], __: StoreDown) -> Response[Fault]:
    return answer("busy", STORE_UNREACHABLE())


def too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Fault]:
    return answer("malformed", REQUEST_TOO_DEEP())


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
