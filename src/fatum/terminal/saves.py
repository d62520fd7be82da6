"""Saves of running games."""

import os
from datetime import datetime
from pathlib import Path
from typing import Final

import platformdirs

from fatum.core.errors import FatumError
from fatum.records.files import InvalidFile

ENVIRONMENT: Final = "FATUM_DATA_DIR"


def data_folder() -> Path:
    """The user's own folder for Fatum, as the platform likes it."""
    if chosen := os.environ.get(ENVIRONMENT):
        return Path(chosen)
    return platformdirs.user_data_path("fatum", appauthor=False)


def saves_folder() -> Path:
    return data_folder() / "saves"


def made(folder: Path) -> Path:
    """The folder, which is there now.

    :raises InvalidFile: if it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidFile(f"cannot make the folder {folder}: {error.strerror}") from None
    return folder


def new_save(game: str) -> Path:
    """A name for a new save, which no other game has."""
    folder = made(saves_folder())
    started = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{game}-{started}.json"
    number = 2
    while path.exists():
        path = folder / f"{game}-{started}-{number}.json"
        number += 1
    return path


def newest_save(game: str) -> Path:
    """The game that was saved last."""
    folder = saves_folder()
    try:
        found = [path for path in folder.glob(f"{game}-*.json") if path.is_file()]
    except OSError:
        found = []
    if not found:
        raise FatumError(f"there is no saved game of {game} in {folder}")
    return max(found, key=lambda path: (path.stat().st_mtime_ns, path.name))
