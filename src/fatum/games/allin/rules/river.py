"""The river (A3, A14, A15, AR7): fields with up to two cards, the upper one uncovered.

The two rows are packed into one integer each, eight bits per field: 0 for an empty place, else the
card's code + 1. ``first`` and ``second`` say as bits which fields have a card in row 1 and row 2.
"""

from typing import Final

from mypy_extensions import i64

from fatum.core.bits import bit

FIELDS: Final[bytes] = bytes([0, 0, 4, 5, 6, 6])
"""By number of players (A3)."""
_ONE: Final[bytes] = bytes([1, 2, 4, 8, 16, 32])
"""Each field as a set."""
_LEFTMOST: Final[bytes] = bytes([0] + [(free & -free).bit_length() - 1 for free in range(1, 64)])
"""By a set of fields."""


class River:
    """What lies in the river."""

    def __init__(
        self, fields: i64, free: i64, first: i64, second: i64, row1: i64, row2: i64
    ) -> None:
        self.fields = fields
        """All fields, as bits."""
        self.free = free
        """How many cards it still takes."""
        self.first = first
        self.second = second
        self.row1 = row1
        self.row2 = row2

    def copy(self) -> "River":
        return River(self.fields, self.free, self.first, self.second, self.row1, self.row2)

    def is_full(self) -> bool:
        return self.second == self.fields

    def top(self, field: i64) -> i64:
        """The uncovered card of a field that has one (A15)."""
        if (self.second >> field) & 1 == 1:
            return ((self.row2 >> (8 * field)) & 255) - 1
        return ((self.row1 >> (8 * field)) & 255) - 1

    def tops(self) -> i64:
        """All uncovered cards, packed like a row."""
        # 128 in every field whose second place is taken, then all bits of these fields.
        taken = (self.row2 + 0x7F7F7F7F7F7F) & 0x808080808080
        return self.row2 | self.row1 & ~((taken << 1) - (taken >> 7))

    def put(self, card: i64) -> i64:
        """Lay a card onto the leftmost available field of a river that is not full (A14)."""
        field: i64
        self.free -= 1
        free = self.fields ^ self.first
        if free != 0:
            field = _LEFTMOST[free]
            self.first |= free & -free
            self.row1 |= (card + 1) << (8 * field)
        else:
            free = self.fields ^ self.second
            field = _LEFTMOST[free]
            self.second |= free & -free
            self.row2 |= (card + 1) << (8 * field)
        return field

    def take(self, field: i64) -> i64:
        """Remove the uncovered card of a field that has one; what lies below is free (A15)."""
        shift = 8 * field
        self.free += 1
        if (self.second >> field) & 1 == 1:
            card = (self.row2 >> shift) & 255
            self.second ^= _ONE[field]
            self.row2 ^= card << shift
        else:
            card = (self.row1 >> shift) & 255
            self.first ^= _ONE[field]
            self.row1 ^= card << shift
        return card - 1

    def swap(self, field: i64, card: i64) -> i64:
        """Lay a card in the very place of the uncovered one, which is removed (AR7)."""
        shift = 8 * field
        if (self.second >> field) & 1 == 1:
            old = (self.row2 >> shift) & 255
            self.row2 ^= (old ^ (card + 1)) << shift
        else:
            old = (self.row1 >> shift) & 255
            self.row1 ^= (old ^ (card + 1)) << shift
        return old - 1

    def field(self, field: i64) -> list[int]:
        """The cards of a field, bottom first."""
        cards: list[int] = []
        if (self.first >> field) & 1 == 1:
            cards.append(((self.row1 >> (8 * field)) & 255) - 1)
        if (self.second >> field) & 1 == 1:
            cards.append(((self.row2 >> (8 * field)) & 255) - 1)
        return cards


def empty_river(players: i64) -> River:
    """A river of the size for so many players (A3)."""
    fields: i64 = FIELDS[players]
    return River(bit(fields) - 1, 2 * fields, 0, 0, 0, 0)


def read_river(players: i64, piles: list[list[int]]) -> River:
    """A river with these cards on its fields, bottom first."""
    river = empty_river(players)
    for field, pile in enumerate(piles):
        place: i64 = field
        river.free -= len(pile)
        if len(pile) > 0:
            river.first |= bit(place)
            river.row1 |= (i64(pile[0]) + 1) << (8 * place)
        if len(pile) > 1:
            river.second |= bit(place)
            river.row2 |= (i64(pile[1]) + 1) << (8 * place)
    return river
