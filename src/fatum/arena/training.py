"""What trainings share: games noted in a folder, to resume from there, and the steps of a fit."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from fatum.arena.run.pool import Where, run
from fatum.core.chance import SeededChance
from fatum.core.errors import FatumError
from fatum.core.game import Game, State
from fatum.core.options import Options
from fatum.core.rng import Rng

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK: Final = 10
"""Games that are noted in one file."""
_HELD_BACK: Final = 10
"""One chunk of so many is for checking only."""


@dataclass(frozen=True)
class Training:
    """What the result depends on."""

    seed: int = 1
    games: int = 900


def need_numpy() -> None:
    """:raises FatumError: without NumPy."""
    try:
        import numpy as np  # noqa: F401
    except ImportError:
        raise FatumError("training needs NumPy: pip install 'fatum-cards[train]'") from None


def is_held_back(chunk: int) -> bool:
    return chunk % _HELD_BACK == _HELD_BACK - 1


def new_games(game: Game, options: Options, name: str, chunk: int) -> Iterator[tuple[State, Rng]]:
    """The games of a chunk, each with a generator of its own; their seeds follow from the name."""
    for number in range(CHUNK * chunk, CHUNK * (chunk + 1)):
        seed = hashlib.sha256(f"{name} {number}".encode()).digest()
        yield game.new(options, SeededChance(seed)), Rng(int.from_bytes(seed, "big"))


class ChunkTask(NamedTuple):
    """A chunk of games to play and to note."""

    seed: int
    chunk: int
    round: int = 0
    weights: tuple[int, ...] = ()
    """Of the model so far, in rounds after the first."""


class TrainingRun(NamedTuple):
    """A training in its folder; ``advance`` gets the games played so far, ``tell`` the progress."""

    folder: Path
    where: Where
    advance: Callable[[int], None]
    tell: Callable[[str], None]

    def open(self, training: Training) -> None:
        """Make the folder, or resume there.

        :raises FatumError: if it belongs to a training with other settings.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / "training.json"
        settings = asdict(training)
        if file.exists() and json.loads(file.read_text()) != settings:
            raise FatumError(
                f"{self.folder} holds another training; take another folder or delete it"
            )
        file.write_text(json.dumps(settings) + "\n")

    def play(
        self,
        note: Callable[[ChunkTask], object],
        training: Training,
        shape: tuple[int, ...],
        name: str = "games",
        rounds: int = 0,
        weights: tuple[int, ...] = (),
    ) -> list["NDArray[np.int16]"]:
        """What ``note`` finds in each chunk of games, in files of this name; missing ones are played.

        ``rounds`` are over, and have led to these ``weights``.
        """
        import numpy as np

        files = {
            self.folder / f"{name}-{chunk:04}.npz": ChunkTask(training.seed, chunk, rounds, weights)
            for chunk in range(-(-training.games // CHUNK))
        }
        before = rounds * len(files)
        missing = {file: task for file, task in files.items() if not file.exists()}
        played = CHUNK * (before + len(files) - len(missing))
        self.advance(played)
        results = run(note, iter(missing.values()), self.where)
        for file, found in zip(missing, results, strict=True):
            partial = file.with_suffix(".part")
            with partial.open("wb") as out:
                np.savez_compressed(out, np.array(found, dtype=np.int16).reshape(-1, *shape))
            partial.replace(file)
            played += CHUNK
            self.advance(played)
        return [next(iter(np.load(file).values())) for file in files]

    def write_curve(self, curve: list[dict[str, float]]) -> None:
        (self.folder / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")


class Adam:
    """Steps downhill, each weight at a pace of its own."""

    def __init__(self, size: int, decay: float) -> None:
        import numpy as np

        self._decay = decay
        self._mean = np.zeros(size)
        self._spread = np.zeros(size)
        self._steps = 0

    def step(
        self, weights: "NDArray[np.float64]", slope: "NDArray[np.float64]", rate: float
    ) -> None:
        """Change the weights in place."""
        import numpy as np

        slope = slope + self._decay * weights
        self._steps += 1
        self._mean = 0.9 * self._mean + 0.1 * slope
        self._spread = 0.999 * self._spread + 0.001 * slope**2
        scale = np.sqrt(self._spread / (1 - 0.999**self._steps)) + 1e-6
        weights -= rate * (self._mean / (1 - 0.9**self._steps)) / scale
