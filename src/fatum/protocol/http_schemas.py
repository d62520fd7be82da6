"""Request and response bodies of the HTTP API that the protocol does not define."""

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from msgspec import Meta, Struct

from fatum.core.messages import Message
from fatum.protocol import requests as r
from fatum.protocol.messages import ErrorCode
from fatum.protocol.snapshots import You
from fatum.protocol.table_settings import TableSettings
from fatum.protocol.wire_messages import WireMessage, to_wire

GameName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=24)]
CardText = Annotated[str, Meta(max_length=64 * 1024)]

STATUS: Final[dict[ErrorCode, int]] = {
    "malformed": 400,
    "protocol": 400,
    "unknown": 400,
    "forbidden": 403,
    "off": 403,
    "gone": 404,
    "stale": 409,
    "seat": 409,
    "phase": 409,
    "link": 409,
    "too_large": 413,
    "illegal": 422,
    "unreadable": 422,
    "options": 422,
    "name": 422,
    "too_fast": 429,
    "internal": 500,
    "busy": 503,
}
"""The status of an answer with this code."""


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


class OptionCard(Struct, frozen=True):
    """One option of a game, for a form."""

    name: str
    kind: Literal["number", "flag", "choice", "seat", "cards"]
    about: WireMessage
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
    """Whether it has a card table that can be changed."""


class BotCard(Struct, frozen=True):
    level: str
    about: WireMessage
    third_party: bool
    """Whether it comes from another package."""


class Info(Struct, frozen=True):
    """Facts about this server."""

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
    """How a game is told in one language; texts have placeholders such as ``{cards}``."""

    game: str
    language: str
    moves: list[tuple[str, str]]
    """How moves are written, and what they mean."""
    texts: dict[str, str | dict[str, str]]
    """What the game says, by key; plural forms by category."""


class CardsVerdict(Struct, frozen=True):
    """Whether a card table can be played with; ``cards`` is the value for the option ``cards``."""

    valid: bool
    changed: int = 0
    cards: dict[str, list[str]] = {}
    message: WireMessage | None = None
    """What is wrong with it."""


class CardTableCard(Struct, frozen=True):
    cards: dict[str, list[str]]
    """Each card with its effects."""


class Links(Struct, frozen=True):
    """Links to a table."""

    code: str
    url: str
    reachable: bool
    """Whether other devices can reach the server under this address, as far as it knows."""


class ShuffleData(TypedDict):
    what: str
    cards: list[str]


class RecordData(TypedDict):
    """The record of a finished game, as ``docs/notation.md`` describes it."""

    fatum: int
    game: str
    rules: int
    options: dict[str, Any]
    names: NotRequired[list[str]]
    starter: NotRequired[str]
    dealer: NotRequired[str]
    seed: NotRequired[str]
    commitment: NotRequired[str]
    shuffles: list[ShuffleData]
    moves: list[tuple[str, str]]
    outcome: dict[str, Any]


class MoveValue(TypedDict):
    value: float
    """The chance that the game's payoffs measure, such as not losing."""
    tried: int
    """The number of simulations."""


class DecisionData(TypedDict):
    """One choice of a finished game."""

    move: int
    """The move's number in the record, from 1."""
    seat: str
    played: str
    loss: float
    """How much worse it was than the best move, as far as that is clear."""
    interval: tuple[float, float]
    """Between these ends a search ten times as deep sees the loss in nine of ten cases or more."""
    why: WireMessage | None
    """The argument for the best move, addressed to the player."""
    values: dict[str, MoveValue]
    """Every legal move, best first."""


class AnalysedPlayer(TypedDict):
    seat: str
    name: str | None
    loss: float
    """The sum of the losses of all decisions."""
    interval: tuple[float, float]
    """The ends of that; the judgements of different choices are taken as independent."""
    mistakes: list[int]
    """Numbers of moves."""
    curve: list[tuple[int, float]]
    """Numbers of moves, each with the player's chance then."""


class SharesData(TypedDict):
    """Win chances over the game; they sum to 1 at each move."""

    of: Literal["winning", "losing"]
    points: list[tuple[int, list[float]]]
    """Numbers of moves, each with the part of every seat then; they add up to 1."""


class AnalysisData(TypedDict):
    """The value of each choice in a finished game."""

    game: str
    decisions: list[DecisionData]
    players: list[AnalysedPlayer]
    shares: SharesData


class Progress(Struct, frozen=True):
    """An analysis in progress; ask again."""

    waiting: int
    """How many are ahead of it."""


class Fault(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused; the codes are those of the protocol."""

    code: ErrorCode
    message: WireMessage
    rule: str | None = None


def fault(code: ErrorCode, said: Message, rule: str | None = None) -> Fault:
    """A refusal as it is sent."""
    return Fault(code, to_wire(said), rule)
