"""What tables refuse, and the messages that servers share with them."""

from typing import Final

from fatum.core.messages import Declared, Value, declare
from fatum.protocol.errors import Code, Refused

REFUSED: Final = declare(
    "refuse",
    {
        "busy": "this table is busy; try again",
        "hints.off": "hints are off at this table",
        "not_asked": "you have nothing to decide right now",
        "role.ask": "only a player at this table may ask that",
        "record.early": "the game record is available once the game is over",
        "watch.nobody": "you have no seat here, and spectators are not allowed",
        "watch.later": "spectators see this table with a delay",
        "store.down": "the server cannot write to its disk right now; try again",
        "game.unknown": "there is no game called {name}",
        "open.bots": (
            "there is only {count} seat for bots",
            "there are only {count} seats for bots",
        ),
        "open.start": "to start right away, choose bots for the other seats",
        "open.busy": "no table could be opened; try again",
        "bot.unknown": "there is no bot called {name}; the bots are {bots}",
        "begun": "the game has already started",
        "begun.times": "the game has already started; its time limit cannot change",
        "options.players": (
            "{count} player has already sat down",
            "{count} players have already sat down",
        ),
        "seats.empty": "some seats are still empty",
        "seat.taken": "{seat} is taken",
        "seats.taken": "all seats are taken",
        "text.unprintable": "the text must have printable characters",
        "name.unprintable": "names are 1–{longest} printable characters",
        "name.alike": "this name looks like another one at this table; choose a different one",
        "role.host": "only the host may do that",
        "role.player": "only a player at this table may do that",
        "role.seated": "you already have a seat at this table",
        "seat.empty": "nobody sits at {seat}",
        "seat.own": "that is your own seat",
        "seat.bot": "{name} is a bot",
        "seat.away": "{name} is away",
        "seat.present": "{name} is here",
        "closed": "this table is closed",
        "host.too_fast": "too fast: wait a few seconds",
        "no_game": "no game is running here",
        "not_over": "the game is not over yet",
        "stale": "the table has moved on",
        "stale.ahead": "this table is not that far along yet",
        "move.inexact": "write the move exactly as '{move}'",
        "hurry": "somebody is still playing",
        "talk.muted": "the host has muted you",
        "chat.off": "chat is off at this table",
        "talk.too_fast": "too fast: wait a few seconds",
        "carry.others": "{name} plays on another device, so this game cannot leave its server",
        "carry.broken": "this is not a running game that can be continued here",
        "carry.long": "this game is too long to continue on a server",
        "link.rematch": "this game has moved on to a rematch; ask for a link there",
        "link.used": "this link has been used or is too old; ask for a new one",
    },
)
NO_TABLE: Final = Declared("refuse.gone", "this table does not exist")
REMOVED: Final = Declared("server.bye.removed", "the host has removed you from this table")
STORE_UNREACHABLE: Final = Declared(
    "server.store.unreachable", "the server cannot load its tables right now; try again"
)
INTERNAL: Final = Declared("server.internal", "internal server error")
NO_SEAT: Final = Declared("server.seat.none", "you have no seat at this table")
NO_REMATCH: Final = Declared("server.rematch.none", "there is no rematch yet")
NOT_ANALYSED: Final = Declared(
    "server.analysis.not_asked", "this game is not being analysed; reload the page to ask for it"
)
UNREADABLE: Final = Declared("server.http.unreadable", "the request cannot be read: {detail}")


def refused(code: Code, key: str, /, **values: Value) -> Refused:
    """The error to raise, with one of the messages above."""
    return Refused(code, REFUSED[key](**values))
