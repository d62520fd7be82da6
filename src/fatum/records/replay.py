"""Making the moves of a record one by one, and judging the whole."""

from collections.abc import Iterator, Mapping
from typing import Final

from fatum.core.chance import Chance, ScriptedChance, SeededChance, Shuffle
from fatum.core.errors import IllegalMove, InvalidMove, InvalidRecord
from fatum.core.game import State
from fatum.core.rng import commitment
from fatum.core.seats import seat_name
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
                    raise InvalidRecord(f"shuffle {number} ({what}) does not follow from the seed")
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
            raise InvalidRecord("the commitment is not the SHA-256 of the seed")
        self.chance: Final = _RecordedChance(record)
        self.state: Final[State] = record.game.new(record.options, self.chance, listen)

    def __iter__(self) -> Iterator[tuple[int, Made]]:
        """Make the moves; yields each with its number, from 1, after it was made."""
        for number, made in enumerate(self.record.moves, 1):
            self._make(number, made)
            yield number, made

    def _make(self, number: int, made: Made) -> None:
        text = f"move {number} ({seat_name(made.seat)}: {self.record.game.format_move(made.move)})"
        if not self.state.to_act():
            raise InvalidRecord(f"{text} comes after the end of the game")
        if made.legal is not None and made.seat in self.state.to_act():
            self._check_trace(text, made)
        try:
            self.state.apply(made.seat, made.move)
        except IllegalMove as error:
            raise InvalidRecord(f"{text} is not allowed: {error}") from None
        except InvalidMove as error:
            raise InvalidRecord(f"{text} is no move: {error}") from None
        except InvalidRecord as error:
            raise InvalidRecord(f"{text}: {error}") from None

    def _check_trace(self, text: str, made: Made) -> None:
        written = sorted(made.legal or ())
        legal = sorted(self.state.legal_moves(made.seat))
        if written == legal:
            return
        write = self.record.game.format_move
        for move in written:
            if move not in legal:
                raise InvalidRecord(f"{text}: its trace names {write(move)!r}, which was not legal")
        for move in legal:
            if move not in written:
                raise InvalidRecord(f"{text}: its trace leaves out {write(move)!r}")
        raise InvalidRecord(f"{text}: its trace names a move twice")

    def finish(self) -> None:
        """Check that the record ends exactly where the game does, and as it does."""
        outcome = self.state.outcome()
        claimed = self.record.outcome
        made = len(self.record.moves)
        if outcome is None:
            seats = " and ".join(seat_name(seat) for seat in self.state.to_act())
            said = "" if claimed is None else f", although it names the outcome {to_json(claimed)}"
            raise InvalidRecord(
                f"the game is not finished{said}: after {made} moves {seats} is to act"
            )
        if not same_json(outcome, claimed):
            raise InvalidRecord(
                f"the outcome is {to_json(outcome)}, not {to_json(claimed)} as the record says"
            )
        used = len(self.chance.shuffles)
        if used < len(self.record.shuffles):
            raise InvalidRecord(
                f"the game needs {used} shuffles, but the record has {len(self.record.shuffles)}"
            )


def verify(record: Record | Mapping[str, object]) -> None:
    """Raise ``InvalidRecord`` unless this is a whole game played by the rules.

    Without a seed the shuffles are taken as given.
    """
    replay = Replay(record if isinstance(record, Record) else read_record(record))
    for _ in replay:
        pass
    replay.finish()
