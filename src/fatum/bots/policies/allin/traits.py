"""What can be said of an opponent's imagined hand, in numbers that a model has weights for.

Each trait is one of a group's numbers: how strong the hand is, how much of it is of one suit, how many
of the cards that were seen going there it needs, and so on, mostly by how far the round is. One
imagined hand has one number of each group (see ``docs/beliefs.md``). Only what the seat of a view may
know is read, and the hands of the imagined world.
"""

from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.points import MOST_TURNS, Points, points_for
from fatum.bots.policies.allin.predictions import looks_strongest
from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.policies.allin.worth import longest_run, of_all_suits, plan, suit_counts, worth
from fatum.core.bits import lowest, popcount
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.deck import REAL, RUNE, rune_count
from fatum.games.allin.rules.hands import by_suit, evaluate
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import NO_CARD, PREDICT

_STAGES: Final = 5
"""By the turns that are left, 0 to 3, and the predictions."""
_PLACES: Final = 9
"""In the order of hands."""
_RANKS: Final = 13
_COUNTS: Final = 6
"""0 to 5 cards."""
_LEVELS: Final = 16
_WORTHS: Final = 22
_WORTH_STEP: Final = 10

# Where each group begins.
PLACE: Final = 0
TOP: Final = PLACE + _STAGES * 2 * _PLACES
SUIT: Final = TOP + 2 * _PLACES * _RANKS
RUN: Final = SUIT + _STAGES * _COUNTS
RUNES: Final = RUN + _STAGES * _COUNTS
SEEN_RANKS: Final = RUNES + _STAGES * 3
SEEN_NEEDED: Final = SEEN_RANKS + _STAGES * _COUNTS * 2
SEEN_SUIT: Final = SEEN_NEEDED + _STAGES * _COUNTS * _COUNTS
DISCARDED_RANKS: Final = SEEN_SUIT + _STAGES * _COUNTS * _COUNTS
DISCARDED_SUITS: Final = DISCARDED_RANKS + _STAGES * 4
BEST_PROMISE: Final = DISCARDED_SUITS + _STAGES * _COUNTS
PROMISES: Final = BEST_PROMISE + _STAGES * _LEVELS
WORTH: Final = PROMISES + _STAGES * _LEVELS
NEEDED: Final = WORTH + _STAGES * _WORTHS
SEEN_PLACE: Final = NEEDED + _STAGES * 7
PREDICTED: Final = SEEN_PLACE + _COUNTS * _PLACES
PREDICTED_OTHER: Final = PREDICTED + 3 * _PLACES
AS_EXPECTED: Final = PREDICTED_OTHER + 2 * _PLACES + 1
PAID: Final = AS_EXPECTED + 3
TRAITS: Final = PAID + 2 * _WORTHS
GROUPS: Final = 19

GROUP_STARTS: Final[dict[str, int]] = {
    "place": PLACE,
    "top": TOP,
    "suit": SUIT,
    "run": RUN,
    "runes": RUNES,
    "seen_ranks": SEEN_RANKS,
    "seen_needed": SEEN_NEEDED,
    "seen_suit": SEEN_SUIT,
    "discarded_ranks": DISCARDED_RANKS,
    "discarded_suits": DISCARDED_SUITS,
    "best_promise": BEST_PROMISE,
    "promises": PROMISES,
    "worth": WORTH,
    "needed": NEEDED,
    "seen_place": SEEN_PLACE,
    "predicted": PREDICTED,
    "predicted_other": PREDICTED_OTHER,
    "as_expected": AS_EXPECTED,
    "paid": PAID,
}


class SeatRead:
    """What everyone has seen of one opponent."""

    def __init__(self, known: i64, discarded_ranks: i64, discarded_suits: i64) -> None:
        self.known: Final[i64] = known
        self.number: Final[i64] = min(popcount(known), 5)
        clock, mask, scarab, tree = by_suit(known)
        self.ranks: Final[i64] = of_all_suits(clock | mask | scarab | tree)
        """Their ranks, of all suits."""
        self.suits: Final[i64] = _suits(clock, mask, scarab, tree)
        self.discarded_ranks: Final[i64] = of_all_suits(discarded_ranks)
        self.discarded_suits: Final[i64] = discarded_suits


def _suits(clock: i64, mask: i64, scarab: i64, tree: i64) -> i64:
    """The suits there are, as bits."""
    suits: i64 = 0
    if clock != 0:
        suits = 1
    if mask != 0:
        suits |= 2
    if scarab != 0:
        suits |= 4
    if tree != 0:
        suits |= 8
    return suits


