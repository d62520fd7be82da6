"""What may be chosen, as a set of bits."""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit, lowest, members, nth, popcount
from fatum.core.rng import Rng
from fatum.games.allin.rules import cards, moves
from fatum.games.allin.rules.deck import DIFFERENT, KINDS
from fatum.games.allin.rules.state import (
    ACTION,
    DISCARD,
    EFFECT,
    HIDE,
    KEEP,
    NOBODY,
    AllInBase,
)

SKIP_BIT: Final = 60
SKIP_SET: Final = 0x1000000000000000
_PASS: Final = 0x20000000000000
_PASS_OR_ALL_IN: Final = 0x60000000000000
_DISCARD_PLACE: Final = 0x40
"""The bits of these moves and of the discard pile among the places, as plain numbers: mypyc keeps
only those out of Python's slower integers."""
_BASES: Final[bytes] = 2 * bytes([
    0, moves.TAKE, moves.SWAP, moves.DRAW, moves.RUNE, moves.HYPNOSIS, moves.EYE,
    moves.REVEAL, moves.REVEAL, moves.REVEAL, 0, 0, 0, 0, 0, 0,
])  # fmt: skip
"""Effect, with its star or without → the first of its moves."""


def places(state: AllInBase) -> i64:
    """Where an uncovered card can be had, as bits (A15, A34)."""
    if state.setup.shadows and state.discard:
        return state.river.first | _DISCARD_PLACE
    return state.river.first


def targets(state: AllInBase) -> i64:
    """The opponents who can be asked, as bits (AR8)."""
    seats = state.setup.everyone ^ bit(state.turn)
    if state.all_in >= 0:
        seats &= ~bit(state.all_in)
    return seats


def is_possible(state: AllInBase, effect: i64) -> bool:
    """Whether an effect can be done at all (AR2, A13, replay 25)."""
    if effect <= cards.SWAP:
        if state.river.first == 0 and places(state) == 0:
            return False
        return effect == cards.TAKE or state.seats[state.turn].hand != 0
    if effect == cards.DRAW or effect >= cards.REVEAL3:
        return state.drawn < len(state.draw) or len(state.discard) > 0
    return effect == cards.RUNE or targets(state) != 0


def due_effect(state: AllInBase) -> i64:
    """The effect that is due, with its star."""
    effect: i64 = state.setup.table.program[state.due]
    return effect


def legal_bits(state: AllInBase, seat: i64) -> tuple[i64, i64]:
    """The legal moves of a seat that may act: a set of bits, and the move that bit 0 stands for.

    Bit ``SKIP_BIT`` always stands for ``skip``. For a due swap the bits are the hand cards.
    """
    phase = state.phase
    if phase == EFFECT:
        effect: i64 = state.setup.table.program[state.due]
        base: i64 = _BASES[effect]
        bits: i64 = 0
        if effect < cards.STAR:
            bits = SKIP_SET
        if base == moves.TAKE:
            return bits | places(state), base
        if base < moves.HYPNOSIS:
            return bits | 1, base
        if base == moves.SWAP:
            return bits | state.seats[seat].hand & DIFFERENT, base
        return bits | targets(state), base
    if phase == ACTION:
        if state.turns >= state.setup.turn_limit:
            return _PASS, moves.PLAY
        hand = state.seats[seat].hand & DIFFERENT
        if state.all_in == NOBODY:
            return hand | _PASS_OR_ALL_IN, moves.PLAY
        return hand | _PASS, moves.PLAY
    if phase == KEEP:
        kept: i64 = 0
        revealed = state.revealed
        first = bit(0)
        while revealed != 0:
            kept |= first << ((revealed & 63) - 1)
            revealed >>= 6
        return kept, moves.KEEP
    if phase == DISCARD:
        return state.seats[seat].hand & DIFFERENT, moves.DISCARD
    if phase == HIDE:
        return state.seats[seat].hand & DIFFERENT, moves.HIDE
    return state.setup.everyone, moves.PREDICT


def is_legal(state: AllInBase, seat: i64, move: i64) -> bool:
    """Whether this seat may make this move now."""
    if not state.may_act(seat):
        return False
    bits, base = legal_bits(state, seat)
    if move == moves.SKIP:
        return bits >= SKIP_SET
    chosen = move - base
    if chosen < 0:
        return False
    if base == moves.SWAP:
        place = chosen % moves.PLACES
        card = chosen // moves.PLACES
        return (bits >> card) & 1 == 1 and (places(state) >> place) & 1 == 1
    return chosen < SKIP_BIT and (bits >> chosen) & 1 == 1


def legal_list(state: AllInBase, seat: i64) -> list[int]:
    """All legal moves of a seat that may act."""
    bits, base = legal_bits(state, seat)
    return list_of(state, bits, base)


def list_of(state: AllInBase, bits: i64, base: i64) -> list[int]:
    if base == moves.SWAP:
        found: list[int] = []
        swaps = _swaps(places(state))
        for card in members(bits & ~SKIP_SET):
            found += swaps[card]
        if bits >= SKIP_SET:
            found.append(moves.SKIP)
        return found
    found = members(bits, base)
    if bits >= SKIP_SET:
        found[-1] = moves.SKIP
    return found


_SWAPS: Final[dict[int, list[list[int]]]] = {}


def _swaps(where: int) -> list[list[int]]:
    """Card → the moves that swap it for what lies at these places; made once."""
    found = _SWAPS.get(where)
    if found is None:
        first = members(where, moves.SWAP)
        found = [[moves.PLACES * card + move for move in first] for card in range(KINDS)]
        _SWAPS[where] = found
    return found


def random_legal(state: AllInBase, seat: i64, rng: Rng) -> i64:
    """One of the legal moves of a seat that may act, each equally likely."""
    bits, base = legal_bits(state, seat)
    if base != moves.SWAP:
        chosen = nth(bits, rng.below(popcount(bits)))
        if chosen == SKIP_BIT:
            return moves.SKIP
        return base + chosen
    where = places(state)
    ways = popcount(where)
    hand = bits & ~SKIP_SET
    choices = popcount(hand) * ways
    drawn = rng.below(choices + 1 if bits >= SKIP_SET else choices)
    if drawn == choices:
        return moves.SKIP
    while drawn >= ways:
        drawn -= ways
        hand &= hand - 1
    return moves.SWAP + moves.PLACES * lowest(hand) + nth(where, drawn)
