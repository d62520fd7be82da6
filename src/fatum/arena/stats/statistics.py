"""What a game may count in simulations beyond length and result.

A game's folder offers a class ``Statistics`` in its module ``statistics``; it needs no import from
here. Counts are whole numbers, so that merging parts in any grouping gives the same result.
"""

from collections.abc import Mapping
from typing import Protocol, cast

from fatum.core.events import Event
from fatum.core.game import State
from fatum.games.parts import game_part


class Statistics(Protocol):
    """Counters over many games."""

    def add(self, state: State, events: list[Event]) -> None:
        """Count one finished game with everything that happened in it."""

    def merge(self, data: Mapping[str, object]) -> None:
        """Add what another one has counted, as its ``to_dict`` gives it."""

    def to_dict(self) -> dict[str, object]:
        """All counters, JSON-compatible."""

    def rows(self) -> list[tuple[str, str]]:
        """What a person reads: a label and a value each."""


def new_statistics(game: str) -> Statistics | None:
    """Fresh counters for this game, if it has any."""
    part = game_part(game, "telling.statistics")
    return None if part is None else cast("Statistics", part.Statistics())
