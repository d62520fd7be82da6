"""The truth about a running game, from the server's own store, or a browser's database.

``python truth.py STORE TABLE SEAT`` prints JSON: every card that was ever shown to the seat, and what
the others hold. The events themselves are asked to whom they show their cards, not what the server
makes of them.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from fatum.core.seats import parse_seat
from fatum.table.state import TableState
from fatum.table.store.batch import Line
from fatum.table.store.memory import MemoryStore
from fatum.table.store.sql.sql_store import SqlStore


def lines_of(file: str) -> list[Line]:
    """The lines of a browser's database."""
    found = json.loads(Path(file).read_text("utf-8"))
    return [(table, seq, at, fact.encode()) for table, seq, at, fact in found]


async def truth(where: str, table: str, seat_text: str) -> dict[str, list[str]]:
    if where.endswith(".json"):
        entries = await MemoryStore(lines_of(where)).read(table)
    else:
        async with await SqlStore.open(where) as store:
            entries = await store.read(table)
    state = TableState(table)
    events = [event for entry in entries for event in state.apply(entry).events]
    assert state.match is not None
    seat = parse_seat(seat_text, len(state.seats))
    shown = {card for event in events if event.audience >> seat & 1 for card in event.cards}
    views: list[Any] = [
        state.match.state.view_for(each).to_dict() for each in range(len(state.seats))
    ]
    held = [
        card
        for each, view in enumerate(views)
        if each != seat
        for card in (view["hands"][each] if "hands" in view else view["seats"][each]["hand"])
    ]
    return {"shown": sorted(shown), "held": sorted(held)}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(truth(*sys.argv[1:]))))
