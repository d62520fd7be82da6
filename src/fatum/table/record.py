"""From a table to the record of its game."""

from fatum.records import Record
from fatum.table.errors import Refused
from fatum.table.state import TableState


def record_of(state: TableState) -> Record:
    """The finished game; a running one is nobody's yet, for a record names every card."""
    if state.match is None or state.phase != "over":
        raise Refused("phase", "the record is there when the game is over")
    return state.match.record()
