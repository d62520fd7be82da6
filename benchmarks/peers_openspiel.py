"""OpenSpiel: its two closest card games, driven from Python and inside its own C++.

What is counted is player actions. Dealing and drawing are chance nodes in OpenSpiel; the caller of
a game from Python must resolve them too, so their time counts, but they are nobody's action.

Two ways of driving are measured:

- whole games, deal included, with chance nodes resolved through `chance_outcomes()`, as OpenSpiel
  documents it. All outcomes of these games are equally likely (one deck of distinct cards), so one
  of them is taken the way a move is taken, which is the cheapest correct way;
- "tuned": games that start from a clone of a position already dealt, one loop without a branch for
  chance nodes, which asks `legal_actions()` for them too. No code driving OpenSpiel step by step
  from Python can be expected to be faster.
"""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import Any

from benchmarks.framework import (
    Meter,
    MissingError,
    Random01,
    add,
    looped,
    random01,
    require,
)

CRAZY_EIGHTS = "crazy_eights(players=4)"
HEARTS = "hearts"
GAMES = {"crazy_eights": CRAZY_EIGHTS, "hearts": HEARTS}
TERMINAL = -4  # pyspiel.PlayerId.TERMINAL

DEALS = 4  # positions over which rollouts are averaged
ROLLOUTS = 200  # per call into C++
LENGTH_SAMPLE = 3000  # games from which the mean length of a rollout is taken
CLONES = 1000
SIMULATIONS = 1000


def load(name: str) -> Any:
    return require("pyspiel").load_game(name)


def play(state: Any, random: Random01) -> int:
    """A game to its end in the documented way; the number of player actions."""
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random() * len(outcomes))][0])
        else:
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
            actions += 1
    return actions


def play_tuned(state: Any, random: Random01, limit: int = 1_000_000) -> int:
    """The same in the quickest way, for at most `limit` player actions."""
    actions = 0
    while actions < limit:
        player = state.current_player()
        if player >= 0:
            actions += 1
        elif player == TERMINAL:
            break
        moves = state.legal_actions()
        state.apply_action(moves[int(random() * len(moves))])
    return actions


def dealt(game: Any, random: Random01) -> Any:
    """A position in which every card is dealt and the first player is to act."""
    state = game.new_initial_state()
    while state.is_chance_node():
        moves = state.legal_actions()
        state.apply_action(moves[int(random() * len(moves))])
    return state


def after(game: Any, actions: int, random: Random01) -> Any:
    """A position after so many player actions, with a player to act."""
    for _ in range(1000):
        state = dealt(game, random)
        done = play_tuned(state, random, actions)
        while state.is_chance_node():
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
        if done == actions and not state.is_terminal():
            return state
    raise MissingError(f"no game lasts {actions} actions")


def stepping(name: str) -> Meter:
    game, random = load(name), random01(1)
    return looped(lambda: play(game.new_initial_state(), random))


def stepping_tuned(name: str, limit: int = 1_000_000) -> Meter:
    game, random = load(name), random01(1)
    start = dealt(game, random)
    return looped(lambda: play_tuned(start.clone(), random, limit))


def rollouts(name: str) -> Meter:
    """Random games inside C++, started by an MCTS bot that is allowed one simulation.

    With one simulation its search consists of one call of RandomRolloutEvaluator on the root, which
    clones the root ROLLOUTS times and plays each clone to the end by uniformly random moves, all in
    C++. Actions are not reported, so the mean number of actions of a random game from the same root
    is measured beforehand, from Python (3,000 games: its error is below one percent).
    """
    spiel = require("pyspiel")
    game, random = load(name), random01(1)
    evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = spiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    roots = [dealt(game, random) for _ in range(DEALS)]
    sample = LENGTH_SAMPLE // DEALS
    lengths = [sum(play_tuned(root.clone(), random) for _ in range(sample)) for root in roots]
    actions = ROLLOUTS * sum(lengths) / sample

    def chunk() -> float:
        for root in roots:
            bot.mcts_search(root)
        return actions

    return looped(chunk)


def clone(name: str, actions: int) -> Meter:
    game, random = load(name), random01(2)
    copy = after(game, actions, random).clone

    def chunk() -> float:
        for _ in repeat(None, CLONES):
            copy()
        return CLONES

    return looped(chunk)


def observe(name: str, method: str) -> Meter:
    """What one player may know, as text: the nearest thing to a view."""
    state = after(load(name), 30, random01(2))
    player, look = state.current_player(), getattr(state, method)

    def chunk() -> float:
        for _ in repeat(None, CLONES):
            look(player)
        return CLONES

    return looped(chunk)


def resample() -> Meter:
    """Hidden cards of hearts dealt again, consistently with what one player knows."""
    game, random = load(HEARTS), random01(2)
    state = after(game, 24, random)
    player, again = state.current_player(), state.resample_from_infostate

    def chunk() -> float:
        for _ in repeat(None, 100):
            again(player, random)
        return 100

    return looped(chunk)


def search_root() -> tuple[Any, int]:
    """A hearts position with a choice, and the number of actions left (in hearts it is fixed)."""
    game, random = load(HEARTS), random01(3)
    root = dealt(game, random)
    while len(root.legal_actions()) == 1:  # a deal without passing starts with the two of clubs
        root = dealt(game, random)
    return root, play_tuned(root.clone(), random)


def ismcts() -> Meter:
    """Moves applied inside the C++ search, from the first decision of a hearts game.

    Each simulation redeals the hidden cards and plays to the end, 64 actions in all: down the tree,
    and from its new leaf one random roll-out.
    """
    spiel = require("pyspiel")
    root, length = search_root()

    def chunk() -> float:
        evaluator = spiel.RandomRolloutEvaluator(1, 1)
        spiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS).step(root)
        return SIMULATIONS * length

    return looped(chunk)


def register() -> None:
    rate = "actions/s"
    for short, name in GAMES.items():
        title = f"OpenSpiel {short}"
        add(f"openspiel.{short}.stepping", title, rate, partial(stepping, name))
        add(
            f"openspiel.{short}.tuned",
            title,
            rate,
            partial(stepping_tuned, name),
        )
        add(f"openspiel.{short}.rollouts", title, rate, partial(rollouts, name))
        add(f"openspiel.{short}.clone", title, "copies/s", partial(clone, name, 30))
    add(
        "openspiel.crazy_eights.view",
        "OpenSpiel crazy_eights",
        "views/s",
        partial(observe, CRAZY_EIGHTS, "observation_string"),
    )
    add(
        "openspiel.hearts.view",
        "OpenSpiel hearts",
        "views/s",
        partial(observe, HEARTS, "information_state_string"),
    )
    add("openspiel.hearts.resample", "OpenSpiel hearts", "redeals/s", resample)
    add("openspiel.hearts.ismcts", "OpenSpiel hearts", rate, ismcts)
