"""The settings of a Karma game."""

from typing import Final

from fatum.core.options import ChoiceOption, FlagOption, IntOption, Option, SeatOption

STRICT: Final = "strict"

OPTIONS: Final[tuple[Option, ...]] = (
    IntOption("players", 4, 2, 6, "how many play"),
    SeatOption("starter", "who begins; drawn from the seed if not given (KR1)"),
    FlagOption("foresight", "everyone may look once at their hidden cards (K23)"),
    ChoiceOption(
        "table_card_follow_up",
        (STRICT, "free"),
        "whether the card after a Table Card must fit the pile (KR13)",
    ),
    IntOption("turn_limit", 2000, 1, 1_000_000, "turns until a game ends undecided (KR20)"),
)
