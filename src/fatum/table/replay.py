"""Replays a finished game as the messages that viewers were sent.

A reader of a game's record may see all of it, for the record names every card. So a
replay can be shown from any seat, or with all cards open.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from msgspec import UNSET, Struct, structs

from fatum.core.seats import parse_seat, seat_name
from fatum.play.match import Match
from fatum.protocol.snapshots import GameEvent, Snapshot, Turn, Update
from fatum.protocol.table_settings import TableSettings
from fatum.records import RULES, Record, Replay
from fatum.table import log, projection
from fatum.table.log import Entry
from fatum.table.roles import Role, Who
from fatum.table.state import Happening, TableState
from fatum.table.store.batch import entries_after

ALL: Final = "all"
SPECTATOR: Final = Who(frozenset({Role.SPECTATOR}))


class Replayed(Struct, frozen=True):
    """A whole game: how it began, and what every entry changed up to its end."""

    snapshot: Snapshot
    updates: list[Update]


class Eyes(Struct, frozen=True):
    """The viewpoint of a replay."""

    who: Who
    open: bool = False
    """All cards are seen."""


def eyes_of(text: str | None, usual: Who, players: int) -> Eyes:
    """``P2``, ``all`` or nothing: as this viewer saw it; ``InvalidMove`` if there is no such seat."""
    if text is None:
        return Eyes(usual)
    if text == ALL:
        return Eyes(SPECTATOR, open=True)
    return Eyes(Who(frozenset({Role.PLAYER}), parse_seat(text, players)))


def retell(state: TableState, entries: Iterable[Entry], eyes: Eyes) -> Iterator[Snapshot | Update]:
    """The snapshot of the beginning, and then an update for each entry until the game is over."""
    for entry in entries:
        happening = state.apply(entry)
        if isinstance(entry.fact, log.Started):
            yield _beginning(state, happening, eyes)
        elif state.match is not None:
            yield _update(state, happening, eyes)
        if state.phase == "over":
            return


def retell_record(record: Record, eyes: Eyes) -> Iterator[Snapshot | Update]:
    """The same for a verified record, which does not say when and by whom its moves were made."""
    given = {**record.options.to_dict(), record.game.first_key: seat_name(record.first)}
    names = record.names or [seat_name(number) for number in range(record.options.players)]
    facts: list[log.AnyFact] = [
        log.Opened(record.game.name, RULES, given, TableSettings(), "", ""),
        *(log.Sat(number, name, f"{number}") for number, name in enumerate(names)),
        log.Started(""),
        *(log.Moved(made.seat, record.game.format_move(made.move)) for made in record.moves),
    ]
    return retell(_Recorded(record), entries_after(0, 0, facts), eyes)


class _Recorded(TableState):
    """A table whose chance events come from the record; a record need not have a seed."""

    def __init__(self, record: Record) -> None:
        super().__init__("")
        self.record: Final = record

    def deal(self, fact: log.Started) -> Match:
        record = self.record
        replay = Replay(record, listen=True)
        return Match(
            record.game,
            record.options,
            record.seed or b"",
            record.names,
            replay.state,
            replay.chance,
            trace=False,
        )


def _beginning(state: TableState, happening: Happening, eyes: Eyes) -> Snapshot:
    snapshot = projection.snapshot(state, eyes.who)
    changes = _timeless(snapshot)
    changes["table"] = _without_false_seed(state, snapshot.table)
    if eyes.open:
        changes["view"] = _open_view(state)
        last = structs.replace(snapshot.recent[-1], events=_open_events(happening))
        changes["recent"] = [*snapshot.recent[:-1], last]
    return structs.replace(snapshot, **changes)


def _update(state: TableState, happening: Happening, eyes: Eyes) -> Update:
    update = projection.update(state, happening, eyes.who)
    changes = _timeless(update)
    changes["key"] = UNSET
    if update.table is not UNSET:
        changes["table"] = _without_false_seed(state, update.table)
    if eyes.open:
        changes["events"] = _open_events(happening)
        if update.view is not UNSET:
            changes["view"] = _open_view(state)
    return structs.replace(update, **changes)


def _timeless(told: Snapshot | Update) -> dict[str, Any]:
    """Remove the clock's deadlines, which have passed."""
    changes: dict[str, Any] = {}
    if told.turn is not UNSET:
        changes["turn"] = [Turn(turn.seat, None) for turn in told.turn]
    if told.prompt is not UNSET and told.prompt is not None:
        changes["prompt"] = structs.replace(told.prompt, deadline=None)
    return changes


def _without_false_seed(state: TableState, table: Any) -> Any:
    if not isinstance(state, _Recorded):
        return table
    seed = state.record.seed
    commitment = state.record.commitment or (table.commitment if seed else None)
    return structs.replace(table, commitment=commitment, seed=table.seed or None)


def _open_view(state: TableState) -> dict[str, Any]:
    assert state.match is not None
    return state.match.state.to_dict()


def _open_events(happening: Happening) -> list[GameEvent]:
    return [cast("GameEvent", event.to_wire(list(event.cards))) for event in happening.events]
