"""The order of jobs: addresses take turns, and so do the tables of one address.

Free of processes and clocks, so that it can be tested step by step.
"""

from collections import Counter, OrderedDict, deque
from typing import Final, Generic, Protocol, TypeVar

from fatum.table.thinker import Busy


class Queued(Protocol):
    """A job as the queue sees it."""

    @property
    def address(self) -> str:
        """Who is charged."""

    @property
    def table(self) -> str: ...


Q = TypeVar("Q", bound=Queued)
_Tables = OrderedDict[str, deque[Q]]


class FairQueue(Generic[Q]):
    """A queue per table, in a ring per address, in a ring of addresses.

    Takes at most ``most`` jobs, ``most_each`` from one address and ``most_at_table`` at one table.
    """

    def __init__(self, most: int, most_each: int, most_at_table: int) -> None:
        self._most = most
        self._most_each = most_each
        self._most_at_table = most_at_table
        self._rings: OrderedDict[str, _Tables[Q]] = OrderedDict()
        self._by_address: Final[Counter[str]] = Counter()
        self._by_table: Final[Counter[str]] = Counter()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def put(self, job: Q, *, limited: bool = True) -> None:
        """:raises Busy: if ``limited`` and the queue, the address or the table has no room left."""
        if limited and (
            self._size >= self._most
            or self._by_address[job.address] >= self._most_each
            or self._by_table[job.table] >= self._most_at_table
        ):
            raise Busy
        tables = self._rings.setdefault(job.address, OrderedDict())
        tables.setdefault(job.table, deque()).append(job)
        self._count(job, 1)

    def take(self) -> Q | None:
        """The next job; its address and its table go to the end of their rings."""
        if not self._rings:
            return None
        address, tables = self._rings.popitem(last=False)
        table, jobs = tables.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            tables[table] = jobs
        if tables:
            self._rings[address] = tables
        self._count(job, -1)
        return job

    def remove(self, table: str) -> list[Q]:
        """All jobs of a table, taken out."""
        found: list[Q] = []
        if not self._by_table[table]:
            del self._by_table[table]
            return found
        for address in list(self._rings):
            tables = self._rings[address]
            found += tables.pop(table, ())
            if not tables:
                del self._rings[address]
        for job in found:
            self._count(job, -1)
        return found

    def _count(self, job: Q, change: int) -> None:
        self._size += change
        for counts, key in ((self._by_address, job.address), (self._by_table, job.table)):
            counts[key] += change
            if not counts[key]:
                del counts[key]
