"""Where shuffles come from: a seed, a script, or a search's own generator."""

from abc import abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from fatum.core.bits import COMPILED
from fatum.core.errors import InvalidRecord
from fatum.core.messages import Declared
from fatum.core.plain import shuffled
from fatum.core.rng import Rng, Stream, stream_digest

_MISSING: Final = Declared("record.fault.shuffle.missing", "shuffle {number} ({what}) is missing")
_OTHER: Final = Declared(
    "record.fault.shuffle.other", "shuffle {number} should be {what}, not {found}"
)
_WRONG_CARDS: Final = Declared(
    "record.fault.shuffle.cards",
    "shuffle {number} ({what}) does not hold the cards to be shuffled",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The source of randomness. Shuffles are numbered 1, 2, …; stream 0 draws who begins."""

    @abstractmethod
    def first(self, players: int) -> int:
        """Who begins, where the options leave it open."""

    @abstractmethod
    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        """Bring these cards into the order of shuffle ``number``, top first."""


class SeededChance(Chance):
    """Everything follows from the seed, as written in ``docs/fairness.md``."""

    def __init__(self, seed: bytes) -> None:
        self.seed: Final = seed

    def first(self, players: int) -> int:
        return Stream(stream_digest(self.seed, 0)).below(players)

    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        start = stream_digest(self.seed, number)
        if COMPILED or not shuffled(start, cards):
            Stream(start).shuffle(cards)


class RandomChance(Chance):
    """Random shuffles for the worlds of a search."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def first(self, players: int) -> int:
        return self._rng.below(players)

    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        self._rng.shuffle(cards)


class Shuffle:
    """One shuffle's result, top first."""

    def __init__(self, what: str, cards: list[int]) -> None:
        self.what: Final = what
        self.cards: Final = cards


class ScriptedChance(Chance):
    """Replays shuffles that are already known."""

    def __init__(self, first: int, shuffles: list[Shuffle]) -> None:
        self._first = first
        self._shuffles = shuffles
        self.used: int = 0

    def first(self, players: int) -> int:
        return self._first

    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        if number > len(self._shuffles):
            raise InvalidRecord(_MISSING(number=number, what=what))
        script = self._shuffles[number - 1]
        if script.what != what:
            raise InvalidRecord(_OTHER(number=number, what=repr(what), found=repr(script.what)))
        if sorted(script.cards) != sorted(cards):
            raise InvalidRecord(_WRONG_CARDS(number=number, what=what))
        cards[:] = script.cards
        self.used = max(self.used, number)


NO_CHANCE: Final[Chance] = ScriptedChance(0, [])
"""For views, which never shuffle."""


class NotedChance(Chance):
    """Delegates to another source and keeps the results for the record."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.shuffles: Final[list[Shuffle]] = []

    def first(self, players: int) -> int:
        return self._source.first(players)

    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        self._source.shuffle(number, what, cards)
        self.shuffles.append(Shuffle(what, cards.copy()))
