"""Win probabilities before predictions, by how often such hands are predicted rightly; for three players and more.

How often a player bets on the strongest hand depends on the player's own: four of a kind is hard to doubt. In the last
round the chances follow from what each player gets if some are right and others are not, all possibilities weighed.
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.estimates import CERTAIN, SCALE
from fatum.core.bits import popcount
from fatum.games.allin.rules.deck import rune_count
from fatum.games.allin.rules.hands import STRENGTH, STRENGTH_BITS, evaluate, value_of
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import ROUNDS

# By number of players, then by the place of the own hand in the order: how often bots that think are right.
# ``python -m benchmarks.settling`` measures it.
_ITSELF: Final[list[list[float]]] = [
    [],
    [],
    [],
    [0.40, 0.40, 0.45, 0.60, 0.74, 0.79, 0.88, 0.94, 0.95],
    [0.60, 0.60, 0.60, 0.66, 0.72, 0.72, 0.85, 0.93, 0.94],
    [0.60, 0.60, 0.60, 0.62, 0.66, 0.66, 0.84, 0.93, 0.95],
]
"""Those who hold the strongest hand."""
_ANOTHER: Final[list[list[float]]] = [
    [],
    [],
    [],
    [0.72, 0.71, 0.72, 0.72, 0.63, 0.63, 0.63, 0.60, 0.60],
    [0.60, 0.62, 0.67, 0.66, 0.55, 0.55, 0.59, 0.60, 0.60],
    [0.49, 0.54, 0.53, 0.54, 0.47, 0.45, 0.46, 0.45, 0.46],
]
"""Those who do not."""


_BITS: Final = 12
_RUNES: Final = 0xFFF
"""Room for the runes of one player, where those of all are one number."""


def settled_chances(state: AllInState) -> list[float]:
    """Each seat's chance to win, when all hands are final and nobody has predicted."""
    setup = state.setup
    strengths: i64 = 0
    strongest: i64 = 0
    shift: i64 = 0
    for owner in state.seats:
        strength = evaluate(owner.hand, setup.side_b)
        strengths |= strength << shift
        shift += STRENGTH_BITS
        strongest = max(strongest, strength)
    itself = _ITSELF[setup.players]
    another = _ANOTHER[setup.players]
    right: list[float] = []
    runes: i64 = 0
    shift = 0
    for owner in state.seats:
        strength = strengths & STRENGTH
        strengths >>= STRENGTH_BITS
        right.append((itself if strength == strongest else another)[strength >> 6])
        paid = value_of(strength) + 2 * rune_count(owner.hand)
        runes |= (owner.runes + paid) << shift
        shift += _BITS
    if state.round >= ROUNDS:
        return _at_the_end(runes, right, state.pot)
    return _going_on(runes, right, float(state.pot), SCALE[state.round + 1])


def _going_on(runes: i64, right: list[float], pot: float, scale: float) -> list[float]:
    """From the runes that each may expect."""
    all_right = 1.0
    for chance in right:
        all_right += chance
    weights: list[float] = []
    total = 0.0
    for chance in right:
        expected = float(runes & _RUNES) + pot * chance / (all_right - chance)
        runes >>= _BITS
        weight = exp(min(expected / scale, CERTAIN))
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]


def _at_the_end(runes: i64, right: list[float], pot: i64) -> list[float]:
    """From every way in which some are right; a tie is shared by all, as nobody wins (A32)."""
    players: i64 = len(right)
    # Names for all seats in place of lists: this is a part of every simulation.
    right0 = right[0]
    right1 = right[1]
    right2 = right[2]
    right3 = right[3] if players > 3 else 0.0
    right4 = right[4] if players > 4 else 0.0
    wins0 = wins1 = wins2 = wins3 = wins4 = 0.0
    ways: i64 = 1
    ways <<= players
    those: i64 = 0
    while those < ways:
        chance = right0 if those & 1 != 0 else 1.0 - right0
        chance *= right1 if those & 2 != 0 else 1.0 - right1
        chance *= right2 if those & 4 != 0 else 1.0 - right2
        chance *= right3 if those & 8 != 0 else 1.0 - right3
        chance *= right4 if those & 16 != 0 else 1.0 - right4
        leader = _leader(runes, those, 0 if those == 0 else pot // popcount(those), players)
        if leader == 0:
            wins0 += chance
        elif leader == 1:
            wins1 += chance
        elif leader == 2:
            wins2 += chance
        elif leader == 3:
            wins3 += chance
        elif leader == 4:
            wins4 += chance
        those += 1
    tied = max(1.0 - wins0 - wins1 - wins2 - wins3 - wins4, 0.0) / float(players)
    found = [wins0 + tied, wins1 + tied, wins2 + tied, wins3 + tied, wins4 + tied]
    del found[players:]
    return found


def _leader(runes: i64, those: i64, share: i64, players: i64) -> i64:
    """Who has most runes, with a share for each of those seats; -1 if there are several."""
    most: i64 = -1
    leader: i64 = -1
    seat: i64 = 0
    while seat < players:
        own = runes & _RUNES
        runes >>= _BITS
        if (those >> seat) & 1 == 1:
            own += share
        if own > most:
            most = own
            leader = seat
        elif own == most:
            leader = -1
        seat += 1
    return leader
