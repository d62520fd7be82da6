"""Plays many games: the same bots are seated once and play game after game."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from fatum.arena.run.contenders import Contender, Random
from fatum.arena.run.lineups import Table
from fatum.arena.stats.played import Played
from fatum.bots.base import read_budget
from fatum.bots.registry import find_bot
from fatum.bots.seating import RANDOM
from fatum.core.chance import SeededChance
from fatum.core.events import Event
from fatum.core.game import State
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.play.match import Match
from fatum.records import Record

Check = Callable[[State], None]


@dataclass(frozen=True)
class SeriesSetup:
    """How games are played."""

    game: str
    options: Mapping[str, object]
    budget: str | None = None
    """For bots that have none of their own; ``None`` is half a second."""
    shared: bool = False
    """All seats draw from one generator, as simulations do; otherwise each seat has its own."""
    quick: bool = False
    """Random players need no notes, so the game can play their moves itself."""
    listen: bool = False
    trace: bool = False
    check: Check | None = None
    """Called after every move."""


@dataclass(frozen=True)
class GameStart:
    """One game to play."""

    seed: bytes
    bots: Table
    turn: int = 0
    """Which of the games with this seed; bots draw other numbers in each."""


@dataclass(frozen=True)
class Finished:
    """A game that has just ended, with its true state."""

    state: State
    played: Played
    match: Match | None

    @property
    def events(self) -> list[Event]:
        return self.state.events or []

    @property
    def record(self) -> Record:
        assert self.match is not None
        return self.match.record()


class Series:
    """Games of one setup, one after another. Use it in ``with``: some bots have processes."""

    def __init__(self, setup: SeriesSetup, seated: Mapping[str, Contender] | None = None) -> None:
        """``seated`` are bots that no registry has, by the names that tables use for them."""
        self.setup: Final = setup
        self.game: Final = find_game(setup.game)
        self.options: Final = self.game.read_options(setup.options)
        self._seated: Final[dict[str, Contender]] = dict(seated or {})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for player in self._seated.values():
            player.close()

    def play(self, start: GameStart) -> Finished:
        """Play one game to its end."""
        setup = self.setup
        seats = self.options.players
        if setup.shared:
            rngs = [Rng(int.from_bytes(start.seed, "big"))] * seats
        else:
            rngs = decision_rngs(start.seed, start.turn, seats)
        if setup.quick and set(start.bots) == {RANDOM}:
            state = self.game.new(self.options, SeededChance(start.seed), setup.listen)
            return _finished(start, state, state.playout(rngs[0]), [])
        match = Match.new(
            self.game, self.options, start.seed, start.bots, listen=setup.listen, trace=setup.trace
        )
        players = [self._player(name) for name in start.bots]
        faults = play_match(match, players, rngs, setup.check)
        return _finished(start, match.state, len(match.moves), faults, match)

    def times(self) -> dict[str, dict[str, int]]:
        """How long each bot's moves took so far; depends on the machine."""
        return {
            name: self._seated[name].clock.to_dict()
            for name in sorted(self._seated)
            if self._seated[name].clock.moves
        }

    def _player(self, name: str) -> Contender:
        if name not in self._seated:
            kind = Random if self.setup.shared and name == RANDOM else Contender
            budget = self.setup.budget
            self._seated[name] = kind(
                find_bot(name, None if budget is None else read_budget(budget))
            )
        return self._seated[name]


def play_match(
    match: Match, players: Sequence[Contender], rngs: Sequence[Rng], check: Check | None = None
) -> list[str]:
    """Play to the end, seats that choose at the same time in seat order; what went wrong."""
    state = match.state
    faults: list[str] = []
    while (seat := state.actor()) >= 0:
        player = players[seat]
        move = player.choose(match, seat, rngs[seat])
        for fault in player.take_faults():
            faults.append(f"{player.name}: {fault} (move {len(match.moves) + 1})")
        match.make(seat, move)
        if check is not None:
            check(state)
    return faults


def decision_rngs(seed: bytes, turn: int, players: int) -> list[Rng]:
    """A generator for each seat, so that bots' random draws are independent."""
    digests = [
        hashlib.sha256(b"arena" + seed + bytes((turn, seat))).digest() for seat in range(players)
    ]
    return [Rng(int.from_bytes(digest, "big")) for digest in digests]


def _finished(
    start: GameStart, state: State, moves: int, faults: list[str], match: Match | None = None
) -> Finished:
    outcome = state.outcome()
    assert outcome is not None
    played = Played(
        bots=start.bots,
        first=state.first_seat(),
        moves=int(moves),
        outcome=outcome,
        payoffs=state.payoffs(),
        faults=faults,
    )
    return Finished(state, played, match)
