"""What the effects of cards promise before it is known what they bring, in points."""

from functools import lru_cache
from typing import Final

from mypy_extensions import i64

from fatum.bots.policies.allin.points import RUNE_POINTS, Points, points_by_room
from fatum.core.bits import bit
from fatum.core.options import Options
from fatum.games.allin.rules import cards
from fatum.games.allin.rules.cards import CardTable
from fatum.games.allin.rules.deck import KINDS
from fatum.games.allin.rules.options import SIDE_B, card_table
from fatum.games.allin.rules.rules import AllInState

_DRAW_GAIN: Final = 12
_SECOND_DRAW_GAIN: Final = 8
_SWAP_GAIN: Final = 12
_REVEAL_GAIN: Final = 14
"""For three cards; ``_REVEAL_MORE`` for each further one."""
_REVEAL_MORE: Final = 4
_INSIGHT: Final = 2
_TAKE_LATER: Final = 12
"""For a card that takes another one, in a turn to come."""


class Promises:
    """What each card's effects promise beyond the hand, at most 255 points everywhere."""

    def __init__(self, all_told: bytes, after: bytes, later: bytes, takes: i64) -> None:
        self.all_told: Final = all_told
        """When it is played now, whatever it could take left aside."""
        self.after: Final = after
        """Of that, what comes after it has taken a card; with what is taken it may be more."""
        self.later: Final = later
        """When it is kept for another turn."""
        self.takes: Final[i64] = takes
        """The cards that take another one, as a set."""


@lru_cache(maxsize=32)
def promises_of(table: CardTable) -> Promises:
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


class Prospects:
    """What cards and hands are good for in a game with these options."""

    def __init__(self, options: Options) -> None:
        self.promises: Final = promises_of(card_table(options))
        self._points: Final = points_by_room(options.players, options.text("side") == SIDE_B)

    def now(self, state: AllInState) -> Points:
        """The points that hands get with as many turns left as there are."""
        return self._points[state.river.free]
