"""Views of Karma in the words of its rules."""

from dataclasses import dataclass
from typing import ClassVar, Final

from fatum.core.parts import ViewData
from fatum.core.views import SeatsView, cards, entry, table

_DEMANDS_NOTHING: Final = ("TC", "BU")


@dataclass(frozen=True, slots=True)
class KarmaSeat:
    """One player of Karma as seen from a seat; ``?`` is an unseen card."""

    name: str
    """``P1``, ``P2``, …"""
    hand: tuple[str, ...]
    """The hand: all of your own cards, of another hand those that everyone saw going there."""
    open: tuple[str, ...]
    """The open table cards."""
    positions: tuple[int, ...]
    """Where each of the open cards lies, from 1."""
    hidden: tuple[str | None, ...]
    """The hidden table cards at positions 1 to 3; ``None`` where the card is gone."""
    foreseen: tuple[str, ...]
    """Your own hidden cards, in no order, if you have looked at them (K23)."""
    looked: bool | None
    """Whether the player looked at the hidden cards (K23); ``None`` while undecided."""

    @property
    def out(self) -> bool:
        """Whether the player has no cards left, and so cannot lose any more."""
        return not self.hand and not self.open and not any(self.hidden)


def out(data: ViewData) -> frozenset[int]:
    """The seats without cards; only a pile that they are given brings them back (K17)."""
    return frozenset(
        number
        for number, seat in enumerate(data["seats"])
        if not seat["hand"] and not seat["open"] and not any(seat["hidden"])
    )


class KarmaView(SeatsView[KarmaSeat]):
    """Everything one seat may know of a game of Karma.

    >>> import fatum
    >>> view = fatum.new("karma", players=3, seed=7, starter="P1").view("P1")
    >>> view.hand
    ('8', '11', '16', 'TC', 'FB', 'GP')
    >>> view.phase, view.stock, view.pile, view.demand
    ('lay', 33, (), None)
    >>> view.seats[1].hidden
    ('?', '?', '?')
    """

    place_verbs: ClassVar[frozenset[str]] = frozenset({"flip"})

    phase: str = entry()
    """``look``, ``lay``, ``turn``, ``follow`` (a table card is due), ``give`` or ``over``."""
    turn: str = entry()
    """The seat whose turn it is; while cards are laid, the seat that will begin."""
    turns: int = entry()
    """How many turns are over."""
    pile: tuple[str, ...] = entry()
    """The pile, bottom first."""
    stock: int = entry(read=len)
    """How many cards are left in the stock."""
    gone: tuple[str, ...] = entry()
    """The cards that have left the game."""

    @property
    def demand(self) -> str | None:
        """What a number must match or beat: ``9`` asks for 9 or more, ``FB`` for 5 or less.

        ``None``: any card may be played.
        """
        if "demand" in self._data:
            found: str | None = self._data["demand"]
            return found
        top = self.pile[-1] if self.pile else None
        return None if top in _DEMANDS_NOTHING else top

    @property
    def seats(self) -> tuple[KarmaSeat, ...]:
        """All players in seat order."""
        looked = self._data.get("looked") or [None] * self.players
        return tuple(
            KarmaSeat(
                name=f"P{number}",
                hand=tuple(seat["hand"]),
                open=tuple(seat["open"]),
                positions=tuple(seat.get("on") or range(1, len(seat["open"]) + 1)),
                hidden=tuple(seat["hidden"]),
                foreseen=tuple(seat.get("foreseen", ())),
                looked=looked[number - 1],
            )
            for number, seat in enumerate(self._data["seats"], 1)
        )

    def _heading(self) -> str:
        return f"{super()._heading()}, {self.turns} turns over"

    def _lines(self) -> list[str]:
        pile = cards(self.pile, "empty")
        demand = f" (demands {self.demand})" if self.demand and self.phase != "over" else ""
        acting = "*" if self.phase not in ("look", "lay", "over") else ""
        rows = [
            (
                f"{seat.name}{acting if seat.name == self.turn else ''}",
                f"hand {cards(seat.hand)}",
                f"open {cards(seat.open)}",
                f"hidden {' '.join(card or '.' for card in seat.hidden)}",
            )
            for seat in self.seats
        ]
        return [
            f"{self.phase}; pile {pile}{demand}; stock {self.stock}; gone {len(self.gone)}",
            *table(rows),
        ]
