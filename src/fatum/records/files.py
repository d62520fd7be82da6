"""Reads and writes files: every error is one sentence, and no file is left half-written."""

import contextlib
import errno
import json
import os
import secrets
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

from fatum.core.errors import FatumError, shown
from fatum.core.messages import Message, declare

LARGEST: Final = 32 * 1024 * 1024
"""Bytes that one record, scenario file or card table may have; real ones have far fewer."""


_FAULTS: Final = declare(
    "file.fault",
    {
        "read": "cannot read {path}: {reason}",
        "write": "cannot write {path}: {reason}",
        "none": "there is no such file",
        "place": "its folder does not exist",
        "folder": "it is a folder",
        "permission": "permission denied",
        "full": "no space left on device",
        "empty": "{what} is empty",
        "json": "{what} is not JSON (line {line}, column {column})",
        "json.twice": "{what} is not JSON: the key {key} appears twice",
        "json.constant": "{what} is not JSON: {text} is not a number",
        "json.number": "{what} is not JSON: a number in it cannot be read",
        "deep": "{what} is nested too deeply",
    },
)


class InvalidFile(FatumError):
    """A file that cannot be read or written, or does not hold what it should."""


def as_path(path: object) -> Path:
    """A path from a string or a path object."""
    if isinstance(path, str | os.PathLike):
        name = os.fspath(path)
        try:
            if isinstance(name, str) and name and "\0" not in name and os.fsencode(name):
                return Path(name)
        except UnicodeEncodeError:
            pass
    raise InvalidFile(f"a file's name is text, not {shown(path)}")


def _reason(path: Path, error: OSError, doing: str) -> InvalidFile:
    reason: Message | str
    if isinstance(error, FileNotFoundError):
        reason = _FAULTS["none" if doing == "read" else "place"]()
    elif isinstance(error, IsADirectoryError):
        reason = _FAULTS["folder"]()
    elif isinstance(error, PermissionError):
        reason = _FAULTS["permission"]()
    elif error.errno == errno.ENOSPC:
        reason = _FAULTS["full"]()
    else:
        reason = (error.strerror or str(error)).lower()
    return InvalidFile(_FAULTS[doing](path=str(path), reason=reason))


def read_text(path: Path) -> str:
    """The whole file as text."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise _reason(path, error, "read") from None
    return _decode(path, content)


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, numbered from 1, without holding the whole file."""
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LARGEST + 1):
                number += 1
                text = _decode(path, line)
                if text.strip():
                    yield number, text
    except OSError as error:
        raise _reason(path, error, "read") from None


def _decode(path: Path, content: bytes) -> str:
    if len(content) > LARGEST:
        raise InvalidFile(f"{path} is too large: more than {LARGEST // 1024**2} MB in one piece")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidFile(f"{path} is not a text file in UTF-8") from None


def write_text(path: Path, text: str) -> None:
    """Replace the file atomically."""
    with writing(path) as file:
        file.write(text)


class UnfinishedFile:
    """Takes text until the file is complete."""

    def __init__(self, descriptor: int) -> None:
        self._file = os.fdopen(descriptor, "w", encoding="utf-8", newline="\n")

    def write(self, text: str) -> None:
        self._file.write(text)

    def finish(self) -> None:
        self._file.flush()
        # A pipe or a terminal cannot be synced, and need not be.
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    def abandon(self) -> None:
        with contextlib.suppress(OSError):
            self._file.close()


@contextlib.contextmanager
def writing(path: Path) -> Iterator[UnfinishedFile]:
    """Write a file that appears under its name only when all went well."""
    # Named before it is made, so that an interrupt at any moment leaves nothing behind.
    name = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    whole = False
    writer: UnfinishedFile | None = None
    try:
        whole = not path.exists() or path.is_file()
        if whole:
            writer = UnfinishedFile(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        else:  # a device such as /dev/stdout is written, never replaced
            writer = UnfinishedFile(os.open(path, os.O_WRONLY))
        yield writer
        writer.finish()
        if whole:
            _adopt_mode(path, name)
            name.replace(path)
    except BaseException as error:
        if writer is not None:
            writer.abandon()
        if whole:
            with contextlib.suppress(OSError):
                name.unlink()
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise _reason(path, error, "write") from None
        raise


def _adopt_mode(path: Path, name: Path) -> None:
    """A temporary file is private; give it the mode a new or the old file would have."""
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    name.chmod(mode)


def parse_json(text: str, what: str | Message) -> object:
    """Strict JSON: no key twice, no NaN; ``what`` begins the sentence if it is not."""
    if not text.strip():
        raise InvalidFile(_FAULTS["empty"](what=what))
    try:
        value: object = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise InvalidFile(_FAULTS["json"](what=what, **place)) from None
    except RecursionError:
        raise InvalidFile(_FAULTS["deep"](what=what)) from None
    except _Twice as error:
        raise InvalidFile(_FAULTS["json.twice"](what=what, key=str(error))) from None
    except _NotANumber as error:
        raise InvalidFile(_FAULTS["json.constant"](what=what, text=str(error))) from None
    except ValueError:
        raise InvalidFile(_FAULTS["json.number"](what=what)) from None
    return value


class _Twice(ValueError):
    """A key that appears twice in one object."""


class _NotANumber(ValueError):
    """A constant such as NaN, which JSON does not have."""


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _Twice(shown(next(key for key, _ in pairs if counts[key] > 1)))
    return found


def _no_constant(text: str) -> NoReturn:
    raise _NotANumber(text)


def same_json(one: object, other: object) -> bool:
    """Equal as JSON: ``true`` is not 1, and the order of keys does not matter."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def to_json(value: object) -> str:
    """One line, compact, the same bytes for the same value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
