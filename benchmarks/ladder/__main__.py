"""Measure how strong the bots are and write docs/ladder.md.

    python -m benchmarks.ladder            play what is missing, then write docs/ladder.md
    python -m benchmarks.ladder --report   write it from what has been played
    python -m benchmarks.ladder --list     list the matches and how much of each has been played
    python -m benchmarks.ladder allin-4    only matches whose name contains this
    python -m benchmarks.ladder --one      on one core, as budgets in time need it

Every match has a folder in build/ladder: an interrupted match resumes there unless the bots have changed,
and deleting the folder repeats it. Results are kept in docs/_static/ladder.json as well, so that the page can be written without
the folders.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks.ladder.matches import Match, matches
from benchmarks.ladder.page import write_page
from benchmarks.ladder.results import (
    FOLDER,
    PlayedMatch,
    check_sources,
    keep,
    kept,
    played_before,
    revision,
)
from fatum.arena.run.pool import cores
from fatum.cli.progress import progress
from fatum.core.errors import FatumError


def main(arguments: Sequence[str]) -> int:
    wanted = [word for word in arguments if not word.startswith("-")]
    chosen = [
        match for match in matches() if not wanted or any(word in match.name for word in wanted)
    ]
    if "--list" in arguments:
        list_matches(chosen)
        return 0
    if "--report" not in arguments:
        jobs = 1 if "--one" in arguments else cores()
        for match in chosen:
            if played_before(match.name) is None:
                try:
                    play_and_keep(match, jobs)
                except FatumError as error:
                    print(f"{match.name}: {error}", file=sys.stderr)
                    return 1
    write_page(kept(match.name for match in matches()))
    return 0


def list_matches(chosen: Sequence[Match]) -> None:
    for match in chosen:
        state = "" if played_before(match.name) is None else "played"
        print(f"{match.name:<36} {match.games:>6,} games  {state}".rstrip())


def play_and_keep(match: Match, jobs: int) -> PlayedMatch:
    folder = FOLDER / match.name
    folder.mkdir(parents=True, exist_ok=True)
    check_sources(folder, match.game)
    commit = revision()
    with progress(match.games, title=match.name) as advance:
        found = match.play(folder, advance, jobs)
    return keep(match.name, found, commit)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
