"""A local game goes on in the browser: its log is put into the store of the local server."""

from collections.abc import Sequence
from typing import Final

from fatum.table import log
from fatum.table.log import AnyFact
from fatum.table.opening import first_batch
from fatum.table.seats import hash_token, new_code, new_token
from fatum.table.store.sql.sql_store import SqlStore
from fatum.table.wall_clock import now

LINK_TIME: Final = 24 * 3_600_000
"""Milliseconds in which the link must be opened for the first time."""


async def hand_over(where: str, facts: Sequence[AnyFact]) -> str:
    """Store a local table; the path of the link that brings its seat to a browser, once.

    :raises StoreError: if the store cannot be opened.
    """
    code, token, at = new_code(), new_token(), now()
    (own,) = [fact.seat for fact in facts if isinstance(fact, log.Sat)]
    link = log.Linked(own, hash_token(token), at + LINK_TIME)
    async with await SqlStore.open(where) as store:
        opened, _ = first_batch(code, [*facts, link], at, store.generation)
        await store.append_all([opened])
    return f"/t/{code}#claim={token}"
