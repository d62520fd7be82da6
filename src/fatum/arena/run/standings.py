"""The result of a tournament: scores by number of players, with intervals."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from fatum.arena.run.tournament import PlayedDeal, Tournament
from fatum.arena.stats.clock import Clock
from fatum.arena.stats.clusters import Ratio, filled_up
from fatum.arena.stats.intervals import Estimate, Interval
from fatum.arena.stats.played import Faults, Played
from fatum.arena.stats.ratings import Result, rate
from fatum.arena.stats.tally import Tally
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.registry import find_game

VERBS: Final = {"loser": "loses", "winner": "wins"}
"""Outcome key → words for people."""
_DIGITS: Final = 4


def verb(result: str) -> str:
    return VERBS.get(result, result)


@dataclass
class BotStanding:
    """One bot at tables of one size."""

    score: Ratio = field(default_factory=Ratio)
    counted: dict[str, Ratio] = field(default_factory=dict)
    """Outcome that names a seat → the deals in which it named this bot's."""
    numbers: dict[str, Ratio] = field(default_factory=dict)
    """Outcome that gives each seat a number → this bot's mean."""

    def share(self, result: str) -> Ratio:
        """How often the outcome names this bot's seat."""
        return filled_up(self.counted.get(result, Ratio()), self.score)


@dataclass
class Section:
    """All games of one number of players."""

    players: int
    tally: Tally
    deals: int = 0
    lines: dict[str, BotStanding] = field(default_factory=dict)
    whole: Ratio = field(default_factory=Ratio)
    """The games of each deal."""
    counted: dict[str, list[Ratio]] = field(default_factory=dict)
    """Outcome that names a seat → the deals in which it did, by place."""
    duels: dict[tuple[str, str], Ratio] = field(default_factory=dict)
    """How much more score the first bot has than the second where both sat at the table."""

    def add(self, deal: PlayedDeal) -> None:
        self.deals += 1
        self.whole.add(0, len(deal.games))
        for game in deal.games:
            self.tally.add(game)
        self._add_lines(deal)
        self._add_places(deal)
        self._add_duels(deal)

    def _add_lines(self, deal: PlayedDeal) -> None:
        for bot in dict.fromkeys(name for game in deal.games for name in game.bots):
            line = self.lines.setdefault(bot, BotStanding())
            own = [
                (game, seat)
                for game in deal.games
                for seat, name in enumerate(game.bots)
                if name == bot
            ]
            line.score.add(sum(game.payoffs[seat] for game, seat in own), len(own))
            for key in _seat_keys(deal.games):
                hits = sum(game.outcome.get(key) == seat_name(seat) for game, seat in own)
                line.counted.setdefault(key, Ratio()).add(hits, len(own))
            for key, values in _numbers(own).items():
                line.numbers.setdefault(key, Ratio()).add(sum(values), len(values))

    def _add_places(self, deal: PlayedDeal) -> None:
        for key in _seat_keys(deal.games):
            places = self.counted.setdefault(key, [Ratio() for _ in range(self.players)])
            for place, ratio in enumerate(places):
                hits = sum(
                    game.outcome.get(key) == seat_name((game.first + place) % self.players)
                    for game in deal.games
                )
                ratio.add(hits, len(deal.games))

    def _add_duels(self, deal: PlayedDeal) -> None:
        for one, other in combinations(sorted(set(deal.games[0].bots)), 2):
            by = sum(_mean_payoff(game, one) - _mean_payoff(game, other) for game in deal.games)
            self.duels.setdefault((one, other), Ratio()).add(by, len(deal.games))

    def places(self) -> dict[str, list[Ratio]]:
        """Outcome that names a seat → how often by place, counted from the one that begins."""
        return {
            key: [filled_up(ratio, self.whole) for ratio in places]
            for key, places in sorted(self.counted.items())
        }

    def named_results(self) -> list[str]:
        """The outcomes that name a seat."""
        return sorted(self.counted)

    def best_first(self) -> list[tuple[str, BotStanding]]:
        return sorted(self.lines.items(), key=lambda item: (-item[1].score.mean, item[0]))

    def to_dict(self) -> dict[str, object]:
        return {
            "players": self.players,
            "deals": self.deals,
            "games": self.tally.games,
            "results": self.tally.results_as_dict(),
            "moves": {f"p{percent}": self.tally.percentile(percent) for percent in (5, 50, 95)},
            "bots": [
                _line_as_dict(bot, line, self.named_results()) for bot, line in self.best_first()
            ],
            "places": {
                key: [share_as_dict(ratio) for ratio in places]
                for key, places in self.places().items()
            },
            "differences": [
                {"bot": one, "than": other, **_as_dict(ratio, score_difference(ratio))}
                for (one, other), ratio in sorted(self.duels.items())
            ],
        }


