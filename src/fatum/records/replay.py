"""Replays the moves of a record one by one and verifies the whole."""

from collections.abc import Iterator, Mapping
from typing import Final

from fatum.core.chance import Chance, ScriptedChance, SeededChance, Shuffle
from fatum.core.errors import IllegalMove, InvalidMove, InvalidRecord
from fatum.core.game import State
from fatum.core.messages import Message
from fatum.core.rng import commitment
from fatum.core.seats import seat_name
from fatum.records.faults import fault, place
from fatum.records.files import same_json, to_json
from fatum.records.reading import read_record
from fatum.records.record import Made, Record


class _RecordedChance(Chance):
    """The shuffles of a record, compared with the seed where there is one.

    A running game needs more shuffles than its record has so far: they come from the seed.
    """

    def __init__(self, record: Record) -> None:
        self._known = len(record.shuffles)
        self._script = ScriptedChance(record.first, record.shuffles)
        self._seeded = None if record.seed is None else SeededChance(record.seed)
        self._running = record.outcome is None
        self.shuffles: Final[list[Shuffle]] = []

    def first(self, players: int) -> int:
        return self._script.first(players)

    def shuffle(self, number: int, what: str, cards: list[int]) -> None:
        before = cards.copy()
        if self._running and self._seeded is not None and number > self._known:
            self._seeded.shuffle(number, what, cards)
        else:
            self._script.shuffle(number, what, cards)
            if self._seeded is not None:
                self._seeded.shuffle(number, what, before)
                if before != cards:
                    raise fault("shuffle.seed", number=number, what=what)
        self.shuffles.append(Shuffle(what, cards.copy()))


class Replay:
    """Makes the moves of a record; each fault names the move."""

    def __init__(self, record: Record, listen: bool = False) -> None:
        self.record: Final = record
        if (
            record.seed is not None
            and record.commitment is not None
            and commitment(record.seed) != record.commitment
        ):
            raise fault("commitment")
        self.chance: Final = _RecordedChance(record)
        self.state: Final[State] = record.game.new(record.options, self.chance, listen)

    def __iter__(self) -> Iterator[tuple[int, Made]]:
        """Make the moves; yields each with its number, from 1, after it was made."""
        for number, made in enumerate(self.record.moves, 1):
            self._make(number, made)
            yield number, made

    def _make(self, number: int, made: Made) -> None:
        move = self.record.game.format_move(made.move)
        where = place("move.made", number=number, seat=seat_name(made.seat), move=move)
        if not self.state.to_act():
            raise fault("move.late", where=where)
        if made.legal is not None and made.seat in self.state.to_act():
            self._check_trace(where, made)
        try:
            self.state.apply(made.seat, made.move)
        except IllegalMove as error:
            illegal = fault("move.illegal", where=where, reason=error.message, rule=error.rule)
            raise illegal from None
        except InvalidMove as error:
            raise fault("move.none", where=where, reason=error.message) from None
        except InvalidRecord as error:
            raise fault("inside", where=where, reason=error.message) from None

    def _check_trace(self, where: Message, made: Made) -> None:
        written = sorted(made.legal or ())
        legal = sorted(self.state.legal_moves(made.seat))
        if written == legal:
            return
        write = self.record.game.format_move
        for move in written:
            if move not in legal:
                raise fault("trace.illegal", where=where, move=repr(write(move)))
        for move in legal:
            if move not in written:
                raise fault("trace.missing", where=where, move=repr(write(move)))
        raise fault("trace.twice", where=where)

    def finish(self) -> None:
        """Check that the record ends exactly where the game does, and as it does."""
        outcome = self.state.outcome()
        claimed = self.record.outcome
        made = len(self.record.moves)
        if outcome is None:
            seats = tuple(seat_name(seat) for seat in self.state.to_act())
            if claimed is None:
                raise fault("unfinished", count=made, seats=seats)
            raise fault("unfinished.claimed", count=made, seats=seats)
        if not same_json(outcome, claimed):
            raise fault("outcome", outcome=to_json(outcome), claimed=to_json(claimed))
        used = len(self.chance.shuffles)
        if used < len(self.record.shuffles):
            raise fault("shuffles", used=used, found=len(self.record.shuffles))


def verify(record: Record | Mapping[str, object]) -> None:
    """Raise ``InvalidRecord`` unless this is a whole game played by the rules.

    Without a seed the shuffles are taken as given.
    """
    replay = Replay(record if isinstance(record, Record) else read_record(record))
    for _ in replay:
        pass
    replay.finish()
