"""A game being played in this process: the public ``Match`` and its fast integer interface."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, cast

from fatum.core.chance import NotedChance, SeededChance, Shuffle
from fatum.core.errors import FatumError
from fatum.core.events import Event as CoreEvent
from fatum.core.game import Game, State
from fatum.core.game import View as Known
from fatum.core.options import Options
from fatum.core.rng import Rng, commitment
from fatum.core.seats import seat_name
from fatum.core.views import Move, View, view_type
from fatum.play.arguments import read_move, read_seat
from fatum.play.events import Event
from fatum.play.past import Past
from fatum.records import Made, Record, Replay
from fatum.records.faults import fault

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    V_co = TypeVar("V_co", bound=View, default=View, covariant=True)
else:
    from typing import TypeVar

    V_co = TypeVar("V_co", bound=View, covariant=True)

Seat = TypeVar("Seat", str, int)

Chooser = Callable[[Known, list[int], Rng], int]
"""Who decides for a seat: sees its view and its legal moves, never the state."""


def choose_random(view: Known, legal: list[int], rng: Rng) -> int:
    """Any legal move, each equally likely."""
    return legal[rng.below(len(legal))]


class Bot(Protocol):
    """Anything with ``choose``: a bot of ``fatum.bot``, or one of your own."""

    def choose(self, view: Any, /) -> str:
        """One of ``view.legal``."""


class _Noted(Protocol):
    @property
    def shuffles(self) -> list[Shuffle]: ...


class Match(Generic[V_co]):
    """A game being played, made by ``fatum.new`` or ``fatum.load``.

    Seats are ``P1``, ``P2``, …, or their numbers from 0; moves are texts, or their numbers.

    >>> import fatum
    >>> match = fatum.new("karma", players=3, seed=7, starter="P1")
    >>> match
    <Match of karma: 3 players, 0 moves, P1 and P2 and P3 to act>
    >>> match.legal("P2")
    ['lay 1', 'lay 6', 'lay 7', 'lay 9', 'lay 15', 'lay BU']
    >>> match.push("lay 1", "P2")
    [Event('lay', seat='P2', cards=('1',), audience=('P2',))]
    >>> events = match.play({seat: fatum.bot("greedy") for seat in match.to_act})
    >>> match.over, match.outcome
    (True, {'loser': 'P2'})
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seed: bytes,
        names: Sequence[str] | None,
        state: State,
        noted: _Noted,
        trace: bool,
        promised: str | None = None,
        past: Past | None = None,
    ) -> None:
        self.game: Final = game
        """The rules."""
        self.options: Final = options
        """The settings of this game."""
        self.seed: Final = seed
        """The seed of every shuffle; empty if the record was published without it."""
        self.names: Final = None if names is None else tuple(names)
        """What the players are called, if that is known."""
        self.state: Final = state
        """The full state, with the fast integer interface."""
        self.moves: Final[list[Made]] = []
        """The moves so far."""
        self.past: Final = Past(game) if past is None else past
        """The positions that could be repeated."""
        self._noted = noted
        self._trace = trace
        self._promised = promised

    @classmethod
    def new(
        cls,
        game: Game,
        options: Options,
        seed: bytes,
        names: Sequence[str] | None = None,
        *,
        listen: bool = False,
        trace: bool = False,
    ) -> "Match[V_co]":
        """Deal a new game; ``listen`` keeps its events, ``trace`` what was legal at each move."""
        noted = NotedChance(SeededChance(seed))
        state = game.new(options, noted, listen)
        return cls(game, options, seed, names, state, noted, trace)

    @classmethod
    def resume(cls, record: Record, *, listen: bool = False) -> "Match[V_co]":
        """Continue a game that was saved while it ran."""
        if record.outcome is not None:
            raise fault("over")
        if record.seed is None:
            raise fault("seedless")
        return cls.read(record, listen=listen)

    @classmethod
    def read(cls, record: Record, *, listen: bool = False) -> "Match[V_co]":
        """A finished game, or a running one with its seed."""
        if record.outcome is None and record.seed is None:
            raise fault("seedless.running")
        replay = Replay(record, listen)
        past = Past(record.game)
        for _ in replay:
            past.note(replay.state)
        if record.outcome is not None or replay.state.outcome() is not None:
            replay.finish()
        happened = len(replay.chance.shuffles)
        if happened < len(record.shuffles):
            raise fault("shuffles.early", used=happened, found=len(record.shuffles))
        trace = any(made.legal is not None for made in record.moves)
        state, noted = replay.state, replay.chance
        match = cls(
            record.game,
            record.options,
            record.seed or b"",
            record.names,
            state,
            noted,
            trace,
            record.commitment,
            past,
        )
        match.moves.extend(record.moves)
        return match

    # --- looking ---------------------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[str, ...]:
        """The seats that may move now: several if they choose at the same time, none at the end."""
        return tuple([seat_name(seat) for seat in self.state.to_act()])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome() is not None

    @property
    def outcome(self) -> dict[str, object] | None:
        """How the game ended, as records say it; ``None`` while it runs."""
        return self.state.outcome()

    @property
    def events(self) -> list[Event]:
        """All that has happened, from the deal on."""
        return self._told(0)

    def legal(self, seat: str | int | None = None) -> list[str]:
        """What a seat may choose; without a seat, the first of ``to_act``.

        :raises InvalidMove: if there is no such seat.
        """
        numbers = self.state.legal_moves(self._seat(seat))
        return [self.game.format_move(number) for number in numbers]

    def view(self, seat: str | int | None) -> V_co:
        """Everything this seat may know; ``None`` is a spectator.

        :raises InvalidMove: if there is no such seat.
        """
        number = None if seat is None else read_seat(seat, self.options.players)
        legal = [] if number is None else self.state.legal_moves(number)
        return cast(V_co, view_type(self.game)(self.known(number), legal))

    # --- playing ---------------------------------------------------------------------------------

    def push(self, move: str | Move | int, seat: str | int | None = None) -> list[Event]:
        """Make a move; what happened. Without a seat, the first of ``to_act`` moves.

        :raises InvalidMove: if the move cannot be read or there is no such seat.
        :raises IllegalMove: if the rules do not allow it now. Nothing has changed then.
        """
        number = read_move(self.game, move)
        before = len(self.state.events or ())
        self.make(self._seat(seat), number)
        return self._told(before)

    def play(self, bots: Mapping[Seat, Bot]) -> list[Event]:
        """Let bots play their seats, until a seat without a bot is to act or the game ends.

        The randomness of our own bots follows from the seed of the match.

        :raises FatumError: if a seat does not exist, a bot has no method ``choose``, or a bot
            answers with a move that is not legal.
        """
        if not isinstance(bots, Mapping):
            raise FatumError("play needs a mapping of seats to bots, such as {'P1': bot}")
        seated: dict[int, Bot] = {}
        for seat, bot in bots.items():
            if not callable(getattr(bot, "choose", None)) or isinstance(bot, type):
                hint = f"; write fatum.bot({bot!r})" if isinstance(bot, str) else ""
                raise FatumError(f"a bot has a method choose(view){hint}")
            seated[read_seat(seat, self.options.players)] = bot
        before = len(self.state.events or ())
        while (turn := next((s for s in self.state.to_act() if s in seated), None)) is not None:
            view = self.view(turn)
            seeded = getattr(seated[turn], "choose_with", None)
            answer = (
                seated[turn].choose(view)
                if seeded is None
                else cast(str, seeded(view, self.decision_rng()))
            )
            self.push(answer, turn)
        return self._told(before)

    def copy(self) -> "Match[V_co]":
        """An independent match that continues from here."""
        noted = NotedChance(SeededChance(self.seed))
        noted.shuffles.extend(self._noted.shuffles)
        state = self.state.copy()
        state.chance = noted
        state.events = None if self.state.events is None else list(self.state.events)
        match = type(self)(
            self.game,
            self.options,
            self.seed,
            self.names,
            state,
            noted,
            self._trace,
            self._promised,
            self.past.copy(),
        )
        match.moves.extend(self.moves)
        return match

    def __copy__(self) -> "Match[V_co]":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Match[V_co]":
        return self.copy()

    # --- recording -------------------------------------------------------------------------------

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the seed, which may be published while the game runs."""
        return commitment(self.seed) if self.seed else self._promised

    def record(self) -> Record:
        """The game so far, with its seed."""
        return Record(
            game=self.game,
            options=self.options,
            first=self.state.first_seat(),
            names=self.names,
            seed=self.seed or None,
            commitment=self.commitment,
            shuffles=list(self._noted.shuffles),
            moves=list(self.moves),
            outcome=self.state.outcome(),
        )

    # --- the integer interface -------------------------------------------------------------------

    def make(self, seat: int, move: int) -> None:
        """Make a move by its number, or raise and change nothing."""
        legal = tuple(self.state.legal_moves(seat)) if self._trace else None
        self.state.apply(seat, move)
        self.moves.append(Made(seat, move, legal))
        self.past.note(self.state)

    def known(self, seat: int | None) -> Known:
        """What a seat may know, with the positions it has seen."""
        return self.past.view_for(self.state, seat)

    def choose(self, seat: int, chooser: Chooser, rng: Rng) -> int:
        """What this chooser does here."""
        if chooser is choose_random:
            return self.state.random_move(seat, rng)  # the same choice, without building a view
        return chooser(self.known(seat), self.state.legal_moves(seat), rng)

    def events_since(self, start: int) -> list[CoreEvent]:
        """What happened from event number ``start`` on, for a match that listens."""
        return (self.state.events or [])[start:]

    def decision_rng(self) -> Rng:
        """The random generator for the next decision; the same after saving and loading."""
        text = b"decision" + self.seed + len(self.moves).to_bytes(8, "big")
        return Rng(int.from_bytes(hashlib.sha256(text).digest(), "big"))

    # --- helpers ---------------------------------------------------------------------------------

    def _seat(self, seat: str | int | None) -> int:
        if seat is None:
            return max(int(self.state.actor()), 0)
        return read_seat(seat, self.options.players)

    def _told(self, start: int) -> list[Event]:
        return [Event.read(event, self.options.players) for event in self.events_since(start)]

    def __str__(self) -> str:
        """The table as the seat to act sees it."""
        return str(self.view(next(iter(self.to_act), None)))

    def __repr__(self) -> str:
        acting = "over" if self.over else f"{' and '.join(self.to_act)} to act"
        players = self.options.players
        return f"<Match of {self.game.name}: {players} players, {len(self.moves)} moves, {acting}>"
