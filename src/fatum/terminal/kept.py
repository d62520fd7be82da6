"""Finished games are kept, the last 50, so that they can be checked, told and studied later."""

import re
from datetime import datetime
from pathlib import Path
from typing import Final

from fatum.core.errors import FatumError
from fatum.records import Record
from fatum.records.files import write_text
from fatum.terminal.saves import data_folder, made

MOST: Final = 50
LAST: Final = "last"
_NAMED: Final = re.compile(r"last(?:-([1-9]\d?))?")


def kept_folder() -> Path:
    return data_folder() / "games"


def keep(record: Record) -> Path:
    """Keep a finished game, and let go of the oldest beyond the last 50.

    :raises InvalidFile: if it cannot be written.
    """
    ended = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S-%f")
    path = made(kept_folder()) / f"{record.game.name}-{ended}.json"
    write_text(path, record.to_json() + "\n")
    for old in kept_games()[MOST:]:
        old.unlink(missing_ok=True)
    return path


def kept_games() -> list[Path]:
    """The newest first."""
    try:
        found = [path for path in kept_folder().glob("*.json") if path.is_file()]
        return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    except OSError:
        return []


def kept_game(name: str) -> Path | None:
    """``last`` is the newest kept game, ``last-2`` the one before; ``None`` for any other name."""
    found = _NAMED.fullmatch(name)
    if found is None:
        return None
    number = int(found[1] or 1)
    games = kept_games()
    if number > len(games):
        if not games:
            raise FatumError(f"no finished game is kept in {kept_folder()}")
        raise FatumError(
            f"only {len(games)} finished games are kept; the oldest is last-{len(games)}"
        )
    return games[number - 1]


def name_of(number: int) -> str:
    """The name of a kept game: 1 is the newest.

    >>> name_of(1), name_of(3)
    ('last', 'last-3')
    """
    return LAST if number == 1 else f"{LAST}-{number}"
