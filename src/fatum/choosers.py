"""Who can sit at a table without being a person, by name."""

from collections.abc import Mapping, Sequence
from typing import Final

from fatum.core.errors import FatumError
from fatum.match import Chooser, choose_random
from fatum.parts import optional_module

RANDOM: Final = "random"
_BUILT_IN: Final = {RANDOM: "any legal move, each equally likely"}


def chooser_names() -> Mapping[str, str]:
    """Name → what it does, in a few words."""
    registry = optional_module("fatum.bots.registry")
    return {**_BUILT_IN, **({} if registry is None else registry.BOTS)}


def find_chooser(name: str) -> Chooser:
    """The chooser of this name, or an error that lists the names."""
    known = chooser_names()
    if name not in known:
        raise FatumError(f"there is no bot {name!r}; the bots are {', '.join(known)}")
    if name in _BUILT_IN:
        return choose_random
    registry = optional_module("fatum.bots.registry")
    assert registry is not None
    chooser: Chooser = registry.find_bot(name)
    return chooser


def seat_bots(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """One bot for each seat: a single name stands for all of them."""
    for name in names:
        find_chooser(name)
    given = list(names) or [RANDOM]
    if len(given) == 1:
        given *= seats
    if len(given) != seats:
        raise FatumError(f"{len(given)} bots are named for {seats} seats; name one, or {seats}")
    return tuple(given)
