"""The moves of All In, numbered once and for all (version 1).

X is a card's code: 0–51 in canonical order, 52 for a Rune card.

| numbers | moves |
|---|---|
| 0–52 | ``play X`` |
| 53, 54 | ``pass``, ``all in`` |
| 55–60, 61 | ``take 1`` … ``take 6``, ``take discard`` |
| 62, 63, 64, 65 | ``draw``, ``reveal``, ``rune``, ``skip`` |
| 66–70 | ``hypnosis P1`` … ``hypnosis P5`` |
| 71–75 | ``eye P1`` … ``eye P5`` |
| 76–128 | ``keep X`` |
| 129–181 | ``hide X`` |
| 182–234 | ``discard X`` |
| 235–239 | ``predict P1`` … ``predict P5`` |
| 240–610 | ``swap X 1`` … ``swap X 6``, ``swap X discard``: 240 + 7 * X + place |
"""

from typing import Final

from fatum.core.messages import Declared
from fatum.core.seats import seat_name
from fatum.games.allin.rules.deck import NAMES

PLAY: Final = 0
PASS: Final = 53
ALL_IN: Final = 54
TAKE: Final = 55
DRAW: Final = 62
REVEAL: Final = 63
RUNE: Final = 64
SKIP: Final = 65
HYPNOSIS: Final = 66
EYE: Final = 71
KEEP: Final = 76
HIDE: Final = 129
DISCARD: Final = 182
PREDICT: Final = 235
SWAP: Final = 240

PLACES: Final = 7
"""Where a card can be taken from: six river fields and the discard pile."""
DISCARD_PLACE: Final = 6

PLACE_NAMES: Final = ("1", "2", "3", "4", "5", "6", "discard")
_SEATS: Final = tuple([seat_name(seat) for seat in range(5)])

MOVES: Final[tuple[str, ...]] = (
    *(f"play {name}" for name in NAMES),
    "pass",
    "all in",
    *(f"take {place}" for place in PLACE_NAMES),
    "draw",
    "reveal",
    "rune",
    "skip",
    *(f"hypnosis {seat}" for seat in _SEATS),
    *(f"eye {seat}" for seat in _SEATS),
    *(f"keep {name}" for name in NAMES),
    *(f"hide {name}" for name in NAMES),
    *(f"discard {name}" for name in NAMES),
    *(f"predict {seat}" for seat in _SEATS),
    *(f"swap {name} {place}" for name in NAMES for place in PLACE_NAMES),
)
UNREADABLE: Final = Declared(
    "allin.refuse.unreadable",
    "{text} is not an All In move; moves look like 'play JM', 'pass', 'all in', 'take 3', "
    "'take discard', 'swap 5C 3', 'draw', 'reveal', 'keep 9C', 'rune', 'hypnosis P2', "
    "'eye P2', 'hide 9C', 'skip', 'discard 9C' or 'predict P1'",
)
