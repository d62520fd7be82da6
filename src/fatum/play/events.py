"""Events as the public API shows them."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from fatum.core import events as core
from fatum.core.seats import seat_name

SPECTATOR: Final = "spectator"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. That it happened is public; its cards are for its audience.

    >>> import fatum
    >>> match = fatum.new("karma", players=2, seed=7, starter="P1")
    >>> match.push("lay 5")
    [Event('lay', seat='P1', cards=('5',), audience=('P1',))]
    >>> match.events[-1].seen_by("P2").cards
    ('?',)
    """

    kind: str
    """What happened: ``play``, ``draw``, ``take``, …"""
    seat: str | None = None
    """Who did it."""
    cards: tuple[str, ...] = ()
    other: str | None = None
    """Whom it was done to."""
    number: int | None = None
    """A position, a field of the river, a round or a number of runes."""
    detail: str = ""
    """A further detail, such as the combination that a hypnotised player names."""
    audience: tuple[str, ...] = ()
    """Who knows the cards: seats, and ``spectator``."""

    @classmethod
    def read(cls, event: core.Event, players: int) -> "Event":
        """An event of the rules."""
        return cls(
            kind=event.kind,
            seat=None if event.seat < 0 else seat_name(event.seat),
            cards=event.cards,
            other=None if event.other < 0 else seat_name(event.other),
            number=None if event.number == core.NO_NUMBER else event.number,
            detail=event.detail,
            audience=_names(event.audience, players),
        )

    def seen_by(self, seat: str | None) -> "Event":
        """The event as this seat, or with ``None`` a spectator, may know it."""
        if (SPECTATOR if seat is None else seat) in self.audience:
            return self
        return replace(self, cards=(core.HIDDEN,) * len(self.cards))

    def __repr__(self) -> str:
        names = ["seat", "cards", "other", "number", "detail"]
        if SPECTATOR not in self.audience:  # otherwise everybody knows the cards
            names.append("audience")
        given = [
            f"{name}={value!r}" for name in names if (value := getattr(self, name)) or value == 0
        ]
        return f"Event({', '.join([repr(self.kind), *given])})"


@cache
def _names(audience: int, players: int) -> tuple[str, ...]:
    names = [seat_name(seat) for seat in range(players) if audience >> seat & 1]
    return (*names, SPECTATOR) if audience >> core.SPECTATOR & 1 else tuple(names)
