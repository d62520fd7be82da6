"""What may be chosen, as a set of bits."""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import members, nth, popcount
from fatum.core.rng import Rng
from fatum.games.karma import moves
from fatum.games.karma.cards import FITTING, SINGLES
from fatum.games.karma.state import (
    FOLLOW,
    GIVE,
    LAY,
    LOOK,
    OVER,
    TABLE_CARDS,
    TURN,
    Position,
    hidden_positions,
)

TAKE_BIT: Final = 60
_TAKE: Final = 2**TAKE_BIT
_SEATS: Final[list[int]] = [2**players - 1 for players in range(7)]
_BIT: Final[list[int]] = [2**bit for bit in range(8)]


def may_act(position: Position, seat: i64) -> bool:
    """Whether this seat has a choice to make now."""
    phase = position.phase
    if phase == OVER:
        return False
    if phase == LOOK:
        return position.seats[seat].looked < 0
    if phase == LAY:
        return popcount(position.seats[seat].open) < TABLE_CARDS
    return seat == position.turn


def legal_bits(position: Position, seat: i64) -> tuple[i64, i64]:
    """The legal moves of a seat that may act: a set of bits, and the move that bit 0 stands for.

    Bit ``TAKE_BIT`` always stands for ``take``.
    """
    phase = position.phase
    owner = position.seats[seat]
    if phase == TURN:
        take: i64 = 0
        fitting: i64 = FITTING[0]
        if position.pile:
            take = _TAKE
            fitting = FITTING[position.pile_demand()]
        if owner.hand != 0:
            return owner.hand & fitting | take, moves.PLAY
        if owner.open != 0:
            return owner.open & fitting | take, moves.OPEN
        return hidden_positions(owner.hidden) | take, moves.FLIP
    if phase == FOLLOW:
        wanted: i64 = FITTING[position.wanted()]
        base: i64 = moves.PLAY
        if owner.open != 0:
            bits = owner.open & wanted & SINGLES
            base = moves.OPEN
        elif owner.hidden != 0:
            return hidden_positions(owner.hidden), moves.FLIP
        else:
            bits = owner.hand & wanted
        if bits == 0:
            return _TAKE, base
        return bits, base
    if phase == GIVE:
        others: i64 = _SEATS[position.players]
        own: i64 = _BIT[seat]
        return others & ~own, moves.GIVE
    if phase == LAY:
        # One bit a kind: gather the lowest bits of the hand's fields.
        hand = owner.hand & SINGLES
        bits = 0
        kind: i64 = 0
        one: i64 = 1
        while hand != 0:
            if hand & 1 != 0:
                bits |= one << kind
            hand >>= 3
            kind += 1
        return bits, moves.LAY
    return 3, moves.LOOK


def is_legal(position: Position, seat: i64, move: i64) -> bool:
    """Whether this seat may make this move now."""
    if not may_act(position, seat):
        return False
    bits, base = legal_bits(position, seat)
    if move == moves.TAKE:
        return bits >= _TAKE
    bit = move - base
    return 0 <= bit < TAKE_BIT and (bits >> bit) & 1 == 1


def legal_list(position: Position, seat: i64) -> list[int]:
    """All legal moves of a seat that may act."""
    bits, base = legal_bits(position, seat)
    take = bits >= _TAKE
    if take:
        bits -= _TAKE
    found: list[int] = []
    for bit in members(bits):
        found.append(base + bit)
    if take:
        found.append(moves.TAKE)
    return found


def random_legal(position: Position, seat: i64, rng: Rng) -> i64:
    """One of the legal moves of a seat that may act, each equally likely."""
    bits, base = legal_bits(position, seat)
    bit = nth(bits, rng.below(popcount(bits)))
    if bit == TAKE_BIT:
        return moves.TAKE
    return base + bit
