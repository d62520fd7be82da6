"""Play one deal with every rotation of its table."""

import hashlib
import time
from dataclasses import dataclass, field
from typing import Any

from fatum.arena.run.contenders import Contender, contender
from fatum.arena.run.lineups import Table, rotations
from fatum.arena.run.tournament import Deal, Tournament
from fatum.arena.stats.clock import Clock
from fatum.core.rng import Rng
from fatum.games.registry import find_game
from fatum.play.match import Match


@dataclass(frozen=True)
class Played:
    """One game of a deal, as far as results depend on it."""

    bots: Table
    first: int
    moves: int
    outcome: dict[str, object]
    payoffs: list[float]
    faults: list[str] = field(default_factory=list)
    """Each begins with the bot's name."""

    def to_dict(self) -> dict[str, object]:
        return {
            "bots": list(self.bots),
            "first": self.first,
            "moves": self.moves,
            "outcome": self.outcome,
            "payoffs": self.payoffs,
            "faults": self.faults,
        }


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
        games=[
            Played(
                bots=tuple(game["bots"]),
                first=game["first"],
                moves=game["moves"],
                outcome=game["outcome"],
                payoffs=game["payoffs"],
                faults=game["faults"],
            )
            for game in data["games"]
        ],
        times=data["times"],
        records=data["records"] if records else [],
    )


def play_deal(task: tuple[Tournament, Deal]) -> PlayedDeal:
    """Every bot plays these cards from every seat."""
    tournament, deal = task
    seed = tournament.deal_seed(deal)
    contenders = {name: contender(name, tournament.budget) for name in set(deal.table)}
    clocks: dict[str, Clock] = {}
    games: list[Played] = []
    records: list[dict[str, object]] = []
    for number, table in enumerate(rotations(deal.table)):
        match = Match.new(
            find_game(tournament.game), tournament.options_for(deal.players), seed, table
        )
        seated = [contenders[name] for name in table]
        faults = _play(match, seated, decision_rngs(seed, number, deal.players), clocks)
        outcome = match.state.outcome()
        assert outcome is not None
        games.append(
            Played(
                bots=table,
                first=match.state.first_seat(),
                moves=len(match.moves),
                outcome=outcome,
                payoffs=match.state.payoffs(),
                faults=faults,
            )
        )
        if tournament.records:
            records.append(match.record().to_dict())
    for player in contenders.values():
        player.close()
    times = {name: clocks[name].to_dict() for name in sorted(clocks)}
    return PlayedDeal(deal.number, deal.players, games, times, records)


def decision_rngs(seed: bytes, game: int, players: int) -> list[Rng]:
    """A generator for each seat, so that no bot's use of chance touches another's."""
    digests = [
        hashlib.sha256(b"arena" + seed + bytes((game, seat))).digest() for seat in range(players)
    ]
    return [Rng(int.from_bytes(digest, "big")) for digest in digests]


def _play(
    match: Match, seated: list[Contender], rngs: list[Rng], clocks: dict[str, Clock]
) -> list[str]:
    state = match.state
    faults: list[str] = []
    while (seat := state.actor()) >= 0:
        legal = state.legal_moves(seat)
        if len(legal) == 1:
            match.make(seat, legal[0])
            continue
        player = seated[seat]
        view = state.view_for(seat)
        started = time.perf_counter_ns()
        move = player.choose(view, legal, rngs[seat])
        clocks.setdefault(player.name, Clock()).add(time.perf_counter_ns() - started)
        for fault in player.take_faults():
            faults.append(f"{player.name}: {fault} (move {len(match.moves) + 1})")
        match.make(seat, move)
    return faults
