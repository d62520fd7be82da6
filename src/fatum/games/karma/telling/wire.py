"""The shape of Karma's views as data, for the schema of the protocol.

``knowledge.notation`` writes them and ``docs/notation.md`` describes them; nothing is made from these.
"""

from typing import Literal, NotRequired, TypedDict


class KarmaSeatData(TypedDict):
    """What lies at one seat of Karma, `?` for each unseen card."""

    hand: list[str]
    open: list[str]
    hidden: list[str | None]
    on: NotRequired[list[int]]
    known: NotRequired[list[str]]
    foreseen: NotRequired[list[str]]


class KarmaViewData(TypedDict):
    """What a viewer may know of a game of Karma."""

    phase: Literal["look", "lay", "turn", "follow", "give", "over"]
    turn: str
    turns: int
    stock: list[str]
    pile: list[str]
    gone: list[str]
    seats: list[KarmaSeatData]
    demand: NotRequired[str | None]
    looked: NotRequired[list[bool | None]]
