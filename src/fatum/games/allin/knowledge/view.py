"""What one seat may know of an All In game (A36). An allow-list: nothing else is copied."""

from abc import abstractmethod

from mypy_extensions import i64

from fatum.core.bits import popcount
from fatum.core.game import State, View
from fatum.core.rng import Rng
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
    Position,
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


class Redealer:
    """Deals worlds that a view allows; kept with it, as a search redeals one view very often."""

    @abstractmethod
    def deal(self, view: "AllInView", rng: Rng) -> Position:
        """A state in which every unseen card lies in a random place where it may be."""


class AllInView(View):
    """Everything one seat, or a spectator, may know."""

    def __init__(self, seat: int | None, setup: Setup, river: River) -> None:
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
        self.redealer: Redealer | None = None

    def to_dict(self) -> dict[str, object]:
        from fatum.games.allin.knowledge.notation import view_to_dict

        return view_to_dict(self)

    def redeal(self, rng: Rng) -> State:
        return self._deal(rng)

    def _deal(self, rng: Rng) -> Position:
        redealer = self.redealer
        if redealer is None:
            # The redealt state is a game again, and a game knows its views.
            from fatum.games.allin.knowledge.redeal import Gaps

            redealer = Gaps(self)
            self.redealer = redealer
        return redealer.deal(self, rng)

    def strength(self) -> tuple[str, int] | None:
        """The combination and the runes it pays now (A23, A30)."""
        if self.seat is None or self.phase == OVER:
            return None
        hand = best_five(self.seats[self.seat].hand, self.setup.side_b)
        value = value_of(evaluate(hand, self.setup.side_b)) + 2 * rune_count(hand)
        return category_name(hand, self.setup.side_b), value

    def direct_values(self, legal: list[int], rng: Rng, samples: int) -> list[float] | None:
        """Predictions need no search: who is strongest is counted over sampled worlds."""
        if self.phase != PREDICT or self.seat is None:
            return None
        from fatum.games.allin.heuristic import prediction_values

        values = [0.0] * len(legal)
        weight = 0.0
        for _ in range(samples):
            weight += prediction_values(self._deal(rng), self.seat, legal, values, rng)
        return [value / weight for value in values]

    def caution(self) -> float:
        return 2.0

    def simulations(self) -> int:
        return 100


def look_at(position: Position, seat: int | None) -> AllInView:
    """The projection of the truth for one seat; ``None`` is a spectator."""
    setup = position.setup
    viewer: i64 = setup.players if seat is None else seat
    view = AllInView(seat, setup, position.river.copy())
    view.phase = position.phase
    view.round = position.round
    view.dealer = position.dealer
    view.turn = position.turn
    view.turns = position.turns
    view.pot = position.pot
    view.all_in = position.all_in
    view.played = position.played
    view.due = position.due
    view.asked = position.asked
    view.draw_size = position.draw_size()
    view.strongest = position.strongest
    view.shuffles = position.shuffles
    view.generation = position.generation
    view.memory = position.memories[viewer]
    view.public = position.public_memory()
    view.eyes = [eye for eye in position.eyes if eye.asker == viewer or eye.asked == viewer]
    if position.phase == KEEP:
        shown = not setup.closed_eye or viewer == position.turn
        view.revealed = [card if shown else NO_CARD for card in revealed_list(position.revealed)]
    for place, who in enumerate(position.discarders):
        seen = sees_discard(position, viewer, who)
        view.discard.append(position.discard[place] if seen else NO_CARD)
    view.discarders = position.discarders.copy()
    secret = setup.players == 2 and position.phase == PREDICT
    for number, owner in enumerate(position.seats):
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
