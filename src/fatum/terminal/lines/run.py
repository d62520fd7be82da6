"""Runs a local game in line mode."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from fatum.core.errors import FatumError
from fatum.protocol.wire_messages import from_wire
from fatum.records.files import InvalidFile
from fatum.terminal.kept import keep
from fatum.terminal.lines.game import LineGame
from fatum.terminal.lines.speech import PlayerLeft, edit_lines, say
from fatum.terminal.lines.texts import LINES
from fatum.terminal.places import LocalPlace
from fatum.terminal.saves import data_folder
from fatum.terminal.sitting import Sitting

if TYPE_CHECKING:
    from fatum.terminal.remote import Address


def run_lines(sitting: Sitting, language: str, complain: Callable[[str], object]) -> bool:
    """Play; whether the game was interrupted with Ctrl-C.

    :raises InvalidFile: if a game that is left cannot be saved.
    """
    edit_lines(data_folder())
    place = LocalPlace(sitting.facts, sitting.token)
    failed = False

    def save() -> None:
        """After each choice, so that not even a power cut loses the game."""
        nonlocal failed
        try:
            sitting.save(place.record())
        except InvalidFile as error:
            if not failed:
                complain(game.wording.say(LINES["unsaved"](error=error.message)))
            failed = True

    game = LineGame(place, language, save)
    try:
        game.introduce(place.resumed, place.record().first)
        game.play()
    except (PlayerLeft, KeyboardInterrupt) as why:
        say()
        sitting.save(place.record())
        game.say("saved", path=str(sitting.path))
        game.say("continue", command=sitting.command)
        return isinstance(why, KeyboardInterrupt)
    finally:
        place.close()
    _end(game, place, sitting, complain)
    return False


def _end(
    game: LineGame, place: LocalPlace, sitting: Sitting, complain: Callable[[str], object]
) -> None:
    """What anyone needs to check the game."""
    record = place.record()
    sitting.write_record(record)
    if sitting.record is not None:
        game.say("record", path=str(sitting.record))
    _tell_kept(game, lambda: sitting.keep(record), complain)


def _tell_kept(
    game: LineGame, keep_it: Callable[[], object], complain: Callable[[str], object]
) -> None:
    """Keep a finished game and tell how to look at it."""
    try:
        keep_it()
    except FatumError as error:
        complain(game.wording.say(LINES["unkept"](error=error.message)))
        return
    verbs = {verb: f"fatum {verb} last" for verb in ("verify", "replay", "analyse")}
    game.say("kept", **verbs)


def join_lines(
    address: "Address", language: str, command: str, complain: Callable[[str], object]
) -> bool:
    """Sit at a server's table; whether it was left with Ctrl-C."""
    from fatum.terminal.remote import record_of
    from fatum.terminal.remote_places import RemoteLinePlace

    edit_lines(data_folder())
    place = RemoteLinePlace(address)
    if place.session.table is None:
        assert place.session.bye is not None
        raise FatumError(from_wire(place.session.bye.message))
    game = LineGame(place, language, lambda: None, friends=True)
    try:
        game.introduce(resumed=False, first=None)
        game.play()
    except (PlayerLeft, KeyboardInterrupt) as why:
        say()
        game.say("left", command=command)
        return isinstance(why, KeyboardInterrupt)
    finally:
        place.close()
    if place.session.info.outcome is not None:
        _tell_kept(game, lambda: keep(record_of(address)), complain)
    return False
