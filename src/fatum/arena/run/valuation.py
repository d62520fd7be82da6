"""What moves are worth: the search behind the strongest level, which goes on where it has been before.

Many choices follow another one of the same seat, and nothing new is learned in between: which card of the
river a played card takes, what is discarded for it. The search for the first of them has tried what the
second one asks, in worlds that fit both views, and that need not be done again.
"""

from collections.abc import Sequence
from typing import Final

from fatum.bots.base import Budget
from fatum.bots.search.ismcts import Ismcts, Node
from fatum.core.game import State, View
from fatum.core.rng import Rng


class Valuation:
    """Values the choices of a game, one after the other."""

    def __init__(self, budget: Budget) -> None:
        self._budget: Final = budget
        self._search: Final = Ismcts()
        self._last: View | None = None
        self._tree: Node | None = None
        """What was found for the last choice, from this view."""

    def __call__(self, view: View, legal: list[int], rng: Rng) -> Sequence[tuple[int, float, int]]:
        """Second looks are at one move each; they begin with nothing, and nothing goes on from them."""
        search = self._search
        if len(legal) == 1:
            return search.evaluate(view, legal, rng, self._budget)
        values = search.evaluate(view, legal, rng, self._budget, self._known(view, legal, rng))
        self._last, self._tree = view, search.tree
        return values

    def _known(self, view: View, legal: list[int], rng: Rng) -> Node | None:
        """Where the last tree leads to this view whatever is hidden; two worlds are looked at."""
        last = self._last
        tree = self._tree
        if last is None or tree is None or last.seat != view.seat or last.game is not view.game:
            return None
        luck = Rng(rng.state)
        dealer = last.redealer()
        first, second = dealer.deal(luck), dealer.deal(luck)
        for node in tree.children:
            found = _leads_to(view, legal, first.copy(), node)
            if found is not None and _leads_to(view, legal, second.copy(), node) is found:
                return found
        return None


def _leads_to(view: View, legal: list[int], world: State, node: Node) -> Node | None:
    """Where in the tree this view is, if a move leads to it in this world.

    In between nobody else moves, and the seat has no choice.
    """
    seat = view.seat
    assert seat is not None
    found: Node | None = node
    while found is not None and found.children:
        world.apply(seat, found.move)
        if world.actor() != seat:
            return None
        choices = world.legal_moves(seat)
        if len(choices) > 1:
            return found if choices == legal and world.view_for(seat) == view else None
        found = found.child(choices[0], seat)
    return None
