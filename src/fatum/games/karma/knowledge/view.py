"""What one seat may know of a Karma game (K24, KR21). An allow-list: nothing else is copied."""

from mypy_extensions import i64

from fatum.core.game import View
from fatum.core.options import Options
from fatum.core.rng import Rng
from fatum.games.karma.rules.cards import from_list, size
from fatum.games.karma.rules.state import (
    LAY,
    TABLE_CARDS,
    Position,
    Seat,
    card_at,
    hidden_positions,
)

UNKNOWN: int = -1


class SeatView:
    """One player as seen from a seat."""

    def __init__(
        self,
        hand: i64,
        hand_size: i64,
        known: i64,
        opened: i64,
        open_size: i64,
        places: i64,
        hidden: i64,
        looked: i64,
        foreseen: i64,
    ) -> None:
        self.hand = hand
        """The hand cards that the viewer knows: all of one's own, the public ones of others."""
        self.hand_size = hand_size
        self.known = known
        """The hand cards that everybody knows."""
        self.open = opened
        self.open_size = open_size
        """While the open cards are chosen, the others' lie face down (KR2)."""
        self.places = places
        self.hidden = hidden
        """The positions of the hidden cards still there, as three bits."""
        self.looked = looked
        self.foreseen = foreseen
        """One's own hidden cards if one has looked at them (K23), else ``UNKNOWN``."""


class KarmaView(View):
    """Everything one seat, or a spectator, may know."""

    def __init__(
        self,
        seat: int | None,
        options: Options,
        phase: i64,
        turn: i64,
        turns: i64,
        demand: i64,
        stock_size: i64,
        pile: list[int],
        gone: i64,
        seats: list[SeatView],
    ) -> None:
        self.seat = seat
        self.options = options
        self.phase = phase
        self.turn = turn
        self.turns = turns
        self.demand = demand
        self.stock_size = stock_size
        self.pile = pile
        self.gone = gone
        self.seats = seats

    def to_dict(self) -> dict[str, object]:
        from fatum.games.karma.knowledge.notation import view_to_dict

        return view_to_dict(self)

    def redeal(self, rng: Rng) -> Position:
        # The redealt state is a game again, and a game knows its views.
        from fatum.games.karma.knowledge.redeal import redeal

        return redeal(self, rng)


def look_at(position: Position, seat: int | None) -> KarmaView:
    """The projection of the truth for one seat; ``None`` is a spectator."""
    viewer: i64 = UNKNOWN if seat is None else seat
    laying = position.phase <= LAY
    seats: list[SeatView] = []
    for number, owner in enumerate(position.seats):
        own = number == viewer
        shown = own or not laying
        seats.append(
            SeatView(
                owner.hand if own else owner.known,
                size(owner.hand),
                owner.known,
                owner.open if shown else 0,
                size(owner.open),
                owner.places if shown else 0,
                hidden_positions(owner.hidden),
                owner.looked,
                _hidden_cards(owner) if own and owner.looked == 1 else UNKNOWN,
            )
        )
    return KarmaView(
        seat,
        position.options,
        position.phase,
        position.turn,
        position.turns,
        position.demand,
        position.stock_size(),
        position.pile.copy(),
        position.gone,
        seats,
    )


def _hidden_cards(owner: Seat) -> i64:
    kinds: list[int] = []
    for place in range(TABLE_CARDS):
        kind = card_at(owner.hidden, place)
        if kind >= 0:
            kinds.append(kind)
    return from_list(kinds)
