"""Views of All In in the words of its rules."""

from dataclasses import dataclass

from fatum.core.views import View, cards, table


@dataclass(frozen=True, slots=True)
class AllInSeat:
    """One player of All In as seen from a seat; ``?`` is an unseen card."""

    name: str
    """``P1``, ``P2``, …"""
    hand: tuple[str, ...]
    """The hand: all of your own cards, of another hand those that you have seen."""
    runes: int
    """The runes the player has won."""
    all_in: bool
    """Whether the player is All In in this round."""
    prediction: str | None
    """The seat the player bets on; ``None`` while unknown to you or not made."""


class AllInView(View):
    """Everything one seat may know of a game of All In.

    >>> import fatum
    >>> view = fatum.new("allin", players=3, seed=7).view("P1")
    >>> view.hand
    ('QC', 'KC', '8S', 'AS', '2T')
    >>> view.river, view.pot, view.seats[0].runes
    ((('AM',), ('JC',), (), (), ()), 4, 0)
    """

    @property
    def phase(self) -> str:
        """``action``, ``effect``, ``keep``, ``hide``, ``discard``, ``predict`` or ``over``."""
        return str(self._data["phase"])

    @property
    def round(self) -> int:
        """The round, from 1; the heirs' round is 4."""
        return int(self._data["round"])

    @property
    def dealer(self) -> str:
        """Who deals."""
        return str(self._data["dealer"])

    @property
    def turn(self) -> str:
        """The seat whose turn it is."""
        return str(self._data["turn"])

    @property
    def turns(self) -> int:
        """How many turns of the round are over."""
        return int(self._data["turns"])

    @property
    def hand(self) -> tuple[str, ...]:
        """Your own hand; a spectator has none."""
        seat = self.known.seat
        return () if seat is None else tuple(self._data["hands"][seat])

    @property
    def own(self) -> AllInSeat | None:
        """Your own seat; ``None`` for a spectator."""
        seat = self.known.seat
        return None if seat is None else self.seats[seat]

    @property
    def river(self) -> tuple[tuple[str, ...], ...]:
        """The fields of the river from left to right, the cards of each bottom first."""
        return tuple(tuple(field) for field in self._data["river"])

    @property
    def pot(self) -> int:
        """The runes in the pot."""
        return int(self._data["pot"])

    @property
    def runes(self) -> tuple[int, ...]:
        """The runes of each seat."""
        return tuple(self._data["runes"])

    @property
    def all_in(self) -> str | None:
        """The seat that is All In."""
        found: str | None = self._data["all_in"]
        return found

    @property
    def predictions(self) -> tuple[str | None, ...]:
        """The seat each seat bets on; ``None`` while unknown to you or not made."""
        return tuple(self._data.get("predictions") or [None] * self.players)

    @property
    def draw_pile(self) -> int:
        """How many cards are left in the draw pile."""
        return len(self._data["draw"])

    @property
    def discard(self) -> tuple[str, ...]:
        """The discard pile, bottom first; you may look at its top card only."""
        return tuple(self._data["discard"])

    @property
    def played(self) -> str | None:
        """The card whose effects are being resolved."""
        found: str | None = self._data.get("played")
        return found

    @property
    def effect(self) -> int | None:
        """Which effect of the played card is due, from 0."""
        found: int | None = self._data.get("effect")
        return found

    @property
    def revealed(self) -> tuple[str, ...]:
        """The cards turned up by a reveal, of which one is kept."""
        return tuple(self._data.get("revealed", ()))

    @property
    def asked(self) -> str | None:
        """The seat that an Eye asks to show its cards."""
        found: str | None = self._data.get("asked")
        return found

    @property
    def last_strength(self) -> tuple[str, ...]:
        """The seats by the hands of the round before, strongest first."""
        return tuple(self._data["last_strength"])

    @property
    def seats(self) -> tuple[AllInSeat, ...]:
        """All players in seat order."""
        return tuple(
            AllInSeat(
                name=f"P{number}",
                hand=tuple(hand),
                runes=runes,
                all_in=self.all_in == f"P{number}",
                prediction=prediction,
            )
            for number, (hand, runes, prediction) in enumerate(
                zip(self._data["hands"], self.runes, self.predictions, strict=True), 1
            )
        )

    def _heading(self) -> str:
        return f"{super()._heading()}, round {self.round}, {self.pot} in the pot"

    def _lines(self) -> list[str]:
        fields = [f"{n}: {cards(field)}" for n, field in enumerate(self.river, 1)]
        played = f"; {self.played} is played" if self.played else ""
        top = f" ({self.discard[-1]} on top)" if self.discard else ""
        acting = self.turn if self.phase not in ("predict", "over") else None
        rows = [
            (
                f"{seat.name}{'*' if seat.name == acting else ''}",
                f"{seat.runes} runes",
                f"hand {cards(seat.hand)}",
                "all in" if seat.all_in else "",
                f"predicts {seat.prediction}" if seat.prediction else "",
            )
            for seat in self.seats
        ]
        return [
            f"{self.phase}{played}; draw pile {self.draw_pile}; discard {len(self.discard)}{top}",
            f"river  {'   '.join(fields)}",
            *table(rows),
        ]
