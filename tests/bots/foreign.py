"""Bots as strangers may write them, good and bad."""

import os
import sys
import time
from types import FrameType

import fatum
from fatum.bots.base import Budget
from fatum.core.game import State, View
from fatum.core.rng import Rng


class Last:
    """Always the last legal move."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        print("thinking aloud does no harm")
        return legal[-1]


class Late(Last):
    """Takes its time to start."""

    def __init__(self) -> None:
        time.sleep(1.0)


class Crashing:
    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        raise ZeroDivisionError("oh no")


class Exiting:
    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        os._exit(3)


class Stalling:
    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        while True:
            time.sleep(0.01)


class Busy:
    """Stalls without ever letting go."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        while True:
            pass


class Illegal:
    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        return next(move for move in range(10_000) if move not in legal)


class Nonsense:
    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> object:
        return "play 9"


class Worded:
    """Chooses from the view of the front door, and answers with a text."""

    def choose(self, view: fatum.View) -> str:
        assert view.seat is not None
        assert view.game in fatum.list_games()
        return view.legal[-1].text


class Textual:
    def choose(self, view: fatum.View) -> str:
        return "take"


class Confused:
    def choose(self, view: fatum.View, legal: list[int]) -> int:
        return legal[0]


class Unborn:
    def __init__(self) -> None:
        raise RuntimeError("not today")


class SometimesCrashing:
    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        self.asked += 1
        if self.asked == 3:
            raise ZeroDivisionError("every third time")
        return legal[0]


class Snooping:
    """Fails if a true state is anywhere in its process."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        import gc

        public = getattr(view, "table", None)  # what everyone sees
        states = [
            found for found in gc.get_objects() if isinstance(found, State) and found is not public
        ]
        assert not states, f"found {len(states)} states"
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            values = [value for value in frame.f_locals.values() if value is not public]
            assert not any(isinstance(value, State) for value in values)
            frame = frame.f_back
        return legal[0]
