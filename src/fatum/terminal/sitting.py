"""The files of a local game: its save, its record and the kept game."""

from dataclasses import dataclass
from pathlib import Path

from fatum.records import Record
from fatum.records.files import write_text
from fatum.table.log import AnyFact
from fatum.terminal.kept import keep
from fatum.terminal.saves import saves_folder


@dataclass(frozen=True)
class Sitting:
    """From dealing or loading to the end or the save."""

    facts: list[AnyFact]
    token: str
    path: Path
    """The save."""
    game: str
    record: Path | None = None
    """Where the finished game is written besides."""

    def save(self, record: Record) -> None:
        """:raises InvalidFile: if it cannot be written."""
        write_text(self.path, record.to_json() + "\n")

    @property
    def command(self) -> str:
        """How to continue."""
        file = f" {self.path}" if self.path.parent != saves_folder() else ""
        return f"fatum play {self.game} --resume{file}"

    def write_record(self, record: Record) -> None:
        """The finished game where it was asked for; a save elsewhere becomes the record."""
        if self.record is not None:
            write_text(self.record, record.to_json() + "\n")
        if self.path.parent == saves_folder():
            self.path.unlink(missing_ok=True)
        elif self.path != self.record:
            self.save(record)

    def keep(self, record: Record) -> Path:
        """:raises InvalidFile: if it cannot be written."""
        return keep(record)
