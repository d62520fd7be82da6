"""Many games under several settings, and what each of them shows: the numbers behind a report.

A game may offer ``insights`` into what is worth counting in it; length, result and
seats are counted for every game. All settings are played with the same seeds, so that they differ by
their rules and not by their luck.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fatum.arena.run.contenders import DEFAULT_BUDGET
from fatum.arena.run.games import Series, Setup, Start
from fatum.arena.run.lineups import rotations, tables
from fatum.arena.run.pool import Where, run
from fatum.arena.stats.clusters import Ratio, filled_up
from fatum.arena.stats.played import Faults
from fatum.arena.stats.tally import Tally
from fatum.core.game import Game
from fatum.core.options import ChoiceOption, FlagOption
from fatum.core.rng import stream_digest
from fatum.games.registry import find_game

_PART: Final = 25
COUNT: Final = "count"
"""The kind of measure that counts per game, also those without any."""

Key = tuple[str, str]
"""A measure, and the item it is about or nothing."""


@dataclass(frozen=True)
class Setting:
    """One way to play the game."""

    label: str
    options: Mapping[str, object]
    """Without ``players``."""


@dataclass(frozen=True)
class Survey:
    """What to play. Only plain data, so that it crosses processes."""

    game: str
    settings: tuple[Setting, ...]
    players: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    """For each setting and number of players."""
    seed: bytes
    budget: str = str(DEFAULT_BUDGET)


@dataclass
class Findings:
    """What the games of one setting and number of players have shown."""

    tally: Tally
    measures: dict[Key, Ratio] = field(default_factory=dict)
    faults: Faults = field(default_factory=Faults)

    def merge(self, other: "Findings") -> None:
        self.tally.merge(other.tally)
        self.faults.merge(other.faults)
        for key, ratio in other.measures.items():
            self.measures.setdefault(key, Ratio()).merge(ratio)

    def add(self, samples: Sequence[tuple[str, str, float, float]]) -> None:
        """The samples of one game, which is one cluster."""
        sums: dict[Key, tuple[float, float]] = {}
        for measure, item, value, number in samples:
            before = sums.get((measure, item), (0.0, 0.0))
            sums[measure, item] = (before[0] + value, before[1] + number)
        for key, (value, number) in sums.items():
            self.measures.setdefault(key, Ratio()).add(value, number)

    def get(self, measure: str, kind: str, item: str = "") -> Ratio | None:
        """A measure as it is to be read."""
        ratio = self.measures.get((measure, item))
        if kind != COUNT:
            return ratio
        games = float(self.tally.games)
        whole = Ratio(number=games, clusters=self.tally.games, number_number=games)
        if ratio is None:
            return whole
        # A count stands for its one game however many times it was added to.
        single = Ratio(ratio.value, value_value=ratio.value_value, value_number=ratio.value)
        return filled_up(single, whole)

    def items(self, measure: str) -> list[str]:
        return [item for key, item in self.measures if key == measure]


Found = dict[tuple[int, int], Findings]
"""By place of the setting and number of players."""


def survey(
    plan: Survey, where: Where, advance: Callable[[int], None] = lambda games: None
) -> Found:
    """Play everything; ``advance`` is told how many games are finished."""
    found: Found = {}
    games = 0
    for cell, part in run(_play_part, _tasks(plan), where):
        found.setdefault(cell, Findings(Tally(cell[1]))).merge(part)
        games += part.tally.games
        advance(games)
    return found


def total_games(plan: Survey) -> int:
    return len(plan.settings) * len(plan.players) * plan.games


def pooled(findings: Sequence[Findings]) -> Findings:
    """Several numbers of players together; the tally then stands for lengths alone."""
    whole = Findings(Tally(0))
    for part in findings:
        whole.merge(part)
    return whole


Task = tuple[Survey, int, int, int, int]


def _tasks(plan: Survey) -> Iterator[Task]:
    for place in range(len(plan.settings)):
        for players in plan.players:
            for first in range(1, plan.games + 1, _PART):
                yield plan, place, players, first, min(first + _PART - 1, plan.games)


def _play_part(task: Task) -> tuple[tuple[int, int], Findings]:
    plan, place, players, first, last = task
    options = {**plan.settings[place].options, "players": players}
    insights = find_game(plan.game).parts.insights
    found = Findings(Tally(players))
    seatings = [turned for table in tables(plan.bots, players) for turned in rotations(table)]
    setup = Setup(plan.game, options, plan.budget, quick=True, listen=insights is not None)
    with Series(setup) as series:
        for number in range(first, last + 1):
            seed = stream_digest(plan.seed, number)
            finished = series.play(Start(seed, seatings[number % len(seatings)]))
            played = finished.played
            found.tally.add(played)
            found.faults.add(f"{plan.settings[place].label}, game {number}", played.faults)
            if insights is not None:
                found.add(insights.observe(series.options, played.payoffs, finished.events))
    return (place, players), found


def variants_of(game: Game, base: Mapping[str, object]) -> list[Setting]:
    """The base with each switch and choice of the game changed, one at a time."""
    options = game.read_options(base)
    found = []
    for spec in game.options:
        now = options.value(spec.name)
        values: tuple[object, ...] = ()
        if isinstance(spec, FlagOption):
            values = (not now,)
        elif isinstance(spec, ChoiceOption):
            values = tuple(value for value in spec.choices if value != now)
        for value in values:
            found.append(Setting(_label(spec.name, value), {**base, spec.name: value}))
    return found


def _label(name: str, value: object) -> str:
    words = name.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"without {words}"
    return f"{words} {value}".replace("_", " ")
