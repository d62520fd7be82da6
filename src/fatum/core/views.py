"""What a seat sees, in texts and numbers: the views and moves of the front door.

The rules and the search work on ``fatum.core.game.View`` (bit sets and move numbers). A ``View``
here wraps one of those for people, teachers and simple bots.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, Protocol, TypeVar

from fatum.core.game import Game
from fatum.core.game import View as Known
from fatum.core.seats import seat_name

Place = int | Literal["discard"]
_DISCARD: Final = "discard"
_SEAT: Final = re.compile(r"P[1-9][0-9]*")
_COUNT: Final = re.compile(r"x[1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its text, and its parts.

    >>> import fatum
    >>> move = fatum.new("karma", players=3, seed=7).view("P1").legal[0]
    >>> move.text, move.verb, move.card, move.count
    ('lay 8', 'lay', '8', 1)
    """

    text: str
    """The move as it is written: ``play 9 x2``."""
    number: int
    """The number of the move in the game's list of moves."""
    verb: str
    """What to do: ``play``, ``take``, ``all in``, …"""
    card: str | None = None
    """The card it is done with."""
    count: int = 0
    """How many equal cards: 1 without ``x2`` or ``x3``, 0 without a card."""
    target: str | None = None
    """The seat it is done to."""
    place: Place | None = None
    """The field of the river or the position of a hidden card, from 1, or ``discard``."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text!r}>"


def read_parts(text: str, number: int, deck: frozenset[str], by_place: bool) -> Move:
    """Split a text into its parts; ``by_place``: its number names a place, not a card."""
    verb, *words = text.split()
    while words and not _is_argument(words[0], deck):
        verb = f"{verb} {words.pop(0)}"
    card: str | None = None
    target: str | None = None
    place: Place | None = None
    count = 0
    for word in words:
        if word in deck and not by_place:
            card, count = word, 1
        elif _SEAT.fullmatch(word):
            target = word
        elif _COUNT.fullmatch(word):
            count = int(word[1:])
        elif word.isdecimal():
            place = int(word)
        elif word == _DISCARD:
            place = _DISCARD
    return Move(text, number, verb, card, count, target, place)


def _is_argument(word: str, deck: frozenset[str]) -> bool:
    return bool(
        word in deck
        or word == _DISCARD
        or word.isdecimal()
        or _SEAT.fullmatch(word)
        or _COUNT.fullmatch(word)
    )


def entry(key: str = "", read: Callable[[Any], Any] | None = None, missing: object = None) -> Any:
    """An attribute that stands in the view's data under this key, by default its own name.

    Lists are read as tuples unless ``read`` says otherwise; what is not there is ``missing``.
    """
    return _Entry(key, read or _frozen, missing)


class _Entry(property):
    def __init__(self, key: str, read: Callable[[Any], Any], missing: object) -> None:
        self._key: Final = key
        self._read: Final = read
        self._missing: Final = missing

    def __set_name__(self, owner: type, name: str) -> None:
        key = self._key or name

        def look_up(view: "View") -> Any:
            return self._read(vars(view)["_data"].get(key, self._missing))

        look_up.__annotations__["return"] = owner.__annotations__[name]
        super().__init__(look_up)


def _frozen(value: Any) -> Any:
    return tuple([_frozen(part) for part in value]) if isinstance(value, list) else value


class View:
    """Everything one seat may know; a spectator's view has the seat ``None``.

    Games have views of their own with an attribute for everything on the table, such as
    ``KarmaView`` and ``AllInView``. The view of any other game has the keys of its ``to_dict()``
    as attributes.

    >>> import fatum
    >>> view = fatum.new("karma", players=3, seed=7).view("P1")
    >>> view.game, view.seat, view.players
    ('karma', 'P1', 3)
    """

    place_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs whose number names a place, in games whose cards are numbers, too."""

    def __init__(self, known: Known, legal: Sequence[int]) -> None:
        self._game = known.game
        self._known = known
        self._legal = legal
        self._data: dict[str, Any] = known.to_dict()

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def seat(self) -> str | None:
        """Whose view this is, such as ``P1``; ``None`` for a spectator."""
        return None if self._known.seat is None else seat_name(self._known.seat)

    @property
    def players(self) -> int:
        """How many play."""
        return self._known.options.players

    @property
    def options(self) -> dict[str, object]:
        """The number of players, and every option that differs from its default."""
        return self._known.options.to_dict()

    @property
    def legal(self) -> tuple[Move, ...]:
        """What the seat may choose now; empty if it is not to act."""
        moves = _moves(self._game, type(self).place_verbs)
        return tuple([moves[number] for number in self._legal])

    @property
    def known(self) -> Known:
        """The same view in bit sets, as the search reads it."""
        return self._known

    def to_dict(self) -> dict[str, object]:
        """The view as data, with the keys of the notation page; ``?`` is an unseen card."""
        return self._known.to_dict()

    def _heading(self) -> str:
        return f"{self._game.title}, {self.players} players, seen by {self.seat or 'a spectator'}"

    def _lines(self) -> list[str]:
        """What is drawn under the heading."""
        return [f"{key}: {value}" for key, value in self._data.items()]

    def __str__(self) -> str:
        return "\n".join([self._heading(), *(f"  {line}".rstrip() for line in self._lines())])

    def __repr__(self) -> str:
        legal = f", {len(self._legal)} legal moves" if self._legal else ""
        seen = self.seat or "a spectator"
        return f"<{type(self).__name__} of {self.game} for {seen}: {self._data.get('phase', '')}{legal}>"

    if not TYPE_CHECKING:  # a type checker knows the attributes of each game's own views

        def __getattr__(self, name: str) -> Any:
            if type(self) is View and not name.startswith("_") and name in self._data:
                return self._data[name]
            raise AttributeError(f"a view of {self._game.title} has no {name!r}")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and (self.game, self.seat) == (other.game, other.seat)
            and self._data == other._data
        )

    __hash__ = None  # type: ignore[assignment]


class HasHand(Protocol):
    """A player as a view shows it."""

    @property
    def hand(self) -> tuple[str, ...]: ...


Seat = TypeVar("Seat", bound=HasHand)


class SeatsView(View, Generic[Seat]):
    """A view with an object for each player."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All players in seat order."""
        raise NotImplementedError

    @property
    def own(self) -> Seat | None:
        """Your own seat; ``None`` for a spectator."""
        seat = self.known.seat
        return None if seat is None else self.seats[seat]

    @property
    def hand(self) -> tuple[str, ...]:
        """Your own hand; a spectator has none."""
        return () if self.own is None else self.own.hand


@cache
def _moves(game: Game, place_verbs: frozenset[str]) -> tuple[Move, ...]:
    deck = frozenset(game.deck)
    return tuple(
        read_parts(text, number, deck, text.split()[0] in place_verbs)
        for number, text in enumerate(game.moves)
    )


def view_type(game: Game) -> type[View]:
    """The class of a game's views."""
    return game.parts.view or View


def cards(value: Sequence[str | None], none: str = "-") -> str:
    """Cards side by side; unseen ones at the end are only counted."""
    known = [card or "." for card in value if card != "?"]
    unseen = sum(card == "?" for card in value)
    if unseen > 2:
        known.append(f"{unseen} x ?")
    else:
        known += ["?"] * unseen
    return " ".join(known) or none


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their columns aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
