"""The settings of a Karma game."""

from typing import Final

from fatum.core.messages import declare
from fatum.core.options import PLAYERS, ChoiceOption, FlagOption, IntOption, Option, SeatOption

STRICT: Final = "strict"

_ABOUT: Final = declare(
    "karma.option",
    {
        "starter": "who begins; drawn from the seed if not given (KR1)",
        "foresight": "everyone may look once at their hidden cards (K23)",
        "follow": "whether the card after a “Table Card” must fit the pile (KR13)",
        "limit": "turns after which a game ends without a loser (KR20)",
    },
)

OPTIONS: Final[tuple[Option, ...]] = (
    IntOption("players", 4, 2, 6, PLAYERS()),
    SeatOption("starter", _ABOUT["starter"]()),
    FlagOption("foresight", _ABOUT["foresight"]()),
    ChoiceOption("table_card_follow_up", (STRICT, "free"), _ABOUT["follow"]()),
    IntOption("turn_limit", 2000, 1, 1_000_000, _ABOUT["limit"]()),
)
