"""Samples a state that fits a seat's view: known cards stay, the rest is shuffled.

A card that is out of sight may lie wherever the viewer's memory allows (see ``memory``); a hand
that answered a Hypnosis and has not changed since matches the answer. Each way to deal the unseen
cards is equally likely, up to two approximations: several answered Hypnoses are honoured one after
the other, and rare dead ends of the dealing are dealt again.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.chance import RandomChance
from fatum.core.game import Redealer
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.dealing import DISCARDED, DRAW, PLACES, REVEALED, Dealing, Gaps
from fatum.games.allin.knowledge.view import AllInView, SeatView
from fatum.games.allin.rules.deck import add, merge, to_list
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import NO_CARD, NOBODY, Seat


class AllInRedealer(Redealer):
    """Finds out once what a view leaves open."""

    def __init__(self, view: AllInView) -> None:
        super().__init__(view)
        self._gaps: Final = Gaps(view)

    def deal(self, rng: Rng) -> AllInState:
        return deal_into(self._gaps, rng)


def deal_into(gaps: Gaps, rng: Rng) -> AllInState:
    """A state that fits a view, of which is known what it leaves open."""
    return _deal_anywhere(gaps, rng) if gaps.anywhere else _build(Dealing(gaps, rng), rng)


def _begin(gaps: Gaps, rng: Rng) -> AllInState:
    """What the view says about everything but cards and seats."""
    table = gaps.view.table
    state = table.shown(RandomChance(rng))
    state.eyes = table.eyes
    state.memories = gaps.memories
    return state


def _seat(shown: SeatView, hand: i64, players: i64, rng: Rng) -> Seat:
    seat = shown.copy()
    seat.hand = hand
    if shown.predicted and seat.prediction == NOBODY:
        seat.prediction = rng.below(players)
    return seat


def _show_eyes(state: AllInState) -> None:
    for eye in state.eyes:
        state.seats[eye.asked].eyed |= eye.cards


def _deal_anywhere(gaps: Gaps, rng: Rng) -> AllInState:
    """The quick way to what ``Dealing`` would come to: one shuffle serves hands and pile."""
    view = gaps.view
    state = _begin(gaps, rng)
    cards = gaps.cards.copy()
    rng.shuffle(cards)
    seats: list[Seat] = []
    for number, seat in enumerate(view.seats):
        hand = seat.hand
        need: i64 = gaps.needs[number]
        while need > 0:
            hand = add(hand, cards.pop())
            need -= 1
        seats.append(_seat(seat, hand, state.setup.players, rng))
    state.seats = seats
    _show_eyes(state)
    state.draw = cards
    state.revealed = _packed(view.revealed, [])
    state.discard = view.table.discard.copy()
    return state


def _packed(revealed: list[int], unseen: list[int]) -> i64:
    """Revealed cards as a state holds them, those unseen taken from the end of a list."""
    packed: i64 = 0
    shift: i64 = 0
    for card in revealed:
        shown: i64 = unseen.pop() if card == NO_CARD else card
        packed |= (shown + 1) << shift
        shift += 6
    return packed


def _build(dealing: Dealing, rng: Rng) -> AllInState:
    gaps = dealing.gaps
    view = gaps.view
    dealing.deal()
    state = _begin(gaps, rng)
    players = state.setup.players
    state.seats = [
        _seat(seat, merge(seat.hand, dealing.dealt[number]), players, rng)
        for number, seat in enumerate(view.seats)
    ]
    _show_eyes(state)
    draw = to_list(dealing.dealt[DRAW])
    rng.shuffle(draw)
    state.draw = draw
    revealed = to_list(dealing.dealt[REVEALED])
    rng.shuffle(revealed)
    state.revealed = _packed(view.revealed, revealed)
    piles: list[list[int]] = []
    for place in range(DISCARDED, PLACES):
        pile = to_list(dealing.dealt[place])
        rng.shuffle(pile)
        piles.append(pile)
    state.discard = []
    for place, card in enumerate(view.table.discard):
        state.discard.append(piles[state.discarders[place]].pop() if card == NO_CARD else card)
    return state
