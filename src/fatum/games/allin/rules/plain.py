"""Legal moves for the plain build, where a list is quicker looked up than made."""

from typing import Any, Final

from fatum.core.bits import members
from fatum.core.plain import LAST_OFFER, NO_OFFER, forget_offer
from fatum.core.rng import Rng
from fatum.games.allin.rules.apply import do_move
from fatum.games.allin.rules.legal import legal_bits, list_of
from fatum.games.allin.rules.moves import SWAP
from fatum.games.allin.rules.state import EFFECT, HIDE, PREDICT, AllInBase

_KNOWN: Final[dict[tuple[int, int], list[int]]] = {}
"""``legal_bits`` → moves, for sets of seats and places, of which there are few."""


def use_offers(state_type: Any) -> None:
    """Let states note which moves they offered, and not check those again."""
    checked = state_type.apply
    played_out = state_type.playout

    def apply(state: AllInBase, seat: int, move: int) -> None:
        offered, whom, allowed = LAST_OFFER[0]
        LAST_OFFER[0] = NO_OFFER
        if offered is state and whom == seat and move in allowed:
            do_move(state, seat, move)
        else:
            checked(state, seat, move)

    def playout(state: AllInBase, rng: Rng) -> Any:
        forget_offer()
        return played_out(state, rng)

    state_type.legal_moves = offer
    state_type.apply = apply
    state_type.playout = playout


def offer(state: AllInBase, seat: int) -> list[int]:
    """All legal moves of a seat; notes them, and looks up what depends on small sets."""
    phase = state.phase
    if (seat != state.turn or phase >= HIDE) and not state.may_act(seat):
        return []
    bits, base = key = legal_bits(state, seat)
    if phase != EFFECT and phase != PREDICT:
        found = members(bits, base)
    elif base == SWAP:
        found = list_of(state, bits, base)
    else:
        found = _KNOWN.get(key) or _KNOWN.setdefault(key, list_of(state, bits, base))
    LAST_OFFER[0] = (state, seat, found)
    return found.copy()
