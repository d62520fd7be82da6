"""A slow, plain second implementation of both games, written only from the rules.

It shares no code with the package: what both agree on is checked twice.
Cards and moves are their text forms, seats are "P1", "P2", ...
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypedDict


class Shuffle(TypedDict):
    """One shuffle of a record: what was shuffled, and the result, top first."""

    what: str
    cards: list[str]


class ShuffleError(ValueError):
    """A shuffle is missing, is of something else, or is not a permutation."""


class Shuffles:
    """The results of all shuffles, used in order (replay 6).

    With `rng`, shuffles beyond the given ones are drawn from it and appended to the list.
    """

    def __init__(self, given: Sequence[Shuffle], rng: random.Random | None = None) -> None:
        self.all: list[Shuffle] = [{"what": s["what"], "cards": list(s["cards"])} for s in given]
        self.used = 0
        self.rng = rng

    def take(self, what: str, cards: list[str]) -> list[str]:
        """The result of shuffling `cards`, which must be the next one in the list."""
        if self.used == len(self.all) and self.rng is not None:
            mixed = list(cards)
            self.rng.shuffle(mixed)
            self.all.append({"what": what, "cards": mixed})
        number = self.used + 1
        if self.used == len(self.all):
            raise ShuffleError(f"shuffle {number} ({what}) is missing")
        shuffle = self.all[self.used]
        if shuffle["what"] != what:
            raise ShuffleError(f"shuffle {number} is {shuffle['what']!r}, must be {what!r}")
        if sorted(shuffle["cards"]) != sorted(cards):
            raise ShuffleError(f"shuffle {number} ({what}) does not hold the cards it must hold")
        self.used += 1
        return list(shuffle["cards"])

    def left_over(self) -> int:
        """How many shuffles have not been used."""
        return len(self.all) - self.used


def all_seats(players: int) -> list[str]:
    """P1 ... Pn."""
    return [f"P{k}" for k in range(1, players + 1)]


def left_of(seat: str, players: int) -> str:
    """The left neighbour: Pk+1, of the last seat P1 (replay 1)."""
    return all_seats(players)[int(seat[1:]) % players]


def different(cards: Sequence[str]) -> list[str]:
    """Each card text once, in order of first appearance (replay 3)."""
    return list(dict.fromkeys(cards))


def whole(value: object, least: int, most: int | None = None) -> bool:
    """Is this a whole number (not a truth value) within the bounds?"""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return value >= least and (most is None or value <= most)


__all__ = [
    "Shuffle",
    "ShuffleError",
    "Shuffles",
    "all_seats",
    "different",
    "left_of",
    "whole",
]
