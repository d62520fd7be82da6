"""The delayed picture for spectators: the same log, applied later."""

from collections import deque
from collections.abc import Iterable

from fatum.protocol.snapshots import Snapshot, Update
from fatum.table import projection
from fatum.table.clock import SECOND
from fatum.table.log import Entry
from fatum.table.roles import NOBODY, Who
from fatum.table.state import Happening, TableState


class Delayed:
    """A table as it was ``delay`` seconds ago. It takes every entry and releases it when due."""

    def __init__(self, table_id: str, entries: Iterable[Entry], delay: int, now: int) -> None:
        self.delay = delay
        self.state = TableState(table_id)
        self._ahead = deque(entries)
        # The opening is no secret, and without it there would be nothing to show.
        if self._ahead:
            self.state.apply(self._ahead.popleft())
        self.advance(now)

    def push(self, happening: Happening) -> None:
        """Take what has just happened at the table itself."""
        self._ahead.append(Entry(happening.seq, happening.at, happening.fact))

    def due_at(self) -> int | None:
        """When ``advance`` will next release something."""
        return self._ahead[0].at + self.delay * SECOND if self._ahead else None

    def advance(self, now: int) -> list[Update]:
        """Advance to where the table was ``delay`` seconds ago."""
        updates: list[Update] = []
        until = now - self.delay * SECOND
        while self._ahead and self._ahead[0].at <= until:
            happening = self.state.apply(self._ahead.popleft())
            updates.append(projection.update(self.state, happening, self._who()))
        return updates

    def snapshot(self) -> Snapshot:
        return projection.snapshot(self.state, self._who())

    def since(self, seq: int) -> list[Update] | None:
        return projection.catch_up(self.state, self._who(), seq)

    def _who(self) -> Who:
        return self.state.who(NOBODY)
