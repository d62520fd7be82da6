"""The moves that a person has made, from the server's own store: ``python moves.py STORE TABLE SEAT``."""

import asyncio
import json
import sys

from fatum.core.seats import parse_seat
from fatum.table import log
from fatum.table.store.sql.sql_store import SqlStore


async def moves(where: str, table: str, seat: str) -> list[list[str]]:
    async with await SqlStore.open(where) as store:
        entries = await store.read(table)
    number = parse_seat(seat, 8)
    made = (entry.fact for entry in entries if isinstance(entry.fact, log.Moved))
    return [[fact.key, fact.move, fact.by] for fact in made if fact.seat == number]


if __name__ == "__main__":
    print(json.dumps(asyncio.run(moves(*sys.argv[1:]))))
