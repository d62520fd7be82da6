"""``fatum arena`` and ``fatum arena report``."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fatum.arena import plots
from fatum.arena.checkpoint import seed_of
from fatum.arena.clusters import Interval, Ratio
from fatum.arena.contenders import check_bot, read_budget
from fatum.arena.lineups import default_players, player_range, read_players, rotations
from fatum.arena.playing import RECORDS, play
from fatum.arena.plots import Point
from fatum.arena.ratings import Rating, need_openskill
from fatum.arena.report import Report
from fatum.arena.runner import Where, WorkFailed, cores, need_ray
from fatum.arena.standings import Section, Standings, verb
from fatum.arena.survey import Setting, Survey, survey, total_games, variants_of
from fatum.arena.tournament import Tournament, plain_options
from fatum.cli import DONE, FAILED, INTERRUPTED, complain
from fatum.cli.common import at_least_one, check_writable, print_json, read_names, read_seed
from fatum.core.errors import FatumError, InvalidOptions
from fatum.core.game import Game
from fatum.files import read_text, write_text
from fatum.parts import game_part

if TYPE_CHECKING:
    from rich.console import Group

Bots = Annotated[str | None, Parameter(help="Who plays, with commas, such as hard,greedy.")]
Seed = Annotated[
    str | None,
    Parameter(help="Seed of the run: 64 hexadecimal digits, or any text; drawn if not given."),
]
Jobs = Annotated[
    int | None,
    Parameter(help="Processes to use, by default one for each core. The result is the same."),
]
Ray = Annotated[
    str | None,
    Parameter(help="Address of a Ray cluster to use instead of processes; 'local' starts one."),
]
Budget = Annotated[
    str | None,
    Parameter(help="What a bot may spend on a move: 500 iterations, or a time such as 0.5s."),
]
Json = Annotated[bool, Parameter(negative="", show_default=False, help="Print the result as JSON.")]


def arena(
    game: Game,
    given: dict[str, object],
    *,
    bots: Bots = None,
    games: Annotated[
        int, Parameter(help="At least so many games for each number of players.")
    ] = 200,
    seed: Seed = None,
    jobs: Jobs = None,
    ray: Ray = None,
    budget: Budget = None,
    out: Annotated[
        Path | None,
        Parameter(help="Folder for result, plots, records and the checkpoint to resume from."),
    ] = None,
    records: Annotated[bool, Parameter(help="With --out: keep the record of every game.")] = True,
    json: Json = False,
) -> int:
    at_least_one("--games", games)
    where = _where(jobs, ray)
    names = _names(bots)
    need_openskill()
    if out is not None:
        plots.need_matplotlib()
        make_folder(out)
    begun = None if out is None or seed is not None else seed_of(out)
    players = _players(game, given, names)
    tournament = Tournament(
        game=game.name,
        options=_options(game, given, players),
        players=players,
        bots=names,
        games=games,
        seed=begun or read_seed(seed),
        budget=read_budget(budget),
        records=out is not None and records,
    )
    total = sum(len(rotations(deal.table)) for deal in tournament.deals())
    try:
        with progress(total) as advance:
            found = play(tournament, where, out, advance)
    except KeyboardInterrupt:
        if out is not None:
            return complain("interrupted; the same command goes on from here", INTERRUPTED)
        raise
    except WorkFailed as error:
        return complain(str(error), FAILED)
    ratings = found.ratings()
    result = found.to_dict(ratings)
    if out is not None:
        write_text(out / "result.json", pretty(result))
        write_text(out / "timing.json", pretty(found.timing()))
        draw(found, ratings, out)
    if json:
        print_json({**result, "timing": found.timing()})
        return DONE
    _print(found, ratings)
    if out is not None:
        print(f"In {out}: result.json, timing.json, plots" + (f", {RECORDS}" if records else ""))
    return DONE


def report(
    game: Game,
    given: dict[str, object],
    *,
    bots: Bots = None,
    games: Annotated[
        int, Parameter(help="How many games for each setting and number of players.")
    ] = 500,
    compare: Annotated[
        str | None,
        Parameter(help="Show beside it: a card table's FILE, or options such as side=B."),
    ] = None,
    variants: Annotated[bool, Parameter(help="Measure the effect of each option as well.")] = True,
    seed: Seed = None,
    jobs: Jobs = None,
    ray: Ray = None,
    budget: Budget = None,
    out: Annotated[
        Path | None, Parameter(help="Where to write the page, by default GAME-report.html.")
    ] = None,
    json: Json = False,
) -> int:
    at_least_one("--games", games)
    where = _where(jobs, ray)
    plots.need_matplotlib()
    path = Path(f"{game.name}-report.html") if out is None else out
    check_writable(path)
    allowed = player_range(game)
    players = read_players(game, given.get("players", f"{allowed[0]}-{allowed[-1]}"))
    base = _options(game, given, players)
    settings = [Setting(_base_label(game, base), base)]
    if compare is not None:
        changed = _options(game, {**given, **_compared(game, compare)}, players)
        settings.append(Setting(_compare_label(compare), changed))
    if variants:
        settings += variants_of(game, base)
    plan = Survey(
        game=game.name,
        settings=tuple(settings),
        players=players,
        bots=_names(bots),
        games=games,
        seed=read_seed(seed),
        budget=read_budget(budget),
    )
    try:
        with progress(total_games(plan)) as advance:
            found = survey(plan, where, advance)
    except WorkFailed as error:
        return complain(str(error), FAILED)
    made = Report(plan, found, compare is not None)
    write_text(path, made.html())
    if json:
        print_json(made.to_dict())
    else:
        print(f"The report on {total_games(plan):,} games is in {path}")
    return DONE


# --- input ---------------------------------------------------------------------------------------


def _where(jobs: int | None, ray: str | None) -> Where:
    if ray is not None:
        if jobs is not None:
            raise FatumError("--jobs and --ray exclude each other: Ray knows its own cores")
        need_ray()
        return Where(ray=ray)
    return Where(jobs=cores() if jobs is None else at_least_one("--jobs", jobs))


def _names(text: str | None) -> tuple[str, ...]:
    names = tuple(read_names(text)) or ("greedy",)
    for name in names:
        check_bot(name)
    return names


def _players(game: Game, given: Mapping[str, object], bots: Sequence[str]) -> tuple[int, ...]:
    """As asked for, else as many as bots are named."""
    if "players" in given:
        return read_players(game, given["players"])
    if len(bots) in player_range(game):
        return (len(bots),)
    return (default_players(game),)


def _options(game: Game, given: Mapping[str, object], players: Sequence[int]) -> dict[str, object]:
    """The options as plain data, checked for every number of players."""
    read = [game.read_options({**given, "players": count}) for count in players]
    return plain_options(game, read[0])


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        raise FatumError(f"cannot write into {path}: {reason}") from None


def _base_label(game: Game, options: Mapping[str, object]) -> str:
    if not options:
        return "standard rules"
    plain = [f"{name} {value}" for name, value in options.items() if not isinstance(value, dict)]
    tables = [f"own {name}" for name, value in options.items() if isinstance(value, dict)]
    return ", ".join(plain + tables).replace("_", " ")


def _compare_label(text: str) -> str:
    return text.replace("=", " ") if "=" in text else Path(text).stem


def _compared(game: Game, text: str) -> dict[str, object]:
    """``side=B,heirs=true`` → options; anything else is the file of a card table."""
    if "=" not in text:
        return _card_table(game, Path(text))
    found: dict[str, object] = {}
    specs = {spec.name: spec for spec in game.options}
    for piece in text.split(","):
        name, _, value = piece.partition("=")
        name = name.strip().replace("-", "_")
        if name not in specs or name == "players":
            known = ", ".join(known for known in specs if known != "players")
            raise FatumError(f"--compare knows no option {name!r}; the options are {known}")
        found[name] = specs[name].read_text(value.strip())
    return found


def _card_table(game: Game, path: Path) -> dict[str, object]:
    part = game_part(game.name, "cards")
    if part is None or not hasattr(part, "read_card_table"):
        raise FatumError(f"{game.title} has no card tables; compare options, such as name=value")
    try:
        return {"cards": part.read_card_table(read_text(path))}
    except InvalidOptions as error:
        raise InvalidOptions(f"{path}: {error}") from None


# --- output --------------------------------------------------------------------------------------


def pretty(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


@contextmanager
def progress(total: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """A bar on the error output while someone is looking at it."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), what, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done)


