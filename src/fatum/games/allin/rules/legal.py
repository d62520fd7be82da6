"""What may be chosen, as a set of bits."""

from functools import cache
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
    AllInState,
)

SKIP_BIT: Final = 60
_SKIP: Final = 0x1000000000000000
_PASS: Final = 0x20000000000000
_ALL_IN: Final = 0x40000000000000
_DISCARD_PLACE: Final = 0x40
"""The bits of these moves and of the discard pile among the places, as plain numbers: mypyc keeps
only those out of Python's slower integers."""
_FEW: Final = 0x80
_KNOWN: Final[dict[tuple[int, int], list[int]]] = {}
"""``legal_bits`` → moves, for sets of seats and places, of which there are few."""
_BASES: Final[bytes] = 2 * bytes([
    0, moves.TAKE, moves.SWAP, moves.DRAW, moves.RUNE, moves.HYPNOSIS, moves.EYE,
    moves.REVEAL, moves.REVEAL, moves.REVEAL, 0, 0, 0, 0, 0, 0,
])  # fmt: skip
"""Effect, with its star or without → the first of its moves."""


def places(state: AllInState) -> i64:
    """Where an uncovered card can be had, as bits (A15, A34)."""
    if state.setup.shadows and state.discard:
        return state.river.first | _DISCARD_PLACE
    return state.river.first


def targets(state: AllInState) -> i64:
    """The opponents who can be asked, as bits (AR8)."""
    seats = state.setup.everyone & ~bit(state.turn)
    if state.all_in >= 0:
        seats &= ~bit(state.all_in)
    return seats


def is_possible(state: AllInState, effect: i64) -> bool:
    """Whether an effect can be done at all (AR2, A13, replay 25)."""
    if effect == cards.TAKE:
        return state.river.first != 0 or places(state) != 0
    if effect == cards.RUNE:
        return True
    if effect == cards.SWAP:
        return places(state) != 0 and state.seats[state.turn].hand != 0
    if effect == cards.HYPNOSIS or effect == cards.EYE:
        return targets(state) != 0
    return state.drawn < len(state.draw) or len(state.discard) > 0


def due_effect(state: AllInState) -> i64:
    """The effect that is due, with its star."""
    effect: i64 = state.setup.table.program[state.due]
    return effect


def legal_bits(state: AllInState, seat: i64) -> tuple[i64, i64]:
    """The legal moves of a seat that may act: a set of bits, and the move that bit 0 stands for.

    Bit ``SKIP_BIT`` always stands for ``skip``. For a due swap the bits are the hand cards.
    """
    phase = state.phase
    if phase == EFFECT:
        effect: i64 = state.setup.table.program[state.due]
        base: i64 = _BASES[effect]
        bits: i64 = 0
        if effect < cards.STAR:
            bits = _SKIP
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
        hand = state.seats[seat].hand & DIFFERENT | _PASS
        if state.all_in == NOBODY:
            hand |= _ALL_IN
        return hand, moves.PLAY
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


def is_legal(state: AllInState, seat: i64, move: i64) -> bool:
    """Whether this seat may make this move now."""
    if not state.may_act(seat):
        return False
    bits, base = legal_bits(state, seat)
    if move == moves.SKIP:
        return bits >= _SKIP
    chosen = move - base
    if chosen < 0:
        return False
    if base == moves.SWAP:
        place = chosen % moves.PLACES
        card = chosen // moves.PLACES
        return (bits >> card) & 1 == 1 and (places(state) >> place) & 1 == 1
    return chosen < SKIP_BIT and (bits >> chosen) & 1 == 1


def legal_list(state: AllInState, seat: i64) -> list[int]:
    """All legal moves of a seat that may act."""
    bits, base = legal_bits(state, seat)
    return _list_of(state, bits, base)


def _list_of(state: AllInState, bits: i64, base: i64) -> list[int]:
    may_skip = bits >= _SKIP
    if may_skip:
        bits -= _SKIP
    if base == moves.SWAP:
        where = members(places(state), moves.SWAP)
        found = [moves.PLACES * card + place for card in members(bits) for place in where]
    else:
        found = members(bits, base)
    if may_skip:
        found.append(moves.SKIP)
    return found


def offer(state: AllInState, seat: i64) -> list[int]:
    """The same for the plain build: it notes the moves, and looks up what depends on small sets."""
    key = legal_bits(state, seat)
    found = _KNOWN.get(key)
    if found is None:
        bits, base = key
        if base == moves.PLAY:
            found = members(bits)
        elif base == moves.SWAP:
            found = []
            swaps = _swaps(places(state))
            for card in members(bits & ~_SKIP):
                found += swaps[card]
            if bits >= _SKIP:
                found.append(moves.SKIP)
        else:
            found = _list_of(state, bits, base)
            if bits & ~_SKIP < _FEW:
                _KNOWN[key] = found
    state.offered = found
    state.offered_to = seat
    return found.copy()


@cache
def _swaps(where: int) -> list[list[int]]:
    """Card → the moves that swap it for what lies at these places."""
    return [members(where, moves.SWAP + moves.PLACES * card) for card in range(KINDS)]


def random_legal(state: AllInState, seat: i64, rng: Rng) -> i64:
    """One of the legal moves of a seat that may act, each equally likely."""
    bits, base = legal_bits(state, seat)
    if base != moves.SWAP:
        chosen = nth(bits, rng.below(popcount(bits)))
        if chosen == SKIP_BIT:
            return moves.SKIP
        return base + chosen
    where = places(state)
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
