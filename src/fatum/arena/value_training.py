"""Train what late positions of Karma with two players are worth, from games that bots play.

Rules of thumb play until the stock is nearly gone; then searches play to the end. The weights of
``bots/policies/karma/value.py`` are fitted to who lost (a logistic regression).

Every ten games are kept in a folder: the same command resumes there.
"""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fatum.arena.training import Adam, ChunkTask, Training, TrainingRun, is_held_back, new_games
from fatum.bots.base import Budget
from fatum.bots.greedy import greedy_move
from fatum.bots.policies.karma.examples import noted, stock_left
from fatum.bots.policies.karma.model import FILE, write_model
from fatum.bots.policies.karma.thinking import ThinkingPolicy
from fatum.bots.policies.karma.value import SCALE, WEIGHTS
from fatum.bots.search.ismcts import Ismcts
from fatum.games.registry import find_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SEARCH_FROM: Final = 6
_SIMULATIONS: Final = 100
"""With six cards left in the stock, searches take over, with so many simulations per move."""
_PASSES: Final = 200


def train_value(training: Training, run: TrainingRun) -> Path:
    """Play, fit and write the model.

    :raises FatumError: if the folder belongs to another training.
    """
    import numpy as np

    run.open(training)
    parts = run.play(note_value, training, (WEIGHTS + 1,))
    held = [part for chunk, part in enumerate(parts) if is_held_back(chunk)]
    learned = [part for chunk, part in enumerate(parts) if not is_held_back(chunk)]
    weights: list[int] = []
    curve = list(_fit(np.concatenate(learned), np.concatenate(held or learned), weights))
    last = curve[-1]
    run.tell(f"who loses gets {last['checked']:.3f} nats of {np.log(2):.3f} by chance")
    run.write_curve(curve)
    model = run.folder / FILE
    write_model(model, weights, asdict(training))
    return model


def note_value(task: ChunkTask) -> list[list[int]]:
    """Play the games of a task: 1 if the first player did not lose, and by how much they were ahead
    in each feature, for every late position."""
    game = find_game("karma")
    options = game.read_options({"players": 2})
    policy = ThinkingPolicy(options)
    search = Ismcts(policies=lambda _game, _options: policy)
    found: list[list[int]] = []
    for state, rng in new_games(game, options, f"value {task.seed}", task.chunk):
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
    adam = Adam(WEIGHTS, decay=0.03)
    for number in range(1, _PASSES + 1):
        error = 1 / (1 + np.exp(-ahead @ current)) - won
        slope = error @ ahead / len(won)
        adam.step(current, slope, rate=0.02)
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