class Standings:
    """All results of a tournament so far."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament: Final = tournament
        self.title: Final = find_game(tournament.game).title
        self.sections: Final = {
            players: Section(players, Tally(players)) for players in tournament.players
        }
        self.faults: Final = Faults()
        self.clocks: Final[dict[str, Clock]] = {}
        self._results: Final[list[list[Result]]] = []

    def add(self, deal: PlayedDeal) -> None:
        self.sections[deal.players].add(deal)
        self._results.append([(game.bots, game.payoffs) for game in deal.games])
        for game in deal.games:
            self.faults.add(f"deal {deal.number}", game.faults)
        for bot, times in deal.times.items():
            self.clocks.setdefault(bot, Clock()).merge(times)

    @property
    def games(self) -> int:
        return sum(section.tally.games for section in self.sections.values())

    def ratings(self) -> dict[str, Estimate]:
        """Over all games; redrawn from the run's seed, so always the same."""
        return rate(self._results, Rng(int.from_bytes(self.tournament.seed, "big")))

    def to_dict(self, ratings: Mapping[str, Estimate]) -> dict[str, object]:
        """The reproducible part: nothing in it depends on the machine."""
        return {
            **self.tournament.identity(),
            "played": self.games,
            "ratings": [
                {
                    "bot": bot,
                    "rating": round(rating.mean, 2),
                    "low": round(rating.low, 2),
                    "high": round(rating.high, 2),
                }
                for bot, rating in ratings.items()
            ],
            "tables": [self.sections[players].to_dict() for players in sorted(self.sections)],
            **self.faults.to_dict(),
        }

    def timing(self) -> list[dict[str, object]]:
        """Timings, which depend on the machine."""
        return [
            {
                "bot": bot,
                "moves": clock.moves,
                "ms_p50": round(clock.percentile(50), 3),
                "ms_p95": round(clock.percentile(95), 3),
            }
            for bot, clock in sorted(self.clocks.items())
        ]


def score_difference(ratio: Ratio) -> Interval | None:
    """The interval of a difference of scores, which are between 0 and 1."""
    return ratio.interval(1.0, (-1.0, 1.0))


def share_as_dict(ratio: Ratio) -> dict[str, object]:
    return _as_dict(ratio, ratio.share_interval())


def mean_as_dict(ratio: Ratio) -> dict[str, object]:
    return _as_dict(ratio, ratio.interval())


def _as_dict(ratio: Ratio, interval: Interval | None) -> dict[str, object]:
    low, high = interval or (None, None)
    return {
        "mean": round(ratio.mean, _DIGITS),
        "low": None if low is None else round(low, _DIGITS),
        "high": None if high is None else round(high, _DIGITS),
    }


def _line_as_dict(bot: str, line: BotStanding, results: Iterable[str]) -> dict[str, object]:
    return {
        "bot": bot,
        "seats": int(line.score.number),
        "score": share_as_dict(line.score),
        **{verb(key): share_as_dict(line.share(key)) for key in results},
        **{key: mean_as_dict(ratio) for key, ratio in sorted(line.numbers.items())},
    }


def _seat_keys(games: Iterable[Played]) -> list[str]:
    """What outcomes name a seat for; a game that ends otherwise does not hide it."""
    return sorted(
        {key for game in games for key, value in game.outcome.items() if isinstance(value, str)}
    )


def _numbers(seats: Iterable[tuple[Played, int]]) -> dict[str, list[float]]:
    """What outcomes give these seats a number for."""
    found: dict[str, list[float]] = {}
    for game, seat in seats:
        for key, value in game.outcome.items():
            if isinstance(value, list) and len(value) == len(game.bots):
                if isinstance(value[seat], int | float):
                    found.setdefault(key, []).append(value[seat])
    return found


def _mean_payoff(game: Played, bot: str) -> float:
    own = [payoff for name, payoff in zip(game.bots, game.payoffs, strict=True) if name == bot]
    return sum(own) / len(own)
