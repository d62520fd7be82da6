"""Results of matches, in build/ladder while they are played and in docs/_static/ladder.json for good."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import fatum
from fatum.core.errors import FatumError

FOLDER = Path("build/ladder")
FILE = Path("docs/_static/ladder.json")
PREVIOUS = "0.1"
CURRENT = "now"
"""Results by version of the bots. Those of version 0.1 are shown where there are no newer ones."""
SOURCES = "sources"
"""The file that says which rules and bots played a match."""
PlayedMatch = dict[str, Any]
Found = Mapping[str, PlayedMatch]


def played_before(name: str, folder: Path | None = None) -> PlayedMatch | None:
    """The result of a match that was played to its end in this folder."""
    file = (folder or FOLDER) / name / "match.json"
    if not file.exists():
        return None
    found: PlayedMatch = json.loads(file.read_text("utf-8"))
    return found


def dated(found: PlayedMatch, commit: str) -> PlayedMatch:
    """Note when and at which commit a match was played."""
    return {**found, "revision": commit, "day": datetime.now(UTC).date().isoformat()}


def keep(name: str, found: PlayedMatch, commit: str) -> PlayedMatch:
    """Note the result of a match that was played to its end."""
    found = dated(found, commit)
    file = FOLDER / name / "match.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(found) + "\n", "utf-8")
    return found


def kept(
    names: Iterable[str],
    folder: Path | None = None,
    file: Path | None = None,
    so_far: Found | None = None,
) -> Found:
    """The newest result of each match; those in the folder are added to the file.

    Results ``so_far`` of unfinished matches are added if they have more games than is known.
    """
    file = file or FILE
    versions: dict[str, dict[str, PlayedMatch]] = {PREVIOUS: {}, CURRENT: {}}
    if file.exists():
        versions |= json.loads(file.read_text("utf-8"))
    for name in names:
        if (found := played_before(name, folder)) is not None:
            versions[CURRENT][name] = found
    for name, found in (so_far or {}).items():
        if found["games"] > versions[CURRENT].get(name, {}).get("games", 0):
            versions[CURRENT][name] = found
    file.write_text(_lines(versions), "utf-8")
    return {
        name: {**found, "version": version}
        for version, all_found in versions.items()
        for name, found in all_found.items()
    }


def check_sources(folder: Path, game: str) -> None:
    """Refuse to resume a match whose first games were played by other bots.

    :raises FatumError: if the installed rules or bots of this game have changed since it began.
    """
    file = folder / SOURCES
    now = sources(game)
    if file.exists() and file.read_text("utf-8") != now:
        raise FatumError(
            f"the rules or bots of {game} have changed since {folder} was begun; "
            f"delete it to play the match again, or {file} to resume all the same"
        )
    file.write_text(now, "utf-8")


def sources(game: str) -> str:
    """A checksum of the installed rules and bots of a game; other games and what is told do not count."""
    root = Path(fatum.__file__).parent
    found = hashlib.sha256()
    for folder in ("core", "bots", f"games/{game}"):
        for path in sorted((root / folder).rglob("*")):
            policies = "policies" in path.parts and path.parent.name not in ("policies", game)
            telling = "telling" in path.parts
            if path.suffix in (".py", ".toml") and not policies and not telling:
                found.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return found.hexdigest()


def _lines(versions: Mapping[str, Found]) -> str:
    """One line for each match, so that changes are easy to read."""
    parts = []
    for version, found in versions.items():
        lines = [f"  {json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
        parts.append(f"{json.dumps(version)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def revision() -> str:
    """The commit that is checked out; empty outside a checkout."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()
