"""What one seat may know of an All In game (A36). An allow-list: nothing else is copied."""

from typing import final

from mypy_extensions import i64

from fatum.core.bits import popcount
from fatum.core.game import View
from fatum.games.allin.rules.deck import merge, rune_count
from fatum.games.allin.rules.hands import best_five, category_name, evaluate, value_of
from fatum.games.allin.rules.memory import Eye, Memory
from fatum.games.allin.rules.recall import sees_discard
from fatum.games.allin.rules.river import River
from fatum.games.allin.rules.state import (
    KEEP,
    NO_CARD,
    NOBODY,
    OVER,
    PREDICT,
    AllInState,
    Setup,
    revealed_list,
)


class SeatView:
    """One player as seen from a seat."""

    def __init__(
        self,
        hand: i64,
        hand_size: i64,
        known: i64,
        arrived: i64,
        said: i64,
        runes: i64,
        prediction: i64,
        predicted: bool,
    ) -> None:
        self.hand = hand
        """The hand cards that the viewer knows: all of one's own, the seen ones of others."""
        self.hand_size = hand_size
        self.known = known
        """The hand cards that everybody knows."""
        self.arrived = arrived
        self.said = said
        self.runes = runes
        self.prediction = prediction
        self.predicted = predicted
        """Whether a prediction was made, though it may still be secret (A28)."""


@final
class AllInView(View):
    """Everything one seat, or a spectator, may know."""

    def __init__(self, seat: int | None, setup: Setup, river: River) -> None:
        self.game = setup.game
        self.seat = seat
        self.options = setup.options
        self.setup = setup
        self.river = river
        self.phase: i64 = 0
        self.round: i64 = 0
        self.dealer: i64 = 0
        self.turn: i64 = 0
        self.turns: i64 = 0
        self.pot: i64 = 0
        self.all_in: i64 = NOBODY
        self.played: i64 = NO_CARD
        self.due: i64 = 0
        self.revealed: list[int] = []
        """In order; ``NO_CARD`` where the viewer did not see the card (A35)."""
        self.asked: i64 = NOBODY
        self.draw_size: i64 = 0
        self.discard: list[int] = []
        """Bottom first; ``NO_CARD`` where the viewer did not see the card (A9, A35)."""
        self.discarders: list[int] = []
        self.seats: list[SeatView] = []
        self.strongest: i64 = 0
        self.shuffles: i64 = 0
        self.generation: i64 = 0
        self.memory: Memory | None = None
        self.public: Memory | None = None
        self.eyes: list[Eye] = []
        """What the viewer was shown, and what the viewer has shown."""


def look_at(state: AllInState, seat: int | None) -> AllInView:
    """The projection of the truth for one seat; ``None`` is a spectator."""
    setup = state.setup
    viewer: i64 = setup.players if seat is None else seat
    view = AllInView(seat, setup, state.river.copy())
    view.phase = state.phase
    view.round = state.round
    view.dealer = state.dealer
    view.turn = state.turn
    view.turns = state.turns
    view.pot = state.pot
    view.all_in = state.all_in
    view.played = state.played
    view.due = state.due
    view.asked = state.asked
    view.draw_size = state.draw_size()
    view.strongest = state.strongest
    view.shuffles = state.shuffles
    view.generation = state.generation
    view.memory = state.memories[viewer]
    view.public = state.public_memory()
    view.eyes = [eye for eye in state.eyes if eye.asker == viewer or eye.asked == viewer]
    if state.phase == KEEP:
        shown = not setup.closed_eye or viewer == state.turn
        view.revealed = [card if shown else NO_CARD for card in revealed_list(state.revealed)]
    for place, who in enumerate(state.discarders):
        seen = sees_discard(state, viewer, who)
        view.discard.append(state.discard[place] if seen else NO_CARD)
    view.discarders = state.discarders.copy()
    secret = setup.players == 2 and state.phase == PREDICT
    for number, owner in enumerate(state.seats):
        own = number == viewer
        hand = owner.hand
        if not own:
            hand = owner.known
            for eye in view.eyes:
                if eye.asker == viewer and eye.asked == number:
                    hand = merge(hand, eye.cards)
        view.seats.append(
            SeatView(
                hand,
                popcount(owner.hand),
                owner.known,
                owner.arrived,
                owner.said,
                owner.runes,
                NOBODY if secret and not own else owner.prediction,
                owner.prediction != NOBODY,
            )
        )
    return view


def strength(view: View) -> tuple[str, int] | None:
    """The combination in the viewer's hand and the runes it pays now (A23, A30)."""
    assert isinstance(view, AllInView)
    if view.seat is None or view.phase == OVER:
        return None
    side_b = view.setup.side_b
    hand = best_five(view.seats[view.seat].hand, side_b)
    return category_name(hand, side_b), value_of(evaluate(hand, side_b)) + 2 * rune_count(hand)
