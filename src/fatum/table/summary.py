"""The summary of a table for lists."""

from typing import Final

import msgspec

from fatum.protocol.snapshots import TableGame
from fatum.table.state import TableState
from fatum.table.store import Row


class Summary(TableGame, frozen=True):
    """What the lobby shows of a table."""

    host: str
    players: int
    people: int
    bots: int
    move_time: int | None


_ENCODE: Final = msgspec.json.Encoder().encode
_DECODE: Final = msgspec.json.Decoder(Summary).decode


def summary_of(state: TableState) -> Summary:
    return Summary(
        id=state.id,
        game=state.game.name,
        options=state.given,
        host=state.host_name,
        players=len(state.seats),
        people=len(state.people()),
        bots=sum(seat.kind == "bot" for seat in state.seats),
        move_time=state.settings.move_time,
    )


def row_of(state: TableState) -> Row:
    return Row(
        id=state.id,
        game=state.game.name,
        status=state.phase,
        public=state.settings.public,
        created=state.opened_at,
        changed=state.at,
        summary=_ENCODE(summary_of(state)),
    )


def read_summary(row: Row) -> Summary:
    return _DECODE(row.summary)