class Reading:
    """What a view tells of the opponents, found out once for all imagined worlds."""

    def __init__(self, view: AllInView, prospects: Prospects, weights: list[int]) -> None:
        assert view.seat is not None
        self.weights: Final = weights
        self.found: list[int] | None = None
        self.total: i64 = 0
        table = view.table
        setup = table.setup
        self.seat: Final[i64] = view.seat
        self.promised: Final = prospects.promises.later
        self.side_b: Final[bool] = setup.side_b
        self.predicting: Final[bool] = table.phase == PREDICT
        turns = min(table.river.free // setup.players, MOST_TURNS)
        if self.predicting:
            turns = 0
        self.stage: Final[i64] = MOST_TURNS + 1 if self.predicting else turns
        self.points: Final[Points] = points_for(turns, setup.side_b)
        self.paid: Final[Points] = points_for(0, setup.side_b)
        self.seats: Final[list[SeatRead]] = [
            _read_seat(view, number) for number in range(setup.players)
        ]

    def traits(self, world: AllInState) -> list[int]:
        """The traits of all opponents' hands in an imagined world, one opponent after the other."""
        found: list[int] = []
        self.found = found
        self.weigh(world)
        self.found = None
        return found

    def weigh(self, world: AllInState) -> i64:
        """The weights of these traits, added up."""
        strongest = self.strongest(world)
        total: i64 = 0
        number: i64 = 0
        while number < world.setup.players:
            if number != self.seat:
                total += self.weigh_seat(world, number, strongest)
            number += 1
        return total

    def strongest(self, world: AllInState) -> i64:
        """Who has the best hand, where predictions ask for it."""
        strongest: i64 = 0
        if self.predicting:
            highest: i64 = -1
            number: i64 = 0
            while number < world.setup.players:
                strength = evaluate(world.seats[number].hand, self.side_b)
                if strength > highest:
                    highest = strength
                    strongest = number
                number += 1
        return strongest

    def _note(self, trait: i64) -> None:
        weight: i64 = self.weights[trait]
        self.total += weight
        if self.found is not None:
            self.found.append(trait)

    def weigh_seat(self, world: AllInState, number: i64, strongest: i64) -> i64:
        """The weights of the traits of one opponent's hand, added up."""
        self.total = 0
        owner = world.seats[number]
        seen = self.seats[number]
        hand = owner.hand
        stage = self.stage
        strength = evaluate(hand, self.side_b)
        place = strength >> 6
        keep, whole, _loss = plan(hand, self.points)
        all_in: i64 = 1 if world.all_in == number else 0
        late: i64 = 1 if self.predicting else 0
        self._note(PLACE + (stage * 2 + all_in) * _PLACES + place)
        self._note(TOP + (late * _PLACES + place) * _RANKS + ((strength >> 2) & 15))
        clock, mask, scarab, tree = by_suit(hand)
        counts = suit_counts(clock, mask, scarab, tree)
        self._note(SUIT + stage * _COUNTS + _most(counts, 15))
        run = longest_run(clock | mask | scarab | tree)
        self._note(RUN + stage * _COUNTS + run)
        self._note(RUNES + stage * 3 + rune_count(hand))
        # The cards that came unseen.
        unseen = hand & ~seen.known & REAL
        some: i64 = 1 if seen.number > 0 else 0
        shared = min(popcount(unseen & seen.ranks), 5)
        self._note(SEEN_RANKS + (stage * _COUNTS + shared) * 2 + some)
        needed = min(popcount(seen.known & keep), 5)
        self._note(SEEN_NEEDED + (stage * _COUNTS + seen.number) * _COUNTS + needed)
        suited = _most(counts, seen.suits)
        self._note(SEEN_SUIT + (stage * _COUNTS + seen.number) * _COUNTS + suited)
        shared = min(popcount(unseen & seen.discarded_ranks), 3)
        self._note(DISCARDED_RANKS + stage * 4 + shared)
        clock, mask, scarab, tree = by_suit(unseen)
        counts = suit_counts(clock, mask, scarab, tree)
        suited = _most(counts, seen.discarded_suits)
        self._note(DISCARDED_SUITS + stage * _COUNTS + suited)
        best: i64 = 0
        total: i64 = 0
        left = hand & ~keep
        while left != 0:
            card = min(lowest(left), RUNE)
            left &= left - 1
            promise: i64 = self.promised[card]
            total += promise
            best = max(best, promise)
        self._note(BEST_PROMISE + stage * _LEVELS + min(best // 4, _LEVELS - 1))
        self._note(PROMISES + stage * _LEVELS + min(total // 8, _LEVELS - 1))
        self._note(WORTH + stage * _WORTHS + min(whole // _WORTH_STEP, _WORTHS - 1))
        self._note(NEEDED + stage * 7 + min(popcount(keep), 6))
        self._note(SEEN_PLACE + seen.number * _PLACES + place)
        self._add_prediction(world, number, strongest, place)
        paid = min(worth(hand, self.paid) // _WORTH_STEP, _WORTHS - 1)
        self._note(PAID + all_in * _WORTHS + paid)
        return self.total

    def _add_prediction(self, world: AllInState, number: i64, strongest: i64, place: i64) -> None:
        """Whom they predicted, where that is open (A28)."""
        predicted = world.seats[number].prediction
        if not self.predicting or world.setup.players == 2 or predicted < 0:
            self._note(PREDICTED + place)
            self._note(AS_EXPECTED - 1)
            self._note(AS_EXPECTED)
            return
        if predicted == number:
            self._note(PREDICTED + _PLACES + place)
            self._note(AS_EXPECTED - 1)
        else:
            self._note(PREDICTED + 2 * _PLACES + place)
            right: i64 = 1 if predicted == strongest else 0
            other = evaluate(world.seats[predicted].hand, self.side_b) >> 6
            self._note(PREDICTED_OTHER + right * _PLACES + other)
        expected: i64 = 2 if looks_strongest(world, number) == predicted else 1
        self._note(AS_EXPECTED + expected)


def _most(counts: i64, suits: i64) -> i64:
    """The largest of four counts, packed with four bits each, of the suits that are bits here; at most 5."""
    most: i64 = 0
    while suits != 0:
        if suits & 1 == 1:
            most = max(most, counts & 15)
        suits >>= 1
        counts >>= 4
    return min(most, 5)


def _read_seat(view: AllInView, number: int) -> SeatRead:
    table = view.table
    ranks: i64 = 0
    suits: i64 = 0
    one: i64 = 1
    for place, who in enumerate(table.discarders):
        card: i64 = table.discard[place]
        if who == number and card != NO_CARD and card != RUNE:
            ranks |= one << card % 13
            suits |= one << card // 13
    return SeatRead(view.seats[number].known, ranks, suits)
