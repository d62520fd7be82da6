"""Play a tournament to its end, resuming from its checkpoint."""

from collections.abc import Callable
from pathlib import Path

from fatum.arena.run.checkpoint import Checkpoint
from fatum.arena.run.pool import Where, run
from fatum.arena.run.standings import Standings
from fatum.arena.run.tournament import Deal, PlayedDeal, Tournament, play_deal
from fatum.records.files import writing

RECORDS = "records.jsonl"

Work = Callable[[tuple[Tournament, Deal]], PlayedDeal]
"""Plays one deal; a function of a module, because other processes call it."""


def play(
    tournament: Tournament,
    where: Where,
    folder: Path | None = None,
    advance: Callable[[int], None] = lambda games: None,
    work: Work | None = None,
) -> Standings:
    """Play all deals; with a folder, those already finished there are only counted.

    ``advance`` is told after each deal how many games are finished. ``work`` plays a deal in
    another way than ``play_deal`` does.
    """
    found = Standings(tournament)
    checkpoint = None if folder is None else Checkpoint(folder, tournament)
    try:
        finished = [] if checkpoint is None else checkpoint.finished
        for deal in finished:
            found.add(deal)
        advance(found.games)
        tasks = ((tournament, deal) for deal in tournament.deals() if deal.number > len(finished))
        for played in run(work or play_deal, tasks, where):
            if checkpoint is not None:
                checkpoint.append(played)
            found.add(played)
            advance(found.games)
        if checkpoint is not None and folder is not None and tournament.records:
            with writing(folder / RECORDS) as file:
                for record in checkpoint.records():
                    file.write(f"{record}\n")
    finally:
        if checkpoint is not None:
            checkpoint.close()
    return found
