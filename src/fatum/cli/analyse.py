"""``fatum analyse``."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fatum.arena.analysis import Analysis
from fatum.arena.analysis import analyse as analyse_record
from fatum.arena.hints import chance_words
from fatum.arena.judging import JudgedDecision
from fatum.arena.report import plots
from fatum.arena.run.contenders import VALUATION_BUDGET, valuation
from fatum.arena.stats.intervals import Interval
from fatum.bots.base import read_budget
from fatum.cli import DONE
from fatum.cli.arena import make_folder
from fatum.cli.common import Json, RecordFile, RecordLine, print_json, read_record, write_json
from fatum.cli.progress import progress
from fatum.core.errors import InvalidRecord
from fatum.core.seats import seat_name
from fatum.records.faults import fault

Budget = Annotated[
    str | None,
    Parameter(
        help="What may be spent on each choice: 500 iterations, or a time such as 0.5s; "
        f"by default {VALUATION_BUDGET} iterations."
    ),
]


def analyse(
    file: RecordFile,
    /,
    *,
    line: RecordLine = 1,
    budget: Budget = None,
    out: Annotated[
        Path | None, Parameter(help="Folder for the analysis as JSON and the curve as PNG.")
    ] = None,
    json: Json = False,
) -> int:
    record = read_record(file, line)
    evaluate = valuation(VALUATION_BUDGET if budget is None else read_budget(budget.strip()))
    if out is not None:
        plots.need_matplotlib()
        make_folder(out)
    try:
        with progress(len(record.moves), "moves") as advance:
            found = analyse_record(record, evaluate, advance)
    except InvalidRecord as error:
        raise fault("inside", where=str(file), reason=error.message) from None
    if out is not None:
        write_json(out / "analysis.json", found.to_dict())
        draw(found, out / "chances.png")
    if json:
        print_json(found.to_dict())
        return DONE
    _print(found)
    if out is not None:
        print(f"In {out}: analysis.json, chances.png")
    return DONE


def draw(found: Analysis, path: Path) -> None:
    """The chance of each player over the game, the largest mistakes marked."""
    game = found.record.game
    seats = range(found.record.options.players)
    lines = {found.name(seat): found.curve(seat) for seat in seats}
    marks = [(made.number, seat_name(seat)) for seat in seats for made in found.mistakes(seat)[:1]]
    title = f"{game.title}: the {chance_words(game)}, as each player could see it"
    plots.curves(title, lines, marks).png(path)


def _print(found: Analysis) -> None:
    record = found.record
    game = record.game
    seats = range(record.options.players)
    print(f"{game.title}: {len(record.moves)} moves, {len(found.decisions)} with a choice.")
    print(f"Each value is the {chance_words(game)}, judged by what the seat itself knew.")
    print()
    for made in found.decisions:
        print(_line(found, made))
    for seat in seats:
        print()
        lost = f"{100 * found.total_loss(seat):.1f} points"
        if found.total_loss(seat) > 0:
            lost += f" ({_ends(found.total_interval(seat))})"
        print(f"{found.name(seat)} gave away {lost} in choices that were clearly worse.")
        for made in found.mistakes(seat):
            print(
                f"  Move {made.number}, {game.format_move(made.move)} ({made.played.value:.0%}): "
                f"{game.format_move(made.best.move)} was worth {made.best.value:.0%}, "
                f"{100 * made.loss:.1f} points more "
                f"({_ends(made.interval)})"
            )


def _line(found: Analysis, made: JudgedDecision) -> str:
    game = found.record.game
    shown = ", ".join(
        f"{game.format_move(value.move)} {value.value:.0%}" for value in made.values[:4]
    )
    more = len(made.values) - 4
    rest = f" and {more} more" if more > 0 else ""
    played = game.format_move(made.move)
    loss = "0"
    if made.loss > 0:
        loss = f"-{100 * made.loss:.1f} ({_ends(made.interval)})"
    return f"{made.number:>4}  {seat_name(made.seat)}  {played:<14} {loss:>6}   of {shown}{rest}"


def _ends(interval: Interval) -> str:
    return f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}"
