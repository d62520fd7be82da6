"""Train what late positions of Karma with two players are worth, from games that bots play.

Rules of thumb play until the stock is nearly gone; then searches play to the end. The weights of
``bots/policies/karma/value.py`` are fitted to who lost (a logistic regression).

Every ten games are kept in a folder: the same command resumes there.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fatum.arena.run.pool import Where, run
from fatum.arena.training import open_folder
from fatum.bots.base import Budget
from fatum.bots.greedy import greedy_move
from fatum.bots.policies.karma.examples import noted, stock_left
from fatum.bots.policies.karma.model import FILE, write_model
from fatum.bots.policies.karma.thinking import ThinkingPolicy
from fatum.bots.policies.karma.value import SCALE, WEIGHTS
from fatum.bots.search.ismcts import Ismcts
from fatum.core.chance import SeededChance
from fatum.core.rng import Rng
from fatum.games.registry import find_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK: Final = 10
"""Games that are kept together."""
_SEARCH_FROM: Final = 6
"""Cards left in the stock when searches take over, ..."""
_SIMULATIONS: Final = 100
"""... with so many simulations a move."""
_HELD_BACK: Final = 10
"""One chunk of so many is for checking only."""
_PASSES: Final = 200
_RATE: Final = 0.02
_DECAY: Final = 0.03


@dataclass(frozen=True)
class ValueTraining:
    """What the result depends on."""

    seed: int = 1
    games: int = 900


@dataclass(frozen=True)
class Task:
    """Games to play and to note."""

    training: ValueTraining
    chunk: int


def train_value(
    training: ValueTraining,
    folder: Path,
    where: Where,
    advance: Callable[[int], None],
    tell: Callable[[str], None],
) -> Path:
    """Play, fit and write the model; ``advance`` gets the games played so far, ``tell`` the progress.

    :raises FatumError: if the folder belongs to another training.
    """
    import numpy as np

    open_folder(folder, asdict(training))
    tasks = [Task(training, chunk) for chunk in range(-(-training.games // CHUNK))]
    missing = [task for task in tasks if not _file(folder, task).exists()]
    played = CHUNK * (len(tasks) - len(missing))
    advance(played)
    for task, found in zip(missing, run(note_games, iter(missing), where), strict=True):
        partial = _file(folder, task).with_suffix(".part")
        with partial.open("wb") as out:
            np.savez_compressed(out, rows=np.array(found, dtype=np.int16).reshape(-1, WEIGHTS + 1))
        partial.replace(_file(folder, task))
        played += CHUNK
        advance(played)
    rows = [np.load(_file(folder, task))["rows"] for task in tasks]
    held = rows[_HELD_BACK - 1 :: _HELD_BACK]
    learned = [part for number, part in enumerate(rows) if number % _HELD_BACK != _HELD_BACK - 1]
    weights: list[int] = []
    curve = list(_fit(np.concatenate(learned), np.concatenate(held or learned), weights))
    last = curve[-1]
    tell(f"who loses gets {last['checked']:.3f} nats of {np.log(2):.3f} by chance")
    (folder / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")
    model = folder / FILE
    write_model(model, weights, asdict(training))
    return model


def _file(folder: Path, task: Task) -> Path:
    return folder / f"games-{task.chunk:04}.npz"


def note_games(task: Task) -> list[list[int]]:
    """Play the games of a task: 1 if the first player did not lose, and by how much they were ahead
    in each feature, for every late position."""
    game = find_game("karma")
    options = game.read_options({"players": 2})
    policy = ThinkingPolicy(options)
    search = Ismcts(policies=lambda _game, _options: policy)
    found: list[list[int]] = []
    for number in range(CHUNK * task.chunk, CHUNK * (task.chunk + 1)):
        seed = hashlib.sha256(f"value {task.training.seed} {number}".encode()).digest()
        rng = Rng(int.from_bytes(seed, "big"))
        state = game.new(options, SeededChance(seed))
        rows: list[list[int]] = []
        while (seat := state.actor()) >= 0:
            view = state.view_for(seat)
            legal = state.legal_moves(seat)
            if stock_left(state) > _SEARCH_FROM:
                move = greedy_move(view, legal, rng)
            else:
                move = search.choose(view, legal, rng, Budget(iterations=_SIMULATIONS))
            state.apply(seat, move)
            if stock_left(state) == 0 and (row := noted(state)):
                rows.append(row)
        if state.outcome() != {"undecided": True}:
            won = int(state.payoffs()[0])
            found += [[won, *row] for row in rows]
    return found


def _fit(
    learn: "NDArray[np.int16]", check: "NDArray[np.int16]", weights: list[int]
) -> Iterator[dict[str, float]]:
    """Find the weights in some passes over all positions (Adam); yields how far it is now and then."""
    import numpy as np

    ahead, won = learn[:, 1:].astype(np.float64), learn[:, 0].astype(np.float64)
    current = np.zeros(WEIGHTS)
    mean = np.zeros(WEIGHTS)
    spread = np.zeros(WEIGHTS)
    for number in range(1, _PASSES + 1):
        error = 1 / (1 + np.exp(-ahead @ current)) - won
        slope = error @ ahead / len(won) + _DECAY * current
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.999 * spread + 0.001 * slope**2
        scale = np.sqrt(spread / (1 - 0.999**number)) + 1e-6
        current -= _RATE * (mean / (1 - 0.9**number)) / scale
        if number % 20 == 0:
            weights[:] = [round(float(weight) * SCALE) for weight in current]
            yield {
                "pass": number,
                "learned": _loss(learn, weights),
                "checked": _loss(check, weights),
            }


def _loss(rows: "NDArray[np.int16]", weights: list[int]) -> float:
    """How surprising the result is, in nats."""
    import numpy as np

    sums = rows[:, 1:].astype(np.float64) @ (np.array(weights) / SCALE)
    return float(np.log1p(np.exp(np.where(rows[:, 0] == 1, -sums, sums))).mean())
