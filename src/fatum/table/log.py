"""The log: facts in order. The state of a table follows from it alone."""

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from fatum.protocol.table_settings import TableSettings

By = Literal["person", "bot", "clock"]


class Fact(
    Struct,
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="fact",
    tag=str.lower,
):
    """Something that has happened at a table. Tokens stand here only as hashes."""


class SeatFact(Fact, frozen=True):
    """Something that has happened at one seat."""

    seat: int


class Opened(Fact, frozen=True):
    game: str
    rules: int
    """The version of the rules; a log is replayed only by the rules it was played by."""
    options: dict[str, Any]
    settings: TableSettings
    host: str
    name: str
    previous: str | None = None
    """The table that this one is the rematch of."""


class Configured(Fact, frozen=True):
    options: dict[str, Any]


class Ruled(Fact, frozen=True):
    settings: TableSettings


class Sat(SeatFact, frozen=True):
    name: str
    token: str


class Botsat(SeatFact, frozen=True):
    level: str
    name: str


class Unseated(SeatFact, frozen=True):
    pass


class Readmitted(Fact, frozen=True):
    name: str


class Left(SeatFact, frozen=True):
    pass


class Hosted(SeatFact, frozen=True):
    pass


class Started(Fact, frozen=True):
    seed: str


class Moved(SeatFact, frozen=True):
    move: str
    by: By = "person"
    key: str = ""


class WentAway(SeatFact, frozen=True, tag="away"):
    pass


class CameBack(SeatFact, frozen=True, tag="back"):
    pass


class Takenover(SeatFact, frozen=True):
    pass


class Returned(SeatFact, frozen=True):
    pass


class Reacted(SeatFact, frozen=True):
    what: str
    key: str = ""


class Said(SeatFact, frozen=True):
    text: str
    key: str = ""


class Linked(SeatFact, frozen=True):
    token: str
    until: int


class Reseated(SeatFact, frozen=True):
    token: str


class Muted(SeatFact, frozen=True):
    muted: bool = True


class Hurried(SeatFact, frozen=True):
    pass


class Wanted(SeatFact, frozen=True):
    pass


class Rematched(Fact, frozen=True):
    table: str


class Closed(Fact, frozen=True):
    carried: bool = False
    """The game continues elsewhere."""


AnyFact = (
    Opened
    | Configured
    | Ruled
    | Sat
    | Botsat
    | Unseated
    | Readmitted
    | Left
    | Hosted
    | Started
    | Moved
    | WentAway
    | CameBack
    | Takenover
    | Returned
    | Reacted
    | Said
    | Linked
    | Reseated
    | Muted
    | Hurried
    | Wanted
    | Rematched
    | Closed
)


class Entry(Struct, frozen=True):
    """One line of the log. ``at`` is in milliseconds since 1970 and never runs backwards."""

    seq: int
    at: int
    fact: AnyFact


class BrokenLog(Exception):
    """A log that this version cannot replay, because of a bug or a newer version."""


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[AnyFact]] = msgspec.json.Decoder(AnyFact)


def encode_fact(fact: AnyFact) -> bytes:
    return _ENCODER.encode(fact)


def read_entry(seq: int, at: int, body: bytes) -> Entry:
    """An entry as it is stored; ``BrokenLog`` if its fact cannot be read."""
    try:
        return Entry(seq, at, _DECODER.decode(bytes(body)))
    except msgspec.MsgspecError as error:
        raise BrokenLog(f"an entry of the log cannot be read: {error}") from None
