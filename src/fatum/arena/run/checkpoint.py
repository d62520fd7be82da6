"""Finished deals on disk, so that an interrupted tournament resumes where it stopped.

The first line says which tournament it is, every other one is a deal, in order. A line is written
in one piece; one that was cut off by a crash is dropped, and its deal played again.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from fatum.arena.run.tournament import PlayedDeal, Tournament, read_deal
from fatum.core.errors import FatumError
from fatum.records.files import InvalidFile, parse_json, same_json, to_json

NAME: Final = "checkpoint.jsonl"


class Checkpoint:
    """The deals of one tournament that are already played."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        self.path: Final = folder / NAME
        self.finished: Final[list[PlayedDeal]] = []
        header = {**tournament.identity(), "records": tournament.records}
        size = 0
        if self.path.exists():
            size = self._load(header)
        self._file: BinaryIO = self.path.open("ab")
        _lock(self._file, folder)
        # Bytes after the last whole line are a deal that was cut off.
        self._file.truncate(size)
        if size == 0:
            self._write(header)

    def _load(self, header: dict[str, object]) -> int:
        """Read the deals; the number of bytes that hold whole lines."""
        size = 0
        for number, (data, end) in enumerate(_lines(self.path), 1):
            size = end
            if number == 1:
                _refuse_others(self.path, data, header)
                continue
            try:
                deal = read_deal(data)
            except (KeyError, TypeError):
                raise _damaged(self.path, number) from None
            if deal.number != number - 1:
                raise _damaged(self.path, number)
            self.finished.append(deal)
        return size

    def append(self, deal: PlayedDeal) -> None:
        self._write(deal.to_dict())

    def _write(self, data: dict[str, object]) -> None:
        self._file.write(to_json(data).encode() + b"\n")
        self._file.flush()

    def records(self) -> Iterator[str]:
        """The record of every game, one line each."""
        for number, (data, _) in enumerate(_lines(self.path), 1):
            if number > 1:
                for record in read_deal(data, records=True).records:
                    yield to_json(record)

    def close(self) -> None:
        os.fsync(self._file.fileno())
        self._file.close()


def seed_of(folder: Path) -> bytes | None:
    """The seed of the run in this folder, if there is one."""
    path = folder / NAME
    if not path.exists():
        return None
    for data, _ in _lines(path):
        try:
            return bytes.fromhex(data["seed"])
        except (KeyError, TypeError, ValueError):
            raise _damaged(path, 1) from None
    return None


def _lines(path: Path) -> Iterator[tuple[Any, int]]:
    """Each whole line with the number of bytes up to its end."""
    size = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            size += len(line)
            try:
                yield parse_json(line.decode(), "the line"), size
            except (InvalidFile, UnicodeDecodeError):
                raise _damaged(path, number) from None


def _damaged(path: Path, line: int) -> FatumError:
    return FatumError(f"{path} is damaged in line {line}; remove it to begin again")


def _refuse_others(path: Path, found: Any, wanted: dict[str, object]) -> None:
    if not isinstance(found, dict):
        raise _damaged(path, 1)
    different = [key for key in wanted if not same_json(found.get(key), wanted[key])]
    if different:
        raise FatumError(
            f"{path} belongs to a run with other parameters ({', '.join(different)}); "
            "choose another --out, or remove it to begin again"
        )


def _lock(file: BinaryIO, folder: Path) -> None:
    """Keep two runs from writing into one folder, where the system has file locks."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise FatumError(f"another run is writing into {folder}") from None
