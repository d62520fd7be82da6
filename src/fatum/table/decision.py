"""What decisions are made of."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final

from fatum.core.errors import InvalidMove
from fatum.core.messages import seat as seat_term
from fatum.core.seats import parse_seat
from fatum.protocol.errors import Refused
from fatum.protocol.snapshots import Phase
from fatum.table.log import AnyFact
from fatum.table.refusals import refused
from fatum.table.roles import Caller, Who
from fatum.table.seats import Entropy, TableSeat
from fatum.table.state import TableState

_OUT_OF_PHASE: Final = {"lobby": "begun", "playing": "no_game", "over": "not_over"}
"""What is said when a request needs another phase."""


@dataclass(slots=True)
class Decision:
    """The facts to be logged, and what only the asker is told."""

    facts: Sequence[AnyFact] = ()
    _: KW_ONLY
    answered: int | None = None
    """For a repeated request: the entry that already did this."""
    token: str | None = None
    opens: tuple[str, list[AnyFact]] | None = None
    """Another table to open in the same append: its code and first facts."""


@dataclass(slots=True)
class Context:
    """The context of a request."""

    state: TableState
    who: Who
    now: int
    entropy: Entropy
    caller: Caller

    @property
    def number(self) -> int:
        """The caller's seat. Roles ensure that there is one."""
        assert self.who.seat is not None
        return self.who.seat

    @property
    def seat(self) -> TableSeat:
        return self.state.seats[self.number]

    def need(self, phase: Phase) -> None:
        if self.state.phase != phase:
            raise refused("phase", _OUT_OF_PHASE[phase])

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
                raise refused("seat", "seat.taken", seat=seat_term(number))
            return number
        for number, seat in enumerate(seats):
            if seat.kind == "empty":
                return number
        raise refused("seat", "seats.taken")
