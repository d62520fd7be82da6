"""The contract of a game. Bots, tables, records and tests know games only through it."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Final, Self

from mypy_extensions import i64, mypyc_attr

from fatum.core.chance import Chance
from fatum.core.events import Event
from fatum.core.options import IntOption, Option, Options, read_options
from fatum.core.parts import Parts
from fatum.core.rng import Rng

NOTHING_MORE: Final = Parts()


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """Everything one seat may know, with perfect recall; seat ``None`` is a spectator."""

    seat: int | None
    options: Options
    """The settings of the game, which everyone knows."""

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """The same keys as the state, ``?`` for each unseen card, and what the seat remembers."""

    @abstractmethod
    def redeal(self, rng: Rng) -> "State":
        """A state that this seat could be in, each equally likely as far as the cards go."""

    def strength(self) -> tuple[str, int] | None:
        """The name and the worth of the seat's own hand, where the game has such."""
        return None

    def direct_values(self, legal: list[int], rng: Rng, samples: int) -> list[float] | None:
        """What each legal move is worth, where sampled worlds tell it without a search."""
        return None

    def caution(self) -> float:
        """Standard errors by which a move must look better than the rule of thumb's to be made.

        More, where rules of thumb are good and what a search imagines is far from the truth.
        """
        return 0.7

    def simulations(self) -> int:
        """What a good opponent takes for a choice: clearly more than a few, clearly less than all."""
        return 200

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

    events: list[Event] | None
    """Filled while somebody listens; ``None`` is faster."""
    chance: Chance
    """Where shuffles after the deal come from; a game without such shuffles need not set it."""

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

    def heuristic_move(self, seat: i64, rng: Rng) -> i64:
        """A sensible legal move, found quickly and only from what the seat itself may know."""
        return self.random_move(seat, rng)

    def heuristic_payoffs(self) -> list[float]:
        """A guess at each seat's payoff in a running game, for searches that stop early."""
        return self.payoffs()

    def chapter(self) -> i64:
        """Grows where a guess is as good as playing on, as between rounds: searches stop there."""
        return 0

    def roll_out(self, rng: Rng, most: i64) -> i64:
        """Play heuristic moves to the end, to the next chapter, or at most so many; how many.

        What players know need not be kept up: afterwards views of this state say nothing.
        """
        chapter = self.chapter()
        made: i64 = 0
        while made < most and self.chapter() == chapter:
            seat = self.actor()
            if seat < 0:
                break
            self.apply(seat, self.heuristic_move(seat, rng))
            made += 1
        return made

    @abstractmethod
    def playout(self, rng: Rng) -> i64:
        """Play random moves to the end; the number of moves made."""

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

    @abstractmethod
    def view_for(self, seat: int | None) -> View:
        """The one projection: an allow-list of what this seat, or a spectator, may know."""

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """The state as in ``docs/notation.md``."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.to_dict()}>"


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
        self.parts: Final = parts
        """What the game offers beyond its rules."""

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

    @abstractmethod
    def card_code(self, text: str) -> int:
        """The number of a card's text, as shuffles hold it."""

    @abstractmethod
    def card_text(self, code: int) -> str:
        """The text of a card's number."""

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """A move's number; ``InvalidMove`` says how moves are written."""

    def format_move(self, move: int) -> str:
        """A move's text."""
        return self.moves[move]

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
