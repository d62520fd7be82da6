"""Who is out, and how a game has ended: from what everybody sees."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

_PLACES: Final = ("hand", "open", "hidden")


def out_of_cards(data: Mapping[str, Any] | None) -> list[int]:
    """Seats that have got rid of all their cards, in a game where that is the aim."""
    seats = () if data is None else data.get("seats", ())
    if not isinstance(seats, Sequence) or data is None or data.get("phase") in {"look", "lay"}:
        return []
    return [
        number
        for number, seat in enumerate(seats)
        if isinstance(seat, Mapping)
        and all(key in seat for key in _PLACES)
        and not seat["hand"]
        and not seat["open"]
        and not any(card is not None for card in seat["hidden"])
    ]


def scores(outcome: Mapping[str, Any] | None) -> list[int]:
    """The final score of each seat, in a game that counts runes."""
    found = (outcome or {}).get("runes", [])
    return list(found) if isinstance(found, list) else []
