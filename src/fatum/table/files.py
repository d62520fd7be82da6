"""Files that players bring: card tables and records."""

from collections.abc import Iterable
from typing import Final

import msgspec

from fatum.core.errors import InvalidMove, InvalidOptions, InvalidRecord
from fatum.core.messages import Declared
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import CardsVerdict
from fatum.protocol.wire_messages import to_wire
from fatum.records import parse_record, verify
from fatum.table.offers import card_tables_of, game_called
from fatum.table.replay import SPECTATOR, eyes_of, retell_record

BAD_RECORD: Final = Declared("server.file.record", "this record cannot be shown: {detail}")
FILE_TOO_DEEP: Final = Declared("server.file.too_deep", "the file is nested too deeply")


def check_cards(game: str, text: str) -> bytes:
    """Whether a card table can be played with, as JSON."""
    tables = card_tables_of(game_called(game))
    try:
        changes = tables.changes(tables.read(text))
    except InvalidOptions as error:
        return msgspec.json.encode(CardsVerdict(False, message=to_wire(error.message)))
    return msgspec.json.encode(CardsVerdict(True, len(changes), changes))


def replay_record(text: str, seen: str | None) -> bytes:
    """A record that was verified, move by move, as JSON."""
    try:
        record = parse_record(text)
        verify(record)
        eyes = eyes_of(seen, SPECTATOR, record.options.players)
    except (InvalidRecord, InvalidMove) as error:
        raise Refused("unreadable", BAD_RECORD(detail=error.message)) from None
    return join_replay(msgspec.json.encode(part) for part in retell_record(record, eyes))


def join_replay(parts: Iterable[bytes]) -> bytes:
    """The answer of a replay from its snapshot and its updates."""
    first, *others = parts
    return b'{"snapshot":%b,"updates":[%b]}' % (first, b",".join(others))
