"""Fatum's two games through their public contract, driven just as the peers are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import repeat
from random import Random
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
from benchmarks.peers_hands import HANDS

GAMES = {"karma": "Karma", "allin": "All In"}
PLAYERS = {"karma": range(2, 7), "allin": range(2, 6)}

DEALS = 4  # positions over which playouts are averaged
PLAYOUTS = 50  # per position and chunk
COPIES = 1000
BATCH = 1024
SIMULATIONS = 1000  # for each choice of a search
MIDDLE = 30  # player actions before the position that is copied, viewed or redealt


def dealer(name: str, players: int = 4) -> Callable[[int], Any]:
    """A function that deals game number n."""
    chance = require("fatum.core.chance")
    try:
        game = require("fatum.games.registry").find_game(name)
    except ImportError as error:
        raise MissingError(f"{name} is not there yet") from error
    options = game.read_options({"players": players})
    return lambda number: game.new(options, chance.SeededChance(number.to_bytes(32, "big")))


def generator(seed: int) -> Any:
    return require("fatum.core.rng").Rng(seed)


def play(state: Any, random: Random01, limit: int = 1_000_000) -> int:
    """A game to its end, or for at most `limit` actions, driven from Python; the actions."""
    actions = 0
    while actions < limit:
        seat = state.actor()
        if seat < 0:
            break
        moves = state.legal_moves(seat)
        state.apply(seat, moves[int(random() * len(moves))])
        actions += 1
    return actions


def after(deal: Callable[[int], Any], actions: int, random: Random01) -> Any:
    """A position after so many actions, with somebody to act."""
    for number in range(1000):
        state = deal(number)
        if play(state, random, actions) == actions and state.actor() >= 0:
            return state
    raise MissingError(f"no game lasts {actions} actions")


def stepping(name: str, players: int = 4) -> Meter:
    """Whole games, each dealt from a seed of its own."""
    deal, random, number = dealer(name, players), random01(1), 0

    def chunk() -> float:
        nonlocal number
        number += 1
        return play(deal(number), random)

    return looped(chunk)


def stepping_dealt(name: str, limit: int = 1_000_000) -> Meter:
    """Games that start from a copy of a position already dealt."""
    random = random01(1)
    start = dealer(name)(1)
    return looped(lambda: play(start.copy(), random, limit))


def playouts(name: str, players: int = 4) -> Meter:
    """Random games inside the library, from copies of dealt positions."""
    deal, rng = dealer(name, players), generator(1)
    roots = [deal(number) for number in range(DEALS)]

    def chunk() -> float:
        actions = 0
        for root in roots:
            for _ in repeat(None, PLAYOUTS):
                actions += root.copy().playout(rng)
        return actions

    return looped(chunk)


def called(call: Callable[[], Any], times: int) -> Meter:
    """How often a second something can be called from Python."""

    def chunk() -> float:
        for _ in repeat(None, times):
            call()
        return times

    return looped(chunk)


def copy(name: str, actions: int = MIDDLE) -> Meter:
    return called(after(dealer(name), actions, random01(2)).copy, COPIES)


def view(name: str) -> Meter:
    state = after(dealer(name), MIDDLE, random01(2))
    seat = state.actor()
    return called(lambda: state.view_for(seat), 100)


def view_data(name: str) -> Meter:
    """The view with everything in it written out as plain data."""
    state = after(dealer(name), MIDDLE, random01(2))
    seat = state.actor()
    return called(lambda: state.view_for(seat).to_dict(), 100)


def redeal(name: str) -> Meter:
    state, rng = after(dealer(name), MIDDLE, random01(2)), generator(2)
    seen = state.view_for(state.actor())
    return called(lambda: seen.redeal(rng), 100)


def search(name: str) -> Meter:
    """Moves applied inside the search, in its tree and in its roll-outs, from the first choices.

    Like its rival it starts every choice with an empty tree and redeals for every simulation.
    """
    deal, rng = dealer(name), generator(4)
    bot = require("fatum.bots.search.ismcts").Ismcts()
    budget = require("fatum.bots.base").Budget(iterations=SIMULATIONS)
    roots = [deal(number) for number in range(DEALS)]
    seats = [state.actor() for state in roots]
    choices = [
        (state.view_for(seat), state.legal_moves(seat))
        for state, seat in zip(roots, seats, strict=True)
    ]

    def chunk() -> float:
        actions = 0
        for seen, legal in choices:
            bot.choose(seen, legal, rng, budget)
            actions += bot.actions
        return actions

    return looped(chunk)


def batch(name: str) -> Meter:
    """Many games in lockstep, driven from Python, by random moves drawn without a list."""
    deal, rng, number = dealer(name), generator(3), BATCH
    games = [deal(n) for n in range(BATCH)]

    def chunk() -> float:
        nonlocal number
        for place, state in enumerate(games):
            seat = state.actor()
            if seat < 0:
                number += 1
                state = games[place] = deal(number)
                seat = state.actor()
            state.apply(seat, state.random_move(seat, rng))
        return BATCH

    return looped(chunk)


def hands() -> Meter:
    """All In's full order of hands, suits included, one call from Python for each hand."""
    rank = require("fatum.games.allin.rules.hands").evaluate
    choose = Random(7)
    built = [sum(1 << card for card in choose.sample(range(52), 5)) for _ in range(HANDS)]

    def chunk() -> float:
        for hand in built:
            rank(hand, False)
        return len(built)

    return looped(chunk)


def register() -> None:
    rate = "actions/s"
    for name, title in GAMES.items():
        add(f"ours.{name}.stepping", title, rate, partial(stepping, name))
        add(f"ours.{name}.dealt", title, rate, partial(stepping_dealt, name))
        add(f"ours.{name}.playouts", title, rate, partial(playouts, name))
        add(f"ours.{name}.copy", title, "copies/s", partial(copy, name))
        add(f"ours.{name}.view", title, "views/s", partial(view, name))
        add(
            f"ours.{name}.view_data",
            f"{title}, as data",
            "views/s",
            partial(view_data, name),
        )
        add(f"ours.{name}.batch", title, rate, partial(batch, name))
        add(f"ours.{name}.redeal", title, "redeals/s", partial(redeal, name))
        add(f"ours.{name}.search", title, rate, partial(search, name))
    add("ours.allin.hands", "All In", "hands/s", hands)
