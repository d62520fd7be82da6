"""Line-ups of bots for each number of players, and their rotations."""

from collections.abc import Sequence
from itertools import combinations

from fatum.core.errors import FatumError
from fatum.core.game import Game

Table = tuple[str, ...]
"""A bot for each seat."""


def read_players(game: Game, text: object) -> tuple[int, ...]:
    """``4``, ``2,3,5`` or ``2-5`` → the numbers of players, smallest first."""
    allowed = game.player_counts()
    found: set[int] = set()
    for piece in str(text).split(","):
        low, dash, high = piece.strip().partition("-")
        try:
            found.update(range(int(low), int(high if dash else low) + 1))
        except ValueError:
            found = set()
            break
    if not found or not found <= set(allowed):
        raise FatumError(
            f"--players must be numbers from {allowed[0]} to {allowed[-1]} such as "
            f"{allowed[0]},{allowed[-1]} or {allowed[0]}-{allowed[-1]}, not {str(text)!r}"
        )
    return tuple(sorted(found))


def tables(bots: Sequence[str], players: int) -> list[Table]:
    """The tables that these bots make.

    As many names as seats are one table. With fewer, the last name fills the other seats; with
    more, every choice of so many of them is a table.
    """
    if len(bots) < players:
        return [(*bots, *[bots[-1]] * (players - len(bots)))]
    return list(dict.fromkeys(combinations(bots, players)))


def rotations(table: Table) -> list[Table]:
    """The table turned by 0, 1, … seats, each different one once.

    So every bot sits on every seat equally often. A table such as greedy, hard, greedy, hard looks
    the same after half a turn, so that two rotations do for it.
    """
    turned = [table[seat:] + table[:seat] for seat in range(len(table))]
    return list(dict.fromkeys(turned))
