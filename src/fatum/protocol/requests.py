"""The requests of a table. Each is one message on the wire and one row of the roles."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from fatum.protocol.table_settings import Change

Key = Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9_.-]*$")]
"""Chosen by the client, new for each request."""
MessageId = Annotated[int, Meta(ge=0, le=2**53)]
"""Chosen by the client, new for each message on a connection."""
SeatName = Annotated[str, Meta(pattern=r"^P[1-9][0-9]?$", max_length=3)]
MoveText = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]*$", max_length=24)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Seq = Annotated[int, Meta(ge=0, le=2**53)]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$", max_length=43)]

Reaction = Literal["hello", "thanks", "well_played", "oops", "wow", "laugh", "sad", "think"]


class FromClient(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """Base of what clients send. A message with an ``id`` is always answered, with the same ``id``."""

    id: MessageId | None = None


class Request(FromClient, frozen=True):
    """Base of all requests."""


class KeyedRequest(Request, frozen=True, kw_only=True):
    """A request that may be sent twice: the same key is answered again without repeating it."""

    key: Key = ""


class Sit(Request, frozen=True):
    """Take a free seat: this one, or the first."""

    name: Name
    seat: SeatName | None = None


class Leave(KeyedRequest, frozen=True):
    """Give the seat up; in a running game a bot plays until the player returns."""


class MakeMove(KeyedRequest, frozen=True, tag="move"):
    """Make a move, in answer to the question asked at ``answers`` or later."""

    move: MoveText
    answers: Seq


class Back(KeyedRequest, frozen=True):
    """Return, and take the seat back from a bot."""


class Away(Request, frozen=True):
    """The player's last connection is gone."""


class CarryAway(Request, frozen=True):
    """The host's running game continues elsewhere."""


class React(KeyedRequest, frozen=True):
    what: Reaction


class Chat(KeyedRequest, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Rematch(KeyedRequest, frozen=True):
    """Ask for a rematch; it begins when everyone present has asked."""


class Hurry(KeyedRequest, frozen=True):
    """Once only bots still play: let them finish without pauses, if everybody present wants it."""


class Link(Request, frozen=True):
    """A one-time link that moves the seat to another device."""


class Claim(KeyedRequest, frozen=True):
    """Use such a link; with a key, a request sent twice has the same answer."""

    token: Token


class Start(KeyedRequest, frozen=True):
    """Begin; empty seats are filled with bots of this level."""

    fill: Level | None = None


class AddBot(Request, frozen=True, tag="add_bot"):
    level: Level
    seat: SeatName | None = None
    name: Name | None = None


class Remove(Request, frozen=True):
    """Take the seat from a player, or before the start from a bot.

    Once the game has begun, a bot has the seat from then on.
    """

    seat: SeatName


class LetIn(Request, frozen=True, tag="let_in"):
    """Let a player whom the host has removed look at the table and sit down again."""

    name: Name


class Mute(Request, frozen=True):
    """Mute or unmute a player's reactions and chat."""

    seat: SeatName
    muted: bool = True


class MakeHost(Request, frozen=True, tag="make_host"):
    """Hand the role of the host over to a player who is there."""

    seat: SeatName


class StandIn(Request, frozen=True, tag="stand_in"):
    """In a game: let a bot take over for an absent player at once."""

    seat: SeatName


class EndGame(KeyedRequest, frozen=True, tag="end_game"):
    """End the running game for everybody, without a result."""


class Configure(Request, frozen=True):
    """Before the start: other options for the game."""

    options: dict[str, Any]


class Rule(Request, frozen=True):
    """Change the table's settings."""

    settings: Change


class Close(Request, frozen=True):
    """Before the start: close the table."""


SocketRequest = (
    MakeMove
    | Back
    | Leave
    | React
    | Chat
    | Rematch
    | Hurry
    | Link
    | Start
    | AddBot
    | Remove
    | LetIn
    | Mute
    | MakeHost
    | StandIn
    | EndGame
    | Configure
    | Rule
    | Close
)
"""What a connected client may send. ``Sit`` and ``Claim`` bring a seat's token, so they are for HTTP."""

AnyRequest = Sit | Claim | Away | CarryAway | SocketRequest
