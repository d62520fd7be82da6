"""What a tournament plays: deals, each with all rotations of one table of bots.

Deal ``i`` of a run, from 1, has the seed SHA-256(run seed ‖ ``i`` as 8 bytes, big-endian), so that
neither the number of cores nor the other deals matter.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import fatum
from fatum.arena.run.games import GameStart, Series, SeriesSetup
from fatum.arena.run.lineups import Table, rotations, tables
from fatum.arena.stats.played import Played, read_played
from fatum.core.game import Game
from fatum.core.options import DRAWN, Options, SeatOption
from fatum.core.rng import stream_digest
from fatum.core.seats import seat_name
from fatum.records import RULES

FORMAT: Final = 1


class Deal(NamedTuple):
    """One deal and the bots that play it, each from every seat."""

    number: int
    players: int
    table: Table


@dataclass(frozen=True)
class Tournament:
    """Everything the result depends on, as plain data that can be sent to other processes."""

    game: str
    options: Mapping[str, object]
    """As written in a record, and the starter or dealer if one is set; without ``players``."""
    players: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    """Minimum per number of players; rounded up to whole deals."""
    seed: bytes
    budget: str
    """As the bots read it, for those who have none of their own."""
    records: bool = False
    """Whether the games' records are kept. The result is the same."""

    def identity(self) -> dict[str, object]:
        """The parts that must be equal for two runs to have the same result."""
        return {
            "arena": FORMAT,
            "fatum": fatum.__version__,
            "rules": RULES,
            "game": self.game,
            "options": dict(self.options),
            "players": list(self.players),
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed.hex(),
            "budget": self.budget,
        }

    def deals(self) -> Iterator[Deal]:
        """The deals in order; the tables of a number of players take turns."""
        number = 0
        for players in self.players:
            seated = tables(self.bots, players)
            cycle = sum(len(rotations(table)) for table in seated)
            for _ in range(-(-self.games // cycle)):
                for table in seated:
                    number += 1
                    yield Deal(number, players, table)

    def deal_seed(self, deal: Deal) -> bytes:
        return stream_digest(self.seed, deal.number)

    def setup(self, deal: Deal) -> SeriesSetup:
        """How the games of a deal are played."""
        return SeriesSetup(self.game, {**self.options, "players": deal.players}, self.budget)

    def starts(self, deal: Deal) -> Iterator[GameStart]:
        """The games of a deal: the same cards for each rotation of its table."""
        seed = self.deal_seed(deal)
        for turn, table in enumerate(rotations(deal.table)):
            yield GameStart(seed, table, turn)


def plain_options(game: Game, options: Options) -> dict[str, object]:
    """Options as data that ``read_options`` reads again, without the number of players."""
    written = {name: value for name, value in options.to_dict().items() if name != "players"}
    if options.first != DRAWN:
        first = next(spec.name for spec in game.options if isinstance(spec, SeatOption))
        written[first] = seat_name(options.first)
    return written


@dataclass(frozen=True)
class PlayedDeal:
    """A deal's games, and separately what depends on the machine."""

    number: int
    players: int
    games: list[Played]
    times: dict[str, dict[str, int]]
    records: list[dict[str, object]] = field(default_factory=list)

    def to_dict(self) -> dict[str, object]:
        return {
            "deal": self.number,
            "players": self.players,
            "games": [game.to_dict() for game in self.games],
            "times": self.times,
            "records": self.records,
        }


def read_deal(data: Any, *, records: bool = False) -> PlayedDeal:
    """A deal from its own ``to_dict``, without the records unless they are wanted."""
    return PlayedDeal(
        number=data["deal"],
        players=data["players"],
        games=[read_played(game) for game in data["games"]],
        times=data["times"],
        records=data["records"] if records else [],
    )


def play_deal(task: tuple[Tournament, Deal]) -> PlayedDeal:
    """Every bot plays these cards from every seat."""
    tournament, deal = task
    games: list[Played] = []
    records: list[dict[str, object]] = []
    with Series(tournament.setup(deal)) as series:
        for start in tournament.starts(deal):
            finished = series.play(start)
            games.append(finished.played)
            if tournament.records:
                records.append(finished.record.to_dict())
        return PlayedDeal(deal.number, deal.players, games, series.times(), records)
