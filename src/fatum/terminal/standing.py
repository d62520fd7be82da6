"""Who is out, and how a game has ended, from public information."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fatum.records import Record, Replay

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


def finishing_order(record: Record) -> list[int]:
    """Seats that have got rid of all their cards, the first one first."""
    found: list[int] = []
    replay = Replay(record)
    for _ in replay:
        out = out_of_cards(replay.state.view_for(None).to_dict())
        found += [seat for seat in out if seat not in found]
    return found


def scores(outcome: Mapping[str, Any] | None) -> list[int]:
    """The final score of each seat, in a game that counts runes."""
    found = (outcome or {}).get("runes", [])
    return list(found) if isinstance(found, list) else []
