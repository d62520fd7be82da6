"""Deal the unseen cards to the places that wait for them, as far as a viewer's memory allows."""

from itertools import combinations
from typing import Final

from mypy_extensions import i64

from fatum.core.bits import popcount
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.completion import IMPOSSIBLE, complete
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.deck import ALL_CARDS, RUNE, add, holds, merge, to_list, without
from fatum.games.allin.rules.hands import category_of, evaluate
from fatum.games.allin.rules.memory import Memory, arrivals, one_arrival
from fatum.games.allin.rules.state import NO_CARD

_TRIES: Final = 60
_NOWHERE: Final = -1
"""Places are the hands 0–4, the draw pile, the revealed cards, and what each seat discarded."""
DRAW: Final = 5
REVEALED: Final = 6
DISCARDED: Final = 7
PLACES: Final = 15


class Gaps:
    """What a view leaves open."""

    def __init__(self, view: AllInView) -> None:
        table = view.table
        self.view: Final = view
        self.unseen: Final[i64] = _unseen(view)
        self.cards: Final = to_list(self.unseen)
        self.needs: Final[list[int]] = [0] * PLACES
        """How many unseen cards each place holds."""
        for number, seat in enumerate(view.seats):
            self.needs[number] = seat.hand_size - popcount(seat.hand)
        self.needs[DRAW] = view.draw_size
        self.needs[REVEALED] = view.revealed.count(NO_CARD)
        for place, card in enumerate(table.discard):
            if card == NO_CARD:
                self.needs[DISCARDED + table.discarders[place]] += 1
        self.heard: Final[list[int]] = [
            number
            for number, seat in enumerate(view.seats)
            if seat.said > 0 and self.needs[number] > 0
        ]
        """The hands that must match what was said."""
        constrained = _constrains(view, self.unseen)
        self.memory: Final[Memory | None] = view.memory if constrained else None
        self.anywhere: Final[bool] = (
            not constrained and not self.heard and sum(self.needs[REVEALED:]) == 0
        )
        """Whether the unseen cards are in hands and draw pile, and each may be in any of these."""
        self.memories: Final = [view.public] * (table.setup.players + 1)
        if view.seat is not None:
            self.memories[view.seat] = view.memory


def _constrains(view: AllInView, unseen: i64) -> bool:
    """Whether the viewer remembers anything about the unseen cards."""
    if view.table.generation > 0:
        return True
    for card in range(RUNE):
        if view.memory.home[card] != 0 and holds(unseen, card):
            return True
    return False


def _unseen(view: AllInView) -> i64:
    table = view.table
    seen: i64 = 0
    for seat in view.seats:
        seen = merge(seen, seat.hand)
    field: i64 = 0
    while (table.river.first >> field) != 0:
        for card in table.river.field(field):
            seen = add(seen, card)
        field += 1
    if table.played != NO_CARD:
        seen = add(seen, table.played)
    for card in view.revealed + table.discard:
        if card != NO_CARD:
            seen = add(seen, card)
    return without(ALL_CARDS, seen)


