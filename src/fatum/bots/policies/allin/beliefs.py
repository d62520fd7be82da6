"""Worlds in proportion to how well they explain what opponents did.

A redeal gives unseen cards by chance, but players choose what they keep. A model that was trained on
games of our own bots says how much likelier one world is than another (``docs/beliefs.md``): the difference
of sums of whole numbers, one for each trait of each opponent's hand. Few redeals are likely, so likely
worlds are found step by step: two unseen cards change places, and the change stays in proportion
to how likely it is (Metropolis). What the seat remembers of unseen cards holds throughout.
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.policies.allin.traits import TRAITS, Reading
from fatum.core.game import Redealer
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.dealing import Gaps
from fatum.games.allin.knowledge.redeal import deal_into
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.deck import RUNE, add, remove, to_list, without
from fatum.games.allin.rules.hands import category_of, evaluate
from fatum.games.allin.rules.rules import AllInState

SCALE: Final = 1000
"""A difference of so much makes a world e times as likely."""
_POOL: Final = 128
"""Worlds that are found for a search at most; its simulations draw from these."""
_SHARE: Final = 32
"""Worlds from one chain, of the first ``_POOL``."""
_BURN_IN: Final = 80
"""Changes that are tried before the first world of a chain, ..."""
_STEPS: Final = 10
"""... and before each of the others."""
_NEVER: Final = -20_000
_HOMES: Final = 16


class Beliefs:
    """The weights of a trained model, by trait."""

    def __init__(self, weights: list[int]) -> None:
        if len(weights) != TRAITS:
            raise ValueError(f"a model for All In has {TRAITS} weights, not {len(weights)}")
        self.weights: Final = weights


class Chain:
    """A world that changes step by step and is likely at any time."""

    def __init__(self, gaps: Gaps, reading: Reading, world: AllInState) -> None:
        self._reading: Final = reading
        self._world: Final = world
        self._free: Final = gaps.anywhere
        self._kinds: Final[list[int]] = [0] * RUNE
        memory = gaps.memory
        if memory is not None:
            for card in range(RUNE):
                self._kinds[card] = _HOMES * memory.since[card] + memory.home[card]
        self._said: Final[list[int]] = [seat.said for seat in gaps.view.seats]
        self._cards: Final[list[int]] = []
        """The unseen cards in hands, then those of the draw pile."""
        self._owners: Final[list[int]] = []
        """Whose hand each of the first ones is in."""
        for number, seat in enumerate(gaps.view.seats):
            for card in to_list(without(world.seats[number].hand, seat.hand)):
                self._cards.append(card)
                self._owners.append(number)
        self._held: Final[i64] = len(self._cards)
        self._cards.extend(world.draw)
        self._scores: Final[list[int]] = [0] * len(gaps.view.seats)
        self.total: i64 = 0
        """How likely the world is: a logarithm in units of ``SCALE``."""
        self._weigh_all()

    def _weigh_all(self) -> None:
        reading = self._reading
        strongest = reading.strongest(self._world)
        self.total = 0
        number: i64 = 0
        while number < len(self._scores):
            if number != reading.seat:
                score = reading.weigh_seat(self._world, number, strongest)
                self._scores[number] = score
                self.total += score
            number += 1

    def advance(self, steps: i64, rng: Rng) -> None:
        """Try so many changes."""
        if self._held == 0:
            return
        cards = self._cards
        count: i64 = len(cards)
        while steps > 0:
            steps -= 1
            first = rng.below(self._held)
            second = rng.below(count)
            owner: i64 = self._owners[first]
            other: i64 = -1
            if second < self._held:
                other = self._owners[second]
            given: i64 = cards[first]
            taken: i64 = cards[second]
            if other != owner and given != taken and self._may_change(given, taken):
                if self._change(owner, other, given, taken, rng):
                    cards[first] = taken
                    cards[second] = given

    def _may_change(self, given: i64, taken: i64) -> bool:
        """Whether either card may be where the other is."""
        if self._free:
            return True
        return given != RUNE and taken != RUNE and self._kinds[given] == self._kinds[taken]

    def _change(self, owner: i64, other: i64, given: i64, taken: i64, rng: Rng) -> bool:
        """Exchange two cards, and back again if that is not likely enough."""
        world = self._world
        reading = self._reading
        mine = world.seats[owner]
        before = mine.hand
        mine.hand = add(remove(before, given), taken)
        theirs: i64 = 0
        if other >= 0:
            theirs = world.seats[other].hand
            world.seats[other].hand = add(remove(theirs, taken), given)
        total = self.total
        score: i64 = 0
        others: i64 = 0
        good = self._matches(owner) and (other < 0 or self._matches(other))
        if good:
            if reading.predicting:
                total = reading.weigh(world)
            else:
                score = reading.weigh_seat(world, owner, 0)
                total += score - i64(self._scores[owner])
                if other >= 0:
                    others = reading.weigh_seat(world, other, 0)
                    total += others - i64(self._scores[other])
            gain = total - self.total
            if gain < 0:
                good = gain > _NEVER and rng.unit() < exp(float(gain) / float(SCALE))
        if good:
            self.total = total
            if not reading.predicting:
                self._scores[owner] = score
                if other >= 0:
                    self._scores[other] = others
            return True
        mine.hand = before
        if other >= 0:
            world.seats[other].hand = theirs
        return False

    def _matches(self, seat: i64) -> bool:
        """Whether a hand is what was said under Hypnosis (A21)."""
        said: i64 = self._said[seat]
        if said == 0:
            return True
        return category_of(evaluate(self._world.seats[seat].hand, False), False) == said - 1

    def world(self, rng: Rng) -> AllInState:
        """A copy of the world as it is now, with the draw pile in another order."""
        state = self._world.copy()
        draw = self._cards[self._held :]
        rng.shuffle(draw)
        state.draw = draw
        return state


class LikelyWorlds(Redealer):
    """Worlds from one chain or a few, taken in turn; ``count`` of them are wanted."""

    def __init__(
        self, view: AllInView, beliefs: Beliefs, prospects: Prospects, count: int, rng: Rng
    ) -> None:
        super().__init__(view)
        gaps = Gaps(view)
        reading = Reading(view, prospects, beliefs.weights)
        self._chains: Final[list[Chain]] = []
        for _ in range(max(min(count, _POOL) // _SHARE, 1)):
            chain = Chain(gaps, reading, deal_into(gaps, rng))
            chain.advance(_BURN_IN, rng)
            self._chains.append(chain)
        self._next: i64 = 0

    def deal(self, rng: Rng) -> AllInState:
        chain = self._chains[self._next]
        self._next = (self._next + 1) % len(self._chains)
        chain.advance(_STEPS, rng)
        return chain.world(rng)


class WorldPool(Redealer):
    """Any of some likely worlds that were found before, for a search of ``count`` simulations."""

    def __init__(
        self, view: AllInView, beliefs: Beliefs, prospects: Prospects, count: int, rng: Rng
    ) -> None:
        super().__init__(view)
        count = max(min(count, _POOL), 1)
        worlds = LikelyWorlds(view, beliefs, prospects, count, rng)
        self._worlds: Final = [worlds.deal(rng) for _ in range(count)]

    def deal(self, rng: Rng) -> AllInState:
        state = self._worlds[rng.below(len(self._worlds))].copy()
        draw = state.draw.copy()
        rng.shuffle(draw)
        state.draw = draw
        return state
