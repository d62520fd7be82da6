"""What the HTTP API takes and gives, beside the forms of the table and its protocol."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from fatum.protocol.messages import ErrorCode
from fatum.table import requests as r
from fatum.table.picture import TableBase, You
from fatum.table.settings import Settings as TableSettings

GameName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=24)]
CardText = Annotated[str, Meta(max_length=64 * 1024)]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what clients send."""


class OpenForm(Form, frozen=True):
    """Open a table. With ``start`` it begins at once, the empty seats filled with ``bots``."""

    game: GameName
    name: r.Name
    options: dict[str, Any] = {}
    settings: TableSettings = TableSettings()
    sits: bool = True
    """Whether the host takes the first seat."""
    bots: Annotated[list[r.Level], Meta(max_length=8)] = []
    """Levels of bots to seat, in the order of the seats."""
    start: bool = False


class SitForm(Form, frozen=True):
    """Take a seat: this one, or the first that is free."""

    name: r.Name
    seat: r.SeatName | None = None


class ClaimForm(Form, frozen=True):
    """Use a one-time link: the part of it after ``#``.

    A request repeated with the same ``key``, some random letters, brings the same seat again.
    """

    token: r.Token
    key: r.Key = ""


class CardsForm(Form, frozen=True):
    """A card table as TOML."""

    text: CardText


class Seated(Struct, frozen=True):
    """A seat was taken; the cookie that proves it comes with this answer."""

    table: str
    you: You


class TableCard(TableBase, frozen=True):
    """A table as anybody may see it who has its code."""

    previous: str | None
    next: str | None
    you: You
    may_sit: bool
    may_watch: bool


class OptionCard(Struct, frozen=True):
    """One option of a game, for a form."""

    name: str
    kind: Literal["number", "flag", "choice", "seat", "cards"]
    about: str
    default: Any
    least: int | None = None
    most: int | None = None
    choices: list[str] | None = None


class GameCard(Struct, frozen=True):
    name: str
    title: str
    players: list[int]
    options: list[OptionCard]
    deck: list[str]
    has_cards: bool
    """Whether it is played with a card table that can be changed."""


class BotCard(Struct, frozen=True):
    level: str
    about: str


class Info(Struct, frozen=True):
    """About this server."""

    version: str
    protocol: int
    languages: dict[str, str]
    games: list[GameCard]
    bots: list[BotCard]
    slots: int


class RulesPage(Struct, frozen=True):
    game: str
    language: str
    text: str
    """Markdown."""


class GameTexts(Struct, frozen=True):
    """How a game is told in one language; phrases have placeholders such as ``{cards}``."""

    game: str
    language: str
    events: dict[str, list[str]]
    """Kind of event → what the seat itself reads, what others read and, where there is a third, what
    is read if no seat did it."""
    moves: list[tuple[str, str]]
    """How moves are written, and what they mean."""
    texts: dict[str, str | dict[str, str]]
    """Texts that the game brings along, by key; plural forms by category."""
    sentences: dict[str, str]
    """English sentences of the game, each with its translation."""


class CardsVerdict(Struct, frozen=True):
    """Whether a card table can be played with; ``cards`` is the value for the option ``cards``."""

    valid: bool
    changed: int = 0
    cards: dict[str, list[str]] = {}
    fault: str | None = None


class CardTableCard(Struct, frozen=True):
    cards: dict[str, list[str]]
    """Each card with its effects."""


class Links(Struct, frozen=True):
    """Where others find a table."""

    code: str
    url: str
    reachable: bool
    """Whether other devices can reach the server under this address, as far as it knows."""


class Progress(Struct, frozen=True):
    """An analysis that is not finished; ask again."""

    waiting: int
    """How many are before it."""


class Fault(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused; the codes are those of the protocol."""

    code: ErrorCode
    text: str
    rule: str | None = None
