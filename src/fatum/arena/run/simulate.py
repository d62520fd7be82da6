"""Play many games and count: the same result on one core or many.

Game ``i`` of a run, from 1, has the seed SHA-256(run seed ‖ ``i`` as 8 bytes, big-endian), so that
neither the number of cores nor the other games matter. Work is split into parts that do not
depend on the number of cores either, and parts are taken up in order.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fatum.arena.run.games import Finished, GameStart, Series, SeriesSetup
from fatum.arena.run.pool import Where, WorkFailed, run
from fatum.arena.stats.findings import Findings
from fatum.arena.stats.tally import Tally
from fatum.arena.stats.totals import Totals
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.rng import stream_digest
from fatum.games.registry import find_game
from fatum.records.files import same_json

_PART: Final = 250
_PART_WITH_RECORDS: Final = 50


class BrokenInvariant(WorkFailed):
    """An invariant of the game was violated."""


@dataclass(frozen=True)
class Plan:
    """What to simulate, as plain data that can be sent to other processes."""

    game: str
    options: Mapping[str, object]
    games: int
    seed: bytes
    bots: tuple[str, ...]
    """A name for each seat."""
    records: bool = False
    trace: bool = False
    check: bool = False
    """Check the state after every move, not only after every game."""


class Report:
    """The results of a plan's games."""

    def __init__(self, plan: Plan) -> None:
        self.plan: Final = plan
        self.game: Final = find_game(plan.game)
        self.options: Final = self.game.read_options(plan.options)
        self.found: Final = Findings(Tally(self.options.players))

    @property
    def totals(self) -> Totals | None:
        """The game's own totals, if it has any."""
        insights = self.game.parts.insights
        return None if insights is None else Totals(insights, self.found.totals)

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.plan.game,
            "options": self.options.to_dict(),
            "seed": self.plan.seed.hex(),
            "bots": list(self.plan.bots),
            **self.found.tally.to_dict(),
            "statistics": None if self.totals is None else self.totals.to_dict(),
            **(self.found.faults.to_dict() if self.found.faults.counts else {}),
        }


def simulate(
    plan: Plan, where: Where, take: Callable[[int, list[str]], None] = lambda games, records: None
) -> Report:
    """Play all games; ``take`` is told now and then how many are played, with their records."""
    report = Report(plan)
    for found, records in run(_play_part, _tasks(plan), where):
        report.found.merge(found)
        take(report.found.tally.games, records)
    return report


def game_seed(run_seed: bytes, number: int) -> bytes:
    """The seed of game ``number`` of a run."""
    return stream_digest(run_seed, number)


Task = tuple[Plan, int, int]
"""The games of a plan from one number to another."""


def _tasks(plan: Plan) -> Iterator[Task]:
    step = _PART_WITH_RECORDS if plan.records else _PART
    for first in range(1, plan.games + 1, step):
        yield plan, first, min(first + step - 1, plan.games)


def _play_part(task: Task) -> tuple[Findings, list[str]]:
    plan, first, last = task
    records: list[str] = []
    insights = find_game(plan.game).parts.insights
    with Series(_setup(plan, listen=insights is not None)) as series:
        found = Findings(Tally(series.options.players))
        for number in range(first, last + 1):
            finished = _play(series, GameStart(game_seed(plan.seed, number), plan.bots), number)
            found.add(f"game {number}", finished.played)
            if insights is not None:
                outcome = finished.played.outcome
                found.totals.update(insights.count(series.options, outcome, finished.events))
            if plan.records:
                records.append(finished.record.to_json())
            del finished  # a tenth faster than two games in memory
    return found, records


def _setup(plan: Plan, listen: bool) -> SeriesSetup:
    game = find_game(plan.game)
    options = game.read_options(plan.options)
    return SeriesSetup(
        plan.game,
        plan.options,
        shared=True,
        quick=not (plan.records or plan.check),
        listen=listen,
        trace=plan.trace,
        check=(lambda state: check_state(game, options, state)) if plan.check else None,
    )


def _play(series: Series, start: GameStart, number: int) -> Finished:
    try:
        finished = series.play(start)
        check_state(series.game, series.options, finished.state)
    except FatumError as error:
        raise BrokenInvariant(f"game {number} (seed {start.seed.hex()}): {error}") from None
    return finished


def check_state(game: Game, options: Options, state: State) -> None:
    """Check that every card exists exactly once.

    Reading a state puts every card that it does not name into the stock, and refuses a card too
    many; so a state that comes back unchanged has all its cards.
    """
    written = state.to_dict()
    again = game.read_state(options, written, SeededChance(bytes(32))).to_dict()
    if not same_json(written, again):
        raise BrokenInvariant(f"the state does not hold each card once: {written}")
    if state.outcome() is not None and len(state.payoffs()) != options.players:
        raise BrokenInvariant("the game has ended, but not every seat has a result")
