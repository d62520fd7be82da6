"""Choosers that can be seated by name."""

from collections.abc import Sequence
from typing import Final

from fatum.bots import registry
from fatum.core.errors import FatumError
from fatum.play.match import Chooser, choose_random

RANDOM: Final = "random"
COMPANY: Final = "easy"
"""Default opponents."""


def find_chooser(name: str) -> Chooser:
    """The chooser of this name, or an error that lists the names."""
    if name == RANDOM:
        return choose_random  # a match knows it and need not build a view for it
    return registry.find_bot(name)


def seat_bots(names: Sequence[str], seats: int, default: str = RANDOM) -> tuple[str, ...]:
    """One bot for each seat: a single name stands for all of them."""
    for name in names:
        find_chooser(name)
    given = list(names) or [default]
    if len(given) == 1:
        given *= seats
    if len(given) != seats:
        raise FatumError(f"{len(given)} bots are named for {seats} seats; name one, or {seats}")
    return tuple(given)
