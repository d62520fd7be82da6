"""What may be chosen, as a set of bits."""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit, lowest, nth, popcount
from fatum.core.rng import Rng
from fatum.games.karma.rules.cards import EVERYTHING, FITTING_ON, SINGLES, fitting
from fatum.games.karma.rules.moves import FLIPS, GIVES, LAYS, LOOKS, OPENS, PLAYS, TAKE
from fatum.games.karma.rules.state import (
    FOLLOW,
    GIVE,
    LAY,
    TURN,
    KarmaBase,
    hidden_positions,
)

TAKE_BIT: Final = 60  # TAKE_SET is its set, written out: a computed constant would not stay native
TAKE_SET: Final = 0x1000000000000000


def legal_bits(state: KarmaBase, seat: i64) -> tuple[i64, i64]:
    """The legal moves of a seat that may act: a set of bits, and the move that bit 0 stands for.

    Bit ``TAKE_BIT`` always stands for ``take``.
    """
    phase = state.phase
    owner = state.seats[seat]
    if phase == TURN:
        take: i64 = 0
        plays: i64 = EVERYTHING
        pile = state.pile
        if pile:
            take = TAKE_SET
            plays = FITTING_ON[pile[-1]]
        if owner.hand != 0:
            return owner.hand & plays | take, PLAYS
        if owner.open != 0:
            return owner.open & plays | take, OPENS
        return hidden_positions(owner.hidden) | take, FLIPS
    if phase == FOLLOW:
        wanted = fitting(state.wanted())
        base: i64 = PLAYS
        if owner.open != 0:
            bits = owner.open & wanted & SINGLES
            base = OPENS
        elif owner.hidden != 0:
            return hidden_positions(owner.hidden), FLIPS
        else:
            bits = owner.hand & wanted
        if bits == 0:
            return TAKE_SET, base
        return bits, base
    if phase == GIVE:
        return (bit(state.setup.players) - 1) & ~bit(seat), GIVES
    if phase == LAY:
        # One bit per kind: gather the lowest bits of the hand's fields.
        hand = owner.hand & SINGLES
        bits = 0
        kind: i64 = 0
        while hand != 0:
            if hand & 1 != 0:
                bits |= bit(kind)
            hand >>= 3
            kind += 1
        return bits, LAYS
    return 3, LOOKS


def random_legal(state: KarmaBase, seat: i64, rng: Rng) -> i64:
    """One of the legal moves of a seat that may act, each equally likely."""
    bits, base = legal_bits(state, seat)
    count = popcount(bits)
    place = lowest(bits) if count == 1 else nth(bits, rng.below(count))
    if place == TAKE_BIT:
        return TAKE
    return base + place
