"""The kinds of events in Karma."""

from typing import Final, Literal, get_args

from fatum.core.events import NO_NUMBER, Event

Kind = Literal[
    "look",
    "no look",
    "shuffle hidden",
    "draw",
    "lay",
    "show",
    "play",
    "open",
    "flip",
    "take",
    "give",
    "raise",
    "burn",
    "turn",
    "lose",
    "undecided",
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
