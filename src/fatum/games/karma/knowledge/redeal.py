"""Samples a state that fits a seat's view: known cards stay, the rest is shuffled."""

from typing import Final

from mypy_extensions import i64

from fatum.core.chance import RandomChance
from fatum.core.game import Redealer
from fatum.core.rng import Rng
from fatum.games.karma.knowledge.view import UNKNOWN, KarmaView, SeatView
from fatum.games.karma.rules.cards import DECK, add, from_list, merge, size, to_list
from fatum.games.karma.rules.rules import KarmaState
from fatum.games.karma.rules.state import OVER, TABLE_CARDS, Seat, put_at

_ALL_CARDS: Final[int] = from_list(DECK)


class KarmaRedealer(Redealer):
    """Knows which cards a view leaves open."""

    def __init__(self, view: KarmaView) -> None:
        super().__init__(view)
        self._seen: Final = view
        self._unseen: Final = _unseen(view)

    def deal(self, rng: Rng) -> KarmaState:
        return _deal(self._seen, self._unseen.copy(), rng)


def _deal(view: KarmaView, unseen: list[int], rng: Rng) -> KarmaState:
    """A state in which every unseen card lies in a random unseen place."""
    state = view.table.shown(RandomChance(rng))
    rng.shuffle(unseen)
    state.seats = [_deal_seat(seat, unseen, rng) for seat in view.seats]
    state.stock = bytes(unseen)
    state.find_players()
    if state.phase == OVER:
        state.loser = state.last_player()
    return state


def _unseen(view: KarmaView) -> list[int]:
    seen = merge(view.table.gone, from_list(view.table.pile))
    for seat in view.seats:
        seen = merge(seen, seat.hand)
        seen = merge(seen, seat.open)
        if seat.foreseen != UNKNOWN:
            seen = merge(seen, seat.foreseen)
    # Cards of a kind fill their bits from the lowest, so those left are the upper ones.
    return to_list(_ALL_CARDS & ~seen)


def _deal_seat(shown: SeatView, unseen: list[int], rng: Rng) -> Seat:
    seat = shown.copy()
    missing = shown.hand_size - size(seat.hand)
    while missing > 0:
        seat.hand = add(seat.hand, unseen.pop())
        missing -= 1
    laid = size(seat.open)
    while laid < shown.open_size:
        kind = unseen.pop()
        seat.places = put_at(seat.places, laid, kind)
        seat.open = add(seat.open, kind)
        laid += 1
    source = unseen
    if shown.foreseen != UNKNOWN:
        source = to_list(shown.foreseen)
        rng.shuffle(source)
    place: i64 = 0
    while place < TABLE_CARDS:
        if (shown.positions >> place) & 1 == 1:
            seat.hidden = put_at(seat.hidden, place, source.pop())
        place += 1
    return seat
