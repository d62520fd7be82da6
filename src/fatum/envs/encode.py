"""Views as arrays of zeros and ones, and such arrays as words.

Everything in an array comes from a view, so that nothing can be in it that the seat may not know.
``docs/research.md`` lists the fields of both games.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fatum.core.arrays import CARDS, COUNT, FLAG, ONE_OF, WORD, Arrays, Field
from fatum.core.errors import FatumError, shown
from fatum.core.game import Game
from fatum.core.game import View as Known
from fatum.core.options import Options
from fatum.core.views import View
from fatum.envs.stepping import words
from fatum.games.registry import find_game
from fatum.play.arguments import whole_number

OBSERVATION: Final = "observation"
"""What lies on the table, and the seat's own cards."""
INFORMATION_STATE: Final = "information_state"
"""The same, and everything the seat remembers: a view can be rebuilt from it."""
FORMS: Final = (OBSERVATION, INFORMATION_STATE)

Array = NDArray[np.int8]


def read_form(form: object) -> bool:
    """Whether a form includes what is remembered."""
    if form not in FORMS:
        raise FatumError(f"there is no form {shown(form)}; the forms are {', '.join(FORMS)}")
    return form == INFORMATION_STATE


def read_game(name: object, players: object, options: Mapping[str, object]) -> tuple[Game, Options]:
    """A game by its name, with its options."""
    if not isinstance(name, str):
        raise FatumError(f"a game's name is text, not {shown(name)}")
    game = find_game(name)
    given = dict(options)
    if players is not None:
        given["players"] = whole_number(players, "the number of players")
    return game, game.read_options(given)


def arrays_of(game: Game, options: Options) -> Arrays:
    """What writes the arrays of a game.

    :raises FatumError: if the game does not offer them.
    """
    if game.parts.arrays is None:
        raise FatumError(
            f"{game.title} has no arrays: a game offers them as the part `arrays` "
            "(see docs/adding-a-game.md)"
        )
    return game.parts.arrays(options)


class Encoding:
    """How the views of one game, with one number of players, become arrays.

    >>> import fatum
    >>> from fatum.envs.encode import encoding
    >>> karma = encoding("karma", players=3)
    >>> array = karma.encode(fatum.new("karma", players=3, seed=7).view("P1"))
    >>> array.shape, array.dtype
    ((768,), dtype('int8'))
    >>> karma.decode(array)["hand"]
    ['8', '11', '16', 'TC', 'FB', 'GP']
    """

    def __init__(self, game: Game, options: Options, form: str = OBSERVATION) -> None:
        self.recall: Final = read_form(form)
        self.game: Final = game
        self.options: Final = options
        self.form: Final = form
        self._arrays: Final = arrays_of(game, options)
        self.version: Final = self._arrays.version
        """Counts up whenever a column changes its meaning."""
        self._words: Final = self._arrays.table_words + self.recall * self._arrays.memory_words
        self.size: Final = WORD * self._words
        """Columns of an array; those of no field are always 0."""
        self.moves: Final = len(game.moves)
        """Columns of a mask, one for each of the game's moves."""
        self.fields: Final[tuple[Field, ...]] = tuple(
            field for field in self._arrays.fields if field.stop <= self.size
        )
        self.slices: Final[dict[str, slice]] = {
            field.name: slice(field.start, field.stop) for field in self.fields
        }
        """Field → its columns."""

    def encode(self, view: Known | View) -> Array:
        """A view as an array of zeros and ones.

        :raises FatumError: if it is the view of another game or of other options.
        """
        known = view.known if isinstance(view, View) else view
        if known.game is not self.game or known.options.to_dict() != self.options.to_dict():
            raise FatumError(f"this is not a view of {self!r}")
        out = words(self._words)
        self._arrays.write_table(known, out, 0)
        if self.recall:
            self._arrays.write_memory(known, out, self._arrays.table_words)
        return unpack(np.frombuffer(memoryview(out), np.uint8))

    def mask(self, moves: Iterable[int]) -> Array:
        """Moves as an array with a 1 for each of them."""
        mask = np.zeros(self.moves, np.int8)
        mask[list(moves)] = 1
        return mask

    def decode(self, array: NDArray[Any]) -> dict[str, object]:
        """What an array says, field by field.

        :raises FatumError: if it has another size.
        """
        if array.shape != (self.size,):
            raise FatumError(f"{self!r} has arrays of {self.size} columns, not {array.shape}")
        return {field.name: _read(field, array[field.start : field.stop]) for field in self.fields}

    def __repr__(self) -> str:
        players = self.options.players
        return (
            f"<Encoding of {self.game.name}: {self.form}, {players} players, {self.size} columns>"
        )


def encoding(
    game: str, players: int | None = None, form: str = OBSERVATION, **options: object
) -> Encoding:
    """The encoding of a game with these options.

    :param form: ``observation`` or ``information_state``.
    :raises FatumError: if there is no such game, option or form.
    """
    return Encoding(*read_game(game, players, options), form)


def unpack(packed: NDArray[np.uint8]) -> Array:
    """Words, as bytes, as zeros and ones."""
    return np.unpackbits(packed, bitorder="little").view(np.int8)


@cache
def columns() -> NDArray[np.complex128]:
    """The 16 columns of every 16 bits, as units of 16 bytes that NumPy can look up.

    So arrays that are there already can be filled, without the copy that ``unpack`` makes.
    """
    return unpack(np.arange(2**16, dtype=np.uint16).view(np.uint8)).view(np.complex128)


def _read(field: Field, columns: NDArray[Any]) -> object:
    places = np.flatnonzero(columns)
    if field.kind == FLAG:
        return len(places) > 0
    if field.kind == COUNT:
        return len(places)
    if field.kind == ONE_OF:
        return field.labels[places[0]] if len(places) else None
    if field.kind == CARDS:
        return [field.labels[place].split(" x")[0] for place in places]
    return sum(2 ** int(place) for place in places)


def describe(code: Encoding) -> str:
    """The fields as a Markdown table, with one row for all that have the same meaning."""
    rows = ["| field | columns | kind | meaning |", "|---|---|---|---|"]
    groups: dict[tuple[str, str], list[Field]] = {}
    for field in code.fields:
        groups.setdefault((field.kind, field.meaning), []).append(field)
    for (kind, meaning), fields in groups.items():
        ends = fields if len(fields) == 1 else [fields[0], fields[-1]]
        name = " … ".join(field.name for field in ends)
        columns = " … ".join(f"{field.start}:{field.stop}" for field in ends)
        rows.append(f"| {name} | {columns} | {kind} | {meaning} |")
    return "\n".join(rows)
