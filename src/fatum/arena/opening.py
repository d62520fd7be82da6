"""Many games at once for the public API."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fatum.arena.run.pool import Where
from fatum.arena.run.simulate import Plan
from fatum.arena.run.simulate import simulate as run
from fatum.bots import registry
from fatum.bots.adapter import as_bot
from fatum.bots.base import Bot, Budget
from fatum.bots.seating import seat_bots
from fatum.core.errors import FatumError, shown
from fatum.core.game import View
from fatum.core.rng import Rng
from fatum.core.seats import seat_name
from fatum.games.registry import find_game
from fatum.play.arguments import Seed, read_seed, whole_number


@dataclass(frozen=True, repr=False)
class Simulation:
    """The results of many games.

    >>> import fatum
    >>> found = fatum.simulate("karma", ["greedy", "random"], games=20, seed=1)
    >>> found
    <Simulation of karma: 20 games of greedy and random>
    >>> found.seats["loser"]
    (0, 20)
    """

    game: str
    bots: tuple[str, ...]
    """The name of the bot on each seat."""
    seed: str
    """The seed from which every game can be dealt again."""
    games: int
    results: Mapping[str, int]
    """How games ended, and how many of them: ``winner``, ``loser``, ``undecided``, …"""
    faults: Mapping[str, int]
    """Bots of other packages that failed: how many moves ``greedy`` made for each of them."""
    seats: Mapping[str, tuple[int, ...]]
    """For results that name a seat: how many games each seat has."""
    moves: Mapping[str, float]
    """The length of a game in moves: ``mean``, ``min``, ``p50``, ``max``, …"""
    data: Mapping[str, Any]
    """Everything that was counted, as ``fatum simulate --json`` writes it."""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Simulation":
        """The report of a simulation."""
        seats = {
            result: tuple(entry["games"] for entry in entries)
            for result, entries in data["by_seat"].items()
        }
        return cls(
            game=data["game"],
            bots=tuple(data["bots"]),
            seed=data["seed"],
            games=data["games"],
            results=data["results"],
            faults=data.get("faults", {}),
            seats=seats,
            moves=data["moves"],
            data=data,
        )

    def share(self, result: str, seat: int) -> tuple[float, float, float]:
        """The share of games with this result for a seat, from 0, and its 95 % interval.

        :raises FatumError: if no game ended so, or there is no such seat.
        """
        if result not in self.seats or not 0 <= seat < len(self.bots):
            raise FatumError(f"there is no {shown(result)} for the seat {shown(seat)}")
        entry = self.data["by_seat"][result][seat]
        return entry["games"] / self.games, entry["low"], entry["high"]

    def __str__(self) -> str:
        lines = [f"{self!r}"[1:-1], f"  {self.moves['mean']:.1f} moves per game"]
        for result in self.seats:
            for seat, name in enumerate(self.bots):
                share, low, high = self.share(result, seat)
                lines.append(
                    f"  {result} {seat_name(seat)} {name}: {share:.1%} ({low:.1%} to {high:.1%})"
                )
        others = [f"{result} {count}" for result, count in self.results.items()]
        lines.append(f"  {', '.join(others)}")
        for name, count in self.faults.items():
            lines.append(f"  {name} failed: greedy made {count} moves for it")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Simulation of {self.game}: {self.games} games of {' and '.join(self.bots)}>"


class _Failed(BaseException):
    """Ends a simulation: the caller's own bot has failed, and the caller should see where."""

    def __init__(self, error: Exception) -> None:
        self.error: Final = error


class _Own:
    """A bot object passed by the caller."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        try:
            return self._bot.choose(view, legal, rng, budget)
        except Exception as error:
            raise _Failed(error) from error


def simulate(
    game: str,
    bots: object = "random",
    *,
    games: int = 1000,
    jobs: int = 1,
    players: int | None = None,
    seed: Seed = None,
    **options: object,
) -> Simulation:
    """Play many games between bots.

    :param game: its name, one of ``list_games()``.
    :param bots: one bot for all seats or one for each: names of ``list_bots()``, or bots of your
        own, which play in this process.
    :param games: how many.
    :param jobs: how many processes play. The result is the same with any number of them. A script
        that uses several needs ``if __name__ == "__main__":`` around the call.
    :param players: how many play; without it, as many as there are bots.
    :param seed: as in ``new``.
    :param options: the options of the game.
    :raises FatumError: if a name, an option or a number is wrong. What a bot of your own raises
        ends the simulation, too.

    >>> import fatum
    >>> print(fatum.simulate("allin", "greedy", players=2, games=50, seed=1))
    Simulation of allin: 50 games of greedy and greedy
      99.0 moves per game
      winner P1 greedy: 52.0% (38.5% to 65.2%)
      winner P2 greedy: 48.0% (34.8% to 61.5%)
      winner 50
    """
    if not isinstance(game, str):
        raise FatumError(f"a game's name is text, not {shown(game)}")
    found = find_game(game)
    wanted = _wanted(bots)
    given = dict(options)
    if players is not None:
        given["players"] = whole_number(players, "the number of players")
    elif len(wanted) > 1:
        given["players"] = len(wanted)
    settings = found.read_options(given)
    processes = _positive("jobs", jobs)
    with registry.lending() as lend:
        names = [
            bot if isinstance(bot, str) else lend(_name(bot), _Own(as_bot(bot))) for bot in wanted
        ]
        if processes > 1 and names != wanted:
            raise FatumError("bots of your own play in this process only: leave out jobs")
        seated = seat_bots(names, settings.players)
        count = _positive("games", games)
        plan = Plan(game, given, count, read_seed(seed), seated)
        try:
            return Simulation.read(run(plan, Where(processes)).to_dict())
        except _Failed as failed:
            raise failed.error from None


def _wanted(bots: object) -> list[object]:
    if isinstance(bots, str) or callable(getattr(bots, "choose", None)):
        return [bots]
    if isinstance(bots, Iterable) and not isinstance(bots, Mapping | bytes | bytearray):
        return list(bots)
    raise FatumError(f"bots are a name or a list of names, not {shown(bots)}")


def _name(bot: object) -> str:
    name = getattr(bot, "name", None)
    return name if isinstance(name, str) else type(bot).__name__


def _positive(what: str, value: object) -> int:
    number = whole_number(value, what)
    if number < 1:
        raise FatumError(f"{what} must be at least 1, not {number}")
    return number
