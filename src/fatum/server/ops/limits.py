"""Rate and size limits, per connection and per address."""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

from fatum.core.messages import Declared
from fatum.table import logger

LOG_EVERY: Final = 10.0
"""Seconds between two lines about the same limit."""
SERVER_FULL: Final = Declared("server.full", "the server is full; try again later")
TOO_MANY_CONNECTIONS: Final = Declared(
    "server.connections.too_many", "too many connections from your address"
)
PROBES: Final = 240
"""Most requests in a minute from one address for ``/healthz``, ``/readyz`` and ``/metrics``."""
TOGETHER: Final = 10
"""All sockets of an address share this multiple of one socket's limit."""
MOST_ADDRESSES: Final = 20_000
"""Number of addresses kept; the least recently seen is dropped first."""

Clock = Callable[[], float]


def count_down(counts: Counter[str], key: str, amount: int = 1) -> None:
    """A counter that drops keys at zero, because there may be many."""
    counts[key] -= amount
    if counts[key] <= 0:
        del counts[key]


class Bucket:
    """A token bucket: a rate per second, and a burst."""

    __slots__ = ("_at", "_clock", "_level", "_most", "_rate")

    def __init__(self, rate: float, most: float, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._most = most
        self._level = most
        self._clock = clock
        self._at = clock()

    def take(self, amount: float = 1.0) -> bool:
        """Take this much if it is allowed now; whether it was."""
        now = self._clock()
        self._level = min(self._most, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < amount:
            return False
        self._level -= amount
        return True


class PerAddress:
    """A bucket for each address."""

    def __init__(self, rate: float, most: float, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, amount: float = 1.0) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._most, self._clock)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(amount)


class Places:
    """A connection cap, global and per address."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._taken: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str) -> Declared | None:
        """Take a place if there is one: ``None``, else why not."""
        if self.total >= self._most:
            return SERVER_FULL
        if self._taken[address] >= self._each:
            return TOO_MANY_CONNECTIONS
        self._taken[address] += 1
        self.total += 1
        return None

    def leave(self, address: str) -> None:
        self.total -= 1
        count_down(self._taken, address)


class Unread:
    """Bytes that wait for clients that do not read, by socket and by address."""

    def __init__(self, limits: "Limits", each: int, per_address: int) -> None:
        self._limits = limits
        self._each = each
        self._per_address = per_address
        self._held: Counter[str] = Counter()

    def hold(self, address: str, already: int, size: int) -> bool:
        """Whether so much more may be buffered for a socket that has ``already`` buffered some."""
        if already + size > self._each:
            self._limits.reached("unread", address)
            return False
        if self._held[address] + size > self._per_address:
            self._limits.reached("unread per address", address)
            return False
        self._held[address] += size
        return True

    def release(self, address: str, size: int) -> None:
        count_down(self._held, address, size)


class Limits:
    """Counts how often each limit was reached, and logs it at most once per period."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self.counts: Counter[str] = Counter()
        self._logged: dict[str, tuple[float, int]] = {}

    def reached(self, limit: str, address: str) -> None:
        self.counts[limit] += 1
        count = self.counts[limit]
        at, before = self._logged.get(limit, (-LOG_EVERY, 0))
        now = self._clock()
        if now - at >= LOG_EVERY:
            self._logged[limit] = (now, count)
            logger.warning(
                "a limit was reached", limit=limit, address=address, times=count - before
            )


def address_of(client: tuple[str, int] | None) -> str:
    """The unit that limits count: an IPv4 address, or a household's IPv6 network."""
    if client is None:
        return ""
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return client[0]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return client[0]
