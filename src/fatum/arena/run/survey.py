"""Many games under several settings: the numbers behind a report.

A game may offer ``insights`` into what is worth counting in it; length, result and
seats are counted for every game. All settings are played with the same seeds, so that they differ by
their rules and not by chance.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fatum.arena.run.contenders import DEFAULT_BUDGET
from fatum.arena.run.games import GameStart, Series, SeriesSetup
from fatum.arena.run.lineups import rotations, tables
from fatum.arena.run.pool import Where, run
from fatum.arena.stats.findings import Findings
from fatum.arena.stats.tally import Tally
from fatum.core.game import Game
from fatum.core.options import ChoiceOption, FlagOption
from fatum.core.rng import stream_digest
from fatum.games.registry import find_game

_PART: Final = 25


@dataclass(frozen=True)
class Setting:
    """One way to play the game."""

    label: str
    options: Mapping[str, object]
    """Without ``players``."""


@dataclass(frozen=True)
class Survey:
    """What to play, as plain data that can be sent to other processes."""

    game: str
    settings: tuple[Setting, ...]
    players: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    """For each setting and number of players."""
    seed: bytes
    budget: str = str(DEFAULT_BUDGET)


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
    setup = SeriesSetup(plan.game, options, plan.budget, quick=True, listen=insights is not None)
    with Series(setup) as series:
        for number in range(first, last + 1):
            seed = stream_digest(plan.seed, number)
            finished = series.play(GameStart(seed, seatings[number % len(seatings)]))
            found.add(f"{plan.settings[place].label}, game {number}", finished.played)
            if insights is not None:
                payoffs = finished.played.payoffs
                found.observe(insights.observe(series.options, payoffs, finished.events))
            del finished  # a tenth faster than two games in memory
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
