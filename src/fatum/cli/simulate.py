"""``fatum simulate``."""

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from fatum.arena.report.lines import length_lines, result_lines
from fatum.arena.run import simulate as arena
from fatum.arena.run.pool import Where, WorkFailed, cores
from fatum.bots.seating import seat_bots
from fatum.cli import DONE, FAILED, complain
from fatum.cli.common import (
    Jobs,
    Json,
    Seed,
    at_least_one,
    check_writable,
    flag,
    print_json,
    read_names,
)
from fatum.cli.progress import progress
from fatum.core.errors import FatumError
from fatum.core.game import Game
from fatum.play.arguments import read_seed
from fatum.records.files import writing

_MOST: Final = 10**9


def simulate(
    game: Game,
    given: dict[str, object],
    *,
    games: Annotated[int, Parameter(help="How many games.")] = 1000,
    bots: Annotated[
        str | None, Parameter(help="Who plays: one name, or one per seat, comma-separated.")
    ] = None,
    seed: Seed = None,
    jobs: Jobs = None,
    records: Annotated[
        Path | None, Parameter(help="Write the record of every game here, one a line.")
    ] = None,
    trace: Annotated[bool, flag("With --records: note all legal moves at each move.")] = False,
    check: Annotated[bool, flag("Look for lost cards after every move: slow.")] = False,
    json: Json = False,
) -> int:
    if at_least_one("--games", games) > _MOST:
        raise FatumError(f"--games must be at most {_MOST:,}")
    where = Where(cores() if jobs is None else at_least_one("--jobs", jobs))
    if trace and records is None:
        raise FatumError("--trace goes into records; say with --records FILE where to")
    options = game.read_options(given)
    plan = arena.Plan(
        game=game.name,
        options=given,
        games=games,
        seed=read_seed(seed),
        bots=seat_bots(read_names(bots), options.players),
        records=records is not None,
        trace=trace,
        check=check,
    )
    started = time.perf_counter()
    try:
        with ExitStack() as stack:
            write: Callable[[str], object] = lambda line: None  # noqa: E731
            if records is not None:
                check_writable(records, "a file of records", "{")
                write = stack.enter_context(writing(records)).write
            advance = stack.enter_context(progress(games))

            def take(played: int, lines: list[str]) -> None:
                for line in lines:
                    write(f"{line}\n")
                advance(played)

            report = arena.simulate(plan, where, take)
    except WorkFailed as error:
        return complain(str(error), FAILED)
    if json:
        print_json(report.to_dict())
    else:
        _print(report, game)
        print(f"{games:,} games in {time.perf_counter() - started:.1f} s", file=sys.stderr)
    return DONE


def _print(report: arena.Report, game: Game) -> None:
    options = ", ".join(f"{name} {value}" for name, value in report.options.to_dict().items())
    print(f"{game.title}: {report.found.tally.games:,} games, {options}")
    print(f"Bots: {', '.join(report.plan.bots)}")
    print(f"Seed: {report.plan.seed.hex()}")
    print()
    for line in length_lines(report.found.tally):
        print(line)
    print()
    for line in result_lines(report.found.tally, game.first_key, report.plan.bots):
        print(line)
    totals = report.totals
    if totals is not None:
        print()
        rows = totals.rows()
        width = max(len(label) for label, _ in rows)
        for label, value in rows:
            print(f"{label[:1].upper()}{label[1:]:<{width}}  {value}")
    for line in report.found.faults.lines():
        print(line)
