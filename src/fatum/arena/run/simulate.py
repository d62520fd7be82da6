"""Play many games and count: the same result on one core or many.

Game ``i`` of a run, from 1, has the seed SHA-256(run seed ‖ ``i`` as 8 bytes, big-endian), so that
neither the number of cores nor the other games matter. Work is split into parts that do not
depend on the number of cores either, and parts are taken up in order.
"""

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from fatum.arena.stats.tally import Tally
from fatum.bots.seating import RANDOM, find_chooser
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.rng import Rng, stream_digest
from fatum.games.registry import GAMES, find_game, references
from fatum.play.match import Match
from fatum.records.files import same_json

_PART: Final = 250
_PART_WITH_RECORDS: Final = 50


class BrokenInvariant(FatumError):
    """Something that must hold in every game does not."""


@dataclass(frozen=True)
class Plan:
    """What to simulate. Only plain data, so that it crosses processes."""

    game: str
    options: Mapping[str, object]
    games: int
    seed: bytes
    bots: tuple[str, ...]
    """A name for each seat."""
    records: bool = False
    trace: bool = False
    check: bool = False
    """Look at the state after every move, not only after every game."""


@dataclass(frozen=True)
class _Task:
    """The games ``first`` to ``last`` of a plan."""

    plan: Plan
    reference: str
    first: int
    last: int


@dataclass
class Part:
    """Some games of a plan, played; ``last`` is the number of the last one."""

    last: int
    tally: Tally
    statistics: dict[str, object] | None
    records: list[str] = field(default_factory=list)


class Report:
    """All parts together."""

    def __init__(self, plan: Plan) -> None:
        self.plan: Final = plan
        self.game: Final = find_game(plan.game)
        self.options: Final = self.game.read_options(plan.options)
        self.tally: Final = Tally(self.options.players)
        counters = self.game.parts.statistics
        self.statistics: Final = None if counters is None else counters()

    def add(self, part: Part) -> None:
        self.tally.merge(part.tally)
        if self.statistics is not None and part.statistics is not None:
            self.statistics.merge(part.statistics)

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.plan.game,
            "options": self.options.to_dict(),
            "seed": self.plan.seed.hex(),
            "bots": list(self.plan.bots),
            **self.tally.to_dict(),
            "statistics": None if self.statistics is None else self.statistics.to_dict(),
        }


def simulate(plan: Plan, jobs: int = 1, take: Callable[[Part], None] = lambda part: None) -> Report:
    """Play all games of a plan; ``take`` sees each part, in order, with its records."""
    report = Report(plan)
    for part in _parts(plan, jobs):
        report.add(part)
        take(part)
    return report


def game_seed(run_seed: bytes, number: int) -> bytes:
    """The seed of game ``number`` of a run."""
    return stream_digest(run_seed, number)


def _parts(plan: Plan, jobs: int) -> Iterator[Part]:
    reference = references()[plan.game]
    step = _PART_WITH_RECORDS if plan.records else _PART
    tasks = [
        _Task(plan, reference, first, min(first + step - 1, plan.games))
        for first in range(1, plan.games + 1, step)
    ]
    if jobs == 1 or len(tasks) == 1:
        yield from map(_play_part, tasks)
        return
    # Fresh processes on every platform: copies of one that has threads may hang.
    processes = multiprocessing.get_context("spawn")
    with _interrupts_held_back():
        pool = processes.Pool(min(jobs, len(tasks)))
    with pool:
        yield from pool.imap(_play_part, tasks)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes started inside never hear Ctrl-C, which a terminal sends to all: we end them.

    An interrupt that comes meanwhile is not lost: it reaches us afterwards.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "pthread_sigmask"
    ):
        yield
        return
    # Blocking is what our children inherit. It does not hold for ourselves: any other thread may
    # take the signal, and Python then interrupts the main one.
    caught: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: caught.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, usual)
    if caught:
        raise KeyboardInterrupt


def _play_part(task: _Task) -> Part:
    plan, first, last = task.plan, task.first, task.last
    GAMES.setdefault(plan.game, task.reference)  # one that is registered in the program only
    game = find_game(plan.game)
    options = game.read_options(plan.options)
    counters = game.parts.statistics
    statistics = None if counters is None else counters()
    part = Part(last, Tally(options.players), None)
    quick = not (plan.records or plan.check) and set(plan.bots) == {RANDOM}
    for number in range(first, last + 1):
        seed = game_seed(plan.seed, number)
        rng = Rng(int.from_bytes(seed, "big"))
        try:
            if quick:
                state = game.new(options, SeededChance(seed), statistics is not None)
                moves = int(state.playout(rng))
            else:
                match = Match.new(
                    game, options, seed, plan.bots, listen=statistics is not None, trace=plan.trace
                )
                _play_match(plan, match, rng)
                state, moves = match.state, len(match.moves)
                if plan.records:
                    part.records.append(match.record().to_json())
            check_state(game, options, state)
        except FatumError as error:
            raise BrokenInvariant(f"game {number} (seed {seed.hex()}): {error}") from None
        part.tally.add(state, moves)
        if statistics is not None:
            statistics.add(state, state.events or [])
    part.statistics = None if statistics is None else statistics.to_dict()
    return part


def _play_match(plan: Plan, match: Match, rng: Rng) -> None:
    choosers = [find_chooser(name) for name in plan.bots]
    state = match.state
    while (seat := state.actor()) >= 0:
        match.make(seat, match.choose(seat, choosers[seat], rng))
        if plan.check:
            check_state(match.game, match.options, state)


def check_state(game: Game, options: Options, state: State) -> None:
    """Every card is where it can be, exactly once.

    Reading a state puts every card that it does not name into the stock, and refuses a card too
    many; so a state that comes back unchanged has all its cards.
    """
    written = state.to_dict()
    again = game.read_state(options, written, SeededChance(bytes(32))).to_dict()
    if not same_json(written, again):
        raise BrokenInvariant(f"the state does not hold each card once: {written}")
    if state.outcome() is not None and len(state.payoffs()) != options.players:
        raise BrokenInvariant("the game has ended, but not every seat has a result")
