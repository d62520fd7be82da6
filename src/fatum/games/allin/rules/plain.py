"""Legal moves for the plain build, where a list is quicker looked up than made."""

from functools import cache
from typing import Final

from fatum.core.bits import members
from fatum.core.plain import note_offer
from fatum.games.allin.rules import moves
from fatum.games.allin.rules.deck import KINDS
from fatum.games.allin.rules.legal import SKIP_SET, legal_bits, list_of, places
from fatum.games.allin.rules.state import AllInBase

_FEW: Final = 0x80
_KNOWN: Final[dict[tuple[int, int], list[int]]] = {}
"""``legal_bits`` → moves, for sets of seats and places, of which there are few."""


def offer(state: AllInBase, seat: int) -> list[int]:
    """All legal moves of a seat that may act; notes them, and looks up what depends on small sets."""
    key = legal_bits(state, seat)
    found = _KNOWN.get(key)
    if found is None:
        bits, base = key
        if base == moves.PLAY:
            found = members(bits)
        elif base == moves.SWAP:
            found = []
            swaps = _swaps(places(state))
            for card in members(bits & ~SKIP_SET):
                found += swaps[card]
            if bits >= SKIP_SET:
                found.append(moves.SKIP)
        else:
            found = list_of(state, bits, base)
            if bits & ~SKIP_SET < _FEW:
                _KNOWN[key] = found
    note_offer(state, seat, found)
    return found.copy()


@cache
def _swaps(where: int) -> list[list[int]]:
    """Card → the moves that swap it for what lies at these places."""
    return [members(where, moves.SWAP + moves.PLACES * card) for card in range(KINDS)]
