"""``fatum arena`` and ``fatum arena report``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fatum.arena.report import plots
from fatum.arena.report.designer import DesignerReport
from fatum.arena.report.pictures import draw_standings
from fatum.arena.report.tables import print_standings
from fatum.arena.run.checkpoint import seed_of
from fatum.arena.run.cluster import need_ray
from fatum.arena.run.contenders import DEFAULT_BUDGET, read_budget
from fatum.arena.run.lineups import read_players, rotations
from fatum.arena.run.playing import RECORDS, play
from fatum.arena.run.pool import Where, WorkFailed, cores
from fatum.arena.run.survey import Setting, Survey, survey, total_games, variants_of
from fatum.arena.run.tournament import Tournament, plain_options
from fatum.arena.stats.ratings import need_openskill
from fatum.bots.seating import find_chooser
from fatum.cli import DONE, FAILED, INTERRUPTED, complain
from fatum.cli.common import (
    Jobs,
    Json,
    Seed,
    at_least_one,
    check_writable,
    print_json,
    read_names,
    read_table_file,
    write_json,
)
from fatum.cli.progress import progress
from fatum.core.errors import FatumError
from fatum.core.game import Game
from fatum.play.arguments import read_seed
from fatum.records.files import write_text

Bots = Annotated[
    str | None,
    Parameter(help="Who plays, by default greedy: comma-separated, such as hard,greedy."),
]
Ray = Annotated[
    str | None,
    Parameter(help="Address of a Ray cluster to use instead of processes; 'local' starts one."),
]
Budget = Annotated[
    str | None,
    Parameter(
        help="What a bot may spend on a move: 500 iterations, or a time such as 0.5s; "
        f"by default {DEFAULT_BUDGET} iterations."
    ),
]


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
    players = _players(game, given, names)
    options = _options(game, given, players)
    spent = read_budget(budget)
    need_openskill()
    if out is not None:
        plots.need_matplotlib()
        make_folder(out)
    begun = None if out is None or seed is not None else seed_of(out)
    tournament = Tournament(
        game=game.name,
        options=options,
        players=players,
        bots=names,
        games=games,
        seed=begun or read_seed(seed),
        budget=spent,
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
        write_json(out / "result.json", result)
        write_json(out / "timing.json", found.timing())
        draw_standings(found, ratings, out)
    if json:
        print_json({**result, "timing": found.timing()})
        return DONE
    print_standings(found, ratings)
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
    path = Path(f"{game.name}-report.html") if out is None else out
    check_writable(path, "a report", "<!DOCTYPE html>")
    allowed = game.player_counts()
    players = read_players(game, given.get("players", f"{allowed[0]}-{allowed[-1]}"))
    base = _options(game, given, players)
    settings = [Setting(_base_label(base), base)]
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
    plots.need_matplotlib()
    try:
        with progress(total_games(plan)) as advance:
            found = survey(plan, where, advance)
    except WorkFailed as error:
        return complain(str(error), FAILED)
    made = DesignerReport(plan, found, compare is not None)
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
        find_chooser(name)
    return names


def _players(game: Game, given: Mapping[str, object], bots: Sequence[str]) -> tuple[int, ...]:
    """As asked for, else as many as bots are named."""
    if "players" in given:
        return read_players(game, given["players"])
    if len(bots) in game.player_counts():
        return (len(bots),)
    return (game.read_options({}).players,)


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


def _base_label(options: Mapping[str, object]) -> str:
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
    tables = game.parts.card_tables
    if tables is None:
        raise FatumError(f"{game.title} has no card tables; compare options, such as name=value")
    return {tables.option: read_table_file(tables, path)}
