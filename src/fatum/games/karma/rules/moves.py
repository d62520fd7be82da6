"""The moves of Karma, numbered once and for all (version 1).

| numbers | moves |
|---|---|
| 0–59 | ``play KIND xCOUNT``: 3 * kind + count - 1, the bit of the play in a hand |
| 60–119 | ``open KIND xCOUNT``: 60 + the bit of the play in the open cards |
| 120–122 | ``flip 1`` … ``flip 3`` |
| 123 | ``take`` |
| 124–129 | ``give P1`` … ``give P6`` |
| 130–149 | ``lay KIND`` |
| 150, 151 | ``look``, ``no look`` |
"""

from typing import Final

from fatum.core.messages import Declared
from fatum.core.seats import seat_name
from fatum.games.karma.rules.cards import COUNT_OF, KIND_OF, NAMES

PLAYS: Final = 0
OPENS: Final = 60
FLIPS: Final = 120
TAKE: Final = 123
GIVES: Final = 124
LAYS: Final = 130
LOOKS: Final = 150

UNREADABLE: Final = Declared(
    "karma.refuse.unreadable",
    "{text} is not a Karma move; moves look like 'play 9', 'play 9 x2', 'open 12', "
    "'flip 2', 'take', 'give P3', 'lay 14', 'look' or 'no look'",
)


def _plays(verb: str) -> list[str]:
    texts = []
    for bit in range(60):
        times = f" x{COUNT_OF[bit]}" if COUNT_OF[bit] > 1 else ""
        texts.append(f"{verb} {NAMES[KIND_OF[bit]]}{times}")
    return texts


MOVES: Final[tuple[str, ...]] = (
    *_plays("play"),
    *_plays("open"),
    *(f"flip {position}" for position in range(1, 4)),
    "take",
    *(f"give {seat_name(seat)}" for seat in range(6)),
    *(f"lay {name}" for name in NAMES),
    "look",
    "no look",
)
