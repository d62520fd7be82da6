"""What viewers are shown. These structs are sent as they are; nothing else is.

A ``Snapshot`` is the whole picture. An ``Update`` is what one entry of the log changed in it: a
client that puts each part it gets in the place of the old one has the picture again.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType

from fatum.protocol.table_settings import TableSettings
from fatum.protocol.wire_messages import WireMessage

Phase = Literal["lobby", "playing", "over", "closed"]
Kind = Literal["empty", "person", "bot"]
"""Who sits at a seat."""


class Shown(Struct, frozen=True, omit_defaults=True):
    """Base of all snapshot structs."""


class GameEvent(TypedDict):
    """A core event as one viewer may know it."""

    event: str
    seat: NotRequired[str]
    cards: NotRequired[list[str]]
    other: NotRequired[str]
    number: NotRequired[int]
    """A position, a field of the river, a round or a number of runes."""
    detail: NotRequired[str]
    """A further detail, such as the combination that a hypnotised player names."""


What = Literal[
    "opened",
    "configured",
    "settings",
    "sat",
    "bot",
    "removed",
    "let_in",
    "left",
    "host",
    "started",
    "moved",
    "away",
    "back",
    "taken_over",
    "returned",
    "reaction",
    "chat",
    "muted",
    "unmuted",
    "hurry",
    "rematch_wanted",
    "rematch",
    "closed",
]


class News(Shown, frozen=True):
    """Table news other than the events of the game."""

    what: What
    seat: str | None = None
    text: str | None = None
    """A name, a reaction, a line of chat or a table, as ``what`` says."""
    by: str | None = None
    """Who made a move: ``person``, ``bot`` or ``clock``."""


class SeatInfo(Struct, frozen=True):
    seat: str
    kind: Kind
    name: str
    level: str | None
    """A bot's level; also that of a bot that has taken over for a person."""
    here: bool
    stand_in: bool
    host: bool
    rematch: bool
    muted: bool = False
    """Muted by the host: no reactions and no chat."""
    hurry: bool = False
    """Wants the bots, who play alone now, to finish quickly."""
    replaced_at: int | None = None
    """When a bot will take over for this absent player, if known."""


class TableGame(Struct, frozen=True):
    """A table and what is played there."""

    id: str
    game: str
    options: dict[str, Any]


class TableBase(TableGame, frozen=True):
    """What a client sees of a table, seated or not."""

    settings: TableSettings
    phase: Phase
    seats: list[SeatInfo]


class TableInfo(TableBase, frozen=True):
    """Public facts about the table."""

    commitment: str | None
    outcome: dict[str, Any] | None
    seed: str | None
    """Only when the game is over."""
    previous: str | None
    next: str | None
    removed: list[str] = []
    """Names of people whom the host has removed and not let in since."""
    carried: bool = False
    """The table is closed because the host has moved its running game elsewhere."""


class Turn(Struct, frozen=True):
    """A seat that has a choice to make, and when the clock makes it."""

    seat: str
    deadline: int | None


class Prompt(Struct, frozen=True, omit_defaults=True):
    """The viewer's question; a move must name ``seq`` or a later entry as its ``answers``."""

    seq: int
    legal: list[str]
    deadline: int | None
    message: WireMessage | UnsetType = UNSET
    """The question, where the game has words for it."""
    cautions: dict[str, WireMessage] = {}
    """Legal moves that are asked about before they are made, each with the reason. It follows from
    what the viewer sees."""


class Aid(Struct, frozen=True):
    """How strong the viewer's own hand is now, where the game has strengths."""

    hand: str
    """The name of the combination, as events say it."""
    value: int
    """What it pays."""


class You(Struct, frozen=True):
    seat: str | None
    host: bool


class TableCard(TableBase, frozen=True):
    """A table as anybody may see it who has its code."""

    previous: str | None
    next: str | None
    you: You
    may_sit: bool
    may_watch: bool


class ChatLine(Struct, frozen=True):
    at: int
    seat: str
    text: str


ViewData = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/View"})]
"""A view as the game writes it; its type is the game's ``parts.view_data``."""


class Update(Shown, frozen=True):
    """The change made by entry ``seq`` at time ``at``. Absent parts have not changed.

    Of several updates sent together, to somebody who missed them, only the last has the parts
    of the picture; the others tell what happened.
    """

    seq: int
    at: int
    news: News | UnsetType = UNSET
    events: list[GameEvent] = []
    key: str | UnsetType = UNSET
    """The viewer's own request that did this: its acknowledgement."""
    you: You | UnsetType = UNSET
    table: TableInfo | UnsetType = UNSET
    view: ViewData | UnsetType = UNSET
    aid: Aid | UnsetType = UNSET
    """Comes with a view; a view without it has none."""
    turn: list[Turn] | UnsetType = UNSET
    prompt: Prompt | UnsetType | None = UNSET


class Snapshot(Struct, frozen=True):
    """The whole picture after entry ``seq``."""

    seq: int
    at: int
    you: You
    table: TableInfo
    view: ViewData | None
    aid: Aid | None
    turn: list[Turn]
    prompt: Prompt | None
    recent: list[Update]
    """What happened last, oldest first, without parts of the picture."""
    chat: list[ChatLine]


class Reason(Struct, frozen=True):
    """Whether a move is legal, and if not, why not."""

    move: str
    legal: bool
    rule: str | None = None
    message: WireMessage | None = None
