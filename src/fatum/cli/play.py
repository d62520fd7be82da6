"""``fatum play``."""

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from fatum.bots import registry
from fatum.bots.seating import COMPANY, seat_bots
from fatum.cli import DONE, FAILED, INTERRUPTED, complain
from fatum.cli.common import Language, check_writable, flag, read_language, read_names, read_seat
from fatum.core.errors import FatumError, InvalidRecord
from fatum.core.game import Game
from fatum.core.seats import seat_name
from fatum.games.registry import find_game
from fatum.play.arguments import read_seed
from fatum.play.match import Match
from fatum.records import Record, load_record
from fatum.records.faults import fault
from fatum.terminal.local import continued, new_table
from fatum.terminal.saves import new_save, newest_save
from fatum.terminal.sitting import Sitting

if TYPE_CHECKING:
    from fatum.terminal.remote import Address

_DEFAULT_NAME: Final = "You"
LINES: Final = "FATUM_LINES"
"""Set to 1, this environment variable asks for line mode everywhere."""

AsLines = Annotated[
    bool, flag("Play line by line, as screen readers and pipes like it; without it on a screen.")
]


def play(
    game: Game,
    given: dict[str, object],
    file: Annotated[
        Path | None, Parameter(help="With --resume: the saved game, by default the newest.")
    ] = None,
    /,
    *,
    resume: Annotated[bool, flag("Continue a saved game.")] = False,
    seat: Annotated[str | None, Parameter(help="Your seat, by default P1.")] = None,
    name: Annotated[str | None, Parameter(help="Your name in the record.")] = None,
    bots: Annotated[
        str | None,
        Parameter(
            help=f"Who plays the other seats, by default {COMPANY}: one name, or one for each, "
            "comma-separated."
        ),
    ] = None,
    seed: Annotated[
        str | None, Parameter(help="Deal from this seed: 64 hexadecimal digits, or any text.")
    ] = None,
    record: Annotated[
        Path | None, Parameter(help="Write the record of the finished game here.")
    ] = None,
    browser: Annotated[
        bool, flag("Play it in the browser; with --resume, the saved game goes on there.")
    ] = False,
    lines: AsLines = False,
    language: Language = None,
) -> int:
    read_language(language)
    if browser and (lines or record is not None):
        raise FatumError("the browser shows the game and keeps it; leave out --lines and --record")
    if record is not None:
        check_writable(record, "a record", "{")
    if resume:
        fixed = {**given, "name": name, "seed": seed}
        for flag, value in fixed.items():
            if value is not None:
                raise FatumError(
                    f"a saved game keeps its {flag}; leave out --{flag.replace('_', '-')}"
                )
        path = newest_save(game.name) if file is None else file
        saved = _load(path, game)
        own = _own_seat(saved, seat)
        facts, token = continued(saved, _bot_names(saved, own, bots))
    else:
        if file is not None:
            raise FatumError(
                f"to continue a saved game write: fatum play {game.name} --resume {file}"
            )
        options = game.read_options(given)
        own = read_seat(seat or "P1", options.players)
        others = seat_bots(read_names(bots), options.players - 1, COMPANY)
        names = [*others[:own], _own_name(name), *others[own:]]
        levels = {other: names[other] for other in range(options.players) if other != own}
        facts, token = new_table(game.name, given, read_seed(seed), names, levels)
        path = new_save(game.name)
    sitting = Sitting(facts, token, path, game.name, record)
    return _in_browser(sitting) if browser else _sit(sitting, language, lines)


def _in_browser(sitting: Sitting) -> int:
    from fatum.cli.start import continue_in_browser

    return continue_in_browser(sitting)


def _sit(sitting: Sitting, language: str | None, lines: bool) -> int:
    tongue = read_language(language)
    if wants_lines(lines):
        from fatum.terminal.lines.run import run_lines

        return INTERRUPTED if run_lines(sitting, tongue, complain) else DONE
    return open_screen(language, sitting)


def open_screen(
    language: str | None, sitting: Sitting | None = None, address: "Address | None" = None
) -> int:
    """The app, at its start screen or at a game."""
    # As in `main`; the app collects garbage again once the first screen is drawn.
    gc.disable()
    from fatum.terminal.app.fatum_app import run_app
    from fatum.terminal.app.settings import load_settings

    settings = load_settings()
    if language is not None:
        settings.language = read_language(language)
    app = run_app(read_language(language), settings, sitting, address)
    if app.for_browser is not None:
        return _in_browser(app.for_browser)
    return FAILED if app.return_code else DONE


def choose(*, lines: AsLines = False, language: Language = None) -> int:
    """``fatum play`` without a game."""
    tongue = read_language(language)
    if not wants_lines(lines):
        return open_screen(language)
    from fatum.terminal.lines.which import which_game

    name = which_game(tongue)
    if name is None:
        return DONE
    return play(find_game(name), {}, lines=lines, language=language)


def wants_lines(lines: bool) -> bool:
    """Whether to play in lines: asked for, or there is no screen to draw on."""
    asked = lines or os.environ.get(LINES, "") not in {"", "0"}
    screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return asked or not screen


def _load(path: Path, game: Game) -> Record:
    record = load_record(path)
    if record.game.name != game.name:
        raise FatumError(
            f"{path} is a game of {record.game.title}; "
            f"write: fatum play {record.game.name} --resume {path}"
        )
    try:
        return Match.resume(record).record()
    except InvalidRecord as error:
        raise fault("inside", where=str(path), reason=error.message) from None


def _own_name(name: str | None) -> str:
    if name in registry.BOTS:
        raise FatumError(f"{name!r} is the name of a bot; choose another --name")
    return name or _DEFAULT_NAME


def _own_seat(record: Record, seat: str | None) -> int:
    """The seat of the one player who is not a bot."""
    if seat is not None:
        return read_seat(seat, record.options.players)
    names = record.names or ()
    people = [number for number, name in enumerate(names) if name not in registry.BOTS]
    if len(people) != 1:
        raise FatumError("the save does not tell which seat is yours; say it with --seat P1")
    return people[0]


def _bot_names(record: Record, seat: int, bots: str | None) -> dict[int, str]:
    others = [other for other in range(record.options.players) if other != seat]
    names = record.names
    if bots is not None or names is None:
        return dict(zip(others, seat_bots(read_names(bots), len(others), COMPANY), strict=True))
    for other in others:
        if names[other] not in registry.BOTS:
            raise FatumError(
                f"{seat_name(other)} was played by {names[other]!r}, who is not a bot; "
                "say with --bots who plays the other seats"
            )
    return {other: names[other] for other in others}
