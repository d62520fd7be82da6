"""The result of a tournament as tables for a person."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fatum.arena.run.standings import Section, Standings, score_difference, verb
from fatum.arena.stats.intervals import Estimate, Interval

if TYPE_CHECKING:
    from rich.console import Group


def print_standings(found: Standings, ratings: Mapping[str, Estimate]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    # Never cut a table off: files need all of it, and a narrow terminal can wrap it.
    console.width = max(console.width, 110)
    tournament = found.tournament
    console.print(f"{found.title}: {found.games:,} games")
    if tournament.options:
        console.print("Options: " + ", ".join(f"{k} {v}" for k, v in tournament.options.items()))
    console.print(f"Seed: {tournament.seed.hex()}")
    console.print("In brackets: 95 % intervals, with the deals as independent observations.")
    for section in found.sections.values():
        console.print(_table(section))
        if section.duels:
            console.print(_differences(section))
    if ratings:
        rows = [
            [bot, f"{rating.mean:.2f} ({rating.low:.2f} to {rating.high:.2f})"]
            for bot, rating in ratings.items()
        ]
        console.print(_grid("Ratings (Plackett–Luce)", ["bot", "rating"], rows))
    timing = [
        [str(line["bot"]), f"{line['moves']:,}", f"{line['ms_p50']}", f"{line['ms_p95']}"]
        for line in found.timing()
    ]
    console.print(
        _grid("Milliseconds a move, on this machine", ["bot", "moves", "p50", "p95"], timing)
    )
    for line in found.faults.lines():
        console.print(line)


def _table(section: Section) -> "Group":
    named = section.named_results()
    numbers = sorted({key for line in section.lines.values() for key in line.numbers})
    header = ["bot", "seats", "score", *(verb(key) for key in named), *numbers]
    rows = []
    for bot, line in section.best_first():
        row = [bot, f"{line.score.number:,.0f}"]
        row.append(_shown(line.score.mean, line.score.share_interval(), ".3f"))
        for key in named:
            row.append(_shown(line.share(key).mean, line.share(key).share_interval(), ".1%"))
        for key in numbers:
            row.append(_shown(line.numbers[key].mean, line.numbers[key].interval(), ".2f"))
        rows.append(row)
    tally = section.tally
    moves = (
        f"moves p5 {tally.percentile(5)}, p50 {tally.percentile(50)}, p95 {tally.percentile(95)}"
    )
    title = f"{section.players} players: {tally.games:,} games of {section.deals:,} deals, {moves}"
    for result, count in sorted(tally.results.items()):
        if result not in named:
            title += f", {count:,} {result}"
    return _grid(title, header, rows)


def _differences(section: Section) -> "Group":
    rows = []
    for (one, other), ratio in sorted(section.duels.items()):
        better, worse = (one, other) if ratio.mean >= 0 else (other, one)
        interval = score_difference(ratio)
        if interval is not None and ratio.mean < 0:
            interval = -interval[1], -interval[0]
        sure = "yes" if interval is not None and interval[0] > 0 else "no"
        rows.append([f"{better} over {worse}", _shown(abs(ratio.mean), interval, "+.3f"), sure])
    return _grid("Difference of scores at the same table", ["", "score", "beyond luck"], rows)


def _shown(mean: float, interval: Interval | None, form: str) -> str:
    """A mean with its 95 % interval."""
    if interval is None:
        return f"{mean:{form}}"
    return f"{mean:{form}} ({interval[0]:{form}} to {interval[1]:{form}})"


def _grid(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> "Group":
    from rich import box
    from rich.console import Group
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for number, name in enumerate(header):
        table.add_column(name, justify="left" if number == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return Group(f"\n[bold]{title}[/bold]", table)
