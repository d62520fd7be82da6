"""Opening a table."""

import secrets
from collections.abc import Sequence
from typing import Any

from fatum.core.errors import FatumError, InvalidOptions
from fatum.games.registry import find_game
from fatum.protocol import requests as r
from fatum.protocol.errors import Refused
from fatum.protocol.table_settings import TableSettings
from fatum.records import RULES
from fatum.table import log
from fatum.table.decide import decide
from fatum.table.log import AnyFact, Entry
from fatum.table.names import clean_name
from fatum.table.refusals import refused
from fatum.table.roles import Caller
from fatum.table.seats import Entropy
from fatum.table.state import TableState
from fatum.table.store import Batch
from fatum.table.store.batch import batch
from fatum.table.summary import row_of


def opening(
    game: str, options: dict[str, Any], settings: TableSettings, host: str, name: str, sits: bool
) -> list[AnyFact]:
    """The first facts of a table; ``host`` is the hash of its host's token."""
    try:
        find_game(game).read_options(options)
    except InvalidOptions as error:
        raise Refused("options", error.message) from None
    except FatumError:
        raise refused("unreadable", "game.unknown", name=game) from None
    name = clean_name(name, ())
    facts: list[AnyFact] = [log.Opened(game, RULES, options, settings, host, name)]
    if sits:
        facts.append(log.Sat(0, name, host))
    return facts


def first_batch(
    table_id: str,
    facts: Sequence[AnyFact],
    now: int,
    generation: str,
    requests: Sequence[r.AnyRequest] = (),
    entropy: Entropy = secrets.token_bytes,
) -> tuple[Batch, TableState]:
    """The first entries of a table: these facts, and what its host asks for at once."""
    state = TableState(table_id)
    entries: list[Entry] = []

    def add(more: Sequence[AnyFact]) -> None:
        for fact in more:
            entries.append(Entry(len(entries) + 1, now, fact))
            state.apply(entries[-1])

    add(facts)
    for request in requests:
        add(decide(state, Caller(state.host), request, now, entropy).facts)
    return batch(table_id, 0, entries, generation, row_of(state)), state
