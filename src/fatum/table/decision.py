"""What decisions are made of."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final

from fatum.core.errors import InvalidMove
from fatum.core.messages import Declared
from fatum.core.messages import seat as seat_term
from fatum.core.seats import parse_seat
from fatum.protocol.errors import Refused
from fatum.protocol.snapshots import Phase
from fatum.table.log import AnyFact
from fatum.table.roles import Caller, Who
from fatum.table.seats import Entropy, Seat
from fatum.table.state import TableState

SEAT_TAKEN: Final = Declared("refuse.seat.taken", "{seat} is taken")
ALL_TAKEN: Final = Declared("refuse.seats.taken", "all seats are taken")


@dataclass(slots=True)
class Decision:
    """The facts to be logged, and what only the asker is told."""

    facts: Sequence[AnyFact] = ()
    _: KW_ONLY
    answered: int | None = None
    """The entry that did this already, for a request that came twice."""
    token: str | None = None
    opens: tuple[str, list[AnyFact]] | None = None
    """Another table to be opened in the same breath: its name and first facts."""


@dataclass(slots=True)
class Context:
    """A request's surroundings."""

    state: TableState
    who: Who
    now: int
    entropy: Entropy
    caller: Caller

    @property
    def number(self) -> int:
        """The asker's seat; the roles let nobody without one come here."""
        assert self.who.seat is not None
        return self.who.seat

    @property
    def seat(self) -> Seat:
        return self.state.seats[self.number]

    def need(self, phase: Phase, otherwise: Declared) -> None:
        if self.state.phase != phase:
            raise Refused("phase", otherwise())

    def named(self, name: str) -> int:
        """A seat by its name."""
        try:
            return parse_seat(name, len(self.state.seats))
        except InvalidMove as error:
            raise Refused("seat", error.message) from None

    def free(self, name: str | None) -> int:
        """The named seat if it is free, or the first that is."""
        seats = self.state.seats
        if name is not None:
            number = self.named(name)
            if seats[number].kind != "empty":
                raise Refused("seat", SEAT_TAKEN(seat=seat_term(number)))
            return number
        for number, seat in enumerate(seats):
            if seat.kind == "empty":
                return number
        raise Refused("seat", ALL_TAKEN())
