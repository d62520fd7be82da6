"""Information-set Monte Carlo tree search.

One tree belongs to the searcher's view. Every simulation redeals the unseen cards, walks down the
tree, rolls out with the game's policy and adds what each seat achieved to the nodes of its moves, so
that it works for any number of players.

- At the searcher's own nodes the move is chosen by UCB, with the number of times a move was
  *available* in place of the parent's visits: other worlds allow other moves.
- Opponents' moves come from the game's policy, applied to what they would know in that
  world. So nothing the searcher alone knows can steer them, although every world holds the
  searcher's true cards (``docs/decisions/0020-opponents-know-what-they-know.md``).
- Where the policy says that opponents think, their moves are chosen by UCB too, each for its own result.
  They learn in every second simulation only, in which all that not everyone knows is dealt again after
  the searcher's first move; the searcher learns in the others
  (``docs/decisions/0193-opponents-learn-from-what-they-may-know.md``).
- What is chosen at the same time is chosen before the opponents' choices are looked at.
- A simulation stops where the policy says that a guess is as good as playing on.
"""

import gc
from collections.abc import Callable
from math import log, sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from fatum.bots.base import Budget
from fatum.bots.manners import fresh_moves
from fatum.bots.policies.policy import Policy
from fatum.bots.policies.registry import policy_for
from fatum.core.game import Game, State, View
from fatum.core.options import Options
from fatum.core.rng import Rng

_HORIZON: Final = 1000
"""Moves after which a simulation stops and uses the estimate."""
_SAMPLES: Final = 400
"""Worlds for moves whose value needs no search, when the budget is a time."""
_LEAST_SAMPLES: Final = 40
_SAMPLE_RATE: Final = 10_000.0
"""Worlds per second, where a limit leaves no time for all of them."""
_EXPLORATION: Final = 1.5
"""Times the spread of the results seen so far."""
_LEAST_SPREAD: Final = 0.02
_LEAST_NEW: Final = 4
"""The part of all simulations, one in so many, that is new even if much is known."""
_UNCOUNTED: Final = 1 << 60
"""Simulations where only the time counts."""

_AS_GOOD: Final = 0.002
"""A smaller difference of values is not worth a choice that looks odd."""

_NOT_LEGAL: Final = 0
_LEGAL: Final = 1
_NO_MOVES: Final[list[int]] = []


class Node:
    """A move of a seat in the tree."""

    def __init__(self, move: i64, seat: i64) -> None:
        self.move: Final[i64] = move
        self.seat: Final[i64] = seat
        # Counted in floats, as they are needed.
        self.visits: float = 0.0
        self.available: float = 0.0
        """How often the move could have been chosen here."""
        self.total: float = 0.0
        """What the seat achieved in all visits."""
        self.children: list[Node] = []
        self.legal: list[int] = _NO_MOVES
        """What could last be chosen from here, if all of it had been tried, ..."""
        self.tried: list[Node] = _NO_NODES
        """... and the children for it."""

    def child(self, move: i64, seat: i64) -> "Node | None":
        for child in self.children:
            if child.move == move and child.seat == seat:
                return child
        return None

    def add(self, move: i64, seat: i64) -> "Node":
        child = Node(move, seat)
        self.children.append(child)
        return child


_NO_NODES: Final[list[Node]] = []


