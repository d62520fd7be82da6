"""A table at a server, by the same protocol as the browser."""

import asyncio
import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fatum.core.errors import FatumError
from fatum.core.messages import Message, declare
from fatum.protocol import messages as m
from fatum.protocol.wire_messages import WireMessage, from_wire
from fatum.records import Record, parse_record
from fatum.records.files import InvalidFile, write_text
from fatum.table.seats import CODE_PATTERN
from fatum.terminal.saves import data_folder
from fatum.terminal.session import Session

DEFAULT: Final = "http://127.0.0.1:8000"
_SEATS: Final = "seats.json"
_CODE: Final = re.compile(CODE_PATTERN)
_PATIENCE: Final = 10
_LARGEST: Final = 2**22
_AGAIN: Final = frozenset({"restart", "idle"})
"""Goodbyes after which a client connects again."""
REMOTE: Final = declare(
    "line.remote",
    {
        "address": "“{text}” is neither the code of a table nor an address",
        "refused": "the server refuses: {reason}",
        "silent": "{server} does not answer",
    },
)


@dataclass(frozen=True)
class Address:
    """A server, and a table there if one is named."""

    base: str
    code: str = ""

    @property
    def path(self) -> str:
        return f"{self.base}/api/tables/{self.code}"


def read_address(text: str, server: str = DEFAULT) -> Address:
    """A code, a server's address, or the link to a table.

    >>> read_address("https://play.example/t/ABCD2345")
    Address(base='https://play.example', code='ABCD2345')
    >>> read_address("abcd2345").code
    'ABCD2345'
    """
    if _CODE.fullmatch(text.upper()):
        return Address(read_address(server).base, text.upper())
    parts = _parts(text)
    if parts is None:
        raise FatumError(REMOTE["address"](text=text))
    codes = [word for word in re.split(r"[/#?&=]", parts.path + "#" + parts.fragment) if word]
    found = [word.upper() for word in codes if _CODE.fullmatch(word.upper())]
    return Address(f"{parts.scheme}://{parts.netloc}", found[-1] if found else "")


def _parts(text: str) -> SplitResult | None:
    """The parts of an address on the web; ``None`` if it is none."""
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        usable = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:  # a bracket that is not closed, or a port that is not a number
        return None
    return parts if usable and text.isprintable() else None


# --- seats that are held -------------------------------------------------------------------------


def held_seat(address: Address) -> str:
    """The token of the seat that this machine holds there, or nothing."""
    return str(_held().get(f"{address.base} {address.code}", ""))


def hold_seat(address: Address, token: str) -> None:
    """Keep a token, so that the seat can be taken again after a restart."""
    path = data_folder() / _SEATS
    held = {**_held(), f"{address.base} {address.code}": token}
    with suppress(InvalidFile, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        write_text(path, json.dumps(held) + "\n")
        path.chmod(0o600)


def _held() -> dict[str, Any]:
    try:
        found = json.loads((data_folder() / _SEATS).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


# --- asking over HTTP ----------------------------------------------------------------------------


def look(address: Address) -> dict[str, Any]:
    """The table as its code shows it."""
    return _ask("GET", address.path, held_seat(address))[0]


def sit(address: Address, name: str) -> None:
    """Take a free seat and keep its token."""
    _, token = _ask("POST", f"{address.path}/seats", held_seat(address), {"name": name})
    if token:
        hold_seat(address, token)


def open_table(base: str, form: dict[str, Any]) -> Address:
    """Open a table there and keep the token of its host."""
    answer, token = _ask("POST", f"{base}/api/tables", "", form)
    address = Address(base, str(answer["table"]))
    hold_seat(address, token)
    return address


def record_of(address: Address) -> Record:
    """The record of the game that was finished there."""
    answer = _ask("GET", f"{address.path}/record", held_seat(address))[0]
    return parse_record(json.dumps(answer))


def follow(address: Address) -> Address:
    """Go on to the rematch with the same seat."""
    answer, token = _ask("POST", f"{address.path}/follow", held_seat(address), {})
    following = Address(address.base, str(answer["table"]))
    hold_seat(following, token or held_seat(address))
    return following


def _ask(
    method: str, url: str, token: str, form: dict[str, Any] | None = None
) -> tuple[dict[str, Any], str]:
    """The answer, and the token of a seat that came with it."""
    body = None if form is None else json.dumps(form).encode()
    headers = {"Content-Type": "application/json"} | ({"Cookie": _cookie(token)} if token else {})
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            cookies = SimpleCookie(answer.headers.get("Set-Cookie", ""))
            morsel = cookies.get("fatum0")
            return json.load(answer), "" if morsel is None else morsel.value
    except urllib.error.HTTPError as error:
        raise FatumError(_reason(error)) from None
    except (OSError, ValueError, HTTPException):
        raise FatumError(REMOTE["silent"](server=urlsplit(url).netloc)) from None


def _reason(error: urllib.error.HTTPError) -> Message:
    """Why the server refuses, before there is a table."""
    try:
        said = msgspec.convert(json.loads(error.read())["message"], WireMessage)
    except (OSError, ValueError, KeyError, TypeError, msgspec.MsgspecError):
        return REMOTE["refused"](reason=error.reason)
    return from_wire(said)


def _cookie(token: str) -> str:
    return f"fatum0={token}"


# --- the socket ----------------------------------------------------------------------------------


class RemoteTable:
    """Keeps a connection to a table; calls ``hear`` with each message and ``lost`` after a break."""

    def __init__(
        self,
        address: Address,
        session: Session,
        hear: Callable[[bytes | str], None],
        lost: Callable[[], None],
    ) -> None:
        self._address = address
        self._session = session
        self._hear = hear
        self._lost = lost
        self._socket: ClientConnection | None = None

    async def run(self) -> None:
        """Until the table says goodbye for good, or the task is cancelled."""
        pause = 0.2
        while True:
            try:
                if await self._connected():
                    return
                pause = 0.2
            except (OSError, WebSocketException, TimeoutError):
                pause = min(2 * pause, 5.0)
            self._socket = None
            self._lost()
            await asyncio.sleep(pause)

    async def _connected(self) -> bool:
        """One connection; whether it was the last."""
        token = held_seat(self._address)
        async with connect(
            f"{self._address.path.replace('http', 'ws', 1)}/socket?slot=0",
            additional_headers={"Cookie": _cookie(token)} if token else {},
            max_size=_LARGEST,
            close_timeout=1,
            open_timeout=_PATIENCE,
        ) as socket:
            await socket.send(m.encode(self._session.hello()).decode())
            self._socket = socket
            self._session.gap = False
            async for data in socket:
                if '"type":"bye"' in str(data) and not self._is_last(data):
                    return False
                self._hear(data)
                if self._is_last(data):
                    return True
                if self._session.gap:
                    return False
        return False

    @staticmethod
    def _is_last(data: bytes | str) -> bool:
        try:
            said = json.loads(data)
        except ValueError:
            return False
        return said.get("type") == "bye" and said.get("code") not in _AGAIN

    async def send(self, message: m.ClientMessage) -> bool:
        """Whether it could be sent."""
        if self._socket is None:
            return False
        try:
            await self._socket.send(m.encode(message).decode())
        except WebSocketException:
            return False
        return True
