"""``fatum play``."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from fatum.bots import registry
from fatum.bots.seating import COMPANY, find_chooser, seat_bots
from fatum.cli import DONE, FAILED, INTERRUPTED, complain
from fatum.cli.common import Language, check_writable, flag, read_language, read_names, read_seat
from fatum.core.errors import FatumError, InvalidRecord
from fatum.core.game import Game
from fatum.core.seats import seat_name
from fatum.i18n.rules import rules_text
from fatum.i18n.translator import translator
from fatum.play.arguments import read_seed
from fatum.play.match import Match
from fatum.records import load_record
from fatum.records.files import InvalidFile, write_text
from fatum.terminal.plain import Left, LineGame
from fatum.terminal.saves import new_save, newest_save, saves_folder

_DEFAULT_NAME: Final = "You"


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
    language: Language = None,
) -> int:
    tongue = read_language(language)
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
        match = _load(path, game)
        own = _own_seat(match, seat)
    else:
        if file is not None:
            raise FatumError(
                f"to continue a saved game write: fatum play {game.name} --resume {file}"
            )
        options = game.read_options(given)
        own = read_seat(seat or "P1", options.players)
        others = seat_bots(read_names(bots), options.players - 1, COMPANY)
        bots = None
        names = [*others[:own], _own_name(name), *others[own:]]
        match = Match.new(game, options, read_seed(seed), names, listen=True)
        path = new_save(game.name)
    sitting = _Sitting(match, own, bots, path, resume, record, tongue)
    return sitting.run()


@dataclass
class _Sitting:
    """One sitting at a game: from dealing or loading to the end or the save."""

    match: Match
    seat: int
    bots: str | None
    path: Path
    resumed: bool
    record: Path | None
    language: str

    def __post_init__(self) -> None:
        match = self.match
        self._save_failed = False
        names = _bot_names(match, self.seat, self.bots)
        self._lines = LineGame(
            match,
            self.seat,
            {other: find_chooser(bot) for other, bot in names.items()},
            lambda: rules_text(match.game.name, self.language),
            self._save_quietly,
            translator(self.language, match.game).say,
        )

    def run(self) -> int:
        try:
            self._lines.introduce(self.resumed)
            self._lines.play()
        except Left:
            return self._leave(DONE)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        return self._end()

    def _save(self) -> None:
        write_text(self.path, self.match.record().to_json() + "\n")

    def _save_quietly(self) -> None:
        """After each choice, so that not even a power cut loses the game."""
        try:
            self._save()
        except InvalidFile as error:
            if not self._save_failed:
                complain(self._lines.unsaved(str(error)))
            self._save_failed = True

    def _leave(self, code: int) -> int:
        print()
        try:
            self._save()
        except InvalidFile as error:
            return complain(str(error), FAILED)
        file = f" {self.path}" if self.path.parent != saves_folder() else ""
        self._lines.saved(self.path, f"fatum play {self.match.game.name} --resume{file}")
        return code

    def _end(self) -> int:
        match = self.match
        if self.record is not None:
            write_text(self.record, match.record().to_json() + "\n")
        self._lines.ended(self.record)
        if self.path.parent == saves_folder():
            self.path.unlink(missing_ok=True)
        elif self.path != self.record:
            self._save()
        return DONE


def _load(path: Path, game: Game) -> Match:
    record = load_record(path)
    if record.game.name != game.name:
        raise FatumError(
            f"{path} is a game of {record.game.title}; "
            f"write: fatum play {record.game.name} --resume {path}"
        )
    try:
        return Match.resume(record, listen=True)
    except InvalidRecord as error:
        raise InvalidRecord(f"{path}: {error}") from None


def _own_name(name: str | None) -> str:
    if name in registry.BOTS:
        raise FatumError(f"{name!r} is the name of a bot; choose another --name")
    return name or _DEFAULT_NAME


def _own_seat(match: Match, seat: str | None) -> int:
    """The seat of the one player who is no bot."""
    if seat is not None:
        return read_seat(seat, match.options.players)
    names = match.names or ()
    people = [number for number, name in enumerate(names) if name not in registry.BOTS]
    if len(people) != 1:
        raise FatumError("the save does not tell which seat is yours; say it with --seat P1")
    return people[0]


def _bot_names(match: Match, seat: int, bots: str | None) -> dict[int, str]:
    others = [other for other in range(match.options.players) if other != seat]
    names = match.names
    if bots is not None or names is None:
        return dict(zip(others, seat_bots(read_names(bots), len(others), COMPANY), strict=True))
    for other in others:
        if names[other] not in registry.BOTS:
            raise FatumError(
                f"{seat_name(other)} was played by {names[other]!r}, who is no bot; "
                "say with --bots who plays the other seats"
            )
    return {other: names[other] for other in others}
