"""Lengths and results of many games, and how to read them."""

from collections import Counter
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import Final

from fatum.arena.stats.counts import PERCENTILES, mean, percentile, percentiles_as_text
from fatum.arena.stats.played import Played
from fatum.core.seats import seat_name

_Z95: Final = 1.959963984540054
BARS: Final = 12
BAR_WIDTH: Final = 40


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
            "results": {result: self.results[result] for result in sorted(self.results)},
            "by_seat": self._shares_as_dict(self.seats),
            "by_place": self._shares_as_dict(self.places),
        }

    def _shares_as_dict(self, counts: Counter[tuple[str, int]]) -> dict[str, object]:
        shares: dict[str, object] = {}
        for result in self.named_results():
            entries = []
            for seat in range(self.players):
                count = counts[result, seat]
                low, high = wilson(count, self.games)
                entries.append({"games": count, "low": round(low, 6), "high": round(high, 6)})
            shares[result] = entries
        return shares


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    scale = 1 + _Z95**2 / trials
    middle = share + _Z95**2 / (2 * trials)
    spread = _Z95 * sqrt(share * (1 - share) / trials + _Z95**2 / (4 * trials**2))
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def length_lines(tally: Tally) -> list[str]:
    """The length distribution as text."""
    shortest, longest = min(tally.lengths), max(tally.lengths)
    lines = [
        f"Moves per game: mean {tally.mean():.1f}, from {shortest} to {longest}",
        f"  {percentiles_as_text(tally.lengths, '  ')}",
    ]
    bars = tally.histogram()
    most = max(count for _, _, count in bars)
    width = len(str(longest + BARS))
    for start, end, count in bars:
        bar = "#" * ceil(BAR_WIDTH * count / most)
        lines.append(f"  {start:>{width}}–{end:<{width}}  {bar:<{BAR_WIDTH}}  {count:,}")
    return lines


def result_lines(tally: Tally, first: str) -> list[str]:
    """Who lost or won, by seat and by place from the one that begins, with 95 % intervals."""
    lines = []
    for result in tally.named_results():
        lines.append(f"{result.capitalize()} by seat, of all games, with 95 % intervals:")
        for seat in range(tally.players):
            lines.append(f"  {seat_name(seat):<14}{_share(tally.seats[result, seat], tally.games)}")
        lines.append(f"{result.capitalize()} by place from the {first}:")
        for place in range(tally.players):
            name = first if place == 0 else f"{place} to the left"
            lines.append(f"  {name:<14}{_share(tally.places[result, place], tally.games)}")
    for result in sorted(tally.results):
        if result not in tally.named_results():
            label = f"{result.capitalize()}:"
            lines.append(f"{label:<16}{_share(tally.results[result], tally.games)}")
    return lines


def _share(count: int, total: int) -> str:
    low, high = wilson(count, total)
    return f"{count / total:7.2%}  ({low:.2%} to {high:.2%})  {count:,}"
