"""What simulations of Karma count."""

from collections.abc import Mapping
from typing import Final

from fatum.core.events import Event
from fatum.core.game import State

_COUNTED: Final = {
    "burn": "burns",
    "take": "pick-ups",
    "flip": "hidden cards turned up",
    "give": "piles given away",
    "raise": "bottom cards raised",
}
"""Event → what people read."""
_GAMES: Final = "games"
_UNDECIDED: Final = "undecided"


class Statistics:
    """How often things happen, over many games."""

    def __init__(self) -> None:
        self._counts: Final[dict[str, int]] = {_GAMES: 0, _UNDECIDED: 0}
        for kind in _COUNTED:
            self._counts[kind] = 0

    def add(self, state: State, events: list[Event]) -> None:
        counts = self._counts
        counts[_GAMES] += 1
        for event in events:
            if event.kind in counts:
                counts[event.kind] += 1

    def merge(self, data: Mapping[str, object]) -> None:
        for name in self._counts:
            count = data[name]
            assert isinstance(count, int)
            self._counts[name] += count

    def to_dict(self) -> dict[str, object]:
        return {**self._counts}

    def rows(self) -> list[tuple[str, str]]:
        games = max(self._counts[_GAMES], 1)
        found = [
            (f"{label} per game", f"{self._counts[kind] / games:.2f}")
            for kind, label in _COUNTED.items()
        ]
        undecided = self._counts[_UNDECIDED]
        found.append(("undecided games", f"{undecided:,} ({undecided / games:.3%})"))
        return found
