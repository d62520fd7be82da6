"""Checks what callers of the library pass: seats, moves and seeds."""

import hashlib
import secrets
from operator import index

from fatum.core.errors import InvalidMove, InvalidOptions, shown
from fatum.core.game import Game
from fatum.core.rng import SEED_BYTES
from fatum.core.seats import parse_seat
from fatum.core.views import Move

Seed = int | str | bytes | None
"""What a seed is made from."""


def read_seed(seed: object) -> bytes:
    """64 hexadecimal digits or 32 bytes are the seed itself; any other text is hashed.

    A whole number counts as its text. Without a seed one is drawn.
    """
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes | bytearray):
        if len(seed) != SEED_BYTES:
            raise InvalidOptions(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        return bytes(seed)
    text = seed if isinstance(seed, str) else str(whole_number(seed, "a seed"))
    if len(text) == 2 * SEED_BYTES:
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    try:
        return hashlib.sha256(text.encode()).digest()
    except UnicodeEncodeError:
        raise InvalidOptions("a seed's text must be valid Unicode") from None


def whole_number(value: object, what: str) -> int:
    """An ``int``, or anything that is one, such as NumPy's; never a ``bool``."""
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise InvalidOptions(f"{what} cannot be {shown(value)}")


def read_seat(seat: object, players: int) -> int:
    """A seat by its name, ``P1``, or by its number, from 0."""
    if isinstance(seat, str):
        return parse_seat(seat, players)
    try:
        number = whole_number(seat, "a seat")
    except InvalidOptions:
        number = -1
    if not 0 <= number < players:
        raise InvalidMove(
            f"{shown(seat)} is not a seat of this game; the seats are P1 to P{players}"
        )
    return number


def read_move(game: Game, move: object) -> int:
    """A move by its text, or by its number."""
    if isinstance(move, str | Move):
        return game.parse_move(str(move))
    try:
        number = whole_number(move, "a move")
    except InvalidOptions:
        raise InvalidMove(f"a move is a text or a number, not {shown(move)}") from None
    if not 0 <= number < len(game.moves):
        raise InvalidMove(f"there is no move number {shown(number)}")
    return number