class Dealing:
    """The unseen cards and the places that wait for them."""

    def __init__(self, gaps: Gaps, rng: Rng) -> None:
        self.gaps: Final = gaps
        self.table: Final = gaps.view.table
        self.seats: Final = gaps.view.seats
        self.needs: Final = gaps.needs
        self.heard: Final = gaps.heard
        self.rng: Final = rng
        self.dealt: list[i64] = [0] * PLACES
        self.arrived: list[int] = []
        """By hand: what is left of its arrivals while cards are dealt."""

    def deal(self) -> None:
        memory = self.gaps.memory
        if memory is not None:
            for attempt in range(4 * _TRIES):
                # What was heard comes first, or is looked for afterwards: either may be rare.
                late = attempt % 2 == 0
                self._begin(memory)
                if not late and not self._deal_heard(memory):
                    continue
                if attempt < 3 * _TRIES:
                    done = self._deal_remembering(memory)
                else:
                    done = self._deal_anyhow(memory, late)
                if done and (not late or self._matches()):
                    return
        # Without memory the known cards and the Hypnoses still hold.
        for _ in range(_TRIES):
            self._begin(None)
            if self._deal_heard(None):
                self._deal_freely()
                return
        self._begin(None)
        self._search(0)
        self._deal_freely()

    def _begin(self, memory: Memory | None) -> None:
        self.dealt = [0] * PLACES
        self.arrived = [owner.arrived for owner in self.seats]
        if memory is not None:
            self._count_own_sights(memory)

    def _room(self, place: int) -> int:
        return self.needs[place] - popcount(self.dealt[place])

    def _left(self) -> i64:
        """The unseen cards that are not dealt yet."""
        left = self.gaps.unseen
        for cards in self.dealt:
            if cards != 0:
                left = without(left, cards)
        return left

    # --- no constraints ----------------------------------------------------------------------

    def _deal_freely(self) -> None:
        cards = to_list(self._left())
        self.rng.shuffle(cards)
        for place in range(PLACES):
            room = self._room(place)
            dealt = self.dealt[place]
            while room > 0:
                dealt = add(dealt, cards.pop())
                room -= 1
            self.dealt[place] = dealt

    # --- Hypnosis ----------------------------------------------------------------------------

    def _deal_heard(self, memory: Memory | None) -> bool:
        """Complete the hands that were heard of, in any order."""
        if not self.heard:
            return True
        order = self.heard.copy()
        self.rng.shuffle(order)
        for seat in order:
            owner = self.seats[seat]
            pool = self._left()
            if memory is not None:
                pool = self._allowed(memory, seat, pool)
            cards = complete(self.rng, owner.hand, pool, self.needs[seat], owner.said - 1)
            if cards == IMPOSSIBLE:
                return False
            if memory is not None:
                for card in to_list(cards):
                    if card != RUNE and not self._use_arrival(memory, card, seat):
                        return False
            self.dealt[seat] = cards
        return True

    def _matches(self) -> bool:
        """Whether the hands that were heard of are what was said."""
        for seat in self.heard:
            owner = self.seats[seat]
            hand = merge(owner.hand, self.dealt[seat])
            if category_of(evaluate(hand, False), False) != owner.said - 1:
                return False
        return True

    def _search(self, number: int) -> bool:
        """The last resort: go through all ways to complete the hands that were heard of."""
        if number == len(self.heard):
            return True
        seat = self.heard[number]
        owner = self.seats[seat]
        cards = to_list(self._left())
        self.rng.shuffle(cards)
        for chosen in combinations(cards, self.needs[seat]):
            hand = owner.hand
            dealt: i64 = 0
            for card in chosen:
                hand = add(hand, card)
                dealt = add(dealt, card)
            if category_of(evaluate(hand, False), False) == owner.said - 1:
                self.dealt[seat] = dealt
                if self._search(number + 1):
                    return True
                self.dealt[seat] = 0
        return False

    # --- memory ------------------------------------------------------------------------------

    def _count_own_sights(self, memory: Memory) -> None:
        """What the viewer alone knows to be in a hand takes its place among the arrivals."""
        if memory.loose != 0:
            # Then it cannot be told which place.
            return
        for seat, owner in enumerate(self.seats):
            for card in to_list(without(owner.hand, owner.known)):
                if card != RUNE:
                    self._use_arrival(memory, card, seat)

    def _may_be_of(self, memory: Memory, card: int, generation: int) -> bool:
        """Whether a card may have been drawn from this generation of the draw pile."""
        since = memory.since[card]
        if generation <= since:
            return generation == since
        return (memory.loose >> generation) & 1 == 1

    def _chances(self, memory: Memory, card: int, seat: int) -> int:
        """How many arrivals of a hand may be this card."""
        if memory.home[card] == seat + 1:
            return self.needs[seat]
        found = 0
        for generation in range(memory.since[card], self.table.generation + 1):
            if self._may_be_of(memory, card, generation):
                found += arrivals(self.arrived[seat], generation)
        return found

    def _allowed(self, memory: Memory, seat: int, pool: i64) -> i64:
        allowed: i64 = 0
        for card in to_list(pool):
            if card == RUNE or self._chances(memory, card, seat) > 0:
                allowed = add(allowed, card)
        return allowed

    def _use_arrival(self, memory: Memory, card: int, seat: int) -> bool:
        """Count one arrival out; ``False`` if this card can be none of those left."""
        chances = self._chances(memory, card, seat)
        if memory.home[card] == seat + 1:
            return True
        if chances == 0:
            return False
        drawn: int = self.rng.below(chances)
        for generation in range(memory.since[card], self.table.generation + 1):
            if self._may_be_of(memory, card, generation):
                drawn -= arrivals(self.arrived[seat], generation)
                if drawn < 0:
                    self.arrived[seat] -= one_arrival(generation)
                    return True
        return False

    def _weight(self, memory: Memory, card: int, place: int) -> int:
        """In how many ways a card may still come to lie at a place."""
        room = self._room(place)
        if room == 0:
            return 0
        if place < DRAW:
            return min(room, self._chances(memory, card, place))
        if place < DISCARDED:
            return room if self._may_be_of(memory, card, self.table.generation) else 0
        if memory.home[card] == place - DISCARDED + 1:
            return room
        return room if memory.since[card] <= self.table.generation else 0

    def _deal_remembering(self, memory: Memory) -> bool:
        """Card by card to where it may be; the Rune cards, which can be anywhere, come last."""
        cards = [card for card in to_list(self._left()) if card != RUNE]
        self.rng.shuffle(cards)
        for since in range(self.table.generation + 1, -1, -1):
            for card in cards:
                if memory.since[card] != since:
                    continue
                place = self._draw_place(memory, card)
                if place == _NOWHERE:
                    return False
                if place < DRAW and not self._use_arrival(memory, card, place):
                    return False
                self.dealt[place] = add(self.dealt[place], card)
        self._deal_freely()
        return True

    def _draw_place(self, memory: Memory, card: int) -> int:
        weights: list[int] = []
        total = 0
        for place in range(PLACES):
            weight = self._weight(memory, card, place)
            weights.append(weight)
            total += weight
        if total == 0:
            return _NOWHERE
        drawn: int = self.rng.below(total)
        place = 0
        while drawn >= weights[place]:
            drawn -= weights[place]
            place += 1
        return place

    def _deal_anyhow(self, memory: Memory, late: bool) -> bool:
        """The same when that runs into dead ends: cards that are in the way move on."""
        cards = [card for card in to_list(self._left()) if card != RUNE]
        self.rng.shuffle(cards)
        for card in cards:
            tried = [not late and place in self.heard for place in range(PLACES)]
            if not self._make_room(memory, card, tried):
                return False
        self._deal_freely()
        return True

    def _make_room(self, memory: Memory, card: int, tried: list[bool]) -> bool:
        order = list(range(PLACES))
        self.rng.shuffle(order)
        for place in order:
            if tried[place] or self.needs[place] == 0 or not self._fits(memory, card, place):
                continue
            tried[place] = True
            if self._room(place) > 0:
                self.dealt[place] = add(self.dealt[place], card)
                return True
            for other in to_list(self.dealt[place]):
                if self._make_room(memory, other, tried):
                    self.dealt[place] = add(without(self.dealt[place], _one(other)), card)
                    return True
        return False

    def _fits(self, memory: Memory, card: int, place: int) -> bool:
        if place < DRAW:
            return self._chances(memory, card, place) > 0
        if place < DISCARDED:
            return self._may_be_of(memory, card, self.table.generation)
        return (
            memory.home[card] == place - DISCARDED + 1
            or memory.since[card] <= self.table.generation
        )


def _one(card: int) -> i64:
    return add(0, card)
