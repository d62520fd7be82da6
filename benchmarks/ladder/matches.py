"""What is played to measure the bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bots.ceiling import Sees

from benchmarks.ladder.analyses import count_mistakes, play_analysed_deal
from benchmarks.ladder.ceilings import play_seeing_deal
from benchmarks.ladder.company import CHOSEN, FORCED, count_repeated, play_watched_deal
from benchmarks.ladder.newcomers import NEWCOMER, play_newcomer_deal
from benchmarks.ladder.predictions import judge_predictions, play_noted_deal
from benchmarks.ladder.results import PlayedMatch
from fatum.arena.run.playing import Work, play
from fatum.arena.run.pool import Where
from fatum.arena.run.standings import Standings, share_as_dict
from fatum.arena.run.tournament import Tournament, play_deal
from fatum.arena.stats.counts import percentile

SEED = bytes(32)
PLAYERS = {"karma": range(2, 7), "allin": range(2, 6)}
STEPS = (
    ("greedy", "random", {"karma": 2000, "allin": 2000}),
    ("easy", "greedy", {"karma": 1000, "allin": 1000}),
    ("normal", "easy", {"karma": 240, "allin": 1200}),
    ("hard", "normal", {"karma": 120, "karma-6": 240, "allin": 1200}),
)
"""Better, worse, and how many games at each table: in All In luck is larger, in Karma games are."""
AGAINST_GREEDY = {"karma": 120, "allin": 300, "allin-4-hard": 1600}
"""How many games ``normal`` and ``hard`` play at each table against rules of thumb; ``easy`` has."""
PREVIOUS_DEALS = 400
"""Deals of every match against the bots of version 0.1, each played from every seat."""
HARD_PREVIOUS = (("allin", 4), ("allin", 2), ("karma", 2))
"""Where ``hard`` plays against what it was; ``normal`` does at every table."""
COUNTED = "2000"
"""Simulations a move for ``hard`` on the ladder, so that anyone gets the same result."""
TIMED = "0.5s"
TIMED_GAMES = {"karma": 80, "allin": 200}
NEWCOMER_GAMES = 400
CEILING_GAMES = 200
CEILING_BUDGET = "1000"
PREDICTION_GAMES = 300
"""For each number of players, every deal once."""
PREDICTION_BUDGET = "300"
ANALYSED_TABLE = ("greedy", "easy", "random")
"""Nobody here plays perfectly."""
ANALYSED_SIZES = (2, 3, 4)
ANALYSED_GAMES = 18
MIXED = ("greedy", "easy", "normal", "ismcts")
MIXED_GAMES = 10_000
"""In each game, at tables of all sizes together."""
MIXED_BUDGET = "30"
ALONE_GAMES = 1000
LONG = 600
"""Games with more moves than this are counted."""


@dataclass(frozen=True)
class Kind:
    """How the deals of a match are played, and what is told of it beside scores and lengths."""

    play: Work = play_deal
    details: Callable[[Standings, Path], PlayedMatch] = lambda found, folder: {}
    records: bool = False
    """Whether the details need the records in the folder."""


PLAIN = Kind()
SEEING = Kind(play_seeing_deal)
WATCHED = Kind(play_watched_deal, lambda found, folder: count_repeated(found))
NOTED = Kind(play_noted_deal, judge_predictions, records=True)
VISITED = Kind(play_newcomer_deal)
ANALYSED = Kind(play_analysed_deal, count_mistakes, records=True)


@dataclass(frozen=True)
class Match:
    """One bot against others of one kind, or several at tables of all sizes."""

    name: str
    game: str
    players: tuple[int, ...]
    bots: tuple[str, ...]
    each: int
    """Games for each number of players."""
    budget: str = COUNTED
    kind: Kind = PLAIN

    @property
    def games(self) -> int:
        return self.each * len(self.players)

    @property
    def tournament(self) -> Tournament:
        return Tournament(
            self.game, {}, self.players, self.bots, self.each, SEED, self.budget, self.kind.records
        )

    def play(self, folder: Path, advance: Callable[[int], None], jobs: int) -> PlayedMatch:
        return self.result(
            play(self.tournament, Where(jobs), folder, advance, self.kind.play), folder
        )

    def result(self, found: Standings, folder: Path) -> PlayedMatch:
        return {**summary(found), **self.kind.details(found, folder)}


def summary(found: Standings) -> PlayedMatch:
    """What the page shows of any match."""
    sections = list(found.sections.values())
    lengths = sum((section.tally.lengths for section in sections), Counter())
    results = sum((section.tally.results for section in sections), Counter())
    result: PlayedMatch = {
        "bots": list(found.tournament.bots),
        "budget": found.tournament.budget,
        "games": lengths.total(),
        "undecided": sum(count for name, count in results.items() if name.startswith("no ")),
        "faults": sum(
            count for bot, count in found.faults.counts.items() if bot not in (CHOSEN, FORCED)
        ),
        "moves": {
            "median": percentile(lengths, 50),
            "p95": percentile(lengths, 95),
            "longest": max(lengths),
            "long": sum(count for moves, count in lengths.items() if moves > LONG),
        },
    }
    if len(sections) == 1:
        result["scores"] = {
            bot: share_as_dict(line.score) for bot, line in sections[0].best_first()
        }
    return result


def matches() -> Iterator[Match]:
    """All of them, the quick ones first."""
    for better, worse, games in STEPS:
        for game, counts in PLAYERS.items():
            for players in counts:
                at = f"{game}-{players}"
                each = games.get(at, games[game])
                yield Match(f"{at}-{better}-{worse}", game, (players,), (better, worse), each)
    for better in ("normal", "hard"):
        for game, counts in PLAYERS.items():
            for players in counts:
                at = f"{game}-{players}-{better}"
                each = AGAINST_GREEDY.get(at, AGAINST_GREEDY[game])
                yield Match(f"{at}-greedy", game, (players,), (better, "greedy"), each)
    for game in PLAYERS:
        at = f"{game}-4"
        each = TIMED_GAMES[game]
        yield Match(f"{at}-timed-greedy", game, (4,), ("hard", "greedy"), each, TIMED)
    yield from against_previous()
    for game, counts in PLAYERS.items():
        for players in counts:
            name, bots = f"{game}-{players}-newcomer-easy", (NEWCOMER, "easy")
            yield Match(name, game, (players,), bots, NEWCOMER_GAMES, kind=VISITED)
    yield from ceilings()
    sizes = tuple(PLAYERS["allin"])
    yield Match(
        "allin-predictions", "allin", sizes, ("hard",), PREDICTION_GAMES, PREDICTION_BUDGET, NOTED
    )
    for game, counts in PLAYERS.items():
        each = MIXED_GAMES // len(counts)
        yield Match(f"{game}-mixed", game, tuple(counts), MIXED, each, MIXED_BUDGET, WATCHED)
    for game in PLAYERS:
        name, table = f"{game}-analysis", ANALYSED_TABLE
        yield Match(name, game, ANALYSED_SIZES, table, ANALYSED_GAMES, kind=ANALYSED)
    for bot in ("normal", "normal-0.1"):
        name = f"karma-2-{bot}-alone"
        yield Match(name, "karma", (2,), (bot, bot), ALONE_GAMES, kind=WATCHED)


def against_previous() -> Iterator[Match]:
    """The levels against those of version 0.1, with equal simulations."""
    tables = [
        *(("normal", game, players) for game, counts in PLAYERS.items() for players in counts),
        *(("hard", game, players) for game, players in HARD_PREVIOUS),
    ]
    for bot, game, players in tables:
        name = f"{game}-{players}-{bot}-previous"
        each = PREVIOUS_DEALS * players
        yield Match(name, game, (players,), (bot, f"{bot}-0.1"), each)


def ceilings() -> Iterator[Match]:
    """Searches that know more and more, against three ``greedy``, on the same deals."""
    for bot in ("hard-0.1", "hard"):
        yield _ceiling(bot, PLAIN)
    for sees in Sees:
        yield _ceiling(sees.value, SEEING)
    yield _ceiling(Sees.ALL.value, SEEING, "karma")


def _ceiling(bot: str, kind: Kind, game: str = "allin") -> Match:
    name = f"{game}-4-ceiling-{bot}"
    return Match(name, game, (4,), (bot, "greedy"), CEILING_GAMES, CEILING_BUDGET, kind)
