"""What one seat may know of a Karma game (K24, KR21). An allow-list: nothing else is copied."""

from typing import Final, final

from mypy_extensions import i64

from fatum.core.chance import NO_CHANCE
from fatum.core.game import View
from fatum.games.karma.rules.cards import from_list, size
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import LAY, TABLE_CARDS, Seat, card_at, hidden_positions

UNKNOWN: Final = -1


class SeatView(Seat):
    """One player as seen from a seat: of the hand only the cards that the viewer knows."""

    def __init__(self, hand_size: i64, open_size: i64, positions: i64) -> None:
        super().__init__()
        self.hand_size = hand_size
        self.open_size = open_size
        """While the open cards are chosen, the opponents' lie face down (KR2)."""
        self.positions = positions
        """Where hidden cards still are, as three bits."""
        self.foreseen: i64 = UNKNOWN
        """Your own hidden cards if you have looked at them (K23)."""


@final
class KarmaView(View):
    """Everything one seat, or a spectator, may know."""

    def __init__(self, seat: int | None, table: KarmaState) -> None:
        super().__init__(table.game, seat, table.setup.options)
        self.table = table
        """What everyone sees."""
        self.stock_size: i64 = 0
        self.seats: list[SeatView] = []


def look_at(state: KarmaState, seat: int | None) -> KarmaView:
    """The projection of the truth for one seat; ``None`` is a spectator."""
    view = KarmaView(seat, state.shown(NO_CHANCE))
    view.seats = [SeatView(0, 0, 0) for _ in state.seats]
    _tell_viewer(state, view)
    return view


def look_again(state: KarmaState, view: KarmaView) -> None:
    """The same into a view of a game with as many players, for its seat; good until the next move.

    The view shares the pile with the truth, and of what it held before nothing is left.
    """
    view.options = state.setup.options
    table = view.table
    state.show_on(table)
    table.setup = state.setup
    table.pile = state.pile
    _tell_viewer(state, view)


def _tell_viewer(state: KarmaState, view: KarmaView) -> None:
    """All but what everyone sees on the table."""
    viewer: i64 = UNKNOWN
    if view.seat is not None:
        viewer = view.seat
    view.stock_size = state.stock_size()
    number: i64 = 0
    while number < state.setup.players:
        owner = state.seats[number]
        seen = view.seats[number]
        own = number == viewer
        seen.hand_size = size(owner.hand)
        seen.open_size = size(owner.open)
        seen.positions = hidden_positions(owner.hidden)
        seen.open = seen.places = 0
        owner.show_on(seen, own or state.phase > LAY)
        seen.foreseen = UNKNOWN
        if own:
            seen.hand = owner.hand
            if owner.looked == 1:
                seen.foreseen = _hidden_cards(owner)
        number += 1


def _hidden_cards(owner: Seat) -> i64:
    kinds: list[int] = []
    for place in range(TABLE_CARDS):
        kind = card_at(owner.hidden, place)
        if kind >= 0:
            kinds.append(kind)
    return from_list(kinds)
