"""The settings of an All In game."""

import json
from collections.abc import Mapping
from typing import Final

from fatum.core.messages import Declared, Message, declare
from fatum.core.options import (
    PLAYERS,
    ChoiceOption,
    FlagOption,
    IntOption,
    Option,
    Options,
    SeatOption,
)
from fatum.games.allin.rules.cards import CardTable, default_table, read_changes

SIDE_B: Final = "B"
SHADOWS: Final = "shadows"
CLOSED_EYE: Final = "closed_eye"


_ABOUT: Final = declare(
    "allin.option",
    {
        "dealer": "who deals first; drawn from the seed if not given (AR1)",
        "side": "which side of the aid cards counts (A4, A23)",
        "discard": "how the discard pile is used (A34, A35)",
        "heirs": "a tie after round 3 is settled in one more round (A33)",
        "cards": "cards whose effects differ from the default table (AR5)",
        "limit": "turns in a round after which players can only pass (AR6)",
    },
)
_CARDS: Final = Declared("allin.option.cards.values", "cards with their effects, such as {example}")


class CardsOption(Option):
    """Cards whose effects differ from the default table (AR5); its value is a whole table."""

    def __init__(self, name: str, about: Message | str) -> None:
        super().__init__(name, default_table(), about)

    def read(self, value: object) -> object:
        if isinstance(value, CardTable):
            return value
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        return read_changes(value)

    def read_text(self, text: str) -> object:
        try:
            return json.loads(text)
        except ValueError:
            return text

    def values(self) -> Message | str:
        return _CARDS(example='{"2M": ["take*", "draw"]}')

    def write(self, value: object) -> object:
        assert isinstance(value, CardTable)
        return value.changes()


OPTIONS: Final[tuple[Option, ...]] = (
    IntOption("players", 4, 2, 5, PLAYERS()),
    SeatOption("dealer", _ABOUT["dealer"]()),
    ChoiceOption("side", ("A", SIDE_B), _ABOUT["side"]()),
    ChoiceOption("discard", ("standard", SHADOWS, CLOSED_EYE), _ABOUT["discard"]()),
    FlagOption("heirs", _ABOUT["heirs"]()),
    CardsOption("cards", _ABOUT["cards"]()),
    IntOption("turn_limit", 200, 1, 1_000_000, _ABOUT["limit"]()),
)


def card_table(options: Options) -> CardTable:
    """The card table of a game with these options."""
    table = options.value("cards")
    assert isinstance(table, CardTable)
    return table
