"""Win probabilities of a running All In game."""

from math import exp
from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.points import RUNE_POINTS
from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.policies.allin.worth import worth
from fatum.games.allin.rules.deck import rune_count
from fatum.games.allin.rules.hands import STRENGTH, STRENGTH_BITS, evaluate, value_of
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import ACTION, PREDICT, ROUNDS

SCALE: Final[list[float]] = [1.0, 4.0, 3.5, 2.75, 2.75]
"""By round: how many runes ahead make a win e times as likely, as games between bots show."""
_LAST_SCALE: Final = 1.5
"""The same when the last round has only to be scored."""
_SEES_ITSELF: Final = 0.8
"""How often the strongest player predicts that, ..."""
_SEES_ANOTHER: Final[list[float]] = [0.0, 0.0, 0.72, 0.57, 0.51, 0.46]
"""... and everyone else, by the number of players: measured between bots that think."""
CERTAIN: Final = 700.0
"""Cap on the lead, which keeps the exponent finite."""


def chances(prospects: Prospects, state: AllInState) -> list[float]:
    """Each seat's chance to win, from the runes it has and those its hand promises."""
    if state.phase == PREDICT:
        return _payoffs_before_predictions(state)
    points_now = prospects.now(state)
    begun = state.turns > 0 or state.phase != ACTION
    scale = SCALE[state.round] * RUNE_POINTS
    weights: list[float] = []
    total = 0.0
    for owner in state.seats:
        points = RUNE_POINTS * owner.runes
        if begun:
            points += worth(owner.hand, points_now)
        weight = exp(min(float(points) / scale, CERTAIN))
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]


def _payoffs_before_predictions(state: AllInState) -> list[float]:
    """The same for hands that are final: what they pay, and the share of the pot to be expected."""
    setup = state.setup
    strengths: i64 = 0
    strongest: i64 = 0
    for owner in state.seats:
        strength = evaluate(owner.hand, setup.side_b)
        strengths = strengths << STRENGTH_BITS | strength
        strongest = max(strongest, strength)
    shift = STRENGTH_BITS * setup.players
    scale = _LAST_SCALE if state.round >= ROUNDS else SCALE[state.round + 1]
    another = _SEES_ANOTHER[setup.players]
    others = another * float(setup.players - 1)
    pot = float(state.pot)
    share = pot * another / (1.0 + others - another + _SEES_ITSELF)
    own_share = pot * _SEES_ITSELF / (1.0 + others)
    weights: list[float] = []
    total = 0.0
    for owner in state.seats:
        shift -= STRENGTH_BITS
        strength = (strengths >> shift) & STRENGTH
        runes = float(owner.runes + value_of(strength) + 2 * rune_count(owner.hand))
        runes += own_share if strength == strongest else share
        weight = exp(min(runes / scale, CERTAIN))
        weights.append(weight)
        total += weight
    return [weight / total for weight in weights]
