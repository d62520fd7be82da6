"""What a player has chosen for the screen, kept in the data folder."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from fatum.records.files import InvalidFile, write_text
from fatum.terminal.app.feed import PACES, USUAL
from fatum.terminal.saves import data_folder

_FILE: Final = "terminal.json"


@dataclass
class AppSettings:
    """``language`` empty means that of the terminal."""

    language: str = ""
    dark: bool = True
    pace: int = USUAL
    level: str = "normal"

    @property
    def seconds(self) -> float:
        return PACES[self.pace]

    def save(self) -> None:
        try:
            data_folder().mkdir(parents=True, exist_ok=True)
            write_text(data_folder() / _FILE, json.dumps(asdict(self)) + "\n")
        except (InvalidFile, OSError):
            return  # preferences are optional


def load_settings() -> AppSettings:
    """As they were saved; what cannot be used is left at its default."""
    found = AppSettings()
    try:
        given: Any = json.loads((data_folder() / _FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return found
    for each in fields(AppSettings):
        value = given.get(each.name) if isinstance(given, dict) else None
        if type(value) is type(getattr(found, each.name)):
            setattr(found, each.name, value)
    found.pace = min(max(found.pace, 0), len(PACES) - 1)
    return found
