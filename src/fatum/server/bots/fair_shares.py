"""Divides thinking time when there is not enough for all jobs."""

from collections import Counter, deque
from typing import Final

_SHORT: Final = 0.75
"""Fraction of a window over which bursts are measured; a table that asks on every beat counts once."""
_LONG: Final = 4
"""Windows over which a steady flow is averaged."""

_REFRESH: Final = 50e-6
"""Seconds per address between recalculations, which take about a fiftieth of that."""


class FairShares:
    """Divides the ``capacity`` of each ``window`` seconds between addresses.

    An address that wants little gets all of it. The rest is divided equally between the others, and
    all jobs of one address are shortened in the same proportion. So many jobs shorten the jobs of
    their own address rather than lengthen the queue: what arrives within a window fits into one.
    """

    def __init__(self, capacity: float, window: float) -> None:
        self._capacity = capacity
        self._open: Final = _Sums()
        """Jobs waiting or running."""
        self._burst: Final = _Recent(_SHORT * window)
        self._flow: Final = _Recent((_LONG - 1 + _SHORT) * window)
        self._most = capacity
        """The cap per address as last computed."""
        self._known_until = 0.0

    def add(self, address: str, wants: float, now: float) -> None:
        self._open.add(address, wants)
        self._burst.add(address, wants, now)
        self._flow.add(address, wants, now)

    def end(self, address: str, wants: float) -> None:
        """A job was finished or dropped."""
        self._open.subtract(address, wants)

    def grant(self, address: str, wants: float, now: float) -> float:
        """The seconds for a job that begins now."""
        self._burst.expire(now)
        self._flow.expire(now)
        if now >= self._known_until:
            demands = [self._demand(each) for each in self._flow.keys() | self._open.keys()]
            self._most = self._share(demands)
            self._known_until = now + _REFRESH * len(demands)
        return wants * min(1.0, self._most / self._demand(address))

    def _demand(self, address: str) -> float:
        """The seconds that an address wants in one window."""
        return max(self._open[address], self._burst[address], self._flow[address] / _LONG)

    def _share(self, demands: list[float]) -> float:
        """The most that an address gets."""
        left = self._capacity
        demands.sort()
        for number, demand in enumerate(demands):
            equal = left / (len(demands) - number)
            if demand > equal:
                return equal
            left -= demand
        return self._capacity

    def __len__(self) -> int:
        """The known addresses."""
        return len(self._flow.keys() | self._open.keys())


class _Sums:
    """Seconds by address; an address without any is forgotten."""

    def __init__(self) -> None:
        self._sums: Final[dict[str, float]] = {}
        self._jobs: Final[Counter[str]] = Counter()

    def __getitem__(self, address: str) -> float:
        return self._sums.get(address, 0.0)

    def keys(self) -> set[str]:
        return set(self._sums)

    def add(self, address: str, wants: float) -> None:
        self._sums[address] = self[address] + wants
        self._jobs[address] += 1

    def subtract(self, address: str, wants: float) -> None:
        self._sums[address] -= wants
        self._jobs[address] -= 1
        if not self._jobs[address]:
            del self._sums[address], self._jobs[address]


class _Recent:
    """Seconds by address that were asked for lately."""

    def __init__(self, length: float) -> None:
        self._length = length
        self._sums: Final = _Sums()
        self._arrivals: Final[deque[tuple[float, str, float]]] = deque()

    def __getitem__(self, address: str) -> float:
        return self._sums[address]

    def keys(self) -> set[str]:
        return self._sums.keys()

    def add(self, address: str, wants: float, now: float) -> None:
        self._sums.add(address, wants)
        self._arrivals.append((now, address, wants))

    def expire(self, now: float) -> None:
        arrivals = self._arrivals
        while arrivals and arrivals[0][0] <= now - self._length:
            _, address, wants = arrivals.popleft()
            self._sums.subtract(address, wants)
