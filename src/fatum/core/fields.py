"""Public numbers of a state, each with its key: one row says how it is written and read."""

from collections.abc import Mapping
from typing import Final

from fatum.core.seats import seat_name
from fatum.core.values import as_count, as_one_of, as_seat


class CountField:
    """A count. The attribute of the state has the name of the key."""

    def __init__(self, key: str, default: object = 0) -> None:
        self.key: Final = key
        self.default: Final = default
        """What data without the key means; ``None`` where it is needed."""

    def write(self, number: int) -> object:
        return number

    def read(self, value: object, players: int) -> int:
        return as_count(value, self.key)


class SeatField(CountField):
    """A seat."""

    def write(self, number: int) -> object:
        return seat_name(number)

    def read(self, value: object, players: int) -> int:
        return as_seat(value, self.key, players)


class OptionalSeatField(SeatField):
    """A seat, or -1 for nobody."""

    def write(self, number: int) -> object:
        return None if number < 0 else seat_name(number)

    def read(self, value: object, players: int) -> int:
        return -1 if value is None else as_seat(value, self.key, players)


class NameField(CountField):
    """One of several names, by its place among them."""

    def __init__(self, key: str, names: tuple[str, ...], default: int) -> None:
        super().__init__(key, names[default])
        self.names: Final = names

    def write(self, number: int) -> object:
        return self.names[number]

    def read(self, value: object, players: int) -> int:
        return as_one_of(value, self.key, self.names)


Fields = tuple[CountField, ...]


def write_fields(fields: Fields, state: object, data: dict[str, object]) -> dict[str, object]:
    """Write these attributes of a state into its data."""
    for field in fields:
        data[field.key] = field.write(getattr(state, field.key))
    return data


def read_fields(fields: Fields, state: object, data: Mapping[str, object], players: int) -> None:
    """Set these attributes of a state from its data."""
    for field in fields:
        setattr(state, field.key, field.read(data.get(field.key, field.default), players))
