"""Examples to train a model of hidden hands with."""

from fatum.bots.policies.allin.beliefs import Beliefs, LikelyWorlds
from fatum.bots.policies.allin.promises import Prospects
from fatum.bots.policies.allin.traits import TRAITS, Reading
from fatum.core.game import Redealer, State, View
from fatum.core.rng import Rng
from fatum.games.allin.knowledge.view import AllInView
from fatum.games.allin.rules.rules import AllInState
from fatum.games.allin.rules.state import PREDICT


def is_prediction(view: View) -> bool:
    """Whether a prediction is due."""
    assert isinstance(view, AllInView)
    return bool(view.table.phase == PREDICT)


def noted(
    view: View, truth: State, beliefs: Beliefs | None, times: int, worlds: int, rng: Rng
) -> list[list[list[int]]]:
    """So many examples: the traits of the true world, then those of imagined ones.

    A model imagines these; without one they are redeals.
    """
    assert isinstance(view, AllInView)
    if times == 0:
        return []
    prospects = Prospects(view.options)
    reading = Reading(view, prospects, [0] * TRAITS if beliefs is None else beliefs.weights)
    imagined: Redealer = view.redealer()
    if beliefs is not None:
        imagined = LikelyWorlds(view, beliefs, prospects, worlds, rng)
    found: list[list[list[int]]] = []
    for _ in range(times):
        example: list[list[int]] = []
        for number in range(worlds + 1):
            world = truth if number == 0 else imagined.deal(rng)
            assert isinstance(world, AllInState)
            example.append(reading.traits(world))
        found.append(example)
    return found
