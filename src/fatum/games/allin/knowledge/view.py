"""What one seat may know of an All In game (A36). An allow-list: nothing else is copied."""

from typing import final

from mypy_extensions import i64

from fatum.core.bits import popcount
from fatum.core.chance import NO_CHANCE
from fatum.core.game import View
from fatum.games.allin.rules.deck import merge, rune_count
from fatum.games.allin.rules.hands import best_five, category_name, evaluate, value_of
from fatum.games.allin.rules.memory import BLANK, Memory
from fatum.games.allin.rules.recall import sees_discard
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import (
    KEEP,
    NO_CARD,
    NOBODY,
    OVER,
    PREDICT,
    Seat,
    revealed_list,
)


class SeatView(Seat):
    """One player as seen from a seat: of the hand only the cards that the viewer knows."""

    def __init__(self, hand_size: i64, predicted: bool) -> None:
        super().__init__()
        self.hand_size = hand_size
        self.predicted = predicted
        """Whether a prediction was made, though it may still be secret (A28)."""


@final
class AllInView(View):
    """Everything one seat, or a spectator, may know."""

    def __init__(self, seat: int | None, table: AllInState) -> None:
        super().__init__(table.game, seat, table.setup.options)
        self.table = table
        """What everyone sees, what Eyes showed the viewer, and the discards: ``NO_CARD`` for those
        that the viewer did not see (A9, A35)."""
        self.seats: list[SeatView] = []
        self.revealed: list[int] = []
        """In order; ``NO_CARD`` where the viewer did not see the card (A35)."""
        self.draw_size: i64 = 0
        self.memory: Memory = BLANK
        self.public: Memory = BLANK


def look_at(state: AllInState, seat: int | None) -> AllInView:
    """The projection of the truth for one seat; ``None`` is a spectator."""
    view = AllInView(seat, state.shown(NO_CHANCE))
    view.seats = [SeatView(0, False) for _ in state.seats]
    _tell_viewer(state, view)
    if view.table.discard is state.discard:
        view.table.discard = state.discard.copy()
    return view


def look_again(state: AllInState, view: AllInView) -> None:
    """The same into a view of a game with as many players, for its seat; good until the next move.

    The view shares river and discards with the truth, and of what it held before nothing is left.
    """
    view.options = state.setup.options
    table = view.table
    state.show_on(table)
    table.setup = state.setup
    table.river = state.river
    table.discarders = state.discarders
    _tell_viewer(state, view)


def _tell_viewer(state: AllInState, view: AllInView) -> None:
    """All but what everyone sees on the table."""
    setup = state.setup
    viewer = setup.players
    if view.seat is not None:
        viewer = view.seat
    table = view.table
    view.draw_size = state.draw_size()
    view.memory = state.memories[viewer]
    view.public = state.public_memory()
    if table.eyes:
        table.eyes = []
    for eye in state.eyes:
        if eye.asker == viewer or eye.asked == viewer:
            table.eyes = [*table.eyes, eye]
    if view.revealed:
        view.revealed = []
    if state.phase == KEEP:
        shown = not setup.closed_eye or viewer == state.turn
        view.revealed = [card if shown else NO_CARD for card in revealed_list(state.revealed)]
    table.discard = _seen_discards(state, viewer)
    secret = setup.players == 2 and state.phase == PREDICT
    number: i64 = 0
    while number < setup.players:
        owner = state.seats[number]
        seen = view.seats[number]
        seen.hand_size = popcount(owner.hand)
        seen.predicted = owner.prediction != NOBODY
        owner.show_on(seen)
        if number == viewer:
            seen.hand = owner.hand
        else:
            for eye in table.eyes:
                if eye.asker == viewer and eye.asked == number:
                    seen.hand = merge(seen.hand, eye.cards)
            if secret:
                seen.prediction = NOBODY
        number += 1


def _seen_discards(state: AllInState, viewer: i64) -> list[int]:
    """The discard pile, ``NO_CARD`` for each card that the viewer did not see."""
    if not state.unseen and not state.setup.closed_eye:
        return state.discard
    discard: list[int] = []
    for place, who in enumerate(state.discarders):
        discard.append(state.discard[place] if sees_discard(state, viewer, who) else NO_CARD)
    return discard


def strength(view: View) -> tuple[str, int] | None:
    """The combination in the viewer's hand and the runes it pays now (A23, A30)."""
    assert isinstance(view, AllInView)
    if view.seat is None or view.table.phase == OVER:
        return None
    side_b = view.table.setup.side_b
    hand = best_five(view.seats[view.seat].hand, side_b)
    return category_name(hand, side_b), value_of(evaluate(hand, side_b)) + 2 * rune_count(hand)
