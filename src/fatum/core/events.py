"""What happened, and who may know which cards it was about."""

from typing import Final

from fatum.core.bits import bit
from fatum.core.seats import seat_name

SPECTATOR: Final = 15
EVERYONE: Final = 0xFFFF
NOBODY: Final = 0
HIDDEN: Final = "?"
NO_NUMBER: Final = -1
Cards = tuple[str, ...]


def only(seat: int) -> int:
    """The audience of one seat."""
    return bit(seat)


class Event:
    """One thing that happened.

    That it happened is public; which cards it was about only the audience learns, so an event
    without an audience does not exist. Whatever stands outside ``cards`` is for everyone.

    ``kind`` is one of the game's ``event_kinds``; ``seat`` did it, to ``other``. ``number`` is a
    place, a round, an amount or whatever the kind counts; ``detail`` names what is not a number.
    """

    def __init__(
        self,
        kind: str,
        audience: int,
        seat: int = -1,
        cards: Cards = (),
        other: int = -1,
        number: int = NO_NUMBER,
        detail: str = "",
    ) -> None:
        self.kind: Final = kind
        self.audience: Final = audience
        self.seat: Final = seat
        self.cards: Final = cards
        self.other: Final = other
        self.number: Final = number
        self.detail: Final = detail

    @property
    def text(self) -> str:
        """The detail or the number, as it is written."""
        return self.detail if self.number == NO_NUMBER else str(self.number)

    def seen_by(self, viewer: int | None) -> dict[str, object]:
        """The event as this seat, or a spectator, may know it."""
        return self._with_text(self.cards_seen_by(viewer))

    def cards_seen_by(self, viewer: int | None) -> list[str]:
        """Its cards, hidden from those who are not in the audience."""
        member = SPECTATOR if viewer is None else viewer
        knows = (self.audience >> member) & 1 == 1
        return list(self.cards) if knows else [HIDDEN] * len(self.cards)

    def truth(self) -> dict[str, object]:
        """The event with all its cards, for the table's own log."""
        return self._with_text(list(self.cards))

    def to_wire(self, cards: list[str]) -> dict[str, object]:
        """The event with these cards as a client gets it: numbers are numbers."""
        told = self._as_dict(cards)
        if self.number != NO_NUMBER:
            told["number"] = self.number
        if self.detail:
            told["detail"] = self.detail
        return told

    def _as_dict(self, cards: list[str]) -> dict[str, object]:
        seen: dict[str, object] = {"event": self.kind}
        if self.seat >= 0:
            seen["seat"] = seat_name(self.seat)
        if self.cards:
            seen["cards"] = cards
        if self.other >= 0:
            seen["other"] = seat_name(self.other)
        return seen

    def _with_text(self, cards: list[str]) -> dict[str, object]:
        seen = self._as_dict(cards)
        if self.text:
            seen["text"] = self.text
        return seen
