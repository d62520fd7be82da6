"""What the effects of cards promise before it is known what they bring, in points as in ``worth``."""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit
from fatum.games.allin.rules import cards
from fatum.games.allin.rules.cards import CardTable
from fatum.games.allin.rules.deck import KINDS
from fatum.games.allin.worth import RUNE_POINTS, Promises

_DRAW_GAIN: Final = 12
_SECOND_DRAW_GAIN: Final = 8
_SWAP_GAIN: Final = 12
_REVEAL_GAIN: Final = 14
"""For three cards; ``_REVEAL_MORE`` for each further one."""
_REVEAL_MORE: Final = 4
_INSIGHT: Final = 2
_TAKE_LATER: Final = 12
"""For a card that takes another one, in a turn to come."""


def promises_of(table: CardTable) -> Promises:
    """Worked out once for every card table."""
    promises = table.promises
    if promises is None:
        promises = _promises(table)
        table.promises = promises
    return promises


def _promises(table: CardTable) -> Promises:
    """What the effects of every card promise."""
    all_told: list[int] = []
    after: list[int] = []
    later: list[int] = []
    takes: i64 = 0
    for card in range(KINDS):
        sums = [0, 0]
        taken = 0
        drawn = False
        place = table.start[card]
        while table.program[place] != cards.END:
            effect = table.program[place] % cards.STAR
            place += 1
            gain = _INSIGHT
            if effect == cards.TAKE:
                taken = 1
                takes |= bit(card)
                gain = 0
            elif effect == cards.RUNE:
                gain = RUNE_POINTS
            elif effect == cards.DRAW:
                gain = _SECOND_DRAW_GAIN if drawn else _DRAW_GAIN
                drawn = True
            elif effect == cards.SWAP:
                gain = _SWAP_GAIN
            elif effect >= cards.REVEAL3:
                gain = _REVEAL_GAIN + _REVEAL_MORE * (effect - cards.REVEAL3)
            sums[taken] += gain
        all_told.append(min(sum(sums), 255))
        after.append(min(sums[1], 255))
        later.append(min(sum(sums) + _TAKE_LATER * taken, 255))
    return Promises(bytes(all_told), bytes(after), bytes(later), takes)
