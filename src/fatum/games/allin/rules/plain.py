"""Legal moves for the plain build, where a list is quicker looked up than made."""

from functools import cache
from typing import Final

from fatum.core.bits import members
from fatum.core.plain import LAST_OFFER
from fatum.games.allin.rules import moves
from fatum.games.allin.rules.deck import KINDS
from fatum.games.allin.rules.legal import SKIP_SET, legal_bits, list_of, places
from fatum.games.allin.rules.state import HIDE, AllInBase

_FEW: Final = 0x80
_KNOWN: Final[dict[tuple[int, int], list[int]]] = {}
"""``legal_bits`` → moves, for sets of seats and places, of which there are few."""


def offer(state: AllInBase, seat: int) -> list[int]:
    """All legal moves of a seat; notes them, and looks up what depends on small sets."""
    if (seat != state.turn or state.phase >= HIDE) and not state.may_act(seat):
        return []
    bits, base = key = legal_bits(state, seat)
    if base == moves.PLAY:
        found = members(bits)
    else:
        found = _KNOWN.get(key) or _made(state, bits, base)
    LAST_OFFER[0] = (state, seat, found)
    return found.copy()


def _made(state: AllInBase, bits: int, base: int) -> list[int]:
    if base == moves.SWAP:
        found: list[int] = []
        swaps = _swaps(places(state))
        for card in members(bits & ~SKIP_SET):
            found += swaps[card]
        if bits >= SKIP_SET:
            found.append(moves.SKIP)
        return found
    found = list_of(state, bits, base)
    if bits & ~SKIP_SET < _FEW:
        _KNOWN[bits, base] = found
    return found


@cache
def _swaps(where: int) -> list[list[int]]:
    """Card → the moves that swap it for what lies at these places."""
    first = members(where, moves.SWAP)
    return [[moves.PLACES * card + move for move in first] for card in range(KINDS)]
