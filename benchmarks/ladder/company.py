"""Deals played by bots whose positions are watched: does any bot go in circles?"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from benchmarks.ladder.results import PlayedMatch
from fatum.arena.run.games import Series
from fatum.arena.run.standings import Standings
from fatum.arena.run.tournament import Deal, PlayedDeal, Tournament
from fatum.core.game import Game, State
from fatum.games.registry import find_game

MOST = 2
"""So often may a position be there while the player could do otherwise."""
CHOSEN = "repeated by choice"
FORCED = "repeated by force"


class Watch:
    """Counts positions after every move of a game, and names those that were there too often.

    Positions are forgotten when the game gets further, as they cannot come back then.
    """

    def __init__(self, game: Game) -> None:
        self._position = game.parts.position
        self._forget()

    def _forget(self) -> None:
        self._found: list[str] = []
        self._far = 0
        self._seen: Counter[int] = Counter()
        self._could_choose = False
        self._moves = 0

    def __call__(self, state: State) -> None:
        """Look at a state after a move."""
        self._moves += 1
        if self._position is None:
            return
        could_choose = self._could_choose
        seat = state.actor()
        self._could_choose = seat >= 0 and len(state.legal_moves(seat)) > 1
        far, position = self._position(state)
        if far != self._far:
            self._far = far
            self._seen.clear()
        if far == 0 or seat < 0:
            return
        self._seen[position] += 1
        if self._seen[position] > MOST:
            kind = CHOSEN if could_choose else FORCED
            self._found.append(f"{kind}: time {self._seen[position]}, move {self._moves}")

    def take(self) -> list[str]:
        """What was found in the game that is over."""
        found = self._found
        self._forget()
        return found


def play_watched_deal(task: tuple[Tournament, Deal]) -> PlayedDeal:
    """One deal; positions that were there too often count as faults."""
    tournament, deal = task
    watch = Watch(find_game(tournament.game))
    setup = replace(tournament.setup(deal), check=watch)
    with Series(setup) as series:
        games = []
        for start in tournament.starts(deal):
            played = series.play(start).played
            games.append(replace(played, faults=played.faults + watch.take()))
        return PlayedDeal(deal.number, deal.players, games, series.times())


def count_repeated(found: Standings) -> PlayedMatch:
    """How often a position was there too often."""
    counts = found.faults.counts
    return {"repeated": {"choice": counts[CHOSEN], "force": counts[FORCED]}}
