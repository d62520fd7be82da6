"""Who is there. The log says who is away; this decides when it should."""

from typing import TYPE_CHECKING, Final

from fatum.core.seats import seat_name
from fatum.server.times import SECOND, now
from fatum.server.wakeups import Here
from fatum.table import requests as r
from fatum.table.errors import Refused
from fatum.table.roles import NOBODY, Caller

if TYPE_CHECKING:
    from fatum.server.room import House, Room

ABSENT: Final = 8 * SECOND
"""A seat without a connection for so long is away: a reload or a weak network is not."""
FORGOTTEN: Final = 30 * SECOND
"""What another process said about its connections is believed for so long."""


class Attendance:
    """Of one room."""

    def __init__(self, room: "Room", house: "House") -> None:
        self._room = room
        self._house = house
        self._missing: dict[int, int] = {}
        """Seats without a connection, and since when."""
        self._elsewhere: dict[str, tuple[int, Here]] = {}
        self._busy: set[int] = set()
        self.dirty = False
        if house.wakeups.shared:
            house.wakeups.ask(room.table.id)

    def changed(self) -> None:
        self.dirty = True

    # --- who is connected ------------------------------------------------------------------------

    def seats(self) -> set[int]:
        """Seats with a connection to this process."""
        found: set[int] = set()
        for caller, viewers in self._room.viewers.items():
            seat = self._room.table.who(caller).seat
            if seat is not None and any(not viewer.left for viewer in viewers):
                found.add(seat)
        return found

    def here(self) -> Here:
        """As this process tells it to the others."""
        room = self._room
        watching = len(room.late) + len(room.viewers.get(NOBODY, ()))
        return Here(sorted(self.seats()), watching)

    def announce(self) -> tuple[list[str], int]:
        """Tell the other processes; what viewers here should be told."""
        self.dirty = False
        own = self.here()
        if self._house.wakeups.shared:
            self._house.wakeups.announce(self._room.table.id, own)
        others = self._others(now())
        seats = set(own.seats).union(*(other.seats for other in others))
        watching = own.watching + sum(other.watching for other in others)
        return [seat_name(seat) for seat in sorted(seats)], watching

    def learn(self, process: str, here: Here) -> None:
        """Another process has told who is connected there."""
        known = self._elsewhere.get(process)
        self._elsewhere[process] = (now(), here)
        if known is None or known[1] != here:
            self.dirty = True

    def _others(self, at: int) -> list[Here]:
        old = [name for name, (when, _) in self._elsewhere.items() if when < at - FORGOTTEN]
        for name in old:
            del self._elsewhere[name]
            self.dirty = True
        return [here for _, here in self._elsewhere.values()]

    # --- what the log should say -----------------------------------------------------------------

    def check(self, at: int) -> None:
        """Called about once a second: note who has been gone for too long, and who is back."""
        state = self._room.table.state
        if state.phase == "closed":
            return
        own = self.seats()
        elsewhere: set[int] = set().union(*(here.seats for here in self._others(at)))
        for number, seat in enumerate(state.seats):
            if seat.kind != "person":
                continue
            if number in own or number in elsewhere:
                self._missing.pop(number, None)
                if number in own and seat.away_since is not None:
                    self._note(number, seat.token, r.Back())
            elif seat.away_since is None and self._house.wakeups.sure:
                since = self._missing.setdefault(number, at)
                if at - since >= ABSENT:
                    self._note(number, seat.token, r.Away())

    def _note(self, number: int, token: str, request: r.Back | r.Away) -> None:
        if number not in self._busy:
            self._busy.add(number)
            self._house.spawn(self._run(number, token, request))

    async def _run(self, number: int, token: str, request: r.Back | r.Away) -> None:
        try:
            await self._room.table.run(Caller(token), request, now())
        except Refused:
            pass  # the next check finds it again
        finally:
            self._busy.discard(number)
            self._missing.pop(number, None)
