"""Five-card hands ranked by eval7 (C) and treys (Python tables), from Python, hands built before."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from benchmarks.framework import Meter, add, looped, require

HANDS = 1000
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def hands() -> list[list[str]]:
    """The same hands for every poker library."""
    choose = random.Random(7)
    return [choose.sample(DECK, 5) for _ in range(HANDS)]


def rank_all(rank: Callable[[Any], Any], built: list[Any]) -> Meter:
    """One call from Python for each hand, which all rankers are timed with."""

    def chunk() -> float:
        for hand in built:
            rank(hand)
        return len(built)

    return looped(chunk)


def eval7() -> Meter:
    library = require("eval7")
    return rank_all(library.evaluate, [[library.Card(c) for c in hand] for hand in hands()])


def treys() -> Meter:
    library = require("treys")
    # Straight to the table for five cards, which `evaluate` reaches after sorting out the board.
    rank = library.Evaluator().hand_size_map[5]
    return rank_all(rank, [[library.Card.new(c) for c in hand] for hand in hands()])


def register() -> None:
    add("eval7.hands", "eval7", "hands/s", eval7)
    add("treys.hands", "treys", "hands/s", treys)
