"""What several commands share."""

import inspect
import json
import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fatum.core.errors import FatumError, InvalidOptions, InvalidRecord
from fatum.core.parts import CardTables
from fatum.core.seats import parse_seat
from fatum.i18n.languages import LANGUAGES, language_of
from fatum.records import Record, parse_record, record_texts
from fatum.records.faults import fault
from fatum.records.files import read_text, write_text

Seed = Annotated[
    str | None,
    Parameter(help="Seed of the run: 64 hexadecimal digits, or any text; drawn if not given."),
]
Jobs = Annotated[
    int | None,
    Parameter(help="Processes to use, by default one for each core. The result is the same."),
]


def flag(about: str) -> Parameter:
    """A switch that is off by default and has no ``--no-`` form."""
    return Parameter(negative="", show_default=False, help=about)


def keyword(name: str, annotation: object) -> inspect.Parameter:
    """A flag of a command whose signature is made; ``None`` if it is not given."""
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=None, annotation=annotation)


Json = Annotated[bool, flag("Print the result as JSON.")]
RecordFile = Annotated[
    Path,
    Parameter(help="The record, .json or .jsonl; last or last-2 for a game that you played here."),
]
RecordLine = Annotated[int, Parameter(help="Which record of a file with several.")]
Language = Annotated[
    str | None, Parameter(help=f"Language: {', '.join(LANGUAGES)}; by default the terminal's own.")
]


def read_language(text: str | None) -> str:
    """The code of a language we speak; without one, that of the terminal."""
    if text is None:
        return language_of(os.environ)
    code = text.strip().lower()
    if code not in LANGUAGES:
        known = ", ".join(f"{each.code} ({each.name})" for each in LANGUAGES.values())
        raise FatumError(f"there is no language {text!r}; the languages are {known}")
    return code


def read_seat(text: str, players: int) -> int:
    """A seat as typed; ``p2`` will do."""
    return parse_seat(text.upper(), players)


def read_names(text: str | None) -> list[str]:
    """``random,greedy`` → both names."""
    return [] if text is None else [name.strip() for name in text.split(",")]


def at_least_one(name: str, value: int) -> int:
    if value < 1:
        raise FatumError(f"{name} must be at least 1, not {value}")
    return value


def record_path(path: Path) -> Path:
    """The file of a record; ``last`` and ``last-2`` are kept games, where no file has that name."""
    if path.exists():
        return path
    from fatum.terminal.kept import kept_game

    return kept_game(str(path)) or path


def read_record(path: Path, line: int) -> Record:
    """One record of a file that may hold several; they are counted from 1."""
    at_least_one("--line", line)
    path = record_path(path)
    number = 0
    for place, text in record_texts(path):
        number += 1
        if number == line:
            try:
                return parse_record(text)
            except InvalidRecord as error:
                raise fault("inside", where=str(place), reason=error.message) from None
    raise FatumError(f"{path} holds {number} records, so there is no record {line}")


def read_table_file(tables: CardTables, name: str | Path) -> dict[str, object]:
    """A card table in a file, read as its game reads it."""
    try:
        return tables.read(read_text(Path(name)))
    except InvalidOptions as error:
        raise InvalidOptions(f"{name}: {error}") from None


def check_writable(path: Path, what: str, start: str) -> None:
    """Refuse, before long work, an output path that cannot be written or would destroy a file.

    A file that exists is replaced only if it is of the same kind, which its ``start`` shows.
    """
    if path.is_dir():
        raise FatumError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise FatumError(f"cannot write {path}: its folder does not exist")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise FatumError(f"cannot write {path}: permission denied")
    if path.is_file():
        with path.open("rb") as file:
            found = file.read(len(start))
        if found and found != start.encode():
            raise FatumError(f"cannot write {path}: it exists and is not {what}; name another file")


def pretty(value: object) -> str:
    """JSON for people to read."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def print_json(value: object) -> None:
    print(pretty(value))


def write_json(path: Path, value: object) -> None:
    write_text(path, pretty(value) + "\n")
