"""What a bot is, and how much it may think."""

import math
from dataclasses import dataclass
from typing import Final, Protocol

from fatum.core.errors import FatumError
from fatum.core.game import View
from fatum.core.rng import Rng

DEFAULT_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one move: a number of simulations, or seconds.

    Simulations make a choice reproducible, whatever the machine; seconds suit live play.
    """

    iterations: int | None = None
    seconds: float | None = None
    limit: float | None = None
    """Seconds after which the answer must be there, also with iterations left: for live play only,
    because it makes a choice depend on the machine."""

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise FatumError("a budget is either a number of iterations or a time in seconds")
        if self.iterations is not None and self.iterations < 1:
            raise FatumError("a budget has at least one iteration")
        if self.seconds is not None and not (self.seconds > 0 and math.isfinite(self.seconds)):
            raise FatumError("a budget lasts longer than 0 seconds, and not for ever")

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.iterations is None else str(self.iterations)


def read_budget(text: str) -> Budget:
    """``400`` is 400 iterations, ``0.5s`` half a second."""
    try:
        if text.endswith("s"):
            return Budget(seconds=float(text.removesuffix("s")))
        return Budget(iterations=int(text))
    except ValueError:
        raise FatumError(
            f"{text!r} is no budget; write iterations such as 400, or seconds such as 0.5s"
        ) from None


class Bot(Protocol):
    """Chooses moves. A bot gets a view and the legal moves of its seat, and nothing else."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        """One of the legal moves. All chance comes from ``rng``."""
