"""The result of a simulation as lines for a person."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from fatum.arena.stats.counts import percentiles_as_text
from fatum.arena.stats.tally import BARS, Tally
from fatum.core.seats import seat_name

_BAR_WIDTH: Final = 40
_LABEL: Final = 14


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


def result_lines(tally: Tally, first: str, bots: Sequence[str] = ()) -> list[str]:
    """Who lost or won, by seat and by place from the one that begins, with 95 % intervals.

    ``bots`` play the seats; they are named if they differ.
    """
    even = 1 / tally.players
    by_seat = {seat: seat_name(seat) for seat in range(tally.players)}
    if len(set(bots)) > 1:
        by_seat = {seat: f"{name} {bots[seat]}" for seat, name in by_seat.items()}
    by_place = {
        place: first if place == 0 else f"{place} to the left" for place in range(tally.players)
    }
    width = max(_LABEL, *(len(label) + 1 for label in by_seat.values()))
    lines = []
    for result in tally.named_results():
        name = result.capitalize()
        lines.append(f"{name} by seat, of all games, with 95 % intervals; by luck {even:.2%}:")
        for seat, label in by_seat.items():
            lines.append(f"  {label:<{width}}{_share(tally, tally.seats[result, seat], even)}")
        lines.append(f"{name} by place from the {first}:")
        for place, label in by_place.items():
            lines.append(f"  {label:<{width}}{_share(tally, tally.places[result, place], even)}")
    for result in sorted(tally.results):
        if result not in tally.named_results():
            label = f"{result.capitalize()}:"
            lines.append(f"{label:<{width + 2}}{_share(tally, tally.results[result])}")
    return lines


def _share(tally: Tally, count: int, by_luck: float | None = None) -> str:
    share, low, high = tally.share(count)
    clear = by_luck is not None and not low <= by_luck <= high
    mark = "  beyond luck" if clear else ""
    return f"{share:7.2%}  ({low:.2%} to {high:.2%})  {count:,}{mark}"
