"""``fatum replay``."""

from typing import Annotated

from cyclopts import Parameter

from fatum.cli import DONE
from fatum.cli.common import RecordFile, RecordLine, read_record, read_seat
from fatum.core.errors import InvalidRecord
from fatum.core.seats import seat_name
from fatum.play.narration import TRUTH, Narrator
from fatum.records import Record, Replay
from fatum.records.expectations import SPECTATOR
from fatum.records.faults import fault
from fatum.records.files import to_json


def replay(
    file: RecordFile,
    /,
    *,
    viewer: Annotated[
        str | None,
        Parameter(
            name="--as", help="Tell only what this seat, such as P2, or a spectator may know."
        ),
    ] = None,
    line: RecordLine = 1,
) -> int:
    record = read_record(file, line)
    who = _viewer(viewer, record)
    for text in _introduction(record, who):
        print(text)
    narrator = Narrator(record.game, who)
    try:
        game = Replay(record, listen=True)
        told = _tell(narrator, game, 0)
        for _ in game:
            told = _tell(narrator, game, told)
        outcome = game.state.outcome()
        if outcome is not None or record.outcome is not None:
            game.finish()
    except InvalidRecord as error:
        raise fault("inside", where=str(file), reason=error.message) from None
    moves = len(record.moves)
    if outcome is None:
        seats = " and ".join(seat_name(seat) for seat in game.state.to_act())
        print(f"The game is not finished: after {moves} moves {seats} is to act.")
    else:
        print(f"The game ends after {moves} moves: {to_json(outcome)}")
    return DONE


def _viewer(text: str | None, record: Record) -> int | None:
    if text is None:
        return TRUTH
    return None if text.lower() == SPECTATOR else read_seat(text, record.options.players)


def _introduction(record: Record, viewer: int | None) -> list[str]:
    game = record.game
    seats = [seat_name(seat) for seat in range(record.options.players)]
    if record.names is not None:
        seats = [f"{seat} {name}" for seat, name in zip(seats, record.names, strict=True)]
    options = ", ".join(
        f"{name} {value}" for name, value in record.options.to_dict().items() if name != "players"
    )
    lines = [
        f"{game.title}: {', '.join(seats)}.",
        f"The {game.first_key} is {seat_name(record.first)}.",
    ]
    if options:
        lines.append(f"Options: {options}.")
    if viewer == TRUTH:
        for shuffle in record.shuffles:
            cards = " ".join(game.card_text(card) for card in shuffle.cards)
            lines.append(f"Shuffle of {shuffle.what}, top first: {cards}")
    return lines


def _tell(narrator: Narrator, game: Replay, told: int) -> int:
    events = game.state.events or []
    for line in narrator.tell(events[told:]):
        print(line)
    return len(events)
