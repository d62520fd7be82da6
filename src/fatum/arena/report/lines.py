"""The result of a simulation as lines for a person."""

from math import ceil
from typing import Final

from fatum.arena.stats.counts import percentiles_as_text
from fatum.arena.stats.tally import BARS, Tally
from fatum.core.seats import seat_name

_BAR_WIDTH: Final = 40


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
        bar = "#" * ceil(_BAR_WIDTH * count / most)
        lines.append(f"  {start:>{width}}–{end:<{width}}  {bar:<{_BAR_WIDTH}}  {count:,}")
    return lines


def result_lines(tally: Tally, first: str) -> list[str]:
    """Who lost or won, by seat and by place from the one that begins, with 95 % intervals."""
    lines = []
    for result in tally.named_results():
        lines.append(f"{result.capitalize()} by seat, of all games, with 95 % intervals:")
        for seat in range(tally.players):
            lines.append(f"  {seat_name(seat):<14}{_share(tally, tally.seats[result, seat])}")
        lines.append(f"{result.capitalize()} by place from the {first}:")
        for place in range(tally.players):
            name = first if place == 0 else f"{place} to the left"
            lines.append(f"  {name:<14}{_share(tally, tally.places[result, place])}")
    for result in sorted(tally.results):
        if result not in tally.named_results():
            label = f"{result.capitalize()}:"
            lines.append(f"{label:<16}{_share(tally, tally.results[result])}")
    return lines


def _share(tally: Tally, count: int) -> str:
    share, low, high = tally.share(count)
    return f"{share:7.2%}  ({low:.2%} to {high:.2%})  {count:,}"
