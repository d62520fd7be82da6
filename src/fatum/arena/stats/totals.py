"""What a game counts in simulations beyond length and result."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from fatum.arena.stats.counts import mean, percentiles_as_text
from fatum.core.parts import Insights, Total


class Totals:
    """The totals of a game's insights, for files and for people."""

    def __init__(self, insights: Insights, counts: Counter[Total]) -> None:
        self._insights: Final = insights
        self.counts: Final = counts

    def to_dict(self) -> dict[str, object]:
        """All counts by group, in the order of the insights; numbers by size."""
        written: dict[str, object] = {}
        for group, names in self._insights.totals.items():
            others = [name for where, name in self.counts if where == group and name not in names]
            counts = {name: self.counts[group, name] for name in (*names, *sorted(others, key=int))}
            written.update({group: counts} if group else counts)
        return written

    def rows(self) -> list[tuple[str, str]]:
        """What a person reads: a label and a value each."""
        return [
            (label, value if isinstance(value, str) else _distribution(value))
            for label, value in self._insights.rows(self.counts)
        ]


def _distribution(counts: Mapping[int, int]) -> str:
    if not counts:
        return "none"
    return f"mean {mean(counts):.2f}; {percentiles_as_text(counts, ', ')}"
