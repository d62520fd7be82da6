"""What a table refuses in several places, or whatever is asked of it."""

from typing import Final

from fatum.core.messages import Declared

NO_TABLE: Final = Declared("refuse.gone", "there is no such table")
TABLE_BUSY: Final = Declared("refuse.busy", "this table has too much to do; try again")
NO_HINTS: Final = Declared("refuse.hints.off", "there are no hints at this table")
NOT_ASKED: Final = Declared("refuse.not_asked", "nothing is asked of you now")
MAY_NOT_ASK: Final = Declared("refuse.role.ask", "only a player at this table may ask that")
NO_RECORD_YET: Final = Declared("refuse.record.early", "the record is there when the game is over")
NOBODY_WATCHES: Final = Declared(
    "refuse.watch.nobody", "you have no seat here, and nobody may watch"
)
SEEN_LATER: Final = Declared("refuse.watch.later", "spectators of this table see it later")
STORE_DOWN: Final = Declared(
    "refuse.store.down", "the server cannot write to its disk right now; try again"
)
STORE_UNREACHABLE: Final = Declared(
    "server.store.unreachable", "the server cannot reach its tables right now; try again"
)
INTERNAL: Final = Declared("server.internal", "internal server error")
