"""Measure how strong the bots are and write docs/ladder.md.

    python -m benchmarks.ladder            play what is missing, then write docs/ladder.md
    python -m benchmarks.ladder --report   write it from what has been played
    python -m benchmarks.ladder --list     list the matches and how much of each has been played
    python -m benchmarks.ladder allin-4    only matches whose name contains this
    python -m benchmarks.ladder --one      on one core, as budgets in time need it

Every match has a folder in build/ladder: an interrupted match resumes there unless the bots have changed,
and deleting the folder repeats it. Results are kept in docs/_static/ladder.json as well, so that the page can be written without
the folders. Ctrl-C ends a run and writes the page: it says how much of an unfinished match has been played, and the
deals are kept in benchmarks/ladder/unfinished, so that any machine can resume it.
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
    dated,
    keep,
    kept,
    played_before,
    revision,
)
from benchmarks.ladder.unfinished import carry, fetch, unfinished
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
                except KeyboardInterrupt:
                    break
                except FatumError as error:
                    print(f"{match.name}: {error}", file=sys.stderr)
                    return 1
    report()
    return 0


def report() -> None:
    every = list(matches())
    commit = revision()
    so_far = {
        match.name: dated(found, commit)
        for match in every
        if played_before(match.name) is None and (found := unfinished(match)) is not None
    }
    write_page(kept((match.name for match in every), so_far=so_far))
    carry(every)


def list_matches(chosen: Sequence[Match]) -> None:
    for match in chosen:
        state = "" if played_before(match.name) is None else "played"
        print(f"{match.name:<36} {match.games:>6,} games  {state}".rstrip())


def play_and_keep(match: Match, jobs: int) -> PlayedMatch:
    folder = FOLDER / match.name
    folder.mkdir(parents=True, exist_ok=True)
    fetch(match)
    check_sources(folder, match.game)
    commit = revision()
    with progress(match.games, title=match.name) as advance:
        found = match.play(folder, advance, jobs)
    return keep(match.name, found, commit)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
