"""What decisions are made of."""

from collections.abc import Sequence

from fatum.core.errors import InvalidMove
from fatum.core.seats import parse_seat
from fatum.table.errors import Refused
from fatum.table.log import AnyFact
from fatum.table.roles import Caller, Who
from fatum.table.seats import Entropy, Seat
from fatum.table.state import Phase, TableState


class Decision:
    """The facts to be logged, and what only the asker is told."""

    __slots__ = ("answered", "facts", "opens", "token")

    def __init__(
        self,
        facts: Sequence[AnyFact] = (),
        *,
        answered: int | None = None,
        token: str | None = None,
        opens: "tuple[str, list[AnyFact]] | None" = None,
    ) -> None:
        self.facts = facts
        self.answered = answered
        """The entry that did this already, for a request that came twice."""
        self.token = token
        self.opens = opens
        """Another table to be opened in the same breath: its name and first facts."""


class Context:
    """A request's surroundings."""

    __slots__ = ("caller", "entropy", "now", "state", "who")

    def __init__(
        self, state: TableState, who: Who, now: int, entropy: Entropy, caller: Caller
    ) -> None:
        self.state = state
        self.who = who
        self.now = now
        self.entropy = entropy
        self.caller = caller

    @property
    def number(self) -> int:
        """The asker's seat; the roles let nobody without one come here."""
        assert self.who.seat is not None
        return self.who.seat

    @property
    def seat(self) -> Seat:
        return self.state.seats[self.number]

    def need(self, phase: Phase, otherwise: str) -> None:
        if self.state.phase != phase:
            raise Refused("phase", otherwise)

    def named(self, name: str) -> int:
        """A seat by its name."""
        try:
            return parse_seat(name, len(self.state.seats))
        except InvalidMove as error:
            raise Refused("seat", str(error)) from None

    def free(self, name: str | None) -> int:
        """The named seat if it is free, or the first that is."""
        seats = self.state.seats
        if name is not None:
            number = self.named(name)
            if seats[number].kind != "empty":
                raise Refused("seat", f"{name} is taken")
            return number
        for number, seat in enumerate(seats):
            if seat.kind == "empty":
                return number
        raise Refused("seat", "all seats are taken")
