"""Seats in cookies: one for each seat that a browser holds at a table, sent to that table only."""

import re
from collections.abc import Iterable
from typing import Final

from litestar.datastructures import Cookie

from fatum.table.offers import SLOTS
from fatum.table.roles import NOBODY, Caller
from fatum.table.seats import hash_token

API: Final = "/api"
YEAR: Final = 365 * 86_400
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_SEAT: Final = re.compile(rf'(?:^|;)[ \t]*fatum([0-{SLOTS - 1}])="?([^;"]{{1,100}})')


def name_of(slot: int) -> str:
    return f"fatum{slot}"


def path_of(table_id: str) -> str:
    """The path prefix of everything about a table, including its socket."""
    return f"{API}/tables/{table_id}"


def seat_cookie(table_id: str, slot: int, token: str, secure: bool) -> Cookie:
    return _cookie(table_id, slot, token, YEAR, secure)


def no_cookie(table_id: str, slot: int, secure: bool) -> Cookie:
    """Deletes the cookie of a seat that the browser no longer holds."""
    return _cookie(table_id, slot, "", 0, secure)


def _cookie(table_id: str, slot: int, value: str, seconds: int, secure: bool) -> Cookie:
    return Cookie(
        key=name_of(slot),
        value=value,
        path=path_of(table_id),
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=secure,
    )


def read_seats(headers: Iterable[tuple[bytes, bytes]]) -> dict[int, str]:
    """The seat cookies by slot, not yet verified.

    ``http.cookies`` is not used: its ``_unquote`` takes quadratic time before Python 3.11.10.
    """
    found: dict[int, str] = {}
    for name, value in headers:
        if name == b"cookie":
            found.update(
                (int(seat[1]), seat[2]) for seat in _SEAT.finditer(value.decode("latin-1"))
            )
    return found


def caller_of(seats: dict[int, str], slot: int) -> Caller:
    """The holder of the cookie; without one, a spectator."""
    token = seats.get(slot, "")
    return Caller(hash_token(token)) if token else NOBODY


def tokens_of(seats: dict[int, str]) -> dict[int, str]:
    """All seats that a browser claims at a table."""
    return {slot: token for slot, token in sorted(seats.items()) if _TOKEN.fullmatch(token)}
