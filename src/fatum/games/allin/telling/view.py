"""Views of All In in the words of its rules."""

from dataclasses import dataclass

from fatum.core.views import SeatsView, cards, entry, table


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


class AllInView(SeatsView[AllInSeat]):
    """Everything one seat may know of a game of All In.

    >>> import fatum
    >>> view = fatum.new("allin", players=3, seed=7).view("P1")
    >>> view.hand
    ('QC', 'KC', '8S', 'AS', '2T')
    >>> view.river, view.pot, view.seats[0].runes
    ((('AM',), ('JC',), (), (), ()), 4, 0)
    """

    phase: str = entry()
    """``action``, ``effect``, ``keep``, ``hide``, ``discard``, ``predict`` or ``over``."""
    round: int = entry()
    """The round, from 1; the heirs' round is 4."""
    dealer: str = entry()
    """Who deals."""
    turn: str = entry()
    """The seat whose turn it is."""
    turns: int = entry()
    """How many turns of the round are over."""
    river: tuple[tuple[str, ...], ...] = entry()
    """The fields of the river from left to right, the cards of each bottom first."""
    pot: int = entry()
    """The runes in the pot."""
    runes: tuple[int, ...] = entry()
    """The runes of each seat."""
    all_in: str | None = entry()
    """The seat that is All In."""
    draw_pile: int = entry("draw", len)
    """How many cards are left in the draw pile."""
    discard: tuple[str, ...] = entry()
    """The discard pile, bottom first; you may look at its top card only."""
    played: str | None = entry()
    """The card whose effects are being resolved."""
    effect: int | None = entry()
    """Which effect of the played card is due, from 0."""
    revealed: tuple[str, ...] = entry(missing=())
    """The cards turned up by a reveal, of which one is kept."""
    asked: str | None = entry()
    """The seat that an Eye asks to show its cards."""
    last_strength: tuple[str, ...] = entry()
    """The seats by the hands of the round before, strongest first."""

    @property
    def predictions(self) -> tuple[str | None, ...]:
        """The seat each seat bets on; ``None`` while unknown to you or not made."""
        return tuple(self._data.get("predictions") or [None] * self.players)

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
