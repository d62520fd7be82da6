"""Train what All In's bots believe about hidden hands, from games that they play themselves.

At some choices of each game the true world is noted beside imagined ones, by their traits
(``bots/policies/allin/traits.py``). The weights are fitted so that the true world is told from the others
(a conditional logit), which makes a weight the logarithm of how much likelier a trait is in truth
than among the imagined worlds. In the first round these are redeals; in later ones the model of the
round before imagines them, so that what it still gets wrong is corrected.

Every step is kept in a folder: the same command resumes an interrupted training.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fatum.arena.training import Adam, ChunkTask, Training, TrainingRun, is_held_back, new_games
from fatum.bots.base import Budget
from fatum.bots.greedy import GreedyBot
from fatum.bots.policies.allin.beliefs import SCALE, Beliefs
from fatum.bots.policies.allin.examples import is_prediction, noted
from fatum.bots.policies.allin.model import write_model
from fatum.bots.policies.allin.policy import AllInPolicy
from fatum.bots.policies.allin.traits import GROUPS, TRAITS
from fatum.bots.search.ismcts import Ismcts
from fatum.games.registry import find_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYERS: Final = (4, 3, 4, 2, 4, 5)
"""How many play, chunk after chunk."""
WORLDS: Final = 12
"""Imagined worlds beside the true one."""
MOST_OPPONENTS: Final = 4
_SHAPE: Final = (WORLDS + 1, MOST_OPPONENTS * GROUPS)
"""Of an example: its worlds, and the traits of each."""
_EVERY: Final = 8
"""One choice of so many is noted; every prediction is, ..."""
_AT_PREDICTIONS: Final = 2
"""... and so often."""
_RULES_OF_THUMB: Final = 0.3
"""The share of players who do not search."""
_SIMULATIONS: Final = (100, 300)
_EPOCHS: Final = 12
_BATCH: Final = 512
_RATE: Final = 0.02
_SLOWER: Final = 0.75
MODEL: Final = "beliefs.toml"


@dataclass(frozen=True)
class BeliefTraining(Training):
    """The same number of games in each round."""

    rounds: int = 2


def train_beliefs(training: BeliefTraining, run: TrainingRun) -> Path:
    """Play, fit and write the model.

    :raises FatumError: if the folder belongs to another training.
    """
    run.open(training)
    weights = [0] * TRAITS
    curve: list[dict[str, float]] = []
    data: list[tuple[Examples, list[int]]] = []
    for number in range(training.rounds):
        name = f"round-{number + 1}"
        parts = run.play(note_beliefs, training, _SHAPE, name, number, tuple(weights))
        data.append((_examples(parts), weights.copy()))
        for entry in _fit(training, data, weights):
            curve.append({"round": number + 1, **entry})
        last = curve[-1]
        run.tell(
            f"round {number + 1} of {training.rounds}: the true world gets "
            f"{last['checked']:.3f} nats of {last['by_chance']:.3f} by chance"
        )
    run.write_curve(curve)
    model = run.folder / MODEL
    write_model(model, weights, asdict(training))
    return model


# --- examples ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Examples:
    """Traits by example, world (the true one first), and place; ``TRAITS`` where there is none."""

    traits: "NDArray[np.int16]"
    held_back: "NDArray[np.bool_]"


def note_beliefs(task: ChunkTask) -> list[list[list[int]]]:
    """Play the games of a task; the traits of true and imagined worlds."""
    game = find_game("allin")
    players = PLAYERS[task.chunk % len(PLAYERS)]
    options = game.read_options({"players": players})
    beliefs = Beliefs(list(task.weights)) if any(task.weights) else None
    policy = AllInPolicy(options, beliefs)
    found: list[list[list[int]]] = []
    name = f"train {task.seed} {task.round}"
    for state, rng in new_games(game, options, name, task.chunk):
        thinking = [
            0 if rng.unit() < _RULES_OF_THUMB else _SIMULATIONS[rng.below(len(_SIMULATIONS))]
            for _ in range(players)
        ]
        search = Ismcts(policies=lambda _game, _options: policy)
        while (seat := state.actor()) >= 0:
            view = state.view_for(seat)
            legal = state.legal_moves(seat)
            times = _AT_PREDICTIONS if is_prediction(view) else int(rng.below(_EVERY) == 0)
            if len(legal) > 1:
                found.extend(noted(view, state, beliefs, times, WORLDS, rng))
            if thinking[seat]:
                move = search.choose(view, legal, rng, Budget(iterations=thinking[seat]))
            else:
                move = GreedyBot().choose(view, legal, rng, Budget(iterations=1))
            state.apply(seat, move)
    empty = [TRAITS] * _SHAPE[1]
    return [[traits + empty[len(traits) :] for traits in example] for example in found]


def _examples(parts: list["NDArray[np.int16]"]) -> Examples:
    import numpy as np

    held_back = [np.full(len(part), is_held_back(chunk)) for chunk, part in enumerate(parts)]
    return Examples(np.concatenate(parts), np.concatenate(held_back))


# --- the fit -------------------------------------------------------------------------------------


def _fit(
    training: BeliefTraining,
    data: list[tuple[Examples, list[int]]],
    weights: list[int],
) -> Iterator[dict[str, float]]:
    """Change the weights in some passes over all examples (Adam); yields how far it is after each.

    A world counts by how much likelier it is than the model thought that imagined it.
    """
    import numpy as np

    traits = np.concatenate([examples.traits for examples, _ in data])
    held_back = np.concatenate([examples.held_back for examples, _ in data])
    newest = np.concatenate(
        [np.full(len(e.traits), place == len(data) - 1) for place, (e, _) in enumerate(data)]
    )
    imagined = np.concatenate([_sums(e.traits, _floats(model)) for e, model in data])
    current = _floats(weights)
    learn = np.flatnonzero(~held_back)
    check = np.flatnonzero(held_back & newest)
    adam = Adam(len(current), decay=2e-4)
    rng = np.random.default_rng(training.seed)
    for epoch in range(_EPOCHS):
        rng.shuffle(learn)
        for start in range(0, len(learn), _BATCH):
            chosen = learn[start : start + _BATCH]
            part = traits[chosen]
            error = _shares(_sums(part, current) - imagined[chosen])
            error[:, 0] -= 1
            slope = np.bincount(
                part.ravel(), np.repeat(error.ravel(), part.shape[2]), minlength=TRAITS + 1
            ) / len(chosen)
            slope[TRAITS] = 0
            adam.step(current, slope, _RATE * _SLOWER**epoch)
        weights[:] = [round(float(weight) * SCALE) for weight in current[:TRAITS]]
        yield {
            "epoch": epoch + 1,
            "learned": _loss(traits, imagined, learn[:5000], current),
            "checked": _loss(traits, imagined, check, current),
            "by_chance": float(np.log(WORLDS + 1)),
        }


def _floats(weights: list[int]) -> "NDArray[np.float64]":
    import numpy as np

    return np.array([*weights, 0], dtype=np.float64) / SCALE


def _sums(traits: "NDArray[np.int16]", weights: "NDArray[np.float64]") -> "NDArray[np.float64]":
    import numpy as np

    parts = [weights[traits[at : at + 4096]].sum(-1) for at in range(0, len(traits), 4096)]
    found: NDArray[np.float64] = np.concatenate(parts)
    return found


def _shares(logits: "NDArray[np.float64]") -> "NDArray[np.float64]":
    import numpy as np

    powers = np.exp(logits - logits.max(1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(1, keepdims=True)
    return shares


def _loss(traits: Any, imagined: Any, chosen: Any, weights: Any) -> float:
    """How surprising the true world is, in nats."""
    import numpy as np

    if len(chosen) == 0:
        return 0.0
    shares = _shares(_sums(traits[chosen], weights) - imagined[chosen])
    return float(-np.log(np.maximum(shares[:, 0], 1e-12)).mean())
