"""Points for what a hand has, 20 for a rune, by the turns that are left to improve it."""

from typing import Final

from mypy_extensions import i64

from fatum.games.allin.rules.river import FIELDS

RUNE_POINTS: Final = 20
STEP: Final = 8
"""Bits for each column of a row of points."""

MOST_TURNS: Final = 3
_TURNS: Final = 4


def _table(text: str) -> bytes:
    """A column for what a hand has; in it the points by turns left: 0, 1, 2, 3 or more."""
    return bytes([int(points) for points in text.replace("/", " ").split()])


_FLUSH: Final = _table("0 0 0 0 / 0 0 0 0 / 0 0 4 8 / 0 8 24 40 / 0 40 60 72 / 100 100 100 100")
"""By the cards of one suit."""
_STRAIGHT_A: Final = _table("0 0 0 0 / 0 0 0 0 / 0 0 4 8 / 0 5 16 26 / 0 26 42 54 / 80 80 80 80")
"""By the ranks of one straight."""
_STRAIGHT_B: Final = _table(
    "0 0 0 0 / 0 0 0 0 / 0 0 6 12 / 0 8 24 40 / 0 40 64 80 / 120 120 120 120"
)
_SETS_A: Final = _table(
    "0 8 16 22 / 20 28 38 48 / 40 52 64 74 / 60 72 84 94 / 120 120 120 120 / 140 140 140 140"
)
"""Nothing, pair, two pairs, three, full house, four of a kind."""
_SETS_B: Final = _table(
    "0 8 16 22 / 20 28 38 46 / 40 46 52 56 / 60 68 76 84 / 80 80 84 88 / 140 140 140 140"
)


class Points:
    """The points for one side and number of turns left, a column each for what a hand has."""

    def __init__(self, sets: i64, straights: i64, flushes: i64) -> None:
        self.sets: Final[i64] = sets
        self.straights: Final[i64] = straights
        self.flushes: Final[i64] = flushes


def _row(table: bytes, turns: int) -> int:
    return sum([table[_TURNS * column + turns] << (STEP * column) for column in range(6)])


_POINTS: Final[list[Points]] = [
    Points(_row(sets, turns), _row(straights, turns), _row(_FLUSH, turns))
    for sets, straights in ((_SETS_A, _STRAIGHT_A), (_SETS_B, _STRAIGHT_B))
    for turns in range(_TURNS)
]


def points_for(turns: i64, side_b: bool) -> Points:
    """What hands are worth with so many turns left, at most ``MOST_TURNS``."""
    if side_b:
        turns += _TURNS
    return _POINTS[turns]


def points_by_room(players: int, side_b: bool) -> list[Points]:
    """By the free places of the river: for about as many turns as everyone still has."""
    most = 2 * FIELDS[players]
    return [points_for(min(free // players, MOST_TURNS), side_b) for free in range(most + 1)]
