"""Values of a state or a view that is given as data: each is what it should be, or is refused."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fatum.core.errors import InvalidState, shown
from fatum.core.seats import seat_name

_MOST: Final = 999_999_999
"""An upper bound for counts that fits a 64-bit integer."""


def as_object(value: object, where: str, keys: tuple[str, ...]) -> Mapping[str, object]:
    """An object with no other keys than these."""
    items = as_open_object(value, where)
    for key in items:
        if key not in keys:
            raise InvalidState(f"{where} has no key {shown(key)}; its keys are {', '.join(keys)}")
    return items


def as_open_object(value: object, where: str) -> Mapping[Any, object]:
    """An object whose keys are data, too: of a Python caller they may be anything."""
    if not isinstance(value, Mapping):
        raise InvalidState(f"{where} must be an object, not {shown(value)}")
    return value


def as_list(value: object, where: str) -> list[object]:
    if not isinstance(value, list | tuple):
        raise InvalidState(f"{where} must be a list, not {shown(value)}")
    return list(value)


def as_one_a_seat(value: object, where: str, players: int) -> list[object]:
    """A list with an entry for each seat."""
    values = as_list(value, where)
    if len(values) != players:
        raise InvalidState(f"{where} must have {players} entries, one a seat, not {len(values)}")
    return values


def as_count(value: object, where: str) -> int:
    """A non-negative integer."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST:
        raise InvalidState(f"{where} must be a whole number from 0 to {_MOST}, not {shown(value)}")
    return value


def as_seat(value: object, where: str, players: int) -> int:
    """The number of the seat with this name."""
    for seat in range(players):
        if value == seat_name(seat):
            return seat
    raise InvalidState(f"{where} must be a seat from P1 to P{players}, not {shown(value)}")


def as_one_of(value: object, where: str, names: Sequence[str]) -> int:
    """The place of a name among these."""
    for place, name in enumerate(names):
        if value == name:
            return place
    raise InvalidState(f"{where} must be one of {', '.join(names)}, not {shown(value)}")
