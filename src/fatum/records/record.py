"""What a record holds, and how it is written."""

import os
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from fatum.core.chance import Shuffle
from fatum.core.game import Game
from fatum.core.options import Options
from fatum.core.seats import seat_name
from fatum.records.files import as_path, to_json, write_text

FORMAT: Final = 1
RULES: Final = 1
OPTIONAL: Final = frozenset({"names", "seed", "commitment"})
"""Keys that a record may leave out."""


class Made(NamedTuple):
    """One move of a record; ``legal`` is its trace, if it has one."""

    seat: int
    move: int
    legal: tuple[int, ...] | None = None


@dataclass(frozen=True, repr=False)
class Record:
    """A finished or running game. ``outcome`` is ``None`` while it runs.

    >>> import fatum
    >>> match = fatum.new("karma", players=2, seed=7)
    >>> events = match.play({"P1": fatum.bot("greedy"), "P2": fatum.bot("greedy")})
    >>> match.record().save("game.json")
    """

    game: Game
    options: Options
    first: int
    names: tuple[str, ...] | None = None
    seed: bytes | None = None
    commitment: str | None = None
    shuffles: list[Shuffle] = field(default_factory=list)
    moves: list[Made] = field(default_factory=list)
    outcome: dict[str, object] | None = None

    def to_dict(self) -> dict[str, object]:
        """The record as data, its keys in the order of ``docs/notation.md``."""
        game = self.game
        values: dict[str, object] = {
            "fatum": FORMAT,
            "game": game.name,
            "rules": RULES,
            "options": self.options.to_dict(),
            "names": None if self.names is None else list(self.names),
            game.first_key: seat_name(self.first),
            "seed": None if self.seed is None else self.seed.hex(),
            "commitment": self.commitment,
            "shuffles": [
                {"what": shuffle.what, "cards": [game.card_text(card) for card in shuffle.cards]}
                for shuffle in self.shuffles
            ],
            "moves": [_move_as_list(game, made) for made in self.moves],
            "outcome": self.outcome,
        }
        return {
            key: value for key, value in values.items() if value is not None or key not in OPTIONAL
        }

    def to_json(self) -> str:
        """One line without its end, the same bytes for the same game."""
        return to_json(self.to_dict())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record into a file, as a whole or not at all."""
        write_text(as_path(path), self.to_json() + "\n")

    def without_seed(self) -> "Record":
        """The record as others may see it before the seed is published."""
        return replace(self, seed=None)

    def __repr__(self) -> str:
        players, moves = self.options.players, len(self.moves)
        end = "still running" if self.outcome is None else to_json(self.outcome)
        return f"<Record of {self.game.name}: {players} players, {moves} moves, {end}>"


def _move_as_list(game: Game, made: Made) -> list[object]:
    written: list[object] = [seat_name(made.seat), game.format_move(made.move)]
    if made.legal is not None:
        written.append([game.format_move(move) for move in made.legal])
    return written
