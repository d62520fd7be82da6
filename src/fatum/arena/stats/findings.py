"""What many games have shown: lengths and results, and what the game itself counts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from fatum.arena.stats.clusters import Ratio, filled_up
from fatum.arena.stats.played import Faults, Played
from fatum.arena.stats.tally import Tally
from fatum.core.parts import COUNT, Sample, Total

Key = tuple[str, str]
"""A measure, and the item it is about or nothing."""


@dataclass
class Findings:
    """What games with one number of players have shown."""

    tally: Tally
    faults: Faults = field(default_factory=Faults)
    totals: Counter[Total] = field(default_factory=Counter)
    measures: dict[Key, Ratio] = field(default_factory=dict)

    def merge(self, other: "Findings") -> None:
        self.tally.merge(other.tally)
        self.faults.merge(other.faults)
        self.totals.update(other.totals)
        for key, ratio in other.measures.items():
            self.measures.setdefault(key, Ratio()).merge(ratio)

    def add(self, where: str, game: Played) -> None:
        self.tally.add(game)
        self.faults.add(where, game.faults)

    def observe(self, samples: Sequence[Sample]) -> None:
        """The samples of one game, which is one cluster."""
        sums: dict[Key, tuple[float, float]] = {}
        for measure, item, value, number in samples:
            before = sums.get((measure, item), (0.0, 0.0))
            sums[measure, item] = (before[0] + value, before[1] + number)
        for key, (value, number) in sums.items():
            self.measures.setdefault(key, Ratio()).add(value, number)

    def get(self, measure: str, kind: str, item: str = "") -> Ratio | None:
        """A measure in readable form."""
        ratio = self.measures.get((measure, item))
        if kind != COUNT:
            return ratio
        games = float(self.tally.games)
        whole = Ratio(number=games, clusters=self.tally.games, number_number=games)
        if ratio is None:
            return whole
        # A count stands for its one game however many times it was added to.
        single = Ratio(ratio.value, value_value=ratio.value_value, value_number=ratio.value)
        return filled_up(single, whole)

    def items(self, measure: str) -> list[str]:
        return [item for key, item in self.measures if key == measure]


def pooled(findings: Sequence[Findings]) -> Findings:
    """Several numbers of players together; the tally then stands for lengths alone."""
    whole = Findings(Tally(0))
    for part in findings:
        whole.merge(part)
    return whole
