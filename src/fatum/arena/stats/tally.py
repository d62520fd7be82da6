"""Lengths and results of many games, and how to read them."""

from collections import Counter
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from fatum.arena.stats.counts import PERCENTILES, mean, percentile
from fatum.arena.stats.intervals import Estimate, wilson
from fatum.arena.stats.played import Played
from fatum.core.seats import seat_name

BARS: Final = 12


@dataclass
class Tally:
    """What every game has: a number of moves, and a result."""

    players: int
    lengths: Counter[int] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    """``loser``, ``winner``, ``undecided`` …: how games ended."""
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)
    """(result, seat) where the result names a seat."""
    places: Counter[tuple[str, int]] = field(default_factory=Counter)
    """The same with the seats counted from the one that begins or deals, which is 0."""

    @property
    def games(self) -> int:
        return self.lengths.total()

    def add(self, game: Played) -> None:
        self.lengths[game.moves] += 1
        result, value = next(iter(game.outcome.items()))
        if isinstance(value, str):
            seat = next(seat for seat in range(self.players) if seat_name(seat) == value)
            self.seats[result, seat] += 1
            self.places[result, (seat - game.first) % self.players] += 1
        elif value is None:
            result = f"no {result}"
        self.results[result] += 1

    def merge(self, other: "Tally") -> None:
        self.lengths.update(other.lengths)
        self.results.update(other.results)
        self.seats.update(other.seats)
        self.places.update(other.places)

    def named_results(self) -> list[str]:
        """The results that name a seat."""
        return sorted({result for result, _ in self.seats})

    def mean(self) -> float:
        return mean(self.lengths)

    def percentile(self, percent: int) -> int:
        """The smallest length that so many percent of the games do not exceed."""
        return percentile(self.lengths, percent)

    def histogram(self) -> list[tuple[int, int, int]]:
        """(from, to, games) in about a dozen equal steps."""
        low, high = min(self.lengths), max(self.lengths)
        step = max(1, ceil((high - low + 1) / BARS))
        bars = []
        for start in range(low, high + 1, step):
            inside = range(start, start + step)
            bars.append((start, start + step - 1, sum(self.lengths[moves] for moves in inside)))
        return bars

    def to_dict(self) -> dict[str, object]:
        return {
            "games": self.games,
            "moves": {
                "mean": round(self.mean(), 6),
                "min": min(self.lengths),
                **{f"p{percent}": self.percentile(percent) for percent in PERCENTILES},
                "max": max(self.lengths),
            },
            "results": self.results_as_dict(),
            "by_seat": self._shares_as_dict(self.seats),
            "by_place": self._shares_as_dict(self.places),
        }

    def share(self, count: int) -> Estimate:
        """The share of so many games."""
        return Estimate(count / self.games, *wilson(count / self.games, self.games))

    def results_as_dict(self) -> dict[str, int]:
        return {result: self.results[result] for result in sorted(self.results)}

    def _shares_as_dict(self, counts: Counter[tuple[str, int]]) -> dict[str, object]:
        shares: dict[str, object] = {}
        for result in self.named_results():
            entries = []
            for seat in range(self.players):
                count = counts[result, seat]
                _, low, high = self.share(count)
                entries.append({"games": count, "low": round(low, 6), "high": round(high, 6)})
            shares[result] = entries
        return shares
