"""The games of this project as the contract kit tests them: every option in every combination."""

from collections.abc import Mapping
from itertools import product
from typing import Final

from fatum.core.bits import COMPILED
from fatum.games.registry import find_game
from fatum.testing import Contract

KARMA_PLAYERS: Final = range(2, 7)
ALLIN_PLAYERS: Final = range(2, 6)


MENTIONS: Final = {
    "karma": frozenset({"known", "foreseen", "demand", "on"}),
    "allin": frozenset({"memory"}),
}
"""Keys that speak of cards lying elsewhere."""


def games(compiled: int, plain: int) -> range:
    """How many games to play: the compiled build carries the load."""
    return range(compiled if COMPILED else plain)


def karma(players: int) -> Contract:
    """Karma with this many players and all its options."""
    given: list[Mapping[str, object]] = [
        {"players": players, "foresight": foresight, "table_card_follow_up": follow_up}
        for foresight, follow_up in product((False, True), ("strict", "free"))
    ]
    # Wild play makes long games; a limit now and then keeps the number of positions in bounds.
    given += [{**options, "turn_limit": 40} for options in given]
    return Contract(
        find_game("karma"),
        tuple(given),
        mentions=MENTIONS["karma"],
    )


def allin(players: int) -> Contract:
    """All In with this many players, both sides and all variants."""
    given: list[Mapping[str, object]] = [
        {"players": players, "side": side, "discard": discard, "heirs": heirs}
        for discard, side, heirs in product(
            ("standard", "shadows", "closed_eye"), ("A", "B"), (False, True)
        )
    ]
    given[1] = {**given[1], "turn_limit": 6}
    return Contract(
        find_game("allin"),
        tuple(given),
        mentions=MENTIONS["allin"],
        discloses=frozenset({"hypnosis"}),
    )


def contracts() -> list[tuple[str, Contract]]:
    """Every game with every number of players, with a name for the test."""
    return [
        *((f"karma-{players}", karma(players)) for players in KARMA_PLAYERS),
        *((f"allin-{players}", allin(players)) for players in ALLIN_PLAYERS),
    ]
