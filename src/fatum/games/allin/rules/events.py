"""The kinds of events in All In."""

from typing import Final, Literal, get_args

from fatum.core.events import NO_NUMBER, Event

Kind = Literal[
    "round",
    "deal",
    "river",
    "turn",
    "play",
    "pass",
    "all in",
    "forced pass",
    "skip",
    "take",
    "swap",
    "draw",
    "reveal",
    "keep",
    "rune",
    "hypnosis",
    "eye",
    "show",
    "discard",
    "shuffle",
    "river full",
    "predict",
    "prediction",
    "hand",
    "pot",
    "pay",
    "win",
]
KINDS: Final[tuple[str, ...]] = get_args(Kind)


def event(
    kind: Kind,
    audience: int,
    seat: int = -1,
    cards: tuple[str, ...] = (),
    other: int = -1,
    number: int = NO_NUMBER,
    detail: str = "",
) -> Event:
    """An event of this game."""
    return Event(kind, audience, seat, cards, other, number, detail)
