"""Play one deal with every rotation of its table."""

from dataclasses import dataclass, field
from typing import Any

from fatum.arena.run.games import Series, Setup, Start
from fatum.arena.run.lineups import rotations
from fatum.arena.run.tournament import Deal, Tournament
from fatum.arena.stats.played import Played, read_played


@dataclass(frozen=True)
class PlayedDeal:
    """A deal's games, and beside them what is not the same everywhere."""

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
    options = {**tournament.options, "players": deal.players}
    seed = tournament.deal_seed(deal)
    games: list[Played] = []
    records: list[dict[str, object]] = []
    with Series(Setup(tournament.game, options, tournament.budget)) as series:
        for turn, table in enumerate(rotations(deal.table)):
            finished = series.play(Start(seed, table, turn))
            games.append(finished.played)
            if tournament.records:
                records.append(finished.record.to_dict())
        return PlayedDeal(deal.number, deal.players, games, series.times(), records)
