"""What a table refuses in several places, or whatever is asked of it."""

from typing import Final

from fatum.core.messages import Declared

NO_TABLE: Final = Declared("refuse.gone", "this table does not exist")
TABLE_BUSY: Final = Declared("refuse.busy", "this table is busy; try again")
NO_HINTS: Final = Declared("refuse.hints.off", "hints are off at this table")
NOT_ASKED: Final = Declared("refuse.not_asked", "you have nothing to decide right now")
MAY_NOT_ASK: Final = Declared("refuse.role.ask", "only a player at this table may ask that")
NO_RECORD_YET: Final = Declared(
    "refuse.record.early", "the game record is available once the game is over"
)
NOBODY_WATCHES: Final = Declared(
    "refuse.watch.nobody", "you have no seat here, and spectators are not allowed"
)
SEEN_LATER: Final = Declared("refuse.watch.later", "spectators see this table with a delay")
STORE_DOWN: Final = Declared(
    "refuse.store.down", "the server cannot write to its disk right now; try again"
)
STORE_UNREACHABLE: Final = Declared(
    "server.store.unreachable", "the server cannot load its tables right now; try again"
)
INTERNAL: Final = Declared("server.internal", "internal server error")
