"""Sample a truth that a seat could be in: what it knows stays, the rest is shuffled."""

from typing import Final

from mypy_extensions import i64

from fatum.core.chance import RandomChance
from fatum.core.game import Redealer
from fatum.core.rng import Rng
from fatum.games.karma.knowledge.view import KarmaView, SeatView
from fatum.games.karma.rules.cards import DECK, add, from_list, merge, size, to_list
from fatum.games.karma.rules.state import OVER, TABLE_CARDS, KarmaState, Seat, put_at

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
    state = KarmaState(view.setup, RandomChance(rng))
    state.phase = view.phase
    state.turn = view.turn
    state.starter = view.turn
    state.turns = view.turns
    state.demand = view.demand
    state.pile = view.pile.copy()
    state.gone = view.gone
    rng.shuffle(unseen)
    state.seats = [_deal_seat(seat, unseen, rng) for seat in view.seats]
    state.stock = bytes(unseen)
    state.find_players()
    if state.phase == OVER:
        state.loser = state.last_player()
    return state


def _unseen(view: KarmaView) -> list[int]:
    seen = merge(view.gone, from_list(view.pile))
    for seat in view.seats:
        seen = merge(seen, seat.hand)
        seen = merge(seen, seat.open)
        if seat.foreseen >= 0:
            seen = merge(seen, seat.foreseen)
    # Cards of a kind fill their bits from the lowest, so those left are the upper ones.
    return to_list(_ALL_CARDS & ~seen)


def _deal_seat(seat: SeatView, unseen: list[int], rng: Rng) -> Seat:
    hand = seat.hand
    missing = seat.hand_size - size(hand)
    while missing > 0:
        hand = add(hand, unseen.pop())
        missing -= 1
    opened = seat.open
    places = seat.places
    laid = size(opened)
    while laid < seat.open_size:
        kind = unseen.pop()
        places = put_at(places, laid, kind)
        opened = add(opened, kind)
        laid += 1
    source = unseen
    if seat.foreseen >= 0:
        source = to_list(seat.foreseen)
        rng.shuffle(source)
    hidden: i64 = 0
    place: i64 = 0
    while place < TABLE_CARDS:
        if (seat.hidden >> place) & 1 == 1:
            hidden = put_at(hidden, place, source.pop())
        place += 1
    return Seat(hand, seat.known, opened, places, hidden, seat.looked)
