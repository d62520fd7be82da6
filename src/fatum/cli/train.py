"""``fatum train``."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fatum.arena.belief_training import BeliefTraining, train_beliefs
from fatum.arena.run.pool import Where, WorkFailed, cores
from fatum.arena.training import Training, TrainingRun, need_numpy
from fatum.arena.value_training import train_value
from fatum.cli import DONE, FAILED, INTERRUPTED, complain
from fatum.cli.common import Jobs, at_least_one
from fatum.cli.progress import progress

_GAMES = ("allin", "karma")


def train(
    game: str,
    /,
    *,
    seed: Annotated[int, Parameter(help="The same seed, the same games.")] = Training.seed,
    games: Annotated[int, Parameter(help="Games in each round.")] = Training.games,
    rounds: Annotated[
        int, Parameter(help="For allin; in each the model learns from what it believed before.")
    ] = BeliefTraining.rounds,
    folder: Annotated[Path, Parameter(help="For all steps, to resume from, and the model.")] = Path(
        "build/train"
    ),
    jobs: Jobs = None,
) -> int:
    if game not in _GAMES:
        return complain(f"there is nothing to train for {game!r}; it can be {', '.join(_GAMES)}")
    at_least_one("--games", games)
    at_least_one("--rounds", rounds)
    need_numpy()
    where = Where(jobs or cores())
    try:
        with progress(games if game == "karma" else games * rounds) as advance:
            run = TrainingRun(folder, where, advance, print)
            if game == "karma":
                model = train_value(Training(seed, games), run)
            else:
                model = train_beliefs(BeliefTraining(seed, games, rounds), run)
    except KeyboardInterrupt:
        return complain("interrupted; the same command goes on from here", INTERRUPTED)
    except WorkFailed as error:
        return complain(str(error), FAILED)
    print(f"In {folder}: {model.name}, curve.json")
    return DONE
