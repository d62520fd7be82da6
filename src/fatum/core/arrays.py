"""Views and legal moves as 64-bit words, for arrays: the part that a game has to write.

Zones are bit sets already, so a view is a few words, and ``numpy.unpackbits`` makes an array of a
whole batch of them. Everything in the words of a view comes from the view alone.

Needs ``librt``, which comes with the extra ``envs``.
"""

from abc import abstractmethod
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from fatum.core.bits import COMPILED, bit
from fatum.core.game import State, View

WORD: Final = 64

CARDS: Final = "cards"
"""A field with one bit per label: those that are there. A label may stand for a second equal card."""
ONE_OF: Final = "one of"
"""One bit per label, at most one of them set."""
COUNT: Final = "count"
"""A unary number: that many bits are set, from the first."""
NUMBER: Final = "number"
"""A whole number in binary, lowest bit first."""
FLAG: Final = "flag"


class Field:
    """A named part of an array."""

    def __init__(
        self,
        name: str,
        word: int,
        first: int,
        size: int,
        kind: str,
        labels: tuple[str, ...],
        meaning: str,
    ) -> None:
        self.name: Final = name
        self.start: Final = WORD * word + first
        """Its first column."""
        self.stop: Final = WORD * word + first + size
        """The column after its last."""
        self.kind: Final = kind
        """``cards``, ``one of``, ``count``, ``number`` or ``flag``."""
        self.labels: Final = labels
        """What the columns stand for, where each stands for something."""
        self.meaning: Final = meaning

    def __repr__(self) -> str:
        return f"<Field {self.name}: {self.kind} {self.start}:{self.stop}>"


def pick(name: str, word: int, first: int, labels: tuple[str, ...], meaning: str) -> Field:
    """A field of which at most one label holds."""
    return Field(name, word, first, len(labels), ONE_OF, labels, meaning)


def cards(name: str, word: int, labels: tuple[str, ...], meaning: str) -> Field:
    """A field of cards, at the start of a word."""
    return Field(name, word, 0, len(labels), CARDS, labels, meaning)


def count(name: str, word: int, first: int, most: int, meaning: str) -> Field:
    """A number up to ``most``."""
    return Field(name, word, first, most, COUNT, (), meaning)


def number(name: str, word: int, first: int, size: int, meaning: str) -> Field:
    """A number below ``2 ** size``."""
    return Field(name, word, first, size, NUMBER, (), meaning)


def flag(name: str, word: int, place: int, meaning: str) -> Field:
    return Field(name, word, place, 1, FLAG, (), meaning)


@mypyc_attr(allow_interpreted_subclasses=True)
class Arrays:
    """Writes the views and legal moves of games with the same options."""

    def __init__(
        self, version: int, fields: tuple[Field, ...], table: i64, memory: i64, moves: i64
    ) -> None:
        self.version: Final = version
        """Counts up whenever a column changes its meaning."""
        self.fields: Final = fields
        """Those of the observation, then those that only the information state has."""
        self.table_words: Final[i64] = table
        """The words of an observation; an information state begins with the same."""
        self.memory_words: Final[i64] = memory
        """The further words of an information state."""
        self.mask_words: Final[i64] = (moves + WORD - 1) // WORD
        self._view: View | None = None

    def look(self, state: State, seat: i64) -> View:
        """The view of a seat; it may be filled again by the next call."""
        view = self._view
        if view is not None:
            view.seat = seat
            if self.refill(view, state):
                return view
        self._view = view = state.view_for(seat)
        return view

    def refill(self, view: View, state: State) -> bool:
        """Fill the last view with what its seat now knows, which is quicker than making a new one;
        ``False`` where a game does not do that."""
        return False

    def make(self, state: State, seat: i64, move: i64) -> None:
        """Make a move that is in the seat's mask; a game may leave out the check of its rules."""
        state.apply(seat, move)

    @abstractmethod
    def write_table(self, view: View, out: vec[i64], at: i64) -> None:
        """Write what lies on the table and what the seat holds, from word ``at`` on."""

    @abstractmethod
    def write_memory(self, view: View, out: vec[i64], at: i64) -> None:
        """Write what the seat remembers beyond that, from word ``at`` on."""

    @abstractmethod
    def write_mask(self, state: State, seat: i64, out: vec[i64], at: i64) -> None:
        """Write the legal moves of a seat, one bit for each; none if it is not to act."""


def ones(number: i64, most: i64) -> i64:
    """``number`` set bits from the lowest, at most ``most``, which is below 63."""
    return bit(min(number, most)) - 1


def up_to(number: i64, size: i64) -> i64:
    """The number, or the largest one that has ``size`` bits."""
    return min(number, bit(size) - 1)


def add_bits(out: vec[i64], at: i64, place: i64, bits: i64) -> None:
    """Set these bits, of which there are at most 61, ``place`` bits after the start of word ``at``."""
    at += place >> 6
    place &= 63
    out[at] |= _signed(bits << place)
    if place > 3:
        above = bits >> (64 - place)
        if above != 0:
            out[at + 1] |= above


def _signed(bits: i64) -> i64:
    """A set cut to one word; compiled integers wrap by themselves."""
    if COMPILED:
        return bits
    plain: int = bits & 2**64 - 1
    return plain - 2**64 if plain >= 2**63 else plain
