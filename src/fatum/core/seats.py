"""Seats are 0…n-1 in Python and P1…Pn in text."""

from fatum.core.errors import InvalidMove


def seat_name(seat: int) -> str:
    """``0`` → ``P1``."""
    return f"P{seat + 1}"


def parse_seat(text: str, players: int) -> int:
    """``P1`` → ``0``; anything but the exact name of a seat at this table is refused."""
    for seat in range(players):
        if text == seat_name(seat):
            return seat
    raise InvalidMove(f"{text!r} is no seat of this game; the seats are P1 to P{players}")
