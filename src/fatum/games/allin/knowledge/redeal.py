"""Sample a truth that a seat could be in: what it knows stays, the rest is shuffled.

A card that is out of sight may lie wherever the viewer's memory allows (see ``memory``); a hand
that answered a Hypnosis and has not changed since matches the answer. Each way to deal the unseen
cards is equally likely, up to two approximations: several answered Hypnoses are honoured one after
the other, and rare dead ends of the dealing are dealt again.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import popcount
from fatum.core.chance import RandomChance
from fatum.core.game import Redealer
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.dealing import DISCARDED, DRAW, PLACES, REVEALED, Dealing
from fatum.games.allin.knowledge.view import AllInView, SeatView
from fatum.games.allin.rules.deck import ALL_CARDS, RUNE, add, holds, merge, to_list, without
from fatum.games.allin.rules.memory import Memory
from fatum.games.allin.rules.state import NO_CARD, NOBODY, AllInState, Seat


class Gaps(Redealer):
    """What a view leaves open."""

    def __init__(self, view: AllInView) -> None:
        super().__init__(view)
        self.seen: Final = view
        self.unseen: Final[i64] = _unseen(view)
        self.cards: Final = to_list(self.unseen)
        self.needs: Final[list[int]] = [0] * PLACES
        """How many unseen cards each place holds."""
        for seat, owner in enumerate(view.seats):
            self.needs[seat] = owner.hand_size - popcount(owner.hand)
        self.needs[DRAW] = view.draw_size
        self.needs[REVEALED] = view.revealed.count(NO_CARD)
        for place, card in enumerate(view.discard):
            if card == NO_CARD:
                self.needs[DISCARDED + view.discarders[place]] += 1
        self.heard: Final[list[int]] = [
            seat for seat, owner in enumerate(view.seats) if owner.said > 0 and self.needs[seat] > 0
        ]
        """The hands that must match what was said."""
        memory = view.memory
        if memory is not None and not _constrains(view, memory, self.unseen):
            memory = None
        self.memory: Final = memory
        self.anywhere: Final[bool] = (
            memory is None and not self.heard and sum(self.needs[REVEALED:]) == 0
        )
        """Whether the unseen cards are in hands and draw pile, and each may be in any of these."""
        assert view.memory is not None
        assert view.public is not None
        self.memories: Final = [view.public] * (view.setup.players + 1)
        if view.seat is not None:
            self.memories[view.seat] = view.memory

    def deal(self, rng: Rng) -> AllInState:
        view = self.seen
        if self.anywhere:
            return _deal_anywhere(view, self, rng)
        dealing = Dealing(view, self.unseen, self.needs, self.heard, self.memory, rng)
        dealing.deal()
        return _build(view, self, rng, dealing)


def _deal_anywhere(view: AllInView, gaps: Gaps, rng: Rng) -> AllInState:
    """The quick way to what ``Dealing`` would come to: one shuffle serves hands and pile."""
    state = _begin(view, gaps, rng)
    cards = gaps.cards.copy()
    rng.shuffle(cards)
    seats: list[Seat] = []
    for seat, owner in enumerate(view.seats):
        hand = owner.hand
        need: i64 = gaps.needs[seat]
        while need > 0:
            hand = add(hand, cards.pop())
            need -= 1
        seats.append(_seat(view, owner, hand, rng))
    state.seats = seats
    _show_eyes(state)
    state.draw = cards
    shift: i64 = 0
    for code in view.revealed:
        shown: i64 = code + 1
        state.revealed |= shown << shift
        shift += 6
    state.discard = view.discard.copy()
    return state


def _constrains(view: AllInView, memory: Memory, unseen: i64) -> bool:
    """Whether the viewer remembers anything about the unseen cards."""
    if view.generation > 0:
        return True
    for card in range(RUNE):
        if memory.home[card] != 0 and holds(unseen, card):
            return True
    return False


def _unseen(view: AllInView) -> i64:
    seen: i64 = 0
    for owner in view.seats:
        seen = merge(seen, owner.hand)
    field: i64 = 0
    while (view.river.first >> field) != 0:
        for card in view.river.field(field):
            seen = add(seen, card)
        field += 1
    if view.played != NO_CARD:
        seen = add(seen, view.played)
    for card in view.revealed:
        if card != NO_CARD:
            seen = add(seen, card)
    for card in view.discard:
        if card != NO_CARD:
            seen = add(seen, card)
    return without(ALL_CARDS, seen)


def _begin(view: AllInView, gaps: Gaps, rng: Rng) -> AllInState:
    """What the view says about everything but cards and seats."""
    state = AllInState(view.setup, RandomChance(rng), view.river.copy())
    state.phase = view.phase
    state.round = view.round
    state.dealer = view.dealer
    state.turn = view.turn
    state.turns = view.turns
    state.pot = view.pot
    state.all_in = view.all_in
    state.played = view.played
    state.due = view.due
    state.asked = view.asked
    state.strongest = view.strongest
    state.shuffles = view.shuffles
    state.generation = view.generation
    state.eyes = view.eyes
    state.memories = gaps.memories
    state.discarders = view.discarders.copy()
    return state


def _seat(view: AllInView, owner: SeatView, hand: i64, rng: Rng) -> Seat:
    prediction = owner.prediction
    if owner.predicted and prediction == NOBODY:
        prediction = rng.below(view.setup.players)
    return Seat(hand, owner.known, owner.arrived, 0, owner.said, owner.runes, prediction)


def _show_eyes(state: AllInState) -> None:
    for eye in state.eyes:
        state.seats[eye.asked].eyed |= eye.cards


def _build(view: AllInView, gaps: Gaps, rng: Rng, dealing: Dealing) -> AllInState:
    state = _begin(view, gaps, rng)
    state.seats = []
    for seat, owner in enumerate(view.seats):
        state.seats.append(_seat(view, owner, merge(owner.hand, dealing.dealt[seat]), rng))
    _show_eyes(state)
    draw = to_list(dealing.dealt[DRAW])
    rng.shuffle(draw)
    state.draw = draw
    revealed = to_list(dealing.dealt[REVEALED])
    rng.shuffle(revealed)
    shift: i64 = 0
    for card in view.revealed:
        shown: i64 = revealed.pop() if card == NO_CARD else card
        state.revealed |= (shown + 1) << shift
        shift += 6
    piles: list[list[int]] = []
    for place in range(DISCARDED, PLACES):
        pile = to_list(dealing.dealt[place])
        rng.shuffle(pile)
        piles.append(pile)
    state.discard = []
    for place, card in enumerate(view.discard):
        state.discard.append(piles[view.discarders[place]].pop() if card == NO_CARD else card)
    return state
