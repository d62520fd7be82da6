"""Matches that were interrupted: what they say so far, and their deals for another machine to resume."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

from benchmarks.ladder.matches import Match
from benchmarks.ladder.results import FOLDER, SOURCES, PlayedMatch, played_before
from fatum.arena.run.checkpoint import NAME, Checkpoint
from fatum.arena.run.standings import Standings
from fatum.core.errors import FatumError

CARRIED = Path("benchmarks/ladder/unfinished")
"""Compressed checkpoints by the name of the match, and which rules and bots played them."""


def unfinished(match: Match, folder: Path | None = None) -> PlayedMatch | None:
    """The result so far of a match that was begun; matches that need whole records have none."""
    folder = (folder or FOLDER) / match.name
    if match.kind.records or not (folder / NAME).exists():
        return None
    try:
        checkpoint = Checkpoint(folder, match.tournament)
    except FatumError:  # it is being played, or was begun in another way
        return None
    checkpoint.close()
    found = Standings(match.tournament)
    for deal in checkpoint.finished:
        found.add(deal)
    if found.games == 0:
        return None
    return {**match.result(found, folder), "planned": match.games}


def carry(matches: Sequence[Match], folder: Path | None = None, carried: Path = CARRIED) -> None:
    """Keep the deals of unfinished matches where another machine finds them, and of no others."""
    for match in matches:
        begun = (folder or FOLDER) / match.name
        packed = carried / f"{match.name}.jsonl.gz"
        sources = packed.with_suffix(".sources")
        if played_before(match.name, folder) is not None:
            packed.unlink(missing_ok=True)
            sources.unlink(missing_ok=True)
        elif not match.kind.records and (begun / NAME).exists():
            carried.mkdir(parents=True, exist_ok=True)
            packed.write_bytes(gzip.compress((begun / NAME).read_bytes(), mtime=0))
            sources.write_text((begun / SOURCES).read_text("utf-8"), "utf-8")


def fetch(match: Match, folder: Path | None = None, carried: Path = CARRIED) -> None:
    """Lay out the deals that were kept, unless this machine has begun the match itself."""
    begun = (folder or FOLDER) / match.name
    packed = carried / f"{match.name}.jsonl.gz"
    if packed.exists() and not (begun / NAME).exists():
        begun.mkdir(parents=True, exist_ok=True)
        (begun / NAME).write_bytes(gzip.decompress(packed.read_bytes()))
        sources = packed.with_suffix(".sources").read_text("utf-8")
        (begun / SOURCES).write_text(sources, "utf-8")
