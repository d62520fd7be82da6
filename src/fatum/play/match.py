"""Drive a game with choosers and note its record."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from fatum.core.chance import NotedChance, SeededChance, Shuffle
from fatum.core.errors import InvalidRecord
from fatum.core.events import Event
from fatum.core.game import Game, State, View
from fatum.core.options import Options
from fatum.core.rng import Rng, commitment
from fatum.records import Made, Record, Replay

Chooser = Callable[[View, list[int], Rng], int]
"""Who decides for a seat: sees its view and its legal moves, never the state."""


def choose_random(view: View, legal: list[int], rng: Rng) -> int:
    """Any legal move, each equally likely."""
    return legal[rng.below(len(legal))]


class _Noted(Protocol):
    @property
    def shuffles(self) -> list[Shuffle]: ...


class Match:
    """A running game with everything its record needs."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seed: bytes,
        names: Sequence[str] | None,
        state: State,
        noted: _Noted,
        trace: bool,
    ) -> None:
        self.game: Final = game
        self.options: Final = options
        self.seed: Final = seed
        self.names: Final = None if names is None else tuple(names)
        self.state: Final = state
        self.moves: Final[list[Made]] = []
        self._noted = noted
        self._trace = trace

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
    ) -> "Match":
        """Deal a new game; ``listen`` keeps its events, ``trace`` what was legal at each move."""
        noted = NotedChance(SeededChance(seed))
        state = game.new(options, noted, listen)
        return cls(game, options, seed, names, state, noted, trace)

    @classmethod
    def resume(cls, record: Record, *, listen: bool = False) -> "Match":
        """Go on with a game that was saved while it ran."""
        if record.outcome is not None:
            raise InvalidRecord("this game is over, so there is nothing to continue")
        if record.seed is None:
            raise InvalidRecord("this game has no seed, so nobody can continue it")
        replay = Replay(record, listen)
        for _ in replay:
            pass
        if replay.state.outcome() is not None:
            replay.finish()
        happened = len(replay.chance.shuffles)
        if happened < len(record.shuffles):
            raise InvalidRecord(
                f"{happened} shuffles happened so far, but the record has {len(record.shuffles)}"
            )
        trace = any(made.legal is not None for made in record.moves)
        match = cls(
            record.game,
            record.options,
            record.seed,
            record.names,
            replay.state,
            replay.chance,
            trace,
        )
        match.moves.extend(record.moves)
        return match

    @property
    def commitment(self) -> str:
        """What may be published while the game runs."""
        return commitment(self.seed)

    def make(self, seat: int, move: int) -> None:
        """Make a move, or raise and change nothing."""
        legal = tuple(self.state.legal_moves(seat)) if self._trace else None
        self.state.apply(seat, move)
        self.moves.append(Made(seat, move, legal))

    def choose(self, seat: int, chooser: Chooser, rng: Rng) -> int:
        """What this chooser does here."""
        if chooser is choose_random:
            return self.state.random_move(seat, rng)  # the same choice, without building a view
        return chooser(self.state.view_for(seat), self.state.legal_moves(seat), rng)

    def events_since(self, start: int) -> list[Event]:
        """What happened from event number ``start`` on, for a match that listens."""
        return (self.state.events or [])[start:]

    def decision_rng(self) -> Rng:
        """Chance for the next decision; the same after a game was saved and continued."""
        text = b"decision" + self.seed + len(self.moves).to_bytes(8, "big")
        return Rng(int.from_bytes(hashlib.sha256(text).digest(), "big"))

    def record(self) -> Record:
        """The game so far, with its seed."""
        return Record(
            game=self.game,
            options=self.options,
            first=self.state.first_seat(),
            names=self.names,
            seed=self.seed,
            commitment=self.commitment,
            shuffles=list(self._noted.shuffles),
            moves=list(self.moves),
            outcome=self.state.outcome(),
        )


def play(match: Match, choosers: Sequence[Chooser], rng: Rng) -> None:
    """Play to the end, seats that choose at the same time in seat order."""
    state = match.state
    while (seat := state.actor()) >= 0:
        match.make(seat, match.choose(seat, choosers[seat], rng))
