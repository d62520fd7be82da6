"""The shape of All In's views as data, for the schema of the protocol.

``knowledge.notation`` writes them and ``docs/notation.md`` describes them; nothing is made from these.
"""

from typing import Literal, NotRequired, TypedDict


class AllInRecallData(TypedDict):
    """What somebody remembers of the draw pile."""

    since: NotRequired[dict[str, int]]
    home: NotRequired[dict[str, str]]
    loose: NotRequired[list[int]]


class AllInMemoryData(TypedDict):
    """What was seen and is now out of sight; what is absent is empty."""

    known: NotRequired[list[list[str]]]
    eyes: NotRequired[dict[str, dict[str, list[str]]]]
    said: NotRequired[list[str | None]]
    discarders: NotRequired[list[str | None]]
    discards: NotRequired[list[str]]
    generation: NotRequired[int]
    arrived: NotRequired[list[list[int]]]
    viewers: NotRequired[list[AllInRecallData]]
    predicted: NotRequired[list[str]]
    own: NotRequired[AllInRecallData]
    public: NotRequired[AllInRecallData]


class AllInViewData(TypedDict):
    """What a viewer may know of a game of All In, `?` for each unseen card."""

    phase: Literal["action", "effect", "keep", "hide", "discard", "predict", "over"]
    round: int
    dealer: str
    turn: str
    turns: int
    pot: int
    runes: list[int]
    all_in: str | None
    hands: list[list[str]]
    river: list[list[str]]
    draw: list[str]
    discard: list[str]
    last_strength: list[str]
    shuffles: int
    played: NotRequired[str]
    effect: NotRequired[int]
    revealed: NotRequired[list[str]]
    asked: NotRequired[str]
    predictions: NotRequired[list[str | None]]
    memory: NotRequired[AllInMemoryData]
