"""The contract of a game. Bots, tables, records and tests know games only through it."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Final, Self

from mypy_extensions import i64, mypyc_attr

from fatum.core.chance import Chance
from fatum.core.errors import InvalidMove, shown
from fatum.core.events import NO_NUMBER, Cards, Event
from fatum.core.messages import Declared
from fatum.core.options import IntOption, Option, Options, read_options
from fatum.core.parts import Parts
from fatum.core.rng import Rng

NOTHING_MORE: Final = Parts()


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """Everything one seat may know, with perfect recall; seat ``None`` is a spectator.

    Plain data; its game knows how to write and redeal it.
    """

    past: tuple[int, ...] = ()
    """Earlier positions that could come back, as everyone saw them (``Parts.position``), the same one
    several times if it did; set by those who follow the game, and not part of ``to_dict``."""

    def __init__(self, game: "Game", seat: int | None, options: Options) -> None:
        self.game = game
        self.seat = seat
        self.options = options
        """The settings of the game, which everyone knows."""

    def to_dict(self) -> dict[str, object]:
        """The same keys as the state, ``?`` for each unseen card, and what the seat remembers."""
        return self.game.write_view(self)

    def redeal(self, rng: Rng) -> "State":
        """A state that this seat could be in: see ``Game.redeal``."""
        return self.game.redeal(self, rng)

    def redealer(self) -> "Redealer":
        """Many such states: see ``Game.redealer``."""
        return self.game.redealer(self)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and self.seat == other.seat
            and self.to_dict() == other.to_dict()
        )

    def __hash__(self) -> int:
        raise TypeError("views are compared, not hashed")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.to_dict()}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The full truth of a running game."""

    game: "Game"
    events: list[Event] | None
    """The events so far; ``None`` while nobody listens, which is faster."""
    chance: Chance
    """Where shuffles after the deal come from; a game without such shuffles need not set it."""
    shuffles: i64 = 0
    """How many there were."""

    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now: several when the choice is simultaneous, none at the end."""

    @abstractmethod
    def actor(self) -> i64:
        """The first of ``to_act``, or -1 at the end."""

    @abstractmethod
    def legal_moves(self, seat: i64) -> list[int]:
        """All this seat may choose now, without repeats; empty if it is not to act."""

    @abstractmethod
    def apply(self, seat: i64, move: i64) -> None:
        """Make a move with all its consequences; ``IllegalMove`` changes nothing."""

    @abstractmethod
    def random_move(self, seat: i64, rng: Rng) -> i64:
        """One of ``legal_moves``, each equally likely, without building the list."""

    @abstractmethod
    def playout(self, rng: Rng) -> i64:
        """Play random moves to the end; the number of moves made."""

    def view_for(self, seat: int | None) -> View:
        """The one projection: an allow-list of what this seat, or a spectator, may know."""
        return self.game.view_for(self, seat)

    def to_dict(self) -> dict[str, object]:
        """The state as in ``docs/notation.md``."""
        return self.game.write_state(self)

    def tell(
        self,
        kind: str,
        audience: int,
        seat: int = -1,
        cards: Cards = (),
        other: int = -1,
        number: int = NO_NUMBER,
        detail: str = "",
    ) -> None:
        """Note an event, while somebody listens."""
        if self.events is not None:
            self.events.append(Event(kind, audience, seat, cards, other, number, detail))

    def shuffle(self, what: str, cards: list[int]) -> None:
        """Shuffle these cards in place, as ``chance`` says; ``what`` they are stands in the record."""
        self.shuffles += 1
        self.chance.shuffle(self.shuffles, what, cards)

    @abstractmethod
    def copy(self) -> Self:
        """An independent state; nobody listens to it."""

    @abstractmethod
    def outcome(self) -> dict[str, object] | None:
        """The result as a record holds it, ``None`` while the game runs."""

    @abstractmethod
    def payoffs(self) -> list[float]:
        """What each seat has achieved, 0 worst to 1 best; a running game counts as undecided."""

    @abstractmethod
    def first_seat(self) -> int:
        """The starter or dealer of the game."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.to_dict()}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Redealer:
    """Deals states that fit one view, for searches, which do that very often."""

    def __init__(self, view: View) -> None:
        self.view: Final = view

    def deal(self, rng: Rng) -> State:
        """See ``Game.redeal``."""
        return self.view.redeal(rng)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A rule set: its names, its options, its moves and how a game of it begins."""

    def __init__(
        self,
        name: str,
        title: str,
        first_key: str,
        options: tuple[Option, ...],
        deck: tuple[str, ...],
        moves: tuple[str, ...],
        parts: Parts = NOTHING_MORE,
        event_kinds: tuple[str, ...] = (),
        unreadable: Declared | None = None,
    ) -> None:
        self.name: Final = name
        self.title: Final = title
        self.first_key: Final = first_key
        """How records call the seat that begins or deals: ``starter`` or ``dealer``."""
        self.options: Final = options
        self.deck: Final = deck
        """The text of every card, in canonical order."""
        self.moves: Final = moves
        """The text of every move; a move's number is its place here."""
        self.event_kinds: Final = event_kinds
        """Every kind of event that can happen."""
        self.parts: Final = parts
        """What the game offers beyond its rules."""
        self.unreadable: Final = unreadable
        """Says of a ``{text}`` that it is not a move, and how moves are written."""
        self._numbers: Final = {text: number for number, text in enumerate(moves)}

    def player_counts(self) -> range:
        """How many can play."""
        for spec in self.options:
            if isinstance(spec, IntOption) and spec.name == "players":
                return range(spec.low, spec.high + 1)
        raise TypeError(f"{self.title} has no option 'players' that is a whole number")

    def read_options(self, given: Mapping[str, object]) -> Options:
        return read_options(self.options, given)

    @abstractmethod
    def new(self, options: Options, chance: Chance, listen: bool = False) -> State:
        """Deal a new game."""

    @abstractmethod
    def read_state(self, options: Options, data: Mapping[str, object], chance: Chance) -> State:
        """A state from its dict; ``InvalidState`` names what is impossible in it."""

    @abstractmethod
    def read_view(self, options: Options, data: Mapping[str, object], seat: int | None) -> View:
        """A view from its dict, as another process or a file may hold it."""

    # A game has at least one of these two.

    def redeal(self, view: View, rng: Rng) -> State:
        """A state that the view's seat could be in, each equally likely as far as the cards go."""
        return self.redealer(view).deal(rng)

    def redealer(self, view: View) -> Redealer:
        """Many such states; a game may find out once what is the same for all of them."""
        return Redealer(view)

    # What ``State.view_for``, ``State.to_dict`` and ``View.to_dict`` do, unless they do it themselves.

    def view_for(self, state: State, seat: int | None) -> View:
        raise NotImplementedError

    def write_state(self, state: State) -> dict[str, object]:
        raise NotImplementedError

    def write_view(self, view: View) -> dict[str, object]:
        raise NotImplementedError

    @abstractmethod
    def card_code(self, text: str) -> int:
        """The number of a card's text, as shuffles hold it."""

    @abstractmethod
    def card_text(self, code: int) -> str:
        """The text of a card's number."""

    def parse_move(self, text: str) -> int:
        """A move's number; ``InvalidMove`` says how moves are written."""
        number = self._numbers.get(text)
        if number is not None:
            return number
        if self.unreadable is None:
            raise InvalidMove(f"{shown(text)} is not a move of {self.title}")
        raise InvalidMove(self.unreadable(text=shown(text)))

    def format_move(self, move: int) -> str:
        """A move's text."""
        return self.moves[move]

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