class Ismcts:
    """The search as a bot. ``simulations`` and ``actions`` count what the last choice took."""

    def __init__(
        self, manners: bool = True, policies: Callable[[Game, Options], Policy] = policy_for
    ) -> None:
        self.policies: Final = policies
        """Where the policy for a game comes from."""
        self.manners: Final = manners
        """Whether it avoids going in circles and odd choices where nothing can be gained."""
        self.simulations: i64 = 0
        self.actions: i64 = 0
        self.tree: Node | None = None
        """What the last evaluation found, where it searched."""
        self._root_moves: list[int] = _NO_MOVES
        """What may be chosen at the root."""
        self._thinking = False
        """Whether opponents choose as the searcher does."""
        self._secrets = False
        """Whether the searcher knows cards that they do not."""
        self._public = False
        """Whether this simulation is theirs, with nothing in it that only the searcher knows."""
        self._results: float = 0.0
        """How many simulations told what the searcher achieves, ..."""
        self._sum: float = 0.0
        """... and how much that was."""
        self._squares: float = 0.0
        self._spread: float = 0.5
        self._marks: list[int] = []
        """By move, while children are looked up; all ``_NOT_LEGAL`` otherwise."""

    def choose(self, view: View, legal: list[int], rng: Rng, budget: Budget) -> int:
        """The most promising legal move; at once if there is only one."""
        self.simulations = 0
        self.actions = 0
        if self.manners:
            legal = fresh_moves(view, legal)
        if len(legal) == 1:
            return legal[0]
        policy = self.policies(view.game, view.options)
        direct = self._direct(policy, view, legal, rng, budget)
        if direct is not None:
            return self._best_of(policy, view, legal, direct, rng)
        root = self._search(policy, view, legal, rng, budget)
        return self._decide(root, policy.exploration_margin(view, self.simulations))

    def evaluate(
        self, view: View, legal: list[int], rng: Rng, budget: Budget, known: Node | None = None
    ) -> list[tuple[int, float, int]]:
        """Each legal move, its worth and its tries; ``known`` is where an earlier ``tree`` led to this view."""
        self.tree = None
        self.simulations = 0
        self.actions = 0
        policy = self.policies(view.game, view.options)
        direct = self._direct(policy, view, legal, rng, budget)
        found: list[tuple[int, float, int]] = []
        if direct is not None:
            tried: int = self.simulations
            for place, move in enumerate(legal):
                found.append((move, direct[place], tried))
            return found
        root = self._search(policy, view, legal, rng, budget, known)
        self.tree = root
        seat = _seat_of(view)
        mean = self._sum / max(self._results, 1.0)
        for move in legal:
            child = root.child(move, seat)
            if child is None or child.visits == 0.0:
                found.append((move, mean, 0))
            else:
                found.append((move, child.total / child.visits, int(child.visits)))
        return found

    def _direct(
        self, policy: Policy, view: View, legal: list[int], rng: Rng, budget: Budget
    ) -> list[float] | None:
        samples = _SAMPLES if budget.iterations is None else budget.iterations
        if budget.limit is not None:
            samples = min(samples, max(_LEAST_SAMPLES, int(budget.limit * _SAMPLE_RATE)))
        values = policy.direct_values(view, legal, rng, samples)
        if values is not None:
            self.simulations = samples
        return values

    def _best_of(
        self, policy: Policy, view: View, legal: list[int], values: list[float], rng: Rng
    ) -> int:
        """The best move; where others are as good, as when all is lost, what the policy says."""
        best = _index_of_best(values)
        if self.manners:
            habit: int = policy.move(view.redeal(rng), _seat_of(view), rng)
            if habit in legal and values[best] - values[legal.index(habit)] < _AS_GOOD:
                return habit
        return legal[best]

    def _search(
        self,
        policy: Policy,
        view: View,
        legal: list[int],
        rng: Rng,
        budget: Budget,
        known: Node | None = None,
    ) -> Node:
        """Simulate until the budget is spent, without looking for cycles: there are none (decision 198)."""
        self._root_moves = legal
        root = Node(-1, -1)
        if known is not None:
            root.children = known.children
        self._thinking = policy.opponents_think(view)
        self._secrets = self._thinking and policy.has_secrets(view)
        self._results = 0.0
        self._sum = 0.0
        self._squares = 0.0
        self._spread = 0.5
        collecting = gc.isenabled()
        gc.disable()
        try:
            self._grow(root, policy, view, rng, budget, 0.0 if known is None else known.visits)
        finally:
            if collecting:
                gc.enable()
        return root

    def _grow(
        self, root: Node, policy: Policy, view: View, rng: Rng, budget: Budget, known: float
    ) -> None:
        seat = _seat_of(view)
        iterations = budget.iterations
        begun = perf_counter()
        redealer = policy.worlds(view, rng, _SAMPLES if iterations is None else iterations)
        seconds = budget.limit if budget.seconds is None else budget.seconds
        left: i64 = _UNCOUNTED
        if iterations is not None:
            # With secrets the searcher learns in every second simulation only.
            spared = int(2.0 * known if self._secrets else known)
            left = max(iterations - spared, iterations // _LEAST_NEW)
        end = None if seconds is None else begun + seconds
        while left > 0:
            self._simulate(root, policy, redealer.deal(rng), seat, rng)
            left -= 1
            if end is not None and perf_counter() >= end:
                break

    def _simulate(self, root: Node, policy: Policy, state: State, seat: i64, rng: Rng) -> None:
        stage = policy.stage(state)
        path: list[Node] = []
        node = root
        actor = seat
        made: i64 = 0
        self._public = self._secrets and self.simulations & 1 == 1
        while actor >= 0:
            if actor == seat or self._thinking:
                if self._learns(actor == seat):
                    node = self._select(node, policy, state, actor, rng)
                else:
                    node = self._recall(node, policy, state, actor, rng)
                new = node.visits == 0.0
            else:
                move = policy.move(state, actor, rng)
                child = node.child(move, actor)
                new = child is None
                node = child or node.add(move, actor)
            path.append(node)
            state.apply(actor, node.move)
            if made == 0 and self._public:
                state = state.view_for(None).redeal(rng)
            made += 1
            actor = state.actor()
            if new or policy.stage(state) != stage:
                break
            if actor >= 0 and actor != seat and len(state.legal_moves(seat)) > 0:
                actor = seat
        self._finish(policy, state, stage, path, seat, made, rng)

    def _learns(self, searcher: bool) -> bool:
        """Whether the results of this simulation count for the searcher, or for the opponents."""
        return not self._secrets or searcher != self._public

    def _finish(
        self,
        policy: Policy,
        state: State,
        stage: i64,
        path: list[Node],
        seat: i64,
        made: i64,
        rng: Rng,
    ) -> None:
        """Roll out and note for the moves on the path how it ended."""
        if policy.stage(state) == stage:
            made += policy.roll_out(state, rng, _HORIZON)
        payoffs = state.payoffs() if state.actor() < 0 else policy.estimate(state)
        for node in path:
            if self._learns(node.seat == seat):
                node.visits += 1.0
                node.total += payoffs[node.seat]
        self.simulations += 1
        self.actions += made
        if self._public:
            return
        own = payoffs[seat]
        self._results += 1.0
        self._sum += own
        self._squares += own * own
        count = self._results
        mean = self._sum / count
        variance = self._squares / count - mean * mean
        if count >= 8.0:
            self._spread = max(sqrt(max(variance, 0.0)), _LEAST_SPREAD)

    def _select(self, node: Node, policy: Policy, state: State, seat: i64, rng: Rng) -> Node:
        """The child to try next; each legal move once, the policy's first."""
        # The view says what is legal at the root, the same in every world.
        legal = self._root_moves if node.seat < 0 else state.legal_moves(seat)
        if legal != node.legal or node.tried[0].seat != seat:
            tried = self._tried(node, legal, seat)
            if len(tried) < len(legal):
                return self._try_another(node, tried, legal, policy.move(state, seat, rng), seat)
            node.legal = legal
            node.tried = tried
        return self._best(node.tried, 1.0)

    def _best(self, tried: list[Node], times_more: float) -> Node:
        """The most promising of moves that were tried, by UCB; they were available so many times more."""
        best: Node | None = None
        highest = -1.0e9
        available = 1.0
        times = 0.0
        for child in tried:
            child.available += times_more
            if child.available != available:
                available = child.available
                times = log(available)
            bonus = sqrt(times / child.visits)
            value = child.total / child.visits + _EXPLORATION * self._spread * bonus
            if value > highest:
                highest = value
                best = child
        assert best is not None
        return best

    def _recall(self, node: Node, policy: Policy, state: State, seat: i64, rng: Rng) -> Node:
        """What has looked most promising so far, without learning; the policy's move if nothing was tried."""
        legal = self._root_moves if node.seat < 0 else state.legal_moves(seat)
        tried = self._tried(node, legal, seat)
        if len(tried) > 0:
            return self._best(tried, 0.0)
        move = policy.move(state, seat, rng)
        return node.child(move, seat) or node.add(move, seat)

    def _tried(self, node: Node, legal: list[int], seat: i64) -> list[Node]:
        """The children for moves that are legal now."""
        marks = self._marks
        for move in legal:
            while move >= len(marks):
                marks.append(_NOT_LEGAL)
            marks[move] = _LEGAL
        tried: list[Node] = []
        for child in node.children:
            if child.seat == seat and child.move < len(marks) and marks[child.move] == _LEGAL:
                if child.visits > 0.0:
                    tried.append(child)
        for move in legal:
            marks[move] = _NOT_LEGAL
        return tried

    def _try_another(
        self, node: Node, tried: list[Node], legal: list[int], chosen: i64, seat: i64
    ) -> Node:
        """A new child: the policy's move, or the first one that was not tried."""
        known: set[int] = set()
        for child in tried:
            child.available += 1.0
            known.add(child.move)
        if chosen in known or chosen not in legal:
            for move in legal:
                if move not in known:
                    chosen = move
                    break
        added = node.child(chosen, seat) or node.add(chosen, seat)
        added.available = 1.0
        return added

    def _decide(self, root: Node, margin: float) -> int:
        """The move tried most, if it is clearly better than the policy's, the first tried."""
        habit = root.children[0]
        best = habit
        for child in root.children:
            if child.visits > best.visits:
                best = child
        gain = best.total / best.visits - habit.total / habit.visits
        error = self._spread * sqrt(1.0 / best.visits + 1.0 / habit.visits)
        return best.move if gain > margin * error else habit.move


def _seat_of(view: View) -> i64:
    seat = view.seat
    assert seat is not None, "a spectator has nothing to choose"
    return seat


def _index_of_best(values: list[float]) -> int:
    best = 0
    for place, value in enumerate(values):
        if value > values[best]:
            best = place
    return best
