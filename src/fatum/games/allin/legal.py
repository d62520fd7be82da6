"""What may be chosen, as a set of bits."""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import COMPILED, bit, lowest, members, nth, popcount
from fatum.core.rng import Rng
from fatum.games.allin import cards, moves
from fatum.games.allin.deck import DIFFERENT
from fatum.games.allin.state import (
    ACTION,
    DISCARD,
    EFFECT,
    HIDE,
    KEEP,
    NOBODY,
    OVER,
    PREDICT,
    Position,
)

SKIP_BIT: Final = 60
_SKIP: Final = 0x1000000000000000
_PASS: Final = 0x20000000000000
_ALL_IN: Final = 0x40000000000000
_DISCARD_PLACE: Final = 0x40
"""The bits of these moves and of the discard pile among the places, as plain numbers: mypyc keeps
only those out of Python's slower integers."""
_TOP: Final[list[int]] = [0] + [2**length for length in range(SKIP_BIT)]
"""The highest bit of a number of so many bits."""


def may_act(position: Position, seat: i64) -> bool:
    """Whether this seat has a choice to make now."""
    phase = position.phase
    if phase == HIDE:
        return seat == position.asked
    if phase == OVER:
        return False
    if phase == PREDICT and position.setup.players == 2:
        # Both at once (A28).
        return position.seats[seat].prediction == NOBODY
    return seat == position.turn


def places(position: Position) -> i64:
    """Where an uncovered card can be had, as bits (A15, A34)."""
    if position.setup.shadows and position.discard:
        return position.river.first | _DISCARD_PLACE
    return position.river.first


def targets(position: Position) -> i64:
    """The opponents who can be asked, as bits (AR8)."""
    seats = position.setup.everyone & ~bit(position.turn)
    if position.all_in >= 0:
        seats &= ~bit(position.all_in)
    return seats


def is_possible(position: Position, effect: i64) -> bool:
    """Whether an effect can be done at all (AR2, A13, replay 25)."""
    if effect == cards.TAKE:
        return places(position) != 0
    if effect == cards.RUNE:
        return True
    if effect == cards.SWAP:
        return places(position) != 0 and position.seats[position.turn].hand != 0
    if effect == cards.HYPNOSIS or effect == cards.EYE:
        return targets(position) != 0
    return position.draw_size() > 0 or len(position.discard) > 0


def due_effect(position: Position) -> i64:
    """The effect that is due, with its star."""
    effect: i64 = position.setup.table.program[position.due]
    return effect


def legal_bits(position: Position, seat: i64) -> tuple[i64, i64]:
    """The legal moves of a seat that may act: a set of bits, and the move that bit 0 stands for.

    Bit ``SKIP_BIT`` always stands for ``skip``. For a due swap the bits are the hand cards.
    """
    phase = position.phase
    if phase == EFFECT:
        effect = due_effect(position)
        skip: i64 = 0 if effect >= cards.STAR else _SKIP
        effect &= 15
        if effect == cards.TAKE:
            return places(position) | skip, moves.TAKE
        if effect == cards.DRAW:
            return 1 | skip, moves.DRAW
        if effect == cards.SWAP:
            return position.seats[seat].hand & DIFFERENT | skip, moves.SWAP
        if effect == cards.RUNE:
            return 1 | skip, moves.RUNE
        if effect == cards.HYPNOSIS:
            return targets(position) | skip, moves.HYPNOSIS
        if effect == cards.EYE:
            return targets(position) | skip, moves.EYE
        return 1 | skip, moves.REVEAL
    if phase == ACTION:
        if position.turns >= position.setup.turn_limit:
            return _PASS, moves.PLAY
        hand = position.seats[seat].hand & DIFFERENT | _PASS
        if position.all_in == NOBODY:
            hand |= _ALL_IN
        return hand, moves.PLAY
    if phase == KEEP:
        kept: i64 = 0
        revealed = position.revealed
        while revealed != 0:
            kept |= bit((revealed & 63) - 1)
            revealed >>= 6
        return kept, moves.KEEP
    if phase == DISCARD:
        return position.seats[seat].hand & DIFFERENT, moves.DISCARD
    if phase == HIDE:
        return position.seats[seat].hand & DIFFERENT, moves.HIDE
    return position.setup.everyone, moves.PREDICT


def is_legal(position: Position, seat: i64, move: i64) -> bool:
    """Whether this seat may make this move now."""
    if not may_act(position, seat):
        return False
    bits, base = legal_bits(position, seat)
    if move == moves.SKIP:
        return bits >= _SKIP
    chosen = move - base
    if chosen < 0:
        return False
    if base == moves.SWAP:
        place = chosen % moves.PLACES
        card = chosen // moves.PLACES
        return (bits >> card) & 1 == 1 and (places(position) >> place) & 1 == 1
    return chosen < SKIP_BIT and (bits >> chosen) & 1 == 1


def _fill(found: list[int], bits: i64, base: i64) -> None:
    """Fill an empty list with all members of a set, each increased by ``base``."""
    if COMPILED:
        while bits != 0:
            found.append(base + lowest(bits))
            bits &= bits - 1
        return
    left: int = bits
    below: int = base - 1
    while left:
        length = left.bit_length()
        found.append(below + length)
        left ^= _TOP[length]
    found.reverse()


def legal_list(position: Position, seat: i64) -> list[int]:
    """All legal moves of a seat that may act."""
    bits, base = legal_bits(position, seat)
    found: list[int] = []
    if base == moves.SWAP:
        where: list[int] = []
        _fill(where, places(position), moves.SWAP)
        for card in members(bits & ~_SKIP):
            for place in where:
                found.append(moves.PLACES * card + place)
    else:
        _fill(found, bits & ~_SKIP, base)
    if bits >= _SKIP:
        found.append(moves.SKIP)
    return found


def random_legal(position: Position, seat: i64, rng: Rng) -> i64:
    """One of the legal moves of a seat that may act, each equally likely."""
    bits, base = legal_bits(position, seat)
    if base != moves.SWAP:
        chosen = nth(bits, rng.below(popcount(bits)))
        if chosen == SKIP_BIT:
            return moves.SKIP
        return base + chosen
    where = places(position)
    ways = popcount(where)
    hand = bits & ~_SKIP
    choices = popcount(hand) * ways
    drawn = rng.below(choices + 1 if bits >= _SKIP else choices)
    if drawn == choices:
        return moves.SKIP
    while drawn >= ways:
        drawn -= ways
        hand &= hand - 1
    return moves.SWAP + moves.PLACES * lowest(hand) + nth(where, drawn)
