"""Options of a game as data: read strictly, refused by name, written without their defaults."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Final

from mypy_extensions import mypyc_attr

from fatum.core.errors import InvalidOptions, shown
from fatum.core.messages import Declared, Message, message, seat
from fatum.core.seats import seat_name

DRAWN: Final = -1

_REFUSED: Final = Declared("option.refuse", "option '{option}' must be {wanted}, not {value}")
_UNKNOWN: Final = Declared(
    "option.unknown", "there is no option {option}; the options are {options}"
)
_TOO_FEW: Final = Declared(
    "option.first", "there is no seat {seat} with {count} player",
    "there is no seat {seat} with {count} players",
)  # fmt: skip
_NUMBER: Final = Declared("option.values.number", "a whole number from {low} to {high}")
_FLAG: Final = Declared("option.values.flag", "true or false")
_CHOICE: Final = Declared("option.values.choice", "one of {choices}")
_SEAT: Final = Declared("option.values.seat", "a seat such as P1")
PLAYERS: Final = Declared("option.players", "number of players")


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One setting: its name, its default, what it means and how its values are read."""

    def __init__(self, name: str, default: object, about: Message | str) -> None:
        self.name: Final = name
        self.default: Final = default
        self.about: Final = message(about)

    @abstractmethod
    def read(self, value: object) -> object:
        """The value as the game uses it, or an error that says what is allowed."""

    @abstractmethod
    def read_text(self, text: str) -> object:
        """The value as typed on a command line, not yet checked by ``read``."""

    @abstractmethod
    def values(self) -> Message | str:
        """The allowed values in a few words."""

    def write(self, value: object) -> object:
        """The value as JSON."""
        return value

    def refuse(self, value: object) -> InvalidOptions:
        return InvalidOptions(_REFUSED(option=self.name, wanted=self.values(), value=shown(value)))


class IntOption(Option):
    def __init__(self, name: str, default: int, low: int, high: int, about: Message | str) -> None:
        super().__init__(name, default, about)
        self.low: Final = low
        self.high: Final = high

    def read(self, value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(value)
        if not self.low <= value <= self.high:
            raise self.refuse(value)
        return value

    def read_text(self, text: str) -> object:
        try:
            return int(text)
        except ValueError:
            return text

    def values(self) -> Message | str:
        return _NUMBER(low=self.low, high=self.high)


class FlagOption(Option):
    def __init__(self, name: str, about: Message | str) -> None:
        super().__init__(name, False, about)

    def read(self, value: object) -> object:
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value

    def read_text(self, text: str) -> object:
        if text == "true":
            return True
        if text == "false":
            return False
        return text

    def values(self) -> Message | str:
        return _FLAG()


class ChoiceOption(Option):
    def __init__(self, name: str, choices: tuple[str, ...], about: Message | str) -> None:
        super().__init__(name, choices[0], about)
        self.choices: Final = choices

    def read(self, value: object) -> object:
        if not isinstance(value, str) or value not in self.choices:
            raise self.refuse(value)
        return value

    def read_text(self, text: str) -> object:
        return text

    def values(self) -> Message | str:
        return _CHOICE(choices=self.choices)


class SeatOption(Option):
    """A seat such as ``P1``, or drawn from the seed when it is not given."""

    def __init__(self, name: str, about: Message | str) -> None:
        super().__init__(name, DRAWN, about)

    def read(self, value: object) -> object:
        for number in range(16):
            if value == seat_name(number):
                return number
        raise self.refuse(value)

    def read_text(self, text: str) -> object:
        return text

    def values(self) -> Message | str:
        return _SEAT()

    def write(self, value: object) -> object:
        assert isinstance(value, int)
        return seat_name(value)


class Options:
    """The frozen settings of one game; every option has a value."""

    def __init__(self, specs: tuple[Option, ...], values: dict[str, object]) -> None:
        self._specs = specs
        self._values = values

    def integer(self, name: str) -> int:
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def flag(self, name: str) -> bool:
        value = self._values[name]
        assert isinstance(value, bool)
        return value

    def text(self, name: str) -> str:
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def value(self, name: str) -> object:
        return self._values[name]

    @property
    def players(self) -> int:
        return self.integer("players")

    @property
    def first(self) -> int:
        """The configured starter or dealer, ``DRAWN`` if the seed decides."""
        for spec in self._specs:
            if isinstance(spec, SeatOption):
                return self.integer(spec.name)
        return DRAWN

    def __repr__(self) -> str:
        return "<Options " + str(self.to_dict()) + ">"

    def to_dict(self) -> dict[str, object]:
        """``players`` and whatever differs from its default, as a record holds it."""
        written: dict[str, object] = {}
        for spec in self._specs:
            value = self._values[spec.name]
            if isinstance(spec, SeatOption):
                continue
            if spec.name == "players" or value != spec.default:
                written[spec.name] = spec.write(value)
        return written


def read_options(specs: tuple[Option, ...], given: Mapping[str, object]) -> Options:
    """Check every given option and fill in the defaults of the others."""
    known = {spec.name: spec for spec in specs}
    for name in given:
        if name not in known:
            raise InvalidOptions(_UNKNOWN(option=shown(name), options=tuple(known)))
    values: dict[str, object] = {}
    for name, spec in known.items():
        values[name] = spec.read(given[name]) if name in given else spec.default
    options = Options(specs, values)
    if options.first >= options.players:
        raise InvalidOptions(_TOO_FEW(seat=seat(options.first), count=options.players))
    return options
