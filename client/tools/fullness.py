"""How full a moment of a game is, seen by the first seat; 0 if it is not the moment that is looked for."""

from collections.abc import Callable
from typing import Any

from fatum.core.game import State

View = dict[str, Any]
Fullness = Callable[[View, State], int]


def known(view: View) -> int:
    """Cards that the viewer knows in other hands of All In, two for each player at most counted."""
    return sum(min(4, sum(card != "?" for card in hand)) for hand in view["hands"][1:])


def own_turn(state: State) -> bool:
    return 0 in state.to_act()


def allin(phase: str, asked: bool = True) -> Fullness:
    """All In with the viewer asked in this phase: known cards, All In and predictions count."""

    def fullness(view: View, state: State) -> int:
        if view.get("phase", "action") != phase or own_turn(state) != asked:
            return 0
        predictions = sum(each is not None for each in view.get("predictions", []))
        river = sum(map(len, view["river"]))
        return 1 + 2 * known(view) + 6 * (view["all_in"] is not None) + 5 * predictions + river

    return fullness


def effect(verb: str) -> Fullness:
    base = allin("effect")

    def fullness(view: View, state: State) -> int:
        moves = state.game.moves
        offered = any(moves[move].startswith(verb) for move in state.legal_moves(0))
        return base(view, state) if offered else 0

    return fullness


def long_hand(view: View, state: State) -> int:
    """All In before discarding: the longest hand."""
    if view.get("phase") != "discard" or not own_turn(state):
        return 0
    return 50 * len(view["hands"][0]) + known(view)


def new_round(view: View, state: State) -> int:
    scored = (
        view["round"] > 1 and view.get("turns", 0) == 0 and view.get("phase", "action") == "action"
    )
    return 1 + max(view["runes"]) if scored else 0


def shown(view: View, state: State) -> int:
    """An Eye has just shown the viewer four cards."""
    eyed = any(sum(card != "?" for card in hand) >= 4 for hand in view["hands"][1:])
    return allin("effect")(view, state) if eyed else 0


def revealed(view: View, state: State) -> int:
    """The viewer keeps one of many revealed cards."""
    full = allin("keep")(view, state)
    return full + 50 * len(view["revealed"]) if full else 0


def heirs(view: View, state: State) -> int:
    return allin("action")(view, state) if view["round"] == 4 else 0


def self_all_in(view: View, state: State) -> int:
    if view["all_in"] != "P1" or state.outcome() is not None:
        return 0
    return 1 + known(view) + sum(map(len, view["river"]))


def over(view: View, state: State) -> int:
    return 1 if state.outcome() is not None else 0


def karma(phase: str = "turn", asked: bool = True, pile: int = 0) -> Fullness:
    """Karma in this phase: the viewer's cards count, or those of the others."""

    def fullness(view: View, state: State) -> int:
        if (
            view.get("phase", "turn") != phase
            or own_turn(state) != asked
            or len(view["pile"]) < pile
        ):
            return 0
        hands = [len(seat["hand"]) for seat in view["seats"]]
        return 1 + (3 * hands[0] if asked else 0) + sum(hands[1:]) + len(view["pile"])

    return fullness


def hand_of(least: int, most: int) -> Fullness:
    """Karma with a hand of this size and few cards that fit."""

    def fullness(view: View, state: State) -> int:
        hand = view["seats"][0]["hand"]
        if (
            view.get("phase", "turn") != "turn"
            or not own_turn(state)
            or not least <= len(hand) <= most
        ):
            return 0
        return 200 + 3 * len(hand) - len(state.legal_moves(0)) + len(view["pile"])

    return fullness


def equals(view: View, state: State) -> int:
    """Two equal cards on the pile and a third in hand: it burns."""
    pile, hand = view["pile"], view["seats"][0]["hand"]
    if len(pile) < 2 or pile[-1] != pile[-2] or pile[-1] not in hand or len(hand) > 14:
        return 0
    if not own_turn(state):
        return 0
    return 1 + len(hand) + len(pile)


def top(card: str) -> Fullness:
    def fullness(view: View, state: State) -> int:
        if not view["pile"] or view["pile"][-1] != card or view.get("phase", "turn") != "turn":
            return 0
        hand = len(view["seats"][0]["hand"])
        return 1 + hand + len(view["pile"]) if own_turn(state) and hand < 15 else 0

    return fullness


def from_table(verb: str) -> Fullness:
    """The viewer plays table cards while the others hold much."""

    def fullness(view: View, state: State) -> int:
        moves = state.game.moves
        if not any(moves[move].startswith(verb) for move in state.legal_moves(0)):
            return 0
        return 1 + len(view["pile"]) + sum(len(seat["hand"]) for seat in view["seats"])

    return fullness


def only_take(view: View, state: State) -> int:
    if [state.game.moves[move] for move in state.legal_moves(0)] != ["take"]:
        return 0
    return 1 + len(view["seats"][0]["hand"]) + 2 * len(view["pile"])


def safe(view: View, state: State) -> int:
    own = view["seats"][0]
    if own["hand"] or own["open"] or any(card is not None for card in own["hidden"]):
        return 0
    return 1 + len(view["pile"]) if state.outcome() is None else 0


def legal(start: str) -> Fullness:
    def fullness(view: View, state: State) -> int:
        moves = state.game.moves
        return int(any(moves[move].startswith(start) for move in state.legal_moves(0)))

    return fullness
