"""A finished game as statistics see it, and what bots did wrong in it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

_SHOWN: Final = 5
"""Faults that are told in words; the others are counted."""


@dataclass(frozen=True)
class Played:
    """One finished game, as plain data that can be sent to other processes."""

    bots: tuple[str, ...]
    first: int
    moves: int
    outcome: dict[str, object]
    payoffs: list[float]
    faults: list[str] = field(default_factory=list)
    """The moves that ``greedy`` made for a bot that failed; each begins with the bot's name."""

    def to_dict(self) -> dict[str, object]:
        return {**vars(self), "bots": list(self.bots)}


def read_played(data: Any) -> Played:
    """A game from its own ``to_dict``."""
    return Played(**{**data, "bots": tuple(data["bots"])})


@dataclass
class Faults:
    """The moves that ``greedy`` made for bots that failed, over many games."""

    counts: Counter[str] = field(default_factory=Counter)
    first: list[str] = field(default_factory=list)
    """The first few in words."""

    def add(self, where: str, faults: list[str]) -> None:
        for fault in faults:
            self.counts[fault.partition(":")[0]] += 1
            self._tell(f"{where}: {fault}")

    def merge(self, other: "Faults") -> None:
        self.counts.update(other.counts)
        for fault in other.first:
            self._tell(fault)

    def _tell(self, fault: str) -> None:
        if len(self.first) < _SHOWN:
            self.first.append(fault)

    def to_dict(self) -> dict[str, object]:
        return {
            "faults": {bot: self.counts[bot] for bot in sorted(self.counts)},
            "first_faults": self.first,
        }

    def lines(self) -> list[str]:
        """A summary for people; empty if no bot failed."""
        made = [
            f"greedy made {count:,} moves for {bot}, which failed:"
            for bot, count in sorted(self.counts.items())
        ]
        return made + [f"  {fault}" for fault in self.first]
