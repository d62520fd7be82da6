"""What one seat may know of a Karma game (K24, KR21). An allow-list: nothing else is copied."""

from typing import Final, final

from mypy_extensions import i64

from fatum.core.game import View
from fatum.games.karma.rules.cards import from_list, size
from fatum.games.karma.rules.state import (
    LAY,
    TABLE_CARDS,
    KarmaState,
    Seat,
    Setup,
    card_at,
    hidden_positions,
)

UNKNOWN: Final = -1


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


@final
class KarmaView(View):
    """Everything one seat, or a spectator, may know."""

    def __init__(
        self,
        seat: int | None,
        setup: Setup,
        phase: i64,
        turn: i64,
        turns: i64,
        demand: i64,
        stock_size: i64,
        pile: list[int],
        gone: i64,
        seats: list[SeatView],
    ) -> None:
        self.game = setup.game
        self.seat = seat
        self.options = setup.options
        self.setup = setup
        self.phase = phase
        self.turn = turn
        self.turns = turns
        self.demand = demand
        self.stock_size = stock_size
        self.pile = pile
        self.gone = gone
        self.seats = seats


def look_at(state: KarmaState, seat: int | None) -> KarmaView:
    """The projection of the truth for one seat; ``None`` is a spectator."""
    viewer: i64 = UNKNOWN if seat is None else seat
    laying = state.phase <= LAY
    seats: list[SeatView] = []
    for number, owner in enumerate(state.seats):
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
        state.setup,
        state.phase,
        state.turn,
        state.turns,
        state.demand,
        state.stock_size(),
        state.pile.copy(),
        state.gone,
        seats,
    )


def _hidden_cards(owner: Seat) -> i64:
    kinds: list[int] = []
    for place in range(TABLE_CARDS):
        kind = card_at(owner.hidden, place)
        if kind >= 0:
            kinds.append(kind)
    return from_list(kinds)
