"""All connections of a process, with limits on their number, slowness and buffered bytes."""

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from fatum.server.ops.limits import Limits, count_down

SWEEP: Final = 2.0
"""Seconds between checks of all connections."""
HEADER_SECONDS: Final = 10.0
"""Seconds for the headers of a request, from the first byte or the last answer."""
BODY_SECONDS: Final = 30.0
"""Seconds for a whole request."""
STALL_SECONDS: Final = 30.0
"""Seconds for which a client may read nothing."""
CLOSING_SECONDS: Final = 10.0
"""Seconds for which a closing connection may wait for its client."""
_OLDEST: Final = 64
"""Connections examined to find one to drop when the cap is reached."""


class Rates(NamedTuple):
    """Frames and kilobytes that one socket may send."""

    per_second: float
    burst: float


class Socket(Protocol):
    """The part of a WebSocket that is used here."""

    paused_at: float | None

    @property
    def transport(self) -> asyncio.Transport: ...
    @property
    def address(self) -> str: ...


class Http(Protocol):
    """The part of an HTTP connection that is used here."""

    since: float

    @property
    def transport(self) -> asyncio.Transport: ...
    @property
    def address(self) -> str: ...
    @property
    def host(self) -> str: ...
    @property
    def awaits_headers(self) -> bool: ...
    @property
    def awaits_body(self) -> bool: ...


class Connections:
    """The connections of one process."""

    def __init__(
        self,
        limits: Limits,
        rates: Rates,
        *,
        most: int,
        per_address: int,
        unread_per_address: int,
        proxies: Iterable[str] = (),
    ) -> None:
        self.limits: Final = limits
        self.rates: Final = rates
        self._most = most
        self._per_address = per_address
        self._unread_per_address = unread_per_address
        self._proxies = list(proxies)
        self._http: OrderedDict[Http, str] = OrderedDict()
        """HTTP connections with their counted address, oldest first."""
        self._count: Counter[str] = Counter()
        self._sockets: set[Socket] = set()
        self._closing: dict[Socket | Http, float] = {}
        self._stalled: dict[Http, tuple[int, float]] = {}
        """Bytes buffered at the last check, and since when."""

    # --- coming and going ------------------------------------------------------------------------

    def enter(self, connection: Http) -> bool:
        """Whether there is a place for one more HTTP connection."""
        address = "" if self._is_proxy(connection.host) else connection.address
        if address and self._count[address] >= self._per_address:
            self.limits.reached("connections per address", address)
            return False
        if len(self._http) >= self._most and not self._give_up_one():
            self.limits.reached("connections", address)
            return False
        self._http[connection] = address
        self._count[address] += 1
        return True

    def leave(self, connection: Http) -> None:
        address = self._http.pop(connection, None)
        if address is not None:
            count_down(self._count, address)
        self._stalled.pop(connection, None)
        self._closing.pop(connection, None)

    def add_socket(self, socket: Socket) -> None:
        self._sockets.add(socket)

    def remove_socket(self, socket: Socket) -> None:
        self._sockets.discard(socket)
        self._closing.pop(socket, None)

    def _give_up_one(self) -> bool:
        """End one of the oldest connections that have not sent a whole request."""
        for connection, _ in zip(self._http, range(_OLDEST), strict=False):
            if connection.awaits_headers:
                self._end(connection, "connections")
                return True
        return False

    def _is_proxy(self, host: str) -> bool:
        return any(_matches(host, proxy) for proxy in self._proxies)

    # --- time ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(loop.time())

    def sweep(self, now: float) -> None:
        """End connections that have been waiting too long."""
        for socket in list(self._sockets):
            if socket.transport.is_closing():
                self._check_closing(socket, now)
            elif socket.paused_at is not None and now - socket.paused_at > STALL_SECONDS:
                self._end(socket, "unread")
        waiting: Counter[str] = Counter()
        for connection, address in list(self._http.items()):
            if connection.transport.is_closing():
                self._check_closing(connection, now)
            elif connection.awaits_headers and now - connection.since > HEADER_SECONDS:
                self._end(connection, "header time")
            elif connection.awaits_body and now - connection.since > BODY_SECONDS:
                self._end(connection, "request time")
            else:
                waiting[address] += self._check_stalled(connection, now)
        for address, size in waiting.items():
            if address and size > self._unread_per_address:
                self._end_unread(address)

    def _check_closing(self, connection: Socket | Http, now: float) -> None:
        """A closing transport stays open until its client has read everything."""
        if now - self._closing.setdefault(connection, now) > CLOSING_SECONDS:
            connection.transport.abort()

    def _check_stalled(self, connection: Http, now: float) -> int:
        """Bytes of answers that wait for the client."""
        size = connection.transport.get_write_buffer_size()
        if not size:
            self._stalled.pop(connection, None)
            return 0
        before, since = self._stalled.get(connection, (0, now))
        if size != before:
            since = now
        self._stalled[connection] = (size, since)
        if now - since > STALL_SECONDS:
            self._end(connection, "unread")
        return size

    def _end_unread(self, address: str) -> None:
        for connection in [one for one, owner in self._http.items() if owner == address]:
            if connection.transport.get_write_buffer_size():
                self._end(connection, "unread per address")

    def _end(self, connection: Socket | Http, limit: str) -> None:
        self.limits.reached(limit, connection.address)
        connection.transport.abort()


def _matches(host: str, proxy: str) -> bool:
    if proxy in ("*", host):
        return True
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(proxy, strict=False)
    except ValueError:
        return False
