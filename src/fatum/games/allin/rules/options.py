"""The settings of an All In game."""

import json
from collections.abc import Mapping
from typing import Final

from fatum.core.options import ChoiceOption, FlagOption, IntOption, Option, Options, SeatOption
from fatum.games.allin.rules.cards import CardTable, default_table, read_changes

SIDE_B: Final = "B"
SHADOWS: Final = "shadows"
CLOSED_EYE: Final = "closed_eye"


class CardsOption(Option):
    """Cards whose effects differ from the default table (AR5); its value is a whole table."""

    def __init__(self, name: str, meaning: str) -> None:
        super().__init__(name, default_table(), meaning)

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

    def values(self) -> str:
        return 'cards with their effects, such as {"2M": ["take*", "draw"]}'

    def write(self, value: object) -> object:
        assert isinstance(value, CardTable)
        return value.changes()


OPTIONS: Final[tuple[Option, ...]] = (
    IntOption("players", 4, 2, 5, "how many play"),
    SeatOption("dealer", "who deals first; drawn from the seed if not given (AR1)"),
    ChoiceOption("side", ("A", SIDE_B), "which side of the aid cards counts (A4, A23)"),
    ChoiceOption(
        "discard", ("standard", SHADOWS, CLOSED_EYE), "what the discard pile is good for (A34, A35)"
    ),
    FlagOption("heirs", "a tie after round 3 is played out in one more round (A33)"),
    CardsOption("cards", "cards whose effects differ from the default table (AR5)"),
    IntOption("turn_limit", 200, 1, 1_000_000, "turns of a round until only passing is left (AR6)"),
)


def card_table(options: Options) -> CardTable:
    """The card table of a game with these options."""
    table = options.value("cards")
    assert isinstance(table, CardTable)
    return table
