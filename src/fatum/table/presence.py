"""Tracks which seats are connected, and decides when the log notes it.

Presence belongs to devices: a connection counts for every seat that its browser holds at the table.
A seat is noted as away only after the store has confirmed that no other process has it connected.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from fatum.core.seats import seat_name
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.table.clock import SECOND
from fatum.table.peers import Connected
from fatum.table.roles import NOBODY, Caller
from fatum.table.services import Services
from fatum.table.wall_clock import now

if TYPE_CHECKING:
    from fatum.table.live_table import LiveTable

ABSENT: Final = 8 * SECOND
"""A seat is away after so many seconds without a connection; a reload takes less."""


class TablePresence:
    """At one table, as one process knows it."""

    def __init__(self, live: "LiveTable", services: Services) -> None:
        self._live = live
        self._services = services
        self._missing: dict[int, int] = {}
        """Seats without a connection, and since when."""
        self._elsewhere: Mapping[str, Connected] = {}
        """Process → who is connected there."""
        self._busy: set[int] = set()
        self.dirty = False
        """Whether viewers should be told."""
        services.peers.ask(live.table.id)

    def changed(self) -> None:
        """Somebody has connected, gone, or has another seat than before."""
        self.dirty = True
        self._services.peers.changed(self._live.table.id)

    def restart(self) -> None:
        """The process was suspended: forget what it knew about absences."""
        self._missing.clear()

    # --- who is connected ------------------------------------------------------------------------

    def seats(self) -> set[int]:
        """Seats that a device connected to this process holds, unless they were given up."""
        state = self._live.table.state
        found = {
            state.by_token.get(token)
            for viewer in self._live.everybody()
            for token in viewer.device
        }
        return {seat for seat in found if seat is not None and not state.seats[seat].left}

    def here(self) -> Connected:
        """What this process reports to the others."""
        live = self._live
        watching = len(live.late) + len(live.viewers.get(NOBODY, ()))
        return Connected(sum(1 << seat for seat in self.seats()), watching)

    def everywhere(self) -> tuple[list[str], int]:
        """What viewers are told: the seats that are connected, and how many watch."""
        self.dirty = False
        own = self.here()
        seats = _seats_in([own, *self._elsewhere.values()])
        watching = own.watching + sum(here.watching for here in self._elsewhere.values())
        return [seat_name(seat) for seat in sorted(seats)], watching

    def learn(self, elsewhere: Mapping[str, Connected]) -> None:
        """What the store says about the other processes."""
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self.dirty = True

    async def confirmed(self) -> Collection[int]:
        """The seats that must not be replaced for absence: connected anywhere, or unknown."""
        seats = self._live.table.state.seats
        if not any(seat.missed and not seat.stand_in for seat in seats):
            return ()
        elsewhere = await self._look()
        return range(len(seats)) if elsewhere is None else self.seats() | elsewhere

    async def _look(self) -> set[int] | None:
        """Seats connected to other processes, freshly read; ``None`` if unknown."""
        found = await self._services.peers.look(self._live.table.id)
        if found is None:
            return None
        self.learn(found)
        return _seats_in(found.values())

    # --- what the log should say -----------------------------------------------------------------

    def check(self, at: int) -> None:
        """Called about once a second: log who has been absent too long and who is back."""
        state = self._live.table.state
        if state.phase == "closed":
            return
        own = self.seats()
        present = own | _seats_in(self._elsewhere.values())
        for number, seat in enumerate(state.seats):
            if seat.kind != "person":
                continue
            if number in present:
                self._missing.pop(number, None)
                if number in own and seat.away_since is not None:
                    self._note(number, seat.token, r.Back())
            elif seat.away_since is None:
                since = self._missing.setdefault(number, at)
                if at - since >= ABSENT:
                    self._note(number, seat.token, r.Away())

    def _note(self, number: int, token: str, request: r.Back | r.Away) -> None:
        if number not in self._busy:
            self._busy.add(number)
            self._services.spawn(self._run(number, token, request))

    async def _run(self, number: int, token: str, request: r.Back | r.Away) -> None:
        try:
            if isinstance(request, r.Away):
                elsewhere = await self._look()
                if elsewhere is None or number in elsewhere or number in self.seats():
                    return
            await self._live.table.run(Caller(token), request, now())
            self._missing.pop(number, None)
        except Refused:
            pass  # the next check finds it again
        finally:
            self._busy.discard(number)


def _seats_in(places: Collection[Connected]) -> set[int]:
    mask = 0
    for here in places:
        mask |= here.seats
    return {seat for seat in range(mask.bit_length()) if mask >> seat & 1}
