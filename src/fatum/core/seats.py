"""Seats are 0…n-1 in Python and P1…Pn in text."""

from typing import Final

from fatum.core.errors import InvalidMove, shown
from fatum.core.messages import Declared

_NO_SEAT: Final = Declared(
    "game.refuse.seat.unknown", "{text} is not a seat of this game; the seats are P1 to {last}"
)


def seat_name(seat: int) -> str:
    """``0`` → ``P1``."""
    return f"P{seat + 1}"


def seat_number(name: str | None) -> int:
    """``P1`` → ``0``, for a name that a game has written; ``None``, which is nobody → ``-1``."""
    return -1 if name is None else int(name[1:]) - 1


def parse_seat(text: str, players: int) -> int:
    """``P1`` → ``0``; anything but the exact name of a seat at this table is refused."""
    for seat in range(players):
        if text == seat_name(seat):
            return seat
    raise InvalidMove(_NO_SEAT(text=shown(text), last=seat_name(players - 1)))
