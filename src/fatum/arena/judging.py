"""Whether a choice was a mistake, and what it cost.

A search that tries many moves overrates the one that comes out best, because luck helped to choose it.
So a choice that looks like a mistake gets a second look: the move that was made and the one that
seemed best are searched again, each alone and with simulations of its own, until it is clear that
one is worse or that nothing can be said.
"""

from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final

from fatum.arena.hints import Value
from fatum.arena.run.contenders import Evaluate
from fatum.core.game import View
from fatum.core.messages import Message
from fatum.core.rng import Rng

SMALLEST: Final = 0.005
"""A smaller loss is not a mistake."""
_SUSPECT: Final = 2.0
"""Standard errors by which a move must look worse to get a second look."""
_CLEAR: Final = 2.6
"""The same for a mistake, and for the reach of chance; more than two, for there are several looks."""
_DEEPER: Final = 0.06
"""What searching deeper may change beside chance, measured with ten times the budget: so much of a win, ..."""
_DEEPER_SHARE: Final = 0.5
"""... and so much of the loss (decision 120)."""
_FEWEST_LOOKS: Final = 3
_MOST_LOOKS: Final = 8


@dataclass(frozen=True)
class JudgedDecision:
    """One choice with the value of every alternative, best first."""

    number: int
    """The move's number in the record, from 1."""
    seat: int
    move: int
    values: tuple[Value, ...]
    why: Message | None = None
    """The argument for the best move, addressed to the player."""
    loss: float = 0.0
    """How much worse it was than the best move, as far as that is clear."""
    interval: tuple[float, float] = (0.0, 0.0)
    """Between these ends a search ten times as deep sees the loss in nine of ten cases or more."""

    @property
    def best(self) -> Value:
        return self.values[0]

    @property
    def played(self) -> Value:
        return next(value for value in self.values if value.move == self.move)


def judge(
    evaluate: Evaluate, view: View, ranked: tuple[Value, ...], move: int, rng: Rng
) -> tuple[tuple[Value, ...], float, tuple[float, float]]:
    """The values, the loss and its interval, after a second look where one is needed."""
    best = ranked[0]
    played = next(value for value in ranked if value.move == move)
    if best.move == move:
        return ranked, 0.0, (0.0, 0.0)
    first = _Difference(_Tries(best.move, [best]), _Tries(move, [played]))
    if first.mean < max(SMALLEST, _SUSPECT * first.error):
        return ranked, 0.0, (0.0, _reach(first)[1])
    found = _second_look(evaluate, view, best.move, move, rng)
    if found.interval()[0] < SMALLEST:
        return ranked, 0.0, _reach(found)
    again = {best.move: found.better.value, move: found.worse.value}
    rest = [value for value in ranked[1:] if value.move != move]
    # The best move stays first: other values come from the first look and may be too high.
    others = sorted([*rest, again[move]], key=lambda value: (-value.value, value.move))
    low, high = _reach(found)
    loss = again[best.move].value - again[move].value
    return (again[best.move], *others), loss, (max(low, SMALLEST), high)


def _reach(found: "_Difference") -> tuple[float, float]:
    """Where the loss lies by chance, and by what is seen only farther ahead."""
    deeper = hypot(_DEEPER, _DEEPER_SHARE * found.mean)
    reach = hypot(_CLEAR * found.error, deeper)
    return max(0.0, found.mean - reach), max(0.0, min(1.0, found.mean + reach))


def _second_look(evaluate: Evaluate, view: View, best: int, move: int, rng: Rng) -> "_Difference":
    """Search both moves again until it is clear whether one is worse."""
    found = _Difference(_Tries(best, []), _Tries(move, []))
    for look in range(1, _MOST_LOOKS + 1):
        for tries in (found.better, found.worse):
            tries.found.append(Value(*evaluate(view, [tries.move], rng)[0]))
        if look >= _FEWEST_LOOKS:
            low, high = found.interval()
            if low >= SMALLEST or high < SMALLEST or found.mean <= 0:
                break
    return found


class _Tries:
    """Independent estimates of one move."""

    def __init__(self, move: int, found: list[Value]) -> None:
        self.move: Final = move
        self.found: Final = found

    @property
    def value(self) -> Value:
        tried = sum(each.tried for each in self.found)
        total = sum(each.value * each.tried for each in self.found)
        return Value(self.move, total / max(tried, 1), tried)

    @property
    def likely(self) -> float:
        """The chance with one success and one failure added to the tries (Laplace)."""
        value = self.value
        return (min(max(value.value, 0.0), 1.0) * value.tried + 1) / (value.tried + 2)

    @property
    def variance(self) -> float:
        """Of the estimate: by its number of tries, or more if the estimates differ by more."""
        chance = self.likely
        by_tries = chance * (1 - chance) / (self.value.tried + 2)
        count = len(self.found)
        if count < _FEWEST_LOOKS:
            return by_tries
        mean = sum(each.value for each in self.found) / count
        spread = sum((each.value - mean) ** 2 for each in self.found) / (count - 1)
        return max(by_tries, spread / count)


class _Difference:
    """How much better one move is than another."""

    def __init__(self, better: _Tries, worse: _Tries) -> None:
        self.better: Final = better
        self.worse: Final = worse

    @property
    def mean(self) -> float:
        return self.better.likely - self.worse.likely

    @property
    def error(self) -> float:
        return sqrt(self.better.variance + self.worse.variance)

    def interval(self) -> tuple[float, float]:
        reach = _CLEAR * self.error
        return max(-1.0, self.mean - reach), min(1.0, self.mean + reach)