def draw(found: Standings, ratings: Mapping[str, Rating], folder: Path) -> None:
    """The plots of a tournament."""
    if ratings:
        points = {
            bot: Point(rating.mean, rating.low, rating.high) for bot, rating in ratings.items()
        }
        title = f"{found.title}: ratings"
        plots.ranking(title, points, "rating, 95 % interval").png(folder / "ratings.png")
    results = sorted(
        {key for section in found.sections.values() for _, line in section.best_first()
         for key in line.named()}
    )  # fmt: skip
    for result in results:
        tables = {
            players: {
                bot: Point(ratio.mean, *ratio.share_interval())
                for bot, line in section.best_first()
                for ratio in [line.named()[result]]
            }
            for players, section in found.sections.items()
        }
        chances = {players: 1 / players for players in found.sections}
        drawing = plots.rates(f"Who {verb(result)}", tables, chances, "share of games")
        drawing.png(folder / f"{verb(result)}.png")
    lengths = {players: section.lengths for players, section in found.sections.items()}
    plots.lengths(lengths).png(folder / "lengths.png")


def _print(found: Standings, ratings: Mapping[str, Rating]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    # A table that is cut off is of no use in a file; a narrow terminal may wrap it.
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
    for bot, count in sorted(found.faults.items()):
        console.print(f"{bot} failed {count} times and was replaced by greedy for those moves:")
    for fault in found.first_faults:
        console.print(f"  {fault}")


def _table(section: Section) -> "Group":
    named = sorted({key for line in section.lines.values() for key in line.counted})
    numbers = sorted({key for line in section.lines.values() for key in line.numbers})
    header = ["bot", "seats", "score", *(verb(key) for key in named), *numbers]
    rows = []
    for bot, line in section.best_first():
        row = [bot, f"{line.score.number:,.0f}"]
        row.append(_shown(line.score, line.score.share_interval(), ".3f"))
        for key in named:
            row.append(_shown(line.named()[key], line.named()[key].share_interval(), ".1%"))
        for key in numbers:
            row.append(_shown(line.numbers[key], line.numbers[key].interval(), ".2f"))
        rows.append(row)
    moves = f"moves p5 {section.length(5)}, p50 {section.length(50)}, p95 {section.length(95)}"
    title = (
        f"{section.players} players: {section.games:,} games of {section.deals:,} deals, {moves}"
    )
    return _grid(title, header, rows)


def _differences(section: Section) -> "Group":
    rows = []
    for (one, other), ratio in sorted(section.duels.items()):
        better, worse = (one, other) if ratio.mean >= 0 else (other, one)
        by = Ratio()
        by.merge(ratio)
        if ratio.mean < 0:
            by.value, by.value_number = -by.value, -by.value_number
        interval = by.interval(1.0)
        sure = "yes" if interval is not None and interval[0] > 0 else "no"
        rows.append([f"{better} over {worse}", _shown(by, interval, "+.3f"), sure])
    return _grid("Difference of scores at the same table", ["", "score", "beyond luck"], rows)


def _shown(ratio: Ratio, interval: Interval | None, form: str) -> str:
    """A mean with its 95 % interval."""
    if interval is None:
        return f"{ratio.mean:{form}}"
    return f"{ratio.mean:{form}} ({interval[0]:{form}} to {interval[1]:{form}})"


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
